"""The command line: thin commands over `api`. Exit status: 0 nothing wrong, 1 something wrong, 2 something could not be
read or written or the command was not understood (2 wins), 130 interrupted."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from . import __version__
from .api import EntryReport, SourceError, check_lines, folder_of, format_lines, open_lines, read_source
from .engine.errors import GotiError, NeedsCairo, NotationError, SaidError
from .engine.excerpt import entry_line, finding_lines, totals_line
from .engine.findings import Finding, Status, Verdict, verdict_of
from .engine.messages import DEFAULT_LANGUAGE, languages, message
from .engine.rules import RuleSet
from .keeping.cli import add_commands
from .notation.parse import split_lines
from .showfigures import add_options
from .streams import STDIN, Quit, complain, files_of, name_of, ready_streams, shown, silence, write_file, write_files
from .view import add_view

if TYPE_CHECKING:
    from .document.shelf import Shelf
    from .proofs.distinguish import Answer

OK, WRONG, UNREAD, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    if not ready_streams():
        complain("goti: standard output is closed")
        return UNREAD
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader (head, less) has seen enough
        silence(sys.stdout)
        return OK
    except OSError as error:  # files have been dealt with: it is standard output that is full or gone
        silence(sys.stdout)
        complain(f"goti: standard output: {error.strerror or error}")
        return UNREAD
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["explain"] and any(each.startswith("-:") for each in arguments):
        arguments.insert(next(i for i, each in enumerate(arguments) if each.startswith("-:")), "--")
    try:
        options = _parser(_language()).parse_args(arguments)
    except SystemExit as stopped:  # --help, --version, or a command that is not understood
        return int(stopped.code or OK)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except SourceError as error:
        complain("\n".join(finding_lines(shown(error.path), error.finding, "", options.lang)))
    except SaidError as error:
        complain(f"goti: {shown(error.said(options.lang))}")
    except NeedsCairo as error:
        complain(f"goti: {error}")
    except (Quit, GotiError) as error:
        complain(f"goti: {shown(str(error))}")
    return UNREAD


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        complain(f"{self.format_usage()}goti: {message}; see `goti --help`")
        raise SystemExit(UNREAD)


def _language() -> str:
    """The language of $GOTI_LANG; English, and a word about it, where there is no such language."""
    wanted = os.environ.get("GOTI_LANG") or DEFAULT_LANGUAGE
    if wanted in languages():
        return wanted
    known = ", ".join(languages())
    complain(f"goti: {message(DEFAULT_LANGUAGE, 'cli.no-language', found=shown(wanted), known=known)}")
    return DEFAULT_LANGUAGE


def _parser(language: str) -> argparse.ArgumentParser:
    parser = _Parser(prog="goti", description="Checks, replays and draws games of the Fives family of dominoes.")
    parser.add_argument("--version", action="version", version=f"goti {__version__}")
    said = "language of what is printed (default: $GOTI_LANG or en)"
    parser.add_argument("--lang", choices=languages(), default=language, help=f"{said}; before or after the command")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=said)
        sub.set_defaults(run=run)
        return sub

    def reading(sub: argparse.ArgumentParser) -> None:
        text = "judge by this reading instead: id, TOML file, :field=value,…"
        sub.add_argument("--rules", metavar="RULES", help=text)

    sub = command("check", _check, "say exactly what is right and wrong in records, layouts and settlements")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--json", action="store_true", help="one JSON document a file")
    sub.add_argument("--strict", action="store_true", help="undecided counts as wrong")
    reading(sub)
    sub.add_argument("--as-ruled", action="store_true", help="written and ruled scores side by side")

    sub = command("fmt", _fmt, "print the canonical form of a record")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    group = sub.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="change the files")
    group.add_argument("--check", action="store_true", help="change nothing; exit 1 where something would change")

    sub = command("fix", _fix, "propose cures for what is wrong, as a diff")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--write", action="store_true", help="put false claims right in the files; never plays or hands")
    sub.add_argument("--json", action="store_true", help="all cures, one JSON document a file")
    sub.add_argument("--rules", metavar="RULES", help="judge by this reading instead: id, TOML file, :field=value,…")

    sub = command("replay", _replay, "show every turn with its sum, or write the trace")
    sub.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--json", action="store_true", help="the trace, one document a file")
    sub.add_argument("--schema", action="store_true", help="print the JSON Schema of the trace and stop")
    reading(sub)
    sub.add_argument("--round", type=int, metavar="N", help="only this round")
    sub.add_argument("--from", dest="first", type=int, metavar="TURN", help="only from this turn of each round")
    sub.add_argument("--to", dest="last", type=int, metavar="TURN", help="only up to this turn of each round")

    sub = command("explain", _explain, "say why a line has this total and these points")
    reading(sub)
    sub.add_argument("place", metavar="FILE:LINE")

    sub = command("describe", _describe, "describe the marked figures in the rule documents' words")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    reading(sub)
    sub.add_argument("--form", choices=("heading", "short", "long", "all"), default="all")

    sub = command("render", _render, "draw the marked figures")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("-o", "--output", metavar="DIR", required=True, help="folder for the pictures")
    reading(sub)
    add_options(sub)

    add_view(command)

    sub = command("random", _random, "print legal random matches, or matches with one fault of a named kind")
    sub.add_argument("game", metavar="GAME", help="a rule set, such as seven-rocks")
    sub.add_argument("--players", type=int, metavar="N", help="number of seats (default: the most the game has)")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same records")
    sub.add_argument("--rounds", type=int, metavar="N", help="stop after so many rounds (default: play to the target)")
    sub.add_argument("--matches", type=int, default=1, metavar="N", help="so many matches, with seeds S, S+1, …")
    sub.add_argument("--greedy", action="store_true", help="everybody takes the placement that scores most")
    sub.add_argument("--hidden", action="store_true", help="leave out hands, drawn tiles and tiles left")
    sub.add_argument("--fault", metavar="KIND", help="put one fault of this kind in each match (list: the kinds)")

    sub = command("rules", _rules, "list rule sets, show every field of one, or the fields in which two differ")
    sub.add_argument("rules", nargs="*", metavar="RULES", help="an id, id@version or TOML file, with :field=value,…")
    sub.add_argument("--diff", action="store_true", help="only the fields in which two rule sets differ")
    sub.add_argument("--pins", nargs="+", metavar="PATH", help="also which entries notice a change of each field")

    sub = command("compare", _compare, "judge records by two readings and say what changes, and where first")
    sub.add_argument("first", metavar="A", help="a reading: id, id@version or TOML file, with :field=value,…")
    sub.add_argument("second", metavar="B")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--fail-on-change", action="store_true", help="exit 1 where something changes")
    sub.add_argument("--json", action="store_true")

    sub = command("matrix", _matrix, "change every field of a reading: which entries notice, and what nobody notices")
    sub.add_argument("first", metavar="RULES")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--fixtures", metavar="DIR", help="write a fixture for every change that nobody notices")
    sub.add_argument("--json", action="store_true")

    sub = command("distinguish", _distinguish, "the shortest layout or record on which two readings differ")
    sub.add_argument("first", metavar="A", help="a reading: id, id@version or TOML file, with :field=value,…")
    sub.add_argument("second", metavar="B", nargs="?", help="another; left out: every single-field change of A")
    sub.add_argument("-o", "--output", metavar="DIR", help="write the fixtures, and figures of both readings")
    sub.add_argument("--tiles", type=int, default=6, metavar="N", help="layouts of up to N tiles (default 6)")
    sub.add_argument("--lines", type=int, default=4, metavar="N", help="records of up to N lines (default 4)")
    sub.add_argument("--json", action="store_true")

    sub = command("prove", _prove, "prove the rule documents' claims, or those of a file, by counting")
    sub.add_argument("claims", metavar="CLAIMS", nargs="?", help="a TOML file of claims (default: the shipped ones)")
    sub.add_argument("--rules", metavar="RULES", action="append", default=[], help="prove for this reading; repeatable")
    sub.add_argument("-o", "--output", metavar="DIR", help="write the whole rounds that are witnesses")
    sub.add_argument("--json", action="store_true", help="one JSON object a line")

    sub = command("perft", _perft, "count the legal sequences of a deal by depth, or check stored numbers")
    sub.add_argument("game", metavar="GAME|FILE", help="a rule set, or a .perft file whose numbers are checked")
    sub.add_argument("--players", type=int, metavar="N", help="number of seats (default: the most the game has)")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same deal")
    sub.add_argument("--depth", type=int, default=6, metavar="N", help="turns (default 6)")

    sub = command("vectors", _vectors, "print the conformance vectors for engines in other languages")
    kinds = ("position", "turn", "settlement", "match")
    sub.add_argument("--kind", choices=kinds, help="only questions of this kind")
    sub.add_argument("--rules", metavar="GAME", action="append", default=[], help="only this rule set; repeatable")

    sub = command("conform", _conform, "compare another engine with this one, and make every disagreement short")
    sub.add_argument("--cmd", required=True, metavar="COMMAND", help="the engine: a question a line in, an answer out")
    sub.add_argument(
        "--records", type=int, default=100, metavar="N", help="random layouts, and matches, of each game (100)"
    )
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same questions")
    sub.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="for one answer (default 10)")
    sub.add_argument("-o", "--output", metavar="DIR", help="write the records and figures of the disagreements")
    sub.add_argument("--json", action="store_true", help="one JSON object a disagreement")

    sub = command("infer", _infer, "which readings agree with records, what excludes the others, what is still open")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--base", metavar="RULES", help="vary the fields of this rule set (default: those that agree)")
    sub.add_argument("--json", action="store_true")

    sub = command("doc", _doc, "build documents whose figures and numbers are checked: HTML, PDF, Markdown, text")
    sub.add_argument("paths", nargs="+", metavar="SOURCE", help="Markdown files, or folders of them")
    sub.add_argument("-o", "--output", metavar="DIR", help="folder for the results (default: only check)")
    sub.add_argument("--format", default="html", metavar="LIST", help="html, pdf, md, txt, separated by commas")
    sub.add_argument("--root", metavar="DIR", help="documents may read this folder (default: that of the source)")
    group = sub.add_mutually_exclusive_group()
    group.add_argument("--watch", action="store_true", help="show the documents in a browser, rebuilt at every save")
    group.add_argument("--coverage", action="store_true", help="which clauses are stated, illustrated, tested")
    group.add_argument("--parallel", action="store_true", help="do two translations state, show and count the same?")
    sub.add_argument("--execute", action="store_true", help="run console and python blocks too; only what you trust")
    sub.add_argument("--port", type=int, default=8040, metavar="N", help="port of --watch on this machine")

    add_commands(command)

    sub = command("demo", _demo, "check the shipped records, replay one, and draw its figures")
    sub.add_argument("-o", "--output", metavar="DIR", default="demo-figures")
    return parser


# -- sources ------------------------------------------------------------------------------------------------------


def _reports(
    options: argparse.Namespace, trace: bool, failed: Callable[[str, Finding], None]
) -> Iterator[tuple[str, EntryReport]]:
    for path in files_of(options.paths, options.lang):
        try:
            for report in check_lines(open_lines(path), trace=trace, rules=_reading(options), folder=folder_of(path)):
                yield path, report
        except SourceError as error:
            failed(shown(path), error.finding)


def _reading(options: argparse.Namespace) -> RuleSet | None:
    """The reading asked for with --rules; None: each entry's own."""
    from .engine.rules import load_rules

    ref = getattr(options, "rules", None)
    return load_rules(ref) if isinstance(ref, str) else None


