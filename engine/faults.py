"""A right record with one fault of a named kind: for tests of this program and of its users' tools.

Every kind is wrong by construction: it changes a record that `generate` made so that a rule is broken or a number is
false, whatever the checks find. `inject` says where; some kinds can only be seen on another line (`SHOWS_LATER`,
`SHOWS_EARLIER`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from .layout import Port
from .record import Action, Deal, Deduct, End, Left, Node, Result, RoundLine, ScoreLine, Starter
from .rules import RuleSet, Stock
from .settle import LETTERS, holding, rounded, side_of, sides
from .table import Table
from .tiles import AnyTile, Tile, TileSet


@dataclass(frozen=True, slots=True)
class Fault:
    """The nodes with the fault, its kind, and the index of the node that holds it (or, for a line left out, that now
    stands where it stood)."""

    kind: str
    nodes: list[Node]
    index: int


@dataclass(slots=True)
class Moment:
    """What holds just before an action: the table, all hands, the boneyard in order, and whether the seat has drawn."""

    index: int
    action: Action
    table: Table
    hands: dict[str, list[Tile]]
    stock: list[Tile]
    drew: bool


class Sheet:
    """A right record and everything that held while it was played."""

    def __init__(self, nodes: Sequence[Node], rules: RuleSet, seats: int, rng: Random) -> None:
        self.nodes, self.rules, self.seats, self.rng = list(nodes), rules, seats, rng
        self.letters = LETTERS[:seats]
        self.moments = list(self._moments())

    def _moments(self) -> Iterator[Moment]:
        table, hands, stock, drew = Table(self.rules), dict[str, list[Tile]](), list[Tile](), False
        for index, node in enumerate(self.nodes):
            if isinstance(node, RoundLine):
                table, hands, drew = Table(self.rules), {}, False
                stock = self._stock(index)
            elif isinstance(node, Deal):
                hands[node.seat] = [tile for tile in node.tiles if isinstance(tile, Tile)]
            elif isinstance(node, Action) and node.seat is not None:
                held = {seat: list(tiles) for seat, tiles in hands.items()}
                yield Moment(index, node, table.copy(), held, list(stock), drew)
                if node.verb == "draw":
                    drawn = [tile for tile in node.drawn if isinstance(tile, Tile)]
                    hands[node.seat] += drawn
                    stock, drew = stock[len(drawn) :], True
                else:
                    drew = False
                if node.verb == "play" and isinstance(node.tile, Tile):
                    at = node.site if isinstance(node.site, Tile) else None
                    table.put(node.tile, -1 if at is None else table.site_for(node.tile, at, node.site_port))
                    hands[node.seat].remove(node.tile)

    def _stock(self, start: int) -> list[Tile]:
        """The boneyard of the round that begins at `start`: tiles drawn later first, in their order."""
        dealt: set[AnyTile] = set()
        drawn: list[Tile] = []
        for node in self.nodes[start + 1 :]:
            if isinstance(node, RoundLine):
                break
            if isinstance(node, Deal):
                dealt |= set(node.tiles)
            elif isinstance(node, Action):
                drawn += [tile for tile in node.drawn if isinstance(tile, Tile)]
        rest = [tile for tile in TileSet(self.rules.max_pips).tiles() if tile not in dealt and tile not in drawn]
        return drawn + rest

    def plays(self) -> list[Moment]:
        return [each for each in self.moments if each.action.verb == "play"]

    def some(self, items: Sequence[Moment]) -> Moment | None:
        return self.rng.choice(items) if items else None

    def next_seat(self, seat: str) -> str:
        return self.letters[(self.letters.index(seat) + 1) % self.seats]

    def indexes(self, kind: type[Node]) -> list[int]:
        return [index for index, node in enumerate(self.nodes) if isinstance(node, kind)]

    def round_of(self, index: int) -> tuple[int, int]:
        """First and last index (exclusive) of the round around a node."""
        first = max(each for each in self.indexes(RoundLine) if each <= index)
        stops = [each for each, node in enumerate(self.nodes) if each > index and isinstance(node, RoundLine | Result)]
        return first, min(stops, default=len(self.nodes))

    def put(self, kind: str, index: int, *nodes: Node, instead: int = 1) -> Fault:
        """A fault that puts nodes at an index, instead of so many."""
        return Fault(kind, [*self.nodes[:index], *nodes, *self.nodes[index + instead :]], index)


Maker = Callable[[Sheet], Fault | None]
KINDS: dict[str, Maker] = {}
"""All kinds of faults by name."""

SHOWS_LATER: dict[str, str] = {
    "missing-pass": "the line is not there; the next action is the first that contradicts it",
    "missing-draw": "the line is not there; the placement of the drawn tile is the first that contradicts it",
    "lot-seat": "any seat can win a lot; the first action by another seat contradicts it",
    "draw-stopped-early": "who draws too few tiles may still go on; the pass below contradicts it",
}
"""Kinds that cannot be seen on the line of the fault, and why."""

SHOWS_EARLIER: dict[str, str] = {
    "missing-end": "the lines are not there; the first line of the round without an end stands for them",
}
"""Kinds that are seen on the first line of their round, and why."""


def kind(name: str) -> Callable[[Maker], Maker]:
    """Register a maker under its name."""

    def register(maker: Maker) -> Maker:
        KINDS[name] = maker
        return maker

    return register


def inject(name: str, nodes: Sequence[Node], rules: RuleSet, seats: int, rng: Random) -> Fault | None:
    """One fault of this kind in a record with known hands; None where the record has no place for it."""
    return KINDS[name](Sheet(nodes, rules, seats, rng))


# -- claims ---------------------------------------------------------------------------------------------------------


@kind("total")
def _total(sheet: Sheet) -> Fault | None:
    found = sheet.some([each for each in sheet.plays() if each.action.total is not None])
    if found is None:
        return None
    total = found.action.total or 0
    wrong = sheet.rng.choice([each for each in range(max(0, total - 4), total + 5) if each != total])
    return sheet.put("total", found.index, found.action._replace(total=wrong))


@kind("points")
def _points(sheet: Sheet) -> Fault | None:
    found = sheet.some([each for each in sheet.plays() if each.action.points])
    if found is None:
        return None
    wrong = sheet.rng.choice([each for each in (5, 10, 15, 20, 25) if each != found.action.points])
    return sheet.put("points", found.index, found.action._replace(points=wrong))


@kind("points-not-due")
def _points_not_due(sheet: Sheet) -> Fault | None:
    found = sheet.some([each for each in sheet.plays() if not each.action.points])
    return None if found is None else sheet.put("points-not-due", found.index, found.action._replace(points=5))


@kind("deduction")
def _deduction(sheet: Sheet) -> Fault | None:
    indexes = sheet.indexes(Deduct)
    if not indexes:
        return None
    index = sheet.rng.choice(indexes)
    node = sheet.nodes[index]
    assert isinstance(node, Deduct)
    return sheet.put("deduction", index, node._replace(points=node.points + sheet.rng.choice([-5, 5])))


@kind("rounding")
def _rounding(sheet: Sheet) -> Fault | None:
    """The pips themselves instead of the rounded deduction."""
    found = []
    for index in sheet.indexes(Deduct):
        node = sheet.nodes[index]
        assert isinstance(node, Deduct)
        pips = _pips_left(sheet, index, node.seat)
        if pips is not None and pips != node.points:
            found.append((index, node, pips))
    if not found:
        return None
    index, node, pips = sheet.rng.choice(found)
    return sheet.put("rounding", index, node._replace(points=pips))


def _pips_left(sheet: Sheet, index: int, seat: str) -> int | None:
    first, last = sheet.round_of(index)
    for node in sheet.nodes[first:last]:
        if isinstance(node, Left) and node.seat == seat:
            return holding(sheet.rules, node.tiles, node.pips).pips
    return None


@kind("partners-hands-added")
def _partners(sheet: Sheet) -> Fault | None:
    """Both partners' pips added before rounding and deducted in one entry."""
    if len(sides(sheet.rules, sheet.seats)) == sheet.seats:
        return None
    found = []
    for index in sheet.indexes(Deduct):
        node = sheet.nodes[index]
        assert isinstance(node, Deduct)
        side = side_of(sheet.rules, sheet.seats, node.seat)
        partner = next(seat for seat in side.split("+") if seat != node.seat)
        own, other = _pips_left(sheet, index, node.seat), _pips_left(sheet, index, partner)
        if own is None or other is None or rounded(sheet.rules, other):
            continue  # the partner's entry would go, which is a second fault
        if rounded(sheet.rules, own + other) != rounded(sheet.rules, own):
            found.append((index, node, rounded(sheet.rules, own + other)))
    if not found:
        return None
    index, node, wrong = sheet.rng.choice(found)
    return sheet.put("partners-hands-added", index, node._replace(points=wrong))


