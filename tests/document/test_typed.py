"""Scores alone in a block: what is drawn, said and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from goti.document.figures import figure_of
from goti.document.html import write_html
from goti.document.page import Page
from goti.document.pdf import write_pdf
from goti.document.plain import write_text
from goti.document.rewrite import write_markdown
from goti.tests.document.pages import head, page_of, places


def _page(folder: Path, lines: str, options: str = "score=paper", **keys: str) -> Page:
    keys = {"rules": "american-sniff", "lint": "off", **keys}
    return page_of(folder, f"{head(**keys)}```goti #marks {options}\n{lines}```\n")


def _said(page: Page) -> str:
    assert not page.problems, places(page)
    [part] = figure_of(page, page.examples[0]).parts
    return part.long


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (0, "0"), (5, "1 × 5"), (10, "2 × 5"), (45, "9 × 5"), (50, "1 × 50"), (55, "1 × 50 + 1 × 5"),
        (195, "3 × 50 + 9 × 5"), (200, "4 × 50"),
    ],
)  # fmt: skip
def test_marks_of_one_score(score: int, said: str, tmp_path: Path) -> None:
    """AS65, AS66: a line is 5, a mark 50; one line of scores has no last entry."""
    assert _said(_page(tmp_path, f"score A {score}\n")) == f"A: {score}. On paper: {said}."


def test_the_last_line_is_the_last_entry(tmp_path: Path) -> None:
    lines = 'seats A "Asha" B "Binod"\nscore A 50 B 200  # before\nscore B 180\n\nscore A 50 B 180\n'
    assert _said(_page(tmp_path, lines)) == (
        "A Asha: 50. On paper: 1 × 50. B Binod: 180. On paper: 3 × 50 + 6 × 5. Last entry: −20 (200 → 180). "
        "Target: 250."
    )


def test_the_rule_set_says_what_scores_are_kept_on(tmp_path: Path) -> None:
    board = _said(_page(tmp_path, "score A+C 245 B+D -15\n", "score=own rules=seven-rocks"))
    assert board.startswith("A+C: 245. Peg in hole 5, times round the board: 2 (2 × 120 + 5). B+D: −15. Below zero: ")
    assert "On paper" in _said(_page(tmp_path, "score A 5\n", "score=own"))


def test_keywords_and_words_of_another_language(tmp_path: Path) -> None:
    page = _page(tmp_path, 'खिलाड़ी A "आशा" B\nस्कोर A 10 B 5\n', language="hi")
    assert _said(page) == "A आशा: 10। कागज़ पर: 2 × 5। B: 5। कागज़ पर: 1 × 5। लक्ष्य: 250।"


def test_every_format_shows_and_says_it(tmp_path: Path) -> None:
    page = _page(tmp_path, "score A 50 B 200\nscore A 55 B 180\n")
    said = _said(page)
    text = write_text(page)
    assert "".join(said.split()) in "".join(text.split()) and max(map(len, text.splitlines())) <= 78
    assert "Scores on paper" in text
    markdown, files = write_markdown(page, "page")
    assert f"![{said}](page.marks-1.svg)" in markdown and said in files["page.marks-1.svg"]
    assert said in write_html(page)
    assert write_pdf(page).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("lines", "options", "found"),
    [
        ("score A 5\nscore E 5\n", "score=paper", ("unknown-word", 8, 7)),
        ("score A+C 5 B 5\nscore C+D 10\n", "score=paper", ("unknown-side", 8, 7)),
        ("seats A B\nscore A+C 5\n", "score=board", ("unknown-side", 8, 7)),
        ("score A 5\nA: [1|4]\n", "score=paper", ("only-scores", 8, 1)),
        ("score A\n", "score=paper", ("incomplete-line", 7, 8)),
        ("seats A B\n", "score=paper", ("empty-block", 6, 1)),
        ("[1|4]\n", "score=paper", ("no-score", 6, 16)),
        ("score A 5\n", "notation", ("misplaced-line", 7, 1)),
    ],
)
def test_refusals(lines: str, options: str, found: tuple[str, int, int], tmp_path: Path) -> None:
    assert places(_page(tmp_path, lines, options)) == [found]


def test_a_score_that_no_lines_make_is_named_when_it_is_drawn(tmp_path: Path) -> None:
    page = _page(tmp_path, "score A 12\n")
    with pytest.raises(Exception, match="so 12 cannot be drawn with lines") as caught:
        write_html(page)
    assert (getattr(caught.value, "code", ""), getattr(caught.value, "line", 0)) == ("not-drawn", 6)
