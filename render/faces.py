"""Fonts at one weight, with the outlines of their glyphs."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from ..engine.errors import UndrawnError
from .fonts import FontEntry
from .outlines import Glyph, Teller

_MOST_BYTES = 1 << 26  # no font is longer
_NO_LETTERS = {0x0000, 0xFFFC}
"""Characters for which a font has a glyph though nothing is to be seen there: the null, the object that is missing."""


@cache
def face_of(entry: FontEntry, strong: bool, font: str, letter: str = "") -> Face:
    """The face of a packaged font, or of the file `font`. Raises UndrawnError for a file that is no font."""
    return Face(entry, strong, font, letter)


class Face:
    """A font at one weight; `letter` begins the keys of its glyphs, so that no two fonts of a line share one."""

    def __init__(self, entry: FontEntry, strong: bool, path: str, letter: str) -> None:
        import uharfbuzz  # 10 ms, and only drawings need it

        self.hb: Any = uharfbuzz  # its names come from a compiled module that type checkers cannot see
        face = self.hb.Face(_font_file(path) if path else entry.data)
        if not face.glyph_count:
            raise UndrawnError("font-none", path=path or entry.file)
        self.font = self.hb.Font(face)
        self.family = _family(face) if path else entry.family
        # A font without weights takes no notice.
        self.font.set_variations({"wght": entry.strong if strong else entry.regular})
        # Outlines are kept in thousandths of the type size, whatever the font's own unit is.
        self.font.scale = (1000, 1000)
        self.teller = Teller(uharfbuzz)
        self.letter = letter + ("s" if strong else "r")
        self.characters = frozenset(face.unicodes) - _NO_LETTERS
        self.glyphs: dict[int, Glyph] = {}

    def has(self, cluster: str) -> bool:
        """Whether every character of it can be drawn, if need be from its parts; those never seen always can."""
        return all(ord(each) in self.characters or is_unseen(each) or self._has_parts(each) for each in cluster)

    def _has_parts(self, character: str) -> bool:
        parts = unicodedata.normalize("NFD", character)
        return parts != character and all(ord(each) in self.characters for each in parts)

    def glyph(self, number: int) -> Glyph:
        """The outline of a glyph."""
        found = self.glyphs.get(number)
        if found is None:
            found = self.glyphs[number] = self.teller.glyph(self.font, number, f"{self.letter}{number}")
        return found


def is_unseen(character: str) -> bool:
    """Joiners, marks of direction, selectors of variants: HarfBuzz draws none of them."""
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f" or character == "\u034f"


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
