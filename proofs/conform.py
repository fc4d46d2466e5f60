"""Another engine's answers compared with ours: vectors, random layouts and matches → disagreements, made short."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..engine.layout import PORTS, Layout, Placement
from ..engine.rules import RuleSet, rule_set
from ..engine.table import Table, build
from ..engine.tiles import Tile
from .chosen import random_table, vectors
from .engine import Engine, EngineError
from .matches import answer_match, random_ask, tile_of
from .shortening import few_tiles, fewer_tiles_left, shorter_match, without_tiles
from .vectors import answer_position, answer_settlement, ask_position

Json = dict[str, Any]


@dataclass(slots=True)
class Disagreement:
    """The first difference of its sort: `part` of the answer to a question of `kind`, as short as it could be made.

    `steady` is False where the engine, asked again, answered otherwise than before.
    """

    rules: RuleSet
    kind: str
    part: str
    ask: Json
    expected: object
    found: object
    steady: bool = True


@dataclass(slots=True)
class Count:
    """How many questions were answered, agreed on and not supported; the sorts of disagreement seen.

    Where simple questions differ no matches are asked: what differs in them would follow.
    """

    answered: int = 0
    agreed: int = 0
    unsupported: int = 0
    seen: set[tuple[str, str]] = field(default_factory=set)


def conform(engine: Engine, records: int, seed: int, count: Count) -> Iterator[Disagreement]:
    """Ask vectors and random layouts, then, where all of these agree, matches: vectors and random ones; the first
    disagreement of each sort (kind of question, part of the answer), made short.

    Raises EngineError where there is no answer to compare.
    """
    for kinds in (("position", "turn", "settlement"), ("match",)):
        if not count.seen:
            yield from _asked(engine, kinds, records, seed, count)
    if not count.answered:
        raise EngineError("nothing-supported")


def _asked(engine: Engine, kinds: tuple[str, ...], records: int, seed: int, count: Count) -> Iterator[Disagreement]:
    """The vectors of some kinds, then random questions of the kinds and rule sets that the engine supports."""
    supported: dict[tuple[str, str], RuleSet] = {}
    for vector in vectors()[1:]:
        if vector["kind"] in kinds:
            rules, kind = rule_set(vector["rules"]), vector["kind"]
            answer = engine.answer(rules, kind, vector["ask"])
            if answer is None:
                count.unsupported += 1
                continue
            supported[kind, rules.ref] = rules
            yield from _compared(engine, rules, kind, vector["ask"], vector["expect"], answer, count)
    for number in range(records):
        for (kind, ref), rules in supported.items():
            if kind in ("position", "match"):
                yield from _random(engine, rules, kind, Random(f"{seed} {number} {ref} {kind}"), count)


def _random(engine: Engine, rules: RuleSet, kind: str, rng: Random, count: Count) -> Iterator[Disagreement]:
    """A random question."""
    ask = ask_position(random_table(rules, rng).layout()) if kind == "position" else random_ask(rules, rng)
    answer = engine.answer(rules, kind, ask)
    if answer is None:
        count.unsupported += 1
    else:
        yield from _compared(engine, rules, kind, ask, _expected(rules, kind, ask), answer, count)


def _compared(
    engine: Engine, rules: RuleSet, kind: str, ask: Json, expect: Json, answer: Json, count: Count
) -> Iterator[Disagreement]:
    """The parts that differ and did not before; of a match the first one, since the others follow from it."""
    count.answered += 1
    parts = [part for part in expect if not same(part, expect[part], answer.get(part))]
    count.agreed += not parts
    for part in parts[:1] if kind == "match" else parts:
        if (kind, part) not in count.seen:
            count.seen.add((kind, part))
            yield _shortened(engine, Disagreement(rules, kind, part, ask, expect[part], answer.get(part)))


_ANY_ORDER = ("sites", "counted", "legal")


def same(part: str, one: object, two: object) -> bool:
    """Whether two answers are the same: lists of sites, contributions and placements in any order."""
    if part in _ANY_ORDER and isinstance(two, list):
        return sorted(map(_text, one)) == sorted(map(_text, two)) if isinstance(one, list) else False
    return _text(one) == _text(two)


def _text(value: object) -> str:
    """A value as text; 5.0 is the number 5."""
    return json.dumps(_whole(value), sort_keys=True)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return {key: _whole(each) for key, each in value.items()} if isinstance(value, dict) else value


# -- questions again --------------------------------------------------------------------------------------------------


def _expected(rules: RuleSet, kind: str, ask: Json) -> Json:
    """Our answer. Raises ValueError for a match that the judge cannot answer."""
    if kind == "position":
        return answer_position(build(rules, layout_of(ask)))
    if kind == "settlement":
        return answer_settlement(rules, ask)
    answer = answer_match(ask, rules)
    if answer is None:
        raise ValueError("a match that cannot be judged")
    return answer


def layout_of(ask: Json) -> Layout:
    """The layout of a question."""
    tiles: list[Tile] = []
    placements = []
    for text, at, port in ask["placements"]:
        each = tile_of(text)
        parent = None if at is None else tiles.index(tile_of(at))
        placements.append(Placement(each, parent, None if port is None else PORTS[port], None))
        tiles.append(each)
    return Layout(tuple(placements))


def _shortened(engine: Engine, each: Disagreement) -> Disagreement:
    """The same disagreement on the shortest question found."""
    rules, kind, part = each.rules, each.kind, each.part

    def differs(ask: Json) -> bool:
        try:
            expected = _expected(rules, kind, ask)
        except ValueError:
            return False
        answer = engine.answer(rules, kind, ask) or {}
        first = next((one for one in expected if not same(one, expected[one], answer.get(one))), None)
        return first == part if kind == "match" else not same(part, expected[part], answer.get(part))

    def shows(table: Table) -> bool:
        return differs(ask_position(table.layout()))

    ask = each.ask
    if kind == "position":
        layout = few_tiles(rules, shows) or without_tiles(rules, shows, layout_of(ask))
        ask = ask_position(layout)
    elif kind == "settlement":
        ask = fewer_tiles_left(ask, differs)
    elif kind == "match":
        ask = shorter_match(ask, rules, differs)
    else:
        return each
    expected, found = _expected(rules, kind, ask)[part], (engine.answer(rules, kind, ask) or {}).get(part)
    if same(part, expected, found):
        each.steady = False
        return each
    return Disagreement(rules, kind, part, ask, expected, found)
