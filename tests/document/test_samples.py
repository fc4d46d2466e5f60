"""The example documents hold, and stop holding at the right line when anything in them is changed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from goti.document.page import Page
from goti.document.reading import read_page
from goti.document.shelf import Shelf
from goti.engine.rules import alternatives, rule_set
from goti.tests.document.pages import EXAMPLES, SAMPLES

NAMES = [each.name for each in SAMPLES]
_VALUE = re.compile(r"\{(?!states|~|#)[^{}]*=([^{}]*)\}")
_DIGIT = re.compile(r"[0-9०-९]")


def _page(folder: Path, name: str) -> Page:
    return read_page(folder / name, Shelf(folder), name)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_is_right(name: str) -> None:
    page = _page(EXAMPLES, name)
    assert not page.problems
    assert page.counts.found == page.counts.run == 4 and len(page.used) > 30


def _other(digit: str) -> str:
    return "६" if digit in "०१२३४५" else "३" if digit > "9" else "6" if digit in "012345" else "3"


def _typed_digits(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Line and place, from 0, of every digit somebody typed: in values behind `=`, and in blocks."""
    inside = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            inside = line.startswith("```goti ")
        elif inside and not line.startswith("layout"):
            yield from ((number, found.start()) for found in _DIGIT.finditer(line))
        else:
            for value in _VALUE.finditer(line):
                yield from ((number, value.start(1) + found.start()) for found in _DIGIT.finditer(value[1]))


@pytest.mark.parametrize("name", NAMES)
def test_any_other_digit_fails_at_its_line(name: str, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "branching.goti", tmp_path)
    lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
    places = list(_typed_digits(lines))
    assert len(places) > 40
    for number, at in places:
        changed = lines[number][:at] + _other(lines[number][at]) + lines[number][at + 1 :]
        text = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
        (tmp_path / name).write_text(text, encoding="utf-8")
        problems = _page(tmp_path, name).problems
        assert problems and problems[0].origin.line == number + 1, (changed, problems[:1])


def test_any_other_digit_of_the_shared_file_fails(tmp_path: Path) -> None:
    """Every tile and number of the entries that the samples show; the problem is at the block, or at a number of it."""
    shared = (EXAMPLES / "branching.goti").read_text(encoding="utf-8")
    for name in NAMES:
        shutil.copy(EXAMPLES / name, tmp_path)
    entries = [
        each.span() for each in re.finditer(r"(?ms)^(?:layout|settlement) .*?(?=^layout|^settlement|\Z)", shared)
    ]
    shown = {0: {("wrong-entry", 19)}, 2: {("wrong-entry", 51), ("false-value", 49)}}
    places = [
        (number, at.start())
        for number, (start, end) in enumerate(entries)
        for at in re.compile(r"(?m)\d(?=[^\n\"]*$)").finditer(shared, start, end)
        if number in shown
    ]
    assert len(places) > 40
    for number, at in places:
        text = shared[:at] + _other(shared[at]) + shared[at + 1 :]
        (tmp_path / "branching.goti").write_text(text, encoding="utf-8")
        for name in NAMES:
            found = {(each.code, each.origin.line) for each in _page(tmp_path, name).problems}
            assert found & shown[number], text[at - 9 : at + 9]


CHANGED = {
    "targets": "4:200",
    "multiple-of": "3",
    "rounding": "up",
    "rounding-unit": "10",
    "inner-spinner": "open-halves",
    "branching": "none",
    "partnership": "none",
    "opening-double": "two-ends",
}
"""A field the samples depend on, with another value."""


@pytest.mark.parametrize("field", CHANGED)
@pytest.mark.parametrize("name", NAMES)
def test_a_changed_rule_fails(name: str, field: str, tmp_path: Path) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    shutil.copy(EXAMPLES / "branching.goti", tmp_path)
    changed = f"seven-rocks:{field}={CHANGED[field]}"
    (tmp_path / name).write_text(text.replace("seven-rocks@1", changed, 1), encoding="utf-8")
    problems = _page(tmp_path, name).problems
    assert problems and all(each.code != "bad-rules" for each in problems), problems


@pytest.mark.parametrize(
    ("fields", "line"), [("hand-sizes = { 4 = 6 }\nstock = 'dead'", 54), ("max-pips = 7\nstock = 'dead'", 54)]
)
def test_house_rules_in_a_file(fields: str, line: int, tmp_path: Path) -> None:
    text = (EXAMPLES / NAMES[0]).read_text(encoding="utf-8")
    shutil.copy(EXAMPLES / "branching.goti", tmp_path)
    (tmp_path / "house.toml").write_text(f"extends = 'seven-rocks@1'\n[field]\n{fields}\n")
    (tmp_path / NAMES[0]).write_text(text.replace("seven-rocks@1", "house.toml", 1), encoding="utf-8")
    problems = _page(tmp_path, NAMES[0]).problems
    assert [(each.code, each.origin.line) for each in problems] == [("false-value", line)] * 2


def test_any_other_field_of_the_rule_set_fails_at_the_line_that_names_it(tmp_path: Path) -> None:
    rules = rule_set("seven-rocks")
    text = (EXAMPLES / NAMES[0]).read_text(encoding="utf-8").rstrip("\n").split("\n")
    named = [f"{{! {field}={value}}}" for field, value in rules.values.items()]
    shutil.copy(EXAMPLES / "branching.goti", tmp_path)
    changes = 0
    for number, (field, value) in enumerate(rules.values.items(), len(text) + 2):
        for other in alternatives(field) or [re.sub(r"\d+$", lambda found: str(int(found[0]) - 1), value)]:
            changed = "\n".join([*text, "", *named]).replace("seven-rocks@1", f"seven-rocks:{field}={other}", 1)
            (tmp_path / NAMES[0]).write_text(changed, encoding="utf-8")
            found = {(each.code, each.origin.line) for each in _page(tmp_path, NAMES[0]).problems}
            assert other == value or ("false-value", number) in found or ("bad-rules", 5) in found, (field, other)
            changes += ("false-value", number) in found
    assert changes > 40
