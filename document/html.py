"""Page → one HTML file that needs no other: pictures inside, style for screen, dark screen and print."""

from __future__ import annotations

import html
from collections.abc import MutableMapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from .captions import Captioned
from .figures import Figure, Item, figure_of
from .fonts import font_face
from .lists import Entry, list_of
from .markdown import split_tiles
from .page import Page, image_uri
from .pictures import legend_kinds, look_of
from .sections import plain_text
from .tables import Grid
from .tiles import legend_marks, tile_svg
from .values import stays_whole

Env = MutableMapping[str, Any]


def write_html(page: Page, *, live: bool = False) -> str:
    """The whole page; with `live` it asks the server it came from for changes."""
    writer = _Writer(page)
    body = writer.render(page.tokens[page.lead :], _OPTIONS, {})
    entries = [each for each in page.headings if 1 < each.level <= page.front.depth + 1]
    return str(
        _shell().render(
            page=page, front=page.front, body=Markup(body), style=Markup(_asset("page.css")), live=live,
            font=Markup(font_face(page, body)), entries=entries if len(entries) > 1 else [],
            direction=page.say("direction"), legend=Markup(writer.legend()),
        )
    )  # fmt: skip


_OPTIONS = OptionsDict({"html": False, "xhtmlOut": False, "breaks": False, "langPrefix": "language-", "maxNesting": 40,
                        "linkify": False, "typographer": False, "quotes": "", "highlight": None})  # fmt: skip


@cache
def _asset(name: str) -> str:
    return files("goti.document").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _shell() -> Any:
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(_asset("page.html"))


