"""The recorder: any legal match can be typed and is judged right; what is typed can be taken back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.api import check
from goti.engine.findings import Verdict
from goti.engine.generate import Options, random_match
from goti.engine.record import Action, Award, Deduct, End, Node, Result, ScoreLine
from goti.engine.rules import rule_set, rule_set_ids
from goti.recording.due import Manner
from goti.recording.machine import begin, enter, undone
from goti.recording.sheet import open_sheet
from goti.recording.state import Refused, Setup, State
from goti.recording.words import hints
from goti.tests.recording.typing import typist

SETUPS = [(ref, seats) for ref in rule_set_ids() for seats in sorted(rule_set(ref).hand_sizes)]
KEPT = (Action, End, Deduct, Award, ScoreLine, Result)


def match(ref: str, seats: int, seed: int, hidden: bool = False, rounds: int | None = 2) -> list[Node]:
    return random_match(rule_set(ref), seats, Random(seed), Options(rounds=rounds, hidden=hidden, greedy=seed % 2 == 1))


def said(nodes: list[Node]) -> list[Node]:
    """The lines that must come out as they went in; passes before a block that the hands show need not."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, End):
            while isinstance(found[-1], Action) and found[-1].verb == "pass":
                found.pop()
        if isinstance(node, KEPT):
            found.append(node._replace(line=0))
    return found


def played(state: State) -> list[Node]:
    assert state.sheet is not None
    return said(state.sheet.nodes)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 10**6), st.booleans(), st.sampled_from(["en", "hi"]))
def test_any_match_can_be_typed(setup: tuple[str, int], seed: int, hidden: bool, language: str) -> None:
    nodes = match(*setup, seed, hidden)
    person = typist(nodes, hands=not hidden, language=language)
    person.follow(nodes)
    assert person.state.sheet is not None
    text = person.state.sheet.text
    loaded = check(text)
    wrong = [(each.line, each.code) for each in loaded.findings if each.status.value == "wrong"]
    assert wrong == [], text
    assert hidden or loaded.verdict is Verdict.PASS, text
    wanted = [node for node in said(nodes) if not (isinstance(node, Result) and node.side is None)]
    assert played(person.state) == wanted


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 10**6), st.booleans())
def test_the_file_is_right_after_everything_typed_and_is_gone_on_with(
    setup: tuple[str, int], seed: int, hidden: bool
) -> None:
    nodes = match(*setup, seed, hidden, rounds=1)
    person = typist(nodes, hands=not hidden)
    person.follow(nodes)
    state: State | None = person.state
    while state is not None and state.sheet is not None:
        verdict = check(state.sheet.text).verdict
        assert verdict is Verdict.PASS or (hidden and verdict is Verdict.UNDECIDED)
        if not state.skipped and state.question.about not in ("site", "done"):
            sheet = open_sheet(state.sheet.text, "en")
            assert sheet is not None
            again = begin(state.setup, state.manner, sheet)
            assert again.sheet is not None
            assert (again.sheet.text, again.question) == (state.sheet.text, state.question)
        state = state.previous


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 10**6))
def test_taking_back_is_the_inverse(setup: tuple[str, int], seed: int) -> None:
    nodes = match(*setup, seed, rounds=1)
    person = typist(nodes, hands=True)
    person.follow(nodes)
    state = person.state
    for text in reversed(person.typed):
        before = undone(state)
        assert enter(before, text) == state
        state = before


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 10**6))
def test_a_record_gone_on_with_can_be_taken_back_to_its_beginning(setup: tuple[str, int], seed: int) -> None:
    nodes = match(*setup, seed, rounds=1)
    person = typist(nodes, hands=True)
    person.follow(nodes)
    assert person.state.sheet is not None
    sheet = open_sheet(person.state.sheet.text, "en")
    if sheet is None:
        return
    state = begin(person.state.setup, Manner(True), sheet)
    lengths = [len(sheet.lines)]
    with pytest.raises(Refused):
        while True:
            state = undone(state)
            assert state.sheet is not None
            lengths.append(len(state.sheet.lines))
    assert lengths == sorted(lengths, reverse=True) and len(set(lengths)) == len(lengths)
    assert state.question.about == "starter" or state.question.about == "deal"


# -- at the table ---------------------------------------------------------------------------------------------------

SNIFF = Setup("en", "american-sniff", ("Asha", "Binod"))


def after(*typed: str, setup: Setup = SNIFF, hands: bool = False) -> State:
    state = begin(setup, Manner(hands))
    for text in typed:
        state = enter(state, text)
    return state


def lines(state: State) -> list[str]:
    assert state.sheet is not None
    return [line.rstrip("\n") for line in state.sheet.lines if line.strip()][3:]


