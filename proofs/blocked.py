"""The least tiles of a layout on which nothing fits: rule set → placements.

Lemma of renaming: a one-to-one renaming of pips turns legal layouts into legal layouts with the renamed sites, since a
table compares pips and does nothing else with them but count. So one open value of a blocked layout may be taken to be
0, and all tiles that show it lie on the table. What else lies there is tried by number of tiles, and of sets of tiles
that a renaming of the other values turns into each other only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from ..engine.errors import RulesError
from ..engine.rules import RuleSet
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet
from .layouts import Placed

_MOST_PIPS = 7


def least_blocked(rules: RuleSet) -> tuple[tuple[Placed, ...], int]:
    """A blocked layout of the least number of tiles, in order of play, and how many sets of tiles were tried.

    Raises RulesError for a set of tiles whose renamings are too many.
    """
    if rules.max_pips > _MOST_PIPS:
        raise RulesError("too-many-sets", rules.id, most=_MOST_PIPS, found=rules.max_pips)
    tried = 0
    tiles = TileSet(rules.max_pips).tiles()
    zeros, others = [each for each in tiles if each.low == 0], [each for each in tiles if each.low > 0]
    for more in range(len(others) + 1):
        for extra in _sets(others, more, rules.max_pips):
            tried += 1
            path = _blocking(rules, (*zeros, *extra))
            if path is not None:
                return path, tried
    raise AssertionError("all tiles of the set on the table block it")


def _sets(tiles: list[Tile], size: int, most: int) -> Iterator[tuple[Tile, ...]]:
    """Sets of so many tiles, one of those that a renaming of the values 1 to `most` turns into each other."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    renamings = [dict(zip(range(1, most + 1), each, strict=True)) for each in permutations(range(1, most + 1))]
    for chosen in combinations(tiles, size):
        if _pairs(chosen) in seen:
            continue
        seen |= {
            tuple(sorted(tuple(sorted((names[each.low], names[each.high]))) for each in chosen))  # type: ignore[misc]
            for names in renamings
        }
        yield chosen


def _pairs(tiles: Iterable[Tile]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((each.low, each.high) for each in tiles))


def _blocking(rules: RuleSet, tiles: tuple[Tile, ...]) -> tuple[Placed, ...] | None:
    """An order in which exactly these tiles can be played so that nothing else of the set fits; None for none."""
    seen: set[object] = set()
    everything = TileSet(rules.max_pips).mask

    def follow(table: Table, path: tuple[Placed, ...]) -> tuple[Placed, ...] | None:
        if len(path) == len(tiles):
            free = everything & ~sum(1 << each.index for each in tiles)
            return None if table.fits & free else path
        for each in tiles:
            for site in table.sites_for(each):
                after = table.copy()
                after.put(each, site)
                state = after.state()
                if state not in seen:
                    seen.add(state)
                    found = follow(after, (*path, (each, site)))
                    if found is not None:
                        return found
        return None

    return follow(Table(rules), ())
