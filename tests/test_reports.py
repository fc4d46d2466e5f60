"""What public reports say goes wrong in programs like this one: sections 1 to 7 of the list.

A test names the report it is about; its records are small and its values follow from the rule documents.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from lark import Lark

from goti import api
from goti.cli import main
from goti.engine.errors import PlayError
from goti.engine.findings import CODES, Finding, Status, Verdict, text
from goti.engine.legal import legal_placements
from goti.engine.messages import languages
from goti.engine.record import Action, EntryLine, Header, Remark, RoundLine, Seats, Version, same_text
from goti.engine.rules import rule_set
from goti.engine.tiles import TileSet, tile
from goti.notation.parse import grammar
from goti.notation.words import add_spellings, spellings

ROOT = Path(__file__).resolve().parent.parent

REPORTS = (
    1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20,  # rule engines
    22, 23, 25, 26, 28, 29,  # replays, versions of rules
    31, 32, 34, 35, 37, 38, 40, 41, 43, 44, 46, 47,  # headers, boundaries, results
    49, 50, 52, 53, 55, 56, 58, 59,  # comments, variations, passes
    61, 62, 64, 65, 67,  # partial information
    68, 70, 71, 73,  # encodings
    74, 76, 77, 79, 80,  # Lark
)  # fmt: skip

NOT_APPLICABLE: dict[int, str] = {}
"""Reports about something this package does not have, and why no test can be written."""

PARTLY = {
    22: "there is one version of each rule set; a second one is played by a changed field",
    28: "no hash of the state is written; whole traces are compared instead",
    64: "no helper asks for facts during play; the check says which facts would decide what it cannot",
    50: "what-if lines are not part of the notation; they are refused",
}
"""Reports of which only a part applies."""


def test_every_report_is_tested_or_listed() -> None:
    tested = {int(found[1]) for name in globals() if (found := re.match(r"test_report_(\d+)_", name))}
    assert tested | NOT_APPLICABLE.keys() == set(REPORTS)
    assert not tested & NOT_APPLICABLE.keys()
    assert tested >= PARTLY.keys()


# -- helpers --------------------------------------------------------------------------------------------------------


def _places(source: str) -> list[str]:
    """`line:column code status` of every finding; the status only where it is not `wrong`."""
    return [_place(each) for each in api.replay(source).findings]


def _place(finding: Finding) -> str:
    status = "" if finding.status is Status.WRONG else f" {finding.status.value}"
    return f"{finding.line}:{finding.column} {finding.code}{status}"


def _wrong(source: str) -> list[str]:
    """The same of the findings that are `wrong`."""
    return [_place(each) for each in api.replay(source).findings if each.status is Status.WRONG]


def _texts(source: str) -> list[str]:
    return [text(each, "en") for each in api.check(source).findings]


def _verdicts(source: str) -> list[str]:
    return [each.verdict.value for each in api.check(source).entries]


def _same(first: str, second: str) -> bool:
    """Whether two texts hold the same nodes, line numbers and the version line apart."""
    nodes = ([node for entry in api.parse(each) for node in entry.nodes] for each in (first, second))
    a, b = ([node for node in each if not isinstance(node, Version)] for each in nodes)
    return same_text(a, b)


def _values(source: str) -> list[tuple[int | None, int | None]]:
    return [(step.total, step.points) for entry in api.replay(source).entries for step in entry.steps]


SR = "match seven-rocks\nseats A B C D\n\n"

LAST_TILE = (
    SR
    + """\
round 1
given score A+C 0 B+D 0
given table [1|4]
given hand A [4|4]
given hand B [2|3]
given hand C [5|6]
given hand D [1|6]
given turn A
A: [4|4]@[1|4] =9
"""
)
"""A goes out; B holds 5 pips, C 11, D 7."""

NO_SIXES = """\
match american-sniff
seats A B C

round 1
given score A 0 B 0 C 0
given table [0|0] [0|1]@[0|0] [1|2]@[0|1] [0|2]@[1|2] [0|3]@[0|2] [3|4]@[0|3] [0|4]@[3|4] [0|5]@[0|0] [5|6]@[0|5]
given hand A [1|1] [1|3] [1|4] [1|5] [2|2]
given hand B [2|3] [2|4] [2|5] [3|3] [3|5] [4|4]
given hand C [0|6] [1|6] [2|6] [3|6] [4|6] [6|6] [4|5] [5|5]
given boneyard 0
given turn A
A: pass
B: pass
"""
"""All 28 tiles; open are 0 three times and 6 once, and only C holds tiles with 0 or 6."""

FIGURES = "[1|4] [1|1]@[1|4] [4|4]@[1|4] [3|4]@[4|4] [1|2]@[1|1] [1|5]@[1|1] [5|5]@[1|5] [0|5]@[5|5] [1|3]@[1|1]"
"""The nine placements of the documents' figures F8, F9, F1, F2, F4, F5, one not drawn, F6, F7."""


def _layout(rules: str, placements: str) -> str:
    return f"layout {rules}\n" + "\n".join(placements.split()) + "\n"


# -- 1 rule engines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("highest", "number", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_report_1_a_set_holds_every_tile_once(highest: int, number: int, pips: int) -> None:
    """Report 1: a set with two double blanks."""
    tiles = TileSet(highest).tiles()
    assert len(tiles) == len(set(tiles)) == number
    assert sum(each.pips for each in tiles) == pips
    assert sum(each.is_double for each in tiles) == highest + 1


_DEALT = SR + "round 1\nlot A\n{a}\n{b}\nunfinished\n"
_OTHER = "deal B [1|1] [1|2] [1|3] [1|4] [1|5] [1|6] [2|2]"
_HAND = "[0|0] [0|1] [0|2] [0|3] [0|4] [0|5] [0|6]"


@pytest.mark.parametrize(
    ("a", "b", "place", "first"),
    [
        (f"deal A {_HAND}", "deal B [1|1] [1|2] [1|3] [0|0] [1|5] [1|6] [2|2]", "7:26", 6),
        (f"deal A {_HAND}", "deal B [1|1] [1|2] [1|3] [1|4] [1|5] [1|6] [6|0]", "7:44", 6),
        ("deal A [0|0] [0|1] [0|2] [0-0] [0|4] [0|5] [0|6]", _OTHER, "6:26", 6),
    ],
)
def test_report_1_a_tile_dealt_twice_names_both_places(a: str, b: str, place: str, first: int) -> None:
    """Report 1: the same tile in two hands, or twice in one."""
    source = _DEALT.format(a=a, b=b)
    assert _places(source) == [f"{place} dealt-twice"]
    assert f"line {first}" in _texts(source)[0]


@pytest.mark.parametrize(
    ("source", "place", "first"),
    [
        ("layout seven-rocks\n[0|0]\n[0|1]@[0|0]\n[0|0]@[0|1]\n", "4:1", 2),
        (SR + "round 1\nlot A\nA: [0|1]\nB: [0|0]@[0|1]\nC: [0|0]@[0|0]\nunfinished\n", "8:4", 7),
        (SR + "round 1\ngiven table [0|1] [0|0]@[0|1]\ngiven turn A\nA: [0-0]@[0|1]\nunfinished\n", "7:4", 5),
    ],
)
def test_report_1_a_tile_played_twice_names_the_second_place(source: str, place: str, first: int) -> None:
    """Report 1: the same tile played twice is one fault, at the second place."""
    assert _places(source) == [f"{place} already-there"]


def test_report_1_a_tile_played_twice_names_the_first_place_too() -> None:
    """Report 1: both places are named."""
    assert "line 2" in _texts("layout seven-rocks\n[0|0]\n[0|1]@[0|0]\n[0|0]@[0|1]\n")[0]


@pytest.mark.parametrize(
    "written", ["[2-1]", "[2|1]", "[1-2]", "2-1", "1-2", "[१|२]", "[२-१]", "\U0001f03a", "\U0001f040"]
)
def test_report_2_one_tile_in_either_order(written: str) -> None:
    """Report 2: (1,2) and (2,1) are one tile, and playing both is one fault."""
    entry = api.parse(f"layout seven-rocks\n{written}\n")[0]
    assert isinstance(entry.nodes[1], Action)
    assert entry.nodes[1].tile == tile(1, 2)
    assert _places(f"layout seven-rocks\n[1|2]\n{written}@[1|2]\n") == ["3:1 already-there"]


