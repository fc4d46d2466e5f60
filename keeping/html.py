"""Page → one HTML file that needs no other: for screens, dark screens and paper."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from ..render.embedding import font_face
from .pages import Heading, Lines, Page, Picture, Table


def write_html(page: Page) -> str:
    """The page; every text in it is escaped, and keeps its own direction of writing."""
    kinds = {Heading: "heading", Lines: "lines", Table: "table", Picture: "picture"}
    blocks = [(kinds[type(each)], each) for each in page.blocks]
    return str(_shell().render(page=page, blocks=blocks, font=font_face(page.texts, page.language)))


@cache
def _shell() -> Any:
    from jinja2 import Environment

    source = files("goti.keeping").joinpath("report.html").read_text(encoding="utf-8")
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source)
