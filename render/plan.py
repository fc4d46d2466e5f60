"""Layout → the tree that is placed: who hangs where, and whether it is a legal tree at all."""

from __future__ import annotations

from ..engine.errors import UndrawnError
from ..engine.layout import Layout, Placement, Port

ACROSS = {Port.LOW: Port.HIGH, Port.HIGH: Port.LOW, Port.CHAIN_A: Port.CHAIN_B, Port.CHAIN_B: Port.CHAIN_A}
"""The port at the other side of a tile, by which its arm goes on."""


class Plan:
    """The tree of a layout in the order in which its tiles are placed."""

    def __init__(self, layout: Layout) -> None:
        self.placements = layout.placements
        self.kids: list[dict[Port, int]] = [{} for _ in self.placements]
        for i, each in enumerate(self.placements):
            self._hang(i, each)

    def _hang(self, i: int, each: Placement) -> None:
        """Enter tile `i` below its parent."""
        if each.parent is None or each.parent_port is None or each.port is None:
            if i:
                raise UndrawnError("loose", tile=each.tile)
            return
        if not 0 <= each.parent < i or each.parent_port in self.kids[each.parent]:
            raise UndrawnError("not-free", tile=each.tile)
        parent = self.placements[each.parent]
        if each.parent_port not in ports_of(parent):
            raise UndrawnError("no-such-joint", tile=each.tile, port=each.parent_port.word, other=parent.tile)
        if each.port not in ACROSS or each.port not in ports_of(each):
            raise UndrawnError("no-such-port", tile=each.tile, port=each.port.word)
        if each.parent_port == parent.port:
            raise UndrawnError("not-free", tile=each.tile)
        self.kids[each.parent][each.parent_port] = i

    def onward(self, i: int) -> int | None:
        """The tile that continues the arm beyond tile `i`."""
        port = self.placements[i].port
        return None if port is None else self.kids[i].get(ACROSS[port])

    def length(self, i: int) -> int:
        """Units of the arm from tile `i` to its end, if it ran straight."""
        total, at = 0, i if i >= 0 else None
        while at is not None:
            total += 2 if self.placements[at].tile.is_double else 4
            at = self.onward(at)
        return total

    def longest(self) -> int:
        """Units across the longest straight row of tiles there could be, twice the longest arm and the set tile."""
        arms = [self.length(kid) for kids in self.kids for kid in kids.values()]
        return 2 * max(arms, default=0) + 4


def ports_of(placement: Placement) -> tuple[Port, ...]:
    """The ports this tile has; six arms are not drawn."""
    if not placement.tile.is_double:
        return (Port.LOW, Port.HIGH)
    chain = (Port.CHAIN_A, Port.CHAIN_B)
    return (*chain, Port.BRANCH_A, Port.BRANCH_B) if placement.spinner else chain