@pytest.mark.parametrize(
    ("source", "place"),
    [
        (
            SR + "round 1\nlot A\nA: [2|2]\nB: [2|6]@[2|2]\nvoid\n\n"
            "round 2\nlot B\nB: [1|3]\nC: [3|6]@[2|6]\n\nunfinished\n",
            "13:10",
        ),
        ("layout seven-rocks\n[2|2]\n\nlayout seven-rocks\n[1|3]\n[2|3]@[2|2]\n", "6:7"),
        ("layout american-sniff\n[1|3]\n[2|3]@[2|2]\n[2|2]@[2|3]\n", "3:7"),
    ],
)
def test_report_4_a_site_of_another_layout_is_refused(source: str, place: str) -> None:
    """Report 4: tiles that hang together in two separate layouts are not one layout."""
    assert _wrong(source) == [f"{place} site-not-there"]


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ("seven-rocks", [5, 0, 10, 5, 5, 10, 15, 5, 0]),
        ("american-sniff", [5, 0, 10, 5, 0, 0, 0, 0, 0]),
    ],
)
def test_report_5_nine_placements_with_doubles(rules: str, points: list[int]) -> None:
    """Report 5: what doubles count, at the end of a chain, inside it and on a branch."""
    assert [found for _, found in _values(_layout(rules, FIGURES))] == points


@pytest.mark.parametrize(
    ("rules", "totals"),
    [
        ("seven-rocks", [5, 6, 10, 5, 5, 10, 15, 5, 8]),
        ("american-sniff", [5, 6, 10, 5, 7, 11, 16, 6, 8]),
    ],
)
def test_report_5_totals_of_the_nine_placements(rules: str, totals: list[int]) -> None:
    """Report 5: the sums behind those points."""
    assert [found for found, _ in _values(_layout(rules, FIGURES))] == totals


def test_report_7_deductions_due_are_listed() -> None:
    """Report 7: a round that ends without settlement lines: 5, 11 and 7 pips cost 5, 10 and 5."""
    source = LAST_TILE + "out A\n\nunfinished\n"
    assert _places(source) == ["13:1 deductions-due note"]
    assert _texts(source) == ["deductions are due: B 5, C 10, D 5"]
    assert api.replay(source).entries[0].judged.rounds[0].scores == {"A+C": -10, "B+D": -10}


def test_report_7_a_seat_without_its_deduction_claims_none() -> None:
    """Report 7: two of three deductions written: the third is missed."""
    source = LAST_TILE + "out A\nleft B [2|3]\nleft C [5|6]\nleft D [1|6]\ndeduct B 5\ndeduct C 10\n\nunfinished\n"
    (found,) = api.check(source).findings
    assert (found.code, found.line, found.expected, found.found) == ("false-deduction", 16, 5, 0)


def test_report_8_nobody_moves_after_the_last_tile() -> None:
    """Report 8: a placement after the one that empties a hand."""
    source = LAST_TILE.replace("[2|3]\n", "[2|3] [0|1]\n") + "B: [0|1]@[1|4] =8\n\nunfinished\n"
    assert _places(source) == ["13:1 round-over"]
    assert "A went out in line 12" in _texts(source)[0]


LATE = LAST_TILE.replace("[2|3]\n", "[2|3] [0|1]\n") + "B: [0|1]@[1|4] =8\nout A\n"
"""B moves after A went out; B's hand was 6 pips then."""


def test_report_8_deductions_after_a_late_placement() -> None:
    """Report 8: the 11 pips of C cost 10, not 15, whatever B did."""
    left = "left B [0|1] [2|3]\nleft C [5|6]\nleft D [1|6]\ndeduct B 5\ndeduct C {}\ndeduct D 5\n"
    left += "score A+C -10 B+D -10\n"
    assert _places(LATE + left.format(15) + "\nunfinished\n") == ["13:1 round-over", "19:10 false-deduction"]
    assert _places(LATE + left.format(10) + "\nunfinished\n") == ["13:1 round-over"]


def test_report_8_deductions_come_from_the_hands_when_the_round_ended() -> None:
    """Report 8: all hands are known when A goes out, so what is due is known without `left` lines too."""
    source = LATE + "deduct B 5\ndeduct C 15\ndeduct D 5\n\nunfinished\n"
    due = {"A": 0, "B": 5, "C": 10, "D": 5}
    assert api.replay(LATE + "\nunfinished\n").entries[0].judged.rounds[0].deductions == due
    assert _places(source) == ["13:1 round-over", "16:10 false-deduction"]


def test_report_10_two_passes_of_three_players_are_no_block() -> None:
    """Report 10: the third player can play, so the round is not blocked."""
    source = NO_SIXES + "blocked\n\nunfinished\n"
    assert _places(source) == ["14:1 not-blocked"]
    assert "C can play" in _texts(source)[0]


def test_report_10_pass_pass_place_and_three_passes_are_one_block() -> None:
    """Report 10: hands of 21, 40 and 65 pips cost 20, 40 and 65."""
    source = NO_SIXES + (
        "C: [0|6]@[5|6] =0\nA: pass\nB: pass\nC: pass\nblocked\nleft A 21 pips\nleft B 40 pips\nleft C 65 pips\n"
        "deduct A 20\ndeduct B 40\ndeduct C 65\nscore A -20 B -40 C -65\n\nunfinished\n"
    )
    assert _places(source) == []
    (round_,) = api.replay(source).entries[0].judged.rounds
    assert (round_.end, round_.ender) == ("blocked", None)


def test_report_10_nothing_follows_the_third_pass() -> None:
    """Report 10: after as many passes as players the round is over."""
    source = NO_SIXES + "C: [0|6]@[5|6] =0\nA: pass\nB: pass\nC: pass\nA: pass\n\nunfinished\n"
    assert _places(source) == ["18:1 round-over"]


def test_report_11_passes_are_counted_from_the_last_placement() -> None:
    """Report 11: a placement that scores nothing ends a row of passes all the same."""
    source = NO_SIXES + "C: [6|6]@[5|6] =12\nA: pass\nB: pass\nC: [4|6]@[6|6] =4\nA: [1|4]@[4|6] =1\n\nunfinished\n"
    assert _places(source) == []
    assert _verdicts(source) == ["pass"]


def test_report_13_an_unfinished_round_has_no_settlement() -> None:
    """Report 13: the settlement of a round that is not over is unknown, not 0."""
    source = LAST_TILE.replace("[4|4]\n", "[4|4] [5|5]\n") + "\nunfinished\n"
    (round_,) = api.replay(source).entries[0].judged.rounds
    assert (round_.end, round_.ender, round_.deductions) == ("unfinished", None, {})
    assert _places(source) == []


def test_report_13_the_score_sheet_says_unfinished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Report 13: and so does what is printed."""
    path = tmp_path / "a.goti"
    path.write_text(LAST_TILE.replace("[4|4]\n", "[4|4] [5|5]\n") + "\nunfinished\n", encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "not finished" in printed
    assert "deducted" not in printed


@pytest.mark.parametrize(
    ("seats", "left", "scores"),
    [
        ("A B", (3, 8), {"A": -5, "B": -10}),
        ("A B C", (3, 8, 12), {"A": -5, "B": -10, "C": -10}),
        ("A B C D", (3, 8, 12, 13), {"A+C": -15, "B+D": -25}),
    ],
)
def test_report_14_as_many_ledgers_as_sides(seats: str, left: tuple[int, ...], scores: dict[str, int]) -> None:
    """Report 14: two or three players score alone, four as two partnerships."""
    lines = [f"left {seat} {pips} pips" for seat, pips in zip(seats.split(), left, strict=True)]
    due = [f"deduct {seat} {(pips + 2) // 5 * 5}" for seat, pips in zip(seats.split(), left, strict=True)]
    written = " ".join(f"{side} {score}" for side, score in scores.items())
    source = f"settlement american-sniff\nseats {seats}\n" + "\n".join([*lines, *due, f"score {written}"]) + "\n"
    loaded = api.replay(source)
    assert loaded.findings == []
    assert loaded.entries[0].judged.scores == scores


@pytest.mark.parametrize(
    ("rules", "seats"), [("seven-rocks", "A B"), ("seven-rocks", "A B C"), ("american-sniff", "A")]
)
def test_report_14_a_number_of_players_the_game_does_not_have(rules: str, seats: str) -> None:
    """Report 14: a number of players the document does not give rules for."""
    assert _places(f"match {rules}\nseats {seats}\n\nround 1\nlot A\nA: [1|4]\n\nunfinished\n") == ["2:1 wrong-seats"]


RESIDUES = [
    # pips of A to D, deductions, change of A+C and B+D
    ((6, 12, 18, 4), (5, 10, 20, 5), (-25, -15)),
    ((0, 11, 3, 14), (0, 10, 5, 15), (-5, -25)),
    ((10, 0, 7, 13), (10, 0, 5, 15), (-15, -15)),
    ((3, 3, 3, 8), (5, 5, 5, 10), (-10, -15)),
    ((2, 1, 2, 6), (0, 0, 0, 5), (0, -5)),
]


@pytest.mark.parametrize(("pips", "due", "changes"), RESIDUES)
def test_report_16_each_hand_is_deducted_from_its_own_side(
    pips: tuple[int, ...], due: tuple[int, ...], changes: tuple[int, int]
) -> None:
    """Report 16: every remainder 0 to 4; the partner of who went out pays from the shared score."""
    lines = [f"left {seat} {held} pips" for seat, held in zip("ABCD", pips, strict=True)]
    lines += [f"deduct {seat} {cost}" for seat, cost in zip("ABCD", due, strict=True)]
    right = f"score A+C {changes[0]} B+D {changes[1]}"
    head = "settlement seven-rocks\n" + "\n".join(lines) + "\n"
    assert _places(head + right + "\n") == []
    if changes[0] != changes[1]:
        swapped = f"score A+C {changes[1]} B+D {changes[0]}"
        assert [each.split()[1] for each in _places(head + swapped + "\n")] == ["false-score", "false-score"]


def test_report_16_partner_of_the_ender_in_a_match() -> None:
    """Report 16: A goes out; C's 10 come off A+C, the 5 of B and of D off B+D."""
    settled = "left B [2|3]\nleft C [5|6]\nleft D [1|6]\ndeduct B 5\ndeduct C 10\ndeduct D 5\n"
    assert _places(LAST_TILE + "out A\n" + settled + "score A+C -10 B+D -10\n\nunfinished\n") == []
    wrong = LAST_TILE + "out A\n" + settled + "score A+C 0 B+D -20\n\nunfinished\n"
    assert [each.split()[1] for each in _places(wrong)] == ["false-score", "false-score"]