def _status(report: EntryReport, strict: bool) -> int:
    return _of_verdict(report.verdict, strict)


def _of_verdict(verdict: Verdict, strict: bool = False) -> int:
    if verdict is Verdict.UNREAD:
        return UNREAD
    return WRONG if verdict is Verdict.FAIL or (strict and verdict is Verdict.UNDECIDED) else OK


# -- commands -----------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    if options.json:
        return _json(options, steps=False)
    status, counts, faults = OK, Counter[Verdict](), 0
    read: set[str] = set()

    def failed(path: str, finding: Finding) -> None:
        nonlocal status, faults
        status, faults = UNREAD, faults + 1
        counts[Verdict.UNREAD] += 1
        print("\n".join(finding_lines(path, finding, "", options.lang)))

    for path, report in _reports(options, False, failed):
        counts[report.verdict] += 1
        read.add(path)
        status = max(status, _status(report, options.strict))
        faults += sum(each.status is Status.WRONG for each in report.findings)
        for line in _printed(shown(path), report, options.lang):
            print(line)
        if report.verdict is not Verdict.PASS:
            print(entry_line(shown(path), report.head, report.line, report.verdict, report.judged, options.lang))
        if options.as_ruled:
            from .render.scoresheet import as_ruled

            print("\n".join(as_ruled(report.judged, options.lang)))
    if faults and len(read) > 1:
        print(message(options.lang, "cli.hint"))
    print(totals_line(counts, faults, options.lang))
    return status


