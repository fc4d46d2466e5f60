"""Readings of rules compared over records: what changes, which fixture notices, which readings agree.

A reading is a rule set. Everything here judges the same entries by several and compares what is said; no rule is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .api import folder_of, open_lines
from .engine.check import Checker
from .engine.errors import RulesError
from .engine.findings import Finding, Status, Verdict, verdict_of
from .engine.idle import idle
from .engine.judged import Judged
from .engine.record import Action, CountedClaim, Entry, EntryLine, Figure, JointsClaim, OpenClaim, SpinnerClaim
from .engine.rules import FIELDS, RuleSet, alternatives, load_rules
from .engine.watching import Watched, differing, watched
from .notation.build import build
from .notation.parse import Written, read_entries


@dataclass(slots=True)
class Case:
    """One entry of a file, as written."""

    path: str
    written: Written

    @property
    def head(self) -> EntryLine | None:
        return next((node for node in self.written.nodes if isinstance(node, EntryLine)), None)

    @property
    def name(self) -> str:
        head = self.head
        line = head.line if head else self.written.first
        title = f' "{head.title}"' if head and head.title else ""
        return f"{self.path}:{line}{title}"


def cases(paths: Iterable[str]) -> list[Case]:
    """All entries of some files. Raises SourceError for a file that cannot be read."""
    found = [Case(path, written) for path in paths for written in read_entries(open_lines(path))]
    return [case for case in found if case.head is not None]


@dataclass(slots=True)
class Ruling:
    """What one reading says of an entry: the verdict, every finding by line, and what every turn is worth.

    `turns` are (line, total, points) of placements; `scores` the final scores; `winner` the side that won.
    """

    verdict: Verdict
    findings: Counter[tuple[int, str, str]]
    turns: list[tuple[int, int | None, int | None]] = field(default_factory=list)
    scores: dict[str, int | None] = field(default_factory=dict)
    winner: str | None = None


def rule(case: Case, rules: RuleSet | None, trace: bool = False, checker: Checker | None = None) -> Ruling:
    """An entry judged by a reading (None: by the rule set it names)."""
    built = build(case.written, rules, folder_of(case.path))
    checker = checker or Checker(trace)
    judged = checker.judge(built.entry) if built.entry is not None else Judged(None, [])
    findings = [*built.findings, *judged.findings]
    ruling = Ruling(verdict_of(findings), Counter(_key(each) for each in findings))
    if trace:
        steps = [*judged.steps, *(step for each in judged.rounds for step in each.steps)]
        ruling.turns = [(step.line, step.total, step.points) for step in steps if step.action.verb == "play"]
        ruling.scores = dict(judged.rounds[-1].scores) if judged.rounds else dict(judged.scores)
        ruling.winner = judged.winner
    return ruling


def _key(finding: Finding) -> tuple[int, str, str]:
    return (finding.line, finding.status.value, finding.code)


# -- compare --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two readings part on one entry: the first line, and what changes there and in all."""

    case: Case
    line: int
    what: str
    first: Any
    second: Any
    kinds: tuple[str, ...]


def compare(first: RuleSet, second: RuleSet, entries: Sequence[Case]) -> Iterator[Difference]:
    """The entries on which two readings differ, each with its first line of difference."""
    for case in entries:
        a, b = rule(case, first, trace=True), rule(case, second, trace=True)
        found = [*_turn_differences(a, b), *_finding_differences(a, b)]
        if a.winner != b.winner:
            found.append((10**9, "winner", a.winner, b.winner))
        if a.verdict is not b.verdict:
            found.append((10**9 + 1, "verdict", a.verdict.value, b.verdict.value))
        if found:
            found.sort(key=lambda each: each[0])
            line, what, one, two = found[0]
            kinds = tuple(sorted({each[1] for each in found}))
            yield Difference(case, line if line < 10**9 else case.head.line if case.head else 1, what, one, two, kinds)


def _turn_differences(a: Ruling, b: Ruling) -> Iterator[tuple[int, str, Any, Any]]:
    for (line, total, points), (_, other_total, other_points) in zip(a.turns, b.turns, strict=False):
        if total != other_total:
            yield (line, "total", total, other_total)
        if points != other_points:
            yield (line, "points", points, other_points)


def _finding_differences(a: Ruling, b: Ruling) -> Iterator[tuple[int, str, Any, Any]]:
    for line, status, code in a.findings - b.findings:
        yield (line, "finding", f"{code} ({status})", None)
    for line, status, code in b.findings - a.findings:
        yield (line, "finding", None, f"{code} ({status})")


# -- matrix -----------------------------------------------------------------------------------------------------------

NUMBERS: dict[str, tuple[str, ...]] = {
    "max-pips": ("5", "9"),
    "multiple-of": ("3", "5"),
    "rounding-unit": ("1", "5", "10"),
    "reserve": ("0", "1", "2"),
    "draw-most": ("0", "2"),
}
"""Values tried for fields that are numbers."""

BY_SEATS: dict[str, tuple[int, ...]] = {"hand-sizes": (-1, 1), "targets": (-50, 50)}
"""What is added for one number of seats at a time in fields that are tables by seats."""


def readings(rules: RuleSet) -> Iterator[tuple[str, str, RuleSet | RulesError]]:
    """Every alternative of every field: (field, value, the changed rule set or why it contradicts the others)."""
    return (each for key in FIELDS for each in readings_of(rules, key))


