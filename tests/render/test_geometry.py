"""Boxes and headings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.render.geometry import Box, Heading, Point, around, box_at, moved

boxes = st.builds(Box, st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([2, 4]), st.sampled_from([2, 4]))


def cells(box: Box) -> set[tuple[int, int]]:
    """The unit squares a box covers: the slow but sure way to compare two boxes."""
    return {(x, y) for x in range(box.left, box.right) for y in range(box.top, box.bottom)}


@given(boxes, boxes, st.integers(0, 3))
def test_near_is_an_overlap_of_the_grown_box(one: Box, other: Box, margin: int) -> None:
    grown = Box(one.left - margin, one.top - margin, one.width + 2 * margin, one.height + 2 * margin)
    assert one.near(other, margin) == bool(cells(grown) & cells(other)) == other.near(one, margin)


@given(boxes, boxes)
def test_contact_counts_the_unit_edges_two_boxes_share(one: Box, other: Box) -> None:
    sides = {(x + dx, y + dy) for x, y in cells(one) for dx, dy in (way.step for way in Heading)}
    shared = 0 if cells(one) & cells(other) else len(sides & cells(other))
    assert one.contact(other) == (shared if not one.near(other) else 0)


@pytest.mark.parametrize("way", Heading)
def test_four_quarter_turns_come_back(way: Heading) -> None:
    assert way.right.right == way.back == way.left.left
    assert way.right.left == way
    assert way.right.horizontal != way.horizontal
    assert moved(moved(Point(3, 4), way, 5), way.back, 5) == Point(3, 4)


def test_boxes_around() -> None:
    assert around(()) == Box(0, 0, 0, 0)
    assert around((box_at(Point(0, 0), 4, 2), box_at(Point(5, 3), 2, 4))) == Box(-2, -1, 8, 6)
    assert box_at(Point(5, 3), 2, 4).centre == Point(5, 3)
