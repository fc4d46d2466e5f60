"""Judged entries → figures with their names: the marked ones, all steps, strips, sheets, comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .api import EntryReport
from .engine.errors import PlayError, RenderError
from .engine.judged import Step
from .engine.layout import Position
from .engine.messages import message
from .engine.rules import RuleSet
from .engine.table import build
from .render.compose import beside, frames, sheet, strip
from .render.figure import figure
from .render.files import caption_of, text_of
from .render.look import Look
from .render.scene import Scene


class NoPosition(RenderError):
    """A marked position that is not known; `line` is that of its turn."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}: the layout is not known here")
        self.line = line


@dataclass(frozen=True, slots=True)
class Table:
    """The shape of the table: the most grid units across, and the wanted width divided by height."""

    max_width: int | None = None
    aspect: float | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A figure: the end of its name, its page or pages, its title and its text picture."""

    name: str
    pages: list[Scene]
    title: str | None
    text: str


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
    """A figure for every position marked with `figure`; of a layout without marks the last one.

    Raises NoPosition where a marked position is not known.
    """
    for mark, step, position in _marked(report, look.lang):
        title = caption_of(step.figures, look.lang)
        scene = figure(position, look.but(title=title), max_width=table.max_width, aspect=table.aspect)
        yield Named(f"{mark}{step.turn}", [scene], title, text_of([position], title, look.lang))


def _marked(report: EntryReport, language: str) -> Iterator[tuple[str, Step, Position]]:
    shown = {id(step): part.mark for part in parts(report, language) for step, _ in part.steps}
    chosen = [step for step in report.steps if step.figures] or report.judged.steps[-1:]
    for step in chosen:
        if step.position is None:
            raise NoPosition(step.line)
        yield shown[id(step)], step, step.position


def every(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """One figure a step, with the tiles of each layout or round in the same places."""
    for part in parts(report, look.lang):
        scenes = frames(part.positions, look, max_width=table.max_width, aspect=table.aspect)
        for (step, position), scene in zip(part.steps, scenes, strict=True):
            yield Named(f"{part.mark}{step.turn}", [scene], None, text_of([position], None, look.lang))


def strips(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """The worked sequence of each layout or round in one figure."""
    for part in parts(report, look.lang):
        if part.steps:
            titled = look.but(title=part.heading)
            numbers = [step.turn for step, _ in part.steps]
            scene = strip(part.positions, titled, numbers=numbers, max_width=table.max_width, aspect=table.aspect)
            yield Named(f"{part.mark}strip", [scene], part.heading, text_of(part.positions, part.heading, look.lang))


def sheets(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """The contact sheet of each layout or round."""
    for part in parts(report, look.lang):
        if part.steps:
            captions = [f"{step.turn} {step.seat or ''} {step.tile}".replace("  ", " ") for step, _ in part.steps]
            titled = look.but(title=part.heading)
            pages = sheet(part.positions, captions, titled, max_width=table.max_width, aspect=table.aspect)
            yield Named(f"{part.mark}sheet", pages, part.heading, "")


def compared(other: RuleSet) -> Maker:
    """The marked positions beside the same layouts under another rule set.

    Raises RenderError for a layout that rule set does not allow.
    """

    def make(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
        assert report.judged.entry is not None
        rules = report.judged.entry.rules
        for mark, step, position in _marked(report, look.lang):
            try:
                there = build(other, position.layout).position()
            except PlayError as error:
                raise RenderError(message(look.lang, "cli.not-there", rules=other.ref, why=error)) from None
            title = caption_of(step.figures, look.lang)
            scene = beside(
                position, there, (rules.ref, other.ref), look.but(title=title),
                max_width=table.max_width, aspect=table.aspect,
            )  # fmt: skip
            text = "\n".join(
                f"{name}\n{text_of([each], None, look.lang)}"
                for name, each in ((rules.ref, position), (other.ref, there))
            )
            yield Named(f"{mark}{step.turn}-compare", [scene], title, text)

    return make
