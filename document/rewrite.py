"""Page → Markdown without anything of ours: values as text, figures as pictures beside it, links with their words."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from urllib.parse import quote, unquote

from .examples import slug
from .figures import Figure, figure_of
from .lists import entry_text, list_of
from .markdown import reader, split_tiles
from .page import Page
from .problems import NotWritten
from .tables import Grid


def write_markdown(page: Page, stem: str) -> tuple[str, dict[str, str]]:
    """The text, and the SVG files it shows by name, all called `STEM.FIGURE-N.svg`.

    Raises NotWritten where it would hold HTML or a link that could run a script.
    """
    lines = list(page.lines)
    _put_values(page, lines)
    _lead_on(page, lines, picture_names(page, stem))
    files: dict[str, str] = {}
    for captioned in page.tables:
        at = captioned.inline.map or [0]
        words = re.sub(r"\s*\{#[^\s{}]+\}\s*$", "", lines[at[0]].lstrip().removeprefix(":").strip())
        lines[at[0]] = f"**{page.say('caption', name=captioned.name)}** {words}"
    for token in reversed(page.tokens):
        if token.type == "goti_list" and token.map:
            entries = [f"- {_escaped(entry_text(each))}" for each in list_of(page, token.meta["kind"])]
            _put(lines, token.map, entries)
        if token.type == "fence" and token.map and token.map[0] + 1 in page.by_line:
            figure = figure_of(page, page.by_line[token.map[0] + 1])
            indent = re.match(r"[ \t>]*", lines[token.map[0]])
            before = indent[0] if indent else ""
            made = _figure(page, figure, stem, files)
            _put(lines, token.map, [f"{before}{each}".rstrip() for each in made], before.rstrip())
    head = []
    if page.front.title:
        extra = [each for each in (page.front.subtitle, page.front.author, page.front.date) if each]
        head = [f"# {_plain(page.front.title)}", "", *(part for each in extra for part in (_plain(each), ""))]
    body = "\n".join(lines).strip("\n")
    text = "\n".join([*head, body]) + "\n"
    _check_passive(text)
    return text, dict(sorted(files.items()))


def _put(lines: list[str], at: list[int], made: list[str], blank: str = "") -> None:
    """Put other lines in the place of some, as paragraphs of their own: what stands around them is no part of them."""
    start, end = at
    above = start > 0 and bool(lines[start - 1].strip(" \t>")) and made[:1] != [blank]
    below = end < len(lines) and bool(lines[end].strip(" \t>")) and made[-1:] != [blank]
    lines[start:end] = [blank] * above + made + [blank] * below


def picture_names(page: Page, stem: str) -> dict[str, str]:
    """The names under which the pictures of a page lie beside its Markdown, by how the page calls them."""
    kind = "picture"
    while kind in page.labels:
        kind += "_"
    return {
        source: f"{stem}.{kind}-{number}{Path(source).suffix.lower()}"
        for number, source in enumerate(sorted(page.images), 1)
    }


def _lead_on(page: Page, lines: list[str], names: dict[str, str]) -> None:
    """Let links lead to where things are in Markdown: to headings, to the pictures beside it, to other documents.

    Markdown has names for headings alone, so a figure, a table or a clause is found by the heading above it.
    """
    slugs = _slugs(page)

    def led(found: re.Match[str]) -> str:
        target = found[2]
        if target.startswith("#"):
            return f"{found[1]}#{quote(slugs.get(unquote(target[1:]), unquote(target[1:])))}{found[3]}"
        name = names.get(unquote(target))
        return f"{found[1]}{quote(name) if name is not None else page.href(target, 'md')}{found[3]}"

    shown = {n for each in page.tokens if each.type in ("fence", "code_block") for n in range(*(each.map or (0, 0)))}
    for number, line in enumerate(lines):
        if number not in shown:
            line = re.sub(r"(\]\()<?([^()\s<>]+)>?(?=([\s)]))", lambda found: led(found)[: -len(found[3])], line)
            lines[number] = re.sub(r"^( {0,3}\[[^\]]+\]: +)<?([^()\s<>]+)>?($|\s)", led, line)


def _slugs(page: Page) -> dict[str, str]:
    """The name of a heading, by the anchors of all that stands below it, as places that show Markdown name it."""
    given = Counter[str]()
    found: list[tuple[int, str]] = []
    titles = [(0, page.front.title)] if page.front.title else []
    for line, words in [*titles, *((each.line, f"{each.number} {each.text}".strip()) for each in page.headings)]:
        name = slug(words)
        found.append((line, f"{name}-{given[name]}" if given[name] else name))
        given[name] += 1
    lines = {each.anchor: each.line for each in page.headings} | page.clause_lines
    lines |= {each.anchor: each.line for each in page.examples if each.anchor}
    lines |= {each.anchor: (each.inline.map or [0])[0] + 1 for each in page.tables}
    above = {anchor: [name for start, name in found if start <= line] for anchor, line in lines.items()}
    return {anchor: names[-1] for anchor, names in above.items() if names}


def _check_passive(text: str) -> None:
    """Raise NotWritten where a page that held neither has HTML or a script's link when its values are put in."""
    refused: list[str] = []
    for token in reader(refused.append).parse(text):
        for each in (token, *(token.children or [])):
            if each.type in ("html_block", "html_inline") and not each.content.lstrip().startswith("<!--"):
                raise NotWritten("raw-html", 1, found=each.content)
    if refused:
        raise NotWritten("unsafe-link", 1, found=refused[0])


