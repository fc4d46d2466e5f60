"""Markdown → the blocks of its fences, each run for what it shows.

A fence is written with three or more backticks or tildes. Its info string says what is done with it:
`goti` is one or more entries, checked as its `#!` marks say (see `expect.py`; no mark: no finding at all);
`goti in=KIND` is a fragment, put into the entry that `FRAMES` gives for KIND;
`goti file=NAME` is also written to NAME in the folder of its page, for the blocks below it; with `faults` behind it
the findings are not marked but shown by a `goti check NAME` further down;
`console` holds lines `$ goti …` (or `$ goti … | goti …`), run in that folder, each followed by exactly what it prints
(JSON may be shown over several lines), and by `$ echo $?` with the status when it is not 0; `$ cat NAME` shows a file;
`python` is run, and what `>>>` lines print is compared (all blocks of a page share their names).
`toml file=NAME` is written to NAME. `text`, `sh`, `toml` and `lark` are shown only. Anything else is a mistake, and so
is a block that looks like one of the first kinds but would not run: an unknown info string, a fence in a quotation, a
list or indented code.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from goti.api import check_lines
from goti.cli import main
from goti.expect import MarkError, differences
from goti.notation.parse import split_lines

ROOT = Path(__file__).resolve().parent.parent

FRAMES = {
    "layout": ("layout seven-rocks", ""),
    "sniff-layout": ("layout american-sniff", ""),
    "opening": ("match seven-rocks", "round 1\nunfinished"),
    "round": ("match seven-rocks\nseats A B C D\nround 1", "unfinished"),
    "sniff-round": ("match american-sniff\nseats A B\nround 1", "unfinished"),
    "settlement": ("settlement seven-rocks", ""),
}
"""What stands before and after a fragment."""

_PLAIN = {"text", "sh", "toml", "lark"}
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^\n]*)$")
_HIDDEN_FENCE = re.compile(r"[ \t>*+0-9.-]*(?:`{3,}|~{3,})[ \t]*(?:goti|console|python)\b")
_LOOKS_RUN = re.compile(r"(?:[>*+-]?[ \t]*\$ goti\b|(?:match|layout|settlement) [a-z]+-[a-z])")


class BlockError(Exception):
    """A block that is not as the page says; the text begins with its place."""


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: the number of its first line, its info string split at blanks, its lines."""

    path: str
    line: int
    info: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def kind(self) -> str:
        return self.info[0] if self.info else ""

    @property
    def runs(self) -> bool:
        return (self.kind not in _PLAIN and bool(self.info)) or self.option("file") is not None

    @property
    def text(self) -> str:
        return "".join(f"{each}\n" for each in self.lines)

    def option(self, name: str) -> str | None:
        """The value of `name=VALUE` in the info string."""
        return next((each.removeprefix(f"{name}=") for each in self.info if each.startswith(f"{name}=")), None)

    def error(self, said: str, offset: int = 0) -> BlockError:
        return BlockError(f"{self.path}:{self.line + offset}: {said}")


def blocks(text: str, path: str = "page") -> list[Block]:
    """All fenced blocks of a page. Raises BlockError for what looks like a block and would not run."""
    found: list[Block] = []
    lines = split_lines(text)
    number = 0
    while number < len(lines):
        opened = _FENCE.match(lines[number])
        if opened is None or (opened[1][0] == "`" and "`" in opened[2]):
            line = lines[number]
            if _HIDDEN_FENCE.match(line) or (_LOOKS_RUN.match(line.strip()) and line[:1] in " \t>"):
                raise BlockError(f"{path}:{number + 1}: looks like a block to run, but is no fence of its own: {line}")
            number += 1
            continue
        indent = len(lines[number]) - len(lines[number].lstrip(" "))
        close = re.compile(rf" {{0,3}}{re.escape(opened[1][0])}{{{len(opened[1])},}}[ \t]*$")
        body: list[str] = []
        first = number + 2
        number += 1
        while number < len(lines) and not close.match(lines[number]):
            line = lines[number]
            body.append(line[min(indent, len(line) - len(line.lstrip(" "))) :])
            number += 1
        block = Block(path, first, tuple(opened[2].split()), tuple(body))
        if number == len(lines):
            raise block.error("the fence is not closed", -1)
        number += 1
        _check_info(block)
        found.append(block)
    return found


def _check_info(block: Block) -> None:
    """Refuse an info string that would keep a block from running without a word."""
    kind, rest = block.kind, block.info[1:]
    name = block.option("file")
    if name is not None and Path(name).name != name:
        raise block.error("file= takes a name without folders", -1)
    if kind == "goti":
        unknown = [each for each in rest if each != "faults" and not each.startswith(("in=", "file="))]
        frame = block.option("in")
        if unknown or (frame is not None and frame not in FRAMES) or ("faults" in rest and not block.option("file")):
            raise block.error(f"unknown info string {' '.join(block.info)!r}", -1)
        return
    if kind in ("console", "python") or kind in _PLAIN:
        if rest and not (kind == "toml" and rest == (f"file={name}",)):
            raise block.error(f"unknown info string {' '.join(block.info)!r}", -1)
        if kind not in _PLAIN:
            return
    elif kind:
        raise block.error(f"unknown info string {' '.join(block.info)!r}", -1)
    if any(_LOOKS_RUN.match(each) for each in block.lines):
        raise block.error("looks like a block to run; say `goti` or `console` behind the fence", -1)


