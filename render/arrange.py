"""Layout → Arrangement: a place on the grid for every tile.

The set tile lies in the middle, its low half or chain A to the west. Arms run straight and turn, inside the
page, as players at a small table turn them; a branch leaves its spinner at a short end. Tiles that are not
joined keep a gap of at least one unit. If one law gives no arrangement, the next, looser one is tried. Same
layout, same arrangement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..engine.errors import UndrawnError
from ..engine.layout import Layout, Placement, Port
from ..engine.tiles import Tile
from .geometry import Box, Heading, Point, around, moved
from .joining import Pose
from .plan import Plan, ports_of
from .search import End, Law, Search, branch_side, end_of
from .shape import shaped

DEFAULT_WIDTH = 44
"""Units: eleven tiles in a row."""
_WIDER = 1.15
"""How many times as wide the next table is, where one is too narrow."""
_HIGH = 100000
"""More units than any table needs."""


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
    poses: tuple[Pose, ...] = field(default=(), repr=False, compare=False)

    def holder(self, tile: Tile, port: Port) -> Placed:
        """The placed tile that has this port. Raises RenderError when there is none."""
        for each in self.placed:
            if each.placement.tile == tile and port in each.ends:
                return each
        raise UndrawnError("no-end", tile=tile, port=port.word)

    def before(self, layout: Layout) -> Arrangement | None:
        """An earlier layout with its tiles in the same places; None where it does not begin this one."""
        count = len(layout)
        if count > len(self.placed) or any(
            _joint_of(one) != _joint_of(other.placement) for one, other in zip(layout, self.placed, strict=False)
        ):
            return None
        return _arrangement(Plan(layout), self.poses[:count])


def check_table(max_width: int | None, aspect: float | None) -> None:
    """Raise RenderError for a width or an aspect of the table that cannot be meant."""
    if max_width is not None and not 2 <= max_width <= 1000:
        raise UndrawnError("max-width", found=max_width)
    if aspect is not None and not 0.25 <= aspect <= 4:
        raise UndrawnError("aspect", found=f"{aspect:g}")


def arrange(
    layout: Layout, *, max_width: int | None = None, aspect: float | None = None, calm: bool = False
) -> Arrangement:
    """Place all tiles of `layout` within `max_width` units (default 44), or little wider where they cannot fit.

    With `aspect` (width divided by height, 1/4 to 4) arms also turn to keep the tiles to about that shape; up to seven
    tiles need not, and with `calm` nothing that fits on a small table without a turn. Raises RenderError for a tree
    that is not a legal layout, for an aspect or width that cannot be meant, and where no law finds room.
    """
    check_table(max_width, aspect)
    if not layout.placements:
        return Arrangement((), Box(0, 0, 0, 0))
    plan = Plan(layout)
    poses = None if aspect is None else shaped(plan, aspect, max_width, calm)
    if poses is not None:
        return _arrangement(plan, poses)
    for law in _laws(DEFAULT_WIDTH if max_width is None else max_width, plan.longest()):
        poses = Search(plan, law).run()
        if poses is not None:
            return _arrangement(plan, poses)
    raise UndrawnError("no-room", count=len(layout))


def _laws(width: int, longest: int) -> Iterator[Law]:
    """The laws to try, the best picture first: tables of this width, then wider ones, then no edges at all.

    Room for every mark is worth a table one step wider.
    """
    width -= width % 2  # tiles leave a unit over at the edge
    table, last = _table(width), False
    yield from _roomy(table)
    while not last:
        last = width >= longest
        width = max(width + 2, int(width * _WIDER) // 2 * 2)
        wider = _table(width)
        yield from _roomy(wider)
        yield from _crowds(table, (2, 1), 300, clearance=False)
        table = wider
    yield Law(None, corridors=True, clearance=True, edge=0, by_arms=True, budget=400)
    for clearance in (True, False):
        yield from _crowds(None, (2, 1), 300, clearance=clearance)
    for clearance in (True, False):
        yield from _crowds(None, (1,), 20000, clearance=clearance)


def _table(width: int) -> Box:
    return Box(-width // 2, -_HIGH // 2, width // 2 * 2, _HIGH)


def _roomy(table: Box) -> Iterator[Law]:
    """The laws that keep room for every mark."""
    yield Law(table, corridors=True, clearance=True, edge=0, by_arms=True, budget=400)
    yield Law(table, corridors=True, clearance=True, edge=2, by_arms=True, budget=400)
    yield Law(table, corridors=False, clearance=True, edge=0, by_arms=True, budget=400)
    yield from _crowds(table, (2, 1), 300, clearance=True)


def _crowds(table: Box | None, edges: tuple[int, ...], budget: int, *, clearance: bool) -> Iterator[Law]:
    """The laws for a crowded table."""
    for edge in edges:
        yield Law(table, corridors=False, clearance=clearance, edge=edge, by_arms=False, budget=budget)


def _joint_of(placement: Placement) -> tuple[Tile, int | None, Port | None, Port | None]:
    """What its place depends on: whether a double branches may be known only later."""
    return placement.tile, placement.parent, placement.parent_port, placement.port


def _arrangement(plan: Plan, poses: Sequence[Pose]) -> Arrangement:
    placed = tuple(_placed(plan, i, poses) for i in range(len(poses)))
    return Arrangement(placed, around(tuple(each.box for each in placed)), tuple(poses))


def _placed(plan: Plan, i: int, poses: Sequence[Pose]) -> Placed:
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
