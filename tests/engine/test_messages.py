"""The message catalogues: the same keys and fields in every language, read table by table."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from importlib.resources import files

import pytest

from goti.engine.messages import MessageError, catalogue, languages, message, section


@pytest.mark.parametrize("language", languages())
def test_tables_read_one_by_one_are_the_whole_file(language: str) -> None:
    text = files("goti.engine").joinpath("catalogues", f"{language}.toml").read_text(encoding="utf-8")
    assert {key.split(".")[0] for key in catalogue(language)} == set(tomllib.loads(text))
    assert text == unicodedata.normalize("NFC", text)


def test_every_language_has_every_text() -> None:
    english = catalogue("en")
    for language in languages():
        other = catalogue(language)
        assert set(other) == set(english)
        for key, text in english.items():
            if isinstance(text, str):
                fields = set(re.findall(r"\{(\w+)", text))
                extra = set(re.findall(r"\{(\w+)", str(other[key])))
                assert extra <= fields | {"count"} and fields <= extra | {"count"}, f"{language} {key}"


def test_plural() -> None:
    assert message("en", "cli.faults", count=1) == "1 fault"
    assert message("en", "cli.faults", count=0) == "0 faults"


def test_errors() -> None:
    for call in (lambda: message("en", "cli.nothing"), lambda: section("xx", "cli"), lambda: section("../en", "cli")):
        with pytest.raises(MessageError):
            call()
