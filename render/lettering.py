"""Text + language → shaped outlines.

HarfBuzz shapes every line (converters that draw `<text>` themselves get Devanagari wrong), and the outlines
are drawn instead of letters. `fonts.toml` names one font per language, which comes with a Python package:
nothing depends on the fonts of a machine.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..engine.errors import NoGlyph, UndrawnError
from ..engine.messages import message

_MOST_BYTES = 1 << 26  # no font is longer


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
            raise UndrawnError("font-package", package=self.package, file=self.file) from error


class Ink(NamedTuple):
    """The box around the black of a line in font units, y downwards from the baseline."""

    left: float
    top: float
    right: float
    bottom: float


Segment = tuple[str, tuple[int, ...]]
"""One step of an outline: m, l, c or z and its points from the glyph's origin, y downwards."""


class Glyph(NamedTuple):
    """The outline of one glyph in thousandths of the type size: as SVG data, and as segments without quadratics.

    `key` tells the glyphs of one font apart, both weights. `ink` is None for a blank.
    """

    key: str
    path: str
    segments: tuple[Segment, ...]
    ink: Ink | None


@dataclass(frozen=True, slots=True)
class Line:
    """One shaped line: `width` and `ink` in thousandths of the type size.

    `glyphs` are those with an outline, each with its origin, from the left end of the baseline; `words` what
    stands between blanks, each with the places of its left and right end.
    """

    text: str
    family: str
    width: float
    ink: Ink
    glyphs: tuple[tuple[Glyph, int, int], ...]
    words: tuple[tuple[str, int, int], ...] = ()


@cache
def font_entries() -> dict[str, FontEntry]:
    """The font of each language."""
    source = files("goti.render").joinpath("fonts.toml").read_text(encoding="utf-8")
    return {language: FontEntry(**table) for language, table in tomllib.loads(source).items()}


def font_entry(language: str) -> FontEntry:
    """The font of `language`. Raises RenderError when none is named."""
    found = font_entries().get(language)
    if found is None:
        raise UndrawnError("font-language", found=repr(language), known=", ".join(font_entries()))
    return found


def font_digest(entry: FontEntry) -> str:
    """The SHA-256 of the installed font file."""
    return hashlib.sha256(entry.data).hexdigest()


@lru_cache(maxsize=8192)
def shape(text: str, language: str, strong: bool = False, font: str = "") -> Line:
    """`text` as one line of outlines, from the font of `language` or from the file `font`.

    Raises RenderError naming the first character the font lacks, for a language without a font, and for a
    file that is no font.
    """
    return _face(font_entry(language), strong, font).line(text, language)


def wrap(text: str, language: str, strong: bool, most: float, font: str = "") -> list[Line]:
    """`text` as lines no wider than `most` (thousandths of the type size), broken at spaces.

    A single word wider than that keeps a line of its own.
    """
    whole = shape(" ".join(text.split()), language, strong, font)
    if whole.width <= most:
        return [whole]
    lines: list[str] = []
    for word in whole.text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and shape(longer, language, strong, font).width <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [shape(line, language, strong, font) for line in lines]


@cache
def _face(entry: FontEntry, strong: bool, font: str) -> _Face:
    return _Face(entry, entry.strong if strong else entry.regular, font)


class _Face:
    """A font at one weight."""

    def __init__(self, entry: FontEntry, weight: int, path: str) -> None:
        import uharfbuzz  # 10 ms, and only drawings need it

        self.hb: Any = uharfbuzz  # its names come from a compiled module that type checkers cannot see
        face = self.hb.Face(_font_file(path) if path else entry.data)
        if not face.glyph_count:
            raise UndrawnError("font-none", path=path or entry.file)
        self.font = self.hb.Font(face)
        self.family = _family(face) if path else entry.family
        self.font.set_variations({"wght": weight})  # a font without weights takes no notice
        # Outlines are kept in thousandths of the type size, whatever the font's own unit is.
        self.font.scale = (1000, 1000)
        self.funcs = _draw_funcs(uharfbuzz)
        self.letter = "s" if weight == entry.strong else "r"
        self.glyphs: dict[int, Glyph] = {}

    def line(self, text: str, language: str) -> Line:
        if not text:
            return Line(text, self.family, 0, _around([]), ())
        glyphs: list[tuple[Glyph, int, int]] = []
        inks: list[Ink] = []
        places: list[tuple[int, int]] = []  # number of the character, left end of its glyph
        x = 0
        for start, part in _runs(text):
            for info, place in self._shaped(part, language):
                places.append((start + info.cluster, x))
                glyph = self._glyph(info.codepoint)
                if glyph.ink is not None:
                    left, top = x + place.x_offset, -place.y_offset
                    glyphs.append((glyph, left, top))
                    ink = glyph.ink
                    inks.append(Ink(ink.left + left, ink.top + top, ink.right + left, ink.bottom + top))
                x += place.x_advance
        places.append((len(text), x))
        return Line(text, self.family, x, _around(inks), tuple(glyphs), _words(text, places))

    def _shaped(self, text: str, language: str) -> list[tuple[Any, Any]]:
        """The glyphs of a text in one script with their places. Raises NoGlyph for a character the font lacks."""
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
        return list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))

    def _glyph(self, number: int) -> Glyph:
        found = self.glyphs.get(number)
        if found is None:
            pen = _Pen()
            self.font.draw_glyph(number, self.funcs, pen)
            found = self.glyphs[number] = pen.glyph(f"{self.letter}{number}")
        return found


