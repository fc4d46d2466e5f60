"""Text + language → shaped outlines.

HarfBuzz shapes every line (converters that draw `<text>` themselves get Devanagari wrong), and the outlines
are drawn instead of letters. `fonts.toml` names one font per language, which comes with a Python package:
nothing depends on the fonts of a machine.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..engine.errors import NoGlyph, RenderError
from ..engine.messages import message


class FontEntry(NamedTuple):
    """One table of `fonts.toml`; `regular` and `strong` are weights of the variable font."""

    package: str
    file: str
    family: str
    regular: int
    strong: int
    sha256: str

    @property
    def data(self) -> bytes:
        """The font file. Raises RenderError when its package is not installed."""
        try:
            return files(self.package).joinpath(self.file).read_bytes()
        except (ModuleNotFoundError, FileNotFoundError) as error:
            raise RenderError(f"the font package {self.package} with {self.file} is not installed") from error


class Ink(NamedTuple):
    """The box around the black of a line in font units, y downwards from the baseline."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Line:
    """One shaped line: `width` and `ink` in thousandths of the type size, `path` the outlines (SVG data).

    `path` starts at the left end of the baseline, in the same units, y downwards.
    """

    text: str
    family: str
    width: float
    ink: Ink
    path: str


@cache
def font_entries() -> dict[str, FontEntry]:
    """The font of each language."""
    source = files("goti.render").joinpath("fonts.toml").read_text(encoding="utf-8")
    return {language: FontEntry(**table) for language, table in tomllib.loads(source).items()}


def font_entry(language: str) -> FontEntry:
    """The font of `language`. Raises RenderError when none is named."""
    found = font_entries().get(language)
    if found is None:
        raise RenderError(f"no font is named for {language!r}; there are: {', '.join(font_entries())}")
    return found


def font_digest(entry: FontEntry) -> str:
    """The SHA-256 of the installed font file."""
    return hashlib.sha256(entry.data).hexdigest()


@lru_cache(maxsize=8192)
def shape(text: str, language: str, strong: bool = False) -> Line:
    """`text` as one line of outlines.

    Raises RenderError naming the first character the font lacks, and for a language without a font.
    """
    return _face(font_entry(language), strong).line(text, language)


def wrap(text: str, language: str, strong: bool, most: float) -> list[Line]:
    """`text` as lines no wider than `most` (thousandths of the type size), broken at spaces.

    A single word wider than that keeps a line of its own.
    """
    whole = shape(" ".join(text.split()), language, strong)
    if whole.width <= most:
        return [whole]
    lines: list[str] = []
    for word in whole.text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and shape(longer, language, strong).width <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [shape(line, language, strong) for line in lines]


@cache
def _face(entry: FontEntry, strong: bool) -> _Face:
    return _Face(entry, entry.strong if strong else entry.regular)


class _Glyph(NamedTuple):
    """An outline: its first point, then relative path data; `ink` is None for a blank."""

    x: int
    y: int
    path: str
    ink: Ink | None


class _Face:
    """A font at one weight."""

    def __init__(self, entry: FontEntry, weight: int) -> None:
        import uharfbuzz  # 10 ms, and only drawings need it

        self.family = entry.family
        self.hb: Any = uharfbuzz  # its names come from a compiled module that type checkers cannot see
        self.font = self.hb.Font(self.hb.Face(entry.data))
        self.font.set_variations({"wght": weight})
        # Outlines are kept in thousandths of the type size, whatever the font's own unit is.
        self.font.scale = (1000, 1000)
        self.funcs = _draw_funcs(uharfbuzz)
        self.glyphs: dict[int, _Glyph] = {}

    def line(self, text: str, language: str) -> Line:
        if not text:
            return Line(text, self.family, 0, _around([]), "")
        buffer = self.hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.language = language
        self.hb.shape(self.font, buffer, {"kern": True})
        missing = [info.cluster for info in buffer.glyph_infos if info.codepoint == 0]
        if missing:
            character = text[min(missing)]
            seen = f"{character} " if character.isprintable() else ""
            values = {"family": self.family, "character": f"{seen}(U+{ord(character):04X})"}
            raise NoGlyph(message(language, "figure.no-glyph", **values), character)
        parts: list[str] = []
        inks: list[Ink] = []
        x = 0
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyph = self._glyph(info.codepoint)
            if glyph.ink is not None:
                left, top = x + place.x_offset, -place.y_offset
                parts.append(f"M{left + glyph.x} {top + glyph.y}{glyph.path}")
                ink = glyph.ink
                inks.append(Ink(ink.left + left, ink.top + top, ink.right + left, ink.bottom + top))
            x += place.x_advance
        return Line(text, self.family, x, _around(inks), "".join(parts))

    def _glyph(self, number: int) -> _Glyph:
        found = self.glyphs.get(number)
        if found is None:
            pen = _Pen()
            self.font.draw_glyph(number, self.funcs, pen)
            found = self.glyphs[number] = pen.glyph()
        return found


def _around(inks: list[Ink]) -> Ink:
    if not inks:
        return Ink(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*inks, strict=True)
    return Ink(min(lefts), min(tops), max(rights), max(bottoms))


class _Pen:
    """Collects one outline as relative path data in whole units, y downwards."""

    def __init__(self) -> None:
        self.start: tuple[int, int] | None = None
        self.at = (0, 0)
        self.first = (0, 0)
        self.parts: list[str] = []
        self.xs: list[int] = []
        self.ys: list[int] = []

    def move(self, x: float, y: float) -> None:
        point = self._point(x, y)
        if self.start is None:
            self.start = point
        else:
            self.parts.append(f"m{point[0] - self.at[0]} {point[1] - self.at[1]}")
        self.at = self.first = point

    def draw(self, letter: str, *values: float) -> None:
        points = [self._point(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        numbers = [coordinate - self.at[i] for point in points for i, coordinate in enumerate(point)]
        self.parts.append(letter + " ".join(map(str, numbers)).replace(" -", "-"))
        self.at = points[-1]

    def close(self) -> None:
        self.parts.append("z")
        self.at = self.first

    def _point(self, x: float, y: float) -> tuple[int, int]:
        point = (round(x), -round(y))
        self.xs.append(point[0])
        self.ys.append(point[1])
        return point

    def glyph(self) -> _Glyph:
        if self.start is None:
            return _Glyph(0, 0, "", None)
        # Control points are taken for the edge: digits and letters have their extremes on the curve.
        ink = Ink(min(self.xs), min(self.ys), max(self.xs), max(self.ys))
        return _Glyph(*self.start, "".join(self.parts), ink)


def _draw_funcs(hb: Any) -> Any:
    """HarfBuzz's callbacks, each of which goes to the pen given with the glyph."""
    funcs = hb.DrawFuncs()
    line: Callable[..., None] = lambda x, y, pen: pen.draw("l", x, y)  # noqa: E731
    quadratic: Callable[..., None] = lambda a, b, x, y, pen: pen.draw("q", a, b, x, y)  # noqa: E731
    cubic: Callable[..., None] = lambda a, b, c, d, x, y, pen: pen.draw("c", a, b, c, d, x, y)  # noqa: E731
    funcs.set_move_to_func(lambda x, y, pen: pen.move(x, y))
    funcs.set_line_to_func(line)
    funcs.set_quadratic_to_func(quadratic)
    funcs.set_cubic_to_func(cubic)
    funcs.set_close_path_func(lambda pen: pen.close())
    return funcs
