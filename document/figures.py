"""An Example of a page → what every writer shows of it: pictures with their sums and descriptions, tables, notation."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from ..engine.history import standing
from ..engine.judged import Step
from ..engine.layout import Position
from ..render.arrange import arrange
from ..render.compose import differing, frames
from ..render.describe import caption as sum_line
from ..render.describe import describe
from ..render.draw import around_all, draw, drawing
from ..render.figure import figure
from ..render.legend import KINDS
from ..render.look import Look, look
from ..render.picture import picture
from ..render.scene import Scene
from ..render.scorecard import score_figure
from ..render.svg import WORDS, write_svg
from ..render.theme import IVORY
from ..scores import book
from .examples import Example
from .fences import PLAIN, Fence
from .tables import Grid, grids_of

if TYPE_CHECKING:
    from .page import Page


_LINE = 600
"""The width of a line in the units of pictures."""


@dataclass(frozen=True)
class Part:
    """One picture of a figure: `step` is its number, from 1; `name` is said above it.

    `draw` gives the picture without words below it, which the writers set as text.
    """

    step: int
    name: str
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
    """A position: `step` is its number among those of the entry."""

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
        return picture(_without_marks(self.position) if self.unmarked else self.position)


@dataclass(frozen=True, slots=True)
class Figure:
    """What is shown of one block. `name` is such as “Figure 3”, empty where the block is only its notation."""

    name: str
    anchor: str
    caption: str
    parts: tuple[Part, ...]
    grids: tuple[Grid, ...]
    notation: str
    example: Example

    @property
    def strip(self) -> bool:
        return self.example.fence.strip

    @property
    def columns(self) -> int:
        """How many pictures of a strip stand in a row: rows of equal length, up to four, none below half its size."""
        widest = max(part.size[0] for part in self.parts)
        fit = max(1, min(4, int(2 * _LINE / widest)))
        return -(-len(self.parts) // -(-len(self.parts) // fit))

    @property
    def with_text(self) -> bool:
        return self.example.fence.text

    @property
    def with_long(self) -> bool:
        return self.example.fence.long

    @property
    def width(self) -> str:
        return self.example.fence.width


def figure_of(page: Page, example: Example) -> Figure:
    """Everything that is shown of a block, in the language of its page."""
    fence, language, digits = example.fence, page.language, look_of(page, example.fence).digits
    parts: tuple[Part, ...] = ()
    if example.number is not None and not example.tabled:
        parts = _scores(page, example) if fence.scores else _parts(page, example)
    grids = grids_of(example, digits, language) if example.tabled else ()
    shown = fence.notation or example.number is None
    name = "" if example.number is None else digits(page.say("figure", number=example.number))
    return Figure(
        name, example.anchor, example.caption(language), parts, grids, example.notation if shown else "", example
    )


def _parts(page: Page, example: Example) -> tuple[Part, ...]:
    """The positions shown, with the pictures of all drawn together when the first is wanted."""
    numbers = {id(step): n for n, step in enumerate(_placed(example), 1)}
    steps, language = [each for each in example.shown if each.position is not None], page.language
    wanted = look_of(page, example.fence)
    shown = [(each.position, numbers.get(id(each), 0), "") for each in steps if each.position is not None]
    other = example.other
    if other is not None and example.rules is not None:
        names = (example.rules.name(language), other.rules.name(language))
        shown = [(shown[-1][0], shown[-1][1], names[0]), (other.position, shown[-1][1], names[1])]
    positions = [position for position, _, _ in shown]
    unmarked = example.fence.unmarked
    draw = cache(partial(_unmarked if unmarked else _scenes, positions, wanted, other is not None))
    return tuple(
        Shown(step, name, wanted, f"{example.anchor}.{n}", partial(_nth, draw, n), position, unmarked)
        for n, (position, step, name) in enumerate(shown)
    )


def _scores(page: Page, example: Example) -> tuple[Part, ...]:
    """The score record of a match, after the round the fence names or the last one."""
    found, wanted = book(example.report), look_of(page, example.fence)
    assert found is not None
    changes = found.upto(example.fence.round or found.rounds[-1])
    accounts = standing(changes, found.names)
    draw = partial(score_figure, accounts, found.kept, wanted, found.won(changes))
    return (Part(1, "", wanted, f"{example.anchor}.0", draw),)


def part_label(part: Part) -> str:
    """What is said of one of several positions: its number or the name of its reading, and its sum."""
    return f"{part.name or part.look.digits(f'{part.step}.')} {part.sum}".rstrip()


def _without_marks(position: Position) -> Position:
    return Position(position.layout, (), (), (), 0, 0)


def _unmarked(positions: list[Position], wanted: Look, compared: bool) -> list[Scene]:
    """The tiles of each position, described without what they count."""
    made = _scenes([_without_marks(each) for each in positions], wanted, compared)
    words = [describe(each, wanted.lang, "layout") for each in positions]
    return [replace(scene, description=said) for scene, said in zip(made, words, strict=True)]


def _nth(draw: Callable[[], list[Scene]], number: int) -> Scene:
    return draw()[number]


def _scenes(positions: list[Position], wanted: Look, compared: bool) -> list[Scene]:
    """The picture of each position; those of a sequence or of two readings have equal places."""
    if len(positions) == 1:
        return [figure(positions[0], wanted)]
    if not compared:
        return frames(positions, wanted.but(placed=True))
    ends = differing(*positions)
    place = arrange(positions[0].layout)
    made = [drawing(place, each, wanted, ends) for each in positions]
    extent = around_all([each.extent for each in made])
    return [draw(each, wanted, extent) for each in made]


def look_of(page: Page, fence: Fence = PLAIN) -> Look:
    """How the pictures of a block look: what stands behind its fence, else what the head of the document says."""
    front = page.front
    theme = page.theme(fence.theme or front.theme)
    return look(
        page.language, theme=replace(theme or IVORY, least_width=0), caption=False, legend=False,
        pips=fence.pips or front.pips, numerals=fence.numerals or front.digits,
        steps=fence.order, ports=fence.ports, placed=fence.placed,
    )  # fmt: skip


def legend_kinds(page: Page) -> tuple[str, ...]:
    """The kinds of marks the pictures of a page have, in the legend's order; none where the head wants no legend."""
    pictures = [each for each in page.examples if each.number is not None and not each.tabled]
    drawn = [each for each in pictures if not (each.fence.unmarked or each.fence.scores)]
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


def _placed(example: Example) -> list[Step]:
    return [each for each in example.report.steps if each.position is not None]
