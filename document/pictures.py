"""Positions of a block → their pictures, in one look and with equal places, and the marks a page's pictures have."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from ..engine.history import standing
from ..engine.layout import Position
from ..render.arrange import arrange
from ..render.compose import differing, follow
from ..render.describe import caption as sum_line
from ..render.describe import describe
from ..render.draw import Drawing, around_all, draw, drawing
from ..render.figure import figure
from ..render.legend import KINDS
from ..render.look import Look, look
from ..render.picture import picture
from ..render.scene import Scene
from ..render.scorecard import score_figure
from ..render.svg import WORDS, write_svg
from ..render.theme import IVORY
from ..scores import book
from .fences import PLAIN, Fence

if TYPE_CHECKING:
    from .examples import Example
    from .page import Page

ROOM = 760
"""User units beside each other in a strip, at the size of other figures; a strip is drawn a little smaller."""
MOST_COLUMNS = 4


@dataclass(frozen=True)
class Part:
    """One picture of a figure. `draw` gives it without words below it, which the writers set as text."""

    look: Look
    key: str
    draw: Callable[[], Scene]

    @cached_property
    def svg(self) -> str:
        """The picture; its real words are left out, for they would be set twice."""
        head, found, _ = write_svg(self.draw(), key=self.key).partition(WORDS)
        return f"{head}</svg>\n" if found else head

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in user units, 96 to an inch."""
        scene = self.draw()
        return scene.width, scene.height

    @property
    def sum(self) -> str:
        """A line below the picture; empty without one."""
        return ""

    @property
    def long(self) -> str:
        return self.draw().description

    @property
    def text(self) -> str:
        return "\n".join(textwrap.wrap(self.long, 70))


@dataclass(frozen=True)
class Shown(Part):
    """A position."""

    position: Position
    unmarked: bool = False

    @property
    def sum(self) -> str:
        """The sum and the points; empty where the reader is to find them."""
        return "" if self.unmarked else self.look.digits(sum_line(self.position, self.look.lang))

    @property
    def long(self) -> str:
        return describe(self.position, self.look.lang, "layout" if self.unmarked else "long")

    @property
    def text(self) -> str:
        return picture(_plain(self.position) if self.unmarked else self.position)


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of a block, all drawn when the first is wanted; `columns` stand beside each other in a strip."""

    parts: tuple[Part, ...]
    columns: int


def pictures(positions: Sequence[Position], fence: Fence, wanted: Look, key: str, compared: bool) -> Pictures:
    """The pictures of these positions; two readings are `compared`. `key` tells those of one page apart."""
    shown = [_plain(each) for each in positions] if fence.unmarked else list(positions)
    if len(shown) > 1 and not compared:
        wanted = wanted.but(placed=True)
    made = cache(partial(_drawings, shown, wanted, compared))
    columns = _columns(made(), wanted) if fence.strip or compared else 1
    scenes = cache(partial(_scenes, shown, wanted, made, columns))
    words = [describe(each, wanted.lang, "layout") for each in positions] if fence.unmarked else None

    def drawn(number: int) -> Scene:
        scene = scenes()[number]
        return scene if words is None else replace(scene, description=words[number])

    parts = (Shown(wanted, f"{key}.{n}", partial(drawn, n), each, fence.unmarked) for n, each in enumerate(positions))
    return Pictures(tuple(parts), columns)


def score_record(example: Example, wanted: Look) -> Part:
    """The score record of a match, after the round the fence names or the last one."""
    found = book(example.report)
    assert found is not None
    changes = found.upto(example.fence.round or found.rounds[-1])
    draw = partial(score_figure, standing(changes, found.names), found.kept, wanted, found.won(changes))
    return Part(wanted, f"{example.anchor}.0", draw)


def _plain(position: Position) -> Position:
    return Position(position.layout, (), (), (), 0, 0)


def _drawings(positions: Sequence[Position], wanted: Look, compared: bool) -> list[Drawing]:
    """Tiles and marks in their places, each tile in the same one in all positions."""
    if not compared:
        places = follow(positions)
        return [drawing(place, each, wanted) for place, each in zip(places, positions, strict=True)]
    place, ends = arrange(positions[0].layout), differing(positions[0], positions[1])
    return [drawing(place, each, wanted, ends) for each in positions]


def _columns(made: Sequence[Drawing], wanted: Look) -> int:
    """So many pictures beside each other that they can be read, and the last row is not much shorter."""
    left, _, right, _ = around_all([each.extent for each in made])
    most = max(1, min(MOST_COLUMNS, int(ROOM // (right - left + 2 * wanted.theme.margin))))
    rows = -(-len(made) // most)
    return -(-len(made) // rows)


def _scenes(
    positions: Sequence[Position], wanted: Look, made: Callable[[], list[Drawing]], columns: int
) -> list[Scene]:
    """The picture of each position: all equally wide, those of one row equally high."""
    if len(positions) == 1:
        return [figure(positions[0], wanted)]
    drawings = made()
    left, _, right, _ = around_all([each.extent for each in drawings])
    found = []
    for start in range(0, len(drawings), columns):
        row = drawings[start : start + columns]
        _, top, _, bottom = around_all([each.extent for each in row])
        found += [draw(each, wanted, (left, top, right, bottom)) for each in row]
    return found


def look_of(page: Page, fence: Fence = PLAIN) -> Look:
    """How the pictures of a block look: what stands behind its fence, else what the head of the document says."""
    front = page.front
    theme = page.theme(fence.theme or front.theme) or IVORY
    return look(
        page.language, theme=replace(theme, least_width=0, margin=theme.margin / 2), caption=False, legend=False,
        pips=fence.pips or front.pips, numerals=fence.numerals or front.digits,
        steps=fence.order, ports=fence.ports, placed=fence.placed,
    )  # fmt: skip


def legend_kinds(page: Page) -> tuple[str, ...]:
    """The kinds of marks the pictures of a page have, in the legend's order; none where the head wants no legend."""
    drawn = [each for each in page.examples if each.drawn and not (each.fence.unmarked or each.fence.scores)]
    if not page.front.legend:
        return ()
    positions = [step.position for each in drawn for step in each.shown if step.position is not None]
    have = {
        "counted": any(each.counted for each in positions),
        "uncounted": any(each.uncounted for each in positions),
        "spinner": any(each.layout.spinners for each in positions),
        "placed": any(each.fence.placed or len(each.shown) > 1 for each in drawn),
        "step": any(each.fence.order for each in drawn),
        "differs": any(each.other is not None for each in drawn),
    }
    return tuple(kind for kind in KINDS if have[kind])
