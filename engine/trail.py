"""Where tiles are known to have been in a round, kept where the layout is not: a tile is placed once, and only by
whoever had it (AS6, SR9).

in: the table and the hands at the moment from which they are not known; out: why a later line cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Trail:
    """`placed` are tiles that lay on the table, `held[seat]` tiles a seat had, both as bits.

    `whole[seat]` says that the seat can have had no other tiles.
    """

    def __init__(self, seats: int) -> None:
        self.placed = 0
        self.held = [0] * seats
        self.whole = [False] * seats

    def keep(self, placed: Iterable[int], hands: Sequence[int], whole: Sequence[bool]) -> None:
        """Keep what is known now; `placed` are numbers of tiles, `hands` bits."""
        for index in placed:
            self.placed |= 1 << index
        for seat, hand in enumerate(hands):
            self.held[seat] |= hand
            self.whole[seat] = self.whole[seat] or whole[seat]

    def draw(self, seat: int, index: int) -> None:
        """A seat drew a tile; an unknown one (-1) may be any."""
        if index < 0:
            self.whole[seat] = False
        else:
            self.held[seat] |= 1 << index

    def holder(self, bit: int) -> int | None:
        """The seat that had a tile, if any."""
        return next((seat for seat, hand in enumerate(self.held) if hand & bit), None)

    def free(self, seat: int) -> int:
        """The tiles a seat can have, as bits (-1: any)."""
        if self.whole[seat]:
            return self.held[seat]
        others = 0
        for other, hand in enumerate(self.held):
            others |= hand if other != seat else 0
        return ~others

    def lacks(self, seat: int, bit: int) -> bool:
        """Whether a seat cannot have a tile: another had it, or this one had other tiles only."""
        holder = self.holder(bit)
        return holder != seat and (holder is not None or self.whole[seat])
