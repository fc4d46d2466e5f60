"""A score → the lines that keep it on paper, and the hole that keeps it on a cribbage board. Arithmetic only.

On paper a line is 5, and a large X with a small x in each of the four places around it is 50 (AS65, AS66): ten lines,
two for every x. In which order they are drawn the document does not say. Here the large X comes first, so that 10 is
an X, then the small ones clockwise from the top, and of each x the line that rises to the right.

On a cribbage board a hole is 1 point (SR11); the document does not say how 250 is counted on a board of 120 holes.
Here a side goes round again, and a third peg counts how often.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.errors import RenderError
from ..engine.messages import message

LINE = 5
"""Points of one line."""
LINES = 10
"""Lines of a whole mark."""
HOLES = 120
"""Holes of one side, once round the board."""
STREET = 5
"""Holes between two gaps."""

_SMALL, _DEEP = 0.115, 0.13
_CENTRES = ((0.5, _DEEP), (1 - _DEEP, 0.5), (0.5, 1 - _DEEP), (_DEEP, 0.5))


def _cross(x: float, y: float, reach: float) -> tuple[tuple[float, float, float, float], ...]:
    return ((x - reach, y + reach, 2 * reach, -2 * reach), (x - reach, y - reach, 2 * reach, 2 * reach))


MARK = (*_cross(0.5, 0.5, 0.5), *(line for x, y in _CENTRES for line in _cross(x, y, _SMALL)))
"""The lines of a mark in a unit square, y downwards, in the order they are drawn: first point, way to the last."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line on paper: the number of its mark and its own in the mark, both from 0."""

    mark: int
    number: int

    @property
    def line(self) -> tuple[float, float, float, float]:
        """Where it lies in its mark's unit square."""
        return MARK[self.number]


def strokes(points: int, language: str = "en") -> tuple[Stroke, ...]:
    """The lines that keep a score of 0 or more; those of a smaller score come first.

    Raises RenderError for a number of points that no lines make.
    """
    if points < 0 or points % LINE:
        raise RenderError(message(language, "score.no-lines", points=points, line=LINE))
    return tuple(Stroke(*divmod(number, LINES)) for number in range(points // LINE))


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a peg stands: after `rounds` whole rounds in hole `number` from 1; hole 0 is the start."""

    rounds: int
    number: int


def hole(score: int) -> Hole:
    """The hole of a score; one below zero has none, and its peg stands at the start."""
    if score <= 0:
        return Hole(0, 0)
    rounds, rest = divmod(score - 1, HOLES)
    return Hole(rounds, rest + 1)


def paper_sum(points: int, language: str = "en") -> str:
    """`3 × 50 + 9 × 5`: whole marks and lines. Raises RenderError for points that no lines make."""
    marks, lines = divmod(len(strokes(points, language)), LINES)
    parts = [f"{marks} × {LINES * LINE}"] if marks else []
    return " + ".join([*parts, *([f"{lines} × {LINE}"] if lines else [])]) or "0"


def board_sum(score: int) -> str:
    """`2 × 120 + 5`: whole rounds and the hole."""
    at = hole(score)
    return f"{at.rounds} × {HOLES} + {at.number}" if at.rounds else str(at.number)
