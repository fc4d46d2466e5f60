"""Scores and the slips that explain other written ones."""

from __future__ import annotations

from goti.engine.ledger import Ledger
from goti.engine.rules import rule_set


def test_sides_and_targets() -> None:
    """AS9, SR12."""
    assert [Ledger(rule_set("american-sniff"), seats).target for seats in (2, 3, 4)] == [250, 200, 200]
    ledger = Ledger(rule_set("seven-rocks"), 4)
    assert ledger.target == 250 and ledger.sides == ("A+C", "B+D") and ledger.side_of == [0, 1, 0, 1]


def test_a_written_score_that_follows_from_slips() -> None:
    ledger = Ledger(rule_set("seven-rocks"), 4)
    ledger.add(0, 40)
    ledger.slip((5, "false-points"), 0, 5)
    ledger.slip((9, "false-deduction"), 0, -10)
    ledger.slip((9, "false-deduction"), 1, 0)  # no difference, no slip
    assert ledger.cause_of(0, 45) == (5, "false-points")
    assert ledger.cause_of(0, 30) == (9, "false-deduction")
    assert ledger.cause_of(0, 35) == (9, "false-deduction")
    assert ledger.cause_of(0, 50) is None and ledger.cause_of(1, 5) is None


def test_deductions_go_below_zero() -> None:
    """3-1."""
    ledger = Ledger(rule_set("seven-rocks"), 4)
    ledger.deduct(1, 15)
    assert ledger.as_dict() == {"A+C": 0, "B+D": -15}