def readings_of(rules: RuleSet, key: str) -> Iterator[tuple[str, str, RuleSet | RulesError]]:
    """The same of one field."""
    for value in _tried(rules, key):
        if value != rules.values[key]:
            try:
                yield key, value, rules.changed(key, value)
            except RulesError as error:
                yield key, value, error


def _tried(rules: RuleSet, key: str) -> tuple[str, ...]:
    if key in NUMBERS:
        return NUMBERS[key]
    if key in BY_SEATS:
        table: dict[int, int] = getattr(rules, FIELDS[key])
        found = []
        for seats in sorted(table):
            for step in BY_SEATS[key]:
                changed = {**table, seats: table[seats] + step}
                found.append(",".join(f"{k}:{v}" for k, v in sorted(changed.items())))
        return tuple(found)
    return alternatives(key)


@dataclass(slots=True)
class Cell:
    """One alternative of one field and the entries that notice it.

    `refused` is why the reading contradicts itself, `idle` names why no record can show it (engine/idle.py).
    """

    key: str
    value: str
    cases: list[Case] = field(default_factory=list)
    refused: RulesError | None = None
    idle: str | None = None


def matrix(rules: RuleSet, entries: Sequence[Case], keys: Collection[str] = FIELDS) -> list[Cell]:
    """Which entries notice which change of a reading: their findings change, in code, status or line.

    Only the fields `keys` are changed.
    """
    own = [case for case in entries if case.head is not None and case.head.rules.partition("@")[0] == rules.id]
    if not own:
        own = list(entries)
    cells, tried = [], []
    for key, value, changed in (each for name in keys for each in readings_of(rules, name)):
        cell = Cell(key, value)
        if isinstance(changed, RulesError):
            cell.refused = changed
        else:
            cell.idle = idle(rules, changed, key)
            tried.append((cell, changed, differing(rules, changed)))
        cells.append(cell)
    for group in _groups(own):  # all readings of one after another: the search for unseen tiles keeps what it found
        before, asked = _watched(group, rules)
        for cell, changed, fields in tried:
            if fields & asked:
                pairs = zip(group, before, _rulings(group, changed), strict=True)
                cell.cases += [case for case, old, new in pairs if old.findings != new.findings]
    return cells


def _groups(entries: Sequence[Case]) -> list[list[Case]]:
    """The entries file by file: those of a file in which a layout goes on from another together, others each alone."""
    files: dict[str, list[Case]] = {}
    for case in entries:
        files.setdefault(case.path, []).append(case)
    found: list[list[Case]] = []
    for cases in files.values():
        linked = any(case.head is not None and case.head.after is not None for case in cases)
        found += [cases] if linked else [[case] for case in cases]
    return found


def _watched(entries: Sequence[Case], rules: RuleSet) -> tuple[list[Ruling], set[str]]:
    """What a reading says of entries, and the fields it asked for.

    A reading that differs only in fields not asked for says the same (engine/watching.py): it is not asked.
    """
    Watched.asked.clear()
    return _rulings(entries, watched(rules)), set(Watched.asked)


def _rulings(entries: Sequence[Case], rules: RuleSet) -> list[Ruling]:
    """Entries of one file judged by one reading."""
    checker = Checker()
    return [rule(case, rules, checker=checker) for case in entries]


# -- infer ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Inference:
    """What is left of a field's values: those that agree with all records, and what excludes the others."""

    key: str
    agreeing: list[str]
    excluded: list[tuple[str, Case, Finding]]
    refused: list[str]


def infer(base: RuleSet, entries: Sequence[Case]) -> list[Inference]:
    """Field by field, which values agree with every claim, pass and end of the records, the other fields as in `base`.

    It answers with sets, never with a guess: a value stays unless a line is wrong under it.
    """
    found = []
    for key in FIELDS:
        values: dict[str, RuleSet | RulesError] = {base.values[key]: base}
        values |= {value: changed for name, value, changed in readings_of(base, key)}
        result = Inference(key, [], [], [])
        for value, changed in values.items():
            if isinstance(changed, RulesError):
                result.refused.append(value)
                continue
            against = first_fault(entries, changed)
            if against is None:
                result.agreeing.append(value)
            else:
                result.excluded.append((value, *against))
        found.append(result)
    return found


def first_fault(entries: Sequence[Case], rules: RuleSet) -> tuple[Case, Finding] | None:
    """The first line that is wrong under a reading."""
    for case in entries:
        built = build(case.written, rules)
        judged = Checker().judge(built.entry) if built.entry is not None else Judged(None, [])
        for finding in (*built.findings, *judged.findings):
            if finding.status is Status.WRONG:
                return case, finding
    return None


def candidates(refs: Iterable[str], entries: Sequence[Case]) -> list[tuple[RuleSet, tuple[Case, Finding] | None]]:
    """Whole rule sets against the records: each with the first line that excludes it, None where it agrees."""
    found = []
    for ref in refs:
        rules = load_rules(ref)
        found.append((rules, first_fault(entries, rules)))
    return found


def claims_in(entry: Entry) -> int:
    """How many claims an entry makes that a reading could contradict."""
    kinds = (SpinnerClaim, CountedClaim, OpenClaim, JointsClaim)
    total = sum(isinstance(node, kinds) for node in entry.nodes if not isinstance(node, Figure))
    return total + sum(
        (node.total is not None) + (node.points is not None) for node in entry.nodes if isinstance(node, Action)
    )
