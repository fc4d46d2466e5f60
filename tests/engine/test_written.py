"""Positions as the lines of a record state them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.api import check_lines
from goti.engine.errors import UndrawnError
from goti.engine.layout import Layout, Placement, Port, Position
from goti.engine.messages import languages
from goti.engine.record import Action, CountedClaim, OpenClaim, SpinnerClaim, Spot
from goti.engine.rules import rule_set, rule_set_ids
from goti.engine.table import Table
from goti.engine.tiles import TileSet, tile
from goti.engine.written import Claim, as_written

SINGLE, DOUBLE = tile(3, 9), tile(9, 9)
CROSS = Layout((
    Placement(SINGLE, None, None, None),
    Placement(DOUBLE, 0, Port.HIGH, Port.CHAIN_A, spinner=True),
    Placement(tile(4, 9), 1, Port.CHAIN_B, Port.HIGH),
))  # fmt: skip
BARE = Position(CROSS, (), (), (), 0, 0)


def played(total: int | None = None, points: int | None = None) -> Action:
    return Action(7, None, "play", tile(4, 9), total=total, points=points)


@given(st.sampled_from(rule_set_ids()), st.integers(0, 2**32))
@settings(max_examples=80, deadline=None)
def test_what_the_engine_counts_comes_back_from_its_own_lines(ref: str, seed: int) -> None:
    table, rng = Table(rule_set(ref)), Random(seed)
    for _ in range(rng.randrange(1, 20)):
        options = [(each, site) for each in TileSet(table.rules.max_pips).tiles() for site in table.sites_for(each)]
        if not options:
            break
        table.put(*rng.choice(options))
    whole = table.position()
    counted = tuple((Spot(e.tile, e.port if e.port.is_branch else None), e.value) for e in whole.counted)
    claims: list[Claim] = [
        CountedClaim(2, counted),
        OpenClaim(3, tuple((Spot(each.tile, each.port), each.value) for each in whole.sites)),
        SpinnerClaim(4, whole.layout.spinners),
    ]
    bare = Position(Layout(whole.layout.placements), (), (), (), 0, 0)
    assert as_written(bare, Action(1, None, "play", total=whole.total, points=whole.points), claims) == whole


def test_what_is_not_written_is_not_there() -> None:
    assert as_written(BARE, played(), ()) == BARE
    said = as_written(BARE, played(20, 5), ())
    assert (said.counted, said.total, said.points) == ((), 20, 5)


def test_the_last_line_of_a_kind_holds() -> None:
    claims: list[Claim] = [
        SpinnerClaim(8, (DOUBLE,)),
        CountedClaim(9, ((Spot(SINGLE), 3),)),
        CountedClaim(10, ()),
        SpinnerClaim(11, ()),
    ]
    said = as_written(BARE, played(), claims)
    assert (said.counted, said.layout.spinners) == ((), ())


def test_ends_of_a_single_go_by_their_pips() -> None:
    alone = Position(Layout((Placement(SINGLE, None, None, None),)), (), (), (), 0, 0)
    for values, ports in (
        ((3, 9), [Port.LOW, Port.HIGH]),
        ((9, 3), [Port.HIGH, Port.LOW]),
        ((50, 60), [Port.HIGH, Port.LOW]),
    ):
        items = tuple((Spot(SINGLE), value) for value in values)
        assert [each.port for each in as_written(alone, played(), [CountedClaim(8, items)]).counted] == ports


@pytest.mark.parametrize(
    ("claim", "total", "key", "line"),
    [
        (CountedClaim(9, ((Spot(tile(1, 2)), 3),)), None, "not-on-table", 9),
        (OpenClaim(9, ((Spot(tile(1, 2)), 3),)), None, "not-on-table", 9),
        (SpinnerClaim(9, (tile(1, 1),)), None, "not-on-table", 9),
        (SpinnerClaim(9, (SINGLE,)), None, "not-double", 9),
        (CountedClaim(9, ((Spot(SINGLE, Port.HIGH), 3),)), None, "no-end", 9),
        (OpenClaim(9, ((Spot(DOUBLE, Port.CHAIN_A), 3),)), None, "no-end", 9),
        (CountedClaim(9, ((Spot(DOUBLE), 18),)), None, "no-counted-end", 9),
        (CountedClaim(9, ((Spot(SINGLE), 3), (Spot(SINGLE), 3))), None, "no-counted-end", 9),
        (CountedClaim(9, ((Spot(SINGLE), 3), (Spot(tile(4, 9)), 4))), 8, "sum-differs", 7),
    ],
)
def test_lines_that_cannot_be_drawn(claim: Claim, total: int | None, key: str, line: int) -> None:
    with pytest.raises(UndrawnError) as error:
        as_written(BARE, played(total), [claim])
    assert (error.value.key, error.value.line) == (key, line)
    assert len({error.value.said(language) for language in languages()}) == len(languages())


def test_a_branch_of_a_double_that_does_not_branch() -> None:
    with pytest.raises(UndrawnError, match="no free end branch-a"):
        as_written(BARE, played(), [OpenClaim(9, ((Spot(DOUBLE, Port.BRANCH_A), 9),)), SpinnerClaim(10, ())])


def test_the_lines_are_those_of_the_notation() -> None:
    from goti.figures import take_as_written

    source = (
        "layout five-up\nrule max-pips 9\n[3|9]\n[9|9]@[3|9] =3 +40\n  counted [3|9]:3\n  open [9|9].chain-b:9\n[4|9]"
    )
    (report,) = check_lines(source.split("\n"), trace=True)
    take_as_written(report)
    found = [step.position for step in report.steps if step.position is not None]
    assert [(each.total, each.points, len(each.counted), len(each.uncounted)) for each in found] == [
        (0, 0, 0, 0), (3, 40, 1, 1), (0, 0, 0, 0),
    ]  # fmt: skip
