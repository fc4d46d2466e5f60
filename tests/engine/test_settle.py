"""Deductions: AS59-61, SR51-56."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.engine.rules import rule_set
from goti.engine.settle import deductions, holding, lowered, rounded, side_of, sides
from goti.engine.tiles import UnknownTile, tile

AS, SR = rule_set("american-sniff"), rule_set("seven-rocks")


@pytest.mark.parametrize(("pips", "cost"), ((0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 10)))
def test_rounding_of_every_remainder(pips: int, cost: int) -> None:
    assert rounded(SR, pips) == rounded(AS, pips) == cost


@given(st.integers(0, 168))
def test_rounding_is_to_the_nearest(pips: int) -> None:
    cost = rounded(SR, pips)
    assert cost % 5 == 0 and abs(cost - pips) <= 2


def test_other_roundings() -> None:
    assert [rounded(SR.changed("rounding", how), 8) for how in ("down", "up", "none")] == [5, 10, 8]
    assert [rounded(SR.changed("rounding", how), 10) for how in ("down", "up", "none")] == [10, 10, 10]


def test_two_hands_of_three_are_two_deductions() -> None:
    """SR55: 5 and 5; adding them first would give 5."""
    hands = {"A": holding(SR, [tile(0, 3)]), "C": holding(SR, [tile(1, 2)])}
    assert deductions(SR, hands, 4) == {"A": (5, 5), "C": (5, 5)}
    added = SR.changed("rounding-per", "side")
    assert sum(low for low, _ in deductions(added, hands, 4).values()) == 5
    tiles = {"A": holding(SR, [tile(0, 3), tile(0, 4)])}
    assert deductions(SR.changed("rounding-per", "tile"), tiles, 4) == {"A": (10, 10)}
    assert deductions(SR, tiles, 4) == {"A": (5, 5)}


def test_unknown_tiles_give_bounds() -> None:
    hand = holding(SR, [UnknownTile(2), UnknownTile()])
    assert (hand.low, hand.high, hand.pips) == (2, 2 + 6 + 12, None)
    assert holding(SR, None, 12).pips == 12


def test_report_14_and_16_sides() -> None:
    assert sides(AS, 3) == ("A", "B", "C")
    assert sides(AS, 2) == ("A", "B")
    assert sides(AS, 4) == sides(SR, 4) == ("A+C", "B+D")
    assert [side_of(SR, 4, seat) for seat in "ABCD"] == ["A+C", "B+D", "A+C", "B+D"]


def test_negative_scores() -> None:
    """3-1."""
    assert lowered(SR, 3, 10) == -7
    assert lowered(SR.changed("negative-scores", "floor-zero"), 3, 10) == 0
