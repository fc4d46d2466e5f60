"""Strips, contact sheets and comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from goti.engine.errors import RenderError
from goti.engine.layout import Port
from goti.engine.rules import rule_set
from goti.engine.table import build
from goti.engine.tiles import tile
from goti.render import THEMES, arrange, beside, frames, look, sheet, strip, write_svg
from goti.render.compose import differing, follow
from goti.render.draw import Page
from goti.render.legend import KINDS, legend
from goti.render.scene import Disc, Group, Pips, Scene, Shape, Text
from goti.render.sheet import A4

from .figures import DRAWN, figures
from .games import full_position

GAME = figures("seven-rocks")
STEPS = [GAME[name] for name in ("F8", "F9", "F1", "F2", "F4", "F5")]


def flat(shapes: Iterable[Shape]) -> list[Shape]:
    """All shapes, those of groups too."""
    return [inner for each in shapes for inner in (flat(each.shapes) if isinstance(each, Group) else [each])]


def words(scene: Scene) -> list[str]:
    return [each.line.text for each in flat(scene.shapes) if isinstance(each, Text)]


def test_steps_keep_the_places_of_the_last() -> None:
    last = arrange(STEPS[-1].layout)
    for place, each in zip(follow(STEPS), STEPS, strict=True):
        assert [one.box for one in place.placed] == [one.box for one in last.placed[: len(each.layout)]]


def test_frames_have_one_size_and_one_place() -> None:
    made = frames(STEPS, look(legend=False))
    assert len({(each.width, each.height) for each in made}) == 1
    first = [next(each for each in scene.shapes if isinstance(each, Pips)).halves[:1] for scene in made]
    assert len(set(first)) == 1
    assert frames([], look()) == []


def test_a_strip_has_every_step_with_its_number_and_sum() -> None:
    shown = words(strip(STEPS, look(title="Six steps"), numbers=[2, 3, 5, 7, 8, 9]))
    assert shown[0] == "Six steps"
    for text in (
        "4 + 1 = 5; 5 points",
        "2 + 8 = 10; 10 points",
        "2 + 5 + 3 = 10; 10 points",
        "9",
        "tile placed last",
    ):
        assert text in shown
    assert shown.count("counted contribution") == 1


def test_the_words_of_a_strip_are_those_of_its_steps() -> None:
    scene = strip(STEPS, look("hi"))
    assert scene.heading == "6 चरणों का क्रम"
    assert scene.description.startswith("1: रखी गई [1|4]. गिने गए योगदान: 4 + 1 = 5.")
    root = ElementTree.fromstring(write_svg(scene))
    assert root.get("role") == "img"


@pytest.mark.parametrize("columns", [1, 2, 6, 50])
def test_columns_of_a_strip(columns: int) -> None:
    scene = strip(STEPS, look(legend=False), columns=columns)
    groups = [each for each in scene.shapes if isinstance(each, Group)]
    assert len({each.x for each in groups}) == min(columns, 6)
    assert len(groups) == 6


def test_a_strip_of_nothing_is_refused() -> None:
    with pytest.raises(RenderError, match="no step with a known layout"):
        strip([], look())


def test_ends_that_count_differently() -> None:
    here = GAME["F4"]
    there = build(rule_set("american-sniff"), here.layout).position()
    assert differing(here, there) == {(tile(1, 1), Port.BRANCH_A), (tile(1, 1), Port.BRANCH_B)}
    assert differing(here, here) == frozenset()
    scene = beside(here, there, ("Seven Rocks", "American Sniff"), look())
    shown = words(scene)
    for text in ("Seven Rocks", "American Sniff", "2 + 3 = 5; 5 points", "1 + 1 + 2 + 3 = 7; 0 points"):
        assert text in shown
    assert "counts differently under the other rules" in shown
    rings = [each for each in flat(scene.shapes) if isinstance(each, Disc) and each.stroke == look().theme.differs]
    assert len(rings) == 4 + 1  # two ends on either side, and the legend's


def test_readings_that_agree_have_no_ring() -> None:
    here = GAME["F1"]
    there = build(rule_set("american-sniff"), here.layout).position()
    assert "counts differently under the other rules" not in words(beside(here, there, ("A", "B"), look()))


def test_the_numbers_on_the_tiles_of_a_strip_are_those_of_its_steps() -> None:
    wanted = look(steps=True, legend=False, caption=False)
    shown = words(strip(STEPS[:3], wanted, numbers=[2, 5, 9]))
    badges = [str(each.value) for position in STEPS[:3] for each in position.counted]
    assert sorted(shown) == sorted([*badges, "2", "5", "9", "2", "2", "5", "2", "5", "9"])


def test_a_sum_beside_another_keeps_its_line() -> None:
    here = GAME["F4"]
    there = build(rule_set("american-sniff"), here.layout).position()
    narrow = look("hi", theme=replace(THEMES["contrast"], least_width=0))
    assert "1 + 1 + 2 + 3 = 7; 0 अंक" in words(beside(here, there, ("A", "B"), narrow))


@pytest.mark.parametrize("theme", THEMES)
def test_the_numbers_of_a_strip_lie_beside_its_panels(theme: str) -> None:
    scene = strip([full_position(rule_set("seven-rocks"), Random(seed)) for seed in range(12)], look(theme=theme))
    labels = [each for each in scene.shapes if isinstance(each, Text) and each.line.text.isdigit()]
    labels = labels[:12]  # the others are the legend's
    panels = [each for each in scene.shapes if isinstance(each, Group)]
    assert [each.line.text for each in labels] == [str(number) for number in range(1, 13)]
    for label, panel in zip(labels, panels, strict=True):
        assert label.x + label.line.width * label.size / 1000 <= panel.x + THEMES[theme].margin / 2


@pytest.mark.parametrize("seed", range(3))
def test_the_words_of_a_contact_sheet_can_be_read(seed: int) -> None:
    last = full_position(rule_set("american-sniff"), Random(seed))
    for page in sheet([last] * 4, ["22 A [5|5]"] * 4, look("hi", steps=True)):
        for panel in (each for each in page.shapes if isinstance(each, Group)):
            sizes = {each.line.text: each.size * panel.scale for each in flat(panel.shapes) if isinstance(each, Text)}
            inner = [each.size for each in flat(panel.shapes) if isinstance(each, Text) and "अंक" in each.line.text]
            assert sizes["22 A [5|5]"] >= 9 and inner[0] * panel.scale >= 10
        assert "गिना गया योगदान" in words(page) and "रखने का क्रम" in words(page)


def test_a_legend_takes_as_few_rows_as_it_needs() -> None:
    key, rows = legend(KINDS, look()), []
    for width in (300, 640, 1400):
        page = Page(look(), width)
        page.legend(key)
        texts = [each for each in page.shapes if isinstance(each, Text) and not each.silent]
        rows.append(len({round(each.y) for each in texts}))
        assert all(each.x >= 0 and each.x + each.line.width * each.size / 1000 <= width for each in texts)
    assert rows == [6, 3, 1]


def test_report_82_a_contact_sheet_of_eleven_figures() -> None:
    (page,) = sheet([GAME[name] for name in DRAWN], list(DRAWN), look("hi"))
    svg = write_svg(page)
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids)) and "गिना गया योगदान" in words(page)


def test_a_contact_sheet_is_pages_of_a4() -> None:
    many = STEPS * 6
    pages = sheet(many, [str(i) for i in range(len(many))], look(title="Round 1"))
    assert len(pages) > 1 and {(each.width, each.height) for each in pages} == {A4}
    panels = [each for page in pages for each in page.shapes if isinstance(each, Group)]
    assert len(panels) == len(many) and len({each.scale for each in panels}) == 1
    assert f"1 / {len(pages)}" in words(pages[0]) and "Round 1" in words(pages[-1])
    for page in pages:
        bottoms = [each.y for each in page.shapes if isinstance(each, Group)]
        assert max(bottoms) < A4[1] - 60
    assert sheet([], [], look()) == []


@pytest.mark.parametrize("columns", [0, -1])
def test_columns_that_cannot_be_meant(columns: int) -> None:
    with pytest.raises(RenderError, match="a strip has 1 column or more"):
        strip([figures("seven-rocks")["F1"]], look(), columns=columns)
