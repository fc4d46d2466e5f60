"""Cures: entry → for each layout or round with faults, the single changes after which every later line is right.

Nothing is decided here about rules: an edit is a cure when the engine, judging the lines with it, finds no fault any
more. A round is judged alone, with the facts before it given and the next round's starter behind it, and a cure must
then hold in the whole match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .check import Checker
from .cut import FAULTS, Cut
from .edits import WRITTEN, Edit, amendments, edited, has_amendment
from .findings import Finding, Status
from .judged import Judged
from .layouts import LayoutJudge
from .match import judge_match
from .record import Action, Deal, Entry, LayoutEntry, Match, Node, Unread
from .slips import Slips, tables
from .table import Table

_MOST_JUDGED = 4000
"""Edits judged at most for one layout or round; beyond it the search says that it was stopped."""
_OTHERS = 2  # faults of their own that may be left beside a slip
_PASSES = 4  # a claim put right may show that another is false
_SEEN_LATE = frozenset(("false-total", "false-points", "false-counted", "false-open"))  # behind a lost layout
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
        yield from _rounds(entry, judged)
        return
    faults = [each for each in judged.findings if each.status is Status.WRONG]
    if not faults:
        return
    case = Case(entry.nodes, faults)

    def judge(nodes: Sequence[Node]) -> list[Finding]:
        return checker.again(replace(entry, nodes=tuple(nodes))).findings

    if isinstance(entry, LayoutEntry):
        _Search(case, entry, 0, LayoutJudge(entry, checker.tables).table, judge).run()
    else:
        _Search(case, entry, 0, None, judge).claims()
    yield case


# -- rounds ---------------------------------------------------------------------------------------------------------


def _rounds(match: Match, judged: Judged) -> Iterator[Case]:
    """The cases of all rounds; what the first cure of a round changes for later ones is known there."""
    for number in range(len(match.rounds)):
        for case, cured in _round(match, judged, number):
            yield case
            if cured is not match:
                match, judged = cured, judge_match(cured, detail=True)


def _round(match: Match, judged: Judged, number: int) -> Iterator[tuple[Case, Match]]:
    """The case of one round, where it has faults of its own, and the match with its first cure."""
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
        yield Case((head,), [each], head.number, [Cure((edit,), _cost(edit))]), match
    faults = [each for each in faults if each not in misnumbered]
    if not faults:
        return
    nodes = (*round_.nodes, *(match.closing if last else ()))
    case = Case(nodes, faults, round_.head.number)
    if not any(isinstance(node, Unread) for node in nodes):
        seats = len(match.seats.seats) if match.seats is not None else 0
        cut = Cut(match, judged, number, lines)
        start = Table(match.rules)
        _Search(case, match, seats, start, cut.judge, cut).run()
        if case.cures:
            match = cut.whole(edited(nodes, case.cures[0].edits), case.cures[0].later)
    yield case, match


# -- the search -----------------------------------------------------------------------------------------------------

Judge = Callable[[Sequence[Node]], list[Finding]]


class _Search:
    """Tries the slips of one case; the rest of the match is asked last, for the few edits that leave the case right."""

    def __init__(
        self, case: Case, entry: Entry, seats: int, start: Table | None, judge: Judge, cut: Cut | None = None
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
            found = self._singles(both=True) or self._rotated() or self._singles(others=_OTHERS)
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
            faults = [each for each in findings if each.status in FAULTS]
            if not faults:
                return edits
            if not all(map(has_amendment, faults)):
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

    def _rotated(self) -> list[Cure]:
        """The hands dealt, each with a seat further round."""
        nodes, found = self.case.nodes, list[Cure]()
        dealt = [(index, node) for index, node in enumerate(nodes) if isinstance(node, Deal)]
        for shift in range(1, len(dealt)):
            pairs = zip(dealt, (*dealt[-shift:], *dealt[:-shift]), strict=True)
            edits = [Edit(index, node, node._replace(tiles=other.tiles)) for (index, node), (_, other) in pairs]
            now = edited(nodes, edits)
            left = [each for each in self.judge(now) if each.status in FAULTS]
            if not left and (self.cut is None or not self.cut.faults_after(now)):
                found.append(Cure(tuple(edits), len(edits)))
        return found

    def _singles(self, others: int = 0, both: bool = False) -> list[Cure]:
        case, found, judged = self.case, list[Cure](), 0
        fewest = others
        faults = [each for each in self.base if each.status is Status.WRONG]
        wrong = {each.line for each in self.base if each.status in FAULTS}
        for edit in Slips(self.entry.rules, self.seats, case.nodes, self.start, faults, others, both):
            judged += 1
            if judged > _MOST_JUDGED:
                case.stopped = True
                break
            now = edited(case.nodes, (edit,))
            findings = self.judge(now)
            left = [each for each in findings if each.status is Status.WRONG]
            if not all(each.line in wrong or each.code in _SEEN_LATE for each in left):
                continue
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


def _merged(first: list[Edit], second: list[Edit]) -> list[Edit]:
    """Two passes over the same nodes as one: the later new node with the earlier old one."""
    found = {each.index: each for each in first}
    for each in second:
        found[each.index] = Edit(each.index, found[each.index].old if each.index in found else each.old, each.new)
    return list(found.values())


def _moved(edits: Iterable[Edit], by: Edit) -> Iterator[Edit]:
    """Edits of the nodes after an edit, numbered as before it."""
    shift = (by.old is None) - (by.new is None)
    first = by.index + (by.old is None)
    return (replace(each, index=each.index - (shift if each.index >= first else 0)) for each in edits)


def _distinct(nodes: tuple[Node, ...], found: Iterable[Cure]) -> list[Cure]:
    """Each outcome once, the likeliest first: fewest changes, then those of turns before those of hands dealt, then
    fewest letters, then the earliest line."""
    seen: set[tuple[object, ...]] = set()
    distinct = []
    for cure in sorted(found, key=_likely):
        outcome = tuple((type(node), node[1:]) for node in edited(nodes, cure.edits))
        if outcome not in seen:
            seen.add(outcome)
            distinct.append(cure)
    return distinct


def _likely(cure: Cure) -> tuple[int, bool, int, int]:
    return cure.size, isinstance(cure.edits[0].old, Deal), cure.cost, cure.edits[0].index


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
