"""The picture of text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from goti.engine.layout import Layout
from goti.render import picture

from .figures import figures
from .positions import position_of
from .trees import grow, layouts


def test_a_branching_double_with_its_marks() -> None:
    assert picture(figures("seven-rocks")["F5"]) == "\n".join(
        [
            "          (5)",
            "          [5]",
            "          ---",
            "          [1]",
            "",
            "          [1]       [4]",
            "(2) [2|1] -*- [1|4] --- [4|3] (3)",
            "          [1]       [4]",
            "           o",
        ]
    )


def test_a_layout_has_no_marks() -> None:
    assert picture(figures("seven-rocks")["F8"].layout) == "[1|4]"
    assert picture(figures("seven-rocks")["F8"]) == "(1) [1|4] (4)"
    assert picture(figures("seven-rocks")["F11"]) == "    [0]\n(0) -*-\n    [0]"
    assert picture(Layout()) == "(no tiles)"


@given(layouts(every_double=False))
@settings(max_examples=60, deadline=None)
def test_every_tile_and_mark_is_there_in_plain_text(layout: Layout) -> None:
    position = position_of(layout)
    text = picture(position)
    assert text.isascii() and not any(line != line.rstrip() for line in text.split("\n"))
    assert text.count("[") == text.count("]")
    halves = [int(each) for each in "".join(c if c.isdigit() else " " for c in without_marks(text)).split()]
    assert sum(halves) == sum(each.pips for each in layout.tiles)
    assert len(halves) == 2 * len(layout)
    assert text.count("(") == len(position.counted)
    assert text.count("o") == len(position.uncounted)
    assert text.count("*") == len(layout.spinners)


def without_marks(text: str) -> str:
    return "".join(part.split(")", 1)[-1] for part in text.split("("))


@pytest.mark.parametrize("width", [12, 20])
def test_the_page_width_is_that_of_the_arrangement(width: int) -> None:
    layout = grow(random.Random(3).randrange, 28)
    lines = picture(layout, max_width=width).split("\n")
    assert max(map(len, lines)) < max(map(len, picture(layout).split("\n")))
