"""One round of a match judged alone: match, number of a round → findings of that round with other nodes."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import chain

from .edits import Edit, amendments
from .findings import Finding, Status
from .judged import Judged, RoundTrace
from .match import judge_match
from .record import End, GivenScore, Match, Node, Round, RoundLine, ScoreLine, Starter

FAULTS = (Status.WRONG, Status.CONSEQUENCE)


class Cut:
    """A match cut to one round: scores, starter and the end before it are given, the next starter stands behind.

    `lines` are those of the round.
    """

    def __init__(self, match: Match, judged: Judged, number: int, lines: Container[int]) -> None:
        self.match, self.number, self.lines = match, number, lines
        self.elsewhere = {
            (each.line, each.code)
            for each in judged.findings
            if each.line not in lines and (each.because_of is None or each.because_of[0] not in lines)
        }
        self.own = match.rounds[number]
        self.opening = match.opening
        self.before: tuple[Round, ...] = ()
        self.after: tuple[Round, ...] = ()
        traces = {each.line: each for each in judged.rounds}
        if number:
            head = match.rounds[number - 1].head
            ruled = next((each for each in judged.ruled if each.line == head.line), None)
            scores = {side: score for side, score in (ruled.scores if ruled else {}).items() if score is not None}
            scores |= ruled.written if ruled else {}
            self.opening = tuple(node for node in match.opening if not isinstance(node, GivenScore))
            self.before = (_end_of(head, traces.get(head.line), tuple(scores.items())),)
        if number + 1 < len(match.rounds):
            following = match.rounds[number + 1]
            self.after = (Round(following.head, tuple(each for each in following.nodes if isinstance(each, Starter))),)

    def judge(self, nodes: Sequence[Node]) -> list[Finding]:
        """The findings of the round with these nodes, and of what comes straight behind it."""
        round_, closing = self._split(nodes)
        every = (*self.match.opening, *round_.nodes, *closing)
        cut = replace(
            self.match, opening=self.opening, rounds=(*self.before, round_, *self.after), closing=closing,
            nodes=every or (self.own.head,),
        )  # fmt: skip
        unsaid = {"round-number", "winner-unknown" if self.after else ""}  # the result stands behind the last round
        found = judge_match(cut, together=False).findings  # a whole match decides about what is left
        return [each for each in found if each.line > 0 and each.code not in unsaid]

    def _split(self, nodes: Sequence[Node]) -> tuple[Round, tuple[Node, ...]]:
        count = len(nodes) - len(self.match.closing) if not self.after else len(nodes)
        return Round(self.own.head, tuple(nodes[:count])), tuple(nodes[count:])

    def whole(self, nodes: Sequence[Node], later: Sequence[Edit] = ()) -> Match:
        """The whole match with these nodes in the round, and lines of later rounds edited."""
        new = {each.old.line: each.new for each in later if each.old is not None and each.new is not None}
        round_, closing = self._split(nodes)
        rest = (
            Round(each.head, tuple(new.get(node.line, node) for node in each.nodes))
            for each in self.match.rounds[self.number + 1 :]
        )
        rounds = (*self.match.rounds[: self.number], round_, *rest)
        if self.after:
            closing = tuple(new.get(node.line, node) for node in self.match.closing)
        every = tuple(chain(self.match.opening, *((each.head, *each.nodes) for each in rounds), closing))
        return replace(self.match, rounds=rounds, closing=closing, nodes=every)

    def faults_after(self, nodes: Sequence[Node]) -> list[Finding]:
        """What is wrong in the rest of the match with these nodes, faults of their own apart."""
        return [
            each
            for each in judge_match(self.whole(nodes)).findings
            if each.status in FAULTS and (each.line, each.code) not in self.elsewhere
        ]

    def later(self, nodes: Sequence[Node]) -> tuple[Edit, ...] | None:
        """Claims of later rounds that follow from these nodes; None where something else is wrong there."""
        faults = self.faults_after(nodes)
        edits = amendments(self.match.nodes, faults, [None] * len(self.match.nodes))
        changed = {each.old.line for each in edits if each.old is not None}
        return tuple(edits) if all(each.line in changed for each in faults) else None


def _end_of(head: RoundLine, trace: RoundTrace | None, scores: tuple[tuple[str, int], ...]) -> Round:
    """A round of which only the starter, the end and the scores are known; all at line 0."""
    nodes: list[Node] = []
    if trace is not None and trace.starter is not None:
        nodes.append(Starter(0, trace.start or "start", trace.starter))
    if trace is not None and (trace.end in ("blocked", "void") or (trace.end == "out" and trace.ender)):
        nodes.append(End(0, str(trace.end), trace.ender if trace.end == "out" else None))
    return Round(head._replace(line=0), (*nodes, ScoreLine(0, scores)))
