"""Two readings → the shortest layout or record on which they differ, as a ready fixture, or how far none was found.

A layout is looked for first (`proofs/layouts.py`), then one whose list of counted ends differs, then a record
(`proofs/records.py`). Where one field differs that says nothing beside the others (`engine/idle.py`) there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..engine import record as r
from ..engine.findings import Finding, Status, text
from ..engine.idle import idle
from ..engine.layout import Port, Position
from ..engine.rules import FIELDS, RuleSet, rule_set, rule_set_ids
from ..engine.table import Table
from ..engine.tiles import TileSet, tile
from .judging import judged, numbered
from .layouts import TABLE_FIELDS, LayoutSearch, Placed, differing_layouts, replayed, same_tables
from .records import RecordSearch, differing_records
from .stocks import stocks

MOST_TILES = 6
MOST_LINES = 4
"""How far is searched if nothing else is asked for: tiles, and lines of the whole stock."""


@dataclass(slots=True)
class Answer:
    """What tells two readings apart.

    `kind` is `layout`, `counted` (a layout of which only the list of counted ends differs), `record`, `idle` (nothing
    can, for the reason `why`) or `none`. `size` counts tiles or lines, `number` the shortest layouts, `compared`
    positions or records, `tiles` how many tiles were searched, `lines` up to how many lines every record of the whole
    stock was judged; `identical`: no layout of any size has another total, other points or another placement.
    """

    first: RuleSet
    second: RuleSet
    kind: str = "none"
    size: int = 0
    number: int = 1
    compared: int = 0
    tiles: int = 0
    lines: int = 0
    identical: bool = False
    why: str = ""
    nodes: list[r.Node] = field(default_factory=list)
    findings: tuple[tuple[Finding, ...], tuple[Finding, ...]] = ((), ())
    positions: tuple[Position | None, Position | None] = (None, None)


def distinguish(first: RuleSet, second: RuleSet, tiles: int = MOST_TILES, lines: int = MOST_LINES) -> Answer:
    """The shortest difference of two readings: layouts of at most `tiles`, then records of at most `lines`."""
    return distinguish_all(first, {"": second}, tiles, lines)[""]


def distinguish_all(
    first: RuleSet, others: Mapping[str, RuleSet], tiles: int = MOST_TILES, lines: int = MOST_LINES
) -> dict[str, Answer]:
    """The shortest difference of the first reading and each of the others; records are searched once for all."""
    answers = {name: _by_layout(first, second, tiles) for name, second in others.items()}
    rest = {name: others[name] for name, answer in answers.items() if answer.kind == "none"}
    rest = {name: second for name, second in rest.items() if set(first.hand_sizes) & set(second.hand_sizes)}
    if rest:
        search = differing_records(first, rest, stocks(lines))
        for name in rest:
            answers[name].lines = lines
            _by_record(answers[name], search, name)
    return answers


def _by_layout(first: RuleSet, second: RuleSet, tiles: int) -> Answer:
    """What a layout shows, or why nothing can."""
    fields = [key for key in FIELDS if first.values[key] != second.values[key]]
    why = idle(first, second, fields[0]) if len(fields) == 1 else None if fields else "no-field"
    if why is not None:
        return Answer(first, second, "idle", why=why)
    search = differing_layouts(first, second, tiles)
    answer = Answer(first, second, compared=search.positions, tiles=search.tiles, identical=search.identical)
    if search.differences:
        answer.kind, answer.size, answer.number = "layout", search.tiles, len(search.differences)
        _fill(answer, _layout_nodes(first, second, search))
    elif not same_tables(first, second):
        placed = _counted_differs(first, second)
        if placed is not None:
            answer.kind, answer.size = "counted", 1
            counted = r.CountedClaim(
                0, tuple((r.Spot(c.tile, c.port if c.port.is_branch or c.tile.is_double else None), c.value)
                         for c in replayed(first, (placed,)).counted())
            )  # fmt: skip
            _fill(answer, [*_placed_nodes(first, (placed,)), counted, r.Figure(0)])
    return answer


def _counted_differs(first: RuleSet, second: RuleSet) -> Placed | None:
    """A first tile whose counted ends the two readings list differently; [0|0] last, whose ends are worth nothing."""
    for each in sorted(TileSet(min(first.max_pips, second.max_pips)).tiles(), key=lambda one: one == tile(0, 0)):
        if replayed(first, ((each, -1),)).counted() != replayed(second, ((each, -1),)).counted():
            return each, -1
    return None


def _by_record(answer: Answer, search: RecordSearch, name: str) -> None:
    answer.compared += search.records
    difference = search.differences.get(name)
    if difference is not None:
        answer.kind, answer.size = "record", difference.lines
        _fill(answer, list(difference.nodes[1:]))


# -- the fixture ------------------------------------------------------------------------------------------------------


def _layout_nodes(first: RuleSet, second: RuleSet, search: LayoutSearch) -> list[r.Node]:
    """One of the shortest layouts as lines: rather one that the first reading allows, without [0|0]."""

    def plain(path: Sequence[Placed], what: str, allowed: bool) -> tuple[bool, bool, bool]:
        return not allowed, what == "placement", any(each == tile(0, 0) for each, _ in path)

    chosen = min(
        search.differences, key=lambda one: plain(one.placements, one.what, one.what != "placement" or bool(one.first))
    )
    legal = first if chosen.what != "placement" or chosen.first else second
    nodes = _placed_nodes(legal, chosen.placements, first)
    if chosen.what == "points":
        nodes[-1] = nodes[-1]._replace(points=int(chosen.first))  # +0 too: without it only the other reading is silent
    # A figure needs a placement above it that the first reading allows: all but the last one are allowed by both.
    return [*nodes, r.Figure(0)] if legal is first or len(nodes) > 1 else [*nodes]


def _placed_nodes(legal: RuleSet, path: Sequence[Placed], claims: RuleSet | None = None) -> list[r.Action]:
    """Placements that `legal` allows, with the totals and points of `claims` where that reading allows them too."""
    table, counting = Table(legal), Table(claims or legal)
    nodes: list[r.Action] = []
    for each, site in path:
        at = None if site < 0 else table.tile_of(site)
        port = None if site < 0 or table.is_default(each, site) else Port(site & 7)
        known = each in TileSet(counting.rules.max_pips) and site in counting.sites_for(each)
        table.put(each, site)
        if known:
            counting.put(each, site)
        total, points = (counting.total, counting.points or None) if known else (None, None)
        nodes.append(r.Action(0, None, "play", each, None, at, port, total, points))
    return nodes


def _fill(answer: Answer, body: list[r.Node]) -> None:
    """Make the fixture: head, sources, what the other reading says, and the marks of what the first one finds."""
    first, second = answer.first, answer.second
    kind = "match" if any(isinstance(node, r.RoundLine) for node in body) else "layout"
    kind = "settlement" if isinstance(body[0], r.Seats) and kind == "layout" else kind
    base = shipped(first)
    head: list[r.Node] = [r.EntryLine(0, kind, base.id, f"Not as {_name(second, first)}")]
    head += [r.Header(0, key, value) for key, value in _sources(first, second, kind == "layout")]
    seats = [node for node in body if isinstance(node, r.Seats)]
    rest = [node for node in body if not isinstance(node, r.Seats)]
    changes: list[r.Node] = [r.RuleChange(0, key, value) for key, value in changes_of(first, base)]
    opening: list[r.Node] = [*head, *seats, *changes]
    nodes = numbered([*opening, *_totals(first, opening, rest)])
    plain = [node for node in nodes if not isinstance(node, r.RuleChange)]  # each reading judges by its own fields
    found = tuple(tuple(judged(plain, rules)[0]) for rules in (first, second))
    answer.findings = (found[0], found[1])
    answer.positions = (_last_position(plain, first), _last_position(plain, second))
    answer.nodes = [_marked(node, found[0]) for node in nodes]


def shipped(rules: RuleSet) -> RuleSet:
    """The shipped rule set of this name; of another name the one that differs in the fewest fields."""
    if rules.ref in rule_set_ids():
        return rule_set(rules.ref)
    return min(map(rule_set, rule_set_ids()), key=lambda each: len(changes_of(rules, each)))


def changes_of(rules: RuleSet, base: RuleSet) -> list[tuple[str, str]]:
    """The fields in which a rule set differs from another, as `rule` lines write them."""
    return [(key, value) for key, value in rules.values.items() if base.values[key] != value]


def _name(rules: RuleSet, other: RuleSet) -> str:
    """What to call a reading beside another: its reference, or the fields in which it differs from it."""
    if rules.ref != other.ref:
        return rules.ref
    return ", ".join(f"{key} = {value}" for key, value in rules.values.items() if other.values[key] != value)


def _sources(first: RuleSet, second: RuleSet, table_only: bool) -> Iterator[tuple[str, str]]:
    """Document, heading and clauses of the fields (of a layout, of the table) in which two readings differ."""
    keys = [key for key in (TABLE_FIELDS if table_only else FIELDS) if first.values[key] != second.values[key]]
    pairs = [(first.citations[key], second.citations[key]) for key in keys]
    cited = [one if one.basis != "house" else two for one, two in pairs]
    named = (", ".join(filter(None, (each.document, each.heading))) for each in cited)
    where = list(dict.fromkeys(filter(None, named)))
    clauses = list(dict.fromkeys(part for each in cited for part in (each.clause, each.point) if part))
    if where:
        yield "source", "; ".join(where[:2])
    if clauses:
        yield "x-clause", " ".join(clauses)


def _totals(rules: RuleSet, head: Sequence[r.Node], body: Sequence[r.Node]) -> list[r.Node]:
    """The body with every total of a placement that the reading finds right."""
    _, found = judged(numbered([*head, *body]), rules, True)
    steps = {step.line: step for step in (*found.steps, *(step for one in found.rounds for step in one.steps))}
    told: list[r.Node] = []
    for line, node in enumerate(body, len(head) + 1):
        step = steps.get(line)
        if isinstance(node, r.Action) and node.verb == "play" and step is not None and step.total is not None:
            node = node._replace(total=step.total)
        told.append(node)
    return told


def _last_position(nodes: Sequence[r.Node], rules: RuleSet) -> Position | None:
    _, found = judged(nodes, rules, True)
    steps = (*found.steps, *(step for one in found.rounds for step in one.steps))
    return next((step.position for step in reversed(steps) if step.position is not None), None)


def _marked(node: r.Node, findings: Sequence[Finding]) -> r.Node:
    """A line with the `#!` marks of what is found in it."""
    here = [
        each.code if each.status is Status.WRONG else f"{each.status.value}:{each.code}"
        for each in findings
        if each.line == node.line
    ]
    return node._replace(comment="#! " + " ".join(here)) if here else node


def sayings(answer: Answer, language: str) -> tuple[list[str], list[str]]:
    """What each reading finds in the fixture, as texts; empty where it finds nothing wrong."""
    one, two = ([text(each, language) for each in found if each.status is Status.WRONG] for found in answer.findings)
    return one, two
