"""The tiles on the table as values: ports, sites, joints, contributions, layout.

A layout is a tree of placements kept flat with parent numbers. Nothing here knows a rule; `table.py` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from .shown import Shown
from .tiles import Tile


class Port(IntEnum):
    """A place on a tile where another can join.

    A single has HIGH and LOW; a double CHAIN_A and CHAIN_B (its long sides) and, where it branches, the branch
    ports (its short ends). The numbers are the documents' order of contributions and sites on one tile
    (silent point 3-35): `high` before `low`, branch A, branch B, chain A, chain B. BRANCH_C and BRANCH_D are for
    doubles of six arms, which other games of the family have.
    """

    HIGH = 0
    LOW = 1
    BRANCH_A = 2
    BRANCH_B = 3
    BRANCH_C = 4
    BRANCH_D = 5
    CHAIN_A = 6
    CHAIN_B = 7

    @property
    def word(self) -> str:
        """Its name in the notation: `chain-a`."""
        return self.name.lower().replace("_", "-")

    @property
    def is_branch(self) -> bool:
        return Port.BRANCH_A <= self <= Port.BRANCH_D

    @property
    def is_chain(self) -> bool:
        return self >= Port.CHAIN_A


PORTS: dict[str, Port] = {port.word: port for port in Port}
"""Ports by their words."""


@dataclass(frozen=True, slots=True)
class Site:
    """A free port where a tile may be placed now, and the pips a half must show to join there."""

    tile: Tile
    port: Port
    value: int

    def __str__(self) -> str:
        return f"{self.tile}.{self.port.word}:{self.value}"

    @property
    def key(self) -> tuple[int, int, int]:
        """The documents' order: tile by low and high half, then port (3-36)."""
        return (self.tile.low, self.tile.high, self.port)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one counted end adds to the total; an opening double is one end, named by `chain-a` (3-33)."""

    tile: Tile
    port: Port
    value: int

    def __str__(self) -> str:
        port = f".{self.port.word}" if self.port.is_branch else ""
        return f"{self.tile}{port}:{self.value}"

    @property
    def key(self) -> tuple[int, int, int]:
        """The documents' order: tile by low and high half, then port (3-35)."""
        return (self.tile.low, self.tile.high, self.port)


@dataclass(frozen=True, slots=True)
class Joint:
    """Two joined ports: that of the tile already there, then that of the new tile (3-37)."""

    tile: Tile
    port: Port
    new_tile: Tile
    new_port: Port

    def __str__(self) -> str:
        return f"{self.tile}.{self.port.word}-{self.new_tile}.{self.new_port.word}"


@dataclass(frozen=True, slots=True)
class Placement:
    """One placed tile: the number of its parent in the layout and the two joined ports, None for the set tile.

    `spinner` says whether the rule set made this double a branching one.
    """

    tile: Tile
    parent: int | None
    parent_port: Port | None
    port: Port | None
    spinner: bool = False


@dataclass(frozen=True, slots=True)
class Layout(Shown):
    """All tiles on the table in order of play."""

    placements: tuple[Placement, ...] = ()

    def __len__(self) -> int:
        return len(self.placements)

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in order of play."""
        return tuple(placement.tile for placement in self.placements)

    @property
    def joints(self) -> tuple[Joint, ...]:
        """The joints in order of play."""
        found = []
        for each in self.placements:
            if each.parent is not None and each.parent_port is not None and each.port is not None:
                found.append(Joint(self.placements[each.parent].tile, each.parent_port, each.tile, each.port))
        return tuple(found)

    @property
    def spinners(self) -> tuple[Tile, ...]:
        """The branching doubles in order of play."""
        return tuple(placement.tile for placement in self.placements if placement.spinner)


@dataclass(frozen=True, slots=True)
class Position(Shown):
    """A layout and what follows from it under one rule set: sites, counted ends, total and points.

    `points` is what the last placement scored; `uncounted` are the sites that add nothing here, the hollow dots of
    a figure (3-34). `branch_ports` are the branch ports a spinner has under the rule set.
    """

    layout: Layout
    sites: tuple[Site, ...]
    counted: tuple[Contribution, ...]
    uncounted: tuple[Site, ...]
    total: int
    points: int
