"""Full layouts of the shipped games, played on the engine's table until no tile fits."""

from __future__ import annotations

from random import Random

from goti.engine.layout import Layout, Position
from goti.engine.rules import RuleSet
from goti.engine.table import Table
from goti.engine.tiles import TileSet


def full_table(rules: RuleSet, rng: Random) -> Table:
    """A table to which no tile of the set can be added."""
    table, tiles = Table(rules), TileSet(rules.max_pips).tiles()
    while options := [(tile, site) for tile in tiles for site in table.sites_for(tile)]:
        table.put(*rng.choice(options))
    return table


def full_layout(rules: RuleSet, rng: Random) -> Layout:
    """A layout to which no tile of the set can be added."""
    return full_table(rules, rng).layout()


def full_position(rules: RuleSet, rng: Random) -> Position:
    """The position of such a layout."""
    return full_table(rules, rng).position()
