"""Positions over any layout of the tests: all ends count but the open branches, as in Seven Rocks."""

from __future__ import annotations

from goti.engine.layout import Contribution, Layout, Port, Position, Site

from .trees import free_ports


def position_of(layout: Layout) -> Position:
    """The position; a lone double is one contribution and has no dots (3-33, 3-34)."""
    placements = list(layout)
    sites = sorted(
        (Site(placements[i].tile, port, pips) for i, port, pips in free_ports(placements)),
        key=lambda each: each.key,
    )
    uncounted = tuple(each for each in sites if each.port.is_branch)
    ends = [each for each in sites if not each.port.is_branch]
    if len(layout) == 1 and layout.tiles[0].is_double:
        ends = [each for each in ends if each.port == Port.CHAIN_A]
    counted = tuple(Contribution(each.tile, each.port, each.value * (2 if each.tile.is_double else 1)) for each in ends)
    total = sum(each.value for each in counted)
    return Position(layout, tuple(sites), counted, uncounted, total, total if total % 5 == 0 else 0)
