"""Tiles and tile sets, and the text form of one tile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import attrgetter

from .errors import TileError


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One domino with its pips `low` <= `high`.

    `index` numbers all tiles of every set without gaps: [0|0], [0|1], [1|1], [0|2], … (0, 1, 2, 3, …),
    so a hand of any set is one integer of bits. Raises TileError when low > high or a half is negative.
    """

    low: int
    high: int
    index: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise TileError(f"a tile is written low half first, from 0 pips: [{self.low}|{self.high}]")
        object.__setattr__(self, "index", self.high * (self.high + 1) // 2 + self.low)

    @property
    def is_double(self) -> bool:
        """Both halves are equal."""
        return self.low == self.high

    @property
    def pips(self) -> int:
        """Pips of both halves."""
        return self.low + self.high

    def __str__(self) -> str:
        return f"[{self.low}|{self.high}]"


@dataclass(frozen=True, slots=True)
class UnknownTile:
    """A tile of which nothing (`pips` is None) or only one half was recorded."""

    pips: int | None = None

    @property
    def index(self) -> int:
        """-1: an unknown tile has no number."""
        return -1

    def __str__(self) -> str:
        return "[?|?]" if self.pips is None else f"[{self.pips}|?]"

    def may_be(self, known: Tile) -> bool:
        """Whether `known` agrees with what was recorded."""
        return self.pips is None or self.pips in (known.low, known.high)


AnyTile = Tile | UnknownTile
"""A tile as somebody recorded it."""


def tile(a: int, b: int) -> Tile:
    """The tile with these two halves, in any order; the same object every time."""
    return _tile(a, b) if a <= b else _tile(b, a)


@cache
def _tile(low: int, high: int) -> Tile:
    return Tile(low, high)


@cache
def tile_at(index: int) -> Tile:
    """The tile with this `index`."""
    high = 0
    while (high + 1) * (high + 2) // 2 <= index:
        high += 1
    return tile(index - high * (high + 1) // 2, high)


@dataclass(frozen=True, slots=True)
class TileSet:
    """All tiles from [0|0] to a double of `max_pips` (6: double-six, 28 tiles)."""

    max_pips: int

    def __post_init__(self) -> None:
        if self.max_pips < 0:
            raise TileError(f"a set needs a highest half of 0 or more pips, not {self.max_pips}")

    def __len__(self) -> int:
        return (self.max_pips + 1) * (self.max_pips + 2) // 2

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Tile):
            return item.high <= self.max_pips
        return isinstance(item, UnknownTile) and (item.pips is None or item.pips <= self.max_pips)

    def tiles(self) -> tuple[Tile, ...]:
        """Every tile once, by `index`."""
        return tuple(tile_at(i) for i in range(len(self)))

    @property
    def mask(self) -> int:
        """All tiles as bits."""
        return (1 << len(self)) - 1


_HALVES = attrgetter("low", "high")


def tiles_of(mask: int) -> tuple[Tile, ...]:
    """The tiles whose bits are set, low half first, then high half."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(tile_at(bit.bit_length() - 1))
        mask ^= bit
    found.sort(key=_HALVES)
    return tuple(found)


def mask_of(tiles: Iterable[AnyTile]) -> int:
    """The known tiles as bits; unknown ones are left out."""
    mask = 0
    for each in tiles:
        if each.index >= 0:
            mask |= 1 << each.index
    return mask


@lru_cache(maxsize=4096)
def pips_of(mask: int) -> int:
    """Pips of all tiles whose bits are set."""
    pips = 0
    while mask:
        bit = mask & -mask
        pips += tile_at(bit.bit_length() - 1).pips
        mask ^= bit
    return pips