_MOST_CONSEQUENCES = 3


def _printed(path: str, report: EntryReport, language: str) -> Iterator[str]:
    """An entry's findings as text, the consequences of each below it."""
    follow = _consequences(report.findings)
    below = {id(each) for found in follow.values() for each in found}
    open_: dict[tuple[str, str], list[Finding]] = {}  # what is undecided for the same want is said once
    for finding in report.findings:
        if finding.status is Status.UNDECIDED and finding.needs:
            open_.setdefault((finding.code, finding.needs), []).append(finding)
    below |= {id(each) for found in open_.values() for each in found[1:]}
    for finding in report.findings:
        if id(finding) in below:
            continue
        yield from finding_lines(path, finding, report.written.line(finding.line), language, report.written.line)
        again = open_.get((finding.code, finding.needs or ""), [])[1:] if finding.status is Status.UNDECIDED else []
        if again:
            yield "  ↳ " + message(
                language, "cli.same", count=len(again), lines=", ".join(str(each.line) for each in again)
            )
        following = follow.pop((finding.line, finding.code), [])
        for each in following[:_MOST_CONSEQUENCES]:
            yield "  ↳ " + finding_lines(path, each, "", language)[0]
        if len(following) > _MOST_CONSEQUENCES:
            rest = len(following) - _MOST_CONSEQUENCES
            yield "  ↳ " + message(language, "cli.more-consequences", count=rest, last=following[-1].line)


