"""The commands for keeping records: their arguments, and the calls of what does the work."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Protocol

Run = Callable[[argparse.Namespace], int]
PATHS = {"metavar": "PATH", "help": "files, folders, or - for standard input"}


class AddCommand(Protocol):
    """Adds a command by its name: what runs it, and what `--help` says of it."""

    def __call__(self, name: str, run: Run, text: str, /) -> argparse.ArgumentParser: ...


def add_commands(command: AddCommand) -> None:
    """Add `record` and `convert`."""
    sub = command("record", _record, "write a record at the table, turn by turn, saved after each")
    sub.add_argument("file", metavar="FILE", help="a new file, or one to go on with")
    sub.add_argument("--rules", metavar="RULES", help="a rule set, or a file of house rules in the folder of FILE")
    sub.add_argument("--seats", metavar="NAMES", help="the players clockwise, as Asha,Binod")
    sub.add_argument("--title", metavar="TEXT")
    sub.add_argument("--date", metavar="YYYY-MM-DD", help="(default: today)")
    sub.add_argument("--place", metavar="TEXT")
    sub.add_argument("--hands", action="store_true", help="ask for every hand dealt")

    sub = command("convert", _convert, "records to JSON and back, without loss")
    sub.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("-o", "--output", metavar="DIR", help="folder for the results (default: print the one result)")
    sub.add_argument("--fields", action="store_true", help="where text and fields of a line differ the fields decide")
    sub.add_argument("--schema", action="store_true", help="print the JSON Schema of the JSON and stop")


def _record(options: argparse.Namespace) -> int:
    from ..recording.command import record

    return record(options)


def _convert(options: argparse.Namespace) -> int:
    from .converting import convert

    return convert(options)
