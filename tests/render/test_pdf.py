"""PDF and PNG: bytes that repeat, real words, exact size, no picture changed by the words."""

from __future__ import annotations

import io
import os
import struct
import sys
import zlib
from math import nan
from typing import Any

import pytest
from PIL import Image, ImageChops

from goti.engine.errors import NeedsCairo, RenderError
from goti.render import figure_svg, look, strip, to_pdf, to_png, write_svg
from goti.render.pdf import _words_below

from .figures import figures

pypdfium2 = pytest.importorskip("pypdfium2")
try:
    to_png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
except NeedsCairo as error:
    pytest.skip(str(error), allow_module_level=True)

HINDI = figure_svg(figures("seven-rocks")["F5"], lang="hi", title="शाखा खोलना")


def read(data: bytes) -> Any:
    return pypdfium2.PdfDocument(data)


def test_two_runs_give_the_same_bytes() -> None:
    assert to_pdf(HINDI, "शाखा") == to_pdf(HINDI, "शाखा")
    assert to_png(HINDI) == to_png(HINDI)


def test_the_title_and_the_fixed_dates() -> None:
    about = read(to_pdf(HINDI, "शाखा खोलना")).get_metadata_dict()
    assert about["Title"] == "शाखा खोलना"
    assert "20260101000000" in about["CreationDate"] and "20260101000000" in about["ModDate"]


def test_the_words_can_be_copied() -> None:
    text = read(to_pdf(HINDI, "")).get_page(0).get_textpage().get_text_range()
    for words in ("शाखा खोलना", "2 + 5 + 3 = 10; 10 अंक", "गिना गया योगदान", "शाखा बनाने वाली डबल गोटी"):
        assert words in text


def test_the_words_of_a_strip_can_be_copied_too() -> None:
    steps = [figures("seven-rocks")[name] for name in ("F8", "F9", "F1")]
    text = read(to_pdf(write_svg(strip(steps, look("en"))))).get_page(0).get_textpage().get_text_range()
    for words in ("4 + 1 = 5; 5 points", "2 + 8 = 10; 10 points", "counted contribution"):
        assert words in text


def test_the_words_do_not_change_the_picture() -> None:
    moved, plain = (Image.open(io.BytesIO(to_png(svg))).convert("RGB") for svg in (_words_below(HINDI), HINDI))
    assert moved.size == plain.size
    assert ImageChops.difference(moved, plain).getbbox() is None


def test_pdf_and_png_show_the_same() -> None:
    page = read(to_pdf(HINDI, "")).get_page(0)
    shown = page.render(scale=2).to_pil().convert("L")
    png = Image.open(io.BytesIO(to_png(HINDI, dpi=144))).convert("L").resize(shown.size)
    histogram = ImageChops.difference(shown, png).histogram()
    assert sum(histogram[96:]) / sum(histogram) < 0.01


def test_the_size_is_exact() -> None:
    position = figures("seven-rocks")["F5"]
    width, _ = read(to_pdf(figure_svg(position, width_mm=80), "")).get_page(0).get_size()
    assert width == pytest.approx(80 * 72 / 25.4, abs=0.01)
    svg = figure_svg(position)
    units = float(svg.split('viewBox="0 0 ')[1].split()[0])
    width, _ = read(to_pdf(svg, "")).get_page(0).get_size()
    assert width == pytest.approx(units * 0.75, abs=0.01)


def test_png_resolution() -> None:
    svg = figure_svg(figures("seven-rocks")["F8"])
    once, twice = (Image.open(io.BytesIO(to_png(svg, dpi=dpi))) for dpi in (96, 192))
    assert abs(2 * once.width - twice.width) <= 1


def test_the_background_is_opaque() -> None:
    png = Image.open(io.BytesIO(to_png(HINDI)))
    assert png.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    assert png.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_a_foreign_svg_is_left_as_it_is() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle r="4"/></svg>'
    assert _words_below(svg) == svg
    assert to_pdf(svg, "x").startswith(b"%PDF")


@pytest.mark.parametrize(("lang", "words"), [("en", "sudo apt install libcairo2"), ("hi", "sudo dnf install cairo")])
def test_without_cairo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, lang: str, words: str) -> None:
    def broken(name: str, *rest: object) -> None:
        raise OSError(f"no library called {name}")

    pdf_module = sys.modules["goti.render.pdf"]
    monkeypatch.setattr(pdf_module, "_load", broken.__get__("cairo-2"))
    with pytest.raises(NeedsCairo, match=words):
        to_pdf(HINDI, "", lang=lang)
    with pytest.raises(NeedsCairo, match="brew install cairo"):
        to_png(HINDI, lang=lang)


def test_a_full_disk_is_not_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys.modules["goti.render.pdf"], "_load", full)
    with pytest.raises(RenderError, match="No space left") as caught:
        to_pdf(HINDI)
    assert not isinstance(caught.value, NeedsCairo)


def test_the_font_configuration_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf_module = sys.modules["goti.render.pdf"]
    monkeypatch.setenv("FONTCONFIG_FILE", "/somewhere/else.conf")
    with pdf_module._own_fonts():
        conf = os.environ["FONTCONFIG_FILE"]
        assert os.path.exists(conf)
    assert os.environ["FONTCONFIG_FILE"] == "/somewhere/else.conf"
    assert not os.path.exists(os.path.dirname(conf))


@pytest.mark.parametrize(("dpi", "dots"), [(192, 7559), (300, 11811), (10, 394)])
def test_a_png_says_its_dots_to_a_metre(dpi: float, dots: int) -> None:
    png = to_png(figure_svg(figures("seven-rocks")["F8"]), dpi=dpi)
    length, kind, across, down, unit = struct.unpack(">I4sIIB", png[33:50])
    assert (length, kind, across, down, unit) == (9, b"pHYs", dots, dots, 1)
    assert struct.unpack(">I", png[50:54])[0] == zlib.crc32(png[37:50])


@pytest.mark.parametrize("dpi", [nan, -1, 0, 1e9])
def test_dots_that_cannot_be_meant(dpi: float) -> None:
    with pytest.raises(RenderError, match="a PNG can have 10 to 2400 dots to an inch"):
        to_png(figure_svg(figures("seven-rocks")["F8"]), dpi=dpi)
