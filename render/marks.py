"""Arrangement + position → where the badges and dots of a figure go, in user units.

A mark lies just outside the end it belongs to; where another tile is in the way it moves aside, and only when
all places around the end are taken does it lie on the edge itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.layout import Contribution, Port, Position, Site
from .arrange import Arrangement, Placed
from .search import End
from .theme import Theme

Wall = tuple[float, float, float, float]
"""Left, top, right and bottom of a tile."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A circle: `value` is the number of a counted end, None for the dot of an uncounted site."""

    x: float
    y: float
    radius: float
    value: int | None


def marks(arrangement: Arrangement, position: Position, theme: Theme) -> tuple[Mark, ...]:
    """The marks of `position`, badges first. Raises RenderError for an end that is not on the table."""
    unit = theme.unit
    walls: list[Wall] = [
        (box.left * unit, box.top * unit, (box.left + box.width) * unit, (box.top + box.height) * unit)
        for box in (each.box for each in arrangement.placed)
    ]
    found: list[Mark] = []
    ends: list[tuple[Contribution | Site, float, int | None]] = []
    ends.extend((each, theme.badge_radius, each.value) for each in position.counted)
    ends.extend((each, theme.dot_radius, None) for each in position.uncounted)
    for each, radius, value in ends:
        x, y = _free_place(arrangement.holder(each.tile, each.port), each.port, radius, theme, walls, found)
        found.append(Mark(x, y, radius, value))
    return tuple(found)


def _free_place(
    placed: Placed, port: Port, radius: float, theme: Theme, walls: list[Wall], found: list[Mark]
) -> tuple[float, float]:
    """The first place of a mark that touches no tile and no other mark."""
    end = placed.ends[port]
    for x, y in _places(placed, port, end, radius, theme):
        if _is_free(x, y, radius, walls, found):
            return x, y
    return end.point.x * theme.unit, end.point.y * theme.unit


def _places(placed: Placed, port: Port, end: End, radius: float, theme: Theme) -> Iterator[tuple[float, float]]:
    """Places for a mark, best first: before the end, a little aside, then beside the half."""
    unit, reach = theme.unit, radius + theme.mark_gap
    ahead, aside = end.heading.step, end.heading.right.step
    x, y = end.point.x * unit, end.point.y * unit
    front = (x + ahead.x * reach, y + ahead.y * reach)
    yield front
    for shift in (unit / 2, -unit / 2, unit, -unit):
        yield front[0] + aside.x * shift, front[1] + aside.y * shift
    half = _half_width(placed, port) * unit + reach
    for sign in (1, -1):
        yield x - ahead.x * unit + aside.x * half * sign, y - ahead.y * unit + aside.y * half * sign


def _half_width(placed: Placed, port: Port) -> int:
    """Units from the middle of the edge at `port` to the corner of the tile."""
    return 2 if placed.placement.tile.is_double and port.is_chain else 1


def _is_free(x: float, y: float, radius: float, walls: list[Wall], found: list[Mark]) -> bool:
    """Whether a circle keeps two user units from every tile and mark."""
    keep = radius + 2
    for left, top, right, bottom in walls:
        across = x - right if x > right else left - x if x < left else 0
        down = y - bottom if y > bottom else top - y if y < top else 0
        if across * across + down * down < keep * keep:
            return False
    return all((x - other.x) ** 2 + (y - other.y) ** 2 >= (keep + other.radius) ** 2 for other in found)
