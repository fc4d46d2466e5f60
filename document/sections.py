"""Headings with their numbers and anchors, and links that lead to headings, figures, files and pictures."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from markdown_it.token import Token

from .examples import slug
from .inlines import without_marks

if TYPE_CHECKING:
    from .page import Page

_PICTURES = (".svg", ".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading: its level from 1, its number such as `2.1` (empty: none), its words, anchor and line."""

    level: int
    number: str
    text: str
    anchor: str
    line: int


def read_headings(page: Page) -> None:
    """Number and name the headings, in order; a level that is skipped and a name used twice are reported."""
    counts: list[int] = []
    given = Counter[str]()
    level_before = 1
    for index, token in enumerate(page.tokens):
        if token.type != "heading_open":
            continue
        inline, level, line = page.tokens[index + 1], int(token.tag[1]), (token.map or [0])[0] + 1
        if level == 1 and (page.front.title or page.headings):
            page.report("second-title", line)
        if level > level_before + 1:
            page.report("skipped-level", line, 1, level, found="#" * level, known="#" * (level_before + 1))
        level_before = level
        if not plain_text(inline):
            page.report("empty-heading", line, 1, level)
        anchor, text = take_anchor(inline), plain_text(inline)
        if level > 1:
            counts = [*counts[: level - 1], *([0] * (level - 1 - len(counts)))]
            counts[-1] += 1
        number = page.digits(".".join(map(str, counts))) if page.front.numbered and level > 1 else ""
        name = anchor or _free(slug(text) or "section", page, given)
        if name in page.labels:
            page.report("label-twice", line, 0, len(name), found=name)
        page.labels[name] = page.say("section", number=number) if number else text
        page.headings.append(Heading(level, number, text, name, line))
        token.meta["heading"] = page.headings[-1]


def _free(name: str, page: Page, given: Counter[str]) -> str:
    """A name no heading has yet, with a number behind it where needed, as repositories do it."""
    found = name
    while found in page.labels:
        given[name] += 1
        found = f"{name}-{given[name]}"
    return found


def take_anchor(inline: Token) -> str:
    """The name given to a heading as `{#name}`, which goes out of its text."""
    children = inline.children or []
    anchors = [each for each in children if each.type == "goti_anchor"]
    for each in anchors:
        each.meta["heading"] = True
    return anchors[-1].content[2:-1] if anchors else ""


def plain_text(inline: Token) -> str:
    """The words of a piece of text without its marks; tiles and values as they are shown."""
    parts = []
    for each in inline.children or []:
        if each.type in ("text", "code_inline", "goti_tile"):
            parts.append(each.content)
        elif each.type == "goti_value":
            parts.append(str(each.meta.get("shown", "")))
        elif each.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return without_marks("".join(parts)).strip()


def resolve_links(page: Page) -> None:
    """Fill in the words of links without any, and report links and pictures that lead nowhere."""
    for token in page.texts:
        line = (token.map or [0])[0] + 1
        children = token.children or []
        for index, child in enumerate(children):
            if child.type == "link_open":
                _link(page, child, children[index + 1], line)
            elif child.type == "image":
                _image(page, child, line)
            elif child.type == "goti_anchor" and "heading" not in child.meta:
                page.report("stray-anchor", line, 0, len(child.content), found=child.content)


def _link(page: Page, child: Token, following: Token, line: int) -> None:
    target = unquote(str(child.attrGet("href") or ""))
    empty = following.type == "link_close"
    if target.startswith("#"):
        name = target[1:]
        if name not in page.labels and name not in page.broken:
            page.report("no-label", line, 0, len(target), found=target, known=", ".join(page.labels))
        elif empty:
            child.meta["words"] = page.labels.get(name, "")
        child.attrSet("href", f"#{name}")
        return
    if empty:
        page.report("empty-link", line, 0, len(target), found=target)
    if "://" in target or target.startswith("mailto:"):
        return
    path = page.shelf.find(target.partition("#")[0], page.folder)
    if path is None or not path.exists():
        page.report("no-file-link", line, 0, len(target), found=target)


def _image(page: Page, child: Token, line: int) -> None:
    source = unquote(str(child.attrGet("src") or ""))
    path = page.shelf.find(source, page.folder) if "://" not in source else None
    if path is None or not source.lower().endswith(_PICTURES) or not path.is_file():
        page.report("no-picture", line, 0, len(source), found=source, known=", ".join(_PICTURES))
    elif not plain_text(child):
        page.report("no-alt", line, 0, len(source), found=source)
    else:
        page.shelf.read.add(path)
        data = path.read_bytes()
        if not _is_picture(source, data):
            page.report("other-picture", line, 0, len(source), found=source)
        page.images[source] = data


def _is_picture(name: str, data: bytes) -> bool:
    """Whether a file begins as its ending says."""
    if name.lower().endswith(".svg"):
        return (
            re.match(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE svg|!--|svg)", data) is not None and b"<svg" in data
        )
    return data.startswith(b"\x89PNG\r\n\x1a\n" if name.lower().endswith(".png") else b"\xff\xd8\xff")
