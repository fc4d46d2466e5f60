"""`goti render`: its options, and judged entries → figures as files."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .api import EntryReport
from .engine.errors import NeedsCairo, NoGlyph, RenderError, SaidError, UndrawnError
from .engine.excerpt import excerpt
from .engine.judged import Step
from .engine.messages import message
from .engine.record import EntryLine, Seats
from .notation.locate import place_in_text, place_in_texts
from .streams import STDIN, Quit, Unwritable, complain, shown, write_file

if TYPE_CHECKING:
    from .figures import Maker, Table
    from .render.files import Named, Print
    from .render.look import Look

WRONG, UNREAD = 1, 2
_LOOKS = ("theme", "font", "pips", "numerals", "steps", "ports", "placed", "caption", "legend", "transparent", "title")
"""The options that are wishes for the look of a figure."""


def add_options(sub: argparse.ArgumentParser) -> None:
    """The options of `goti render` for what is drawn, and how."""
    formats = "svg, pdf, png, txt, separated by commas (default: svg; pdf for a sheet)"
    sub.add_argument("--format", metavar="LIST", help=formats)
    which = sub.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="one figure for every step, the tiles in the same places")
    which.add_argument("--strip", action="store_true", help="each layout or round as one figure with all its steps")
    which.add_argument("--sheet", action="store_true", help="the contact sheet of each layout or round (PDF)")
    which.add_argument("--compare", metavar="RULES", help="beside the same layout under another rule set")
    stated = "marks, total and points as the lines state them, not by the rules"
    sub.add_argument("--as-written", action="store_true", help=stated)
    sub.add_argument("--score", action="store_true", help="the scores of each match as a table keeps them")
    sub.add_argument("--round", type=int, metavar="N", help="with --score: after this round (default: the last)")
    kept = "with --score: lines on paper or a cribbage board (default: what the rule set names)"
    sub.add_argument("--record", choices=("paper", "board"), help=kept)
    sub.add_argument("--theme", default="ivory", metavar="NAME", help="ivory, ebony, contrast, print, or a TOML file")
    sub.add_argument("--font", metavar="FILE", help="a font file instead of the packaged one")
    sub.add_argument("--pips", choices=("dots", "numerals"), default="dots")
    sub.add_argument("--numerals", choices=("latin", "devanagari"), default="latin", help="the digits of the figure")
    sub.add_argument("--steps", action="store_true", help="number the tiles in order of play")
    sub.add_argument("--ports", action="store_true", help="name the free ports")
    sub.add_argument("--placed", action="store_true", help="mark the tile placed last")
    sub.add_argument("--title", metavar="TEXT", help="above each figure, instead of its caption in the record")
    sub.add_argument("--no-caption", dest="caption", action="store_false", help="without the sum and the points")
    sub.add_argument("--no-legend", dest="legend", action="store_false")
    sub.add_argument("--transparent", action="store_true", help="SVG and PNG without a background")
    sub.add_argument("--width", type=float, metavar="MM", help="width in print in millimetres")
    sub.add_argument("--dpi", type=float, default=192, metavar="N", help="dots to an inch of a PNG (default 192)")
    sub.add_argument("--max-width", type=int, metavar="UNITS", help="width of the table; a tile is 4 (default 44)")
    sub.add_argument("--aspect", metavar="W:H", help="shape of the table, such as 3:2")


def render(options: argparse.Namespace, entries: Iterable[tuple[str, EntryReport, int]]) -> None:
    """Write the figures of entries (path, report, number in its file); `options.status` becomes the exit status.

    What cannot be drawn is named with its place, and the others are made. Raises RenderError and Quit for options that
    cannot be met, before anything is read.
    """
    from .figures import take_as_written

    asked = _formats(options)
    wanted, table, size = _look(options), _table(options), _print(options)
    formats = _possible(asked, options)
    make = _score_maker(options) if options.score else _maker(options)
    folder, used, found = Path(options.output), set[str](), False
    options.said, rounds = set(), set[int]()
    for path, report, number in entries:
        rounds |= {each.number for each in report.judged.rounds}
        if options.as_written:
            take_as_written(report)
        for each in make(report, wanted, table):
            found = True
            name = f"{'stdin' if path == STDIN else Path(path).stem}-{number}-{each.name}"
            name = _unused(name, used)
            _write(each, folder / name, formats, size, path, report, options)
    if len(formats) < len(asked):
        options.status = UNREAD
    if not found:
        _nothing(options, rounds)


def _unused(name: str, used: set[str]) -> str:
    """The name, or a longer one where it is taken: by a figure at the same turn, or a file of another folder."""
    found, number = name, 1
    while found in used:
        number += 1
        found = f"{name}-{number}"
    used.add(found)
    return found


def no_position(path: str, step: Step, options: argparse.Namespace) -> None:
    """Say where the layout of a figure is not known."""
    complain(message(options.lang, "cli.no-position", place=f"{shown(path)}:{_marked_line(step)}:1"))
    options.status = max(options.status, WRONG)


def nothing_to_draw(options: argparse.Namespace) -> None:
    """Say that there was no figure, where nothing that could not be read hides why."""
    if options.status != UNREAD:
        complain(f"goti: {message(options.lang, 'cli.no-figures')}")


def _nothing(options: argparse.Namespace, rounds: set[int]) -> None:
    """Say why there was no figure; `rounds` are the numbers of those that were read."""
    if not options.score:
        nothing_to_draw(options)
    elif options.round is not None and options.round not in rounds:
        complain(f"goti: {message(options.lang, 'cli.no-round', number=options.round)}")
        options.status = UNREAD
    elif options.status != UNREAD:
        complain(f"goti: {message(options.lang, 'score.no-entries' if rounds else 'score.none')}")


def _write(
    named: Named, base: Path, formats: list[str], size: Print, path: str, report: EntryReport,
    options: argparse.Namespace,
) -> None:  # fmt: skip
    from .figures import NoPosition
    from .render.files import figure_files

    try:
        for made in figure_files(named, base, formats, size):
            try:
                write_file(made.path, made.data)
            except Unwritable as error:
                if not error.alone:
                    raise
                complain(f"goti: {error}")
                options.status = UNREAD
            else:
                print(shown(str(made.path)))
        if options.max_width is not None and (wide := named.wide()) > options.max_width:
            asked = {"found": options.max_width, "wide": wide}
            complain(f"{shown(str(base))}: {message(options.lang, 'cli.wider', **asked)}")
    except NoPosition as error:
        no_position(path, error.step, options)
    except RenderError as error:
        _undrawn(path, report, named.step, error, options)


# -- options ----------------------------------------------------------------------------------------------------------


def _formats(options: argparse.Namespace) -> list[str]:
    from .render.files import FORMATS

    if options.format is None:
        return ["pdf" if options.sheet else "svg"]
    formats = list(dict.fromkeys(each.strip() for each in options.format.split(",") if each.strip()))
    for each in formats:
        if each not in FORMATS:
            raise Quit(message(options.lang, "cli.unknown-format", found=shown(each), known=", ".join(FORMATS)))
    if not formats:
        raise Quit(message(options.lang, "cli.no-format", known=", ".join(FORMATS)))
    if options.sheet and not set(formats) <= {"pdf", "txt"}:
        raise UndrawnError("sheet-format")
    return formats


def _possible(formats: list[str], options: argparse.Namespace) -> list[str]:
    """The formats this machine can make: without the cairo library no PDF and no PNG, which is said."""
    from .render.pdf import load_cairo

    drawn = [each for each in formats if each not in ("pdf", "png")]
    if len(drawn) < len(formats):
        try:
            load_cairo(options.lang)
        except NeedsCairo as error:
            if not drawn:
                raise
            complain(f"goti: {error}")
            return drawn
    return formats


def _look(options: argparse.Namespace) -> Look:
    from .render.look import look

    if options.title and shown(options.title) != options.title:
        raise UndrawnError("title-acts", found=shown(options.title))
    return look(options.lang, quiet=options.as_written, **{name: getattr(options, name) for name in _LOOKS})


def _table(options: argparse.Namespace) -> Table:
    from .figures import Table

    aspect = None
    if options.aspect is not None:
        wide, colon, tall = options.aspect.partition(":")
        try:
            aspect = float(wide) / (float(tall) if colon else 1)
        except (ValueError, ZeroDivisionError):
            raise UndrawnError("aspect", found=repr(options.aspect)) from None
    return Table(options.max_width, aspect)


def _print(options: argparse.Namespace) -> Print:
    from .render.files import Print

    if options.sheet and options.width is not None:
        raise UndrawnError("sheet-width")
    return Print(options.width, options.dpi)


def _maker(options: argparse.Namespace) -> Maker:
    """What the figures of an entry are."""
    from . import figures
    from .engine.rules import load_rules

    if options.round is not None or options.record:
        raise Quit(message(options.lang, "score.only-score"))
    if options.compare:
        if options.as_written:
            raise UndrawnError("only-marked", option="--compare")
        return figures.compared(load_rules(options.compare))
    if options.all:
        return figures.every
    if options.strip:
        return figures.strips
    return figures.sheets if options.sheet else figures.marked


def _score_maker(options: argparse.Namespace) -> Maker:
    """Which figures of a match's score record are made."""
    from . import scores
    from .engine.rules import ScoreRecord

    if options.sheet or options.compare:
        raise Quit(message(options.lang, "score.not-with-score"))
    if options.as_written:
        raise UndrawnError("only-marked", option="--score")
    make = scores.every_entry if options.all else scores.growing if options.strip else scores.after_round
    return make(options.round, ScoreRecord(options.record) if options.record else None)


