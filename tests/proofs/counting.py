"""A third way of counting: every conceivable turn is written, and the judge of records says which are right."""

from __future__ import annotations

from collections.abc import Iterator

from goti.engine import record as r
from goti.engine.layout import Port
from goti.engine.rules import RuleSet
from goti.engine.settle import LETTERS
from goti.engine.tiles import Tile, TileSet, tiles_of
from goti.proofs.judging import faults, judged, numbered
from goti.proofs.perft import Deal


def judge_counts(rules: RuleSet, deal: Deal, depth: int) -> list[int]:
    """The numbers of sequences of 1 to `depth` turns in which the judge of records finds no fault."""
    seats, tiles = len(deal.hands), TileSet(rules.max_pips)
    head: list[r.Node] = [
        r.EntryLine(0, "match", rules.id), r.Seats(0, tuple((each, None) for each in LETTERS[:seats])),
        r.RoundLine(0, 1), r.Starter(0, "lot", "A"),
        *(r.Deal(0, LETTERS[seat], tiles_of(hand)) for seat, hand in enumerate(deal.hands)),
    ]  # fmt: skip
    if deal.boneyard:
        head.append(r.Boneyard(0, deal.boneyard, len(deal.boneyard)))
    level, numbers = [head], []
    for turn in range(depth):
        following: list[list[r.Node]] = []
        for prefix in level:
            found = {}
            for name, nodes in _turns(deal, turn % seats, prefix, tiles):
                if name not in found and not faults(judged(numbered([*prefix, *nodes]), rules)[0]):
                    found[name] = [*prefix, *nodes]
            following += found.values()
        level = following
        numbers.append(len(level))
    return numbers


def _turns(deal: Deal, seat: int, prefix: list[r.Node], tiles: TileSet) -> Iterator[tuple[object, list[r.Node]]]:
    """Every conceivable turn of a seat with a name that symmetric sites share: draws of any number, then any tile of
    the set at any port of any tile on the table, or a pass."""
    played = [node.tile for node in prefix if isinstance(node, r.Action) and node.verb == "play"]
    gone = sum(len(node.drawn) for node in prefix if isinstance(node, r.Action))
    letter = LETTERS[seat]
    for number in range(len(deal.boneyard) - gone + 1):
        drawn = deal.boneyard[gone : gone + number]
        draws: list[r.Node] = [r.Action(0, letter, "draw", drawn=drawn)] if drawn else []
        yield (number, "pass"), [*draws, r.Action(0, letter, "pass")]
        for each in tiles.tiles():
            if not played:
                yield (number, each), [*draws, r.Action(0, letter, "play", each)]
            for at in played:
                assert isinstance(at, Tile)
                for port in Port:
                    if at.is_double != (port <= Port.LOW):
                        kind = port.is_branch if at.is_double else port
                        yield (number, each, at, kind), [*draws, r.Action(0, letter, "play", each, None, at, port)]
