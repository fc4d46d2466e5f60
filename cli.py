"""The command line: thin commands over `api`. Exit status: 0 nothing wrong, 1 something wrong, 2 something could not be
read or the command was not understood (2 wins), 130 interrupted."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from . import __version__
from .api import STDIN, EntryReport, SourceError, check_lines, format_lines, open_lines
from .engine.errors import GotiError, NotationError
from .engine.excerpt import entry_line, finding_lines, totals_line
from .engine.findings import Finding, Status, Verdict
from .engine.messages import DEFAULT_LANGUAGE, languages, message
from .engine.rules import RuleSet

if TYPE_CHECKING:
    from . import figures

OK, WRONG, UNREAD, INTERRUPTED = 0, 1, 2, 130


class Quit(Exception):
    """A command that cannot go on; the text is for the user."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # Hindi under any locale
    parser = _parser()
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["explain"] and any(each.startswith("-:") for each in arguments):
        arguments.insert(next(i for i, each in enumerate(arguments) if each.startswith("-:")), "--")
    try:
        options = parser.parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Quit, GotiError) as error:
        print(f"goti: {error}", file=sys.stderr)
        return UNREAD


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        print(f"goti: {message}; see `goti --help`", file=sys.stderr)
        raise SystemExit(UNREAD)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="goti", description="Checks, replays and draws games of the Fives family of dominoes.")
    parser.add_argument("--version", action="version", version=f"goti {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        default = os.environ.get("GOTI_LANG", DEFAULT_LANGUAGE)
        sub.add_argument(
            "--lang", choices=languages(), default=default if default in languages() else DEFAULT_LANGUAGE,
            help="language of what is printed (default: $GOTI_LANG or en)",
        )  # fmt: skip
        sub.set_defaults(run=run)
        return sub

    sub = command("check", _check, "say exactly what is right and wrong in records, layouts and settlements")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--json", action="store_true", help="one JSON document a file")
    sub.add_argument("--strict", action="store_true", help="undecided counts as wrong")
    sub.add_argument("--rules", metavar="RULES", help="judge by this reading instead: id, TOML file, :field=value,…")
    sub.add_argument("--as-ruled", action="store_true", help="written and ruled scores side by side")

    sub = command("fmt", _fmt, "print the canonical form of a record")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    group = sub.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="change the files")
    group.add_argument("--check", action="store_true", help="change nothing; exit 1 where something would change")

    sub = command("replay", _replay, "show every turn with its sum, or write the trace")
    sub.add_argument("paths", nargs="*", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--json", action="store_true", help="the trace, one document a file")
    sub.add_argument("--schema", action="store_true", help="print the JSON Schema of the trace and stop")
    sub.add_argument("--round", type=int, metavar="N", help="only this round")
    sub.add_argument("--from", dest="first", type=int, metavar="TURN", help="only from this turn of each round")
    sub.add_argument("--to", dest="last", type=int, metavar="TURN", help="only up to this turn of each round")

    sub = command("explain", _explain, "say why a line has this total and these points")
    sub.add_argument("place", metavar="FILE:LINE")

    sub = command("describe", _describe, "describe the marked figures in the rule documents' words")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--form", choices=("heading", "short", "long", "all"), default="all")

    sub = command("render", _render, "draw the marked figures")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("-o", "--output", metavar="DIR", required=True, help="folder for the pictures")
    sub.add_argument("--format", default="svg", metavar="LIST", help="svg, pdf, png, txt, separated by commas")
    _add_looks(sub)

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
    sub.add_argument("--pins", nargs="*", metavar="PATH", help="also which entries notice a change of each field")

    sub = command("compare", _compare, "judge records by two readings and say what changes, and where first")
    sub.add_argument("first", metavar="A", help="a reading: id, id@version or TOML file, with :field=value,…")
    sub.add_argument("second", metavar="B")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--fail-on-change", action="store_true", help="exit 1 where something changes")
    sub.add_argument("--json", action="store_true")

    sub = command("matrix", _matrix, "change every field of a reading: which entries notice, and what nobody notices")
    sub.add_argument("first", metavar="RULES")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--json", action="store_true")

    sub = command("infer", _infer, "which readings agree with records, what excludes the others, what is still open")
    sub.add_argument("paths", nargs="+", metavar="PATH", help="files, folders, or - for standard input")
    sub.add_argument("--base", metavar="RULES", help="vary the fields of this rule set (default: those that agree)")
    sub.add_argument("--json", action="store_true")

    sub = command("demo", _demo, "check the shipped records, replay one, and draw its figures")
    sub.add_argument("-o", "--output", metavar="DIR", default="demo-figures")
    return parser


def _add_looks(sub: argparse.ArgumentParser) -> None:
    """The options of `render` for what is drawn, and how."""
    which = sub.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="one figure for every step, the tiles in the same places")
    which.add_argument("--strip", action="store_true", help="each layout or round as one figure with all its steps")
    which.add_argument("--sheet", action="store_true", help="the contact sheet of each layout or round (PDF)")
    which.add_argument("--compare", metavar="RULES", help="beside the same layout under another rule set")
    sub.add_argument("--theme", default="ivory", metavar="NAME", help="ivory, ebony, contrast, print, or a TOML file")
    sub.add_argument("--font", metavar="FILE", help="a font file instead of the packaged one")
    sub.add_argument("--pips", choices=("dots", "numerals"), default="dots")
    sub.add_argument("--numerals", choices=("latin", "devanagari"), default="latin", help="the digits of the figure")
    sub.add_argument("--steps", action="store_true", help="number the tiles in order of play")
    sub.add_argument("--ports", action="store_true", help="name the free ports")
    sub.add_argument("--placed", action="store_true", help="mark the tile placed last")
    sub.add_argument("--no-caption", dest="caption", action="store_false", help="without the sum and the points")
    sub.add_argument("--no-legend", dest="legend", action="store_false")
    sub.add_argument("--transparent", action="store_true", help="SVG and PNG without a background")
    sub.add_argument("--width", type=_millimetres, metavar="MM", help="width in print in millimetres")
    sub.add_argument("--dpi", type=_dpi, default=192, metavar="N", help="dots to an inch of a PNG (default 192)")
    sub.add_argument("--max-width", type=int, metavar="UNITS", help="width of the table; a tile is 4 (default 44)")
    sub.add_argument("--aspect", type=_aspect, metavar="W:H", help="shape of the table, such as 3:2")


