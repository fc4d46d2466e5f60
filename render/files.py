"""Figures as files: scenes → the bytes of each format asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..engine.layout import Position
from ..engine.record import Figure
from .describe import describe
from .figure import figure
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


def caption_of(figures: Sequence[Figure], language: str) -> str | None:
    """The caption in a language, else the one without a language."""
    captions = {key: text for figure in figures for key, text in figure.captions}
    return captions.get(language, captions.get(None))


def figure_files(
    position: Position, figures: Sequence[Figure], base: Path, formats: Sequence[str], language: str
) -> Iterator[Made]:
    """The files of one figure: `base` with the ending of each format.

    Raises RenderError, and NeedsCairo for pdf and png on a machine without the cairo library.
    """
    title = caption_of(figures, language)
    scene = figure(position, language, title=title)
    yield from scene_files([scene], base, formats, title, text_of([position], title, language))


def text_of(positions: Sequence[Position], title: str | None, language: str) -> str:
    """The text pictures of positions, each with its short line."""
    parts = [title] if title else []
    for each in positions:
        parts += [picture(each), "", describe(each, language, "short"), ""]
    return "\n".join(parts[:-1]) + "\n"


def scene_files(
    pages: Sequence[Scene],
    base: Path,
    formats: Sequence[str],
    title: str | None,
    text: str,
    size: Print | None = None,
) -> Iterator[Made]:
    """The files of a figure, or of a sheet of several pages, which has only a PDF."""
    size = size or Print()
    for each in formats if len(pages) == 1 else ("pdf",):
        path = base.with_name(f"{base.name}.{each}")
        if each == "svg":
            data = write_svg(pages[0], width_mm=size.width_mm).encode("utf-8")
        elif each == "pdf":
            data = paint_pdf(pages, title or pages[0].heading, width_mm=size.width_mm)
        elif each == "png":
            svg = write_svg(pages[0], width_mm=size.width_mm)
            data = to_png(svg, dpi=size.dpi, lang=pages[0].language)
        else:
            data = text.encode("utf-8")
        yield Made(path, data)