OVERTAKEN = """\
match seven-rocks
seats A B C D

round 1
given score A+C 245 B+D 245
given table [5|5] [0|5]@[5|5] [2|5]@[5|5]
given hand A [3|5] [1|2]
given hand B [0|0]
given hand C [1|1]
given hand D [0|1]
given turn A
A: [3|5]@[5|5] =5 +5
B: [0|0]@[0|5] =5 +5
out B
left A [1|2]
left C [1|1]
left D [0|1]
deduct A 5
score A+C 245 B+D 250

winner B+D
"""
"""A+C reach 250 first; when the round is over they have 245 and B+D 250."""


def test_report_17_the_target_is_looked_at_when_the_rules_say() -> None:
    """Report 17: the same record, decided at once and at the end of the round, has two winners."""
    at_once = api.check(OVERTAKEN)
    later = api.check(OVERTAKEN, rule_set("seven-rocks").changed("decided", "round-end"))
    assert at_once.entries[0].judged.winner == "A+C"
    assert later.entries[0].judged.winner == "B+D"
    assert later.findings == []


def test_report_17_the_difference_is_explained() -> None:
    """Report 17: what was played after the win, and who won, is said."""
    found = {each.code: text(each, "en") for each in api.check(OVERTAKEN).findings}
    assert "A+C won in line 12" in found["match-over"]
    assert "A+C" in found["false-winner"]
    assert "B+D" in found["false-winner"]
    changed = OVERTAKEN.replace("seats A B C D\n", "seats A B C D\nrule decided round-end\n")
    assert _places(changed) == []
    assert api.check(changed).entries[0].judged.winner == "B+D"


@pytest.mark.parametrize("rules", ["seven-rocks", "american-sniff"])
def test_report_19_branches_can_be_used_once_both_straight_extensions_lie(rules: str) -> None:
    """Report 19: figure F4 has both branch ports of [1|1]; one placement earlier there is none."""
    words = FIGURES.split()
    before, after = api.score(" ".join(words[:4]), rules), api.score(" ".join(words[:5]), rules)
    assert [str(each) for each in before.sites] == ["[1|1].chain-b:1", "[3|4].low:3"]
    assert [str(each) for each in after.sites] == [
        "[1|1].branch-a:1", "[1|1].branch-b:1", "[1|2].high:2", "[3|4].low:3",
    ]  # fmt: skip
    for port in ("branch-a", "branch-b"):
        branch = f"[1|5]@[1|1].{port}"
        assert api.score(" ".join([*words[:5], branch]), rules).layout.tiles[-1] == tile(1, 5)
        with pytest.raises(PlayError) as caught:
            api.score(" ".join([*words[:4], branch]), rules)
        assert caught.value.code == "branch-closed"


@pytest.mark.parametrize("rules", ["seven-rocks", "american-sniff"])
def test_report_19_legal_placements_agree(rules: str) -> None:
    """Report 19: the branches are among the legal placements from that moment on."""
    words = FIGURES.split()
    for number, branches in ((4, set()), (5, {"[1|1].branch-a:1"})):
        layout = api.score(" ".join(words[:number]), rules).layout
        sites = {str(each.site) for each in legal_placements(rule_set(rules), layout, [tile(1, 5)])}
        assert {each for each in sites if "branch" in each} == branches  # two free branches are one up to symmetry


@pytest.mark.parametrize("rules", ["seven-rocks", "american-sniff"])
def test_report_20_the_first_double_played_branches_not_the_first_enclosed(rules: str) -> None:
    """Report 20: in F2 [4|4] is enclosed and [1|1] is not; [1|1] was played first."""
    for number in range(2, 10):
        layout = api.score(" ".join(FIGURES.split()[:number]), rules).layout
        assert layout.spinners == (tile(1, 1),)
    source = _layout(rules, " ".join(FIGURES.split()[:4]))
    assert _places(source + "  spinner [1|1]\n") == []
    assert _places(source + "  spinner [4|4]\n") == ["6:3 false-spinner"]


def test_report_20_the_set_has_its_blanks() -> None:
    """Report 20: 28 tiles with blanks, not 21 without."""
    assert sum(each.low == 0 for each in TileSet(rule_set("seven-rocks").max_pips).tiles()) == 7
    assert _places("layout seven-rocks\n[0|0]\n[0|6]@[0|0]\n") == []
    assert [each.split()[1] for each in _places("layout seven-rocks\n[1|7]\n")] == ["no-such-tile"]


# -- 2 replays, versions of rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "ref"), [("american-sniff@1", "american-sniff@1"), ("seven-rocks", "seven-rocks@1")])
def test_report_22_a_record_names_the_version_of_its_rules(name: str, ref: str) -> None:
    """Report 22: the version judged by is kept with the verdict, with a digest of its values."""
    entry = api.check(f"layout {name}\n[1|4]\n").entries[0].judged.entry
    assert entry is not None
    assert entry.rules.ref == ref
    assert entry.rules.digest == rule_set(ref).digest
    assert entry.rules.digest != entry.rules.changed("multiple-of", "3").digest


def test_report_22_a_version_that_is_not_there_is_refused() -> None:
    """Report 22: another version than those shipped is no other one by default."""
    source = "layout american-sniff@2\n[1|4]\n"
    assert _places(source) == ["1:8 unknown-rules"]
    assert "american-sniff@1" in _texts(source)[0]


def test_report_22_the_first_event_that_differs_under_other_rules() -> None:
    """Report 22: judged by other rules on request; in F4 the open sides count in American Sniff."""
    source = (
        "layout seven-rocks@1\n[1|4] =5 +5\n[1|1]@[1|4] =6\n[4|4]@[1|4] =10 +10\n[3|4]@[4|4] =5 +5\n[1|2]@[1|1] =5 +5\n"
    )
    assert api.check(source).findings == []
    first = api.check(source, "american-sniff@1").findings[0]
    assert (first.line, first.code, first.expected, first.found) == (6, "false-total", 7, 5)


ILLEGAL = """\
layout seven-rocks
[1|1] =2
[1|2]@[1|1] =4
[1|3]@[1|1].branch-a =5 +5
[2|6]@[1|2]
"""


def test_report_23_the_first_illegal_event_stops_nothing_before_it() -> None:
    """Report 23: the state up to the illegal placement is there, later lines are kept and marked unverified."""
    report = api.replay(ILLEGAL).entries[0]
    assert [_place(each) for each in report.findings] == ["4:7 branch-closed"]
    assert [step.verified for step in report.steps] == [True, True, False, False]
    assert report.steps[1].total == 4
    assert report.judged.unverified == [(5, 5)]
    assert "[2|6]@[1|2]" in api.format(ILLEGAL)


