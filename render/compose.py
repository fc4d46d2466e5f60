"""Several positions → one figure: a worked sequence, two readings side by side.

The panels of a sequence show every tile in the place it has in the last one, on pages of one size, so that the
eye follows what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import ceil, log

from ..engine.errors import UndrawnError
from ..engine.layout import Position
from ..engine.messages import message
from .arrange import Arrangement, arrange
from .describe import describe
from .draw import Drawing, Page, around_all, draw, drawing, titled
from .legend import KINDS, Entry, legend
from .lettering import shape
from .look import Look
from .marks import Ends
from .scene import Group, Scene, Text

STRIP_ASPECT = 1.5
"""Width divided by height that a strip comes nearest to, and its panels where nothing else is asked for."""


def follow(
    positions: Sequence[Position], *, max_width: int | None = None, aspect: float | None = None, calm: bool = False
) -> list[Arrangement]:
    """An arrangement for each position, in the places of the last one where it begins that one."""
    placed = partial(arrange, max_width=max_width, aspect=aspect, calm=calm)
    last = placed(positions[-1].layout) if positions else None
    return [(last and last.before(each.layout)) or placed(each.layout) for each in positions]


def frames(
    positions: Sequence[Position], look: Look, *, max_width: int | None = None, aspect: float | None = None
) -> list[Scene]:
    """One figure a position, all with the same room and the tiles in the same places."""
    made = _drawings(positions, look, max_width, aspect)
    if not made:
        return []
    extent, kinds = around_all([each.extent for each in made]), kinds_of(made, look)
    scenes = [draw(each, look, extent, kinds) for each in made]
    tallest = max(each.height for each in scenes)
    return [replace(each, height=tallest) for each in scenes]


def kinds_of(made: Sequence[Drawing], look: Look) -> tuple[str, ...]:
    """The kinds of marks of all of them, in the legend's order."""
    have = {kind for each in made for kind in each.kinds(look)}
    return tuple(kind for kind in KINDS if kind in have)


def key_of(made: Sequence[Drawing], panel: Look, look: Look) -> tuple[Entry, ...]:
    """One legend for all of them, empty where none is wanted."""
    return legend(kinds_of(made, panel), look.but(title=None)) if look.legend else ()


def _drawings(
    positions: Sequence[Position], look: Look, max_width: int | None, aspect: float | None, calm: bool = False
) -> list[Drawing]:
    places = follow(positions, max_width=max_width, aspect=aspect, calm=calm)
    return [drawing(place, each, look) for place, each in zip(places, positions, strict=True)]


def panels(
    positions: Sequence[Position],
    look: Look,
    numbers: Sequence[int] | None,
    max_width: int | None,
    aspect: float | None,
) -> list[Drawing]:
    """The drawings of a sequence, in compact tables unless a width or a shape is asked for.

    Where every step adds one tile, the tiles have the steps' numbers.
    """
    compact = aspect is None and max_width is None
    made = _drawings(positions, look, max_width, STRIP_ASPECT if compact else aspect, calm=compact)
    if numbers is None or any(len(each.layout) != i for i, each in enumerate(positions, 1)):
        return made
    return [replace(each, numbers=tuple(numbers[:i])) for i, each in enumerate(made, 1)]


def strip(
    positions: Sequence[Position],
    look: Look,
    *,
    numbers: Sequence[int] | None = None,
    columns: int | None = None,
    max_width: int | None = None,
    aspect: float | None = None,
) -> Scene:
    """The sequence as one figure, each step with its number, its sum, and the tile placed marked.

    `numbers` are the steps' numbers (default: from 1). Raises RenderError for no position, for
    fewer `columns` than one, and as `figure`.
    """
    if not positions:
        raise UndrawnError("no-steps")
    if columns is not None and columns < 1:
        raise UndrawnError("columns", found=columns)
    panel = panel_look(look)
    made = panels(positions, panel, numbers, max_width, aspect)
    wide = columns or columns_of(rows_of(made, 1, panel))
    scenes = rows_of(made, wide, panel)
    labels = [str(each) for each in numbers or range(1, len(scenes) + 1)]
    texts = [
        f"{number}: {describe(each, look.lang, 'heading')}. {describe(each, look.lang, 'short')}"
        for number, each in zip(labels, positions, strict=True)
    ]
    heading = message(look.lang, "figure.strip", count=len(scenes))
    digits = [look.digits(each) for each in labels]
    words = look.digits(heading), look.digits(" ".join(texts))
    return grid(scenes, digits, wide, key_of(made, panel, look), look, words)


