"""The pipeline as functions: text → entries → verdicts, positions, canonical text, pictures.

Everything the command line does is here; nothing here prints.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from .engine.check import Checker
from .engine.errors import GotiError, NotationError, PlayError
from .engine.findings import Finding, Status, Verdict, text, verdict_of
from .engine.judged import Judged, RoundTrace, Step, marked
from .engine.layout import Layout, Position
from .engine.record import Action, Deal, EntryLine, Figure, Unread
from .engine.rules import RuleSet, rule_set
from .engine.shown import artists
from .engine.tiles import Tile, TileSet
from .notation.build import build
from .notation.locate import locate
from .notation.parse import Written, read_entries, split_lines
from .notation.parse import parse as parse_text
from .streams import STDIN

if TYPE_CHECKING:
    from .engine.legal import Play


def _draw(value: object, lang: str, **wishes: Any) -> str:
    from .render.show import show  # a command that only checks starts without the renderer

    return show(value, lang, **wishes)


artists.append(_draw)


class SourceError(GotiError):
    """A file that cannot be opened or is not UTF-8; `finding` says which."""

    def __init__(self, path: str, finding: Finding) -> None:
        super().__init__(f"{path}: {text(finding, 'en')}")
        self.path, self.finding = path, finding


@dataclass(slots=True)
class EntryReport:
    """One entry with everything said about it; findings are in order of lines, with columns.

    `head` is None where the entry line itself cannot be read. `steps` are filled only when a trace was asked for.
    """

    written: Written
    head: EntryLine | None
    judged: Judged
    findings: list[Finding]

    @property
    def verdict(self) -> Verdict:
        return verdict_of(self.findings)

    @property
    def line(self) -> int:
        return self.head.line if self.head else self.written.first

    @property
    def steps(self) -> list[Step]:
        """All turns, of a layout or of all rounds of a match."""
        return [*self.judged.steps, *(step for each in self.judged.rounds for step in each.steps)]

    @property
    def figures(self) -> list[tuple[Step, Figure]]:
        """The positions marked with `figure`, and the marks."""
        return [(step, step.figures[0]) for step in self._marked]

    @property
    def drawn(self) -> list[Step]:
        """What is to be drawn: a step for every `figure` line, with that line alone; the end of a layout without any.

        The position is None where the layout is not known. Of an entry with a `figure` line that cannot be read, only
        the others are drawn.
        """
        last = self.judged.last
        nodes = self.judged.entry.nodes if self.judged.entry is not None else ()
        unread = any(isinstance(node, Unread) and node.word == "figure" for node in nodes)
        return self._marked or ([] if last is None or unread else [last])

    @property
    def _marked(self) -> list[Step]:
        return marked(self.judged, *self.judged.rounds)


def open_lines(path: str) -> Iterator[str]:
    """Lines of a file or of standard input (`-`), without ends. Raises SourceError before the first line is given."""
    try:
        with _source(path) as file:
            _check_utf8(path, file)
            file.seek(0)
            # LF, CRLF and CR end a line, nothing else does.
            for line in io.TextIOWrapper(file, encoding="utf-8", newline=None):
                yield line[:-1] if line[-1] == "\n" else line
    except OSError as error:
        raise _cannot_open(path, error) from None


def read_source(path: str) -> bytes:
    """All bytes of a file or of standard input (`-`), which are UTF-8. Raises SourceError."""
    try:
        with _source(path) as file:
            _check_utf8(path, file)
            file.seek(0)
            return file.read()
    except OSError as error:
        raise _cannot_open(path, error) from None


def _source(path: str) -> BinaryIO:
    """A file that can be read twice: a pipe is read into memory."""
    if path == STDIN:
        if sys.stdin is None:  # closed by the shell
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return io.BytesIO(sys.stdin.buffer.read())
    if "\0" in path:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    file = open(path, "rb")  # noqa: SIM115
    if file.seekable():
        return file
    with file:
        return io.BytesIO(file.read())


def _cannot_open(path: str, error: OSError) -> SourceError:
    finding = Finding("cannot-open", Status.WRONG, 1, values={"why": error.strerror or str(error)})
    return SourceError(path, finding)


def folder_of(path: str) -> Path | None:
    """The folder of a file; None for standard input."""
    return None if path == STDIN else Path(path).parent


def source_text(path: str) -> str:
    """The whole text of a file or of standard input, line ends kept. Raises SourceError."""
    try:
        data = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        finding = Finding("cannot-open", Status.WRONG, 1, values={"why": error.strerror or str(error)})
        raise SourceError(path, finding) from None
    _check_utf8(path, io.BytesIO(data))
    return data.decode("utf-8")


def _check_utf8(path: str, file: BinaryIO) -> None:
    """Raise SourceError naming the first byte that is not UTF-8, with its line and column."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    done = 0
    while True:
        block = file.read(1 << 20)
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            offset = done - pending + error.start
            file.seek(0)
            lines = split_lines(file.read(offset).decode("utf-8") + "\N{REPLACEMENT CHARACTER}")
            values = {"number": f"{offset + 1} (0x{error.object[error.start]:02X})"}
            finding = Finding("not-utf8", Status.WRONG, len(lines), column=len(lines[-1]), values=values)
            raise SourceError(path, finding) from None
        if not block:
            return
        done += len(block)


