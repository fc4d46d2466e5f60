"""Tiles and sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.engine.errors import TileError
from goti.engine.tiles import Tile, TileSet, UnknownTile, mask_of, pips_of, tile, tile_at, tiles_of


def test_report_1_sets_have_each_tile_once() -> None:
    assert (len(TileSet(6)), len(set(TileSet(6).tiles()))) == (28, 28)
    assert (len(TileSet(9)), len(set(TileSet(9).tiles()))) == (55, 55)
    assert sum(each.pips for each in TileSet(6).tiles()) == 168


@given(st.integers(0, 12), st.integers(0, 12))
def test_halves_in_any_order_are_one_tile(a: int, b: int) -> None:
    assert tile(a, b) is tile(b, a)
    assert tile_at(tile(a, b).index) == tile(a, b)
    assert (tile(a, b) in TileSet(6)) == (max(a, b) <= 6)


@given(st.sets(st.integers(0, 90)))
def test_hands_as_bits(indexes: set[int]) -> None:
    mask = sum(1 << index for index in indexes)
    tiles = tiles_of(mask)
    assert mask_of(tiles) == mask
    assert list(tiles) == sorted(tiles)
    assert pips_of(mask) == sum(each.pips for each in tiles)


def test_a_tile_is_written_low_half_first() -> None:
    assert str(tile(4, 1)) == "[1|4]"
    with pytest.raises(TileError):
        Tile(4, 1)
    with pytest.raises(TileError):
        Tile(-1, 1)


def test_unknown_tiles() -> None:
    assert str(UnknownTile()) == "[?|?]" and str(UnknownTile(4)) == "[4|?]"
    assert UnknownTile(4).may_be(tile(1, 4)) and not UnknownTile(4).may_be(tile(1, 3))
    assert UnknownTile(7) not in TileSet(6) and UnknownTile() in TileSet(6)
