"""Pictures and words of a position: text, SVG, PDF, PNG. Knows no rules; takes the engine's values."""

from .arrange import Arrangement, Placed, arrange
from .describe import describe
from .figure import figure_svg
from .pdf import to_pdf, to_png
from .picture import picture
from .theme import THEMES, Theme

__all__ = [
    "THEMES",
    "Arrangement",
    "Placed",
    "Theme",
    "arrange",
    "describe",
    "figure_svg",
    "picture",
    "to_pdf",
    "to_png",
]