def beside(
    one: Position, other: Position, names: tuple[str, str], look: Look, *,
    max_width: int | None = None, aspect: float | None = None,
) -> Scene:  # fmt: skip
    """One layout under two readings, side by side; the ends that count differently have a second ring."""
    ends = differing(one, other)
    panel = panel_look(look).but(placed=look.placed)
    places = reversed(follow((other, one), max_width=max_width, aspect=aspect))
    found = [drawing(place, each, panel, ends) for place, each in zip(places, (one, other), strict=True)]
    extent = around_all([each.extent for each in found])
    scenes = [named(draw(each, panel, extent), name, panel) for each, name in zip(found, names, strict=True)]
    tiles = describe(one, look.lang, "layout")
    sums = (f"{name}: {describe(each, look.lang, 'short')}" for name, each in zip(names, (one, other), strict=True))
    text = look.digits(" ".join((*sums, tiles)))
    return grid(scenes, ["", ""], 2, key_of(found, panel, look), look, (describe(one, look.lang, "heading"), text))


def differing(one: Position, other: Position) -> Ends:
    """The ends that add something else under the other reading, or count under one only."""
    here = {(each.tile, each.port): each.value for each in one.counted}
    there = {(each.tile, each.port): each.value for each in other.counted}
    return frozenset(end for end in here.keys() | there.keys() if here.get(end) != there.get(end))


def panel_look(look: Look) -> Look:
    """The look of one panel: no title and legend of its own, the tile placed last marked, narrow margins."""
    theme = replace(look.theme, margin=look.theme.margin / 2, least_width=look.theme.least_width * 0.8)
    return look.but(title=None, legend=False, placed=True, theme=theme)


def rows_of(made: Sequence[Drawing], columns: int, look: Look) -> list[Scene]:
    """The panels, all equally wide, those of one row equally high."""
    scenes = []
    left, _, right, _ = around_all([each.extent for each in made])
    for start in range(0, len(made), columns):
        row = made[start : start + columns]
        _, top, _, bottom = around_all([each.extent for each in row])
        scenes += [draw(each, look, (left, top, right, bottom)) for each in row]
    return scenes


def named(scene: Scene, name: str, look: Look) -> Scene:
    """The panel with a line above it."""
    theme = look.theme
    page = Page(look, scene.width)
    page.text(name, theme.legend_size, strong=True)
    below = Group(0, page.y - theme.margin / 2, 1, scene.shapes)
    height = ceil(page.y - theme.margin / 2 + scene.height)
    return replace(scene, height=height, shapes=(*page.shapes, below))


def columns_of(scenes: Sequence[Scene]) -> int:
    """The number of columns whose grid comes nearest to the wanted shape and leaves few cells empty."""
    wide = max(each.width for each in scenes)

    def badness(columns: int) -> float:
        rows = [scenes[start : start + columns] for start in range(0, len(scenes), columns)]
        tall = sum(max(each.height for each in row) for row in rows)
        empty = columns - len(rows[-1])
        return abs(log(columns * wide / tall / STRIP_ASPECT)) + 1.5 * empty / columns

    return min(range(1, len(scenes) + 1), key=badness)


def grid(
    scenes: Sequence[Scene],
    labels: Sequence[str],
    columns: int,
    key: tuple[Entry, ...],
    look: Look,
    words: tuple[str, str],
) -> Scene:
    """Panels in rows, title above, one legend below; `words` are heading and description."""
    theme, size = look.theme, look.theme.caption_size
    lines = [shape(each, look.lang, True, theme.font) for each in labels]
    gutter = ceil(max(each.width for each in lines) * size / 1000)  # beside the panels, so that nothing lies below
    wide = gutter + max(each.width for each in scenes)
    columns = min(columns, len(scenes))
    room = max(columns * wide + theme.margin, theme.least_width, *(each.width + 2 * theme.margin for each in key))
    page = Page(look, ceil(room))
    page.heading()
    left = (page.width - columns * wide) / 2
    for start in range(0, len(scenes), columns):
        row = scenes[start : start + columns]
        for i, (scene, line) in enumerate(zip(row, lines[start:], strict=False)):
            x, y = left + i * wide, round(page.y)
            page.shapes.append(Group(round(x + gutter + (wide - gutter - scene.width) / 2), y, 1, scene.shapes))
            if line.text:
                page.shapes.append(Text(line, round(x + theme.margin / 2), y + size * 1.3, size, theme.text))
        page.y += max(each.height for each in row)
    page.legend(key)
    return page.scene(titled(words[0], look), words[1])
