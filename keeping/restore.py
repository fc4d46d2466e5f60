"""JSON → the file of records it says.

The text of a line decides how it is written, the fields what it says; a line with both must say the same in both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ..engine.errors import GotiError, NotationError
from ..engine.messages import DEFAULT_LANGUAGE, languages, message
from ..engine.record import CountedClaim, JointsClaim, Left, Node, OpenClaim, Remark, SpinnerClaim
from ..notation.parse import parse
from ..notation.retype import line_of, rewritten
from .codecs import FormProblem, Json, check_keys
from .convert import ENDS, FORMAT, KEYS
from .forms import to_node

_WORDS = {word: end for end, word in ENDS.items()}
_CLAIMS = (SpinnerClaim, CountedClaim, OpenClaim, JointsClaim)
_PARTS = ("opening", "rounds", "closing")


class DocumentError(GotiError):
    """JSON that is no document of a record, or does not say one thing; `where` is the place in it."""

    def __init__(self, where: str, key: str, **values: object) -> None:
        super().__init__(key)
        self.where, self.key, self.values = where, key, values

    def said(self, language: str) -> str:
        """Where, and what is wrong, in a user's language."""
        said = message(language, f"convert.{self.key}", **self.values)
        return f"{self.where}: {said}" if self.where else said

    def __str__(self) -> str:
        return self.said(DEFAULT_LANGUAGE)


def loads(text: str) -> Any:
    """JSON → its values. Raises DocumentError with line and column where it is no JSON, or names a key twice."""

    def unique(pairs: list[tuple[str, Any]]) -> Json:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [key for key, _ in pairs]
            raise DocumentError("", "repeated-key", found=next(key for key in names if names.count(key) > 1))
        return found

    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=unique, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise DocumentError(f"{error.lineno}:{error.colno}", "no-json", why=error.msg) from None
    except RecursionError:
        raise DocumentError("", "no-document") from None


def _whole(digits: str) -> int | float:
    """A whole number; one that no record can hold is none, so that it is refused at its place."""
    return int(digits) if len(digits) < 30 else float(digits)


def to_text(document: Any, fields_win: bool = False) -> str:
    """The text a document says; a line without `text` is written from its fields.

    With `fields_win` the fields decide where a line's text says something else. Raises DocumentError.
    """
    _check_top(document)
    language = document["language"]
    lines = [_Line(line, where, document) for line, where in _lines(document)]
    for each, after in pairwise(lines):
        if not each.end:
            raise DocumentError(f"{each.where}.end", "end-inside")
        if each.end == "\r" and not after.text and after.end == "\n":  # would be one CRLF
            raise DocumentError(f"{after.where}.end", "end-joined")
    said = _nodes_of(lines)
    for number, each in enumerate(lines, 1):
        if said is None or not _same(said.get(number), each.wanted):
            each.settle(language, fields_win)
    return "".join(each.text + each.end for each in lines)


def place_of(document: Json, number: int) -> str:
    """The place in a document of a line of its text."""
    return [where for _, where in _lines(document)][number - 1]


def _nodes_of(lines: list[_Line]) -> dict[int, Node] | None:
    """What all lines together say, by number; None where one of them cannot be read."""
    try:
        source = "".join(each.text + each.end for each in lines)
        source.encode("utf-8")
        return {node.line: node for entry in parse(source) for node in entry.nodes}
    except (NotationError, UnicodeEncodeError):
        return None


def _same(found: Node | None, wanted: Node | None) -> bool:
    """Whether two lines say the same, wherever they stand."""
    return type(found) is type(wanted) and (found is None or found[1:] == wanted[1:])  # type: ignore[index]


def _check_top(document: Any) -> None:
    if not isinstance(document, dict) or "goti_record" not in document:
        raise DocumentError("", "no-document")
    if document["goti_record"] is True or document["goti_record"] != FORMAT:
        raise DocumentError("goti_record", "wrong-format", found=document["goti_record"], known=FORMAT)
    try:
        check_keys(document, KEYS, KEYS)
    except FormProblem as problem:
        raise DocumentError("".join(problem.where).lstrip("."), problem.key, **problem.values) from None
    if document["language"] not in languages():
        raise DocumentError("language", "expected-word")
    if document["end"] not in ("LF", "CRLF", "CR"):
        raise DocumentError("end", "expected-word")


