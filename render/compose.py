"""Several positions → one figure: a worked sequence, two readings side by side, the contact sheet of a round.

The panels of a sequence show every tile in the place it has in the last one, on pages of one size, so that the
eye follows what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, log

from ..engine.errors import RenderError
from ..engine.layout import Position
from ..engine.messages import message
from .arrange import Arrangement, arrange
from .describe import describe
from .draw import Drawing, Page, around_all, draw, drawing
from .legend import KINDS, Entry, legend
from .lettering import shape
from .look import Look
from .marks import Ends
from .scene import Group, Scene, Shape, Text

STRIP_ASPECT = 1.5
"""Width divided by height that a strip comes nearest to."""
A4 = (794, 1123)
"""User units of a contact sheet's page: 210 x 297 mm."""
_SHEET_COLUMNS, _SHEET_GAP = 3, 10


def follow(
    positions: Sequence[Position], *, max_width: int | None = None, aspect: float | None = None
) -> list[Arrangement]:
    """An arrangement for each position, in the places of the last one where it begins that one."""
    last = arrange(positions[-1].layout, max_width=max_width, aspect=aspect) if positions else None
    found = []
    for each in positions:
        kept = last and last.before(each.layout)
        found.append(kept or arrange(each.layout, max_width=max_width, aspect=aspect))
    return found


def frames(
    positions: Sequence[Position], look: Look, *, max_width: int | None = None, aspect: float | None = None
) -> list[Scene]:
    """One figure a position, all with the same room and the tiles in the same places."""
    made = _drawings(positions, look, max_width, aspect)
    if not made:
        return []
    extent, kinds = around_all([each.extent for each in made]), _kinds(made, look)
    scenes = [draw(each, look, extent, kinds) for each in made]
    tallest = max(each.height for each in scenes)
    return [replace(each, height=tallest) for each in scenes]


def _kinds(made: Sequence[Drawing], look: Look) -> tuple[str, ...]:
    """The kinds of marks of all of them, in the legend's order."""
    have = {kind for each in made for kind in each.kinds(look)}
    return tuple(kind for kind in KINDS if kind in have)


def _key(made: Sequence[Drawing], panel: Look, look: Look) -> tuple[Entry, ...]:
    """One legend for all of them."""
    return legend(_kinds(made, panel), look.but(title=None)) if look.legend else ()


def _drawings(positions: Sequence[Position], look: Look, max_width: int | None, aspect: float | None) -> list[Drawing]:
    places = follow(positions, max_width=max_width, aspect=aspect)
    return [drawing(place, each, look) for place, each in zip(places, positions, strict=True)]


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

    `numbers` are the steps' numbers (default: from 1). Raises RenderError for no position, and as `figure`.
    """
    if not positions:
        raise RenderError("a strip needs at least one step with a known position")
    panel = _panel_look(look)
    made = _drawings(positions, panel, max_width, aspect)
    wide = columns or columns_of(frames(positions, panel, max_width=max_width, aspect=aspect))
    scenes = _rows(made, wide, panel)
    labels = [str(each) for each in numbers or range(1, len(scenes) + 1)]
    texts = [
        f"{number}: {describe(each, look.lang, 'heading')}. {describe(each, look.lang, 'short')}"
        for number, each in zip(labels, positions, strict=True)
    ]
    heading = message(look.lang, "figure.strip", count=len(scenes))
    return grid(
        scenes, [look.digits(each) for each in labels], wide, _key(made, panel, look), look, (heading, " ".join(texts))
    )


def beside(
    one: Position, other: Position, names: tuple[str, str], look: Look, *,
    max_width: int | None = None, aspect: float | None = None,
) -> Scene:  # fmt: skip
    """One layout under two readings, side by side; the ends that count differently have a second ring."""
    ends = differing(one, other)
    place = arrange(one.layout, max_width=max_width, aspect=aspect)
    panel = _panel_look(look).but(placed=look.placed)
    found = _same_places(place, (one, other), ends, panel)
    extent = around_all([each.extent for each in found])
    scenes = [_named(draw(each, panel, extent), name, panel) for each, name in zip(found, names, strict=True)]
    text = " ".join(
        f"{name}: {describe(each, look.lang, 'short')}" for name, each in zip(names, (one, other), strict=True)
    )
    return grid(scenes, ["", ""], 2, _key(found, panel, look), look, (describe(one, look.lang, "heading"), text))


def differing(one: Position, other: Position) -> Ends:
    """The ends that add something else under the other reading, or count under one only."""
    here = {(each.tile, each.port): each.value for each in one.counted}
    there = {(each.tile, each.port): each.value for each in other.counted}
    return frozenset(end for end in here.keys() | there.keys() if here.get(end) != there.get(end))


def sheet(
    positions: Sequence[Position],
    captions: Sequence[str],
    look: Look,
    *,
    max_width: int | None = None,
    aspect: float | None = None,
) -> list[Scene]:
    """The contact sheet of a sequence: pages of A4, three small figures in a row, a caption above each.

    All tiles of a sheet are equally long. Raises RenderError as `figure`.
    """
    if not positions:
        return []
    panel = _panel_look(look)
    made = _rows(_drawings(positions, panel, max_width, aspect), _SHEET_COLUMNS, panel)
    scenes = [_named(scene, text, panel) for scene, text in zip(made, captions, strict=True)]
    wide, tall = _sheet_room(look)
    scale = min(1.0, wide / max(each.width for each in scenes), tall / max(each.height for each in scenes))
    scale = int(scale * 1000) / 1000
    pages: list[list[list[Scene]]] = [[]]
    left = tall
    for start in range(0, len(scenes), _SHEET_COLUMNS):
        row = scenes[start : start + _SHEET_COLUMNS]
        height = max(each.height for each in row) * scale
        if height > left and pages[-1]:
            pages.append([])
            left = tall
        pages[-1].append(row)
        left -= height + _SHEET_GAP
    return [_sheet_page(page, scale, look, f"{i} / {len(pages)}") for i, page in enumerate(pages, 1)]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A panel and its label at the upper left."""

    scene: Scene
    label: str


