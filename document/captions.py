"""Captions of tables: a paragraph below a table that begins with a colon; the table gets a number and a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markdown_it.token import Token

from .sections import plain_text, take_anchor

if TYPE_CHECKING:
    from .page import Page


@dataclass(frozen=True, slots=True)
class Captioned:
    """A table with a caption: its name such as “Table 2”, its anchor, the words, and the text they stand in."""

    name: str
    anchor: str
    words: str
    inline: Token


def read_captions(page: Page) -> None:
    """Give the tables of a page their captions, and take those out of the text."""
    tokens, found = page.tokens, list[Token]()
    opened: Token | None = None
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.type == "table_open":
            opened = token
        inline = tokens[index + 2] if token.type == "table_close" and index + 2 < len(tokens) else None
        found.append(token)
        index += 1
        if inline is not None and inline.type == "inline" and inline.content.startswith(": ") and opened is not None:
            opened.meta["caption"] = _captioned(page, inline)
            index += 3
    page.tokens = found


def _captioned(page: Page, inline: Token) -> Captioned:
    line = (inline.map or [0])[0] + 1
    first = (inline.children or [])[0]
    first.content = first.content.removeprefix(": ")
    number = len(page.tables) + 1
    anchor = take_anchor(inline) or f"table-{number}"
    last = next((each for each in reversed(inline.children or []) if each.type != "goti_anchor"), first)
    last.content = last.content.rstrip()
    name = page.digits(page.say("table", number=number))
    if anchor in page.labels:
        page.report("label-twice", line, 0, len(anchor), found=anchor)
    page.labels[anchor] = name
    page.tables.append(Captioned(name, anchor, plain_text(inline), inline))
    return page.tables[-1]
