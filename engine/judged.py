"""What replay leaves behind: steps, rounds, and the findings of an entry, as values for traces and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

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
    `held` and `stock` are the hands by seat and the boneyard after the turn.
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
    scores: dict[str, int] | None = None
    held: tuple[Held, ...] = ()
    stock: int | None = None
    figures: list[Figure] = field(default_factory=list)

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


@dataclass(slots=True)
class RoundTrace(Shown):
    """One round as replayed. `end` is out, blocked, won, unfinished, void or None (not known).

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
    `left`, `deductions`, `scores` a settlement's. Steps and rounds are empty unless a trace was asked for.
    """

    entry: Entry | None
    findings: list[Finding]
    steps: list[Step] = field(default_factory=list)
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
