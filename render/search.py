"""Plan + law → a pose for every tile.

The search goes arm by arm, nearest first, takes the first pose that fits and goes back where none does. Same
plan, same poses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..engine.layout import Port
from .geometry import Box, Heading, Point, moved
from .joining import HALF, Pose, ahead_of, from_side, from_single, in_crowd, lay, lay_double
from .plan import Plan, ports_of

CLEARANCE = 2
"""Units kept free in front of an open port, for its mark."""
BRANCH_LIMIT = 18
"""Units above and below the first row at which a branch prefers to turn, unless the table's height says so."""


class End(NamedTuple):
    """A port's place: the middle of its edge and the way out."""

    point: Point
    heading: Heading


@dataclass(frozen=True, slots=True)
class Law:
    """How strict a search is: the table's edges if it has any, room kept for whole pending arms, room for marks.

    `edge` is 0 for straight joints and corners only, else the least edge of a joint. `by_arms` lays one
    arm after another, which looks orderly; else the tile with the fewest poses left comes next, which finds
    room in a crowd. `budget` is the number of poses tried.
    """

    table: Box | None
    corridors: bool
    clearance: bool
    edge: int
    by_arms: bool
    budget: int
    soft: bool = True

    def room(self, point: Point, heading: Heading) -> int | None:
        """Units from a point to the edge that way; None where there is no edge.

        A `soft` law lets branches turn at BRANCH_LIMIT, and go beyond it.
        """
        if not heading.horizontal and self.soft:
            return BRANCH_LIMIT - point.y * heading.step.y
        if self.table is None:
            return None
        left, top, right, bottom = self.table.left, self.table.top, self.table.right, self.table.bottom
        return (right - point.x, bottom - point.y, point.x - left, point.y - top)[heading]


class _Lean(NamedTuple):
    """What an arm remembers: where it goes after a vertical step, and on which side it makes its rows."""

    swing: Heading | None
    drift: Heading


class Search:
    """One search under one law; `run` gives a pose for every tile or None."""

    def __init__(self, plan: Plan, law: Law) -> None:
        self.plan = plan
        self.law = law
        self.left = law.budget
        self.poses: list[Pose | None] = [None] * len(plan.placements)
        self.leans: list[_Lean] = [_Lean(None, Heading.SOUTH)] * len(plan.placements)
        self.zones: list[tuple[Box, int]] = []
        self.put: list[tuple[int, Box]] = []

    def run(self) -> list[Pose] | None:
        """The poses by number of the tile, or None when there are none or the budget is spent."""
        west = Point(-1 if self.plan.placements[0].tile.is_double else -2, 0)
        root = lay_double if self.plan.placements[0].tile.is_double else _lay_east
        self._take(0, root(west, Heading.EAST), _Lean(None, Heading.SOUTH))
        self.zones.extend(self._zones(0))
        if not self._extend(tuple(self.plan.kids[0].values())):
            return None
        return [pose for pose in self.poses if pose is not None]

    def _take(self, i: int, pose: Pose, lean: _Lean) -> None:
        self.poses[i] = pose
        self.leans[i] = lean
        self.put.append((i, pose.box))

    def _extend(self, frontier: tuple[int, ...]) -> bool:
        """Place the tiles of the frontier, each joined to one that lies, and all beyond them."""
        if not frontier:
            return True
        i, options = self._choose(frontier)
        onward = self.plan.onward(i)
        rest = tuple(each for each in frontier if each != i)
        kids = tuple(kid for kid in self.plan.kids[i].values() if kid != onward)
        beyond = (*rest, *kids) if onward is None else (onward, *rest, *kids)
        for pose, lean in options:
            self.left -= 1
            if self.left < 0:
                return False
            if not self._fits(i, pose):
                continue
            self._take(i, pose, lean)
            zones = self._zones(i)
            if self._zones_fit(i, zones):
                self.zones.extend(zones)
                if self._extend(beyond):
                    return True
                del self.zones[len(self.zones) - len(zones) :]
            self.put.pop()
            self.poses[i] = None
        return False

    def _choose(self, frontier: tuple[int, ...]) -> tuple[int, Iterable[tuple[Pose, _Lean]]]:
        """The tile to place next and its poses: arm by arm, in a crowd the one with the fewest poses."""
        if self.law.by_arms:
            return frontier[0], self._options(frontier[0])
        best: tuple[int, list[tuple[Pose, _Lean]]] | None = None
        for i in frontier:
            options = [each for each in self._options(i) if self._fits(i, each[0])]
            if best is None or len(options) < len(best[1]):
                best = i, options
            if not options:
                break
        assert best is not None
        return best

    def _options(self, i: int) -> Iterator[tuple[Pose, _Lean]]:
        """The poses of tile `i`, best first."""
        here = self.plan.placements[i]
        parent, port = here.parent or 0, here.parent_port
        above, pose = self.plan.placements[parent], self.poses[parent]
        assert pose is not None and port is not None
        starts = above.port is None or port.is_branch
        if above.port is None and not port.is_branch:
            pose = _seen_from(pose, port)
        side = branch_side(pose.heading, port) if port.is_branch else pose.heading
        lean = _first_lean(side, pose.last) if starts else self.leans[parent]
        ways = self._ways(side, lean, pose.last)
        if above.tile.is_double:
            yield from _leaning(lean, side, from_side(pose, side, here.tile.is_double))
        else:
            yield from _leaning(lean, side, from_single(pose, here.tile.is_double, ways[:1] if starts else ways))
        if self.law.edge:
            sides = (side,) if above.tile.is_double else ways
            crowd = in_crowd(pose, above.tile.is_double, sides, here.tile.is_double, self.law.edge)
            yield from _leaning(lean, side, crowd)

    def _ways(self, ahead: Heading, lean: _Lean, last: Point) -> tuple[Heading, ...]:
        """The three headings an arm may take next, best first."""
        if ahead.horizontal:
            return (ahead, lean.drift, lean.drift.back)
        if lean.swing is not None:
            return (lean.swing, ahead, lean.swing.back)
        room = self.law.room(last, ahead)
        if room is None or room >= 5:
            return (ahead, ahead.right, ahead.left)
        return (ahead.right, ahead.left, ahead)

    def _fits(self, i: int, pose: Pose) -> bool:
        """Whether the tile keeps to the page, to its gap, and off the room kept for others."""
        box, table, parent = pose.box, self.law.table, self.plan.placements[i].parent
        if table is not None and not box.inside(table):
            return False
        for other, taken in self.put:
            if other != parent and box.near(taken, 1):
                return False
        return not any(owner != i and self._pending(owner) and box.near(zone) for zone, owner in self.zones)

    def _pending(self, owner: int) -> bool:
        return owner < 0 or self.poses[owner] is None

    def _zones(self, i: int) -> list[tuple[Box, int]]:
        """The room to keep in front of the ports of tile `i`: for marks (-1) and for arms still to come."""
        each = self.plan.placements[i]
        found = []
        onward = self.plan.onward(i)
        for port in ports_of(each):
            kid = self.plan.kids[i].get(port, -1)
            if port == each.port or (kid >= 0 and kid == onward) or (kid < 0 and not self.law.clearance):
                continue
            end = end_of(self.plan, self.poses, i, port)
            found.append((self._zone(end, kid), kid))
        return found

    def _zone(self, end: End, kid: int) -> Box:
        if kid < 0:
            return ahead_of(end.point, end.heading, CLEARANCE)
        if not self.law.corridors:
            return ahead_of(end.point, end.heading, 4 if self.law.by_arms else 2)
        length, room = self.plan.length(kid), self.law.room(end.point, end.heading)
        if room is not None:
            length = min(length, max(4, room))
        return ahead_of(end.point, end.heading, length, 2)

    def _zones_fit(self, i: int, zones: list[tuple[Box, int]]) -> bool:
        """Whether the room for tile `i` is free and not promised to others."""
        for zone, _ in zones:
            if any(other != i and zone.near(box) for other, box in self.put):
                return False
            if any(self._pending(owner) and zone.near(kept) for kept, owner in self.zones):
                return False
        return True


