"""Why this total and these points: a position → every end with the rule that counts it, every site that is not counted
and why, every double inside the layout; and what the clause of a finding says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .findings import RULE_OF, Finding
from .layout import Port, Position
from .messages import message
from .rules import WORDED, RuleSet, Scoring
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Reason:
    """`value` pips of `tile` at `port` count (None: do not count) because of `rule`, a key of the rule set's clauses.

    `key` names the sentence in the message catalogues (`reason.<key>`).
    """

    tile: Tile
    port: Port | None
    value: int | None
    key: str
    clause: str


def reasons(rules: RuleSet, position: Position) -> Iterator[Reason]:
    """All ends that count, in the documents' order; then the sites that do not, then the doubles inside."""
    spinners = set(position.layout.spinners)
    for each in position.counted:
        if not each.tile.is_double:
            key, rule = "outer-end", "outer-end"
        elif each.port.is_branch:
            key, rule = "open-side", "open-side"
        elif each.tile in spinners:
            key, rule = "spinner-terminal", "spinner-terminal"
        else:
            key, rule = "terminal-double", "terminal-double"
        yield Reason(each.tile, each.port, each.value, key, rules.clause(rule))
    for site in position.uncounted:
        yield Reason(site.tile, site.port, None, "side-not-counted", rules.clause("open-side"))
    counted = {each.tile for each in position.counted} | {each.tile for each in position.uncounted}
    for placement in position.layout:
        tile = placement.tile
        if tile.is_double and tile not in counted:
            key, rule = ("spinner-covered", "covered-side") if tile in spinners else ("inside-double",) * 2
            yield Reason(tile, None, None, key, rules.clause(rule))


def points_reason(rules: RuleSet, position: Position) -> tuple[str, str]:
    """Message key and clause for why the total scores or not."""
    if position.points:
        return "points" + WORDED[rules.scoring], rules.clause("points")
    if position.total == 0 and rules.scoring is Scoring.MULTIPLES:
        return "no-points-zero", rules.clause("no-points")
    return "no-points" + WORDED[rules.scoring], rules.clause("no-points")


def rule_sentence(rules: RuleSet, finding: Finding, language: str) -> str:
    """The clause a finding cites and what it says, with the values of this rule set; empty where it cites none."""
    named = [name for name, clause in rules.clauses.items() if clause == finding.rule]
    if not finding.rule or not named:
        return finding.rule
    usual = RULE_OF.get(finding.code, "")
    name = usual if usual in named else named[0]
    return f"{finding.rule}: {message(language, f'clause.{name}', **rules.values)}"
