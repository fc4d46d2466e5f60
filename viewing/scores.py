"""Chapters → the score record of a match for the page: what is drawn of it at each moment, and in which words.

What stands where is found here, once for every state of a side; the page lays parts by their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.history import Account, Change, by_round
from ..engine.judged import Judged
from ..engine.messages import languages
from ..engine.record import Match
from ..engine.rules import ScoreRecord
from ..render.board import Board, Peg, peg_shape
from ..render.lettering import shape
from ..render.paper import MINUS, corner, inked, layers, minus, rows_height, sized, width
from ..render.scene import Shape, Text
from ..render.scorecard import rule, samples, sheet
from ..render.scorewords import Kept, sentences
from ..render.tally import LINE, LINES, Stroke, hole, strokes
from .board import Parts, short
from .story import Chapter

Data = dict[str, Any]
Place = tuple[int, float, float]
"""A line on paper: its number in its mark, x and y of the mark."""
Run = tuple[str, int, int]
"""Lines of one kind: the first, and the one behind the last."""
Use = tuple[str, float, float]
"""A part at its place."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a side stands at a moment, and whether it has won the match by then."""

    account: Account
    won: bool


def record_data(judged: Judged, chapters: Sequence[Chapter], kept_for: Sequence[str], parts: Parts) -> Data | None:
    """The score record of a match; its parts are entered into `parts`. None where the sides have no score.

    `states` are, for every side, its lines, its other parts and its sentences; `moments` has a number for every moment
    into `standings`, which name a state of each side.
    """
    entry = judged.entry
    if not isinstance(entry, Match) or not judged.rounds or not kept_for:
        return None
    standings = list(_standings(judged, chapters, tuple(kept_for)))
    states = [list(dict.fromkeys(each)) for each in zip(*standings, strict=True)]
    accounts = [[state.account for state in each] for each in states]
    seats = sum(len(each.split("+")) for each in kept_for)
    kept = Kept(_kept_on(entry.rules.score_record, accounts), tuple(kept_for), entry.rules.targets.get(seats))
    drawing: _Paper | _Board
    drawing = _Paper(kept, accounts, parts) if kept.record is ScoreRecord.PAPER else _Board(kept, accounts, parts)
    numbers = [{state: n for n, state in enumerate(each)} for each in states]
    numbered = [tuple(of[state] for of, state in zip(numbers, each, strict=True)) for each in standings]
    unlike = {each: n for n, each in enumerate(dict.fromkeys(numbered))}
    legend = dict(samples([each for side in accounts for each in side], kept, parts.look))
    for name, sample in legend.items():
        parts.shapes[f"key-{name}"] = sample(0, 0)
    return {
        "kind": kept.record.value,
        "box": drawing.box,
        "target": kept.target,
        "lanes": drawing.lanes,
        "legend": list(legend),
        "states": [
            [[*drawing.uses(lane, each.account), list(sentences(each.account, kept, won=each.won))] for each in side]
            for lane, side in enumerate(states)
        ],
        "standings": list(unlike),
        "moments": [unlike[each] for each in numbered],
    }


def _standings(judged: Judged, chapters: Sequence[Chapter], names: Sequence[str]) -> Iterator[tuple[State, ...]]:
    """Where the sides stand at every moment."""
    changes = {trace.line: found for trace, found in by_round(judged)}
    ahead = sum(map(len, changes.values()))
    last: dict[str, Change] = {}
    for chapter in chapters:
        waiting = list(changes.get(chapter.trace.line, ())) if chapter.trace is not None else []
        for moment in chapter.moments:
            line = moment.step.line if moment.step is not None else 0
            done = [each for each in waiting if moment.kind == "end" or (each.line is not None and each.line <= line)]
            waiting = [each for each in waiting if each not in done]
            last |= {each.side: each for each in done}
            ahead -= len(done)
            accounts = (_account(each, moment.scores.get(each), last.get(each)) for each in names)
            yield tuple(State(each, not ahead and each.name == judged.winner) for each in accounts)


def _account(side: str, score: int | None, last: Change | None) -> Account:
    """The account of a side; its last entry counts while it explains the score."""
    return Account(side, score, last.before if last is not None and last.after == score else None)


def _kept_on(wanted: ScoreRecord, accounts: Sequence[Sequence[Account]]) -> ScoreRecord:
    """Paper as far as lines make all these scores; the board can keep any."""
    scores = (score for side in accounts for each in side for score in (each.score or 0, each.before or 0))
    return ScoreRecord.BOARD if any(score % LINE for score in scores) else wanted


