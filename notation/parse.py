"""Text → tree: entries one by one with flat memory, each a list of nodes and the findings of kind `text`.

The published grammar goti.lark is what reads: a chunk of lines at once, and where a chunk cannot be read its lines
one by one, so that every faulty line of a file is reported in one run, in the user's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import lark.lexer
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken

from ..engine.errors import NotationError
from ..engine.findings import Finding, Status, text
from ..engine.record import EntryLine, Node, Remark, RoundLine, Version
from .read import TextProblem, read_comment, read_line, read_run, refuse_hidden
from .words import ENTRY_WORDS, add_spellings, entry_start, spellings, version_line

FORMAT = 1
"""The format version this package reads and writes."""

_BOM = "\ufeff"
_CHUNK = 4000  # lines parsed at once: bounds memory without costing speed


@dataclass(slots=True)
class Written:
    """One entry as written: its lines, their nodes, and what could not be read.

    `first` is the number of the first of `lines`, which are without their ends and without a BOM. `unread` are the
    lines that could not be read.
    """

    first: int
    lines: list[str]
    nodes: list[Node] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unread: set[int] = field(default_factory=set)

    def line(self, number: int) -> str:
        """The text of a line by its number in the file; empty outside the entry."""
        index = number - self.first
        return self.lines[index] if 0 <= index < len(self.lines) else ""


@cache
def grammar() -> Lark:
    """The parser made from the published grammar and the catalogues' keywords."""
    source = files("goti.notation").joinpath("goti.lark").read_text(encoding="utf-8")
    # With interegular installed Lark looks for colliding terminals at every start, which takes 200 ms. Our tests do
    # that once, with `strict`.
    checks = lark.lexer.has_interegular
    lark.lexer.has_interegular = False
    try:
        return Lark(source, parser="lalr", edit_terminals=add_spellings)
    finally:
        lark.lexer.has_interegular = checks


def parse(source: str) -> list[Written]:
    """All entries of a text. Raises NotationError with all findings when a line cannot be read."""
    entries = list(read_entries(split_lines(source)))
    findings = tuple(each for entry in entries for each in entry.findings)
    if findings:
        first = findings[0]
        more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        raise NotationError(f"{first.line}:{first.column}: {text(first, 'en')}{more}", findings)
    return entries


def split_lines(source: str) -> list[str]:
    """Lines without their ends; only LF, CRLF and CR end a line."""
    lines = re.split(r"\r\n|\n|\r", source)
    if lines and not lines[-1]:
        lines.pop()
    return lines


def read_entries(lines: Iterable[str]) -> Iterator[Written]:
    """Entries from lines without ends, one at a time; comments before an entry line go with that entry.

    Text before the first entry comes as an entry of its own when it is more than comments.
    """
    start, version = entry_start(), version_line()
    words = tuple({each.split(" ")[0] for name in ENTRY_WORDS for each in spellings()[name]})
    held: list[str] = []
    first = 1
    for line in lines:
        if line[:1] == _BOM:
            line = line[1:]
        if line.startswith(words) and held and start.match(line):
            keep = len(held)
            while keep and _belongs_to_next(held[keep - 1], version):
                keep -= 1
            if keep:
                yield _read(first, held[:keep])
                first, held = first + keep, held[keep:]
        held.append(line)
    if held:
        yield _read(first, held)


def _belongs_to_next(line: str, version: re.Pattern[str]) -> bool:
    stripped = line.lstrip(" \t")
    return not stripped or stripped[0] == "#" or version.match(line) is not None


def _read(first: int, lines: list[str]) -> Written:
    written = Written(first, lines)
    for start in range(0, len(lines), _CHUNK):
        chunk = lines[start : start + _CHUNK]
        if not _read_chunk(written, first + start, chunk):
            for offset, line in enumerate(chunk):
                _read_single(written, first + start + offset, line)
    return written


def _read_chunk(written: Written, first: int, lines: list[str]) -> bool:
    """Read lines at once; False (and nothing changed) when one of them cannot be read."""
    try:
        tree = grammar().parse("\n".join(lines) + "\n")
        nodes: list[Node] = []
        for child in tree.children:
            nodes += _nodes(child, first - 1, lines, first)
    except (UnexpectedCharacters, UnexpectedToken, TextProblem):
        return False
    written.nodes += nodes
    return True


def _nodes(child: Token | Tree[Token], before: int, lines: list[str], first: int) -> Iterable[Node]:
    if isinstance(child, Token):
        return read_run(child, before + (child.line or 1)) if child.type == "RUN" else ()
    token = next(child.scan_values(lambda _: True))
    number = before + (token.line or 1)
    if child.data == "note":
        raw = lines[number - first]
        return (refuse_hidden(token, Remark(number, raw[:1] in " \t", read_comment(raw.lstrip(" \t")))),)
    node = read_line(child, number)
    if isinstance(node, EntryLine | RoundLine) and lines[number - first][:1] in " \t":
        raise TextProblem("wrong-column", token, node)
    if isinstance(node, Version) and (node.number != FORMAT or not token_text(child).isascii()):
        raise TextProblem("wrong-version", child.children[0].children[1])  # type: ignore[union-attr,arg-type]
    return (node,)


def token_text(tree: Tree[Token]) -> str:
    """The number as written in a version line."""
    return str(tree.children[0].children[1])  # type: ignore[union-attr]


def _read_single(written: Written, number: int, line: str) -> None:
    """Read one line; what is wrong with it becomes a finding."""
    try:
        tree = grammar().parse(line + "\n")
        for child in tree.children:
            written.nodes += _nodes(child, number - 1, [line], number)
        return
    except TextProblem as problem:
        if problem.node is not None:
            written.nodes.append(problem.node)
        finding = Finding(
            problem.code, Status.WRONG, number, column=problem.column, width=problem.width, values=problem.values
        )
    except (UnexpectedCharacters, UnexpectedToken) as error:
        from .complain import complain  # with its word lists, only where something is wrong

        finding = complain(grammar, error, line, number)
    written.findings.append(finding)
    if not (written.nodes and written.nodes[-1].line == number):
        written.unread.add(number)