def _put_values(page: Page, lines: list[str]) -> None:
    """Every value where it stands, from the end of the page, and the words of links that had none."""
    for used in sorted(page.used, key=lambda each: (each.line, each.column), reverse=True):
        line, start = lines[used.line - 1], used.column - 1
        if used.column < 1 or used.written.startswith("["):
            continue  # a tile is text already
        before, rest = line[:start], line[start + len(used.written) :]
        shown = f"[{' '.join(used.clauses)}]" if page.front.clauses == "shown" and used.clauses else used.shown
        if not shown and before[-1:] in ("", " "):
            rest = rest.lstrip(" ")
        before, shown = _joined(before, shown)
        if line.startswith("|"):
            shown = shown.replace("|", r"\|")
        lines[used.line - 1] = (before + shown + rest).rstrip()
    for heading in page.headings:
        if heading.number and lines[heading.line - 1].startswith("#"):
            marks, _, words = lines[heading.line - 1].partition(" ")
            lines[heading.line - 1] = f"{marks} {heading.number} {words}"
    for number, line in enumerate(lines):
        line = re.sub(
            r"\[\]\(#([^)\s]+)\)", lambda found: f"[{_escaped(page.labels.get(found[1], ''))}](#{found[1]})", line
        )
        lines[number] = re.sub(r"\s*\{#[^\s{}]+\}\s*$", "", line) if line.startswith("#") else line


def _joined(before: str, shown: str) -> tuple[str, str]:
    """A value and the text before it, as text that together makes no mark-up either."""
    made = "".join(
        re.sub(r"[\\`*<\[\]]|&(?=#?\w+;)|\b_|_\b", r"\\\g<0>", each)
        if isinstance(each, str)
        else f"[{each[0]}|{each[1]}]"
        for each in split_tiles(shown)
    )
    if before.endswith("]") and made.startswith(("(", ":")):
        made = f"\\{made}"
    return re.sub(r"(?<!\\)((?:\\\\)*)(<[^<>`]*)$", r"\1\\\2", before), made


def _figure(page: Page, figure: Figure, stem: str, files: dict[str, str]) -> list[str]:
    lines: list[str] = []
    if figure.notation:
        lines += [*_fenced(figure.notation.rstrip("\n")), ""]
    single = figure.single
    title = [] if single is not None or not figure.name else [_caption(page, figure), ""]
    lines += [*title, *([_plain(figure.title), ""] if figure.title else [])]
    for number, item in enumerate(figure.items, 1):
        part = item.part
        if single is None:
            lines += [_inline(item.label), ""]
            lines += [_plain(item.words), ""] if item.words else []
        if part is None:
            continue
        name = f"{stem}.{figure.anchor}-{number}.svg"  # a figure's name holds no dot: no two pictures share a name
        files[name] = part.svg
        lines += [f"![{_escaped(part.long)}]({name})", ""]
        if figure.with_text:
            lines += [*_fenced(part.text), ""]
    for grid in figure.grids:
        lines += _grid(grid)
    lines += [_plain(figure.foot), ""] if figure.foot else []
    if single is not None:
        lines += [_caption(page, figure)]
    for part in figure.parts if figure.with_long else ():
        lines += ["", _plain(part.long)]
    return lines


def _fenced(text: str) -> list[str]:
    """A text to be shown as it is; its fence is longer than any row of backticks inside."""
    fence = "`" * max([3, *(len(each) + 1 for each in re.findall("`+", text))])
    return [f"{fence}text", *text.split("\n"), fence]


def _caption(page: Page, figure: Figure) -> str:
    single = figure.single
    total = f" ({single.sum})" if single is not None and single.sum else ""
    return f"**{page.say('caption', name=figure.name)}** {_inline(figure.caption)}{total}"


def _plain(text: str) -> str:
    """A text of a record as a paragraph in which nothing is mark-up."""
    return re.sub(r"^(\s*)([#>+=~-]|\d+(?=[.)]))", _marker, _inline(text))


def _marker(found: re.Match[str]) -> str:
    """What would begin a heading, a list or a quotation, kept from doing so."""
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def _inline(text: str) -> str:
    """A text in which nothing is mark-up, unless it begins a line; brackets are, where a link could follow."""
    return re.sub(r"[\\`*<]|&(?=#?\w+;)|\b_|_\b|\](?=[(\[:])", r"\\\g<0>", text)


def _escaped(text: str) -> str:
    """A text as the words of a picture or a link."""
    return re.sub(r"[\[\]]", r"\\\g<0>", re.sub(r"[\\`*<]|&(?=#?\w+;)", r"\\\g<0>", text))


def _grid(grid: Grid) -> list[str]:
    def row(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(_inline(each).replace("|", r"\|") for each in cells) + " |"

    sides = tuple("--:" if n in grid.right else "---" for n in range(len(grid.head)))
    title = [f"**{_inline(grid.title)}**", ""] if grid.title else []
    foot = ["", _plain(grid.foot)] if grid.foot else []
    return [*title, row(grid.head), row(sides), *map(row, grid.rows), *foot, ""]
