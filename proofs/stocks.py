"""What searched records are made of: kinds of lines, and the few tiles and numbers in them.

docs/proofs.md says the same in words: it is the bound of the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..engine import record as r
from ..engine.tiles import Tile, tile

TILES = tuple(tile(*halves) for halves in ((5, 5), (0, 5), (0, 1), (0, 0)))
"""The tiles of given tables and placements."""
HANDS = (*TILES, *(tile(*halves) for halves in ((1, 1), (1, 2), (2, 2))))
"""The tiles of given hands, one a seat."""
LEFT = tuple(tile(*halves) for halves in ((0, 1), (0, 2), (1, 1), (1, 2)))
"""Hands left are two of these, or pips alone."""
DRAWS = (1, 2, 3)
LATE = 20
"""A deduction after a win, of a hand that is not known: as much as many a hand costs."""
LATE_GAINS = (1, 3, 5)
"""Awards after a win: a point, or the pips of a hand of [1|2], rounded or not."""

BLOCKED = tuple(
    tile(*halves) for halves in ((0, 0), (0, 1), (1, 2), (0, 2), (0, 3), (3, 4), (0, 4), (0, 5), (5, 6), (0, 6))
)
"""A layout on which nothing fits, in order of play: each tile is joined to the one before it, [0|5] to the first."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Kinds of lines, the pips of hands left, and how many lines a record has at most between `seats` and the result.

    The kinds: what a round begins with (`starter`, `deal`, `score`, `table`, `blocked-table`, `hands`, `boneyard`,
    `turn`), what happens in it (`play`, `draw`, `pass`, `end`), what follows (`left`, `tiles-left`, `costs`, `scores`,
    `late`: costs after a win) and `second`, the starter of a second round. Settlements are of the kinds that follow.
    """

    name: str
    most: int
    kinds: frozenset[str]
    pips: tuple[int, ...] = ()


def _stock(name: str, most: int, kinds: str, pips: tuple[int, ...] = ()) -> Stock:
    return Stock(name, most, frozenset(kinds.split()), pips)


_ALL = """
    starter deal score table blocked-table hands boneyard turn
    play draw pass end left tiles-left costs scores late second
"""
STOCKS = (
    _stock("whole", 4, _ALL, (0, 3, 5, 6)),
    _stock("ends", 5, "starter score play end left costs scores second", (0, 3, 5)),
    _stock("middles", 8, "score table hands play end late"),
)
"""A whole stock for short records and smaller ones for longer records."""


def stocks(lines: int) -> tuple[Stock, ...]:
    """The stocks, the whole one up to so many lines."""
    return tuple(replace(each, most=lines if each.name == "whole" else max(lines, each.most)) for each in STOCKS)


def blocked_table() -> tuple[r.Joined, ...]:
    """The blocked layout as a `given table` line has it."""
    sites = (None, *BLOCKED[:6], BLOCKED[0], *BLOCKED[7:9])
    pairs: Iterable[tuple[Tile, Tile | None]] = zip(BLOCKED, sites, strict=True)
    return tuple(r.Joined(r.Spot(each), r.Spot(site) if site else None) for each, site in pairs)
