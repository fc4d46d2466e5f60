"""A judged match → its scores as a table keeps them: one change after another, and where each side then stands.

No rule is applied here: what a turn scored and what hands cost has been found by the replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .judged import Judged, RoundTrace
from .record import GivenScore, Match, Node


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a score record: the score of `side` before and after it, None where it is not known.

    `turn` is the turn that scored; None for a deduction, an award, an agreement.
    """

    round: int
    turn: int | None
    side: str
    before: int | None
    after: int | None

    @property
    def points(self) -> int | None:
        """What was added; less than nothing for a deduction."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class Account:
    """Where one side stands: its score (None: not known) and, if it has an entry, the score before the last one."""

    name: str
    score: int | None
    before: int | None = None

    @property
    def last(self) -> int | None:
        """What the last entry added; None where there is none, or it is not known."""
        return None if self.before is None or self.score is None else self.score - self.before


def account(name: str, scores: Sequence[int | None]) -> Account:
    """The account of a side whose scores, one after each entry, are `scores`; it begins at 0."""
    kept = [0, *scores]
    return Account(name, kept[-1], kept[-2] if scores else None)


def history(judged: Judged) -> tuple[Change, ...]:
    """All changes of the scores of a match replayed with its steps, in order.

    Where a score is not known for a while, what happened to it is one change of which only the end is known.
    """
    return tuple(each for _, changes in by_round(judged) for each in changes)


def by_round(judged: Judged) -> Iterator[tuple[RoundTrace, list[Change]]]:
    """The rounds of a match with the changes of each, as above."""
    scores = beginning(judged)
    if not isinstance(judged.entry, Match) or not judged.rounds:
        return
    lines = {each.head.line: each.nodes for each in judged.entry.rounds}
    for trace in judged.rounds:
        _take(scores, lines.get(trace.line, ()))
        yield trace, list(_changes(trace, scores))


def beginning(judged: Judged) -> dict[str, int | None]:
    """The scores a match begins with: 0, or those its opening and the head of its first round give."""
    if not isinstance(judged.entry, Match) or not judged.rounds:
        return {}
    scores: dict[str, int | None] = dict.fromkeys(judged.rounds[0].scores, 0)
    _take(scores, judged.entry.opening)
    first = [each for each in judged.entry.rounds if each.head.line == judged.rounds[0].line]
    _take(scores, first[0].nodes if first else ())
    return scores


def standing(
    changes: Iterable[Change], names: Mapping[str, str], begin: Mapping[str, int | None] | None = None
) -> tuple[Account, ...]:
    """Where the sides stand after `changes`; `names` gives every side's name, in order, `begin` scores other than 0."""
    last = {each.side: each for each in changes}
    first = {side: Account(name, (begin or {}).get(side, 0)) for side, name in names.items()}
    return tuple(
        Account(name, last[side].after, last[side].before) if side in last else first[side]
        for side, name in names.items()
    )


def _take(scores: dict[str, int | None], nodes: Iterable[Node]) -> None:
    """Go on from given scores."""
    for node in nodes:
        if isinstance(node, GivenScore):
            scores.update((side, score) for side, score in node.scores if side in scores)


def _changes(trace: RoundTrace, scores: dict[str, int | None]) -> Iterator[Change]:
    """The changes of one round; `scores` goes along."""

    def to(side: str, after: int | None, turn: int | None = None) -> Iterator[Change]:
        before, scores[side] = scores[side], after
        if before != after:
            yield Change(trace.number, turn, side, before, after)

    for step in trace.steps:
        for side, score in (step.scores or {}).items():
            yield from to(side, score, step.turn)
    for side, end in trace.scores.items():
        costs = [cost for seat, cost in trace.deductions.items() if seat in side and cost]
        start = scores[side]
        if start is not None and end == start - sum(costs):  # one entry for every hand (AS61, SR54)
            for cost in costs:
                start -= cost
                yield from to(side, start)
        yield from to(side, end)