class _Writer(RendererHTML):
    """markdown-it's writer with figures, values and tiles; what it does not know it escapes."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self.look = look_of(page)

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        example = self.page.by_line.get((tokens[idx].map or [0])[0] + 1)
        if example is None:
            return f"<pre><code>{html.escape(tokens[idx].content)}</code></pre>\n"
        return self.figure(figure_of(self.page, example))

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        heading = tokens[idx].meta["heading"]
        number = f'<span class="number">{heading.number}</span> ' if heading.number else ""
        return f'<{tokens[idx].tag} id="{html.escape(heading.anchor)}">{number}'

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        captioned: Captioned | None = tokens[idx].meta.get("caption")
        if captioned is None:
            return '<div class="wide" tabindex="0"><table>\n'
        words = self.renderInline(captioned.inline.children or [], options, env)
        number = f'<span class="number">{html.escape(captioned.name)}</span>'
        start = f'<div class="wide" tabindex="0" id="{html.escape(captioned.anchor)}"><table>'
        return f"{start}<caption>{number} {words}</caption>\n"

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        return "</table></div>\n"

    def goti_page(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        return '<div class="page"></div>\n'

    def goti_list(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        kind = tokens[idx].meta["kind"]
        return f'<ul class="list {kind}">{"".join(map(self.entry, list_of(self.page, kind)))}</ul>\n'

    def entry(self, entry: Entry) -> str:
        """One thing of a list: its own link, or its words and links to its places."""
        words, places = self.tiles(entry.words), entry.places
        links = [
            f'<a href="#{html.escape(each.anchor)}"{" class=chief" if each.chief else ""}>{html.escape(each.label)}</a>'
            for each in places
        ]
        if not places[0].label or entry.words.startswith(places[0].label):
            return f'<li><a href="#{html.escape(places[0].anchor)}">{words}</a></li>'
        return f"<li>{words}: {', '.join(links)}</li>"

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        words = str(tokens[idx].meta.get("words", ""))
        return f'<a href="{html.escape(self.page.href(str(tokens[idx].attrGet("href")), "html"))}">{html.escape(words)}'

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        source = str(tokens[idx].attrGet("src"))
        alt = plain_text(tokens[idx])
        return f'<img src="{image_uri(source, self.page.images[source])}" alt="{html.escape(alt)}">'

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        return ""

    html_inline = html_block
    goti_anchor = html_block

    def goti_value(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        meta = tokens[idx].meta
        anchors = "".join(f'<span id="{html.escape(each)}"></span>' for each in meta.get("anchors", ()))
        if meta.get("clauses"):
            return f'{anchors}<span class="clauses">{html.escape(" ".join(meta["clauses"]))}</span>'
        if meta.get("term"):
            tag = "dfn" if meta["defined"] else "span"
            return f'<{tag} id="{meta["term"]}">{self.tiles(meta["shown"])}</{tag}>'
        kind = "value whole" if stays_whole(meta["shown"]) else "value"
        return anchors + (f'<span class="{kind}">{self.tiles(meta["shown"])}</span>' if meta["shown"] else "")

    def goti_tile(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Env) -> str:
        return self.tile(*tokens[idx].meta["tile"])

    def tile(self, first: int, second: int) -> str:
        """A drawn tile with its words over it, to be selected and copied."""
        svg = tile_svg(first, second, self.look).strip()
        return f'<span class="tile" dir="ltr">{svg}<span>[{first}|{second}]</span></span>'

    def tiles(self, text: str) -> str:
        """Text with its tiles drawn."""
        pieces = split_tiles(text)
        return "".join(html.escape(each) if isinstance(each, str) else self.tile(*each) for each in pieces)

    def figure(self, figure: Figure) -> str:
        notation = f'<pre class="notation" dir="ltr" lang="en"><code>{html.escape(figure.notation)}</code></pre>'
        if not figure.name:
            return notation + "\n"
        single = figure.single
        body = self.drawn(single, figure) if single is not None else self.items(figure)
        body += "".join(map(self.grid, figure.grids))
        number = f'<span class="number">{html.escape(figure.name)}</span> ' if figure.name.strip() else ""
        total = f' <span class="sum">{html.escape(single.sum)}</span>' if single is not None and single.sum else ""
        caption = f"<figcaption>{number}{self.tiles(figure.caption)}{total}</figcaption>"
        parts = (body, caption) if single is not None else (caption, body)
        notes = "".join(f'<p class="long">{html.escape(each.long)}</p>' for each in figure.parts if figure.with_long)
        return (
            f'<figure id="{html.escape(figure.anchor)}">\n{notation if figure.notation else ""}{parts[0]}\n'
            f"{parts[1]}{notes}</figure>\n"
        )

    def items(self, figure: Figure) -> str:
        """Several positions, or a round turn by turn."""
        if not figure.items:
            return ""
        if not figure.example.fence.turns:
            made = "".join(
                f'<li>{self.drawn(each, figure)}<p class="sum"><b>{self.tiles(each.head)}</b> '
                f"{html.escape(each.sum)}</p>{self.words(each)}</li>"
                for each in figure.items
            )
            style = f' class="strip" style="--columns: {figure.columns}"' if figure.columns > 1 else ' class="steps"'
            return f"<ol{style}>{made}</ol>"
        turns = "".join(
            f'<li><p class="turn"><b>{self.tiles(each.head)}</b> <span class="sum">{html.escape(each.sum)}</span></p>'
            f"{self.words(each)}{self.drawn(each, figure)}</li>"
            for each in figure.items
        )
        title = f'<p class="turn">{html.escape(figure.title)}</p>' if figure.title else ""
        foot = f'<p class="foot">{html.escape(figure.foot)}</p>' if figure.foot else ""
        return f'{title}<ol class="turns">{turns}</ol>{foot}'

    def words(self, item: Item) -> str:
        return f'<p class="words">{self.tiles(item.words)}</p>' if item.words else ""

    def drawn(self, item: Item, figure: Figure) -> str:
        part = item.part
        if part is None:
            return ""
        width = f"width: max({figure.width}, min(100%, 16rem))" if figure.width else f"max-width: {part.size[0]:g}px"
        made = f'<div class="drawn" style="{width}">{part.svg.strip()}</div>'
        if figure.with_text:
            made += f'<pre class="picture" dir="ltr" aria-hidden="true">{html.escape(part.text)}</pre>'
        return made

    def grid(self, grid: Grid) -> str:
        title = f"<caption>{html.escape(grid.title)}</caption>" if grid.title else ""
        foot = f'<p class="foot">{html.escape(grid.foot)}</p>' if grid.foot else ""
        head = "".join(f'<th scope="col"{_right(grid, n)}>{html.escape(each)}</th>' for n, each in enumerate(grid.head))
        rows = "".join(
            "<tr>" + "".join(f"<td{_right(grid, n)}>{self.tiles(each)}</td>" for n, each in enumerate(row)) + "</tr>"
            for row in grid.rows
        )
        table = f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return f'<div class="wide sheet" tabindex="0">{table}</div>{foot}'

    def legend(self) -> str:
        """What the marks mean, once a page, where it has pictures."""
        marks = legend_marks(legend_kinds(self.page), self.look)
        return "".join(f"<li>{svg.strip()} {html.escape(words)}</li>" for svg, words in marks)


def figure_html(page: Page, figure: Figure) -> str:
    """One figure alone."""
    return _Writer(page).figure(figure)


def _right(grid: Grid, column: int) -> str:
    return ' class="right"' if column in grid.right else ""
