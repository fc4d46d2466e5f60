"""Text + language → shaped outlines.

HarfBuzz shapes every line (converters that draw `<text>` themselves get Devanagari wrong), and the outlines
are drawn instead of letters. A letter that the font of the language lacks is taken from the next packaged font that
has it; pieces that run from the right stand where the Unicode Bidirectional Algorithm puts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ..engine.errors import NoGlyph
from ..engine.messages import message
from .bidi import first_strong, levels, visual
from .faces import Face, face_of, is_unseen
from .fonts import font_entry, further_fonts
from .outlines import Glyph, Ink, around

_ELLIPSIS = "…"
_ISOLATING = "\u2066-\u2069"
_WORD, _ENDED = re.compile(rf"[^\s{_ISOLATING}]+"), re.compile(rf"[{_ISOLATING}]*\s")
_MOST_SHORTENED = 2000  # letters looked at of a text that is shortened anyway


class Word(NamedTuple):
    """What stands between blanks, cut where another font or level begins, with the places of its left and right end.

    `text` is in the order of reading, `level` odd where that is from the right; a blank follows an `ended` one.
    """

    text: str
    left: int
    right: int
    family: str
    level: int
    ended: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One shaped line: `width` and `ink` in thousandths of the type size.

    `glyphs` are those with an outline, each with its origin, from the left end of the baseline; `families` the fonts
    that were needed; `level` is odd for a line that begins at the right.
    """

    text: str
    families: tuple[str, ...]
    width: float
    ink: Ink
    glyphs: tuple[tuple[Glyph, int, int], ...]
    words: tuple[Word, ...] = ()
    level: int = 0


@lru_cache(maxsize=8192)
def shape(text: str, language: str, strong: bool = False, font: str = "") -> Line:
    """`text` as one line of outlines, from the file `font`, the font of `language`, or else a further packaged font.

    Raises RenderError naming the first character that none of them has, for a language without a font, and for a
    file that is no font.
    """
    return _Fonts(language, strong, font).line(text, first_strong(text))


def wrap(text: str, language: str, strong: bool, most: float, font: str = "", lines: int | None = None) -> list[Line]:
    """`text` as lines no wider than `most` (thousandths of the type size), broken at spaces, else between letters.

    With `lines` there are no more than that, the last ending in an ellipsis where something is left out. Raises as
    `shape`.
    """
    if lines is not None and len(text) > _MOST_SHORTENED:
        text = text[:_MOST_SHORTENED] + _ELLIPSIS
    words = " ".join(text.split())
    whole = shape(words, language, strong, font)
    if whole.width <= most:
        return [whole]
    fonts = _Fonts(language, strong, font)
    broken = list(_isolating(fonts.broken(words, most, None if lines is None else lines + 1)))
    if lines is not None and len(broken) > lines:
        broken[lines - 1 :] = [fonts.shortened(broken[lines - 1], most)]
    return [fonts.line(each, whole.level) for each in broken]


def is_blank(text: str) -> bool:
    """Whether there is nothing to be seen of a text."""
    return all(each.isspace() or is_unseen(each) for each in text)