def refused(state: State, text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        enter(state, text)
    return caught.value


def test_total_and_points_are_worked_out() -> None:
    assert lines(after("A", "55", "05", "25", "03")) == [
        "lot A", "A: [5|5] =10 +10", "B: [0|5]@[5|5] =10 +10", "A: [2|5]@[5|5] =12", "B: [0|3]@[0|5] =15 +15",
    ]  # fmt: skip


def test_setup_is_asked_for() -> None:
    state = begin(Setup("en"), Manner())
    assert state.question.about == "rules"
    assert refused(state, "seven rocks").key == "no-rules"
    state = enter(state, "american-sniff")
    assert refused(state, "Asha").key == "wrong-seats"
    state = enter(state, 'Asha, Binod "B"')
    assert state.sheet is not None
    assert state.sheet.lines[:2] == ("match american-sniff\n", 'seats A "Asha" B "Binod \\"B\\""\n')
    assert enter(state, "u").question.about == "seats"


@pytest.mark.parametrize("typed", ["# \x1b[2J", "# \u202e", "# \udce9", 'adjust A -5 "\x07"'])
def test_text_that_cannot_stand_in_a_record_is_refused(typed: str) -> None:
    assert refused(after("A", "55"), typed).key in ("unreadable", "bad-text", "what-turn")


@pytest.mark.parametrize("typed", ["36\n05", "# a\nwinner A", "05\r36"])
def test_several_lines_at_once_are_refused(typed: str) -> None:
    assert refused(after("A", "55"), typed).key == "one-line"


@pytest.mark.parametrize(
    "setup",
    [
        Setup("en", "american-sniff", ("A\nB", None)),
        Setup("en", "american-sniff", (None, None), "A\nround 1"),
        Setup("en", "american-sniff", ("A\x1b", None)),
        Setup("en", "american-sniff", ("A\udce9", None)),
        Setup("en", "american-sniff", (None, None), headers=(("date", "2026-02-30"),)),
        Setup("en", "american-sniff", (None, None), headers=(("date", "today"),)),
    ],
)
def test_a_beginning_that_cannot_stand_in_a_record_is_refused(setup: Setup) -> None:
    with pytest.raises(Refused):
        begin(setup, Manner())


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("0123456789 abdpuwq?!@#:=+-.[]|उव५\x1b\u202e\udce9\n\r\t"), max_size=8))
def test_whatever_is_typed_is_entered_or_refused(typed: str) -> None:
    state = after("A", "55", "05")
    try:
        found = enter(state, typed)
    except Refused:
        return
    assert found.sheet is not None
    assert check(found.sheet.text).verdict in (Verdict.PASS, Verdict.UNDECIDED)


def test_a_tile_with_several_places_asks_for_one() -> None:
    state = enter(after("A", "22", "23", "24"), "34")
    assert state.question.about == "site" and len(state.choices) == 2
    assert refused(state, "3").key == "what-site"
    assert lines(enter(state, "2"))[-1] == lines(enter(after("A", "22", "23", "24"), "342"))[-1]
    assert enter(state, "u") == after("A", "22", "23", "24")


@pytest.mark.parametrize("typed", ["0", "3", "²", "9" * 5000, "q", ""])
def test_what_is_no_place_is_refused(typed: str) -> None:
    assert refused(after("A", "33", "36", "34", "66", "46"), typed).key == "what-site"


def test_numbers_without_end_are_refused() -> None:
    assert refused(after("A", "55"), "05=" + "9" * 5000).key == "what-turn"


def test_a_wrong_entry_is_refused_and_changes_nothing() -> None:
    state = after("A", "55")
    found = refused(state, "36")
    assert (found.key, [each.code for each in found.findings]) == ("wrong", ["does-not-fit"])
    assert refused(state, "hello").key == "what-turn"
    assert refused(state, "A:05").findings[0].code == "wrong-seat"


def test_what_stood_is_marked() -> None:
    assert lines(enter(after("A", "55"), "A:05!"))[-1] == "A: [0|5]@[5|5] =10 +10 stands"
    assert lines(enter(after("A", "55"), "05+5!"))[-1] == "B: [0|5]@[5|5] =10 +5 stands"
    assert refused(after("A", "55"), "36!").key == "name-ports"
    assert lines(enter(after("A", "55"), "36.low@55.chain-a!"))[-1] == "B: [3|6].low@[5|5].chain-a stands"
    assert refused(after("A", "55"), "05!").key == "stands-without-fault"


def test_a_play_that_shows_an_earlier_fault_marks_that_one() -> None:
    state = after("A", "66", "p", setup=Setup("en", "seven-rocks", ("Asha", "Binod", "Chitra", "Dev")))
    state = enter(enter(enter(state, "26"), "p"), "p")
    found = refused(state, "36")
    assert [(each.code, each.line) for each in found.findings] == [("must-play", 9)]
    assert lines(enter(state, "36!"))[2] == "B: pass stands"


