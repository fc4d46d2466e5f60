"""The record as far as it is written: lines of a file, and what they say so far.

The text is the state: whatever is known of the match is found by judging it, so a sheet read from a file is no other
than one written a moment ago.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..engine.findings import Finding, Status
from ..engine.moment import Moment, moment_of
from ..engine.record import (
    CountedClaim,
    EntryLine,
    JointsClaim,
    Match,
    Node,
    OpenClaim,
    Remark,
    Result,
    RoundLine,
    SpinnerClaim,
)
from ..notation.build import build
from ..notation.parse import Written, parse
from ..notation.retype import line_of, rewritten, split_keeping
from ..notation.words import spelling

_CLAIMS = (SpinnerClaim, CountedClaim, OpenClaim, JointsClaim)


class SheetError(Exception):
    """A file that cannot be gone on with; `key` is that of its text in the catalogues (`record.KEY`)."""

    def __init__(self, key: str, findings: tuple[Finding, ...] = (), **values: object) -> None:
        super().__init__(key)
        self.key, self.findings, self.values = key, findings, values


@dataclass(frozen=True, slots=True)
class Sheet:
    """`before` is what the file holds above the entry, byte for byte; `lines` are the entry's, with their ends."""

    before: str
    lines: tuple[str, ...]
    language: str
    end: str = "\n"
    folder: Path | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """The whole file; a match that is not over is `unfinished`."""
        body = self.before + "".join(self.lines)
        if self.closed:
            return body
        return body + f"{self.end}{spelling('unfinished', self.language)}{self.end}"

    @property
    def closed(self) -> bool:
        """Whether the result is written."""
        return any(isinstance(node, Result) for node in self.nodes)

    @property
    def above(self) -> int:
        """How many lines of the file stand above the entry."""
        return len(split_keeping(self.before))

    @property
    def written(self) -> Written:
        """The entry as the notation reads it, its lines numbered as in the file."""
        (written,) = parse("".join(self.lines)) or [Written(1, [])]
        written.first += self.above
        written.nodes = [node._replace(line=node.line + self.above) for node in written.nodes]
        return written

    @property
    def nodes(self) -> list[Node]:
        """The lines of the entry as nodes."""
        return self.written.nodes

    def index(self, node: Node) -> int:
        """The place of a node's line in `lines`."""
        return node.line - 1 - self.above

    def added(self, node: Node) -> Sheet:
        """The sheet with one more line below."""
        indent = "  " if isinstance(node, _CLAIMS) else ""
        apart = (self.end,) if isinstance(node, RoundLine | Result) else ()
        text = node.comment if isinstance(node, Remark) else indent + line_of(node, self.language) + _tail(node)
        return replace(self, lines=(*self.lines, *apart, text + self.end))

    def changed(self, old: Node, new: Node) -> Sheet:
        """The sheet with one line saying something else."""
        raw = self.lines[self.index(old)]
        body = raw.rstrip("\r\n")
        lines = list(self.lines)
        lines[self.index(old)] = rewritten(body, old, new) + raw[len(body) :]
        return replace(self, lines=tuple(lines))

    def commented(self, node: Node, comment: str) -> Sheet:
        """The sheet with a comment at the end of a line that has none."""
        raw = self.lines[self.index(node)]
        body = raw.rstrip("\r\n")
        lines = list(self.lines)
        lines[self.index(node)] = f"{body.rstrip()}  {comment}{raw[len(body) :]}"
        return replace(self, lines=tuple(lines))

    def cut(self, number: int) -> Sheet:
        """The sheet with its first `number` lines, without blank ones at its end."""
        lines = list(self.lines[:number])
        while lines and not lines[-1].strip():
            lines.pop()
        return replace(self, lines=tuple(lines))


def _tail(node: Node) -> str:
    return f"  {node.comment}" if node.comment is not None else ""


@dataclass(frozen=True, slots=True)
class Look:
    """What a sheet says: the match, where it stands, the nodes of its last round."""

    entry: Match
    moment: Moment

    @property
    def round(self) -> tuple[Node, ...]:
        return self.entry.rounds[-1].nodes if self.entry.rounds else ()

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What is wrong."""
        return tuple(each for each in self.moment.findings if each.status is Status.WRONG)


def look(sheet: Sheet) -> Look:
    """Judge a sheet. Raises SheetError where its text cannot be read."""
    built = build(sheet.written, folder=sheet.folder)
    if built.findings or not isinstance(built.entry, Match):
        raise SheetError("unreadable", tuple(built.findings))
    return Look(built.entry, moment_of(built.entry))


def new_sheet(nodes: Sequence[Node], language: str, before: str = "", folder: Path | None = None) -> Sheet:
    """A sheet that begins with these lines, below what a file holds already."""
    end = next((each for each in ("\r\n", "\n", "\r") if before.endswith(each)), "\n")
    if not before:
        before = f"{spelling('goti', language)} 1{end}"
    elif not before.endswith(("\n", "\r")):
        before += end
    sheet = Sheet(before + end, (), language, end, folder)
    for node in nodes:
        sheet = sheet.added(node)
    return sheet


def open_sheet(source: str, language: str, folder: Path | None = None) -> Sheet | None:
    """The sheet of a file whose last entry is a match that is not over; None where a new match is to follow.

    Raises NotationError for a line that cannot be read.
    """
    entries = parse(source)
    last = entries[-1] if entries else None
    head = next((node for node in last.nodes if isinstance(node, EntryLine)), None) if last else None
    if last is None or head is None or head.kind != "match":
        return None
    result = next((node for node in last.nodes if isinstance(node, Result)), None)
    if result is not None and result.side is not None:
        return None
    raw = split_keeping(source)
    before, lines = raw[: last.first - 1], raw[last.first - 1 :]
    end = next((each for each in ("\r\n", "\n", "\r") if lines[0].endswith(each)), "\n")
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += end
    if result is not None:
        index = result.line - last.first
        kept = [result.comment + end] if result.comment is not None else []
        lines[index : index + 1] = kept
    sheet = Sheet("".join(before), tuple(lines), language, end, folder)
    return sheet.cut(len(sheet.lines))
