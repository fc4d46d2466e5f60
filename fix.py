"""`goti fix`: faults → cures as unified diffs with a sentence each, or false claims put right in a file."""

from __future__ import annotations

import difflib
import json as json_
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from .api import source_text
from .engine.check import Checker
from .engine.cures import Case, Cure, cases
from .engine.edits import Edit
from .engine.excerpt import finding_lines
from .engine.findings import Finding, Kind, Status, Verdict, verdict_of
from .engine.messages import message
from .engine.record import Action, Deal, Entry, Match, Unread
from .engine.rules import RuleSet
from .notation.build import build
from .notation.parse import read_entries, split_lines
from .notation.retype import action_pieces, changed_lines, line_of, rewritten, split_keeping

MOST_LISTED = 3
"""Other cures named below the first."""


@dataclass(slots=True)
class Remedy:
    """One entry: its verdict as it stands, its cases, and the faults in none (lines that cannot be read)."""

    line: int
    verdict: Verdict
    cases: list[Case] = field(default_factory=list)
    others: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Fixed:
    """What `goti fix` says of a file; `data` is the file's new content where it changes."""

    said: str
    verdict: Verdict
    data: bytes | None = None


def remedies(lines: Sequence[str], rules: RuleSet | None = None) -> list[Remedy]:
    """The entries of a file that hold faults, with the cures of each layout, round or settlement."""
    checker = Checker(trace=True)
    found = []
    for written in read_entries(lines):
        built = build(written, rules)
        remedy = Remedy(written.first, Verdict.PASS)
        every = list(built.findings)
        if built.entry is not None:
            judged = checker.judge(built.entry)
            every += judged.findings
            remedy.cases = list(cases(built.entry, judged, checker))
        remedy.verdict = verdict_of(every)
        wrong = [each for each in every if each.status is Status.WRONG]
        inside = _lines(built.entry)
        remedy.others = [each for each in wrong if each in built.findings or each.line not in inside]
        found.append(remedy)
    return found


def _lines(entry: Entry | None) -> set[int]:
    """The lines of an entry that belong to a case: in a match those of its rounds and its result."""
    if isinstance(entry, Match):
        heads = {each.head.line for each in entry.rounds}
        return heads | {node.line for node in (*chain(*(each.nodes for each in entry.rounds)), *entry.closing)}
    return {node.line for node in (entry.head, *entry.nodes)} if entry is not None else set()


def fix(
    path: str, name: str, language: str, *, write: bool = False, json: bool = False, rules: RuleSet | None = None
) -> Fixed:
    """Everything `goti fix` does with one file. Raises SourceError when it cannot be read."""
    source = source_text(path)
    found = remedies(split_lines(source), rules)
    lines = split_keeping(source)
    verdict = _worst(found)
    if not write:
        said = (
            json_.dumps(document(name, lines, found, language), ensure_ascii=False) + "\n"
            if json
            else "".join(report(name, lines, found, language))
        )
        return Fixed(said, verdict)
    made = [each for remedy in found for case in remedy.cases if case.certain for each in changes(case, case.cures[0])]
    after = "".join(changed_lines(lines, made))
    left = remedies(split_lines(after), rules) if made else found
    said = message(language, "fix.wrote", path=name, count=len(made)) + "\n" if made else ""
    faults = sum(len(remedy.others) + sum(len(case.findings) for case in remedy.cases) for remedy in left)
    said += message(language, "fix.kept", path=name, count=faults) + "\n" if faults else ""
    return Fixed(said, _worst(left), after.encode("utf-8") if made else None)


def _worst(found: Sequence[Remedy]) -> Verdict:
    order = (Verdict.PASS, Verdict.UNDECIDED, Verdict.FAIL, Verdict.UNREAD)
    return max((each.verdict for each in found), key=order.index, default=Verdict.PASS)


def changes(case: Case, cure: Cure) -> list[tuple[int, Edit]]:
    """The edits of a cure with their lines in the file; a new line has the number of the one it goes before."""
    later = ((each.old.line, each) for each in cure.later if each.old is not None)
    return [*((_line(case, each), each) for each in cure.edits), *later]


def _line(case: Case, edit: Edit) -> int:
    if edit.old is not None:
        return edit.old.line
    if edit.index < len(case.nodes):
        return case.nodes[edit.index].line
    return case.nodes[-1].line + 1


# -- what is said -----------------------------------------------------------------------------------------------------


