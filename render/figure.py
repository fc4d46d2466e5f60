"""Position → SVG in one call."""

from __future__ import annotations

from typing import Any

from ..engine.layout import Position
from .arrange import Arrangement, arrange
from .draw import draw, drawing
from .look import Look, look
from .scene import Scene
from .svg import write_svg


def figure(
    position: Position,
    lang: str | Look = "en",
    *,
    max_width: int | None = None,
    aspect: float | None = None,
    place: Arrangement | None = None,
    **wishes: Any,
) -> Scene:
    """The figure of `position` as a scene, for SVG or PDF.

    `max_width` is the width of the table in grid units (default 44, eleven tiles), `aspect` the wanted ratio of
    its width to its height, `place` an arrangement of these tiles to be used instead. The other wishes are the
    fields of Look, `theme` also by name or path, `font` a file; or a Look stands in the place of the language.
    Raises RenderError for a layout that cannot be drawn, for a character the font lacks, and for a wish that
    cannot be met.
    """
    wanted = lang.but(**wishes) if isinstance(lang, Look) else look(lang, **wishes)
    place = place or arrange(position.layout, max_width=max_width, aspect=aspect)
    return draw(drawing(place, position, wanted), wanted)


def figure_svg(
    position: Position, lang: str | Look = "en", *, width_mm: float | None = None, key: str = "", **wishes: Any
) -> str:
    """The figure of `position` as an SVG document; wishes and errors as for `figure`.

    `width_mm` sets the size in print besides the viewBox; `key` makes the ids of equal figures on one page
    differ.
    """
    return write_svg(figure(position, lang, **wishes), key=key, width_mm=width_mm)
