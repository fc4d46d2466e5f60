"""The score record of a match, round by round."""

from __future__ import annotations

from random import Random

import pytest

from goti.api import replay
from goti.engine.generate import Options, random_match
from goti.engine.history import history
from goti.engine.rules import rule_set
from goti.notation.write import write
from goti.scores import Book, book


def kept(text: str) -> Book:
    found = book(replay(text).entries[0])
    assert found is not None
    return found


@pytest.mark.parametrize("game", ["american-sniff", "seven-rocks", "five-up"])
def test_the_changes_of_the_rounds_are_those_of_the_match(game: str) -> None:
    rules = rule_set(game)
    text = write(random_match(rules, max(rules.hand_sizes), Random(5), Options(rounds=4)))
    found = kept(text)
    assert found.changes == history(replay(text).entries[0].judged)
    assert [each for number in found.rounds for each in found.own(number)] == list(found.changes)
    for number in found.rounds:
        assert found.upto(number) == found.before(number) + found.own(number)
        assert {each.round for each in found.own(number)} <= {number}


def test_rounds_that_do_not_count_stand_between_the_others() -> None:
    rounds = [
        "round 1\nlot A\nA: [5|5] =10 +10\nvoid",
        "round 2\nlot A\nA: [5|5] =10 +10\ngap\nout A\nleft B 9 pips",
        "round 3\nvoid",
    ]
    found = kept("match american-sniff\nseats A B\n" + "\n".join(rounds) + "\nunfinished")
    assert found.rounds == (1, 2, 3)
    assert [(each.before, each.after) for each in found.own(1)] == [(0, 10), (10, 0)]
    assert found.own(3) == () and found.upto(3) == found.changes
    assert found.accounts(found.before(2)) == found.accounts(found.upto(1))


def test_of_two_rounds_of_one_number_the_later_one_is_the_last() -> None:
    rounds = "\n".join(f"round {number}\nlot A\nA: [5|5] =10 +10\nvoid" for number in (1, 2, 1))
    found = kept(f"match american-sniff\nseats A B\n{rounds}\nunfinished")
    assert found.upto(found.rounds[-1]) == found.changes and len(found.own(1)) == 2
