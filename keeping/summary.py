"""One match summed up: judged match → result, score curve, rounds, best and missed placements, findings, comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..api import EntryReport
from ..engine.errors import PlayError
from ..engine.findings import Finding, Verdict
from ..engine.judged import RoundTrace, Step
from ..engine.layout import Layout
from ..engine.legal import Play, legal_placements, play
from ..engine.record import Gap, Header, Match
from ..engine.rules import RuleSet
from ..engine.settle import LETTERS, sides
from ..engine.tiles import Tile

_MOST_MISSED = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """The scores after a turn or after a settlement (turn 0); None where they are not all known."""

    round: int
    turn: int
    scores: dict[str, int] | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement that scored: where in the match, the tile and what it scored."""

    round: int
    turn: int
    line: int
    tile: str
    points: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A placement beside which another one of the hand would have scored more."""

    made: Placed
    tile: str
    at: str
    points: int

    @property
    def lost(self) -> int:
        """The points it would have scored more."""
        return self.points - self.made.points


@dataclass(slots=True)
class Player:
    """One seat. `looked_at` of its `placements` were made with a known hand: only those can be compared.

    `missed` are the `missed_count` placements that could have scored more, the worst of them only; `lost` their points.
    """

    seat: str
    name: str | None
    side: str
    placements: int
    looked_at: int
    best: list[Placed]
    missed: list[Missed]
    missed_count: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round: what every side scored by placing, what hands left cost, the scores after it."""

    trace: RoundTrace
    points: dict[str, int | None]


@dataclass(slots=True)
class Summary:
    """Everything a report says of a match."""

    title: str | None
    line: int
    rules: RuleSet
    verdict: Verdict
    headers: tuple[Header, ...]
    sides: tuple[str, ...]
    winner: str | None
    scores: dict[str, int | None]
    target: int | None
    curve: list[Mark]
    rounds: list[RoundRow]
    players: list[Player]
    findings: list[Finding]
    comments: list[tuple[int, str]]


def summary(report: EntryReport) -> Summary | None:
    """The summary of a judged match, which has its trace; None for what is no match with seats."""
    entry, judged = report.judged.entry, report.judged
    if not isinstance(entry, Match) or entry.seats is None or report.head is None:
        return None
    names = dict(entry.seats.seats)
    count = len(names)
    sides_ = sides(entry.rules, count)
    found = Summary(
        title=report.head.title,
        line=report.line,
        rules=entry.rules,
        verdict=report.verdict,
        headers=entry.headers,
        sides=sides_,
        winner=judged.winner,
        scores=judged.rounds[-1].scores if judged.rounds else {},
        target=entry.rules.targets.get(count),
        curve=list(_curve(judged.rounds)),
        rounds=[RoundRow(trace, _points(trace, sides_, _gaps(entry))) for trace in judged.rounds],
        players=[Player(seat, name, next((s for s in sides_ if seat in s), seat), 0, 0, [], [])
                 for seat, name in names.items()],
        findings=list(report.findings),
        comments=[(node.line, node.comment) for node in report.written.nodes if node.comment is not None],
    )  # fmt: skip
    for each in judged.rounds:
        if each.end != "void":
            _look_at(each, entry.rules, found.players)
    for player in found.players:
        player.best = sorted(player.best, key=lambda placed: -placed.points)[:3]
        player.missed = sorted(player.missed, key=lambda missed: -missed.lost)[:_MOST_MISSED]
    return found


def _curve(rounds: list[RoundTrace]) -> Iterator[Mark]:
    for trace in rounds:
        for step in trace.steps:
            yield Mark(trace.number, step.turn, _all_known(step.scores or {}))
        yield Mark(trace.number, 0, _all_known(trace.scores))


def _all_known(scores: Mapping[str, int | None]) -> dict[str, int] | None:
    known = {side: score for side, score in scores.items() if score is not None}
    return known if known and len(known) == len(scores) else None


def _gaps(entry: Match) -> set[int]:
    """The lines of the rounds of which turns are missing."""
    return {each.head.line for each in entry.rounds if any(isinstance(node, Gap) for node in each.nodes)}


def _points(trace: RoundTrace, sides_: tuple[str, ...], gaps: set[int]) -> dict[str, int | None]:
    """What every side scored by placing in a round; None where a placement or its points are not known."""
    if trace.line in gaps or not trace.steps:
        return dict.fromkeys(sides_, None)
    points: dict[str, int | None] = dict.fromkeys(sides_, 0)
    for step in trace.steps:
        if step.action.verb in ("pass", "draw") or step.action.mark == "withdrawn":
            continue
        side = next((each for each in sides_ if step.seat is not None and step.seat in each), None)
        if side is not None:
            before = points[side]
            known = step.verified and step.points is not None and before is not None
            points[side] = (before or 0) + (step.points or 0) if known else None
    return points


def _look_at(trace: RoundTrace, rules: RuleSet, players: list[Player]) -> None:
    """Compare every placement of a round with the others of its hand."""
    for step in trace.steps:
        if step.action.verb in ("pass", "draw") or step.action.mark == "withdrawn" or step.seat is None:
            continue
        player = players[LETTERS.index(step.seat)]
        player.placements += 1
        if step.position is None or not isinstance(step.tile, Tile) or step.points is None:
            continue
        made = Placed(trace.number, step.turn, step.line, str(step.tile), step.points)
        if step.points:
            player.best.append(made)
        if step.hand is None:
            continue
        better = _better(rules, step)
        if better is None:
            continue
        player.looked_at += 1
        chosen, points = better
        if points > step.points:
            at = "" if chosen.site is None else str(chosen.site.tile)
            player.missed.append(Missed(made, str(chosen.tile), at, points))
            player.missed_count += 1
            player.lost += points - step.points


def _better(rules: RuleSet, step: Step) -> tuple[Play, int] | None:
    """The placement of the hand that would have scored most, the first of equals; None where none can be named."""
    assert step.position is not None
    before = Layout(step.position.layout.placements[:-1])
    found: tuple[Play, int] | None = None
    try:
        for each in legal_placements(rules, before, step.hand):
            at = each.site.tile if each.site is not None else None
            points = play(rules, before, each.tile, at, each.site.port if each.site is not None else None).points
            if found is None or points > found[1]:
                found = (each, points)
    except PlayError:  # a layout with a misfit that stood
        return None
    return found
