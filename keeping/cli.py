"""The commands for keeping records: their arguments, and the calls of what does the work."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Protocol

Run = Callable[[argparse.Namespace], int]
PATHS: dict[str, Any] = {"metavar": "PATH", "help": "files, folders, or - for standard input"}


class AddCommand(Protocol):
    """Adds a command by its name: what runs it, and what `--help` says of it."""

    def __call__(self, name: str, run: Run, text: str, /) -> argparse.ArgumentParser: ...


def add_commands(command: AddCommand) -> None:
    """Add `record`, `convert`, `select`, `stats` and `report`."""
    sub = command("record", _record, "write a record at the table, turn by turn, saved after each")
    sub.add_argument("file", metavar="FILE", help="a new file, or one to go on with")
    sub.add_argument("--rules", metavar="RULES", help="a rule set, or a file of house rules in the folder of FILE")
    sub.add_argument("--seats", metavar="NAMES", help="the players clockwise, as Asha,Binod")
    sub.add_argument("--title", metavar="TEXT")
    sub.add_argument("--date", metavar="YYYY-MM-DD", help="(default: today)")
    sub.add_argument("--place", metavar="TEXT")
    sub.add_argument("--hands", action="store_true", help="ask for every hand dealt")

    sub = command("convert", _convert, "records to JSON and back, without loss")
    sub.add_argument("paths", nargs="*", **PATHS)
    sub.add_argument("-o", "--output", metavar="DIR", help="folder for the results (default: print the one result)")
    sub.add_argument("--fields", action="store_true", help="where text and fields of a line differ the fields decide")
    sub.add_argument("--schema", action="store_true", help="print the JSON Schema of the JSON and stop")

    sub = command("select", _select, "the entries with a player, a date, rules, a verdict or a finding")
    sub.add_argument("paths", nargs="+", **PATHS)
    sub.add_argument("--player", action="append", default=[], metavar="NAME", help="one of these players; repeatable")
    sub.add_argument("--from", dest="first", metavar="DATE", help="on this date or later: YYYY, YYYY-MM, YYYY-MM-DD")
    sub.add_argument("--to", dest="last", metavar="DATE", help="on this date or earlier")
    sub.add_argument("--rules", action="append", default=[], metavar="RULES", help="by one of these; repeatable")
    sub.add_argument("--verdict", action="append", default=[], metavar="V", help="right, wrong, undecided, unread")
    sub.add_argument("--code", action="append", default=[], metavar="CODE", help="with this finding; repeatable")
    sub.add_argument("-o", "--output", metavar="PATH", help="copy the entries: into FILE.goti, or files of a folder")
    group = sub.add_mutually_exclusive_group()
    group.add_argument("--json", action="store_true", help="one JSON object a line")
    group.add_argument("-0", dest="null", action="store_true", help="the names of the files, each ended by NUL")

    sub = command("stats", _stats, "a season by player and rule set: points, ends, deductions, faults")
    sub.add_argument("paths", nargs="+", **PATHS)
    group = sub.add_mutually_exclusive_group()
    group.add_argument("--json", action="store_true")
    group.add_argument("--csv", action="store_true")

    sub = command("report", _report, "one page about a match: result, score curve, rounds, placements, irregularities")
    sub.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    sub.add_argument("-o", "--output", metavar="OUT", required=True, help="the page: a name ending in .html or .pdf")
    sub.add_argument("--rules", metavar="RULES", help="judge by this reading instead: id, TOML file, :field=value,…")


def _record(options: argparse.Namespace) -> int:
    from ..recording.command import record

    return record(options)


def _convert(options: argparse.Namespace) -> int:
    from .converting import convert

    return convert(options)


def _select(options: argparse.Namespace) -> int:
    from .selecting import select

    return select(options)


def _stats(options: argparse.Namespace) -> int:
    from .stats import stats

    return stats(options)


def _report(options: argparse.Namespace) -> int:
    from .report import report

    return report(options)
