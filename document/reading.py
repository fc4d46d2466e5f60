"""A document's file → a Page: its tokens with every block run and every value given, and all its problems.

The writers (`html.py`, `pdf.py`, `plain.py`, `rewrite.py`) take a Page without problems.
"""

from __future__ import annotations

import html
import re
import tempfile
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from ..api import SourceError, open_lines
from ..engine.rules import FIELDS, RuleSet
from ..notation.read import HIDDEN, code_point
from .blocks import run_blocks
from .captions import read_captions
from .clauses import known_clauses
from .execute import Stage
from .front import read_front, split_front
from .inlines import clean_marks, read_inlines
from .lint import bare_numbers
from .lists import lift_marks, name_clauses
from .markdown import reader
from .marks import PRIVATE
from .page import Page
from .problems import DocumentError, Origin, Problem
from .sections import read_headings, resolve_links
from .shelf import Shelf
from .template import TemplateFault, expand
from .terms import check_words

MOST_BYTES, MOST_LINES = 1_000_000, 50_000
"""Of a document, of its text when its template is expanded too: more would take minutes."""
MOST_DEPTH = 20
_ENTITY = re.compile("&#[0-9a-zA-Z]+;")


def read_page(path: Path, shelf: Shelf, shown: str | None = None, stage: Stage | None = None) -> Page:
    """Read and check one document; everything wrong with it is in `problems`, in the order of its lines.

    With a `stage` its `console` and `python` blocks are run: only for documents you trust.
    """
    page = Page(path, shown or str(path), shelf)
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            page.report("too-long", 1, most=MOST_BYTES, lines=MOST_LINES)
            return page
        lines = list(islice(open_lines(str(path)), MOST_LINES + 1))
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
    if not _short(page):
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
        if any(each.code in ("bad-front", "front-quotes") for each in page.problems):
            return False
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


def _short(page: Page) -> bool:
    """Whether a text can be read in a moment; else a problem."""
    good = len(page.lines) <= MOST_LINES and sum(len(each.encode()) + 1 for each in page.lines) <= MOST_BYTES + 1
    if not good:
        page.report("too-long", 1, most=MOST_BYTES, lines=MOST_LINES)
    return good


def _expand(page: Page) -> bool:
    """Put the template's text in the place of the file's; False where it cannot be expanded."""
    root = page.shelf.root
    rules = page.rules
    values: dict[str, object] = {
        **page.front.values,
        "values": dict(page.front.values),
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
    return _short(page)


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