# -- what cannot be drawn ---------------------------------------------------------------------------------------------


def _marked_line(step: Step) -> int:
    return step.figures[-1].line if step.figures else step.line


def _undrawn(
    path: str, report: EntryReport, step: Step | None, error: RenderError, options: argparse.Namespace
) -> None:
    """Say that a figure cannot be drawn: at the character no font has, at the line it comes from, or at the mark.

    A character of what several figures have in common, as a title, is said once.
    """
    line, column, width = report.line if step is None else _marked_line(step), 1, 0
    if isinstance(error, NoGlyph):
        line, column, width = _lettered(report, step, error.character, options) or (line, column, width)
    elif isinstance(error, UndrawnError) and error.line is not None:
        line = error.line
        width = len(report.written.line(line))
    why = error.said(options.lang) if isinstance(error, SaidError) else error
    place = f"{shown(path)}:{line}:{column}"
    marked = excerpt(report.written.line(line), column, width) if width else []
    said = "\n".join([f"{place}: {message(options.lang, 'cli.not-drawn', why=why)}", *marked])
    if not (isinstance(error, NoGlyph) and said in options.said):
        complain(said)
    options.said.add(said)
    options.status = max(options.status, WRONG)


def _lettered(
    report: EntryReport, step: Step | None, character: str, options: argparse.Namespace
) -> tuple[int, int, int] | None:
    """Line, column and width of a character in the words of a figure: its caption, the title, the names."""
    from .render.files import caption_of

    found = caption_of(step.figures, options.lang) if step else None
    if found is not None:
        return found.line, *place_in_text(report.written.line(found.line), found.language, character)
    named = (each.line for each in report.written.nodes if isinstance(each, EntryLine | Seats))
    return place_in_texts(((number, report.written.line(number)) for number in named), character)