def _millimetres(text: str) -> float:
    return _between(text, 5, 2000, "a width from 5 to 2000 mm")


def _dpi(text: str) -> float:
    return _between(text, 10, 2400, "dots to an inch from 10 to 2400")


def _between(text: str, least: float, most: float, wanted: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"expected {wanted}, not {text!r}")
    return value


def _aspect(text: str) -> float:
    wide, _, tall = text.partition(":")
    try:
        return float(wide) / float(tall or 1)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"expected a shape such as 3:2, not {text!r}") from None


# -- sources ------------------------------------------------------------------------------------------------------


def shown(path: str) -> str:
    """A file name as text, whatever the locale made of its bytes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _files(paths: Sequence[str], language: str) -> Iterator[str]:
    """Files in the order given; a folder gives all its `.goti` files, sorted."""
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            found = sorted(str(each) for each in Path(path).rglob("*.goti") if each.is_file())
            if not found:
                raise Quit(message(language, "cli.no-files", path=shown(path)))
            yield from found
        else:
            yield path


def _reports(
    options: argparse.Namespace, trace: bool, failed: Callable[[str, Finding], None]
) -> Iterator[tuple[str, EntryReport]]:
    for path in _files(options.paths, options.lang):
        try:
            for report in check_lines(open_lines(path), trace=trace, rules=_reading(options)):
                yield path, report
        except SourceError as error:
            failed(shown(path), error.finding)


def _reading(options: argparse.Namespace) -> RuleSet | None:
    """The reading asked for with --rules; None: each entry's own."""
    from .engine.rules import load_rules

    ref = getattr(options, "rules", None)
    return load_rules(ref) if isinstance(ref, str) else None


def _status(report: EntryReport, strict: bool) -> int:
    verdict = report.verdict
    if verdict is Verdict.UNREAD:
        return UNREAD
    return WRONG if verdict is Verdict.FAIL or (strict and verdict is Verdict.UNDECIDED) else OK


# -- commands -----------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    if options.json:
        return _json(options, steps=False)
    status, counts, faults = OK, Counter[Verdict](), 0

    def failed(path: str, finding: Finding) -> None:
        nonlocal status, faults
        status, faults = UNREAD, faults + 1
        counts[Verdict.UNREAD] += 1
        print("\n".join(finding_lines(path, finding, "", options.lang)))

    for path, report in _reports(options, False, failed):
        counts[report.verdict] += 1
        status = max(status, _status(report, options.strict))
        faults += sum(each.status is Status.WRONG for each in report.findings)
        for line in _printed(shown(path), report, options.lang):
            print(line)
        if report.verdict is not Verdict.PASS:
            print(entry_line(shown(path), report.head, report.line, report.verdict, report.judged, options.lang))
        if options.as_ruled:
            from .render.scoresheet import as_ruled

            print("\n".join(as_ruled(report.judged, options.lang)))
    print(totals_line(counts, faults, options.lang))
    return status


