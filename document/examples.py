"""A block and its fence → an Example: the entry as judged, the positions to show, or the problems at their lines."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..api import EntryReport
from ..engine.judged import RoundTrace, Step, marked
from ..engine.layout import Position
from ..engine.messages import message
from ..engine.rules import RuleSet
from .fences import Fence, chosen_steps
from .front import Report
from .typed import Scores


@dataclass(frozen=True, slots=True)
class Other:
    """A position under another rule set."""

    rules: RuleSet
    position: Position


@dataclass(slots=True)
class Example:
    """One block of a document. `number` is the figure's, None where it shows no figure; `line` is the fence's line.

    `shown` are the steps with a picture; `turns` are all of a round that is told turn by turn; `other` is the last
    position shown under the rule set it is compared with; `scores` are those of a block that holds nothing else; `said`
    is the caption behind the fence with its values put in.
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
    said: str = ""

    @property
    def height(self) -> int:
        """So many lines the block has at least: its fence and what it shows."""
        return 1 + len(self.notation.splitlines())

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
    def only_tabled(self) -> bool:
        """Shown as a table alone: settlements, and matches unless their steps are asked for."""
        plain_match = self.kind == "match" and self.fence.steps == "marked" and not self.fence.turns
        return not self.fence.score and (self.kind == "settlement" or plain_match)

    @property
    def tabled(self) -> bool:
        """Shown as a table, alone or below pictures."""
        return self.only_tabled or (self.fence.table and not self.fence.score)

    @property
    def drawn(self) -> bool:
        """Shown as pictures, or as a round told turn by turn."""
        wanted = self.fence.steps != "none" or self.fence.turns or bool(self.fence.score)
        return self.number is not None and wanted and not self.only_tabled

    @property
    def steps(self) -> list[Step]:
        """The steps that numbers mean: of a layout, or of the round asked for; of the only round of a match."""
        if not self.report.judged.rounds:
            return self.report.steps
        return self._rounds[0].steps if len(self._rounds) == 1 else []

    @property
    def _rounds(self) -> list[RoundTrace]:
        return [each for each in self.report.judged.rounds if self.fence.round in (None, each.number)]

    @property
    def marked(self) -> list[Step]:
        """What is marked with `figure`, and of a layout without a mark its end; where the layout is known.

        Of a round told turn by turn they are turns, else a step for every mark.
        """
        if self.fence.turns:
            found = [each for each in self.turns if each.figures]
        else:
            found = marked(*self._rounds) if self.report.judged.rounds else self.report.drawn
        return [each for each in found if each.position is not None]

    def number_of(self, step: Step) -> int:
        """The number of a step of this block: the turn of its round, or its place in the layout."""
        return step.turn if self.report.judged.rounds else sum(each.line <= step.line for each in self.report.steps)

    def numbered(self, number: int) -> Step | None:
        """The step with this number, where it has a position."""
        found = (each for each in self.steps if each.position is not None and self.number_of(each) == number)
        return next(found, None)

    def words(self, step: Step, language: str) -> str:
        """The captions of a step in this language, one for each `figure` line."""
        captions = (dict(figure.captions) for figure in step.figures)
        return " ".join(filter(None, (each.get(language) or each.get(None) for each in captions)))

    def caption(self, language: str) -> str:
        """The fence's own caption, else that of the only step shown in this language, else the entry's title."""
        own = self.words(self.shown[0], language) if len(self.shown) == 1 and not self.turns else ""
        title = self.report.head.title if self.report.head is not None else None
        drawn_on = message(language, f"score.{self.scores.kept.record.value}") if self.scores is not None else ""
        return self.said or self.fence.caption or own or title or drawn_on

    def raw_captions(self, language: str) -> list[str]:
        """All captions that are shown, as they are written; the title of an entry is its name and none of them."""
        words = [self.words(each, language) for each in self.turns or self.shown]
        return list(dict.fromkeys(filter(None, [self.fence.caption, *words])))


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
        marked = example.marked if fence.steps == "marked" else []
        told = fence.turns and (bool(rounds) or fence.steps == "none")
        told = told or (fence.steps == "marked" and not fence.turns and bool(example.report.drawn))
        last = example.report.judged.last
        ends = placed[-1:] if last is None or fence.turns else [last] if last.position is not None else []
        example.shown = marked or ([] if told else ends)
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
