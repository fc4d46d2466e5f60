"""The unseen tiles of one round as data: where every tile can have been, and what each line says of it.

A tile has one *story*: the slot it came from (a hand as dealt, one draw, the boneyard that was never drawn from, a gap)
and how it left it (placed, played in a gap, left over). `Option` numbers the stories; a set of stories is an integer of
bits, as a set of tiles is. All that a line says is a tuple of `Ban`, `Count`, `Total` and `Choice`: without its lines a
round says only how many tiles there are, and how many are dealt to a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from .tiles import AnyTile, Tile, TileSet, UnknownTile, mask_of, tile_at

FOREVER = 1 << 60
"""The end of a story that never ends: the tile was left over."""

TABLE, REST = 0, 1
"""The slots of tiles that lie on the table from the beginning, and of the boneyard that is never drawn."""

ANYBODY = -1
"""The seat of a placement that stood: whose hand the tile came from is not certain."""

_STEP = 64  # moments between two lines: the tiles of one draw follow each other


class Option(NamedTuple):
    """One story: the slot, the seat that held the tile (-1: none), from when until when."""

    slot: int
    seat: int
    start: int
    end: int


class Ban(NamedTuple):
    """None of these tiles has one of these stories."""

    tiles: int
    options: int


class Count(NamedTuple):
    """At least `low` and at most `high` of these tiles have one of these stories."""

    tiles: int
    options: int
    low: int
    high: int


class Total(NamedTuple):
    """The tiles with one of these stories have from `low` to `high` pips together."""

    options: int
    low: int
    high: int


class Choice(NamedTuple):
    """One of these conjunctions of numbers and totals holds."""

    any_of: tuple[tuple[Count | Total, ...], ...]


Piece = Ban | Count | Total | Choice


class Part(NamedTuple):
    """One thing a line says: the key of its text, the rule it cites, and what it means for the tiles.

    `fact`: the line records it; else it must hold if the line's turn or claim is right.
    """

    reason: str
    rule: str
    pieces: tuple[Piece, ...]
    fact: bool = True


@dataclass(slots=True)
class Line:
    """What one line says, part by part; `values` are what the texts name."""

    number: int
    values: dict[str, object]
    parts: list[Part] = field(default_factory=list)

    def add(self, reason: str, rule: str, pieces: Iterable[Piece], fact: bool = True) -> None:
        """One more part, where it says anything."""
        found = tuple(pieces)
        if found:
            self.parts.append(Part(reason, rule, found, fact))

    @property
    def pieces(self) -> list[Piece]:
        return [piece for part in self.parts for piece in part.pieces]

    @property
    def facts(self) -> list[Piece]:
        return [piece for part in self.parts if part.fact for piece in part.pieces]

    @property
    def rules(self) -> list[Piece]:
        return [piece for part in self.parts if not part.fact for piece in part.pieces]


@dataclass
class Unseen:
    """One round: tiles with the options each has, slots with the numbers of tiles they take, and the lines.

    `slots` are (options as bits, least, most). What holds without any line is in `slots` and `always`.
    """

    options: list[Option]
    domains: list[int]  # by tile: its stories as bits of `options`
    slots: list[tuple[int, int, int]]
    left: list[int]  # by seat: the stories that end in its hand
    dealt: list[int]  # by seat: the stories that begin in its hand
    lines: list[Line] = field(default_factory=list)
    always: list[Piece] = field(default_factory=list)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seat of every story."""
        return tuple(each.seat for each in self.options)

    @cached_property
    def _starts(self) -> dict[tuple[int, int], int]:
        return _by(self.options, "seat", "start")

    @cached_property
    def _ends(self) -> dict[tuple[int, int], int]:
        return _by(self.options, "seat", "end")

    def of(self, seat: int) -> int:
        """The stories of tiles of one seat."""
        return sum(bits for (who, _), bits in self._starts.items() if who == seat)

    def held(self, seat: int, moment: int) -> int:
        """The stories in which a seat has the tile at a moment."""
        begun = sum(bits for (who, start), bits in self._starts.items() if who == seat and start < moment)
        over = sum(bits for (who, end), bits in self._ends.items() if who == seat and end < moment)
        return begun & ~over

    def ending(self, moment: int) -> int:
        """The stories that end at a moment."""
        return sum(bits for (_, end), bits in self._ends.items() if end == moment)

    def gone(self, moment: int) -> int:
        """The stories in which the tile lies on the table at a moment."""
        return self.slots[TABLE][0] | sum(bits for (_, end), bits in self._ends.items() if end < moment)

    def undrawn(self, moment: int) -> int:
        """The stories in which the tile is in the boneyard at a moment."""
        later = sum(bits for (_, start), bits in self._starts.items() if start > moment)
        return self.slots[REST][0] | later

    def pieces(self, lines: Iterable[Line]) -> list[Piece]:
        """All that these lines say."""
        return [piece for line in lines for part in line.parts for piece in part.pieces]


