"""The scores of a match: computed ones, and the slips that explain written ones which differ.

A slip is a fault whose written value was carried on by the writer: a later written score that is the computed one plus
some slips is their consequence, not a fault of its own (notation 7).
"""

from __future__ import annotations

from itertools import combinations
from math import gcd

from .rules import NegativeScores, Rounding, RuleSet, Scoring, Settlement, TargetRule, Unit
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
        self.parts: list[int | None] = [None] * len(self.sides)  # scores but for the points of unseen placements
        self.slips: list[tuple[Cause, int, int]] = []  # cause, side, written - computed
        self.target = rules.targets.get(seats, 0)
        self.step = _step(rules)
        self.rests: list[int | None] = [0] * len(self.sides)  # scores modulo the step

    def add(self, side: int, points: int) -> None:
        """Add points by agreement."""
        score, rest = self.scores[side], self.rests[side]
        self.rests[side] = None if rest is None else (rest + points) % self.step
        if score is not None:
            self.scores[side] = score + points
        self.pass_on(side, points)

    def pass_on(self, side: int, points: int) -> None:
        """Points for a side whose score is not known."""
        part = self.parts[side]
        self.parts[side] = None if part is None or self.rules.target_rule is TargetRule.EXACTLY else part + points

    def lose(self, side: int, part: int | None = None) -> None:
        """A score is not known any more; `part` of it is, where only the points of unseen placements are missing."""
        self.scores[side], self.parts[side] = None, part

    def forget(self) -> None:
        """No score is known any more."""
        self.scores, self.parts = [None] * len(self.sides), [None] * len(self.sides)

    def take(self, side: int, score: int) -> None:
        """Go on from a score as written."""
        self.scores[side], self.rests[side], self.parts[side] = score, score % self.step, None
        self.slips = [each for each in self.slips if each[1] != side]

    def may_be(self, side: int, score: int) -> bool:
        """Whether points and deductions can lead to a score: each is a multiple of the same number (AS46, AS59)."""
        rest = self.rests[side]
        return rest is None or score % self.step == rest

    def deduct(self, side: int, points: int) -> None:
        """Subtract a deduction (3-1)."""
        score = self.scores[side]
        if score is not None:
            self.scores[side] = lowered(self.rules, score, points)
        elif self.rules.negative_scores is NegativeScores.FLOOR_ZERO:
            self.parts[side] = None
        else:
            self.pass_on(side, -points)

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


def _step(rules: RuleSet) -> int:
    """The number of which every change of a score is a multiple."""
    if rules.scoring is not Scoring.MULTIPLES or rules.unit is not Unit.PIPS or rules.rounding is Rounding.NONE:
        return 1
    if rules.settlement is Settlement.ENDER_POINT or rules.negative_scores is NegativeScores.FLOOR_ZERO:
        return 1
    return gcd(rules.multiple_of, rules.rounding_unit)
