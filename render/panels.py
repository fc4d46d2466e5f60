"""Two figures side by side as one: scenes → scene."""

from __future__ import annotations

from dataclasses import replace

from ..engine.layout import Position
from .arrange import arrange
from .draw import draw
from .scene import Disc, Pips, Plates, Scene, Shape, Strokes, Text
from .svg import write_svg
from .theme import IVORY, Theme


def panels_svg(panels: tuple[tuple[Position, str], ...], lang: str = "en", *, theme: Theme = IVORY) -> str:
    """The figures of some positions side by side, each under its title, as one SVG document.

    Raises RenderError as `figure_svg` does.
    """
    scenes = [draw(arrange(each.layout), each, theme, lang, title=title) for each, title in panels]
    titles = [title for _, title in panels]
    return write_svg(beside(scenes, titles))


def beside(scenes: list[Scene], titles: list[str]) -> Scene:
    """Scenes from left to right, tops aligned; their descriptions one after the other, each after its title."""
    shapes: list[Shape] = []
    x = 0.0
    for scene in scenes:
        shapes += [_moved(shape, x) for shape in scene.shapes]
        x += scene.width
    told = " ".join(f"{title}: {scene.description}" for title, scene in zip(titles, scenes, strict=True))
    first = scenes[0]
    return Scene(
        x, max(each.height for each in scenes), first.background, tuple(shapes), " · ".join(titles), told,
        first.language, first.theme,
    )  # fmt: skip


def _moved(shape: Shape, dx: float) -> Shape:
    if isinstance(shape, Plates):
        return replace(shape, places=tuple((x + dx, y, lies) for x, y, lies in shape.places))
    if isinstance(shape, Strokes):
        return replace(shape, lines=tuple((x + dx, y, across, down) for x, y, across, down in shape.lines))
    if isinstance(shape, Pips):
        return replace(shape, halves=tuple((x + dx, y, pips, lies) for x, y, pips, lies in shape.halves))
    assert isinstance(shape, Disc | Text)
    return replace(shape, x=shape.x + dx)
