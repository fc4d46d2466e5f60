"""Languages: the seeds' Hindi lines in documents, Spanish, and pseudo-locales that are long or run from the right."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path

import pypdfium2
import pytest

from goti.api import score
from goti.document.html import write_html
from goti.document.page import Page
from goti.document.pdf import _compiler, write_pdf
from goti.document.plain import write_text
from goti.document.rewrite import write_markdown
from goti.engine import messages
from goti.engine.messages import catalogue, languages
from goti.render import figure, fonts, lettering
from goti.render.describe import _texts
from goti.render.embedding import _subset
from goti.render.legend import legend
from goti.render.scene import Text
from goti.tests.doc_blocks import ROOT
from goti.tests.document.pages import BLOCK, EXAMPLES, head, page_of, places

POSITION = score("[1|4] [1|1]@[1|4] [4|4]@[1|4] [1|2]@[1|1]", "seven-rocks")


def _lines(game: str) -> list[tuple[str, str, str]]:
    """Heading, short and long line of the figures of a seed document."""
    text = (ROOT / "fixtures" / "figures" / f"{game}.hi.txt").read_text(encoding="utf-8")
    parts = re.findall(r"(?m)^F\d+\n(.+)\n(.+)\n(.+)$", text)
    return [(heading, short, long) for heading, short, long in parts]


@pytest.mark.parametrize("game", ["seven-rocks", "american-sniff"])
def test_the_long_descriptions_are_those_of_the_seeds(game: str, tmp_path: Path) -> None:
    blocks = ""
    for path in (ROOT / "fixtures" / game).glob("*-figures.goti"):
        source = Path(shutil.copy(path, tmp_path)).read_text(encoding="utf-8")
        titles = re.findall(r'(?m)^layout \S+ "(.*)"', source)
        blocks += "".join(f'```goti: {path.name}#"{title}"\n```\n\n' for title in titles)
    page = page_of(tmp_path, head(language="hi", lint="off").replace("seven-rocks", game) + blocks)
    assert not page.problems, places(page)
    made = [unescape(each) for each in re.findall(r"<desc[^>]*>([^<]*)</desc>", write_html(page))]
    wanted = [long for _, _, long in _lines(game)]
    assert len(wanted) == 11 and sorted(made) == sorted(wanted)


# -- pseudo-locales ---------------------------------------------------------------------------------------------------

_ACCENTS = str.maketrans("aceinouyACEINOUY", "åçëîñøûýÅÇÉÎÑØÜÝ")
_ARABIC = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz", "ابتثجحخدذرزسشصضطظعغفقكلمنه"
)  # every letter another one, so that nothing is left that runs from the left


def _changed(text: str, long: bool) -> str:
    """A text of the English catalogue in a pseudo-locale; its fields stay."""
    parts = re.split(r"(\{[^{}]*\})", text)
    if long:
        said = "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
        return f"[{said} {'ø' * (len(text) // 3)}]"
    return "".join(part if part.startswith("{") else part.lower().translate(_ARABIC) for part in parts)


@pytest.fixture(params=["long", "right-to-left"])
def locale(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language made of the English catalogue and one font entry, as a translator would add it."""
    code, long = ("qlo" if request.param == "long" else "qrl"), request.param == "long"
    known = dict(fonts.font_entries())
    entry = known["en"]
    if not long:
        pytest.importorskip("fontpkg_noto_sans_arabic")
        name = "files/NotoSansArabic[wdth,wght].ttf"
        entry = entry._replace(package="fontpkg_noto_sans_arabic", file=name, family="Noto Sans Arabic")
    texts: dict[str, object] = {
        key: _changed(text, long) if isinstance(text, str) else text for key, text in catalogue("en").items()
    }
    texts["page.direction"] = "ltr" if long else "rtl"
    read = messages.section

    def section(language: str, name: str) -> Mapping[str, object]:
        if language != code:
            return read(language, name)
        return {key: text for key, text in texts.items() if key.startswith(f"{name}.")}

    monkeypatch.setattr(messages, "section", section)
    describing = sys.modules[_texts.__module__]  # the package has a function of this name
    monkeypatch.setattr(describing, "catalogue", lambda each: texts if each == code else catalogue(each))
    monkeypatch.setattr("goti.document.front.languages", lambda: (*languages(), code))
    monkeypatch.setattr(fonts, "font_entries", lambda: {**known, code: entry})
    caches = (_texts, legend, _compiler, _subset, lettering.shape)
    for each in caches:
        each.cache_clear()
    yield code
    for each in caches:
        each.cache_clear()


def test_figures_of_a_pseudo_locale_stay_inside(locale: str) -> None:
    scene = figure(POSITION, locale, title="x" if locale == "qlo" else None)
    texts = [each for each in scene.shapes if isinstance(each, Text)]
    assert len(texts) > 3
    for each in texts:
        right = each.x + each.line.width * each.size / 1000
        assert each.x >= 0 and right <= scene.width, each.line.text


def _page(locale: str, folder: Path) -> Page:
    shared = (EXAMPLES / "branching.goti").read_text(encoding="utf-8")
    text = head(language=locale, numbered="yes", lint="off").replace("A page", "ABC" if locale == "qlo" else "ابت")
    word = "Wörd" if locale == "qlo" else "ابت"
    text += f"## {word}\n\n{word} [1|4] {word} {{2 + 8 = 10}}.\n\n## {word} {word}\n\n" + BLOCK.replace(
        "goti", "goti text", 1
    )
    text += '\n```goti: branching.goti#"Partners apart" caption="' + word + '"\n```\n'
    return page_of(folder, text, branching__goti=shared)


def test_documents_of_a_pseudo_locale(locale: str, tmp_path: Path) -> None:
    page = _page(locale, tmp_path)
    assert not page.problems, places(page)
    made = write_html(page)
    direction = "ltr" if locale == "qlo" else "rtl"
    assert f'<html lang="{locale}" dir="{direction}">' in made
    assert ("Goti Text" in made.partition("@font-face")[2][:60]) == (locale == "qrl")
    document = pypdfium2.PdfDocument(write_pdf(page))
    assert len(document) == 1
    words = document[0].get_textpage().get_text_range()
    assert "[1|4]" in words and "10" in words
    name = page.say("figure", number=1)
    assert name in write_text(page) and name in write_markdown(page, "x")[0]
    english = set(re.findall(r"[A-Za-z]{4,}", write_text(page))) - {"Wörd", "seven", "rocks"}
    assert not english, english  # nothing is left in another language
