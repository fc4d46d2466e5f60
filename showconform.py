"""Disagreements with another engine as text, JSON, records and figures, for the command line."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from pathlib import Path

from .engine.findings import Status
from .engine.layout import Port, Position
from .engine.messages import message
from .engine.record import Action, Deduct, EntryLine, Figure, Left, Node, Result, Seats
from .engine.settle import LETTERS
from .engine.table import Table, build
from .engine.tiles import AnyTile
from .notation.write import write
from .proofs.conform import Count, Disagreement, conform, layout_of
from .proofs.engine import Engine
from .proofs.judging import judged, numbered
from .proofs.matches import match_nodes, plain_ports, tile_of
from .render import picture
from .render.figure import figure_svg
from .streams import shown, write_file

_SHOWN = 300
"""Characters of an answer that are shown."""


def conformed(
    command: str, records: int, seed: int, timeout: float, as_json: bool, language: str
) -> Generator[tuple[str, Disagreement | None], None, None]:
    """Every sort of disagreement with an engine as text, then the count, whose disagreement is None."""
    count = Count()
    with Engine(command, timeout) as engine:
        for each in conform(engine, records, seed, count):
            yield (json.dumps(disagreement_json(each)) if as_json else disagreement_text(each, language)), each
    if not as_json:
        values = {"asked": count.answered, "agreed": count.agreed, "unsupported": count.unsupported}
        total = message(language, "conform.count", count=len(count.seen), **values)
        simple = any(kind != "match" for kind, _ in count.seen)
        yield (f"{total}; {message(language, 'conform.no-matches')}" if simple else total), None


def disagreement_text(each: Disagreement, language: str) -> str:
    """What differs, the record that shows it, and its picture."""
    lines = [
        message(language, "conform.differs", rules=each.rules.ref, kind=each.kind, part=each.part),
        f"  {message(language, 'conform.expected')}: {_value(each.expected)}",
        f"  {message(language, 'conform.answered')}: {_value(each.found)}",
    ]
    if not each.steady:
        lines.append(f"  {message(language, 'conform.not-steady')}")
    lines += write(disagreement_record(each)).rstrip("\n").split("\n")[1:]
    position = last_position(each)
    if position is not None:
        lines += ["", *picture(position).split("\n")]
    return "\n".join([*lines, ""])


def _value(value: object) -> str:
    said = shown(json.dumps(value, ensure_ascii=False))
    return said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"


def disagreement_record(each: Disagreement) -> list[Node]:
    """The question as a record with our answer: a match, a layout or a settlement."""
    title = f"{each.kind}: {each.part}"
    if each.kind == "match":
        return _match_record(each, title)
    if each.kind == "settlement":
        left, costs = each.ask["left"], each.expected if each.part == "deductions" else {}
        assert isinstance(costs, dict)
        hands = [
            Left(0, seat, None, hand) if isinstance(hand, int) else Left(0, seat, _tiles(hand), None)
            for seat, hand in left.items()
        ]
        settled: list[Node] = [
            EntryLine(0, "settlement", each.rules.id, title),
            Seats(0, tuple((letter, None) for letter in LETTERS[: len(left)])),
            *hands,
            *(Deduct(0, seat, cost) for seat, cost in costs.items() if cost),
        ]
        return settled
    return [EntryLine(0, "layout", each.rules.id, title), *_placements(each), Figure(0)]


def _tiles(texts: list[str]) -> tuple[AnyTile, ...]:
    return tuple(map(tile_of, texts))


def _placements(each: Disagreement) -> Iterator[Action]:
    table = Table(each.rules)
    placed: list[Action] = []
    for placement in layout_of(each.ask):
        at = None if placement.parent is None else placed[placement.parent].tile
        site = -1 if at is None else table.site_for(placement.tile, tile_of(str(at)), placement.parent_port)
        port = None if site < 0 or table.is_default(placement.tile, site) else Port(site & 7)
        table.put(placement.tile, site)
        placed.append(Action(0, None, "play", placement.tile, None, at, port, table.total, table.points or None))
    yield from placed


def _match_record(each: Disagreement, title: str) -> list[Node]:
    """The match with our totals and points, and marks for what is wrong in it."""
    nodes = plain_ports(match_nodes(each.ask, each.rules, title), each.rules)
    findings, found = judged(nodes, each.rules, True)
    steps = {step.line: step for one in found.rounds for step in one.steps}
    wrong = {finding.line: finding.code for finding in findings if finding.status is Status.WRONG}
    told: list[Node] = []
    for node in nodes:
        step = steps.get(node.line)
        if isinstance(node, Action) and node.verb == "play" and step is not None and node.line not in wrong:
            node = node._replace(total=step.total, points=step.points or None)
        if isinstance(node, Action) and node.line in wrong:
            node = node._replace(comment=f"#! {wrong[node.line]}")
        told.append(node)
        if node.line == max(steps, default=0):
            told.append(Figure(0))
    return numbered([*told, Result(0, found.winner)])


def last_position(each: Disagreement) -> Position | None:
    """What lies on the table at the end of the question; None where nothing does."""
    if each.kind == "settlement":
        return None
    if each.kind != "match":
        return build(each.rules, layout_of(each.ask)).position()
    _, found = judged(match_nodes(each.ask, each.rules), each.rules, True)
    positions = [step.position for one in found.rounds for step in one.steps if step.position is not None]
    table = each.ask["rounds"][-1]["table"]
    return (
        positions[-1]
        if positions
        else build(each.rules, layout_of({"placements": table})).position()
        if table
        else None
    )


def write_disagreement(each: Disagreement, folder: Path, language: str) -> None:
    """The record of a disagreement and its figure, as files."""
    base = folder / f"{each.rules.id}-{each.kind}-{each.part}"
    write_file(base.with_suffix(".goti"), write(disagreement_record(each)).encode())
    position = last_position(each)
    if position is not None:
        write_file(base.with_suffix(".svg"), figure_svg(position, language).encode())


def disagreement_json(each: Disagreement) -> dict[str, object]:
    """A disagreement for programs."""
    return {
        "rules": each.rules.ref,
        "kind": each.kind,
        "part": each.part,
        "ask": each.ask,
        "expected": each.expected,
        "found": each.found,
        "steady": each.steady,
        "record": write(disagreement_record(each)),
    }
