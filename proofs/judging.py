"""Nodes and a reading → what the checker says of them; everything the searches over records ask."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.check import Checker
from ..engine.findings import Finding, Status
from ..engine.judged import Judged
from ..engine.record import Node
from ..engine.rules import RuleSet
from ..notation.build import build
from ..notation.parse import Written


def judged(nodes: Sequence[Node], rules: RuleSet, trace: bool = False) -> tuple[list[Finding], Judged]:
    """All findings of one entry given as nodes, judged by a reading; with `trace` its turns and rounds too."""
    built = build(Written(1, [], list(nodes)), rules)
    found = Checker(trace).judge(built.entry) if built.entry is not None else Judged(None, [])
    return [*built.findings, *found.findings], found


def faults(findings: Sequence[Finding]) -> frozenset[tuple[int, str]]:
    """The faults among findings, as (line, code)."""
    return frozenset((each.line, each.code) for each in findings if each.status is Status.WRONG)


def numbered(nodes: Sequence[Node]) -> list[Node]:
    """The same nodes with the numbers of their own order as lines, from 1."""
    return [node._replace(line=line) for line, node in enumerate(nodes, 1)]
