"""Points, boxes and headings on the integer grid of a figure; one tile is 4 x 2 units, y grows downwards."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the grid."""

    x: int
    y: int


class Box(NamedTuple):
    """An upright rectangle."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """The middle; whole for tiles and halves, whose sides are even."""
        return Point(self.left + self.width // 2, self.top + self.height // 2)

    def near(self, other: Box, margin: int = 0) -> bool:
        """Whether the gap to `other` is smaller than `margin` units; with 0, whether the two overlap."""
        return (
            self.left < other.left + other.width + margin
            and other.left < self.left + self.width + margin
            and self.top < other.top + other.height + margin
            and other.top < self.top + self.height + margin
        )

    def inside(self, other: Box) -> bool:
        """Whether `other` holds the whole of this box."""
        return (
            other.left <= self.left
            and other.top <= self.top
            and self.left + self.width <= other.left + other.width
            and self.top + self.height <= other.top + other.height
        )

    def contact(self, other: Box) -> int:
        """Length of the edge the two boxes share; 0 where they are apart or meet at a corner only."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(across, down) if min(across, down) == 0 else 0


class Heading(IntEnum):
    """The way an arm runs."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def step(self) -> Point:
        """One unit that way."""
        return _STEPS[self]

    @property
    def horizontal(self) -> bool:
        return self % 2 == 0

    @property
    def back(self) -> Heading:
        return _HEADINGS[(self + 2) % 4]

    @property
    def right(self) -> Heading:
        """A quarter turn clockwise."""
        return _HEADINGS[(self + 1) % 4]

    @property
    def transposed(self) -> Heading:
        """East and south exchanged, west and north."""
        return _HEADINGS[self ^ 1]

    @property
    def left(self) -> Heading:
        """A quarter turn anticlockwise."""
        return _HEADINGS[(self + 3) % 4]


_HEADINGS = tuple(Heading)
_STEPS = (Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1))


def box_at(centre: Point, width: int, height: int) -> Box:
    """The box of even sides around `centre`."""
    return Box(centre.x - width // 2, centre.y - height // 2, width, height)


def moved(point: Point, heading: Heading, units: int) -> Point:
    """`point` moved `units` that way."""
    step = _STEPS[heading]
    return Point(point.x + step.x * units, point.y + step.y * units)


def around(boxes: tuple[Box, ...]) -> Box:
    """The smallest box around all of them; an empty one at the origin if there are none."""
    if not boxes:
        return Box(0, 0, 0, 0)
    left = min(box.left for box in boxes)
    top = min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)
