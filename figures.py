"""Judged entries → figures with their names: the marked ones, all steps, strips, sheets, comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import NoReturn

from .api import EntryReport
from .engine.errors import PlayError, RenderError
from .engine.judged import Step
from .engine.layout import Position
from .engine.messages import message
from .engine.rules import RuleSet
from .engine.table import build
from .render.arrange import check_table
from .render.compose import beside, frames, sheet, strip
from .render.files import Named, caption_of, marked_figure, text_of
from .render.look import Look
from .render.scene import Scene


class NoPosition(RenderError):
    """The layout after `step` is not known."""

    def __init__(self, step: Step) -> None:
        super().__init__(f"line {step.line}: the layout is not known here")
        self.step = step


@dataclass(frozen=True, slots=True)
class Table:
    """The shape of the table: the most grid units across, and the wanted width divided by height."""

    max_width: int | None = None
    aspect: float | None = None

    def __post_init__(self) -> None:
        check_table(self.max_width, self.aspect)


@dataclass(frozen=True, slots=True)
class Part:
    """The steps with a known position of a layout or of one round; `mark` begins their names."""

    mark: str
    heading: str | None
    steps: list[tuple[Step, Position]]

    @property
    def positions(self) -> list[Position]:
        return [position for _, position in self.steps]


Maker = Callable[[EntryReport, Look, Table], Iterator[Named]]
"""Makes the figures of one entry."""


def parts(report: EntryReport, language: str) -> Iterator[Part]:
    """The layout of an entry, or its rounds."""
    title = report.head.title if report.head else None
    if report.judged.steps:
        yield Part("", title, _known(report.judged.steps))
    for each in report.judged.rounds:
        words = message(language, "sheet.round", number=each.number)
        yield Part(f"r{each.number}-", f"{title} · {words}" if title else words, _known(each.steps))


def _known(steps: list[Step]) -> list[tuple[Step, Position]]:
    return [(each, each.position) for each in steps if each.position is not None]


def marked(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """A figure for every position marked with `figure`; of a layout without marks the last one."""
    for name, step in _marked(report):
        if step.position is None:
            yield _unknown(name, step)
            continue
        yield marked_figure(
            step.position, step.figures, look, name=name, step=step, max_width=table.max_width, aspect=table.aspect
        )


def _marked(report: EntryReport) -> Iterator[tuple[str, Step]]:
    marks = {id(step): f"r{each.number}-" for each in report.judged.rounds for step in each.steps}
    for step in report.drawn:
        yield f"{marks.get(id(step), '')}{step.turn}", step


def _unknown(name: str, step: Step) -> Named:
    def refuse() -> NoReturn:
        raise NoPosition(step)

    return Named(name, None, step, refuse, refuse)


def every(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """One figure a step, with the tiles of each layout or round in the same places."""
    for part in parts(report, look.lang):
        scenes = cache(partial(frames, part.positions, look, max_width=table.max_width, aspect=table.aspect))
        for i, (step, position) in enumerate(part.steps):
            yield Named(
                f"{part.mark}{step.turn}", None, step,
                partial(lambda scenes, i: [scenes()[i]], scenes, i),
                partial(text_of, [position], None, look.lang),
            )  # fmt: skip


def strips(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """The worked sequence of each layout or round in one figure."""
    for part in parts(report, look.lang):
        if part.steps:
            yield Named(
                f"{part.mark}strip", part.heading, None,
                partial(_strip, part, look.but(title=part.heading), table),
                partial(text_of, part.positions, part.heading, look.lang),
            )  # fmt: skip


def _strip(part: Part, look: Look, table: Table) -> list[Scene]:
    numbers = [step.turn for step, _ in part.steps]
    return [strip(part.positions, look, numbers=numbers, max_width=table.max_width, aspect=table.aspect)]


def sheets(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """The contact sheet of each layout or round."""
    for part in parts(report, look.lang):
        if part.steps:
            captions = [f"{step.turn} {step.seat or ''} {step.tile}".replace("  ", " ") for step, _ in part.steps]
            titled = look.but(title=part.heading)
            yield Named(
                f"{part.mark}sheet", part.heading, None,
                partial(
                    sheet, part.positions, captions, titled, max_width=table.max_width, aspect=table.aspect
                ),
                partial(text_of, part.positions, part.heading, look.lang),
            )  # fmt: skip


def compared(other: RuleSet) -> Maker:
    """The marked positions beside the same layouts under another rule set.

    A layout that rule set does not allow cannot be drawn.
    """

    def make(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
        assert report.judged.entry is not None
        rules = report.judged.entry.rules
        for name, step in _marked(report):
            if step.position is None:
                yield _unknown(name, step)
                continue
            caption = caption_of(step.figures, look.lang)
            pair = _Pair(step.position, rules, other, look.but(title=caption and caption.text), table)
            yield Named(f"{name}-compare", caption and caption.text, step, pair.draw, pair.text)

    return make


@dataclass(frozen=True, slots=True)
class _Pair:
    """A position under its own rules and under others."""

    here: Position
    rules: RuleSet
    other: RuleSet
    look: Look
    table: Table

    def there(self) -> Position:
        try:
            return build(self.other, self.here.layout).position()
        except PlayError as error:
            raise RenderError(message(self.look.lang, "cli.not-there", rules=self.other.ref, why=error)) from None

    def draw(self) -> list[Scene]:
        names = (self.rules.ref, self.other.ref)
        table = self.table
        scene = beside(self.here, self.there(), names, self.look, max_width=table.max_width, aspect=table.aspect)
        return [scene]

    def text(self) -> str:
        pair = ((self.rules.ref, self.here), (self.other.ref, self.there()))
        return "\n".join(f"{name}\n{text_of([each], None, self.look.lang)}" for name, each in pair)
