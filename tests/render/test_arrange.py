"""The laws of an arrangement, over any layout of the games and over the crowds of the all-doubles variant."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.errors import RenderError
from goti.engine.layout import Layout, Placement, Port
from goti.engine.rules import rule_set, rule_set_ids
from goti.engine.table import build
from goti.engine.tiles import tile
from goti.render import picture
from goti.render.arrange import DEFAULT_WIDTH, Arrangement, arrange
from goti.render.geometry import Box, Heading, Point, around
from goti.render.shape import BOUND

from .figures import DRAWN, GAMES, figures
from .games import full_layout
from .laws import broken_law, check_laws
from .trees import grow, layouts


@given(layouts(every_double=False))
@settings(max_examples=300, deadline=None)
def test_every_layout_with_one_branching_double(layout: Layout) -> None:
    arrangement = arrange(layout)
    check_laws(layout, arrangement)
    assert arrangement.bounds.width <= DEFAULT_WIDTH, picture(layout)


@given(layouts(most=20, every_double=True))
@settings(max_examples=100, deadline=None)
def test_every_layout_where_all_doubles_branch(layout: Layout) -> None:
    check_laws(layout, arrange(layout))


@pytest.mark.parametrize("ref", rule_set_ids())
@given(st.integers(0, 2**32), st.sampled_from([None, 0.75, 1.0, 1.5, 2.5]))
@settings(max_examples=12, deadline=None)
def test_full_layouts_of_every_game(ref: str, seed: int, aspect: float | None) -> None:
    layout = full_layout(rule_set(ref), random.Random(seed))
    check_laws(layout, arrange(layout, aspect=aspect))


@pytest.mark.parametrize("aspect", [1.0, 1.5, 2.5])
@pytest.mark.parametrize("ref", ["american-sniff", "block", "english-sniff"])
def test_arms_turn_to_the_wanted_shape(ref: str, aspect: float) -> None:
    for seed in range(4):
        bounds = arrange(full_layout(rule_set(ref), random.Random(seed)), aspect=aspect).bounds
        assert aspect / BOUND <= bounds.width / bounds.height <= aspect * BOUND


@pytest.mark.parametrize("seed", range(4))
def test_a_table_higher_than_wide_is_the_wide_one_turned(seed: int) -> None:
    layout = full_layout(rule_set("seven-rocks"), random.Random(seed))
    wide, high = arrange(layout, aspect=2.0), arrange(layout, aspect=0.5)
    turned = [Box(each.box.top, each.box.left, each.box.height, each.box.width) for each in wide.placed]
    assert [each.box for each in high.placed] == turned
    check_laws(layout, high)


def test_a_short_row_does_not_turn_for_a_shape() -> None:
    layout = figures("seven-rocks")["F2"].layout
    assert arrange(layout, aspect=1.0).bounds == arrange(layout).bounds


@pytest.mark.parametrize("seed", range(4))
def test_double_nine(seed: int) -> None:
    rules = rule_set("american-sniff").changed("max-pips", "9")
    layout = full_layout(rules, random.Random(seed))
    assert len(layout) > 28
    check_laws(layout, arrange(layout))
    check_laws(layout, arrange(layout, aspect=1.5))


def test_the_laws_are_noticed() -> None:
    layout = figures("seven-rocks")["F5"].layout
    right = arrange(layout)
    first, second, *rest = right.placed
    assert broken_law(layout, right) is None
    for box in (first.box, Box(second.box.left - 1, *second.box[1:]), Box(second.box.left, 40, 2, 4)):
        wrong = (first, replace(second, box=box), *rest)
        assert broken_law(layout, Arrangement(wrong, around(tuple(each.box for each in wrong)))) is not None


@pytest.mark.parametrize("seed", range(4))
def test_earlier_layouts_keep_the_places_of_the_last(seed: int) -> None:
    layout = grow(random.Random(seed).randrange, 28)
    last = arrange(layout)
    for size in range(1, len(layout) + 1):
        earlier = Layout(layout.placements[:size])
        kept = last.before(earlier)
        assert kept is not None
        check_laws(earlier, kept)
        assert [each.box for each in kept.placed] == [each.box for each in last.placed[:size]]
    assert last.before(Layout((Placement(tile(6, 6), None, None, None, True),))) is None or layout.tiles[0] == tile(
        6, 6
    )


@pytest.mark.parametrize("wish", [{"aspect": 0.1}, {"aspect": 9.0}, {"max_width": 0}, {"max_width": 100000}])
def test_wishes_that_cannot_be_meant(wish: dict[str, Any]) -> None:
    with pytest.raises(RenderError, match="can be"):
        arrange(figures("seven-rocks")["F5"].layout, **wish)


@pytest.mark.parametrize("seed", [0, 1, 9])
def test_full_crowds(seed: int) -> None:
    layout = grow(random.Random(seed).randrange, 28, every_double=True, eager=True)
    check_laws(layout, arrange(layout))


@given(layouts(every_double=False))
@settings(max_examples=40, deadline=None)
def test_same_layout_same_arrangement(layout: Layout) -> None:
    assert arrange(layout) == arrange(Layout(tuple(layout)))


@pytest.mark.parametrize("width", [12, 20, 30, 60, 200])
def test_arms_turn_inside_the_page(width: int) -> None:
    layout = grow(random.Random(3).randrange, 28)
    arrangement = arrange(layout, max_width=width)
    check_laws(layout, arrangement)
    assert arrangement.bounds.width <= width


def test_a_page_too_narrow_for_one_tile_is_widened() -> None:
    layout = figures("seven-rocks")["F2"].layout
    arrangement = arrange(layout, max_width=2)
    check_laws(layout, arrangement)
    assert arrangement.bounds.width > 2


@pytest.mark.parametrize("game", GAMES)
def test_a_sequence_keeps_the_places_of_its_prefix(game: str) -> None:
    last = arrange(figures(game)["F7"].layout)
    for name in ("F8", "F9", "F1", "F2", "F4", "F5", "F6"):
        layout = figures(game)[name].layout
        assert [each.box for each in arrange(layout).placed] == [each.box for each in last.placed[: len(layout)]]


@pytest.mark.parametrize("seed", range(8))
def test_long_sequences_keep_most_places(seed: int) -> None:
    layout = grow(random.Random(seed).randrange, 28)
    moved = 0
    before = arrange(Layout(layout.placements[:1]))
    for size in range(2, len(layout) + 1):
        after = arrange(Layout(layout.placements[:size]))
        moved += [each.box for each in after.placed[:-1]] != [each.box for each in before.placed]
        before = after
    assert moved <= 6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", DRAWN)
def test_the_figures_lie_straight(game: str, name: str) -> None:
    layout = figures(game)[name].layout
    arrangement = arrange(layout)
    check_laws(layout, arrangement)
    headings = {each.heading.horizontal for each in arrangement.placed}
    branched = any(each.parent_port is not None and each.parent_port.is_branch for each in layout)
    assert headings == ({True, False} if branched else {True})


def test_branch_a_leaves_above_and_branch_b_below() -> None:
    placed = arrange(figures("seven-rocks")["F7"].layout).placed
    spinner, above, below = placed[1], placed[5], placed[8]
    assert spinner.ends[Port.BRANCH_A].heading == Heading.NORTH
    assert above.box.bottom == spinner.box.top
    assert below.box.top == spinner.box.bottom


def test_the_set_tile_lies_in_the_middle_low_half_first() -> None:
    (only,) = arrange(Layout((Placement(tile(1, 4), None, None, None),))).placed
    assert (only.box, only.low, only.high) == (Box(-2, -1, 4, 2), Point(-1, 0), Point(1, 0))
    (double,) = arrange(Layout((Placement(tile(2, 2), None, None, None, True),))).placed
    assert double.box == Box(-1, -2, 2, 4)
    assert double.ends[Port.CHAIN_A].heading == Heading.WEST


def test_no_tiles() -> None:
    assert arrange(Layout()) == Arrangement((), Box(0, 0, 0, 0))


def test_a_double_that_stands_on_a_double_can_be_drawn() -> None:
    layout = Layout(
        (
            Placement(tile(5, 5), None, None, None, True),
            Placement(tile(4, 4), 0, Port.CHAIN_B, Port.CHAIN_A),
        )
    )
    one, other = arrange(layout).placed
    assert one.box.contact(other.box) == 4


@pytest.mark.parametrize(
    ("second", "text"),
    [
        (Placement(tile(1, 2), None, None, None), "joined to nothing"),
        (Placement(tile(1, 2), 0, Port.CHAIN_A, Port.LOW), "cannot join chain-a of"),
        (Placement(tile(1, 2), 0, Port.LOW, Port.CHAIN_A), "cannot join by its chain-a"),
        (Placement(tile(1, 2), 1, Port.LOW, Port.LOW), "no free port of an earlier tile"),
    ],
)
def test_a_broken_tree_is_refused(second: Placement, text: str) -> None:
    with pytest.raises(RenderError, match=text):
        arrange(Layout((Placement(tile(1, 4), None, None, None), second)))


def test_a_port_taken_twice_is_refused() -> None:
    first = Placement(tile(1, 4), None, None, None)
    joined = [Placement(tile(each, 4), 0, Port.HIGH, Port.LOW if each < 4 else Port.HIGH) for each in (2, 3)]
    with pytest.raises(RenderError, match="no free port"):
        arrange(Layout((first, *joined)))


@pytest.mark.parametrize("width", [4, 8, 12])
@pytest.mark.parametrize("seed", range(4))
def test_a_table_too_narrow_is_widened_little(seed: int, width: int) -> None:
    layout = grow(random.Random(seed).randrange, 28, every_double=bool(seed % 2))
    arrangement = arrange(layout, max_width=width)
    check_laws(layout, arrangement)
    assert arrangement.bounds.width <= 16


def test_a_double_nine_set_on_a_narrow_table() -> None:
    layout = full_layout(rule_set("five-up").changed("max-pips", "9"), random.Random(1))
    arrangement = arrange(layout, max_width=20)
    check_laws(layout, arrangement)
    assert len(layout) > 40 and arrangement.bounds.width <= 30


@pytest.mark.parametrize("ref", ["seven-rocks", "five-up"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("aspect", [4, 1.5, 1, 0.5, 0.25])
def test_layouts_of_medium_size_take_the_shape_too(ref: str, seed: int, aspect: float) -> None:
    rules = rule_set(ref)
    layout = build(rules, full_layout(rules, random.Random(f"{ref} {seed}")).placements[:12]).layout()
    arrangement = arrange(layout, aspect=aspect)
    check_laws(layout, arrangement)
    assert aspect / BOUND <= arrangement.bounds.width / arrangement.bounds.height <= aspect * BOUND


def test_a_calm_table_leaves_straight_arms_straight() -> None:
    """F6 of both documents: the side branch runs straight up, as the documents draw it."""
    layout = figures("seven-rocks")["F6"].layout
    assert arrange(layout, aspect=1.5, calm=True) == arrange(layout)


def test_a_first_line_runs_down_a_table_higher_than_wide() -> None:
    layout = figures("seven-rocks")["F2"].layout
    across, down = arrange(layout, aspect=1.5).bounds, arrange(layout, aspect=0.5).bounds
    assert (across.width, across.height) == (down.height, down.width) and across.width > across.height
