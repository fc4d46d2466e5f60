"""Positions of a chapter → boards: the tiles in the places they have at the end, and what every moment adds.

A board names parts, each of which is drawn once a page by the renderer; the page lays them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ..engine.layout import Layout, Placement, Position
from ..engine.tiles import Tile
from ..render.arrange import Placed, arrange
from ..render.draw import Extent, around_all, drawing
from ..render.geometry import Box, Heading, Point
from ..render.legend import mark_shapes
from ..render.look import Look
from ..render.marks import mark_at
from ..render.scene import Shape
from ..render.theme import Theme
from ..render.tiling import single_tile, tile_back

ASPECT = 1.5
"""Width divided by height that the table keeps to, so that it also fits a phone."""
STAGES = (7, 15)
"""Numbers of tiles up to which the table is shown nearer."""
MARGIN = 10
"""User units around tiles and marks."""
COLOURS = tuple(each.name for each in fields(Theme) if str(each.default).startswith("#"))
"""The fields of a theme that are colours; in a page they are CSS properties of the same names."""


def property_of(colour: str) -> str:
    """The CSS property of a colour of the theme: `--tile-edge`."""
    return "--" + colour.replace("_", "-")


_COLOURED: dict[str, Any] = {each: f"var({property_of(each)})" for each in COLOURS}
PAGE_THEME = Theme(name="page", **_COLOURED)
"""Sizes of the default theme; its colours are the page's."""


Box4 = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(slots=True)
class Laid:
    """A tile on a board: how it lies, its left and top, and from which number of tiles on it branches (0: never)."""

    placement: Placement
    way: str
    left: float
    top: float
    branches: int = 0


@dataclass(slots=True)
class Board:
    """One layout as it grew: its tiles in order of play, and what is shown of the table up to a number of tiles."""

    tiles: list[Laid]
    boxes: list[tuple[int, Box4]]


@dataclass(slots=True)
class View:
    """What a moment shows of a board: the number of tiles, and the marks as x, y and value (None: a dot)."""

    board: int
    count: int
    marks: list[tuple[float, float, int | None]]


class Parts:
    """The parts a page needs, by name."""

    def __init__(self, theme: Theme = PAGE_THEME) -> None:
        self.look = Look(theme=theme)
        self.shapes: dict[str, Sequence[Shape]] = {"dot": mark_shapes(mark_at(0, 0, None, self.look), 0, 0, self.look)}
        self.shapes["back"] = tile_back(self.look)

    def tile(self, placed: Placed) -> str:
        """Enter a tile as it lies, with what may lie below and over it.

        Returns its way: l for lying or s for standing, then r where the high half comes first.
        """
        tile = placed.placement.tile
        lies = way = "l" if placed.box.width > placed.box.height else "s"
        if (placed.low.x, placed.low.y) > (placed.high.x, placed.high.y) and not tile.is_double:
            way += "r"
        name = f"t{tile.low}-{tile.high}{way}"
        if name not in self.shapes:
            self.shapes[name], extras = single_tile(placed, self.look)
            for extra, shape in extras.items():
                self.shapes[f"{extra}-{lies}"] = [shape]
        return way

    def upright(self, tile: Tile) -> None:
        """Enter a tile as a hand shows it."""
        placement = Placement(tile, None, None, None)
        self.tile(Placed(placement, Box(0, 0, 2, 4), Heading.SOUTH, Point(1, 1), Point(1, 3), {}))

    def mark(self, value: int | None) -> None:
        """Enter the badge of a number."""
        if value is not None:
            self.shapes.setdefault(f"m{value}", mark_shapes(mark_at(0, 0, value, self.look), 0, 0, self.look))


def lay(positions: Sequence[Position | None], parts: Parts) -> tuple[list[Board], list[View | None]]:
    """The boards of a chapter, and the view of every position; None where none is known.

    Raises RenderError for a layout that cannot be drawn.
    """
    boards: list[Board] = []
    views: list[View | None] = [None] * len(positions)
    for run in _runs(positions):
        board, found = _board([each for _, each in run], len(boards), parts)
        boards.append(board)
        for (number, _), view in zip(run, found, strict=True):
            views[number] = view
    return boards, views


def _runs(positions: Sequence[Position | None]) -> Iterator[list[tuple[int, Position]]]:
    """The known positions with their numbers, cut where one does not begin the next."""
    run: list[tuple[int, Position]] = []
    for number, each in enumerate(positions):
        if each is None:
            continue
        if run and not _begins(run[-1][1].layout, each.layout):
            yield run
            run = []
        run.append((number, each))
    if run:
        yield run


def _begins(earlier: Layout, later: Layout) -> bool:
    def joints(layout: Layout) -> list[tuple[Any, ...]]:
        return [(each.tile, each.parent, each.parent_port, each.port) for each in layout]

    return joints(later)[: len(earlier)] == joints(earlier)


def _board(positions: Sequence[Position], number: int, parts: Parts) -> tuple[Board, list[View]]:
    whole = arrange(positions[-1].layout, aspect=ASPECT, calm=True)
    board = Board([], [])
    views: list[View] = []
    extents: list[tuple[int, Extent]] = []
    for each in positions:
        place = whole.before(each.layout)
        assert place is not None
        made = drawing(place, each, parts.look)
        extents.append((len(each.layout), made.extent))
        for mark in made.marks:
            parts.mark(mark.value)
        marks = [(short(mark.x), short(mark.y), mark.value) for mark in made.marks]
        views.append(View(number, len(each.layout), marks))
    for placed in whole.placed:
        box, unit = placed.box, PAGE_THEME.unit
        laid = Laid(placed.placement, parts.tile(placed), short(box.left * unit), short(box.top * unit))
        board.tiles.append(laid)
    _branching(board, positions)
    most = len(whole.placed)
    for stage in (*(each for each in STAGES if each < most), most):
        board.boxes.append((stage, _box([extent for count, extent in extents if count <= stage] or [extents[0][1]])))
    return board, views


def _box(extents: list[Extent]) -> Box4:
    left, top, right, bottom = around_all(extents)
    wide, tall = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    return short(left - MARGIN), short(top - MARGIN), short(wide), short(tall)


def _branching(board: Board, positions: Sequence[Position]) -> None:
    """Enter from which number of tiles on a double branches."""
    for position in positions:
        for i, placement in enumerate(position.layout):
            if placement.spinner and not board.tiles[i].branches:
                board.tiles[i].branches = len(position.layout)


def short(number: float) -> float:
    """At most one decimal; whole numbers without any."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded
