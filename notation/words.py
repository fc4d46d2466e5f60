"""The keywords: terminal name → spellings in all languages, from the message catalogues.

A spelling matches however its letters are composed: Hindi keyboards write ड़ as one code point or as two.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from lark.lexer import PatternRE, TerminalDef

from ..engine.messages import DEFAULT_LANGUAGE, languages, section

END_OF_WORD = r'(?=[ \t\n#"\[]|$)'
"""A keyword ends before a blank, a comment, a text, a tile or the end of the line."""

ENTRY_WORDS = ("match", "layout", "settlement")
_PORT_KEYS = ("high", "low", "chain-a", "chain-b", "branch-a", "branch-b", "branch-c", "branch-d")


@cache
def spellings() -> dict[str, tuple[str, ...]]:
    """All spellings of every keyword, by its English name, English first."""
    found: dict[str, tuple[str, ...]] = {}
    for language in languages():
        for key, value in section(language, "keyword").items():
            name = key.removeprefix("keyword.")
            found[name] = found.get(name, ()) + tuple(value)
    return found


def spelling(name: str, language: str) -> str:
    """The spelling the formatter writes: the first one of the catalogue."""
    return str(section(language, "keyword")[f"keyword.{name}"][0])


@cache
def own_words(language: str) -> frozenset[str]:
    """The words of a language's keywords that are no English ones."""
    own, english = (
        {word for spellings in section(each, "keyword").values() for text in spellings for word in text.split()}
        for each in (language, DEFAULT_LANGUAGE)
    )
    return frozenset(unicodedata.normalize("NFC", word) for word in own - english)


def port_words() -> dict[str, str]:
    """English port words by every spelling, composed letters decomposed and not (NFC)."""
    return {unicodedata.normalize("NFC", each): name for name in _PORT_KEYS for each in spellings()[name]}


def any_form(word: str) -> str:
    """A pattern for `word` with its letters composed or decomposed, and any blanks between its parts."""
    pattern = ""
    for letter in unicodedata.normalize("NFC", word):
        decomposed = unicodedata.normalize("NFD", letter)
        either = re.escape(letter) if letter == decomposed else f"(?:{letter}|{decomposed})"
        pattern += r"[ \t]+" if letter == " " else either
    for composed in _COMPOSED:
        decomposed = unicodedata.normalize("NFD", composed)
        pattern = pattern.replace(decomposed, f"(?:{decomposed}|{composed})")
    return pattern


_COMPOSED = "\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f"
"""Letters with a nukta as one code point; NFC writes them as two."""


def pattern_of(name: str) -> str:
    """A pattern for all spellings of a keyword, longest first."""
    words = sorted(spellings()[name], key=len, reverse=True)
    return "|".join(any_form(each) for each in words)


@cache
def entry_start() -> re.Pattern[str]:
    """Matches a line that begins an entry."""
    words = "|".join(pattern_of(each) for each in ENTRY_WORDS)
    return re.compile(f"(?:{words}){END_OF_WORD}")


@cache
def _first_word() -> re.Pattern[str]:
    names = sorted(spellings(), key=lambda name: -max(map(len, spellings()[name])))
    groups = "|".join(f"(?P<_{number}>{pattern_of(name)})" for number, name in enumerate(names))
    return re.compile(f"[ \\t]*(?:{groups}){END_OF_WORD}")


def first_word(line: str) -> str | None:
    """The keyword a line begins with, by its English name."""
    found = _first_word().match(line)
    if found is None or found.lastgroup is None:
        return None
    names = sorted(spellings(), key=lambda name: -max(map(len, spellings()[name])))
    return names[int(found.lastgroup[1:])]


@cache
def version_line() -> re.Pattern[str]:
    """Matches a line `goti 1`."""
    return re.compile(f"[ \\t]*(?:{pattern_of('goti')}){END_OF_WORD}")


def keyword_of(terminal: str) -> str | None:
    """The keyword a terminal of the grammar stands for, None where it is no keyword."""
    if terminal == "DATE":  # the value; the keyword is DATE_KEY
        return None
    name = terminal.lower().replace("_", "-").removesuffix("-key")
    return name if name in spellings() else None


def add_spellings(terminal: TerminalDef) -> TerminalDef:
    """For Lark's `edit_terminals`: give a keyword terminal every spelling, and ports their Hindi words."""
    name = keyword_of(terminal.name)
    if name is not None:
        terminal.pattern = PatternRE(f"(?:{pattern_of(name)}){END_OF_WORD}")
    elif terminal.name == "PORT":
        words = sorted(port_words(), key=len, reverse=True)
        terminal.pattern = PatternRE(r"\.(?:" + "|".join(any_form(each) for each in words) + r")(?![0-9A-Za-z_])")
    return terminal
