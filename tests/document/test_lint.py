"""Numbers near a figure: whatever nothing checks is reported, in captions, tables, pictures and terms too."""

from __future__ import annotations

from pathlib import Path

import pytest

from goti.document.html import write_html
from goti.document.lint import numbers
from goti.document.pdf import write_pdf
from goti.document.plain import write_text
from goti.document.rewrite import write_markdown
from goti.document.typst import typst_source
from goti.tests.document.pages import BLOCK, head, page_of, places

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'


def block(options: str = "", after: str = "") -> str:
    return f"```goti {options}\n[1|4] =5 +5\n{after}```\n"


BARE = {
    "a caption behind the fence": (block('caption="The total is 99"'), 5, 31),
    "a caption in the block": (block(after='figure en "N17 is 99"\n'), 7, 19),
    "a caption of a table": (BLOCK + "\n| a |\n|---|\n| b |\n\n: Costs 77 {#t}\n", 15, 9),
    "a picture": (BLOCK + "![shows 88](p.svg)\n", 10, 9),
    "a term": (BLOCK + "a {term 99 tiles}\n", 10, 9),
    "another form of a term": (BLOCK + "a {term tiles|99 tiles}\n", 10, 15),
    "a mention": (BLOCK + "a {see 99 tiles}\n", 10, 8),
    "letters behind it": (BLOCK + "10points\n", 10, 1),
    "Hindi letters behind it": (BLOCK + "१०अंक\n", 10, 1),
    "an ordinal": (BLOCK + "५वाँ\n", 10, 1),
    "letters before it": (BLOCK + "कुल१०\n", 10, 4),
    "other digits": (BLOCK + "a ٣ b\n", 10, 3),
    "a link": (BLOCK + "[a 7](#figure-1)\n", 10, 4),
}


@pytest.mark.parametrize("name", BARE)
def test_a_bare_number(name: str, tmp_path: Path) -> None:
    text, line, column = BARE[name]
    assert places(page_of(tmp_path, head() + text, p__svg=PICTURE)) == [("bare-number", line, column)]
    assert not page_of(tmp_path, head(lint="off") + text, p__svg=PICTURE).problems


def test_numbers_of_names() -> None:
    assert not list(numbers("SR36, A4 and AS1"))
    assert [*numbers("A 4, a4 and b-4")] == [(2, 3), (6, 7), (14, 15)]


CHECKED = (
    block('caption="Of {total=5}, {~99} and [1|4]"'),
    block(after='figure en "Of 5 and [1|4]"\n'),
    '```goti\nlayout seven-rocks "Game 3"\n[1|4]\n```\n',
    block('caption="Of 5"'),
    BLOCK.replace("```goti", '```goti steps=all caption="First 5, then 6"', 1),
)


@pytest.mark.parametrize("text", CHECKED)
def test_a_number_that_is_checked_or_the_figures_own(text: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + text)
    assert not page.problems, places(page)
    shown = page.examples[0].caption("en")
    assert "{" not in shown
    for made in (write_text(page), write_markdown(page, "x")[0]):
        assert shown in made
    assert "{total" not in write_html(page) + typst_source(page)


WORDS = {
    "en": ("The total is {}", "A sum of {}, no more", "total: {}", "{} points"),
    "hi": ("योग {}", "कुल योग अब {}", "{} अंक"),
    "es": ("El total es {}", "suma de {}", "{} puntos"),
}


@pytest.mark.parametrize(("language", "words"), [(key, each) for key, found in WORDS.items() for each in found])
def test_a_number_beside_its_word_is_that_value(language: str, words: str, tmp_path: Path) -> None:
    """The figure has a total of 5 for 5 points; the contributions 4 and 1 are its own, and are neither."""
    for number, wrong in (("5", False), ("4", True), ("{~4}", False), ("{total=5}", False)):
        page = page_of(tmp_path, head(language=language) + block(f'caption="{words.format(number)}"'))
        assert [each[0] for each in places(page)] == ["bare-number"] * wrong, (words, number)


def test_totals_of_all_steps_shown_and_points_that_a_line_claims(tmp_path: Path) -> None:
    strip = "[1|1]@[1|4] =6\n"
    for words, wrong in (("A total of 5, then a total of 6; 0 points", 0), ("A total of 2; 6 points", 2)):
        page = page_of(tmp_path, head() + block(f'strip steps=all caption="{words}"', strip))
        assert [each[0] for each in places(page)] == ["bare-number"] * wrong
    quiet = page_of(tmp_path, head() + block('caption="In total 4, and subtotal 4"'))
    assert [each[0] for each in places(quiet)] == ["bare-number"]


def test_a_false_value_of_a_caption(tmp_path: Path) -> None:
    assert places(page_of(tmp_path, head() + block('caption="Of {total=6}"'))) == [("false-value", 5, 21)]
    assert places(page_of(tmp_path, head() + block('caption="Of {totl}"'))) == [("unknown-value", 5, 21)]
    named = page_of(tmp_path, head() + block(after='figure en "Of {totl}"\n'))
    assert not named.problems and named.examples[0].caption("en") == "Of {totl}"


def test_values_in_the_words_of_a_picture(tmp_path: Path) -> None:
    text = head() + BLOCK + "![shows {~88}, {total=10} and [1|4]](p.svg) {total}\n"
    page = page_of(tmp_path, text, p__svg=PICTURE)
    assert not page.problems, places(page)
    said = "shows 88, 10 and [1|4]"
    assert f'alt="{said}"' in write_html(page) and said in write_text(page) and said in typst_source(page)
    assert f"![{said}](x.picture-1.svg) 10" in write_markdown(page, "x")[0] and write_pdf(page)
    wrong = page_of(tmp_path, text.replace("{total=10}", "{total=11}"), p__svg=PICTURE)
    assert places(wrong) == [("false-value", 10, 16)]


def test_links_in_captions_of_tables_lead_somewhere(tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + "| a |\n|---|\n| b |\n\n: See [it](#nowhere) {#t}\n")
    assert [each[0] for each in places(page)] == ["no-label"]
