"""Expected findings written in a record: a mark at the end of a line says what must be reported there.

`#! code` is a finding of status wrong, `#! undecided:code`, `#! note:code`, `#! stands:code` and `#! consequence:code`
others; several stand behind one mark, and ` -- ` begins an explanation. Fixtures are records with such marks.
`#? code -- reason` asks for the same on a line that carries the value of another implementation, known to differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from .api import EntryReport
from .engine.findings import CODES, Status
from .engine.messages import DEFAULT_LANGUAGE, message
from .engine.record import Remark

MARK, KNOWN = "#!", "#?"


class Outcome(Enum):
    """What comparing an entry with its marks gives."""

    PASS = "pass"
    FAIL = "fail"
    DIFFERS = "differs as known"
    AGREES = "agrees by surprise"


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """One finding a fixture asks for; `reason` is why the line is known to differ, None where it is no such line."""

    line: int
    status: str
    code: str
    reason: str | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.code} ({self.status})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """An entry beside its marks: what is missing, what nobody expected, and of the known differences those that are
    gone (`agreeing`) and those that are there (`known`)."""

    missing: tuple[Expected, ...] = ()
    surplus: tuple[Expected, ...] = ()
    agreeing: tuple[Expected, ...] = ()
    known: tuple[Expected, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """A finding too few or too many fails, whatever else holds; one known difference gone is a surprise."""
        if self.missing or self.surplus:
            return Outcome.FAIL
        if self.agreeing:
            return Outcome.AGREES
        return Outcome.DIFFERS if self.known else Outcome.PASS

    def reasons(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Why the entry is known to differ, each reason once."""
        said = (message(language, "expect.reason", line=each.line, reason=each.reason) for each in self.known)
        return "; ".join(dict.fromkeys(said))

    def lines(self, language: str = DEFAULT_LANGUAGE) -> list[str]:
        """What is not as marked, one line each; empty when all is."""
        kinds = (("missing", self.missing), ("surplus", self.surplus), ("agreeing", self.agreeing))
        return [
            message(language, f"expect.{kind}", line=each.line, code=each.code, status=each.status, reason=each.reason)
            for kind, marks in kinds
            for each in marks
        ]


class MarkError(Exception):
    """A mark that names no code or status, or a known difference without a reason, and its line."""

    def __init__(self, line: int, key: str, **values: object) -> None:
        super().__init__(f"line {line}: {message(DEFAULT_LANGUAGE, f'expect.{key}', **values)}")
        self.line, self.key, self.values = line, key, values

    def said(self, language: str) -> str:
        """What is wrong with the mark, in a user's language."""
        return message(language, f"expect.{self.key}", **self.values)


def compare(report: EntryReport, marked: bool = True) -> Comparison:
    """An entry against its marks; one without marks passes when nothing at all is found.

    Where nothing is `marked` only what is wrong speaks against an entry. Raises MarkError.
    """
    got = found(report)
    if not marked:
        wrong = (each for each in got.elements() if each.status == Status.WRONG.value)
        return Comparison(surplus=tuple(sorted(wrong)))
    missing, agreeing, known = list[Expected](), list[Expected](), list[Expected]()
    for mark in expected(report):
        plain = Expected(mark.line, mark.status, mark.code)
        there = got[plain] > 0
        got[plain] -= there
        if mark.reason is not None:
            (known if there else agreeing).append(mark)
        elif not there:
            missing.append(mark)
    return Comparison(tuple(missing), tuple(sorted(got.elements())), tuple(agreeing), tuple(known))


def differences(report: EntryReport) -> list[str]:
    """What an entry should have reported and did not, and the other way round; empty when all is as marked."""
    return compare(report).lines()


def is_marked(report: EntryReport) -> bool:
    """Whether any line of an entry has a mark."""
    return any(
        _comment(report, report.written.first + offset, line) for offset, line in enumerate(report.written.lines)
    )


def expected(report: EntryReport) -> list[Expected]:
    """The findings an entry's marks ask for, by line. Raises MarkError for a mark that cannot be used."""
    return [each for offset, line in enumerate(report.written.lines) for each in _marks(report, offset, line)]


def _marks(report: EntryReport, offset: int, line: str) -> Iterator[Expected]:
    number = report.written.first + offset
    comment = _comment(report, number, line)
    if comment is None:
        return
    codes, _, why = comment[len(MARK) :].partition(" -- ")
    reason = why.strip() if comment.startswith(KNOWN) else None
    if reason == "" or (reason and not codes.split()):
        raise MarkError(number, "no-reason", mark=KNOWN)
    for word in codes.split():
        status, _, code = word.rpartition(":")
        status = status or Status.WRONG.value
        if code not in CODES or status not in {each.value for each in Status}:
            raise MarkError(number, "no-code", found=repr(word))
        yield Expected(number, status, code, reason)


def _comment(report: EntryReport, number: int, line: str) -> str | None:
    """The mark of a line; for a line that cannot be read it is looked for in its text."""
    if MARK not in line and KNOWN not in line:
        return None
    for node in report.written.nodes:
        if node.line == number and not isinstance(node, Remark):
            comment = node.comment
            return comment if comment is not None and comment.startswith((MARK, KNOWN)) else None
    if number not in report.written.unread:
        return None
    return line[min(line.index(mark) for mark in (MARK, KNOWN) if mark in line) :]


def found(report: EntryReport) -> Counter[Expected]:
    """The findings of an entry in the form of marks."""
    return Counter(Expected(each.line, each.status.value, each.code) for each in report.findings)