def test_report_23_a_match_goes_on_with_the_next_round() -> None:
    """Report 23: one illegal placement leaves its round unverified, not the match."""
    source = SR + (
        "round 1\nlot A\nA: [1|4] =5 +5\nB: [2|3]@[1|4] =4\nC: [1|1]@[1|4] =99\nout C\nscore A+C 5 B+D 0\n\n"
        "round 2\nstart C\nC: [5|5] =11\n\nunfinished\n"
    )
    assert _places(source) == ["7:10 does-not-fit", "14:10 false-total"]
    turns = [step.verified for round_ in api.replay(source).entries[0].judged.rounds for step in round_.steps]
    assert turns == [True, False, False, True]


@pytest.mark.parametrize("holder", ["deal B {}", "deal C [1|1] [1|2] [1|3] [2|2] [2|3] [2|4] [2|5]"])
def test_report_25_a_tile_not_in_the_hand_is_reported_at_its_placement(holder: str) -> None:
    """Report 25: the wrong tile is seen when it is taken, not at the settlement."""
    hand = "[0|0] [0|1] [0|2] [0|3] [0|4] [0|5] [0|6]"
    others = holder.format("[1|1] [1|2] [1|3] [2|2] [2|3] [2|4] [2|5]")
    source = SR + f"round 1\nlot A\ndeal A {hand}\n{others}\nA: [1|4] =5 +5\n\nunfinished\n"
    assert _places(source) == ["8:4 not-in-hand"]
    assert (api.replay(source).findings[0].round, api.replay(source).findings[0].turn) == (1, 1)


def test_report_26_the_order_of_seats_stands_in_the_record() -> None:
    """Report 26: who moves next and who plays with whom follows from the written seats alone."""
    round_ = "round 1\nlot A\nA: [1|4] =5 +5\nB: [1|1]@[1|4] =6\n{}: [4|4]@[1|4] =10 +10\n\nunfinished\n"
    for seats, third, scores in (
        ("A B", "A", {"A": 15, "B": 0}),
        ("A B C", "C", {"A": 5, "B": 0, "C": 10}),
        ("A B C D", "C", {"A+C": 15, "B+D": 0}),
    ):
        source = f"match american-sniff\nseats {seats}\n\n" + round_.format(third)
        loaded = api.replay(source)
        assert loaded.findings == []
        assert loaded.entries[0].judged.rounds[0].scores == scores


def test_report_26_seats_are_not_guessed() -> None:
    """Report 26: without a line of seats there is an error, no default."""
    found = _places("match american-sniff\n\nround 1\nlot A\nA: [1|4] =5 +5\n\nunfinished\n")
    assert found == ["1:1 wrong-seats"]


def test_report_28_two_replays_give_the_same_trace(tmp_path: Path) -> None:
    """Report 28: traces of processes with different hash seeds are equal byte for byte."""
    path = tmp_path / "a.goti"
    path.write_text(OVERTAKEN + "\n" + NO_SIXES + "\nunfinished\n\n" + ILLEGAL, encoding="utf-8")
    printed = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "goti", "replay", "--json", path.name],
            cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / ".dev")},
            capture_output=True, check=False,
        )  # fmt: skip
        assert done.stderr == b""
        printed.add(done.stdout)
    assert len(printed) == 1
    assert len(json.loads(printed.pop())["entries"]) == 3


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("match", "1:6 incomplete-line"),
        ('match "Tuesday"', "1:7 unexpected"),
        ("match seven-rock", "1:7 unknown-rules"),
        ("match seven-rocks@", "1:18 unexpected"),
        ("match Seven-Rocks", "1:7 unknown-word"),
    ],
)
def test_report_29_rules_are_never_taken_for_granted(line: str, place: str) -> None:
    """Report 29: a record without a rule set, or with an unknown one, is an error."""
    assert _places(f"{line}\nseats A B C D\n\nround 1\nlot A\nA: [1|4]\n\nunfinished\n")[0] == place


@pytest.mark.parametrize("line", ["match", "match seven-rocks@", "layout Seven-Rocks", 'settlement seven-rocks "x'])
def test_report_29_one_finding_for_an_entry_line_that_cannot_be_read(line: str) -> None:
    """Report 29: it is one cause, so it is one finding."""
    assert len(_places(f'{line}\nsource "x"\n')) == 1


# -- 3 headers, boundaries, results ---------------------------------------------------------------------------------

SHORT = 'match american-sniff "{}"\nseats A B\nround 1\nlot A\nA: [1|4] =5 +5\nunfinished\n'


@pytest.mark.parametrize(
    "between", ["", "\n", "\n\n\n", "# a comment\n", "goti 1\n", "\ufeffgoti 1\n", " \t\n", "\ufeff"]
)
def test_report_31_matches_without_a_blank_line_between_them(between: str) -> None:
    """Report 31: glued or not, two matches are two."""
    source = SHORT.format("one") + between + SHORT.format("two")
    loaded = api.check(source)
    assert [each.head.title for each in loaded.entries if each.head] == ["one", "two"]
    assert loaded.findings == []


def test_report_31_a_match_glued_to_the_last_line() -> None:
    """Report 31: an entry that begins in the middle of a line is one clear error."""
    glued = SHORT.format("one").rstrip("\n") + ' match american-sniff "two"\n'
    assert _wrong(glued) == ["6:12 unexpected"]


@pytest.mark.parametrize("end", ["", "seats A B\nround 1\nlot A\nA: [1|4] =5 +5\nunfinished\n"])
def test_report_31_an_indented_match_is_one_fault(end: str) -> None:
    """Report 31: an entry that begins indented is one clear error, not a number of them."""
    source = SHORT.format("one") + ' match american-sniff "two"\n' + end
    assert _places(source) == ["7:2 wrong-column"]


HEADERS = ["match american-sniff", "date 2026-11-24", 'place "Club"', 'source "Book"', "seats A B", "rule reserve 2"]


@pytest.mark.parametrize("between", ["", "# a comment", "   ", "\t# two"])
@pytest.mark.parametrize("after", range(len(HEADERS)))
def test_report_32_blank_and_comment_lines_between_headers(between: str, after: int) -> None:
    """Report 32: a blank or comment line ends no header."""
    lines = [*HEADERS[: after + 1], between, *HEADERS[after + 1 :], "round 1", "lot A", "A: [1|4] =5 +5", "unfinished"]
    (entry,) = api.check("\n".join(lines)).entries
    assert entry.findings == []
    assert entry.judged.entry is not None
    assert [each.key for each in entry.judged.entry.headers] == ["date", "place", "source"]
    assert entry.judged.entry.changes == (("reserve", "2"),)


@pytest.mark.parametrize(
    ("middle", "findings"),
    [
        ('match american-sniff "two"\n', ["wrong-seats", "no-rounds"]),
        ('match american-sniff "two"\nseats A B\n', ["no-rounds"]),
        ('match american-sniff "two"\nseats A B\nunfinished\n', ["no-rounds"]),
        ('match american-sniff "two"\nseats A B\nround 1\nunfinished\n', []),
        ('match american-sniff "two"\nseats A B\nround 1\nlot B\nunfinished\n', []),
    ],
)
def test_report_34_a_match_abandoned_before_the_opening(middle: str, findings: list[str]) -> None:
    """Report 34: three matches, the middle one without a placement: three are found."""
    loaded = api.check(SHORT.format("one") + "\n" + middle + "\n" + SHORT.format("three"))
    assert [each.head.title for each in loaded.entries if each.head] == ["one", "two", "three"]
    assert [each.code for each in loaded.findings] == findings


