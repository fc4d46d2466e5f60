"""The marks of a figure as shapes, and the legend that explains those a figure has."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from ..engine.messages import message
from .lettering import Line, shape
from .look import Look
from .marks import Mark, ring_reach
from .scene import Disc, Plates, Shape, Text
from .tiling import number

KINDS = ("counted", "uncounted", "spinner", "placed", "step", "differs")
"""The kinds of marks, in the legend's order."""
Sample = Callable[[float, float], list[Shape]]
"""Draws a small mark around a point."""


def mark_shapes(mark: Mark, x: float, y: float, look: Look) -> list[Shape]:
    """A badge with its number and its ring, or a hollow dot; a differing one has a second ring."""
    theme = look.theme
    cx, cy = mark.x + x, mark.y + y
    shapes: list[Shape] = []
    if mark.differs:
        shapes.append(_round(mark, cx, cy, ring_reach(theme) - 1, theme.background, theme.differs, 2))
    if mark.value is None:
        radius = mark.radius - theme.dot_width / 2
        return [*shapes, Disc(cx, cy, radius, theme.background, theme.dot, theme.dot_width)]
    shapes.append(_round(mark, cx, cy, theme.ring_width / 2, theme.badge, theme.badge_ring, theme.ring_width))
    return [*shapes, number(mark.value, cx, cy, theme.badge_size, theme.badge_text, look, radius=theme.badge_radius)]


def _round(mark: Mark, x: float, y: float, more: float, fill: str, stroke: str, width: float) -> Shape:
    """The circle or pill of a mark, `more` user units larger all around."""
    radius = mark.radius + more
    if not mark.stretch:
        return Disc(x, y, radius, fill, stroke, width)
    across = radius + mark.stretch
    return Plates(((x - across, y - radius, True),), 2 * across, 2 * radius, radius, fill, stroke, width)


class Entry:
    """One line of the legend: a small mark, drawn around a point by `sample`, and its words."""

    def __init__(self, sample: Sample, line: Line, look: Look) -> None:
        self.sample = sample
        self.line = line
        self.look = look
        self.lead = look.theme.unit * 2.0
        self.width = self.lead + line.width * look.theme.legend_size / 1000

    def at(self, x: float, y: float) -> list[Shape]:
        """The shapes with the row's middle line at `y`."""
        theme = self.look.theme
        baseline = y + theme.legend_size * 0.35
        words = Text(self.line, x + self.lead, baseline, theme.legend_size, theme.muted)
        return [*self.sample(x + theme.unit * 0.8, y), words]


def entry(sample: Sample, words: str, look: Look) -> Entry:
    """The entry of a mark with its words."""
    return Entry(sample, shape(words, look.lang, font=look.theme.font), look)


def _sample(kind: str, look: Look, centre: float, y: float) -> list[Shape]:
    """A small mark of this kind."""
    theme = look.theme
    small = theme.unit * 0.6
    if kind == "counted":
        badge = Disc(centre, y, small, theme.badge, "none", 0)
        return [
            badge,
            number(5, centre, y, min(theme.legend_size * 0.9, theme.unit), theme.badge_text, look, silent=True),
        ]
    if kind == "uncounted":
        return mark_shapes(Mark(centre, y, theme.dot_radius, None), 0, 0, look)
    if kind == "differs":
        ring = Disc(centre, y, small, theme.background, theme.differs, 2)
        return [ring, Disc(centre, y, small - 3.4, theme.badge, "none", 0)]
    if kind == "step":
        pin = Disc(centre, y, theme.step_radius, theme.tile, theme.divider, 0.9)
        return [pin, number(1, centre, y, theme.step_size, theme.pip, look, silent=True)]
    short = theme.unit * 0.62
    place = ((centre - short / 2, y - short, False),)
    if kind == "placed":
        return [Plates(place, 2 * short, short, 2.5, theme.placed, theme.placed_frame, 1.2, theme.unit / 5)]
    return [Plates(place, 2 * short, short, 2.5, theme.tile, theme.spinner, 1.9)]


@lru_cache(maxsize=128)
def legend(kinds: tuple[str, ...], look: Look) -> tuple[Entry, ...]:
    """The entries for these kinds of marks."""
    return tuple(
        entry(partial(_sample, kind, look), message(look.lang, f"figure.legend.{kind}"), look) for kind in kinds
    )
