"""The words of a page → a font of the letters that a reader's machine may lack, inside the page."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from ..render.embedding import font_face as face_of

if TYPE_CHECKING:
    from .page import Page

_TAGS = re.compile(r"<(?:style|svg)\b.*?</(?:style|svg)>|<[^>]*>", re.DOTALL)


def font_face(page: Page, body: str) -> str:
    """A rule of CSS with the letters beyond Latin that a page shows, from its language's font; empty without any."""
    front = page.front
    words = [html.unescape(_TAGS.sub("", body)), page.title, front.subtitle, front.source, front.author]
    words += [each.text for each in page.headings]
    words += [page.say("checked", rules=""), page.say("source", source="")]
    words += [page.say(key) for key in ("contents", "skip", "legend")]
    return face_of(words, page.language)
