"""pytest collects `.goti` files: one test an entry, which passes when its findings are as its marks say (`expect.py`).

pytest loads this through the entry point `pytest11`. Nothing else of this package is imported before a `.goti` file is
collected, and nothing of it needs pytest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .api import EntryReport
    from .engine.rules import RuleSet
    from .expect import Comparison, Expected
    from .notation.parse import Written

_RULES: pytest.StashKey[RuleSet | None] = pytest.StashKey()
_MOST_SHOWN = 3  # lines of an entry shown with their position
_BRACKETS = str.maketrans("[]", "()")  # in a node id brackets hold parameters, and `::` parts names


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option --goti-rules and the ini option goti_files."""
    parser.getgroup("goti").addoption(
        "--goti-rules", metavar="RULES",
        help="judge all .goti entries by this reading instead of their own: id, TOML file, :field=value,…",
    )  # fmt: skip
    parser.addini("goti_files", "patterns of the .goti files to collect", type="args", default=["*.goti"])


def pytest_configure(config: pytest.Config) -> None:
    """Read the rule set asked for, so that a mistake in it is said once."""
    ref = config.getoption("--goti-rules")
    config.stash[_RULES] = None
    if ref:
        from .engine.errors import RulesError
        from .engine.rules import load_rules

        try:
            config.stash[_RULES] = load_rules(ref)
        except RulesError as error:
            raise pytest.UsageError(f"--goti-rules: {error.said(_language())}") from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> GotiFile | None:
    """A `.goti` file that a pattern takes, or that was named on the command line."""
    if file_path.suffix != ".goti":
        return None
    patterns: list[str] = parent.config.getini("goti_files")
    if not parent.session.isinitpath(file_path) and not any(file_path.match(each) for each in patterns):
        return None
    return GotiFile.from_parent(parent, path=file_path)


class NotAsMarked(Exception):
    """An entry that is not as its marks say; the text is for the user."""


class GotiFile(pytest.File):
    """One `.goti` file; its entries are judged together when the first of them is run."""

    def collect(self) -> Iterator[GotiItem]:
        """One item an entry, named by its title or its line; a name used again gets a number."""
        from .api import SourceError, open_lines
        from .engine.excerpt import finding_lines
        from .engine.record import Remark, Version
        from .notation.parse import read_entries

        used: set[str] = set()
        try:
            for written in read_entries(open_lines(str(self.path))):
                if written.findings or not all(isinstance(node, Remark | Version) for node in written.nodes):
                    line, name = _head(written)
                    number = 1
                    while (unique := name if number == 1 else f"{name} ({number})") in used:
                        number += 1
                    used.add(unique)
                    yield GotiItem.from_parent(self, name=unique, first=written.first, line=line)
        except SourceError as error:
            raise self.CollectError(finding_lines(self.shown, error.finding, "", _language())[0]) from None

    @property
    def shown(self) -> str:
        """The file's name as pytest shows it."""
        root = self.config.rootpath
        return str(self.path.relative_to(root)) if self.path.is_relative_to(root) else str(self.path)

    @cached_property
    def reports(self) -> dict[int, EntryReport]:
        """What is said of each entry, by its first line."""
        return {report.written.first: report for report in self._judged(trace=False)}

    @cached_property
    def traced(self) -> dict[int, EntryReport]:
        """The same with the positions, made only where something is to be shown."""
        return {report.written.first: report for report in self._judged(trace=True)}

    @cached_property
    def marked(self) -> bool:
        """Whether any entry of the file has a mark."""
        from .expect import is_marked

        return any(map(is_marked, self.reports.values()))

    def _judged(self, trace: bool) -> Iterator[EntryReport]:
        from .api import check_lines, open_lines

        lines, folder = open_lines(str(self.path)), self.path.parent
        return check_lines(lines, trace=trace, rules=self.config.stash[_RULES], folder=folder)


