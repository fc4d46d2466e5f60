"""Findings and verdicts: what a check says, without the words (those are in the message catalogues).

A finding's text is made only when somebody asks for it: `text(finding, language)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from .messages import DEFAULT_LANGUAGE, catalogue, message


class Kind(Enum):
    """What is wrong: the text, the record's completeness, a number, or the play."""

    TEXT = "text"
    RECORD = "record"
    CLAIM = "claim"
    PLAY = "play"


class Status(Enum):
    """How a finding counts; only `wrong` fails an entry."""

    WRONG = "wrong"
    UNDECIDED = "undecided"
    NOTE = "note"
    STANDS = "stands"
    CONSEQUENCE = "consequence"


class Verdict(Enum):
    """The sum of an entry's findings."""

    PASS = "pass"
    FAIL = "fail"
    UNDECIDED = "undecided"
    UNREAD = "unread"


CODES: dict[str, Kind] = {
    **dict.fromkeys(
        (
            "not-utf8", "cannot-open", "unknown-word", "unexpected", "incomplete-line", "bad-string", "bad-number",
            "bad-tile", "bad-date", "no-such-tile", "unknown-rules", "unknown-field", "wrong-column",
            "wrong-version", "misplaced-line", "no-entry",
        ),
        Kind.TEXT,
    ),
    **dict.fromkeys(
        (
            "repeated-line", "unknown-seat", "unknown-side", "wrong-seats", "no-rounds", "round-number",
            "round-unfinished", "unknown-layout", "dealt-twice", "given-conflict", "needless-stands",
            "several-sites", "starter-unknown", "end-unknown", "hand-unknown", "winner-unknown", "layout-unknown",
            "points-due", "deductions-due", "score-unknown", "inconsistent-round",
            "round-undecided",
        ),
        Kind.RECORD,
    ),
    **dict.fromkeys(
        (
            "false-total", "false-points", "false-counted", "false-open", "false-spinner", "false-joints",
            "false-boneyard", "false-left", "false-deduction", "false-award", "false-score", "false-winner",
            "false-end",
        ),
        Kind.CLAIM,
    ),
    **dict.fromkeys(
        (
            "does-not-fit", "site-covered", "branch-closed", "no-such-port", "site-not-there", "already-there",
            "wrong-seat", "wrong-starter", "deal-size", "not-in-hand", "must-play", "must-draw", "drew-too-many",
            "drawn-not-played", "no-drawing", "boneyard-empty", "not-in-boneyard", "round-over", "match-over",
            "not-blocked", "wrong-opening", "must-fill", "withdrawn", "adjusted", "void",
        ),
        Kind.PLAY,
    ),
}  # fmt: skip
"""Every code and its kind. Codes are stable: a code is never reused for something else."""

RULE_OF: dict[str, str] = {
    "false-total": "sum", "false-points": "points", "false-counted": "sum", "false-open": "sides-open",
    "false-spinner": "spinner", "false-boneyard": "boneyard", "false-joints": "match-half", "false-left": "deduction",
    "false-deduction": "rounding", "false-score": "deduction", "false-winner": "target", "false-end": "out",
    "does-not-fit": "match-half", "site-covered": "match-half", "branch-closed": "sides-open",
    "no-such-port": "no-other-spinner", "site-not-there": "match-half", "already-there": "set",
    "no-such-tile": "set", "dealt-twice": "set", "several-sites": "match-half",
    "wrong-seat": "clockwise", "wrong-starter": "next-starter", "deal-size": "hand-size",
    "not-in-hand": "hand-size", "must-play": "must-play", "must-draw": "pass", "drew-too-many": "draw",
    "drawn-not-played": "drawn-tile", "no-drawing": "draw", "boneyard-empty": "draw", "not-in-boneyard": "set",
    "round-over": "out", "match-over": "after-win", "not-blocked": "blocked", "wrong-seats": "seats",
    "wrong-opening": "opening", "must-fill": "sides-open", "points-due": "points",
    "false-award": "deduction", "deductions-due": "deduction",
    "starter-unknown": "first-starter", "end-unknown": "out", "hand-unknown": "must-play",
    "winner-unknown": "target",
}  # fmt: skip
"""The rule a code cites, by its name in a rule set's `clauses`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check says about a line.

    `part` names the piece of the line it is about (`total`, `points`, `tile`, `site`, `seat`, …; empty for the whole
    line); `column` counts code points from 1 (0: not yet filled in by whoever has the text). `needs` says what would
    decide an undecided finding, `because_of` is (line, code) of the primary finding of a consequence, `lines` are all
    lines of a finding about several.
    """

    code: str
    status: Status
    line: int
    part: str = ""
    column: int = 0
    width: int = 1
    round: int | None = None
    turn: int | None = None
    rule: str = ""
    expected: Any = None
    found: Any = None
    values: Mapping[str, object] = field(default_factory=dict)
    needs: str | None = None
    because_of: tuple[int, str] | None = None
    lines: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        return CODES[self.code]


