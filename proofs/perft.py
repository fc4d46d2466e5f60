"""Numbers of legal sequences by depth: rule set, deal → how many ways a round can begin with so many turns.

A turn is a placement, the draws and the placement they lead to, or a pass (draws before it belong to it); symmetric
sites count once. The boneyard's order is part of the deal, so a draw has one outcome. `counted` follows every
sequence; `recounted` merges positions from which the same can follow. tests/proofs counts a third way: it writes every
conceivable line and asks the judge of records.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from ..engine.generate import may_draw
from ..engine.rules import ExtraTurn, RuleSet, rule_set
from ..engine.settle import LETTERS
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet, mask_of, tile, tile_at, tiles_of


@dataclass(frozen=True, slots=True)
class Deal:
    """Hands as bits by seat, A first, and the boneyard in the order it is drawn from; A begins."""

    hands: tuple[int, ...]
    boneyard: tuple[Tile, ...] = ()


def random_deal(rules: RuleSet, seats: int, seed: int) -> Deal:
    """The deal of a seed. Raises ValueError for a number of seats the rules do not allow."""
    if seats not in rules.hand_sizes:
        raise ValueError(f"{rules.id} is for {', '.join(map(str, sorted(rules.hand_sizes)))} players, not {seats}")
    tiles = list(TileSet(rules.max_pips).tiles())
    Random(seed).shuffle(tiles)
    size = rules.hand_sizes[seats]
    hands = tuple(mask_of(tuple(tiles[seat * size : (seat + 1) * size])) for seat in range(seats))
    return Deal(hands, tuple(tiles[seats * size :]))


def counted(rules: RuleSet, deal: Deal, depth: int) -> int:
    """The number of sequences of `depth` turns, every one followed; a round that ends earlier has none of that length.

    Raises ValueError for rules with extra turns, where turns do not simply go round.
    """
    _check(rules)
    return _count(Table(rules), deal.hands, deal.boneyard, 0, 0, depth)


def _check(rules: RuleSet) -> None:
    if rules.extra_turn is not ExtraTurn.NONE:
        raise ValueError(f"{rules.id}: extra-turn = {rules.extra_turn.value}: turns do not simply go round")


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
    if depth == 0:
        return 1
    hand, rest, playable = _drawn(table, hands[seat], boneyard)
    following = (seat + 1) % len(hands)
    if not playable:
        if passes + 1 == len(hands):
            return 1 if depth == 1 else 0  # the last pass blocks the round
        after = (*hands[:seat], hand, *hands[seat + 1 :])
        return _count(table, after, rest, following, passes + 1, depth - 1)
    if depth == 1:
        return table.count_placements(playable)
    total = 0
    while playable:
        bit = playable & -playable
        playable ^= bit
        left = hand & ~bit
        if not left:
            continue  # the seat goes out: no turn follows
        after = (*hands[:seat], left, *hands[seat + 1 :])
        each = tile_at(bit.bit_length() - 1)
        for site in table.sites_for(each):
            child = table.copy()
            child.put(each, site)
            total += _count(child, after, rest, following, 0, depth - 1)
    return total


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
                for each in (tile_at(index) for index in range(playable.bit_length()) if playable >> index & 1):
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


# -- golden numbers ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Golden:
    """A deal with its numbers by depth, as a file has them."""

    rules: RuleSet
    deal: Deal
    numbers: dict[int, int]


def read_golden(text: str) -> Golden:
    """A file of `rules`, `deal`, `boneyard` and `perft DEPTH NUMBER` lines. Raises ValueError for any other line."""
    rules, hands, boneyard = "", list[int](), tuple[Tile, ...]()
    numbers: dict[int, int] = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "rules":
            rules = rest
        elif word == "deal":
            hands.append(mask_of(_tiles(rest.partition(" ")[2])))
        elif word == "boneyard":
            boneyard = _tiles(rest)
        elif word == "perft":
            depth, number = rest.split()
            numbers[int(depth)] = int(number)
        elif line and word != "#":
            raise ValueError(f"no line of a perft file: {line!r}")
    return Golden(rule_set(rules), Deal(tuple(hands), boneyard), numbers)


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(tile(int(each[1]), int(each[3])) for each in text.split())


def write_golden(golden: Golden) -> str:
    """The text of such a file."""
    lines = [f"rules {golden.rules.ref}"]
    for letter, hand in zip(LETTERS, golden.deal.hands, strict=False):
        lines.append(f"deal {letter} " + " ".join(map(str, tiles_of(hand))))
    if golden.deal.boneyard:
        lines.append("boneyard " + " ".join(map(str, golden.deal.boneyard)))
    lines += [f"perft {depth} {number}" for depth, number in golden.numbers.items()]
    return "\n".join(lines) + "\n"
