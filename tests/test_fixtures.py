"""Every fixture reports what its marks say, and nothing else; fixtures are canonical, named by clause, cited."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goti.api import check_lines, format_lines, open_lines
from goti.engine.rules import rule_set, rule_set_ids
from goti.expect import Outcome, compare, differences
from goti.render import picture

ROOT = Path(__file__).resolve().parent.parent / "fixtures"
GAMES = sorted({ref.partition("@")[0] for ref in rule_set_ids()})
FILES = sorted(path for game in GAMES for path in (ROOT / game).glob("*.goti"))
KNOWN = sorted((ROOT / "known-to-differ").glob("*.goti"))


def test_there_are_fixtures() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_fixture(path: Path) -> None:
    for report in check_lines(open_lines(str(path)), trace=True):
        wrong = differences(report)
        if wrong:
            position = next((step.position for step in reversed(report.steps) if step.position), None)
            shown = f"\n{picture(position)}" if position is not None else ""
            pytest.fail(f"{path}:{report.line}: " + "; ".join(wrong) + shown)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_fixture_is_canonical_and_cited(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_lines(open_lines(str(path))) == text
    prefix = rule_set(path.parent.name).clause("set").rstrip("0123456789")
    assert re.fullmatch(rf"({prefix}\d+|S3-\d+)-[a-z0-9-]+|figures", path.stem)
    _assert_cited(path, text)


def _assert_cited(path: Path, text: str) -> None:
    for report in check_lines(text.splitlines()):
        assert report.head is not None and report.head.title
        entry = report.judged.entry
        assert entry is not None
        keys = {header.key for header in entry.headers}
        assert {"source", "x-clause"} <= keys, f"{path}:{report.line}"


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_other_implementations_differ_as_known(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_lines(open_lines(str(path))) == text
    _assert_cited(path, text)
    for report in check_lines(open_lines(str(path))):
        comparison = compare(report)
        assert comparison.outcome is Outcome.DIFFERS, f"{path}:{report.line}: {comparison.lines()}"
        assert report.head is not None and report.head.title
        assert not any(each.reason is None for each in comparison.known)


def test_there_are_known_differences() -> None:
    assert len(KNOWN) > 2
    assert not any("#?" in path.read_text(encoding="utf-8") for path in FILES)
