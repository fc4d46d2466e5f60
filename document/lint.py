"""Numbers in prose near a figure that nothing checks: each is a problem, for it can be wrong without a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from markdown_it.token import Token

from ..engine.messages import message
from .examples import Example
from .inlines import CAPTION_VALUE
from .markdown import TILE
from .marks import COMPUTED, COMPUTED_END

if TYPE_CHECKING:
    from .page import Page

_NUMBER = re.compile(r"\d+")
_NAMED = re.compile(r"[A-Z]+$")
_NO_CLAIMS = re.compile(rf'"(?:\\\\.|[^"\\\\])*"|#.*|{TILE.pattern}|[0-9]+-[0-9]+')
"""Texts, comments, tiles and dates of the notation."""
_NO_POINTS = re.compile(r"[=:]\s*\d+")
"""Totals and contributions as the notation claims them."""
_SIGNS = "\u0900-\u097f"  # vowel signs are no letters to `re`
_COMPUTED = re.compile(f"{COMPUTED}[^{COMPUTED_END}]*{COMPUTED_END}")


def bare_numbers(page: Page) -> None:
    """Report the numbers of the page's prose that are no values; then take the marks of templates out of the text."""
    near = _near(page)
    for token in page.texts:
        line = (token.map or [0])[0] + 1
        for child in token.children or []:
            if child.type in ("softbreak", "hardbreak"):
                line += 1
            for each in (child, *(child.children or [])):
                for content, start, end in _numbers_of(each) if near(line) else ():
                    page.report(
                        "bare-number", line, _column(page, line, content, start), end - start, found=content[start:end]
                    )
                if each.type == "text":
                    each.content = _unmarked(each.content)
    for example in page.examples:
        if example.number is not None and not page.manual and page.front.lint != "off":
            _check_captions(page, example)
    page.lines = [_unmarked(each) for each in page.lines]


def _unmarked(text: str) -> str:
    return text.replace(COMPUTED, "").replace(COMPUTED_END, "")


def _check_captions(page: Page, example: Example) -> None:
    """Report the numbers of a figure's captions that are none of its own, in the line of its block or the caption's.

    A number beside the word for a total or for points must be a total, or points, of what is shown.
    """
    own, totals, points = _own_numbers(example), _totals(example), _points(example)
    before, after = _word_patterns(page.language)
    for raw in example.raw_captions(page.language):
        prose = TILE.sub(_blank, CAPTION_VALUE.sub(_blank, raw) if raw == example.fence.caption else raw)
        for start, end in numbers(prose):
            total = totals and before.search(prose[:start])
            known = points if after.match(prose, end) else totals if total else own
            if int(raw[start:end]) not in known:
                page.report("bare-number", page.line_of(example, raw), 0, end - start, found=raw[start:end])


@cache
def _word_patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands before a total, as in “the total is 15”, and what behind points, as in “15 points”."""
    said = {key: "|".join(message(language, f"doc.words-{key}").split()) for key in ("total", "between", "points")}
    before = rf"(?<![\w{_SIGNS}])(?:{said['total']})(?:\s+(?:{said['between']}))?[\s:=]*$"
    return re.compile(before, re.IGNORECASE), re.compile(rf"\s*(?:{said['points']})", re.IGNORECASE)


def _totals(example: Example) -> set[int | None]:
    """The totals of the positions shown, of a comparison also by the other rules."""
    found: set[int | None] = {each.total for each in example.turns or example.shown if each.total is not None}
    return found if example.other is None else found | {example.other.position.total}


def _points(example: Example) -> set[int | None]:
    """Points and scores of what is shown and of its match, and all that its lines say but for totals and numbers."""
    said = {int(each) for each in re.findall(r"\d+", _NO_POINTS.sub(" ", _NO_CLAIMS.sub(" ", example.notation)))}
    found = _scores(example).union(said, (each.points for each in example.turns or example.shown))
    return found if example.other is None else found | {example.other.position.points}


def _own_numbers(example: Example) -> set[int | None]:
    """What a figure and its entry say in numbers: totals, points, scores, costs, steps, and what its lines claim."""
    steps = example.turns or example.shown
    found: set[int | None] = {int(each) for each in re.findall(r"\d+", _NO_CLAIMS.sub(" ", example.notation))}
    for step in steps:
        found |= {step.total, step.points, example.number_of(step)} | {each.value for each in step.counted}
    return found | _scores(example)


def _scores(example: Example) -> set[int | None]:
    """Scores, costs and pips left of what is shown and of the rounds it is from."""
    judged = example.report.judged
    found = {score for step in example.turns or example.shown for score in (step.scores or {}).values()}
    tables = [judged.deductions, judged.left, judged.scores]
    for each in judged.rounds:
        tables += [each.deductions, each.left, each.scores]
    return found.union(*(table.values() for table in tables))


def _numbers_of(child: Token) -> Iterator[tuple[str, int, int]]:
    """The text of a piece, with the beginning and the end of each number in it that nothing computed."""
    if child.type == "text":
        prose = _COMPUTED.sub(_blank, child.content)
    elif child.type == "goti_value" and child.meta.get("term"):
        prose = TILE.sub(_blank, child.content)
    else:
        return
    for start, end in numbers(prose):
        yield child.content, start, end


def numbers(prose: str) -> Iterator[tuple[int, int]]:
    """The places of the numbers in a text; one behind capital letters, as in SR36 and A4, belongs to a name."""
    for found in _NUMBER.finditer(prose):
        before = re.split(r"[\W_]", prose[: found.start()])[-1]
        if not (before and _NAMED.fullmatch(before)):
            yield found.span()


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _column(page: Page, line: int, content: str, start: int) -> int:
    """The column of a number in its line, by the text it stands in."""
    text = page.lines[line - 1] if line <= len(page.lines) else ""
    at = text.find(content)
    return at + start + 1 if at >= 0 else max(text.find(content[start:]) + 1, 1)


def _near(page: Page) -> Callable[[int], bool]:
    """Whether a line is in a section with a figure, or whatever else the document's `lint` says."""
    if page.manual:
        return lambda line: False
    if page.front.lint != "near":
        return lambda line: page.front.lint == "all"
    starts = [1, *(each.line for each in page.headings), len(page.lines) + 2]
    shown = [each.line for each in page.examples if each.number is not None]
    spans = [(a, b) for a, b in pairwise(starts) if any(a <= each < b for each in shown)]
    return lambda line: any(a <= line < b for a, b in spans)