def _head(written: Written) -> tuple[int, str]:
    """An entry's line, and its title as a name for a test."""
    from .engine.record import EntryLine

    head = next((node for node in written.nodes if isinstance(node, EntryLine)), None)
    line = head.line if head else min([each.line for each in written.findings], default=written.first)
    title = head.title.replace("::", ":").translate(_BRACKETS).strip() if head and head.title else ""
    return line, title or f"line {line}"


class GotiItem(pytest.Item):
    """One entry. It passes as its marks say, is an expected failure where it differs as known, and fails otherwise."""

    parent: GotiFile

    def __init__(self, *, first: int, line: int, **given: Any) -> None:
        super().__init__(**given)
        self.first, self.line = first, line
        self.user_properties += [("file", self.parent.shown), ("line", str(line))]

    def runtest(self) -> None:
        """Compare what is found with the marks. Raises NotAsMarked."""
        from .engine.messages import message
        from .expect import MarkError, Outcome, compare

        try:
            comparison = compare(self.parent.reports[self.first], self.parent.marked)
        except MarkError as error:
            raise NotAsMarked(f"{self.parent.shown}:{error.line}: {error.said(_language())}") from None
        outcome = comparison.outcome
        self.user_properties.append(("outcome", outcome.value))
        if outcome is Outcome.DIFFERS:
            pytest.xfail(f"{message(_language(), 'expect.differs')}: {comparison.reasons(_language())}")
        if outcome is not Outcome.PASS:
            raise NotAsMarked("\n".join(_told(self.parent, self.parent.traced[self.first], comparison)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The text alone for an entry that is not as marked; no Python traceback."""
        if isinstance(excinfo.value, NotAsMarked):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line from 0, and the name."""
        return self.path, self.line - 1, self.name


# -- what a failure shows -------------------------------------------------------------------------------------------


def _told(file: GotiFile, report: EntryReport, comparison: Comparison) -> Iterator[str]:
    """The outcome, what is not as marked, and for its first lines the findings, the position, the sum and the rule."""
    from .engine.excerpt import entry_name
    from .engine.messages import message

    language = _language()
    name = entry_name(report.head, language)
    said = message(language, f"expect.{comparison.outcome.name.lower()}")
    yield f"{file.shown}:{report.line}: {name}: {said}"
    if file.marked:
        yield from (f"  {each}" for each in comparison.lines(language))
    wanted = [*comparison.missing, *comparison.surplus, *comparison.agreeing]
    lines = sorted({each.line for each in wanted})
    for line in lines[:_MOST_SHOWN]:
        yield ""
        yield from _line_told(file, report, line, comparison.surplus, language)
    if len(lines) > _MOST_SHOWN:
        yield message(language, "expect.more", count=len(lines) - _MOST_SHOWN)


def _line_told(
    file: GotiFile, report: EntryReport, line: int, surplus: Iterable[Expected], language: str
) -> Iterator[str]:
    """The findings of one line nobody expected, or the line alone; then the last position up to it and its sum."""
    from .engine.excerpt import finding_lines
    from .engine.explain import rule_sentence
    from .render import describe, picture

    codes = {(each.code, each.status) for each in surplus if each.line == line}
    shown = [each for each in report.findings if each.line == line and (each.code, each.status.value) in codes]
    for finding in shown:
        yield from finding_lines(file.shown, finding, report.written.line(line), language)
        rule = rule_sentence(report.judged.entry.rules, finding, language) if report.judged.entry else ""
        if rule:
            yield f"    {rule}"
    if not shown:
        yield f"{file.shown}:{line}: {report.written.line(line).strip()}"
    position = next((each.position for each in reversed(report.steps) if each.line <= line and each.position), None)
    if position is not None:
        yield ""
        yield from (f"    {row}" for row in picture(position).splitlines())
        yield f"    {describe(position, language, 'short')}"


def _language() -> str:
    from .engine.messages import DEFAULT_LANGUAGE, languages

    wanted = os.environ.get("GOTI_LANG", DEFAULT_LANGUAGE)
    return wanted if wanted in languages() else DEFAULT_LANGUAGE