@kind("score")
def _score(sheet: Sheet) -> Fault | None:
    indexes = sheet.indexes(ScoreLine)
    if not indexes:
        return None
    index = sheet.rng.choice(indexes)
    node = sheet.nodes[index]
    assert isinstance(node, ScoreLine)
    scores = list(node.scores)
    number = sheet.rng.randrange(len(scores))
    side, score = scores[number]
    scores[number] = (side, score + sheet.rng.choice([-10, -5, 5, 10]))
    return sheet.put("score", index, node._replace(scores=tuple(scores)))


@kind("left")
def _left(sheet: Sheet) -> Fault | None:
    """One tile of a hand left is written as another that was played."""
    found = []
    for index in sheet.indexes(Left):
        node = sheet.nodes[index]
        assert isinstance(node, Left)
        if node.tiles:
            found.append((index, node))
    if not found:
        return None
    index, node = sheet.rng.choice(found)
    first, last = sheet.round_of(index)
    played = [each.tile for each in sheet.nodes[first:last] if isinstance(each, Action) and each.tile is not None]
    assert node.tiles is not None
    tiles = list(node.tiles)
    tiles[sheet.rng.randrange(len(tiles))] = sheet.rng.choice(played)
    return sheet.put("left", index, node._replace(tiles=tuple(tiles)))


