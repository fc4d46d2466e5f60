"""Figures as files: scenes → the bytes of each format asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..engine.errors import UndrawnError
from ..engine.judged import Step
from ..engine.layout import Position
from ..engine.messages import message
from ..engine.record import Figure
from .arrange import Arrangement
from .describe import describe
from .look import Look
from .paint import paint_pdf
from .pdf import to_png
from .picture import MARKS, picture
from .scene import Scene, check_size
from .svg import write_svg

FORMATS = ("svg", "pdf", "png", "txt")
MOST_DOTS = 12000
"""Dots of the longer side of a PNG: a metre in print. More would take gigabytes."""


@dataclass(frozen=True, slots=True)
class Made:
    """A file to be written."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class Print:
    """How big a figure is: its width in print (None: 1 user unit is 1/96 inch) and the dots of a PNG to an inch.

    Raises UndrawnError for sizes that cannot be meant.
    """

    width_mm: float | None = None
    dpi: float = 192

    def __post_init__(self) -> None:
        check_size(self.width_mm, self.dpi)


class Caption(NamedTuple):
    """The caption of a figure, with the line it is written on and its language there."""

    text: str
    line: int
    language: str | None


def caption_of(figures: Sequence[Figure], language: str) -> Caption | None:
    """The caption in a language, else the one without a language; the last one where there are several."""
    found = {key: Caption(text, figure.line, key) for figure in figures for key, text in figure.captions}
    return found.get(language, found.get(None))


@dataclass(frozen=True, slots=True)
class Named:
    """A figure to be made: the end of its name, its title, its page or pages and its text picture.

    `step` is the turn it shows; None where it shows several. `wide` is how many units across its tiles
    need. `draw` and `text` raise RenderError for a figure that
    cannot be made.
    """

    name: str
    title: str | None
    step: Step | None
    draw: Callable[[], list[Scene]]
    text: Callable[[], str]
    wide: Callable[[], int] = int


def text_of(positions: Sequence[Position], places: Sequence[Arrangement | None], look: Look) -> str:
    """The text pictures of positions in their places, each with its short line; title and legend as in the figure."""
    parts = [look.title] if look.title else []
    for each, place in zip(positions, places, strict=True):
        told = (picture(each, place=place), "", describe(each, look.lang, "short"), "")
        parts += map(look.digits, told)
    return "\n".join([*(parts if look.legend else parts[:-1]), *text_key(positions, look)]) + "\n"


def text_key(positions: Sequence[Position], look: Look) -> list[str]:
    """What the marks of text pictures mean, a line each."""
    have = {
        "counted": any(each.counted for each in positions),
        "uncounted": any(each.uncounted for each in positions),
        "spinner": any(each.layout.spinners for each in positions),
    }
    marks = [(look.digits(mark), kind) for kind, mark in MARKS.items() if look.legend and have[kind]]
    return [f"{mark:<11}{message(look.lang, f'figure.legend.{kind}')}" for mark, kind in marks]


def figure_files(named: Named, base: Path, formats: Sequence[str], size: Print | None = None) -> Iterator[Made]:
    """The files of a figure: `base` with the ending of each format; of several pages only a PDF has all.

    Raises RenderError before the first file, for a PNG or PDF that is too large behind the others, and NeedsCairo for
    pdf and png on a machine without the cairo library.
    """
    size = size or Print()
    pages = [] if set(formats) == {"txt"} else named.draw()
    svg = write_svg(pages[0], width_mm=size.width_mm) if {"svg", "png"} & set(formats) else ""
    too_large: UndrawnError | None = None
    for each in formats:
        path = base.with_name(f"{base.name}.{each}")
        try:
            if each == "svg":
                data = svg.encode("utf-8")
            elif each == "pdf":
                data = paint_pdf(pages, named.title or pages[0].heading, width_mm=size.width_mm)
            elif each == "png":
                _check_png(pages[0], size)
                data = to_png(svg, dpi=size.dpi, lang=pages[0].language)
            else:
                data = named.text().encode("utf-8")
        except UndrawnError as error:
            if error.key not in ("png-size", "pdf-size"):
                raise
            too_large = error
        else:
            yield Made(path, data)
    if too_large is not None:
        raise too_large


def _check_png(scene: Scene, size: Print) -> None:
    """Raises UndrawnError for a picture of more dots than can be drawn."""
    wide = scene.width * size.dpi / 96 if size.width_mm is None else size.width_mm * size.dpi / 25.4
    tall = wide * scene.height / scene.width
    if max(wide, tall) > MOST_DOTS:
        raise UndrawnError("png-size", wide=round(wide), tall=round(tall), most=MOST_DOTS)
