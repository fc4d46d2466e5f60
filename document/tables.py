"""An entry → its tables: the score sheet of a round, what hands left cost, the placements of a layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..engine.direction import isolated
from ..engine.judged import Judged, RoundTrace, Step
from ..engine.messages import message
from ..engine.placing import sum_text
from ..engine.record import Match
from .examples import Example


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its head, its rows, the columns set flush right, a title above and a line below, both may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int]
    title: str = ""
    foot: str = ""

    def with_digits(self, digits: Callable[[str], str]) -> Grid:
        """The same table with its numbers in these digits."""
        rows = tuple(tuple(map(digits, row)) for row in self.rows)
        return Grid(self.head, rows, self.right, digits(self.title), digits(self.foot))


def grids_of(example: Example, digits: Callable[[str], str], language: str) -> tuple[Grid, ...]:
    """The tables of a block, with all numbers in `digits`."""
    return tuple(each.with_digits(digits) for each in _grids(example, language))


def _grids(example: Example, language: str) -> tuple[Grid, ...]:
    judged = example.report.judged
    if example.kind == "settlement":
        return (_settlement(judged, language),)
    if not isinstance(judged.entry, Match):
        return (_placements(judged.steps, language),)
    wanted, match = example.fence.round, judged.entry
    return tuple(_round(each, match, language) for each in judged.rounds if wanted in (None, each.number))


def _number(value: int | None) -> str:
    return "?" if value is None else str(value).replace("-", "−")


def _placements(steps: list[Step], language: str) -> Grid:
    head = tuple(message(language, f"sheet.{key}") for key in ("turn", "tile", "sum", "points"))
    rows = tuple(
        (str(n), move(step, language), *(_counted(step) if step.position is not None else ("?", "?")))
        for n, step in enumerate(steps, 1)
    )
    return Grid(head, rows, frozenset((0, 3)))


def _counted(step: Step) -> tuple[str, str]:
    return sum_text(step.counted), _number(step.points or 0)


def _settlement(judged: Judged, language: str) -> Grid:
    """One row a hand, with its tiles where any are known; the change of the scores as the last line."""
    tiles = {seat: hand.tiles for seat, hand in judged.hands.items()}
    keys = ("seat", *(("tiles",) if any(tiles.values()) else ()), "pips", "deduction")
    rows = []
    for seat, pips in judged.left.items():
        held = tiles.get(seat)
        hand = "?" if held is None else " ".join(map(str, held)) or "–"
        row = (seat, *((hand,) if "tiles" in keys else ()), _number(pips), _number(judged.deductions.get(seat)))
        rows.append(row)
    changes = " · ".join(f"{side} {_number(change)}" for side, change in judged.scores.items())
    foot = message(language, "sheet.changes", scores=changes) if changes else ""
    head = tuple(message(language, f"sheet.{key}") for key in keys)
    return Grid(head, tuple(rows), frozenset((len(keys) - 2, len(keys) - 1)), foot=foot)


def _round(trace: RoundTrace, match: Match, language: str) -> Grid:
    """A round as a score sheet: one row a placement, draw or pass, the scores behind it, its end as the last line."""
    sides = list(trace.scores)
    head = tuple(message(language, f"sheet.{key}") for key in ("line", "seat", "tile", "sum", "points"))
    rows = []
    for step in trace.steps:
        scores = step.scores or {}
        played = step.position is not None
        rows.append((
            str(step.turn), seat_name(step, match), move(step, language),
            *(_counted(step) if played else ("", "")),
            *(_number(scores.get(side)) for side in sides),
        ))  # fmt: skip
    right = frozenset((0, 4, *range(5, 5 + len(sides))))
    return Grid((*head, *sides), tuple(rows), right, head_of_round(trace, language), end_of_round(trace, language))


def seat_name(step: Step, match: Match) -> str:
    """The seat of a turn and the name of who sits there."""
    names = dict(match.seats.seats) if match.seats is not None else {}
    return f"{step.seat or ''} {isolated(names.get(step.seat or '') or '')}".strip()


def scores(found: Mapping[str, int | None] | None, language: str) -> str:
    """Scores of all sides in one line."""
    shown = ", ".join(f"{side} {_number(value)}" for side, value in (found or {}).items())
    return message(language, "sheet.scores", scores=shown)


def head_of_round(trace: RoundTrace, language: str) -> str:
    """The number of a round and who starts it."""
    start = message(language, f"sheet.{trace.start or 'starter'}", seat=trace.starter) if trace.starter else ""
    return " · ".join(filter(None, (message(language, "sheet.round", number=trace.number), start)))


def move(step: Step, language: str) -> str:
    if step.action.verb == "pass":
        return message(language, "sheet.pass")
    if step.action.verb == "draw":
        return message(language, "sheet.draw", tiles=" ".join(map(str, step.action.drawn)))
    return f"{step.tile} @ {step.site.tile}" if step.site is not None else str(step.tile)


def end_of_round(trace: RoundTrace, language: str) -> str:
    """How a round ended, what it cost whom, and the scores then."""
    parts = [message(language, f"sheet.end-{trace.end}", seat=trace.ender or "")] if trace.end else []
    for key, table, field in (
        ("left", trace.left, "hands"), ("deductions", trace.deductions, "costs"), ("scores", trace.scores, "scores"),
    ):  # fmt: skip
        if trace.end and any(value is not None for value in table.values()):
            shown = ", ".join(f"{name} {_number(value)}" for name, value in table.items())
            parts.append(message(language, f"sheet.{key}", **{field: shown}))
    return " · ".join(parts)
