"""Known records of one round made to lack what real ones lack: hands, drawn tiles, tiles left, pages, the beginning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from goti.engine.errors import PlayError
from goti.engine.faults import Moment, Sheet, inject
from goti.engine.record import (
    Action,
    Boneyard,
    Deal,
    Deduct,
    Gap,
    GivenHand,
    GivenTable,
    GivenTurn,
    Joined,
    Left,
    Node,
    Result,
    ScoreLine,
    Spot,
    Starter,
)
from goti.engine.rules import RuleSet, Stock
from goti.engine.table import Table
from goti.engine.tiles import AnyTile, Tile, UnknownTile

SETUPS = (("american-sniff", 2), ("american-sniff", 3), ("american-sniff", 4), ("seven-rocks", 4))
FAULTS = (
    "none", "needless-pass", "needless-draw", "drew-too-many", "draw-stopped-early", "drawn-tile-kept", "pips", "empty",
    "plays",
)  # fmt: skip


def faulty(name: str, nodes: Sequence[Node], rules: RuleSet, seats: int, rng: Random) -> list[Node] | None:
    """The round with one illegal pass or draw, or with one pip total moved; None where there is no place for it."""
    if name == "none":
        return list(nodes)
    if name == "pips":
        return _moved(nodes, rng)
    if name == "empty":
        return _emptied(nodes, rng)
    if name == "plays":
        return _played_on(nodes, seats, rng)
    if name.endswith("draw") and rules.stock is not Stock.UNTIL_PLAYABLE:
        return None
    fault = inject(name, nodes, rules, seats, rng)
    return None if fault is None else fault.nodes


def _moved(nodes: Sequence[Node], rng: Random) -> list[Node] | None:
    """Pips of one hand left as another number, or moved to another hand."""
    found = list(nodes)
    places = [at for at, node in enumerate(found) if isinstance(node, Left) and node.tiles]
    if not places:
        return None
    at = rng.choice(places)
    more = rng.choice((-2, -1, 1, 2, 5, 7))
    for place, change in ((at, more), (rng.choice(places), -more if rng.random() < 0.7 else 0)):
        node = found[place]
        assert isinstance(node, Left)
        pips = node.pips if node.tiles is None else sum(each.pips or 0 for each in node.tiles)
        found[place] = Left(0, node.seat, None, max(0, (pips or 0) + change))
    return found


def _emptied(nodes: Sequence[Node], rng: Random) -> list[Node] | None:
    """Some hands left of no pips."""
    found = list(nodes)
    places = [at for at, node in enumerate(found) if isinstance(node, Left) and node.tiles]
    for at in rng.sample(places, min(len(places), rng.choice((1, 2)))):
        node = found[at]
        assert isinstance(node, Left)
        found[at] = Left(0, node.seat, None, 0)
    return [node for node in found if not isinstance(node, Deduct | ScoreLine)] if places else None


def _played_on(nodes: Sequence[Node], seats: int, rng: Random) -> list[Node] | None:
    """A few more placements of every seat, none of them recorded; nothing of the end is written."""
    last = max((at for at, node in enumerate(nodes) if isinstance(node, Action)), default=-1)
    plays = [at for at, node in enumerate(nodes) if isinstance(node, Action) and node.verb == "play"]
    if last < 0 or len(plays) < 3:
        return None
    at = rng.choice(plays[2:])
    seat = "ABCD".index(getattr(nodes[at], "seat", None) or "A")
    more = rng.randint(1, 3 * seats)
    unseen = [Action(0, "ABCD"[(seat + each) % seats], "play", UnknownTile()) for each in range(1, more + 1)]
    return [*nodes[: at + 1], *unseen, *(node for node in nodes[last:] if isinstance(node, Result))]


@dataclass(slots=True)
class Hider:
    """Hides a round's tiles, each with the probability `most`."""

    rules: RuleSet
    seats: int
    rng: Random
    most: float = 0.5

    def settlement(self, nodes: Sequence[Node]) -> list[Node]:
        """The hands left of a round, as a settlement of their own may show them."""
        found: list[Node] = [each for node in nodes if isinstance(node, Left | Deduct) for each in self._node(node)]
        if self.rng.random() < 0.3:
            found = [node for node in found if not isinstance(node, Deduct)]
        return found

    def hide(self, nodes: Sequence[Node]) -> list[Node]:
        self.most = self.rng.choice((0.2, 0.5, 0.8, 1.0))
        way = self.rng.random()
        try:
            sheet = Sheet(nodes, self.rules, self.seats, self.rng)
        except (PlayError, ValueError):  # with its fault the round cannot be replayed: no line can be left out
            found = list(nodes)
        else:
            found = self._without_lines(list(nodes), sheet, way)
        hidden: list[Node] = [each for node in found for each in self._node(node)]
        if self.rng.random() < 0.4:
            hidden = [node for node in hidden if not isinstance(node, Deduct)]
        return hidden

    def _without_lines(self, nodes: list[Node], sheet: Sheet, way: float) -> list[Node]:
        if way < 0.15:
            return self._middle(nodes, sheet)
        if way < 0.3:
            return self._gap(nodes, sheet)
        if way < 0.4:
            return self._unseen_plays(nodes, sheet)
        if way < 0.45:
            return self._gaps(nodes, sheet)
        if way < 0.5:
            return self._stopped(nodes, sheet)
        return nodes

    # -- single lines ---------------------------------------------------------------------------------------------

    def _node(self, node: Node) -> list[Node]:
        if isinstance(node, Deal | GivenHand):
            if self.rng.random() < self.most * 0.7:
                return []
            return [node._replace(tiles=self._tiles(node.tiles))]
        if isinstance(node, Action) and node.drawn:
            return [node._replace(drawn=self._tiles(node.drawn))]
        if isinstance(node, Left):
            return self._left(node)
        if isinstance(node, ScoreLine | Boneyard) and self.rng.random() < self.most * 0.5:
            return []
        return [node]

    def _left(self, node: Left) -> list[Node]:
        if self.rng.random() < self.most * 0.3:
            return []
        if node.tiles is not None and self.rng.random() < self.most:
            if self.rng.random() < 0.7:
                return [Left(0, node.seat, None, sum(each.pips or 0 for each in node.tiles))]
            return [Left(0, node.seat, self._tiles(node.tiles), None)]
        return [node]

    def _tiles(self, tiles: Sequence[AnyTile]) -> tuple[AnyTile, ...]:
        return tuple(self._tile(each) if self.rng.random() < self.most else each for each in tiles)

    def _tile(self, tile: AnyTile) -> AnyTile:
        if isinstance(tile, Tile) and self.rng.random() < 0.3:
            return UnknownTile(self.rng.choice((tile.low, tile.high)))
        return UnknownTile()

    # -- lines that are missing -----------------------------------------------------------------------------------

    def _some(self, sheet: Sheet, after: int = 1) -> Moment | None:
        """A moment between two turns."""
        last = ""
        found = []
        for each in sheet.moments[after:]:
            if not each.drew and each.action.seat != last:
                found.append(each)
            last = each.action.seat or ""
        return self.rng.choice(found) if found else None

    def _middle(self, nodes: list[Node], sheet: Sheet) -> list[Node]:
        """The round from one moment on."""
        at = self._some(sheet)
        if at is None:
            return nodes
        first = next(number for number, node in enumerate(nodes) if isinstance(node, Deal | Starter))
        hands: list[Node] = [GivenHand(0, seat, tuple(tiles)) for seat, tiles in sorted(at.hands.items())]
        stock: list[Node] = []
        if self.rules.stock is Stock.UNTIL_PLAYABLE:
            stock = [Boneyard(0, None, len(at.stock), True)]
        facts = [_table(at.table), *hands, *stock, GivenTurn(0, at.action.seat or "A")]
        return [*nodes[:first], *facts, *nodes[at.index :]]

    def _gap(self, nodes: list[Node], sheet: Sheet) -> list[Node]:
        """Some turns are missing; the table after them may be given."""
        at, until = self._some(sheet), self._some(sheet)
        if at is None or until is None or at.index >= until.index:
            return nodes
        facts: list[Node] = []
        if self.rng.random() < 0.7:
            facts.append(_table(until.table))
            facts += [
                GivenHand(0, seat, tuple(tiles))
                for seat, tiles in sorted(until.hands.items())
                if self.rng.random() < 0.5
            ]
            facts.append(GivenTurn(0, until.action.seat or "A"))
        return [*nodes[: at.index], Gap(0), *facts, *nodes[until.index :]]

    def _unseen_plays(self, nodes: list[Node], sheet: Sheet) -> list[Node]:
        """Placements of which only a half, the points, or nothing is recorded."""
        found = list(nodes)
        plays = [each for each in sheet.plays() if each.action.tile is not None]
        for at in self.rng.sample(plays, min(len(plays), self.rng.choice((1, 1, 2, 4, 8)))):
            tile = at.action.tile
            if tile is not None:
                tile = self._tile(tile) if self.rng.random() < 0.7 else None
            verb = "unknown" if tile is None else "play"
            found[at.index] = Action(0, at.action.seat, verb, tile, points=at.action.points or 0)
        return found

    def _gaps(self, nodes: list[Node], sheet: Sheet) -> list[Node]:
        """Turns are missing in several places, and nothing is given after them."""
        turns = [at for at, node in enumerate(nodes) if isinstance(node, Action)]
        found: list[Node] = []
        for at, node in enumerate(nodes):
            if at not in turns or self.rng.random() < 0.6:
                found.append(node)
            elif not found or not isinstance(found[-1], Gap):
                found.append(Gap(0))
        return found

    def _stopped(self, nodes: list[Node], sheet: Sheet) -> list[Node]:
        """The record stops in the middle of the round."""
        at = self._some(sheet)
        if at is None:
            return nodes
        return [*nodes[: at.index], *(node for node in nodes if isinstance(node, Result))]


def _table(table: Table) -> GivenTable:
    placed: list[Joined] = []
    for each in table.layout():
        parent = None if each.parent is None else placed[each.parent].spot.tile
        placed.append(Joined(Spot(each.tile), None if parent is None else Spot(parent, each.parent_port)))
    return GivenTable(0, tuple(placed))
