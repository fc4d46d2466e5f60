"""Faults reported of other programs' figures, by the numbers of the list the tests of reports use."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from goti.engine.errors import NeedsCairo, RenderError
from goti.render import figure, figure_svg, paint_pdf, to_png, write_svg
from goti.render.lettering import shape
from goti.render.scene import Disc, Scene
from goti.render.theme import THEMES

from .figures import DRAWN, figures

ROOT = Path(__file__).parents[2]
F10 = figures("american-sniff")["F10"]
SVG = "{http://www.w3.org/2000/svg}"
PRESENTATION = {
    "id", "d", "x", "y", "cx", "cy", "r", "width", "height", "viewBox", "fill", "fill-opacity", "stroke",
    "stroke-width", "stroke-linecap", "stroke-dasharray", "transform", "font-size", "font-family", "textLength",
    "lengthAdjust", "role", "aria-labelledby", "aria-hidden", "lang", "class",
    "{http://www.w3.org/1999/xlink}href", "{http://www.w3.org/XML/1998/namespace}lang",
}  # fmt: skip


def test_report_83_a_size_only_on_request() -> None:
    plain, sized = (ElementTree.fromstring(figure_svg(F10, width_mm=wish)) for wish in (None, 90.0))
    assert plain.get("width") is plain.get("height") is None
    assert plain.get("viewBox") == sized.get("viewBox")
    _, _, wide, tall = (float(each) for each in (sized.get("viewBox") or "").split())
    width, height = (float((sized.get(each) or "").removesuffix("mm")) for each in ("width", "height"))
    assert width / height == pytest.approx(wide / tall, rel=1e-3)


@pytest.mark.parametrize("name", THEMES)
def test_reports_85_and_89_plain_attributes_and_literal_colours(name: str) -> None:
    wishes: dict[str, Any] = {"steps": True, "ports": True, "placed": True}
    root = ElementTree.fromstring(figure_svg(F10, "hi", theme=name, title="चित्र", **wishes))
    for each in root.iter():
        assert set(each.attrib) <= PRESENTATION
        for paint in ("fill", "stroke"):
            assert re.fullmatch("#[0-9a-f]{6}|none", each.get(paint, "none"))


def test_report_91_no_tile_is_a_turned_symbol() -> None:
    root = ElementTree.fromstring(figure_svg(F10))
    assert not list(root.iter(f"{SVG}symbol"))
    assert all(set(each.attrib) <= {"x", "y", "{http://www.w3.org/1999/xlink}href"} for each in root.iter(f"{SVG}use"))


def test_report_86_figures_of_one_page_share_no_id() -> None:
    page = [figure_svg(figures(game)[name], key=game) for game in ("american-sniff", "seven-rocks") for name in DRAWN]
    found = [re.findall(r' id="([^"]+)"', svg) for svg in page]
    assert sum(map(len, found)) == len({each for ids in found for each in ids})


def pixels_of_png(scene: Scene) -> Image.Image:
    return Image.open(io.BytesIO(to_png(write_svg(scene), dpi=384))).convert("L")


def pixels_of_pdf(scene: Scene) -> Image.Image:
    pypdfium2: Any = pytest.importorskip("pypdfium2")
    shown: Image.Image = pypdfium2.PdfDocument(paint_pdf([scene])).get_page(0).render(scale=16 / 3).to_pil()
    return shown.convert("L")


@pytest.mark.parametrize("pixels", [pixels_of_png, pixels_of_pdf])
def test_report_88_numbers_stand_in_the_middle_of_their_badges(pixels: Callable[[Scene], Image.Image]) -> None:
    scene = figure(F10, legend=False, caption=False)
    try:
        shown = pixels(scene)
    except NeedsCairo as error:
        pytest.skip(str(error))
    discs = [each for each in scene.shapes if isinstance(each, Disc)]
    assert len(discs) == 2
    for disc in discs:
        inner = disc.radius * 0.75
        edges = [4 * each for each in (disc.x - inner, disc.y - inner, disc.x + inner, disc.y + inner)]
        box = tuple(round(each) for each in edges)
        black = shown.crop((box[0], box[1], box[2], box[3])).point([0] * 161 + [255] * 95).getbbox()
        assert black is not None
        assert (black[0] + black[2]) / 2 / 4 == pytest.approx(inner, abs=0.5)
        assert (black[1] + black[3]) / 2 / 4 == pytest.approx(inner, abs=0.5)


def test_report_94_no_font_of_the_machine_is_needed(tmp_path: Path) -> None:
    code = (
        "from goti.tests.render.figures import figures\n"
        "from goti.render import figure, figure_svg, paint_pdf, to_png\n"
        "import hashlib\n"
        "position = figures('seven-rocks')['F5']\n"
        "svg = figure_svg(position, 'hi')\n"
        "for data in (svg.encode(), to_png(svg), paint_pdf([figure(position, 'hi')])):\n"
        "    print(hashlib.sha256(data).hexdigest())\n"
    )
    try:
        to_png(figure_svg(F10))
    except NeedsCairo as error:
        pytest.skip(str(error))
    (tmp_path / "empty.conf").write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>", encoding="utf-8")
    printed = []
    for extra in ({}, {"FONTCONFIG_FILE": str(tmp_path / "empty.conf")}):
        environment = {"PYTHONPATH": str(ROOT / ".dev"), "HOME": str(tmp_path), **extra}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        printed.append(done.stdout)
    assert printed[0] == printed[1] and len(printed[0].split()) == 3


def test_report_95_real_text_names_its_fonts() -> None:
    texts = list(ElementTree.fromstring(figure_svg(F10, "hi")).iter(f"{SVG}text"))
    assert texts and all(each.get("font-family") == "Noto Sans Devanagari, sans-serif" for each in texts)


def test_report_97_a_vowel_sign_below_a_conjunct_has_its_own_place() -> None:
    plain, signed = shape("ङ्ग", "hi"), shape("ङ्गु", "hi")
    assert signed.ink.bottom > plain.ink.bottom + 50
    assert signed.width == pytest.approx(plain.width, abs=60)


def test_a_character_the_font_lacks_is_named() -> None:
    with pytest.raises(RenderError, match=r"has no character 😀 \(U\+1F600\); leave it out, or take"):
        figure(F10, title="Well played 😀")
