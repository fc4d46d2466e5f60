"""The lines a searched record may be made of: a beginning → every line that may follow.

Only form is decided here (which kinds of lines follow each other, and a small stock of tiles and numbers); whether a
line is right is asked of the readings. What the stock leaves out is written down in docs/proofs.md, as the bound of
the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from ..engine import record as r
from ..engine.errors import PlayError
from ..engine.judged import Judged
from ..engine.layout import Port
from ..engine.rules import Credit, RuleSet, Stock
from ..engine.settle import LETTERS, awards, deductions, holding, sides
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet, UnknownTile, tile

TILES = tuple(tile(*halves) for halves in ((5, 5), (0, 5), (0, 1), (0, 0)))
"""The tiles of given tables and placements."""
HANDS = (*TILES, *(tile(*halves) for halves in ((1, 1), (1, 2), (2, 2))))
"""The tiles of given hands, one a seat."""
LEFT = tuple(tile(*halves) for halves in ((0, 1), (1, 1), (1, 2)))
"""Hands left are two of these, or pips alone."""
PIPS = tuple(range(7))
DRAWS = (1, 2, 3)

BLOCKED = tuple(
    tile(*halves) for halves in ((0, 0), (0, 1), (1, 2), (0, 2), (0, 3), (3, 4), (0, 4), (0, 5), (5, 6), (0, 6))
)
"""A layout on which nothing fits, in order of play: each tile is joined to the one before it, [0|5] to the first."""

Lines = tuple[r.Node, ...]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The lines of records for some readings and a number of seats.

    Not `whole`: a smaller stock for longer records, in which a round begins with a table and hands, goes on with
    placements and ends, and hands left in a settlement are of 0 or 3 pips.
    """

    readings: tuple[RuleSet, ...]
    seats: int
    whole: bool = True

    def following(self, prefix: Lines, said: Judged | None) -> Iterator[Lines]:
        """Every line, or block of lines, that may follow a beginning; `said` is what the first reading makes of it."""
        head = prefix[0]
        assert isinstance(head, r.EntryLine)
        if head.kind == "settlement":
            yield from self._settling(prefix[2:])
            yield from self._scores_after(prefix[2:], said.scores if said is not None else {})
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
        ended = any(isinstance(node, r.End) for node in here)
        if not ended:
            yield from self._facts(here)
            yield from self._actions(here)
            yield from self._ends(here)
        elif self.whole:
            yield from self._settling(here)
            yield from self._scores_after(here, said.rounds[-1].scores if said is not None and said.rounds else {})
            yield (r.RoundLine(0, 2),)
        if self.whole and not ended and any(isinstance(node, r.Action) for node in here):
            yield from self._after_win(here)

    # -- how a round begins -------------------------------------------------------------------------------------

    def _facts(self, here: Lines) -> Iterator[Lines]:
        last = type(here[-1]) if here else None
        if last is None and self.whole:
            yield from ((r.Starter(0, how, "A"),) for how in ("lot", "start"))
            yield from self._deals()
            yield from self._scores()
        if last in (None, r.GivenScore):
            yield from ((r.GivenTable(0, (r.Joined(r.Spot(each)),)),) for each in TILES)
            if self.whole:
                yield (r.GivenTable(0, blocked_table()),)
        table = next((node for node in here if isinstance(node, r.GivenTable)), None)
        if table is not None and last is r.GivenTable:
            yield from self._hands(table)
        if not self.whole:
            return
        if table is not None and last in (r.GivenTable, r.GivenHand):
            yield from ((r.Boneyard(0, None, size, True),) for size in (0, 1, 2))
        if table is not None and last in (r.GivenTable, r.GivenHand, r.Boneyard):
            yield (r.GivenTurn(0, "A"),)

    def _deals(self) -> Iterator[Lines]:
        """A hand of any of the readings' sizes: the first tiles of the set."""
        tiles = TileSet(min(rules.max_pips for rules in self.readings)).tiles()
        for size in sorted({rules.hand_sizes[self.seats] for rules in self.readings}):
            yield (r.Deal(0, "A", tiles[:size]),)

    def _scores(self) -> Iterator[Lines]:
        """The first side at nothing, or five points before the target of a reading that asks no more than the first;
        the others at nothing."""
        most = self.readings[0].targets.get(self.seats, 0)
        targets = {rules.targets.get(self.seats, 0) for rules in self.readings}
        reached = {target - 5 for target in targets if 5 < target <= most}
        for named in sorted({sides(rules, self.seats) for rules in self.readings}):
            for score in sorted({0, *reached}):
                yield (r.GivenScore(0, ((named[0], score), *((side, 0) for side in named[1:]))),)

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
        placements = list(self._placements(here))
        for seat in letters if acted else letters[:1]:
            for each, site, port, points in placements:
                if not points or claimed:
                    yield (r.Action(0, seat, "play", each, None, site, port),)
                if points:
                    yield (r.Action(0, seat, "play", each, None, site, port, None, points),)
            if self.whole and any(rules.stock is Stock.UNTIL_PLAYABLE for rules in self.readings):
                yield from ((r.Action(0, seat, "draw", drawn=(UnknownTile(),) * number),) for number in DRAWS)
            if self.whole:
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
        acted = [node.seat for node in here if isinstance(node, r.Action | r.Starter | r.GivenTurn) and node.seat]
        yield from ((r.End(0, "out", seat),) for seat in sorted({*acted, "A"}))
        yield (r.End(0, "blocked"),)

    # -- how a round is settled -----------------------------------------------------------------------------------

    def _settling(self, here: Lines) -> Iterator[Lines]:
        """Hands left, deductions and awards as any of the readings has them, seats in order."""
        left = [node for node in here if isinstance(node, r.Left)]
        done = [node for node in here if isinstance(node, r.Deduct | r.Award | r.ScoreLine)]
        if not done and len(left) < self.seats:
            seat = LETTERS[len(left)]
            if any(isinstance(node, r.End) for node in here):
                yield (r.Left(0, seat, None, 3),)
            elif self.whole:
                yield from ((r.Left(0, seat, None, pips),) for pips in PIPS)
                yield from ((r.Left(0, seat, pair, None),) for pair in combinations(LEFT, 2))
            else:
                yield from ((r.Left(0, seat, None, pips),) for pips in (0, 3))
        hands = {node.seat: holding(self.readings[0], node.tiles, node.pips) for node in left}
        last = max((node.seat for node in done if isinstance(node, r.Deduct)), default="")
        costs = {
            (seat, cost)
            for rules in self.readings
            for seat, (cost, most) in deductions(rules, hands, self.seats).items()
            if cost == most and cost and seat > last
        }
        if not any(isinstance(node, r.ScoreLine) for node in here):
            yield from ((r.Deduct(0, seat, cost),) for seat, cost in sorted(costs))
        end = next((node for node in here if isinstance(node, r.End)), None)
        if hands and end is not None and not any(isinstance(node, r.Award | r.ScoreLine) for node in here):
            gains = {
                (side, points)
                for rules in self.readings
                for side, (points, most) in awards(rules, hands, self.seats, end.seat).items()
                if points == most and points
            }
            yield from ((r.Award(0, side, points),) for side, points in sorted(gains))

    @staticmethod
    def _scores_after(here: Lines, scores: Mapping[str, int | None]) -> Iterator[Lines]:
        """The scores as the first reading has them, where it knows them."""
        known = tuple((side, score) for side, score in scores.items() if score is not None)
        if known and len(known) == len(scores) and not any(isinstance(node, r.ScoreLine) for node in here):
            yield (r.ScoreLine(0, known),)

    def _after_win(self, here: Lines) -> Iterator[Lines]:
        """Somebody's hand paid for without an end of the round before it."""
        if not any(isinstance(node, r.Deduct) for node in here):
            yield (r.Deduct(0, LETTERS[1], 5),)


def blocked_table() -> tuple[r.Joined, ...]:
    """The blocked layout as a `given table` line has it."""
    sites = (None, *BLOCKED[:6], BLOCKED[0], *BLOCKED[7:9])
    pairs: Iterable[tuple[Tile, Tile | None]] = zip(BLOCKED, sites, strict=True)
    return tuple(r.Joined(r.Spot(each), r.Spot(site) if site else None) for each, site in pairs)


def _put(table: Table, each: object, at: object, port: Port | None) -> None:
    """Place a tile as written. Raises PlayError where it cannot be placed."""
    if not isinstance(each, Tile) or each.index in table.placed or (at is None) != (len(table) == 0):
        raise PlayError("does-not-fit", f"{each} cannot be placed")
    table.put(each, table.site_for(each, at, port) if isinstance(at, Tile) else -1)
