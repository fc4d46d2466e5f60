"""Random legal matches as nodes, for users' tests and ours: rule set, seats, seed → a record without a fault.

The rules are those of the table, the ledger and the settlement; nothing is decided here but who plays what by chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .layout import Port
from .ledger import Ledger
from .record import (
    Action,
    Award,
    Deal,
    Deduct,
    End,
    EntryLine,
    Left,
    Node,
    Result,
    RoundLine,
    ScoreLine,
    Seats,
    Starter,
)
from .rules import AfterWin, BlockSettlement, Decided, ExtraTurn, NextStarter, OpeningTile, RuleSet, Stock, TargetRule
from .settle import LETTERS, awards, deductions, holding
from .table import Table
from .tiles import AnyTile, Tile, TileSet, UnknownTile

_MOST_ROUNDS = 1000  # where deductions eat all points a match may never end
NAMES = ("Asha", "Binod", "Chitra", "Dev")


@dataclass(frozen=True, slots=True)
class Options:
    """How a random record is written and played.

    `rounds` stops after so many rounds (None: play to the target). `greedy` takes the placement that scores most.
    `hidden` leaves out the hands, and hides drawn tiles and tiles left.
    """

    rounds: int | None = None
    greedy: bool = False
    hidden: bool = False
    totals: bool = True


def random_match(rules: RuleSet, seats: int, rng: Random, options: Options | None = None) -> list[Node]:
    """The nodes of one match, all with line 0. Raises ValueError for a number of seats the rules do not allow."""
    if seats not in rules.hand_sizes:
        allowed = ", ".join(map(str, sorted(rules.hand_sizes)))
        raise ValueError(f"{rules.id} is for {allowed} players, not {seats}")
    return RandomMatch(rules, seats, rng, options or Options()).play()


def may_draw(rules: RuleSet, left: int, drawn: int) -> bool:
    """Whether a seat without a tile that fits draws (once more), with so many tiles left and drawn in this turn."""
    return (
        rules.stock is Stock.UNTIL_PLAYABLE
        and left > rules.reserve
        and (rules.draw_most == 0 or drawn < rules.draw_most)
    )


class RandomMatch:
    """A match being played; who plays what is decided by `_deal`, `_start` and `_choose`."""

    def __init__(self, rules: RuleSet, seats: int, rng: Random, options: Options) -> None:
        self.rules, self.seats, self.rng, self.options = rules, seats, rng, options
        self.ledger = Ledger(rules, seats)
        self.nodes: list[Node] = [
            EntryLine(0, "match", rules.id, "Random match"),
            Seats(0, tuple((LETTERS[seat], NAMES[seat]) for seat in range(seats))),
        ]
        self.winner: int | None = None
        self.ender: int | None = None
        self.starter = 0
        self.blocked = False
        self.first = True

    def play(self) -> list[Node]:
        number = 0
        while self.winner is None and number != self.options.rounds and number < _MOST_ROUNDS:
            number += 1
            self.nodes.append(RoundLine(0, number))
            self._round()
        self.nodes.append(Result(0, None if self.winner is None else self.ledger.sides[self.winner]))
        return self.nodes

    def _deal(self) -> list[Tile]:
        """All tiles in the order in which they are dealt: hand after hand, then the boneyard as it is drawn from."""
        tiles = list(TileSet(self.rules.max_pips).tiles())
        self.rng.shuffle(tiles)
        return tiles

    def _round(self) -> None:
        tiles = self._deal()
        size = self.rules.hand_sizes[self.seats]
        self.hands = [sorted(tiles[seat * size : (seat + 1) * size]) for seat in range(self.seats)]
        self.stock = tiles[self.seats * size :]
        self.table = Table(self.rules)
        seat = self._start()
        if self.rules.opening_tile is OpeningTile.DOUBLE and not any(tile.is_double for tile in self.hands[seat]):
            other = next(each for each in tiles if each.is_double)  # deal the starter a double
            for hand in (*self.hands, self.stock):
                if other in hand:
                    hand[hand.index(other)] = self.hands[seat][0]
            self.hands[seat][0] = other
            self.hands = [sorted(hand) for hand in self.hands]
        if not self.options.hidden:
            self.nodes += [Deal(0, LETTERS[each], tuple(hand)) for each, hand in enumerate(self.hands)]
        passes = 0
        while passes < self.seats:
            played = self._turn(seat)
            passes = 0 if played else passes + 1
            if self.winner is not None:
                self._scores()
                return
            if played and not self.hands[seat]:
                self.nodes.append(End(0, "out", LETTERS[seat]))
                self.ender, self.blocked = seat, False
                break
            if not (played and self._again()):
                seat = (seat + 1) % self.seats
        else:
            self.nodes.append(End(0, "blocked"))
            self.blocked = True
        self._settle()

    def _again(self) -> bool:
        """Whether the seat that has just placed plays again."""
        extra = self.rules.extra_turn
        last = self.nodes[-1]
        assert isinstance(last, Action) and isinstance(last.tile, Tile)
        scored = bool(last.points) and extra in (ExtraTurn.AFTER_SCORE, ExtraTurn.AFTER_SCORE_OR_DOUBLE)
        return scored or (last.tile.is_double and extra in (ExtraTurn.AFTER_DOUBLE, ExtraTurn.AFTER_SCORE_OR_DOUBLE))

    def _start(self) -> int:
        """Who starts, as the rules say after the round before."""
        if self.first:
            how, self.first = self.rules.first_starter.value, False
        else:
            how = self.rules.block_starter.value if self.blocked else self.rules.next_starter.value
        if how == NextStarter.LOT.value:
            self.starter = self.rng.randrange(self.seats)
        elif how == NextStarter.ROTATE_LEFT.value:
            self.starter = (self.starter + 1) % self.seats
        elif how == NextStarter.HIGHEST_DOUBLE.value:
            doubles = [(tile, seat) for seat, hand in enumerate(self.hands) for tile in hand if tile.is_double]
            self.starter = max(doubles)[1] if doubles else self.starter
        elif how == NextStarter.ENDER.value:
            assert self.ender is not None
            self.starter = self.ender
        word = "lot" if how == NextStarter.LOT.value else "start"
        self.nodes.append(Starter(0, word, LETTERS[self.starter]))
        return self.starter

    def _turn(self, seat: int) -> bool:
        """One seat's turn: placement, or draws and a placement, or a pass."""
        hand = self.hands[seat]
        options = self._placements(hand)
        drawn: list[AnyTile] = []
        while not options and may_draw(self.rules, len(self.stock), len(drawn)):
            tile = self.stock.pop(0)
            hand.append(tile)
            drawn.append(UnknownTile() if self.options.hidden else tile)
            options = self._placements([tile])
        letter = LETTERS[seat]
        if drawn:
            self.nodes.append(Action(0, letter, "draw", drawn=tuple(drawn)))
        if not options:
            self.nodes.append(Action(0, letter, "pass"))
            return False
        tile, site = self._choose(options)
        hand.remove(tile)
        at = None if site < 0 else self.table.tile_of(site)
        port = None if site < 0 or self.table.is_default(tile, site) else Port(site & 7)
        self.table.put(tile, site)
        total, points = self.table.total, self.table.points
        claimed = total if self.options.totals else None
        self.nodes.append(Action(0, letter, "play", tile, None, at, port, claimed, points or None))
        self._score(seat, points)
        return True

    def _placements(self, hand: list[Tile]) -> list[tuple[Tile, int]]:
        if not len(self.table) and self.rules.opening_tile is not OpeningTile.ANY:
            doubles = [tile for tile in hand if tile.is_double]
            if self.rules.opening_tile is OpeningTile.HIGHEST_DOUBLE:
                doubles = doubles[-1:]
            hand = doubles or hand
        return [(tile, site) for tile in hand for site in self.table.sites_for(tile)]

    def _choose(self, options: list[tuple[Tile, int]]) -> tuple[Tile, int]:
        if not self.options.greedy:
            return self.rng.choice(options)
        best, chosen = -1, options[0]
        for tile, site in options:
            trial = self.table.copy()
            trial.put(tile, site)
            if trial.points > best:
                best, chosen = trial.points, (tile, site)
        return chosen

    def _score(self, seat: int, points: int) -> None:
        self._gain(self.ledger.side_of[seat], points)
        if self.winner is not None and self.rules.after_win is AfterWin.SETTLE:
            self._settle(scores=False)

    def _gain(self, side: int, points: int) -> None:
        score = self.ledger.scores[side]
        assert score is not None
        if self.rules.target_rule is TargetRule.EXACTLY and score + points > self.ledger.target:
            return
        self.ledger.add(side, points)
        if points and score + points >= self.ledger.target and self.rules.decided is Decided.AT_ONCE:
            self.winner = side

    def _settle(self, scores: bool = True) -> None:
        hands = {LETTERS[seat]: holding(self.rules, tuple(hand)) for seat, hand in enumerate(self.hands)}
        for seat, hand in enumerate(self.hands):
            if self.options.hidden:
                self.nodes.append(Left(0, LETTERS[seat], None, sum(tile.pips for tile in hand)))
            else:
                self.nodes.append(Left(0, LETTERS[seat], tuple(hand), None))
        for letter, (cost, _) in deductions(self.rules, hands, self.seats).items():
            if cost and not (self.blocked and self.rules.block_settlement is BlockSettlement.NOTHING):
                self.nodes.append(Deduct(0, letter, cost))
                self.ledger.deduct(self.ledger.side_of[LETTERS.index(letter)], cost)
        ender = None if self.blocked else LETTERS[self.ender or 0]
        if self.winner is None:
            for side, (points, _) in awards(self.rules, hands, self.seats, ender).items():
                if points:
                    self.nodes.append(Award(0, side, points))
                    self._gain(self.ledger.sides.index(side), points)
        if scores:
            self._scores()
        if self.rules.decided is Decided.ROUND_END:
            reached = [score for score in self.ledger.scores if score is not None]
            best = max(reached)
            if best >= self.ledger.target and reached.count(best) == 1:
                self.winner = reached.index(best)

    def _scores(self) -> None:
        pairs = zip(self.ledger.sides, self.ledger.scores, strict=True)
        self.nodes.append(ScoreLine(0, tuple((side, score or 0) for side, score in pairs)))
