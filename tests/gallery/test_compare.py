"""The figure a browser shows and the one in the PNG are the same picture."""

from __future__ import annotations

from PIL import Image
from playwright.sync_api import Browser

from goti.render.compose import strip
from goti.render.figure import figure
from goti.render.look import look
from goti.tests.gallery.compare import beyond_edges, compared
from goti.tests.render.figures import figures


def test_chromium_and_cairo_differ_in_antialiasing_only(browser: Browser) -> None:
    shown = figures("seven-rocks")
    scenes = {
        "hindi": figure(shown["F6"], "hi", theme="ebony", steps=True, ports=True, placed=True),
        "numerals": figure(shown["F7"], "hi", theme="contrast", pips="numerals", numerals="devanagari"),
        "strip": strip([shown["F8"], shown["F4"]], look("en", theme="print")),
    }
    for name, scene in scenes.items():
        beyond, mean = compared(browser, name, scene)
        assert beyond == 0, name
        assert mean < 1, name


def test_a_moved_edge_is_no_antialiasing() -> None:
    one, two, three = (Image.new("RGB", (40, 40), "white") for _ in range(3))
    one.paste("black", (10, 10, 20, 20))
    two.paste("black", (11, 10, 21, 20))
    three.paste("black", (12, 10, 22, 20))
    assert beyond_edges(one, one) == 0
    assert beyond_edges(one, two) == 0
    # two columns of ten black pixels with only white ones near, and two of eight white ones with only black ones near
    assert beyond_edges(one, three) == beyond_edges(three, one) == 2 * 10 + 2 * 8
