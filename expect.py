"""Expected findings written in a record: `#! code` at the end of a line says what must be reported there.

`#! code` is a finding of status wrong, `#! undecided:code`, `#! note:code`, `#! stands:code` and `#! consequence:code`
others; several stand behind one `#!`, and ` -- ` begins an explanation. Fixtures are records with such marks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .api import EntryReport
from .engine.findings import CODES, Status
from .engine.record import Remark

MARK = "#!"


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """One finding a fixture asks for."""

    line: int
    status: str
    code: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.code} ({self.status})"


class MarkError(Exception):
    """A mark that names no code or status."""


def expected(report: EntryReport) -> Counter[Expected]:
    """The findings an entry's marks ask for. Raises MarkError for an unknown code or status."""
    found: Counter[Expected] = Counter()
    for offset, line in enumerate(report.written.lines):
        comment = _comment(report, report.written.first + offset, line)
        if comment is None:
            continue
        for word in comment.removeprefix(MARK).split(" -- ")[0].split():
            status, _, code = word.rpartition(":")
            status = status or Status.WRONG.value
            if code not in CODES or status not in {each.value for each in Status}:
                raise MarkError(f"line {report.written.first + offset}: no code or status {word!r}")
            found[Expected(report.written.first + offset, status, code)] += 1
    return found


def _comment(report: EntryReport, number: int, line: str) -> str | None:
    """The mark of a line; for a line that cannot be read it is looked for in its text."""
    if MARK not in line:
        return None
    for node in report.written.nodes:
        if node.line == number and not isinstance(node, Remark):
            comment = node.comment
            return comment if comment is not None and comment.startswith(MARK) else None
    return line[line.index(MARK) :] if number in report.written.unread else None


def found(report: EntryReport) -> Counter[Expected]:
    """The findings of an entry in the form of marks."""
    return Counter(Expected(each.line, each.status.value, each.code) for each in report.findings)


def differences(report: EntryReport) -> list[str]:
    """What an entry should have reported and did not, and the other way round; empty when all is as marked."""
    wanted, got = expected(report), found(report)
    missing = [f"expected, not found: {each}" for each in sorted((wanted - got).elements())]
    surplus = [f"found, not expected: {each}" for each in sorted((got - wanted).elements())]
    return missing + surplus
