"""Texts and pictures → expressions of Typst, as literals: nothing of a document can be a command."""

from __future__ import annotations

import re
from collections.abc import Iterable


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


_BLANKS = re.compile("[\t\v\f\x85\u2028\u2029]")
_COMPOUND = re.compile(r"(?<!\S)(\S{0,14}[^\s/][-|][^\s/]\S{0,14}(?: |$))")


def words_of(text: str) -> str:
    """Text, with what holds a hyphen or a bar kept on one line: a reader would take its end there for a broken word.

    The blank behind it goes along, for alone it would be lost to some readers.
    """
    pieces = _COMPOUND.split(_BLANKS.sub(" ", text))
    made = [f"box({quoted(each)})" if n % 2 else quoted(each) for n, each in enumerate(pieces) if each]
    return joined(made)


def joined(pieces: Iterable[str]) -> str:
    """Expressions one after another, in a block: a chain of `+` would be as deep as it is long."""
    found = [each for each in pieces if each]
    return found[0] if len(found) == 1 else f"{{{'; '.join(found)}}}" if found else '""'


def picture(svg: str) -> str:
    """A picture without its words, which Typst would set as text of the page; it is described instead."""
    return f"bytes({quoted(svg.strip())})"
