"""Private letters in the text of an expanded template: where each line comes from, and what was computed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from .problems import Origin

COMPUTED, COMPUTED_END = "\ue002", "\ue003"
"""Stand around a number a template printed: it was computed, so the lint has nothing to check."""

_MARK, _MARK_END = "\ue000", "\ue001"
PRIVATE = re.compile("[\ue000-\ue003]")
"""The marks of this module, which no document may hold."""


def marked(data: str, name: str, line: int, source: list[str]) -> str:
    """Text with its file and line before the first letter of each line."""
    parts = data.split("\n")
    begins = line <= len(source) and bool(parts[0].strip()) and source[line - 1].startswith(parts[0])
    lines = [f"{_MARK}{name}:{line + n}{_MARK_END}{part}" if n or begins else part for n, part in enumerate(parts)]
    return "\n".join(lines)


def unmarked(
    made: str, files: Mapping[str, list[str]], name: str, shown: Callable[[str], str]
) -> tuple[list[str], list[Origin]]:
    """The lines of an expanded template without the marks of their places, and those places.

    `name` is the file it begins in, `files` are the lines of all files, `shown` names them to users.
    """
    one = f"{_MARK}[^{_MARK_END}]*{_MARK_END}"
    mark, lead = re.compile(f"{_MARK}([^{_MARK_END}]*):([0-9]+){_MARK_END}"), re.compile(f"(?:{one})*({one})")
    lines, origins = [], []
    path, line = name, 1
    for each in made.split("\n"):
        leading = lead.match(each)
        found = (leading and leading[1] and mark.match(leading[1])) or mark.search(each)
        if found:
            path, line = found[1], int(found[2])
        source = files.get(path, [])
        origins.append(Origin(shown(path), line, source[line - 1] if line <= len(source) else ""))
        lines.append(mark.sub("", each))
    return lines, origins
