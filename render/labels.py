"""Arrangement + position + marks → where the names of the ports go, in user units.

A name lies beyond the mark of its port, or beside it, on no tile, mark or other name, and nearer to its own port than
to any other. Where there is no such place it lies in the nearest free one that a thin line joins with its mark, and
where there is none of that either, it is smaller.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from ..engine.layout import Contribution, Position, Site
from ..engine.messages import section
from .arrange import Arrangement
from .lettering import Line, shape
from .look import Look
from .marks import Mark, Wall, in_turn, walls_of
from .search import End
from .theme import Theme

_SIZES = (1, 0.8, 0.65)
"""Sizes tried, as shares of the theme's."""
_GAP = 2.0
"""User units between a name and all else."""
_BLANK = 5.0
"""More of them between two names in a row."""
_NEAR = 0.9
"""How far a name may be from its mark without a line that leads to it, in units of the grid."""
_FAR = 10
"""How far away from its mark a name is looked for, in units of the grid."""
Point = tuple[float, float]
Stroke = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a port: its line, the box around it, as high as the type size, and the line that leads to it."""

    line: Line
    wall: Wall
    leader: Stroke | None = None

    @property
    def size(self) -> float:
        """Its type size."""
        return self.wall[3] - self.wall[1]


def labels(arrangement: Arrangement, position: Position, found: tuple[Mark, ...], look: Look) -> tuple[Label, ...]:
    """The names of the sites, in the words of the notation."""
    table = _Table(arrangement, position, found, look.theme)
    lines = [_word(each, look) for each in position.sites]

    def choose(number: int, others: Collection[Label]) -> Label | None:
        return table.label(number, lines[number], others)

    def anyhow(number: int, others: Collection[Label]) -> Label:
        return table.aside(number, lines[number], others)

    return in_turn(len(lines), choose, anyhow)


def _word(site: Site, look: Look) -> Line:
    word = section(look.lang, "keyword")["keyword." + site.port.word][0]
    return shape(word, look.lang, font=look.theme.font)


@dataclass(frozen=True, slots=True)
class _Port:
    """A port to be named: the middle of its edge, the way out, and the mark it has, a point before the end if none."""

    x: float
    y: float
    end: End
    mark: Mark

    def off(self, wall: Wall) -> float:
        return _off(self.x, self.y, wall)


class _Table:
    """What lies on the table, and the places that are left for names."""

    def __init__(self, arrangement: Arrangement, position: Position, found: Sequence[Mark], theme: Theme) -> None:
        ends: list[Contribution | Site] = [*position.counted, *position.uncounted]
        own = {(each.tile, each.port): mark for each, mark in zip(ends, found, strict=True)}
        self.theme = theme
        self.tiles = walls_of(arrangement, theme)
        self.marks = [(each, each.around(theme)) for each in found]
        self.ports: list[_Port] = []
        for site in position.sites:
            end = arrangement.holder(site.tile, site.port).ends[site.port]
            x, y = end.point.x * theme.unit, end.point.y * theme.unit
            before = theme.mark_gap
            none = Mark(x + end.heading.step.x * before, y + end.heading.step.y * before, 0, None)
            self.ports.append(_Port(x, y, end, own.get((site.tile, site.port), none)))

    def label(self, number: int, line: Line, others: Collection[Label]) -> Label | None:
        """The name in its first free place beside what is already named."""
        port = self.ports[number]
        taken = [*self.tiles, *(wall for _, wall in self.marks), *(_widened(each.wall) for each in others)]
        leaders = [each.leader for each in others if each.leader]
        for share in _SIZES:
            tall = self.theme.port_size * share
            size = line.width * tall / 1000, tall
            for wall in _beside(port, size, self.theme):
                if self._is_own(number, wall) and _is_free(wall, taken, leaders):
                    return Label(line, wall)
            for wall in _farther(port, size, self.theme):
                if _is_free(wall, taken, leaders):
                    leader = self._leader(port, wall, others)
                    if leader is not None:
                        return Label(line, wall, leader)
        return None

    def aside(self, number: int, line: Line, others: Collection[Label]) -> Label:
        """The name at the right of all else, where nothing free can be led to; its line passes over what lies there."""
        port, tall = self.ports[number], self.theme.port_size
        walls = [*self.tiles, *(wall for _, wall in self.marks), *(each.wall for each in others)]
        left, top = max(each[2] for each in walls) + self.theme.unit, port.y - tall / 2
        wall = (left, top, left + line.width * tall / 1000, top + tall)
        return Label(line, wall, _stroke(port.mark, (left - 1, port.y)))

    def _is_own(self, number: int, wall: Wall) -> bool:
        """Whether nobody takes the name for that of another port."""
        port = self.ports[number]
        off, apart = port.off(wall), _gap(port.mark, wall)
        if apart > _NEAR * self.theme.unit:
            return False
        if any(each.off(wall) <= off for each in self.ports if each is not port):
            return False
        return not any(_gap(each, wall) <= apart for each, _ in self.marks if each is not port.mark)

    def _leader(self, port: _Port, wall: Wall, others: Collection[Label]) -> Stroke | None:
        """The straight line from a port's mark to a name that passes all else, if there is one."""
        left, top, right, bottom = wall
        middle = ((left + right) / 2, (top + bottom) / 2)
        nearest = (min(max(port.mark.x, left), right), min(max(port.mark.y, top), bottom))
        walls = [*self.tiles, *(box for mark, box in self.marks if mark is not port.mark), *(o.wall for o in others)]
        for end in (nearest, (middle[0], top), (middle[0], bottom), (left, middle[1]), (right, middle[1])):
            stroke = _stroke(port.mark, end)
            if any(_crosses(stroke, each, 1) for each in walls):
                continue
            if not any(each.leader and _cross(stroke, each.leader) for each in others):
                return stroke
        return None


