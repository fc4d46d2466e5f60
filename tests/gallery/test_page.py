"""The page of the gallery on a phone and on paper."""

from __future__ import annotations

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page

from goti.render.compose import strip
from goti.render.figure import figure
from goti.render.look import look
from goti.tests.gallery.run import page
from goti.tests.render.figures import figures


@pytest.fixture(scope="module")
def gallery() -> str:
    """Four sections, each of twelve figures and a strip."""
    shown = figures("seven-rocks")
    wide = strip([shown["F8"], shown["F4"], shown["F6"]], look("en"), columns=3)
    return page(
        (f"Part {i}", {**{f"f-{i}-{n}": figure(shown["F6"]) for n in range(12)}, f"s-{i}": wide}) for i in "1234"
    )


def opened(browser: Browser, text: str) -> Page:
    found = browser.new_page(viewport={"width": 390, "height": 844})
    found.set_content(text)
    return found


def test_on_a_phone_wide_figures_scroll_in_their_box(browser: Browser, gallery: str) -> None:
    shown = opened(browser, gallery)
    assert shown.evaluate("document.documentElement.scrollWidth") == 390
    scale, hidden = shown.evaluate(
        """() => { const box = [...document.querySelectorAll("figure div")].at(-1), svg = box.firstElementChild;
        return [svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, box.scrollWidth - box.clientWidth] }"""
    )
    assert scale > 0.69 and hidden > 100
    shown.close()


def test_on_paper_figures_stand_in_rows_and_headings_with_them(browser: Browser, gallery: str) -> None:
    shown = opened(browser, gallery)
    pdf = pypdfium2.PdfDocument(shown.pdf(prefer_css_page_size=True))
    shown.close()
    pages = [each.get_textpage().get_text_bounded() for each in pdf]
    assert len(pages) <= 4
    for i in "1234":
        assert any(f"Part {i}" in text and f"f-{i}-0" in text for text in pages)
