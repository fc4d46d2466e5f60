"""Legal placements: a position and a rule set → plays, and what each would score. `legal_placements` and `play` agree
by construction: both ask `Table.sites_for` and `Table.site_for`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .errors import PlayError
from .layout import Contribution, Layout, Port, Position, Site
from .rules import OpeningTile, RuleSet
from .table import Table, build
from .tiles import Tile, TileSet


@dataclass(frozen=True, slots=True)
class Play:
    """A placement as meant: the tile, the site (None for the set tile) and the tile's own joining port."""

    tile: Tile
    site: Site | None = None
    port: Port | None = None


def legal_placements(rules: RuleSet, layout: Layout, tiles: Iterable[Tile] | None = None) -> tuple[Play, ...]:
    """Every legal placement of `tiles` (default: all of the set that are not on the table), symmetric sites once.

    Sites in the documents' order for each tile. Raises PlayError when the layout itself is not legal.
    """
    table = build(rules, layout)
    hand = TileSet(rules.max_pips).tiles() if tiles is None else tuple(tiles)
    found = []
    for tile in hand:
        if tile.index in table.placed:
            continue
        plays = [_play(table, tile, site) for site in table.sites_for(tile)]
        found += sorted(plays, key=lambda play: play.site.key if play.site else (0, 0, 0))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """A legal placement and what it would make: the counted ends, their sum, the points."""

    play: Play
    counted: tuple[Contribution, ...]
    total: int
    points: int


def scored_placements(rules: RuleSet, layout: Layout, hand: Iterable[Tile]) -> tuple[ScoredPlay, ...]:
    """Every legal placement of a hand with its points, as `legal_placements` orders them; a set tile by the rules.

    Raises PlayError when the layout itself is not legal.
    """
    return tuple(_scored(rules, layout, tuple(hand)))


def _scored(rules: RuleSet, layout: Layout, hand: tuple[Tile, ...]) -> Iterator[ScoredPlay]:
    table = build(rules, layout)
    for each in legal_placements(rules, layout, hand if len(layout) else openers(rules, hand)):
        trial = table.copy()
        trial.put(each.tile, -1 if each.site is None else each.site.tile.index << 3 | each.site.port)
        yield ScoredPlay(each, trial.counted(), trial.total, trial.points)


def openers(rules: RuleSet, hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles of a hand that may be the set tile: any, a double, or the highest double where there is one."""
    doubles = tuple(each for each in hand if each.is_double)
    if rules.opening_tile is OpeningTile.DOUBLE:
        return doubles
    if rules.opening_tile is OpeningTile.HIGHEST_DOUBLE and doubles:
        return (max(doubles),)
    return hand


def _play(table: Table, tile: Tile, site: int) -> Play:
    if site < 0:
        return Play(tile)
    for each in table.sites():
        if (each.tile.index << 3 | each.port) == site:
            return Play(tile, each, table.own_port(tile, site))
    raise PlayError("site-not-there", f"no site {site}")  # pragma: no cover - sites_for gives open sites only


def play(rules: RuleSet, layout: Layout, tile: Tile, at: Tile | None = None, port: Port | None = None) -> Position:
    """The position after placing `tile` on `at` (its default port, or `port`); no site for the set tile.

    Without `at` the site must be the only one that fits up to symmetry. Raises PlayError whose `code` names the rule
    that forbids it, or `several-sites`.
    """
    table = build(rules, layout)
    if tile not in TileSet(rules.max_pips):
        raise PlayError("no-such-tile", f"the set has no {tile}")
    if at is not None:
        table.put(tile, table.site_for(tile, at, port))
        return table.position()
    if tile.index in table.placed:
        raise PlayError("already-there", f"{tile} is already on the table")
    sites = table.sites_for(tile)
    if not sites:
        raise PlayError("does-not-fit", f"{tile} fits no open end")
    if len(sites) > 1:
        raise PlayError("several-sites", f"{tile} fits {' and '.join(str(table.tile_of(each)) for each in sites)}")
    table.put(tile, sites[0])
    return table.position()
