"""Conformance vectors for engines in other languages: questions with the expected answers → JSON lines.

A vector is a `position` (placements → sites, contributions, total, points, legal placements), a `turn` (a hand and a
boneyard → whether the seat plays, draws or passes), a `settlement` (hands left → deductions, awards) or a `match`
(hands and turns → the first wrong turn, totals, points, ends, scores, winner). docs/conformance.md describes the lines;
a change of them is a new version. Which ones there are is decided in `proofs/chosen.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.generate import may_draw
from ..engine.layout import Layout, Port
from ..engine.rules import BlockSettlement, RuleSet
from ..engine.settle import LETTERS, awards, deductions, holding
from ..engine.table import Table, build
from ..engine.tiles import Tile, TileSet
from .matches import answer_match, tile_of

VERSION = 1
Json = dict[str, Any]


def ask_position(layout: Layout) -> Json:
    """Placements in order of play: the tile, and the tile and port it was placed at (null for the set tile)."""
    placed = []
    for each in layout:
        at = None if each.parent is None else str(layout.placements[each.parent].tile)
        placed.append([str(each.tile), at, None if each.parent_port is None else each.parent_port.word])
    return {"placements": placed}


def answer_position(table: Table) -> Json:
    """What a table has: sites and contributions in the documents' order, total, points, legal placements."""
    tiles = [each for each in TileSet(table.rules.max_pips).tiles() if each.index not in table.placed]
    return {
        "sites": [[str(each.tile), each.port.word, each.value] for each in table.sites()],
        "counted": [[str(each.tile), each.port.word, each.value] for each in table.counted()],
        "total": table.total,
        "points": table.points,
        "legal": [
            [str(each), str(table.tile_of(site)), Port(site & 7).word]
            for each in sorted(tiles)
            for site in sorted(table.sites_for(each), key=lambda site: (table.tile_of(site), site & 7))
        ],
    }


def answer_turn(table: Table, hand: Sequence[Tile], boneyard: int, drawn: int) -> Json:
    """Whether a seat plays (and how), draws or passes."""
    legal = [
        [str(each), str(table.tile_of(site)), Port(site & 7).word] for each in hand for site in table.sites_for(each)
    ]
    must = "play" if legal else "draw" if may_draw(table.rules, boneyard, drawn) else "pass"
    return {"must": must, "legal": legal}


def ask_settlement(hands: Sequence[Sequence[Tile] | int], ender: str | None) -> Json:
    """Hands left, seat by seat, as tiles or as pips alone, and who went out (None: blocked)."""
    left = {
        letter: hand if isinstance(hand, int) else [str(each) for each in hand]
        for letter, hand in zip(LETTERS, hands, strict=False)
    }
    return {"left": left, "out": ender}


def answer_settlement(rules: RuleSet, ask: Json) -> Json:
    """Every seat's deduction and every side's award at the end of a round."""
    ender, seats = ask["out"], len(ask["left"])
    held = {
        letter: holding(rules, None, hand) if isinstance(hand, int) else holding(rules, tuple(map(tile_of, hand)))
        for letter, hand in ask["left"].items()
    }
    free = ender is None and rules.block_settlement is BlockSettlement.NOTHING
    costs = deductions(rules, held, seats)
    gains = awards(rules, held, seats, ender)
    return {
        "deductions": {letter: 0 if free else cost for letter, (cost, _) in costs.items()},
        "awards": {side: points for side, (points, _) in gains.items() if points},
    }


# -- vectors ----------------------------------------------------------------------------------------------------------


def _vector(kind: str, rules: RuleSet, clauses: Sequence[str], ask: Json, expect: Json) -> Json:
    return {"kind": kind, "rules": rules.ref, "clauses": sorted(set(clauses)), "ask": ask, "expect": expect}


def position(rules: RuleSet, layout: Layout, clauses: Sequence[str]) -> Json:
    """The vector of a layout."""
    return _vector("position", rules, clauses, ask_position(layout), answer_position(build(rules, layout)))


def turn(table: Table, hand: Sequence[Tile], boneyard: int, drawn: int, clauses: Sequence[str]) -> Json:
    """The vector of a seat's turn."""
    ask = {**ask_position(table.layout()), "hand": [str(each) for each in hand], "boneyard": boneyard, "drawn": drawn}
    return _vector("turn", table.rules, clauses, ask, answer_turn(table, hand, boneyard, drawn))


def settlement(rules: RuleSet, ask: Json, clauses: Sequence[str]) -> Json:
    """The vector of the end of a round."""
    return _vector("settlement", rules, clauses, ask, answer_settlement(rules, ask))


def match(rules: RuleSet, ask: Json, clauses: Sequence[str]) -> Json | None:
    """The vector of a match; None where the judge cannot answer it."""
    answer = answer_match(ask, rules)
    return None if answer is None else _vector("match", rules, clauses, ask, answer)
