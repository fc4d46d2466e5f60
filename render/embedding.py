"""The letters of a text that a reader's machine may lack → a font of just those, as a rule of CSS."""

from __future__ import annotations

import base64
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from .fonts import FontEntry, font_entry

FAMILY = "Goti Text"
"""The family of the rule."""

_LATIN = 0x2FF
_JOINERS = {0x200C, 0x200D, 0x25CC, 0x20}  # with them clusters are shaped as in the whole font


def font_face(texts: Iterable[str], language: str) -> str:
    """A rule with the letters beyond Latin that the font of a language has; empty where there are none."""
    letters = {each for text in texts for each in text if ord(each) > _LATIN}
    wanted = {ord(each) for each in letters if unicodedata.category(each)[0] in "LMN"}
    entry = font_entry(language)
    found = tuple(sorted(wanted & _characters(entry)))
    if not found:
        return ""
    data = base64.b64encode(_subset(entry, found)).decode()
    ranges = ",".join(f"U+{each:04X}" for each in found)
    return (
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: 400 700; '
        f"src: url(data:font/ttf;base64,{data}); unicode-range: {ranges}; }}"
    )


def _harfbuzz() -> Any:
    """The shaper; its names come from a compiled module that type checkers cannot see."""
    import uharfbuzz

    return uharfbuzz


@lru_cache(maxsize=16)
def _characters(entry: FontEntry) -> frozenset[int]:
    return frozenset(_harfbuzz().Face(entry.data).unicodes)


@lru_cache(maxsize=16)
def _subset(entry: FontEntry, characters: tuple[int, ...]) -> bytes:
    """The font with these characters and everything their script needs to shape them."""
    hb = _harfbuzz()
    wanted = hb.SubsetInput()
    wanted.unicode_set.update({*characters, *_JOINERS})
    face = hb.Face(entry.data)
    for axis in face.axis_infos:
        if axis.tag == "wght":
            wanted.set_axis_range(face, "wght", 400, 700)
        else:
            wanted.pin_axis_to_default(face, axis.tag)
    return bytes(hb.subset(face, wanted).blob.data)
