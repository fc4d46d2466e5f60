"""Everything a user reads, from one message catalogue per language: language, key, values → text.

A catalogue is `catalogues/<language>.toml`; its tables make dotted keys (`finding.false-total`). Texts hold named
fields as in `str.format`. A key a catalogue lacks is a defect of this package (a test compares the catalogues), and
raises MessageError instead of showing another language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from .direction import isolated
from .errors import GotiError

DEFAULT_LANGUAGE = "en"


class MessageError(GotiError):
    """No such language, or a catalogue without this key."""


@cache
def languages() -> tuple[str, ...]:
    """Codes of the languages that have a catalogue, English first."""
    found = sorted(
        each.name.removesuffix(".toml")
        for each in files("goti.engine").joinpath("catalogues").iterdir()
        if each.name.endswith(".toml")
    )
    return (DEFAULT_LANGUAGE, *(code for code in found if code != DEFAULT_LANGUAGE))


@cache
def _sections(language: str) -> Mapping[str, str]:
    """The TOML text of each top-level table with its sub-tables, so that a command parses only what it says."""
    source = files("goti.engine").joinpath("catalogues", f"{language}.toml")
    if not language.replace("-", "").isalnum() or not source.is_file():
        raise MessageError(f"no message catalogue for {language!r}; there are: {', '.join(languages())}")
    found: dict[str, str] = {}
    for part in re.split(r"(?m)^(?=\[[a-z])", source.read_text(encoding="utf-8")):
        name = re.match(r"\[([a-z-]+)", part)
        if name is not None:
            found[name[1]] = found.get(name[1], "") + part
    return found


@cache
def section(language: str, name: str) -> Mapping[str, Any]:
    """The texts of one top-level table by dotted key; a list (the spellings of a keyword) is a tuple.

    Raises MessageError when there is no such language.
    """
    flat: dict[str, Any] = {}

    def flatten(prefix: str, table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                flatten(f"{prefix}{key}.", value)
            else:
                flat[prefix + key] = tuple(value) if isinstance(value, list) else value

    flatten("", tomllib.loads(_sections(language).get(name, "")))
    return flat


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """All texts of one language by dotted key. Raises MessageError when there is no such language."""
    return {key: text for name in _sections(language) for key, text in section(language, name).items()}


def numbered(lines: Sequence[int]) -> dict[str, str]:
    """`7, 9 and 12` in every language."""
    return {
        each: f" {message(each, 'unseen.and')} ".join(
            part for part in (", ".join(map(str, lines[:-1])), str(lines[-1])) if part
        )
        for each in languages()
    }


def message(language: str, key: str, /, **values: object) -> str:
    """The text of `key` with `values` put in; a value that runs from the right turns none of the words around it.

    Where the catalogue has `key.one` and `key.other`, `count` chooses by the catalogue's `language.one`, the list of
    numbers that take the singular. Raises MessageError for an unknown key.
    """
    texts = section(language, key.partition(".")[0])
    found = texts.get(key)
    if found is None and "count" in values:
        singular = section(language, "language")["language.one"]
        found = texts.get(f"{key}.one" if values["count"] in singular else f"{key}.other")
    if not isinstance(found, str):
        raise MessageError(f"the catalogue {language!r} has no text {key!r}")
    return found.format(**{name: _kept_apart(each) for name, each in values.items()}) if values else found


def _kept_apart(value: object) -> object:
    return isolated(value) if isinstance(value, str) else value
