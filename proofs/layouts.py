"""The shortest layouts on which two readings differ: two rule sets → placements, or none up to a number of tiles.

Both readings' tables are played side by side, breadth first, so the first difference is a shortest one. Two orders of
play that leave both tables in equal states are searched once (`Table.state`), and none from which nothing can differ
any more. No relabelling of pips is used: totals depend on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..engine.rules import FIELDS, RuleSet
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet

TABLE_FIELDS = (
    "max-pips", "branching", "sides-open", "side-growth", "inner-spinner", "opening-double", "scoring", "multiple-of",
    "unit",
)  # fmt: skip
"""The fields the table asks for (a test reads them off `engine/table.py`). Readings that agree in all of these agree
on every layout."""

SET_TILE_FIELDS = frozenset({"opening-double"})
"""Fields the table asks for at the set tile only: readings that differ in these alone agree once their tables are in
equal states."""

Placed = tuple[Tile, int]
"""A tile and its site as the table numbers it, -1 for the set tile."""


@dataclass(frozen=True, slots=True)
class LayoutDifference:
    """Placements of which only the last one tells two readings apart.

    `what` is `total`, `points` or `placement` (only one reading allows the last one); `first` and `second` are what
    the two say of it.
    """

    placements: tuple[Placed, ...]
    what: str
    first: int | bool
    second: int | bool


@dataclass(slots=True)
class LayoutSearch:
    """What a search found: all shortest differences, or none; how far it went and how many positions it compared.

    `identical`: no layout of any size can differ.
    """

    differences: list[LayoutDifference] = field(default_factory=list)
    tiles: int = 0
    positions: int = 0
    identical: bool = False


def same_tables(first: RuleSet, second: RuleSet) -> bool:
    """Whether two readings agree in every field the table asks for, and so on every layout."""
    return not _differing_fields(first, second)


def _differing_fields(first: RuleSet, second: RuleSet) -> set[str]:
    return {key for key in TABLE_FIELDS if getattr(first, FIELDS[key]) != getattr(second, FIELDS[key])}


def differing_layouts(first: RuleSet, second: RuleSet, most: int, enough: int | None = None) -> LayoutSearch:
    """All shortest layouts of at most `most` tiles on which two readings differ, orders of play counted once; with
    `enough` the search stops when it has found so many."""
    fields = _differing_fields(first, second)
    search = LayoutSearch(identical=not fields)
    if search.identical:
        return search
    frontier: list[tuple[Placed, ...]] = [()]
    tiles = TileSet(max(first.max_pips, second.max_pips)).tiles()
    while search.tiles < most and frontier and not search.differences:
        search.tiles += 1
        following: list[tuple[Placed, ...]] = []
        seen: set[object] = set()
        for path in frontier:
            a, b = replayed(first, path), replayed(second, path)
            for placed, difference, alike in _extensions(a, b, path, tiles, seen):
                search.positions += 1
                if difference is not None:
                    search.differences.append(difference)
                    if len(search.differences) == enough:
                        return search
                elif not search.differences and not (alike and fields <= SET_TILE_FIELDS):
                    following.append((*path, placed))
        frontier = following
    search.identical = not frontier and not search.differences
    return search


def replayed(rules: RuleSet, path: tuple[Placed, ...]) -> Table:
    """A table with these placements, which its rules allowed."""
    table = Table(rules)
    for tile, site in path:
        table.put(tile, site)
    return table


def _extensions(
    a: Table, b: Table, path: tuple[Placed, ...], tiles: tuple[Tile, ...], seen: set[object]
) -> Iterator[tuple[Placed, LayoutDifference | None, bool]]:
    """Every placement that follows in either reading, states once, how the readings differ on it, and whether it
    leaves their tables in equal states."""
    for tile in tiles:
        here, there = _sites(a, tile), _sites(b, tile)
        for site in sorted(here | there):
            placed = (tile, site)
            if site not in here or site not in there:
                yield placed, LayoutDifference((*path, placed), "placement", site in here, site in there), False
                continue
            one, two = a.copy(), b.copy()
            one.put(tile, site)
            two.put(tile, site)
            state = (one.state(), two.state())
            if state in seen:
                continue
            seen.add(state)
            yield placed, _compared(one, two, (*path, placed)), state[0] == state[1]


def _sites(table: Table, tile: Tile) -> set[int]:
    return set(table.sites_for(tile)) if tile in TileSet(table.rules.max_pips) else set()


def _compared(a: Table, b: Table, path: tuple[Placed, ...]) -> LayoutDifference | None:
    if a.total != b.total:
        return LayoutDifference(path, "total", a.total, b.total)
    if a.points != b.points:
        return LayoutDifference(path, "points", a.points, b.points)
    return None
