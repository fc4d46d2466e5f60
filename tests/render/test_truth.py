"""Positions made by hand: no figure shows what no table can."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.errors import UndrawnError
from goti.engine.layout import Contribution, Layout, Placement, Port, Position, Site
from goti.engine.rules import rule_set, rule_set_ids
from goti.engine.table import Table
from goti.engine.tiles import TileSet, tile
from goti.render import figure_svg, look, strip
from goti.render.truth import check_position

ONE, TWO = Placement(tile(3, 5), None, None, None), Placement(tile(5, 5), 0, Port.HIGH, Port.CHAIN_A, True)
RIGHT = Position(
    Layout((ONE, TWO)),
    (Site(tile(3, 5), Port.LOW, 3), Site(tile(5, 5), Port.CHAIN_B, 5), Site(tile(5, 5), Port.BRANCH_A, 5)),
    (Contribution(tile(3, 5), Port.LOW, 3), Contribution(tile(5, 5), Port.CHAIN_B, 10)),
    (Site(tile(5, 5), Port.BRANCH_A, 5),),
    13,
    0,
)
TAKEN = Contribution(tile(3, 5), Port.HIGH, 5)
AGAIN = Placement(tile(5, 5), 1, Port.CHAIN_B, Port.CHAIN_A)
FALSE = {
    "a contribution at a joint": (replace(RIGHT, counted=(TAKEN,), total=5), r"\[3\|5\] has no free end high"),
    "a dot at a joint": (replace(RIGHT, uncounted=(Site(tile(5, 5), Port.CHAIN_A, 5),)), "no free end chain-a"),
    "a name at a joint": (replace(RIGHT, sites=(Site(tile(3, 5), Port.HIGH, 5),)), "no free end high"),
    "two marks at one end": (
        replace(RIGHT, uncounted=(Site(tile(3, 5), Port.LOW, 3),)),
        r"\[3\|5\] has two marks at its end low",
    ),
    "a tile that lies twice": (
        replace(RIGHT, layout=Layout((ONE, TWO, AGAIN)), counted=(), uncounted=(), sites=()),
        r"\[5\|5\] lies on the table twice",
    ),
    "a wrong total": (replace(RIGHT, total=15), r"the counted ends make 3 \+ 10 = 13, not 15"),
}


def test_the_right_one_is_drawn() -> None:
    assert "13" in figure_svg(RIGHT, ports=True)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_position_is_refused(name: str) -> None:
    position, told = FALSE[name]
    with pytest.raises(UndrawnError, match=told):
        figure_svg(position)
    with pytest.raises(UndrawnError, match=told):
        strip([position], look())


@pytest.mark.parametrize("ref", rule_set_ids())
@given(st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_what_the_engine_makes_passes(ref: str, seed: int) -> None:
    rules, rng = rule_set(ref), random.Random(seed)
    table, tiles = Table(rules), TileSet(rules.max_pips).tiles()
    while options := [(each, site) for each in tiles for site in table.sites_for(each)]:
        table.put(*rng.choice(options))
        check_position(table.position())