def _lay_east(contact: Point, joint: Heading) -> Pose:
    return lay(contact, joint, joint)


def _seen_from(pose: Pose, port: Port) -> Pose:
    """The set tile's pose as the arm at `port` sees it: both its arms leave it outwards."""
    if port in (Port.HIGH, Port.CHAIN_B):
        return pose
    return pose._replace(heading=pose.heading.back, first=pose.last, last=pose.first)


def branch_side(heading: Heading, port: Port) -> Heading:
    """Branch A leaves to the north or west, branch B to the other side."""
    side = Heading.NORTH if heading.horizontal else Heading.WEST
    return side if port == Port.BRANCH_A else side.back


def end_of(plan: Plan, poses: Sequence[Pose | None], i: int, port: Port) -> End:
    """The place of a port of a tile that lies; for a joined port, that of the joint."""
    pose, placement = poses[i], plan.placements[i]
    assert pose is not None
    if port == placement.port:
        return End(pose.contact, pose.joint.back)
    kid = plan.kids[i].get(port, -1)
    joined = poses[kid] if kid >= 0 else None
    if port.is_branch:
        way, reach = branch_side(pose.heading, port), HALF
    else:
        pose = _seen_from(pose, port) if placement.port is None else pose
        way, reach = pose.heading, 1
    # At a corner the joint is not at the end of the half: the tile that turned knows its place.
    return End(moved(pose.last, way, reach) if joined is None else joined.contact, way)


def _first_lean(heading: Heading, start: Point) -> _Lean:
    """How an arm begins: away from the first row, or, on it, east arms below it and west arms above."""
    if not heading.horizontal:
        return _Lean(None, heading)
    if start.y:
        return _Lean(None, Heading.SOUTH if start.y > 0 else Heading.NORTH)
    return _Lean(None, heading.right)


def _leaning(lean: _Lean, before: Heading, found: Iterable[Pose]) -> Iterator[tuple[Pose, _Lean]]:
    """Each pose with what its arm remembers after it."""
    for pose in found:
        if pose.heading == before:
            yield pose, lean
        elif pose.heading.horizontal:
            yield pose, _Lean(None, lean.drift)
        else:
            yield pose, _Lean(before.back, pose.heading)
