"""Blocks of manuals that are run: `console` and `python`, each compared with what the page shows.

`console` holds lines `$ goti …` (or `$ goti … | goti …`), run in a folder of its own, each followed by exactly what it
prints (JSON may be shown over several lines), and by `$ echo $?` with the status when it is not 0; `$ cat NAME` shows a
file. What the `>>>` lines of `python` print is compared too; all blocks of a page share their names. Nothing here is
for documents of strangers.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a block: the line from its first, the code and values of the message."""

    offset: int
    code: str
    values: dict[str, object]


@dataclass(slots=True)
class Stage:
    """One page being run: `folder` holds the files its blocks are saved to, `names` those of its python blocks.

    Commands and Python are run only where it `runs`; commands also find the files of `linked`, those the page links to,
    by their names. `faulty` are the files that are wrong on purpose, with their lines
    in the page, until a command shows why.
    """

    folder: Path
    runs: bool = True
    saved: set[str] = field(default_factory=set)
    linked: dict[str, Path] = field(default_factory=dict)
    names: dict[str, object] = field(default_factory=dict)
    faulty: dict[str, int] = field(default_factory=dict)

    def save(self, name: str, content: str, faulty: int | None) -> None:
        """Put a block into the folder; `faulty` is its line where it is wrong on purpose."""
        (self.folder / name).write_text(content, encoding="utf-8", newline="\n")
        self.saved.add(name)
        if faulty is not None:
            self.faulty[name] = faulty

    def console(self, content: str) -> Iterator[Fault]:
        """Run the commands of a block."""
        said = list(commands(content))
        if not said:
            yield Fault(0, "no-command", {})
        status = 0
        for number, (offset, command, shown) in enumerate(said):
            words = shlex.split(command)
            self._fetch(words)
            if command == "echo $?":
                printed, status = f"{status}\n", 0
            elif words[:1] in (["cat"], ["goti"]):
                printed, status = run_words(words, self.folder)
                for each in words[2:] if words[:2] == ["goti", "check"] else ():
                    self.faulty.pop(each, None)
            else:
                yield Fault(offset, "other-command", {"found": command})
                continue
            if not same_output(printed, shown):
                yield Fault(offset, "other-output", {"found": command, "printed": printed.rstrip("\n")})
            follows = said[number + 1][1] if number + 1 < len(said) else ""
            if status and follows != "echo $?":
                yield Fault(offset, "status-not-shown", {"found": command, "status": status})

    def _fetch(self, words: Sequence[str]) -> None:
        """Put the linked files that a command names into the folder."""
        for word in words:
            if word in self.linked and word not in self.saved:
                shutil.copy(self.linked[word], self.folder / word)

    def python(self, content: str) -> Iterator[Fault]:
        """Run a block of Python, as a doctest where it has `>>>`."""
        with contextlib.chdir(self.folder):
            if ">>>" not in content:
                exec(compile(content, "<page>", "exec"), self.names)
                return
            parsed = doctest.DocTestParser().get_doctest(content, self.names, "page", None, 0)
            report = io.StringIO()
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(parsed, out=report.write, clear_globs=False)
            self.names.update(parsed.globs)
            if runner.failures:
                yield Fault(0, "other-output", {"found": ">>>", "printed": report.getvalue().rstrip("\n")})


def commands(content: str) -> Iterator[tuple[int, str, str]]:
    """(number of its line, command, what is shown below it) for each line `$ …`; none where the first line is none."""
    lines = content.split("\n")[:-1] if content.endswith("\n") else content.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    if not starts or starts[0]:
        return
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start, lines[start][2:].strip(), "".join(f"{line}\n" for line in lines[start + 1 : end])


def run_words(words: Sequence[str], folder: Path) -> tuple[str, int]:
    """What `goti …` or `cat NAME` prints, and its status; `goti … | goti …` reads what the first prints."""
    if words[0] == "cat":
        return (folder / words[1]).read_text(encoding="utf-8"), 0
    printed, status, rest = "", 0, list(words)
    while rest:
        end = rest.index("|") if "|" in rest else len(rest)
        if rest[0] != "goti":
            return f"only `goti` can stand in a pipe, not {rest[0]!r}\n", 2
        printed, status = run_goti(rest[1:end], folder, printed)
        rest = rest[end + 1 :]
    return printed, status


def run_goti(words: Sequence[str], folder: Path, text: str = "") -> tuple[str, int]:
    """What a command prints to both streams, and its status; `text` is its standard input."""
    from ..cli import main

    out = io.StringIO()
    stdin, before = sys.stdin, {name: os.environ.get(name) for name in ("COLUMNS", "GOTI_LANG")}
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8")
    os.environ.update(COLUMNS="80", GOTI_LANG="en")
    try:
        with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                status = main(list(words))
            except SystemExit as stopped:
                status = int(stopped.code or 0)
    finally:
        sys.stdin = stdin
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
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
