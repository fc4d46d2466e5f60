"""The shortest records on which two readings differ: rule sets → nodes that one finds right and another wrong.

Breadth first over the records of some stocks of lines (`proofs/stocks.py`, `proofs/alphabet.py`), by the number of
lines between `seats` and the result, so the first difference is a shortest one of these stocks. A beginning in which
the first reading finds a fault is not continued: a fault does not go away with more lines, but for one of a deduction
that further deductions may mend (tests/proofs tries it on random records).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..engine import record as r
from ..engine.judged import Judged
from ..engine.rules import RuleSet
from ..engine.settle import LETTERS
from ..engine.watching import Watched, differing, watched
from .alphabet import Alphabet, Lines
from .judging import faults, judged, numbered
from .stocks import Stock


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """A record that one of two readings finds wrong and the other does not; `wrong_first` says which."""

    nodes: tuple[r.Node, ...]
    lines: int
    wrong_first: bool


@dataclass(slots=True)
class RecordSearch:
    """What a search found by the names of the other readings; lines it went, records it judged.

    `lines` is the length up to which every record of the alphabet was judged where nothing was found.
    """

    differences: dict[str, RecordDifference] = field(default_factory=dict)
    lines: int = 0
    records: int = 0


def differing_records(first: RuleSet, others: Mapping[str, RuleSet], stocks: Sequence[Stock]) -> RecordSearch:
    """For each other reading a shortest record of some stocks of lines on which it and the first one differ.

    Of several shortest ones it is one that the first reading finds right, if there is such a one.
    """
    search = RecordSearch()
    open_ = {name: _Other(rules, differing(first, rules)) for name, rules in others.items()}
    queue: dict[int, list[tuple[Alphabet, Lines, Judged | None]]] = defaultdict(list)
    queue[0] = [(alphabet, head, None) for alphabet, head in _heads((first, *others.values()), stocks)]
    most = max((stock.most for stock in stocks), default=0)
    watch = watched(first)
    while search.lines <= most and open_:
        for alphabet, prefix, said in queue.pop(search.lines, []):
            for block in alphabet.following(prefix, said):
                lines = search.lines + len(block)
                if lines > alphabet.stock.most or _settled(open_, lines):
                    continue
                nodes = tuple(numbered((*prefix, *block)))
                right, found = _judge(nodes, watch, open_, lines, search)
                if right or isinstance(block[-1], r.Deduct):
                    queue[lines].append((alphabet, nodes, found))
        search.lines += 1
        for name in [name for name, other in open_.items() if other.found and other.found.lines <= search.lines]:
            found_now = open_.pop(name).found
            assert found_now is not None
            search.differences[name] = found_now
    search.lines = min(search.lines, most)
    return search


@dataclass(slots=True)
class _Other:
    """Another reading, the fields in which it differs, and the shortest difference so far."""

    rules: RuleSet
    fields: frozenset[str]
    found: RecordDifference | None = None

    def better(self, lines: int, wrong_first: bool) -> bool:
        """Whether a difference of so many lines would be shorter, or as short and right by the first reading."""
        if self.found is None or lines < self.found.lines:
            return True
        return lines == self.found.lines and self.found.wrong_first and not wrong_first


def _settled(open_: Mapping[str, _Other], lines: int) -> bool:
    """Whether no record of so many lines can be better than what is found."""
    return not any(other.better(lines, False) for other in open_.values())


def _judge(
    nodes: Lines, watch: RuleSet, open_: Mapping[str, _Other], lines: int, search: RecordSearch
) -> tuple[bool, Judged]:
    """Judge one record by the first reading, and by every other one that its judgement can depend on."""
    Watched.asked.clear()
    findings, found = judged(nodes, watch)
    asked = frozenset(Watched.asked)
    search.records += 1
    wrong = bool(faults(findings))
    for other in open_.values():
        if other.fields & asked and other.better(lines, wrong):
            search.records += 1
            theirs, there = judged(nodes, other.rules)
            if bool(faults(theirs)) != wrong or (not wrong and found.winner != there.winner):
                right = there if wrong else found
                other.found = RecordDifference(closed(nodes, right.winner), lines, wrong)
    return not wrong, found


def _heads(readings: tuple[RuleSet, ...], stocks: Sequence[Stock]) -> Iterator[tuple[Alphabet, Lines]]:
    """Settlements, then matches, of every stock and every number of seats that all readings know."""
    known = sorted(set.intersection(*(set(rules.hand_sizes) & set(rules.targets) for rules in readings)))
    for stock in stocks:
        for kind in ("settlement", "match"):
            for seats in known:
                line = r.Seats(2, tuple((letter, None) for letter in LETTERS[:seats]))
                yield Alphabet(readings, seats, stock), (r.EntryLine(1, kind, readings[0].id), line)


def closed(nodes: Lines, winner: str | None) -> Lines:
    """A beginning as a whole entry: a match ends in its winner, or as unfinished."""
    head = nodes[0]
    assert isinstance(head, r.EntryLine)
    return tuple(numbered([*nodes, r.Result(0, winner)])) if head.kind == "match" else nodes