@kind("winner")
def _winner(sheet: Sheet) -> Fault | None:
    index = sheet.indexes(Result)[0]
    node = sheet.nodes[index]
    assert isinstance(node, Result)
    others = [side for side in sides(sheet.rules, sheet.seats) if side != node.side]
    return sheet.put("winner", index, node._replace(side=sheet.rng.choice(others)))


@kind("unfinished-though-won")
def _unfinished(sheet: Sheet) -> Fault | None:
    index = sheet.indexes(Result)[0]
    node = sheet.nodes[index]
    assert isinstance(node, Result)
    return None if node.side is None else sheet.put("unfinished-though-won", index, Result(0, None))


@kind("ender")
def _ender(sheet: Sheet) -> Fault | None:
    found = [index for index in sheet.indexes(End) if getattr(sheet.nodes[index], "how", "") == "out"]
    if not found:
        return None
    index = sheet.rng.choice(found)
    node = sheet.nodes[index]
    assert isinstance(node, End)
    others = [seat for seat in sheet.letters if seat != node.seat]
    return sheet.put("ender", index, node._replace(seat=sheet.rng.choice(others)))


@kind("blocked-though-out")
def _blocked_though_out(sheet: Sheet) -> Fault | None:
    found = [index for index in sheet.indexes(End) if getattr(sheet.nodes[index], "how", "") == "out"]
    return sheet.put("blocked-though-out", sheet.rng.choice(found), End(0, "blocked")) if found else None


# -- turns ----------------------------------------------------------------------------------------------------------


@kind("seat")
def _seat(sheet: Sheet) -> Fault | None:
    found = sheet.some([each for each in sheet.plays() if not each.drew])
    if found is None:
        return None
    wrong = sheet.rng.choice([seat for seat in sheet.letters if seat != found.action.seat])
    return sheet.put("seat", found.index, found.action._replace(seat=wrong))


@kind("tile-not-held")
def _tile_not_held(sheet: Sheet) -> Fault | None:
    """The tile is one the seat does not hold, though it fits there."""
    return _other_tile(sheet, "tile-not-held", lambda moment, tile: tile not in moment.hands[moment.action.seat or ""])


def _other_tile(sheet: Sheet, name: str, wanted: Callable[[Moment, Tile], bool]) -> Fault | None:
    found = sheet.some([each for each in sheet.plays() if each.action.site is not None])
    if found is None:
        return None
    at = found.action.site
    assert isinstance(at, Tile) and isinstance(found.action.tile, Tile)
    site = found.table.site_for(found.action.tile, at, found.action.site_port)
    choices = [
        tile
        for tile in TileSet(sheet.rules.max_pips).tiles()
        if tile != found.action.tile and site in _all_sites(found.table, tile) and wanted(found, tile)
    ]
    if not choices:
        return None
    return sheet.put(name, found.index, found.action._replace(tile=sheet.rng.choice(choices)))


def _all_sites(table: Table, tile: Tile) -> list[int]:
    if tile.index in table.placed:
        return []
    return [each.tile.index << 3 | each.port for each in table.sites() if each.value in (tile.low, tile.high)]