def _consequences(findings: Sequence[Finding]) -> dict[tuple[int, str], list[Finding]]:
    """What follows from each fault, directly or from what follows from it, by line and code of the fault."""
    roots: dict[tuple[int, str], tuple[int, str]] = {}
    for each in findings:
        if each.status is not Status.CONSEQUENCE:
            roots[each.line, each.code] = (each.line, each.code)
    follow: dict[tuple[int, str], list[Finding]] = {}
    for each in findings:  # a cause comes before what follows from it
        if each.status is Status.CONSEQUENCE and each.because_of in roots:
            root = roots[each.because_of]
            roots.setdefault((each.line, each.code), root)
            follow.setdefault(root, []).append(each)
    return follow


def _json(options: argparse.Namespace, steps: bool) -> int:
    import json

    from .engine.trace import trace_document, trace_entry

    status = OK
    strict = getattr(options, "strict", False)
    for path in files_of(options.paths, options.lang):
        findings: list[Finding] = []
        entries = []
        try:
            for report in check_lines(open_lines(path), trace=steps, rules=_reading(options), folder=folder_of(path)):
                status = max(status, _status(report, strict))
                entries.append(
                    trace_entry(
                        report.head, report.line, report.judged, report.findings, report.verdict, options.lang, steps
                    )
                )
        except SourceError as error:
            findings, status = [error.finding], UNREAD
        print(json.dumps(trace_document(name_of(path), findings, entries, options.lang), ensure_ascii=False))
    return status


