"""Judged entry → chapters of moments: a round or the layout, with every turn, its findings, comments and lines.

No rule is applied here; every line of the record belongs to one moment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..engine.findings import Finding
from ..engine.judged import Held, Judged, RoundTrace, Step
from ..engine.layout import Position
from ..engine.record import UNREAD_ROUND, Adjust, Award, Deduct, End, Left, Match, Node, Remark, Round, ScoreLine

_END_LINES = (End, Left, Deduct, Award, ScoreLine)


@dataclass(slots=True)
class Moment:
    """What can be seen at once: `kind` is start, play, draw, pass, withdrawn, unknown or end.

    `key` is its name in links. `position` is None where the layout is not known, `line` where the record has no line
    of it. `lines` are the record's own, with their numbers.
    """

    key: str
    kind: str
    line: int | None
    step: Step | None = None
    position: Position | None = None
    held: tuple[Held, ...] = ()
    stock: int | None = None
    scores: Mapping[str, int | None] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    lines: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """A round, or the layout (`number` and `trace` are then None). A round that was not judged has no trace."""

    key: str
    number: int | None
    trace: RoundTrace | None
    moments: list[Moment]


def chapters(
    judged: Judged, findings: Sequence[Finding], nodes: Sequence[Node], lines: Sequence[tuple[int, str]]
) -> list[Chapter]:
    """The chapters of a match or a layout in order; `nodes` and `lines` are all of the entry as written."""
    entry = judged.entry
    if isinstance(entry, Match):
        keys = _Keys()
        traces = {each.line: each for each in judged.rounds}
        found = [_round(each, traces.get(each.head.line), keys) for each in entry.rounds]
    else:
        found = [Chapter("", None, None, [_turn(step, "", None) for step in judged.steps])]
    _share_out([moment for each in found for moment in each.moments], findings, nodes, lines)
    return [each for each in found if each.moments]


class _Keys:
    """Names of rounds, each once."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def key(self, round_: Round) -> str:
        head = round_.head
        plain = f"r{head.number}"
        key = f"line{head.line}" if head.number == UNREAD_ROUND or plain in self.used else plain
        self.used.add(key)
        return key


def _round(round_: Round, trace: RoundTrace | None, keys: _Keys) -> Chapter:
    key, head = keys.key(round_), round_.head
    number = None if head.number == UNREAD_ROUND else head.number
    first = Moment(key, "start", head.line)
    chapter = Chapter(key, number, trace, [first])
    if trace is None:
        return chapter
    opening = trace.opening
    if opening is not None:
        first.position, first.held, first.stock = opening.position, opening.held, opening.stock
        first.scores = opening.scores
    for step in trace.steps:
        chapter.moments.append(_turn(step, key, chapter.moments[-1].position))
    begun = max((step.line for step in trace.steps), default=head.line)
    ends = [
        node.line
        for node in round_.nodes
        if isinstance(node, _END_LINES) or (isinstance(node, Adjust) and node.line > begun)
    ]
    if ends or trace.end not in (None, "unfinished"):
        last = chapter.moments[-1]
        chapter.moments.append(
            Moment(
                f"{key}end", "end", min(ends, default=None), None, last.position, last.held, last.stock, trace.scores
            )
        )
    return chapter


def _turn(step: Step, key: str, before: Position | None) -> Moment:
    """The moment of a turn; the layout stays where the turn left it alone."""
    action = step.action
    kind = "withdrawn" if action.mark == "withdrawn" else action.verb
    if not step.turn:  # the given table of a layout
        kind = "start"
    position = step.position or (before if step.verified else None)
    return Moment(f"{key}t{step.turn}", kind, step.line, step, position, step.held, step.stock, step.scores or {})


def _share_out(
    moments: Sequence[Moment], findings: Sequence[Finding], nodes: Sequence[Node], lines: Sequence[tuple[int, str]]
) -> None:
    """Give every line with its comment and findings to the last moment that began before it, or with it."""
    owners = [each for each in moments if each.line is not None]
    if not owners:
        return
    starts = [each.line or 0 for each in owners]

    def owner(line: int) -> Moment:
        return owners[max(0, bisect_right(starts, line) - 1)]

    means = dict(_lines_meant(lines))
    for number, text in lines:
        if text.strip():
            owner(means[number]).lines.append((number, text))
    for node in nodes:
        comment = node.comment if isinstance(node, Remark) else getattr(node, "comment", None)
        said = (comment or "").removeprefix("#").strip()
        if said:
            owner(means.get(node.line, node.line)).comments.append(said)
    for finding in findings:
        owner(finding.line).findings.append(finding)


def _lines_meant(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """Every line and the line it belongs to: a comment alone on its line belongs to the next one."""
    waiting: list[int] = []
    for number, text in lines:
        waiting.append(number)
        if text.strip() and not text.lstrip().startswith("#"):
            yield from ((each, number) for each in waiting)
            waiting.clear()
    yield from ((each, each) for each in waiting)
