"""Marks and names of full layouts: each in a free place at its own end."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.rules import rule_set, rule_set_ids
from goti.engine.table import Table
from goti.engine.tiles import tile
from goti.render import arrange, figure, look, picture
from goti.render.labels import labels
from goti.render.marks import in_turn, marks
from goti.render.scene import Strokes, Text
from goti.render.theme import SHIPPED

from .games import full_position
from .marklaws import broken_mark, broken_name

TABLES: tuple[dict[str, Any], ...] = ({}, {"aspect": 1.5}, {"aspect": 1.0}, {"max_width": 20})


@pytest.mark.parametrize("ref", rule_set_ids())
@given(st.integers(0, 2**32), st.sampled_from(TABLES), st.sampled_from(SHIPPED), st.sampled_from(["en", "hi", "es"]))
@settings(max_examples=12, deadline=None)
def test_every_mark_and_name_has_its_place(ref: str, seed: int, table: dict[str, Any], theme: str, lang: str) -> None:
    position = full_position(rule_set(ref), random.Random(seed))
    arrangement, wanted = arrange(position.layout, **table), look(lang, theme=theme, ports=True)
    assert broken_mark(position, arrangement, wanted) is None, picture(position)
    assert broken_name(position, arrangement, wanted) is None, picture(position)


@pytest.mark.parametrize("seed", [2, 5, 9])
def test_crowds_on_a_narrow_table(seed: int) -> None:
    """Layouts in which marks lay on edges, and names on tiles and marks."""
    position = full_position(rule_set("five-up"), random.Random(f"five-up@1 {seed}"))
    arrangement, wanted = arrange(position.layout, max_width=20), look(ports=True)
    assert broken_mark(position, arrangement, wanted) is None
    assert broken_name(position, arrangement, wanted) is None


def test_a_name_without_room_is_led_to() -> None:
    position = full_position(rule_set("five-up"), random.Random("five-up@1 2"))
    scene = figure(position, max_width=20, ports=True)
    leaders = [each for each in scene.shapes if isinstance(each, Strokes) and each.width == 0.8]
    assert len(leaders) == 1 and len(leaders[0].lines) > 0
    words = [each.line.text for each in scene.shapes if isinstance(each, Text)]
    assert sum(each in ("high", "low", "chain-a", "chain-b", "branch-a", "branch-b") for each in words) == len(
        position.sites
    )


def test_the_names_of_a_lone_double_lie_at_its_ends() -> None:
    table = Table(rule_set("american-sniff"))
    table.put(tile(5, 5), -1)
    position = table.position()
    assert broken_name(position, arrange(position.layout), look(ports=True)) is None


def test_where_nothing_can_be_led_to_a_name_lies_beside_all_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goti.render.labels._beside", lambda *_: ())
    monkeypatch.setattr("goti.render.labels._farther", lambda *_: ())
    position = full_position(rule_set("five-up"), random.Random(1))
    arrangement, wanted = arrange(position.layout), look(ports=True)
    names = labels(arrangement, position, marks(arrangement, position, wanted), wanted)
    assert len(names) == len(position.sites)
    lefts = [arrangement.bounds.right * wanted.theme.unit, *(each.wall[2] for each in names)]
    assert all(each.wall[0] > left for each, left in zip(names, lefts, strict=False))
    assert all(each.leader is not None for each in names)


def test_what_finds_no_place_chooses_first() -> None:
    wishes = ("ab", "a", "b")

    def choose(number: int, others: Collection[str]) -> str | None:
        return next((each for each in wishes[number] if each not in others), None)

    assert in_turn(2, choose, lambda *_: "-") == ("b", "a")
    assert sorted(in_turn(3, choose, lambda *_: "-")) == ["-", "a", "b"]