_MOST_CONSEQUENCES = 3


def _printed(path: str, report: EntryReport, language: str) -> Iterator[str]:
    """An entry's findings as text, the consequences of each below it."""
    causes = {(each.line, each.code) for each in report.findings}
    follow: dict[tuple[int, str], list[Finding]] = {}
    for finding in report.findings:
        if finding.status is Status.CONSEQUENCE and finding.because_of in causes and finding.because_of is not None:
            follow.setdefault(finding.because_of, []).append(finding)
    below = {id(each) for found in follow.values() for each in found}
    for finding in report.findings:
        if id(finding) in below:
            continue
        yield from finding_lines(path, finding, report.written.line(finding.line), language)
        following = follow.pop((finding.line, finding.code), [])
        for each in following[:_MOST_CONSEQUENCES]:
            yield "  ↳ " + finding_lines(path, each, "", language)[0]
        if len(following) > _MOST_CONSEQUENCES:
            rest = len(following) - _MOST_CONSEQUENCES
            yield "  ↳ " + message(language, "cli.more-consequences", count=rest, last=following[-1].line)
    for each in (finding for rest in follow.values() for finding in rest):  # consequences of consequences
        yield from finding_lines(path, each, report.written.line(each.line), language)


def _json(options: argparse.Namespace, steps: bool) -> int:
    import json

    from .engine.trace import trace_document, trace_entry

    status = OK
    strict = getattr(options, "strict", False)
    for path in _files(options.paths, options.lang):
        findings: list[Finding] = []
        entries = []
        try:
            for report in check_lines(open_lines(path), trace=steps, rules=_reading(options)):
                status = max(status, _status(report, strict))
                entries.append(
                    trace_entry(
                        report.head, report.line, report.judged, report.findings, report.verdict, options.lang, steps
                    )
                )
        except SourceError as error:
            findings, status = [error.finding], UNREAD
        print(json.dumps(trace_document(shown(path), findings, entries, options.lang), ensure_ascii=False))
    return status


def _fmt(options: argparse.Namespace) -> int:
    status = OK
    for path in _files(options.paths, options.lang):
        before: list[str] = []
        try:
            before = list(open_lines(path))
            after = format_lines(before, options.lang)
        except SourceError as error:
            print("\n".join(finding_lines(shown(path), error.finding, "", options.lang)), file=sys.stderr)
            status = UNREAD
            continue
        except NotationError as error:
            for finding in error.findings:
                assert isinstance(finding, Finding)
                line = before[finding.line - 1].lstrip("\ufeff")
                print("\n".join(finding_lines(shown(path), finding, line, options.lang)), file=sys.stderr)
            status = UNREAD
            continue
        if not options.write and not options.check:
            sys.stdout.write(after)
            continue
        if path == STDIN:
            raise Quit(message(options.lang, "cli.no-write-stdin"))
        if Path(path).read_bytes() != after.encode("utf-8"):
            status = max(status, WRONG if options.check else OK)
            print(message(options.lang, "cli.would-change" if options.check else "cli.changed", path=shown(path)))
            if options.write:
                write_file(Path(path), after.encode("utf-8"))
    return status


