"""Every code a finding can have: one stored example each, and its section in docs/errors.md.

`fixtures/errors/CODE.goti` (or `CODE-VARIANT.goti` for another wording of the same code) has beside it `.txt`, what
`goti check` prints in that folder, and `.json`, the findings as `goti check --json` gives them. Stored files are
written only when both variables are set, and only for the codes named:

    GOTI_UPDATE=1 GOTI_CODES="false-total must-play" python -m pytest tests/test_errors.py

That also puts the printed text of `CODE.goti` into its section of docs/errors.md. Read what changed before you keep it.
"""

from __future__ import annotations

import json
import os
import re
import string
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from goti.api import check_lines, open_lines
from goti.cli import main
from goti.engine.findings import CODES, Kind
from goti.engine.messages import catalogue, languages

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "fixtures" / "errors"
PAGE = ROOT / "docs" / "errors.md"

NO_FILE = {"cannot-open": "no-such-file.goti"}
"""Codes no stored file can show, with the name of a file that is not there."""

NOT_SHOWN = {
    "cannot-open": "said of a file that is not there; test_printed_example_without_a_file",
    "unknown-rules-no-folder": "said of a text that is no file; tests/engine/test_house.py",
}
"""Texts of `[finding]` that no example shows, and why."""

ALSO = {
    "round-over-written": {"void"},
    "false-left-lacks": {"end-unknown"},
    "false-left-placed": {"end-unknown"},
    "false-counted-unseen": {"several-sites"},
    "false-score-unseen": {"several-sites"},
    "score-unknown-points": {"layout-unknown"},
    "false-score-both": {"score-unknown"},
    "false-score-step": {"score-unknown"},
    "match-over-settled": {"score-unknown"},
}
"""Other codes of an example that cannot be shown alone."""


def stems() -> list[str]:
    return sorted(each.stem for each in EXAMPLES.glob("*.goti"))


def code_of(stem: str) -> str:
    """The code an example is for: the longest one its name begins with."""
    return max((code for code in CODES if stem == code or stem.startswith(f"{code}-")), key=len, default="")


