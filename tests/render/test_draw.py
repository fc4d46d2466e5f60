"""Marks and scenes."""

from __future__ import annotations

import math
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.errors import RenderError
from goti.engine.layout import Contribution, Layout, Placement, Port, Position, Site
from goti.engine.tiles import tile
from goti.render import THEMES, Placed, arrange, look, picture
from goti.render.figure import figure, figure_svg
from goti.render.marks import Mark, marks
from goti.render.paint import paint_pdf
from goti.render.scene import Disc, Pips, Plates, Scene, Text
from goti.render.svg import pattern_points
from goti.render.theme import IVORY

from .figures import figures
from .positions import position_of
from .trees import layouts


def distance(mark: Mark, placed: Placed) -> float:
    """User units from a mark's middle to a tile."""
    unit, box = IVORY.unit, placed.box
    across = max(box.left * unit - mark.x, 0, mark.x - box.right * unit)
    down = max(box.top * unit - mark.y, 0, mark.y - box.bottom * unit)
    return math.hypot(across, down)


@given(layouts(every_double=False), st.sampled_from(sorted(THEMES)))
@settings(max_examples=100, deadline=None)
def test_marks_touch_neither_tiles_nor_each_other(layout: Layout, theme: str) -> None:
    position = position_of(layout)
    arrangement = arrange(layout)
    found = marks(arrangement, position, look(theme=theme))
    assert [each.value for each in found if each.value is not None] == [c.value for c in position.counted]
    assert len(found) == len(position.counted) + len(position.uncounted)
    ends: list[Contribution | Site] = [*position.counted, *position.uncounted]
    for i, (mark, end) in enumerate(zip(found, ends, strict=True)):
        own = distance(mark, arrangement.holder(end.tile, end.port))
        assert own > mark.radius, picture(position)
        assert all(distance(mark, each) >= own - 0.01 for each in arrangement.placed), picture(position)
        for other in found[:i]:
            apart = ((mark.x - other.x) ** 2 + (mark.y - other.y) ** 2) ** 0.5
            assert apart > mark.radius + other.radius, picture(position)


def test_marks_lie_before_their_ends() -> None:
    position = figures("seven-rocks")["F4"]
    unit, arrangement = IVORY.unit, arrange(position.layout)
    two, three, above, below = marks(arrangement, position, look())
    assert (two.value, three.value, above.value, below.value) == (2, 3, None, None)
    assert two.x < arrangement.bounds.left * unit
    assert three.x > arrangement.bounds.right * unit
    assert above.y < arrangement.bounds.top * unit
    assert below.y > arrangement.bounds.bottom * unit


def test_an_end_that_is_not_there_is_refused() -> None:
    layout = Layout((Placement(tile(1, 4), None, None, None),))
    for wrong in (Contribution(tile(2, 2), Port.CHAIN_A, 4), Contribution(tile(1, 4), Port.CHAIN_A, 4)):
        with pytest.raises(RenderError, match="has no free end chain-a"):
            marks(arrange(layout), Position(layout, (), (wrong,), (), 4, 0), look())


def scene_of(position: Position, **wishes: object) -> Scene:
    return figure(position, **wishes)  # type: ignore[arg-type]


def texts(scene: Scene) -> list[str]:
    return [each.line.text for each in scene.shapes if isinstance(each, Text)]


def test_what_is_asked_for_is_drawn() -> None:
    position = figures("seven-rocks")["F5"]
    legend = ["counted contribution", "legal extension, not counted here", "branching double"]
    shown = [each for each in texts(scene_of(position, title="Opening a branch")) if not each.isdigit()]
    assert shown == ["Opening a branch", "2 + 5 + 3 = 10; 10 points", *legend]
    bare = scene_of(position, caption=False, legend=False)
    assert texts(bare) == ["2", "5", "3"]
    assert bare.height < scene_of(position).height


def test_only_branching_doubles_have_an_orange_outline() -> None:
    position = figures("american-sniff")["F7"]
    scene = scene_of(position, legend=False)
    outlines = [each for each in scene.shapes if isinstance(each, Plates) and each.stroke == IVORY.spinner]
    assert [len(each.places) for each in outlines] == [1]


@given(layouts(most=14))
@settings(max_examples=40, deadline=None)
def test_everything_lies_on_the_page(layout: Layout) -> None:
    scene = scene_of(position_of(layout), title="A title of some words that is longer than a small figure is wide")
    for each in scene.shapes:
        if isinstance(each, Text):
            scale = each.size / 1000
            edges = (
                each.x,
                each.x + each.line.width * scale,
                each.y - 0.8 * each.size,
                each.y + 0.3 * each.size,
            )
        elif isinstance(each, Disc):
            edges = (each.x - each.radius, each.x + each.radius, each.y - each.radius, each.y + each.radius)
        elif isinstance(each, Plates):
            tall = max(each.long, each.short)
            edges = (
                min(x for x, _, _ in each.places),
                max(x + (each.long if lies else each.short) for x, _, lies in each.places),
                min(y for _, y, _ in each.places),
                max(y for _, y, _ in each.places) + (tall if not all(p[2] for p in each.places) else each.short),
            )
        else:
            continue
        assert edges[0] >= 0 and edges[1] <= scene.width and edges[2] >= 0 and edges[3] <= scene.height + 1e-6


