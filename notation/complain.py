"""A line Lark cannot read → one finding in the user's words: what stood there, what was expected, the nearest word."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable

from lark import Lark, Token, UnexpectedCharacters, UnexpectedToken

from ..engine.findings import Finding, Status
from .read import HIDDEN, code_point
from .words import keyword_of, port_words, spellings

Unexpected = UnexpectedCharacters | UnexpectedToken
_END = "_NL"
_HIDDEN = {"COMMENT", "_NL", "RUN", "FACE"}
_WORD = re.compile(r"[^ \t\[\]\"#:=+@.]+")  # only blank and tab are blanks


def complain(grammar: Callable[[], Lark], error: Unexpected, line: str, number: int) -> Finding:
    """The finding for a line that cannot be read."""
    column, terminals = _place(grammar, error, line)
    rest = line[column - 1 :]
    hidden = re.search(f"\t|{HIDDEN.pattern}", rest.rstrip(" \t"))
    if rest[:1] == '"' and "STRING" in terminals and hidden is not None:
        what = "tab-in-text" if hidden.group() == "\t" else "control-character"
        control = {"text": what, "number": code_point(hidden.group())}
        return Finding("bad-string", Status.WRONG, number, column=column + hidden.start(), values=control)
    code, values, width = _diagnose(rest, line[: column - 1], terminals)
    values["found"] = _visible(str(values.get("found", rest[:width])))
    values["expected"] = sorted(terminals - _HIDDEN | (terminals & {_END}))
    return Finding(code, Status.WRONG, number, column=column, width=max(width, 1), values=values)


def _place(grammar: Callable[[], Lark], error: Unexpected, line: str) -> tuple[int, set[str]]:
    """Column of the first character that does not belong, and the terminals that could stand there."""
    if isinstance(error, UnexpectedToken):
        token = error.token
        at_end = not isinstance(token, Token) or token.type in ("$END", _END)
        column = len(line) + 1 if at_end else token.column or 1
    else:
        column = min(error.column, len(line) + 1)
    state = grammar().parse_interactive(line[: column - 1] + " ")
    state.exhaust_lexer()
    return column, set(state.accepts())  # type: ignore[no-untyped-call]


def _diagnose(rest: str, before: str, terminals: set[str]) -> tuple[str, dict[str, object], int]:
    """Code, values and width for what stands at the place."""
    shown = rest.rstrip(" \t")
    if not shown or shown[0] == "#":
        return "incomplete-line", {}, 1
    if shown[0] == '"':
        return _string(shown, terminals)
    joined = re.match(r"[^ \t]+", shown)
    found = joined.group() if joined else shown[:1]
    if not found[0].isprintable() or found[0].isspace():
        return "unexpected", {"found": code_point(found[0])}, 1
    if found[0] == "=" and "+" in before and "TOTAL" not in terminals:
        return "unexpected", {"text": "total-first", "found": found}, len(found)
    if terminals & {"TILE"} and (shown[0] == "[" or _has_digit(shown[0])):
        return _tile(found)
    if any(_is_other_digit(each) for each in found):
        return "bad-number", {"text": "other-digits", "found": found}, len(found)
    if shown[0] == "." and "PORT" in terminals and (port := _WORD.match(shown[1:])):
        return _port(port.group())
    word = _WORD.match(shown)
    if word and word.group()[0].isalpha():
        return _word(word.group(), shown, terminals)
    if before[-1:].isdigit() and word:
        return "unexpected", {"found": word.group()}, len(word.group())
    return "unexpected", {"found": found}, len(found)


def _string(rest: str, terminals: set[str]) -> tuple[str, dict[str, object], int]:
    if "STRING" not in terminals:
        return "unexpected", {"found": rest}, len(rest)
    escapes = re.findall(r"\\(.)", rest.replace("\\\\", ""))
    wrong = [each for each in escapes if each != '"']
    if wrong:
        return "bad-string", {"text": "bad-escape", "escape": "\\" + wrong[0]}, len(rest)
    return "bad-string", {"text": "unclosed-string"}, len(rest)


def _tile(found: str) -> tuple[str, dict[str, object], int]:
    part = re.match(r"\[[^\]@]*\]?|[^\[\]@=+#]+", found)
    text = part.group() if part else found
    if any(_is_other_digit(each) for each in text):
        return "bad-number", {"text": "other-digits", "found": text}, len(text)
    pips = re.findall(r"[0-9०-९]+|\?", text)
    cure = f"[{pips[0]}|{pips[1]}]" if len(pips) == 2 and all(len(each) <= 2 for each in pips) else "[1|4]"
    return "bad-tile", {"found": text, "cure": cure}, len(text)


def _word(word: str, rest: str, terminals: set[str]) -> tuple[str, dict[str, object], int]:
    words = sorted({each for name in map(keyword_of, terminals) if name for each in spellings()[name]})
    values: dict[str, object] = {"found": word}
    near: list[str] = []
    for found in (" ".join(re.split("[ \t]+", rest)[:2]), word):  # some spellings are two words
        near = near or difflib.get_close_matches(unicodedata.normalize("NFC", found.lower()), words, 1, 0.65)
        if near and near[0].count(" ") != found.count(" "):
            near = []
        if near:
            values["found"], word = found, found
            break
    if near:
        return "unknown-word", {**values, "text": "unknown-word-near", "near": near[0]}, len(word)
    if word in {each for names in spellings().values() for each in names}:
        return "unexpected", values, len(word)
    return "unknown-word", values, len(word)


def _port(word: str) -> tuple[str, dict[str, object], int]:
    near = difflib.get_close_matches(unicodedata.normalize("NFC", word.lower()), sorted(port_words()), 1, 0.5)
    values: dict[str, object] = {"found": f".{word}"}
    if near:
        values |= {"text": "unknown-word-near", "near": f".{near[0]}"}
    return "unknown-word", values, len(word) + 1


def _visible(text: str) -> str:
    """A piece of a line with what nobody can see in it as `<U+200B>`."""
    return "".join(each if each.isprintable() else f"<{code_point(each)}>" for each in text)


def _has_digit(letter: str) -> bool:
    return letter.isdigit() or letter.isnumeric()


def _is_other_digit(letter: str) -> bool:
    return _has_digit(letter) and not re.match("[0-9०-९]", letter)
