"""How blocks are shown: sequences, rounds told turn by turn, readings compared, exercises, looks and digits."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

import pypdfium2
import pytest

from goti.cli import main
from goti.document.figures import Figure, figure_of
from goti.document.html import write_html
from goti.document.page import Page
from goti.document.pdf import write_pdf
from goti.document.pictures import legend_kinds
from goti.document.plain import write_text
from goti.document.rewrite import write_markdown
from goti.tests.document.pages import head, page_of, places

ROUND = """match american-sniff "A round"
seats A "Asha" B
round 1
lot A
deal A [5|5] [1|1] [1|3] [2|2] [2|4] [3|3] [4|4]
deal B [0|5] [3|5] [6|6] [1|6] [2|6] [3|6] [4|6]
A: [5|5] =10 +10
figure en "It scores at once."
B: [0|5]@[5|5] =10 +10
A: draw [1|2]
A: draw [2|5]
A: [2|5]@[5|5] =12
figure en "Two open sides."
unfinished
"""
LAYOUT = """layout seven-rocks "Branches"
[1|4] =5 +5
[1|1]@[1|4] =6
[4|4]@[1|4] =10 +10
[3|4]@[4|4] =5 +5
[1|2]@[1|1] =5 +5
"""


def _page(folder: Path, block: str, options: str, **keys: str) -> Page:
    page = page_of(folder, f"{head(lint='off', **keys)}```goti {options}\n{block}```\n")
    assert not page.problems, places(page)
    return page


def _figure(page: Page) -> Figure:
    return figure_of(page, page.examples[0])


def test_a_strip_has_equal_places(tmp_path: Path) -> None:
    page = _page(tmp_path, LAYOUT, "strip steps=all")
    figure = _figure(page)
    assert [each.label for each in figure.items][::4] == ["1. 4 + 1 = 5; 5 points", "5. 2 + 3 = 5; 5 points"]
    assert len({each.size[0] for each in figure.parts}) == 1 and figure.columns == 2
    assert all(one.size[1] == two.size[1] for one, two in pairwise(figure.parts[:4]) if one is not figure.parts[1])
    assert figure.name == "Figure 1" and figure.caption == "Branches"


@pytest.mark.parametrize(
    ("options", "pictures"),
    [("turns", {1, 5}), ("turns steps=all", {1, 2, 5}), ("turns steps=none", set()), ("turns steps=2", {2})],
)
def test_a_round_told_turn_by_turn(options: str, pictures: set[int], tmp_path: Path) -> None:
    page = _page(tmp_path, ROUND, options)
    figure = _figure(page)
    assert [each.head for each in figure.items] == [
        "1. A Asha: [5|5]", "2. B: [0|5] @ [5|5]", "3. A Asha: draw [1|2]", "4. A Asha: draw [2|5]",
        "5. A Asha: [2|5] @ [5|5]",
    ]  # fmt: skip
    assert [each.sum for each in figure.items[:3]] == [
        "10 = 10; 10 points · scores: A 10, B 0", "0 + 10 = 10; 10 points · scores: A 10, B 10", "",
    ]  # fmt: skip
    assert [each.words for each in figure.items][::4] == ["It scores at once.", "Two open sides."]
    assert {n for n, each in enumerate(figure.items, 1) if each.part is not None} == pictures
    text, markdown, made = write_text(page), write_markdown(page, "x")[0], write_html(page)
    for each in ("round 1 · A starts by lot", "Two open sides.", "4. A Asha: draw [2|5]", "not finished"):
        assert each in text and each in markdown
    assert made.count("<li>") - made.count("<li><svg") == 5 and made.count('class="drawn"') == len(pictures)
    words = "".join(each.get_textpage().get_text_range() for each in pypdfium2.PdfDocument(write_pdf(page)))
    assert "Two open sides." in words and "draw" in words


def test_numbers_of_steps_are_turns(tmp_path: Path) -> None:
    page = page_of(tmp_path, f"{head()}```goti #r steps=1,5\n{ROUND}```\n{{total=12}} {{total.2=10}} {{total.4}}\n")
    assert places(page) == [("no-step", 21, 25)]
    assert [each.turn for each in page.examples[0].shown] == [1, 5]
    for options in ("steps=3", "steps=6", "round=2"):
        assert places(page_of(tmp_path, f"{head()}```goti {options}\n{ROUND}```\n"))[0][:2][1] == 5


def test_two_readings_beside_each_other(tmp_path: Path) -> None:
    page = _page(tmp_path, LAYOUT, "compare=american-sniff")
    figure = _figure(page)
    assert [each.label for each in figure.items] == [
        "Seven Rocks: 2 + 3 = 5; 5 points", "American Sniff: 1 + 1 + 2 + 3 = 7; 0 points",
    ]  # fmt: skip
    made = write_html(page)
    assert made.count("counts differently") == 1 and "tile placed last" not in made


def test_an_exercise_tells_nothing(tmp_path: Path) -> None:
    page = _page(tmp_path, LAYOUT.replace("Branches", "Count"), "unmarked steps=5")
    for made in (
        write_html(page),
        write_text(page),
        *write_markdown(page, "x")[1].values(),
        write_markdown(page, "x")[0],
    ):
        assert (
            "2 + 3" not in made
            and "points" not in made.lower().replace("points are", "")
            and "ontributions" not in made
        )
    assert _figure(page).parts[0].long.startswith("Tiles: [1|4], [1|1]")
    assert b"2 + 3" not in write_pdf(page)


def test_the_legend_of_exercises_has_the_marks_they_keep(tmp_path: Path) -> None:
    alone, strip = (_page(tmp_path, LAYOUT, f"unmarked {each}") for each in ("steps=5", "strip steps=1,5"))
    assert (legend_kinds(alone), legend_kinds(strip)) == (("spinner",), ("spinner", "placed"))
    assert re.search(r"(?m)^ +-\*- +\[1\*1\] +branching double$", write_text(alone))
    assert legend_kinds(_page(tmp_path, LAYOUT, "unmarked steps=1")) == ()


def test_digits_of_a_document(tmp_path: Path) -> None:
    page = _page(tmp_path, LAYOUT, "strip steps=1,5", language="hi", digits="devanagari", numbered="yes")
    for made in (write_html(page), write_text(page)):
        shown = re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>|\[\d\|\d\]|seven-rocks@1", "", made, flags=re.DOTALL)
        assert "चित्र १" in shown and "५. २ + ३ = ५; ५ अंक" in shown
        assert not re.search(r"(?m)^[^(\[]*[0-9]", shown.split("चित्र")[1].split("\n\n")[0].split("(")[0])


@pytest.mark.parametrize("theme", ["ebony", "print", "club.toml"])
def test_looks_of_figures(theme: str, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('extends = "ivory"\nbadge = "#600000"\ndot = "#600000"\n', encoding="utf-8")
    colour = {"ebony": "#17181b", "print": "#000000", "club.toml": "#600000"}[theme]
    for made in (
        _page(tmp_path, LAYOUT, "", theme=theme),
        _page(tmp_path, LAYOUT, f"theme={theme} ports order placed"),
    ):
        assert colour in _figure(made).parts[0].svg
    numerals = _page(tmp_path, LAYOUT, "pips=numerals numerals=devanagari", theme=theme)
    assert _figure(numerals).parts[0].svg != _figure(made).parts[0].svg
    assert places(page_of(tmp_path, head(theme="../x.toml") + "a\n")) == [("outside", 4, 8)]


def test_a_layout_as_a_table(tmp_path: Path) -> None:
    figure = _figure(_page(tmp_path, LAYOUT, "table"))
    assert figure.grids[0].rows[2] == ("3", "[4|4] @ [1|4]", "2 + 8 = 10", "10") and len(figure.parts) == 1


def test_hands_of_a_settlement(tmp_path: Path) -> None:
    text = "settlement seven-rocks\nleft A [0|3]\nleft B\nleft C 3 pips\nleft D 12 pips\n"
    grid = _figure(_page(tmp_path, text, "")).grids[0]
    assert [row[:3] for row in grid.rows] == [("A", "[0|3]", "3"), ("B", "–", "0"), ("C", "?", "3"), ("D", "?", "12")]


@pytest.mark.parametrize(("record", "said"), [("own", "On paper: "), ("board", "Peg in hole 10")])
def test_scores_on_paper_and_on_a_board(record: str, said: str, tmp_path: Path) -> None:
    page = _page(tmp_path, ROUND, f"score={record}")
    part = _figure(page).parts[0]
    assert said in part.long and "Asha" in part.long, part.long
    assert part.long in write_html(page) and write_pdf(page).startswith(b"%PDF")
    assert part.long in " ".join(write_text(page).split())


def test_every_tile_in_a_line_looks_otherwise(tmp_path: Path) -> None:
    pictures = {}
    for first, second in combinations_with_replacement(range(7), 2):
        document = pypdfium2.PdfDocument(
            write_pdf(page_of(tmp_path, head(title="A tile") + f"\nThis: [{first}|{second}]\n"))
        )
        pictures[document[0].render(scale=2).to_pil().tobytes()] = first, second
    assert len(pictures) == 28


def test_a_figure_that_cannot_be_drawn_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROUND.replace("lot A", "given score A 3 B 0\nlot A").replace("A: [5|5]", "A: [5|5]")
    page_of(tmp_path, f"{head(lint='off')}```goti score=paper\n{text}```\n")
    assert main(["doc", str(tmp_path / "page.md"), "-o", str(tmp_path / "out")]) == 1
    assert "page.md:6:1: not-drawn: this figure cannot be drawn: " in capsys.readouterr().out
    assert not (tmp_path / "out").exists()


def test_tiles_in_tables_are_copied_whole(tmp_path: Path) -> None:
    """In a narrow column their words would be broken at the bar."""
    table = "| a | b |\n|---|---|\n| [1\\|4] | {~5} |\n\n"
    hands = "```goti\nsettlement seven-rocks\nleft A [0|3] [2|5]\nleft B [1|6]\n```\n"
    page = page_of(tmp_path, head() + table + hands)
    assert not page.problems
    said = "".join(each.get_textpage().get_text_range() for each in pypdfium2.PdfDocument(write_pdf(page)))
    assert "[1|4]" in said and "[0|3] [2|5]" in said and "[1|6]" in said
    (tmp_path / "x.pdf").write_bytes(write_pdf(page))
    if shutil.which("pdftotext"):
        said = subprocess.run(["pdftotext", str(tmp_path / "x.pdf"), "-"], capture_output=True, text=True).stdout
        assert "[1|4]" in said and "[0|3] [2|5]" in said and "[1|6]" in said


ONE_TURN = """match american-sniff "Club night"
seats A B
given score A 100 B 120
round 6
start B
given table [5|5] [0|5]@[5|5] [2|5]@[5|5]
given hand A [0|0] [0|3]
given hand B [2|6]
given turn B
B: [2|6]@[2|5] =16
figure en "The last tile"
out B
left A 3 pips
deduct A 5
score A 95 B 120
unfinished
"""


def test_a_round_of_one_turn_is_told_whole(tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + f"~~~goti turns\n{ONE_TURN}~~~\n")
    figure = figure_of(page, page.examples[0])
    assert figure.single is None and figure.items[0].head == "1. B: [2|6] @ [2|5]"
    for made in (write_html(page), write_text(page), write_markdown(page, "x")[0]):
        assert "B starts" in made and "The last tile" in made and "deducted: A 5" in made and "[2|6]" in made


def test_a_layout_told_turn_by_turn_has_a_picture(tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + "~~~goti turns\n[1|4]\n~~~\n")
    assert len(figure_of(page, page.examples[0]).parts) == 1


@pytest.mark.parametrize(
    ("options", "parts", "grids"),
    [("table", 1, 1), ("table steps=all text long", 5, 1), ("table strip steps=1-2", 2, 1), ("table steps=none", 0, 1)],
)
def test_a_table_stands_below_the_picture(options: str, parts: int, grids: int, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + f"~~~goti {options}\n{LAYOUT}~~~\n")
    figure = figure_of(page, page.examples[0])
    assert not page.problems and (len(figure.parts), len(figure.grids)) == (parts, grids)
    assert write_html(page).count("<figcaption>") == 1 and write_html(page).count("<table>") == grids


@pytest.mark.parametrize("option", ["text", "long", "width=60%", "theme=print", "order", "ports", "strip", "unmarked"])
def test_what_is_about_pictures_is_refused_at_a_table(option: str, tmp_path: Path) -> None:
    for rest in ("", " table"):
        text = f"~~~goti {option}{rest}\nsettlement seven-rocks\nleft A [0|3]\n~~~\n"
        assert [each[0] for each in places(page_of(tmp_path, head() + text))] == ["no-effect"]


@pytest.mark.parametrize("words", ["steps=last", "", "steps=none table"])
def test_nothing_earlier_stands_for_what_is_not_known(tmp_path: Path, words: str) -> None:
    block = f"```goti {words}\nlayout seven-rocks\n[1|4] =5 +5\n[4|?] #! undecided:layout-unknown\n[1|1]@[1|4]\n```\n"
    page = page_of(tmp_path, head() + block)
    assert not page.problems
    made = figure_of(page, page.examples[0])
    assert not made.parts
    if "table" in words:
        assert [row[2:] for row in made.grids[0].rows] == [("4 + 1 = 5", "5"), ("?", "?"), ("?", "?")]
