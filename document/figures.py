"""An Example of a page → what every writer shows of it: pictures with their sums and descriptions, tables, notation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..engine.judged import Judged, RoundTrace, Step
from ..engine.layout import Position
from ..engine.messages import message
from ..engine.placing import sum_text
from ..engine.record import Match
from ..render.describe import caption as sum_line
from ..render.describe import describe
from ..render.figure import figure_svg
from ..render.picture import picture
from ..render.svg import WORDS
from ..render.theme import THEMES
from .examples import Example

if TYPE_CHECKING:
    from .page import Page


@dataclass(frozen=True)
class Part:
    """One position of a figure: `step` is its number among the entry's positions, from 1."""

    position: Position
    step: int
    tile: str
    language: str
    theme: str
    key: str

    @cached_property
    def svg(self) -> str:
        """The picture without words below it; the writers set those as text."""
        theme = THEMES[self.theme]
        made = figure_svg(self.position, self.language, caption=False, legend=False, theme=theme, key=self.key)
        head, found, rest = made.partition(WORDS)
        return head + rest.partition("</g>")[2].lstrip("\n") if found else made

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in user units, 96 to an inch."""
        box = self.svg.partition('viewBox="')[2].partition('"')[0].split()
        return float(box[2]), float(box[3])

    @property
    def sum(self) -> str:
        return sum_line(self.position, self.language)

    @property
    def short(self) -> str:
        return describe(self.position, self.language, "short")

    @property
    def long(self) -> str:
        return describe(self.position, self.language, "long")

    @property
    def text(self) -> str:
        return picture(self.position)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its head, its rows, the columns set flush right, a title above and a line below, both may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int]
    title: str = ""
    foot: str = ""


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
    fence, language = example.fence, page.language
    numbers = {id(step): n for n, step in enumerate(_placed(example), 1)}
    parts = () if example.tabled or example.number is None else tuple(
        Part(step.position, numbers.get(id(step), 0), str(step.tile), language, fence.theme, f"{example.anchor}.{n}")
        for n, step in enumerate(example.shown)
        if step.position is not None
    )  # fmt: skip
    grids = _grids(example, language) if example.tabled else ()
    shown = fence.notation or example.number is None
    name = "" if example.number is None else page.say("figure", number=example.number)
    caption = example.caption(language)
    return Figure(name, example.anchor, caption, parts, grids, example.notation if shown else "", example)


def _placed(example: Example) -> list[Step]:
    return [each for each in example.report.steps if each.position is not None]


def _grids(example: Example, language: str) -> tuple[Grid, ...]:
    judged = example.report.judged
    if not isinstance(judged.entry, Match):
        return (_settlement(judged, language),)
    names = dict(judged.entry.seats.seats) if judged.entry.seats is not None else {}
    wanted = example.fence.round
    return tuple(_round(each, names, language) for each in judged.rounds if wanted in (None, each.number))


def _number(value: int | None) -> str:
    return "?" if value is None else str(value).replace("-", "−")


def _settlement(judged: Judged, language: str) -> Grid:
    head = tuple(message(language, f"sheet.{key}") for key in ("seat", "pips", "deduction"))
    rows = tuple((seat, _number(pips), _number(judged.deductions.get(seat))) for seat, pips in judged.left.items())
    changes = " · ".join(f"{side} {_number(change)}" for side, change in judged.scores.items())
    foot = message(language, "sheet.changes", scores=changes) if changes else ""
    return Grid(head, rows, frozenset((1, 2)), foot=foot)


def _round(trace: RoundTrace, names: dict[str, str | None], language: str) -> Grid:
    """A round as a score sheet: one row a turn, the scores of all sides behind it, its end as the last line."""
    sides = list(trace.scores)
    head = tuple(message(language, f"sheet.{key}") for key in ("turn", "seat", "tile", "sum", "points"))
    rows = []
    for step in trace.steps:
        scores = step.scores or {}
        played = step.position is not None
        rows.append((
            str(step.turn), f"{step.seat or ''} {names.get(step.seat or '') or ''}".strip(), _move(step, language),
            sum_text(step.counted) if played else "", _number(step.points or 0) if played else "",
            *(_number(scores.get(side)) for side in sides),
        ))  # fmt: skip
    start = message(language, f"sheet.{trace.start or 'starter'}", seat=trace.starter) if trace.starter else ""
    title = " · ".join(filter(None, (message(language, "sheet.round", number=trace.number), start)))
    right = frozenset((0, 4, *range(5, 5 + len(sides))))
    return Grid((*head, *sides), tuple(rows), right, title, _end(trace, language))


def _move(step: Step, language: str) -> str:
    if step.action.verb == "pass":
        return message(language, "sheet.pass")
    if step.action.verb == "draw":
        return message(language, "sheet.draw", tiles=" ".join(map(str, step.action.drawn)))
    return f"{step.tile} @ {step.site.tile}" if step.site is not None else str(step.tile)


def _end(trace: RoundTrace, language: str) -> str:
    parts = [message(language, f"sheet.end-{trace.end}", seat=trace.ender or "")] if trace.end else []
    for key, table, field in (
        ("left", trace.left, "hands"), ("deductions", trace.deductions, "costs"), ("scores", trace.scores, "scores"),
    ):  # fmt: skip
        if table and trace.end:
            shown = ", ".join(f"{name} {_number(value)}" for name, value in table.items())
            parts.append(message(language, f"sheet.{key}", **{field: shown}))
    return " · ".join(parts)
