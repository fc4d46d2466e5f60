"""Matches with odd headers: one clear finding, never a traceback."""

from __future__ import annotations

import pytest

from goti.api import check, check_lines


@pytest.mark.parametrize("seats", ["B A", "B C", "A C", "A A", "D C B A"])
def test_seats_out_of_order_stop_the_match_with_one_finding(seats: str) -> None:
    source = f"match american-sniff\nseats {seats}\nround 1\nlot A\nA: [1|4] =5 +5\nC: [1|1] =6\nD: pass\nunfinished\n"
    loaded = check(source)
    assert [(each.line, each.code) for each in loaded.findings] == [(2, "wrong-seats")]
    assert loaded.entries[0].judged.unverified == [(2, 8)]


def test_a_number_of_players_without_a_target_is_not_allowed() -> None:
    source = (
        "match american-sniff\nseats A B C D\nrule targets 2:150,3:120\nround 1\nlot A\nA: [5|5] =10 +10\nunfinished\n"
    )
    assert [(each.line, each.code) for each in check(source).findings] == [(2, "wrong-seats")]


@pytest.mark.parametrize("hands", ["", "given hand A [5|5] [?|?]\n"])
def test_a_round_just_begun_leaves_the_scores_known(hands: str) -> None:
    source = f"match american-sniff\nseats A B\ngiven score A 45 B 190\nround 8\nstart A\n{hands}unfinished\n"
    assert _scores(source) == {"A": 45, "B": 190}
    before = source.replace("round 8", "round 7\nstart A\nround 8")  # of round 7 no turn is recorded
    assert _scores(before) == {"A": None, "B": None}


def _scores(source: str) -> dict[str, int | None]:
    (report,) = check_lines(source.splitlines(), trace=True)
    return report.judged.rounds[-1].scores
