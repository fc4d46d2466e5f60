"""Matches with odd headers: one clear finding, never a traceback."""

from __future__ import annotations

import pytest

from goti.api import check


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
