"""`goti view`: a file's matches and layouts as stand-alone pages to step through."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from .api import EntryReport, check_lines, folder_of, open_lines
from .engine.errors import RenderError
from .engine.excerpt import finding_lines
from .engine.findings import Status, Verdict
from .engine.messages import message
from .engine.rules import load_rules
from .keeping.places import apart
from .streams import STDIN, Quit, complain, shown, write_file

OK, WRONG, UNREAD = 0, 1, 2


def add_view(command: Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]) -> None:
    """Enter the command."""
    sub = command("view", _view, "write a match as one page to step through, which needs no network")
    sub.add_argument("path", metavar="FILE", help="a file, or - for standard input")
    sub.add_argument(
        "-o", "--output", metavar="PAGE", help="the page, a folder for the pages, or - (default: FILE.html)"
    )
    sub.add_argument("--entry", type=int, metavar="N", help="only the Nth entry of the file")
    sub.add_argument("--rules", metavar="RULES", help="judge by this reading instead: id, TOML file, :field=value,…")


def _view(options: argparse.Namespace) -> int:
    language, path = options.lang, options.path
    rules = None if options.rules is None else load_rules(options.rules)
    reports = list(check_lines(open_lines(path), trace=True, rules=rules, folder=folder_of(path)))
    status = OK
    for report in reports:
        status = max(status, _complain(path, report, language))
    pages = _pages(path, reports, language, options.entry)
    if options.entry is not None and not pages:
        numbers = ", ".join(map(str, _pages(path, reports, language))) or "–"
        raise Quit(message(language, "view.no-entry", path=shown(path), number=options.entry, numbers=numbers))
    if not pages:
        raise Quit(f"{shown(path)}: {message(language, 'view.wrote-nothing')}")
    targets = _targets(path, options.output, pages, language)
    for target, _ in targets:
        if target is not None:
            apart(str(target), [(path, "")], language)
    for target, text in targets:
        if target is None:
            sys.stdout.write(text)
        else:
            write_file(target, text.encode("utf-8"))
            print(shown(str(target)))
    return status


def _pages(path: str, reports: list[EntryReport], language: str, only: int | None = None) -> dict[int, str]:
    """The pages by number of their entry; of one entry alone where it is named."""
    from .viewing.page import Source, page

    found = {}
    for number, report in enumerate(reports, 1):
        if report.head is None or only not in (None, number):
            continue
        written = report.written
        lines = list(enumerate(written.lines, written.first))
        source = Source(report.head, report.judged, report.findings, written.nodes, lines)
        try:
            text = page(source, language)
        except RenderError as error:
            raise Quit(f"{shown(path)}:{report.line}: {message(language, 'cli.not-drawn', why=error)}") from None
        if text is not None:
            found[number] = text
    return found


def _targets(path: str, output: str | None, pages: dict[int, str], language: str) -> list[tuple[Path | None, str]]:
    """Where each page goes; None is standard output."""
    stem = "stdin" if path == STDIN else Path(path).stem
    into_folder = output is None or output.endswith(("/", os.sep)) or os.path.isdir(output)
    if into_folder:
        folder = Path(output or ".")
        names = {each: stem if len(pages) == 1 else f"{stem}-{each}" for each in pages}
        return [(folder / f"{names[each]}.html", text) for each, text in pages.items()]
    assert output is not None
    if len(pages) > 1:
        numbers = ", ".join(map(str, pages))
        raise Quit(message(language, "view.which", path=shown(path), count=len(pages), numbers=numbers))
    [text] = pages.values()
    return [(None if output == STDIN else Path(output), text)]


def _complain(path: str, report: EntryReport, language: str) -> int:
    """Say what is wrong or undecided in an entry; returns its exit status."""
    for finding in report.findings:
        if finding.status in (Status.WRONG, Status.UNDECIDED):
            complain("\n".join(finding_lines(shown(path), finding, report.written.line(finding.line), language)))
    return {Verdict.UNREAD: UNREAD, Verdict.FAIL: WRONG}.get(report.verdict, OK)
