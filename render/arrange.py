"""Layout → Arrangement: a place on the grid for every tile.

The set tile lies in the middle, its low half or chain A to the west. Arms run straight and turn, inside the
page, as players at a small table turn them; a branch leaves its spinner at a short end. Tiles that are not
joined keep a gap of at least one unit. If one law gives no arrangement, the next, looser one is tried. Same
layout, same arrangement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..engine.errors import RenderError
from ..engine.layout import Layout, Placement, Port
from ..engine.tiles import Tile
from .geometry import Box, Heading, Point, around, moved
from .joining import Pose
from .plan import Plan, ports_of
from .search import End, Law, Search, branch_side, end_of

DEFAULT_WIDTH = 44
"""Units: eleven tiles in a row."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile of an arrangement: its box, the centres of its two halves, its ports.

    `heading` is the way its arm runs there; `ends` has every port, a joined one with the place of its joint.
    """

    placement: Placement
    box: Box
    heading: Heading
    low: Point
    high: Point
    ends: Mapping[Port, End]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All tiles in order of play, and the box around them."""

    placed: tuple[Placed, ...]
    bounds: Box

    def holder(self, tile: Tile, port: Port) -> Placed:
        """The placed tile that has this port. Raises RenderError when there is none."""
        for each in self.placed:
            if each.placement.tile == tile and port in each.ends:
                return each
        raise RenderError(f"{tile} has no end {port.word} on the table")


def arrange(layout: Layout, *, max_width: int | None = None) -> Arrangement:
    """Place all tiles of `layout` within `max_width` units (default 44), or wider where they cannot fit.

    Raises RenderError for a tree that is not a legal layout, and where no law finds room.
    """
    width = DEFAULT_WIDTH if max_width is None else max_width
    if not layout.placements:
        return Arrangement((), Box(0, 0, 0, 0))
    plan = Plan(layout)
    for law in _laws(width):
        poses = Search(plan, law).run()
        if poses is not None:
            placed = tuple(_placed(plan, i, poses) for i in range(len(poses)))
            return Arrangement(placed, around(tuple(each.box for each in placed)))
    raise RenderError(f"no room found for these {len(layout)} tiles")


def _laws(width: int) -> Iterator[Law]:
    """The laws to try, the best picture first."""
    yield Law(width, corridors=True, clearance=True, edge=0, by_arms=True, budget=400)
    yield Law(width, corridors=True, clearance=True, edge=2, by_arms=True, budget=400)
    yield Law(width, corridors=False, clearance=True, edge=0, by_arms=True, budget=400)
    yield from _crowds(width, (2, 1), 300)
    yield Law(None, corridors=True, clearance=True, edge=0, by_arms=True, budget=400)
    yield from _crowds(None, (2, 1), 300)
    yield from _crowds(None, (1,), 20000)


def _crowds(width: int | None, edges: tuple[int, ...], budget: int) -> Iterator[Law]:
    """The laws for a crowded table."""
    for edge in edges:
        for clearance in (True, False):
            yield Law(width, corridors=False, clearance=clearance, edge=edge, by_arms=False, budget=budget)


def _placed(plan: Plan, i: int, poses: list[Pose]) -> Placed:
    """The public form of a pose."""
    each, pose = plan.placements[i], poses[i]
    if each.tile.is_double:
        side = branch_side(pose.heading, Port.BRANCH_A)
        low, high = moved(pose.last, side, 1), moved(pose.last, side.back, 1)
    elif each.port in (None, Port.LOW):
        low, high = pose.first, pose.last
    else:
        low, high = pose.last, pose.first
    ends = {port: end_of(plan, poses, i, port) for port in ports_of(each)}
    return Placed(each, pose.box, pose.heading, low, high, ends)
