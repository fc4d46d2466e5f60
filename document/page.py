"""A Page: one document as it is read, with everything its parts tell each other, and all its problems."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote

from markdown_it.token import Token

from ..engine.errors import RenderError, RulesError
from ..engine.findings import Finding
from ..engine.messages import message
from ..engine.rules import RuleSet, load_rules, rule_set
from ..render.theme import SHIPPED, Theme, theme
from .captions import Captioned
from .examples import Example
from .execute import Stage
from .front import Front
from .inlines import Used
from .markdown import to_devanagari
from .problems import Origin, Problem
from .sections import Heading
from .shelf import NO_FILE, Shelf, is_pipe
from .terms import Mention


@dataclass(slots=True)
class Counts:
    """Blocks of a document: all, those run, those only shown."""

    found: int = 0
    run: int = 0
    skipped: int = 0


@dataclass(slots=True)
class Page:
    """One document being read. `lines` are those of the expanded text, `origins` where each stands in a file.

    A `manual` is a page without a head: its blocks show their notation, and its numbers are not looked at. `stage`
    keeps its saved blocks and runs others. `output` is the folder it is written to, `built` has the names of all
    documents that are, `unwritten` counts what kept this one from it. `broken` names the blocks that do not hold, so
    that nothing more is said of what depends on them.
    """

    path: Path
    shown: str
    shelf: Shelf
    front: Front = field(default_factory=Front)
    rules: RuleSet | None = None
    lines: list[str] = field(default_factory=list)
    origins: list[Origin] = field(default_factory=list)
    tokens: list[Token] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    by_line: dict[int, Example] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    clause_lines: dict[str, int] = field(default_factory=dict)
    tables: list[Captioned] = field(default_factory=list)
    used: list[Used] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    images: dict[str, bytes] = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)
    problems: list[Problem] = field(default_factory=list)
    unwritten: int = 0
    output: Path | None = None
    built: Mapping[Path, str] = field(default_factory=dict)
    stage: Stage | None = None
    manual: bool = True

    @property
    def language(self) -> str:
        return self.front.language

    @property
    def texts(self) -> list[Token]:
        """Everything with text in it, also the captions of tables."""
        return [each for each in self.tokens if each.type == "inline"] + [each.inline for each in self.tables]

    def line_of(self, example: Example, piece: str) -> int:
        """The line of a block in which a piece of text stands; that of its fence, where it stands in another file."""
        lines = range(example.line, min(example.line + example.height, len(self.lines) + 1))
        return next((n for n in lines if piece in self.lines[n - 1]), example.line)

    @property
    def title(self) -> str:
        """The title of the head, else the first heading of the highest level."""
        return self.front.title or next((each.text for each in self.headings if each.level == 1), "")

    @property
    def lead(self) -> int:
        """So many tokens at the beginning are the title, which the head does not have."""
        first = self.tokens[0] if self.tokens else None
        return 3 if first is not None and not self.front.title and first.tag == "h1" else 0

    @property
    def folder(self) -> Path:
        return self.path.resolve().parent

    @property
    def beside(self) -> Path:
        """Where the files lie that entries of this page name: where its blocks were saved, if any, else its folder."""
        return self.stage.folder if self.stage is not None and self.stage.saved else self.folder

    def href(self, target: str, ending: str) -> str:
        """Where a link leads from the folder written to: to what is made of a document, else to the file itself."""
        name, mark, anchor = target.partition("#")
        path = self.shelf.find(unquote(name), self.folder) if name and "://" not in name else None
        if path is None or self.output is None or name.startswith("mailto:"):
            return target
        made = self.built.get(path)
        found = f"{made}.{ending}" if made is not None else os.path.relpath(path, self.output.resolve())
        return quote(Path(found).as_posix()) + mark + anchor

    def say(self, key: str, **values: object) -> str:
        """A text of the catalogue in the document's language."""
        return message(self.language, f"page.{key}", **values)

    def digits(self, text: str) -> str:
        """Text with its digits as the head wants them."""
        return to_devanagari(text) if self.front.digits == "devanagari" else text

    def reading(self, ref: str, line: int) -> RuleSet | None:
        """The rule set a document names: an id, a TOML file of its root, either with changes; None with a problem."""
        base = ref.partition(":")[0]
        try:
            if not base.endswith(".toml"):
                return load_rules(ref)
            path = self.shelf.find(base, self.folder)
            if path is not None and is_pipe(path):
                self.report("bad-rules", line, 0, len(ref), found=ref, why=NO_FILE)
                return None
            if path is not None:
                self.shelf.read.add(path)
                return load_rules(str(path) + ref[len(base) :])
            self.report("outside", line, 0, len(base), found=base)
        except RulesError as error:
            self.report("bad-rules", line, 0, len(ref), found=ref, why=str(error))
        return None

    def theme(self, name: str, line: int = 1) -> Theme | None:
        """A shipped theme, or that of a TOML file of the root; None with a problem."""
        if name in SHIPPED:
            return theme(name)
        if not name.endswith(".toml"):
            self.report("no-theme", line, 0, len(name), found=name, known=", ".join(SHIPPED))
            return None
        path = self.shelf.find(name, self.folder)
        if path is None:
            self.report("outside", line, 0, len(name), found=name)
            return None
        self.shelf.read.add(path)
        try:
            if is_pipe(path):
                raise RenderError(NO_FILE)
            return theme(str(path))
        except RenderError as error:
            self.report("bad-theme", line, 0, len(name), found=name, why=str(error))
            return None

    @property
    def changed_rules(self) -> RuleSet | None:
        """The document's rule set where it changes a shipped one: it then judges the entries that name that one."""
        rules = self.rules
        return None if rules is None or rules.digest == rule_set(rules.game).digest else rules

    def report(self, code: str, line: int, column: int = 1, width: int = 1, **values: object) -> None:
        """Note a problem in a line of the expanded text; column 0 looks for the value `found`.

        That there is no rule set is said once.
        """
        if code in ("no-rules", "no-clause") and self.rules is None:
            if any(each.code in ("bad-rules", "no-rules") for each in self.problems):
                return
            code = "no-rules"
        self._note(code, line, column, width, values)

    def report_finding(self, line: int, finding: Finding) -> None:
        """Note a finding of a block; `line` is where its line stands in the expanded text."""
        self._note(finding.code, line, finding.column, finding.width, {}, finding)

    def _note(
        self,
        code: str,
        line: int,
        column: int,
        width: int,
        values: Mapping[str, object],
        finding: Finding | None = None,
    ) -> None:
        line = min(max(line, 1), max(len(self.origins), 1))
        origin = self.origins[line - 1] if self.origins else Origin(self.shown, line, "")
        written = self.lines[line - 1] if line <= len(self.lines) else ""
        piece = str(values.get("found", "")) if column == 0 else written[column - 1 : column - 1 + width]
        if origin.text != written or column == 0:
            column = origin.text.find(piece) + 1 if piece else 1
        self.problems.append(Problem(origin, code, max(column, 1), max(width, 1), values, finding))


def image_uri(name: str, data: bytes) -> str:
    """A picture as a `data:` address, so that a page needs no other file."""
    kind = "svg+xml" if name.lower().endswith(".svg") else name.lower().rpartition(".")[2].replace("jpg", "jpeg")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