@dataclass(slots=True)
class Page:
    """One page being run: `folder` holds its files, `names` those of its python blocks."""

    path: str
    folder: Path
    names: dict[str, object] = field(default_factory=dict)
    faulty: dict[str, Block] = field(default_factory=dict)

    def run(self, block: Block) -> None:
        """Run one block. Raises BlockError."""
        if block.kind == "goti":
            self._goti(block)
        elif block.kind == "console":
            self._console(block)
        elif block.kind == "python":
            self._python(block)
        elif block.kind == "toml":
            self._write(block)

    def finish(self) -> None:
        """Raise BlockError for a faulty file nobody checked."""
        for block in self.faulty.values():
            raise block.error(f"no `$ goti check {block.option('file')}` shows the faults of this file", -1)

    def _write(self, block: Block) -> None:
        name = block.option("file")
        if name is not None:
            (self.folder / name).write_text(block.text, encoding="utf-8", newline="\n")

    def _goti(self, block: Block) -> None:
        self._write(block)
        if "faults" in block.info:
            self.faulty[str(block.option("file"))] = block
            return
        before, after = FRAMES.get(block.option("in") or "", ("", ""))
        shift = before.count("\n") + 1 if before else 0
        lines = [*(before.split("\n") if before else ()), *block.lines, *(after.split("\n") if after else ())]
        try:
            reports = list(check_lines(lines, folder=self.folder))
            wrong = [each for report in reports for each in differences(report)]
        except MarkError as error:
            raise block.error(str(error)) from None
        if wrong or not reports:
            said = "; ".join(wrong or ["holds no entry"])
            raise block.error(re.sub(r"line (\d+)", lambda at: f"line {int(at[1]) - shift} of the block", said))

    def _console(self, block: Block) -> None:
        said = list(commands(block))
        if not said:
            raise block.error("holds no line `$ goti …`")
        status = 0
        for number, (offset, command, shown) in enumerate(said):
            words = shlex.split(command)
            if command == "echo $?":
                printed, status = f"{status}\n", 0
            elif words[0] in ("cat", "goti"):
                printed, status = run_words(words, self.folder)
                for each in words[2:] if words[:2] == ["goti", "check"] else ():
                    self.faulty.pop(each, None)
            else:
                raise block.error(f"only `goti`, `cat` and `echo $?` can be run, not {command!r}", offset)
            if not same_output(printed, shown):
                raise block.error(f"`{command}` prints:\n{printed}and the page shows:\n{shown}", offset)
            follows = said[number + 1][1] if number + 1 < len(said) else ""
            if status and follows != "echo $?":
                raise block.error(f"`{command}` exits with {status}: show it with `$ echo $?`", offset)

    def _python(self, block: Block) -> None:
        with contextlib.chdir(self.folder):
            if ">>>" not in block.text:
                exec(compile(block.text, f"{block.path}:{block.line}", "exec"), self.names)
                return
            parsed = doctest.DocTestParser().get_doctest(block.text, self.names, block.path, block.path, block.line - 1)
            report = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(parsed, out=report.write, clear_globs=False)
            self.names.update(parsed.globs)
            if runner.failures:
                raise block.error("the examples print something else:\n" + report.getvalue())


def commands(block: Block) -> Iterator[tuple[int, str, str]]:
    """(number of its line in the block, command, what is shown below it) for each `$ ` line."""
    starts = [number for number, line in enumerate(block.lines) if line.startswith("$ ")]
    if block.lines and (not starts or starts[0]):
        raise block.error("a console block begins with `$ `")
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        shown = "".join(f"{line}\n" for line in block.lines[start + 1 : end])
        yield start, block.lines[start][2:].strip(), shown


def run_words(words: Sequence[str], folder: Path) -> tuple[str, int]:
    """What `goti …` or `cat NAME` prints, and its status; `goti … | goti …` reads what the first prints."""
    if words[0] == "cat":
        return (folder / words[1]).read_text(encoding="utf-8"), 0
    printed, status, rest = "", 0, list(words)
    while rest:
        end = rest.index("|") if "|" in rest else len(rest)
        if rest[0] != "goti":
            raise ValueError(f"only `goti` can stand in a pipe, not {rest[0]!r}")
        printed, status = run_goti(rest[1:end], folder, printed)
        rest = rest[end + 1 :]
    return printed, status


def run_goti(words: Sequence[str], folder: Path, text: str = "") -> tuple[str, int]:
    """What a command prints to both streams, and its status; `text` is its standard input."""
    out = io.StringIO()
    with (
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8")),
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        mock.patch.dict(os.environ, COLUMNS="80", GOTI_LANG="en"),
    ):
        try:
            status = main(list(words))
        except SystemExit as stopped:
            status = int(stopped.code or 0)
    return out.getvalue(), status


def same_output(printed: str, shown: str) -> bool:
    """Equal text, or equal JSON with its keys in the same order."""
    if printed == shown:
        return True
    if printed[:1] not in "{[" or not printed:
        return False
    try:
        return bool(json.loads(printed, object_pairs_hook=list) == json.loads(shown, object_pairs_hook=list))
    except ValueError:
        return False


def run_page(path: Path, folder: Path) -> dict[str, int]:
    """Run a page in an empty folder: the numbers of blocks found, run and skipped. Raises BlockError."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    page = Page(name, folder)
    found = blocks(path.read_text(encoding="utf-8"), name)
    done = [each for each in found if each.runs]
    for block in done:
        page.run(block)
    page.finish()
    return {"found": len(found), "run": len(done), "skipped": len(found) - len(done)}


def pages() -> list[Path]:
    """The pages whose blocks are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


if __name__ == "__main__":
    import tempfile

    for each in [Path(word).resolve() for word in sys.argv[1:]] or pages():
        with tempfile.TemporaryDirectory() as made:
            numbers = run_page(each, Path(made))
        print(each.name, *(f"{key} {value}" for key, value in numbers.items()))
