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
    """Add `convert`."""
    sub = command("convert", _convert, "records to JSON and back, without loss")
    sub.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("-o", "--output", metavar="DIR", help="folder for the results (default: print the one result)")
    sub.add_argument("--fields", action="store_true", help="where text and fields of a line differ the fields decide")
    sub.add_argument("--schema", action="store_true", help="print the JSON Schema of the JSON and stop")


def _convert(options: argparse.Namespace) -> int:
    from .converting import convert

    return convert(options)
