"""A second reading of a round with unseen tiles, as an integer program for CP-SAT: nodes → whether any deal agrees.

Written against the documents and not against `engine`, of which it uses only the table (which ends are open). Time runs
here: every tile is in one place (a hand, the boneyard, the table) before every turn, and a turn moves tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from goti.engine.errors import PlayError
from goti.engine.record import (
    Action,
    Boneyard,
    Deal,
    Deduct,
    End,
    Gap,
    GivenHand,
    GivenTable,
    GivenTurn,
    Left,
    Node,
    ScoreLine,
)
from goti.engine.rules import RuleSet, Stock
from goti.engine.table import Table
from goti.engine.tiles import AnyTile, Tile, TileSet, UnknownTile

YARD, LAID = "yard", "laid"


def possible(nodes: Sequence[Node], rules: RuleSet, seats: int) -> bool:
    """Whether some places of all unseen tiles make every line of this round right."""
    try:
        return _Model(nodes, rules, seats).solve()
    except PlayError:  # the table cannot take a tile
        return False


def possible_settlement(nodes: Sequence[Node], rules: RuleSet, seats: int) -> bool:
    """Whether some round can have left hands as these lines of a settlement say."""
    model = _Model(nodes, rules, seats)
    size = rules.hand_sizes[seats]
    for place in (*model.letters, YARD, LAID):
        model.where[place] = [model.cp.new_bool_var("") for _ in model.tiles]
    for at in range(len(model.tiles)):
        model.cp.add(sum(each[at] for each in model.where.values()) == 1)
    drawn, placed = {}, {}
    for seat in model.letters:  # everybody was dealt so many tiles, drew some and placed some
        drawn[seat] = model.cp.new_int_var(0, len(model.tiles) if model.drawing else 0, "")
        placed[seat] = model.cp.new_int_var(0, len(model.tiles), "")
        model.cp.add(sum(model.where[seat]) == size + drawn[seat] - placed[seat])
    model.cp.add(sum(model.where[YARD]) == len(model.tiles) - size * seats - sum(drawn.values()))
    model.cp.add(sum(model.where[LAID]) >= 1)
    for node in nodes:
        if isinstance(node, Left):
            model._left(node)
    model._not_two_empty(model.letters)
    model._costs(settlement=True)
    return model._solved()


class _Model:
    def __init__(self, nodes: Sequence[Node], rules: RuleSet, seats: int) -> None:
        self.nodes, self.rules, self.letters = nodes, rules, "ABCD"[:seats]
        self.tiles = TileSet(rules.max_pips).tiles()
        self.cp = cp_model.CpModel()
        self.drawing = rules.stock is Stock.UNTIL_PLAYABLE
        self.where: dict[str, list[Any]] = {}  # place → for every tile an expression that is 0 or 1
        self.table: Table | None = Table(rules)
        self.points = dict.fromkeys(self.letters, 0)
        self.known_score = True
        self.next: str | None = None
        self.drew: tuple[str, list[Any]] | None = None  # who drew last, and which tile

    def solve(self) -> bool:
        self._start()
        begun = False
        for number, node in enumerate(self.nodes):
            if isinstance(node, Action):
                begun = True
                self._turn(node, self.nodes[number + 1 :])
            elif isinstance(node, Gap):
                begun, self.next, self.drew = True, None, None
                self._gap()
            elif isinstance(node, GivenTable) and begun:
                self._given_table(node)
            elif isinstance(node, GivenTurn):
                self.next = node.seat
            elif isinstance(node, GivenHand) and begun:
                self._holds(node.seat, node.tiles)
            elif isinstance(node, End):
                self._end(node)
            elif isinstance(node, Left):
                self._left(node)
        if any(isinstance(node, Left) for node in self.nodes) and not any(isinstance(node, End) for node in self.nodes):
            self._not_two_empty(self.letters)
        self._costs()
        return self._solved()

    def _solved(self) -> bool:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(self.cp)
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
        return bool(status != cp_model.INFEASIBLE)

    # -- the beginning ----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        first = next((n for n, node in enumerate(self.nodes) if isinstance(node, Action | Gap)), len(self.nodes))
        head = self.nodes[:first]
        middle = any(isinstance(node, GivenTable | GivenHand) for node in head)
        for place in (*self.letters, YARD, LAID):
            self.where[place] = [self.cp.new_bool_var("") for _ in self.tiles]
        for at in range(len(self.tiles)):
            self.cp.add(sum(each[at] for each in self.where.values()) == 1)
        given = next((node for node in head if isinstance(node, GivenTable)), None)
        laid = {joined.spot.tile for joined in given.placed} if given else set()
        for at, tile in enumerate(self.tiles):
            self.cp.add(self.where[LAID][at] == (tile in laid))
        if given is not None:
            self._lay(given)
        if not self.drawing:
            self.cp.add(sum(self.where[YARD]) == 0)
        hands = {node.seat: node.tiles for node in head if isinstance(node, Deal | GivenHand)}
        for seat in self.letters:
            if seat in hands:
                self._holds(seat, hands[seat])
            elif not middle:
                self.cp.add(sum(self.where[seat]) == self.rules.hand_sizes[len(self.letters)])
        for node in head:
            if isinstance(node, Boneyard):
                self.cp.add(sum(self.where[YARD]) == node.size)
        self.known_score = not middle

    def _lay(self, given: GivenTable) -> None:
        self.table = Table(self.rules)
        for spot, site in given.placed:
            assert isinstance(spot.tile, Tile)
            at = None if site is None else site.tile
            assert at is None or isinstance(at, Tile)
            port = None if site is None else site.port
            self.table.put(spot.tile, -1 if at is None else self.table.site_for(spot.tile, at, port))

    def _holds(self, seat: str, tiles: Sequence[AnyTile]) -> None:
        """A hand is exactly these tiles: each line entry is one tile of it."""
        held = self.where[seat]
        self.cp.add(sum(held) == len(tiles))
        chosen: list[list[Any]] = []
        for each in tiles:
            row = [self.cp.new_bool_var("") if _may_be(each, tile) else 0 for tile in self.tiles]
            self.cp.add(sum(row) == 1)
            chosen.append(row)
        for at in range(len(self.tiles)):
            self.cp.add(sum(row[at] for row in chosen) == held[at])

    # -- turns ------------------------------------------------------------------------------------------------------

    def _turn(self, node: Action, rest: Sequence[Node]) -> None:
        seat = node.seat or "A"
        if self.next not in (None, seat):
            self.cp.add_bool_or([])
        self.next = seat if node.verb == "draw" else self.letters[(self.letters.index(seat) + 1) % len(self.letters)]
        if node.verb == "pass":
            self._nothing_fits(seat)
            if self.drawing:
                self.cp.add(sum(self.where[YARD]) <= self.rules.reserve)
        elif node.verb == "draw":
            for each in node.drawn:
                self._nothing_fits(seat)
                self._draw(seat, each)
            return
        elif isinstance(node.tile, Tile) and self.table is not None:
            self._take(seat, node.tile)
            at = node.site if isinstance(node.site, Tile) else None
            self.table.put(node.tile, -1 if at is None else self.table.site_for(node.tile, at, node.site_port))
            self.points[seat] += self.table.points
            if (node.total, node.points) != (self.table.total, self.table.points or None):
                self.cp.add_bool_or([])
        elif isinstance(node.tile, Tile):
            self._take(seat, node.tile)
            self.points[seat] += node.points or 0
        else:
            self._play_unseen(seat, node)
        self.drew = None
        if node.verb != "pass" and any(isinstance(each, Action) for each in rest):
            self.cp.add(sum(self.where[seat]) >= 1)  # else the round would be over

    def _nothing_fits(self, seat: str) -> None:
        if self.table is None:
            return
        for at, tile in enumerate(self.tiles):
            if self.table.fits >> tile.index & 1:
                self.cp.add(self.where[seat][at] == 0)

    def _draw(self, seat: str, drawn: AnyTile) -> None:
        row = [self.cp.new_bool_var("") if _may_be(drawn, tile) else 0 for tile in self.tiles]
        self.cp.add(sum(row) == 1)
        self.drew = seat, row
        for at in range(len(self.tiles)):
            self.cp.add(row[at] <= self.where[YARD][at])
        self.where[YARD] = [self.where[YARD][at] - row[at] for at in range(len(self.tiles))]
        self.where[seat] = [self.where[seat][at] + row[at] for at in range(len(self.tiles))]

    def _take(self, seat: str, tile: Tile) -> None:
        at = self.tiles.index(tile)
        self.cp.add(self.where[seat][at] == 1)
        if self.drew is not None and self.drew[0] == seat:
            self.cp.add(self.drew[1][at] == 1)  # AS54
        for place in self.where:
            self.where[place] = list(self.where[place])
            self.where[place][at] = int(place == LAID)

    def _play_unseen(self, seat: str, node: Action) -> None:
        played = node.tile or UnknownTile()
        row = [self.cp.new_bool_var("") if _may_be(played, tile) else 0 for tile in self.tiles]
        self.cp.add(sum(row) == 1)
        for at, tile in enumerate(self.tiles):
            self.cp.add(row[at] <= self.where[seat][at])
            if self.drew is not None and self.drew[0] == seat:
                self.cp.add(row[at] == self.drew[1][at])
            if self.table is not None and not self.table.fits >> tile.index & 1:
                self.cp.add(row[at] == 0)
        self.where[seat] = [self.where[seat][at] - row[at] for at in range(len(self.tiles))]
        self.where[LAID] = [self.where[LAID][at] + row[at] for at in range(len(self.tiles))]
        self.points[seat] += node.points or 0
        self.table = None

    def _gap(self) -> None:
        before = self.where
        after = {place: [self.cp.new_bool_var("") for _ in self.tiles] for place in before}
        for at in range(len(self.tiles)):
            self.cp.add(sum(each[at] for each in after.values()) == 1)
            self.cp.add(after[YARD][at] <= before[YARD][at])
            self.cp.add(after[LAID][at] >= before[LAID][at])
            for seat in self.letters:
                self.cp.add(after[seat][at] <= before[seat][at] + (before[YARD][at] if self.drawing else 0))
        self.where, self.table, self.known_score = after, None, False

    def _given_table(self, node: GivenTable) -> None:
        laid = {joined.spot.tile for joined in node.placed}
        for at, tile in enumerate(self.tiles):
            self.cp.add(self.where[LAID][at] == (tile in laid))
        self._lay(node)

    # -- the end ----------------------------------------------------------------------------------------------------

    def _end(self, node: End) -> None:
        for seat in self.letters:  # AS57, SR48: the first empty hand ends the round
            if node.how in ("out", "blocked") and seat != node.seat:
                self.cp.add(sum(self.where[seat]) >= 1)
        if node.how == "out" and node.seat is not None:
            self.cp.add(sum(self.where[node.seat]) == 0)
        elif node.how == "blocked":
            for seat in self.letters:
                self._nothing_fits(seat)

    def _left(self, node: Left) -> None:
        if node.tiles is not None:
            self._holds(node.seat, node.tiles)
        else:
            self.cp.add(self._pips(node.seat) == node.pips)

    def _pips(self, seat: str) -> Any:
        return sum(tile.pips * self.where[seat][at] for at, tile in enumerate(self.tiles))

    def _not_two_empty(self, letters: str) -> None:
        """AS57, SR48: at most one hand is empty at the end."""
        empty = []
        for seat in letters:
            none = self.cp.new_bool_var("")
            self.cp.add(sum(self.where[seat]) >= 1).only_enforce_if(none.negated())
            empty.append(none)
        self.cp.add(sum(empty) <= 1)

    def _costs(self, settlement: bool = False) -> None:
        """AS59-61, SR51-54: 2 down, 3 up, every hand on its own."""
        claims = [node for node in self.nodes if isinstance(node, Deduct)]
        scores = [node for node in self.nodes if isinstance(node, ScoreLine)]
        ended = settlement or any(isinstance(node, End) for node in self.nodes)
        if not ended or not (claims or scores):
            return
        cost = {}
        for seat in self.letters:
            fives = self.cp.new_int_var(0, 40, "")
            self.cp.add(5 * fives <= self._pips(seat) + 2)
            self.cp.add(5 * fives >= self._pips(seat) - 2)
            cost[seat] = 5 * fives
        if claims:
            said = {node.seat: node.points for node in claims}
            left = {node.seat for node in self.nodes if isinstance(node, Left)}
            for seat in [each for each in self.letters if not settlement or each in said or each in left]:
                self.cp.add(cost[seat] == said.get(seat, 0))
        for node in scores if self.known_score else ():
            for side, score in node.scores:
                own = [seat for seat in side if seat in self.letters]
                self.cp.add(sum(self.points[seat] - cost[seat] for seat in own) == score)


def _may_be(written: AnyTile, tile: Tile) -> bool:
    return written.may_be(tile) if isinstance(written, UnknownTile) else written == tile
