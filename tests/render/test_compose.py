"""Strips, contact sheets and comparisons."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

import pytest

from goti.engine.errors import RenderError
from goti.engine.layout import Port
from goti.engine.rules import rule_set
from goti.engine.table import build
from goti.engine.tiles import tile
from goti.render import arrange, beside, frames, look, sheet, strip, write_svg
from goti.render.compose import A4, differing, follow
from goti.render.scene import Disc, Group, Pips, Scene, Shape, Text

from .figures import figures

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
        "4 + 1 = 5 · 5 points",
        "2 + 8 = 10 · 10 points",
        "2 + 5 + 3 = 10 · 10 points",
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
    with pytest.raises(RenderError, match="at least one step"):
        strip([], look())


def test_ends_that_count_differently() -> None:
    here = GAME["F4"]
    there = build(rule_set("american-sniff"), here.layout).position()
    assert differing(here, there) == {(tile(1, 1), Port.BRANCH_A), (tile(1, 1), Port.BRANCH_B)}
    assert differing(here, here) == frozenset()
    scene = beside(here, there, ("Seven Rocks", "American Sniff"), look())
    shown = words(scene)
    for text in ("Seven Rocks", "American Sniff", "2 + 3 = 5 · 5 points", "1 + 1 + 2 + 3 = 7 · 0 points"):
        assert text in shown
    assert "counts differently under the other rules" in shown
    rings = [each for each in flat(scene.shapes) if isinstance(each, Disc) and each.stroke == look().theme.differs]
    assert len(rings) == 4 + 1  # two ends on either side, and the legend's


def test_readings_that_agree_have_no_ring() -> None:
    here = GAME["F1"]
    there = build(rule_set("american-sniff"), here.layout).position()
    assert "counts differently under the other rules" not in words(beside(here, there, ("A", "B"), look()))


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