def _fmt(options: argparse.Namespace) -> int:
    if STDIN in options.paths and (options.write or options.check):
        raise Quit(message(options.lang, "cli.no-write-stdin"))
    status = OK
    for path in files_of(options.paths, options.lang):
        before: list[str] = []
        try:
            data = read_source(path)
            before = split_lines(data.decode("utf-8"))
            after = format_lines(before, options.lang, folder_of(path))
        except SourceError as error:
            complain("\n".join(finding_lines(shown(path), error.finding, "", options.lang)))
            status = UNREAD
        except NotationError as error:
            for finding in error.findings:
                assert isinstance(finding, Finding)
                line = before[finding.line - 1].lstrip("\ufeff")
                complain("\n".join(finding_lines(shown(path), finding, line, options.lang)))
            status = UNREAD
        else:
            status = max(status, _formatted(options, path, data, after))
    return status


def _formatted(options: argparse.Namespace, path: str, before: bytes, after: str) -> int:
    """Print, write or only compare the canonical text of one file."""
    if not options.write and not options.check:
        sys.stdout.write(after)
        return OK
    if before == after.encode("utf-8"):
        return OK
    if options.write:
        write_file(Path(path), after.encode("utf-8"))
    print(message(options.lang, "cli.would-change" if options.check else "cli.changed", path=shown(path)))
    return WRONG if options.check else OK


def _fix(options: argparse.Namespace) -> int:
    from .fix import fix, unopened

    status = OK
    for path in files_of(options.paths, options.lang):
        if options.write and path == STDIN:
            raise Quit(message(options.lang, "cli.no-write-stdin"))
        try:
            done = fix(path, shown(path), options.lang, write=options.write, json=options.json, rules=_reading(options))
        except SourceError as error:
            print(unopened(shown(path), error.finding, options.lang, options.json))
            status = UNREAD
            continue
        if done.data is not None:
            write_file(Path(path), done.data)
        sys.stdout.write(done.said)
        status = max(status, _of_verdict(done.verdict))
    return status


def _replay(options: argparse.Namespace) -> int:
    if options.schema:
        import json

        from .engine.trace import schema

        print(json.dumps(schema(), indent=2))
        return OK
    if not options.paths:
        raise Quit(message(options.lang, "cli.no-paths"))
    if options.json:
        return _json(options, steps=True)
    from .render.scoresheet import Selection, sheet

    status = OK

    def failed(path: str, finding: Finding) -> None:
        nonlocal status
        status = UNREAD
        print("\n".join(finding_lines(path, finding, "", options.lang)))

    chosen = Selection(options.round, options.first, options.last)
    first, rounds = True, set[int]()
    for path, report in _reports(options, True, failed):
        status = max(status, _status(report, False))
        rounds |= {each.number for each in report.judged.rounds}
        if not first:
            print()
        first = False
        print("\n".join(sheet(shown(path), report.head, report.judged, report.findings, chosen, options.lang)))
    if options.round is not None and options.round not in rounds:
        raise Quit(message(options.lang, "cli.no-round", number=options.round))
    return status