def _by(options: Sequence[Option], first: str, second: str) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for number, each in enumerate(options):
        key = (getattr(each, first), getattr(each, second))
        found[key] = found.get(key, 0) | 1 << number
    return found


class Draw(NamedTuple):
    """One drawn tile: who, when."""

    seat: int
    moment: int


class Play(NamedTuple):
    """One placement: who (ANYBODY: not certain), when."""

    seat: int
    moment: int


@dataclass(slots=True)
class Frame:
    """The events of a round in which tiles move, as far as they are written, and where lines are missing.

    `sizes` are the hands at the beginning (None: not known, `largest` at most); `gaps` are by seat the moments at which
    it may have played, and if `draws_in_gaps` drawn, any number of tiles. `table`: tiles may lie there from the first.
    """

    max_pips: int
    sizes: list[int | None]
    draws: list[Draw] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    gaps: list[list[int]] = field(default_factory=list)
    table: bool = False
    boneyard: bool = True
    draws_in_gaps: bool = True
    largest: int | None = None


def moment_of(number: int) -> int:
    """The moment of a line, by its number in the round."""
    return (number + 1) * _STEP * 4


def unseen_of(frame: Frame) -> Unseen:
    """The stories every tile can have, before any line is heard."""
    count = len(TileSet(frame.max_pips))
    slots = [(-1, 0), (-1, 0)]  # (seat, from when); the first two are TABLE and REST
    bounds = [(0, count if frame.table else 0), (0, count if frame.boneyard else 0)]
    for seat, size in enumerate(frame.sizes):
        slots.append((seat, 0))
        bounds.append((0, count if frame.largest is None else frame.largest) if size is None else (size, size))
    for draw in frame.draws:
        slots.append((draw.seat, draw.moment))
        bounds.append((0, count))
    if frame.draws_in_gaps:
        for seat, moments in enumerate(frame.gaps):
            slots += [(seat, gap + 1) for gap in moments]
            bounds += [(0, count)] * len(moments)
    options = [Option(TABLE, -1, 0, FOREVER)]
    first = [0]
    for slot, (seat, start) in enumerate(slots[1:], 1):
        first.append(len(options))
        ends = [FOREVER, *(when for who, when in frame.plays if who in (seat, ANYBODY) and when > start)]
        if seat >= 0 and frame.gaps:
            ends += [gap + 2 for gap in frame.gaps[seat] if gap + 2 > start]
        options += [Option(slot, seat, start, end) for end in ends]
    first.append(len(options))
    masks = [(1 << after) - (1 << at) for at, after in pairwise(first)]
    seats = range(len(frame.sizes))
    found = Unseen(
        options,
        [(1 << len(options)) - 1] * count,
        [(mask, *each) for mask, each in zip(masks, bounds, strict=True)],
        [0] * len(frame.sizes),
        [masks[2 + seat] for seat in seats],
    )
    found.left = [found.held(seat, FOREVER) for seat in seats]
    return found


# -- what lines say ---------------------------------------------------------------------------------------------------


def exactly(tiles: Sequence[AnyTile], max_pips: int, inside: int, outside: int) -> list[Piece]:
    """The tiles with a story of `inside` are these, unrecorded ones among them.

    A hand with half-known tiles exists when for every set of their halves enough tiles show one of them (Hall).
    """
    known = mask_of(tuple(tiles))
    everything = TileSet(max_pips).mask
    free = everything & ~known
    found: list[Piece] = [Ban(known, outside)] if known else []
    unknown = [each for each in tiles if isinstance(each, UnknownTile)]
    if not unknown:
        found.append(Ban(free, inside))
    found.append(Count(everything, inside, len(tiles), len(tiles)))
    halves = sorted({each.pips for each in unknown if each.pips is not None})
    for chosen in range(1, 1 << len(halves)):
        values = [half for number, half in enumerate(halves) if chosen >> number & 1]
        showing = sum(1 << index for index in range(everything.bit_length()) if {*_halves(index)} & {*values})
        found.append(Count(free & showing, inside, sum(each.pips in values for each in unknown), len(unknown)))
    return found


def _halves(index: int) -> tuple[int, int]:
    each = tile_at(index)
    return each.low, each.high


def only(tile: AnyTile, max_pips: int, options: int) -> list[Piece]:
    """The tile with one of these stories is this one."""
    everything = TileSet(max_pips).mask
    if isinstance(tile, Tile):
        return [Ban(everything & ~(1 << tile.index), options)]
    if tile.pips is None:
        return []
    return [
        Ban(sum(1 << index for index in range(everything.bit_length()) if tile.pips not in _halves(index)), options)
    ]
