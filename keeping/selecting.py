"""`goti select`: matching entries as a list, as JSON, or copied."""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import re
import sys
from pathlib import Path
from typing import BinaryIO

from ..api import SourceError
from ..engine.excerpt import entry_name, finding_lines
from ..engine.findings import CODES, Verdict
from ..engine.house import is_file
from ..engine.messages import languages, message
from ..streams import Quit, complain, name_of, shown, whole_file
from .places import apart, sources, targets
from .select import Found, Wanted, folded, matching

OK, UNREAD = 0, 2


def select(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    wanted = _wanted(options)
    found = sources(options.paths, options.lang)
    places: dict[str, Path] = {}
    if options.output is not None and not _is_one_file(options.output):
        places = targets(found, options.output, options.lang)
    one = options.output if _is_one_file(options.output) else None
    if one is not None:
        apart(one, found, options.lang)
    status = OK
    with contextlib.ExitStack() as stack:
        writer = _Writer(stack.enter_context(whole_file(Path(one)))) if one is not None else None
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
        if date is not None and not _is_date(date):
            raise Quit(message(options.lang, "select.bad-date", found=shown(date)))
    names = {message(language, f"verdict.{each.value}"): each for each in Verdict for language in languages()}
    names |= {each.value: each for each in Verdict} | {"unread": Verdict.UNREAD}
    for verdict in options.verdict:
        if verdict not in names:
            known = ", ".join(message(options.lang, f"verdict.{each.value}") for each in Verdict)
            raise Quit(message(options.lang, "select.no-verdict", found=shown(verdict), known=known))
    return Wanted(
        frozenset(map(folded, options.player)), options.first, options.last, frozenset(options.rules),
        frozenset(names[each] for each in options.verdict), frozenset(options.code),
    )  # fmt: skip


def _is_date(text: str) -> bool:
    """Whether this is a year, a month or a day of the calendar."""
    if not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}", text):
        return False
    try:
        datetime.date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        return False
    return True


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
