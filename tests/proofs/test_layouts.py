"""Shortest layouts on which readings differ, and the lemmas the search rests on."""

from __future__ import annotations

import ast
import inspect
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine import table as table_module
from goti.engine.rules import FIELDS, RuleSet, rule_set, rule_set_ids
from goti.engine.table import Table
from goti.engine.tiles import TileSet, tile
from goti.proofs.layouts import TABLE_FIELDS, differing_layouts, same_tables
from goti.readings import readings


def test_the_table_asks_for_these_fields_only() -> None:
    tree = ast.parse(inspect.getsource(table_module))
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (
            (isinstance(node.value, ast.Name) and node.value.id == "rules")
            or (isinstance(node.value, ast.Attribute) and node.value.attr == "rules")
        )
    }
    assert asked == {FIELDS[key] for key in TABLE_FIELDS}


def random_table(rules: RuleSet, rng: Random, most: int) -> Table:
    """A table after up to `most` random legal placements."""
    table = Table(rules)
    tiles = TileSet(rules.max_pips).tiles()
    for _ in range(rng.randint(1, most)):
        options = [(each, site) for each in tiles for site in table.sites_for(each)]
        if not options:
            break
        table.put(*rng.choice(options))
    return table


@pytest.mark.parametrize("ref", rule_set_ids())
def test_tables_in_equal_states_behave_alike(ref: str) -> None:
    """Two orders of play that lead to equal states allow the same placements, to the same totals and points."""
    rules = rule_set(ref)
    tiles = [each for each in TileSet(rules.max_pips).tiles() if each.high < 4]
    by_state: dict[object, set[object]] = {}
    frontier = [Table(rules)]
    for _ in range(4):
        following = []
        for table in frontier:
            for each in tiles:
                for site in table.sites_for(each):
                    after = table.copy()
                    after.put(each, site)
                    can = frozenset((one, where) for one in tiles for where in after.sites_for(one))
                    by_state.setdefault(after.state(), set()).add((can, after.total, after.points, after.counted()))
                    following.append(after)
        frontier = Random(1).sample(following, min(300, len(following)))
    assert len(by_state) > 200
    assert all(len(found) == 1 for found in by_state.values())


@given(st.sampled_from(rule_set_ids()), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_readings_of_the_opening_double_agree_but_for_the_list_of_ends(ref: str, seed: int) -> None:
    one, two = Table(rule_set(ref)), Table(rule_set(ref).changed("opening-double", "two-ends"))
    rng, tiles = Random(seed), TileSet(one.rules.max_pips).tiles()
    for number in range(rng.randint(1, 12)):
        options = [(each, site) for each in tiles for site in one.sites_for(each)]
        assert options == [(each, site) for each in tiles for site in two.sites_for(each)]
        each, site = rng.choice(options)
        one.put(each, site)
        two.put(each, site)
        assert (one.total, one.points, one.sites()) == (two.total, two.points, two.sites())
        assert one.state() == two.state() or (number == 0 and each.is_double)


def test_a_search_that_nothing_is_left_of_is_a_proof() -> None:
    rules = rule_set("seven-rocks")
    search = differing_layouts(rules, rules.changed("opening-double", "two-ends"), 9)
    assert search.identical and search.tiles == 2 and not search.differences
    assert not differing_layouts(rules, rules.changed("branching", "none"), 2).identical


def test_the_two_games_differ_on_three_tiles_with_a_flanked_double() -> None:
    search = differing_layouts(rule_set("american-sniff"), rule_set("seven-rocks"), 5)
    assert search.tiles == 3
    assert len(search.differences) == 6 * 15  # a double that is not [0|0], two of its six other tiles
    for each in search.differences:
        tiles = [one for one, _ in each.placements]
        (double,) = [one for one in tiles if one.is_double]
        assert double != tile(0, 0) and each.what == "total"
        assert all(double.low in (one.low, one.high) for one in tiles)
        assert each.first == int(each.second) + 2 * double.low  # both sides open


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("american-sniff", {"branching": (4, 3, 4), "sides-open": (2, 2), "inner-spinner": (3,), "multiple-of": (1,)}),
        ("seven-rocks", {"branching": (None, 4, None, 4), "sides-open": (2, 2), "inner-spinner": (3,), "unit": (1,)}),
    ],
)
def test_least_tiles_of_changes(game: str, changes: dict[str, tuple[int | None, ...]]) -> None:
    rules = rule_set(game)
    for key, sizes in changes.items():
        found = []
        for name, _, changed in readings(rules):
            if name == key and isinstance(changed, RuleSet):
                search = differing_layouts(rules, changed, 4)
                found.append(search.tiles if search.differences else None)
        assert tuple(found) == sizes, key


@given(st.sampled_from(rule_set_ids()), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_readings_that_agree_in_the_table_s_fields_agree_on_layouts(ref: str, seed: int) -> None:
    rules = rule_set(ref)
    others = [each for _, _, each in readings(rules) if isinstance(each, RuleSet) and same_tables(rules, each)]
    other = Random(seed).choice(others)
    assert differing_layouts(rules, other, 9).identical
    one = random_table(rules, Random(seed), 9)
    two = Table(other)
    for number, each in enumerate(one):
        placement = one.layout().placements[number]
        if placement.parent is None:
            two.put(each, -1)
        else:
            two.put(each, two.site_for(each, one.layout().placements[placement.parent].tile, placement.parent_port))
    assert (one.total, one.points, one.sites(), one.counted()) == (two.total, two.points, two.sites(), two.counted())
