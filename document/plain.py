"""Page → plain text: lines of at most 78 cells, pictures as text, tables as columns."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it.tree import SyntaxTreeNode

from ..engine.excerpt import cells
from ..engine.messages import message
from ..render.picture import MARKS
from ..render.scoresheet import table
from .figures import Figure, figure_of
from .lists import entry_text, list_of
from .page import Page
from .pictures import legend_kinds

WIDTH = 78


def write_text(page: Page) -> str:
    """The document as text that reads well in a terminal, in a mail and aloud."""
    front = page.front
    lines: list[str] = []
    if front.title:
        lines += [front.title, "=" * cells(front.title)]
        lines += [each for each in (front.subtitle, " · ".join(filter(None, (front.author, front.date)))) if each]
        lines.append("")
    lines += _Writer(page).blocks(SyntaxTreeNode(page.tokens), WIDTH)
    if page.rules is not None:
        lines += ["", *wrapped(page.say("checked", rules=page.rules.ref), WIDTH)]
    if front.source:
        lines += wrapped(page.say("source", source=front.source), WIDTH)
    return "\n".join(each.rstrip() for each in lines).rstrip("\n") + "\n"


def figure_text(page: Page, figure: Figure) -> str:
    """One figure alone."""
    return "\n".join(_Writer(page)._figure(figure, WIDTH)).strip("\n")


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most `width` terminal cells, broken at blanks; a newline breaks too."""
    lines: list[str] = []
    for piece in text.split("\n"):
        line = ""
        for word in piece.split():
            if line and cells(line) + 1 + cells(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return lines


class _Writer:
    """Each node of Markdown as lines."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.explained = not page.front.legend

    def blocks(self, node: SyntaxTreeNode, width: int) -> list[str]:
        lines: list[str] = []
        for each in node.children:
            made = self.block(each, width)
            if made:
                lines += [*([""] if lines and not _tight(each) else []), *made]
        return lines

    def block(self, node: SyntaxTreeNode, width: int) -> list[str]:
        kind = node.type
        if kind == "paragraph":
            return wrapped(self.words(node), width)
        if kind == "heading":
            return list(self._heading(node))
        if kind in ("bullet_list", "ordered_list"):
            return list(self._list(node, width))
        if kind == "blockquote":
            return [f"> {each}" for each in self.blocks(node, width - 2)]
        if kind == "fence":
            example = self.page.by_line.get((node.map or (0, 0))[0] + 1)
            return _code(node.content) if example is None else self._explained(figure_of(self.page, example), width)
        if kind == "code_block":
            return _code(node.content)
        if kind == "table":
            return list(self._table(node))
        if kind == "goti_list":
            return [
                each for entry in list_of(self.page, node.meta["kind"]) for each in wrapped(entry_text(entry), width)
            ]
        return ["* * *"] if kind == "hr" else []

    def _table(self, node: SyntaxTreeNode) -> Iterator[str]:
        rows = [tuple(self.words(cell) for cell in row.children) for part in node.children for row in part.children]
        captioned = node.nester_tokens.opening.meta.get("caption") if node.nester_tokens is not None else None
        if captioned is not None:
            yield from (f"{self._named(captioned.name)} {self.words(SyntaxTreeNode([captioned.inline]))}", "")
        yield from table(rows)

    def _heading(self, node: SyntaxTreeNode) -> Iterator[str]:
        assert node.nester_tokens is not None
        heading = node.nester_tokens.opening.meta["heading"]
        text = f"{heading.number} {self.words(node)}".strip()
        yield from ("", text, ("=" if heading.level == 1 else "-" if heading.level == 2 else ".") * cells(text))

    def _list(self, node: SyntaxTreeNode, width: int) -> Iterator[str]:
        number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        for each in node.children:
            mark = "- " if number is None else f"{number}. "
            number = None if number is None else number + 1
            for n, line in enumerate(self.blocks(each, width - len(mark))):
                yield (mark if n == 0 else " " * len(mark)) + line

    def words(self, node: SyntaxTreeNode) -> str:
        """The text of a node; where a link leads stands behind it."""
        parts = []
        for each in node.children:
            kind = each.type
            if kind in ("text", "code_inline", "goti_tile"):
                parts.append(each.content)
            elif kind == "goti_value":
                clauses = each.meta.get("clauses")
                parts.append(f" [{' '.join(clauses)}]" if clauses else str(each.meta["shown"]))
            elif kind == "softbreak":
                parts.append(" ")
            elif kind == "hardbreak":
                parts.append("\n")
            elif kind == "link":
                words, target = str(each.meta.get("words", "")) or self.words(each), str(each.attrs["href"])
                parts.append(f"{words} ({target})" if "://" in target else words)
            elif kind == "image":
                parts.append(f"[{self.words(each)}]")
            else:
                parts.append(self.words(each))
        return "".join(parts)

    def _explained(self, figure: Figure, width: int) -> list[str]:
        """A figure; above the first that has a picture of tiles stands what its marks mean."""
        lines = list(self._figure(figure, width))
        if self.explained or not figure.parts or figure.example.fence.score:
            return lines
        self.explained = True
        return [f"{self.page.say('legend')}:", "", *self._key(), "", *lines]

    def _key(self) -> list[str]:
        kinds, language = legend_kinds(self.page), self.page.language
        marks = [(MARKS[each], message(language, f"figure.legend.{each}")) for each in MARKS if each in kinds]
        return [f"    {each}" for each in table([("[1|4]", self.page.say("text-tile")), *marks])]

    def _named(self, name: str) -> str:
        """The name of a figure or table before its caption."""
        return self.page.say("caption", name=name)

    def _figure(self, figure: Figure, width: int) -> Iterator[str]:
        if figure.notation:
            yield from [*_code(figure.notation), ""] if figure.name else _code(figure.notation)
        single = figure.single
        if figure.name and single is None:
            yield from (*wrapped(f"{self._named(figure.name)} {figure.caption}", width), "")
        if figure.title:
            yield from wrapped(figure.title, width)
        for item in figure.items:
            if single is None:
                yield from wrapped(item.label, width)
                yield from wrapped(item.words, width) if item.words else ()
            if item.part is not None:
                yield from (f"    {line}".rstrip() for line in item.part.text.split("\n"))
            yield ""
        for grid in figure.grids:
            if grid.title:
                yield grid.title
            yield from (f"    {line}" for line in table((grid.head, *grid.rows), grid.right))
            yield from wrapped(grid.foot, width) if grid.foot else ()
            yield ""
        if figure.foot:
            yield from wrapped(figure.foot, width)
        if single is not None:
            total = f" ({single.sum})" if single.sum else ""
            yield from wrapped(f"{self._named(figure.name)} {figure.caption}{total}", width)
        for part in figure.parts if figure.with_long else ():
            yield from wrapped(part.long, width)


def _tight(node: SyntaxTreeNode) -> bool:
    """A paragraph or list inside a list without blank lines."""
    parent = node.parent
    if parent is None or parent.type != "list_item":
        return node.type == "list_item"
    first = parent.children[0]
    return bool(first.type == "paragraph" and first.nester_tokens and first.nester_tokens.opening.hidden)


def _code(text: str) -> list[str]:
    return [f"    {line}" for line in text.rstrip("\n").split("\n")]
