"""`goti convert`: files of records to JSON and back, each by its ending."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..api import SourceError, folder_of, read_source
from ..engine.errors import NotationError
from ..engine.excerpt import finding_lines
from ..engine.findings import Finding, Kind, Status, text
from ..engine.house import is_file
from ..engine.messages import message
from ..engine.record import EntryLine
from ..notation.build import Built, build
from ..notation.locate import locate
from ..notation.parse import parse, split_lines
from ..streams import STDIN, Quit, complain, shown, write_file
from .convert import dumps, schema, to_document
from .places import sources, targets
from .restore import DocumentError, loads, place_of, to_text

OK, UNREAD = 0, 2
_ENDINGS = (".goti", ".json")


def convert(options: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    if options.schema:
        print(json.dumps(schema(), indent=2))
        return OK
    if not options.paths:
        raise Quit(message(options.lang, "cli.no-paths"))
    found = sources(options.paths, options.lang, _ENDINGS)
    folder: str | None = options.output
    if folder is None and len(found) > 1:
        raise Quit(message(options.lang, "convert.one-result", count=len(found)))
    status = OK
    results: list[tuple[str, str, str]] = []
    for path, name in found:
        done = _converted(path, options)
        if done is None:
            status = UNREAD
        elif folder is None:
            sys.stdout.write(done[0])
        else:
            results.append((path, str(Path(name).with_suffix(done[1])), done[0]))
    if folder is not None and results:
        places = targets([(path, name) for path, name, _ in results], folder, options.lang)
        for path, _, text in results:
            write_file(places[path], text.encode("utf-8"))
            print(shown(str(places[path])))
    return status


def _converted(path: str, options: argparse.Namespace) -> tuple[str, str] | None:
    """The result and the ending of its file; None where the source cannot be converted, which is said."""
    try:
        source = read_source(path).decode("utf-8")
    except SourceError as error:
        complain("\n".join(finding_lines(shown(path), error.finding, "", options.lang)))
        return None
    if path.endswith(".json") or (path == STDIN and source.lstrip("\ufeff \t\r\n")[:1] == "{"):
        try:
            return _restored(path, source, options), ".goti"
        except DocumentError as error:
            complain(f"{shown(path)}{':' if error.where[:1].isdigit() else ': '}{shown(error.said(options.lang))}")
            return None
    try:
        document = to_document(source)
        _check_entries(source, folder_of(path))
        return dumps(document), ".json"
    except NotationError as error:
        lines = split_lines(source)
        for finding in error.findings:
            assert isinstance(finding, Finding)
            line = lines[finding.line - 1].lstrip("\ufeff")
            complain("\n".join(finding_lines(shown(path), finding, line, options.lang)))
        return None


def _restored(path: str, source: str, options: argparse.Namespace) -> str:
    """The record a document says. Raises DocumentError, also for lines that together are no record."""
    document = loads(source)
    restored = to_text(document, options.fields)
    try:
        _check_entries(restored, folder_of(path))
    except NotationError as error:
        finding = error.findings[0]
        assert isinstance(finding, Finding)
        why = f"{finding.code}: {text(finding, options.lang)}"
        raise DocumentError(place_of(document, finding.line), "unreadable", why=why) from None
    return restored


def _check_entries(source: str, folder: Path | None) -> None:
    """Raise NotationError for lines that can be read one by one, and together are no record that can be read.

    A file of house rules need not be there.
    """
    findings: list[Finding] = []
    for written in parse(source):
        built = build(written, folder=folder)
        if not _house_rules_missing(built):
            wrong = (each for each in built.findings if each.kind is Kind.TEXT and each.status is Status.WRONG)
            findings += locate(wrong, written)
    if findings:
        raise NotationError(text(findings[0], "en"), tuple(findings))


def _house_rules_missing(built: Built) -> bool:
    head = next((node for node in built.written.nodes if isinstance(node, EntryLine)), None)
    return built.entry is None and head is not None and is_file(head.rules)
