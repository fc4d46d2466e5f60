"""Lines on paper and holes of a board: the laws of both (AS65, AS66, SR10, SR11)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.engine.errors import RenderError
from goti.render.tally import HOLES, LINE, LINES, MARK, Stroke, board_sum, hole, paper_sum, strokes

fives = st.integers(0, 400).map(lambda number: 5 * number)


@given(fives)
def test_a_line_is_five(points: int) -> None:
    assert len(strokes(points)) * LINE == points


@given(fives, fives)
def test_a_bigger_score_only_adds_lines(one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert strokes(more)[: len(strokes(less))] == strokes(less)


@given(fives)
def test_no_line_is_drawn_twice(points: int) -> None:
    assert len(set(strokes(points))) == points // 5


@pytest.mark.parametrize(
    ("points", "whole", "more"),
    [(0, 0, 0), (5, 0, 1), (10, 0, 2), (45, 0, 9), (50, 1, 0), (55, 1, 1), (195, 3, 9), (200, 4, 0), (250, 5, 0)],
)
def test_marks_of_fifty(points: int, whole: int, more: int) -> None:
    drawn = strokes(points)
    assert [sum(each.mark == mark for each in drawn) for mark in range(whole)] == [10] * whole
    assert [each.number for each in drawn if each.mark == whole] == list(range(more))


def test_a_mark_is_a_large_x_and_four_small_ones_in_the_places_around_it() -> None:
    """AS66: two lines each; a small x keeps clear of the lines of the large one."""
    assert len(MARK) == LINES == 10
    centres = [(x + dx / 2, y + dy / 2) for x, y, dx, dy in MARK]
    assert centres[0] == centres[1] == (0.5, 0.5)
    small = centres[2::2]
    assert all(abs(a - c) + abs(b - d) < 1e-9 for (a, b), (c, d) in zip(small, centres[3::2], strict=True))
    assert [(round(x - 0.5, 2), round(y - 0.5, 2)) for x, y in small] == [(0, -0.37), (0.37, 0), (0, 0.37), (-0.37, 0)]
    for x, y, dx, dy in MARK[2:]:
        for px, py in ((x, y), (x + dx, y + dy)):
            assert 0 <= px <= 1 and 0 <= py <= 1
            assert min(abs(px - py), abs(px + py - 1)) > 0.1  # the two diagonals


@pytest.mark.parametrize("points", [-5, 1, 12, 249])
@pytest.mark.parametrize("lang", ["en", "hi"])
def test_points_that_no_lines_make(points: int, lang: str) -> None:
    with pytest.raises(RenderError, match=str(points)):
        strokes(points, lang)


@given(st.integers(1, 2000))
def test_a_hole_is_a_point(score: int) -> None:
    at = hole(score)
    assert at.rounds * HOLES + at.number == score and 1 <= at.number <= HOLES
    assert eval(board_sum(score).replace("×", "*")) == score


@given(st.integers(-500, 0))
def test_no_hole_at_or_below_zero(score: int) -> None:
    assert hole(score).number == hole(score).rounds == 0


@given(fives)
def test_the_sum_of_the_lines_is_the_score(points: int) -> None:
    assert eval(paper_sum(points).replace("×", "*")) == points


def test_pegs_move_on_hole_by_hole_round_after_round() -> None:
    assert [(at.rounds, at.number) for at in map(hole, (119, 120, 121, 240, 241, 245, 265))] == [
        (0, 119), (0, 120), (1, 1), (1, 120), (2, 1), (2, 5), (2, 25),
    ]  # fmt: skip


def test_strokes_are_values() -> None:
    assert all(a != b for a, b in pairwise(strokes(50))) and strokes(5) == (Stroke(0, 0),)
