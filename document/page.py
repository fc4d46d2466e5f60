"""A document's file → a Page: its tokens with every block run and every value given, and all its problems.

The writers (`html.py`, `typst.py`, `plain.py`, `rewrite.py`) take a Page without problems.
"""

from __future__ import annotations

import base64
import html
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it.token import Token

from ..api import SourceError, open_lines
from ..engine.errors import RenderError, RulesError
from ..engine.findings import Finding
from ..engine.messages import message
from ..engine.rules import FIELDS, RuleSet, load_rules, rule_set
from ..notation.read import HIDDEN, code_point
from ..render.theme import SHIPPED, Theme, theme
from .blocks import run_blocks
from .captions import Captioned, read_captions
from .clauses import known_clauses
from .examples import Example, Shelf
from .execute import Stage
from .front import Front, read_front, split_front
from .inlines import Used, clean_marks, read_inlines
from .lint import bare_numbers
from .lists import lift_marks, name_clauses
from .markdown import reader, to_devanagari
from .problems import DocumentError, Origin, Problem
from .sections import Heading, read_headings, resolve_links
from .template import PRIVATE, TemplateFault, expand
from .terms import Mention, check_words

MOST_BYTES = 4_000_000
MOST_DEPTH = 20
_ENTITY = re.compile("&#[0-9a-zA-Z]+;")


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
    keeps its saved blocks and runs others. `broken` names the blocks that do not hold, so that nothing more is said of
    what depends on them.
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
    stage: Stage | None = None
    manual: bool = True

    @property
    def language(self) -> str:
        return self.front.language

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
        """Note a problem in a line of the expanded text; column 0 looks for the value `found`."""
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


def read_page(path: Path, shelf: Shelf, shown: str | None = None, stage: Stage | None = None) -> Page:
    """Read and check one document; everything wrong with it is in `problems`, in the order of its lines.

    With a `stage` its `console` and `python` blocks are run: only for documents you trust.
    """
    page = Page(path, shown or str(path), shelf)
    try:
        lines = list(open_lines(str(path)))
    except SourceError as error:
        page.problems.append(Problem(Origin(page.shown, 1, ""), error.finding.code, finding=error.finding))
        return page
    page.lines = [each.lstrip("\ufeff") if n == 0 else each for n, each in enumerate(lines)]
    page.origins = [Origin(page.shown, n, each) for n, each in enumerate(page.lines, 1)]
    with tempfile.TemporaryDirectory(prefix="goti-") as folder:
        page.stage = stage or Stage(Path(folder), runs=False)
        if _read_head(page):
            _read_body(page)
    page.problems.sort(key=lambda each: (each.origin.path != page.shown, each.origin.path, each.origin.line))
    return page


def load_page(path: str | Path, root: str | Path | None = None) -> Page:
    """A document that is right in every line. Raises DocumentError."""
    path = Path(path)
    page = read_page(path, Shelf(Path(root) if root is not None else path.parent))
    if page.problems:
        raise DocumentError(page.problems)
    return page


def _read_head(page: Page) -> bool:
    """Head and template; False where the body cannot be known."""
    if sum(map(len, page.lines)) > MOST_BYTES:
        page.report("too-long", 1, most=MOST_BYTES)
        return False
    for number, line in enumerate(page.lines, 1):
        found = PRIVATE.search(line) or HIDDEN.search(line)
        if found:
            code = "private-character" if PRIVATE.match(found[0]) else "hidden-character"
            page.report(code, number, found.start() + 1, 1, found=code_point(found[0]))
            return False
        for entity in _ENTITY.finditer(line):
            said = html.unescape(entity[0])
            if PRIVATE.search(said) or HIDDEN.search(said):
                page.report("hidden-character", number, entity.start() + 1, len(entity[0]), found=entity[0])
                return False
    size = split_front(page.lines)
    if size < 0:
        page.report("open-front", 1, 1, 3)
        return False
    page.manual = not size
    if size:
        page.front = read_front(page.lines[:size], page.report)
        page.lines[:size] = [""] * size
    if "theme" in page.front.lines:
        page.theme(page.front.theme, page.front.lines["theme"])
    if page.front.rules:
        page.rules = page.reading(page.front.rules, page.front.lines["rules"])
    known = known_clauses(page.rules.game) if page.rules is not None else {}
    for clause in page.front.not_illustrated:
        if clause not in known:
            page.report("no-clause", page.front.lines[f"not-illustrated.{clause}"], 0, len(clause), found=clause)
    return not page.front.template or _expand(page)


def _expand(page: Page) -> bool:
    """Put the template's text in the place of the file's; False where it cannot be expanded."""
    root = page.shelf.root
    rules = page.rules
    values: dict[str, object] = {
        **page.front.values,
        "language": page.language,
        "title": page.front.title,
        "rules": {} if rules is None else _rule_values(rules, page.language),
    }
    name = page.path.resolve().relative_to(root).as_posix() if page.path.resolve().is_relative_to(root) else page.shown

    def shown(each: str) -> str:
        return page.shown if each == name else str(Path(page.shown).parent / each)

    try:
        page.lines, page.origins = expand("\n".join(page.lines) + "\n", name, root, values, shown)
    except TemplateFault as fault:
        text = page.lines[fault.line - 1] if fault.path == page.shown and fault.line <= len(page.lines) else ""
        origin = Origin(fault.path, fault.line, text)
        page.problems.append(Problem(origin, fault.code, 1, max(len(text), 1), fault.values))
        return False
    page.shelf.read |= {(root / each).resolve() for each in {o.path for o in page.origins} if each != page.shown}
    return True


def _rule_values(rules: RuleSet, language: str) -> dict[str, object]:
    """A rule set for templates: every field by its name with `_` for `-`, numbers as numbers."""
    values: dict[str, object] = {"id": rules.id, "name": rules.name(language)}
    for attribute in FIELDS.values():
        value = getattr(rules, attribute)
        values[attribute] = dict(value) if isinstance(value, Mapping) else getattr(value, "value", value)
    return values


def _read_body(page: Page) -> None:
    def refused(url: str) -> None:
        number = next((n for n, line in enumerate(page.lines, 1) if url[:20] in line), 1)
        page.report("unsafe-link", number, 0, len(url), found=url)

    page.lines = [clean_marks(each) for each in page.lines]
    text = "\n".join(page.lines)
    page.tokens = reader(refused).parse(text)
    if not _shallow(page):
        return
    run_blocks(page)
    read_inlines(page)
    read_headings(page)
    read_captions(page)
    lift_marks(page)
    name_clauses(page)
    resolve_links(page)
    check_words(page)
    bare_numbers(page)


def _shallow(page: Page) -> bool:
    """Whether nothing stands so deep in other things that a writer could not follow; else a problem."""
    for token in page.tokens:
        inner = max((each.level for each in token.children or []), default=0)
        if token.level > MOST_DEPTH or inner > MOST_DEPTH:
            page.report("too-deep", (token.map or [0])[0] + 1, most=MOST_DEPTH)
            return False
    return True


def image_uri(name: str, data: bytes) -> str:
    """A picture as a `data:` address, so that a page needs no other file."""
    kind = "svg+xml" if name.lower().endswith(".svg") else name.lower().rpartition(".")[2].replace("jpg", "jpeg")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