@kind("tile-twice")
def _tile_twice(sheet: Sheet) -> Fault | None:
    found = sheet.some([each for each in sheet.plays() if len(each.table)])
    if found is None:
        return None
    tile = sheet.rng.choice(list(found.table))
    return sheet.put("tile-twice", found.index, found.action._replace(tile=tile))


@kind("misfit")
def _misfit(sheet: Sheet) -> Fault | None:
    """A held tile on an end it does not fit."""
    found = []
    for each in sheet.plays():
        hand = each.hands[each.action.seat or ""]
        for site in each.table.sites():
            found += [
                (each, tile, site.tile)
                for tile in hand
                if not any(site.tile == other.tile and other.value in (tile.low, tile.high)
                           for other in each.table.sites())
            ]  # fmt: skip
    if not found:
        return None
    moment, tile, at = sheet.rng.choice(found)
    return sheet.put("misfit", moment.index, moment.action._replace(tile=tile, site=at, site_port=None))


@kind("closed-branch")
def _closed_branch(sheet: Sheet) -> Fault | None:
    found = []
    for each in sheet.plays():
        for spinner in each.table.spinner_tiles():
            chain_open = any(site.tile == spinner and site.port.is_chain for site in each.table.sites())
            fitting = [tile for tile in each.hands[each.action.seat or ""] if spinner.low in (tile.low, tile.high)]
            if chain_open and fitting and spinner not in fitting:
                found.append((each, sheet.rng.choice(fitting), spinner))
    if not found:
        return None
    moment, tile, at = sheet.rng.choice(found)
    action = moment.action._replace(tile=tile, site=at, site_port=Port.BRANCH_A)
    return sheet.put("closed-branch", moment.index, action)


@kind("needless-pass")
def _needless_pass(sheet: Sheet) -> Fault | None:
    """A pass before a placement that the seat could make already."""
    found = sheet.some([each for each in sheet.plays() if not each.drew])
    if found is None:
        return None
    return sheet.put("needless-pass", found.index, Action(0, found.action.seat, "pass"), instead=0)


@kind("needless-draw")
def _needless_draw(sheet: Sheet) -> Fault | None:
    if sheet.rules.stock is Stock.NONE:
        return None
    found = sheet.some([each for each in sheet.plays() if not each.drew and each.stock])
    if found is None:
        return None
    draw = Action(0, found.action.seat, "draw", drawn=(found.stock[0],))
    return sheet.put("needless-draw", found.index, draw, instead=0)


@kind("draw-without-boneyard")
def _no_boneyard(sheet: Sheet) -> Fault | None:
    if sheet.rules.stock is not Stock.NONE:
        return None
    found = sheet.some(sheet.plays())
    if found is None:
        return None
    other = next(tiles[0] for seat, tiles in found.hands.items() if seat != found.action.seat and tiles)
    draw = Action(0, found.action.seat, "draw", drawn=(other,))
    return sheet.put("draw-without-boneyard", found.index, draw, instead=0)


def _draws(sheet: Sheet, most: int | None = None) -> list[tuple[Moment, Moment]]:
    """Draws that end in a placement, with it."""
    pairs = pairwise(sheet.moments)
    return [(a, b) for a, b in pairs if a.action.verb == "draw" and b.action.verb == "play"]


@kind("draw-stopped-early")
def _stopped_early(sheet: Sheet) -> Fault | None:
    """A seat stops drawing while the boneyard has tiles, and passes."""
    found = [(a, b) for a, b in _draws(sheet) if len(a.action.drawn) > 1]
    if not found:
        return None
    draw, play = sheet.rng.choice(found)
    short = draw.action._replace(drawn=draw.action.drawn[:-1])
    return sheet.put("draw-stopped-early", draw.index, short, Action(0, play.action.seat, "pass"), instead=2)


@kind("drew-too-many")
def _drew_too_many(sheet: Sheet) -> Fault | None:
    found = [a for a, b in _draws(sheet) if len(a.stock) > len(a.action.drawn)]
    if not found:
        return None
    draw = sheet.rng.choice(found)
    more = (*draw.action.drawn, draw.stock[len(draw.action.drawn)])
    return sheet.put("drew-too-many", draw.index, draw.action._replace(drawn=more))


@kind("drawn-tile-kept")
def _drawn_kept(sheet: Sheet) -> Fault | None:
    """The drawn tile fits, and the seat passes."""
    found = _draws(sheet)
    if not found:
        return None
    _, play = sheet.rng.choice(found)
    return sheet.put("drawn-tile-kept", play.index, Action(0, play.action.seat, "pass"))


