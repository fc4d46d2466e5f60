"""A block that holds its entries → an Example, or the problems at their lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ..api import EntryReport, check_lines
from ..engine.findings import Finding, Status
from ..engine.messages import languages, section
from ..engine.rules import RuleSet, ScoreRecord
from ..expect import KNOWN, MARK, Comparison, MarkError, compare, is_marked
from ..notation.parse import split_lines
from .examples import Example, choose
from .fences import FRAMES, Fence
from .typed import holds_scores, read_scores

if TYPE_CHECKING:
    from .page import Page


@cache
def _heads() -> frozenset[str]:
    """First words of the lines that begin an entry, in every language."""
    words = [section(each, "keyword")[f"keyword.{key}"] for each in languages() for key in _OPENERS]
    return frozenset(spelling.split()[0] for spellings in words for spelling in spellings)


_OPENERS = ("match", "layout", "settlement", "goti", "round")


def run_block(
    page: Page, content: str, fence: Fence, line: int, reading: RuleSet | None, note: Callable[[Finding], None]
) -> Example | None:
    """Judge a block whose fence is in line `line`; None where it does not hold, which is reported.

    Placements alone are judged by the rule set of the page, everything by `reading` where it is given.
    `note` takes a finding of the block with its line counted from the block's first.
    """
    lines = split_lines(content)
    before, after = FRAMES.get(fence.frame, ("", ""))
    first = next((each.split()[0] for each in lines if each.strip() and not each.lstrip().startswith("#")), "")
    head = before.split("\n") if before else [] if first in _heads() else ["layout seven-rocks"]
    by = reading or (page.rules if head and not before else None)
    if fence.score and not before and by is not None and holds_scores(first):
        return _scores_alone(page, content, fence, line, by, note)
    if head and not before and by is None:
        page.report("no-rules", line)
        return None
    written = [*head, *lines, *filter(None, after.split("\n"))]
    reports = list(check_lines(written, trace=True, rules=by, folder=page.beside))
    if not reports or not first:
        page.report("empty-block", line)
        return None
    if not fence.faults and not _holds(page, reports, line, len(head), note):
        return None
    example = Example(fence, line, content if page.manual else without_marks(content), reports)
    return example if choose(example, line, page.report) else None


def _scores_alone(
    page: Page, content: str, fence: Fence, line: int, rules: RuleSet, note: Callable[[Finding], None]
) -> Example | None:
    """A block of `score` lines; None where it does not hold, which is reported."""
    record = None if fence.score == "own" else ScoreRecord(fence.score)

    def misplaced(number: int) -> None:
        page.report("only-scores", line + number, 1, 1)

    scores = read_scores(split_lines(content), rules, record, note, misplaced)
    if scores is not None and not scores.accounts:
        page.report("empty-block", line)
    if scores is None or not scores.accounts:
        return None
    reports = list(check_lines([f"match {rules.game}"], trace=True, rules=rules))
    return Example(fence, line, content, reports, scores=scores)


def _holds(page: Page, reports: Sequence[EntryReport], line: int, shift: int, note: Callable[[Finding], None]) -> bool:
    """Whether a block is right, or has exactly the findings its marks name; `shift` lines were put before it."""
    good = True
    for each in reports:
        if is_marked(each):
            for number, said in unlike_marks(each, page.language, line - shift):
                page.report("other-finding", number, said=said)
                good = False
            continue
        for finding in each.findings:
            if finding.status in (Status.WRONG, Status.UNDECIDED, Status.CONSEQUENCE):
                good = False
                note(_shifted(finding, shift))
    return good


def _shifted(finding: Finding, shift: int) -> Finding:
    return replace(finding, line=max(1, finding.line - shift)) if shift else finding


def names_only(content: str, game: str) -> bool:
    """Whether all entries of a block are of this game; placements alone are."""
    heads = [each.head for each in check_lines(split_lines(content))]
    return all(head is None or head.rules.partition("@")[0] == game for head in heads)


def unlike_marks(entry: EntryReport, language: str, shift: int = 0) -> list[tuple[int, str]]:
    """Line and sentence of everything an entry's marks do not name; its lines are counted `shift` further down."""
    try:
        found = compare(entry)
    except MarkError as error:
        return [(error.line + shift, error.said(language))]
    groups = (found.missing, found.surplus, found.agreeing)
    moved = Comparison(*(tuple(replace(each, line=each.line + shift) for each in group) for group in groups))
    places = (each.line for group in (moved.missing, moved.surplus, moved.agreeing) for each in group)
    return list(zip(places, moved.lines(language), strict=True))


def without_marks(content: str) -> str:
    marks = re.compile(rf"\s*(?:{re.escape(MARK)}|{re.escape(KNOWN)}).*")
    return "\n".join(marks.sub("", line) for line in content.rstrip("\n").split("\n")) + "\n"
