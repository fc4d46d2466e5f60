"""The flow of tiles to slots against trying out every way."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.flow import Flow


@st.composite
def networks(draw: st.DrawFn) -> tuple[list[tuple[int, ...]], list[int], list[int], list[dict[int, int]]]:
    """Up to five tiles, up to four slots: doors, least and most tiles, what tiles are worth where."""
    slots = draw(st.integers(1, 4))
    tiles = draw(st.integers(1, 5))
    doors = [tuple(draw(st.sets(st.integers(0, slots - 1), min_size=1))) for _ in range(tiles)]
    low = [draw(st.integers(0, 2)) for _ in range(slots)]
    high = [each + draw(st.sampled_from((0, 1, 5))) for each in low]
    values = [{slot: draw(st.integers(-6, 6)) for slot in each} for each in doors]
    return doors, low, high, values


@settings(deadline=None)
@given(networks())
def test_a_flow_is_found_where_there_is_one_and_the_best_is_reached(
    network: tuple[list[tuple[int, ...]], list[int], list[int], list[dict[int, int]]],
) -> None:
    doors, low, high, values = network
    worth = [
        sum(value[slot] for value, slot in zip(values, way, strict=True))
        for way in product(*doors)
        if all(least <= way.count(slot) <= most for slot, (least, most) in enumerate(zip(low, high, strict=True)))
    ]
    flow = Flow(doors, low, high)
    assert flow.fill() is bool(worth)
    if not worth:
        return
    assert flow.gain(values, max(worth))
    assert not flow.gain(values, max(worth) + 1)
    assert sum(value[slot] for value, slot in zip(values, flow.where, strict=True)) == max(worth)
    for slot, tiles in enumerate(flow.inside):
        assert tiles == {tile for tile, where in enumerate(flow.where) if where == slot}
        assert low[slot] <= len(tiles) <= high[slot]
