"""Pictures and words of a position: text, SVG, PDF, PNG. Knows no rules; takes the engine's values."""

import sys
from types import ModuleType
from typing import Any

from ..engine.layout import Position
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


class _Render(ModuleType):
    """The package itself can be called: `goti.render(position)` is the picture of a position."""

    def __call__(self, position: Position, lang: str = "en", **options: Any) -> str:
        """The SVG of a position; options as in `figure_svg`."""
        return figure_svg(position, lang, **options)


sys.modules[__name__].__class__ = _Render
