"""Figures as files: scenes → the bytes of each format asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..engine.judged import Step
from ..engine.layout import Position
from ..engine.record import Figure
from .describe import describe
from .figure import figure
from .look import Look
from .paint import paint_pdf
from .pdf import to_png
from .picture import picture
from .scene import Scene
from .svg import write_svg

FORMATS = ("svg", "pdf", "png", "txt")


@dataclass(frozen=True, slots=True)
class Made:
    """A file to be written."""

    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class Print:
    """How big a figure is: its width in print (None: 1 user unit is 1/96 inch) and the dots of a PNG to an inch."""

    width_mm: float | None = None
    dpi: float = 192


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

    `step` is the turn it shows; None where it shows several. `draw` and `text` raise RenderError for a figure that
    cannot be made.
    """

    name: str
    title: str | None
    step: Step | None
    draw: Callable[[], list[Scene]]
    text: Callable[[], str]


def marked_figure(
    position: Position,
    figures: Sequence[Figure],
    look: Look,
    *,
    name: str = "",
    step: Step | None = None,
    max_width: int | None = None,
    aspect: float | None = None,
) -> Named:
    """The figure of one position, with the caption of its marks as the title."""
    caption = caption_of(figures, look.lang)
    title = None if caption is None else caption.text
    return Named(
        name, title, step,
        lambda: [figure(position, look.but(title=title), max_width=max_width, aspect=aspect)],
        lambda: text_of([position], title, look.lang),
    )  # fmt: skip


def text_of(positions: Sequence[Position], title: str | None, language: str) -> str:
    """The text pictures of positions, each with its short line."""
    parts = [title] if title else []
    for each in positions:
        parts += [picture(each), "", describe(each, language, "short"), ""]
    return "\n".join(parts[:-1]) + "\n"


def figure_files(named: Named, base: Path, formats: Sequence[str], size: Print | None = None) -> Iterator[Made]:
    """The files of a figure: `base` with the ending of each format. A sheet of several pages has only a PDF.

    Raises RenderError before the first file, and NeedsCairo for pdf and png on a machine without the cairo library.
    """
    size = size or Print()
    pages = [] if set(formats) == {"txt"} else named.draw()
    svg = write_svg(pages[0], width_mm=size.width_mm) if {"svg", "png"} & set(formats) else ""
    for each in formats if len(pages) < 2 else ("pdf",):
        path = base.with_name(f"{base.name}.{each}")
        if each == "svg":
            data = svg.encode("utf-8")
        elif each == "pdf":
            data = paint_pdf(pages, named.title or pages[0].heading, width_mm=size.width_mm)
        elif each == "png":
            data = to_png(svg, dpi=size.dpi, lang=pages[0].language)
        else:
            data = named.text().encode("utf-8")
        yield Made(path, data)
