"""Which conformance vectors there are: every clause that a question can show, and every two rule sets.

They come from the shipped fixtures with their clauses, from shortest differences, from a grid of turns and settlements,
and from random layouts and matches in which something happens that did not happen in those before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from random import Random

from ..engine.findings import Status
from ..engine.record import Header, Node, Settlement
from ..engine.rules import RuleSet, rule_set, rule_set_ids
from ..engine.rules import Settlement as Pays
from ..engine.settle import LETTERS, Holding
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet, tile
from ..notation.parse import read_entries, split_lines
from .judging import judged
from .layouts import TABLE_FIELDS, differing_layouts, replayed
from .matches import answer_match, ask_match, random_ask, wrong_rules
from .vectors import VERSION, Json, ask_settlement, match, position, settlement, turn

HANDS: tuple[tuple[Tile, ...], ...] = (
    (), (tile(0, 3),), (tile(1, 2), tile(1, 1)), (tile(6, 6), tile(2, 4), tile(0, 1)), (tile(0, 2),), (tile(5, 6),),
)  # fmt: skip
"""Hands of settlements: 0, 3, 5, 19, 2 and 11 pips."""
RANDOM = 40
"""Random layouts, and random matches, of each rule set from which some are chosen."""


@cache
def vectors() -> tuple[Json, ...]:
    """The header, then every vector, each question once with the clauses of all that ask it."""
    by_question: dict[str, Json] = {}
    for each in _all():
        question = repr([each[key] for key in ("kind", "rules", "ask")])
        kept = by_question.setdefault(question, each)
        kept["clauses"] = sorted({*kept["clauses"], *each["clauses"]})
    rules = {ref: rule_set(ref).values for ref in rule_set_ids()}
    head = {"goti_vectors": VERSION, "vectors": len(by_question), "rules": rules}
    return (head, *({"id": number, **each} for number, each in enumerate(by_question.values(), 1)))


def _all() -> Iterator[Json]:
    yield from _of_fixtures()
    yield from _of_pairs()
    for ref in rule_set_ids():
        rules = rule_set(ref)
        yield from _of_turns(rules)
        yield from _of_settlements(rules)
        yield from _of_layouts(rules)
        yield from _of_matches(rules)


# -- fixtures and pairs -----------------------------------------------------------------------------------------------


def _of_fixtures() -> Iterator[Json]:
    """Every entry of the games' fixtures that a question can hold, with its clauses."""
    for game in sorted({ref.partition("@")[0] for ref in rule_set_ids()}):
        folder = files("goti.fixtures").joinpath(game)
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            if file.name.endswith(".goti"):
                for written in read_entries(split_lines(file.read_text(encoding="utf-8"))):
                    yield from _of_entry(rule_set(game), written.nodes)


def _of_entry(rules: RuleSet, nodes: Sequence[Node]) -> Iterator[Json]:
    """A match whose hands are known, hands left that cost each their own, the last position where nothing is wrong."""
    findings, found = judged(nodes, rules, True)
    if found.entry is None or found.entry.changes:
        return
    cited = next((each.value for each in nodes if isinstance(each, Header) and each.key == "x-clause"), "")
    clauses = [each for each in cited.split() if each[:1].isalpha()]
    ask = ask_match(nodes, rules) if found.rounds else None
    vector = match(rules, ask, clauses) if ask is not None else None
    if ask is not None and vector is not None:
        yield {**vector, "clauses": [*clauses, *filter(None, _happens(rules, ask).values())]}
    if any(each.status in (Status.WRONG, Status.STANDS) for each in findings):
        return
    if isinstance(found.entry, Settlement) and rules.settlement is Pays.EACH_OWN:
        hands = [_left(each) for each in found.hands.values() if each.pips is not None]
        if list(found.hands) == list(LETTERS[: len(hands)]) and len(hands) in rules.hand_sizes:
            yield settlement(rules, ask_settlement(hands, None), clauses)
    steps = (*found.steps, *(step for one in found.rounds for step in one.steps))
    last = next((step.position for step in reversed(steps) if step.position is not None), None)
    if last is not None and len(last.layout):
        yield position(rules, last.layout, clauses)


def _left(hand: Holding) -> Sequence[Tile] | int:
    """A hand left as its tiles, or as its pips where the tiles are not known."""
    tiles = [each for each in hand.tiles or () if isinstance(each, Tile)]
    return tiles if hand.tiles is not None and len(tiles) == len(hand.tiles) else hand.low


def _of_pairs() -> Iterator[Json]:
    """For every two rule sets a shortest layout that tells them apart, under both where both allow it."""
    for one, two in combinations(map(rule_set, rule_set_ids()), 2):
        for difference in differing_layouts(one, two, 5, 1).differences:
            path = difference.placements
            if difference.what == "placement":
                path = path[:-1] or path
            for rules in (one, two):
                fields = [key for key in TABLE_FIELDS if one.values[key] != two.values[key]]
                clauses = [rules.citations[key].clause for key in fields]
                yield position(rules, replayed(rules, path).layout(), list(filter(None, clauses)))


