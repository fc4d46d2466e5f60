"""Blocks that look as if they should run: none of them passes unseen, and other text is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from goti.document.lookalikes import looks_goti, opens_goti
from goti.tests.document.pages import head, page_of, places

WORDS = (
    "Goti", "GOTI", "gotti", "g0ti", "goit", "gti", "gooti", "goti1", "sgoti", "gotí", "ｇｏｔｉ", "gоti", "gοtι",
    "gotl", "goty", "गोटी", ".goti", "{.goti}", "{Goti}", "{ goti }", "goti,strip", "python goti", "text {goti}",
    "console goti",
)  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_a_misspelt_word(word: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, f"{head()}```{word}\n[1|1]@[1|4] =9\n```\n")
    assert [each.code for each in page.problems] == ["looks-goti"] and page.counts.run == 0


@pytest.mark.parametrize("word", ["go", "git", "gitignore", "dot", "toml file=goti.toml", "text", "", "gpg", "python"])
def test_another_word(word: str) -> None:
    assert looks_goti(word, "some text\n") is None


LINES = (
    "[1|4] =5 +5", "[1|1]@[1|4] =9", "[1|4]", "4-1 =5", "[1-4] = ५", "🀼 =5", "[1|4] =5 +5 as all know", "A: [5|5] =9",
    "B: [5|5]@[1|4] =9 +10", "B: draw [1|2]", "  layout seven-rocks", "layout block", 'व्यवस्था seven-rocks "x"',
    "round 1",
    'match house.toml "x"', "match seven-rocks@1", "settlement american-sniff", "goti 1", "left A [0|3]", "deduct A 5",
    "score A 95", "कटौती A 5", "  counted [1|2]:2", 'figure en "The total is 9"', "$ goti check x.goti", "```goti",
    "~~~ {goti}",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_notation(line: str, tmp_path: Path) -> None:
    for text in (*(f"~~~~{each}\n{line}\n~~~~\n" for each in ("", "text", "domino")), f"    {line}\n"):
        page = page_of(tmp_path, head() + text)
        assert [each.code for each in page.problems] == ["looks-goti"], text


def test_the_line_is_named(tmp_path: Path) -> None:
    fenced, indented = "```text\nA\n[1|1]@[1|4] =9\n```\n", "a\n\n    b\n    [1|1]@[1|4] =9\n"
    assert places(page_of(tmp_path, head() + fenced)) == [("looks-goti", 7, 1)]
    assert places(page_of(tmp_path, head() + indented)) == [("looks-goti", 8, 5)]


@pytest.mark.parametrize("line", LINES)
def test_notation_that_is_only_to_be_read(line: str) -> None:
    for info in ("text shown", "domino shown", "console", "python", "md", "toml"):
        assert looks_goti(info, line) is None


@pytest.mark.parametrize(
    "text",
    [
        "(2) -*- [1|4] (4)",
        "1-4",
        "unfinished",
        "match the tiles",
        "round off",
        "a: b",
        "left and right",
        "draw 5",
        "- 5",
    ],
)
def test_other_text(text: str) -> None:
    assert looks_goti("", text) is None and looks_goti("text", text) is None


TEXTS = {
    "under text": "A\n    ```goti\n    [1|4] =9\n    ```\n",
    "under an item": "1. Play:\n       ```goti\n       [1|4] =9\n       ```\n",
    "under a quotation": "> A\n>     ~~~goti\n>     [1|4] =9\n>     ~~~\n",
    "misspelt": "A\n    ```gotti\n    [1|4] =9\n    ```\n",
    "two marks": "``goti\n[1|4] =9\n``\n",
    "two tildes": "~~goti\n[1|4] =9\n~~\n",
    "colons": ":::goti\n[1|4] =9\n:::\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_block_that_is_text(name: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + TEXTS[name])
    assert [each.code for each in page.problems] == ["goti-in-text"]
    assert (page.counts.found, page.counts.run, page.counts.skipped) == (1, 0, 1)


def test_blocks_in_code_and_comments(tmp_path: Path) -> None:
    for text in ("1. Play:\n\n       ```goti\n       [1|4] =9\n       ```\n", "<!--\n```goti\n[1|4]\n```\n-->\n"):
        assert [each.code for each in page_of(tmp_path, head() + text).problems] == ["looks-goti"]


@pytest.mark.parametrize(
    "line", ["```goti``` is a word", "~~goti~~ is struck out", "~~a~~ goti", "goti", "`goti`", "::: note"]
)
def test_lines_that_open_nothing(line: str) -> None:
    assert not opens_goti(line)
