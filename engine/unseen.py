"""The unseen tiles of one round as data: where every tile can have been, and what each line says of it.

A tile has one *story*: the slot it came from (a hand as dealt, one draw, the boneyard that was never drawn from, a gap)
and how it left it (placed, played unseen, left over). `Option` numbers the stories; a set of stories is an integer of
bits, as a set of tiles is. All that a line says is a tuple of `Ban`, `Count`, `Total` and `Choice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .tiles import AnyTile, Tile, TileSet, UnknownTile, mask_of, tile_at

PLACED, FOREVER = -1, 1 << 60
"""Ends of a story: when the record places the tile, and never."""

TABLE, REST = 0, 1
"""The slots of tiles that lie on the table from the beginning, and of the boneyard that is never drawn."""

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
    """One of these conjunctions of totals holds."""

    any_of: tuple[tuple[Total, ...], ...]


Piece = Ban | Count | Total | Choice


@dataclass(slots=True)
class Line:
    """What one line says: `facts` are what it records, `rules` what must hold if its turn or claim is right.

    `reason` is the key of the text for its facts, `meaning` of that for its rules (None: the same), `values` what the
    texts name, `clause` and `rule` the rules they cite.
    """

    number: int
    reason: str
    clause: str
    values: dict[str, object]
    meaning: str | None = None
    rule: str | None = None
    facts: list[Piece] = field(default_factory=list)
    rules: list[Piece] = field(default_factory=list)

    @property
    def pieces(self) -> list[Piece]:
        return self.facts + self.rules

    @property
    def said(self) -> list[tuple[str, str]]:
        """What the line says: keys of texts, each with the rule it cites."""
        facts = [(self.reason, self.clause)] if self.facts else []
        rules = [(self.meaning or self.reason, self.rule or self.clause)] if self.rules else []
        return facts + [each for each in rules if each not in facts]


@dataclass(slots=True)
class Unseen:
    """One round: tiles with the options each has, slots with the numbers of tiles they take, and the lines.

    `domains` are bits of `options` by the tile's index; `slots` are (options as bits, least, most). What holds without
    any line (sizes of hands, one place for a tile, what lies on the table) is in `domains`, `slots` and `always`.
    """

    options: list[Option]
    domains: list[int]
    slots: list[tuple[int, int, int]]
    left: list[int]  # by seat: the stories that end in its hand
    dealt: list[int]  # by seat: the stories that begin in its hand
    lines: list[Line] = field(default_factory=list)
    always: list[Piece] = field(default_factory=list)

    def held(self, seat: int, moment: int) -> int:
        """The stories in which a seat has the tile at a moment, its placement not looked at."""
        return sum(
            1 << number
            for number, each in enumerate(self.options)
            if each.seat == seat and each.start < moment and (each.end == PLACED or each.end >= moment)
        )

    def pieces(self, lines: Iterable[Line]) -> list[Piece]:
        """All that these lines say."""
        return [piece for line in lines for piece in (*line.facts, *line.rules)]


class Draw(NamedTuple):
    """One drawn tile: who, when."""

    seat: int
    moment: int


@dataclass(slots=True)
class Frame:
    """The course of a round that is taken as given: who drew when, what was placed when, where lines are missing.

    `sizes` are the hands at the beginning (None: not known, `largest` at most); `unseen_plays` are (seat, moment) of
    tiles nobody recorded; `tables` are (moment, tiles) of layouts given after a gap.
    """

    max_pips: int
    sizes: list[int | None]
    draws: list[Draw] = field(default_factory=list)
    placed: dict[int, int] = field(default_factory=dict)
    unseen_plays: list[tuple[int, int]] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    tables: list[tuple[int, int]] = field(default_factory=list)
    on_table: int = 0
    boneyard: bool = True
    largest: int | None = None

    def placed_before(self, moment: int) -> int:
        """The tiles on the table before a moment, as bits."""
        return self.on_table | sum(1 << index for index, when in self.placed.items() if when < moment)


def moment_of(number: int) -> int:
    """The moment of a line, by its number in the round."""
    return (number + 1) * _STEP * 4


def unseen_of(frame: Frame) -> Unseen:
    """The stories every tile can have, before any line is heard."""
    count = len(TileSet(frame.max_pips))
    slots: list[tuple[int, int, int]] = [(-1, 0, 0), (-1, 0, 0)]  # (seat, from when, …) of TABLE and REST
    least: list[tuple[int, int]] = [(0, count), (0, count if frame.boneyard else 0)]
    for seat, size in enumerate(frame.sizes):
        slots.append((seat, 0, 0))
        least.append((0, frame.largest or count) if size is None else (size, size))
    for draw in frame.draws:
        slots.append((draw.seat, draw.moment, 0))
        least.append((1, 1))
    if frame.boneyard:
        for gap in frame.gaps:
            for seat in range(len(frame.sizes)):
                slots.append((seat, gap + 1, 0))
                least.append((0, count))
    options: list[Option] = [Option(TABLE, -1, 0, FOREVER)]
    for slot, (seat, start, _) in enumerate(slots):
        if slot == TABLE:
            continue
        options += [Option(slot, seat, start, PLACED), Option(slot, seat, start, FOREVER)]
        if slot == REST:
            continue
        options += [Option(slot, seat, start, when) for who, when in frame.unseen_plays if who == seat and when > start]
        options += [Option(slot, seat, start, gap + 2) for gap in frame.gaps if gap + 2 > start]
    unseen = Unseen(
        options,
        [_domain(frame, options, index) for index in range(count)],
        [(_bits(options, slot=slot), low, high) for slot, (low, high) in enumerate(least)],
        [_bits(options, seat=seat, end=FOREVER) for seat in range(len(frame.sizes))],
        [_bits(options, seat=seat, slot=seat + 2) for seat in range(len(frame.sizes))],
    )
    everything = (1 << count) - 1
    for who, when in frame.unseen_plays:
        unseen.always.append(Count(everything, _bits(options, seat=who, end=when), 1, 1))
    return unseen


def _bits(options: Sequence[Option], **wanted: int) -> int:
    return sum(
        1 << number
        for number, each in enumerate(options)
        if all(getattr(each, name) == value for name, value in wanted.items())
    )


def _domain(frame: Frame, options: Sequence[Option], index: int) -> int:
    """The stories of one tile that agree with what lay on the table when."""
    if frame.on_table >> index & 1:
        return 1 << TABLE
    when = frame.placed.get(index)
    shown = next((moment for moment, tiles in frame.tables if tiles >> index & 1), None)
    absent = max((moment for moment, tiles in frame.tables if not tiles >> index & 1), default=0)
    found = 0
    for number, each in enumerate(options):
        if each.slot == TABLE:
            continue
        if when is not None:
            fits = each.end == PLACED and each.start < when
        elif shown is not None:
            fits = absent < each.end < shown
        else:
            fits = each.end == FOREVER or each.end > absent
        if fits:
            found |= 1 << number
    return found


# -- what lines say ---------------------------------------------------------------------------------------------------


def exactly(tiles: Sequence[AnyTile], max_pips: int, inside: int, outside: int, others: int) -> list[Piece]:
    """The tiles with a story of `inside` are these, unrecorded ones among them; `others` are the tiles that cannot be.

    A hand with half-known tiles exists when for every set of their halves enough tiles show one of them (Hall).
    """
    known = mask_of(tuple(tiles))
    everything = TileSet(max_pips).mask
    free = everything & ~known & ~others
    found: list[Piece] = [Ban(known, outside)]
    unknown = [each for each in tiles if isinstance(each, UnknownTile)]
    if not unknown:
        found.append(Ban(free, inside))
        return found
    found.append(Count(free, inside, len(unknown), len(unknown)))
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