@kind("drawn-from-a-hand")
def _drawn_from_hand(sheet: Sheet) -> Fault | None:
    """A drawn tile is one another seat holds."""
    found = [a for a, _ in _draws(sheet) if any(a.hands[seat] for seat in sheet.letters if seat != a.action.seat)]
    if not found:
        return None
    draw = sheet.rng.choice(found)
    others = [tile for seat, tiles in draw.hands.items() if seat != draw.action.seat for tile in tiles]
    others = [tile for tile in others if not draw.table.fits >> tile.index & 1]
    if not others:
        return None
    drawn = (sheet.rng.choice(others), *draw.action.drawn)
    if len(draw.stock) < len(drawn):
        return None
    return sheet.put("drawn-from-a-hand", draw.index, draw.action._replace(drawn=drawn))


@kind("missing-draw")
def _missing_draw(sheet: Sheet) -> Fault | None:
    found = _draws(sheet)
    if not found:
        return None
    draw, _ = sheet.rng.choice(found)
    return sheet.put("missing-draw", draw.index)


@kind("missing-pass")
def _missing_pass(sheet: Sheet) -> Fault | None:
    pairs = pairwise(sheet.moments)
    found = [
        a
        for a, b in pairs
        if a.action.verb == "pass" and not a.drew and b.index == a.index + 1 and a.action.seat != b.action.seat
    ]
    if not found:
        return None
    return sheet.put("missing-pass", sheet.rng.choice(found).index)


@kind("play-after-out")
def _play_after_out(sheet: Sheet) -> Fault | None:
    """The next seat goes on after somebody went out."""
    found = []
    for each in sheet.plays():
        following = sheet.nodes[each.index + 1]
        if isinstance(following, End) and following.how == "out":
            found.append(each)
    if not found:
        return None
    last = sheet.rng.choice(found)
    return sheet.put("play-after-out", last.index + 1, _any_play(sheet, last), instead=0)


def _any_play(sheet: Sheet, last: Moment) -> Action:
    """A pass or placement by the seat after the one that placed last."""
    table = last.table
    tile, at = last.action.tile, last.action.site
    assert isinstance(tile, Tile)
    table.put(tile, -1 if not isinstance(at, Tile) else table.site_for(tile, at, last.action.site_port))
    seat = sheet.next_seat(last.action.seat or "A")
    for held in last.hands[seat]:
        for site in table.sites_for(held):
            return Action(0, seat, "play", held, None, table.tile_of(site), Port(site & 7))
    return Action(0, seat, "pass")


@kind("blocked-too-early")
def _blocked_too_early(sheet: Sheet) -> Fault | None:
    """The round is stopped as blocked while somebody can play; the match ends there."""
    found = sheet.some([each for each in sheet.plays() if not each.drew and len(each.table)])
    if found is None:
        return None
    nodes = [*sheet.nodes[: found.index], End(0, "blocked"), Result(0, None)]
    return Fault("blocked-too-early", nodes, found.index)


@kind("missing-end")
def _missing_end(sheet: Sheet) -> Fault | None:
    """The last turns and end lines of an inner round are missing."""
    rounds = sheet.indexes(RoundLine)
    if len(rounds) < 2:
        return None
    first, last = sheet.round_of(sheet.rng.choice(rounds[:-1]))
    plays = [each for each in sheet.plays() if first < each.index < last and not each.drew and len(each.table)]
    if not plays:
        return None
    cut = sheet.rng.choice(plays).index
    starter = [node for node in sheet.nodes[last : last + 2] if isinstance(node, Starter)]
    if not starter:
        return None
    return Fault("missing-end", [*sheet.nodes[:cut], *sheet.nodes[last:]], cut)


# -- deals, starters, rounds ------------------------------------------------------------------------------------------


@kind("deal-too-large")
def _deal_too_large(sheet: Sheet) -> Fault | None:
    indexes = sheet.indexes(Deal)
    if not indexes:
        return None
    index = sheet.rng.choice(indexes)
    node = sheet.nodes[index]
    assert isinstance(node, Deal)
    first, last = sheet.round_of(index)
    dealt = {tile for each in sheet.nodes[first:last] if isinstance(each, Deal) for tile in each.tiles}
    free = [tile for tile in TileSet(sheet.rules.max_pips).tiles() if tile not in dealt]
    if not free:
        return None
    return sheet.put("deal-too-large", index, node._replace(tiles=(*node.tiles, sheet.rng.choice(free))))


