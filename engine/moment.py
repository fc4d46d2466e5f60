"""Where a match stands after its last line: match → what can happen now, for those who write while it is played."""

from __future__ import annotations

from dataclasses import dataclass

from .findings import Finding
from .judged import Judged
from .match import MatchJudge
from .record import Match
from .round import RoundJudge
from .settle import LETTERS
from .table import Table
from .tiles import Tile, tiles_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after its last line.

    `start` is how the next starter is found (lot, start, double or None) and the seat where it is known. `starter` is
    that of the last round. `move` is the only kind of move the seat `to_play` has, where that is certain; `tiles` are
    those it may place. `end` is how the last round ended, with who went out. `hands` are the tiles known to be left
    (None: not all are known). What is not known of `deductions`, `awards` and `scores` is None.
    """

    seats: str
    sides: tuple[str, ...]
    start: tuple[str | None, str | None]
    starter: str | None
    turns: int
    to_play: str | None
    move: str | None
    tiles: tuple[Tile, ...]
    drawable: int
    table: Table | None
    end: tuple[str, str | None] | None
    hands: dict[str, tuple[Tile, ...] | None]
    deductions: dict[str, int | None]
    awards: dict[str, int | None]
    scores: dict[str, int | None]
    target: int
    winner: str | None
    findings: tuple[Finding, ...]


def moment_of(entry: Match) -> Moment:
    """Judge a match and say where it stands."""
    match = MatchJudge(entry, False)
    judged = match.judge()
    how, seat = match.next_start()
    start = (how, None if seat is None else LETTERS[seat])
    at = match.at
    ledger = match.ledger
    winner = ledger.sides[match.won[0]] if match.won is not None else None
    if at is None:
        nobody: dict[str, int | None] = {}
        return Moment(
            LETTERS[: match.seats], ledger.sides, start, None, 0, None, None, (), 0, None, None, {}, nobody, nobody,
            ledger.as_dict(), ledger.target, winner, tuple(judged.findings),
        )  # fmt: skip
    return _moment(match, judged, at, start, winner)


def _moment(
    match: MatchJudge, judged: Judged, at: RoundJudge, start: tuple[str | None, str | None], winner: str | None
) -> Moment:
    ended = None if at.end is None else (at.end[0], None if at.end[1] is None else LETTERS[at.end[1]])
    to_play = at.to_play if ended is None else None
    return Moment(
        seats=LETTERS[: match.seats],
        sides=match.ledger.sides,
        start=start,
        starter=None if at.starter is None else LETTERS[at.starter],
        turns=at.turn,
        to_play=None if to_play is None else LETTERS[to_play],
        move=at.only_move(),
        tiles=() if to_play is None else at.placeable(to_play),
        drawable=at.drawable(),
        table=at.table,
        end=ended,
        hands={LETTERS[seat]: _hand(at, seat) for seat in range(match.seats)},
        deductions=at.trace.deductions,
        awards=at.trace.awards,
        scores=match.ledger.as_dict(),
        target=match.ledger.target,
        winner=winner,
        findings=tuple(judged.findings),
    )


def _hand(at: RoundJudge, seat: int) -> tuple[Tile, ...] | None:
    return tiles_of(at.hands[seat]) if at.unknown[seat] == 0 else None