def _panel_look(look: Look) -> Look:
    """The look of one panel: no title and legend of its own, the tile placed last marked, narrow margins."""
    theme = replace(look.theme, margin=look.theme.margin / 2, least_width=look.theme.least_width * 0.8)
    return look.but(title=None, legend=False, placed=True, theme=theme)


def _rows(made: Sequence[Drawing], columns: int, look: Look) -> list[Scene]:
    """The panels, all equally wide, those of one row equally high."""
    scenes = []
    left, _, right, _ = around_all([each.extent for each in made])
    for start in range(0, len(made), columns):
        row = made[start : start + columns]
        _, top, _, bottom = around_all([each.extent for each in row])
        scenes += [draw(each, look, (left, top, right, bottom)) for each in row]
    return scenes


def _same_places(place: Arrangement, positions: Sequence[Position], ends: Ends, look: Look) -> list[Drawing]:
    found = []
    for each in positions:
        mine = place.before(each.layout) or arrange(each.layout)
        found.append(drawing(mine, each, look, ends))
    return found


def _named(scene: Scene, name: str, look: Look) -> Scene:
    """The panel with a line above it."""
    theme = look.theme
    page = Page(look, scene.width)
    page.text(name, theme.legend_size, strong=True)
    below = Group(0, page.y - theme.margin / 2, 1, scene.shapes)
    height = ceil(page.y - theme.margin / 2 + scene.height)
    return replace(scene, height=height, shapes=(*page.shapes, below))


def columns_of(scenes: Sequence[Scene]) -> int:
    """The number of columns whose grid comes nearest to the wanted shape and leaves few cells empty."""
    wide, tall = max(each.width for each in scenes), max(each.height for each in scenes)

    def badness(columns: int) -> float:
        rows = -(-len(scenes) // columns)
        empty = rows * columns - len(scenes)
        return abs(log(columns * wide / (rows * tall) / STRIP_ASPECT)) + 0.15 * empty

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
    theme = look.theme
    wide = max(each.width for each in scenes)
    columns = min(columns, len(scenes))
    room = max(columns * wide + theme.margin, theme.least_width, *(each.width + 2 * theme.margin for each in key))
    page = Page(look, ceil(room))
    page.heading()
    left = (page.width - columns * wide) / 2
    for start in range(0, len(scenes), columns):
        row = [
            _Cell(*each) for each in zip(scenes[start : start + columns], labels[start : start + columns], strict=True)
        ]
        for i, cell in enumerate(row):
            x = round(left + i * wide + (wide - cell.scene.width) / 2)
            page.shapes.extend(_cell(cell, x, page.y, look))
        page.y += max(each.scene.height for each in row)
    page.legend(key)
    return page.scene(*words)


def _cell(cell: _Cell, x: float, y: float, look: Look) -> list[Shape]:
    theme = look.theme
    shapes: list[Shape] = [Group(x, round(y), 1, cell.scene.shapes)]
    if cell.label:
        line = shape(cell.label, look.lang, True, theme.font)
        shapes.append(
            Text(line, x + theme.margin / 2, round(y) + theme.caption_size * 1.3, theme.caption_size, theme.text)
        )
    return shapes


def _sheet_room(look: Look) -> tuple[float, float]:
    """Width of one column and height of all rows on a sheet's page."""
    page = Page(look, A4[0])
    page.heading()
    margin = look.theme.margin
    return (A4[0] - 2 * margin) / _SHEET_COLUMNS, A4[1] - page.y - margin - look.theme.legend_size * 2


def _sheet_page(rows: Sequence[Sequence[Scene]], scale: float, look: Look, folio: str) -> Scene:
    theme = look.theme
    page = Page(look, A4[0])
    page.heading()
    column = _sheet_room(look)[0]
    for row in rows:
        for i, each in enumerate(row):
            x = theme.margin + i * column + (column - each.width * scale) / 2
            page.shapes.append(Group(round(x), round(page.y), scale, each.shapes))
        page.y += max(each.height for each in row) * scale + _SHEET_GAP
    foot = shape(look.digits(folio), look.lang, font=theme.font)
    x = (page.width - foot.width * theme.legend_size / 1000) / 2
    page.shapes.append(Text(foot, x, A4[1] - theme.margin, theme.legend_size, theme.muted))
    page.y = A4[1] - theme.margin
    shown = [each for row in rows for each in row]
    return page.scene(look.title or shown[0].heading, " ".join(each.description for each in shown))