def _explain(options: argparse.Namespace) -> int:
    from .render.scoresheet import explain

    path, _, number = options.place.rpartition(":")
    if not path or not (number.isascii() and number.isdigit()):
        raise Quit(message(options.lang, "cli.explain-place", found=options.place))
    for report in check_lines(open_lines(path), trace=True, rules=_reading(options), folder=folder_of(path)):
        last = report.written.first + len(report.written.lines) - 1
        if report.written.first <= int(number) <= last:
            print("\n".join(explain(report.judged, report.findings, int(number), options.lang)))
            return _status(report, False) if report.verdict is Verdict.UNREAD else OK
    raise Quit(message(options.lang, "cli.no-such-line", path=shown(path), number=number))


def _judged(options: argparse.Namespace) -> Iterator[tuple[str, EntryReport, int]]:
    """(path, report, number of the entry) of all entries with their steps; what is wrong is said on the way.

    `options.status` becomes the exit status.
    """
    options.status = OK
    before, number = ("", 0), 0  # the entry before: its file and line

    def failed(path: str, finding: Finding) -> None:
        options.status = UNREAD
        complain("\n".join(finding_lines(path, finding, "", options.lang)))

    for path, report in _reports(options, True, failed):
        again = path == before[0] and report.written.first > before[1]
        before, number = (path, report.written.first), number + 1 if again else 1
        findings = _less_claims(report.findings, options)
        options.status = max(options.status, _of_verdict(verdict_of(findings)))
        for finding in findings:
            if finding.status in (Status.WRONG, Status.UNDECIDED):
                written = report.written.line(finding.line)
                complain("\n".join(finding_lines(shown(path), finding, written, options.lang)))
        yield path, report, number


def _less_claims(findings: list[Finding], options: argparse.Namespace) -> list[Finding]:
    """The findings without those about lines that are drawn as they are written."""
    if not getattr(options, "as_written", False):
        return findings
    from .engine.written import CODES

    return [each for each in findings if each.code not in CODES]


def _describe(options: argparse.Namespace) -> int:
    from .render.describe import Form, describe
    from .showfigures import no_position, nothing_to_draw

    all_forms: tuple[Form, ...] = ("heading", "short", "long")
    forms = all_forms if options.form == "all" else (options.form,)
    found = False
    for path, report, _ in _judged(options):
        for step in report.drawn:
            found = True
            if step.position is None:
                no_position(path, step, options)
                continue
            for form in forms:
                print(describe(step.position, options.lang, form))
    if not found:
        nothing_to_draw(options)
    return int(options.status)


def _render(options: argparse.Namespace) -> int:
    from .showfigures import render

    render(options, _judged(options))
    return int(options.status)


def _random(options: argparse.Namespace) -> int:
    from .engine.faults import KINDS, SHOWS_EARLIER, SHOWS_LATER
    from .engine.rules import rule_set

    if options.fault == "list":
        for name in sorted(KINDS):
            where = "later" if name in SHOWS_LATER else "earlier" if name in SHOWS_EARLIER else None
            print(name + (f" ({message(options.lang, f'cli.shows-{where}')})" if where else ""))
        return OK
    if options.fault is not None and options.fault not in KINDS:
        raise Quit(message(options.lang, "cli.no-such-fault", found=options.fault))
    if options.fault and options.hidden:
        raise Quit(message(options.lang, "cli.fault-hidden"))
    rules = rule_set(options.game)
    players = max(rules.hand_sizes) if options.players is None else options.players
    if players not in rules.hand_sizes:
        allowed = ", ".join(map(str, sorted(rules.hand_sizes)))
        raise Quit(message(options.lang, "cli.players", game=rules.id, allowed=allowed, found=players))
    if options.matches < 1 or (options.rounds is not None and options.rounds < 1):
        raise Quit(message(options.lang, "cli.at-least-one"))
    missed = 0
    for number in range(options.matches):
        text = _random_text(options, rules, players, options.seed + number)
        missed += text is None
        if text is not None:
            print(("" if number else "goti 1\n") + text.removeprefix("goti 1\n"), end="")
    if missed:
        complain(f"goti: {message(options.lang, 'cli.no-place', count=missed, kind=options.fault)}")
    return OK


