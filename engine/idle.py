"""Fields that say nothing beside the others of a rule set: no record can show which value they have.

in: a rule set and one with another value of a field; out: the name of the reason, for the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable

from .rules import BlockSettlement, Branching, Rounding, RuleSet, Scoring, Settlement, Unit


def _never_rounded(rules: RuleSet) -> bool:
    return rules.settlement in (Settlement.ENDER_POINT, Settlement.NONE) and (
        rules.block_settlement is not BlockSettlement.LIGHTEST_TAKES
    )


def _unscored(rules: RuleSet) -> bool:
    return rules.scoring is Scoring.NONE


def _exact(rules: RuleSet) -> bool:
    return rules.rounding is Rounding.NONE


_ROUNDING = ("rounding", "rounding-unit", "rounding-per")
_IDLE: tuple[tuple[tuple[str, ...], str, Callable[[RuleSet], bool]], ...] = (
    (("sides-open", "straight-extensions", "inner-spinner"), "no-branch", lambda r: r.branching is Branching.NONE),
    (("multiple-of",), "no-multiples", lambda r: r.scoring is not Scoring.MULTIPLES and r.unit is Unit.PIPS),
    (_ROUNDING, "no-pips", _never_rounded),
    (("rounding",), "whole-pips", lambda r: _exact(r) or r.rounding_unit == 1),
    (("rounding-unit", "rounding-per"), "not-rounded", _exact),
    (("negative-scores",), "no-deductions", lambda r: r.settlement is not Settlement.EACH_OWN),
    (("credit", "decided", "after-win"), "unscored", _unscored),
    (
        ("block-settlement",), "blocked-gives-nothing",
        lambda r: r.block_settlement is not BlockSettlement.LIGHTEST_TAKES and r.settlement is not Settlement.EACH_OWN,
    ),
)  # fmt: skip
"""Fields, the reason, and the test both rule sets must pass."""


def idle(rules: RuleSet, changed: RuleSet, key: str) -> str | None:
    """Why no record can tell two rule sets apart that differ in one field; None where one may."""
    for keys, reason, holds in _IDLE:
        if key in keys and holds(rules) and holds(changed):
            return reason
    return None
