"""The simple shapes of a figure. Lengths are user units, y grows downwards; every shape has its literal
colours.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.errors import UndrawnError
from .lettering import Line

WIDTHS, DPI = (5, 2000), (10, 2400)
"""The least and most width of a figure in millimetres, and dots to an inch."""


def check_size(width_mm: float | None = None, dpi: float | None = None) -> None:
    """Raise UndrawnError for a width or a number of dots that cannot be meant."""
    for key, value, (least, most) in (("width", width_mm, WIDTHS), ("dpi", dpi, DPI)):
        if value is not None and not least <= value <= most:
            raise UndrawnError(key, least=least, most=most, found=f"{value:g}")


@dataclass(frozen=True, slots=True)
class Plates:
    """Equal rounded rectangles, one after another: left, top, and whether they lie or stand.

    `long` and `short` are the sides of the rectangle; `dash` is the length of the dashes of its outline.
    """

    places: tuple[tuple[float, float, bool], ...]
    long: float
    short: float
    radius: float
    fill: str
    stroke: str
    stroke_width: float
    dash: float = 0


@dataclass(frozen=True, slots=True)
class Strokes:
    """Straight lines with round ends: first point, then the way to the last; `dash` as for Plates."""

    lines: tuple[tuple[float, float, float, float], ...]
    stroke: str
    width: float
    dash: float = 0


@dataclass(frozen=True, slots=True)
class Pips:
    """The pips of halves: centre of the half, their number, and whether the tile lies."""

    halves: tuple[tuple[float, float, int, bool], ...]
    spread: float
    size: float
    fill: str


@dataclass(frozen=True, slots=True)
class Disc:
    """One circle."""

    x: float
    y: float
    radius: float
    fill: str
    stroke: str
    stroke_width: float


@dataclass(frozen=True, slots=True)
class Text:
    """One shaped line from the left end of its baseline; `silent` where its words say nothing by themselves."""

    line: Line
    x: float
    y: float
    size: float
    fill: str
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes of their own scale, moved to a place."""

    x: float
    y: float
    scale: float
    shapes: tuple[Shape, ...]


Shape = Plates | Strokes | Pips | Disc | Text | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole figure: its size, its shapes from back to front, and its words for those who cannot see it.

    `background` is "none" for a figure that lets the page be seen.
    """

    width: float
    height: float
    background: str
    shapes: tuple[Shape, ...]
    heading: str
    description: str
    language: str
