"""What documents become: HTML that needs no other file, PDF with words and tags, Markdown, plain text."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest
from markdown_it import MarkdownIt

from goti.document.figures import figure_of
from goti.document.html import write_html
from goti.document.page import Page
from goti.document.pdf import write_pdf
from goti.document.plain import WIDTH, wrapped, write_text
from goti.document.reading import read_page
from goti.document.rewrite import write_markdown
from goti.document.shelf import Shelf
from goti.engine.excerpt import cells
from goti.engine.messages import catalogue
from goti.tests.doc_blocks import ROOT
from goti.tests.document.pages import BLOCK, SAMPLES, head, page_of

PAGES = [read_page(path, Shelf(path.parent), path.name) for path in SAMPLES]
IDS = [path.name for path in SAMPLES]
every_sample = pytest.mark.parametrize("page", PAGES, ids=IDS)

_VOID = {"meta", "br", "img", "hr", "link", "input"}


class _Reader(HTMLParser):
    """Elements by name with their attributes; fails where tags do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script", "title", "desc"} & set(self.open):
            self.words.append(data)


def read(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    assert not reader.open
    return reader


@every_sample
def test_html_is_whole_and_alone(page: Page) -> None:
    text = write_html(page)
    reader = read(text)
    names = Counter(tag for tag, _ in reader.elements)
    assert names["script"] == 0 and names["main"] == names["h1"] == 1 and names["figure"] == 4 and names["nav"] == 1
    ids = Counter(str(each["id"]) for _, each in reader.elements if each.get("id"))
    assert max(ids.values()) == 1
    for tag, each in reader.elements:
        target = each.get("href")
        assert target is None or (target.startswith("#") and target[1:] in ids), target
        assert not str(each.get("src", "data:")).startswith(("http", "//")), each
        assert not any(name.startswith("on") for name in each), (tag, each)
        for name in str(each.get("aria-labelledby") or "").split():
            assert name in ids
    assert "url(http" not in text and "@import" not in text
    assert reader.elements[0] == ("html", {"lang": page.language, "dir": "ltr"})


@every_sample
def test_html_again_is_the_same(page: Page) -> None:
    again = read_page(page.path, Shelf(page.folder), page.shown)
    assert write_html(again) == write_html(page) and write_pdf(again) == write_pdf(page)


@every_sample
def test_every_picture_is_described(page: Page) -> None:
    text = write_html(page)
    found = [html.unescape(each) for each in re.findall(r"<desc[^>]*>([^<]*)</desc>", text)]
    parts = [part for example in page.examples for part in figure_of(page, example).parts]
    assert len(parts) > 5 and all(part.long in found for part in parts)
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ET.fromstring(svg)


def _letters(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _sentences(page: Page) -> list[str]:
    """The paragraphs, headings and cells of a page as they are shown."""
    words = [
        each.content
        for token in page.tokens
        if token.type == "inline"
        for each in token.children or []
        if each.type == "text"
    ]
    assert len(words) > 20
    return words


@every_sample
def test_pdf_has_the_words_of_the_source(page: Page) -> None:
    document = pypdfium2.PdfDocument(write_pdf(page))
    text = "".join(document[n].get_textpage().get_text_range() for n in range(len(document)))
    text = text.replace("\ufffe", "-")
    missing = [each for each in _sentences(page) if _letters(each) not in _letters(text)]
    assert not missing
    assert [text.count(f"[{a}|{b}]") > 0 for a, b in ((4, 4), (3, 4), (1, 2))] == [True] * 3
    assert document.get_metadata_dict()["Title"] == page.title


WORD = re.compile(r"[\u0900-\u0963\u0970-\u097f]{2,}(?:-[\u0900-\u0963\u0970-\u097f]+)*")
CLUSTERS = (
    "कुछ कुल केवल कैसे केंद्रीय दोहराएँ। उठाएँ, घटाएँ; रुपया रूप फुर्ती क्रम शृंखला ज्ञान द्वितीय पार्श्व स्निफ बिंदु-मूल्य "
    "आमने-सामने जोड़-स्थान दौर-समापक कर्ता र्कें ट्रे ड्रम हृदय कृपा हुँकार टेढ़ा ठेका ढूँढ़ें "
)


@pytest.fixture(scope="module")
def hindi(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Counter[str]]:
    """A PDF of Hindi words, and all of them: vowel signs below consonants, what follows, hyphens at ends of lines."""
    folder = tmp_path_factory.mktemp("hindi")
    seeds = "\n\n".join(
        path.read_text(encoding="utf-8").replace("#", "").replace("[", "\\[").replace("|", "\\|")
        for path in sorted((ROOT / "fixtures" / "figures").glob("*.hi.txt"))
    )
    front = head(language="hi", lint="off", contents="no").replace("A page", "कुछ शब्द")
    text = f"{front}## कैसे {CLUSTERS}\n\n{CLUSTERS * 40}\n\n{seeds}\n"
    page = page_of(folder, text)
    assert not page.problems, page.problems[:3]
    (folder / "page.pdf").write_bytes(write_pdf(page))
    return folder / "page.pdf", Counter(WORD.findall(text + page.say("checked", rules="")))


def test_poppler_finds_the_words_of_hindi_whole(hindi: tuple[Path, Counter[str]]) -> None:
    path, words = hindi
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler is not on this machine")
    shown = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True).stdout.decode()
    found = Counter(WORD.findall(shown))
    assert not words - found and set(found) == set(words)


def test_pdfium_finds_the_words_of_hindi_whole(hindi: tuple[Path, Counter[str]]) -> None:
    path, words = hindi
    shown = "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
    found = Counter(WORD.findall(shown))
    assert not words - found and set(found) == set(words)


@every_sample
def test_pdf_is_tagged_and_says_so(page: Page) -> None:
    data = write_pdf(page)
    assert b"/StructTreeRoot" in data and b"/MarkInfo" in data and b"pdfuaid" in data
    assert f"/Lang({page.language})".encode() in data.replace(b" ", b"")
    assert b"CreationDate" not in data


@every_sample
def test_text_is_narrow_and_whole(page: Page) -> None:
    text = write_text(page)
    shown = [line for line in text.splitlines() if not line.startswith("    ")]
    assert all(cells(line) <= WIDTH for line in shown)
    assert "\n    (2) -*- [1|4] --- (8)\n" in text and "{" not in text
    assert all(each in _letters(text) for each in map(_letters, _sentences(page)))


@every_sample
def test_markdown_is_plain(page: Page) -> None:
    text, files = write_markdown(page, "x")
    assert text.startswith(f"# {page.title}\n") and "{" not in text and "goti" not in text.replace("goti ", "")
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    pictures = [
        str(child.attrGet("src")) for token in tokens for child in token.children or [] if child.type == "image"
    ]
    assert sorted(pictures) == sorted(files) and len(files) == 6
    assert all(each.startswith("<svg") for each in files.values())
    words = [each.content for token in tokens for each in token.children or [] if each.type == "text"]
    assert all(_letters(each) in _letters("".join(words)) for each in _sentences(page))


@pytest.mark.parametrize("text", ["ab cd", "", "शाखा बनाने वाली डबल गोटी कैसे गिनी जाती है", "a\nb", "x" * 99])
def test_wrapped_lines(text: str) -> None:
    lines = wrapped(text, 12)
    assert "".join(lines).replace(" ", "") == _letters(text)
    assert all(cells(each) <= 12 or " " not in each for each in lines)


def test_hostile_text_is_only_text(tmp_path: Path) -> None:
    said = 'a & b "c" <d> #e $f$ `g` @h \\i *j [k] //l /*m*/ #let x = 1 ]] }} "+panic("x")+"'
    title = 'T <b> & "q" #panic()'
    text = head(source="'</footer><script>'").replace("A page", f"'{title}'")
    text += "\n".join(["## " + said.replace("`g`", "g").replace("<d>", "\\<d>"), "", said.replace("<d>", "\\<d>")])
    page = page_of(tmp_path, text)
    assert not page.problems, page.problems
    made = write_html(page)
    assert "<script" not in made and "<b>" not in made and "<d>" not in made
    assert title in "".join(read(made).words)
    document = pypdfium2.PdfDocument(write_pdf(page))
    shown = document[0].get_textpage().get_text_range()
    assert _letters('#let x = 1 ]] }} "+panic("x")+"') in _letters(shown)
    assert document.get_metadata_dict()["Title"] == title


EVERYTHING = """
Text with *emphasis*, **strong**, `code` and a hard\\
break, a [link](https://example.org/) and [](#b).

## A list {#b}

- one
  - inner
- two

3. three

   more
4. four

> quoted
>
> - in it

***

```text
shown
```

    indented

| a | b | c |
| :-- | :-: | --: |
| 1 | *2* | `3` |

<!-- not shown -->

![A picture](a.svg)

```goti theme=ivory text long width=50% caption="All [1|4] shown"
[1|4] =5 +5
```

```goti steps=none notation
[1|4] =5 +5
```

```goti: m.goti round=1
```
"""
MATCH = 'match american-sniff "M"\nseats A "Asha" B "Binod"\nround 1\nlot A\nA: [5|5] =10 +10\n'
MATCH += "B: draw [1|2]  #! undecided:hand-unknown\nunfinished\n"


def test_everything_markdown_has(tmp_path: Path) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    page = page_of(tmp_path, head(lint="off") + EVERYTHING, a__svg=picture, m__goti=MATCH)
    assert not page.problems, page.problems
    made = read(write_html(page))
    names = Counter(tag for tag, _ in made.elements)
    assert (names["ul"], names["ol"], names["blockquote"], names["hr"], names["img"], names["table"]) == (
        4,
        1,
        1,
        1,
        1,
        2,
    )
    assert write_pdf(page).startswith(b"%PDF")
    text = write_text(page)
    for piece in (
        "- one\n  - inner",
        "3. three\n\n   more",
        "> quoted\n>\n> - in it",
        "* * *",
        "    shown",
        "A Asha",
        "draw [1|2]",
    ):
        assert piece in text, piece
    assert "not shown" not in text
    assert "Figure 1. All [1|4] shown" in text and text.count("Figure") == 2


def test_figures_are_numbered_in_the_words_of_the_language(tmp_path: Path) -> None:
    page = page_of(tmp_path, head(language="hi") + BLOCK + "```goti steps=none\n[1|4]\n```\n" + BLOCK)
    assert [each.number for each in page.examples] == [1, None, 2]
    assert "चित्र 2" in write_text(page) and catalogue("hi")["figure.legend.counted"] in write_html(page)


@pytest.mark.parametrize(("contents", "levels"), [("yes", {"2", "3"}), ("short", {"2"}), ("no", set())])
def test_how_deep_the_contents_go(contents: str, levels: set[str], tmp_path: Path) -> None:
    page = page_of(tmp_path, head(contents=contents) + "## One\n\n### Two\n\n## Three\n")
    assert set(re.findall(r'<li class="level-(\d)">', write_html(page))) == levels


def test_a_short_sum_stays_on_one_line(tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + BLOCK + "It is {sum=2 + 8 = 10}, or {total}.\n")
    text = write_html(page)
    assert '<span class="value whole">2 + 8 = 10</span>' in text and '<span class="value">10</span>' in text


@pytest.mark.parametrize("below", ["words below", "\t<b>", "> words", "# A heading", "- a list"])
def test_markdown_of_a_figure_runs_into_nothing(tmp_path: Path, below: str) -> None:
    """Text touches a block in the source: in Markdown it is still no part of the figure's caption."""
    text, _ = write_markdown(page_of(tmp_path, f"{head()}words above\n{BLOCK}{below}\n"), "x")
    kinds = [each.type for each in MarkdownIt().parse(text) if each.level == 0 and each.nesting >= 0]
    assert kinds.count("html_block") == 0 and "\nwords above\n\n!" in text
    assert f"\n\n{below}\n" in text
