"""Figures of score records: what stands, what the last entry did, words, both records, the strip."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.errors import RenderError
from goti.engine.history import Account, Change, account
from goti.engine.rules import ScoreRecord
from goti.render import THEMES, Kept, look, paint_pdf, score_figure, score_strip, write_svg
from goti.render.board import Board, Peg, peg_shape
from goti.render.lettering import shape as shaped
from goti.render.scene import Group, Shape, Strokes, Text
from goti.render.tally import HOLES, hole

PAPER = Kept(ScoreRecord.PAPER, ("A", "B"), 250)
BOARD = Kept(ScoreRecord.BOARD, ("A+C", "B+D"), 250)
EMPTY = shaped("", "en")
fives = st.integers(-20, 60).map(lambda number: 5 * number)


def flat(shapes: tuple[Shape, ...]) -> list[Shape]:
    return [one for each in shapes for one in (flat(each.shapes) if isinstance(each, Group) else [each])]


def lines(one: Account, kept: Kept = PAPER) -> Counter[str]:
    """The slanting lines of the paper by what they are: standing, of the last entry, rubbed out, below zero."""
    wanted = look("en", legend=False)
    theme = wanted.theme
    scene = score_figure((one, Account("B", 0)), kept, wanted)
    names = {theme.pip: "old", theme.spinner: "new", theme.differs: "below", theme.tile_edge: "rubbed"}
    found: Counter[str] = Counter()
    for each in flat(scene.shapes):
        if isinstance(each, Strokes):
            found[names.get(each.stroke, "")] += sum(bool(dx and dy) for _, _, dx, dy in each.lines)
    return found


@given(fives, fives)
@settings(max_examples=60)
def test_lines_show_the_score_and_what_the_last_entry_did(before: int, score: int) -> None:
    found = lines(Account("A", score, before))
    assert 5 * (found["old"] + found["new"]) == max(score, 0)
    assert 5 * found["below"] == max(-score, 0)
    gained, lost = max(score, 0) - max(before, 0), max(-before, 0) - max(-score, 0)
    assert 5 * found["new"] == max(gained, 0)
    assert 5 * found["rubbed"] == max(-gained, 0) + max(lost, 0)


@pytest.mark.parametrize("score", [-15, 0, 5, 120, 121, 245, 265])
@pytest.mark.parametrize("sides", [("A", "B"), ("A+C", "B+D"), ("A", "B", "C"), ("A", "B", "C", "D")])
def test_every_hole_has_a_place_of_its_own(score: int, sides: tuple[str, ...]) -> None:
    board = Board(sides, 250, 2, look("en"))
    places = [board.place(lane, each) for lane in range(len(sides)) for each in range(-1, HOLES + 1)]
    apart = min((a - c) ** 2 + (b - d) ** 2 for i, (a, b) in enumerate(places) for c, d in places[:i])
    assert apart**0.5 > board.look.theme.unit * 0.7
    assert all(0 < x < board.width and 0 < y < board.height for x, y in places)
    pegs = [each for lane in range(len(sides)) for each in board.pegs(lane, Account("", score))]
    assert all(0 < each.x < board.width and 0 < each.y < board.height for each in pegs)


@pytest.mark.parametrize("sides", [("A", "B"), ("A+C", "B+D"), ("A", "B", "C"), ("A", "B", "C", "D")])
@pytest.mark.parametrize("target", [None, 7, 250, 500, 1000, 999_999_999])
@pytest.mark.parametrize(("lang", "theme"), [("en", "ivory"), ("hi", "ebony"), ("es", "contrast")])
def test_words_and_counters_lie_beside_each_other(
    sides: tuple[str, ...], target: int | None, lang: str, theme: str
) -> None:
    """Letters, holes and numbers of every side, then the target, in one line or in two."""
    wanted = look(lang, theme=theme)
    rounds = hole(target or 0).rounds
    board = Board(sides, target, rounds, wanted)
    texts = [each for each in (*board.bare(), *board.words()) if isinstance(each, Text)]
    for lane in range(len(sides)):
        for each in board.pegs(lane, Account("", 120 * rounds + 1)):
            shape = peg_shape(each, wanted)
            if isinstance(shape, Text):
                texts.append(shape)
            else:
                texts += [Text(EMPTY, each.x, each.y, 1, "")]
    foot = [each for each in texts if each.y > 4 * board.band + wanted.theme.unit * 1.4]
    assert len(foot) >= 1 + 2 * len(sides)
    for line in (True, False):
        spans = sorted(
            (each.x, each.x + each.line.width * each.size / 1000)
            for each in foot
            if (each.y > 4 * board.band + wanted.theme.unit * 2.6) == line
        )
        assert all(left > 0 and right < board.width for left, right in spans)
        assert all(left - right > 3 for (_, right), (left, _) in pairwise(spans))
        assert board.height - max(each.y for each in foot) > wanted.theme.unit * 0.5


def pegs(one: Account) -> list[tuple[float, float]]:
    wanted = look("en")
    board = Board(BOARD.sides, 250, 2, wanted)
    found = [each for each in board.pegs(0, one) if each.kind != "ring"]
    return [(each.x, each.y) for each in found]


def test_pegs_stand_at_the_score_and_the_score_before() -> None:
    board = Board(BOARD.sides, 250, 2, look("en"))
    assert pegs(account("", [220, 245]))[:2] == [board.place(0, 100), board.place(0, 5)]
    assert pegs(account("", [30, 20]))[:2] == [board.place(0, 30), board.place(0, 20)]  # a deduction moves back
    assert pegs(account("", []))[:2] == [board.place(0, -1), board.place(0, 0)]
    assert pegs(account("", [10, -15]))[:2] == [board.place(0, 10), board.place(0, 0)]


def test_what_is_not_known_has_no_peg() -> None:
    board = Board(BOARD.sides, 100, 2, look("en"))
    assert list(board.pegs(1, Account("B", None))) == list(board.pegs(1, Account("B", None, 10))) == []
    assert [each.kind for each in board.pegs(0, Account("A", 45))] == ["ring", "front", "front"]  # 45 was given
    wanted = look("en", legend=False)
    one, two = (score_figure((Account("A", 45), Account("B", score)), BOARD, wanted) for score in (None, 0))
    assert len(flat(two.shapes)) - len(flat(one.shapes)) == 3  # pegs


def words(accounts: tuple[Account, Account], kept: Kept) -> set[str]:
    return {each.line.text for each in flat(score_figure(accounts, kept, look("en")).shapes) if isinstance(each, Text)}


def test_the_legend_names_the_marks_there_are() -> None:
    pegs, below = {"front peg: the score", "back peg: the score before"}, "front peg of a score below zero"
    shown = words((account("A", [10, -15]), account("B", [5])), BOARD)
    assert shown >= {*pegs, below}
    assert not words((Account("A", None), Account("B", None)), BOARD) & {*pegs, below}
    assert below not in words((account("A", [10]), account("B", [5])), BOARD)
    new, rubbed, minus = "drawn by the last entry", "rubbed out by the last entry", "below zero: the lines behind it"
    marks = {new, rubbed, minus}
    assert words((account("A", [10]), account("B", [])), PAPER) & marks == {new}
    assert words((account("A", [30, 10]), account("B", [])), PAPER) & marks == {rubbed}
    assert words((account("A", [-10]), account("B", [])), PAPER) & marks == {new, minus}
    assert words((account("A", [-10, -5]), account("B", [])), PAPER) & marks == {rubbed, minus}


def test_the_legend_of_a_strip_names_what_stands_in_any_panel() -> None:
    changes, names = [Change(2, 1, "A+C", 0, 10)], {"A+C": "A+C", "B+D": "B+D"}
    scene = score_strip(changes, [Change(1, None, "B+D", 0, -10)], names, BOARD, look("en"))
    shown = {each.line.text for each in flat(scene.shapes) if isinstance(each, Text)}
    assert "front peg of a score below zero" in shown


@pytest.mark.parametrize("theme", THEMES)
def test_marks_are_told_apart_without_their_colours(theme: str) -> None:
    wanted = look("en", theme=theme, legend=False)
    scene = score_figure((account("A", [20, 40]), account("B", [-20, -40])), PAPER, wanted)
    slanting = [
        each for each in flat(scene.shapes) if isinstance(each, Strokes) and each.lines[0][2] * each.lines[0][3]
    ]
    kept, new, below, new_below = (each.width for each in slanting)
    assert new > 1.5 * kept and new_below > 1.5 * below
    front, negative = (peg_shape(Peg(kind, 0, 0), wanted) for kind in ("front", "below"))
    assert len(flat((front,))) == 1 and len(flat((negative,))) == 2  # a minus sign on the peg


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (
            [10, -15],
            "A: −15. Below zero: there is no hole for it, the peg stands at the start. "
            "Last entry: −25 (10 → −15).",
        ),
        ([], "A: 0. Peg at the start."),
        ([245], "A: 245. Peg in hole 5, times round the board: 2 (2 × 120 + 5). Last entry: +245 (0 → 245)."),
        (
            [240, 265],
            "A: 265 (won, 15 beyond the target of 250). Peg in hole 25, times round the board: 2 (2 × 120 + 25). "
            "Last entry: +25 (240 → 265).",
        ),
    ],
)  # fmt: skip
def test_words_of_the_board(scores: list[int], said: str) -> None:
    won = "A+C" if scores[-1:] == [265] else None
    scene = score_figure((account("A", scores), account("B", [5])), BOARD, look("en"), won)
    assert scene.description == f"{said} B: 5. Peg in hole 5. Last entry: +5 (0 → 5). Target: 250."
    seen = " ".join(each.line.text for each in flat(scene.shapes) if isinstance(each, Text))
    assert ("below zero: no hole" in seen) == (scores[-1:] == [-15])
    assert ("15 beyond the target of 250" in seen) == (won is not None)


def test_words_of_the_paper_in_hindi() -> None:
    scene = score_figure((account("A आशा", [45]), account("B", [10, -5])), PAPER, look("hi", numerals="devanagari"))
    assert scene.description == (
        "A आशा: ४५। कागज़ पर: ९ × ५। पिछली प्रविष्टि: +४५ (० → ४५)। B: −५। शून्य से नीचे: १ × ५, अलग पंक्ति में। "
        "पिछली प्रविष्टि: −१५ (१० → −५)। लक्ष्य: २५०।"
    )


def test_a_score_that_is_not_known_is_said_and_not_drawn() -> None:
    for kept in (PAPER, BOARD):
        scene = score_figure((Account("A", None, 10), Account("B", 5)), kept, look("en", legend=False))
        assert "A: score not known." in scene.description
        assert "?" in [each.line.text for each in flat(scene.shapes) if isinstance(each, Text)]


def test_the_paper_refuses_what_lines_cannot_make() -> None:
    with pytest.raises(RenderError, match="so 12 cannot be drawn with lines; a cribbage board can keep it"):
        score_figure((Account("A", 12), Account("B", 5)), PAPER, look("en"))
    assert score_figure((Account("A", 12), Account("B", 5)), BOARD, look("en")).width


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kept", [PAPER, BOARD])
def test_every_theme_gives_svg_and_the_same_pdf_twice(theme: str, kept: Kept) -> None:
    scene = score_figure((account("<A> & 'आशा'", [10, -15]), account("B", [245])), kept, look("hi", theme=theme))
    assert "&lt;A&gt; &amp; 'आशा'" in write_svg(scene)
    assert re.search(r"viewBox=\"0 0 \d+ \d+\"", write_svg(scene))
    pdf = paint_pdf([scene], "score")
    assert pdf.startswith(b"%PDF") and pdf == paint_pdf([scene], "score")


def test_a_strip_has_a_panel_an_entry() -> None:
    changes = (Change(2, 1, "A", 20, 35), Change(2, 3, "B", 0, 10), Change(2, None, "A", 35, 30))
    names = {"A": "Asha", "B": "Binod"}
    scene = score_strip(changes, [Change(1, 4, "A", 0, 20)], names, PAPER, look("en", title="Round 2"))
    words = [each.line.text for each in flat(scene.shapes) if isinstance(each, Text)]
    assert [each for each in words if re.search(r"[+−]\d+$", each) and "·" not in each] == [
        "Asha +15", "Binod +10", "Asha −5",
    ]  # fmt: skip
    assert scene.heading == "Round 2 – Scores on paper, 3 entries"
    assert scene.description.startswith("Asha +15. Binod +10. Asha −5. Asha: 30.")
