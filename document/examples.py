"""A block and its fence → an Example: the entry as judged, the positions to show, or the problems at their lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..api import EntryReport, SourceError, check_lines, open_lines
from ..engine.findings import Finding, Status, text
from ..engine.judged import Step
from ..engine.layout import Position
from ..engine.messages import languages, message, section
from ..engine.rules import RuleSet, ScoreRecord, nearest
from ..expect import KNOWN, MARK, Comparison, MarkError, compare, is_marked
from ..notation.parse import split_lines
from .fences import FRAMES, Fence, chosen_steps
from .front import Report
from .typed import Scores, holds_scores, read_scores

if TYPE_CHECKING:
    from .page import Page


@cache
def _heads() -> frozenset[str]:
    """First words of the lines that begin an entry, in every language."""
    words = [section(each, "keyword")[f"keyword.{key}"] for each in languages() for key in _OPENERS]
    return frozenset(spelling.split()[0] for spellings in words for spelling in spellings)


_OPENERS = ("match", "layout", "settlement", "goti", "round")


@dataclass(frozen=True, slots=True)
class Other:
    """A position under another rule set."""

    rules: RuleSet
    position: Position


@dataclass(slots=True)
class Example:
    """One block of a document. `number` is the figure's, None where it shows no figure; `line` is the fence's line.

    `shown` are the steps with a picture; `turns` are all of a round that is told turn by turn; `other` is the last
    position shown under the rule set it is compared with; `scores` are those of a block that holds nothing else.
    """

    fence: Fence
    line: int
    notation: str
    reports: list[EntryReport] = field(default_factory=list)
    shown: list[Step] = field(default_factory=list)
    turns: list[Step] = field(default_factory=list)
    number: int | None = None
    anchor: str = ""
    other: Other | None = None
    scores: Scores | None = None

    @property
    def report(self) -> EntryReport:
        """The entry that is shown; a block of several entries shows the last."""
        return self.reports[-1]

    @property
    def rules(self) -> RuleSet | None:
        return self.report.judged.entry.rules if self.report.judged.entry is not None else None

    @property
    def kind(self) -> str:
        """match, layout or settlement."""
        return self.report.head.kind if self.report.head is not None else ""

    @property
    def tabled(self) -> bool:
        """Shown as a table: settlements, and matches unless their steps are asked for."""
        fence = self.fence
        plain_match = self.kind == "match" and fence.steps == "marked" and not fence.turns
        return not fence.score and (self.kind == "settlement" or fence.table or plain_match)

    @property
    def drawn(self) -> bool:
        """Shown as pictures, or as a round told turn by turn."""
        return self.number is not None and not self.tabled

    @property
    def steps(self) -> list[Step]:
        """The steps that numbers mean: of a layout, or of the round asked for; of the only round of a match."""
        if not self.report.judged.rounds:
            return self.report.steps
        rounds = [each for each in self.report.judged.rounds if self.fence.round in (None, each.number)]
        return rounds[0].steps if len(rounds) == 1 else []

    def number_of(self, step: Step) -> int:
        """The number of a step of this block: the turn of its round, or its place in the layout."""
        return step.turn if self.report.judged.rounds else self.report.steps.index(step) + 1

    def numbered(self, number: int) -> Step | None:
        """The step with this number, where it has a position."""
        found = (each for each in self.steps if each.position is not None and self.number_of(each) == number)
        return next(found, None)

    def words(self, step: Step, language: str) -> str:
        """The caption of a step in this language."""
        captions = {key: said for figure in step.figures for key, said in figure.captions}
        return captions.get(language) or captions.get(None) or ""

    def caption(self, language: str) -> str:
        """The fence's own caption, else that of the only step shown in this language, else the entry's title."""
        own = self.words(self.shown[0], language) if len(self.shown) == 1 and not self.turns else ""
        title = self.report.head.title if self.report.head is not None else None
        drawn_on = message(language, f"score.{self.scores.kept.record.value}") if self.scores is not None else ""
        return self.fence.caption or own or title or drawn_on


class Shelf:
    """The files that documents of one root share, each judged once for every reading."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.judged: dict[tuple[Path, str], list[EntryReport] | SourceError] = {}
        self.read: set[Path] = set()

    def find(self, name: str, folder: Path) -> Path | None:
        """The file called `name` from `folder`; None where it lies outside the root."""
        path = (folder / name).resolve()
        return path if path.is_relative_to(self.root) else None

    def entries(self, path: Path, rules: RuleSet | None) -> list[EntryReport] | SourceError:
        """The entries of a file with all their positions, or why it cannot be opened."""
        key = (path, rules.digest if rules is not None else "")
        self.read.add(path)
        if key not in self.judged:
            try:
                self.judged[key] = list(check_lines(open_lines(str(path)), trace=True, rules=rules, folder=path.parent))
            except SourceError as error:
                self.judged[key] = error
        return self.judged[key]


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
    example = Example(fence, line, _without_marks(content), reports)
    return example if choose(example, line, page.report) else None


def _scores_alone(
    page: Page, content: str, fence: Fence, line: int, rules: RuleSet, note: Callable[[Finding], None]
) -> Example | None:
    """A block of `score` lines; None where it does not hold, which is reported."""
    record = None if fence.score == "own" else ScoreRecord(fence.score)
    scores = read_scores(split_lines(content), rules, record, note)
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
            for number, said in _unlike_marks(each, page.language, line - shift):
                page.report("other-finding", number, said=said)
                good = False
            continue
        for finding in each.findings:
            if finding.status in (Status.WRONG, Status.UNDECIDED, Status.CONSEQUENCE):
                good = False
                note(_shifted(finding, shift))
    return good


