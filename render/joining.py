"""How a tile may lie against the tile it joins: the geometry of one joint.

A tile runs straight on, or turns at the side of the outer half before it, as at the corner of a table; a
double lies crosswise and straight on. These joints share an edge of two units. In a crowd any pose will do
whose joining half shares an edge with the right half and nothing else of the two tiles does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .geometry import Box, Heading, Point, box_at, moved

HALF = 2
"""Side of one half in units; a tile is HALF x 2 HALF."""


class Pose(NamedTuple):
    """Where a tile lies.

    It is joined at `contact`, on its side that faces away from `joint`. `first` is the centre of the joining
    half and `last` of the outer one (both the tile's centre for a double); `heading` is the way the arm runs
    on.
    """

    box: Box
    joint: Heading
    heading: Heading
    contact: Point
    first: Point
    last: Point

    def transposed(self) -> Pose:
        """The same pose with across and down exchanged; branch A is still to the north or west."""
        box, contact, first, last = self.box, self.contact, self.first, self.last
        return Pose(
            Box(box.top, box.left, box.height, box.width), self.joint.transposed, self.heading.transposed,
            Point(contact.y, contact.x), Point(first.y, first.x), Point(last.y, last.x),
        )  # fmt: skip


def lay(contact: Point, joint: Heading, heading: Heading) -> Pose:
    """A single joined at `contact` in the direction `joint`, its outer half towards `heading`."""
    first = moved(contact, joint, 1)
    last = moved(first, heading, HALF)
    left, top = min(first.x, last.x) - 1, min(first.y, last.y) - 1
    box = Box(left, top, 4, 2) if heading.horizontal else Box(left, top, 2, 4)
    return Pose(box, joint, heading, contact, first, last)


def lay_double(contact: Point, joint: Heading, slip: int = 0) -> Pose:
    """A double crosswise to `joint`, its middle `slip` units to the right of the joint."""
    centre = moved(moved(contact, joint, 1), joint.right, slip)
    width, height = (2, 4) if joint.horizontal else (4, 2)
    return Pose(box_at(centre, width, height), joint, joint, contact, centre, centre)


def from_single(pose: Pose, double: bool, ways: Sequence[Heading]) -> Iterator[Pose]:
    """The poses of a tile that joins the outer half of a single, in the order of the headings `ways`."""
    if double:
        yield lay_double(moved(pose.last, pose.heading, 1), pose.heading)
        return
    for way in ways:
        if way != pose.heading.back:
            yield lay(moved(pose.last, way, 1), way, way)


def from_side(pose: Pose, side: Heading, double: bool) -> Iterator[Pose]:
    """The pose of a tile that joins a double's far long side or, by its `side`, a short end.

    A double on a double is against the rules, but a table may have let it stand.
    """
    contact = moved(pose.last, side, 1 if side == pose.heading else HALF)
    yield lay_double(contact, side) if double else lay(contact, side, side)


def in_crowd(pose: Pose, parent_double: bool, sides: Sequence[Heading], double: bool, edge: int) -> Iterator[Pose]:
    """All poses against these `sides` of a tile that share an edge of at least `edge` units, the
    straightest first.
    """
    half = pose.box if parent_double else box_at(pose.last, HALF, HALF)
    inner = None if parent_double else box_at(pose.first, HALF, HALF)
    for slip in (0, 1, -1, 2, -2):
        for side in sides:
            reach = HALF if parent_double and side.horizontal != pose.heading.horizontal else 1
            middle = moved(pose.last, side, reach)
            if double:
                found = [lay_double(middle, side, slip)]
            else:
                contact = moved(middle, side.right, slip)
                found = [lay(contact, side, way) for way in (side, side.right, side.left)]
            yield from (each for each in found if _clean(each, half, inner, double, edge))


def _clean(pose: Pose, half: Box, inner: Box | None, double: bool, edge: int) -> bool:
    """Whether only the joining half touches `half`, by `edge` units or more, and nothing `inner`."""
    joining = pose.box if double else box_at(pose.first, HALF, HALF)
    if joining.contact(half) < edge or (inner is not None and joining.contact(inner)):
        return False
    if double:
        return True
    outer = box_at(pose.last, HALF, HALF)
    return not outer.contact(half) and (inner is None or not (outer.contact(inner) or outer.near(inner)))


def ahead_of(point: Point, heading: Heading, length: int, spread: int = 1) -> Box:
    """The box of this length in front of an edge's middle, `spread` units to either side."""
    far = moved(point, heading, length)
    left, top = min(point.x, far.x), min(point.y, far.y)
    if heading.horizontal:
        return Box(left, top - spread, length, 2 * spread)
    return Box(left - spread, top, 2 * spread, length)
