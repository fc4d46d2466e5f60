"""A layout, a position or a round → the SVG that shows it."""

from __future__ import annotations

from typing import Any

from ..engine.errors import UndrawnError
from ..engine.judged import RoundTrace
from ..engine.layout import Layout, Position
from .compose import strip
from .figure import figure_svg
from .look import look
from .svg import write_svg


def show(value: object, lang: str = "en", *, width_mm: float | None = None, key: str = "", **wishes: Any) -> str:
    """The picture of a position; of a layout, its tiles alone; of a round, its strip.

    Wishes and errors as for `figure_svg`; a round also takes `columns`, and raises RenderError where no
    position of it is known.
    """
    if isinstance(value, Position):
        return figure_svg(value, lang, width_mm=width_mm, key=key, **wishes)
    if isinstance(value, Layout):
        bare = Position(value, (), (), (), 0, 0)
        return figure_svg(bare, lang, width_mm=width_mm, key=key, **{"caption": False, "legend": False, **wishes})
    if isinstance(value, RoundTrace):
        known = [(each.turn, each.position) for each in value.steps if each.position is not None]
        table = {name: wishes.pop(name) for name in ("columns", "max_width", "aspect") if name in wishes}
        positions = [position for _, position in known]
        scene = strip(positions, look(lang, **wishes), numbers=[turn for turn, _ in known], **table)
        return write_svg(scene, key=key, width_mm=width_mm)
    raise UndrawnError("no-picture", found=type(value).__name__)
