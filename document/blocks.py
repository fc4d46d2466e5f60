"""The blocks of a page: those of goti are judged, numbered and labelled; one that would not run is reported."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from markdown_it.token import Token

from ..engine.errors import PlayError
from ..engine.findings import Finding
from ..engine.table import build
from .clauses import known_clauses
from .examples import Example, Other
from .execute import Stage
from .fences import EXECUTED, PICTURED, Fence, is_goti, read_fence, saved_name
from .inlines import without_marks
from .judging import names_only, run_block
from .lookalikes import looks_goti, opens_goti
from .shelf import find_shared
from .terms import folded

if TYPE_CHECKING:
    from .page import Page

_CLOSE = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*$")


def run_blocks(page: Page) -> None:
    """Run every block of the page's tokens and number the figures."""
    stage = page.stage
    if stage is not None and stage.runs:
        stage.linked = _linked(page)
    for token in page.tokens:
        if token.type in ("fence", "code_block"):
            page.counts.found += 1
            run = _runner(page, token, stage)
            if run is not None:
                page.counts.run += 1
                run()
            else:
                page.counts.skipped += 1
                _shown_only(page, token)
        elif token.type == "html_block":
            _html(page, token)
        elif token.type == "inline":
            _text(page, token)
    if stage is not None and stage.runs:
        for name, line in stage.faulty.items():
            page.report("not-shown", line, 0, len(name), found=name)


def _linked(page: Page) -> dict[str, Path]:
    """The files of the root that the page links to, by their names."""
    children = (each for token in page.tokens for each in token.children or [] if each.type == "link_open")
    targets = (unquote(str(each.attrGet("href") or "")).partition("#")[0] for each in children)
    paths = (page.shelf.find(each, page.folder) for each in targets if each and "://" not in each)
    return {path.name: path for path in paths if path is not None and path.is_file()}


def _runner(page: Page, token: Token, stage: Stage | None) -> Callable[[], None] | None:
    """What runs a block; None where it is only shown."""
    if token.type != "fence":
        return None
    if is_goti(token.info):
        return lambda: _goti(page, token)
    if stage is None:
        return None
    if stage.runs and token.info.split()[:1] in ([x] for x in EXECUTED):
        return lambda: _execute(page, token, stage)
    name = saved_name(token.info)
    return (lambda: _save(page, token, stage, name)) if name else None


def _save(page: Page, token: Token, stage: Stage, name: str) -> None:
    if _closed(page, token):
        stage.save(name, token.content, None)


def _execute(page: Page, token: Token, stage: Stage) -> None:
    """Run a `console` or `python` block and compare what it prints with what the page shows."""
    if not _closed(page, token):
        return
    line = _line(token)
    if token.info.strip() not in EXECUTED:
        page.report("fence-option", line, 0, 1, found=token.info.strip(), known=", ".join(EXECUTED))
        return
    run = stage.console if token.info.strip() == "console" else stage.python
    for fault in run(token.content):
        page.report(fault.code, line + 1 + fault.offset, 1, 1, **fault.values)


def _line(token: Token) -> int:
    """The line of a block's first line, from 1."""
    return (token.map[0] if token.map else 0) + 1


def _shown_only(page: Page, token: Token) -> None:
    info = token.info if token.type == "fence" else ""
    at = looks_goti(info, token.content)
    if at is not None:
        found = token.content.split("\n")[at - 1].strip() if at else info.strip()
        number = _line(token) + at - (token.type == "code_block")
        page.report("looks-goti", number, 0, len(found), found=found)
    elif token.type == "fence":
        _closed(page, token)


def _closed(page: Page, token: Token) -> bool:
    last = page.lines[token.map[1] - 1] if token.map else ""
    if token.map and token.map[1] - token.map[0] > 1 and _CLOSE.match(last):
        return True
    page.report("open-fence", _line(token), 1, 3)
    return False


def _html(page: Page, token: Token) -> None:
    if not token.content.lstrip().startswith("<!--"):
        page.report("raw-html", _line(token), 1, 1)
    elif any(map(opens_goti, token.content.split("\n"))):
        page.report("looks-goti", _line(token), 1, 4, found="<!--")


