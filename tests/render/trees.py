"""Layouts built straight as trees, without the engine: hypothesis strategies and a seeded generator.

The laws of form are those of the games: a double joins by chain A; a spinner takes branches only after both
its chain ports; the first double is the spinner, or every double is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hypothesis import strategies as st

from goti.engine.layout import Layout, Placement, Port
from goti.engine.tiles import Tile, tile

Choose = Callable[[int], int]
"""A number below the one given."""


def half_at(one: Tile, port: Port) -> int:
    """Pips of the half that a port shows."""
    return one.high if port == Port.HIGH else one.low


def free_ports(layout: list[Placement]) -> list[tuple[int, Port, int]]:
    """Tile number, port and pips of every place where a tile may go."""
    taken = {(each.parent, each.parent_port) for each in layout}
    found: list[tuple[int, Port, int]] = []
    for i, each in enumerate(layout):
        chain = (Port.CHAIN_A, Port.CHAIN_B)
        ports = chain if each.tile.is_double else (Port.HIGH, Port.LOW)
        free = [port for port in ports if port != each.port and (i, port) not in taken]
        if each.spinner and not free:
            free = [port for port in (Port.BRANCH_A, Port.BRANCH_B) if (i, port) not in taken]
        found.extend((i, port, half_at(each.tile, port)) for port in free)
    return found


def moves(layout: list[Placement], left: list[Tile]) -> Iterator[tuple[Tile, int, Port]]:
    """Every tile that fits somewhere, with the place."""
    for number, port, pips in free_ports(layout):
        for each in left:
            if pips in (each.low, each.high):
                yield each, number, port


def grow(choose: Choose, size: int, every_double: bool = False, eager: bool = False) -> Layout:
    """A layout of up to `size` tiles; `eager` prefers doubles and branches, the crowded case."""
    left = [tile(a, b) for a in range(7) for b in range(a, 7)]
    layout: list[Placement] = []
    while len(layout) < size:
        if layout:
            can = list(moves(layout, left))
            if not can:
                break
            if eager:
                best = [each for each in can if each[0].is_double or each[2].is_branch]
                can = best if best and choose(4) else can
            one, parent, parent_port = can[choose(len(can))]
            port = Port.CHAIN_A if one.is_double else _joining(one, half_at(layout[parent].tile, parent_port))
            spins = one.is_double and (every_double or not any(each.spinner for each in layout))
            layout.append(Placement(one, parent, parent_port, port, spins))
        else:
            one = left[choose(len(left))]
            layout.append(Placement(one, None, None, None, one.is_double))
        left.remove(one)
    return Layout(tuple(layout))


def _joining(one: Tile, pips: int) -> Port:
    return Port.LOW if one.low == pips else Port.HIGH


@st.composite
def layouts(draw: st.DrawFn, most: int = 28, every_double: bool | None = None) -> Layout:
    """Any layout of 1 to `most` tiles."""
    random = draw(st.randoms(use_true_random=False))
    every = draw(st.booleans()) if every_double is None else every_double
    return grow(random.randrange, draw(st.integers(1, most)), every, draw(st.booleans()))
