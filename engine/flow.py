"""Tiles to slots, each slot with a number of tiles it takes: a bipartite flow, and the best one by weights.

in: by tile the slots it may be in, by slot the least and most tiles; out: a slot for every tile, or that there is none.
Augmenting paths fill the slots; cycles that gain (Klein 1967) then lead to a flow of more weight until there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Flow:
    """The slot of every tile (`where`), and the tiles of every slot (`inside`)."""

    def __init__(self, doors: Sequence[tuple[int, ...]], low: Sequence[int], high: Sequence[int]) -> None:
        self.doors, self.low, self.high = doors, low, high
        self.where = [-1] * len(doors)
        self.inside: list[set[int]] = [set() for _ in low]

    def fill(self) -> bool:
        """Put every tile into a slot; False where there is no way."""
        for tile in sorted(range(len(self.doors)), key=lambda each: len(self.doors[each])):
            slot = next((each for each in self.doors[tile] if len(self.inside[each]) < self.high[each]), None)
            if slot is not None:
                self.where[tile] = slot
                self.inside[slot].add(tile)
            elif not self._push(tile):
                return False
        for slot, low in enumerate(self.low):
            while len(self.inside[slot]) < low:
                if not self._pull(slot):
                    return False
        return True

    def gain(self, values: Sequence[Mapping[int, int]], wanted: int) -> bool:
        """Move tiles until what they are worth in their slots is `wanted` at least; False where no flow reaches it.

        `values` are what a tile is worth, by tile and slot; 0 where nothing is said.
        """
        worth = sum(each.get(slot, 0) for each, slot in zip(values, self.where, strict=True))
        while worth < wanted:
            cycle = self._cycle(values)
            if cycle is None:
                return False
            for tile, giver, taker in cycle:
                worth += values[tile].get(taker, 0) - values[tile].get(giver, 0)
                self.inside[giver].discard(tile)
                self.inside[taker].add(tile)
                self.where[tile] = taker
        return True

    # -- paths ------------------------------------------------------------------------------------------------------

    def _push(self, index: int) -> bool:
        """Make room for a tile by moving others on; False where there is none."""
        came: dict[int, tuple[int, int]] = dict.fromkeys(self.doors[index], (index, -1))
        queue = list(self.doors[index])
        for slot in queue:
            if len(self.inside[slot]) < self.high[slot]:
                self._shift(slot, came)
                return True
            for tile in self.inside[slot]:
                for other in self.doors[tile]:
                    if other not in came:
                        came[other] = (tile, slot)
                        queue.append(other)
        return False

    def _shift(self, slot: int, came: Mapping[int, tuple[int, int]]) -> None:
        while slot >= 0:
            tile, before = came[slot]
            if before >= 0:
                self.inside[before].discard(tile)
            self.inside[slot].add(tile)
            self.where[tile] = slot
            slot = before

    def _pull(self, slot: int) -> bool:
        """Bring one more tile into a slot that lacks one, from a slot that can spare one."""
        came: dict[int, tuple[int, int]] = {slot: (-1, -1)}  # slot → the tile it gives, and to which slot
        queue = [slot]
        for wanting in queue:
            for tile, doors in enumerate(self.doors):
                giver = self.where[tile]
                if giver in came or wanting not in doors:
                    continue
                came[giver] = (tile, wanting)
                if len(self.inside[giver]) > self.low[giver]:
                    while giver != slot:
                        tile, taker = came[giver]
                        self.inside[giver].discard(tile)
                        self.inside[taker].add(tile)
                        self.where[tile] = taker
                        giver = taker
                    return True
                queue.append(giver)
        return False

    # -- cycles -----------------------------------------------------------------------------------------------------

    def _cycle(self, values: Sequence[Mapping[int, int]]) -> list[tuple[int, int, int]] | None:
        """Moves (tile, from, to) that together gain and leave every slot a number of tiles it takes (Bellman-Ford)."""
        arcs = self._arcs(values)
        nodes = len(self.low) + 1
        best, came = [0] * nodes, [(-1, -1)] * nodes
        last = -1
        for _ in range(nodes):
            last = -1
            for (giver, taker), (more, tile) in arcs.items():
                if best[giver] + more > best[taker]:
                    best[taker], came[taker] = best[giver] + more, (giver, tile)
                    last = taker
            if last < 0:
                return None
        for _ in range(nodes):
            last = came[last][0]
        moves, slot = [], last
        while True:
            giver, tile = came[slot]
            if tile >= 0:
                moves.append((tile, giver, slot))
            slot = giver
            if slot == last:
                return moves

    def _arcs(self, values: Sequence[Mapping[int, int]]) -> dict[tuple[int, int], tuple[int, int]]:
        """By two slots the most that moving a tile from the one to the other gains, and the tile.

        One node more than there are slots stands for a tile fewer in one slot and a tile more in another.
        """
        arcs: dict[tuple[int, int], tuple[int, int]] = {}
        for tile, doors in enumerate(self.doors):
            giver, value = self.where[tile], values[tile]
            here = value.get(giver, 0)
            for taker in doors:
                if taker != giver:
                    more = value.get(taker, 0) - here
                    if more > arcs.get((giver, taker), (more - 1, 0))[0]:
                        arcs[giver, taker] = (more, tile)
        outside = len(self.low)
        for slot in {slot for doors in self.doors for slot in doors}:
            tiles = self.inside[slot]
            if len(tiles) > self.low[slot]:
                arcs[outside, slot] = (0, -1)
            if len(tiles) < self.high[slot]:
                arcs[slot, outside] = (0, -1)
        return arcs
