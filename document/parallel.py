"""Two translations of one document: do they state the same clauses, show the same figures, give the same numbers?

They are compared section by section, whatever the order of words in a sentence is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..engine.judged import Step
from ..engine.messages import message
from ..scores import book
from .examples import Example
from .markdown import ascii_digits
from .page import Page


@dataclass(slots=True)
class Section:
    """What one section says in figures and numbers; `line` is its heading's, 1 for what stands before the first."""

    line: int
    clauses: Counter[str] = field(default_factory=Counter)
    values: Counter[str] = field(default_factory=Counter)
    figures: list[str] = field(default_factory=list)


def sections(page: Page) -> list[Section]:
    """The sections of a page in order."""
    found = [Section(1), *(Section(each.line) for each in page.headings)]
    for used in page.used:
        section = _at(found, used.line)
        section.clauses.update(used.clauses)
        if used.name not in ("states", "game", "term", "see", "list", "page"):
            shown = ascii_digits(used.shown or used.written.replace(" ", ""))
            section.values[f"{used.name} {shown}" if used.name != "tile" else shown] += 1
    for example in page.examples:
        _at(found, example.line).figures.append(shape(example))
    return found


def _at(found: list[Section], line: int) -> Section:
    return [each for each in found if each.line <= line][-1]


def shape(example: Example) -> str:
    """What a figure shows, without its words: the placements and sums, the numbers of its tables, its scores."""
    fence, rules = example.fence, example.rules
    head = [rules.id if rules is not None else "", example.kind if example.tabled or fence.turns else ""]
    head += [f"score={fence.score}" if fence.score else "", "unmarked" if fence.unmarked else ""]
    head += [f"compare={example.other.rules.id}" if example.other is not None else ""]
    shown = [*_accounts(example)] if fence.score else [] if not (example.tabled or fence.turns) else [*_tables(example)]
    shown += [_position(each) for each in example.shown if each.layout is not None and not fence.score]
    return f"{' '.join(filter(None, head))} {' / '.join(shown)}"


def _position(step: Step) -> str:
    joints = " ".join(map(str, step.layout.joints)) if step.layout is not None else ""
    return f"{joints or step.tile} = {step.total} +{step.points or 0}"


def _tables(example: Example) -> Iterator[str]:
    """Every placement, draw and pass, and what hands left cost: of the round shown, a layout or a settlement."""
    judged = example.report.judged
    yield from map(_turn, judged.steps)
    yield from (f"{seat} {' '.join(map(str, hand.tiles or ()))}".strip() for seat, hand in judged.hands.items())
    yield from _numbers(judged.left, judged.deductions, judged.scores)
    for each in judged.rounds:
        if example.fence.round in (None, each.number):
            yield f"{each.number} {each.starter or ''} {each.end or ''}".strip()
            yield from map(_turn, each.steps)
            yield from _numbers(each.left, each.deductions, each.scores)


def _turn(step: Step) -> str:
    drawn = " ".join(map(str, step.drawn or ()))
    placed = f"{step.tile}@{step.site.tile}" if step.site is not None else str(step.tile or "")
    return f"{step.seat or ''} {step.action.verb} {placed}{drawn} = {step.total} +{step.points or 0}".strip()


def _numbers(*tables: Mapping[str, int | None]) -> Iterator[str]:
    for table in tables:
        if table:
            yield " ".join(f"{name}={value}" for name, value in sorted(table.items()))


def _accounts(example: Example) -> Iterator[str]:
    """The scores drawn, each with the one before it."""
    if example.scores is not None:
        found = example.scores.accounts
    else:
        kept = book(example.report)
        last = kept.rounds[-1] if kept is not None and example.fence.round is None else example.fence.round
        found = kept.accounts(kept.upto(last)) if kept is not None and last is not None else ()
    for each in found:
        yield f"{'?' if each.before is None else each.before}→{each.score}"


def differences(first: Page, second: Page, language: str) -> Iterator[str]:
    """One line for everything that is not in both, with the place in the one that has it."""
    a, b = sections(first), sections(second)
    if len(a) != len(b):
        yield message(language, "doc.sections", a=first.shown, b=second.shown, first=len(a) - 1, second=len(b) - 1)
    for one, two in zip(a, b, strict=False):
        for kind in ("clauses", "values"):
            mine: Counter[str] = getattr(one, kind)
            other: Counter[str] = getattr(two, kind)
            yield from _missing(first, second, one, two, kind, mine - other, language)
            yield from _missing(second, first, two, one, kind, other - mine, language)
        if one.figures != two.figures:
            yield from _figures(first, second, one, two, language)


def _missing(
    page: Page, other: Page, mine: Section, theirs: Section, kind: str, extra: Counter[str], language: str
) -> Iterator[str]:
    for name in sorted(extra.elements()):
        yield message(
            language, f"doc.only-{kind}", path=page.shown, line=mine.line, found=name, other=other.shown,
            other_line=theirs.line,
        )  # fmt: skip


def _figures(first: Page, second: Page, one: Section, two: Section, language: str) -> Iterator[str]:
    for n in range(max(len(one.figures), len(two.figures))):
        mine = one.figures[n] if n < len(one.figures) else "–"
        theirs = two.figures[n] if n < len(two.figures) else "–"
        if mine != theirs:
            yield message(
                language, "doc.other-figure", path=first.shown, line=one.line, number=n + 1, found=mine,
                other=second.shown, other_line=two.line, other_found=theirs,
            )  # fmt: skip