@kind("deal-too-small")
def _deal_too_small(sheet: Sheet) -> Fault | None:
    indexes = sheet.indexes(Deal)
    if not indexes:
        return None
    index = sheet.rng.choice(indexes)
    node = sheet.nodes[index]
    assert isinstance(node, Deal)
    return sheet.put("deal-too-small", index, node._replace(tiles=node.tiles[:-1]))


@kind("dealt-twice")
def _dealt_twice(sheet: Sheet) -> Fault | None:
    """A tile of one hand stands in a later hand of the round too."""
    indexes = sheet.indexes(Deal)
    pairs = [(a, b) for a, b in pairwise(indexes) if b == a + 1]
    if not pairs:
        return None
    a, b = sheet.rng.choice(pairs)
    first, second = sheet.nodes[a], sheet.nodes[b]
    assert isinstance(first, Deal) and isinstance(second, Deal)
    tiles = (sheet.rng.choice(first.tiles), *second.tiles[1:])
    return sheet.put("dealt-twice", b, second._replace(tiles=tiles))


@kind("starter")
def _starter(sheet: Sheet) -> Fault | None:
    return _other_starter(sheet, "starter", "start")


@kind("lot-seat")
def _lot_seat(sheet: Sheet) -> Fault | None:
    """The lot names another seat than the one that plays first."""
    return _other_starter(sheet, "lot-seat", "lot")


def _other_starter(sheet: Sheet, name: str, how: str) -> Fault | None:
    found = [index for index in sheet.indexes(Starter) if getattr(sheet.nodes[index], "how", "") == how]
    if not found:
        return None
    index = sheet.rng.choice(found)
    node = sheet.nodes[index]
    assert isinstance(node, Starter)
    others = [seat for seat in sheet.letters if seat != node.seat]
    return sheet.put(name, index, node._replace(seat=sheet.rng.choice(others)))


@kind("start-instead-of-lot")
def _start_for_lot(sheet: Sheet) -> Fault | None:
    return _swap_starter(sheet, "start-instead-of-lot", "lot", "start")


@kind("lot-instead-of-start")
def _lot_for_start(sheet: Sheet) -> Fault | None:
    return _swap_starter(sheet, "lot-instead-of-start", "start", "lot")


def _swap_starter(sheet: Sheet, name: str, old: str, new: str) -> Fault | None:
    found = [index for index in sheet.indexes(Starter) if getattr(sheet.nodes[index], "how", "") == old]
    if not found:
        return None
    index = sheet.rng.choice(found)
    node = sheet.nodes[index]
    assert isinstance(node, Starter)
    return sheet.put(name, index, node._replace(how=new))


@kind("round-number")
def _round_number(sheet: Sheet) -> Fault | None:
    """The last round has another number (an inner one would make the next wrong as well)."""
    index = sheet.indexes(RoundLine)[-1]
    node = sheet.nodes[index]
    assert isinstance(node, RoundLine)
    return sheet.put("round-number", index, node._replace(number=node.number + sheet.rng.choice([1, 2, 10])))


# -- after the win ----------------------------------------------------------------------------------------------------


def _winning(sheet: Sheet) -> Moment | None:
    result = sheet.nodes[sheet.indexes(Result)[0]]
    assert isinstance(result, Result)
    return None if result.side is None else sheet.plays()[-1]


@kind("play-after-win")
def _play_after_win(sheet: Sheet) -> Fault | None:
    last = _winning(sheet)
    return None if last is None else sheet.put("play-after-win", last.index + 1, _any_play(sheet, last), instead=0)


@kind("deduction-after-win")
def _deduction_after_win(sheet: Sheet) -> Fault | None:
    last = _winning(sheet)
    if last is None:
        return None
    seat = sheet.next_seat(last.action.seat or "A")
    return sheet.put("deduction-after-win", last.index + 1, Deduct(0, seat, 5), instead=0)


@kind("round-after-win")
def _round_after_win(sheet: Sheet) -> Fault | None:
    last = _winning(sheet)
    if last is None:
        return None
    index = sheet.indexes(Result)[0]
    node = sheet.nodes[sheet.indexes(RoundLine)[-1]]
    assert isinstance(node, RoundLine)
    return sheet.put("round-after-win", index, RoundLine(0, node.number + 1), Starter(0, "lot", "A"), instead=0)
