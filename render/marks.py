"""Arrangement + position → where the badges, dots and port names of a figure go, in user units.

A mark lies just outside the end it belongs to; where another tile is in the way it moves aside, and only when
all places around the end are taken does it lie on the edge itself. A name lies beyond its mark, or beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from ..engine.layout import Contribution, Port, Position, Site
from ..engine.messages import section
from ..engine.tiles import Tile
from .arrange import Arrangement, Placed
from .lettering import Line, shape
from .look import Look
from .search import End
from .theme import Theme

_LEAST_GAP = 2.0
"""User units between a mark and what is not its own."""
_SLACK = 0.01
Wall = tuple[float, float, float, float]
"""Left, top, right and bottom of a tile."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A circle: `value` is the number of a counted end, None for the dot of an uncounted site."""

    x: float
    y: float
    radius: float
    value: int | None
    differs: bool = False

    @property
    def wall(self) -> Wall:
        """The square around the circle."""
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a port: its line, and the box around it, as high as the type size."""

    line: Line
    wall: Wall


Ends = frozenset[tuple[Tile, Port]]
"""Ends told apart from the others."""


def marks(
    arrangement: Arrangement, position: Position, theme: Theme, differing: Ends = frozenset()
) -> tuple[Mark, ...]:
    """The marks of `position`, badges first; those of `differing` ends are told apart by a second ring.

    Raises RenderError for an end that is not on the table.
    """
    walls = _walls(arrangement, theme)
    found: list[Mark] = []
    ends: list[tuple[Contribution | Site, float, int | None]] = []
    ends.extend((each, theme.badge_radius, each.value) for each in position.counted)
    ends.extend((each, theme.dot_radius, None) for each in position.uncounted)
    for each, radius, value in ends:
        differs = (each.tile, each.port) in differing
        whole = radius + (ring_reach(theme) if differs else 0)
        x, y = _free_place(arrangement.holder(each.tile, each.port), each.port, whole, theme, walls, found)
        found.append(Mark(x, y, radius, value, differs))
    return tuple(found)


def ring_reach(theme: Theme) -> float:
    """How far the ring of a differing mark reaches beyond the mark."""
    return theme.ring_width + 3.5


def labels(arrangement: Arrangement, position: Position, found: tuple[Mark, ...], look: Look) -> tuple[Label, ...]:
    """The names of the sites, in the words of the notation."""
    theme = look.theme
    walls = [*_walls(arrangement, theme), *(each.wall for each in found)]
    named: list[Label] = []
    for site in position.sites:
        word = section(look.lang, "keyword")["keyword." + site.port.word][0]
        line = shape(word, look.lang, font=theme.font)
        end = arrangement.holder(site.tile, site.port).ends[site.port]
        near = min(found, key=lambda mark: _apart(mark, end, theme), default=None)
        size = line.width * theme.port_size / 1000, theme.port_size
        reach = theme.mark_gap if near is None else _apart(near, end, theme) + near.radius + 3
        wall = _label_place(end, size, reach, theme, walls)
        walls.append(wall)
        named.append(Label(line, wall))
    return tuple(named)


def _apart(mark: Mark, end: End, theme: Theme) -> float:
    return hypot(mark.x - end.point.x * theme.unit, mark.y - end.point.y * theme.unit)


def _label_place(end: End, size: tuple[float, float], reach: float, theme: Theme, walls: list[Wall]) -> Wall:
    """The first free box for a name: beyond the mark, then beside it, then farther and farther out."""
    wide, tall = size
    x, y = end.point.x * theme.unit, end.point.y * theme.unit
    step, aside = end.heading.step, end.heading.right.step
    best: Wall | None = None
    for far in (0, theme.unit, 2 * theme.unit, 3 * theme.unit):
        for sign in (0, 1, -1):
            deep = (wide if step.x else tall) / 2 + (reach + far if not sign else theme.unit * 0.8 + far)
            shift = sign * ((tall if step.x else wide) / 2 + theme.badge_radius + 3)
            cx, cy = x + step.x * deep + aside.x * shift, y + step.y * deep + aside.y * shift
            wall = (cx - wide / 2, cy - tall / 2, cx + wide / 2, cy + tall / 2)
            best = best or wall
            if not any(_meet(wall, other) for other in walls):
                return wall
    assert best is not None
    return best


def _meet(one: Wall, other: Wall) -> bool:
    """Whether two boxes are nearer than two user units."""
    return one[0] < other[2] + 2 and other[0] < one[2] + 2 and one[1] < other[3] + 2 and other[1] < one[3] + 2


def _walls(arrangement: Arrangement, theme: Theme) -> list[Wall]:
    unit = theme.unit
    return [
        (box.left * unit, box.top * unit, (box.left + box.width) * unit, (box.top + box.height) * unit)
        for box in (each.box for each in arrangement.placed)
    ]


def _free_place(
    placed: Placed, port: Port, radius: float, theme: Theme, walls: list[Wall], found: list[Mark]
) -> tuple[float, float]:
    """The first place of a mark that touches no tile and no other mark."""
    end = placed.ends[port]
    for x, y, gap in _places(placed, port, end, radius, theme):
        if _is_free(x, y, radius + gap, walls, found):
            return x, y
    return end.point.x * theme.unit, end.point.y * theme.unit


def _places(placed: Placed, port: Port, end: End, radius: float, theme: Theme) -> Iterator[tuple[float, float, float]]:
    """Places for a mark, best first, with the gap around it: before the end, a little aside, then beside the half.

    Where another tile would be nearer to it than its own end, it moves closer to that.
    """
    unit, reach = theme.unit, radius + theme.mark_gap
    ahead, aside = end.heading.step, end.heading.right.step
    x, y = end.point.x * unit, end.point.y * unit
    front = (x + ahead.x * reach, y + ahead.y * reach)
    closer = theme.mark_gap / 2
    yield *front, theme.mark_gap - _SLACK
    yield front[0] - ahead.x * closer, front[1] - ahead.y * closer, closer - _SLACK
    for shift in (0, unit / 2, -unit / 2, unit, -unit):
        yield front[0] + aside.x * shift, front[1] + aside.y * shift, _LEAST_GAP
    half = _half_width(placed, port) * unit + reach
    for sign in (1, -1):
        yield x - ahead.x * unit + aside.x * half * sign, y - ahead.y * unit + aside.y * half * sign, _LEAST_GAP


def _half_width(placed: Placed, port: Port) -> int:
    """Units from the middle of the edge at `port` to the corner of the tile."""
    return 2 if placed.placement.tile.is_double and port.is_chain else 1


def _is_free(x: float, y: float, keep: float, walls: list[Wall], found: list[Mark]) -> bool:
    """Whether a circle of the radius `keep` lies on no tile and no mark."""
    for left, top, right, bottom in walls:
        across = x - right if x > right else left - x if x < left else 0
        down = y - bottom if y > bottom else top - y if y < top else 0
        if across * across + down * down < keep * keep:
            return False
    return all((x - other.x) ** 2 + (y - other.y) ** 2 >= (keep + other.radius) ** 2 for other in found)
