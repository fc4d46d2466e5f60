"""The laws of marks and names."""

from __future__ import annotations

from math import hypot

from goti.engine.layout import Contribution, Position, Site
from goti.render.arrange import Arrangement
from goti.render.labels import Label, labels
from goti.render.look import Look
from goti.render.marks import Mark, marks

Wall = tuple[float, float, float, float]


def broken_mark(position: Position, arrangement: Arrangement, wanted: Look) -> str | None:
    """A mark that touches something or is nearer to another tile than to its own: the first one, or None."""
    found = marks(arrangement, position, wanted)
    tiles = _tiles(arrangement, wanted)
    for number, (mark, end) in enumerate(zip(found, _marked(position), strict=True)):
        own = tiles[arrangement.placed.index(arrangement.holder(end.tile, end.port))]
        apart = _gap(mark, own)
        if any(_gap(mark, each) < apart - 0.02 for each in tiles):
            return f"the mark at {end.tile} {end.port.word} is nearer to another tile"
        if apart < 1 or any(_between(mark, each) < 1 for each in found[:number]):
            return f"the mark at {end.tile} {end.port.word} touches something"
    return None


def broken_name(position: Position, arrangement: Arrangement, wanted: Look) -> str | None:
    """A name on something else, or one that can be taken for that of another port: the first one, or None."""
    found = marks(arrangement, position, wanted)
    names = labels(arrangement, position, found, wanted)
    ends = [(each.tile, each.port) for each in _marked(position)]
    unit, tiles = wanted.theme.unit, _tiles(arrangement, wanted)
    ports = []
    for site in position.sites:
        point = arrangement.holder(site.tile, site.port).ends[site.port].point
        ports.append((point.x * unit, point.y * unit))
    for number, (name, site) in enumerate(zip(names, position.sites, strict=True)):
        what = f"the name at {site.tile} {site.port.word}"
        own = dict(zip(ends, found, strict=True)).get((site.tile, site.port))
        others = [*tiles, *(each.wall for each in names if each is not name)]
        foreign = [each for each in found if each is not own]
        if any(_meet(name.wall, each) for each in (*others, *(each.wall for each in found))):
            return f"{what} lies on something"
        if name.leader is None:
            offs = [_off(x, y, name.wall) for x, y in ports]
            if min(range(len(offs)), key=offs.__getitem__) != number:
                return f"{what} is nearer to another port"
            if own is not None and any(_gap(each, name.wall) < _gap(own, name.wall) for each in foreign):
                return f"{what} is nearer to another mark"
        elif not _leads(name, own, ports[number], [*others, *(each.wall for each in foreign)]):
            return f"the line of {what} does not lead there"
    return None


def _marked(position: Position) -> list[Contribution | Site]:
    return [*position.counted, *position.uncounted]


def _leads(name: Label, own: Mark | None, port: tuple[float, float], walls: list[Wall]) -> bool:
    """Whether the line of a name goes from its mark to it and passes all else."""
    assert name.leader is not None
    (x, y), (u, v) = name.leader
    start = _gap(own, (x, y, x, y)) if own is not None else hypot(x - port[0], y - port[1])
    steps = [(x + (u - x) * part / 200, y + (v - y) * part / 200) for part in range(201)]
    blocked = any(_off(*step, each) == 0 for step in steps for each in walls)
    return start < 8 and _off(u, v, name.wall) < 1 and not blocked


def _tiles(arrangement: Arrangement, wanted: Look) -> list[Wall]:
    unit = wanted.theme.unit
    boxes = [each.box for each in arrangement.placed]
    return [(each.left * unit, each.top * unit, each.right * unit, each.bottom * unit) for each in boxes]


def _gap(mark: Mark, wall: Wall) -> float:
    across = max(wall[0] - mark.x - mark.stretch, 0, mark.x - mark.stretch - wall[2])
    return hypot(across, max(wall[1] - mark.y, 0, mark.y - wall[3])) - mark.radius


def _between(one: Mark, other: Mark) -> float:
    across = max(abs(one.x - other.x) - one.stretch - other.stretch, 0)
    return hypot(across, one.y - other.y) - one.radius - other.radius


def _off(x: float, y: float, wall: Wall) -> float:
    return hypot(max(wall[0] - x, 0, x - wall[2]), max(wall[1] - y, 0, y - wall[3]))


def _meet(one: Wall, other: Wall) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