def check_lines(
    lines: Iterable[str], *, trace: bool = False, rules: RuleSet | None = None, folder: Path | None = None
) -> Iterator[EntryReport]:
    """Judge the entries of one file, one after the other. `rules` judges all by another rule set than they name.

    `folder` is where the file lies; without it no entry can name a file of house rules.
    """
    checker = Checker(trace)
    for written in read_entries(lines):
        built = build(written, rules, folder)
        judged = checker.judge(built.entry) if built.entry is not None else Judged(None, [])
        head = built.entry.head if built.entry is not None else _head_of(written)
        if head is None and not built.findings:
            continue  # nothing but comments
        findings = [*built.findings, *judged.findings]
        yield EntryReport(written, head, judged, locate(findings, written) if findings else findings)


def _head_of(written: Written) -> EntryLine | None:
    return next((node for node in written.nodes if isinstance(node, EntryLine)), None)


# -- the public face ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Loaded:
    """A file or text, judged with a trace."""

    path: str | None
    entries: list[EntryReport] = field(default_factory=list)

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all entries."""
        return verdict_of(finding for entry in self.entries for finding in entry.findings)

    @property
    def findings(self) -> list[Finding]:
        return [finding for entry in self.entries for finding in entry.findings]

    @property
    def rounds(self) -> list[RoundTrace]:
        """The rounds of all matches, each with its steps and its picture, in order."""
        return [each for entry in self.entries for each in entry.judged.rounds]

    def position(self, turn: int = -1, entry: int = 0) -> Position:
        """The position after a step of an entry, both counted from 0 as in `entries` and `steps`; -1 is the last.

        Raises IndexError where there is none, and PlayError where the layout is not known.
        """
        if not -len(self.entries) <= entry < len(self.entries):
            raise IndexError(f"no entry {entry}: there are {len(self.entries)}, counted from 0")
        chosen = self.entries[entry]
        steps, last = chosen.steps, chosen.judged.last
        if not -len(steps) <= turn < len(steps) and (last is None or turn != -1):
            kept = "counted from 0" if steps else "kept by goti.load and goti.replay"
            raise IndexError(f"no step {turn}: entry {entry} has {len(steps)} steps, {kept}")
        position = (last if last is not None and turn == -1 else steps[turn]).position
        if position is None:
            raise PlayError("layout-unknown", "the layout is not known at this turn")
        return position


def parse(source: str) -> list[Written]:
    """The entries of a text as written, without judging them. Raises NotationError for what cannot be read."""
    return parse_text(source)


def load(path: str | Path) -> Loaded:
    """Judge a file. Raises SourceError when it cannot be opened or is not UTF-8."""
    return Loaded(str(path), list(check_lines(open_lines(str(path)), trace=True, folder=Path(path).parent)))


def check(source: str, rules: str | RuleSet | None = None) -> Loaded:
    """Judge a text, without traces; by `rules` where given."""
    return Loaded(None, list(check_lines(split_lines(source), rules=_rules(rules))))


def replay(source: str, rules: str | RuleSet | None = None) -> Loaded:
    """Judge a text and keep every turn with its position."""
    return Loaded(None, list(check_lines(split_lines(source), trace=True, rules=_rules(rules))))


def _rules(rules: str | RuleSet | None) -> RuleSet | None:
    return rule_set(rules) if isinstance(rules, str) else rules


def score(placements: str, rules: str | RuleSet) -> Position:
    """The position after placements such as `[1|4] [1|1]@[1|4]`: its total, its points, what counts.

    Raises NotationError for text that is no placement, PlayError for a placement that is not legal.
    """
    chosen = rule_set(rules) if isinstance(rules, str) else rules
    if not placements.split():
        return Position(Layout(), (), (), (), 0, 0)
    source = f"layout {chosen.id}\n" + "\n".join(placements.split())
    report, *others = check_lines(split_lines(source), trace=True, rules=chosen)
    if others or not all(isinstance(node, Action) for node in report.written.nodes[1:]) or "#" in source:
        raise NotationError(f"only placements such as [1|4] or [1|1]@[1|4] can stand here: {placements!r}")
    for finding in report.findings:
        if finding.status in (Status.WRONG, Status.UNDECIDED):
            told = text(finding, "en")
            if report.verdict is Verdict.UNREAD:
                raise NotationError(told, (finding,))
            raise PlayError(finding.code, told)
    return Loaded(None, [report]).position()


def legal(placements: str, rules: str | RuleSet, hand: str | Sequence[Tile] | None = None) -> tuple[Play, ...]:
    """All legal placements of a hand (default: of every tile not on the table) after `placements`.

    Raises as `score` does.
    """
    from .engine.legal import legal_placements

    chosen = rule_set(rules) if isinstance(rules, str) else rules
    tiles = _tiles(hand) if isinstance(hand, str) else hand
    for tile in tiles or ():
        if tile not in TileSet(chosen.max_pips):
            raise PlayError("no-such-tile", f"the set of {chosen.id} has no {tile}")
    return legal_placements(chosen, score(placements, chosen).layout, tiles)


def _tiles(texts: str) -> list[Tile]:
    node = parse_text(f"match seven-rocks\nround 1\ndeal A {texts}")[0].nodes[-1] if texts.split() else None
    whole = isinstance(node, Deal) and not node.mark and not node.comment
    if node is not None and not (whole and all(isinstance(each, Tile) for each in getattr(node, "tiles", ()))):
        raise NotationError(f"only tiles such as [1|4] can stand in a hand: {texts!r}")
    return [each for each in node.tiles if isinstance(each, Tile)] if isinstance(node, Deal) else []


def format(source: str, lang: str = "en") -> str:
    """The canonical text (notation 6). Raises NotationError for a line that cannot be read."""
    parse_text(source)
    return format_lines(split_lines(source), lang)


def format_lines(lines: Iterable[str], lang: str = "en", folder: Path | None = None) -> str:
    """The canonical text of lines of a file in `folder`. Raises NotationError for a line that cannot be read."""
    from .notation.write import write

    nodes, sites = [], {}
    checker = Checker(trace=True)
    unread: list[Finding] = []
    for written in read_entries(lines):
        nodes += written.nodes
        unread += written.findings
        built = build(written, folder=folder)
        if built.entry is not None and any(isinstance(node, Action) for node in built.entry.nodes):
            sites.update(checker.judge(built.entry).sites)
    if unread:
        raise NotationError(text(unread[0], lang), tuple(unread))
    return write(nodes, lang, sites)
