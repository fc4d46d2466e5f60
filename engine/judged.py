"""What replay leaves behind: steps, rounds, and the findings of an entry, as values for traces and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .errors import UndrawnError
from .findings import Finding, Verdict, verdict_of
from .layout import Contribution, Layout, Position, Site
from .record import Action, Entry, Figure, Spot
from .settle import Holding
from .shown import Shown
from .tiles import AnyTile, Tile


class Held(NamedTuple):
    """What is known of a hand: its tiles, and how many more it has that nobody recorded (None: not known)."""

    tiles: tuple[Tile, ...]
    unknown: int | None


@dataclass(frozen=True, slots=True)
class Opening:
    """What a round starts from: the hands by seat, the number of tiles in the boneyard, the scores, the table."""

    held: tuple[Held, ...]
    stock: int | None
    scores: dict[str, int | None]
    position: Position | None


@dataclass(slots=True)
class Step:
    """One turn as replayed. `position` is None on a draw, a pass, and where the layout is not known.

    `hand` is what the seat could choose from at a placement, where that is known.
    `held` and `stock` are the hands by seat and the boneyard after the turn, `scores` those by side, None where none is
    known. `undrawn` says why what the lines state
    cannot be drawn, where that is wanted.
    """

    line: int
    turn: int
    action: Action
    verified: bool
    seat: str | None = None
    stands: bool = False
    tile: AnyTile | None = None
    site: Site | None = None
    site_derived: bool = False
    drawn: tuple[AnyTile, ...] | None = None
    position: Position | None = None
    points: int | None = None
    legal: int | None = None
    hand: tuple[Tile, ...] | None = None
    scores: dict[str, int | None] | None = None
    held: tuple[Held, ...] = ()
    stock: int | None = None
    figures: list[Figure] = field(default_factory=list)
    undrawn: UndrawnError | None = None

    @property
    def places(self) -> bool:
        """Whether a tile was put on the table, and stayed there."""
        return self.action.verb not in ("draw", "pass") and self.action.mark != "withdrawn"

    @property
    def total(self) -> int | None:
        return None if self.position is None else self.position.total

    @property
    def counted(self) -> tuple[Contribution, ...]:
        return () if self.position is None else self.position.counted

    @property
    def layout(self) -> Layout | None:
        return None if self.position is None else self.position.layout

    @property
    def spinner(self) -> Tile | None:
        """The first branching double on the table."""
        spinners = self.position.layout.spinners if self.position else ()
        return spinners[0] if spinners else None


def mark(figure: Figure, here: Position | None, turn: int, steps: Sequence[Step], asides: list[Step]) -> None:
    """Enter a `figure` line at the last placement where that shows the position `here`, else as a step of its own.

    No placement shows it where the layout is not known (None), was given, or is that of an earlier layout. A table
    without tiles has no figure: `notation/build.py` finds a line that stands there.
    """
    if here is not None and not here.layout.placements:
        return
    placed = next((each for each in reversed(steps) if each.places), None)
    if placed is not None and here is not None and placed.position == here:
        placed.figures.append(figure)
    else:
        asides.append(aside(figure.line, turn, here, figure))


def aside(line: int, turn: int, here: Position | None, *figures: Figure) -> Step:
    """A step in which nobody moves, for a position to be shown."""
    return Step(line, turn, Action(line, None, "unknown"), here is not None, position=here, figures=list(figures))


@dataclass(slots=True)
class RoundTrace(Shown):
    """One round as replayed. `end` is out, blocked, won, unfinished, void or None (not known).

    `asides` are the positions marked with `figure` that no step shows.
    `following` is how the next round's starter is found (`lot`, `double`, `start`) and the seat where it is known.
    """

    number: int
    line: int
    starter: str | None = None
    start: str | None = None
    end: str | None = None
    ender: str | None = None
    opening: Opening | None = None
    steps: list[Step] = field(default_factory=list)
    asides: list[Step] = field(default_factory=list)
    left: dict[str, int | None] = field(default_factory=dict)
    deductions: dict[str, int | None] = field(default_factory=dict)
    awards: dict[str, int | None] = field(default_factory=dict)
    scores: dict[str, int | None] = field(default_factory=dict)
    derived: dict[str, tuple[Tile, ...]] = field(default_factory=dict)
    following: tuple[str | None, str | None] = (None, None)


@dataclass(slots=True)
class Ruled:
    """Scores after one round: as written (sides that were) and by the rules."""

    number: int
    line: int
    written: dict[str, int]
    scores: dict[str, int | None]


@dataclass(slots=True)
class Judged:
    """An entry with everything found about it.

    `unverified` lists (first, last) lines that could not be checked; `steps` are a layout's; `rounds` a match's;
    `left`, `deductions`, `scores` a settlement's. Steps and rounds are empty unless a trace was asked for. `asides` are
    the positions of a layout marked with `figure` that no step shows, `last` is the one it ends with.
    """

    entry: Entry | None
    findings: list[Finding]
    steps: list[Step] = field(default_factory=list)
    asides: list[Step] = field(default_factory=list)
    last: Step | None = None
    rounds: list[RoundTrace] = field(default_factory=list)
    winner: str | None = None
    left: dict[str, int | None] = field(default_factory=dict)
    hands: dict[str, Holding] = field(default_factory=dict)
    deductions: dict[str, int | None] = field(default_factory=dict)
    scores: dict[str, int | None] = field(default_factory=dict)
    unverified: list[tuple[int, int]] = field(default_factory=list)
    turns: int = 0
    sites: dict[int, Spot] = field(default_factory=dict)
    ruled: list[Ruled] = field(default_factory=list)
    won_at: tuple[str, int] | None = None

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.findings)


def marked(*traces: Judged | RoundTrace) -> list[Step]:
    """The steps marked with `figure`: one for every such line, in their order, each with this one figure."""
    steps = (step for each in traces for step in (*each.steps, *each.asides))
    found = [replace(step, figures=[figure]) for step in steps for figure in step.figures]
    return sorted(found, key=lambda each: each.figures[0].line)
