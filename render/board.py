"""Accounts → a cribbage board: 120 holes a side in streets of five, four rows that lead to and fro.

The front peg stands at the score, the back peg at the score before the last entry, so that a deduction is seen to
move back; a third peg counts whole rounds of the board. There is no hole below zero: that is said in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ..engine.history import Account
from ..engine.messages import message
from .legend import Sample
from .lettering import Line, shape
from .look import Look
from .scene import Disc, Group, Pips, Plates, Shape, Strokes, Text
from .tally import HOLES, STREET, board_sum, hole
from .tiling import number

_ROW = 30
"""Holes of one row."""
_MOST_ROUNDS = 4
"""Whole rounds that have holes of their own."""
_PITCH, _STREET_GAP, _LANE, _BAND, _START = 0.78, 0.4, 0.95, 1.75, 2.6
"""In grid units of the theme: from hole to hole, more between streets, from lane to lane, the room above a row, and
left of it for the start."""
_LINE = 1.4
"""The height of a line of words below the counters, in the same units."""
Room = tuple[float, float]
"""How wide the words before the counters are, and those of the target."""


def _pitch(look: Look) -> float:
    return look.theme.unit * _PITCH


@dataclass(frozen=True, slots=True)
class Peg:
    """What is put into a board: `front`, `back`, `below` (a front peg below zero), `ring`, or a number of `rounds`."""

    kind: str
    x: float
    y: float
    rounds: int = 0


class Board:
    """The places of the holes for these sides; `labels` are the letters of the sides.

    `rounds` are the most whole rounds a peg has to count; `room` is kept for the words beside the counters: those
    before them, and the target, which has a line of its own where it would lie over them.
    """

    def __init__(
        self, labels: Sequence[str], target: int | None, rounds: int, look: Look, room: Room | None = None
    ) -> None:
        self.look = look
        self.target = target
        self.rounds = rounds
        self.labels = [shape(each, look.lang, True, look.theme.font) for each in labels]
        unit = look.theme.unit
        self.small = look.theme.legend_size * 0.82
        self.lettering = max(each.width for each in self.labels) * self.small / 1000
        self.turn = unit * (0.6 + 0.5 * len(self.labels))
        self.left = unit * 0.8 + self.lettering + max(unit * _START, self.turn + unit * 0.4)
        row = (_ROW - 1) * _pitch(look) + (_ROW // STREET - 1) * unit * _STREET_GAP
        self.width = self.left + row + self.turn + unit * 0.9
        self.band = unit * (_BAND + (len(self.labels) - 1) * _LANE + 0.75)
        self._pace = unit * 1.35
        self.room = room or (self._wide(self._words("score.rounds")), self._wide(self._goal()) if target else 0)
        shown = look.digits(str(rounds))
        self._number = self._wide(shape(shown, look.lang, True, look.theme.font))
        free = self.width - unit * 3.1 - self.room[0]
        beside = free - (self.room[1] + unit * 1.2 if target else 0)
        self._counts = rounds <= _MOST_ROUNDS
        self._counts = self._counts and self._feet() <= free
        self._below = self._feet() > beside
        self.height = 4 * self.band + unit * (3.1 + _LINE * self._below)

    def place(self, lane: int, where: int) -> tuple[float, float]:
        """The middle of a hole of a lane from the board's upper left; -1 is the second hole of the start."""
        unit = self.look.theme.unit
        if where < 1:
            return self.left + (where - 1.25) * _pitch(self.look), self._lane(0, lane)
        row, column = divmod(where - 1, _ROW)
        column = _ROW - 1 - column if row % 2 else column
        x = self.left + column * _pitch(self.look) + column // STREET * unit * _STREET_GAP
        return x, self._lane(row, lane)

    def _lane(self, row: int, lane: int) -> float:
        """The lanes keep their order round a turn: on the way back the first is the lowest."""
        down = len(self.labels) - 1 - lane if row % 2 else lane
        return row * self.band + self.look.theme.unit * (_BAND + down * _LANE)

    def bare(self) -> Iterator[Shape]:
        """The board without pegs and words: its face, holes, numbers, turns and letters."""
        theme, unit = self.look.theme, self.look.theme.unit
        if theme.shade_drop:
            shade = ((0.0, theme.shade_drop, True),)
            yield Plates(shade, self.width, self.height, theme.corner * 1.6, theme.tile_shade, theme.tile_shade, 0.9)
        face = ((0.0, 0.0, True),)
        yield Plates(
            face, self.width, self.height, theme.corner * 1.6, theme.tile, theme.tile_edge, theme.edge_width
        )  # fmt: skip
        yield Strokes(tuple(self._turns()), theme.divider, theme.divider_width)
        lanes = range(len(self.labels))
        holes = [self.place(lane, each) for lane in lanes for each in range(-1, HOLES + 1)]
        holes += [each for lane in lanes for each in self._counter_holes(lane)]
        yield Pips(tuple((x, y, 1, False) for x, y in holes), 0, unit * 0.3, theme.divider)
        for each in range(STREET, HOLES + 1, STREET):
            x, y = self.place(0, each)
            top = min(y, self.place(len(self.labels) - 1, each)[1])
            yield number(each, x, top - unit * 0.78, self.small * 0.9, theme.pip, self.look, silent=True)
        for row in range(4):
            for lane, line in enumerate(self.labels):
                yield self._text(line, unit * 0.6, self._lane(row, lane), silent=row > 0)
        yield from self._counters()

    def _text(self, line: Line, x: float, y: float, *, silent: bool = False) -> Text:
        return Text(line, x, y + self.small * 0.36, self.small, self.look.theme.pip, silent)

    def _turns(self) -> Iterator[tuple[float, float, float, float]]:
        """Three lines for each lane from the end of a row to the next."""
        unit, last = self.look.theme.unit, len(self.labels) - 1
        for row in range(3):
            for lane in range(last + 1):
                x, y = self.place(lane, (row + 1) * _ROW)
                below = self._lane(row + 1, lane)
                out = unit * (0.6 + 0.5 * (lane if row % 2 else last - lane))
                side, gap = (-1, -0.45 * unit) if row % 2 else (1, 0.45 * unit)
                yield x + gap, y, side * out, 0
                yield x + gap + side * out, y, 0, below - y
                yield x + gap, below, side * out, 0

    def pegs(self, lane: int, account: Account) -> Iterator[Peg]:
        """The two pegs of a side, its third for whole rounds, and a ring where the target is in this round.

        None for a score that is not known, and no back peg where only the score before is not.
        """
        if account.score is None:
            return
        if self.target and near_target(account, self.target):
            yield Peg("ring", *self.place(lane, hole(self.target).number))
        at = hole(account.score)
        if (back := _back(account)) is not None:
            yield Peg("back", *self.place(lane, back))
        yield Peg("below" if account.score < 0 else "front", *self.place(lane, at.number))
        x, y = self._counter(lane)
        if self._counts:
            yield Peg("front", x + at.rounds * self._pace, y)
        else:
            yield Peg("rounds", x, y, at.rounds)

    def _counters(self) -> Iterator[Shape]:
        """For every side its letters at the holes of its third peg, and their numbers."""
        unit, theme = self.look.theme.unit, self.look.theme
        for lane, line in enumerate(self.labels):
            x, y = self._counter(lane)
            yield self._text(line, x - self._half - unit * 0.9 - self.lettering, y, silent=True)
            for each, (cx, _) in enumerate(self._counter_holes(lane)):
                yield number(each, cx, y - unit * 0.85, self.small * 0.9, theme.pip, self.look, silent=True)

    def _counter_holes(self, lane: int) -> list[tuple[float, float]]:
        x, y = self._counter(lane)
        return [(x + each * self._pace, y) for each in range(self.rounds + 1)] if self._counts else []

    @property
    def _half(self) -> float:
        """Half of the number where whole rounds have one and no holes: there are too many, or no room for them."""
        return 0 if self._counts else self._number / 2

    def _side(self) -> float:
        """From the counter of a side to the next one's."""
        unit = self.look.theme.unit
        return self.lettering + unit * 1.9 + (self._pace * self.rounds if self._counts else self._number)

    def _feet(self) -> float:
        """How wide the counters of all sides are."""
        return self._side() * len(self.labels) - self.look.theme.unit * 0.5

    def _counter(self, lane: int) -> tuple[float, float]:
        """The first hole for whole rounds of a side, or the middle of their number."""
        unit = self.look.theme.unit
        first = unit * 2.5 + self.room[0] + self.lettering + self._half
        return first + lane * self._side(), 4 * self.band + unit * 1.75

    def words(self) -> Iterator[Shape]:
        """What is written on the board in the look's language: at the counters, and the target with its sum."""
        unit = self.look.theme.unit
        y = self._counter(0)[1]
        yield self._text(self._words("score.rounds"), unit * 0.6, y)
        if self.target:
            line = self._goal()
            yield self._text(line, self.width - unit * 0.9 - self._wide(line), y + unit * _LINE * self._below)

    def _goal(self) -> Line:
        key = "score.goal-again" if hole(self.target or 0).rounds else "score.goal"
        return self._words(key, target=self.target, sum=board_sum(self.target or 0))

    def _words(self, key: str, **values: object) -> Line:
        words = self.look.digits(message(self.look.lang, key, **values))
        return shape(words, self.look.lang, font=self.look.theme.font)

    def _wide(self, line: Line) -> float:
        return line.width * self.small / 1000


