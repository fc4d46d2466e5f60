"""The marks of fixtures: which findings they ask for, and the four outcomes of comparing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.api import EntryReport, check_lines
from goti.engine.messages import languages
from goti.expect import Comparison, Expected, MarkError, Outcome, compare, differences, is_marked

HEAD = "layout seven-rocks\n[1|4] =5 +5\n"
"""The next tile is [1|1] at [1|4]: 2 + 4 = 6."""


def report(lines: str) -> EntryReport:
    return next(check_lines((HEAD + lines).splitlines()))


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("[1|1]@[1|4] =6", Outcome.PASS),
        ("[1|1]@[1|4] =7", Outcome.FAIL),
        ("[1|1]@[1|4] =7  # false-total", Outcome.FAIL),
        ("[1|1]@[1|4] =7  #! false-total", Outcome.PASS),
        ("[1|1]@[1|4] =6  #! false-total", Outcome.FAIL),
        ("[1|1]@[1|4] =7  #! false-points", Outcome.FAIL),
        ("[1|1]@[1|4] =7  #? false-total -- adds one", Outcome.DIFFERS),
        ("[1|1]@[1|4] =6  #? false-total -- adds one", Outcome.AGREES),
        ("[1|1]@[1|4] =7  #? false-total false-points -- adds one", Outcome.AGREES),
        ("[1|1]@[1|4] =7 +5  #? false-total -- adds one", Outcome.FAIL),
        ("[1|1]@[1|4] =6 +5  #? false-total -- adds one", Outcome.FAIL),
        ("[1|1]@[1|4] =7 +5  #? false-total false-points -- adds one", Outcome.DIFFERS),
        ("[1|1]@[1|4] =7  #? note:false-total -- adds one", Outcome.FAIL),
        ("[1|1]@[1|4] =7  #? false-total -- adds one\n[4|4]@[1|4] =9  #! false-total", Outcome.DIFFERS),
        ("[1|1]@[1|4] =x  #? unexpected -- a letter", Outcome.DIFFERS),
        ("[1|1]@[1|4] =x  #! unexpected -- a letter", Outcome.PASS),
    ],
)
def test_outcomes(line: str, outcome: Outcome) -> None:
    assert compare(report(line)).outcome is outcome
    assert bool(differences(report(line))) == (outcome in (Outcome.FAIL, Outcome.AGREES))


def test_one_known_difference_gone_is_a_surprise() -> None:
    found = compare(report("[1|1]@[1|4] =7  #? false-total -- one\n[4|4]@[1|4] =11 +0  #? false-points -- two"))
    assert found.outcome is Outcome.FAIL  # line 4 has a consequence nobody expected
    found = compare(report("[1|1]@[1|4] =7  #? false-total -- one\n[4|4]@[1|4] =10 +10  #? false-total -- two"))
    assert found.outcome is Outcome.AGREES
    assert found.known == (Expected(3, "wrong", "false-total", "one"),)
    assert found.agreeing == (Expected(4, "wrong", "false-total", "two"),)
    assert found.reasons() == "line 3: one" and found.reasons("hi") == "पंक्ति 3: one"
    assert found.lines() == ["known to differ, but no longer found: line 4: false-total (wrong) -- two"]
    for language in languages():
        assert "two" in found.lines(language)[0]


def test_without_marks_only_what_is_wrong_counts() -> None:
    due = report("[1|1]@[1|4] =6\n[4|4]@[1|4] =10")  # a note: 10 points are due
    assert compare(due).outcome is Outcome.FAIL
    assert compare(due, marked=False).outcome is Outcome.PASS
    assert compare(report("[1|1]@[1|4] =7"), marked=False).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    "mark", ("#! nothing", "#! maybe:false-total", "#? false-total", "#? false-total -- ", "#? -- x")
)
def test_marks_that_cannot_be_used(mark: str) -> None:
    with pytest.raises(MarkError, match="line 3: ") as error:
        compare(report(f"[1|1]@[1|4] =6  {mark}"))
    assert error.value.line == 3


def test_where_a_mark_can_stand() -> None:
    assert not is_marked(report("[1|1]@[1|4] =6  # see #! and #?"))
    assert not is_marked(report("# #! false-total\n[1|1]@[1|4] =6"))
    assert is_marked(report("[1|1]@[1|4] =6  #! false-total"))
    assert is_marked(report("[1|1]@[1|4] =6  #? false-total -- one"))


_MARKS = st.lists(st.builds(Expected, st.integers(1, 3), st.just("wrong"), st.sampled_from(("false-total", "void"))))


@given(_MARKS, _MARKS, _MARKS, _MARKS)
def test_every_comparison_has_one_outcome(
    missing: list[Expected], surplus: list[Expected], agreeing: list[Expected], known: list[Expected]
) -> None:
    """Only what is as marked says nothing; faults hide surprises, and surprises hide what differs as known."""
    found = Comparison(tuple(missing), tuple(surplus), tuple(agreeing), tuple(known))
    assert (found.outcome is Outcome.FAIL) == bool(missing or surplus)
    assert bool(found.lines()) == (found.outcome in (Outcome.FAIL, Outcome.AGREES))
    assert (found.outcome is Outcome.PASS) == (not (missing or surplus or agreeing or known))