def _unlike_marks(entry: EntryReport, language: str, shift: int = 0) -> list[tuple[int, str]]:
    """Line and sentence of everything an entry's marks do not name; its lines are counted `shift` further down."""
    try:
        found = compare(entry)
    except MarkError as error:
        return [(error.line + shift, error.said(language))]
    groups = (found.missing, found.surplus, found.agreeing)
    moved = Comparison(*(tuple(replace(each, line=each.line + shift) for each in group) for group in groups))
    places = (each.line for group in (moved.missing, moved.surplus, moved.agreeing) for each in group)
    return list(zip(places, moved.lines(language), strict=True))


def _shifted(finding: Finding, shift: int) -> Finding:
    return replace(finding, line=max(1, finding.line - shift)) if shift else finding


def _without_marks(content: str) -> str:
    marks = re.compile(rf"\s*(?:{re.escape(MARK)}|{re.escape(KNOWN)}).*")
    return "\n".join(marks.sub("", line) for line in content.rstrip("\n").split("\n")) + "\n"


def names_only(content: str, game: str) -> bool:
    """Whether all entries of a block are of this game; placements alone are."""
    heads = [each.head for each in check_lines(split_lines(content))]
    return all(head is None or head.rules.partition("@")[0] == game for head in heads)


def find_shared(page: Page, fence: Fence, line: int, reading: RuleSet | None) -> Example | None:
    """The entry of a shared file a fence names; None where there is none or it is wrong, which is reported."""
    path = page.shelf.find(fence.file, page.folder)
    if path is None:
        page.report("outside", line, 0, len(fence.file), found=fence.file)
        return None
    entries = page.shelf.entries(path, reading)
    if isinstance(entries, SourceError):
        why = text(entries.finding, page.language)
        page.report("no-file", line, 0, len(fence.file), found=fence.file, why=why)
        return None
    found = [n for n, each in enumerate(entries) if _named(each, fence.title)]
    if len(found) != 1:
        titles = [each.head.title or "" for each in entries if each.head is not None]
        near = nearest(fence.title, titles)
        known = ", ".join(f"“{each}”" for each in near or titles)
        code = "several-entries" if found else "no-entry"
        page.report(code, line, 0, len(fence.title), found=fence.title, file=fence.file, known=known)
        return None
    entry, changed = entries[found[0]], page.changed_rules
    if reading is None and changed is not None and entry.head and entry.head.rules.partition("@")[0] == changed.game:
        again = page.shelf.entries(path, changed)
        assert not isinstance(again, SourceError)
        entry = again[found[0]]
    wrong = _wrong_entry(entry, page.language)
    if wrong is not None:
        place = f"{fence.file}:{wrong[0]}"
        page.report("wrong-entry", line, 0, len(fence.file), found=fence.file, place=place, said=wrong[1])
        return None
    example = Example(fence, line, _without_marks("\n".join(entry.written.lines).strip("\n")), [entry])
    return example if choose(example, line, page.report) else None


def _wrong_entry(entry: EntryReport, language: str) -> tuple[int, str] | None:
    """Line and sentence of the first thing wrong with an entry, or that its marks do not name."""
    if is_marked(entry):
        return next(iter(_unlike_marks(entry, language)), None)
    faults = (each for each in entry.findings if each.status in (Status.WRONG, Status.UNDECIDED))
    return next(((each.line, text(each, language)) for each in faults), None)


def _named(entry: EntryReport, title: str) -> bool:
    """Whether an entry is called so: its title, or the title with hyphens for blanks; no name means any entry."""
    own = entry.head.title if entry.head is not None else None
    return not title or own == title or (own is not None and slug(own) == slug(title))


def slug(title: str) -> str:
    """A heading or title as it stands in links: letters and digits, hyphens for blanks."""
    kept = "".join(each if each.isalnum() or each in " -_" or not each.isascii() else "" for each in title.lower())
    return "-".join(kept.split())


def choose(example: Example, line: int, report: Report) -> bool:
    """Fill in the steps a fence asks for; False where they are not there, which is reported."""
    fence, judged = example.fence, example.report.judged
    rounds = [each.number for each in judged.rounds]
    numbers = fence.turns or fence.steps not in ("marked", "last", "none", "all")
    if (fence.round is not None and fence.round not in rounds) or (numbers and len(rounds) > 1 and fence.round is None):
        report("no-round", line, 0, 6, found=f"round={fence.round or '…'}", known=", ".join(map(str, rounds)))
        return False
    steps = example.steps or example.report.steps
    placed = [each for each in steps if each.position is not None]
    example.turns = list(steps) if fence.turns else []
    if fence.steps in ("marked", "last", "none"):
        marked = [each for each in placed if each.figures] if fence.steps == "marked" else []
        example.shown = marked or ([] if fence.turns else placed[-1:])
    elif fence.steps == "all":
        example.shown = placed
    else:
        wanted = chosen_steps(fence.steps, max(map(example.number_of, placed), default=0)) or [0]
        found = [(each, example.numbered(each)) for each in wanted]
        example.shown = [step for _, step in found if step is not None]
        if len(example.shown) < len(found):
            report("no-step", line, 0, 6, found=fence.steps, known=len(placed))
            return False
    return True
