"""Values, tiles and clauses in the text of a page: each is evaluated where it stands and kept in its token."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from markdown_it.token import Token

from .clauses import POINTS, known_clauses
from .examples import Example
from .fences import is_goti
from .markdown import TILE, ascii_digits
from .marks import COMPUTED, COMPUTED_END
from .named import Context, ValueFault
from .terms import Mention
from .values import evaluate

if TYPE_CHECKING:
    from .page import Page

_MARKS = re.compile(f"[{COMPUTED}{COMPUTED_END}]")
_PIECES = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\|[^\[\]]*\]")
CAPTION_VALUE = re.compile(r"\\\{|\{[^{}]+\}")
"""A value in a caption, or a brace that begins none."""
_MOST_PIPS = 12


@dataclass(frozen=True, slots=True)
class Used:
    """A value or tile in the text: the line, what was written, the name of the value, what is shown, the clauses."""

    line: int
    column: int
    written: str
    name: str
    shown: str
    clauses: tuple[str, ...] = ()


def without_marks(text: str) -> str:
    """Text without the marks around numbers a template printed."""
    return _MARKS.sub("", text)


def clean_marks(line: str) -> str:
    """A line whose values and tiles are without those marks, which prose still needs for the lint."""
    return _PIECES.sub(lambda found: without_marks(found[0]), line) if COMPUTED in line else line


def read_inlines(page: Page) -> None:
    """Evaluate everything in the text of the page. A value is about the nearest block above it."""
    labelled = {each.fence.label: each for each in page.examples if each.fence.label}
    nearest: Example | None = None
    broken = False
    ends: dict[int, int] = {}
    for token in page.tokens:
        if token.type == "fence":
            line = (token.map or [0])[0] + 1
            nearest = page.by_line.get(line, nearest)
            if is_goti(token.info):
                broken = f"line {line}" in page.broken
        elif token.type == "inline":
            context = _context(page, labelled, nearest, broken)
            places = _Places(page, token, ends)
            for child in token.children or []:
                _child(page, child, context, places)
    _read_captions(page, labelled)


def _context(page: Page, labelled: dict[str, Example], nearest: Example | None, broken: bool) -> Context:
    return Context(labelled, nearest, page.rules, page.language, page.front.digits, page.broken, broken)


def _read_captions(page: Page, labelled: dict[str, Example]) -> None:
    """Put the values into the captions behind fences; each is about its own block."""
    for example in page.examples:
        context = _context(page, labelled, example, broken=False)

        def shown(found: re.Match[str], line: int = example.line, context: Context = context) -> str:
            if found[0].startswith("\\"):
                return found[0][1:]
            try:
                value = evaluate(found[0], context)
            except ValueFault as fault:
                if fault.code != "broken":
                    column = max(_text(page, line).find(found[0]), 0) + 1
                    page.report(fault.code, line, column, len(found[0]), **fault.values)
                return ""
            page.used.append(Used(line, 0, found[0], value.name, value.shown, value.clauses))
            return value.shown

        example.said = CAPTION_VALUE.sub(shown, example.fence.caption)


def _child(page: Page, child: Token, context: Context, places: _Places) -> None:
    if child.type == "goti_value":
        _value(page, child, context, *places.of(child))
    elif child.type == "goti_tile":
        _tile(page, child, *places.of(child))
    elif child.type == "image":
        number = places.line_with(child.content)
        words = Token("inline", "", 0, content=child.content, map=[number - 1, number])
        within = _Places(page, words, {})
        for each in child.children or []:
            _child(page, each, context, within)
    elif child.type == "html_inline":
        if not child.content.startswith("<!--"):
            page.report("raw-html", places.line_with(child.content), 0, len(child.content), found=child.content)
    elif child.type == "code_inline":
        child.content = without_marks(child.content)


def _text(page: Page, line: int) -> str:
    return page.lines[line - 1] if line <= len(page.lines) else ""


class _Places:
    """Where the pieces of one text stand: of a paragraph, or of a cell, in which `|` is written with a backslash.

    `ends` has the place in every line behind the last text found there, so that a cell is looked for behind the one
    before it.
    """

    def __init__(self, page: Page, token: Token, ends: dict[int, int]) -> None:
        self.page, self.first, self.ends = page, (token.map or [0])[0] + 1, ends
        self.parts = token.content.split("\n")
        self.starts = list(accumulate((len(each) + 1 for each in self.parts), initial=0))
        self.found: dict[int, int] = {}

    def line_with(self, piece: str) -> int:
        """The first line of the text in which a piece stands."""
        lines = range(self.first, self.first + len(self.parts))
        return next((n for n in lines if piece in _text(self.page, n)), self.first)

    def of(self, child: Token) -> tuple[int, int]:
        """Line and column of a child that begins at `pos` of its text; column 0 where it cannot be told."""
        pos = child.meta["pos"]
        number = bisect_right(self.starts, pos) - 1
        line, part, inside = self.first + number, self.parts[number], pos - self.starts[number]
        text = _text(self.page, line)
        for escaped in ("|", "\\|"):
            written = part.replace("|", escaped)
            at = self.found[line] if line in self.found else text.find(written, self.ends.get(line, 0))
            if at >= 0 and text.startswith(written, at):
                self.found[line], self.ends[line] = at, at + len(written)
                return line, at + inside + (len(escaped) - 1) * part[:inside].count("|") + 1
        return line, text.find(child.content) + 1


def _value(page: Page, child: Token, context: Context, line: int, column: int) -> None:
    width = len(child.content)
    try:
        value = evaluate(child.content, context)
    except ValueFault as fault:
        if fault.code != "broken":
            page.report(fault.code, line, column, width, **fault.values)
        child.meta["shown"] = ""
        return
    for clause in value.clauses:
        if page.rules is None or clause not in (*known_clauses(page.rules.game), *POINTS):
            page.report("no-clause", line, max(column, 1), width, found=clause)
    if value.name == "states" and page.front.clauses == "shown":
        child.meta["clauses"] = value.clauses
    child.meta["shown"] = value.shown
    child.meta["anchors"] = [each for each in value.clauses if each not in page.clause_lines]
    page.clause_lines |= dict.fromkeys(child.meta["anchors"], line)
    if value.name in ("term", "see"):
        mention = Mention(value.entry, line, f"term-{len(page.mentions) + 1}", value.name == "term")
        page.mentions.append(mention)
        child.meta |= {"term": mention.anchor, "defined": mention.defined}
    if value.name in ("list", "page"):
        child.meta |= {"block": f"goti_{value.name}", "kind": value.entry}
    page.used.append(Used(line, column, child.content, value.name, value.shown, value.clauses))


def _tile(page: Page, child: Token, line: int, column: int) -> None:
    found = TILE.fullmatch(child.content)
    assert found is not None
    first, second = (int(ascii_digits(each)) for each in found.groups())
    most = page.rules.max_pips if page.rules is not None else _MOST_PIPS
    if max(first, second) > most:
        page.report("no-such-tile", line, column, len(child.content), found=child.content, most=most)
    child.meta["tile"] = (first, second)
    page.used.append(Used(line, column, child.content, "tile", f"[{first}|{second}]"))
