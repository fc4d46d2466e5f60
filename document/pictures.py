"""Positions of a block → their pictures, in one look and with equal places, and the marks a page's pictures have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from textwrap import fill
from typing import TYPE_CHECKING

from ..engine.errors import RenderError
from ..engine.layout import Position
from ..engine.rules import ScoreRecord
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
from ..render.svg import write_svg
from ..render.theme import IVORY
from ..scores import book
from .examples import Example
from .fences import PLAIN, Fence
from .problems import NotWritten
from .tiles import without_words
from .typed import Scores

if TYPE_CHECKING:
    from .page import Page

ROOM = 760
"""User units beside each other in a strip, at the size of other figures; a strip is drawn a little smaller."""
MOST_COLUMNS = 4
_WORDS = 72
"""Letters in a line of a score record told in words."""


@dataclass(frozen=True)
class Part:
    """One picture of a figure. `draw` gives it without words below it, which the writers set as text.

    `sum` is the sum and the points, empty where the reader is to find them; `long` describes the picture, `tell` gives
    it as text; `line` is that of its block.
    """

    key: str
    line: int
    draw: Callable[[], Scene]
    sum: str
    long: str
    tell: Callable[[], str]

    @cached_property
    def scene(self) -> Scene:
        """The picture. Raises NotWritten for one that cannot be drawn."""
        try:
            return self.draw()
        except RenderError as error:
            raise NotWritten("not-drawn", self.line, why=str(error)) from None

    @cached_property
    def svg(self) -> str:
        """The picture; its real words are left out, for they would be set twice."""
        return without_words(write_svg(self.scene, key=self.key))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in user units, 96 to an inch."""
        return self.scene.width, self.scene.height

    @property
    def text(self) -> str:
        return self.tell()


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of a block, all drawn when the first is wanted; `columns` stand beside each other in a strip."""

    parts: tuple[Part, ...]
    columns: int


def pictures(positions: Sequence[Position], example: Example, wanted: Look, compared: bool) -> Pictures:
    """The pictures of these positions; two readings are `compared`."""
    fence = example.fence
    shown = [_plain(each) for each in positions] if fence.unmarked else list(positions)
    if len(shown) > 1 and not compared:
        wanted = wanted.but(placed=True)
    made = cache(partial(_drawings, shown, wanted, compared))
    columns = _columns(made(), wanted) if fence.strip or compared else 1
    scenes = cache(partial(_scenes, shown, wanted, made, columns))
    long = [describe(each, wanted.lang, "layout" if fence.unmarked else "long") for each in positions]
    sums = ["" if fence.unmarked else wanted.digits(sum_line(each, wanted.lang)) for each in positions]

    def drawn(number: int) -> Scene:
        return replace(scenes()[number], description=long[number])

    parts = tuple(
        Part(f"{example.anchor}.{n}", example.line, partial(drawn, n), sums[n], long[n], partial(picture, each))
        for n, each in enumerate(shown)
    )
    return Pictures(parts, columns)


def score_picture(example: Example, wanted: Look) -> Part | None:
    """The score record of a match after the round shown, or of a block's scores; None where it has none."""
    scores, won = example.scores, None
    if scores is None:
        record = None if example.fence.score == "own" else ScoreRecord(example.fence.score)
        found = book(example.report, record)
        if found is None:
            return None
        shown = found.upto(example.fence.round if example.fence.round is not None else found.rounds[-1])
        scores, won = Scores(found.accounts(shown), found.kept), found.won(shown)
    draw = partial(score_figure, scores.accounts, scores.kept, wanted.but(legend=True), won)
    part = Part(example.anchor, example.line, draw, "", "", lambda: "")
    return replace(part, long=part.scene.description, tell=lambda: fill(part.scene.description, _WORDS))


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
    if not page.front.legend:
        return ()
    drawn = [each for each in page.examples if each.drawn and not each.fence.score]
    positions = [(each, step.position) for each in drawn for step in each.shown if step.position is not None]
    marked = [position for each, position in positions if not each.fence.unmarked]
    marked += [each.other.position for each in drawn if each.other is not None]
    have = {
        "counted": any(each.counted for each in marked),
        "uncounted": any(each.uncounted for each in marked),
        "spinner": any(position.layout.spinners for _, position in positions),
        "placed": any(each.fence.placed or len(each.shown) > 1 for each in drawn),
        "step": any(each.fence.order for each in drawn),
        "differs": any(each.other is not None for each in drawn),
    }
    return tuple(kind for kind in KINDS if have[kind])
