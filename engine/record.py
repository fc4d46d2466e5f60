"""A record as somebody wrote it: nodes, one a line, and the entries built from them. No rule is applied here.

Nodes are tuples (cheap to make, compared by value); the first field is the line in the file, the last the comment at
the end of that line. `same_text` compares two nodes without their lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from .layout import Port
from .rules import RuleSet
from .tiles import AnyTile

UNREAD_ROUND = -1
"""The number of a round whose `round` line could not be read."""


HARMLESS = frozenset(("date", "place", "source", "note", "figure", "spinner", "counted", "open", "joints"))
"""Words of lines whose loss leaves layout, hands and scores known."""


class Spot(NamedTuple):
    """A tile as written, with its port where one was written."""

    tile: AnyTile
    port: Port | None = None


class Joined(NamedTuple):
    """`[4|4]@[1|4]`: a tile and the site it was placed on, as written."""

    spot: Spot
    site: Spot | None = None


class Remark(NamedTuple):
    """A comment alone on its line."""

    line: int
    indented: bool
    comment: str


class Version(NamedTuple):
    line: int
    number: int
    comment: str | None = None


class EntryLine(NamedTuple):
    """`match`, `layout` or `settlement`."""

    line: int
    kind: str
    rules: str
    title: str | None = None
    after: str | None = None
    comment: str | None = None


class Header(NamedTuple):
    line: int
    key: str
    value: str
    comment: str | None = None


class Seats(NamedTuple):
    """The seats clockwise, with the players' names where written."""

    line: int
    seats: tuple[tuple[str, str | None], ...]
    comment: str | None = None


class RuleChange(NamedTuple):
    line: int
    key: str
    value: str
    comment: str | None = None


class RoundLine(NamedTuple):
    line: int
    number: int
    comment: str | None = None


class Starter(NamedTuple):
    """`lot` or `start`."""

    line: int
    how: str
    seat: str
    mark: str | None = None
    comment: str | None = None


class Deal(NamedTuple):
    line: int
    seat: str
    tiles: tuple[AnyTile, ...]
    mark: str | None = None
    comment: str | None = None


class Boneyard(NamedTuple):
    """The boneyard's order, or its size alone."""

    line: int
    tiles: tuple[AnyTile, ...] | None
    size: int
    given: bool = False
    comment: str | None = None


class GivenScore(NamedTuple):
    line: int
    scores: tuple[tuple[str, int], ...]
    comment: str | None = None


class GivenTable(NamedTuple):
    line: int
    placed: tuple[Joined, ...]
    comment: str | None = None


class GivenHand(NamedTuple):
    line: int
    seat: str
    tiles: tuple[AnyTile, ...]
    comment: str | None = None


class GivenTurn(NamedTuple):
    line: int
    seat: str
    comment: str | None = None


class Action(NamedTuple):
    """One turn, or one placement of a layout (`seat` is then None).

    `verb` is `play`, `draw`, `pass` or `unknown` (something was played and scored). `total` and `points` are claims.
    """

    line: int
    seat: str | None
    verb: str
    tile: AnyTile | None = None
    port: Port | None = None
    site: AnyTile | None = None
    site_port: Port | None = None
    total: int | None = None
    points: int | None = None
    drawn: tuple[AnyTile, ...] = ()
    mark: str | None = None
    comment: str | None = None


class SpinnerClaim(NamedTuple):
    line: int
    tiles: tuple[AnyTile, ...]
    comment: str | None = None


class CountedClaim(NamedTuple):
    line: int
    items: tuple[tuple[Spot, int], ...]
    comment: str | None = None


class OpenClaim(NamedTuple):
    line: int
    items: tuple[tuple[Spot, int], ...]
    comment: str | None = None


class JointsClaim(NamedTuple):
    line: int
    items: tuple[tuple[Spot, Spot], ...]
    comment: str | None = None


class Figure(NamedTuple):
    """The position just reached is to be drawn; captions by language, None for a caption without one."""

    line: int
    captions: tuple[tuple[str | None, str], ...] = ()
    comment: str | None = None


class Gap(NamedTuple):
    line: int
    comment: str | None = None


class End(NamedTuple):
    """`out`, `blocked` or `void`."""

    line: int
    how: str
    seat: str | None = None
    reason: str | None = None
    mark: str | None = None
    comment: str | None = None


class Left(NamedTuple):
    """What a hand holds at the end: tiles, or only their pips."""

    line: int
    seat: str
    tiles: tuple[AnyTile, ...] | None
    pips: int | None
    mark: str | None = None
    comment: str | None = None


class Deduct(NamedTuple):
    line: int
    seat: str
    points: int
    mark: str | None = None
    comment: str | None = None


class Award(NamedTuple):
    """What a side gets at the end of a round: opponents' pips, or a point for going out."""

    line: int
    side: str
    points: int
    mark: str | None = None
    comment: str | None = None


class ScoreLine(NamedTuple):
    """Running scores by side after the settlement."""

    line: int
    scores: tuple[tuple[str, int], ...]
    mark: str | None = None
    comment: str | None = None


class Adjust(NamedTuple):
    line: int
    side: str
    points: int
    reason: str | None = None
    comment: str | None = None


class Result(NamedTuple):
    """`winner` with its side, or `unfinished` (side None)."""

    line: int
    side: str | None
    mark: str | None = None
    comment: str | None = None


class Unread(NamedTuple):
    """A line that could not be read; what it changed is not known. `word` is the keyword it begins with, if any."""

    line: int
    word: str | None = None
    comment: str | None = None

    @property
    def harmless(self) -> bool:
        """Whether layout, hands and scores are known all the same."""
        return self.word in HARMLESS


Claim = SpinnerClaim | CountedClaim | OpenClaim | JointsClaim
Node = (
    Remark | Version | EntryLine | Header | Seats | RuleChange | RoundLine | Starter | Deal | Boneyard | GivenScore
    | GivenTable | GivenHand | GivenTurn | Action | Claim | Figure | Gap | End | Left | Deduct | Award | ScoreLine
    | Adjust | Result | Unread
)  # fmt: skip


def same_text(a: Iterable[Node], b: Iterable[Node]) -> bool:
    """Whether two sequences of nodes say the same, wherever they stand in their files."""
    first, second = list(a), list(b)
    return len(first) == len(second) and all(
        type(x) is type(y) and x[1:] == y[1:] for x, y in zip(first, second, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Round:
    """The lines of one round after its `round` line."""

    head: RoundLine
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What all entries have: the entry line, the rules it is judged by, its headers.

    `nodes` are all lines of the entry as written, without comments of their own line; a match has them in `opening`,
    `rounds` and `closing` too. Equality leaves line numbers out.
    """

    head: EntryLine
    rules: RuleSet
    changes: tuple[tuple[str, str], ...]
    headers: tuple[Header, ...]
    nodes: tuple[Node, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Entry) or type(self) is not type(other):
            return NotImplemented
        return self.rules == other.rules and same_text((self.head, *self.nodes), (other.head, *other.nodes))

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class LayoutEntry(Entry):
    """Placements without players, for figures and fixtures."""


@dataclass(frozen=True, slots=True, eq=False)
class Settlement(Entry):
    """What the hands left cost."""


@dataclass(frozen=True, slots=True, eq=False)
class Match(Entry):
    """Rounds up to the target. `opening` stands before the first round, `closing` from `winner` or `unfinished` on."""

    seats: Seats | None = None
    opening: tuple[Node, ...] = ()
    rounds: tuple[Round, ...] = ()
    closing: tuple[Node, ...] = field(default=())


Record = tuple[Match | LayoutEntry | Settlement, ...]
