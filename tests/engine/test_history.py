"""Changes of the scores of a match, as a table enters them."""

from __future__ import annotations

from random import Random

import pytest

from goti.api import replay
from goti.engine.generate import Options, random_match
from goti.engine.history import Account, account, beginning, history, standing
from goti.engine.rules import rule_set
from goti.notation.write import write


def judged(text: str) -> list[tuple[int | None, str, int | None, int | None]]:
    entry = replay(text).entries[0]
    return [(each.turn, each.side, each.before, each.after) for each in history(entry.judged)]


def test_points_and_deductions_one_after_the_other() -> None:
    found = judged(
        "match american-sniff\nseats A B\nround 1\nlot A\nA: [5|5] =10 +10\nB: [0|5]@[5|5] =10 +10\nunfinished"
    )
    assert found == [(1, "A", 0, 10), (2, "B", 0, 10)]


def test_each_hand_of_a_partnership_is_an_entry() -> None:
    """SR55: two hands of 3 pips are two entries of 5."""
    text = """match seven-rocks
seats A B C D
round 4
start B
given score A+C 100 B+D 20
given table [5|5] [2|5]@[5|5]
given hand A [0|3]
given hand B [2|6]
given hand C [1|2]
given hand D [0|1]
given turn B
B: [2|6]@[2|5] =16
out B
left A 3 pips
left C 3 pips
left D 1 pips
unfinished"""
    assert judged(text) == [(None, "A+C", 100, 95), (None, "A+C", 95, 90)]


def test_given_scores_stand_before_the_first_entry() -> None:
    text = """match american-sniff
seats A B
given score A 45 B 190
round 8
start A
given score A 45 B 190
given table [5|5]
given hand A [0|0]
given hand B [0|5] [2|4] [6|6]
given turn B
B: [0|5]@[5|5] =10 +10
unfinished"""
    entry = replay(text).entries[0].judged
    now = standing(history(entry), {"A": "Asha", "B": "Binod"}, beginning(entry))
    assert now == (Account("Asha", 45), Account("Binod", 200, 190))


def test_what_is_not_a_match_has_no_history() -> None:
    assert judged("layout seven-rocks\n[1|4] =5 +5") == []


@pytest.mark.parametrize("game", ["american-sniff", "seven-rocks", "five-up", "fives-and-threes", "block"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_changes_lead_from_zero_to_the_ruled_scores(game: str, seed: int) -> None:
    rules = rule_set(game)
    nodes = random_match(rules, max(rules.hand_sizes), Random(seed), Options(rounds=3))
    entry = replay(write(nodes)).entries[0].judged
    changes = history(entry)
    at = dict.fromkeys(entry.rounds[0].scores, 0)
    for each in changes:
        assert each.before == at[each.side] and each.after is not None and each.points
        at[each.side] = each.after
    assert at == entry.rounds[-1].scores
    now = standing(changes, {side: side for side in at})
    assert [each.score for each in now] == list(at.values())


def test_accounts() -> None:
    assert account("A", []) == Account("A", 0) and account("A", []).last is None
    assert account("A", [10, 5]) == Account("A", 5, 10) and account("A", [10, 5]).last == -5
    assert account("A", [10, None]).last is None