def test_a_long_sum_is_broken_before_its_points() -> None:
    layout = Layout((Placement(tile(5, 5), None, None, None, True),))
    ports = (Port.CHAIN_A, Port.CHAIN_B, Port.BRANCH_A, Port.BRANCH_B)
    counted = tuple(Contribution(tile(5, 5), port, 10**8) for port in ports)
    position = Position(layout, (), counted, (), 4 * 10**8, 90)
    lines = [each for each in texts(scene_of(position, legend=False)) if not each.isdigit()]
    assert lines[-1] == "90 points"
    assert " ".join(lines[:-1]) == "100000000 + 100000000 + 100000000 + 100000000 = 400000000;"


EMPTY = Position(Layout(), (), (), (), 0, 0)


@pytest.mark.parametrize(
    ("title", "least"),
    [
        (" · ".join(["part"] * 40), 2),
        (" · ".join(["a part of some words that is longer than a small figure is wide"] * 9), 12),
        ("a part of some words that is long · " + " · " * 30 + "the end of a title that has no words between", 2),
        ("word " * 400, 12),
    ],
)
def test_a_title_has_twelve_lines_at_most_and_none_is_blank(title: str, least: int) -> None:
    lines = texts(scene_of(EMPTY, title=title, legend=False, caption=False))
    assert least <= len(lines) <= 12
    assert all(each.strip(" ·") for each in lines)
    assert lines[-1].endswith("…") == (least == 12)


def test_parts_of_a_title_stand_on_lines_of_their_own() -> None:
    title = "The first part of a title · the second part of it · \u200b"
    lines = texts(scene_of(EMPTY, title=title, legend=False, caption=False))
    assert lines[0] == "The first part of a title" and len(lines) == 2


@pytest.mark.parametrize("title", ["", "   ", "\u200b \u00ad"])
def test_a_title_of_blanks_is_none(title: str) -> None:
    bare, titled = figure_svg(EMPTY, legend=False), figure_svg(EMPTY, title=title, legend=False)
    assert titled == bare
    assert look(title=title).title is None
    assert b"/Title" not in paint_pdf([figure(EMPTY)], title) or b"/Title ()" in paint_pdf([figure(EMPTY)], title)


def test_badge_numbers_have_their_black_in_the_middle() -> None:
    scene = scene_of(figures("american-sniff")["F10"], legend=False)
    discs = [each for each in scene.shapes if isinstance(each, Disc)]
    numbers = [each for each in scene.shapes if isinstance(each, Text) and each.line.text.isdigit()]
    assert [each.line.text for each in numbers] == ["3", "12"]
    for disc, number in zip(discs, numbers, strict=True):
        ink, scale = number.line.ink, number.size / 1000
        assert abs(number.x + (ink.left + ink.right) / 2 * scale - disc.x) < 0.01
        assert abs(number.y + (ink.top + ink.bottom) / 2 * scale - disc.y) < 0.01
        assert (ink.right - ink.left) * scale < 2 * disc.radius - 3


def test_the_halves_of_bigger_sets() -> None:
    for pips in (9, 12):
        layout = Layout((Placement(tile(7, pips), None, None, None),))
        scene_of(Position(layout, (), (), (), 0, 0))
    layout = Layout((Placement(tile(7, 13), None, None, None),))
    with pytest.raises(RenderError, match="no pattern for the 13 pips"):
        scene_of(Position(layout, (), (), (), 0, 0))


def test_no_tiles_make_an_empty_figure() -> None:
    scene = scene_of(Position(Layout(), (), (), (), 0, 0), legend=False)
    assert texts(scene) == ["none; 0 points"]


@pytest.mark.parametrize("pips", range(13))
def test_pips_of_every_half_stay_apart(pips: int) -> None:
    """In halves of ten to twelve there are four in a column."""
    position = Position(Layout((Placement(tile(0, pips), None, None, None),)), (), (), (), 0, 0)
    found = [each for each in figure(position).shapes if isinstance(each, Pips)]
    for each in found:
        for _, _, count, lies in each.halves:
            points = pattern_points(count, lies, each.spread)
            assert len(points) == count
            assert all(hypot(a - c, b - d) > each.size for (a, b), (c, d) in combinations(points, 2))
