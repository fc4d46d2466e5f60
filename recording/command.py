"""`goti record`: the file, what is known before the first line, saving."""

from __future__ import annotations

import argparse
import datetime
import errno
import os
from pathlib import Path

from ..api import SourceError, folder_of, read_source
from ..engine.errors import NotationError
from ..engine.excerpt import finding_lines
from ..engine.findings import Finding
from ..engine.messages import message
from ..notation.parse import split_lines
from ..streams import STDIN, Quit, complain, shown, write_file
from . import words
from .due import Manner
from .machine import begin
from .sheet import Sheet, SheetError, open_sheet
from .state import Refused, Setup, State
from .terminal import asker, run

OK, UNREAD = 0, 2


def record(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    path, language = options.file, options.lang
    if path == STDIN:
        raise Quit(message(language, "record.no-stdin"))
    _check_place(path, language)
    source = ""
    if os.path.exists(path):
        try:
            source = read_source(path).decode("utf-8")
        except SourceError as error:
            complain("\n".join(finding_lines(shown(path), error.finding, "", language)))
            return UNREAD
    try:
        sheet = open_sheet(source, language, folder_of(path))
        state = begin(_setup(options, source), Manner(options.hands), sheet)
    except NotationError as error:
        return _unread(path, source, error.findings, language)
    except SheetError as error:
        return _unread(path, source, error.findings, language)
    except Refused as refused:
        raise Quit("; ".join(words.refusal(refused, language))) from None
    if source:
        print(message(language, "record.goes-on" if sheet is not None else "record.another", path=shown(path)))
    run(state, _Saver(path, source, language), asker(), language)
    return OK


def _check_place(path: str, language: str) -> None:
    """Raise Quit where a record could not be saved, before anybody types one."""
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        raise Quit(message(language, "record.no-file", path=shown(path)))
    there = next(each for each in (place, *place.parents) if each.exists())
    if there != place and not there.is_dir():
        raise Quit(f"{shown(path)}: {os.strerror(errno.ENOTDIR)}")
    if not os.access(there, os.W_OK):
        raise Quit(f"{shown(path)}: {os.strerror(errno.EACCES)}")


def _setup(options: argparse.Namespace, source: str) -> Setup:
    names = None
    if options.seats is not None:
        names = tuple(each.strip() or None for each in options.seats.split(","))
    date = options.date or datetime.date.today().isoformat()
    headers = [("date", date)] + ([("place", options.place)] if options.place is not None else [])
    return Setup(
        options.lang, options.rules, names, options.title, tuple(headers), source, folder_of(options.file)
    )  # fmt: skip


class _Saver:
    """Keeps the file on the disk what the state says; a file that another program changed is left alone."""

    def __init__(self, path: str, source: str, language: str) -> None:
        self.path, self.saved, self.language = Path(path), source, language

    def __call__(self, state: State) -> None:
        sheet: Sheet | None = state.sheet
        if sheet is not None and sheet.text != self.saved:
            if self._changed():
                raise Quit(message(self.language, "record.changed", path=shown(str(self.path))))
            write_file(self.path, sheet.text.encode("utf-8"), lasting=True)
            self.saved = sheet.text

    def _changed(self) -> bool:
        """Whether the file is another than the one read or saved last; one that is gone takes nothing with it."""
        try:
            return self.path.read_bytes() != self.saved.encode("utf-8")
        except OSError:  # none there, or none that can be read: writing it says why
            return False


def _unread(path: str, source: str, findings: tuple[object, ...], language: str) -> int:
    lines = split_lines(source)
    for finding in findings:
        assert isinstance(finding, Finding)
        line = lines[finding.line - 1].lstrip("\ufeff") if finding.line <= len(lines) else ""
        complain("\n".join(finding_lines(shown(path), finding, line, language)))
    return UNREAD
