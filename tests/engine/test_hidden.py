"""Rounds with unseen tiles: what is found, what is decided, what is derived, and that nothing right is called wrong."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from goti.api import EntryReport, check_lines
from goti.engine.findings import Status, text
from goti.engine.rules import rule_set
from goti.notation.parse import split_lines
from goti.notation.write import write
from goti.tests.hidden.hide import FAULTS, SETUPS
from goti.tests.hidden.run import record, wrong

SNIFF = """match american-sniff
seats A B

round 1
lot A
A: [3|5] =8
B: draw [?|?]
B: [3|3]@[3|5] =11
A: [5|5]@[3|5] =16
{later}B: [3|6]@[3|3] =22

unfinished
"""

ROCKS = """match seven-rocks
seats A B C D

round 1
lot A
A: [3|5] =8
B: pass
C: [5|5]@[3|5] =13
D: [1|5]@[5|5] =4
A: [1|3]@[1|5] =6
B: [3|6]@[3|5] =9

unfinished
"""


def report(source: str, trace: bool = False) -> EntryReport:
    return next(check_lines(split_lines(source), trace=trace))


def primary(source: str) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in report(source).findings if each.status is Status.WRONG]


def test_seven_rocks_pass_and_later_placement() -> None:
    found = [each for each in report(ROCKS).findings if each.status is Status.WRONG]
    assert [(each.line, each.code) for each in found] == [(7, "must-play")]
    assert "line 11" in text(found[0], "en")  # the other line is named


def test_sniff_draw_and_later_placement() -> None:
    found = [each for each in report(SNIFF.format(later="")).findings if each.status is Status.WRONG]
    assert [(each.line, each.code, each.lines) for each in found] == [(10, "inconsistent-round", (7, 8, 10))]
    assert "lines 7, 8 and 10 contradict" in text(found[0], "en")  # line 8 shows what was drawn
    assert "पंक्तियाँ 7, 8 और 10" in text(found[0], "hi")


def test_sniff_a_later_draw_may_have_brought_it() -> None:
    assert primary(SNIFF.format(later="B: draw [?|?]\n")) == []
    assert primary(SNIFF.format(later="B: draw [3|?]\n")) == []


def test_sniff_a_later_draw_that_cannot_have_brought_it() -> None:
    assert primary(SNIFF.format(later="B: draw [4|?]\n")) != []


def test_a_line_that_stands_or_was_withdrawn_says_nothing() -> None:
    source = SNIFF.format(later="")
    assert primary(source.replace("draw [?|?]", "draw [?|?] stands")) == []
    assert primary(ROCKS.replace("B: pass", "B: pass stands")) == []
    assert primary(source.replace("B: [3|6]@[3|3] =22", "B: [3|6]@[3|3] =22 withdrawn")) == []


def test_what_is_wrong_below_is_a_consequence() -> None:
    source = SNIFF.format(later="").replace("\n\nunfinished", "\nA: [2|4]@[5|5] =99\n\nunfinished")
    found = {each.code: each for each in report(source).findings}
    assert found["inconsistent-round"].status is Status.WRONG
    assert found["does-not-fit"].because_of == (10, "inconsistent-round")


HALVES = """match seven-rocks
seats A B C D

round 1
lot C
deal A [0|0] [0|1] [0|2] [0|3] [0|4] [0|5] {half}
deal C [1|1] [1|2] [1|6] [2|6] [3|6] [4|6] [5|6]
deal D [1|3] [1|4] [1|5] [2|2] [2|3] [2|4] [6|6]
C: [1|6] =7
D: [6|6]@[1|6] =13
A: [0|1]@[1|6] =12
B: pass

unfinished
"""


def test_a_pass_that_every_assignment_makes_right_is_decided() -> None:
    assert report(HALVES.format(half="[6|?]")).findings == []
    assert [each.code for each in report(HALVES.format(half="[?|?]")).findings] == ["hand-unknown"]


def test_derived_hands_are_in_the_trace_and_nowhere_else() -> None:
    judged = report(HALVES.format(half="[6|?]"), trace=True).judged
    derived = {seat: " ".join(map(str, hand)) for seat, hand in judged.rounds[0].derived.items()}
    assert derived["A"] == "[0|0] [0|1] [0|2] [0|3] [0|4] [0|5] [0|6]"
    assert derived["B"] == "[2|5] [3|3] [3|4] [3|5] [4|4] [4|5] [5|5]"
    assert set(derived) == {"A", "B"}


def test_an_empty_hand_and_the_double_blank_have_no_pips() -> None:
    source = """match american-sniff
seats A B