def text(finding: Finding, language: str) -> str:
    """What a finding says, in a user's language; one sentence, then the likely cure where there is one."""
    values = in_language(finding.values, language)
    if "sum" in values:
        values["sum"] = short_sum(str(values["sum"]))
    terminals = values.get("expected")
    if isinstance(terminals, list):
        values["expected"] = expected_words(language, terminals)
    values.setdefault("expected", finding.expected)
    values.setdefault("found", finding.found)
    said = message(language, f"finding.{finding.values.get('text', finding.code)}", **values)
    if finding.needs:
        said += "; " + message(language, "verdict.needs", needs=needs_text(finding, language))
    return said


def needs_text(finding: Finding, language: str) -> str:
    """What would decide an undecided finding."""
    return message(language, f"needs.{finding.needs}", **finding.values)


def short_sum(written: str) -> str:
    """A sum as it stands in a sentence: one number alone is not set equal to itself."""
    terms, _, total = written.partition(" = ")
    return total if terms == total else written


def in_language(values: Mapping[str, object], language: str) -> dict[str, Any]:
    """The values of a finding; names that are there in every language in one of them."""
    return {
        key: value.get(language, value[DEFAULT_LANGUAGE]) if isinstance(value, Mapping) else value
        for key, value in values.items()
    }


_MOST_NAMED = 6


def expected_words(language: str, terminals: list[str]) -> str:
    """What could stand somewhere, in a user's words: keywords in backticks, other pieces described."""
    if len(terminals) > 20:  # the beginning of a line: nearly everything
        return message(language, "expected.line")
    texts = catalogue(language)
    named = []
    for name in terminals:
        spellings = texts.get(f"keyword.{name.lower().replace('_', '-').removesuffix('-key')}")
        if name != "DATE" and spellings:
            named.append(f"`{spellings[0]}`")
        elif f"expected.{name}" in texts:
            named.append(str(texts[f"expected.{name}"]))
    if "_NL" in terminals and named:
        named.append(str(texts["expected._NL"]))
    named = sorted(set(named or [str(texts["expected._NL"])]), key=lambda each: (each.startswith("`"), each))
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], "…"]
    if len(named) < 2:
        return "".join(named)
    return f"{', '.join(named[:-1])} {texts['expected.or']} {named[-1]}"


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """The verdict that follows from an entry's findings."""
    verdict = Verdict.PASS
    for each in findings:
        if each.status is Status.WRONG:
            if each.kind is Kind.TEXT:
                return Verdict.UNREAD
            verdict = Verdict.FAIL
        elif each.status is Status.UNDECIDED and verdict is Verdict.PASS:
            verdict = Verdict.UNDECIDED
    return verdict


def to_json(finding: Finding, language: str) -> dict[str, Any]:
    """A finding as the trace writes it (notation 8)."""
    because = finding.because_of
    return {
        "code": finding.code,
        "kind": finding.kind.value,
        "status": finding.status.value,
        "line": finding.line,
        "column": max(finding.column, 1),
        "round": finding.round,
        "turn": finding.turn,
        "rule": finding.rule or None,
        "message": text(finding, language),
        "expected": finding.expected,
        "found": list(finding.lines) or finding.found,
        "needs": needs_text(finding, language) if finding.needs else None,
        "because_of": None if because is None else {"line": because[0], "code": because[1]},
    }
