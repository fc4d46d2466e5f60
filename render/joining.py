"""How a tile may lie against the tile it joins: the geometry of one joint.

Two joined halves share an edge of exactly two units, and nothing else of the two tiles shares an edge. A tile runs
straight on, or turns at the side of the outer half before it, as at the corner of a table. A double lies crosswise
and straight on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .geometry import Box, Heading, Point, box_at, moved

HALF = 2
"""Side of one half in units; a tile is HALF x 2 HALF."""


class Pose(NamedTuple):
    """Where a tile lies.

    `contact` is the middle of the joint, `first` the centre of the joining half and `last` of the outer one (both
    the tile's centre for a double), `heading` the way the arm runs on from here.
    """

    box: Box
    heading: Heading
    contact: Point
    first: Point
    last: Point


def lay(contact: Point, joint: Heading, heading: Heading) -> Pose:
    """A single joined at `contact` in the direction `joint`, its outer half towards `heading`."""
    first = moved(contact, joint, 1)
    last = moved(first, heading, HALF)
    left, top = min(first.x, last.x) - 1, min(first.y, last.y) - 1
    width, height = (4, 2) if heading.horizontal else (2, 4)
    return Pose(Box(left, top, width, height), heading, contact, first, last)


def lay_double(contact: Point, joint: Heading, aside: int = 0) -> Pose:
    """A double crosswise to `joint`, its middle `aside` units to the right of the joint."""
    centre = moved(moved(contact, joint, 1), joint.right, aside)
    width, height = (2, 4) if joint.horizontal else (4, 2)
    return Pose(box_at(centre, width, height), joint, contact, centre, centre)


def from_single(pose: Pose, double: bool, ways: Sequence[Heading], loose: bool) -> Iterator[Pose]:
    """The poses of a tile that joins the outer half of a single, in the order of the headings `ways`.

    `loose` adds what a crowded table needs: a corner one half later, a step aside, a double moved by one unit.
    """
    half, ahead = pose.last, pose.heading
    if double:
        yield lay_double(moved(half, ahead, 1), ahead)
    else:
        for way in ways:
            if way != ahead.back:
                yield lay(moved(half, way, 1), way, way)
    if not loose:
        return
    for way in ways:
        if way in (ahead, ahead.back):
            continue
        if double:
            outward = -1 if way.right == ahead.back else 1
            yield lay_double(moved(half, way, 1), way, outward)
            yield lay_double(moved(half, ahead, 1), ahead, 1 if way == ahead.right else -1)
        else:
            yield lay(moved(half, ahead, 1), ahead, way)
            yield lay(moved(half, way, 1), way, ahead)


def from_chain(pose: Pose, ways: Sequence[Heading], loose: bool) -> Iterator[Pose]:
    """The poses of a single that joins the far long side of a double; `loose` lets it lean on one half of it."""
    ahead = pose.heading
    contact = moved(pose.last, ahead, 1)
    yield lay(contact, ahead, ahead)
    if loose:
        for way in ways:
            if way not in (ahead, ahead.back):
                yield lay(moved(contact, way, 1), ahead, way)
                yield lay(moved(contact, way, 1), ahead, ahead)


def from_branch(pose: Pose, side: Heading, ways: Sequence[Heading], loose: bool) -> Iterator[Pose]:
    """The poses of a single that joins a double's short end on this `side`; `loose` lets it turn at once."""
    contact = moved(pose.last, side, HALF)
    yield lay(contact, side, side)
    if loose:
        for way in ways:
            if way not in (side, side.back):
                yield lay(contact, side, way)


def ahead_of(point: Point, heading: Heading, length: int, spread: int = 1) -> Box:
    """The box of this length in front of an edge's middle, `spread` units to either side."""
    far = moved(point, heading, length)
    left, top = min(point.x, far.x), min(point.y, far.y)
    if heading.horizontal:
        return Box(left, top - spread, length, 2 * spread)
    return Box(left - spread, top, 2 * spread, length)