class _Paper:
    """A sheet with rows for every side, as many as the match needs, which keep their places.

    `lanes` are the lines of each side in the order they are drawn, first those above zero: number in its mark, x, y.
    """

    def __init__(self, kept: Kept, accounts: Sequence[Sequence[Account]], parts: Parts) -> None:
        self.look, self.parts = parts.look, parts
        unit, size, ink = self.look.theme.unit, self.look.theme.legend_size, self.look.theme.pip
        labels = [shape(each, self.look.lang, True) for each in kept.sides]
        left = unit * 1.6 + max(each.width for each in labels) * size / 1000
        self.lanes: list[list[Place]] = []
        self.below: list[tuple[int, float, float]] = []
        inside: list[Shape] = []
        wide, y = left + width(self.look) + unit, unit
        for lane, (label, states) in enumerate(zip(labels, accounts, strict=True)):
            if lane:
                inside.append(rule(y, wide, self.look))
                y += unit
            inside.append(Text(label, unit, y + unit * 1.5 + size * 0.36, size, ink, silent=True))
            y = self._lane(states, left, y) + unit
        self.box = _box(wide, y)
        parts.shapes["score-record"] = [*sheet(wide, y, self.look), *inside]

    def _lane(self, accounts: Sequence[Account], left: float, y: float) -> float:
        """Enter the places of a side's lines from the upper left; returns where they end."""
        scores = [score for each in accounts for score in (each.score or 0, each.before or 0)]
        above = self._lines(max(scores), left, y)
        y += rows_height(_marks(max(scores)), self.look)
        below = self._lines(-min(scores), left, y + self.look.theme.unit)
        self.below.append((len(above), short(left), short(y + self.look.theme.unit)))
        self.lanes.append(above + below)
        return y + self.look.theme.unit + rows_height(_marks(-min(scores)), self.look) if below else y

    def _lines(self, most: int, x: float, y: float) -> list[Place]:
        found = []
        for stroke in strokes(max(most, 0)):
            across, down = corner(stroke.mark, self.look)
            found.append((stroke.number, short(x + MINUS * self.look.theme.unit + across), short(y + down)))
        return found

    def uses(self, lane: int, account: Account) -> tuple[list[Run], list[Use]]:
        """Lines by their kinds, from back to front, and the sign below zero."""
        now = account.score or 0
        was = now if account.before is None else account.before
        start, x, y = self.below[lane]
        runs = [self._run(kind, lane, numbers, 0) for kind, numbers in layers(max(now, 0), max(was, 0))]
        owed = layers(max(-now, 0), max(-was, 0), below=True)
        runs += [self._run(kind, lane, numbers, start) for kind, numbers in owed]
        if min(now, was) >= 0:
            return runs, []
        sign = "minus" if now < 0 else "old-minus"
        self.parts.shapes[sign] = [minus(0, 0, self.look, min(now, 0))]
        return runs, [(sign, x, y)]

    def _run(self, kind: str, lane: int, numbers: range, start: int) -> Run:
        """Lines one after another, which are entered as parts."""
        run = (kind, numbers.start + start, numbers.stop + start)
        for number, _, _ in self.lanes[lane][run[1] : run[2]]:
            line = sized(Stroke(0, number), self.look)
            self.parts.shapes.setdefault(f"{kind}-{number}", [inked((line,), kind, self.look)])
        return run


class _Board:
    """A cribbage board, without lines."""

    def __init__(self, kept: Kept, accounts: Sequence[Sequence[Account]], parts: Parts) -> None:
        self.parts = parts
        scores = [each.score or 0 for side in accounts for each in side]
        rounds = max(hole(each).rounds for each in (*scores, kept.target or 0))
        looks = {language: parts.look.but(lang=language) for language in languages()}
        rooms = [Board(kept.sides, kept.target, rounds, each).room for each in looks.values()]
        room = (max(words for words, _ in rooms), max(goal for _, goal in rooms))
        for language, each in looks.items():
            worded = Board(kept.sides, kept.target, rounds, each, room)
            parts.shapes[f"score-record-{language}"] = list(worded.words())
        self.board = Board(kept.sides, kept.target, rounds, parts.look, room)
        parts.shapes["score-record"] = list(self.board.bare())
        self.lanes: list[list[Place]] = []
        self.box = _box(self.board.width, self.board.height)

    def uses(self, lane: int, account: Account) -> tuple[list[Run], list[Use]]:
        """No lines; the pegs of a side."""
        found = []
        for peg in self.board.pegs(lane, account):
            name = f"peg-{peg.kind}{peg.rounds or ''}"
            self.parts.shapes.setdefault(name, [peg_shape(Peg(peg.kind, 0, 0, peg.rounds), self.parts.look)])
            found.append((name, short(peg.x), short(peg.y)))
        return [], found


def _marks(points: int) -> int:
    return -(-points // (LINE * LINES))


def _box(wide: float, tall: float) -> list[float]:
    """What is seen: a sheet with its outline and its shade."""
    return [-1, -1, short(wide + 2), short(tall + 4)]
