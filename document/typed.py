"""Lines `score` alone → the accounts a block draws: what a rule book shows of its marks, and no record says.

    seats A "Asha" B "Binod"
    score A 200 B 10
    score A 180

Each line stands after an entry; the last value of a side is drawn, with what led to it from the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..engine.findings import Finding, Status
from ..engine.history import Account
from ..engine.messages import languages, section
from ..engine.record import Remark, ScoreLine, Seats
from ..engine.rules import RuleSet, ScoreRecord
from ..engine.settle import LETTERS, sides
from ..notation.locate import locate
from ..notation.parse import Written, read_entries
from ..render.scorewords import Kept
from ..scores import side_name


@dataclass(frozen=True, slots=True)
class Scores:
    """Accounts of sides, and how they are kept."""

    accounts: tuple[Account, ...]
    kept: Kept


def holds_scores(word: str) -> bool:
    """Whether a block whose first word this is holds scores alone."""
    words = [section(each, "keyword")[f"keyword.{key}"] for each in languages() for key in ("score", "seats")]
    return any(word in spellings for spellings in words)


def read_scores(
    lines: Iterable[str],
    rules: RuleSet,
    record: ScoreRecord | None,
    note: Callable[[Finding], None],
    misplaced: Callable[[int], None],
) -> Scores | None:
    """The scores of a block's lines; None where they cannot be read, and `note` takes why, `misplaced` other lines.

    Lines are counted from the block's first. Nothing checks the scores: no record says them.
    """
    [written] = read_entries(["match seven-rocks", *lines])
    problems, others = [*written.findings, *_unknown_sides(written, rules)], _out_of_place(written)
    for each in locate(problems, written):
        note(replace(each, line=each.line - 1))
    for line in others:
        misplaced(line)
    if problems or others:
        return None
    seats = next((each.seats for each in written.nodes if isinstance(each, Seats)), ())
    said = _values(written)
    names = tuple(said)
    target = rules.targets.get(len(seats) or sum(len(side.split("+")) for side in names))
    accounts = (Account(side_name(side, dict(seats)), *_last_two(values)) for side, values in said.items())
    return Scores(tuple(accounts), Kept(record or rules.score_record, names, target))


def _values(written: Written) -> dict[str, list[int]]:
    """The scores of every side, one after the other, in the order of the seats."""
    found: dict[str, list[int]] = {}
    for node in written.nodes:
        for side, score in node.scores if isinstance(node, ScoreLine) else ():
            found.setdefault(side, []).append(score)
    return dict(sorted(found.items()))


def _last_two(values: Sequence[int]) -> tuple[int, int | None]:
    """The score, and the one before it where it changed."""
    unlike = [each for n, each in enumerate(values) if not n or each != values[n - 1]]
    return unlike[-1], unlike[-2] if len(unlike) > 1 else None


def _out_of_place(written: Written) -> list[int]:
    """The lines that are neither seats nor scores, from the block's first."""
    return [each.line - 1 for each in written.nodes[1:] if not isinstance(each, (Seats, ScoreLine, Remark))]


def _unknown_sides(written: Written, rules: RuleSet) -> list[Finding]:
    """Sides the rule set does not have: with the seats written, or with any number of them."""
    counts = [len(each.seats) for each in written.nodes if isinstance(each, Seats)] or range(1, len(LETTERS) + 1)
    known = list(dict.fromkeys(side for count in counts for side in sides(rules, count)))
    return [
        Finding(
            "unknown-side", Status.WRONG, node.line, f"side-name {side}", found=side, values={"sides": " ".join(known)}
        )
        for node in written.nodes
        if isinstance(node, ScoreLine)
        for side, _ in node.scores
        if side not in known
    ]