def write_file(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: a temporary file beside it, then a rename."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise Quit(f"{shown(str(path))}: {error.strerror or error}") from None


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
    first = True
    for path, report in _reports(options, True, failed):
        status = max(status, _status(report, False))
        if not first:
            print()
        first = False
        print("\n".join(sheet(shown(path), report.head, report.judged, report.findings, chosen, options.lang)))
    return status


def _explain(options: argparse.Namespace) -> int:
    from .render.scoresheet import explain

    path, _, number = options.place.rpartition(":")
    if not path or not (number.isascii() and number.isdigit()):
        raise Quit(message(options.lang, "cli.explain-place", found=options.place))
    for report in check_lines(open_lines(path), trace=True):
        last = report.written.first + len(report.written.lines) - 1
        if report.written.first <= int(number) <= last:
            print("\n".join(explain(report.judged, report.findings, int(number), options.lang)))
            return _status(report, False) if report.verdict is Verdict.UNREAD else OK
    raise Quit(message(options.lang, "cli.no-such-line", path=shown(path), number=number))


def _judged(options: argparse.Namespace) -> Iterator[tuple[str, EntryReport, int]]:
    """(path, report, number of the entry) of all entries with their steps; what is wrong is said on the way."""
    status = OK
    number: Counter[str] = Counter()

    def failed(path: str, finding: Finding) -> None:
        nonlocal status
        status = UNREAD
        print("\n".join(finding_lines(path, finding, "", options.lang)), file=sys.stderr)

    for path, report in _reports(options, True, failed):
        number[path] += 1
        status = max(status, _status(report, False))
        for finding in report.findings:
            if finding.status in (Status.WRONG, Status.UNDECIDED):
                line = report.written.line(finding.line)
                print("\n".join(finding_lines(shown(path), finding, line, options.lang)), file=sys.stderr)
        yield path, report, number[path]
    options.status = status


def _marked(options: argparse.Namespace) -> Iterator[tuple[str, EntryReport, int]]:
    """(path, report, index of the step) for every figure; a layout without `figure` marks gives its last position."""
    for path, report, _ in _judged(options):
        steps = report.steps
        marked = [index for index, step in enumerate(steps) if step.figures]
        if not marked and report.judged.steps:
            marked = [len(steps) - 1]
        for index in marked:
            yield path, report, index


def _describe(options: argparse.Namespace) -> int:
    from .render.describe import Form, describe

    all_forms: tuple[Form, ...] = ("heading", "short", "long")
    forms = all_forms if options.form == "all" else (options.form,)
    for path, report, index in _marked(options):
        step = report.steps[index]
        if step.position is None:
            raise Quit(message(options.lang, "cli.no-position", place=f"{shown(path)}:{step.line}"))
        for form in forms:
            print(describe(step.position, options.lang, form))
    return int(options.status)


def _render(options: argparse.Namespace) -> int:
    from . import figures
    from .engine.errors import NeedsCairo, RenderError
    from .render.files import FORMATS, Print, scene_files
    from .render.look import look

    formats = [each.strip() for each in options.format.split(",") if each.strip()]
    for each in formats:
        if each not in FORMATS:
            raise Quit(message(options.lang, "cli.unknown-format", found=each, known=", ".join(FORMATS)))
    wishes = {name: getattr(options, name) for name in _LOOKS}
    wanted = look(options.lang, **wishes)
    if options.font:
        wanted = wanted.but(theme=replace(wanted.theme, font=options.font))
    size, table = Print(options.width, options.dpi), figures.Table(options.max_width, options.aspect)
    make = _maker(options)
    folder = Path(options.output)
    used: Counter[str] = Counter()
    for path, report, number in _judged(options):
        stem = "stdin" if path == STDIN else Path(path).stem
        try:
            for each in make(report, wanted, table):
                name = f"{stem}-{number}-{each.name}"
                used[name] += 1
                if used[name] > 1:  # the same name from another folder
                    name += f"-{used[name]}"
                for made in scene_files(each.pages, folder / name, formats, each.title, each.text, size):
                    write_file(made.path, made.data)
                    print(made.path)
        except figures.NoPosition as error:
            raise Quit(message(options.lang, "cli.no-position", place=f"{shown(path)}:{error.line}")) from None
        except NeedsCairo:
            raise
        except RenderError as error:
            raise Quit(f"{shown(path)}:{report.line}: {error}") from None
    return int(options.status)


_LOOKS = ("theme", "pips", "numerals", "steps", "ports", "placed", "caption", "legend", "transparent")
"""The options of `render` that are wishes for the look of a figure."""


def _maker(options: argparse.Namespace) -> figures.Maker:
    """What the figures of an entry are."""
    from . import figures
    from .engine.rules import load_rules

    if options.compare:
        return figures.compared(load_rules(options.compare))
    if options.all:
        return figures.every
    if options.strip:
        return figures.strips
    return figures.sheets if options.sheet else figures.marked


def _random(options: argparse.Namespace) -> int:
    from .engine.faults import KINDS, SHOWS_LATER
    from .engine.rules import rule_set

    if options.fault == "list":
        for name in sorted(KINDS):
            print(name + (f" ({message(options.lang, 'cli.shows-later')})" if name in SHOWS_LATER else ""))
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
        print(f"goti: {message(options.lang, 'cli.no-place', count=missed, kind=options.fault)}", file=sys.stderr)
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

    if not options.rules:
        lines = list_lines(options.lang)
    elif options.diff:
        if len(options.rules) != 2:
            raise Quit(message(options.lang, "cli.two-readings"))
        lines = diff_lines(options.rules[0], options.rules[1], options.lang)
    else:
        paths = list(_files(options.pins, options.lang)) if options.pins else []
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
    return WRONG if unpinned else OK


def _infer(options: argparse.Namespace) -> int:
    from .showrules import infer_lines

    print("\n".join(infer_lines(options.base, _paths(options), options.json, options.lang)))
    return OK


def _paths(options: argparse.Namespace) -> list[str]:
    return list(_files(options.paths, options.lang))


def _demo(options: argparse.Namespace) -> int:
    from .demo import demo

    return demo(Path(options.output), options.lang)
