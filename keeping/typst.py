"""Page → PDF by Typst: real words, tags, the same bytes every time.

Typst gets code, not markup: everything of the page stands in string literals, so nothing of it can be a command.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from ..engine.errors import NoGlyph, RenderError
from ..render.fonts import all_fonts, font_entry, font_folders
from ..render.lettering import shape
from ..render.spans import closed_spans
from .pages import Block, Heading, Lines, Page, Picture

_MOST_LETTERS = 2000


def write_pdf(page: Page) -> bytes:
    """The page as PDF/UA-1. Raises RenderError with Typst's words for what it cannot set.

    Letters that the fonts of this package lack are set in fonts of the machine; raises NoGlyph where it has none.
    """
    import typst

    lacking = _lacking(page)
    try:
        source = typst_source(page).encode()
        made = _compiler(lacking is None).compile(input=source, format="pdf", pdf_standards=["ua-1"])
    except typst.TypstError as error:
        raise lacking or RenderError(f"{_shortened(page.title)}: {error.message}") from None
    return closed_spans(made)[0]


@cache
def _compiler(own_fonts: bool) -> Any:
    import typst

    return typst.Compiler(font_paths=font_folders(), ignore_system_fonts=own_fonts)


def _lacking(page: Page) -> NoGlyph | None:
    """What the packaged fonts lack of a page's letters, if anything."""
    try:
        for each in page.texts:
            shape(_shortened(each), page.language)
    except NoGlyph as error:
        return error
    return None


def typst_source(page: Page) -> str:
    """The page as a Typst program."""
    setup = files("goti.keeping").joinpath("report.typ").read_text(encoding="utf-8")
    families = dict.fromkeys((font_entry(page.language).family, *all_fonts()))
    fonts = "".join(f"{_quoted(each)}, " for each in families)
    call = f"title: {_words(page.title)}, lang: {_quoted(page.language)}, fonts: ({fonts})"
    body = "\n".join(_block(each) for each in page.blocks)
    return f"{setup}\n#show: page.with({call})\n#{{\n{body}\nfoot({_words(page.foot)})\n}}\n"


def _shortened(text: str) -> str:
    """A text no longer than Typst sets in a moment."""
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}…"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def _words(text: str) -> str:
    return _quoted(_shortened(text))


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"heading(level: {block.level}, {_words(block.text)})"
    if isinstance(block, Lines):
        return "\n".join(f"line-of({_words(each)}, {str(block.large).lower()})" for each in block.lines)
    if isinstance(block, Picture):
        return f"picture(bytes({_quoted(block.svg.strip())}), {_words(block.words)})"
    columns = len(block.rows[0]) if block.rows else len(block.head)
    sides = "".join("end, " if column in block.right else "start, " for column in range(columns))
    head = "".join(f"{_words(each)}, " for each in block.head)
    cells = "".join(f"{_words(each)}, " for row in block.rows for each in row)
    return f"grid-table(({sides}), ({head}), ({cells}))"
