"""Arrangement + position + theme + language → scene: tiles, marks, title, caption and legend, one below
another.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from ..engine.errors import RenderError
from ..engine.layout import Position
from ..engine.messages import message
from .arrange import Arrangement, Placed
from .describe import caption as caption_of
from .describe import describe
from .lettering import Line, shape, wrap
from .marks import Mark, marks
from .scene import Disc, Pips, Plates, Scene, Shape, Strokes, Text
from .theme import Theme

MOST_PIPS = 12
"""Pips of one half that have a pattern."""


def draw(
    arrangement: Arrangement,
    position: Position,
    theme: Theme,
    lang: str,
    *,
    title: str | None = None,
    caption: bool = True,
    legend: bool = True,
) -> Scene:
    """The figure of `position`: title above, tiles with their marks, caption and legend below, all centred.

    Raises RenderError for a character the font lacks and for a half of more than twelve pips.
    """
    placed_marks = marks(arrangement, position, theme)
    left, top, right, bottom = _extent(arrangement, placed_marks, theme)
    key = _legend(lang, theme) if legend else ()
    widest = max(right - left, theme.least_width, *(each.width for each in key))
    width = ceil(widest + 2 * theme.margin)
    page = _Page(theme, lang, width)
    if title and title.split():
        page.text(title, theme.title_size, strong=True)
        page.down(theme.title_size * 0.9)
    page.tiles(arrangement, placed_marks, (left, top, right, bottom))
    if caption:
        page.down(theme.caption_size * 0.9)
        page.text(caption_of(position, lang), theme.caption_size, strong=True)
    if key:
        page.down(theme.legend_size * 0.9)
        page.legend(key)
    return Scene(
        width,
        ceil(page.y + theme.margin),
        theme.background,
        tuple(page.shapes),
        describe(position, lang, "heading"),
        describe(position, lang, "long"),
        lang,
        theme,
    )


def _extent(arrangement: Arrangement, found: tuple[Mark, ...], theme: Theme) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of tiles and marks in user units from the grid's origin."""
    bounds, unit = arrangement.bounds, theme.unit
    edges: list[tuple[float, float, float, float]]
    edges = [(bounds.left * unit, bounds.top * unit, bounds.right * unit, bounds.bottom * unit)]
    edges.extend((m.x - m.radius, m.y - m.radius, m.x + m.radius, m.y + m.radius) for m in found)
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


class _Page:
    """Shapes put one below another; `y` is how far down the page is filled."""

    def __init__(self, theme: Theme, lang: str, width: float) -> None:
        self.theme = theme
        self.lang = lang
        self.width = width
        self.y = theme.margin
        self.shapes: list[Shape] = []

    def down(self, gap: float) -> None:
        self.y += gap

    def text(self, words: str, size: float, *, strong: bool) -> None:
        """Centred lines of text, broken at a middle dot if there is one, else at spaces."""
        room = (self.width - 2 * self.theme.margin) * 1000 / size
        lines = wrap(words, self.lang, strong, room)
        if len(lines) > 1:
            lines = [line for part in words.split(" · ") for line in wrap(part, self.lang, strong, room)]
        baseline = self.y
        for i, line in enumerate(lines):
            baseline = self.y + size * (0.8 + i * self.theme.leading)
            x = (self.width - line.width * size / 1000) / 2
            self.shapes.append(Text(line, x, baseline, size, self.theme.text))
        self.y = baseline + size * 0.25

    def tiles(self, arrangement: Arrangement, found: tuple[Mark, ...], extent: tuple[float, ...]) -> None:
        """Tiles and marks, centred; the grid's origin moves to a whole unit."""
        left, top, right, bottom = extent
        x = round((self.width - left - right) / 2)
        y = round(self.y - top)
        placed = arrangement.placed
        if placed:
            self.shapes.extend(_tiles(placed, x, y, self.theme))
        for each in found:
            self.shapes.extend(_mark(each, x, y, self.theme, self.lang))
        self.y = max(y + bottom, self.y)

    def legend(self, key: tuple[_Entry, ...]) -> None:
        """The entries in one row, or one below another where the page is too narrow."""
        gap, row = 22, self.theme.legend_size * 1.9
        total = sum(each.width for each in key) + gap * (len(key) - 1)
        one_row = total <= self.width - 2 * self.theme.margin
        x = (self.width - (total if one_row else max(each.width for each in key))) / 2
        for each in key:
            self.shapes.extend(each.at(round(x), round(self.y + row / 2), self.theme, self.lang))
            if one_row:
                x += each.width + gap
            else:
                self.y += row
        self.y += row if one_row else 0