def _runs(text: str) -> list[tuple[int, str]]:
    """`text` cut where another script begins, each part with its start: HarfBuzz takes one script at a time.

    What belongs to no script, as digits and signs, stays with what stands before it.
    """
    starts, last = [0], ""
    for i, character in enumerate(text):
        script = _script(character)
        if script and last and script != last:
            starts.append(i)
        last = script or last
    return [(start, text[start:end]) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@lru_cache(maxsize=1024)
def _script(character: str) -> str:
    """The script of a letter or its mark, by the first word of its Unicode name; empty for what has none."""
    if unicodedata.category(character)[0] not in "LM":
        return ""
    name = unicodedata.name(character, "").partition(" ")[0]
    return "" if name in ("COMBINING", "VARIATION") else name


def _words(text: str, places: list[tuple[int, int]]) -> tuple[tuple[str, int, int], ...]:
    """The words of a line with their ends; `places` are characters with the left ends of their glyphs."""

    def at(character: int) -> int:
        return min(x for number, x in places if number >= character)

    return tuple((word[0], at(word.start()), at(word.end())) for word in re.finditer(r"\S+", text))


def _font_file(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(_MOST_BYTES)
    except OSError as error:
        raise UndrawnError("font-file", path=path, why=error.strerror or error) from None
    except ValueError as error:  # a name with a zero character
        raise UndrawnError("font-file", path=repr(path), why=error) from None


def _family(face: Any) -> str:
    """The font's own name, for the real text; without what XML or a list of families would misread."""
    name = face.get_name(1) or "sans-serif"
    return re.sub(r"[^\w .-]", "", name)


def _around(inks: list[Ink]) -> Ink:
    if not inks:
        return Ink(0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*inks, strict=True)
    return Ink(min(lefts), min(tops), max(rights), max(bottoms))


class _Pen:
    """Collects one outline in whole units, y downwards, as relative path data and as segments."""

    def __init__(self) -> None:
        self.at = self.first = (0, 0)
        self.parts: list[str] = []
        self.segments: list[Segment] = []
        self.xs: list[int] = []
        self.ys: list[int] = []

    def move(self, x: float, y: float) -> None:
        point = self._point(x, y)
        self.parts.append(f"m{point[0] - self.at[0]} {point[1] - self.at[1]}".replace(" -", "-"))
        self.segments.append(("m", point))
        self.at = self.first = point

    def draw(self, letter: str, *values: float) -> None:
        points = [self._point(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        numbers = [coordinate - self.at[i] for point in points for i, coordinate in enumerate(point)]
        self.parts.append(letter + " ".join(map(str, numbers)).replace(" -", "-"))
        if letter == "q":
            (ax, ay), (bx, by), (x, y) = self.at, *points
            thirds = (ax + 2 * bx, ay + 2 * by, x + 2 * bx, y + 2 * by)
            self.segments.append(("c", (*(round(each / 3) for each in thirds), x, y)))
        else:
            self.segments.append((letter, tuple(each for point in points for each in point)))
        self.at = points[-1]

    def close(self) -> None:
        self.parts.append("z")
        self.segments.append(("z", ()))
        self.at = self.first

    def _point(self, x: float, y: float) -> tuple[int, int]:
        point = (round(x), -round(y))
        self.xs.append(point[0])
        self.ys.append(point[1])
        return point

    def glyph(self, key: str) -> Glyph:
        if not self.segments:
            return Glyph(key, "", (), None)
        # Control points are taken for the edge: digits and letters have their extremes on the curve.
        ink = Ink(min(self.xs), min(self.ys), max(self.xs), max(self.ys))
        return Glyph(key, "".join(self.parts), tuple(self.segments), ink)


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