NAMES = [
    "राम (कप्तान) [6|6]", "A: [1|4] =5 +5", "winner A", "# no comment", "match american-sniff", "[6|6]@[1|4].chain-a",
    "goti 1", "{ }", "+15*", "a|b", "\U0001f031", "", " ", "1-4", "@", "नाम\u200dजोड़",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_report_35_a_text_is_never_read_as_a_play(name: str) -> None:
    """Report 35: a name that looks like something else stays a name."""
    head = f'match american-sniff "{name}"\nplace "{name}"\nseats A "{name}" B\n'
    source = head + "round 1\nlot A\nA: [1|4] =5 +5\nunfinished\n"
    loaded = api.replay(source)
    assert loaded.findings == []
    (entry,) = loaded.entries
    assert len(entry.steps) == 1
    nodes = entry.written.nodes
    assert nodes[:3] == [
        EntryLine(1, "match", "american-sniff", name), Header(2, "place", name), Seats(3, (("A", name), ("B", None))),
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("source", [OVERTAKEN, NO_SIXES, ILLEGAL, "\n".join(HEADERS)])
def test_report_37_formatting_twice_adds_nothing(source: str, end: str) -> None:
    """Report 37: whatever ends the lines, headers are not doubled and nothing grows."""
    once = api.format(source.replace("\n", end))
    assert once == api.format(source)
    assert api.format(once) == api.format(once.replace("\n", end)) == once
    assert _same(source, once)


WON = "match seven-rocks\nseats A B C D\n\nround 9\ngiven score A+C 240 B+D 245\nlot B\nB: [1|4] =5 +5\n\nwinner {}\n"


def test_report_38_written_winner_and_winner_by_replay() -> None:
    """Report 38: a winner other than the one replay finds: both are named."""
    source = WON.format("A+C")
    assert _places(source) == ["9:8 false-winner"]
    (finding,) = api.check(source).findings
    assert (finding.expected, finding.found) == ("B+D", "A+C")
    assert "B+D" in _texts(source)[0]
    assert "A+C" in _texts(source)[0]
    assert _places(WON.format("B+D")) == []


@pytest.mark.parametrize("closing", ["unfinished", "winner A+C", "winner A", "winner B"])
def test_report_38_every_false_result_is_reported(closing: str) -> None:
    """Report 38: the same for a match said to be unfinished, and for a winner that is no side."""
    found = [each.split()[1] for each in _places(WON.format("B+D").replace("winner B+D", closing))]
    assert found == ["unknown-side" if len(closing) == 8 else "false-winner"]


def test_report_38_a_false_end_names_both() -> None:
    """Report 38: the same for the seat that went out."""
    (finding,) = [each for each in api.check(LAST_TILE + "out B\n\nunfinished\n").findings if each.code == "false-end"]
    assert (finding.expected, finding.found) == ("A", "B")


FULL = """\
goti 1

# before
match american-sniff@1 "Title"  # one
date 2026-11-24
place "Club"
source "Book"
note "Note"
x-table "2"
seats A "Asha" B "Binod"
rule reserve 0

round 1
lot A
deal A [0|5] [1|1] [1|3] [2|4] [3|6] [5|6] [1|4]
deal B [?|?] [?|?] [?|?] [?|?] [?|?] [?|?] [?|?]
A: [1|4] =5 +5
  spinner none
  open [1|4].high:4 [1|4].low:1
figure en "One" hi "एक"
B: draw [?|?] [0|4]
B: [0|4]@[1|4] =1
A: [1|1]@[1|4] =2
gap
B: +10
score A 5 B 10

unfinished
"""


@pytest.mark.parametrize(
    "number", [n for n, each in enumerate(FULL.split("\n")) if each and not each.startswith("match")]
)
def test_report_40_a_record_without_one_of_its_lines_can_be_read_again(number: int) -> None:
    """Report 40: whatever is left out, the formatted text says the same and nothing is written for nothing."""
    lines = FULL.split("\n")
    source = "\n".join(lines[:number] + lines[number + 1 :])
    written = api.format(source)
    assert api.format(written) == written
    assert _same(written, source if lines[number] != "goti 1" else FULL)
    assert not re.search(r"None|null|\bnan\b", written)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("A: [1|4] =5 +5*", "6:15 unexpected"),
        ("A: [1|4] =5 * +5", "6:13 unexpected"),
        ("A: [1|4] =5 +5winner A", "6:15 unexpected"),
        ("A: [1|4] =5 +5 winner A", "6:16 unexpected"),
        ("A: [1|4] =5 +5 unfinished", "6:16 unexpected"),
        ("A: [1|4] =5 +5 blocked", "6:16 unexpected"),
        ("A: [1|4] =5 +5 1-0", "6:16 unexpected"),
    ],
)
def test_report_41_a_result_behind_the_last_placement(line: str, place: str) -> None:
    """Report 41: a result is a line of its own; glued to a placement it is one clear error."""
    assert _places(f"match american-sniff\nseats A B\n\nround 1\nlot A\n{line}\n\nunfinished\n") == [place]


@pytest.mark.parametrize("end", ["out A", "blocked", "void", 'void "rain"'])
def test_report_41_a_result_is_no_event(end: str) -> None:
    """Report 41: what ends a round or match is never counted as a turn."""
    source = f"match american-sniff\nseats A B\n\nround 1\nlot A\nA: [1|4] =5 +5\n{end}\n\nwinner A\n"
    assert [step.line for step in api.replay(source).entries[0].steps] == [6]


def test_report_43_every_code_has_a_small_file_of_its_own() -> None:
    """Report 43: the fixtures hold one small record for every kind of fault, named by its code."""
    names = {path.stem for path in (ROOT / "fixtures" / "errors").glob("*.goti")}
    missing = {code for code in CODES if not any(each == code or each.startswith(f"{code}-") for each in names)}
    assert missing <= {"cannot-open"}  # a fault of no text


