"""Damaged records: findings only, never an exception, and always the same ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti import NotationError, api
from goti.engine.excerpt import finding_lines
from goti.engine.findings import Status, Verdict, text
from goti.engine.messages import languages
from goti.engine.trace import trace_entry

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FOLDERS = ("seven-rocks", "american-sniff", "errors", "samples")
LETTERS = '0123456789ABCDE[]|@=+-.:#"\\ \t?[|]pasgtir१४²\u0301\ufeff\x00\u2028🁓'


def entries(folder: str) -> list[str]:
    """The texts of all entries of a folder's records, of at most 60 lines."""
    found = []
    for path in sorted((FIXTURES / folder).glob("*.goti")):
        source = path.read_bytes().decode("utf-8", "replace")
        found += ["\n".join(each.written.lines[:60]) for each in api.check(source).entries]
    return found


def damaged(rng: Random, source: str) -> str:
    """The text with one to three characters or lines deleted, doubled, swapped or replaced."""
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.3:
            lines = source.split("\n")
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            kind = rng.randrange(3)
            if kind == 0:
                del lines[a]
            elif kind == 1:
                lines.insert(b, lines[a])
            else:
                lines[a], lines[b] = lines[b], lines[a]
            source = "\n".join(lines)
        elif len(source) > 2:
            at = rng.randrange(len(source) - 1)
            letter = source[at]
            source = (
                source[:at]
                + rng.choice(["", letter * 2, source[at + 1] + letter, rng.choice(LETTERS)])
                + source[at + 1 + (rng.random() < 0.3) :]
            )
    return source


def survive(source: str) -> None:
    """Judge a text in every way there is; the same findings with and without a trace."""
    quick, full = api.check(source), api.replay(source)
    assert [(each.code, each.line, each.status) for each in quick.findings] == [
        (each.code, each.line, each.status) for each in full.findings
    ]
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for report in full.entries:
        for finding in report.findings:
            assert 1 <= finding.line <= len(lines)
            assert 1 <= finding.column <= len(report.written.line(finding.line)) + 1
            for language in languages():
                assert text(finding, language)
                assert finding_lines("x", finding, report.written.line(finding.line), language)
            if finding.because_of is not None:
                assert finding.status is Status.CONSEQUENCE
        for steps in (True, False):
            assert trace_entry(report.head, report.line, report.judged, report.findings, report.verdict, "en", steps)
    try:
        canonical = api.format(source)
    except NotationError as error:
        assert error.findings
        assert Verdict.UNREAD in {each.verdict for each in full.entries}
    else:
        assert api.format(canonical) == canonical


@pytest.mark.parametrize("folder", FOLDERS)
def test_damaged_records(folder: str) -> None:
    rng = Random(folder)
    sources = entries(folder)
    for _ in range(500):
        survive(damaged(rng, rng.choice(sources)))


@pytest.mark.parametrize(
    "lines",
    [
        "round 1\ngiven hand C [1|4]",
        "round 1\ngiven turn C\nout D",
        "round 1\nout D\nround 2\nB: [0|4]@[3|4]",
    ],
)
def test_a_match_whose_seats_are_not_written(lines: str) -> None:
    survive(f"match american-sniff\n{lines}\n")


@given(st.text(max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_text(source: str) -> None:
    survive(source)
    survive(f"match seven-rocks\nround 1\nA: {source}\n")


@given(st.lists(st.text('[]|0123456789ABCD: =+@.-#"\\goti layout[1|4]\t', max_size=20), max_size=6))
@settings(max_examples=100, deadline=None)
def test_lines_of_the_characters_of_the_notation(lines: list[str]) -> None:
    survive("layout american-sniff\n" + "\n".join(lines))
