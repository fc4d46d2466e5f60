"""The sample records that define the notation work as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from goti.api import check_lines, format_lines, open_lines
from goti.engine.findings import Status, Verdict

SAMPLES = Path(__file__).resolve().parent.parent / "fixtures" / "samples"
MATCHES = ("seven-rocks", "sniff-partnerships", "sniff-three-players", "sniff-two-players-3", "sniff-two-players-5")
HIDDEN = ("seven-rocks-hidden-hands", "sniff-hidden-draws")


def lines(name: str) -> list[str]:
    return list(open_lines(str(SAMPLES / f"{name}.goti")))


@pytest.mark.parametrize("name", ("layouts", *MATCHES))
def test_right(name: str) -> None:
    for report in check_lines(lines(name)):
        assert report.verdict is Verdict.PASS
        assert report.findings == []


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_hands_nothing_wrong(name: str) -> None:
    for report in check_lines(lines(name)):
        assert report.verdict is Verdict.UNDECIDED
        assert {each.status for each in report.findings} == {Status.UNDECIDED}


def test_errors_each_as_its_comment_says() -> None:
    found = {
        (each.line, each.kind.value, each.status.value)
        for report in check_lines(lines("errors"))
        for each in report.findings
        if each.status is not Status.NOTE
    }
    assert found == {
        (7, "claim", "wrong"),
        (12, "claim", "wrong"),
        (17, "play", "wrong"),
        (21, "play", "wrong"),
        (26, "play", "wrong"),
        (29, "text", "wrong"),
        (37, "record", "undecided"),
    }
    text = (SAMPLES / "errors.goti").read_text(encoding="utf-8").split("\n")
    for line, kind, status in found:
        assert f"# {'undecided' if status == 'undecided' else kind}:" in text[line - 1]


def test_lax_becomes_canonical() -> None:
    wanted = (SAMPLES / "lax.canonical.goti").read_text(encoding="utf-8")
    assert format_lines(lines("lax")) == wanted
    assert format_lines(wanted.split("\n")[:-1]) == wanted


@pytest.mark.parametrize("name", ("lax", "lax.canonical"))
def test_lax_has_no_deduction_of_c(name: str) -> None:
    layout, settlement = check_lines(lines(name))
    assert layout.verdict is Verdict.PASS
    assert [(each.code, each.values["seat"], each.found) for each in settlement.findings] == [
        ("false-deduction", "C", 0)
    ]


@pytest.mark.parametrize("name", (*MATCHES, *HIDDEN))
def test_matches_are_canonical(name: str) -> None:
    text = (SAMPLES / f"{name}.goti").read_text(encoding="utf-8")
    assert format_lines(lines(name)) == text
