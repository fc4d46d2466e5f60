"""The greatest total of so many tiles: no layout has more, in any combination of the fields it depends on."""

from __future__ import annotations

from itertools import product

import pytest

from goti.engine.errors import RulesError
from goti.engine.rules import RuleSet, rule_set
from goti.engine.table import Table
from goti.engine.tables import most_total
from goti.engine.tiles import TileSet

SMALL = (("stock", "dead"), ("hand-sizes", "2:1,3:1,4:1"))
"""What a set of few tiles can be dealt with."""

FIELDS = {
    "branching": ("first-played", "first-enclosed", "opening", "all", "none"),
    "sides-open": ("after-both-straight", "free", "must-fill-first"),
    "side-growth": ("grows", "stub"),
    "inner-spinner": ("open-halves", "nothing"),
    "opening-double": ("one-end", "two-ends"),
}


def small(game: str, pips: int) -> RuleSet:
    """The rules with a smaller set."""
    rules = rule_set(game)
    for key, value in (*SMALL, ("max-pips", str(pips))):
        rules = rules.changed(key, value)
    return rules


def counted(rules: RuleSet, most: int) -> list[int]:
    """The greatest total of all layouts of 0, 1, … tiles, by trying every placement."""
    tables, found = {Table(rules).state(): Table(rules)}, [0]
    tiles = TileSet(rules.max_pips).tiles()
    while tables and len(found) <= most:
        after: dict[tuple[object, ...], Table] = {}
        for table in tables.values():
            for each in tiles:
                for site in table.sites_for(each):
                    grown = table.copy()
                    grown.put(each, site)
                    after.setdefault(grown.state(), grown)
        tables = after
        found.append(max((table.total for table in tables.values()), default=0))
    return found


def combinations() -> list[RuleSet]:
    """Every combination of the fields that does not contradict itself."""
    found = []
    for values in product(*FIELDS.values()):
        rules = small("seven-rocks", 2)
        try:
            for key, value in zip(FIELDS, values, strict=True):
                rules = rules.changed(key, value)
        except RulesError:
            continue
        found.append(rules)
    return found


def test_there_are_combinations() -> None:
    assert len(combinations()) > 80


@pytest.mark.parametrize("rules", combinations(), ids=lambda rules: "-".join(rules.values[key] for key in FIELDS))
def test_no_layout_has_more(rules: RuleSet) -> None:
    greatest = counted(rules, 6)
    assert all(most_total(rules, number) >= total for number, total in enumerate(greatest))


@pytest.mark.parametrize("game", ["seven-rocks", "american-sniff", "five-up"])
def test_a_larger_set(game: str) -> None:
    rules = small(game, 4)
    assert all(most_total(rules, number) >= total for number, total in enumerate(counted(rules, 4)))


def test_the_greatest_totals_of_the_documents() -> None:
    """SR46: 36; a lone tile at most 12; the largest total that scores is 35."""
    for game in ("seven-rocks", "american-sniff"):
        assert most_total(rule_set(game), 28) == 36
        assert most_total(rule_set(game), 1) == 12
