"""A season of twelve evenings as people keep them: `goti check fixtures/season` finds what was put in, no more.

The slips were made when the evenings were typed; every finding below was worked out from the record by hand.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goti.api import load
from goti.cli import main
from goti.engine.findings import Status, Verdict
from goti.fix import fix

SEASON = Path(__file__).resolve().parent.parent / "fixtures" / "season"

FOUND: dict[str, tuple[Verdict, list[str]]] = {
    # A whole round of Seven Rocks with all hands; 100 = 105 - 5, 50 = 65 - 5 - 10.
    "2026-01-06": (Verdict.PASS, []),
    # Binod's [3|3] and the ends 0, 3, 3 lie there; the double of Asha counts 10, not 5: 0 + 3 + 3 + 10 = 16.
    "2026-01-13": (Verdict.FAIL, ["25 false-total"]),
    # Asha may have held a tile that fits when she drew: her hand was not written down.
    "2026-01-20": (Verdict.UNDECIDED, ["20 hand-unknown undecided"]),
    # 0 + 3 + 4 + 5 = 12. Four or five tiles of each are on the missing page: A may have gone out.
    "2026-01-27": (Verdict.FAIL, ["14 false-total", "16 end-unknown undecided", "19 score-unknown undecided"]),
    # 13 pips cost 15, not 10. A went out in round 2, so A starts round 3. The turns are missing in all four rounds.
    "2026-02-03": (
        Verdict.FAIL,
        [
            "13 false-deduction",
            "15 score-unknown undecided",
            "25 score-unknown undecided",
            "28 wrong-starter",
            "38 score-unknown undecided",
            "48 score-unknown undecided",
        ],
    ),
    # The fifth placement is A's; its 5 points stand for B+D in the record, and for A+C in the scores.
    "2026-02-10": (
        Verdict.FAIL,
        ["12 wrong-seat", "16 false-score consequence", "16 false-score consequence"],
    ),
    # 10 + 5 + 5 + 10 + 10 + 15 = 55, less 5: A has 50, and 60 after round 2.
    "2026-02-17": (Verdict.FAIL, ["35 false-score", "41 false-score consequence"]),
    # D holds [3|5] and [3|6]; [1|6] is open with its 6.
    "2026-02-24": (Verdict.FAIL, ["18 does-not-fit"]),
    # Going out gives one point. The chalks of the turns were not copied.
    "2026-03-03": (
        Verdict.FAIL,
        [
            "11 score-unknown undecided",
            "17 score-unknown undecided",
            "22 false-award",
            "23 score-unknown undecided",
            "29 score-unknown undecided",
        ],
    ),
    # Everything wrong here was noticed at the table and marked.
    "2026-03-10": (
        Verdict.PASS,
        ["7 false-points stands", "8 wrong-seat stands", "9 withdrawn stands", "12 adjusted stands", "13 void stands"],
    ),
    # Asha's pass is only in the comment; `pas` is no word.
    "2026-03-17": (Verdict.UNREAD, ["10 wrong-seat", "12 unknown-word"]),
    # 235 + 10 + 20 = 265: Asha has won, and nothing is deducted any more. B stays at 190.
    "2026-03-24": (Verdict.FAIL, ["15 match-over", "16 false-score consequence"]),
}

CURES: dict[str, list[str]] = {
    "2026-01-13": ["A: ५-५@१-५ =१६"],
    "2026-01-27": ["B: 4-6@3-6 =12"],
    "2026-02-03": ["deduct B 15", "start A"],
    "2026-02-10": ["A: [0|4]@[0|1] =5 +5"],
    "2026-02-17": ["score A 50 B 5      # added up twice, must be right", "score A 60 B 15"],
    "2026-02-24": ["D: 3-6@1-6 =7"],
    "2026-03-03": ["award A+C 1       # Chitra went out with a double"],
    "2026-03-24": ["score A 265 B 190"],
}
"""The lines `goti fix` puts in; what the writers meant."""


def test_every_evening_is_listed() -> None:
    assert [path.stem for path in sorted(SEASON.glob("*.goti"))] == sorted(FOUND)


@pytest.mark.parametrize("evening", FOUND)
def test_findings_of_an_evening(evening: str) -> None:
    loaded = load(SEASON / f"{evening}.goti")
    found = [
        f"{each.line} {each.code}" + ("" if each.status is Status.WRONG else f" {each.status.value}")
        for each in loaded.findings
    ]
    assert (loaded.verdict, found) == FOUND[evening]


@pytest.mark.parametrize("evening", FOUND)
def test_cures_of_an_evening(evening: str) -> None:
    path = str(SEASON / f"{evening}.goti")
    said = fix(path, path, "en").said.splitlines()
    assert [line[1:] for line in said if line.startswith("+") and not line.startswith("+++")] == CURES.get(evening, [])


def test_what_the_check_prints(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SEASON.parent.parent)
    assert main(["check", os.path.join("fixtures", "season")]) == 2
    out = capsys.readouterr().out
    assert out.endswith(
        "`goti fix` proposes cures.\n12 entries: 2 right, 8 wrong, 1 undecided, 1 not readable; 11 faults\n"
    )
    assert out.count("score-unknown") == 3  # once for each evening that lacks turns, with the other lines behind it
    assert "  ↳ the same in lines 25, 38, 48\n" in out
    assert "2026-01-06" not in out
