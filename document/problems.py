"""What is wrong with a document, each thing at the line of the file its author wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..engine.errors import GotiError, RenderError
from ..engine.excerpt import excerpt, finding_lines
from ..engine.findings import Finding, text
from ..engine.messages import message


@dataclass(frozen=True, slots=True)
class Origin:
    """A line as it stands in a file: the file's name as shown, the number from 1, the text."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing a document says wrongly: a code of `document.CODE` in the catalogues, or a finding of a block."""

    origin: Origin
    code: str
    column: int = 1
    width: int = 1
    values: Mapping[str, object] = field(default_factory=dict)
    finding: Finding | None = None

    def said(self, language: str) -> str:
        """The sentence without its place."""
        if self.finding is not None:
            return text(self.finding, language)
        shown = {name: _short(value, _MOST_SHOWN.get(name, 0)) for name, value in self.values.items()}
        return message(language, f"document.{self.code}", **shown)

    def lines(self, language: str) -> list[str]:
        """The lines to print: place, code and sentence, then the line with carets."""
        origin, column = self.origin, max(self.column, 1)
        if self.finding is not None:
            moved = replace(self.finding, line=origin.line, column=column)
            return finding_lines(origin.path, moved, origin.text, language)
        said = f"{origin.path}:{origin.line}:{column}: {self.code}: {self.said(language)}"
        return [said, *(excerpt(origin.text, column, self.width) if origin.text.strip() else ())]


_MOST_SHOWN = {"found": 120, "known": 600}
"""Letters of a value that a message shows."""


def _short(value: object, most: int) -> object:
    return f"{value[: most - 1]}…" if most and isinstance(value, str) and len(value) > most else value


class NotWritten(RenderError):
    """A document that is right but cannot be set: code, line and values of the problem."""

    def __init__(self, code: str, line: int, **values: object) -> None:
        super().__init__(f"{code} {values}")
        self.code, self.line, self.values = code, line, values


class DocumentError(GotiError):
    """A document that cannot be built; `problems` say why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(line for each in problems for line in each.lines("en")))
        self.problems = problems
