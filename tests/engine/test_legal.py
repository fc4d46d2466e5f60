"""What a hand allows and what each placement would score: as the table itself says."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.api import check_lines
from goti.engine.errors import PlayError
from goti.engine.generate import Options, random_match
from goti.engine.judged import RoundTrace
from goti.engine.layout import Layout, Placement, Port
from goti.engine.legal import legal_placements, openers, play, scored_placements
from goti.engine.rules import rule_set
from goti.engine.settle import LETTERS
from goti.engine.tiles import Tile, tile
from goti.notation.parse import split_lines
from goti.notation.write import write

AS = rule_set("american-sniff")


def _rounds(seed: int, game: str, seats: int) -> list[RoundTrace]:
    nodes = random_match(rule_set(game), seats, Random(seed), Options(rounds=1))
    return next(check_lines(split_lines(write(nodes)), trace=True)).judged.rounds


def test_the_worked_branching_double() -> None:
    """AS39: with both straight extensions filled, [1|1] counts its open sides."""
    layout = Layout()
    for text, at in (((1, 1), None), ((1, 4), (1, 1)), ((1, 2), (1, 1))):
        layout = play(AS, layout, tile(*text), None if at is None else tile(*at)).layout
    found = scored_placements(AS, layout, [tile(1, 3), tile(4, 4), tile(0, 6)])
    said = [(str(each.play.tile), str(each.play.site), each.total, each.points) for each in found]
    assert said == [("[1|3]", "[1|1].branch-a:1", 10, 10), ("[4|4]", "[1|4].high:4", 12, 0)]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([("american-sniff", 2), ("seven-rocks", 4), ("five-up", 2)]))
def test_every_turn_is_one_of_what_could_be_placed(seed: int, setup: tuple[str, int]) -> None:
    game, seats = setup
    rules = rule_set(game)
    for trace in _rounds(seed, game, seats):
        for step in trace.steps:
            if step.position is None or not isinstance(step.tile, Tile):
                continue
            layout = Layout(step.position.layout.placements[:-1])
            hand = (*step.held[LETTERS.index(step.seat or "A")].tiles, step.tile)
            scored = scored_placements(rules, layout, hand)
            assert len(scored) == step.legal
            assert (step.tile, step.total, step.points) in [(e.play.tile, e.total, e.points) for e in scored]
            assert {e.play for e in scored} == set(legal_placements(rules, layout, hand))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([("american-sniff", 3), ("seven-rocks", 4)]))
def test_hands_boneyard_and_table_hold_the_set(seed: int, setup: tuple[str, int]) -> None:
    for trace in _rounds(seed, *setup):
        opening = trace.opening
        assert opening is not None and opening.position is not None and not len(opening.position.layout)
        table = 0
        for held, stock in [(opening.held, opening.stock), *((each.held, each.stock) for each in trace.steps)]:
            tiles = [each for hand in held for each in hand.tiles]
            assert len(set(tiles)) == len(tiles) and all(hand.unknown == 0 for hand in held)
            assert stock is not None and len(tiles) + stock <= 28 - table
            table = 28 - len(tiles) - stock
        assert table == sum(each.action.verb == "play" for each in trace.steps)


def test_what_a_round_may_be_opened_with() -> None:
    hand = (tile(0, 0), tile(3, 3), tile(5, 6))
    highest, double = AS.changed("opening-tile", "highest-double"), AS.changed("opening-tile", "double")
    assert openers(AS, hand) == hand
    assert openers(double, hand) == hand[:2] and openers(double, hand[2:]) == ()
    assert openers(highest, hand) == hand[1:2] and openers(highest, hand[2:]) == hand[2:]
    assert [each.play.tile for each in scored_placements(highest, Layout(), hand)] == [tile(3, 3)]


def test_a_layout_that_is_not_legal() -> None:
    misfit = Layout(
        (Placement(tile(1, 4), None, None, None), Placement(tile(2, 3), 0, Port.LOW, Port.LOW))
    )  # fmt: skip
    with pytest.raises(PlayError):
        scored_placements(AS, misfit, [tile(5, 5)])
