"""Cures: entry → for each layout or round with faults, the single changes after which every later line is right.

Nothing is decided here about rules: an edit is a cure when the engine, judging the lines with it, finds no fault any
more. A round is judged alone, with the facts before it given and the next round's starter behind it, and a cure must
then hold in the whole match.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from .check import Checker
from .edits import WRITTEN, Edit, amendments, edited
from .findings import Finding, Kind, Status
from .judged import Judged, RoundTrace
from .layouts import LayoutJudge
from .match import judge_match
from .record import (
    Action,
    End,
    Entry,
    GivenScore,
    LayoutEntry,
    Match,
    Node,
    Round,
    RoundLine,
    ScoreLine,
    Starter,
    Unread,
)
from .slips import Slips, tables
from .table import Table

_MOST_JUDGED = 4000
"""Edits judged at most for one layout or round; beyond it the search says that it was stopped."""
_OTHERS = 2  # faults of their own that may be left beside a slip
_PASSES = 4  # a claim put right may show that another is false
_FAULTS = (Status.WRONG, Status.CONSEQUENCE)
_HIDDEN = frozenset(("hand-unknown", "end-unknown"))  # what hidden hands leave open once the layout is known


@dataclass(frozen=True, slots=True)
class Cure:
    """Edits that leave no fault in a case. The first is the slip; others are claims that follow from it, or false ones
    of their own; `later` those that follow from it in later rounds."""

    edits: tuple[Edit, ...]
    cost: int
    later: tuple[Edit, ...] = ()

    @property
    def size(self) -> int:
        """How many lines change."""
        return len(self.edits) + len(self.later)

    @property
    def single(self) -> bool:
        """Whether one changed line is enough."""
        return self.size == 1


@dataclass(slots=True)
class Case:
    """One layout, round or settlement with faults. `number` is a round's; `cures` are the likeliest first.

    `certain` says that only claims are false, the computed values are known and no other single change would do.
    `stopped`: there were more edits than are judged.
    """

    nodes: tuple[Node, ...]
    findings: list[Finding]
    number: int | None = None
    cures: list[Cure] = field(default_factory=list)
    certain: bool = False
    stopped: bool = False


def cases(entry: Entry, judged: Judged, checker: Checker) -> Iterator[Case]:
    """Every layout, round or settlement of an entry that has primary faults, with its cures."""
    if isinstance(entry, Match):
        for number in range(len(entry.rounds)):
            yield from _round(entry, judged, number)
        return
    faults = [each for each in judged.findings if each.status is Status.WRONG]
    if not faults:
        return
    case = Case(entry.nodes, faults)
    if isinstance(entry, LayoutEntry):
        start = LayoutJudge(entry, checker.tables).table
        _Search(case, entry, 0, start, lambda nodes: checker.again(replace(entry, nodes=nodes)).findings).run()
    else:
        _Search(case, entry, 0, None, lambda nodes: checker.again(replace(entry, nodes=nodes)).findings).claims()
    yield case


# -- rounds ---------------------------------------------------------------------------------------------------------


def _round(match: Match, judged: Judged, number: int) -> Iterator[Case]:
    """The case of one round, where it has faults of its own."""
    round_ = match.rounds[number]
    lines = {round_.head.line, *(node.line for node in round_.nodes)}
    last = number == len(match.rounds) - 1
    if last:
        lines |= {node.line for node in match.closing}
    faults = [each for each in judged.findings if each.status is Status.WRONG and each.line in lines]
    misnumbered = [each for each in faults if each.code == "round-number"]
    for each in misnumbered:
        head = round_.head
        edit = Edit(0, head, head._replace(number=each.expected))
        yield Case((head,), [each], head.number, [Cure((edit,), _cost(edit))])
    faults = [each for each in faults if each not in misnumbered]
    if not faults:
        return
    nodes = (*round_.nodes, *(match.closing if last else ()))
    case = Case(nodes, faults, round_.head.number)
    if not any(isinstance(node, Unread) for node in nodes):
        seats = len(match.seats.seats) if match.seats is not None else 0
        cut = _Cut(match, judged, number, lines)
        start = Table(match.rules)
        _Search(case, match, seats, start, cut.judge, cut).run()
    yield case


class _Cut:
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
        unsaid = {"round-number", *(("winner-unknown",) if self.after else ())}  # the result stands behind the last round
        return [each for each in judge_match(cut).findings if each.line > 0 and each.code not in unsaid]

    def _split(self, nodes: Sequence[Node]) -> tuple[Round, tuple[Node, ...]]:
        count = len(nodes) - len(self.match.closing) if not self.after else len(nodes)
        return Round(self.own.head, tuple(nodes[:count])), tuple(nodes[count:])

    def faults_after(self, nodes: Sequence[Node]) -> list[Finding]:
        """What is wrong in the rest of the match with these nodes, faults of their own apart."""
        round_, closing = self._split(nodes)
        rounds = (*self.match.rounds[: self.number], round_, *self.match.rounds[self.number + 1 :])
        every = tuple(chain(self.match.opening, *((each.head, *each.nodes) for each in rounds), closing))
        whole = replace(self.match, rounds=rounds, closing=closing if not self.after else self.match.closing, nodes=every)
        return [
            each
            for each in judge_match(whole).findings
            if each.status in _FAULTS and (each.line, each.code) not in self.elsewhere
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


# -- the search -----------------------------------------------------------------------------------------------------

Judge = Callable[[Sequence[Node]], list[Finding]]


class _Search:
    """Tries the slips of one case; the rest of the match is asked last, for the few edits that leave the case right."""

    def __init__(
        self, case: Case, entry: Entry, seats: int, start: Table | None, judge: Judge, cut: _Cut | None = None
    ) -> None:
        self.case, self.entry, self.seats, self.start = case, entry, seats, start
        self.judge, self.cut = judge, cut
        self.base = judge(case.nodes)
        self.open = {each.code for each in self.base if each.status is Status.UNDECIDED} | _HIDDEN

    def run(self) -> None:
        """Claims first, then single changes of plays; where none is enough, tile and site of a placement together, and
        then a change beside faults of their own."""
        self.claims()
        claims = list(self.case.cures)
        found = [*(each for each in claims if each.single), *self._singles()]
        if not found and not claims:
            found = self._singles(both=True) or self._singles(others=_OTHERS)
        self.case.cures = _distinct(self.case.nodes, [*found, *claims])
        self.case.certain = self.case.certain and len(self.case.cures) == 1

    def claims(self) -> None:
        """The cure that changes claims only: each gets the computed value."""
        edits = self._amended(self.case.nodes, self.base)
        if edits is None or not edits:
            return
        primary = {each.line for each in self.case.findings}
        ordered = sorted(edits, key=lambda each: (each.old or each.new).line not in primary)  # type: ignore[union-attr]
        later = self.cut.later(edited(self.case.nodes, edits)) if self.cut is not None else ()
        if later is None:
            return
        self.case.cures = [Cure(tuple(ordered), sum(map(_cost, edits)), later)]
        self.case.certain = all(each.code in WRITTEN for each in self.case.findings)

    def _amended(self, nodes: tuple[Node, ...], findings: list[Finding]) -> list[Edit] | None:
        """Edits of claims after which these nodes have no fault; None where claims are not enough."""
        edits: list[Edit] = []
        now = nodes
        for _ in range(_PASSES):
            faults = [each for each in findings if each.status in _FAULTS]
            if not faults:
                return edits
            if any(each.kind is not Kind.CLAIM and each.code not in _NOT_PLAYS for each in faults):
                return None
            more = amendments(now, faults, tables(self.entry.rules, now, self.start))
            if not more:
                return None
            if edits and any(each.old is None or each.new is None for each in (*more, *edits)):
                return None  # the numbers of the nodes are no longer those of the record
            edits = _merged(edits, more)
            now = edited(nodes, edits)
            findings = self.judge(now)
        return None

    def _singles(self, others: int = 0, both: bool = False) -> list[Cure]:
        case, found, judged = self.case, list[Cure](), 0
        fewest = others
        faults = [each for each in self.base if each.status is Status.WRONG]
        for edit in Slips(self.entry.rules, self.seats, case.nodes, self.start, faults, others, both):
            judged += 1
            if judged > _MOST_JUDGED:
                case.stopped = True
                break
            now = edited(case.nodes, (edit,))
            findings = self.judge(now)
            left = [each for each in findings if each.status is Status.WRONG]
            if len(left) > fewest or any(
                each.status is Status.UNDECIDED and each.code not in self.open for each in findings
            ):
                continue
            rest = self._amended(now, findings)
            if rest is None or (self.cut is not None and self.cut.faults_after(edited(now, rest))):
                continue
            if len(left) < fewest:
                fewest, found = len(left), []
            found.append(Cure((edit, *_moved(rest, edit)), _cost(edit)))
        return found


_NOT_PLAYS = frozenset(("wrong-starter", "needless-stands"))  # cured by a computed value as claims are


def _merged(first: list[Edit], second: list[Edit]) -> list[Edit]:
    """Two passes over the same nodes as one: the later new node with the earlier old one."""
    found = {each.index: each for each in first}
    for each in second:
        found[each.index] = Edit(each.index, found[each.index].old if each.index in found else each.old, each.new)
    return list(found.values())


def _moved(edits: Iterable[Edit], by: Edit) -> Iterator[Edit]:
    """Edits of the nodes after an edit, numbered as before it."""
    shift = (by.old is None) - (by.new is None)
    return (each._replace(index=each.index - (shift if each.index > by.index else 0)) for each in edits)


def _distinct(nodes: tuple[Node, ...], found: Iterable[Cure]) -> list[Cure]:
    """Each outcome once, the likeliest first: fewest changes, then fewest letters, then the earliest line."""
    seen: set[tuple[object, ...]] = set()
    distinct = []
    for cure in sorted(found, key=lambda each: (each.size, each.cost, each.edits[0].index)):
        outcome = tuple((type(node), node[1:]) for node in edited(nodes, cure.edits))
        if outcome not in seen:
            seen.add(outcome)
            distinct.append(cure)
    return distinct


def _cost(edit: Edit) -> int:
    """How many letters differ; a line more or less counts as a few."""
    old, new = edit.old, edit.new
    if old is None:
        return 3 if isinstance(new, Action) and new.verb == "pass" else 5
    if new is None:
        return 4
    return sum(_letters(a, b) for a, b in zip(old[1:], new[1:], strict=True) if a != b)


def _letters(old: object, new: object) -> int:
    """Letters that differ between two values, as they are written."""
    a, b = str(old), str(new)
    if len(a) != len(b):
        return abs(len(a) - len(b))
    if a.startswith("[") and len(a) == 5 and sorted(a) == sorted(b):
        return 1
    halves = sum(x != y for x, y in zip(a, b, strict=True))
    turned = sum(x != y for x, y in zip(a, b[0] + b[3] + b[2] + b[1] + b[4], strict=True)) if len(b) == 5 else halves
    return min(halves, turned) or 1


__all__ = ["Case", "Cure", "Edit", "cases", "edited"]
