"""Numbers of legal sequences by depth: rule set, deal → how many ways a round can begin with so many turns.

A turn is a placement, the draws and the placement they lead to, or a pass (draws before it belong to it); symmetric
sites count once. The boneyard's order is part of the deal, so a draw has one outcome. `counted` follows every
sequence; `recounted` merges positions from which the same can follow. tests/proofs counts a third way: it writes every
conceivable line and asks the judge of records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ..engine.errors import SaidError
from ..engine.generate import may_draw
from ..engine.rules import ExtraTurn, RuleSet
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet, mask_of, tile_at


class PerftError(SaidError):
    """A deal that cannot be made, read or counted."""

    section = "perft"


@dataclass(frozen=True, slots=True)
class Deal:
    """Hands as bits by seat, A first, and the boneyard in the order it is drawn from; A begins."""

    hands: tuple[int, ...]
    boneyard: tuple[Tile, ...] = ()


def random_deal(rules: RuleSet, seats: int, seed: int) -> Deal:
    """The deal of a seed. Raises PerftError for a number of seats the rules do not allow."""
    if seats not in rules.hand_sizes:
        raise PerftError("players", game=rules.id, allowed=", ".join(map(str, sorted(rules.hand_sizes))), found=seats)
    tiles = list(TileSet(rules.max_pips).tiles())
    Random(seed).shuffle(tiles)
    size = rules.hand_sizes[seats]
    hands = tuple(mask_of(tuple(tiles[seat * size : (seat + 1) * size])) for seat in range(seats))
    return Deal(hands, tuple(tiles[seats * size :]))


def counted(rules: RuleSet, deal: Deal, depth: int) -> int:
    """The number of sequences of `depth` turns, every one followed; a round that ends earlier has none of that length.

    Raises PerftError for rules with extra turns, where turns do not simply go round.
    """
    _check(rules)
    return _count(Table(rules), deal.hands, deal.boneyard, 0, 0, depth) if depth else 1


def _check(rules: RuleSet) -> None:
    if rules.extra_turn is not ExtraTurn.NONE:
        raise PerftError("extra-turn", game=rules.id, value=rules.extra_turn.value)


def _drawn(table: Table, hand: int, boneyard: tuple[Tile, ...]) -> tuple[int, tuple[Tile, ...], int]:
    """The hand and boneyard after the draws a seat must make, and the tiles it can then place, as bits."""
    rules = table.rules
    playable, drawn = hand & table.fits, 0
    while not playable and may_draw(rules, len(boneyard), drawn):
        bit = 1 << boneyard[0].index
        hand, boneyard, drawn = hand | bit, boneyard[1:], drawn + 1
        playable = bit & table.fits
    return hand, boneyard, playable


def _count(table: Table, hands: tuple[int, ...], boneyard: tuple[Tile, ...], seat: int, passes: int, depth: int) -> int:
    """The sequences of `depth` turns from here; the table is used up: the last child is played on it, not on a copy."""
    hand, rest, playable = _drawn(table, hands[seat], boneyard)
    following = (seat + 1) % len(hands)
    if not playable:
        if passes + 1 == len(hands):
            return 1 if depth == 1 else 0  # the last pass blocks the round
        if depth == 1:
            return 1
        after = (*hands[:seat], hand, *hands[seat + 1 :])
        return _count(table, after, rest, following, passes + 1, depth - 1)
    if depth == 1:
        return table.count_placements(playable)
    if not hand & (hand - 1):
        return 0  # the seat goes out with its last tile: no turn follows
    total = 0
    plays = [(index, site) for index in _indices(playable) for site in table.sites_for(tile_at(index))]
    for number, (index, site) in enumerate(plays, 1):
        child = table.copy() if number < len(plays) else table
        child.put(tile_at(index), site)
        after = (*hands[:seat], hand & ~(1 << index), *hands[seat + 1 :])
        total += _count(child, after, rest, following, 0, depth - 1)
    return total


def _indices(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


_Position = tuple[Table, tuple[int, ...], tuple[Tile, ...], int]
"""Table, hands, boneyard, passes in succession."""


def recounted(rules: RuleSet, deal: Deal, depth: int) -> int:
    """The same number, turn by turn over positions: how many sequences lead to each, equal positions merged."""
    _check(rules)
    first = Table(rules)
    level: dict[object, _Position] = {"": (first, deal.hands, deal.boneyard, 0)}
    ways = Counter[object]({"": 1})
    ended = 0
    for turn in range(depth):
        seat, following = turn % len(deal.hands), dict[object, _Position]()
        number, ended = Counter[object](), 0
        for key, (table, hands, boneyard, passes) in level.items():
            hand, rest, playable = _drawn(table, hands[seat], boneyard)
            children = [(table, hand, passes + 1)]
            if playable:
                children = []
                for each in map(tile_at, _indices(playable)):
                    for site in table.sites_for(each):
                        child = table.copy()
                        child.put(each, site)
                        children.append((child, hand & ~(1 << each.index), 0))
            for child, left, passed in children:
                if not left or passed == len(hands):
                    ended += ways[key]
                    continue
                after = (*hands[:seat], left, *hands[seat + 1 :])
                state = (child.state(), after, rest, passed)
                following[state] = (child, after, rest, passed)
                number[state] += ways[key]
        level, ways = following, number
    return sum(ways.values()) + ended
