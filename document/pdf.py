"""Page → PDF/UA-1 by Typst, tagged, with words that are copied as they were written; the same bytes every time."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ..engine.errors import RenderError
from ..render.fonts import font_folders
from ..render.spans import closed_spans
from .page import Page
from .problems import NotWritten
from .typst import typst_source


def write_pdf(page: Page) -> bytes:
    """The document as PDF/UA-1.

    Raises NotWritten for a character no font has and for more or less pages than wanted, RenderError with Typst's words
    for whatever else it cannot set.
    """
    import typst

    try:
        made = _compiler().compile(input=typst_source(page).encode(), format="pdf", pdf_standards=["ua-1"])
    except typst.TypstError as error:
        lacking = re.search(r'text `"(.+?)"` could not be displayed', error.message)
        if lacking:
            line = next((n for n, each in enumerate(page.lines, 1) if lacking[1] in each), 1)
            raise NotWritten("no-glyph", line, found=lacking[1]) from None
        raise RenderError(f"{page.shown}: {error.message}") from None
    data, pages = closed_spans(made, page.say("direction"))
    if page.front.pages and pages != int(page.front.pages):
        raise NotWritten("page-count", page.front.lines["pages"], found=pages, expected=page.front.pages)
    return data


@cache
def _compiler() -> Any:
    """Typst with the fonts of `fonts.toml` and its own only."""
    import typst

    return typst.Compiler(font_paths=font_folders(), ignore_system_fonts=True)
