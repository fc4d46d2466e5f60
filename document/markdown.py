"""Markdown with tiles `[1|4]`, values `{total=15}` and anchors `{#name}` → tokens of markdown-it."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

TILE = re.compile(r"\[([0-9]{1,2}|[०-९]{1,2})\|([0-9]{1,2}|[०-९]{1,2})\]")
"""A tile in prose, drawn where it stands."""

_DEVANAGARI = str.maketrans("०१२३४५६७८९", "0123456789")
_TO_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
_VALUE = re.compile(r"\{(?!#)\s*[!~]?\s*[^\s{}][^{}\n]*\}")
_ANCHOR = re.compile(r"\{#([^\s{}]+)\}")


def reader(refused: Callable[[str], None]) -> MarkdownIt:
    """CommonMark with tables and the marks of documents; `refused` is told links that could run a script."""
    parser = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table")
    parser.inline.ruler.before("link", "goti_tile", _rule("[", TILE, "goti_tile"))
    parser.inline.ruler.before("link", "goti_anchor", _rule("{", _ANCHOR, "goti_anchor"))
    parser.inline.ruler.before("link", "goti_value", _rule("{", _VALUE, "goti_value"))
    safe = parser.validateLink

    def validate(url: str) -> bool:
        if not safe(url):
            refused(url)
            return False
        return True

    parser.validateLink = validate  # type: ignore[method-assign]
    return parser


def split_tiles(text: str) -> list[str | tuple[int, int]]:
    """Text in pieces: what is drawn as a tile as its two halves in order, the rest as it is; no piece is empty."""
    pieces: list[str | tuple[int, int]] = []
    last = 0
    for found in TILE.finditer(text):
        first, second = (int(ascii_digits(each)) for each in found.groups())
        pieces += [text[last : found.start()], (first, second)]
        last = found.end()
    return [each for each in [*pieces, text[last:]] if each]


def ascii_digits(text: str) -> str:
    """Text with 0 to 9 for Devanagari digits."""
    return text.translate(_DEVANAGARI)


def to_devanagari(text: str) -> str:
    """Text with Devanagari digits for 0 to 9."""
    return text.translate(_TO_DEVANAGARI)


def _rule(first: str, pattern: re.Pattern[str], kind: str) -> Callable[[StateInline, bool], bool]:
    """An inline rule: text that begins with `first` and matches becomes a token; its content is what was written."""

    def rule(state: StateInline, silent: bool) -> bool:
        if not state.src.startswith(first, state.pos):
            return False
        found = pattern.match(state.src, state.pos, state.posMax)
        if found is None:
            return False
        if not silent:
            token = state.push(kind, "", 0)
            token.content, token.meta = found[0], {"pos": state.pos}
        state.pos = found.end()
        return True

    return rule