def _lines(document: Json) -> Iterator[tuple[Any, str]]:
    """Every line of a document with its place in it."""
    for number, entry in enumerate(_list(document["entries"], "entries")):
        where = f"entries[{number}]"
        try:
            check_keys(entry, _PARTS, ("opening",))
        except FormProblem as problem:
            raise DocumentError(where + "".join(problem.where), problem.key, **problem.values) from None
        parts = [(entry["opening"], f"{where}.opening")]
        rounds = _list(entry.get("rounds", []), f"{where}.rounds")
        parts += [(each, f"{where}.rounds[{index}]") for index, each in enumerate(rounds)]
        parts.append((entry.get("closing", []), f"{where}.closing"))
        for lines, place in parts:
            for index, line in enumerate(_list(lines, place)):
                yield line, f"{place}[{index}]"


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise DocumentError(where, "expected-list")
    return value


class _Line:
    """One line of a document: the node its fields say (None: blank), its text and its end."""

    def __init__(self, line: Any, where: str, document: Json) -> None:
        if not isinstance(line, dict):
            raise DocumentError(where, "expected-object")
        self.where = where
        fields = {key: value for key, value in line.items() if key not in ("text", "end")}
        end = line.get("end", document["end"])
        if not isinstance(end, str) or end not in _WORDS:
            raise DocumentError(f"{where}.end", "expected-word")
        self.end = _WORDS[end]
        self.given = "text" in line
        if self.given and (not isinstance(line["text"], str) or "\n" in line["text"] or "\r" in line["text"]):
            raise DocumentError(f"{where}.text", "expected-line")
        try:
            self.wanted = None if fields == {"kind": "blank"} else to_node(fields)
        except FormProblem as problem:
            raise DocumentError(where + "".join(problem.where), problem.key, **problem.values) from None
        self.text: str = line["text"] if self.given else written(self.wanted, document["language"])

    def settle(self, language: str, fields_win: bool) -> None:
        """Make the text say what the fields say. Raises DocumentError where that may or can not be done."""
        found, readable = self._read()
        if readable and _same(found, self.wanted):
            return
        if self.given and not fields_win:
            raise DocumentError(self.where, "differ", text=self.text, fields=written(self.wanted, language))
        if self.given and found is not None and self.wanted is not None and type(found) is type(self.wanted):
            beside = self.wanted._replace(comment=found.comment)  # type: ignore[arg-type]
            if not _same(found, beside):
                self.text = rewritten(self.text, found, beside)
            if found.comment != self.wanted.comment:
                self.text = _commented(self.text, found.comment, self.wanted, language)
        elif self.given:
            self.text = written(self.wanted, language)
        found, readable = self._read()
        if not readable or _told(found, language) != _told(self.wanted, language):
            raise DocumentError(self.where, "not-writable", text=self.text)

    def _read(self) -> tuple[Node | None, bool]:
        """What the text says, and whether it can be read at all."""
        try:
            self.text.encode("utf-8")
            nodes = [node for entry in parse(self.text) for node in entry.nodes]
        except (NotationError, UnicodeEncodeError):
            return None, False
        return (nodes[0] if nodes else None), True


def _commented(text: str, old: str | None, wanted: Node, language: str) -> str:
    """The text of a line with another comment, or none; written anew where the old one is not found as it was read."""
    if old is not None and old not in text:
        return written(wanted, language)
    body = (text if old is None else text[: text.rindex(old)]).rstrip()
    return body if wanted.comment is None else f"{body}  {wanted.comment}"


def _told(node: Node | None, language: str) -> object:
    """What a line says, wherever it stands: two that say the same are equal, however their ends are written."""
    if isinstance(node, Left) and not node.tiles and node.pips is None:
        node = node._replace(tiles=None)
    if node is None or isinstance(node, CountedClaim | OpenClaim | JointsClaim):
        return written(node, language)
    return type(node), node[1:]


def written(node: Node | None, language: str) -> str:
    """The canonical line of a node with its comment and its indentation; empty for a blank line."""
    if node is None:
        return ""
    if isinstance(node, Remark):
        return ("  " if node.indented else "") + node.comment
    indent = "  " if isinstance(node, _CLAIMS) else ""
    tail = f"  {node.comment}" if node.comment is not None else ""
    return indent + line_of(node, language) + tail
