"""Changed lines: edits of nodes → the text of a file with them made.

Only the pieces of a line that change are written anew, in the manner of the old ones; all else stays byte for byte.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from ..engine.edits import Edit
from ..engine.messages import DEFAULT_LANGUAGE, languages
from ..engine.record import Action, Deal, Deduct, Node, ScoreLine
from .locate import token_of
from .words import own_words
from .write import write

_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


def split_keeping(source: str) -> list[str]:
    """Lines with their ends; only LF, CRLF and CR end a line."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", source)


def changed_lines(lines: Sequence[str], changes: Iterable[tuple[int, Edit]]) -> list[str]:
    """The lines of a file with edits made; each comes with the number of its line, a new one with that of the next."""
    found = list(lines)
    for line, edit in sorted(changes, key=lambda each: (-each[0], each[1].old is None)):
        index = line - 1
        if edit.new is None:
            del found[index]
        elif edit.old is None:
            found.insert(index, _new_line(found, index, edit.new))
        else:
            text = found[index].rstrip("\r\n")
            found[index] = rewritten(text, edit.old, edit.new) + found[index][len(text) :]
    return found


def _new_line(lines: list[str], index: int, node: Node) -> str:
    """A new line, indented and in the language of its neighbours."""
    near = lines[min(index, len(lines)) - 1] if index else ""
    end = next((each for each in ("\r\n", "\n", "\r") if near.endswith(each)), "\n")
    if near and not near.endswith(("\n", "\r")):  # the file does not end its last line
        lines[index - 1] += end
    indent = near[: len(near) - len(near.lstrip(" \t"))] if isinstance(node, Action | Deduct) else ""
    return indent + line_of(node, language_of(near)) + end


def line_of(node: Node, language: str) -> str:
    """The canonical line of a node, without its comment."""
    bare = node._replace(comment=None)  # type: ignore[arg-type]
    return write([bare], language).rstrip("\n").split("\n")[-1].strip()


def language_of(line: str) -> str:
    """The language a line's keywords are written in."""
    bare = unicodedata.normalize("NFC", re.sub('"[^"]*"|#.*', "", line))
    words = set(re.split(r"[\s@]+|\]\.", bare))
    return next((each for each in languages() if not words.isdisjoint(own_words(each))), DEFAULT_LANGUAGE)


def rewritten(line: str, old: Node, new: Node) -> str:
    """A line that says `new` instead of `old`, with only those pieces changed that differ."""
    body = line.lstrip("\ufeff")
    pieces = list(_pieces(old, new))
    spans = [(token_of(body, part), text) for part, text in pieces]
    if not spans or any(token is None for token, _ in spans):
        return _whole(line, new)
    for token, text in sorted(spans, key=lambda each: -(each[0].column or 0)):  # type: ignore[union-attr]
        assert token is not None and token.column is not None
        start = token.column - 1
        end = start + len(token)
        before = body[:start] if text else body[:start].rstrip(" \t")
        body = before + _styled(text, str(token)) + body[end:]
    return line[: len(line) - len(line.lstrip("\ufeff"))] + body


def _whole(line: str, new: Node) -> str:
    """The whole line anew, with its indentation and comment."""
    body = line.lstrip("\ufeff \t")
    comment = getattr(new, "comment", None)
    tail = ""
    if comment is not None and "#" in body:
        kept = body[: body.rindex(comment) if comment in body else body.index("#")]
        tail = body[len(kept.rstrip(" \t")) :]
    return line[: len(line) - len(body)] + line_of(new, language_of(body)) + tail


def _pieces(old: Node, new: Node) -> Iterator[tuple[str, str]]:
    """The pieces of a line that differ, by the names findings use, and their new text."""
    if isinstance(old, Action) and isinstance(new, Action) and old.site is not None and new.site is None:
        return  # no piece says where the site was: the whole line
    if isinstance(old, Action) and isinstance(new, Action) and (old.verb, len(old.drawn)) == (new.verb, len(new.drawn)):
        yield from action_pieces(old, new)
    elif isinstance(old, Deal) and isinstance(new, Deal) and len(old.tiles) == len(new.tiles):
        pairs = enumerate(zip(old.tiles, new.tiles, strict=True))
        yield from ((f"tile {number}", str(b)) for number, (a, b) in pairs if a != b)
    elif isinstance(old, Deduct) and isinstance(new, Deduct):
        yield "points", str(new.points)
    elif isinstance(old, ScoreLine) and isinstance(new, ScoreLine):
        pairs_ = zip(old.scores, new.scores, strict=True)
        yield from ((f"side {side}", str(score)) for (side, before), (_, score) in pairs_ if before != score)


def action_pieces(old: Action, new: Action) -> Iterator[tuple[str, str]]:
    if old.seat != new.seat:
        yield "seat", str(new.seat)
    if old.tile != new.tile or old.port != new.port:
        yield "tile", str(new.tile)
    if (old.site, old.site_port) != (new.site, new.site_port):
        yield "site", str(new.site) + ("" if new.site_port is None else f".{new.site_port.word}")
    for number, (a, b) in enumerate(zip(old.drawn, new.drawn, strict=True)):
        if a != b:
            yield f"tile {number}", str(b)
    if old.total != new.total:
        yield "total", f"={new.total}"
    if old.points != new.points:
        yield "points", "" if new.points is None else f"+{new.points}"


def _styled(text: str, like: str) -> str:
    """A piece in the manner of the one it replaces: bare or bracketed tiles, the digits used there."""
    if text.startswith("[") and "|" not in like and "-" in like and "[" not in text[1:]:
        text = text.replace("|", "-")
        text = text if like.startswith("[") else text.replace("[", "").replace("]", "")
    return text.translate(_DEVANAGARI) if re.search("[०-९]", like) else text
