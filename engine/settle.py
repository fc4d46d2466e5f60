"""What hands left cost: pips → deductions → scores (AS59-61, SR51-56)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .rules import BlockSettlement, NegativeScores, Partnership, Rounding, RoundingPer, RuleSet, Settlement, Unit
from .tiles import AnyTile, Tile, UnknownTile

LETTERS = "ABCD"


class Holding(NamedTuple):
    """A hand: its tiles where known (None = not known), and the bounds of its pips."""

    tiles: tuple[AnyTile, ...] | None
    low: int
    high: int

    @property
    def pips(self) -> int | None:
        """Pips where they are certain."""
        return self.low if self.low == self.high else None


def holding(rules: RuleSet, tiles: Sequence[AnyTile] | None, pips: int | None = None) -> Holding:
    """A hand from what is written of it: its tiles, or its pips alone."""
    if tiles is None:
        if pips is None:
            return Holding(None, 0, 10**6)
        return Holding(None, pips, pips)
    low = high = 0
    for each in tiles:
        if isinstance(each, Tile):
            low, high = low + each.pips, high + each.pips
        else:
            known = each.pips or 0
            low += known
            high += known + rules.max_pips * (1 if each.pips is not None else 2)
    return Holding(tuple(tiles), low, high)


def sides(rules: RuleSet, seats: int) -> tuple[str, ...]:
    """Names of the sides that score, in seat order: A+C B+D for partners (AS2, SR7), else each seat alone."""
    if rules.partnership is Partnership.FOUR_OPPOSITE and seats == 4:
        return ("A+C", "B+D")
    return tuple(LETTERS[:seats])


def side_of(rules: RuleSet, seats: int, seat: str) -> str:
    """The side a seat scores for."""
    return next(each for each in sides(rules, seats) if seat in each)


def rounded(rules: RuleSet, pips: int) -> int:
    """A deduction from pips: to the nearest multiple of five, 1 and 2 down, 3 and 4 up (AS59, SR52)."""
    unit = rules.rounding_unit
    if rules.rounding is Rounding.NONE:
        return pips
    if rules.rounding is Rounding.DOWN:
        return pips // unit * unit
    if rules.rounding is Rounding.UP:
        return -(-pips // unit) * unit
    return (pips + unit // 2) // unit * unit


def deductions(rules: RuleSet, hands: Mapping[str, Holding], seats: int) -> dict[str, tuple[int, int]]:
    """Lowest and highest possible deduction of every seat in `hands`; equal where the pips are certain.

    AS59, SR51-54: every physical hand is rounded on its own. With `rounding-per = side` the first seat of a side
    carries the side's deduction.
    """
    if rules.settlement is not Settlement.EACH_OWN:
        return dict.fromkeys(hands, (0, 0))
    if rules.rounding_per is RoundingPer.SIDE:
        return _per_side(rules, hands, seats)
    if rules.rounding_per is RoundingPer.TILE:
        return {seat: _per_tile(rules, hand) for seat, hand in hands.items()}
    return {seat: (rounded(rules, hand.low), rounded(rules, hand.high)) for seat, hand in hands.items()}


def _per_side(rules: RuleSet, hands: Mapping[str, Holding], seats: int) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for side in sides(rules, seats):
        own = [seat for seat in LETTERS if seat in side and seat in hands]
        low, high = sum(hands[seat].low for seat in own), sum(hands[seat].high for seat in own)
        for number, seat in enumerate(own):
            found[seat] = (rounded(rules, low), rounded(rules, high)) if number == 0 else (0, 0)
    return found


def _per_tile(rules: RuleSet, hand: Holding) -> tuple[int, int]:
    if rules.rounding is Rounding.NONE:
        return (hand.low, hand.high)
    if hand.tiles is None or any(isinstance(each, UnknownTile) for each in hand.tiles):
        return (0, rounded(rules, hand.high) + 2 * rules.rounding_unit * max(1, hand.high))
    cost = sum(rounded(rules, each.pips) for each in hand.tiles if isinstance(each, Tile))
    return (cost, cost)


def gives_awards(rules: RuleSet) -> bool:
    """Whether a side gets anything at the end of a round."""
    return (
        rules.settlement in (Settlement.ENDER_TAKES, Settlement.ENDER_POINT)
        or rules.block_settlement is BlockSettlement.LIGHTEST_TAKES
    )


def awards(rules: RuleSet, hands: Mapping[str, Holding], seats: int, ender: str | None) -> dict[str, tuple[int, int]]:
    """What sides get at the end of a round, as lowest and highest possible points; `ender` None: blocked.

    The ender's side takes the pips of its opponents, or one point; in a blocked round the lightest side may take them,
    where one is certainly the lightest.
    """
    if ender is not None:
        side = side_of(rules, seats, ender)
        if rules.settlement is Settlement.ENDER_POINT:
            return {side: (1, 1)}
        return {side: _taken(rules, hands, seats, side)} if rules.settlement is Settlement.ENDER_TAKES else {}
    if rules.block_settlement is not BlockSettlement.LIGHTEST_TAKES:
        return {}
    weights = {}
    for side in sides(rules, seats):
        held = [hands[seat] for seat in LETTERS[:seats] if seat in side and seat in hands]
        weights[side] = (sum(each.low for each in held), sum(each.high for each in held))
    lightest = min(weights, key=lambda side: weights[side][0])
    if any(weights[side][0] <= weights[lightest][1] for side in weights if side != lightest):
        tied = all(low == high for low, high in weights.values())
        return {} if tied else dict.fromkeys(weights, (0, 10**6))
    return {lightest: _taken(rules, hands, seats, lightest)}


def _taken(rules: RuleSet, hands: Mapping[str, Holding], seats: int, side: str) -> tuple[int, int]:
    """The pips of all seats that are not on a side, rounded each or added first, in the game's unit."""
    against = [each for each in sides(rules, seats) if each != side]
    others = [[hands[seat] for seat in LETTERS[:seats] if seat in each and seat in hands] for each in against]
    if rules.rounding_per is RoundingPer.TOTAL:
        others = [[hand for each in others for hand in each]]
    elif rules.rounding_per is not RoundingPer.SIDE:
        others = [[hand] for each in others for hand in each]
    if rules.rounding_per is RoundingPer.TILE:
        costs = [_per_tile(rules, hand) for each in others for hand in each]
    else:
        costs = [
            (rounded(rules, sum(hand.low for hand in each)), rounded(rules, sum(hand.high for hand in each)))
            for each in others
        ]
    low, high = sum(each[0] for each in costs), sum(each[1] for each in costs)
    return (low // rules.multiple_of, high // rules.multiple_of) if rules.unit is Unit.QUOTIENT else (low, high)


def lowered(rules: RuleSet, score: int, deduction: int) -> int:
    """A score after a deduction (3-1)."""
    after = score - deduction
    return max(after, 0) if rules.negative_scores is NegativeScores.FLOOR_ZERO else after