# -- turns and settlements --------------------------------------------------------------------------------------------


def _cited(rules: RuleSet, *names: str) -> list[str]:
    return [each for each in map(rules.clause, names) if each]


def _of_turns(rules: RuleSet) -> Iterator[Json]:
    """A hand with and without a tile that fits, boneyards of 0 to 3 tiles, 0 to 3 tiles drawn."""
    table = replayed(rules, ((tile(5, 5), -1),))
    clauses = _cited(rules, "must-play", "draw", "pass", "boneyard")
    for hand in ((tile(0, 5), tile(1, 2)), (tile(1, 2), tile(3, 3))):
        for boneyard in range(4):
            for drawn in range(4):
                yield turn(table, hand, boneyard, drawn, clauses)


def _of_settlements(rules: RuleSet) -> Iterator[Json]:
    """Ends of rounds: A goes out, or nobody does, with hands of every remainder."""
    clauses = _cited(rules, "deduction", "rounding", "separate-hands")
    for seats in sorted(rules.hand_sizes):
        for ender, start in (("A", 0), (None, 1), (None, 2)):
            hands = [HANDS[0] if ender and n == 0 else HANDS[(start + n) % 6] for n in range(seats)]
            yield settlement(rules, ask_settlement(hands, ender), clauses)


# -- random ones ------------------------------------------------------------------------------------------------------


def random_table(rules: RuleSet, rng: Random) -> Table:
    """A table after up to twenty random placements."""
    table = Table(rules)
    tiles = TileSet(rules.max_pips).tiles()
    for _ in range(rng.randint(1, 20)):
        options = [(each, site) for each in tiles for site in table.sites_for(each)]
        if not options:
            break
        table.put(*rng.choice(options))
    return table


class _News:
    """What has happened so far; `in_` says whether something else happens."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def in_(self, happens: Mapping[str, str]) -> bool:
        news = not happens.keys() <= self.seen
        self.seen |= happens.keys()
        return news


def _of_layouts(rules: RuleSet) -> Iterator[Json]:
    news = _News()
    for seed in range(RANDOM):
        table = random_table(rules, Random(f"{rules.ref} {seed}"))
        happens = {name: rules.clause(name) for name in _on(table)}
        if news.in_(happens):
            yield position(rules, table.layout(), list(filter(None, happens.values())))


def _on(table: Table) -> Iterator[str]:
    """What a layout shows, as names of clauses."""
    yield from ("sum", "points" if table.points else "no-points")
    yield from ("match-half", "outer-end") if len(table) > 1 else ("opening",)
    counted = {(each.tile, each.port.is_branch) for each in table.counted()}
    for each in table.layout():
        if each.tile.is_double:
            terminal, inside = (each.tile, False) in counted, each.spinner
            yield "terminal-double" if terminal else "inside-double"
            yield ("spinner-terminal" if terminal else "sides-open") if inside else "no-other-spinner"
            if inside:
                yield "spinner"
                sides = sum(site.tile == each.tile and site.port.is_branch for site in table.sites())
                yield from ("open-side",) * (sides > 0) + ("covered-side",) * (not terminal and sides < 2)


def _of_matches(rules: RuleSet) -> Iterator[Json]:
    news = _News()
    for seed in range(RANDOM):
        ask = random_ask(rules, Random(f"{rules.ref} {seed}"))
        happens = _happens(rules, ask)
        vector = match(rules, ask, list(filter(None, happens.values()))) if news.in_(happens) else None
        if vector is not None:
            yield vector


def _happens(rules: RuleSet, ask: Json) -> dict[str, str]:
    """What happens in a match, with the clause of each: kinds of ends, of next starters, wrong turns, a win."""
    answer = answer_match(ask, rules)
    assert answer is not None
    clause, seats = rules.clause, len(ask["rounds"][0]["hands"])
    names = {f"{seats} seats": "seats", "hands": "hand-size", "set": "set", "opening": "opening"}
    found = {key: clause(name) for key, name in names.items()}
    for each in wrong_rules(ask, rules):
        found[f"wrong {each}"] = each
    for end, following in zip(answer["ends"], answer["next"], strict=True):
        if end is not None:
            found[f"end {end[0]}"] = clause({"out": "out", "blocked": "blocked", "won": "after-win"}[end[0]])
            found["settled"] = clause("deduction")
            starter = "block-starter" if end[0] == "blocked" else "next-starter"
            found[f"next {following[0]}"] = clause(starter) if following[0] else ""
    if any(any(points) for points in answer["points"]):
        found["points"] = clause("points")
    if answer["winner"]:
        found["won"] = clause("target")
    if ask["rounds"][0]["start"][0] != "turn":
        found["begun"] = clause("first-starter")
    return found