def _isolating(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a text, with isolates that go on in the next line ended in one and begun again in the other."""
    begun = ""
    for line in lines:
        whole = begun + line
        begun = ""
        for character in whole:
            if character == "\N{POP DIRECTIONAL ISOLATE}":
                begun = begun[:-1]
            elif character in "\N{FIRST STRONG ISOLATE}\N{LEFT-TO-RIGHT ISOLATE}\N{RIGHT-TO-LEFT ISOLATE}":
                begun += character
        yield whole + "\N{POP DIRECTIONAL ISOLATE}" * len(begun)


class _Run(NamedTuple):
    """A piece of one font, script and level: its beginning in the line, and its text."""

    start: int
    text: str
    face: Face
    level: int


class _Fonts:
    """The faces tried for a line, one after another."""

    def __init__(self, language: str, strong: bool, font: str) -> None:
        self.language, self.strong = language, strong
        own = font_entry(language)
        self.first = face_of(own, strong, font)
        self.others = [each for each in (own, *further_fonts()) if each.family != self.first.family]

    def faces(self) -> Iterator[Face]:
        """The faces one after another; those not needed are not read."""
        yield self.first
        for letter, entry in zip("abcd", self.others, strict=False):
            yield face_of(entry, self.strong, "", letter)

    def line(self, text: str, level: int) -> Line:
        runs = list(self.runs(text, level))
        glyphs: list[tuple[Glyph, int, int]] = []
        inks: list[Ink] = []
        places: list[_Place] = []
        x = 0
        for number in visual([run.level for run in runs]):
            run = runs[number]
            for info, place in self.shaped(run):
                places.append(_Place(run.start + info.cluster, x, x + place.x_advance, run))
                glyph = run.face.glyph(info.codepoint)
                if glyph.ink is not None:
                    left, top = x + place.x_offset, -place.y_offset
                    glyphs.append((glyph, left, top))
                    ink = glyph.ink
                    inks.append(Ink(ink.left + left, ink.top + top, ink.right + left, ink.bottom + top))
                x += place.x_advance
        families = tuple(dict.fromkeys(run.face.family for run in runs)) or (self.first.family,)
        return Line(text, families, x, around(inks), tuple(glyphs), _words(text, runs, places), level)

    def runs(self, text: str, level: int) -> Iterator[_Run]:
        """`text` cut where another font, script or level begins: HarfBuzz takes one at a time.

        What belongs to no script, as digits and signs, stays with what stands before it.
        """
        found, faces = levels(text, level), self.chosen(text)
        start, script = 0, ""
        for i, character in enumerate(text):
            own = _script(character)
            if i and ((own and script and own != script) or found[i] != found[i - 1] or faces[i] is not faces[i - 1]):
                yield _Run(start, text[start:i], faces[start], found[start])
                start, script = i, ""
            script = own or script
        if text:
            yield _Run(start, text[start:], faces[start], found[start])

    def chosen(self, text: str) -> list[Face]:
        """The face of every character: the first one that has it and the marks on it."""
        chosen: list[Face] = []
        for cluster in _clusters(text):
            face = self.first
            if not face.has(cluster):
                face = next((each for each in self.faces() if each.has(cluster)), None) or self.missing(cluster)
            chosen += [face] * len(cluster)
        return chosen

    def missing(self, cluster: str) -> Face:
        """Raise NoGlyph for the first character of a cluster that no font has, or no font together with the rest."""
        faces = list(self.faces())
        lacking = [each for each in cluster if not any(face.has(each) for face in faces)]
        raise self.no_glyph((lacking or [each for each in cluster if not self.first.has(each)])[0])

    def no_glyph(self, character: str) -> NoGlyph:
        seen = f"{character} " if character.isprintable() else ""
        values = {"family": self.first.family, "character": f"{seen}(U+{ord(character):04X})"}
        return NoGlyph(message(self.language, "figure.no-glyph", **values), character)

    def shaped(self, run: _Run) -> list[tuple[Any, Any]]:
        """The glyphs of a run with their places, from left to right. Raises NoGlyph for a character the font lacks."""
        face = run.face
        buffer = face.hb.Buffer()
        buffer.add_str(run.text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if run.level % 2 else "ltr"
        buffer.language = self.language
        face.hb.shape(face.font, buffer, {"kern": True})
        missing = [info.cluster for info in buffer.glyph_infos if info.codepoint == 0]
        if missing:
            raise self.no_glyph(run.text[min(missing)])
        return list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))

    def width(self, text: str) -> int:
        return sum(advance for _, advance in self.advances(text))

    def advances(self, text: str) -> list[tuple[int, int]]:
        """The number of the first character of every cluster, in the order of reading, and its width."""
        widths: dict[int, int] = {}
        for run in self.runs(text, first_strong(text)):
            for info, place in self.shaped(run):
                number = run.start + info.cluster
                widths[number] = widths.get(number, 0) + place.x_advance
        return sorted(widths.items())

    def broken(self, text: str, most: float, lines: int | None) -> list[str]:
        """The lines of a text; no more than asked for, but then each the longest there could be."""
        found: list[str] = []
        for word in text.split(" "):
            longer = f"{found[-1]} {word}" if found else word
            if lines is not None and len(found) > lines:
                break
            if found and self.width(longer) <= most:
                found[-1] = longer
            else:
                found += self.pieces(word, most)
        return found

    def pieces(self, word: str, most: float) -> list[str]:
        """A word cut between clusters where it is too wide; a single cluster is never cut."""
        starts, wide = [0], 0
        for number, advance in self.advances(word):
            if wide + advance > most and wide:
                starts.append(number)
                wide = 0
            wide += advance
        return [word[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]

    def shortened(self, text: str, most: float) -> str:
        """As much of a text as there is room for beside an ellipsis."""
        room, end = most - self.width(_ELLIPSIS), 0
        for number, advance in self.advances(text):
            room -= advance
            if room < 0:
                break
            end = number + 1
        return text[: max(end, 1)].rstrip() + _ELLIPSIS


class _Place(NamedTuple):
    """The ends of a glyph, and the character it begins with."""

    character: int
    left: int
    right: int
    run: _Run


def _clusters(text: str) -> Iterator[str]:
    """Each letter with the marks on it, which are to come from one font."""
    start = 0
    for i in range(1, len(text) + 1):
        if i == len(text) or not _joins(text[i]):
            yield text[start:i]
            start = i


@lru_cache(maxsize=4096)
def _joins(character: str) -> bool:
    return unicodedata.category(character)[0] == "M" or is_unseen(character)


@lru_cache(maxsize=4096)
def _script(character: str) -> str:
    """The script of a letter or its mark, by the first word of its Unicode name; empty for what has none."""
    if unicodedata.category(character)[0] not in "LM":
        return ""
    name = unicodedata.name(character, "").partition(" ")[0]
    return "" if name in ("COMBINING", "VARIATION") else name


def _words(text: str, runs: Sequence[_Run], places: Sequence[_Place]) -> tuple[Word, ...]:
    """The words of a line with their ends."""
    lefts = {place.character: place.left for place in reversed(places)}
    rights = {place.character: place.right for place in places}
    found = []
    for run in runs:
        for word in _WORD.finditer(run.text):
            own = [each for each in range(run.start + word.start(), run.start + word.end()) if each in lefts]
            if own:
                ends = min(lefts[each] for each in own), max(rights[each] for each in own)
                ended = _ENDED.match(text, run.start + word.end()) is not None
                found.append(Word(word[0], *ends, run.face.family, run.level, ended))
    return tuple(found)
