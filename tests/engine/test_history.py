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


def match(*lines: str) -> str:
    return "\n".join(("match american-sniff", "seats A B", *lines, "unfinished"))


def test_a_void_round_takes_back_in_an_entry_of_its_own() -> None:
    """3-55: the scores are those before the round, agreements in it included; one after it counts."""
    lines = ("round 1", "lot A", "A: [5|5] +10", 'adjust B 5 "y"', 'void "x"', 'adjust A -30 "y"')
    assert judged(match(*lines)) == [
        (1, "A", 0, 10), (None, "B", 0, 5), (None, "A", 10, 0), (None, "B", 5, 0), (None, "A", 0, -30),
    ]  # fmt: skip


def test_a_void_round_goes_back_to_given_scores() -> None:
    lines = ("round 8", "given score A 45 B 190", "start A", "A: [5|5] +10", "void")
    assert judged(match(*lines)) == [(1, "A", 45, 55), (None, "A", 55, 45)]


def test_an_agreement_is_an_entry_where_it_stands() -> None:
    lines = (
        "round 1", "lot A", "adjust A 5", "A: [5|5] +10", "adjust A -30", "B: [0|5]@[5|5] =10 +10", "adjust B -5",
        "A: [2|5]@[5|5] =12",
    )  # fmt: skip
    assert judged(match(*lines)) == [
        (None, "A", 0, 5), (1, "A", 5, 15), (None, "A", 15, -15), (2, "B", 0, 10), (None, "B", 10, 5),
    ]  # fmt: skip


def test_agreements_and_deductions_stand_in_the_order_in_which_they_count() -> None:
    lines = ("round 1", "lot A", "A: [5|5] +10", "gap", "out A", "left B 9 pips", "deduct B 10")
    after = judged(match(*lines, "score A 10 B 40", "adjust B -5"))
    assert after[-1] == (None, "B", 40, 35)
    given = ("round 1", "start A", "given score A 0 B 50", "given table [5|5]", "given hand A [0|5]",
             "given hand B [3|6]", "given turn A", "A: [0|5]@[5|5] =10 +10", "out A", "left B 9 pips")  # fmt: skip
    assert judged(match(*given, "adjust B -5", "score A 10 B 35"))[1:] == [(None, "B", 50, 45), (None, "B", 45, 35)]
    assert judged(match(*given, "score A 10 B 40", "adjust B -5"))[1:] == [(None, "B", 50, 40), (None, "B", 40, 35)]


def test_scores_given_after_a_gap_are_an_entry() -> None:
    lines = ("round 1", "lot A", "A: [5|5] +10", "gap", "given score A 30 B 60", "A: [?|?] +10")
    assert judged(match(*lines)) == [(1, "A", 0, 10), (None, "A", 10, 30), (None, "B", 0, 60), (2, "A", 30, 40)]


def test_the_score_of_one_side_may_be_unknown_from_the_beginning() -> None:
    """The tiles of a given table may have scored: B begins with a score that is not known, and A goes on."""
    lines = ("given score A 45", "round 8", "start B", "given table [5|5]", "given turn B", "B: [0|5]@[5|5] =10 +10")
    entry = replay(match(*lines)).entries[0].judged
    assert beginning(entry) == entry.rounds[0].steps[0].scores == {"A": 45, "B": None} and history(entry) == ()
    text = match(*lines, "A: [0|0]@[0|5] =10 +10", "B: pass", "A: [2|5]@[5|5] =2", "A: pass")
    assert judged(text) == [(2, "A", 45, 55)]
    now = standing(history(replay(text).entries[0].judged), {"A": "A", "B": "B"}, {"A": 45, "B": None})
    assert now == (Account("A", 55, 45), Account("B", None))


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


def test_an_agreement_after_a_gap_adds_to_no_score_that_is_not_known() -> None:
    text = "match american-sniff\nseats A B\nround 1\nlot A\nA: [5|5] =10 +10\ngap\nadjust A -10\nunfinished\n"
    assert [(each.side, each.after) for each in history(replay(text).entries[0].judged)][:1] == [("A", 10)]
    assert not [each for each in history(replay(text).entries[0].judged) if each.after == 0]


def test_an_agreement_of_a_round_without_turns_adds_to_no_score_that_is_not_known() -> None:
    text = "match american-sniff\nseats A B\nround 1\nout A\nleft B 3 pips\ndeduct B 5\nadjust A 20\nunfinished\n"
    assert not [each for each in history(replay(text).entries[0].judged) if each.after == 20]


def test_a_note_that_cannot_be_read_hides_no_score() -> None:
    text = 'match american-sniff\nseats A B\nround 1\nlot A\nA: [5|5] =10 +10\nnote "open\nadjust A -10\nunfinished\n'
    assert [(each.before, each.after) for each in history(replay(text).entries[0].judged)] == [(0, 10), (10, 0)]
