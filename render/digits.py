"""Number + round place → how large its digits are, and how much longer than a circle the place must be for them.

One digit has the full size, two are a little smaller. More are made smaller so that their black stays inside the
circle, down to the least size that is read well; from there on the circle grows to a pill.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt
from typing import NamedTuple

from .lettering import Line, shape
from .look import Look

TWO = 0.9
"""Size of two digits, as a share of one."""
LEAST = 0.7
"""Least size of more digits, as a share of one."""
_FILLED = 0.86
"""How much of the circle's radius the black of more than two digits may fill."""


class Digits(NamedTuple):
    """A shaped number, its type size, and by how much its place is longer than a circle to either side."""

    line: Line
    size: float
    stretch: float


def fitted(value: int, size: float, radius: float | None, look: Look, least: float = LEAST) -> Digits:
    """A number in a circle of this radius, `size` that of one digit; with None for a place that need not hold it.

    `least` is the least share of the size; with 0 the circle stays one whatever the number.
    """
    return _fitted(look.digits(str(value)), size, radius, look.lang, look.theme.font, least)


@lru_cache(maxsize=1024)
def _fitted(digits: str, size: float, radius: float | None, lang: str, font: str, share: float) -> Digits:
    line = shape(digits, lang, True, font)
    if len(digits) < 2:
        return Digits(line, size, 0)
    if len(digits) == 2 or radius is None:
        return Digits(line, size * TWO, 0)
    wide, tall = (line.ink.right - line.ink.left) / 2000, (line.ink.bottom - line.ink.top) / 2000
    inner = radius * _FILLED
    fit = inner / hypot(wide, tall)
    least = size * share
    if fit >= least:
        return Digits(line, min(fit, size * TWO), 0)
    return Digits(line, least, wide * least - sqrt(max(inner**2 - (tall * least) ** 2, 0)))