def _random_text(options: argparse.Namespace, rules: RuleSet, players: int, seed: int) -> str | None:
    """One random record; None where it has no place for the fault asked for."""
    from random import Random

    from .engine.faults import inject
    from .engine.generate import Options, random_match
    from .engine.record import Header
    from .notation.write import write

    chosen = Options(rounds=options.rounds, greedy=options.greedy, hidden=options.hidden)
    nodes = random_match(rules, players, Random(seed), chosen)
    if options.fault is None:
        return write(nodes, options.lang)
    fault = inject(options.fault, nodes, rules, players, Random(f"{options.fault} {seed}"))
    if fault is None:
        return None
    nodes = list(fault.nodes)
    nodes.insert(1, Header(0, "x-fault", fault.kind))
    return write(nodes, options.lang)


def _rules(options: argparse.Namespace) -> int:
    from .showrules import diff_lines, list_lines, rules_lines

    if options.pins and (options.diff or not options.rules):
        raise Quit(message(options.lang, "cli.pins"))
    if not options.rules:
        lines = list_lines(options.lang)
    elif options.diff:
        if len(options.rules) != 2:
            raise Quit(message(options.lang, "cli.two-readings"))
        lines = diff_lines(options.rules[0], options.rules[1], options.lang)
    else:
        paths = list(files_of(options.pins, options.lang)) if options.pins else []
        lines = [line for ref in options.rules for line in rules_lines(ref, paths, options.lang)]
    print("\n".join(lines))
    return OK


def _compare(options: argparse.Namespace) -> int:
    from .showrules import compared

    lines, changed = compared(options.first, options.second, _paths(options), options.json, options.lang)
    print("\n".join(lines))
    return WRONG if changed and options.fail_on_change else OK


def _matrix(options: argparse.Namespace) -> int:
    from .showrules import matrix_lines

    lines, unpinned = matrix_lines(options.first, _paths(options), options.json, options.lang)
    print("\n".join(lines))
    if options.fixtures is not None and unpinned:
        from .engine.rules import load_rules
        from .proofs.distinguish import distinguish_all

        rules = load_rules(options.first)
        others = {f"{cell.key}={cell.value}": rules.changed(cell.key, cell.value) for cell in unpinned}
        for name, answer in distinguish_all(rules, others).items():
            second = f"{options.first}:{name}"
            _write_difference(Path(options.fixtures), name, answer, options.first, second, options.lang)
    return WRONG if unpinned else OK


def _distinguish(options: argparse.Namespace) -> int:
    from .showproofs import changes_table, distinguished

    if options.tiles < 1 or options.lines < 1:
        raise Quit(message(options.lang, "distinguish.at-least-one"))
    arguments = (options.tiles, options.lines, options.json, options.lang)
    if options.second is not None:
        lines, answer = distinguished(options.first, options.second, *arguments)
        answers = {f"{options.first}-{options.second}": (answer, options.first, options.second)}
    else:
        lines, found = changes_table(options.first, *arguments)
        answers = {name: (each, options.first, f"{options.first}:{name}") for name, each in found.items()}
    print("\n".join(lines))
    if options.output is not None:
        for name, (each, first, second) in answers.items():
            _write_difference(Path(options.output), name, each, first, second, options.lang)
    return WRONG if any(each.kind == "none" for each, _, _ in answers.values()) else OK


def _write_difference(folder: Path, name: str, answer: Answer, first: str, second: str, language: str) -> None:
    """The fixture of a difference and, where tiles lie on the table, its figure of two panels."""
    from .notation.write import write
    from .showproofs import panel_svg

    if not answer.nodes:
        return
    plain = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-")
    files = [(folder / f"{plain}.goti", write(answer.nodes))]
    svg = panel_svg(answer, first, second, language)
    if svg is not None:
        files.append((folder / f"{plain}.svg", svg))
    for path, text in files:
        write_file(path, text.encode("utf-8"))
        print(path)