def test_report_44_a_finding_says_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Report 44: file, line and column, the match, the round and the turn."""
    path = tmp_path / "club.goti"
    wrong = SHORT.format("two").replace("=5", "=6")
    path.write_text("\n".join([SHORT.format("one"), wrong, SHORT.format("three")]), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith(f"{path}:12:10: false-total: ")
    assert printed[3] == f'{path}:8: match "two": wrong'
    main(["check", "--json", str(path)])
    entry = json.loads(capsys.readouterr().out)["entries"][1]
    (finding,) = entry["findings"]
    assert entry["title"] == "two"
    assert (finding["line"], finding["column"], finding["round"], finding["turn"]) == (12, 10, 1, 1)


def test_report_46_three_matches_in_one_file_are_three(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Report 46: every entry of a file is read and counted."""
    path = tmp_path / "a.goti"
    path.write_text("\n".join(SHORT.format(each) for each in "abc"), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "3 entries: 3 right, 0 wrong, 0 undecided, 0 not readable; 0 faults\n"


def test_report_47_the_parser_is_built_from_the_shipped_grammar() -> None:
    """Report 47: the grammar is a file of the package, and what reads a record is that grammar."""
    shipped = files("goti.notation").joinpath("goti.lark").read_text(encoding="utf-8")
    built = Lark(shipped, parser="lalr", edit_terminals=add_spellings)
    assert {str(each) for each in grammar().rules} == {str(each) for each in built.rules}
    assert {(each.name, str(each.pattern)) for each in grammar().terminals} == {
        (each.name, str(each.pattern)) for each in built.terminals
    }


# -- 4 comments, variations, passes -----------------------------------------------------------------------------------

COMMENTS = [
    "# { +15 [6|6] pass (0.14 → 0.80) [%clk 1] }", "#", "# # #", '# "', "# \\", "#no blank", "# A: [1|4] =5 +5",
    "# ]|}[{",    "# खेल \U0001f031", "#! not a mark", "# goti 1", "# \u2028 \u00a0",
]  # fmt: skip


@pytest.mark.parametrize("comment", COMMENTS)
def test_report_49_a_comment_is_kept_and_changes_nothing(comment: str) -> None:
    """Report 49: whatever a comment holds, it stays word for word, behind a line or on its own."""
    lines = [each for each in OVERTAKEN.split("\n") if each]
    behind = [f"{each}  {comment}" for each in lines]
    alone = [text for each in lines for text in (comment, each)]
    for commented in (behind, alone):
        source = "\n".join(commented) + "\n"
        assert [_without_line(each) for each in api.check(source).findings] == [
            _without_line(each) for each in api.check(OVERTAKEN).findings
        ]
        written = api.format(source)
        assert written.count(comment) == source.count(comment)
        assert api.format(written) == written


def _without_line(finding: Finding) -> tuple[object, ...]:
    return (finding.code, finding.status, finding.expected, finding.round, finding.turn)


@pytest.mark.parametrize("line", ["(A: [1|4])", "(B: [1|1]@[1|4] (A: [4|4] (B: pass)))", "{ A: [1|4] }", "A: ([1|4])"])
def test_report_50_variations_are_refused_once(line: str) -> None:
    """Report 50: a what-if line, however deep, is one finding at its first character."""
    source = f"match american-sniff\nseats A B\n\nround 1\nlot A\n{line}\nA: [1|4] =5 +5\n\nunfinished\n"
    found = _places(source)
    assert len(found) == 1
    assert found[0].startswith(f"6:{4 if line.startswith('A') else 1} un")


def _damaged(record: str) -> list[str]:
    made = []
    for number, letter in enumerate(record):
        made += [record[:number] + record[number + 1 :], record[:number] + letter + record[number:]]
        made.append(record[:number] + record[number : number + 2][::-1] + record[number + 2 :])
    return made


def test_report_52_damaged_records_give_findings_and_no_exception() -> None:
    """Report 52: delete, double and swap every character; also an unmatched bracket after an illegal move."""
    record = SR + "round 1\nlot A\nA: [4|4] =8\nB: [2|4].high@[4|4].chain-a =10 +10 stands\n"
    record += "out B\nleft A 5 pips\n\nwinner A+C\n"
    for source in (*_damaged(record), record.replace("stands", ")")):
        loaded = api.replay(source)
        assert all(text(each, "en") for each in loaded.findings)


@pytest.mark.parametrize("word", [*spellings()["pass"], "pass  # knock", "बारी  छोड़ी"])
def test_report_53_spellings_of_no_move(word: str) -> None:
    """Report 53: they all mean a pass."""
    assert {"pass", "knock", "खटखट", "बारी छोड़ी"} <= set(spellings()["pass"])
    node = api.parse(f"match seven-rocks\nround 1\nA: {word}\n")[0].nodes[2]
    assert isinstance(node, Action)
    assert (node.seat, node.verb) == ("A", "pass")


@pytest.mark.parametrize("word", ["--", "-", "passes", "Pass", "PASS", "null", "..."])
def test_report_53_other_spellings_are_refused_with_the_right_one(word: str) -> None:
    """Report 53: anything else is one error that names the word to write."""
    source = f"match seven-rocks\nseats A B C D\nround 1\nlot A\nA: {word}\nunfinished\n"
    assert [each.split()[0] for each in _places(source)] == ["5:4"]
    assert "`pass`" in _texts(source)[0]


def test_report_55_a_pass_has_no_tile_no_site_and_no_points() -> None:
    """Report 55: they are unknown, not 0 and not [0|0]."""
    source = SR + "round 1\nlot A\nA: [4|4] =8\nB: pass\n\nunfinished\n"
    step = api.replay(source).entries[0].steps[1]
    assert (step.tile, step.site, step.total, step.points, step.position, step.drawn) == (None,) * 6
    assert (step.action.verb, step.action.tile, step.action.total, step.action.points) == ("pass", None, None, None)


@pytest.mark.parametrize("line", ["A: pass =0", "A: pass +0", "A: pass [0|0]", "A: pass @[1|4]"])
def test_report_55_a_pass_takes_nothing(line: str) -> None:
    """Report 55: and nothing can be claimed of it."""
    assert _wrong(f"{SR}round 1\nlot D\nD: [1|4]\n{line}\n\nunfinished\n") == ["7:9 unexpected"]


TEXTS = ["a\\", "\\", "\\\\", "]", "|", "}", "a]b|c}d\\", '"', '\\"', "[6|6]", "C:\\dominoes\\", "#", "é", "ड़"]


@pytest.mark.parametrize("value", TEXTS)
def test_report_56_texts_and_comments_come_back(value: str) -> None:
    """Report 56: backslashes, brackets and bars in texts and comments survive a round trip."""
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    source = f'layout seven-rocks "{quoted}"  # {value}\nnote "{quoted}"\n# {value}\n[1|4]  # {value}\n'
    written = api.format(source)
    assert _same(source, written)
    nodes = api.parse(written)[0].nodes
    head = next(each for each in nodes if isinstance(each, EntryLine))
    assert (head.title, head.comment) == (value, f"# {value}")
    assert next(each.value for each in nodes if isinstance(each, Header)) == value


def test_report_58_several_comments_on_one_placement_stay_several() -> None:
    """Report 58: two comments above a placement and one behind it stay three, in order."""
    source = "layout seven-rocks\n# first\n# second\n[1|4] =5 +5  # third\n  # fourth\n  spinner none  # fifth\n"
    written = api.format(source)
    assert re.findall("# (.*)", written) == ["first", "second", "third", "fourth", "fifth"]
    assert [each.comment for each in api.parse(written)[0].nodes if isinstance(each, Remark)] == [
        "# first", "# second", "# fourth",
    ]  # fmt: skip


def test_report_59_a_blocked_round_has_no_ender() -> None:
    """Report 59: nobody is named as the one who ended a blocked round."""
    source = NO_SIXES + "C: [0|6]@[5|6] =0\nA: pass\nB: pass\nC: pass\nblocked\n\n"
    source += "round 2\nlot B\nB: [1|4]\n\nunfinished\n"
    first, second = api.replay(source).entries[0].judged.rounds
    assert (first.end, first.ender) == ("blocked", None)
    assert (second.end, second.ender) == ("unfinished", None)


def test_report_59_comments_stay_at_their_event() -> None:
    """Report 59: every comment is on the line, or above the line, it was written for."""
    lines = [f"{each}  # {number}" for number, each in enumerate(OVERTAKEN.split("\n")) if each]
    once = api.format("\n".join(lines))
    above = api.format("\n".join(part for each in lines for part in each.split("  ")[::-1]))
    for line in once.split("\n"):
        if "  # " in line:
            assert line.rstrip() in lines
    following = above.split("\n")
    for number, line in enumerate(following):
        if line.startswith("# "):
            original = next(each for each in lines if each.endswith(f"  {line}"))
            rest = next(each for each in following[number + 1 :] if each and not each.startswith("#"))
            assert original == f"{rest}  {line}"


# -- 5 partial information ------------------------------------------------------------------------------------------


def test_report_61_a_pass_of_a_hidden_hand_is_formatted_and_read_again() -> None:
    """Report 61: nothing stands for the hand nobody knows, and the line can be read back."""
    source = SR + "round 1\nlot A\nA: [6|6] =12\nB: knock\nC: pass\nD: [5|6]@[6|6] =17\n\nunfinished\n"
    written = api.format(source)
    assert written.count(": pass\n") == 2
    assert api.format(written) == written
    assert _same(source, written)
    assert _places(source) == ["7:1 hand-unknown undecided"]


@pytest.mark.parametrize("tile_", ["[?|?]", "[5|?]"])
def test_report_61_tiles_nobody_recorded_are_read_again(tile_: str) -> None:
    """Report 61: the same of unknown tiles in a hand, a draw, on the table, left and in the boneyard."""
    source = (
        "match american-sniff\nseats A B\n\nround 1\nlot A\ndeal B " + f"{tile_} " * 7 + f"\nboneyard {tile_}\n"
        f"A: {tile_} +5\nB: draw {tile_} [0|1]\nleft B {tile_} [0|1]\n\nunfinished\n"
    )
    written = api.format(source)
    assert written.count(tile_) == source.count(tile_)
    assert _same(source, written)


ONE_HAND_MISSING = LAST_TILE.replace("given hand D [1|6]\n", "").replace("seven-rocks", "american-sniff") + (
    "out A\nleft B [2|3]\nleft C [5|6]\ndeduct B 5\ndeduct C 10\ndeduct D 5\nscore A+C -10 B+D -10\n\n"
    "round 2\nstart A\nA: [5|5] =10 +10\nscore A+C 0 B+D -10\n\nunfinished\n"
)
"""Nobody wrote what D had left; where all tiles are dealt it would follow."""


def test_report_62_a_hand_that_is_not_known_leaves_the_round_complete() -> None:
    """Report 62: the deduction of D is claimed, not verified; the round has its end, the match goes on."""
    loaded = api.replay(ONE_HAND_MISSING)
    assert [_place(each) for each in loaded.findings] == ["17:10 hand-unknown undecided"]
    first, second = loaded.entries[0].judged.rounds
    assert (first.end, first.ender, second.start, second.starter) == ("out", "A", "start", "A")
    assert first.deductions == {"A": 0, "B": 5, "C": 10, "D": None}
    assert first.scores == {"A+C": -10, "B+D": -10}
    assert second.scores == {"A+C": 0, "B+D": -10}


def test_report_62_what_the_other_hands_cost_is_still_checked() -> None:
    """Report 62: C held 11 pips, whatever D held."""
    wrong = ONE_HAND_MISSING.replace("deduct C 10", "deduct C 15")
    assert "16:10 false-deduction" in _wrong(wrong)


def test_report_64_a_table_error_is_part_of_the_record() -> None:
    """Report 64: a score that was wrong and stood, a change by agreement, a play taken back: each has its line."""
    source = SR + (
        "round 1\nlot A\nA: [5|5] =10 +5 stands\nB: [4|5]@[5|5] withdrawn\nB: [0|5]@[5|5] =10 +10\nadjust B+D -5\n"
        "score A+C 5 B+D 5\n\nunfinished\n"
    )
    assert _places(source) == [
        "6:14 false-points stands", "7:1 withdrawn stands", "9:1 adjusted stands",
    ]  # fmt: skip
    assert _verdicts(source) == ["pass"]


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        ("round 1\nA: [6|6]", "write `lot` or `start` with the seat"),
        ("round 1\nlot A\nA: [6|6]\nB: pass", "write the hands (`deal` lines, or `left` with tiles)"),
        ("round 1\nlot A\nA: [6|6]\ngap\nout A\nscore A+C 40 B+D 20", "write the missing turns"),
        ("round 1\nout A\nscore A+C 40 B+D 20", "write the turns of the round"),
    ],
)
def test_report_64_what_cannot_be_found_out_is_asked_for(record: str, wanted: str) -> None:
    """Report 64: of each fact that replay cannot derive the check says how to write it."""
    assert any(wanted in each for each in _texts(SR + record + "\n\nunfinished\n"))


