"""Judged entries → figures with their names: the marked ones, all steps, strips, sheets, comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NoReturn

from .api import EntryReport
from .engine.direction import isolated
from .engine.errors import PlayError, RenderError, UndrawnError
from .engine.judged import Judged, RoundTrace, Step
from .engine.judged import marked as marked_steps
from .engine.layout import Position
from .engine.messages import message
from .engine.record import Action, CountedClaim, Figure, GivenTable, JointsClaim, OpenClaim, SpinnerClaim, Unread
from .engine.rules import RuleSet
from .engine.table import build
from .engine.written import Claim, as_written
from .render.arrange import Arrangement, check_table
from .render.compose import beside, follow, frames, strip
from .render.figure import figure
from .render.files import Named, caption_of, text_key, text_of
from .render.look import Look
from .render.scene import Scene
from .render.sheet import sheet


class NoPosition(RenderError):
    """The layout after `step` is not known."""

    def __init__(self, step: Step) -> None:
        super().__init__(f"line {step.line}: the layout is not known here")
        self.step = step


@dataclass(frozen=True, slots=True)
class Table:
    """The shape of the table: the most grid units across, and the wanted width divided by height.

    Raises UndrawnError for a shape that cannot be meant.
    """

    max_width: int | None = None
    aspect: float | None = None

    def __post_init__(self) -> None:
        check_table(self.max_width, self.aspect)

    def places(self, positions: Sequence[Position]) -> list[Arrangement]:
        """An arrangement for each position, in the places of the last one where it begins that one."""
        return follow(positions, max_width=self.max_width, aspect=self.aspect)

    def wide(self, positions: Sequence[Position]) -> int:
        """How many units across the tiles of the widest of them need."""
        return max(each.bounds.width for each in self.places(positions))


@dataclass(frozen=True, slots=True)
class Part:
    """A layout or one round: `mark` begins the names of its figures, `steps` are those on which a tile was placed,
    `drawn` those with a figure of their own.
    """

    mark: str
    heading: str | None
    steps: list[Step]
    drawn: list[Step]

    @property
    def known(self) -> list[tuple[Step, Position]]:
        """The steps with a known layout."""
        return [(each, each.position) for each in self.steps if each.position is not None]

    @property
    def positions(self) -> list[Position]:
        return [position for _, position in self.known]

    @property
    def numbers(self) -> list[int]:
        """The numbers of the turns of `known`."""
        return [step.turn for step, _ in self.known]

    def lost(self) -> Iterator[Named]:
        """A figure that cannot be made where a sequence leaves steps out: at the first whose layout is not known, and
        wherever the lines state what cannot be drawn.
        """
        unknown = [each for each in self.steps if each.position is None and each.undrawn is None]
        stated = [each for each in self.steps if each.undrawn is not None]
        for step in sorted((*unknown[:1], *stated), key=lambda each: each.line):
            yield _unknown(f"{self.mark}{step.turn}", step)


Maker = Callable[[EntryReport, Look, Table], Iterator[Named]]
"""Makes the figures of one entry."""


def parts(report: EntryReport, look: Look) -> Iterator[Part]:
    """The layout of an entry, or its rounds."""
    title = report.head.title if report.head else None
    if not report.judged.rounds:
        yield Part("", title, report.judged.steps, report.drawn)
    for each in report.judged.rounds:
        words = look.digits(message(look.lang, "sheet.round", number=each.number))
        heading = f"{isolated(title)} · {words}" if title else words
        placing = [step for step in each.steps if step.places]
        yield Part(f"r{each.number}-", heading, placing, marked_steps(each))


def marked(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """A figure for every `figure` line; of a layout without one its end.

    Those of one layout or round have their tiles in the same places.
    """
    for part in parts(report, look):
        places = cache(partial(table.places, [each.position for each in part.drawn if each.position is not None]))
        number = 0
        for step in part.drawn:
            name = f"{part.mark}{step.turn}"
            if step.position is None:
                yield _unknown(name, step)
                continue
            caption = caption_of(step.figures, look.lang)
            single = _Single(step.position, look.but(title=look.title or (caption and caption.text)), places, number)
            yield Named(name, single.look.title, step, single.draw, single.text, single.wide)
            number += 1


@dataclass(frozen=True, slots=True)
class _Single:
    """One of several positions, which share their places."""

    position: Position
    look: Look
    places: Callable[[], list[Arrangement]]
    number: int

    def draw(self) -> list[Scene]:
        return [figure(self.position, self.look, place=self.places()[self.number])]

    def wide(self) -> int:
        return self.places()[self.number].bounds.width

    def text(self) -> str:
        return text_of([self.position], [self.places()[self.number]], self.look)


def _unknown(name: str, step: Step) -> Named:
    def refuse() -> NoReturn:
        raise step.undrawn or NoPosition(step)

    return Named(name, None, step, refuse, refuse)


def every(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """One figure a step, with the tiles of each layout or round in the same places."""
    for part in parts(report, look):
        yield from part.lost()
        scenes = cache(partial(frames, part.positions, look, max_width=table.max_width, aspect=table.aspect))
        places = cache(partial(table.places, part.positions))
        for i, (step, position) in enumerate(part.known):
            single = _Single(position, look, places, i)
            draw = partial(_nth, scenes, i)
            yield Named(f"{part.mark}{step.turn}", None, step, draw, single.text, single.wide)


def _nth(scenes: Callable[[], list[Scene]], number: int) -> list[Scene]:
    return [scenes()[number]]


def strips(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """The worked sequence of each layout or round in one figure."""
    for part in parts(report, look):
        yield from part.lost()
        if part.known:
            titled = look.but(title=look.title or part.heading)
            draw = partial(_strip, part, titled, table)
            text = partial(_text, part, titled, table)
            yield Named(f"{part.mark}strip", titled.title, None, draw, text, partial(table.wide, part.positions))


def _strip(part: Part, look: Look, table: Table) -> list[Scene]:
    return [strip(part.positions, look, numbers=part.numbers, max_width=table.max_width, aspect=table.aspect)]


def _text(part: Part, look: Look, table: Table) -> str:
    return text_of(part.positions, table.places(part.positions), look)


def sheets(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
    """The contact sheet of each layout or round."""
    for part in parts(report, look):
        yield from part.lost()
        if part.known:
            titled = look.but(title=look.title or part.heading)
            draw = partial(_sheet, part, titled, table)
            text = partial(_text, part, titled, table)
            yield Named(f"{part.mark}sheet", titled.title, None, draw, text, partial(table.wide, part.positions))


def _sheet(part: Part, look: Look, table: Table) -> list[Scene]:
    captions = [
        " ".join(filter(None, (look.digits(str(step.turn)), step.seat, str(step.tile)))) for step, _ in part.known
    ]
    return sheet(part.positions, captions, look, numbers=part.numbers, max_width=table.max_width, aspect=table.aspect)


def compared(other: RuleSet) -> Maker:
    """The marked positions beside the same layouts under another rule set.

    A layout that rule set does not allow cannot be drawn.
    """

    def make(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
        if report.judged.entry is None:
            return
        rules = report.judged.entry.rules
        for part in parts(report, look):
            for step in part.drawn:
                name = f"{part.mark}{step.turn}"
                if step.position is None:
                    yield _unknown(name, step)
                    continue
                caption = caption_of(step.figures, look.lang)
                pair = _Pair(
                    step.position, rules, other, look.but(title=look.title or (caption and caption.text)), table
                )
                yield Named(
                    f"{name}-compare", pair.look.title, step, pair.draw, pair.text, partial(table.wide, [step.position])
                )

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
        placements, there = self.here.layout.placements, build(self.other, ())
        for number, each in enumerate(placements, 1):
            try:
                there = build(self.other, placements[:number])
            except PlayError:
                raise UndrawnError("not-there", rules=self.other.ref, tile=each.tile) from None
        return there.position()

    def draw(self) -> list[Scene]:
        names, table = self.rules.names_beside(self.other, self.look.lang), self.table
        return [beside(self.here, self.there(), names, self.look, max_width=table.max_width, aspect=table.aspect)]

    def text(self) -> str:
        pair = (self.here, self.there())
        places = reversed(self.table.places(pair[::-1]))
        names = self.rules.names_beside(self.other, self.look.lang)
        bare = self.look.but(title=None, legend=False)
        told = [
            f"{name}\n{text_of([each], [place], bare)}" for name, each, place in zip(names, pair, places, strict=True)
        ]
        title = [self.look.title] if self.look.title else []
        return "\n".join([*title, *told, *text_key(pair, self.look), ""])


def take_as_written(report: EntryReport) -> None:
    """Change the positions of a report to what its lines state; None, and why, where that cannot be drawn."""
    if report.judged.entry is None:
        return
    claims: dict[int, list[Claim | Unread]] = {}  # by the lines of placements and of figures
    here: list[Claim | Unread] = []
    for node in report.judged.entry.nodes:
        if isinstance(node, Action | GivenTable):
            here = claims[node.line] = []
        elif isinstance(node, Figure):
            claims[node.line] = here
        elif isinstance(node, CountedClaim | JointsClaim | OpenClaim | SpinnerClaim) or (
            isinstance(node, Unread) and node.word in ("counted", "open", "spinner")
        ):
            here.append(node)
    traces: tuple[Judged | RoundTrace, ...] = (report.judged, *report.judged.rounds)
    last = [report.judged.last] if report.judged.last is not None else []
    steps = [step for each in traces for step in (*each.steps, *each.asides)] + last
    for step in {id(each): each for each in steps}.values():
        if step.position is not None:
            stated = claims.get(step.line, [])
            unread = [each.line for each in stated if isinstance(each, Unread)]
            try:
                if unread:
                    raise UndrawnError("unread-mark").at(unread[0])
                known = [each for each in stated if not isinstance(each, Unread)]
                step.position = as_written(step.position, step.action, known)
            except UndrawnError as error:
                step.position, step.undrawn = None, error
