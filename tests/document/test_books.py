"""The rule books: they build, state every clause and every silent point, say the same in both languages, keep to their
terms, and show the figures of the documents they restate."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from html import unescape
from typing import Any

import pypdfium2
import pytest

from goti.document.clauses import POINTS
from goti.document.command import outputs
from goti.document.coverage import coverage
from goti.document.figures import figure_of
from goti.document.page import Page
from goti.document.parallel import differences
from goti.document.reading import read_page
from goti.document.sections import plain_text
from goti.document.shelf import Shelf
from goti.engine.messages import message
from goti.tests.doc_blocks import ROOT
from goti.tests.document.pages import places

BOOKS = ROOT / "docs" / "rules"
GAMES = ("american-sniff", "seven-rocks")
LANGUAGES = ("en", "hi")
ALL = [(game, language) for game in GAMES for language in LANGUAGES]
TERMS: list[dict[str, Any]] = list(tomllib.loads((BOOKS / "glossary.toml").read_text(encoding="utf-8")).values())
OTHERS_ONLY = {
    "american-sniff": {"3-14", "3-16"},
    "seven-rocks": {"3-12", "3-17", "3-24", "3-25", "3-48", "3-49", "3-50", "3-51", "3-52", "3-53"},
}
"""Points that concern the other game only: its documents alone are silent there, or it alone has such a rule."""


@cache
def _shelf() -> Shelf:
    return Shelf(BOOKS)


@cache
def _book(game: str, language: str) -> Page:
    name = f"{game}.{language}.md"
    return read_page(BOOKS / name, _shelf(), name)


@cache
def _made(game: str, language: str) -> dict[str, bytes]:
    return dict(outputs(_book(game, language), "book", ("html", "pdf", "md", "txt")))


@pytest.mark.parametrize(("game", "language"), ALL)
def test_a_book_builds_in_every_format(game: str, language: str) -> None:
    book = _book(game, language)
    assert not book.problems, places(book)
    assert book.counts.found == book.counts.run > 20
    made = _made(game, language)
    assert {"book.html", "book.pdf", "book.md", "book.txt"} <= set(made)
    assert made["book.pdf"].startswith(b"%PDF")


@pytest.mark.parametrize(("game", "language"), ALL)
def test_every_clause_is_stated_and_shown_or_excused(game: str, language: str) -> None:
    clauses = coverage([_book(game, language)], game)
    assert len(clauses) == {"american-sniff": 67, "seven-rocks": 62}[game]
    assert [each.name for each in clauses if not each.covered] == []
    assert [each.name for each in clauses if each.illustrated and each.reason] == []


@pytest.mark.parametrize(("game", "language"), ALL)
def test_every_silent_point_is_answered(game: str, language: str) -> None:
    stated = {clause for used in _book(game, language).used for clause in used.clauses}
    assert {each for each in stated if each in POINTS} == set(POINTS) - OTHERS_ONLY[game]


def test_the_silent_points_are_those_of_the_list() -> None:
    listed = re.findall(r"(?m)^\| (3-\d+) \|", (ROOT / "docs" / "clauses.md").read_text(encoding="utf-8"))
    assert list(POINTS) == listed


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_say_the_same(game: str) -> None:
    assert list(differences(_book(game, "en"), _book(game, "hi"), "en")) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_the_document_are_all_there(game: str) -> None:
    text = (ROOT / "fixtures" / "figures" / f"{game}.hi.txt").read_text(encoding="utf-8")
    wanted = re.findall(r"(?m)^F\d+\n.+\n.+\n(.+)$", text)
    html = _made(game, "hi")["book.html"].decode("utf-8")
    described = [unescape(each) for each in re.findall(r"<desc[^>]*>([^<]*)</desc>", html)]
    assert len(wanted) == 11 and [each for each in wanted if each not in described] == []


# -- words ------------------------------------------------------------------------------------------------------------


def _prose(page: Page) -> str:
    """The words of a book: its text and captions, with 0 for values and links, without clauses and names of files."""
    text = "\n".join(page.lines)
    text = re.sub(r"(?s)\A---.*?\n---\n", "", text)
    captions = "\n".join(re.findall(r'caption="([^"]*)"', text))
    text = re.sub(r"(?ms)^```.*?^```$", "", text)
    text = re.sub(r"\{term ([^{}|]*)[^{}]*\}", r"\1", re.sub(r"\{(?:states|!|#)[^{}]*\}", "", text))
    return re.sub(r"\{[^{}]*\}|\[\]\(#[^()]*\)", "0", text) + "\n" + captions


def _terms(game: str) -> list[dict[str, Any]]:
    return [each for each in TERMS if game in each.get("games", GAMES)]


@pytest.mark.parametrize(("game", "language"), ALL)
def test_a_book_keeps_to_its_terms(game: str, language: str) -> None:
    prose = _prose(_book(game, language))
    for term in _terms(game):
        forms = [term[language], *term.get("forms", {}).get(language, ())]
        assert any(form.casefold() in prose.casefold() for form in forms), term[language]
    assert sum(len(term.get("not", {}).get(language, ())) for term in TERMS) > 30


@pytest.mark.parametrize(("game", "language"), ALL)
def test_the_index_has_every_term(game: str, language: str) -> None:
    entries = {each.entry for each in _book(game, language).mentions}
    assert entries == {term[language] for term in _terms(game) if term.get("index", True)}


@pytest.mark.parametrize(("game", "language"), ALL)
def test_the_index_leads_to_the_words(game: str, language: str) -> None:
    book = _book(game, language)
    forms = {term[language]: [term[language], *term.get("forms", {}).get(language, ())] for term in _terms(game)}
    places = {each.anchor: each.entry for each in book.mentions}
    led = 0
    for inline in (each for each in book.tokens if each.type == "inline"):
        for child in inline.children or []:
            entry = places.get(child.meta.get("term", ""))
            if entry is not None:
                led += 1
                assert any(each.casefold() in plain_text(inline).casefold() for each in forms[entry]), entry
    assert led == len(places) > 40


def test_the_glossary_names_one_term_for_a_thing() -> None:
    for language in LANGUAGES:
        for game in GAMES:
            own = [term[language] for term in _terms(game)]
            assert len(own) == len(set(own))
        used = {term[language] for term in TERMS}
        assert used.isdisjoint({word for term in TERMS for word in term.get("not", {}).get(language, ())})


@pytest.mark.parametrize("game", GAMES)
def test_hindi_is_written_one_way(game: str) -> None:
    prose = _prose(_book(game, "hi"))
    assert unicodedata.is_normalized("NFC", prose)
    wrong = {
        "a full stop for a danda": r"[\u0900-\u097f]\.(?:\s|$)",
        "a blank before a mark": r"\S [।,;:?!]",
        "a doubled mark": r"[।,;:]{2}|\S  +\S",
        "a nukta below ka, kha or ga": "[कखग]\u093c",
        "the other shri": "श्र\u0943",
        "Devanagari digits": "[०-९]",
        "a hyphen for a dash": r"\S - \S",
    }
    found = {name: re.findall(f".{{0,20}}(?:{each})", prose) for name, each in wrong.items()}
    assert {name: each for name, each in found.items() if each} == {}


# -- the printed page -------------------------------------------------------------------------------------------------

_MARGIN, _FIRST_LINE = 58, 84
"""Where the first line of a page begins and ends, in points from its upper edge."""


@pytest.mark.parametrize(("game", "language"), ALL)
def test_summary_and_counting_take_a_page_each(game: str, language: str) -> None:
    document = pypdfium2.PdfDocument(_made(game, language)["book.pdf"])
    targets = [each.get_dest() for each in document.get_toc(max_depth=1)]
    pages = [page for each in targets if each is not None and (page := each.get_index()) is not None]
    summary, counting, rest = pages[:3]
    assert (counting - summary, rest - counting) == (1, 1)


@pytest.mark.parametrize(("game", "language"), ALL)
def test_no_page_begins_with_the_caption_of_a_picture(game: str, language: str) -> None:
    page = _book(game, language)
    pictures = [each for each in page.examples if each.drawn and figure_of(page, each).single is not None]
    captions = ["".join(f"{page.labels[each.anchor]}{each.caption(language)}".split())[:16] for each in pictures]
    assert len(captions) > 8
    for sheet in pypdfium2.PdfDocument(_made(game, language)["book.pdf"]):
        width, height = sheet.get_size()
        top = sheet.get_textpage().get_text_bounded(0, height - _FIRST_LINE, width, height - _MARGIN)
        assert not [each for each in captions if "".join(top.split()).startswith(each)]


_TOP, _FOOT = 62, 62
"""Margins of a page above and below its text, in points; the number of the page stands below."""


@pytest.mark.parametrize(("game", "language"), ALL)
def test_no_page_but_the_last_is_left_half_empty(game: str, language: str) -> None:
    sheets = list(pypdfium2.PdfDocument(_made(game, language)["book.pdf"]))
    assert len(sheets) > 15
    for sheet in sheets[:-1]:
        height = sheet.get_size()[1]
        bottoms = [each.get_bounds()[1] for each in sheet.get_objects(max_depth=1)]
        lowest = min(each for each in bottoms if each > _FOOT - 2)
        assert (height - _TOP - lowest) / (height - _TOP - _FOOT) > 0.75


@pytest.mark.parametrize(("game", "language"), ALL)
def test_the_text_edition_explains_its_pictures_above_the_first(game: str, language: str) -> None:
    text = _made(game, language)["book.txt"].decode("utf-8")
    key, first = text.index(message(language, "page.legend")), text.index("-*- [1|4]")
    assert key < first
    for kind, mark in (("spinner", "-*-  [1*1]"), ("counted", "(4)"), ("uncounted", "o")):
        assert re.search(rf"(?m)^ +{re.escape(mark)} +{message(language, f'figure.legend.{kind}')}$", text[key:first])


@pytest.mark.parametrize(("game", "language"), ALL)
def test_links_to_sections_say_that_they_are_sections(game: str, language: str) -> None:
    book = _book(game, language)
    words = {"en": "section ", "hi": "खंड "}[language]
    links = {name: book.labels[name] for line in book.lines for name in re.findall(r"\[\]\(#([^)]+)\)", line)}
    sections = {each.anchor: each.number for each in book.headings}
    found = {name: label for name, label in links.items() if name in sections}
    assert found and found == {name: words + sections[name] for name in found}
