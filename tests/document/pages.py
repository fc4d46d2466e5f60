"""Small documents for tests: text → Page, in a folder of their own."""

from __future__ import annotations

from pathlib import Path

from goti.document.execute import Stage
from goti.document.page import Page
from goti.document.reading import read_page
from goti.document.shelf import Shelf

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SAMPLES = tuple(sorted(EXAMPLES.glob("*.md")))

BLOCK = """```goti
[1|4] =5 +5
[1|1]@[1|4] =6
[4|4]@[1|4] =10 +10
```
"""
"""A right block of three placements; it takes five lines."""


def head(**keys: str) -> str:
    """The head of a document of Seven Rocks, with further keys."""
    lines = {
        "title": "A page",
        "rules": "seven-rocks@1",
        **{key.replace("_", "-"): value for key, value in keys.items()},
    }
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in lines.items()) + "---\n"


def page_of(folder: Path, text: str, stage: Stage | None = None, **files: str) -> Page:
    """The page of a text; `files` are written beside it, `__` in their names for a dot."""
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="utf-8", newline="\n")
    path = folder / "page.md"
    path.write_text(text, encoding="utf-8", newline="\n")
    return read_page(path, Shelf(folder), "page.md", stage)


def places(page: Page) -> list[tuple[str, int, int]]:
    """Code, line and column of every problem."""
    return [(each.code, each.origin.line, each.column) for each in page.problems]
