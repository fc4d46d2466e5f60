"""The poses of one joint."""

from __future__ import annotations

import pytest

from goti.render.geometry import Box, Heading, Point, box_at
from goti.render.joining import HALF, Pose, from_side, from_single, in_crowd, lay, lay_double

WAYS = tuple(Heading)


def halves(pose: Pose) -> tuple[Box, Box]:
    return box_at(pose.first, HALF, HALF), box_at(pose.last, HALF, HALF)


@pytest.mark.parametrize("ahead", Heading)
def test_a_single_runs_on_or_turns_at_the_outer_half(ahead: Heading) -> None:
    before = lay(Point(0, 0), ahead, ahead)
    inner, outer = halves(before)
    poses = list(from_single(before, False, WAYS))
    assert {pose.heading for pose in poses} == set(Heading) - {ahead.back}
    for pose in poses:
        joining, free = halves(pose)
        assert joining.contact(outer) == HALF
        assert not (pose.box.contact(inner) or free.contact(outer) or pose.box.near(before.box))


@pytest.mark.parametrize("ahead", Heading)
def test_a_double_lies_crosswise_straight_on(ahead: Heading) -> None:
    before = lay(Point(0, 0), ahead, ahead)
    (pose,) = from_single(before, True, WAYS)
    assert pose.heading == ahead
    assert (pose.box.width == HALF) == ahead.horizontal
    assert pose.box.contact(before.box) == HALF


@pytest.mark.parametrize("side", [Heading.EAST, Heading.SOUTH, Heading.NORTH])
def test_a_double_is_joined_at_its_far_side_and_at_its_short_ends(side: Heading) -> None:
    double = lay_double(Point(0, 0), Heading.EAST)
    (pose,) = from_side(double, side, False)
    assert pose.heading == side
    assert pose.box.contact(double.box) == HALF


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("parent_double", [False, True])
@pytest.mark.parametrize("edge", [1, 2])
def test_in_a_crowd_only_the_joining_half_touches(parent_double: bool, double: bool, edge: int) -> None:
    make = lay_double if parent_double else lambda contact, joint: lay(contact, joint, joint)
    before = make(Point(0, 0), Heading.EAST)
    sides = (Heading.EAST,) if parent_double else (Heading.EAST, Heading.SOUTH, Heading.NORTH)
    poses = list(in_crowd(before, parent_double, sides, double, edge))
    assert len(poses) == len(set(poses)) > 0
    for pose in poses:
        half = pose.box if double else halves(pose)[0]
        target = before.box if parent_double else halves(before)[1]
        assert half.contact(target) >= edge
        assert pose.box.contact(before.box) == half.contact(target)
        assert not pose.box.near(before.box)
