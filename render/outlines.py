"""Glyphs of a font → outlines in thousandths of the type size."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple


class Ink(NamedTuple):
    """The box around the black of a line in font units, y downwards from the baseline."""

    left: float
    top: float
    right: float
    bottom: float


Segment = tuple[str, tuple[int, ...]]
"""One step of an outline: m, l, c or z and its points from the glyph's origin, y downwards."""


class Glyph(NamedTuple):
    """The outline of one glyph in thousandths of the type size: as SVG data, and as segments without quadratics.

    `key` tells the glyphs of one font apart, both weights. `ink` is None for a blank.
    """

    key: str
    path: str
    segments: tuple[Segment, ...]
    ink: Ink | None


def around(inks: Sequence[Ink]) -> Ink:
    """The box around all of them."""
    if not inks:
        return Ink(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*inks, strict=True)
    return Ink(min(lefts), min(tops), max(rights), max(bottoms))


class Pen:
    """Collects one outline in whole units, y downwards, as relative path data and as segments."""

    def __init__(self) -> None:
        self.at = self.first = (0, 0)
        self.parts: list[str] = []
        self.segments: list[Segment] = []
        self.xs: list[int] = []
        self.ys: list[int] = []

    def step(self, letter: str, *values: float) -> None:
        """One step: m, l, q or c with its points, or z."""
        if letter == "z":
            self.close()
        elif letter == "m":
            self.move(*values)
        else:
            self.draw(letter, *values)

    def move(self, x: float, y: float) -> None:
        point = self._point(x, y)
        self.parts.append(f"m{point[0] - self.at[0]} {point[1] - self.at[1]}".replace(" -", "-"))
        self.segments.append(("m", point))
        self.at = self.first = point

    def draw(self, letter: str, *values: float) -> None:
        points = [self._point(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        numbers = [coordinate - self.at[i] for point in points for i, coordinate in enumerate(point)]
        self.parts.append(letter + " ".join(map(str, numbers)).replace(" -", "-"))
        if letter == "q":
            (ax, ay), (bx, by), (x, y) = self.at, *points
            thirds = (ax + 2 * bx, ay + 2 * by, x + 2 * bx, y + 2 * by)
            self.segments.append(("c", (*(round(each / 3) for each in thirds), x, y)))
        else:
            self.segments.append((letter, tuple(each for point in points for each in point)))
        self.at = points[-1]

    def close(self) -> None:
        self.parts.append("z")
        self.segments.append(("z", ()))
        self.at = self.first

    def _point(self, x: float, y: float) -> tuple[int, int]:
        point = (round(x), -round(y))
        self.xs.append(point[0])
        self.ys.append(point[1])
        return point

    def glyph(self, key: str) -> Glyph:
        if not self.segments:
            return Glyph(key, "", (), None)
        # Control points are taken for the edge: digits and letters have their extremes on the curve.
        ink = Ink(min(self.xs), min(self.ys), max(self.xs), max(self.ys))
        return Glyph(key, "".join(self.parts), tuple(self.segments), ink)


class Teller:
    """Tells the steps of an outline as HarfBuzz draws it.

    Its callbacks print into memory, and no code of Python runs in them: HarfBuzz would swallow an interruption (Ctrl-C)
    that arrives there, and go on with a step too few.
    """

    def __init__(self, hb: Any) -> None:
        self.said = io.StringIO()
        self.funcs = hb.DrawFuncs()
        self.funcs.set_move_to_func(self._telling("m"))
        self.funcs.set_line_to_func(self._telling("l"))
        self.funcs.set_quadratic_to_func(self._telling("q"))
        self.funcs.set_cubic_to_func(self._telling("c"))
        self.funcs.set_close_path_func(self._telling("z"))

    def _telling(self, letter: str) -> Callable[..., None]:
        return partial(print, letter, file=self.said)

    def glyph(self, font: Any, number: int, key: str) -> Glyph:
        """The outline of one glyph of a font."""
        self.said.seek(0)
        self.said.truncate()
        font.draw_glyph(number, self.funcs, "")  # behind the numbers of every step stands an empty text
        pen = Pen()
        for line in self.said.getvalue().splitlines():
            letter, *values = line.split()
            pen.step(letter, *map(float, values))
        return pen.glyph(key)
