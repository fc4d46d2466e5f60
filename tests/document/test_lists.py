"""Terms, glossaries, lists, captions of tables, links to clauses, and pages of a wanted number."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from goti.cli import main
from goti.document.html import write_html
from goti.document.lists import Entry, Place, entry_text, list_of
from goti.document.page import Page
from goti.document.pdf import write_pdf
from goti.document.plain import write_text
from goti.document.rewrite import write_markdown
from goti.document.terms import sort_key
from goti.tests.document.pages import BLOCK, head, page_of, places
from goti.tests.document.test_writers import read

TEXT = """
{states SR32}The {term spinner}, and {term other doubles|double}.

## One {#one}

{states SR40}A {see spinner}word, [](#SR32), [](#SR40), [](#costs).

| pips | cost |
| --: | --: |
| {~3} | {rounded.3=5} |

: What hands cost {#costs}

%s
{page}

## Index

{list terms}

{list clauses}

{list figures}

{list tables}
"""


@pytest.fixture
def page(tmp_path: Path) -> Page:
    block = BLOCK.replace("```goti", '```goti #shown caption="A chain" clauses=SR40', 1)
    page = page_of(tmp_path, head(numbered="yes") + TEXT % block)
    assert not page.problems, places(page)
    return page


def test_what_is_listed(page: Page) -> None:
    first, second = Place("term-1", "A page", True), Place("term-3", "1")
    assert list_of(page, "terms") == (
        Entry("double", (Place("term-2", "A page", True),)),
        Entry("spinner", (first, second)),
    )
    assert list_of(page, "clauses") == (
        Entry("SR32", (Place("SR32", "A page", True),)),
        Entry("SR40", (Place("SR40", "1", True), Place("shown", "Figure 1"))),
    )
    assert list_of(page, "figures") == (Entry("Figure 1 A chain", (Place("shown", ""),)),)
    assert list_of(page, "tables") == (Entry("Table 1 What hands cost", (Place("costs", "Table 1"),)),)


def test_lists_in_every_format(page: Page) -> None:
    said = {"spinner: A page, 1", "SR40: 1, Figure 1", "Figure 1 A chain", "Table 1 What hands cost"}
    entries = {entry_text(each) for kind in ("terms", "clauses", "figures", "tables") for each in list_of(page, kind)}
    assert entries == said | {"double: A page", "SR32: A page"}
    text, markdown = write_text(page), write_markdown(page, "x")[0]
    assert said < set(text.splitlines()) and {f"- {each}" for each in said} < set(markdown.splitlines())
    assert "Table 1. What hands cost" in text and "**Table 1.** What hands cost" in markdown
    assert "## 1 One" in markdown and "{" not in markdown
    made = write_html(page)
    reader = read(made)
    ids = {each["id"] for _, each in reader.elements if each.get("id")}
    assert {"term-1", "term-3", "SR32", "SR40", "costs", "shown"} <= ids
    assert {str(each["href"])[1:] for tag, each in reader.elements if tag == "a"} <= ids
    assert '<dfn id="term-2">other doubles</dfn>' in made and made.count('class="page"') == 1
    assert re.search(r'<caption><span class="number">Table 1</span>\s+What hands cost</caption>', made)


def test_an_index_has_the_pages_of_a_pdf(page: Page) -> None:
    document = pypdfium2.PdfDocument(write_pdf(page))
    assert len(document) == 2
    index = document[1].get_textpage().get_text_range()
    assert re.search(r"double\s+1\b", index) and re.search(r"SR40\s+1, Figure 1", index)
    assert re.search(r"Figure 1 A chain[ .\r\n]+1\b", index)


def test_the_order_of_an_index() -> None:
    words = ["Zug", "évier", "Ende", "eben", "गोटी", "खेल", "अंक", "आड़ी", "ड़", "ढ"]
    assert sorted(words, key=sort_key) == ["eben", "Ende", "évier", "Zug", "अंक", "आड़ी", "खेल", "गोटी", "ड़", "ढ"]


def test_pages_that_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for pages, status in (("2", 0), ("1", 1)):
        text = head(pages=pages, columns="2", size="small") + "Word.\n\n{page}\n\nMore.\n"
        (tmp_path / "page.md").write_text(text, encoding="utf-8")
        assert main(["doc", "page.md", "-o", f"out{pages}", "--format", "html,pdf"]) == status
        assert (tmp_path / f"out{pages}").exists() == (status == 0)
    assert "page.md:4:1: page-count: the PDF has 2 pages, not 1" in capsys.readouterr().out
    assert places(page_of(tmp_path, head(pages="none") + "Word.\n")) == [("bad-kind", 4, 8)]


GLOSSARY = """
[joint]
hi = "जोड़"
not.hi = ["संधि", "मिलान"]
[stock]
en = "stock"
not.en = ["bone yard"]
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("यहाँ संधि है।", [(7, 6)]),
        ("यहाँ संधियाँ, संधिस्थल और मिलाना।", []),
        ("**मिलान**, [मिलान](#a) {#a}".replace(" {#a}", ""), [(7, 3), (7, 13)]),
        ("जोड़ और जोड़ें, `संधि`।", []),
    ],
)
def test_words_a_glossary_does_not_use(text: str, found: list[tuple[int, int]], tmp_path: Path) -> None:
    front = head(language="hi", terms="words.toml", lint="off")
    page = page_of(tmp_path, f"{front}{text}\n\n## A {{#a}}\n", words__toml=GLOSSARY)
    assert {each.code for each in page.problems} <= {"other-term"}
    assert [(each.origin.line, each.column) for each in page.problems] == found or len(page.problems) == len(found)


def test_captions_keep_to_the_glossary(tmp_path: Path) -> None:
    block = BLOCK.replace("```goti", '```goti caption="A Bone  Yard"', 1)
    page = page_of(tmp_path, head(terms="words.toml") + block, words__toml=GLOSSARY)
    assert [(each.code, each.origin.line) for each in page.problems] == [("other-term", 6)]