def _beside(port: _Port, size: tuple[float, float], theme: Theme) -> Iterator[Wall]:
    """Boxes for a name near its mark: beyond it, beside it, then all around it."""
    wide, tall = size
    step, aside = port.end.heading.step, port.end.heading.right.step
    reach = hypot(port.mark.x - port.x, port.mark.y - port.y) + port.mark.radius + 3
    for sign in (0, 1, -1):
        deep = (wide if step.x else tall) / 2 + (reach if not sign else theme.unit * 0.8)
        shift = sign * ((tall if step.x else wide) / 2 + theme.badge_radius + 3)
        yield _box(port.x + step.x * deep + aside.x * shift, port.y + step.y * deep + aside.y * shift, size)
    mark = port.mark
    for x, y in _round(mark.radius, mark.stretch, wide, tall, _GAP, _NEAR * theme.unit, 3):
        yield _box(mark.x + x, mark.y + y, size)


def _farther(port: _Port, size: tuple[float, float], theme: Theme) -> Iterator[Wall]:
    """Boxes farther away, the nearest first."""
    mark = port.mark
    for x, y in _round(mark.radius, mark.stretch, *size, 4, _FAR * theme.unit, 5):
        yield _box(mark.x + x, mark.y + y, size)


@lru_cache(maxsize=64)
def _round(
    radius: float, stretch: float, wide: float, tall: float, least: float, most: float, step: float
) -> tuple[Point, ...]:
    """Middles of boxes around a mark at the origin, on a grid, the nearest first."""
    mark = Mark(0, 0, radius, None, stretch=stretch)
    across, down = (int((side / 2 + radius + most) / step) for side in (wide + 2 * stretch, tall))
    found = []
    for column in range(-across, across + 1):
        for row in range(-down, down + 1):
            x, y = column * step, row * step
            gap = _gap(mark, _box(x, y, (wide, tall)))
            if least <= gap <= most:
                found.append((round(gap), abs(x) + abs(y), x, y))
    return tuple((x, y) for _, _, x, y in sorted(found))


def _box(x: float, y: float, size: tuple[float, float]) -> Wall:
    wide, tall = size
    return x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2


def _is_free(wall: Wall, taken: Sequence[Wall], leaders: Sequence[Stroke]) -> bool:
    """Whether a box keeps its gap to all others, and off the lines to them."""
    left, top, right, bottom = wall[0] - _GAP, wall[1] - _GAP, wall[2] + _GAP, wall[3] + _GAP
    for other in taken:
        if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
            return False
    return not any(_crosses(each, wall, 1) for each in leaders)


def _widened(wall: Wall) -> Wall:
    """A name with the blanks before and behind it, so that two are never read as one."""
    return wall[0] - _BLANK, wall[1], wall[2] + _BLANK, wall[3]


def _off(x: float, y: float, wall: Wall) -> float:
    """User units from a point to a box."""
    return hypot(max(wall[0] - x, 0, x - wall[2]), max(wall[1] - y, 0, y - wall[3]))


def _gap(mark: Mark, wall: Wall) -> float:
    """User units between a mark and a box; below zero where they meet."""
    across = max(wall[0] - mark.x - mark.stretch, 0, mark.x - mark.stretch - wall[2])
    return hypot(across, max(wall[1] - mark.y, 0, mark.y - wall[3])) - mark.radius


def _stroke(mark: Mark, end: Point) -> Stroke:
    """The line from the edge of a mark."""
    x, y = max(mark.x - mark.stretch, min(end[0], mark.x + mark.stretch)), mark.y
    long = hypot(end[0] - x, end[1] - y) or 1
    share = min((mark.radius + 1) / long, 1)
    return (x + (end[0] - x) * share, y + (end[1] - y) * share), end


def _crosses(stroke: Stroke, wall: Wall, margin: float) -> bool:
    """Whether a line meets a box, or comes nearer to it than `margin` (Liang and Barsky 1984)."""
    (x, y), (u, v) = stroke
    enter, leave = 0.0, 1.0
    for start, way, low, high in ((x, u - x, wall[0], wall[2]), (y, v - y, wall[1], wall[3])):
        low, high = low - margin, high + margin
        if not way:
            if not low < start < high:
                return False
            continue
        near, far = sorted(((low - start) / way, (high - start) / way))
        enter, leave = max(enter, near), min(leave, far)
        if enter >= leave:
            return False
    return True


def _cross(one: Stroke, other: Stroke) -> bool:
    """Whether two lines cross."""
    return _sides(one, other) and _sides(other, one)


def _sides(line: Stroke, points: Stroke) -> bool:
    """Whether two points lie at different sides of a line, or on it."""
    (x, y), (u, v) = line
    first, second = ((u - x) * (b - y) - (v - y) * (a - x) for a, b in points)
    return first * second <= 0
