"""The scores of a match: computed ones, and the slips that explain written ones which differ.

A slip is a fault whose written value was carried on by the writer: a later written score that is the computed one plus
some slips is their consequence, not a fault of its own (notation 7).
"""

from __future__ import annotations

from itertools import combinations

from .rules import RuleSet
from .settle import LETTERS, lowered, side_of, sides

Cause = tuple[int, str]
_MOST_SLIPS = 8  # subsets of the newest slips tried for one score: at most 2 ** 8


class Ledger:
    """Scores by side, in seat order; None where they are not known. `sides[side_of[seat]]` names a seat's side."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules = rules
        self.sides = sides(rules, seats)
        self.side_of = [self.sides.index(side_of(rules, seats, LETTERS[seat])) for seat in range(seats)]
        self.scores: list[int | None] = [0] * len(self.sides)
        self.slips: list[tuple[Cause, int, int]] = []  # cause, side, written - computed
        self.target = rules.targets.get(seats, 0)

    def add(self, side: int, points: int) -> None:
        """Add points of a placement or an adjustment."""
        score = self.scores[side]
        if score is not None:
            self.scores[side] = score + points

    def deduct(self, side: int, points: int) -> None:
        """Subtract a deduction (3-1)."""
        score = self.scores[side]
        if score is not None:
            self.scores[side] = lowered(self.rules, score, points)

    def slip(self, cause: Cause, side: int, difference: int) -> None:
        """Remember that the writer went on from a value that differs from the computed one."""
        if difference:
            self.slips.append((cause, side, difference))

    def cause_of(self, side: int, written: int) -> Cause | None:
        """The slip that explains a written score, None where no set of slips does."""
        score = self.scores[side]
        if score is None:
            return None
        own = [(cause, difference) for cause, where, difference in self.slips if where == side][-_MOST_SLIPS:]
        for size in range(1, len(own) + 1):
            for chosen in combinations(own, size):
                if score + sum(difference for _, difference in chosen) == written:
                    return chosen[-1][0]
        return None

    def cause_of_reaching(self, side: int) -> Cause | None:
        """The slip with which the writer saw a side reach the target that by the rules has not; None if none is."""
        score = self.scores[side]
        own = [(cause, difference) for cause, where, difference in self.slips if where == side and difference > 0]
        if score is None or score >= self.target or score + sum(difference for _, difference in own) < self.target:
            return None
        return own[-1][0]

    def as_dict(self) -> dict[str, int | None]:
        """Scores by the names of the sides."""
        return dict(zip(self.sides, self.scores, strict=True))
