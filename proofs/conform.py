"""Another engine's answers compared with ours: vectors and random layouts → disagreements, each made short.

The engine is a command that reads a JSON object a line and answers with one. A disagreement about a position is made
short: first all layouts of a few tiles are asked, then tiles are taken off the layout found as long as it still shows.
"""

from __future__ import annotations

import json
import select
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import TracebackType

from ..engine.errors import GotiError, PlayError
from ..engine.layout import PORTS, Layout, Placement
from ..engine.rules import RuleSet, rule_set
from ..engine.table import Table, build
from ..engine.tiles import Tile, TileSet, tile
from .layouts import Placed, replayed
from .vectors import Json, answer_position, ask_position, vectors

FEW_TILES = 3
"""Layouts of up to so many tiles are all asked before a disagreement is made short."""


class EngineError(GotiError):
    """An engine that cannot be started, ends, or does not answer with a JSON object a line."""


class Engine:
    """A running engine; use it as a context manager."""

    def __init__(self, command: str, timeout: float = 10) -> None:
        self.command, self.timeout, self.asked = command, timeout, 0
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
            )
        except (OSError, ValueError) as error:
            raise EngineError(f"{command}: {error}") from None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()

    def answer(self, rules: RuleSet, kind: str, ask: Json) -> Json | None:
        """The engine's answer; None where it says `{"unsupported": true}`. Raises EngineError for no answer."""
        self.asked += 1
        question = json.dumps({"kind": kind, "rules": rules.ref, "fields": rules.values, "ask": ask})
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
            ready, _, _ = select.select([self.process.stdout], [], [], self.timeout)
            line = self.process.stdout.readline() if ready else ""
        except OSError:
            line = ""
        if not line:
            why = "no answer" if self.process.poll() is None else f"ended with status {self.process.returncode}"
            raise EngineError(f"{self.command}: {why} to {question}")
        try:
            found = json.loads(line)
        except ValueError:
            raise EngineError(f"{self.command}: no JSON: {line.rstrip()!r}") from None
        if not isinstance(found, dict):
            raise EngineError(f"{self.command}: no JSON object: {line.rstrip()!r}")
        return None if found.get("unsupported") else found


@dataclass(slots=True)
class Disagreement:
    """The first difference of its sort: `part` of the answer to a question of `kind`, as short as it could be made.

    `layout` is what was asked about, None for a settlement.
    """

    rules: RuleSet
    kind: str
    part: str
    ask: Json
    expected: object
    found: object
    layout: Layout | None = None


@dataclass(slots=True)
class Count:
    """How many questions were asked, agreed on and not supported."""

    asked: int = 0
    agreed: int = 0
    unsupported: int = 0


def conform(engine: Engine, records: int, seed: int, count: Count) -> Iterator[Disagreement]:
    """Ask all vectors, then random layouts of the rule sets the engine supports; the first disagreement of each sort
    (kind of question, part of the answer), made short."""
    seen: set[tuple[str, str]] = set()
    supported: dict[str, RuleSet] = {}
    for vector in vectors():
        if "kind" in vector:
            rules = rule_set(vector["rules"])
            answer = engine.answer(rules, vector["kind"], vector["ask"])
            count.unsupported += answer is None
            if answer is not None:
                supported[rules.ref] = rules
                for part in _compared(vector["kind"], vector["expect"], answer, seen, count):
                    yield _short(engine, rules, vector["kind"], part, vector["ask"], vector["expect"], answer)
    for number in range(records):
        for rules in supported.values():
            table = _random(rules, Random(f"{seed} {number} {rules.ref}"))
            ask, expect = ask_position(table.layout()), answer_position(table)
            answer = engine.answer(rules, "position", ask) or {}
            for part in _compared("position", expect, answer, seen, count):
                yield _short(engine, rules, "position", part, ask, expect, answer)


def _compared(kind: str, expect: Json, answer: Json, seen: set[tuple[str, str]], count: Count) -> list[str]:
    """The parts that differ and did not before. Lists are compared in any order."""
    count.asked += 1
    parts = [part for part in expect if _plain(expect[part]) != _plain(answer.get(part))]
    count.agreed += not parts
    fresh = [part for part in parts if (kind, part) not in seen]
    seen |= {(kind, part) for part in parts}
    return fresh


def _plain(value: object) -> object:
    return sorted(map(json.dumps, value)) if isinstance(value, list) else value


def _random(rules: RuleSet, rng: Random) -> Table:
    table = Table(rules)
    tiles = TileSet(rules.max_pips).tiles()
    for _ in range(rng.randint(1, 20)):
        options = [(each, site) for each in tiles for site in table.sites_for(each)]
        if not options:
            break
        table.put(*rng.choice(options))
    return table


# -- making short -----------------------------------------------------------------------------------------------------


def _short(engine: Engine, rules: RuleSet, kind: str, part: str, ask: Json, expect: Json, answer: Json) -> Disagreement:
    """The shortest layout found on which this part of the answer differs; other questions stay as they are."""
    if kind != "position":
        return Disagreement(rules, kind, part, ask, expect[part], answer.get(part))
    layout = _few(engine, rules, part) or _without(engine, rules, part, layout_of(ask))
    table = build(rules, layout)
    ask, expect = ask_position(layout), answer_position(table)
    answer = engine.answer(rules, kind, ask) or {}
    return Disagreement(rules, kind, part, ask, expect[part], answer.get(part), layout)


def tile_of(text: str) -> Tile:
    """The tile of a question, written low half first."""
    low, _, high = text[1:-1].partition("|")
    return tile(int(low), int(high))


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


def _differs(engine: Engine, table: Table, part: str) -> bool:
    answer = engine.answer(table.rules, "position", ask_position(table.layout())) or {}
    return _plain(answer_position(table)[part]) != _plain(answer.get(part))


def _few(engine: Engine, rules: RuleSet, part: str) -> Layout | None:
    """The first layout of a few tiles that shows it, by number of tiles; None for none."""
    level: list[tuple[Placed, ...]] = [()]
    for _ in range(FEW_TILES):
        following, seen = [], set[object]()
        for path in level:
            before = replayed(rules, path)
            for each in TileSet(rules.max_pips).tiles():
                for site in before.sites_for(each):
                    table = before.copy()
                    table.put(each, site)
                    if table.state() in seen:
                        continue
                    seen.add(table.state())
                    if _differs(engine, table, part):
                        return table.layout()
                    following.append((*path, (each, site)))
        level = following
    return None


def _without(engine: Engine, rules: RuleSet, part: str, layout: Layout) -> Layout:
    """The layout with every placement taken away that need not be there."""
    number = len(layout) - 1
    while number >= 0:
        smaller = _taken_away(layout.placements, number)
        try:
            table = build(rules, smaller)
            if len(table) and _differs(engine, table, part):
                layout, number = table.layout(), len(table)
        except PlayError:
            pass
        number -= 1
    return layout


def _taken_away(placements: Sequence[Placement], number: int) -> list[Placement]:
    """The placements without one and without those that were joined to it; the next tile becomes the set tile."""
    gone = {number}
    if number:
        for other, each in enumerate(placements):
            if each.parent in gone:
                gone.add(other)
    kept = [other for other in range(len(placements)) if other not in gone]
    renumbered = {old: new for new, old in enumerate(kept)}
    found = []
    for old in kept:
        each = placements[old]
        parent = None if each.parent is None or each.parent in gone else renumbered[each.parent]
        port = each.parent_port if parent is not None else None
        found.append(Placement(each.tile, parent, port, each.port if parent is not None else None))
    return found
