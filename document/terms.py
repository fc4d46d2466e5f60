"""The words of a document: terms where they are defined and used, and a glossary of the words it keeps to.

A glossary is a TOML file with a table for each thing: its term by language, and under `not` the words that are not used
for it, by language.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it.token import Token

if TYPE_CHECKING:
    from .page import Page


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in the text where a term is defined, or spoken of: the entry of the index, the line, the anchor."""

    entry: str
    line: int
    anchor: str
    defined: bool


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of one language: the terms, and the word to write for each that is not used."""

    terms: frozenset[str]
    instead: Mapping[str, str]


class GlossaryError(Exception):
    """A glossary that cannot be read; the text says why."""


def read_glossary(path: Path, language: str) -> Glossary:
    """The words of a language from a TOML file. Raises GlossaryError."""
    try:
        things = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise GlossaryError(getattr(error, "strerror", None) or str(error)) from None
    terms, instead = set[str](), dict[str, str]()
    for name, thing in things.items():
        if not isinstance(thing, Mapping) or not isinstance(thing.get(language, ""), str):
            raise GlossaryError(f'[{name}] {language} = "…"')
        refused = thing.get("not", {})
        words: object = refused.get(language, []) if isinstance(refused, Mapping) else None
        if not isinstance(words, list) or not all(isinstance(each, str) and each.strip() for each in words):
            raise GlossaryError(f'[{name}] not.{language} = ["…"]')
        term = str(thing.get(language, ""))
        if term:
            terms.add(folded(term))
            instead |= dict.fromkeys((folded(each) for each in words), term)
    return Glossary(frozenset(terms), instead)


def folded(words: str) -> str:
    """Words as they are compared: small letters, one form of every letter, single blanks."""
    return " ".join(unicodedata.normalize("NFC", words).casefold().split())


def sort_key(words: str) -> str:
    """For the order of an index: Latin letters without their accents, others by their code points."""
    plain = unicodedata.normalize("NFD", words.casefold())
    return "".join(each for each in plain if not "\u0300" <= each <= "\u036f")


def check_words(page: Page) -> None:
    """Report the words of the text, and of the captions of its figures, that the glossary does not use."""
    front = page.front
    if not front.terms:
        return
    at = front.lines["terms"]
    path = page.shelf.find(front.terms, page.folder)
    if path is None:
        page.report("outside", at, 0, len(front.terms), found=front.terms)
        return
    page.shelf.read.add(path)
    try:
        if path.exists() and not path.is_file():
            raise GlossaryError("not a regular file")
        glossary = read_glossary(path, page.language)
    except GlossaryError as error:
        page.report("bad-terms", at, 0, len(front.terms), found=front.terms, why=str(error))
        return
    for mention in page.mentions:
        if folded(mention.entry) not in glossary.terms:
            page.report("no-term", mention.line, 0, len(mention.entry), found=mention.entry)
    if glossary.instead:
        _check_text(page, glossary)


def _check_text(page: Page, glossary: Glossary) -> None:
    words = sorted(glossary.instead, key=len, reverse=True)
    refused = re.compile(r"(?<![^\W_])(?:" + "|".join(map(_loose, words)) + r")(?![^\W_]|[\u0900-\u0963])")
    for token in page.texts:
        _check_inline(page, token, refused, glossary)
    for example in page.examples:
        captions = {example.caption(page.language), *(example.words(each, page.language) for each in example.shown)}
        for found in refused.finditer(folded(" · ".join(sorted(captions)))):
            _refuse(page, example.line, found[0], glossary)


def _loose(words: str) -> str:
    return r"\s+".join(map(re.escape, words.split()))


def _check_inline(page: Page, token: Token, refused: re.Pattern[str], glossary: Glossary) -> None:
    line = (token.map or [0])[0] + 1
    for child in token.children or []:
        if child.type in ("softbreak", "hardbreak"):
            line += 1
        elif child.type == "text":
            for found in refused.finditer(folded(child.content)):
                _refuse(page, line, found[0], glossary)


def _refuse(page: Page, line: int, word: str, glossary: Glossary) -> None:
    written = page.lines[line - 1] if line <= len(page.lines) else ""
    at = written.casefold().find(word)
    shown = written[at : at + len(word)] if at >= 0 else word
    page.report("other-term", line, 0, len(shown), found=shown, known=glossary.instead[folded(word)])


def entries(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """The entries of an index in their order, each with the places of its term."""
    found: dict[str, list[Mention]] = {}
    for each in sorted(mentions, key=lambda each: sort_key(each.entry)):
        found.setdefault(each.entry, []).append(each)
    return found
