"""The lines a searched record may be made of: a beginning → every line that may follow.

Only form is decided here (which kinds of lines follow each other; `proofs/stocks.py` has the tiles and numbers in
them); whether a line is right is asked of the readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from ..engine import record as r
from ..engine.errors import PlayError
from ..engine.judged import Judged
from ..engine.layout import Port
from ..engine.rules import Credit, RuleSet, Settlement
from ..engine.rules import Stock as Boneyard
from ..engine.settle import LETTERS, Holding, awards, deductions, gives_awards, holding, sides
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet, UnknownTile
from .stocks import DRAWS, HANDS, LATE, LATE_GAINS, LEFT, TILES, Stock, blocked_table

Lines = tuple[r.Node, ...]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The lines of records of a stock for some readings and a number of seats."""

    readings: tuple[RuleSet, ...]
    seats: int
    stock: Stock

    def has(self, kind: str) -> bool:
        """Whether lines of a kind are in the stock."""
        return kind in self.stock.kinds

    def following(self, prefix: Lines, said: Judged | None) -> Iterator[Lines]:
        """Every line, or block of lines, that may follow a beginning; `said` is what the first reading makes of it."""
        head = prefix[0]
        assert isinstance(head, r.EntryLine)
        if head.kind == "settlement":
            yield from self._settling(prefix[2:], said.scores if said is not None else {})
            return
        start = max((n for n, node in enumerate(prefix) if isinstance(node, r.RoundLine)), default=None)
        if start is None:
            yield (r.RoundLine(0, 1),)
            return
        here = prefix[start + 1 :]
        if start > 2:  # of a second round only its starter
            if not here:
                yield from ((r.Starter(0, how, seat),) for how in ("lot", "start") for seat in LETTERS[:2])
            return
        acted = any(isinstance(node, r.Action) for node in here)
        scores = said.ruled[-1].scores if said is not None and said.ruled else {}
        if any(isinstance(node, r.End) for node in here):
            yield from self._settling(here, scores)
            if self.has("second"):
                yield (r.RoundLine(0, 2),)
        elif any(isinstance(node, r.Left | r.Deduct | r.Award) for node in here):
            yield from self._late(here)
        else:
            yield from self._facts(here)
            yield from self._actions(here)
            yield from self._ends(here)
            if acted and self.has("late"):
                yield from self._late(here)

    # -- how a round begins -------------------------------------------------------------------------------------

    def _facts(self, here: Lines) -> Iterator[Lines]:
        last = type(here[-1]) if here else None
        if last is None and self.has("starter"):
            yield from ((r.Starter(0, how, "A"),) for how in ("lot", "start"))
        if last is None and self.has("deal"):
            yield from self._deals()
        if last is None and self.has("score"):
            yield from self._scores()
        if last in (None, r.GivenScore):
            if self.has("table"):
                yield from ((r.GivenTable(0, (r.Joined(r.Spot(each)),)),) for each in TILES)
            if self.has("blocked-table"):
                yield (r.GivenTable(0, blocked_table()),)
        table = next((node for node in here if isinstance(node, r.GivenTable)), None)
        if table is not None and last is r.GivenTable and self.has("hands"):
            yield from self._hands(table)
        if table is not None and last in (r.GivenTable, r.GivenHand) and self.has("boneyard"):
            yield from ((r.Boneyard(0, None, size, True),) for size in (0, 1, 2))
        if table is not None and last in (r.GivenTable, r.GivenHand, r.Boneyard) and self.has("turn"):
            yield (r.GivenTurn(0, "A"),)

    def _deals(self) -> Iterator[Lines]:
        """A hand of any of the readings' sizes: the first tiles of the set."""
        tiles = TileSet(min(rules.max_pips for rules in self.readings)).tiles()
        for size in sorted({rules.hand_sizes[self.seats] for rules in self.readings}):
            yield (r.Deal(0, "A", tiles[:size]),)

    def _scores(self) -> Iterator[Lines]:
        """The first side at nothing, or as far below a target as a placement of [5|5], a point or five pips reach, of
        the readings that ask no more than the first; the others at nothing."""
        most = self.readings[0].targets.get(self.seats, 0)
        targets = {rules.targets.get(self.seats, 0) for rules in self.readings}
        steps = {1, 5, *(each.points for each in map(self._double_five, self.readings) if each.points)}
        reached = {target - step for target in targets if target <= most for step in steps if step < target}
        for named in sorted({sides(rules, self.seats) for rules in self.readings}):
            for score in sorted({0, *reached}):
                yield (r.GivenScore(0, ((named[0], score), *((side, 0) for side in named[1:]))),)

    @staticmethod
    def _double_five(rules: RuleSet) -> Table:
        table = Table(rules)
        if TILES[0] in TileSet(rules.max_pips):
            table.put(TILES[0], -1)
        return table

    def _hands(self, table: r.GivenTable) -> Iterator[Lines]:
        """One tile a seat; on a blocked table all tiles that are left, shared out."""
        letters = LETTERS[: self.seats]
        used = {joined.spot.tile for joined in table.placed}
        if len(used) > 1:
            rest = [each for each in TileSet(self.readings[0].max_pips).tiles() if each not in used]
            yield tuple(r.GivenHand(0, seat, tuple(rest[n :: self.seats])) for n, seat in enumerate(letters))
            return
        free = [each for each in HANDS if each not in used]
        for number in range(len(free)):
            turned = free[number:] + free[:number]
            yield tuple(r.GivenHand(0, seat, (each,)) for seat, each in zip(letters, turned, strict=False))

    # -- play -----------------------------------------------------------------------------------------------------

    def _actions(self, here: Lines) -> Iterator[Lines]:
        """Placements of the stock's tiles, draws of unknown tiles, passes; the first who acts is A (seats turn)."""
        letters = LETTERS[: self.seats]
        acted = any(isinstance(node, r.Action | r.Starter | r.GivenTurn) for node in here)
        claimed = any(rules.credit is Credit.CLAIMED for rules in self.readings)
        placements = list(self._placements(here)) if self.has("play") else []
        for seat in letters if acted else letters[:1]:
            for each, site, port, points in placements:
                if not points or claimed:
                    yield (r.Action(0, seat, "play", each, None, site, port),)
                if points:
                    yield (r.Action(0, seat, "play", each, None, site, port, None, points),)
            if self.has("draw") and any(rules.stock is Boneyard.UNTIL_PLAYABLE for rules in self.readings):
                yield from ((r.Action(0, seat, "draw", drawn=(UnknownTile(),) * number),) for number in DRAWS)
            if self.has("pass"):
                yield (r.Action(0, seat, "pass"),)

    def _placements(self, here: Lines) -> Iterator[tuple[Tile, Tile | None, Port | None, int]]:
        """Every placement of a tile of the stock that the first reading's table allows, with its points."""
        table = self._table(here)
        for each in TILES if table is not None else ():
            assert table is not None
            for site in table.sites_for(each):
                after = table.copy()
                after.put(each, site)
                at = None if site < 0 else table.tile_of(site)
                port = None if site < 0 or table.is_default(each, site) else Port(site & 7)
                yield each, at, port, after.points

    def _table(self, here: Lines) -> Table | None:
        """The first reading's table after the lines of a round; None where it cannot follow."""
        table = Table(self.readings[0])
        try:
            for node in here:
                if isinstance(node, r.GivenTable):
                    for joined in node.placed:
                        _put(table, joined.spot.tile, joined.site.tile if joined.site else None, None)
                elif isinstance(node, r.Action) and node.verb == "play":
                    _put(table, node.tile, node.site, node.site_port)
        except PlayError:
            return None
        return table

    def _ends(self, here: Lines) -> Iterator[Lines]:
        if not self.has("end"):
            return
        acted = [node.seat for node in here if isinstance(node, r.Action | r.Starter | r.GivenTurn) and node.seat]
        yield from ((r.End(0, "out", seat),) for seat in sorted({*acted, "A"}))
        yield (r.End(0, "blocked"),)

    # -- how a round is settled -----------------------------------------------------------------------------------

    def _settling(self, here: Lines, scores: Mapping[str, int | None]) -> Iterator[Lines]:
        """Hands left, deductions and awards as any of the readings has them, seats in order; the scores as the first
        reading has them."""
        last = type(here[-1]) if here else None
        end = next((node for node in here if isinstance(node, r.End)), None)
        left = [node for node in here if isinstance(node, r.Left)]
        if last in (None, r.End, r.Left):
            yield from self._left(left[-1].seat if left else "", end)
        if last is not r.ScoreLine and self.has("costs"):
            hands = {node.seat: holding(self.readings[0], node.tiles, node.pips) for node in left}
            paid = max((node.seat for node in here if isinstance(node, r.Deduct)), default="")
            if last is not r.Award:
                yield from ((r.Deduct(0, *each),) for each in sorted(self._costs(hands)) if each[0] > paid)
            if hands and end is not None and last is not r.Award:
                yield from ((r.Award(0, *each),) for each in sorted(self._gains(hands, end.seat)))
        known = tuple((side, score) for side, score in scores.items() if score is not None)
        if self.has("scores") and known and len(known) == len(scores) and last is not r.ScoreLine:
            yield (r.ScoreLine(0, known),)

    def _left(self, before: str, end: r.End | None) -> Iterator[Lines]:
        """What the next seat has left; who went out has nothing."""
        seats = [seat for seat in LETTERS[: self.seats] if seat > before and (end is None or seat != end.seat)]
        for seat in seats[:1]:
            if self.has("left"):
                yield from ((r.Left(0, seat, None, pips),) for pips in self.stock.pips)
            if self.has("tiles-left") and not before:
                yield from ((r.Left(0, seat, pair, None),) for pair in combinations(LEFT, 2))

    def _costs(self, hands: Mapping[str, Holding]) -> set[tuple[str, int]]:
        return {
            (seat, cost)
            for rules in self.readings
            for seat, (cost, most) in deductions(rules, hands, self.seats).items()
            if cost == most and cost
        }

    def _gains(self, hands: Mapping[str, Holding], ender: str | None) -> set[tuple[str, int]]:
        return {
            (side, points)
            for rules in self.readings
            for side, (points, most) in awards(rules, hands, self.seats, ender).items()
            if points == most and points
        }

    def _late(self, here: Lines) -> Iterator[Lines]:
        """A settlement after a placement that may have won."""
        paid = max((node.seat for node in here if isinstance(node, r.Deduct)), default="")
        if any(rules.settlement is Settlement.EACH_OWN for rules in self.readings):
            yield from ((r.Deduct(0, seat, LATE),) for seat in LETTERS[: self.seats] if seat > paid)
        if any(map(gives_awards, self.readings)) and not any(isinstance(node, r.Award) for node in here):
            yield from ((r.Award(0, sides(self.readings[0], self.seats)[0], points),) for points in LATE_GAINS)


def _put(table: Table, each: object, at: object, port: Port | None) -> None:
    """Place a tile as written. Raises PlayError where it cannot be placed."""
    if not isinstance(each, Tile) or each.index in table.placed or (at is None) != (len(table) == 0):
        raise PlayError("does-not-fit", f"{each} cannot be placed")
    table.put(each, table.site_for(each, at, port) if isinstance(at, Tile) else -1)
