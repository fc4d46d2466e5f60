"""An Example of a page → what every writer shows of it: pictures with their sums and descriptions, tables, notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.judged import Step
from ..engine.messages import message
from ..engine.record import Match
from ..render.look import Look
from .examples import Example
from .pictures import Part, look_of, pictures, score_picture
from .tables import Grid, end_of_round, grids_of, head_of_round, move, scores, seat_name

if TYPE_CHECKING:
    from .page import Page


@dataclass(frozen=True, slots=True)
class Item:
    """One position or turn of a figure: what says which, its sum, its own caption, its picture; each can be missing."""

    head: str
    sum: str
    words: str
    part: Part | None

    @property
    def label(self) -> str:
        return f"{self.head} {self.sum}".strip()


@dataclass(frozen=True, slots=True)
class Figure:
    """What is shown of one block. `name` is such as “Figure 3”, empty where the block is only its notation.

    `items` have the pictures, `columns` of them beside each other; `title` and `foot` are those of a round told turn by
    turn.
    """

    name: str
    anchor: str
    caption: str
    items: tuple[Item, ...]
    columns: int
    grids: tuple[Grid, ...]
    notation: str
    example: Example
    title: str = ""
    foot: str = ""

    @property
    def single(self) -> Item | None:
        """The one position shown, whose sum stands in the caption."""
        alone = len(self.items) == 1 and self.items[0].part is not None and not self.example.fence.turns
        return self.items[0] if alone else None

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(each.part for each in self.items if each.part is not None)

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
    items, columns = _items(page, example) if example.drawn else ((), 1)
    grids = grids_of(example, digits, language) if example.tabled else ()
    notation = example.notation if fence.notation or example.number is None else ""
    name = "" if example.number is None else page.labels[example.anchor]
    title, foot = (digits(each) for each in _round_words(example, language))
    return Figure(
        name, example.anchor, example.caption(language), items, columns, grids, notation, example, title, foot
    )


def _items(page: Page, example: Example) -> tuple[tuple[Item, ...], int]:
    """The positions and turns shown, and how many stand beside each other."""
    wanted, other, language = look_of(page, example.fence), example.other, page.language
    steps = [each for each in example.shown if each.position is not None]
    positions = [each.position for each in steps if each.position is not None]
    if other is not None and example.rules is not None:
        made = pictures([positions[-1], other.position], example, wanted, True)
        names = example.rules.names_beside(other.rules, language)
        items = (Item(f"{name}:", part.sum, "", part) for name, part in zip(names, made.parts, strict=True))
        return tuple(items), made.columns
    if example.fence.score:
        part = score_picture(example, wanted)
        return ((Item("", "", "", part),) if part is not None else ()), 1
    made = pictures(positions, example, wanted, False)
    drawn = {id(step): part for step, part in zip(steps, made.parts, strict=True)}
    turns = example.turns or steps
    if len(turns) == 1 == len(made.parts) and not example.fence.turns:
        return (Item("", made.parts[0].sum, "", made.parts[0]),), 1
    return tuple(_item(example, each, drawn.get(id(each)), wanted) for each in turns), made.columns


def _item(example: Example, step: Step, part: Part | None, wanted: Look) -> Item:
    language, entry = wanted.lang, example.report.judged.entry
    head = [f"{example.number_of(step)}."]
    if isinstance(entry, Match):
        head += [f"{seat_name(step, entry)}:", move(step, language)]
    elif example.fence.turns:
        head.append(move(step, language))
    total = _told(step, language) if example.fence.turns else part.sum if part is not None else ""
    return Item(wanted.digits(" ".join(head)), wanted.digits(total), example.words(step, language), part)


def _told(step: Step, language: str) -> str:
    """The sum of a turn, and the scores after it where it scored."""
    if step.position is None:
        return ""
    said = message(
        language, "figure.caption", sum=f"{' + '.join(str(each.value) for each in step.counted)} = {step.total}",
        count=step.points or 0,
    )  # fmt: skip
    return f"{said} · {scores(step.scores, language)}" if step.points and step.scores else said


def _round_words(example: Example, language: str) -> tuple[str, str]:
    """What stands above and below a round told turn by turn."""
    rounds = [each for each in example.report.judged.rounds if example.fence.round in (None, each.number)]
    if not (example.fence.turns and len(rounds) == 1):
        return "", ""
    return head_of_round(rounds[0], language), end_of_round(rounds[0], language)
