"""A judged match → its scores as a table keeps them: one change after another, and where each side then stands.

No rule is applied here: what a turn scored and what hands cost has been found by the replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from .judged import Judged, RoundTrace
from .record import Action, Adjust, End, Gap, GivenScore, Match, Node, ScoreLine, Unread


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a score record: the score of `side` before and after it, None where it is not known.

    `turn` is the turn that scored; None for a deduction, an award, an agreement, for what a void round takes back and
    for scores given after a gap. `line` is that of the record; None for what comes from the end of a round.
    """

    round: int
    turn: int | None
    side: str
    before: int | None
    after: int | None
    line: int | None = None

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
    nodes = {each.head.line: each.nodes for each in judged.entry.rounds}
    for trace in judged.rounds:
        yield trace, list(_Round(trace, scores).changes(nodes.get(trace.line, ())))


def beginning(judged: Judged) -> dict[str, int | None]:
    """The scores a match begins with: 0, or those given before its first turn; None where they are not known."""
    if not isinstance(judged.entry, Match) or not judged.rounds:
        return {}
    first = judged.rounds[0]
    scores: dict[str, int | None] = dict.fromkeys(first.scores, 0)
    nodes = [each for round_ in judged.entry.rounds if round_.head.line == first.line for each in round_.nodes]
    ahead = takewhile(lambda node: not isinstance(node, Action | Adjust), nodes)
    for node in (*judged.entry.opening, *ahead):
        if isinstance(node, GivenScore):
            scores.update((side, score) for side, score in node.scores if side in scores)
    if first.opening is not None:  # tiles given without scores
        scores.update((side, None) for side, score in first.opening.scores.items() if score is None)
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


class _Round:
    """One round; `scores` goes along."""

    def __init__(self, trace: RoundTrace, scores: dict[str, int | None]) -> None:
        self.trace, self.scores = trace, scores
        self.begun = dict(scores)  # what a void round goes back to
        self.lost = set[str]()  # sides whose score is not known for a while

    def changes(self, nodes: Sequence[Node]) -> Iterator[Change]:
        """The changes in the order in which the replay makes them."""
        scored = next((node.line for node in nodes if isinstance(node, ScoreLine)), None)
        late = [node for node in nodes if isinstance(node, Adjust) and scored is not None and node.line > scored]
        steps = {step.line: step for step in self.trace.steps}
        for node in nodes:
            if isinstance(node, Action) and (step := steps.get(node.line)) is not None:
                known = step.scores or {}
                self.lost |= {side for side in self.scores if known.get(side) is None}
                for side, score in known.items():
                    if score is not None:  # it may be known again at the end
                        yield from self._to(side, score, step.line, step.turn)
            elif self._hides_turns(node):
                self.lost |= self.scores.keys()
            elif isinstance(node, GivenScore):
                for side, score in node.scores:
                    yield from self._to(side, score, node.line)
                if not any(line < node.line for line in steps):
                    self.begun = dict(self.scores)
            elif isinstance(node, Adjust) and node not in late:
                yield from self._agreed(node)
            elif isinstance(node, End) and node.how == "void":
                for side, score in self.begun.items():
                    yield from self._to(side, score, node.line)
        yield from self._settled(late)
        for node in late:
            yield from self._agreed(node)

    def _hides_turns(self, node: Node) -> bool:
        """Whether turns scored that are not recorded: in a gap, in a line that cannot be read, before an end alone."""
        if isinstance(node, End):
            return node.how != "void" and not self.trace.steps
        return isinstance(node, Gap) or (isinstance(node, Unread) and not node.harmless)

    def _settled(self, late: Sequence[Adjust]) -> Iterator[Change]:
        """One entry for every hand (AS61, SR54), where that leads to the scores of the round before `late`."""
        for side, after in self.trace.scores.items():
            end = None if after is None else after - sum(node.points for node in late if node.side == side)
            costs = [cost for seat, cost in self.trace.deductions.items() if seat in side and cost]
            start = self.scores[side]
            if start is not None and end == start - sum(costs):
                for cost in costs:
                    start -= cost
                    yield from self._to(side, start)
            yield from self._to(side, end)

    def _agreed(self, node: Adjust) -> Iterator[Change]:
        before = self.scores.get(node.side)
        if before is not None and node.side not in self.lost:
            yield from self._to(node.side, before + node.points, node.line)

    def _to(self, side: str, after: int | None, line: int | None = None, turn: int | None = None) -> Iterator[Change]:
        self.lost.discard(side)
        if side in self.scores and self.scores[side] != after:
            yield Change(self.trace.number, turn, side, self.scores[side], after, line)
            self.scores[side] = after
