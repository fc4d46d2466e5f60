"""Conformance vectors for engines in other languages: shipped fixtures, searches → JSON lines.

A vector is a question and the expected answer: a `position` (placements → sites, contributions, total, points, legal
placements), a `turn` (a hand and a boneyard → whether the seat plays, draws or passes) or a `settlement` (hands left →
deductions, awards). docs/conformance.md describes the lines; a change of them is a new version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from ..engine.findings import Status
from ..engine.generate import may_draw
from ..engine.layout import Layout, Port
from ..engine.record import Header
from ..engine.rules import BlockSettlement, RuleSet, rule_set, rule_set_ids
from ..engine.settle import LETTERS, awards, deductions, holding
from ..engine.table import Table, build
from ..engine.tiles import Tile, TileSet, tile
from ..notation.parse import read_entries, split_lines
from .judging import judged
from .layouts import differing_layouts, replayed

VERSION = 1
Json = dict[str, Any]

HANDS: tuple[tuple[Tile, ...], ...] = (
    (), (tile(0, 3),), (tile(1, 2), tile(1, 1)), (tile(6, 6), tile(2, 4), tile(0, 1)), (tile(0, 2),), (tile(5, 6),),
)  # fmt: skip
"""Hands of settlements: 0, 3, 5, 19, 2 and 11 pips."""


@cache
def vectors() -> tuple[Json, ...]:
    """The header, then every vector: of the fixtures by clause, of the pairs of readings, of turns and settlements."""
    found = list(_unique([*_of_fixtures(), *_of_pairs(), *_of_turns(), *_of_settlements()]))
    rules = {ref: rule_set(ref).values for ref in rule_set_ids()}
    head = {"goti_vectors": VERSION, "vectors": len(found), "rules": rules}
    return (head, *({"id": number, **each} for number, each in enumerate(found, 1)))


def _unique(found: Iterable[Json]) -> Iterator[Json]:
    """Vectors that ask the same once, with the clauses of all."""
    by_question: dict[str, Json] = {}
    for each in found:
        question = repr([each[key] for key in ("kind", "rules", "ask")])
        kept = by_question.setdefault(question, each)
        kept["clauses"] = sorted({*kept["clauses"], *each["clauses"]})
    return iter(by_question.values())


# -- questions and answers --------------------------------------------------------------------------------------------


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


def position(rules: RuleSet, layout: Layout, clauses: Sequence[str]) -> Json:
    """The vector of a layout."""
    answer = answer_position(build(rules, layout))
    return {
        "kind": "position", "rules": rules.ref, "clauses": list(clauses), "ask": ask_position(layout), "expect": answer
    }  # fmt: skip


def answer_turn(table: Table, hand: Sequence[Tile], boneyard: int, drawn: int) -> Json:
    """Whether a seat plays (and how), draws or passes."""
    legal = [
        [str(each), str(table.tile_of(site)), Port(site & 7).word] for each in hand for site in table.sites_for(each)
    ]
    must = "play" if legal else "draw" if may_draw(table.rules, boneyard, drawn) else "pass"
    return {"must": must, "legal": legal}


def answer_settlement(rules: RuleSet, hands: Sequence[Sequence[Tile]], ender: str | None) -> Json:
    """Every seat's deduction and every side's award at the end of a round; `ender` None: blocked."""
    held = {letter: holding(rules, hand) for letter, hand in zip(LETTERS, hands, strict=False)}
    free = ender is None and rules.block_settlement is BlockSettlement.NOTHING
    costs = deductions(rules, held, len(hands))
    gains = awards(rules, held, len(hands), ender)
    return {
        "deductions": {letter: 0 if free else cost for letter, (cost, _) in costs.items()},
        "awards": {side: points for side, (points, _) in gains.items() if points},
    }


# -- which ones -------------------------------------------------------------------------------------------------------


def _of_fixtures() -> Iterator[Json]:
    """The last position of every entry of the games' fixtures in which nothing is wrong or stood though it was."""
    for game in sorted({ref.partition("@")[0] for ref in rule_set_ids()}):
        folder = files("goti.fixtures").joinpath(game)
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".goti"):
                for written in read_entries(split_lines(file.read_text(encoding="utf-8"))):
                    yield from _of_entry(rule_set(game), written.nodes)


def _of_entry(rules: RuleSet, nodes: Sequence[Any]) -> Iterator[Json]:
    findings, found = judged(nodes, rules, True)
    if (
        any(each.status in (Status.WRONG, Status.STANDS) for each in findings)
        or found.entry is None
        or found.entry.changes
    ):
        return
    cited = next((each.value for each in nodes if isinstance(each, Header) and each.key == "x-clause"), "")
    steps = (*found.steps, *(step for one in found.rounds for step in one.steps))
    last = next((step.position for step in reversed(steps) if step.position is not None), None)
    if last is not None and len(last.layout):
        yield position(rules, last.layout, [each for each in cited.split() if each[:1].isalpha()])


def _of_pairs() -> Iterator[Json]:
    """For every two rule sets a shortest layout that tells them apart, under both where both allow it."""
    for one, two in combinations(map(rule_set, rule_set_ids()), 2):
        for difference in differing_layouts(one, two, 5, 1).differences:
            path = difference.placements
            if difference.what == "placement":
                path = path[:-1] or path
            for rules in (one, two):
                yield position(rules, replayed(rules, path).layout(), [])


def _of_turns() -> Iterator[Json]:
    """A hand with and without a tile that fits, boneyards of 0 to 3 tiles, 0 to 3 tiles drawn."""
    for ref in rule_set_ids():
        rules = rule_set(ref)
        table = replayed(rules, ((tile(5, 5), -1),))
        clauses = [each for each in map(rules.clause, ("must-play", "draw", "pass")) if each]
        for hand in ((tile(0, 5), tile(1, 2)), (tile(1, 2), tile(3, 3))):
            for boneyard in range(4):
                for drawn in range(4):
                    held = {"hand": [str(each) for each in hand], "boneyard": boneyard, "drawn": drawn}
                    ask = {**ask_position(table.layout()), **held}
                    answer = answer_turn(table, hand, boneyard, drawn)
                    yield {"kind": "turn", "rules": ref, "clauses": clauses, "ask": ask, "expect": answer}


def _of_settlements() -> Iterator[Json]:
    """Ends of rounds: A goes out, or nobody does, with hands of every remainder."""
    for ref in rule_set_ids():
        rules = rule_set(ref)
        clauses = [each for each in map(rules.clause, ("deduction", "rounding", "separate-hands")) if each]
        for seats in sorted(rules.hand_sizes):
            for ender, start in (("A", 0), (None, 1), (None, 2)):
                hands = [HANDS[0] if ender and n == 0 else HANDS[(start + n) % 6] for n in range(seats)]
                left = {letter: [str(each) for each in hand] for letter, hand in zip(LETTERS, hands, strict=False)}
                answer = answer_settlement(rules, hands, ender)
                ask = {"left": left, "out": ender}
                yield {"kind": "settlement", "rules": ref, "clauses": clauses, "ask": ask, "expect": answer}