def report(path: str, lines: Sequence[str], found: Sequence[Remedy], language: str) -> Iterator[str]:
    """For every case a sentence and a diff; each diff goes on from the one before, so that all can be applied."""
    done: list[tuple[int, Edit]] = []
    now = list(lines)
    for remedy in found:
        for fault in remedy.others:
            key = "unread" if fault.kind is Kind.TEXT else "none"
            yield f"{path}:{fault.line}: {message(language, f'fix.{key}')}\n"
        for case in remedy.cases:
            if not case.cures:
                unread = any(isinstance(each, Unread) for each in case.nodes)
                key = "unread" if unread else "stopped" if case.stopped else "none"
                yield f"{path}:{case.findings[0].line}: {message(language, f'fix.{key}')}\n"
                continue
            made = changes(case, case.cures[0])
            yield f"{path}:{made[0][0]}: {sentence(case, case.cures[0], language)}{_others(case, language)}\n"
            yield from (f"  {each}\n" for each in _listed(case, language))
            done += made
            after = changed_lines(lines, done)
            yield from _diff(path, now, after)
            now = after


def sentence(case: Case, cure: Cure, language: str) -> str:
    """`if this is …, every later line is right`."""
    edit = cure.edits[0]
    if len(cure.edits) > 1 and all(isinstance(each.new, Deal) for each in cure.edits):
        return message(language, "fix.rotated", moved=", ".join(_moved(cure))) + message(language, "fix.all-right")
    kind = "extra" if edit.new is None else "missing" if edit.old is None else "changed"
    said = message(language, f"fix.{kind}", text=_short(edit, language))
    if cure.single:
        return said + message(language, "fix.all-right")
    places = sorted({line for line, _ in changes(case, cure)[1:]})
    return said + message(language, "fix.with", places=", ".join(map(str, places)))


def _moved(cure: Cure) -> Iterator[str]:
    """Whose hand was written with which seat."""
    written = {each.old.tiles: each.old.seat for each in cure.edits if isinstance(each.old, Deal)}
    for each in cure.edits:
        if isinstance(each.new, Deal):
            yield f"{written[each.new.tiles]} → {each.new.seat}"


def _others(case: Case, language: str) -> str:
    """Whether other changes of as few lines would do."""
    first = case.cures[0]
    others = sum(each.size == first.size for each in case.cures) - 1
    if others:
        return message(language, "fix.others", count=others)
    return message(language, "fix.only") if first.single and not case.stopped else ""


def _listed(case: Case, language: str) -> Iterator[str]:
    """The other cures, a few of them."""
    for cure in case.cures[1 : MOST_LISTED + 1]:
        line = changes(case, cure)[0][0]
        yield message(language, "fix.or", line=line, said=sentence(case, cure, language))
    rest = len(case.cures) - 1 - MOST_LISTED
    if rest > 0:
        yield message(language, "fix.or-more", count=rest)


def _short(edit: Edit, language: str) -> str:
    """The changed piece: a placement with its site, a total, points; else the line."""
    old, new = edit.old, edit.new
    if isinstance(old, Action) and isinstance(new, Action) and old.verb == "play":
        pieces = dict(action_pieces(old, new))
        if "tile" in pieces or "site" in pieces:
            return line_of(new._replace(seat=None, total=None, points=None), language)
        if pieces.keys() <= {"total", "points"} and all(pieces.values()):
            return " ".join(pieces.values())
    node = new if new is not None else old
    assert node is not None
    return line_of(node, language)


def _diff(path: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for line in difflib.unified_diff(before, after, path, path):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def document(path: str, lines: Sequence[str], found: Sequence[Remedy], language: str) -> dict[str, Any]:
    """All cures as JSON values."""
    return {
        "goti_fix": 1,
        "file": path,
        "cases": [_case_json(remedy, case, lines, language) for remedy in found for case in remedy.cases],
        "others": [{"line": each.line, "code": each.code} for remedy in found for each in remedy.others],
    }


def unopened(path: str, finding: Finding, language: str, json: bool) -> str:
    """What is said of a file that cannot be opened or is not UTF-8."""
    if not json:
        return "\n".join(finding_lines(path, finding, "", language))
    others = [{"line": finding.line, "code": finding.code}]
    return json_.dumps({**document(path, (), (), language), "others": others}, ensure_ascii=False)


def _case_json(remedy: Remedy, case: Case, lines: Sequence[str], language: str) -> dict[str, Any]:
    return {
        "entry": remedy.line,
        "round": case.number,
        "faults": [{"line": each.line, "code": each.code} for each in case.findings],
        "certain": case.certain,
        "stopped": case.stopped,
        "cures": [
            {
                "single": cure.single,
                "text": sentence(case, cure, language),
                "edits": [_edit_json(line, edit, lines, language) for line, edit in changes(case, cure)],
            }
            for cure in case.cures
        ],
    }


def _edit_json(line: int, edit: Edit, lines: Sequence[str], language: str) -> dict[str, Any]:
    if edit.old is None:
        assert edit.new is not None
        return {"line": line, "old": None, "new": line_of(edit.new, language)}
    old = lines[line - 1].rstrip("\r\n")
    return {"line": line, "old": old, "new": None if edit.new is None else rewritten(old, edit.old, edit.new)}