def _back(account: Account) -> int | None:
    """The hole of the back peg; both pegs of who has scored nothing stand in the holes of the start."""
    if account.score is None or (account.before is None and account.score):
        return None
    before = hole(account.before or 0).number
    return before if before or hole(account.score).number else -1


def near_target(account: Account, target: int) -> bool:
    """Whether a side goes round the board for the time in which it can reach the target."""
    return account.score is not None and hole(account.score).rounds == hole(target).rounds


def peg_shape(peg: Peg, look: Look) -> Shape:
    """A peg as it is drawn."""
    theme = look.theme
    if peg.kind == "ring":
        return Disc(peg.x, peg.y, theme.unit * 0.42, "none", theme.spinner, theme.spinner_width * 0.7)
    if peg.kind == "back":
        return Disc(peg.x, peg.y, theme.unit * 0.27, theme.tile, theme.badge, theme.unit * 0.16)
    if peg.kind == "rounds":
        return number(peg.rounds, peg.x, peg.y, theme.legend_size * 0.82, theme.pip, look, silent=True)
    if peg.kind == "below":  # told apart without its colour too
        disc = Disc(peg.x, peg.y, theme.unit * 0.36, theme.differs, theme.tile, theme.unit * 0.07)
        bar = Strokes(((peg.x - theme.unit * 0.2, peg.y, theme.unit * 0.4, 0),), theme.tile, theme.unit * 0.13)
        return Group(0, 0, 1, (disc, bar))
    return Disc(peg.x, peg.y, theme.unit * 0.36, theme.badge, theme.tile, theme.unit * 0.07)


def samples(accounts: Sequence[Account], target: int | None, look: Look) -> Iterator[tuple[str, Sample]]:
    """What the legend explains, by the ends of its texts' keys: the pegs that stand and, where marked, the target."""
    known = [each.score for each in accounts if each.score is not None]
    seen = {
        "peg": ("front", bool(known)),
        "below-peg": ("below", any(score < 0 for score in known)),
        "back": ("back", any(_back(each) is not None for each in accounts)),
        "target": ("ring", bool(target) and any(near_target(each, target or 0) for each in accounts)),
    }
    yield from ((name, partial(_sample, kind, look)) for name, (kind, there) in seen.items() if there)


def _sample(kind: str, look: Look, x: float, y: float) -> list[Shape]:
    return [peg_shape(Peg(kind, x, y), look)]
