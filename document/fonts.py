"""The letters of a page that a reader's machine may lack → a font of just those, inside the page."""

from __future__ import annotations

import base64
import html
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..render.lettering import FontEntry, font_entry

if TYPE_CHECKING:
    from .page import Page

_TAGS = re.compile(r"<(?:style|svg)\b.*?</(?:style|svg)>|<[^>]*>", re.DOTALL)
_LATIN = 0x2FF


def font_face(page: Page, body: str) -> str:
    """A rule of CSS with the letters beyond Latin that a page shows, from its language's font; empty without any."""
    shown = html.unescape(_TAGS.sub("", body)) + page.title + page.front.subtitle + page.front.source
    shown += "".join(each.text for each in page.headings) + page.front.author + page.say("checked", rules="")
    shown += "".join(page.say(key) for key in ("contents", "skip", "legend")) + page.say("source", source="")
    letters = frozenset(each for each in shown if ord(each) > _LATIN and unicodedata.category(each)[0] in "LMN")
    entry = font_entry(page.language)
    known = _characters(entry)
    wanted = sorted(ord(each) for each in letters if ord(each) in known)
    if not wanted:
        return ""
    data = base64.b64encode(_subset(entry, tuple(wanted))).decode()
    ranges = ",".join(f"U+{each:04X}" for each in wanted)
    return (
        '@font-face { font-family: "Goti Text"; font-weight: 100 900; '
        f"src: url(data:font/ttf;base64,{data}); unicode-range: {ranges}; }}"
    )


def _harfbuzz() -> Any:
    """The shaper; its names come from a compiled module that type checkers cannot see."""
    import uharfbuzz

    return uharfbuzz


@lru_cache(maxsize=16)
def _characters(entry: FontEntry) -> frozenset[int]:
    hb = _harfbuzz()
    return frozenset(hb.Face(entry.data).unicodes)


@lru_cache(maxsize=16)
def _subset(entry: FontEntry, characters: tuple[int, ...]) -> bytes:
    """The font with these characters and everything their script needs to shape them."""
    hb = _harfbuzz()
    wanted = hb.SubsetInput()
    joiners = {0x200C, 0x200D, 0x25CC, 0x20}  # with them clusters are shaped as in the whole font
    wanted.unicode_set.update({*characters, *joiners})
    face = hb.Face(entry.data)
    for axis in hb.Font(face).face.axis_infos:
        if axis.tag == "wght":
            wanted.set_axis_range(face, "wght", 400, 700)
        else:
            wanted.pin_axis_to_default(face, axis.tag)
    return bytes(hb.subset(face, wanted).blob.data)