def _text(page: Page, token: Token) -> None:
    """Report a block that Markdown reads as text: its fence is no fence, or stands too far from its list."""
    first, last = token.map or (0, 0)
    for number, line in enumerate(page.lines[first:last], first + 1):
        if opens_goti(line):
            page.counts.found += 1
            page.counts.skipped += 1
            page.report("goti-in-text", number, 1, len(line), found=line.strip())


def _goti(page: Page, token: Token) -> None:
    line = _line(token)
    token.content, token.info = without_marks(token.content), without_marks(token.info)
    example = _judged(page, token, line) if _closed(page, token) else None
    if example is not None and example.fence.score and not (example.scores or example.report.judged.rounds):
        page.report("no-score", line, 0, 5, found="score")
        example = None
    if example is not None and _compared(page, example, line):
        if page.stage is not None and example.fence.saved:
            page.stage.save(example.fence.saved, token.content, line if example.fence.faults else None)
        _enter(page, example, line)
        return
    label = re.search(r"\s#(\S+)", token.info)
    page.broken |= {f"line {line}", label[1] if label else f"line {line}"}


def _judged(page: Page, token: Token, line: int) -> Example | None:
    """The block judged; None where it does not hold, which is reported."""
    fence = read_fence(token.info, line, page.report)
    if fence is None or not _known(page, fence, line):
        return None
    reading = page.reading(fence.rules, line) if fence.rules else None
    if fence.rules and reading is None:
        return None
    if fence.file:
        if token.content.strip():
            page.report("not-empty", line, 0, len(fence.file), found=fence.file)
            return None
        return find_shared(page, fence, line, reading)
    changed = page.changed_rules
    if reading is None and changed is not None and names_only(token.content, changed.game):
        reading = changed

    lines = token.content.split("\n")

    def note(finding: Finding) -> None:
        number = line + finding.line
        indent = page.lines[number - 1].find(lines[finding.line - 1]) if finding.line <= len(lines) else 0
        page.report_finding(number, replace(finding, column=max(finding.column, 1) + max(indent, 0)))

    return run_block(page, token.content, fence, line, reading, note)


def _compared(page: Page, example: Example, line: int) -> bool:
    """Put the last position shown under the rule set the fence names; False where that is not possible."""
    ref, position = example.fence.compare, example.shown[-1].position if example.shown else None
    if not ref:
        return True
    rules = page.reading(ref, line)
    if rules is None:
        return False
    if position is None:
        page.report("no-position", line)
        return False
    try:
        example.other = Other(rules, build(rules, position.layout).position())
    except PlayError as error:
        page.report("not-there", line, 0, len(ref), found=ref, why=str(error))
        return False
    return True


def _known(page: Page, fence: Fence, line: int) -> bool:
    """Theme and clauses there are."""
    if fence.theme and page.theme(fence.theme, line) is None:
        return False
    for each in fence.clauses:
        if page.rules is None or each not in known_clauses(page.rules.game):
            page.report("no-clause", line, 0, len(each), found=each)
            return False
    return True


def _enter(page: Page, example: Example, line: int) -> None:
    page.examples.append(example)
    page.by_line[line] = example
    manual = page.manual and not (example.fence.steps != "marked" or example.fence.label or example.fence.file)
    pictured = example.fence.table or (example.fence.steps != "none" and (example.shown or example.tabled))
    if not manual and (pictured or example.turns or example.fence.score):
        example.number = sum(each.number is not None for each in page.examples) + 1
        example.anchor = example.fence.label or f"figure-{example.number}"
        if folded(example.anchor) in map(folded, page.labels):  # for some systems files so named are one
            page.report("label-twice", line, 0, len(example.anchor), found=example.anchor)
        page.labels[example.anchor] = page.digits(page.say("figure", number=example.number))
        _without_picture(page, example)


def _without_picture(page: Page, example: Example) -> None:
    """Report what is wanted of the pictures of a block that shows a table alone."""
    if not example.drawn:
        for name in PICTURED:
            if getattr(example.fence, name):
                page.report("no-effect", example.line, 0, len(name), found=name)
