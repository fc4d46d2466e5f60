"""`goti stats`: the season as a table, JSON or CSV."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator

from ..api import EntryReport, SourceError, check_lines, folder_of, open_lines
from ..engine.direction import isolated
from ..engine.excerpt import finding_lines
from ..engine.messages import message
from ..render.scoresheet import table
from ..streams import complain, files_of, shown
from .tally import COUNTS, Season, Tally, season

OK, UNREAD = 0, 2
_COLUMNS = ("player", "rules", *COUNTS[: COUNTS.index("points") + 1], "average", *COUNTS[COUNTS.index("drawn") :])


def stats(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    failed: list[SourceError] = []
    found = season(_reports(options, failed))
    for error in failed:
        complain("\n".join(finding_lines(shown(error.path), error.finding, "", options.lang)))
    if options.json:
        print(json.dumps(document(found), ensure_ascii=False))
    elif options.csv:
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(_heads(options.lang))
        rows.writerows([_plain(each) for each in _row(tally)] for tally in found.sorted)
        for line in _left_out(found, options.lang):
            complain(f"goti: {line}")
    else:
        print("\n".join(lines(found, options.lang)))
    return UNREAD if failed or found.unread else OK


def _reports(options: argparse.Namespace, failed: list[SourceError]) -> Iterator[EntryReport]:
    for path in files_of(options.paths, options.lang):
        try:
            yield from check_lines(open_lines(path), trace=True, folder=folder_of(path))
        except SourceError as error:
            failed.append(error)


def _heads(language: str) -> list[str]:
    return [message(language, f"stats.{name.replace('_', '-')}") for name in _COLUMNS]


def _row(tally: Tally) -> list[str | int | float | None]:
    return [getattr(tally, name) for name in _COLUMNS]


def _plain(value: str | int | float | None) -> str:
    """A value in a table or CSV: averages with two decimals, nothing for what there is not."""
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else shown(value) if isinstance(value, str) else str(value)


def lines(found: Season, language: str) -> list[str]:
    """The table, and what was left out of it."""
    rows = [tuple(_heads(language)), *(tuple(map(isolated, map(_plain, _row(each)))) for each in found.sorted)]
    printed = table(rows, right=range(2, len(_COLUMNS))) if found.tallies else []
    printed.append(message(language, "stats.matches-counted", count=found.matches))
    return printed + _left_out(found, language)


def _left_out(found: Season, language: str) -> list[str]:
    """What is no match, and what cannot be read."""
    said = []
    if found.others:
        said.append(message(language, "stats.others-left-out", count=found.others))
    if found.unread:
        said.append(message(language, "stats.unread-left-out", count=found.unread))
    return said


def document(found: Season) -> dict[str, object]:
    """The same as plain data."""
    return {
        "goti_stats": 1,
        "matches": found.matches,
        "others": found.others,
        "unread": found.unread,
        "players": [{name: getattr(each, name) for name in _COLUMNS} for each in found.sorted],
    }
