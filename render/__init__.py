"""Pictures and words of a position: text, SVG, PDF, PNG. Knows no rules; takes the engine's values."""

import sys
from types import ModuleType
from typing import Any

from ..engine.layout import Position
from ..engine.shown import artists
from .arrange import Arrangement, Placed, arrange
from .compose import beside, frames, strip
from .describe import describe
from .figure import figure, figure_svg
from .look import Look, look
from .paint import paint_pdf
from .pdf import to_pdf, to_png
from .picture import picture
from .scene import Scene
from .scorecard import score_figure, score_strip
from .scorewords import Kept
from .sheet import sheet
from .show import show
from .svg import write_svg
from .theme import THEMES, Theme, theme

__all__ = [
    "THEMES",
    "Arrangement",
    "Kept",
    "Look",
    "Placed",
    "Scene",
    "Theme",
    "arrange",
    "beside",
    "describe",
    "figure",
    "figure_svg",
    "frames",
    "look",
    "paint_pdf",
    "picture",
    "score_figure",
    "score_strip",
    "sheet",
    "show",
    "strip",
    "theme",
    "to_pdf",
    "to_png",
    "write_svg",
]

artists.append(show)


class _Render(ModuleType):
    """The package itself can be called: `goti.render(position)` is the picture of a position."""

    def __call__(self, position: Position, lang: str = "en", **options: Any) -> str:
        """The SVG of a position; options as in `figure_svg`."""
        return figure_svg(position, lang, **options)


sys.modules[__name__].__class__ = _Render
