"""Arrangement + position + look → scene: title, tiles with their marks, caption and legend, one below another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from ..engine.layout import Position
from .arrange import Arrangement
from .describe import caption as caption_of
from .describe import describe
from .labels import Label, labels
from .legend import KINDS, Entry, legend, mark_shapes
from .lettering import is_blank, shape, wrap
from .look import Look
from .marks import Ends, Mark, marks
from .scene import Scene, Shape, Strokes, Text
from .tiling import tile_shapes
from .truth import check_position

_KEY_GAP = 22
"""Between two entries of the legend."""
_WIDEST_CAPTION = 24
"""How many times its height a caption may be wide before it is broken."""
_MOST_TITLE = 12
"""Lines of a title; a longer one ends in an ellipsis."""
_LEADER = 0.8
"""Width of a line that leads to a name."""
Extent = tuple[float, float, float, float]
"""Left, top, right and bottom of tiles and marks in user units from the grid's origin."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position with its tiles and marks in their places, before it is put on a page.

    `numbers` are those of the tiles in order of play, from 1 where none are given.
    """

    position: Position
    arrangement: Arrangement
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]
    extent: Extent
    numbers: tuple[int, ...] = ()

    def kinds(self, look: Look) -> tuple[str, ...]:
        """The kinds of marks it has, in the legend's order."""
        values = [each.value for each in self.marks]
        placed = self.arrangement.placed
        have = (
            any(each is not None for each in values),
            None in values,
            any(each.placement.spinner for each in placed),
            look.placed and bool(placed),
            look.steps and bool(placed),
            any(each.differs for each in self.marks),
        )
        return tuple(kind for kind, there in zip(KINDS, have, strict=True) if there)


def drawing(arrangement: Arrangement, position: Position, look: Look, differing: Ends = frozenset()) -> Drawing:
    """Find the places of all marks. Raises RenderError for an end that is not there, and for a false position."""
    check_position(position)
    found = marks(arrangement, position, look, differing)
    names = labels(arrangement, position, found, look) if look.ports else ()
    return Drawing(position, arrangement, found, names, _extent(arrangement, found, names, look))


def draw(made: Drawing, look: Look, extent: Extent | None = None, kinds: tuple[str, ...] | None = None) -> Scene:
    """The figure: title above, tiles with their marks, caption and legend below, all centred.

    `extent` is the room of the tiles and marks, `kinds` what the legend explains, where several figures are to
    have the same. Raises RenderError for a character the font lacks and for a half that has no pattern of pips.
    """
    extent = extent or made.extent
    theme, position = look.theme, made.position
    key = legend(made.kinds(look) if kinds is None else kinds, look.but(title=None)) if look.legend else ()
    below = _caption(position, look)
    widest = max(extent[2] - extent[0], theme.least_width, below.width, *(each.width for each in key))
    page = Page(look, ceil(widest + 2 * theme.margin))
    page.heading()
    page.tiles(made, extent)
    if below.text:
        page.down(theme.caption_size * 0.9)
        page.text(below.text, theme.caption_size, strong=True)
    page.legend(key)
    heading = titled(describe(position, look.lang, "heading"), look)
    return page.scene(look.digits(heading), look.digits(describe(position, look.lang, "long")))


def titled(heading: str, look: Look) -> str:
    """What a figure is called where it cannot be seen: its title, if it has one, and what it shows."""
    title = " ".join((look.title or "").split())
    return f"{title} – {heading}" if title else heading


class _Caption(NamedTuple):
    """The words below a figure, and the room they need: that of one line, unless it is a very long one."""

    text: str
    width: float


def _caption(position: Position, look: Look) -> _Caption:
    if not look.caption or (look.quiet and not (position.counted or position.total or position.points)):
        return _Caption("", 0)
    theme, text = look.theme, look.digits(caption_of(position, look.lang))
    width = shape(text, look.lang, True, theme.font).width * theme.caption_size / 1000
    return _Caption(text, min(ceil(width), _WIDEST_CAPTION * theme.caption_size))


def _extent(arrangement: Arrangement, found: tuple[Mark, ...], names: tuple[Label, ...], look: Look) -> Extent:
    bounds, unit = arrangement.bounds, look.theme.unit
    edges = [(bounds.left * unit, bounds.top * unit, bounds.right * unit, bounds.bottom * unit)]
    edges.extend(each.around(look.theme) for each in found)
    edges.extend(each.wall for each in names)
    return around_all(edges)


