"""The public functions: what they take, what they give, what they raise."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import goti
from goti.api import EntryReport, Loaded, SourceError
from goti.engine.errors import GotiError, NotationError, PlayError, RulesError
from goti.engine.findings import Finding, Verdict
from goti.engine.record import Action, EntryLine, Match, Settlement
from goti.engine.tiles import Tile
from goti.notation.parse import Written

ROOT = Path(__file__).resolve().parent.parent

LAYOUT = "layout seven-rocks\n[4|4] =8\n[4|6]@[4|4] =14\n[1|4]@[4|4] =7\n[2|4]@[4|4] =9\n"
WRONG = LAYOUT.replace("=14", "=13")
UNREAD = "layout seven-rocks\n[1|4\n"


def test_all_names_are_there() -> None:
    for name in goti.__all__:
        assert getattr(goti, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        goti.nonsense  # noqa: B018


def test_errors_have_one_base() -> None:
    for error in (NotationError, PlayError, RulesError, SourceError):
        assert issubclass(error, GotiError)


# -- parse ------------------------------------------------------------------------------------------------------------


def test_parse() -> None:
    entries = goti.parse(LAYOUT + "\nsettlement seven-rocks\nleft A [0|3]\n")
    assert [type(each) for each in entries] == [Written, Written]
    assert entries[0].nodes[0] == EntryLine(1, "layout", "seven-rocks")
    assert entries[0].nodes[2] == Action(3, None, "play", goti.tile(4, 6), None, goti.tile(4, 4), None, 14)
    assert [[node.line for node in each.nodes] for each in entries] == [[1, 2, 3, 4, 5], [7, 8]]
    assert goti.parse("") == []


def test_parse_raises_with_every_fault() -> None:
    with pytest.raises(NotationError) as caught:
        goti.parse(UNREAD + "x\n")
    assert [each.line for each in caught.value.findings if isinstance(each, Finding)] == [2, 3]
    assert str(caught.value).startswith("2:1: ")


# -- load, check, replay ----------------------------------------------------------------------------------------------


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "शाम.goti"
    path.write_bytes(b"\xef\xbb\xbf" + LAYOUT.replace("\n", "\r\n").encode())
    for given in (path, str(path)):
        loaded = goti.load(given)
        assert (loaded.path, loaded.verdict, loaded.findings) == (str(path), Verdict.PASS, [])
        assert [step.total for step in loaded.entries[0].steps] == [8, 14, 7, 9]
        assert loaded.position().total == 9
        assert loaded.position(1).total == 14


def test_load_raises_for_what_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        goti.load(tmp_path / "none.goti")
    assert caught.value.finding.code == "cannot-open"
    (tmp_path / "latin.goti").write_bytes(b"# caf\xe9")
    with pytest.raises(SourceError) as caught:
        goti.load(tmp_path / "latin.goti")
    assert (caught.value.finding.code, caught.value.finding.column) == ("not-utf8", 6)
    with pytest.raises(SourceError):
        goti.load(tmp_path)


@pytest.mark.parametrize(("source", "verdict"), [(LAYOUT, "pass"), (WRONG, "fail"), (UNREAD, "unread"), ("", "pass")])
@pytest.mark.parametrize("judge", [goti.check, goti.replay])
def test_check_and_replay_agree(judge: Callable[[str], Loaded], source: str, verdict: str) -> None:
    loaded = judge(source)
    assert loaded.verdict.value == verdict
    assert all(isinstance(each, EntryReport) for each in loaded.entries)
    assert loaded.findings == goti.check(source).findings


def test_only_replay_keeps_the_turns() -> None:
    assert goti.check(LAYOUT).entries[0].steps == []
    steps = goti.replay(LAYOUT).entries[0].steps
    assert [(step.total, step.points) for step in steps] == [(8, 0), (14, 0), (7, 0), (9, 0)]
    with pytest.raises(IndexError, match=r"no step -1: entry 0 has 0 steps, kept by goti\.load and goti\.replay"):
        goti.check(LAYOUT).position()


def test_steps_and_entries_are_counted_from_0() -> None:
    loaded = goti.replay(LAYOUT)
    assert [loaded.position(turn).total for turn in range(4)] == [8, 14, 7, 9]
    assert loaded.position(-4).total == 8 and loaded.position().total == 9
    with pytest.raises(IndexError, match="no step 4: entry 0 has 4 steps, counted from 0"):
        loaded.position(4)
    with pytest.raises(IndexError, match="no step -5"):
        loaded.position(-5)
    with pytest.raises(IndexError, match="no entry 1: there are 1, counted from 0"):
        loaded.position(0, 1)


def test_behind_a_line_that_cannot_be_read_the_last_position_is_not_known() -> None:
    loaded = goti.replay("layout seven-rocks\n[1|4] =5 +5\nnonsense\n")
    with pytest.raises(PlayError, match="the layout is not known"):
        loaded.position()
    assert loaded.position(0).total == 5
    assert loaded.entries[0].drawn[0].position is None


def test_the_worst_verdict_counts() -> None:
    undecided = "layout seven-rocks\n[2|2]\n[2|3]\n[2|4]\n[3|4]\n"
    assert goti.check(LAYOUT + undecided).verdict is Verdict.UNDECIDED
    assert goti.check(undecided + WRONG).verdict is Verdict.FAIL
    assert goti.check(WRONG + UNREAD + undecided).verdict is Verdict.UNREAD


def test_a_position_that_is_not_known() -> None:
    with pytest.raises(PlayError) as caught:
        goti.replay("layout seven-rocks\n[1|4]\n[2|3]@[1|4]\n").position()
    assert caught.value.code == "layout-unknown"


def test_judged_by_another_rule_set() -> None:
    """American Sniff counts the open sides: 8, 14, 15 (15 points), 13."""
    sniff = goti.replay(LAYOUT, "american-sniff")
    assert [(step.total, step.points) for step in sniff.entries[0].steps] == [(8, 0), (14, 0), (15, 15), (13, 0)]
    assert [(each.line, each.expected, each.found) for each in sniff.findings if each.code == "false-total"] == [
        (4, 15, 7), (5, 13, 9),
    ]  # fmt: skip
    assert goti.check(LAYOUT, goti.rule_set("american-sniff")).findings == sniff.findings
    with pytest.raises(RulesError, match="nonsense"):
        goti.check(LAYOUT, "nonsense")


def test_a_report_knows_its_entry() -> None:
    source = LAYOUT + '\nmatch american-sniff\nseats A B\nround 1\nlot A\nA: [1|4] =5 +5\nfigure "x"\nunfinished\n'
    layout, match = goti.replay(source).entries
    assert (layout.line, match.line) == (1, 7)
    assert layout.head == EntryLine(1, "layout", "seven-rocks")
    assert isinstance(match.judged.entry, Match)
    assert not isinstance(match.judged.entry, Settlement)
    ((step, figure),) = match.figures
    assert (step.line, figure.captions) == (11, ((None, "x"),))


# -- score, legal -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("placements", "rules", "total", "points", "counted"),
    [
        ("", "seven-rocks", 0, 0, []),
        ("[0|0]", "seven-rocks", 0, 0, ["[0|0]:0"]),
        ("[1|4]", "seven-rocks", 5, 5, ["[1|4]:4", "[1|4]:1"]),
        ("[3|6] [6|6]@[3|6]", "american-sniff", 15, 15, ["[3|6]:3", "[6|6]:12"]),
        ("[5|5] [0|5] [2|5] [3|5]", "seven-rocks", 5, 5, ["[0|5]:0", "[2|5]:2", "[3|5]:3"]),
        ("5-5 5-0@5-5\n2-5\t[३|५]", "seven-rocks", 5, 5, ["[0|5]:0", "[2|5]:2", "[3|5]:3"]),
        (
            "[4|4] [4|6] [1|4]", "american-sniff", 15, 15,
            ["[1|4]:1", "[4|4].branch-a:4", "[4|4].branch-b:4", "[4|6]:6"],
        ),
    ],
)  # fmt: skip
def test_score(placements: str, rules: str, total: int, points: int, counted: list[str]) -> None:
    for given in (rules, goti.rule_set(rules)):
        position = goti.score(placements, given)
        assert (position.total, position.points) == (total, points)
        assert [str(each) for each in position.counted] == counted


@pytest.mark.parametrize(
    ("placements", "code"),
    [
        ("[1|4] [2|3]@[1|4]", "does-not-fit"),
        ("[1|4] [2|3]", "does-not-fit"),
        ("[1|4] [4|1]", "already-there"),
        ("[1|4] [4|4]@[2|4]", "site-not-there"),
        ("[4|4] [3|4]@[4|4].branch-a", "branch-closed"),
        ("[2|2] [2|3] [2|4] [3|4]", "several-sites"),
        ("[1|4]@[4|4]", "site-not-there"),
    ],
)
def test_score_of_what_is_not_legal(placements: str, code: str) -> None:
    for call in (goti.score, goti.legal):
        with pytest.raises(PlayError) as caught:
            call(placements, "seven-rocks")
        assert caught.value.code == code
        assert str(caught.value)


@pytest.mark.parametrize("placements", ["[1|4", "x", "[1|7]", "A: [1|4]", "[1|4] +"])
def test_score_of_what_cannot_be_read(placements: str) -> None:
    with pytest.raises(NotationError):
        goti.score(placements, "seven-rocks")


@pytest.mark.parametrize("placements", ["[1|4] #[2|3]", "[1|4] match [2|3]", "[1|4] figure", "[1|4] layout"])
def test_score_takes_placements_only(placements: str) -> None:
    with pytest.raises(NotationError):
        goti.score(placements, "seven-rocks")


def test_legal() -> None:
    assert len(goti.legal("", "seven-rocks")) == 28
    assert {str(each.tile) for each in goti.legal("[1|4]", "seven-rocks")} == {
        "[0|1]", "[1|1]", "[1|2]", "[1|3]", "[1|5]", "[1|6]", "[0|4]", "[2|4]", "[3|4]", "[4|4]", "[4|5]", "[4|6]",
    }  # fmt: skip
    plays = goti.legal("[1|4]", "seven-rocks", "[1|1] [4|5] [2|3] [1|4]")
    assert [(str(each.tile), str(each.site), each.port and each.port.word) for each in plays] == [
        ("[1|1]", "[1|4].low:1", "chain-a"), ("[4|5]", "[1|4].high:4", "low"),
    ]  # fmt: skip
    assert goti.legal("[1|4]", "seven-rocks", [Tile(4, 5)]) == plays[1:]
    assert goti.legal("[1|4]", "seven-rocks", []) == ()
    assert goti.legal("[1|4]", "seven-rocks", "[2|2] [3|6]") == ()


def test_legal_counts_symmetric_sites_once() -> None:
    """An opening double has two equal sides; two open branches are equal too; a chain end and a branch are not."""
    assert len(goti.legal("[4|4]", "seven-rocks", "[3|4]")) == 1
    assert len(goti.legal("[4|4] [3|4] [2|4]", "seven-rocks", "[1|4]")) == 1
    both = goti.legal("[1|1] [1|4] [1|2] [0|4] [0|1]@[0|4]", "seven-rocks", "[1|3]")
    assert [str(each.site) for each in both] == ["[0|1].high:1", "[1|1].branch-a:1"]


@pytest.mark.parametrize("hand", ["[1|4", "x"])
def test_legal_of_a_hand_that_cannot_be_read(hand: str) -> None:
    with pytest.raises(NotationError):
        goti.legal("[1|4]", "seven-rocks", hand)


@pytest.mark.parametrize("hand", ["[1|7]", [Tile(1, 7)]])
def test_legal_of_a_tile_the_set_does_not_have(hand: str | list[Tile]) -> None:
    with pytest.raises(GotiError):
        goti.legal("[1|4]", "seven-rocks", hand)


@pytest.mark.parametrize("hand", ["[1|5] [?|?]", "[1|5] # [1|6]", "[1|5] stands"])
def test_legal_of_a_hand_that_is_more_than_known_tiles(hand: str) -> None:
    with pytest.raises(GotiError):
        goti.legal("[1|4]", "seven-rocks", hand)


def test_legal_and_score_agree() -> None:
    for rules in ("seven-rocks", "american-sniff"):
        words = ["[1|4]", "[1|1]@[1|4]", "[4|4]@[1|4]", "[3|4]@[4|4]", "[1|2]@[1|1]", "[1|5]@[1|1]"]
        for number in range(len(words)):
            before = " ".join(words[:number])
            for each in goti.legal(before, rules):
                at = "" if each.site is None else f"@{each.site.tile}.{each.site.port.word}"
                assert goti.score(f"{before} {each.tile}{at}", rules).layout.tiles[-1] == each.tile


# -- format, render, tiles --------------------------------------------------------------------------------------------


def test_format() -> None:
    assert goti.format("layout seven-rocks\n4-1=5+5") == "goti 1\n\nlayout seven-rocks\n[1|4] =5 +5\n"
    assert goti.format("layout seven-rocks\n4-1=5+5", "hi") == "गोटी 1\n\nव्यवस्था seven-rocks\n[1|4] =5 +5\n"
    assert goti.format("") == "goti 1\n"
    with pytest.raises(NotationError):
        goti.format(UNREAD)


def test_render() -> None:
    pytest.importorskip("uharfbuzz")
    position = goti.score("[1|4] [1|1]@[1|4]", "seven-rocks")
    svg = goti.render(position)
    assert svg.startswith("<svg")
    assert svg == goti.render(position)
    assert svg != goti.render(position, "hi")


def test_tiles_and_rules() -> None:
    assert goti.tile(4, 1) == goti.tile(1, 4)
    assert str(goti.tile(4, 1)) == "[1|4]"
    with pytest.raises(GotiError):
        goti.tile(-1, 4)
    assert goti.rule_set("seven-rocks").ref == "seven-rocks@1"
    with pytest.raises(RulesError, match="american-sniff@1"):
        goti.rule_set("nonsense")


def test_importing_loads_neither_parser_nor_renderer() -> None:
    code = (
        "import sys, goti; goti.__version__\n"
        "print([each for each in ('lark', 'cairosvg', 'jinja2', 'uharfbuzz', 'goti.api') if each in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(ROOT / ".dev")}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(SourceError, match="Invalid argument"):
        goti.load("a\0b")
