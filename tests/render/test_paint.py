"""The PDF drawn on cairo: the same picture as the SVG, real words, pages, sizes, the same bytes."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from goti.engine.errors import NeedsCairo, RenderError
from goti.engine.layout import Layout, Position
from goti.render import figure, look, paint_pdf, strip, to_png, write_svg
from goti.render.lettering import shape
from goti.render.scene import Scene, Text

from .figures import figures

pypdfium2 = pytest.importorskip("pypdfium2")
try:
    to_png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
except NeedsCairo as error:
    pytest.skip(str(error), allow_module_level=True)

F6 = figures("seven-rocks")["F6"]
HINDI = figure(F6, "hi", title="शाखा खोलना")


def read(data: bytes) -> Any:
    return pypdfium2.PdfDocument(data)


@pytest.mark.parametrize(
    "scene",
    [
        HINDI,
        figure(F6, theme="ebony", steps=True, ports=True, placed=True),
        figure(F6, "hi", theme="print", pips="numerals", numerals="devanagari"),
        strip([figures("seven-rocks")[name] for name in ("F8", "F9", "F1")], look()),
    ],
    ids=["hindi", "marks", "numerals", "strip"],
)
def test_pdf_and_png_show_the_same(scene: Scene) -> None:
    page = read(paint_pdf([scene])).get_page(0)
    shown = page.render(scale=2).to_pil().convert("L")
    png = Image.open(io.BytesIO(to_png(write_svg(scene), dpi=144))).convert("L")
    size = min(shown.width, png.width), min(shown.height, png.height)  # the last half pixel may be rounded away
    shown, png = (each.crop((0, 0, *size)) for each in (shown, png))
    histogram = ImageChops.difference(shown, png).histogram()
    assert sum(histogram[96:]) / sum(histogram) < 0.01


def test_the_words_can_be_copied_and_are_not_seen_twice() -> None:
    text = read(paint_pdf([HINDI])).get_page(0).get_textpage().get_text_range()
    for words in ("शाखा खोलना", "0 + 2 + 3 = 5; 5 अंक", "गिना गया योगदान", "शाखा बनाने वाली डबल गोटी"):
        assert text.replace(" ", "").count(words.replace(" ", "")) == 1  # pdfium loses blanks after a vowel sign


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_pdftotext_gives_the_exact_hindi(tmp_path: Path) -> None:
    (tmp_path / "figure.pdf").write_bytes(paint_pdf([HINDI]))
    done = subprocess.run(["pdftotext", tmp_path / "figure.pdf", "-"], capture_output=True, check=True)
    lines = done.stdout.decode().split("\n")
    for words in ("शाखा खोलना", "0 + 2 + 3 = 5; 5 अंक", "गिना गया योगदान", "शाखा बनाने वाली डबल गोटी"):
        assert lines.count(words) == 1


def test_a_page_a_figure_each_of_its_own_size() -> None:
    small = figure(figures("seven-rocks")["F8"])
    file = read(paint_pdf([HINDI, small], "शाखा"))
    sizes = [file.get_page(i).get_size() for i in range(len(file))]
    for scene, size in zip((HINDI, small), sizes, strict=True):
        assert size == pytest.approx((scene.width * 0.75, scene.height * 0.75), abs=0.01)
    about = file.get_metadata_dict()
    assert about["Title"] == "शाखा" and "20260101000000" in about["CreationDate"]


def test_report_92_the_size_in_print_is_exact() -> None:
    width, height = read(paint_pdf([HINDI], width_mm=80)).get_page(0).get_size()
    assert width == pytest.approx(80 * 72 / 25.4, abs=0.01)
    assert height / width == pytest.approx(HINDI.height / HINDI.width, abs=0.001)


def test_report_100_two_runs_give_the_same_bytes() -> None:
    assert paint_pdf([HINDI], "शाखा") == paint_pdf([HINDI], "शाखा")


def test_a_transparent_figure_has_a_white_page() -> None:
    page = read(paint_pdf([figure(F6, transparent=True)])).get_page(0)
    assert page.render(scale=1).to_pil().convert("RGB").getpixel((2, 2)) == (255, 255, 255)


@pytest.mark.parametrize("width", [600, 601])
def test_words_are_kept_on_a_page_of_whole_points(width: int) -> None:
    """cairo takes a rectangle of exactly the page's size for a new page, and drops the words below it."""
    words = (Text(shape("Asha דנה", "en"), 20, 40, 24, "#000000"),)
    data = paint_pdf([Scene(width, 60, "#ffffff", words, "heading", "description", "en")], "title")
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert "Asha" in text and "דנה" in text


@pytest.mark.parametrize("width", [nan, inf, -1, 0, 4.9, 2001, 1e9])
def test_a_width_that_cannot_be_meant(width: float) -> None:
    scene = figure(Position(Layout(), (), (), (), 0, 0))
    for draw in (lambda: write_svg(scene, width_mm=width), lambda: paint_pdf([scene], width_mm=width)):
        with pytest.raises(RenderError, match="a figure can be 5 to 2000 mm wide, not "):
            draw()


def test_a_page_longer_than_a_pdf_can_have() -> None:
    scene = replace(figure(Position(Layout(), (), (), (), 0, 0)), height=20000)
    with pytest.raises(RenderError, match="this page would be longer than 5080 mm"):
        paint_pdf([scene])
