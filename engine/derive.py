"""What follows from a consistent round: lines that are surely right, hands, the bounds of pips.

What decides a claim rests on facts alone (dealt, placed, drawn, left), never on turns having been right.
"""

from __future__ import annotations

from .assign import MOST_NODES, Assignment, TooHard, solve
from .tiles import pips_of
from .unseen import Ban, Count, Piece, Total, Unseen

MOST_CHOICES = 600
"""Choices tried for all questions of one round together."""


class Worlds:
    """The assignments that agree with some pieces, as far as they have been found: what they answer is not searched."""

    def __init__(self, unseen: Unseen, pieces: list[Piece]) -> None:
        self.unseen, self.pieces = unseen, pieces
        self.found: list[Assignment] = []
        self.choices = MOST_CHOICES  # left for all questions together

    def one(self, *more: Piece, aim: Total | None = None) -> Assignment | None:
        """An assignment that agrees with these pieces too. Raises TooHard."""
        known = next((each for each in self.found if each.agrees(more)), None)
        if known is not None and aim is None:
            return known
        if self.choices <= 0:
            raise TooHard
        tried: list[int] = []
        try:
            found = solve(self.unseen, [*self.pieces, *more], min(MOST_NODES, self.choices), aim, tried)
        finally:
            self.choices -= sum(tried)
        if found is not None:
            self.found.append(found)
        return found


def by_facts(unseen: Unseen) -> Worlds:
    """What agrees with all that is recorded, whether the turns were right or not."""
    return Worlds(unseen, [piece for line in unseen.lines for piece in line.facts])


def surely(facts: Worlds, number: int) -> bool:
    """Whether the facts alone make the pass or draw of a line right."""
    unseen = facts.unseen
    line = next((each for each in unseen.lines if each.number == number), None)
    if line is None:
        return False
    return all(
        facts.one(Count(piece.tiles, piece.options, 1, len(unseen.domains))) is None
        for piece in line.rules
        if isinstance(piece, Ban)
    )


def dealt(worlds: Worlds, seat: int) -> int | None:
    """The hand dealt to a seat, as bits, where only one is possible; else None."""
    unseen = worlds.unseen
    try:
        found = worlds.one()
        if found is None:
            return None
        inside = unseen.dealt[seat]
        hand = found.having(inside)
        others, size = (1 << len(unseen.domains)) - 1 & ~hand, hand.bit_count()
        if worlds.one(Count(others, inside, 1, len(unseen.domains))) is not None:
            return None
        return hand if not size or worlds.one(Count(hand, inside, 0, size - 1)) is None else None
    except TooHard:
        return None


def bounds(facts: Worlds, seat: int) -> tuple[int, int] | None:
    """The least and most pips of a seat's hand at the end; None where the facts contradict each other."""
    inside = facts.unseen.left[seat]
    every = pips_of((1 << len(facts.unseen.domains)) - 1)
    start = facts.one()
    if start is None:
        return None
    low = high = pips_of(start.having(inside))
    least, most = Total(inside, 0, 0), Total(inside, every, every)
    while low > 0 and (lower := facts.one(Total(inside, 0, low - 1), aim=least)) is not None:
        low = pips_of(lower.having(inside))
    while high < every and (higher := facts.one(Total(inside, high + 1, every), aim=most)) is not None:
        high = pips_of(higher.having(inside))
    return low, high
