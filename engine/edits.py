"""Edits of single lines, and false claims with the value that was computed: findings → edits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .findings import Finding, Kind
from .record import (
    Action,
    Award,
    CountedClaim,
    Deduct,
    End,
    JointsClaim,
    Left,
    Node,
    OpenClaim,
    Result,
    ScoreLine,
    SpinnerClaim,
    Spot,
    Starter,
)
from .table import Table
from .tiles import tile

WRITTEN = frozenset((
    "false-total", "false-points", "false-counted", "false-open", "false-spinner", "false-joints", "false-deduction",
    "false-award", "false-score", "false-winner",
))  # fmt: skip
"""False claims that may be written over; plays, hands, facts and how a round ended may not."""

_AS_CLAIMS = frozenset(("wrong-starter", "needless-stands"))


@dataclass(frozen=True, slots=True)
class Edit:
    """One changed line: node number `index` of a layout or round is not `old` but `new`.

    `old` None: a new line before that node; `new` None: the line is one too many.
    """

    index: int
    old: Node | None
    new: Node | None


def edited(nodes: Sequence[Node], edits: Iterable[Edit]) -> tuple[Node, ...]:
    """The nodes with the edits made; of several new lines at one place the first stays first."""
    found = list(nodes)
    ordered = list(edits)
    ordered.reverse()
    for each in sorted(ordered, key=lambda each: -each.index):
        found[each.index : each.index + (each.old is not None)] = [] if each.new is None else [each.new]
    return tuple(found)


def has_amendment(found: Finding) -> bool:
    """Whether a fault is one of claims, or of lines that a computed value puts right as if they were."""
    return found.kind is Kind.CLAIM or found.code in _AS_CLAIMS or _text(found) == "match-over-deduct"


def amendments(nodes: Sequence[Node], findings: Iterable[Finding], tables: Sequence[Table | None]) -> list[Edit]:
    """Edits that put the computed value in the place of every false claim that has one.

    `tables` are the tables before each node. A false claim without a certain value gives no edit.
    """
    places = {node.line: index for index, node in enumerate(nodes)}
    changed: dict[int, Node | None] = {}
    new: list[Edit] = []
    for found in findings:
        index = places.get(found.line)
        if index is None:
            continue
        if _text(found) == "match-over-deduct":
            changed |= {at: None for at, each in enumerate(nodes) if isinstance(each, Deduct | Award)}
            continue
        node = changed.get(index, nodes[index])
        if found.code == "false-deduction" and not isinstance(node, Deduct):
            new.append(_missing_deduction(nodes, found))
        elif node is not None and (made := _amended(node, found, tables[index])) is not None:
            changed[index] = None if isinstance(made, str) else made
    return sorted([*new, *(Edit(index, nodes[index], node) for index, node in changed.items())], key=lambda x: x.index)


def _missing_deduction(nodes: Sequence[Node], found: Finding) -> Edit:
    """The `deduct` line a seat lacks, in the order of the seats, after the hands left."""
    seat = str(found.values["seat"])
    after = [index for index, node in enumerate(nodes) if isinstance(node, Left) or _before(node, seat)]
    return Edit(max(after) + 1, None, Deduct(found.line, seat, int(found.expected)))


def _before(node: Node, seat: str) -> bool:
    return isinstance(node, Deduct) and node.seat < seat


def _amended(node: Node, found: Finding, table: Table | None) -> Node | str | None:
    """The node as it would be right; "" where the line should not be there, None where nobody can say."""
    code, right = found.code, found.expected
    if isinstance(node, Action):
        if code == "false-total":
            return node._replace(total=right) if isinstance(right, int) else None
        return node._replace(points=right or None) if code == "false-points" and isinstance(right, int) else None
    if isinstance(node, Deduct | Award) and code in ("false-deduction", "false-award"):
        certain = isinstance(right, int) and _text(found).rpartition("-")[2] not in ("least", "most")
        return node._replace(points=right) if certain else None
    if isinstance(node, ScoreLine) and code == "false-score" and isinstance(right, int):
        side = found.part.removeprefix("side ")
        return node._replace(scores=tuple((each, right if each == side else score) for each, score in node.scores))
    if isinstance(node, Result) and code == "false-winner":
        return node._replace(side=right)
    if isinstance(node, Left) and code == "false-left":
        return _left(node, str(right)) if _text(found) in ("false-left", "false-left-pips") else None
    if code == "false-end" and isinstance(node, End):
        return _end(node, found)
    if code == "wrong-starter" and isinstance(node, Starter):
        return _starter(node, found)
    if code == "needless-stands":
        return node._replace(mark=None)  # type: ignore[call-arg]
    return None if table is None else _position_claim(node, table)


def _text(found: Finding) -> str:
    return str(found.values.get("text", found.code))


def _left(node: Left, right: str) -> Node | None:
    if node.tiles is None:
        return node._replace(pips=int(right)) if right.isdigit() else None
    if right == "-":
        return node._replace(tiles=())
    halves = re.findall(r"\[(\d+)\|(\d+)\]", right)
    return node._replace(tiles=tuple(tile(int(a), int(b)) for a, b in halves)) if halves else None


def _end(node: End, found: Finding) -> Node | str | None:
    text = _text(found)
    if text == "false-end-won":
        return ""
    if text == "false-end-held":
        return None
    return End(node.line, "out" if found.expected else "blocked", found.expected, comment=node.comment)


def _starter(node: Starter, found: Finding) -> Node:
    words = {"wrong-starter-lot": "lot", "wrong-starter-ender": "start", "wrong-starter-no-lot": "start"}
    how = words.get(_text(found))
    return node._replace(how=how) if how else node._replace(seat=found.expected)


def _position_claim(node: Node, table: Table) -> Node | None:
    """A claim line about the position, as it is."""
    if isinstance(node, SpinnerClaim):
        return node._replace(tiles=tuple(table.spinner_tiles()))
    if isinstance(node, OpenClaim):
        return node._replace(items=tuple((Spot(each.tile, each.port), each.value) for each in table.sites()))
    if isinstance(node, CountedClaim):
        counted = ((each.tile, each.port if each.port.is_branch else None, each.value) for each in table.counted())
        return node._replace(items=tuple((Spot(tile_, port), value) for tile_, port, value in counted))
    if isinstance(node, JointsClaim):
        joints = table.layout().joints
        pairs = ((Spot(each.tile, each.port), Spot(each.new_tile, each.new_port)) for each in joints)
        return node._replace(items=tuple(pairs))
    return None
