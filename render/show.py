"""A layout, a position or a round → the SVG that shows it."""

from __future__ import annotations

from typing import Any

from ..engine.errors import UndrawnError
from ..engine.judged import RoundTrace
from ..engine.layout import Layout, Position
from .compose import strip
from .figure import figure
from .look import look
from .scene import WIDTHS, Scene
from .svg import write_svg


def show(
    value: object, lang: str = "en", *, width_mm: float | None = None, key: str = "", sized: bool = False, **wishes: Any
) -> str:
    """The picture of a position; of a layout, its tiles alone; of a round, its strip.

    Wishes and errors as for `figure_svg`; a round also takes `columns`, and raises RenderError where no
    position of it is known. `sized` gives the picture its own size, a user unit being 1/96 inch, as a notebook needs
    it, which else makes the smallest layout as wide as its page.
    """
    scene = _scene(value, lang, wishes)
    if sized and width_mm is None:
        width_mm = min(max(scene.width * 25.4 / 96, WIDTHS[0]), WIDTHS[1])
    return write_svg(scene, key=key, width_mm=width_mm)


def _scene(value: object, lang: str, wishes: dict[str, Any]) -> Scene:
    if isinstance(value, Position):
        return figure(value, lang, **wishes)
    if isinstance(value, Layout):
        bare = Position(value, (), (), (), 0, 0)
        return figure(bare, lang, **{"caption": False, "legend": False, **wishes})
    if isinstance(value, RoundTrace):
        known = [(each.turn, each.position) for each in value.steps if each.position is not None]
        table = {name: wishes.pop(name) for name in ("columns", "max_width", "aspect") if name in wishes}
        positions = [position for _, position in known]
        return strip(positions, look(lang, **wishes), numbers=[turn for turn, _ in known], **table)
    raise UndrawnError("no-picture", found=type(value).__name__)