def around_all(extents: list[Extent]) -> Extent:
    """The smallest extent around all of them."""
    lefts, tops, rights, bottoms = zip(*extents, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


class Page:
    """Shapes put one below another; `y` is how far down the page is filled."""

    def __init__(self, look: Look, width: float) -> None:
        self.look = look
        self.width = width
        self.y = look.theme.margin
        self.shapes: list[Shape] = []

    def down(self, gap: float) -> None:
        self.y += gap

    def heading(self) -> None:
        """The title, if there is one."""
        size = self.look.theme.title_size
        if self.look.title:
            self.text(self.look.title, size, strong=True, lines=_MOST_TITLE)
            self.down(size * 0.9)

    def text(self, words: str, size: float, *, strong: bool, lines: int | None = None) -> None:
        """Centred lines of text, broken at middle dots and semicolons, else at spaces; no more than `lines`."""
        theme, lang = self.look.theme, self.look.lang
        room = (self.width - 2 * theme.margin) * 1000 / size
        broken = wrap(words, lang, strong, room, theme.font, lines)
        parts = [part for part in re.split(r" · |(?<=;) ", words) if not is_blank(part)]
        if len(broken) > 1 and (lines is None or max(len(broken), len(parts)) < lines):
            apart = [line for part in parts for line in wrap(part, lang, strong, room, theme.font)]
            broken = apart if lines is None or len(apart) <= lines else broken
        baseline = self.y
        for i, line in enumerate(broken):
            baseline = self.y + size * (0.8 + i * theme.leading)
            x = (self.width - line.width * size / 1000) / 2
            self.shapes.append(Text(line, x, baseline, size, theme.text))
        self.y = baseline + size * 0.25

    def tiles(self, made: Drawing, extent: Extent) -> None:
        """Tiles, marks and names, centred; the grid's origin moves to a whole unit."""
        left, top, right, bottom = extent
        x = round((self.width - left - right) / 2)
        y = round(self.y - top)
        self.shapes.extend(tile_shapes(made.arrangement.placed, x, y, self.look, made.numbers))
        for each in made.marks:
            self.shapes.extend(mark_shapes(each, x, y, self.look))
        self._names(made.labels, x, y)
        self.y = max(y + bottom, self.y)

    def _names(self, names: tuple[Label, ...], x: float, y: float) -> None:
        """The names of ports, and the lines that lead to them."""
        muted, lines = self.look.theme.muted, list[tuple[float, float, float, float]]()
        for each in names:
            if each.leader is not None:
                (left, top), (right, bottom) = each.leader
                lines.append((x + left, y + top, right - left, bottom - top))
        if lines:
            self.shapes.append(Strokes(tuple(lines), muted, _LEADER))
        for each in names:
            baseline = y + each.wall[3] - each.size * 0.15
            self.shapes.append(Text(each.line, x + each.wall[0], baseline, each.size, muted))

    def legend(self, key: tuple[Entry, ...]) -> None:
        """The entries in one row, or in as few rows of equal columns as the page is wide enough for."""
        if not key:
            return
        theme = self.look.theme
        self.down(theme.legend_size * 0.9)
        row, widths = max(theme.legend_size * 1.9, theme.unit * 1.6), self._columns(key)  # words and marks
        left = (self.width - sum(widths) - _KEY_GAP * (len(widths) - 1)) / 2
        for start in range(0, len(key), len(widths)):
            x = left
            for each, width in zip(key[start:], widths, strict=False):
                self.shapes.extend(each.at(round(x), round(self.y + row / 2)))
                x += width + _KEY_GAP
            self.y += row

    def _columns(self, key: tuple[Entry, ...]) -> list[float]:
        """The widths of the legend's columns: of the numbers of rows that fit, the smallest."""
        room, widths = self.width - 2 * self.look.theme.margin, list[float]()
        for rows in range(1, len(key) + 1):
            columns = -(-len(key) // rows)
            widths = [max(each.width for each in key[i::columns]) for i in range(columns)]
            if sum(widths) + _KEY_GAP * (columns - 1) <= room:
                break
        return widths

    def scene(self, heading: str, description: str) -> Scene:
        """The page as a figure with its words."""
        background = "none" if self.look.transparent else self.look.theme.background
        height = ceil(self.y + self.look.theme.margin)
        return Scene(self.width, height, background, tuple(self.shapes), heading, description, self.look.lang)
