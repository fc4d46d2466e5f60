"""A season summed up: judged matches → what each player did under each rule set. Nothing is guessed: what is not known
is counted as not known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from ..api import EntryReport
from ..engine.findings import Status, Verdict
from ..engine.judged import Judged, RoundTrace, Step
from ..engine.record import Match
from ..engine.settle import side_of


@dataclass(slots=True)
class Tally:
    """What one player did under one rule set.

    A match and its rounds are one, on however many seats the player sits. `open` are matches that are not over or whose
    winner is not known. Rounds that do not count (void) are left out.
    `out` are rounds the player ended, `blocked` and `unknown_ends` those of the player's rounds that were blocked or
    whose end is not known. `points` are those of the placements whose points are known; of `unseen` placements they
    are not. `deducted` is what hands left cost where that is known, `undeducted` counts where it is not.
    """

    player: str
    rules: str
    matches: int = 0
    won: int = 0
    open: int = 0
    rounds: int = 0
    out: int = 0
    blocked: int = 0
    unknown_ends: int = 0
    placements: int = 0
    unseen: int = 0
    points: int = 0
    drawn: int = 0
    passes: int = 0
    deducted: int = 0
    undeducted: int = 0
    faults: int = 0

    @property
    def average(self) -> float | None:
        """Points for each placement whose points are known; None without any."""
        seen = self.placements - self.unseen
        return self.points / seen if seen else None

    def add(self, other: Tally) -> None:
        """Add what another tally counts."""
        for each in fields(self)[2:]:
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def beside(self, other: Tally) -> Tally:
        """This seat and another one of the same match, both the player's: what each did, the match and rounds once."""
        both = Tally(self.player, self.rules)
        for each in COUNTS:
            mine, others = getattr(self, each), getattr(other, each)
            setattr(both, each, max(mine, others) if each in _SHARED else mine + others)
        return both


_SHARED = ("matches", "won", "open", "rounds", "blocked", "unknown_ends")
"""What seats of a match have in common."""

COUNTS = tuple(each.name for each in fields(Tally)[2:])


@dataclass(slots=True)
class Season:
    """Tallies by player and rules, and how many entries were counted, were no matches, or could not be read."""

    tallies: dict[tuple[str, str], Tally]
    matches: int = 0
    others: int = 0
    unread: int = 0

    @property
    def sorted(self) -> list[Tally]:
        """By rules, then by matches won, then by name."""
        return sorted(self.tallies.values(), key=lambda each: (each.rules, -each.won, each.player))


def season(reports: Iterable[EntryReport]) -> Season:
    """Sum up judged entries, which have their traces."""
    found = Season({})
    for report in reports:
        entry = report.judged.entry
        if report.verdict is Verdict.UNREAD or (report.head is None):
            found.unread += 1
        elif not isinstance(entry, Match) or entry.seats is None:
            found.others += 1
        else:
            found.matches += 1
            for tally in match_tallies(report, entry):
                found.tallies.setdefault((tally.player, tally.rules), Tally(tally.player, tally.rules)).add(tally)
    return found


def match_tallies(report: EntryReport, entry: Match) -> list[Tally]:
    """What each player of one match did, in the order of seats; seats of one name are one player's."""
    assert entry.seats is not None
    judged = report.judged
    count = len(entry.seats.seats)
    tallies = {seat: Tally(name or seat, entry.rules.id, 1) for seat, name in entry.seats.seats}
    for seat, tally in tallies.items():
        side = side_of(entry.rules, count, seat) if count in entry.rules.hand_sizes else seat
        tally.won = int(judged.winner == side)
        tally.open = int(judged.winner is None)
    for each in judged.rounds:
        if each.end != "void":
            _round(each, tallies)
    _faults(report, judged, tallies)
    players: dict[str, Tally] = {}
    for tally in tallies.values():
        players[tally.player] = players[tally.player].beside(tally) if tally.player in players else tally
    return list(players.values())


def _round(trace: RoundTrace, tallies: dict[str, Tally]) -> None:
    for seat, tally in tallies.items():
        tally.rounds += 1
        tally.out += int(trace.ender == seat)
        tally.blocked += int(trace.end == "blocked")
        tally.unknown_ends += int(trace.end is None)
        if seat in trace.deductions:
            cost = trace.deductions[seat]
            tally.deducted += cost or 0
            tally.undeducted += int(cost is None)
    for step in trace.steps:
        if step.seat in tallies:
            _step(step, tallies[step.seat])


def _step(step: Step, tally: Tally) -> None:
    action = step.action
    if action.mark == "withdrawn":
        return
    if action.verb == "pass":
        tally.passes += 1
    elif action.verb == "draw":
        tally.drawn += len(action.drawn)
    else:
        tally.placements += 1
        known = step.verified and step.points is not None
        tally.unseen += int(not known)
        tally.points += step.points or 0 if known else 0


def _faults(report: EntryReport, judged: Judged, tallies: dict[str, Tally]) -> None:
    """Faults of a line belong to the seat it names."""
    seats = {node.line: getattr(node, "seat", None) for node in report.written.nodes}
    for finding in report.findings:
        seat = seats.get(finding.line)
        if finding.status is Status.WRONG and seat in tallies:
            tallies[seat].faults += 1
