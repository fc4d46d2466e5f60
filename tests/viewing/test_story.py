"""Every line, comment and finding of a record stands at one moment, and every turn has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from goti.api import check_lines
from goti.notation.parse import split_lines
from goti.tests.viewing.pages import CLUB, FIXTURES, reports, source
from goti.viewing.story import Moment, chapters

RECORDS = [
    *sorted((FIXTURES / "season").glob("*.goti")),
    *(each for each in sorted((FIXTURES / "errors").glob("*.goti")) if each.stem != "not-utf8"),
    FIXTURES / "samples" / "layouts.goti",
    FIXTURES / "samples" / "sniff-hidden-draws.goti",
]


def _moments(text: str, entry: int = 0) -> list[Moment]:
    given = source(reports(text)[entry])
    return [m for c in chapters(given.judged, given.findings, given.nodes, given.lines) for m in c.moments]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_nothing_is_lost(path: Path) -> None:
    for report in check_lines(split_lines(path.read_text(encoding="utf-8")), trace=True, folder=path.parent):
        if report.head is None or report.judged.entry is None or report.head.kind == "settlement":
            continue
        given = source(report)
        found = chapters(given.judged, given.findings, given.nodes, given.lines)
        moments = [moment for chapter in found for moment in chapter.moments]
        if not moments:
            continue
        assert [line for m in moments for line in m.lines] == [each for each in given.lines if each[1].strip()]
        shown = [finding for m in moments for finding in m.findings]
        assert sorted(map(id, shown)) == sorted(map(id, given.findings))
        assert len({m.key for m in moments}) == len(moments)
        turns = [m.step for m in moments if m.step is not None]
        assert [id(each) for each in turns] == [id(each) for each in report.steps]


def test_where_things_stand() -> None:
    moments = {each.key: each for each in _moments(CLUB)}
    assert list(moments) == [
        "r1", "r1t1", "r1t2", "r1t3", "r1t4", "r1t5", "r1t6", "r1t7", "r1end", "r2", "r2t1", "r2t2",
    ]  # fmt: skip
    assert moments["r1"].comments == ["An evening at the club"]
    assert moments["r1t1"].comments == ['"quoted" & <u>marked</u> مرحبا']
    assert moments["r1t2"].comments == ["before the second turn: हिंदी"]
    assert moments["r1t2"].lines == [(13, "# before the second turn: हिंदी"), (14, "B: [0|5]@[5|5] =10 +10")]
    assert [each.code for each in moments["r1t5"].findings] == ["must-play"]
    assert [each.code for each in moments["r1end"].findings] == ["not-blocked", "deductions-due"]
    assert moments["r2t2"].lines[-1] == (26, "unfinished")


def test_hands_and_boneyard_follow_the_turns() -> None:
    moments = {each.key: each for each in _moments(CLUB)}
    sizes = {key: [len(held.tiles) for held in each.held] for key, each in moments.items()}
    assert [sizes[f"r1t{turn}"] for turn in range(1, 8)] == [[6, 7], [6, 6], [5, 6], [5, 5], [7, 5], [6, 5], [6, 4]]
    assert [moments[key].stock for key in ("r1", "r1t4", "r1t5", "r1end", "r2")] == [14, 14, 12, 12, 14]
    assert moments["r2"].held[0].tiles == () and moments["r2"].held[0].unknown == 7


def test_rounds_of_one_number_keep_apart() -> None:
    text = (
        "match american-sniff\nseats A B\nround 1\nlot A\nA: [1|4] =5 +5\nvoid\n"
        "round 1\nlot B\nB: [1|4] =5 +5\nunfinished\n"
    )
    assert [each.key for each in _moments(text)] == ["r1", "r1t1", "r1end", "line7", "line7t1"]


def test_a_round_after_the_win_is_there() -> None:
    text = (
        "match american-sniff\nseats A B\nrule targets 5\nround 1\nlot A\nA: [1|4] =5 +5\n"
        "round 2\nstart A\nA: [1|4] =5 +5\nwinner A\n"
    )
    last = _moments(text)[-1]
    assert last.key == "r2" and last.step is None and [number for number, _ in last.lines] == [7, 8, 9, 10]


def test_an_agreement_after_the_last_turn_has_a_moment_with_the_scores_after_it() -> None:
    text = "match american-sniff\nseats A B\nround 1\nlot A\nadjust B 5\nA: [5|5] =10 +10\nadjust A -5\nunfinished\n"
    assert [(each.key, each.scores) for each in _moments(text)] == [
        ("r1", {"A": 0, "B": 5}), ("r1t1", {"A": 10, "B": 5}), ("r1end", {"A": 5, "B": 5}),
    ]  # fmt: skip
