"""Figures as files: one position → the bytes of each format asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..engine.layout import Position
from ..engine.record import Figure
from .describe import describe
from .figure import figure_svg
from .pdf import to_pdf, to_png
from .picture import picture

FORMATS = ("svg", "pdf", "png", "txt")


@dataclass(frozen=True, slots=True)
class Made:
    """A file to be written."""

    path: Path
    data: bytes


class Caption(NamedTuple):
    """The caption of a figure, with the line it is written on and its language there."""

    text: str
    line: int
    language: str | None


def caption_of(figures: Sequence[Figure], language: str) -> Caption | None:
    """The caption in a language, else the one without a language; the last one where there are several."""
    found = {key: Caption(text, figure.line, key) for figure in figures for key, text in figure.captions}
    return found.get(language, found.get(None))


def figure_files(
    position: Position, figures: Sequence[Figure], base: Path, formats: Sequence[str], language: str
) -> Iterator[Made]:
    """The files of one figure: `base` with the ending of each format.

    Raises RenderError before the first file, and NeedsCairo for pdf and png on a machine without the cairo library.
    """
    caption = caption_of(figures, language)
    title = None if caption is None else caption.text
    svg = "" if set(formats) == {"txt"} else figure_svg(position, lang=language, title=title)
    for each in formats:
        path = base.with_name(f"{base.name}.{each}")
        if each == "svg":
            data = svg.encode("utf-8")
        elif each == "pdf":
            data = to_pdf(svg, title or describe(position, language, "heading"), lang=language)
        elif each == "png":
            data = to_png(svg, lang=language)
        else:
            text = [title] if title else []
            text += [picture(position), "", describe(position, language, "short")]
            data = ("\n".join(text) + "\n").encode("utf-8")
        yield Made(path, data)
