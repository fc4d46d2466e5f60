"""Position → SVG in one call."""

from __future__ import annotations

from ..engine.layout import Position
from .arrange import arrange
from .draw import draw
from .svg import write_svg
from .theme import IVORY, Theme


def figure_svg(
    position: Position,
    lang: str = "en",
    *,
    title: str | None = None,
    caption: bool = True,
    legend: bool = True,
    theme: Theme = IVORY,
    max_width: int | None = None,
    width_mm: float | None = None,
    key: str = "",
) -> str:
    """The figure of `position` as an SVG document.

    `title` is a line above the picture; `max_width` is the width of the table in grid units (default 44,
    eleven tiles); `width_mm` sets the size in print besides the viewBox; `key` makes the ids of equal figures
    on one page differ. Raises RenderError for a layout that cannot be drawn and for a character the font
    lacks.
    """
    arrangement = arrange(position.layout, max_width=max_width)
    scene = draw(arrangement, position, theme, lang, title=title, caption=caption, legend=legend)
    return write_svg(scene, key=key, width_mm=width_mm)
