"""Rounds with unseen tiles: what the lines of a round say together, when no single line is wrong.

`watch` looks at a round before its first turn; where everything is recorded there is nothing to decide, and nothing of
the search is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .findings import CODES, Finding, Kind, Status
from .messages import languages, message, numbered
from .placing import FOLLOWS_DOUBT, Desk
from .record import Action, Adjust, End, Node, Unread
from .settle import LETTERS, Holding, sides
from .tiles import tiles_of

if TYPE_CHECKING:
    from .derive import Worlds
    from .irreducible import Contradiction
    from .round import RoundJudge
    from .rules import RuleSet
    from .unseen import Line, Unseen

CODE, UNDECIDED = "inconsistent-round", "round-undecided"
_NO_DOUBT = frozenset(("wrong-starter", "wrong-opening"))
_DOUBT = frozenset(("dealt-twice", "given-conflict", "false-boneyard"))
_NOT_READ = frozenset(("misplaced-line", "repeated-line"))
_NOWHERE = frozenset(("not-in-hand", "not-in-boneyard", "dealt-twice", "boneyard-empty", "no-drawing"))
"""What the table may have done although it cannot be: from there on nothing is certain."""


def watch(judge: RoundJudge) -> Watch | None:
    """Something to watch a round with; None where every tile is recorded."""
    hidden = any(each != 0 for each in judge.unknown)
    if not hidden and not any(
        type(node) is Action and any(each.index < 0 for each in node.drawn) for node in judge.round.nodes
    ):
        return None
    return Watch(judge)


class Watch:
    """What is kept of one round while it is replayed, and the questions asked of it afterwards."""

    def __init__(self, judge: RoundJudge) -> None:
        self.judge = judge
        dealt = judge.rules.hand_sizes[judge.count]
        sizes = [judge.size(seat) for seat in range(judge.count)]
        self.sizes = [None if judge.middle or size != dealt else size for size in sizes]
        self.middle = judge.middle
        self.written = [each == 0 for each in judge.unknown]
        self.fits: dict[int, int] = {}
        self.scores: list[int | None] = [None] * len(judge.ledger.sides)
        self._unseen: Unseen | None = None
        self._worlds: Worlds | None = None
        self._hard = False

    def turn(self, action: Action) -> None:
        """Keep what fits before a turn."""
        if self.judge.table is not None:
            self.fits[action.line] = self.judge.table.fits

    def settle(self) -> None:
        """Keep the scores before the settlement, of the sides no slip has reached."""
        ledger = self.judge.ledger
        slipped = {side for _, side, _ in ledger.slips}
        self.scores = [None if side in slipped else score for side, score in enumerate(ledger.scores)]

    def holding(self, seat: int) -> Holding | None:
        """The bounds of a hand left that follow from what is recorded of all tiles; None where nothing follows."""
        from .assign import TooHard
        from .derive import bounds

        if self._hard or self._cut() is not None:
            return None
        try:
            found = bounds(self._facts(), seat)
        except TooHard:
            self._hard = True  # the other hands of the round would be no easier
            return None
        return None if found is None else Holding(None, *found)

    def close(self) -> None:
        """Report a round whose lines contradict each other; drop questions that all assignments answer alike."""
        from .assign import TooHard
        from .derive import Worlds, dealt, surely
        from .irreducible import contradiction

        judge = self.judge
        self._unseen = self._worlds = None
        try:
            unseen = self._read()
            if not judge.detail and all(part.reason == "play" for line in unseen.lines for part in line.parts):
                return
            worlds = Worlds(unseen, unseen.pieces(unseen.lines))
            if worlds.one() is None:
                found = contradiction(unseen)
                if found is not None:
                    self._report(found)
                    named = {line.number for line in found.lines}
                    judge.unseen = [line for line in judge.unseen if line not in named]
                return
        except TooHard:
            judge.desk.find(UNDECIDED, judge.round.head.line, status=Status.UNDECIDED, needs="hands")
            return
        try:
            judge.unseen = [line for line in judge.unseen if not surely(self._facts(), line)]
            if judge.detail:
                hands = {seat: dealt(worlds, seat) for seat, known in enumerate(self.written) if not known}
                judge.trace.derived = {
                    LETTERS[seat]: tiles_of(hand) for seat, hand in hands.items() if hand is not None
                }
        except TooHard:
            return

    # -- what is certain --------------------------------------------------------------------------------------------

    def _own(self) -> list[Finding]:
        first = self.judge.round.head.line
        return [each for each in self.judge.desk.findings if each.line >= first and each.round is not None]

    def _cut(self) -> int | None:
        """The first line from which on nothing is certain."""
        lines = [node.line for node in self.judge.round.nodes if isinstance(node, Unread) and not node.harmless]
        for each in self._own():
            faulty = each.status in (Status.WRONG, Status.CONSEQUENCE)
            turns = (each.kind is Kind.PLAY and each.code not in _NO_DOUBT) or each.code in _DOUBT
            if (faulty and turns) or (each.status is Status.STANDS and each.code in _NOWHERE):
                lines.append(each.line)
        return min(lines, default=None)

    def _read(self) -> Unseen:
        from .evidence import Seen, unseen_round

        if self._unseen is not None:
            return self._unseen
        judge, cut = self.judge, self._cut()
        nodes = judge.round.nodes
        if cut is not None:
            nodes = tuple(node for node in nodes if node.line < cut)
        dropped = {
            each.line
            for each in self._own()
            if each.status in (Status.WRONG, Status.CONSEQUENCE, Status.STANDS) and each.part != "total"
            and (CODES[each.code] is Kind.CLAIM or each.code in _NOT_READ)
            and each.code not in ("false-total", "false-points")
        }  # fmt: skip
        known = judge.table is not None and not judge.lost and cut is None
        self._unseen = unseen_round(
            Seen(
                judge.rules, nodes, self.sizes, self.middle, self.fits,
                judge.table.fits if known and judge.table is not None else None,
                judge.ledger.sides, self._scores(nodes), frozenset(dropped), judge.match.block_by_hands,
                judge.end is not None and judge.end[0] in ("out", "blocked"),
            )
        )  # fmt: skip
        return self._unseen

    def _facts(self) -> Worlds:
        from .derive import by_facts

        if self._worlds is None:
            self._worlds = by_facts(self._read())
        return self._worlds

    def _scores(self, nodes: tuple[Node, ...]) -> list[int | None]:
        """The scores before the settlement; none where an agreement changes them after it."""
        end = next((number for number, node in enumerate(nodes) if isinstance(node, End)), len(nodes))
        if any(isinstance(node, Adjust) for node in nodes[end:]):
            return [None] * len(self.scores)
        return self.scores

    # -- the finding ------------------------------------------------------------------------------------------------

    def _report(self, found: Contradiction) -> None:
        """One finding at the last of the lines; what is wrong below may be so because of it."""
        desk, line = self.judge.desk, found.lines[-1].number
        turns = [each.line for each in self.judge.round.nodes if isinstance(each, Action)]
        at = _report(desk, self.judge.rules, found)
        finding = desk.findings[at]
        desk.findings[at] = replace(finding, turn=turns.index(line) + 1 if line in turns else None)
        for number in range(at + 1, len(desk.findings)):
            each = desk.findings[number]
            if each.status is Status.WRONG and each.code in FOLLOWS_DOUBT and each.line > line:
                desk.findings[number] = replace(each, status=Status.CONSEQUENCE, because_of=(line, CODE))
        desk.doubt = desk.doubt or (line, CODE)


def settlement_contradicts(desk: Desk, rules: RuleSet, nodes: Sequence[Node], seats: Sequence[int]) -> None:
    """Report a settlement that no round can have had, with any of these numbers of seats; AS6, AS13, SR9, SR14."""
    from .assign import TooHard
    from .evidence import Seen, unseen_round
    from .irreducible import contradiction

    doubted = (Status.WRONG, Status.CONSEQUENCE, Status.STANDS)
    false = frozenset(each.line for each in desk.findings if each.status in doubted)
    found: Contradiction | None = None
    try:
        for count in reversed(seats):
            names = sides(rules, count)
            sizes = [rules.hand_sizes[count]] * count
            seen = Seen(rules, nodes, sizes, False, {}, None, names, [0] * len(names), false, False, True)
            found = contradiction(unseen_round(seen))
            if found is None:
                return
    except TooHard:
        desk.find(UNDECIDED, nodes[0].line, status=Status.UNDECIDED, needs="hands")
        return
    if found is not None:
        _report(desk, rules, found)


def _report(desk: Desk, rules: RuleSet, found: Contradiction) -> int:
    """One finding at the last of the lines, before those of later lines; where it stands."""
    line = found.lines[-1]
    at = next((n for n, each in enumerate(desk.findings) if each.line > line.number), len(desk.findings))
    finding = desk.find(CODE, line.number, rule=line.parts[-1].rule, more=_values(rules, found))
    desk.findings.pop()
    desk.findings.insert(at, replace(finding, lines=tuple(each.number for each in found.lines)))
    return at


def _values(rules: RuleSet, found: Contradiction) -> dict[str, object]:
    """What the text of a contradiction names."""
    several = len(found.lines) > 1
    proof = "smallest" if found.smallest else "not-smallest" if found.irreducible else "not-irreducible"
    return {
        "text": CODE if several else f"{CODE}-line",
        "lines": numbered([each.number for each in found.lines]),
        "reasons": {
            each: "; ".join(
                message(each, "unseen.line", line=line.number, said=_reason(rules, line, each, several))
                for line in found.lines
            )
            for each in languages()
        },
        "said": {each: [_reason(rules, line, each, True) for line in found.lines] for each in languages()},
        "proof": {each: message(each, f"unseen.{proof}") for each in languages()},
    }


def _reason(rules: RuleSet, line: Line, language: str, cited: bool) -> str:
    said = []
    for part in line.parts:
        clause = rules.clause(part.rule) if cited else ""
        said.append(message(language, f"unseen.{part.reason}", **line.values) + (f" [{clause}]" if clause else ""))
    return ", ".join(said)
