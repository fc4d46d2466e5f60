"""`goti select`: the entries of an archive that have a player, a date, rules, a verdict or a finding.

One entry is in memory at a time; entries are judged only where the verdict or a finding is asked for.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..api import SourceError, check_lines, folder_of, open_lines
from ..engine.excerpt import entry_name, finding_lines
from ..engine.findings import CODES, Finding, Verdict
from ..engine.house import is_file
from ..engine.messages import languages, message
from ..engine.record import EntryLine, Header, Node, Seats
from ..notation.build import build
from ..notation.parse import Written, read_entries
from ..streams import Quit, complain, name_of, shown, whole_file
from .places import sources, targets

OK, UNREAD = 0, 2


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
        if self.players and not self.players & {_folded(name) for name in found.players}:
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


def _folded(name: str) -> str:
    """A name in the form in which names are compared: composed letters, capitals or not."""
    return unicodedata.normalize("NFC", name).casefold()


def _day(date: str, fill: str) -> str:
    """The first or last day of a date; a month's last day is taken to be the 31st."""
    return date if len(date) == 10 else date + "-" + fill[len(date) - 4 :]


def _names_of_rules(found: Found) -> set[str]:
    names = {found.head.rules} if found.head is not None else set()
    names |= {found.rules} if found.rules is not None else set()
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


# -- the command ------------------------------------------------------------------------------------------------------


def select(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    wanted = _wanted(options)
    found = sources(options.paths, options.lang)
    places: dict[str, Path] = {}
    if options.output is not None and not _is_one_file(options.output):
        places = targets(found, options.output, options.lang)
    status = OK
    with contextlib.ExitStack() as stack:
        one = stack.enter_context(whole_file(Path(options.output))) if _is_one_file(options.output) else None
        writer = _Writer(one) if one is not None else None
        for path, _ in found:
            try:
                if path in places:
                    _copy(path, wanted, places[path], options)
                else:
                    _list(path, wanted, writer, options)
            except SourceError as error:
                complain("\n".join(finding_lines(shown(error.path), error.finding, "", options.lang)))
                status = UNREAD
    return status


def _is_one_file(output: str | None) -> bool:
    return output is not None and output.endswith(".goti")


def _wanted(options: argparse.Namespace) -> Wanted:
    for code in options.code:
        if code not in CODES:
            raise Quit(message(options.lang, "select.no-code", found=shown(code)))
    for date in (options.first, options.last):
        if date is not None and not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", date):
            raise Quit(message(options.lang, "select.bad-date", found=shown(date)))
    names = {message(language, f"verdict.{each.value}"): each for each in Verdict for language in languages()}
    names |= {each.value: each for each in Verdict} | {"unread": Verdict.UNREAD}
    for verdict in options.verdict:
        if verdict not in names:
            known = ", ".join(message(options.lang, f"verdict.{each.value}") for each in Verdict)
            raise Quit(message(options.lang, "select.no-verdict", found=shown(verdict), known=known))
    return Wanted(
        frozenset(map(_folded, options.player)), options.first, options.last, frozenset(options.rules),
        frozenset(names[each] for each in options.verdict), frozenset(options.code),
    )  # fmt: skip


def _list(path: str, wanted: Wanted, writer: _Writer | None, options: argparse.Namespace) -> None:
    for found in matching(path, wanted):
        if writer is not None:
            writer.add(found)
            _tell_house(path, found, options.lang)
        if options.null:
            sys.stdout.write(f"{name_of(path)}\0")
            break
        print(_json(path, found) if options.json else _line(path, found, options.lang))


def _line(path: str, found: Found, language: str) -> str:
    """`file:line: match "Title" · 2026-01-13 · wrong`."""
    parts = [entry_name(found.head, language)]
    parts += [found.date] if found.date is not None else []
    parts += [message(language, f"verdict.{found.verdict.value}")] if found.verdict is not None else []
    return f"{shown(path)}:{found.line}: {' · '.join(parts)}"


def _json(path: str, found: Found) -> str:
    head = found.head
    return json.dumps(
        {
            "file": name_of(path),
            "line": found.line,
            "kind": head.kind if head is not None else None,
            "title": head.title if head is not None else None,
            "rules": found.rules or (head.rules if head is not None else None),
            "date": found.date,
            "players": found.players,
            "verdict": found.verdict.value if found.verdict is not None else None,
            "codes": sorted({each.code for each in found.findings}),
        },
        ensure_ascii=False,
    )


class _Writer:
    """Entries one after another in a file, as they were written; their lines end in LF."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.first = file, True

    def add(self, found: Found) -> None:
        lines = list(found.written.lines)
        while lines and not lines[0].strip():
            lines.pop(0)
        while lines and not lines[-1].strip():
            lines.pop()
        text = "\n".join(lines) + "\n"
        self.file.write(("" if self.first else "\n").encode() + text.encode("utf-8"))
        self.first = False


def _copy(path: str, wanted: Wanted, place: Path, options: argparse.Namespace) -> None:
    """The matching entries of a file into a file of their own; none where nothing matches."""
    entries = matching(path, wanted)
    found = next(entries, None)
    if found is None:
        return
    with whole_file(place) as file:
        writer = _Writer(file)
        while found is not None:
            writer.add(found)
            _tell_house(path, found, options.lang)
            found = next(entries, None)
    print(shown(str(place)))


def _tell_house(path: str, found: Found, language: str) -> None:
    """Say of house rules that the copy needs them beside it."""
    if found.head is not None and is_file(found.head.rules):
        place = f"{shown(path)}:{found.line}"
        complain(f"{place}: {message(language, 'select.house', rules=shown(found.head.rules))}")
