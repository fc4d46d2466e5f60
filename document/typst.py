"""Page → a program of Typst that sets it, with descriptions of its pictures. It is code, not markup."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from markdown_it.tree import SyntaxTreeNode

from ..render.fonts import all_fonts, font_entry
from .figures import Figure, Item, figure_of
from .lists import list_of
from .literals import joined, picture, quoted, words_of
from .markdown import split_tiles
from .page import Page
from .pictures import legend_kinds, look_of
from .sections import plain_text
from .tables import Grid
from .tiles import DOMINOES, domino, legend_marks, tile_svg
from .values import stays_whole

_SHORT_CODE = 28
"""Letters up to which code in a line is kept on it."""
_LONG_TABLE = 10
"""Rows up to which a table is kept on one page."""
_PAPERS = {"a4": "a4", "a5": "a5", "us-letter": "us-letter"}


def typst_source(page: Page) -> str:
    """The document as a Typst program."""
    front = page.front
    setup = files("goti.document").joinpath("assets", "page.typ").read_text(encoding="utf-8")
    families = dict.fromkeys((font_entry(page.language).family, *all_fonts()))
    values = {
        "title": quoted(page.title or page.path.stem),
        "subtitle": quoted(front.subtitle),
        "byline": quoted(" · ".join(filter(None, (front.author, front.date)))),
        "author": quoted(front.author),
        "lang": quoted(page.language.partition("-")[0]),
        "dir": page.say("direction"),
        "fonts": "(" + "".join(f"{quoted(each)}, " for each in families) + ")",
        "columns": front.columns,
        "scale": "0.86" if front.size == "small" else "1.0",
        "paper": quoted(_PAPERS[front.paper]),
        "digits": quoted("१" if front.digits == "devanagari" else "1"),
        "head": "true" if front.title or page.lead else "false",
        "contents": quoted(page.say("contents") if front.depth and len(page.headings) > 4 else ""),
        "depth": max(1, front.depth),
    }
    call = ", ".join(f"{name}: {value}" for name, value in values.items())
    return f"{setup}\n#show: document.with({call})\n#{{\n{_Writer(page).document()}\n}}\n"


class _Writer:
    """Each node of Markdown as an expression of Typst, one a line."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.look = look_of(page)
        self.scale = 0.6 if page.front.size == "small" else 0.75
        self.defined: dict[tuple[int, int], str] = {}

    def document(self) -> str:
        body = self.blocks(SyntaxTreeNode(self.page.tokens[self.page.lead :]))
        if self.page.lead:
            body = f"mark({quoted(self.page.headings[0].anchor)})\n{body}"
        tiles = "".join(f"let {name} = {picture(tile_svg(*key, self.look))}\n" for key, name in self.defined.items())
        page = self.page
        marks = "".join(
            f"({picture(svg)}, {quoted(words)}), " for svg, words in legend_marks(legend_kinds(page), self.look)
        )
        legend = f"legend(({marks}))\n" if marks else ""
        rules = page.say("checked", rules=page.rules.ref) if page.rules is not None else ""
        source = page.say("source", source=page.front.source) if page.front.source else ""
        foot = " ".join(filter(None, (rules, source)))
        said = f"foot({quoted(foot)})\n" if foot else ""
        return f"{tiles}{self._dominoes()}{said}{legend}{body}"

    def _dominoes(self) -> str:
        """Rules that draw the domino characters of the page, which no font here has; they are read as `[0|1]`."""
        shown = "".join(self.page.lines) + "".join(each.notation for each in self.page.examples)
        made = []
        for each in sorted(set(DOMINOES.findall(shown))):
            svg, words = domino(each, self.look)
            made.append(f"show {quoted(each)}: tile({picture(svg)}, {quoted(words)})\n")
        return "".join(made)

    # -- blocks ---------------------------------------------------------------------------------------------------

    def blocks(self, node: SyntaxTreeNode) -> str:
        return "\n".join(filter(None, (self.block(each) for each in node.children)))

    def block(self, node: SyntaxTreeNode) -> str:
        kind = node.type
        if kind == "paragraph":
            return f"paragraph({{{self.inlines(node)}}})" if not self._in_tight_list(node) else self.inlines(node)
        if kind == "heading":
            return self._heading(node)
        if kind in ("bullet_list", "ordered_list"):
            return self._list(node)
        if kind == "blockquote":
            return f"quote(block: true, {{\n{self.blocks(node)}\n}})"
        if kind == "fence":
            return self._fence(node)
        if kind == "code_block":
            return f"raw({quoted(node.content.rstrip())}, block: true)"
        if kind == "table":
            return self._table(node)
        if kind == "hr":
            return "rule()"
        if kind == "goti_list":
            return self._list_of(node.meta["kind"])
        return "pagebreak(weak: true)" if kind == "goti_page" else ""  # a comment

    def _in_tight_list(self, node: SyntaxTreeNode) -> bool:
        return bool(node.nester_tokens is not None and node.nester_tokens.opening.hidden)

    def _heading(self, node: SyntaxTreeNode) -> str:
        assert node.nester_tokens is not None
        heading = node.nester_tokens.opening.meta["heading"]
        number = f"number({quoted(heading.number)}) + " if heading.number else ""
        level = max(1, heading.level - (1 if self.page.front.title or self.page.lead else 0))
        return f"[#heading(level: {level}, {number}{{{self.inlines(node)}}})#label({quoted(heading.anchor)})]"

    def _list(self, node: SyntaxTreeNode) -> str:
        items = ", ".join(f"{{\n{self.blocks(each)}\n}}" for each in node.children)
        if node.type == "bullet_list":
            return f"list({items})"
        return f"enum(start: {int(node.attrs.get('start', 1))}, {items})"

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [row.children for part in node.children for row in part.children]
        sides = [re.sub(r"text-align:", "", str(cell.attrs.get("style", ""))) or "start" for cell in rows[0]]
        cells = [", ".join(f"{{{self.inlines(cell)}}}" for cell in row) for row in rows]
        made = f"grid-table(({', '.join(sides)},), ({cells[0]},), ({''.join(f'{each}, ' for each in cells[1:])}))"
        captioned = node.nester_tokens.opening.meta.get("caption") if node.nester_tokens is not None else None
        if captioned is None:
            return made
        words = f'number({quoted(captioned.name)}) + " " + {{{self.inlines(SyntaxTreeNode([captioned.inline]))}}}'
        breaks = str(len(rows) > _LONG_TABLE).lower()
        return f"[#shown({{{made}}}, {{{words}}}, true, {breaks})#label({quoted(captioned.anchor)})]"

    def _list_of(self, kind: str) -> str:
        entries = "".join(
            f"({self.tiles(each.words)}, ("
            + "".join(f"({quoted(at.anchor)}, {quoted(at.label)}, {str(at.chief).lower()}), " for at in each.places)
            + ")), "
            for each in list_of(self.page, kind)
        )
        return f"list-of({quoted(kind)}, ({entries}))"

    def _fence(self, node: SyntaxTreeNode) -> str:
        example = self.page.by_line.get((node.map or (0, 0))[0] + 1)
        if example is None:
            return f"raw({quoted(node.content.rstrip())}, block: true)"
        return self.figure(figure_of(self.page, example))

    # -- text -----------------------------------------------------------------------------------------------------

    def inlines(self, node: SyntaxTreeNode) -> str:
        """The children of a node, or of its `inline`, joined by `+`."""
        inner = node.children[0].children if node.children and node.children[0].type == "inline" else node.children
        return joined(map(self.inline, inner))

    def inline(self, node: SyntaxTreeNode) -> str:
        kind = node.type
        if kind == "text":
            return words_of(node.content) if node.content else ""
        if kind == "softbreak":
            return '" "'
        if kind == "hardbreak":
            return "linebreak()"
        if kind in ("em", "strong"):
            return f"{'emph' if kind == 'em' else 'strong'}({{{self.inlines(node)}}})"
        if kind == "code_inline":
            made = f"raw({quoted(node.content)})"
            return f"box({made})" if len(node.content) <= _SHORT_CODE else made
        if kind == "link":
            return self._link(node)
        if kind == "image":
            return self._image(node)
        if kind == "goti_tile":
            return self.tile(*node.meta["tile"])
        if kind == "goti_value":
            return self._value(node.meta)
        return ""

    def _value(self, meta: dict[str, Any]) -> str:
        anchors = [*meta.get("anchors", ()), *([meta["term"]] if meta.get("term") else [])]
        clauses = meta.get("clauses")
        shown = str(meta["shown"])
        made = f"box({quoted(shown)})" if stays_whole(shown) else self.tiles(shown)
        if clauses:
            made = f"clauses({quoted(' '.join(clauses))})"
        return joined(
            [*(f"mark({quoted(each)})" for each in anchors), f"term({made})" if meta.get("defined") else made]
        )

    def _link(self, node: SyntaxTreeNode) -> str:
        target = str(node.attrs["href"])
        words = str(node.meta.get("words", ""))
        body = quoted(words) if words else self.inlines(node)
        if target.startswith("#"):
            return f"link(label({quoted(target[1:])}), {{{body}}})"
        return f"link({quoted(target)}, {{{body}}})" if "://" in target or "mailto:" in target else f"{{{body}}}"

    def _image(self, node: SyntaxTreeNode) -> str:
        source = str(node.attrs["src"])
        data, alt = self.page.images[source], _alt(node)
        if source.lower().endswith(".svg"):
            return f"picture({picture(data.decode('utf-8'))}, {quoted(alt)})"
        return f"picture(bytes(({', '.join(map(str, data))},)), {quoted(alt)})"

    def tile(self, first: int, second: int) -> str:
        name = self.defined.setdefault((first, second), f"tile-{first}-{second}")
        return f"tile({name}, {quoted(f'[{first}|{second}]')})"

    def tiles(self, text: str) -> str:
        """Text with its tiles drawn."""
        return joined(words_of(each) if isinstance(each, str) else self.tile(*each) for each in split_tiles(text))

    # -- figures --------------------------------------------------------------------------------------------------

    def figure(self, figure: Figure) -> str:
        notation = f"notation({quoted(figure.notation.rstrip())})" if figure.notation else ""
        if not figure.name:
            return notation
        single = figure.single
        body = [self._drawn(single, figure) if single is not None else self._items(figure)]
        body += map(self._grid, figure.grids)
        caption = [f"number({quoted(figure.name)})", '" "' if figure.caption else "", self.tiles(figure.caption)]
        if single is not None and single.sum:
            caption.append(f"sum({quoted(single.sum)})")
        inner, words = "\n".join(body), joined(caption)
        above, breaks = (str(each).lower() for each in (single is None, _breaks(figure)))
        made = f"[#shown({{{inner}}}, {{{words}}}, {above}, {breaks})#label({quoted(figure.anchor)})]"
        notes = [f"long({words_of(each.long)})" for each in figure.parts if figure.with_long]
        return "\n".join(filter(None, [notation, made, *notes]))

    def _items(self, figure: Figure) -> str:
        """Several positions, or a round turn by turn."""
        if not figure.items:
            return ""
        if not figure.example.fence.turns:
            made = "".join(
                f"panel({self._drawn(each, figure)}, {self.tiles(each.head)}, {self.tiles(each.sum)}, "
                f"{self.tiles(each.words)}), "
                for each in figure.items
            )
            return f"panels(({made}), {figure.columns})"
        turns = "\n".join(
            f"turn({self.tiles(each.head)}, {self.tiles(each.sum)}, {self.tiles(each.words)}, "
            f"{self._drawn(each, figure) or 'none'})"
            for each in figure.items
        )
        return f"round({quoted(figure.title)}, {{{turns}}}, {quoted(figure.foot)})"

    def _drawn(self, item: Item, figure: Figure) -> str:
        part = item.part
        if part is None:
            return ""
        width = figure.width or f"{part.size[0] * self.scale:g}pt"
        text = quoted(part.text) if figure.with_text else "none"
        return f"part({picture(part.svg)}, {quoted(part.long)}, {width}, {text})"

    def _grid(self, grid: Grid) -> str:
        sides = ", ".join("end" if n in grid.right else "start" for n in range(len(grid.head)))
        head = ", ".join(map(quoted, grid.head))
        rows = "".join(", ".join(self.tiles(each) or '""' for each in row) + ", " for row in grid.rows)
        return f"sheet(({sides},), ({head},), ({rows}), {quoted(grid.title)}, {quoted(grid.foot)})"


def _alt(node: SyntaxTreeNode) -> str:
    """The words of a picture."""
    assert node.token is not None
    return plain_text(node.token)


def _breaks(figure: Figure) -> bool:
    """Whether a figure may go over the end of a page: several rows of pictures, and tables of more than a few."""
    return len(figure.items) > figure.columns or sum(len(each.rows) for each in figure.grids) > _LONG_TABLE
