"""The pages of this repository and their blocks, run by the program's own documents (`document/execute.py`)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from goti.document.execute import Stage
from goti.document.fences import EXECUTED, is_goti
from goti.document.markdown import reader
from goti.document.reading import read_page
from goti.document.shelf import Shelf
from goti.notation.parse import split_lines

ROOT = Path(__file__).resolve().parent.parent

SHOWN = ("text", "sh", "toml", "lark", "md", "yaml")
"""Kinds of blocks that are shown only."""


class BlockError(Exception):
    """A block that is not as the page says; the text begins with its place."""


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: the number of its first line, its info string split at blanks, its lines."""

    line: int
    info: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def kind(self) -> str:
        return self.info[0] if self.info else ""

    @property
    def text(self) -> str:
        return "".join(f"{each}\n" for each in self.lines)

    def option(self, name: str) -> str | None:
        """The value of `name=VALUE` in the info string."""
        return next((each.removeprefix(f"{name}=") for each in self.info if each.startswith(f"{name}=")), None)


def blocks(text: str) -> list[Block]:
    """All fenced blocks of a page."""
    found = []
    for token in reader(lambda url: None).parse(text):
        if token.type == "fence":
            lines = tuple(split_lines(token.content.removesuffix("\n")))
            found.append(Block((token.map or [0])[0] + 2, tuple(token.info.split()), lines))
    return found


def run_page(path: Path, folder: Path) -> dict[str, int]:
    """Run a page in an empty folder: the numbers of blocks found, run and skipped. Raises BlockError."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    shelf = Shelf(ROOT if path.is_relative_to(ROOT) else path.parent)
    page = read_page(path, shelf, name, Stage(folder))
    if page.problems:
        raise BlockError("\n".join(line for each in page.problems for line in each.lines("en")))
    for block in blocks(path.read_text(encoding="utf-8")):
        if not is_goti(" ".join(block.info)) and block.kind not in (*EXECUTED, *SHOWN):
            raise BlockError(f"{name}:{block.line - 1}: unknown info string {' '.join(block.info)!r}")
    return {"found": page.counts.found, "run": page.counts.run, "skipped": page.counts.skipped}


def pages() -> list[Path]:
    """The pages whose blocks are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


if __name__ == "__main__":
    import tempfile

    for each in [Path(word).resolve() for word in sys.argv[1:]] or pages():
        with tempfile.TemporaryDirectory() as made:
            numbers = run_page(each, Path(made))
        print(each.name, *(f"{key} {value}" for key, value in numbers.items()))
