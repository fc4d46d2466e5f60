"""Numbers in prose near a figure that nothing checks: each is a problem, for it can be wrong without a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from .template import COMPUTED, COMPUTED_END

if TYPE_CHECKING:
    from .page import Page

_NUMBER = re.compile(r"(?<![\w०-९])[0-9०-९]+(?![\w०-९])")
_COMPUTED = re.compile(f"{COMPUTED}[^{COMPUTED_END}]*{COMPUTED_END}")


def bare_numbers(page: Page) -> None:
    """Report the numbers of the page's prose that are no values; then take the marks of templates out of the text."""
    near = _near(page)
    for token in page.tokens:
        if token.type != "inline":
            continue
        line = (token.map or [0])[0] + 1
        for child in token.children or []:
            if child.type in ("softbreak", "hardbreak"):
                line += 1
            if child.type != "text":
                continue
            prose = _COMPUTED.sub(lambda found: " " * len(found[0]), child.content)
            for found in _NUMBER.finditer(prose) if near(line) else ():
                column = _column(page, line, child.content, found)
                page.report("bare-number", line, column, len(found[0]), found=found[0])
            child.content = child.content.replace(COMPUTED, "").replace(COMPUTED_END, "")
    page.lines = [each.replace(COMPUTED, "").replace(COMPUTED_END, "") for each in page.lines]


def _column(page: Page, line: int, content: str, found: re.Match[str]) -> int:
    """The column of a number in its line, by the text it stands in."""
    text = page.lines[line - 1] if line <= len(page.lines) else ""
    start = text.find(content)
    return start + found.start() + 1 if start >= 0 else max(text.find(found[0]) + 1, 1)


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