@pytest.mark.parametrize("other", ["B: [4|5]@[5|5] =14", "B: [2|5]@[5|5] =12"])
def test_report_65_a_play_taken_back_returns_the_tile(other: str) -> None:
    """Report 65: the tile of a withdrawn play is in the hand again: it can be played now, later, or be left."""
    hands = (
        "deal A [0|0] [0|1] [0|2] [0|3] [1|1] [1|2] [5|5]\ndeal B [2|5] [4|5] [0|4] [1|4] [2|4] [3|4] [4|4]\n"
        "deal C [1|3] [1|5] [1|6] [2|2] [2|3] [2|6] [3|3]\ndeal D [0|5] [0|6] [3|5] [3|6] [4|6] [5|6] [6|6]\n"
    )
    source = SR + f"round 1\nlot A\n{hands}A: [5|5] =10 +10\nB: [4|5]@[5|5] withdrawn\n{other}\n\nunfinished\n"
    assert _places(source) == ["11:1 withdrawn stands"]
    last = api.replay(source).entries[0].steps[-1]
    assert last.legal == 2  # [2|5] and [4|5]: both are in the hand
    assert last.layout is not None
    assert len(last.layout) == 2


def test_report_65_no_tile_is_there_twice_after_a_play_taken_back() -> None:
    """Report 65: 28 tiles: the one that came back can still be played once only."""
    source = SR + (
        "round 1\nlot A\nA: [5|5] =10 +10\nB: [4|5]@[5|5] withdrawn\nB: [0|5]@[5|5] =10 +10\nC: [4|5]@[5|5] =4\n"
        "D: [4|5]@[5|5]\n\nunfinished\n"
    )
    assert _wrong(source) == ["10:4 already-there"]


HANDS = {
    "A": "[1|4] [0|4] [3|3] [2|4] [0|6] [3|4] [5|6]",
    "B": "[0|1] [1|1] [1|2] [2|6] [5|5] [0|0] [2|3]",
    "C": "[4|5] [1|6] [1|3] [0|5] [0|3] [0|2] [2|2]",
    "D": "[1|5] [3|6] [2|5] [3|5] [4|6] [6|6] [4|4]",
}


@pytest.mark.parametrize("shift", [1, 2, 3])
def test_report_67_hands_rotated_by_a_seat_are_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shift: int
) -> None:
    """Report 67: the placements of four seats are in the hands of others: every hand belongs to another seat."""
    seats = "ABCD"
    deals = [f"deal {seat} {HANDS[seats[(number + shift) % 4]]}\n" for number, seat in enumerate(seats)]
    source = SR + "round 1\nlot A\n" + "".join(deals) + (
        "A: [1|4] =5 +5\nB: [0|1]@[1|4] =4\nC: [4|5]@[1|4] =5 +5\nD: [1|5]@[4|5] =1\nA: [0|4]@[0|1] =5 +5\n\n"
        "unfinished\n"
    )  # fmt: skip
    (first, *_) = api.check(source).findings
    assert (first.line, first.code) == (10, "not-in-hand")
    assert text(first, "en") == f"A does not hold [1|4]: {seats[-shift]} does"
    path = tmp_path / "a.goti"
    path.write_text(source, encoding="utf-8")
    assert main(["fix", str(path)]) == 1
    out = capsys.readouterr().out
    moved = ", ".join(f"{seats[(number - shift) % 4]} → {seat}" for number, seat in enumerate(seats))
    assert f"if the hands were written with the wrong seats and belong elsewhere ({moved}), every later" in out
    assert f"+deal A {HANDS['A']}\n" in out


# -- 1 to 4 once more, with hands nobody knows -----------------------------------------------------------------------

ALL_SIXES = SR + (
    "round 1\nlot A\nA: [6|6] =12\nB: [0|6]@[6|6] =12\nC: [0|1]@[0|6] =13\nD: [1|6]@[0|1] =18\nA: [2|6]@[1|6] =14\n"
    "B: [2|3]@[2|6] =15 +15\nC: [3|6]@[2|3] =18\nD: [4|6]@[3|6] =16\nA: [4|5]@[4|6] =17\nB: [5|6]@[4|5] =18\n"
)
"""All seven tiles with a 6 are on the table and both ends are 6: nobody can play, whoever holds what."""


@pytest.mark.parametrize("passes", ["", "C: pass\nD: pass\n", "C: pass\nD: pass\nA: pass\nB: pass\n"])
def test_report_10_a_block_of_hidden_hands_is_seen_from_the_table(passes: str) -> None:
    """Report 10: no number of passes is needed where no tile is left that fits."""
    assert _places(ALL_SIXES + passes + "blocked\n\nunfinished\n") == []


def test_report_10_hidden_hands_that_may_fit_are_no_block() -> None:
    """Report 10: with all 28 tiles dealt and the [5|6] not played, somebody holds it."""
    earlier = ALL_SIXES.replace("A: [4|5]@[4|6] =17\nB: [5|6]@[4|5] =18\n", "")
    assert _wrong(earlier + "A: pass\nB: pass\nblocked\n\nunfinished\n") == ["16:1 not-blocked"]


def test_report_25_a_hidden_hand_is_known_by_what_it_plays() -> None:
    """Report 25: nobody knows the hands, and yet nobody can pass on 6 and place [1|6] two turns later."""
    source = SR + "round 1\nlot A\nA: [6|6] =12\nB: pass\nC: [4|6]@[6|6] =16\nD: [5|6]@[6|6] =9\nA: [2|6]@[6|6]\n"
    assert _wrong(source + "B: [1|6]@[6|6]\n\nunfinished\n") == ["7:1 must-play"]


def test_report_59_a_blocked_round_of_hidden_hands_has_no_ender() -> None:
    """Report 59: the trace of a block names nobody who went out, and the unknown hands are not invented."""
    source = ALL_SIXES + "blocked\n\nunfinished\n"
    (round_,) = api.replay(source).entries[0].judged.rounds
    assert (round_.end, round_.ender) == ("blocked", None)


# -- 6 encodings ----------------------------------------------------------------------------------------------------

ACCENTED = 'layout seven-rocks "Tuesday"\nnote "café"\n[1|4]\n'


@pytest.mark.parametrize(
    ("data", "byte", "place"),
    [
        (ACCENTED.encode("latin-1"), "39 (0xE9)", "2:10"),
        (ACCENTED.replace("é", "é “").encode("cp1252"), "39 (0xE9)", "2:10"),
        (ACCENTED.replace("é", "“").encode("cp1252"), "39 (0x93)", "2:10"),
        (ACCENTED.encode("utf-16"), "1 (0xFF)", "1:1"),
        (ACCENTED.encode("utf-16-be").replace(b"\x00\xe9", b"\xd8\x00"), "77 (0xD8)", None),
        (b"\xff" + ACCENTED.encode(), "1 (0xFF)", "1:1"),
        (b"layout seven-rocks\n[1|4]\n\xed\xa0\x80", "26 (0xED)", "3:1"),  # a surrogate
        (b"layout seven-rocks\n[1|4]\n\xc0\xaf", "26 (0xC0)", "3:1"),  # too long a form
        (b"layout seven-rocks\r\n[1|4]\r\n# \xe0\xa4", "30 (0xE0)", "3:3"),  # cut off
    ],
)
def test_report_68_a_file_that_is_not_utf8_names_the_byte(
    data: bytes, byte: str, place: str | None, tmp_path: Path
) -> None:
    """Report 68: no other encoding is guessed."""
    path = tmp_path / "a.goti"
    path.write_bytes(data)
    with pytest.raises(api.SourceError) as caught:
        api.load(path)
    assert f"byte {byte}" in str(caught.value)
    finding = caught.value.finding
    assert finding.code == "not-utf8"
    assert place is None or f"{finding.line}:{finding.column}" == place


