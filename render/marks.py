"""Arrangement + position → where the badges and dots of a figure go, in user units.

A mark lies just outside the end it belongs to, nearer to that tile than to any other; where another tile is in the
way it moves aside, and only when all places around the end are taken does it lie on the edge itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import TypeVar

from ..engine.layout import Contribution, Port, Position, Site
from ..engine.tiles import Tile
from .arrange import Arrangement, Placed
from .digits import fitted
from .look import Look
from .theme import Theme

_LEAST_GAP = 2.0
"""User units between a mark and what is not its own."""
_NARROW_GAP = 1.5
"""The same where there is no more room."""
_SLACK = 0.01
_T = TypeVar("_T")
Wall = tuple[float, float, float, float]
"""Left, top, right and bottom of a tile."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A circle: `value` is the number of a counted end, None for the dot of an uncounted site.

    A number that no circle holds has a pill, by `stretch` longer than a circle to either side.
    """

    x: float
    y: float
    radius: float
    value: int | None
    differs: bool = False
    stretch: float = 0

    @property
    def wall(self) -> Wall:
        """The box around it."""
        across = self.radius + self.stretch
        return self.x - across, self.y - self.radius, self.x + across, self.y + self.radius

    def around(self, theme: Theme) -> Wall:
        """The box around it and the ring of a differing one."""
        left, top, right, bottom = self.wall
        more = ring_reach(theme) if self.differs else 0
        return left - more, top - more, right + more, bottom + more


Ends = frozenset[tuple[Tile, Port]]
"""Ends told apart from the others."""


def mark_at(x: float, y: float, value: int | None, look: Look, *, differs: bool = False) -> Mark:
    """A mark of the size that its number needs."""
    theme = look.theme
    if value is None:
        return Mark(x, y, theme.dot_radius, None, differs)
    digits = fitted(value, theme.badge_size, theme.badge_radius, look) if value > 99 else None
    return Mark(x, y, theme.badge_radius, value, differs, digits.stretch if digits else 0)


def marks(arrangement: Arrangement, position: Position, look: Look, differing: Ends = frozenset()) -> tuple[Mark, ...]:
    """The marks of `position`, badges first; those of `differing` ends are told apart by a second ring.

    Raises RenderError for an end that is not on the table.
    """
    walls = walls_of(arrangement, look.theme)
    ends: list[tuple[Contribution | Site, int | None]] = [
        *((each, each.value) for each in position.counted),
        *((each, None) for each in position.uncounted),
    ]
    sized = [
        mark_at(0, 0, value, look, differs=bool(differing) and (each.tile, each.port) in differing)
        for each, value in ends
    ]
    held = [arrangement.holder(each.tile, each.port) for each, _ in ends]

    def choose(number: int, others: Collection[Mark]) -> Mark | None:
        return _free_place(sized[number], held[number], ends[number][0].port, look.theme, walls, others)

    def at_edge(number: int, _: Collection[Mark]) -> Mark:
        point = held[number].ends[ends[number][0].port].point
        return replace(sized[number], x=point.x * look.theme.unit, y=point.y * look.theme.unit)

    return in_turn(len(ends), choose, at_edge)


def in_turn(
    count: int, choose: Callable[[int, Collection[_T]], _T | None], otherwise: Callable[[int, Collection[_T]], _T]
) -> tuple[_T, ...]:
    """What `choose` finds for each number beside what the others have; one for which it finds nothing chooses first."""
    order, found = list(range(count)), dict[int, _T]()
    for _ in range(count + 1):
        found = {}
        for number in order:
            place = choose(number, found.values())
            if place is None:
                order = [number, *(each for each in order if each != number)]
                break
            found[number] = place
        if len(found) == count:
            break
    for number in order:
        if number not in found:
            found[number] = choose(number, found.values()) or otherwise(number, found.values())
    return tuple(found[number] for number in range(count))


def ring_reach(theme: Theme) -> float:
    """How far the ring of a differing mark reaches beyond the mark."""
    return theme.ring_width + 3.5


def walls_of(arrangement: Arrangement, theme: Theme) -> list[Wall]:
    """The boxes of the tiles."""
    unit = theme.unit
    return [
        (box.left * unit, box.top * unit, (box.left + box.width) * unit, (box.top + box.height) * unit)
        for box in (each.box for each in arrangement.placed)
    ]


def _free_place(
    mark: Mark, placed: Placed, port: Port, theme: Theme, walls: Sequence[Wall], others: Collection[Mark]
) -> Mark | None:
    """The mark in its first place that touches neither tiles nor marks, no other tile nearer to it than its own."""
    box, unit = placed.box, theme.unit
    own = (box.left * unit, box.top * unit, box.right * unit, box.bottom * unit)
    whole = mark.radius + (ring_reach(theme) if mark.differs else 0)
    for x, y, apart in _places(placed, port, whole, mark.stretch, theme):
        gap = _reach(x, y, mark.stretch, own) - _SLACK
        if gap < whole + _NARROW_GAP - 2 * _SLACK or _is_near(x, y, mark.stretch, gap, walls):
            continue
        if all(_between(x, y, mark.stretch, each) >= whole + apart + each.radius for each in others):
            return Mark(x, y, mark.radius, mark.value, mark.differs, mark.stretch)
    return None


def _places(
    placed: Placed, port: Port, radius: float, stretch: float, theme: Theme
) -> Iterator[tuple[float, float, float]]:
    """Places for a mark, best first, with the gap to other marks: before the end, a little aside, beside the half."""
    end, unit = placed.ends[port], theme.unit
    ahead, aside = end.heading.step, end.heading.right.step
    x, y = end.point.x * unit, end.point.y * unit
    reach, broad = radius + abs(ahead.x) * stretch, radius + abs(aside.x) * stretch
    half = _half_width(placed, port) * unit

    def at(out: float, shift: float, apart: float) -> tuple[float, float, float]:
        return x + ahead.x * out + aside.x * shift, y + ahead.y * out + aside.y * shift, apart

    far, close = reach + theme.mark_gap, reach + theme.mark_gap / 2
    yield at(far, 0, theme.mark_gap - _SLACK)
    yield at(close, 0, theme.mark_gap / 2 - _SLACK)
    for shift in (0, unit / 2, -unit / 2, unit, -unit):
        yield at(far, shift, _LEAST_GAP)
    beside = half + broad + theme.mark_gap
    for sign in (1, -1):
        yield at(-unit, sign * beside, _LEAST_GAP)
    fine = unit / 8
    for out in (close, reach + _NARROW_GAP):
        for step in range(int((half + broad) / fine) + 1):
            yield at(out, step * fine, _NARROW_GAP)
            yield at(out, -step * fine, _NARROW_GAP)
    for aside_of in (beside, half + broad + _NARROW_GAP):
        for step in range(-8, 9):
            yield at(-step * fine, aside_of, _NARROW_GAP)
            yield at(-step * fine, -aside_of, _NARROW_GAP)


def _half_width(placed: Placed, port: Port) -> int:
    """Units from the middle of the edge at `port` to the corner of the tile."""
    return 2 if placed.placement.tile.is_double and port.is_chain else 1


def _reach(x: float, y: float, stretch: float, wall: Wall) -> float:
    """User units from the middle of a mark, which may be a line, to a box."""
    left, top, right, bottom = wall
    across = x - stretch - right if x - stretch > right else left - x - stretch if x + stretch < left else 0
    down = y - bottom if y > bottom else top - y if y < top else 0
    return hypot(across, down)


def _is_near(x: float, y: float, stretch: float, gap: float, walls: Sequence[Wall]) -> bool:
    """Whether a box is nearer to the middle of a mark than `gap`; `_reach` for many of them."""
    squared, low, high = gap * gap, x - stretch, x + stretch
    for left, top, right, bottom in walls:
        across = low - right if low > right else left - high if high < left else 0
        down = y - bottom if y > bottom else top - y if y < top else 0
        if across * across + down * down < squared:
            return True
    return False


def _between(x: float, y: float, stretch: float, other: Mark) -> float:
    """User units between the middles of two marks."""
    return hypot(max(abs(x - other.x) - stretch - other.stretch, 0), y - other.y)