def _tiles(placed: tuple[Placed, ...], x: float, y: float, theme: Theme) -> list[Shape]:
    """All tiles as a few shapes: edges, faces, dividers, pips, outlines of branching doubles."""
    unit, inset = theme.unit, theme.inset
    places, dividers, halves, spinners = [], [], [], []
    for each in placed:
        box, lying = each.box, each.box.width > each.box.height
        place = (x + box.left * unit + inset, y + box.top * unit + inset, lying)
        places.append(place)
        if each.placement.spinner:
            spinners.append(place)
        reach = unit * 0.66
        cx, cy = x + (box.left + box.width // 2) * unit, y + (box.top + box.height // 2) * unit
        dividers.append((cx, cy - reach, 0, 2 * reach) if lying else (cx - reach, cy, 2 * reach, 0))
        for half, pips in ((each.low, each.placement.tile.low), (each.high, each.placement.tile.high)):
            if pips > MOST_PIPS:
                raise RenderError(f"no pattern for {pips} pips on {each.placement.tile}; {MOST_PIPS} is the most")
            if pips:
                halves.append((x + half.x * unit, y + half.y * unit, pips, lying))
    long, short = 4 * unit - 2 * inset, 2 * unit - 2 * inset
    drop = theme.shade_drop
    shades = tuple((left, top + drop, lying) for left, top, lying in places)
    shapes: list[Shape] = [
        Plates(shades, long, short, theme.corner, theme.tile_shade, theme.tile_shade, theme.edge_width),
        Plates(tuple(places), long, short, theme.corner, theme.tile, theme.tile_edge, theme.edge_width),
        Strokes(tuple(dividers), theme.divider, theme.divider_width),
        Pips(tuple(halves), theme.pip_spread, theme.pip_size, theme.pip),
    ]
    if spinners:
        outline = theme.spinner_width
        shapes.append(Plates(tuple(spinners), long, short, theme.corner, "none", theme.spinner, outline))
    return shapes


def _mark(mark: Mark, x: float, y: float, theme: Theme, lang: str) -> list[Shape]:
    """A badge with its number, or a hollow dot."""
    cx, cy = mark.x + x, mark.y + y
    if mark.value is None:
        radius = mark.radius - theme.dot_width / 2
        return [Disc(cx, cy, radius, theme.background, theme.dot, theme.dot_width)]
    disc = Disc(cx, cy, mark.radius, theme.badge, "none", 0)
    return [disc, _number(str(mark.value), cx, cy, theme.badge_size, theme.badge_text, lang)]


def _number(digits: str, cx: float, cy: float, size: float, fill: str, lang: str) -> Text:
    """Digits whose black, not whose advance, has its middle at the point."""
    line = shape(digits, lang, True)
    size = size if len(digits) < 2 else size * 0.9
    scale = size / 1000
    ink = line.ink
    x = cx - (ink.left + ink.right) / 2 * scale
    return Text(line, x, cy - (ink.top + ink.bottom) / 2 * scale, size, fill)


class _Entry:
    """One line of the legend: a small mark and its words."""

    def __init__(self, kind: str, line: Line, theme: Theme) -> None:
        self.kind = kind
        self.line = line
        self.lead = theme.unit * 2.0
        self.width = self.lead + line.width * theme.legend_size / 1000

    def at(self, x: float, y: float, theme: Theme, lang: str) -> list[Shape]:
        """The shapes with the row's middle line at `y`."""
        baseline = y + theme.legend_size * 0.35
        words = Text(self.line, x + self.lead, baseline, theme.legend_size, theme.muted)
        centre = x + theme.unit * 0.8
        if self.kind == "counted":
            badge = Disc(centre, y, theme.unit * 0.6, theme.badge, "none", 0)
            number = _number("5", centre, y, theme.legend_size * 0.9, theme.badge_text, lang)
            return [badge, number, words]
        if self.kind == "uncounted":
            return [*_mark(Mark(centre, y, theme.dot_radius, None), 0, 0, theme, lang), words]
        short = theme.unit * 0.62
        place = (centre - short / 2, y - short, False)
        outline = Plates((place,), 2 * short, short, 2.5, theme.tile, theme.spinner, 1.9)
        return [outline, words]


@lru_cache(maxsize=64)
def _legend(lang: str, theme: Theme) -> tuple[_Entry, ...]:
    return tuple(
        _Entry(kind, shape(message(lang, f"figure.legend.{kind}"), lang), theme)
        for kind in ("counted", "uncounted", "spinner")
    )