@pytest.mark.parametrize(
    ("latin", "written"),
    [
        ("layout seven-rocks\n[1|4] =5 +5", "layout seven-rocks\n[१|४] =५ +५"),
        ("layout seven-rocks\n[3|6]\n[6|6]@[3|6] =15 +15", "layout seven-rocks\n[३-६]\n६-६@[३|६] =१५ +१५"),
        ("layout seven-rocks\n[1|4]\n  open [1|4].high:4", "layout seven-rocks\n[1|4]\n  open [1|4].high:४"),
        ("settlement seven-rocks\nleft A 12 pips", "settlement seven-rocks\nleft A १२ pips"),
        ("settlement seven-rocks\ndeduct A 10", "settlement seven-rocks\ndeduct A १०"),
        ("settlement seven-rocks\nscore A+C -10 B+D 0", "settlement seven-rocks\nscore A+C -१० B+D ०"),
        ("match seven-rocks\nround 12\nboneyard 14", "match seven-rocks\nround १२\nboneyard १४"),
        ("match seven-rocks\nadjust A+C -5", "match seven-rocks\nadjust A+C -५"),
    ],
)
def test_report_70_devanagari_digits_mean_the_same_everywhere(latin: str, written: str) -> None:
    """Report 70: in tiles, totals, points, values, pips and scores alike."""
    assert _same(latin, written)


@pytest.mark.parametrize(
    "line",
    ["[1|4] =1५", "[1|4] =१5", "[1|4] +1५", "[1५|4]", "[1|४2]", "  open [1|4].high:1५"],
)
def test_report_70_mixed_digits_in_one_number_are_an_error(line: str) -> None:
    """Report 70: the two kinds of digits do not mix in one number; two numbers of a line may differ."""
    assert [each.split()[1] for each in _places(f"layout seven-rocks\n[2|4]\n{line}\n")] == ["bad-number"]
    assert _same("layout seven-rocks\n[1|४] =५ +5\n", "layout seven-rocks\n[1|4] =5 +5\n")


@pytest.mark.parametrize("line", ["match seven-rocks@१", "date २०२६-११-२४", "date 202६"])
def test_report_70_dates_and_versions_take_latin_digits_only(line: str) -> None:
    """Report 70: as documented."""
    source = line if line.startswith("match") else f"match seven-rocks\n{line}"
    loaded = api.check(source + "\nseats A B C D\nround 1\nunfinished\n")
    assert loaded.findings[0].code in ("unexpected", "bad-number", "bad-date")
    assert loaded.verdict is Verdict.UNREAD


@pytest.mark.parametrize("digit", ["²", "①", "٢", "２", "೨", "½", "\U0001d7d0", "Ⅳ", "二", "৪"])
@pytest.mark.parametrize("line", ["[{}|4]", "[4|{}]", "[1|4] ={}", "[1|4] +{}", "[1{}|4]", "  open [2|4].high:{}"])
def test_report_71_other_digits_are_an_error_and_no_exception(digit: str, line: str) -> None:
    """Report 71: a digit that is neither 0-9 nor Devanagari."""
    source = f"layout seven-rocks\n[2|4]\n{line.format(digit)}\n"
    loaded = api.replay(source)
    assert [each.line for each in loaded.findings] == [3]
    assert _verdicts(source) == ["unread"]
    assert all(text(each, language) for each in loaded.findings for language in languages())


def test_report_73_the_grammar_relies_on_no_class_of_the_pattern_library() -> None:
    r"""Report 73: no \w, \d, \b or \s, which differ between libraries; and the standard library reads it."""
    source = files("goti.notation").joinpath("goti.lark").read_text(encoding="utf-8")
    code = "\n".join(line for line in source.split("\n") if not line.startswith("//"))
    assert not re.search(r"\\[wWdDbBsS]|\[\[:", code)
    assert all(not re.search(r"\\[wWdDbBsS]", str(each.pattern.value)) for each in grammar().terminals)
    assert not grammar().options.regex


# -- 7 Lark ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mixed", ["\n", "\r\n", "\r", "mixed"])
@pytest.mark.parametrize("source", [OVERTAKEN, ILLEGAL, FULL, NO_SIXES])
def test_report_74_line_ends_change_nothing(source: str, mixed: str) -> None:
    """Report 74: LF, CRLF, CR and all of them in one file: the same nodes with the same line numbers."""
    lines = source.split("\n")
    kinds = ["\n", "\r\n", "\r"] if mixed == "mixed" else [mixed]
    ends = [kinds[number % len(kinds)] for number in range(len(lines))]
    if mixed == "mixed":  # a CR before the LF of an empty line would be one end with it
        ends = ["\r\n" if end == "\r" and not after else end for end, after in zip(ends, [*lines[1:], ""], strict=True)]
    changed = "".join(line + end for line, end in zip(lines, ends, strict=True))
    assert [each.nodes for each in api.parse(changed)] == [each.nodes for each in api.parse(source)]
    assert _places(changed) == _places(source)


SPANS = """\
goti 1

# about
match american-sniff
seats A B
round 1

round 2
lot A
A: [1|4]  # turn
  spinner none

unfinished
"""


def test_report_76_every_node_has_its_line() -> None:
    """Report 76: the line of every node, empty rounds included."""
    nodes = [(type(each).__name__, each.line) for entry in api.parse(SPANS) for each in entry.nodes]
    assert nodes == [
        ("Version", 1), ("Remark", 3), ("EntryLine", 4), ("Seats", 5), ("RoundLine", 6), ("RoundLine", 8),
        ("Starter", 9), ("Action", 10), ("SpinnerClaim", 11), ("Result", 13),
    ]  # fmt: skip
    shifted = [each.line for entry in api.parse("\n\n" + SPANS) for each in entry.nodes]
    assert shifted == [line + 2 for _, line in nodes]
    assert [each.number for each in api.parse(SPANS)[0].nodes if isinstance(each, RoundLine)] == [1, 2]


def test_report_76_the_parser_library_is_bounded() -> None:
    """Report 76: the version of Lark has a lower and an upper bound."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (needed,) = [each for each in data["project"]["dependencies"] if each.startswith("lark")]
    assert re.fullmatch(r"lark>=\d[\d.]*,<\d+", needed)


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("[7|8]", "2:1 no-such-tile"),
        ("[1|4]\n[7|8]@[1|4]", "3:1 no-such-tile"),
        ("[1|4]\n[4|5]@[7|8]", "3:7 no-such-tile"),
        ("[1|4", "2:1 bad-tile"),
        ("[1|4]\n[4|5]@[1|4", "3:7 bad-tile"),
        ("[1|4]\n[4|5]@[1 4]", "3:7 bad-tile"),
        ("[1|4]\n  counted [1|4", "3:11 bad-tile"),
        ("[1|4]\n[4|5]@", "3:7 incomplete-line"),
        ("[1|4]\n[4|5] =", "3:7 unexpected"),
        ("[1|4]\n  open", "3:7 incomplete-line"),
        ("[1|4]\n  open [1|4].low", "3:17 incomplete-line"),
        ('note "open', "2:6 bad-string"),
        ("[1|4] =5 =5", "2:10 unexpected"),
    ],
)
def test_report_77_the_place_of_a_fault_is_exact(lines: str, place: str) -> None:
    """Report 77: line and column of the faulty piece, not of the one before it, whether or not a newline follows."""
    for end in ("", "\n", "\n\n", "\r\n"):
        assert _places(f"layout seven-rocks\n{lines}{end}") == [place]


def test_report_79_the_grammar_has_no_conflicts() -> None:
    """Report 79: built with `strict`, which refuses shift/reduce conflicts and terminals that collide."""
    source = files("goti.notation").joinpath("goti.lark").read_text(encoding="utf-8")
    Lark(source, parser="lalr", strict=True, edit_terminals=add_spellings)


def test_report_79_events_out_are_events_in() -> None:
    """Report 79: no line is read twice or lost."""
    lines = [each for each in OVERTAKEN.split("\n") if each]
    (entry,) = api.parse(OVERTAKEN)
    assert len(entry.nodes) == len(lines)
    assert sum(isinstance(each, Action) for each in entry.nodes) == 2


@pytest.mark.parametrize(
    "value", ["[6|6]", "a|b", "]", "[[", "@[1|4]", "=5 +5", ":", ".chain-a", "# x", "+", "A:", "goti 1"]
)
def test_report_80_characters_of_the_syntax_in_texts_and_comments(value: str) -> None:
    """Report 80: brackets, bars and the rest inside names and comments."""
    source = f'layout seven-rocks "{value}"  # {value}\n[1|4]  #{value}\nfigure en "{value}" hi "{value}"\n'
    loaded = api.replay(source)
    assert loaded.findings == []
    (step, figure) = loaded.entries[0].figures[0]
    assert dict(figure.captions) == {"en": value, "hi": value}
    assert step.action.comment == f"#{value}"
    assert _same(source, api.format(source))
