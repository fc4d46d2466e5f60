"""`goti report`: the matches of one file as a page, HTML or PDF by the ending of its name."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..api import EntryReport, SourceError, check_lines, folder_of, open_lines
from ..engine.errors import RenderError
from ..engine.excerpt import finding_lines
from ..engine.findings import Kind, Verdict
from ..engine.messages import message
from ..engine.rules import load_rules
from ..streams import STDIN, Quit, complain, shown, write_file
from .pages import Page, page_of
from .places import apart
from .summary import summary

OK, WRONG, UNREAD = 0, 1, 2
_FORMATS = (".html", ".pdf")


def report(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    target = Path(options.output)
    if target.suffix not in _FORMATS:
        raise Quit(message(options.lang, "report.no-format", found=shown(options.output)))
    apart(options.output, [(options.file, "")], options.lang)
    try:
        reports = _reports(options)
    except SourceError as error:
        complain("\n".join(finding_lines(shown(error.path), error.finding, "", options.lang)))
        return UNREAD
    for each in reports:
        if each.verdict is Verdict.UNREAD:
            _complain(options.file, each, options.lang)
    found = [each for each in map(summary, reports) if each is not None]
    if not found:
        raise Quit(message(options.lang, "report.no-match", path=shown(options.file)))
    name = "stdin" if options.file == STDIN else Path(options.file).name
    page = page_of(found, shown(name), options.lang)
    try:
        write_file(target, _written(page, target.suffix))
    except RenderError as error:
        complain(f"goti: {error}")
        return WRONG
    print(shown(options.output))
    return UNREAD if any(each.verdict is Verdict.UNREAD for each in reports) else OK


def _reports(options: argparse.Namespace) -> list[EntryReport]:
    rules = load_rules(options.rules) if options.rules is not None else None
    lines = open_lines(options.file)
    return list(check_lines(lines, trace=True, rules=rules, folder=folder_of(options.file)))


def _complain(path: str, entry: EntryReport, language: str) -> None:
    """Say what cannot be read in an entry."""
    for each in entry.findings:
        if each.kind is Kind.TEXT:
            complain("\n".join(finding_lines(shown(path), each, entry.written.line(each.line), language)))


def _written(page: Page, suffix: str) -> bytes:
    if suffix == ".html":
        from .html import write_html

        return write_html(page).encode("utf-8")
    from .typst import write_pdf

    return write_pdf(page)