def _prove(options: argparse.Namespace) -> int:
    from .notation.write import write
    from .showproofs import proved

    status = OK
    for line, proof in proved(options.claims, options.rules, options.json, options.lang):
        print(line, flush=True)
        status = max(status, OK if proof.status == "proved" else WRONG)
        if options.output is not None and proof.record:
            write_file(Path(options.output) / f"{proof.rules.id}-{proof.claim.id}.goti", write(proof.record).encode())
    return status


def _perft(options: argparse.Namespace) -> int:
    from .showproofs import perft_check, perft_lines

    if options.depth < 1:
        raise Quit(message(options.lang, "perft.at-least-one"))
    if not options.game.endswith(".perft"):
        for line in perft_lines(options.game, options.players, options.seed, options.depth):
            print(line, flush=True)
        return OK
    status = OK
    try:
        for line, right in perft_check(options.game, options.depth, options.lang):
            print(line, flush=True)
            status = max(status, OK if right else WRONG)
    except SaidError as error:
        raise error.inside(options.game) from None
    return status


def _vectors(options: argparse.Namespace) -> int:
    import json

    from .engine.rules import rule_set
    from .proofs.chosen import vectors

    refs = [rule_set(each).ref for each in options.rules]
    for each in vectors():
        if "kind" not in each or (options.kind in (None, each["kind"]) and (not refs or each["rules"] in refs)):
            print(json.dumps(each, ensure_ascii=False))
    return OK


def _conform(options: argparse.Namespace) -> int:
    from contextlib import closing

    from .proofs.engine import LONGEST_WAIT, ended_in_order
    from .showconform import conformed, write_disagreement

    if options.records < 0 or not 0 < options.timeout <= LONGEST_WAIT:
        raise Quit(message(options.lang, "conform.out-of-range", most=LONGEST_WAIT))
    arguments = (options.cmd, options.records, options.seed, options.timeout, options.json, options.lang)
    status = OK
    with ended_in_order(), closing(conformed(*arguments)) as told:
        for line, each in told:
            print(line, flush=True)
            if each is not None:
                status = WRONG
                if options.output is not None:
                    write_disagreement(each, Path(options.output), options.lang)
    return status


def _infer(options: argparse.Namespace) -> int:
    from .showrules import infer_lines

    print("\n".join(infer_lines(options.base, _paths(options), options.json, options.lang)))
    return OK


def _paths(options: argparse.Namespace) -> list[str]:
    return list(files_of(options.paths, options.lang))


def _doc(options: argparse.Namespace) -> int:
    from .document import command

    found = command.sources(options.paths, options.root)
    if not found:
        raise Quit(message(options.lang, "doc.no-documents", path=shown(options.paths[0])))
    if options.coverage:
        return OK if command.show_coverage(found, options.lang, print) else WRONG
    if options.parallel:
        if len(found) != 2:
            raise Quit(message(options.lang, "doc.two"))
        return OK if command.compare(found, options.lang, print) else WRONG
    if options.watch:
        return _watch(found, options)
    formats = [each.strip() for each in options.format.split(",") if each.strip()]
    for each in formats:
        if each not in command.FORMATS:
            known = ", ".join(command.FORMATS)
            raise Quit(message(options.lang, "cli.unknown-format", found=each, known=known))
    folder = Path(options.output) if options.output is not None else None
    good = command.build(found, folder, formats, options.lang, print, write_files, options.execute)
    return OK if good else WRONG


def _watch(found: Sequence[tuple[Path, Shelf]], options: argparse.Namespace) -> int:
    from .document.watch import run

    try:
        run(
            [(path, shelf.root) for path, shelf in found],
            options.port,
            options.lang,
            lambda said: print(said, flush=True),
        )
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise Quit(message(options.lang, "doc.no-port", port=options.port, why=why)) from None
    return OK


def _demo(options: argparse.Namespace) -> int:
    from .demo import demo

    return demo(Path(options.output), options.lang)
