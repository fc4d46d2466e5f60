"""SVG text: form, words, ids, sizes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings

from goti.engine.layout import Layout
from goti.render import describe, figure_svg
from goti.render.svg import _COLUMNS, _number, _pattern

from .figures import DRAWN, GAMES, figures
from .positions import position_of
from .trees import layouts

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "title", "desc", "rect", "defs", "use", "g", "path", "circle", "text"}


def figure(name: str = "F5", **wishes: object) -> str:
    return figure_svg(figures("seven-rocks")[name], **wishes)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "hi"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", DRAWN)
def test_title_and_description_are_the_documents_lines(game: str, name: str, lang: str) -> None:
    position = figures(game)[name]
    root = ElementTree.fromstring(figure_svg(position, lang=lang))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and desc is not None
    assert title.text == describe(position, lang, "heading")
    assert desc.text == describe(position, lang, "long")
    assert root.get("role") == "img" and root.get("lang") == lang
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"


def test_only_plain_svg_is_used() -> None:
    svg = figure(title='<b> & "c"')
    root = ElementTree.fromstring(svg)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= ALLOWED
    assert root.get("viewBox") is not None and root.get("width") is None
    for forbidden in ("style=", "<style", "var(", " href", "transparent", "rgba"):
        assert forbidden not in svg


def test_words_lie_over_their_outlines() -> None:
    root = ElementTree.fromstring(figure(title="A & B"))
    drawing, words = root.findall(f"{SVG}g")
    assert drawing.get("aria-hidden") == "true"
    found = [each.text for each in words]
    assert "A & B" in found and "2 + 5 + 3 = 10; 10 points" in found
    outlines = [each for each in drawing if each.get("transform")]
    places = [(each.get("transform") or "").partition(" scale")[0] for each in outlines]
    for text in words:
        assert f"translate({text.get('x')} {text.get('y')})" in places
        assert float(text.get("textLength", "0")) > 0
    # Only the sample number of the legend is no word.
    assert len(places) == len(words) + 1


def test_every_outline_is_kept_once_and_used() -> None:
    root = ElementTree.fromstring(figure(lang="hi", title="शाखा"))
    kept = [each.get("id") for each in root.iter(f"{SVG}path") if each.get("id")]
    used = [each.get("{http://www.w3.org/1999/xlink}href") for each in root.iter(f"{SVG}use")]
    assert len(kept) == len(set(kept)) and {f"#{each}" for each in kept} == set(used)
    assert len(used) > len(kept)


def test_same_input_same_bytes_and_no_date() -> None:
    assert figure() == figure()
    assert figure() != figure("F6")


def test_two_figures_on_a_page_share_no_id() -> None:
    figures_of_page = [figure(name) for name in DRAWN] + [figure("F5", key="again"), figure("F5", lang="hi")]
    ids = [each for svg in figures_of_page for each in re.findall(r' id="([^"]+)"', svg)]
    assert len(ids) == len(set(ids)) > 2 * len(figures_of_page)
    for svg in figures_of_page:
        own = set(re.findall(r' id="([^"]+)"', svg))
        assert set(re.findall(r'href="#([^"]+)"', svg)) < own


def test_width_in_print_keeps_the_ratio() -> None:
    root = ElementTree.fromstring(figure(width_mm=80))
    _, _, width, height = (float(each) for each in (root.get("viewBox") or "").split())
    assert root.get("width") == "80mm"
    assert float((root.get("height") or "").removesuffix("mm")) == pytest.approx(80 * height / width, abs=0.01)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (3.0, "3"),
        (0.5, "0.5"),
        (1.005, "1"),
        (-0.001, "0"),
        (-2.50, "-2.5"),
        (100.0, "100"),
        (1 / 3, "0.33"),
    ],
)
def test_one_form_of_a_number(value: float, text: str) -> None:
    assert _number(value) == text


@pytest.mark.parametrize("pips", _COLUMNS)
@pytest.mark.parametrize("lies", [True, False])
def test_a_half_has_as_many_dots_as_pips_about_its_middle(pips: int, lies: bool) -> None:
    path = _pattern(pips, lies, 7)
    assert path.count("h0") == pips
    x = y = 0.0
    points = []
    for step in path.split("h0")[:-1]:
        if step:
            dx, dy = re.findall(r"-?[\d.]+", step)
            x, y = x + float(dx), y + float(dy)
        points.append((round(x), round(y)))
    assert len(set(points)) == pips
    assert {(-a, -b) for a, b in points} == set(points)
    assert all(abs(a) <= 7 and abs(b) <= 7 for a, b in points)


@given(layouts(most=12))
@settings(max_examples=30, deadline=None)
def test_every_figure_is_well_formed(layout: Layout) -> None:
    root = ElementTree.fromstring(figure_svg(position_of(layout), lang="hi", title="गोटी"))
    pips = sum(each.low + each.high for each in layout.tiles)
    dots = "".join(each.get("d", "") for each in root.iter(f"{SVG}path"))
    assert dots.count("h0") + dots.count("h.01") == pips
