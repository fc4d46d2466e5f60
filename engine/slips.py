"""The single slips that a layout or round may hold: nodes → edits that would undo one of them.

A tile, site or seat written wrongly, a line left out or typed once too often. What the later totals contradict is left
out at once: they are looked at on copies of the table, and the engine judges what remains (`cures.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .edits import Edit
from .errors import PlayError
from .findings import Finding
from .layout import Port
from .record import (
    Action,
    Deal,
    Deduct,
    End,
    Gap,
    GivenTable,
    Left,
    Node,
    ScoreLine,
    Starter,
    Unread,
)
from .rules import RuleSet
from .settle import LETTERS
from .table import Table
from .tiles import AnyTile, Tile, TileSet

_UNKNOWN = (Gap, Unread, GivenTable)  # from here on the table is not what the placements made it
_AFTER_PLAY = (End, Left, Deduct, ScoreLine)
_SHOWS_GAP = frozenset((
    "wrong-seat", "not-in-hand", "drawn-not-played", "false-end", "not-blocked", "must-draw", "round-unfinished",
))  # fmt: skip


def tables(rules: RuleSet, nodes: Sequence[Node], start: Table | None) -> list[Table | None]:
    """The table before each node and after the last; None where it is not known. `start` is that of the beginning."""
    table = start.copy() if start is not None else None
    found = [table]
    for node in nodes:
        if isinstance(node, GivenTable):
            table = Table(rules)
            lines = (Action(0, None, "play", a.tile, a.port, *(at or (None, None))) for a, at in node.placed)
            if any(advance(table, each) is not True for each in lines):
                table = None
        elif isinstance(node, _UNKNOWN) or (isinstance(node, Action) and node.verb == "unknown"):
            table = None
        elif isinstance(node, Action) and node.verb == "play" and node.mark != "withdrawn" and table is not None:
            table = table.copy()
            if advance(table, node) is not True:
                table = None
        found.append(table)
    return found


def advance(table: Table, node: Action) -> bool | None:
    """Place a tile as written: False where the table cannot take it, None where the site is not known."""
    tile = node.tile
    if not isinstance(tile, Tile):
        return None
    try:
        if node.site is None:
            sites = table.sites_for(tile)
            if len(sites) != 1:
                return None if sites else False
            table.put(tile, sites[0])
        elif isinstance(node.site, Tile):
            table.put(tile, table.site_for(tile, node.site, node.site_port))
        else:
            return None
    except PlayError:
        return None if node.mark == "stands" else False
    return True


def agrees(table: Table, nodes: Sequence[Node], start: int, others: int) -> bool:
    """Whether the placements from `start` on can be made and all totals but `others` are right, as far as is known."""
    for number in range(start, len(nodes)):
        node = nodes[number]
        if isinstance(node, _UNKNOWN) or (isinstance(node, Action) and node.verb == "unknown"):
            return True
        if not isinstance(node, Action) or node.verb != "play" or node.mark == "withdrawn":
            continue
        placed = advance(table, node)
        if not placed:
            return placed is None
        if node.total not in (None, table.total) and node.mark is None:
            others -= 1
            if others < 0:
                return False
    return True


class Slips:
    """All slips of one layout (no seats) or round. `findings` are those of the lines as written.

    `others` faults of their own may be left: totals that do not fit an edit are forgiven so many times. `both` also
    gives placements whose tile and site are both other ones.
    """

    def __init__(
        self, rules: RuleSet, seats: int, nodes: Sequence[Node], start: Table | None, findings: Sequence[Finding],
        others: int = 0, both: bool = False,
    ) -> None:  # fmt: skip
        self.letters, self.both = LETTERS[:seats], both
        self.nodes, self.findings, self.others = nodes, findings, others
        self.tables = tables(rules, nodes, start)
        self.all = TileSet(rules.max_pips).tiles()
        places = {node.line: index for index, node in enumerate(nodes)}
        self.at = [(places.get(each.line, len(nodes)), each) for each in findings]
        hidden = len({node.seat for node in nodes if isinstance(node, Deal)}) < seats
        bounds = [index for index, _ in self.at]
        # With all hands known a slip shows on its line or later; a hidden hand is known by what it plays afterwards.
        self.last = len(nodes) - 1 if hidden and seats else min(bounds, default=-1)
        self.dealt = {tile for node in nodes if isinstance(node, Deal) for tile in node.tiles}
        self.turns = sum(isinstance(node, Action) for node in nodes)
        self.totals = any(isinstance(node, Action) and node.total is not None for node in nodes)

    def __iter__(self) -> Iterator[Edit]:
        hands = any(each.code not in ("false-total", "false-points") for each in self.findings)
        for index in range(min(self.last + 1, len(self.nodes))):
            node = self.nodes[index]
            if isinstance(node, Action) and node.mark is None:
                yield from self._turn(index, node)
            elif isinstance(node, Starter):
                yield from (Edit(index, node, node._replace(seat=seat)) for seat in self.letters if seat != node.seat)
            elif isinstance(node, Deal) and hands:
                yield from self._hand(index, node)
        yield from self._left_out()

    # -- a line written wrongly ----------------------------------------------------------------------------------

    def _turn(self, index: int, node: Action) -> Iterator[Edit]:
        if node.verb == "play" and isinstance(node.tile, Tile):
            for new in self._placed(index, node, node.tile):
                if self._possible(index, new):
                    yield Edit(index, node, new)
        elif node.verb == "draw":
            yield from self._draws(index, node)
        for seat in self.letters if node.seat is not None else "":
            if seat != node.seat:
                yield Edit(index, node, node._replace(seat=seat))
        table = self.tables[index]
        if self.turns > 1 and (table is None or agrees(table.copy(), self.nodes, index + 1, self.others)):
            yield Edit(index, node, None)

    def _placed(self, index: int, node: Action, tile: Tile) -> Iterator[Action]:
        yield from self._sites(index, node, tile)
        for other in self.all:
            if other != tile:
                new = node._replace(tile=other, port=None)
                yield new
                if self.both:
                    yield from self._sites(index, new, other)

    def _sites(self, index: int, node: Action, tile: Tile) -> Iterator[Action]:
        """The sites other than the written one where a tile fits, one of each class."""
        table = self.tables[index]
        if table is None or not isinstance(node.site, Tile):
            return
        written = _class(table, tile, node.site, node.site_port)
        if not len(table):
            yield node._replace(port=None, site=None, site_port=None)
            return
        for site in table.sites_for(tile):
            at = table.tile_of(site)
            port = None if table.is_default(tile, site) else Port(site & 7)
            if _class(table, tile, at, port) != written:
                yield node._replace(port=None, site=at, site_port=port)

    def _possible(self, index: int, new: Action) -> bool:
        """Whether the table takes the placement with the total its line claims, and the later ones after it."""
        before = self.tables[index]
        if before is None:
            return True
        table = before.copy()
        placed = advance(table, new)
        if not placed or new.total not in (None, table.total):
            return placed is None
        return agrees(table, self.nodes, index + 1, self.others)

    def _draws(self, index: int, node: Action) -> Iterator[Edit]:
        """Another tile drawn, one more, one less."""
        free = [tile for tile in self.all if tile not in self.dealt and tile not in node.drawn]
        for tiles in _changed(node.drawn, free):
            if tiles:
                yield Edit(index, node, node._replace(drawn=tiles))

    def _hand(self, index: int, node: Deal) -> Iterator[Edit]:
        """Another tile dealt, one more, one less; every tile is there once."""
        free = [tile for tile in self.all if tile not in self.dealt]
        sizes = any(each.code == "deal-size" and each.line == node.line for each in self.findings)
        for tiles in _changed(node.tiles, free):
            if sizes != (len(tiles) == len(node.tiles)):
                yield Edit(index, node, node._replace(tiles=tiles))

    # -- a line left out -------------------------------------------------------------------------------------------

    def _left_out(self) -> Iterator[Edit]:
        if not self.letters:
            for index in range(min(self.last, len(self.nodes)) + 1):
                yield from self._placements(index, None)
            return
        done: set[tuple[int, str]] = set()
        for index, found in self.at:
            if found.code not in _SHOWS_GAP:
                continue
            node = self.nodes[index] if index < len(self.nodes) else None
            if found.code == "not-in-hand" and isinstance(node, Action) and node.tile is not None:
                yield Edit(index, None, Action(node.line, node.seat, "draw", drawn=(node.tile,)))
            if found.code == "round-unfinished":
                yield from self._ends()
                continue
            for seat in self._seats_before(index, found):
                if (index, seat) not in done:
                    done.add((index, seat))
                    yield Edit(index, None, Action(found.line, seat, "pass"))
                    yield from self._placements(index, seat)

    def _seats_before(self, index: int, found: Finding) -> Iterator[str]:
        """The seats whose turn may be missing before a line."""
        if found.code == "wrong-seat" and found.expected in self.letters:
            yield str(found.expected)
        last = next((node for node in reversed(self.nodes[:index]) if isinstance(node, Action | Starter)), None)
        if isinstance(last, Action):
            yield self.letters[(self.letters.index(str(last.seat)) + 1) % len(self.letters)]

    def _placements(self, index: int, seat: str | None) -> Iterator[Edit]:
        """A placement missing before a line."""
        table = self.tables[index]
        if table is None:
            return
        line = self.nodes[min(index, len(self.nodes) - 1)].line
        for tile in self.all:
            for site in table.sites_for(tile):
                trial = table.copy()
                at = None if site < 0 else table.tile_of(site)
                port = None if site < 0 or table.is_default(tile, site) else Port(site & 7)
                trial.put(tile, site)
                total = trial.total if self.totals else None
                new = Action(line, seat, "play", tile, None, at, port, total, trial.points or None)
                if agrees(trial, self.nodes, index, self.others):
                    yield Edit(index, None, new)

    def _ends(self) -> Iterator[Edit]:
        """How the round ended, before the lines about hands and scores."""
        nodes = self.nodes
        index = next((index for index, node in enumerate(nodes) if isinstance(node, _AFTER_PLAY)), len(nodes))
        line = nodes[min(index, len(nodes) - 1)].line if nodes else 0
        for seat in (*self.letters, None):
            yield Edit(index, None, End(line, "out" if seat else "blocked", seat))


def _class(table: Table, tile: Tile, at: Tile, port: Port | None) -> tuple[int, bool] | None:
    """The class of symmetric sites that a written site means; None where the tile cannot go there."""
    try:
        site = table.site_for(tile, at, port)
    except PlayError:
        return None
    return site >> 3, 2 <= site & 7 < Port.CHAIN_A


def _changed(tiles: tuple[AnyTile, ...], free: Sequence[Tile]) -> Iterator[tuple[AnyTile, ...]]:
    """A row of tiles with one of them another, one less, or one more at the end."""
    for number in range(len(tiles)):
        yield from ((*tiles[:number], tile, *tiles[number + 1 :]) for tile in free)
        yield (*tiles[:number], *tiles[number + 1 :])
    yield from ((*tiles, tile) for tile in free)
