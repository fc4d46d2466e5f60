"""The score curve of a match: marks → scene. Scores are steps, so all lines lie or stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.messages import message
from ..render.lettering import shape
from ..render.scene import Scene, Shape, Strokes, Text
from ..render.svg import write_svg
from ..render.theme import IVORY
from .summary import Mark, Summary

COLOURS = ("#14505c", "#c2410c", "#6d28d9", "#4d6b00")
"""Of the sides, in their order; each is told by its name at the end of its line too."""

_WIDTH, _HEIGHT = 720.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 64.0, 26.0, 34.0
_SIZE = 13.0
_GRID = "#ddd3bd"
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


def curve_svg(found: Summary, language: str, key: str = "") -> str:
    """The plot as SVG; what it shows is said in its description too."""
    return write_svg(curve(found, language), key=key)


def curve(found: Summary, language: str) -> Scene:
    """The plot of a summary."""
    plot = _Plot(found)
    shapes = [*plot.grid(language), *plot.rounds(), *plot.lines(language)]
    return Scene(
        _WIDTH, _HEIGHT, "#ffffff", tuple(shapes), message(language, "report.curve"), described(found, language),
        language,
    )  # fmt: skip


def described(found: Summary, language: str) -> str:
    """The curve in words: the scores after every round."""
    parts = []
    for row in found.rounds:
        scores = ", ".join(f"{side} {'?' if score is None else score}" for side, score in row.trace.scores.items())
        parts.append(f"{message(language, 'sheet.round', number=row.trace.number)}: {scores}")
    return "; ".join(parts)


class _Plot:
    """The scales of a plot."""

    def __init__(self, found: Summary) -> None:
        self.found = found
        self.marks = [Mark(0, 0, dict.fromkeys(found.sides, 0)), *found.curve]
        first = next((mark.scores for mark in found.curve if mark.scores is not None), None)
        if first is not None and found.rounds and found.rounds[0].trace.number > 1:
            self.marks[0] = Mark(0, 0, None)  # a record that begins in the middle
        values = [score for mark in self.marks if mark.scores is not None for score in mark.scores.values()]
        low, high = min([0, *values]), max([5, *values])
        if found.target is not None and high >= found.target * 0.6:
            high = max(high, found.target)
        self.step = next((each for each in _STEPS if (high - low) / each <= 7), _STEPS[-1])
        self.low = low // self.step * self.step
        self.high = -(-high // self.step) * self.step

    def x(self, index: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * index / max(1, len(self.marks) - 1)

    def y(self, score: int) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (self.high - score) / (self.high - self.low)

    def grid(self, language: str) -> Iterator[Shape]:
        """Lines of equal score with their numbers, and the target."""
        wide = _WIDTH - _LEFT - _RIGHT
        values = range(self.low, self.high + 1, self.step)
        yield Strokes(tuple((_LEFT, self.y(each), wide, 0) for each in values), _GRID, 0.8)
        yield Strokes(((_LEFT, self.y(0), wide, 0),), "#8b7f68", 1.2)
        for each in values:
            yield _text(str(each), language, _LEFT - 8, self.y(each) + 4.5, IVORY.muted, end=True)
        target = self.found.target
        if target is not None and self.low <= target <= self.high:
            yield Strokes(((_LEFT, self.y(target), wide, 0),), IVORY.spinner, 1.6)
            said = message(language, "report.target", target=target)
            yield _text(said, language, _LEFT + 6, self.y(target) - 5, IVORY.muted)

    def rounds(self) -> Iterator[Shape]:
        """Where rounds end, with their numbers below."""
        ends = [index for index, mark in enumerate(self.marks) if mark.round and not mark.turn]
        tall = _HEIGHT - _TOP - _BOTTOM
        yield Strokes(tuple((self.x(index), _TOP, 0, tall) for index in ends), _GRID, 0.8)
        before = 0
        every = -(-len(ends) // 20)
        for number, index in enumerate(ends):
            if number % every == 0:
                middle = (self.x(before) + self.x(index)) / 2
                yield _text(str(self.marks[index].round), "en", middle, _HEIGHT - 12, IVORY.muted, middle=True)
            before = index

    def lines(self, language: str) -> Iterator[Shape]:
        """A line of steps for each side, and its name at its end."""
        names: list[tuple[float, str, str]] = []
        for side, colour in zip(self.found.sides, COLOURS, strict=False):
            strokes, last = self._steps(side)
            if strokes:
                yield Strokes(tuple(strokes), colour, 2.4)
            if last is not None:
                names.append((self.y(last), side, colour))
        for y, side, colour in _spread(sorted(names)):
            yield _text(side, language, _WIDTH - _RIGHT + 8, y + 4.5, colour, strong=True)

    def _steps(self, side: str) -> tuple[list[tuple[float, float, float, float]], int | None]:
        """The strokes of a side, broken where its score is not known, and its last known score."""
        strokes: list[tuple[float, float, float, float]] = []
        before: int | None = None
        last: int | None = None
        for index, mark in enumerate(self.marks):
            score = None if mark.scores is None else mark.scores[side]
            if before is not None and score is not None:
                strokes.append((self.x(index - 1), self.y(before), self.x(index) - self.x(index - 1), 0))
                if score != before:
                    strokes.append((self.x(index), self.y(before), 0, self.y(score) - self.y(before)))
            before = score
            last = score if score is not None else last
        return strokes, last


def _spread(names: Sequence[tuple[float, str, str]]) -> list[tuple[float, str, str]]:
    """Names moved apart, so that none covers another."""
    found: list[tuple[float, str, str]] = []
    for y, side, colour in names:
        least = found[-1][0] + _SIZE + 2 if found else y
        found.append((max(y, least), side, colour))
    over = found[-1][0] - (_HEIGHT - 8) if found else 0
    return [(y - max(0, over), side, colour) for y, side, colour in found]


def _text(
    text: str, language: str, x: float, y: float, colour: str, *, end: bool = False, middle: bool = False,
    strong: bool = False,
) -> Text:  # fmt: skip
    line = shape(text, language, strong)
    wide = line.width * _SIZE / 1000
    return Text(line, x - (wide if end else wide / 2 if middle else 0), y, _SIZE, colour)