round 1
given table [3|5]
given turn B
B: [1|5]@[3|5] =4
A: [4|3]@[3|5] =5 +5
left B 0 pips

unfinished
"""
    assert primary(source) == []


def test_a_seat_that_went_out_with_tiles_pays_nothing() -> None:
    """The table let it stand: what A holds cost nothing, and that says nothing of A's tiles."""
    source = """match american-sniff
seats A B

round 1
lot A
A: [5|5] =10 +10
out A stands
left B 30 pips
deduct B 30
score A 10 B -30

unfinished
"""
    assert [each.code for each in report(source).findings] == ["false-end"]
    assert primary(source) == []


def test_given_facts_that_lack_tiles_contradict_each_other() -> None:
    """24 tiles are nowhere, and three hands take 21; the pass of B stays open."""
    source = """match seven-rocks
seats A B C D

round 1
given table [6|6] [4|6]@[6|6]
given hand A [1|6] [5|5]
given turn A
A: [1|6]@[6|6] =5 +5
B: pass

unfinished
"""
    assert [(each.line, each.code, each.lines) for each in report(source).findings] == [
        (6, "inconsistent-round", (5, 6)), (9, "hand-unknown", ()),
    ]  # fmt: skip


def test_no_hand_of_seven_rocks_can_take_the_tiles_of_an_empty_one() -> None:
    """SR14: 25 tiles are left after two turns; D has [0|0] at most, A six, B and C seven each."""
    source = """match seven-rocks
seats A B C D

round 1
given table [3|5]
given turn D
D: [1|5]@[3|5] =4
A: [4|3]@[3|5] =5 +5
left D 0 pips

unfinished
"""
    assert primary(source) == [(9, "inconsistent-round")]


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_right_rounds_are_never_called_wrong(game: str, seats: int) -> None:
    for seed in range(9000, 9025):
        nodes = record(game, seats, seed, "none")
        assert nodes is not None
        assert wrong(write(nodes)) == []


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_agrees_with_the_second_model(game: str, seats: int) -> None:
    pytest.importorskip("ortools", reason="the second model needs ortools: ./run hidden")
    from goti.tests.hidden.model import possible

    for seed in range(9100, 9115):
        for fault in Random(seed).sample(FAULTS, 2):
            nodes = record(game, seats, seed, fault)
            if nodes is not None:
                assert bool(wrong(write(nodes))) != possible(nodes, rule_set(game), seats), (seed, fault)


def test_the_search_is_not_imported_where_everything_is_recorded() -> None:
    program = (
        "import sys; from goti.api import check_lines\n"
        "list(check_lines(['layout seven-rocks', '[1|4] =5 +5']))\n"
        "assert not {'goti.engine.assign', 'goti.engine.evidence', 'goti.engine.irreducible'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


SEATS = "match {game}\nseats {seats}\n\nround 1\nlot A\n"


def test_check_and_replay_agree_on_half_known_placements() -> None:
    source = SEATS.format(game="seven-rocks", seats="A B C D") + "A: [6|6]\nB: [5|?]\nC: [5|6]\n\nunfinished\n"
    for trace in (False, True):
        found = [each for each in report(source, trace).findings if each.status is Status.WRONG]
        assert [(each.line, each.code) for each in found] == [(7, "not-in-hand")]  # C had [5|6]


def test_a_record_without_end_is_read_as_far_as_it_is_possible() -> None:
    """A thousand unknown placements: the first that cannot be is the one after A's seventh."""
    plays = "".join(f"{seat}: [?|?]\n" for _ in range(500) for seat in "AB")
    assert primary(SEATS.format(game="american-sniff", seats="A B") + plays + "unfinished\n") == [(19, "round-over")]


@pytest.mark.parametrize("between", ["", "B: pass\n"])
def test_gaps_that_nothing_tells_apart_are_one(between: str) -> None:
    gaps = ("gap\n" + between) * 1000
    source = (
        SEATS.format(game="seven-rocks", seats="A B C D") + f"A: [0|0]\n{gaps}blocked\nleft A 5 pips\n\nunfinished\n"
    )
    assert primary(source) == []


def test_a_search_given_up_is_said() -> None:
    plays = "gap\nB: [?|?]\n" * 9
    source = SEATS.format(game="american-sniff", seats="A B C D") + f"A: [0|0]\n{plays}blocked\nleft A 41 pips\n"
    found = report(source + "left B 43 pips\n\nunfinished\n").findings
    assert [(each.line, each.code) for each in found] == [(4, "round-undecided"), (25, "end-unknown")]
    assert {each.status for each in found} == {Status.UNDECIDED}