def test_a_placement_taken_back_at_the_table() -> None:
    state = enter(after("A", "55", "05"), "w")
    assert lines(state)[-1] == "B: [0|5]@[5|5] =10 +10 withdrawn"
    assert state.question.seat == "B"
    assert refused(state, "w").key == "nothing-to-take-back"


def test_the_sum_of_an_empty_table_is_nothing_but_0() -> None:
    state = after("A", "55")
    assert hints(state, "en") == ["10   A 10  B 0"]
    assert hints(enter(state, "w"), "en") == ["0   A 0  B 0"]


def test_passes_that_follow_are_written() -> None:
    hands = begin(Setup("en", "seven-rocks", (None,) * 4), Manner(True))
    for text in ("A", "66 06 01 02 03 04 05", "11 12 13 14 15 22 23", "24 25 33 34 35 44 45"):
        hands = enter(hands, text)
    state = enter(hands, "66")
    assert lines(state)[-3:] == ["A: [6|6] =12", "B: pass", "C: pass"]
    assert state.question.seat == "D"


def test_notation_may_be_typed() -> None:
    state = enter(after("A", "55"), 'adjust B -5 "spoke"')
    assert lines(state)[-1] == 'adjust B -5 "spoke"'
    state = enter(state, 'void "again"')
    assert state.question.about == "round"
    assert lines(enter(enter(state, ""), "B"))[-2:] == ["round 2", "start B"]
    assert refused(state, "match seven-rocks").key == "what-round"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("d 36 12", "B: draw [3|6] [1|2]"), ("d3612", "B: draw [3|6] [1|2]"), ("d ? 36", "B: draw [?|?] [3|6]"),
        ("d??", "B: draw [?|?] [?|?]"), ("d2", "B: draw [?|?] [?|?]"), ("d12?", "B: draw" + " [?|?]" * 12),
        ("draw 1-2", "B: draw [1|2]"),
    ],
)  # fmt: skip
def test_draws(typed: str, line: str) -> None:
    assert lines(enter(after("A", "55"), typed))[-1] == line


def test_everybody_passes() -> None:
    """Where tiles stay out of the game all can pass on a six; where all are dealt somebody has one."""
    setup = Setup("en", "block", (None,) * 2)
    state = after("A", "66", setup=setup)
    assert [each.code for each in refused(state, "99").findings] == ["no-such-tile"]
    state = enter(state, "b")
    assert lines(state)[-3:] == ["B: pass", "A: pass", "blocked"]
    assert state.question.about == "left"
    assert enter(state, "u") == after("A", "66", setup=setup)
    state = after("A", "66", setup=Setup("en", "seven-rocks", (None,) * 4))
    assert [each.code for each in refused(state, "b").findings] == ["inconsistent-round"]


def test_comments() -> None:
    state = enter(enter(after("A", "55"), "# both halves"), "# शाम")
    assert lines(state)[-2:] == ["A: [5|5] =10 +10  # both halves", "# शाम"]


def test_what_is_typed_in_hindi() -> None:
    state = after("A", "५५", "०५")
    assert lines(enter(state, "उ ३६"))[-1] == "A: draw [3|6]"
    assert enter(state, "व") == after("A", "५५")


def test_hands_left_that_nobody_knows() -> None:
    state = after("A", "55", "out A stands")
    assert state.question.about == "left" and state.question.seat == "B"
    assert lines(enter(state, "30p"))[-3:] == ["left B 30 pips", "deduct B 30", "score A 10 B -30"]
    state = enter(state, "")
    assert state.question.about == "score"
    assert lines(enter(state, "10 -5"))[-1] == "score A 10 B -5"
    assert refused(state, "10").key == "what-score"
    assert enter(state, "").question.about == "round"


def test_a_settlement_the_table_made_otherwise() -> None:
    state = enter(after("A", "55", "out A stands", "30p"), "deduct B 5 stands")
    assert lines(state)[-2:] == ["deduct B 5 stands", "score A 10 B -5"]


def test_the_last_entry_is_gone_on_with_and_the_rest_kept() -> None:
    source = "# ours\r\nlayout seven-rocks\r\n4-1 =5\r\n\r\nmatch american-sniff\r\nseats A B\r\nround 1\r\nlot A\r\n"
    source += "A: 5-5 =10\r\nunfinished # the bus\r\n"
    sheet = open_sheet(source, "en")
    assert sheet is not None
    state = enter(begin(Setup("en"), Manner(), sheet), "05")
    assert state.sheet is not None
    assert state.sheet.text == source.replace(
        "unfinished # the bus", "# the bus\r\nB: [0|5]@[5|5] =10 +10\r\n\r\nunfinished"
    )
    assert open_sheet(source.replace("unfinished", "winner A"), "en") is None
    assert open_sheet("layout seven-rocks\n", "en") is None
