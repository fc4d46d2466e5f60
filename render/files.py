"""Figures as files: one position → the bytes of each format asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

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
    svg = figure_svg(position, lang=language, title=title)
    for each in formats:
        path = base.with_name(f"{base.name}.{each}")
        if each == "svg":
            data = svg.encode("utf-8")
        elif each == "pdf":
            data = to_pdf(svg, title or describe(position, language, "heading"))
        elif each == "png":
            data = to_png(svg)
        else:
            text = [title] if title else []
            text += [picture(position), "", describe(position, language, "short")]
            data = ("\n".join(text) + "\n").encode("utf-8")
        yield Made(path, data)
