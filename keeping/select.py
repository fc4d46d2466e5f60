"""The entries of an archive that have a player, a date, rules, a verdict or a finding.

One entry is in memory at a time; entries are judged only where the verdict or a finding is asked for.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..api import check_lines, folder_of, open_lines
from ..engine.findings import Finding, Verdict
from ..engine.house import is_file
from ..engine.record import EntryLine, Header, Node, Seats
from ..engine.rules import rule_set, rule_set_ids
from ..notation.build import build
from ..notation.parse import Written, read_entries


@dataclass(slots=True)
class Found:
    """One entry: its text, its first line, what is known of it; verdict and findings only where it was judged."""

    written: Written
    head: EntryLine | None
    rules: str | None
    verdict: Verdict | None = None
    findings: Sequence[Finding] = ()

    @property
    def nodes(self) -> Sequence[Node]:
        return self.written.nodes

    @property
    def line(self) -> int:
        return self.head.line if self.head is not None else self.written.first

    @property
    def date(self) -> str | None:
        return next((node.value for node in self.nodes if isinstance(node, Header) and node.key == "date"), None)

    @property
    def players(self) -> list[str]:
        """The names, where they are written."""
        seats = next((node for node in self.nodes if isinstance(node, Seats)), None)
        return [name for _, name in seats.seats if name is not None] if seats is not None else []


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an entry must have: of each kind of property one of those named, where any is."""

    players: frozenset[str] = frozenset()
    first: str | None = None
    last: str | None = None
    rules: frozenset[str] = frozenset()
    verdicts: frozenset[Verdict] = frozenset()
    codes: frozenset[str] = frozenset()

    @property
    def judges(self) -> bool:
        """Whether entries have to be judged."""
        return bool(self.verdicts or self.codes)

    def by_text(self, found: Found) -> bool:
        """Whether an entry has what can be seen without judging it."""
        if self.players and not self.players & {folded(name) for name in found.players}:
            return False
        if (self.first or self.last) and not self._in_time(found.date):
            return False
        return not self.rules or bool(self.rules & _names_of_rules(found))

    def _in_time(self, date: str | None) -> bool:
        """Whether a date, all of its days where it is a month or a year, lies between the two."""
        if date is None:
            return False
        return (self.first is None or _day(date, "01-01") >= _day(self.first, "01-01")) and (
            self.last is None or _day(date, "12-31") <= _day(self.last, "12-31")
        )

    def by_judgement(self, found: Found) -> bool:
        """Whether a judged entry has one of the verdicts and one of the findings."""
        if self.verdicts and found.verdict not in self.verdicts:
            return False
        return not self.codes or bool(self.codes & {each.code for each in found.findings})


def folded(name: str) -> str:
    """A name in the form in which names are compared: composed letters, capitals or not."""
    return unicodedata.normalize("NFC", name).casefold()


def _day(date: str, fill: str) -> str:
    """The first or last day of a date; a month's last day is taken to be the 31st."""
    return date if len(date) == 10 else date + "-" + fill[len(date) - 4 :]


def _names_of_rules(found: Found) -> set[str]:
    names = {found.head.rules} if found.head is not None else set()
    names |= {found.rules} if found.rules is not None else set()
    shipped = {ref.partition("@")[0] for ref in rule_set_ids()}
    names |= {rule_set(name).ref for name in names & shipped}  # a name without a version is the newest
    return names | {name.partition("@")[0] for name in names}


def matching(path: str, wanted: Wanted) -> Iterator[Found]:
    """The matching entries of a file, one after the other. Raises SourceError."""
    folder = folder_of(path)
    if not wanted.judges:
        for written in read_entries(open_lines(path)):
            head = next((node for node in written.nodes if isinstance(node, EntryLine)), None)
            if head is None and not written.findings:
                continue
            found = Found(written, head, _rules_of(written, head, folder) if wanted.rules else None)
            if wanted.by_text(found):
                yield found
        return
    for report in check_lines(open_lines(path), folder=folder):
        entry = report.judged.entry
        found = Found(
            report.written, report.head, entry.rules.ref if entry else None, report.verdict, report.findings
        )  # fmt: skip
        if wanted.by_text(found) and wanted.by_judgement(found):
            yield found


def _rules_of(written: Written, head: EntryLine | None, folder: Path | None) -> str | None:
    """The id of house rules; those shipped have theirs in the first line."""
    if head is None or not is_file(head.rules):
        return None
    entry = build(written, folder=folder).entry
    return entry.rules.ref if entry is not None else None
