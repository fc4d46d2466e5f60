"""What comes next on a sheet: a line that follows from the others, or a question only the table can answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..engine.moment import Moment, moment_of
from ..engine.record import (
    Action,
    Award,
    Deal,
    Deduct,
    End,
    GivenTurn,
    Left,
    Node,
    Result,
    RoundLine,
    ScoreLine,
    Starter,
)
from ..engine.rules import AfterWin
from .sheet import Look, Sheet, look


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: `rules`, `seats`, `starter`, `deal`, `turn`, `site`, `left`, `score`, `round` or `done`.

    `seat` is whom it is about, `of` how a starter is found.
    """

    about: str
    seat: str | None = None
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How a record is written: whether hands are asked for."""

    hands: bool = False


Skipped = frozenset[tuple[int, str, str | None]]
"""Questions nobody could answer: round, what it was about, seat."""


def completed(sheet: Sheet, manner: Manner, skipped: Skipped) -> tuple[Sheet, Look, Question]:
    """The sheet with all lines that follow from what is written, and the question after them."""
    while True:
        seen = look(sheet)
        found = due(seen, manner, skipped)
        if isinstance(found, Question):
            return sheet, seen, found
        sheet = sheet.added(found)


def due(seen: Look, manner: Manner, skipped: Skipped) -> Node | Question:
    """The next line, where it follows, or the next question."""
    moment, nodes = seen.moment, seen.round
    if any(isinstance(node, Result) for node in seen.entry.closing):
        return Question("done")
    if not seen.entry.rounds:
        return RoundLine(0, 1)
    if not moment.turns and moment.end is None:
        opening = _opening(seen, manner, skipped)
        if opening is not None:
            return opening
    if moment.end is None:
        if moment.move == "pass" and moment.to_play is not None:
            return Action(0, moment.to_play, "pass")
        return Question("turn", moment.to_play)
    if not any(isinstance(node, ScoreLine) for node in nodes) and moment.end[0] != "void":
        ending = _ending(seen, skipped)
        if ending is not None:
            return ending
    if moment.winner is not None:
        return Result(0, moment.winner)
    return Question("round")


def _opening(seen: Look, manner: Manner, skipped: Skipped) -> Node | Question | None:
    """Hands where they are asked for, then the starter."""
    moment, nodes = seen.moment, seen.round
    number = seen.entry.rounds[-1].head.number
    started = any(isinstance(node, Starter | GivenTurn) for node in nodes)
    how, seat = before_round(seen)
    if not started and how == "start" and seat is not None:
        return Starter(0, "start", seat)
    asked = moment.to_play is None and (number, "starter", None) not in skipped
    if asked and how != "double":
        return Question("starter", None, how)
    if manner.hands:
        dealt = {node.seat for node in nodes if isinstance(node, Deal)}
        for each in moment.seats:
            if each not in dealt and (number, "deal", each) not in skipped and moment.hands[each] is None:
                return Question("deal", each)
    if not started and moment.starter is not None:  # the holder of the highest double, seen from the hands
        return Starter(0, "start", moment.starter)
    return Question("starter", None, how) if asked else None


def before_round(seen: Look) -> tuple[str | None, str | None]:
    """How the starter of the last round is found, and the seat where it is known."""
    return moment_of(replace(seen.entry, rounds=seen.entry.rounds[:-1])).start


def _ending(seen: Look, skipped: Skipped) -> Node | Question | None:
    """The lines of the end of a round, in their order."""
    moment, nodes = seen.moment, seen.round
    assert moment.end is not None
    how, ender = moment.end
    number = seen.entry.rounds[-1].head.number
    if how in ("out", "blocked") and not any(isinstance(node, End) for node in nodes):
        return End(0, how, ender)
    settled = how != "won" or seen.entry.rules.after_win is AfterWin.SETTLE
    if settled:
        left = {node.seat for node in nodes if isinstance(node, Left)}
        for seat in moment.seats:
            hand = moment.hands[seat]
            if seat in left or seat == ender or hand == ():
                continue
            if hand is not None:
                return Left(0, seat, hand, None)
            if (number, "left", seat) not in skipped:
                return Question("left", seat)
        costs = _costs(moment, nodes)
        if costs is not None:
            return costs
    if None not in moment.scores.values():
        return ScoreLine(0, tuple((side, score or 0) for side, score in moment.scores.items()))
    if (number, "score", None) not in skipped:
        return Question("score")
    return None


def _costs(moment: Moment, nodes: tuple[Node, ...]) -> Node | None:
    """The next deduction or award that is due; none is written where one of them is not known."""
    if None in moment.deductions.values() or None in moment.awards.values():
        return None
    deducted = {node.seat for node in nodes if isinstance(node, Deduct)}
    for seat, cost in moment.deductions.items():
        if cost and seat not in deducted:
            return Deduct(0, seat, cost)
    awarded = {node.side for node in nodes if isinstance(node, Award)}
    for side, points in moment.awards.items():
        if points and side not in awarded:
            return Award(0, side, points)
    return None