def printed(path: str, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """What `goti check` prints."""
    capsys.readouterr()
    main(["check", "--lang", "en", *options, path])
    return capsys.readouterr().out


def findings_json(path: str, capsys: pytest.CaptureFixture[str], language: str = "en") -> list[dict[str, Any]]:
    """The findings of a file and of its entries, as `goti check --json` gives them."""
    document = json.loads(printed(path, capsys, "--json", "--lang", language))
    return [*document["findings"], *(each for entry in document["entries"] for each in entry["findings"])]


def named(stem: str) -> bool:
    """Whether the stored files of an example are to be written again."""
    codes = os.environ.get("GOTI_CODES", "").replace(",", " ").split()
    return os.environ.get("GOTI_UPDATE") == "1" and code_of(stem) in codes


def sections() -> dict[str, str]:
    """The text below each heading of a code in docs/errors.md."""
    parts = re.split(r"^### `([a-z0-9-]+)`\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def shown(section: str) -> str:
    """What the first block of a section shows."""
    shown = r"^```console\n\$ goti check \S+\n(.*?)(?:\$ echo \$\?\n\d\n)?^```$"
    block = re.search(shown, section, re.MULTILINE | re.DOTALL)
    return block[1] if block else ""


def put_in_page(code: str, text: str) -> None:
    """Put an example's printed text into its section."""
    section = sections()[code]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(section, section.replace(shown(section), text)), encoding="utf-8", newline="\n")


# -- examples -------------------------------------------------------------------------------------------------------


def test_update_names_known_codes() -> None:
    if os.environ.get("GOTI_UPDATE"):
        codes = os.environ.get("GOTI_CODES", "").replace(",", " ").split()
        assert codes and not set(codes) - set(CODES), "GOTI_UPDATE=1 needs GOTI_CODES, a list of codes"


def test_every_code_has_an_example() -> None:
    assert set(CODES) - set(stems()) == set(NO_FILE)
    assert not [stem for stem in stems() if not code_of(stem)]


def test_nothing_else_is_stored() -> None:
    wanted = {f"{stem}{end}" for stem in stems() for end in (".goti", ".txt", ".json")}
    assert {each.name for each in EXAMPLES.iterdir()} - {"README.md", "house"} == wanted


@pytest.mark.parametrize("stem", stems())
def test_printed_text(stem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    text = printed(f"{stem}.goti", capsys)
    stored = EXAMPLES / f"{stem}.txt"
    if named(stem):
        stored.write_text(text, encoding="utf-8", newline="\n")
        if stem in CODES:
            put_in_page(stem, text)
    assert text == stored.read_text(encoding="utf-8")


@pytest.mark.parametrize("stem", stems())
def test_json(stem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    found = findings_json(f"{stem}.goti", capsys)
    stored = EXAMPLES / f"{stem}.json"
    if named(stem):
        text = json.dumps(found, ensure_ascii=False, indent=2, sort_keys=True)
        stored.write_text(text + "\n", encoding="utf-8", newline="\n")
    assert found == json.loads(stored.read_text(encoding="utf-8"))


@pytest.mark.parametrize("stem", stems())
def test_an_example_shows_its_code_and_nothing_else(
    stem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert {each["code"] for each in findings_json(f"{stem}.goti", capsys)} == {code_of(stem), *ALSO.get(stem, ())}


@pytest.mark.parametrize("stem", stems())
def test_other_languages_say_the_same(
    stem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)

    def told(language: str) -> tuple[list[dict[str, Any]], list[str]]:
        found = findings_json(f"{stem}.goti", capsys, language)
        messages = [each.pop("message") for each in found]
        for each in found:
            each["needs"] = each["needs"] is not None
        return found, messages

    english, messages = told("en")
    for language in languages()[1:]:
        found, other = told(language)
        assert found == english
        assert all(a != b for a, b in zip(messages, other, strict=True))


def test_printed_example_without_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for code, name in NO_FILE.items():
        text = printed(name, capsys)
        assert f": {code}: " in text
        assert text == shown(sections()[code])


# -- the page -------------------------------------------------------------------------------------------------------


def test_headings_of_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^##(?: (\w+)|# `([a-z0-9-]+)`)$", page, re.MULTILINE)
    wanted = [
        each
        for kind in Kind
        for each in [
            (kind.value.capitalize(), ""),
            *(("", code) for code in sorted(code for code in CODES if CODES[code] is kind)),
        ]
    ]
    assert found == wanted


@pytest.mark.parametrize("code", sorted(set(CODES) - set(NO_FILE)))
def test_the_page_shows_the_example(code: str) -> None:
    section = sections()[code]
    assert shown(section) == (EXAMPLES / f"{code}.txt").read_text(encoding="utf-8")
    assert len(section.split("```text")[0].split()) > 10
    links = re.findall(r"\]\(\.\./fixtures/errors/([a-z0-9-]+)\.goti\)", section)
    assert links == [code, *(stem for stem in stems() if stem != code and code_of(stem) == code)]


def test_introduction_of_the_page_shows_an_example() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert shown(page) == (EXAMPLES / "false-total.txt").read_text(encoding="utf-8")


# -- the catalogues ---------------------------------------------------------------------------------------------------


@cache
def used_texts() -> frozenset[str]:
    """The keys of `[finding]` that the examples show; of `key.one` and `key.other` one is enough."""
    used = set()
    for stem in stems():
        if stem != "not-utf8":
            for report in check_lines(open_lines(str(EXAMPLES / f"{stem}.goti")), folder=EXAMPLES):
                used |= {str(each.values.get("text", each.code)) for each in report.findings}
    return frozenset(used | {"not-utf8"})


def test_every_text_is_shown_by_an_example() -> None:
    keys = {
        re.sub(r"\.(?:one|other)$", "", key.removeprefix("finding."))
        for key in catalogue("en")
        if key.startswith("finding.")
    }
    assert not keys - used_texts() - set(NOT_SHOWN)
    assert not used_texts() & set(NOT_SHOWN)


def fields(text: object) -> set[tuple[str, str]]:
    """The fields of a text with their formats; a list of spellings has none."""
    if not isinstance(text, str):
        return set()
    return {(name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name is not None}


def test_catalogues_have_the_same_keys_and_fields() -> None:
    english = catalogue("en")
    for language in languages()[1:]:
        other = catalogue(language)
        assert set(other) == set(english)
        assert {key: fields(other[key]) for key in other} == {key: fields(english[key]) for key in english}


WORD = r"[^\x00-\x7f]+"
"""A word that is not English."""


@pytest.mark.parametrize("language", languages()[1:])
def test_keywords_in_texts_are_those_of_the_language(language: str) -> None:
    texts = catalogue(language)
    names = {key.removeprefix("keyword.") for key in texts if key.startswith("keyword.")}
    own = {word for key in texts if key.startswith("keyword.") for word in re.findall(WORD, texts[key][0])}
    for key, text in texts.items():
        if key.startswith(("document.", "perft.")):
            continue  # documents and perft files have words of their own, the same in every language
        for quoted in re.findall(r"`([^`]+)`", text) if isinstance(text, str) else ():
            if not quoted.startswith(("goti ", ". ")):  # a command
                foreign = names & set(quoted.split())
                assert not foreign, f"{key}: {', '.join(sorted(foreign))}"
                assert set(re.findall(WORD, quoted)) <= own, f"{key}: {quoted}"
