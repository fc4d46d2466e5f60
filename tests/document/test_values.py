"""Values in prose: what each comes to, and that a typed one is checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.document.named import Context, ValueFault
from goti.document.values import evaluate
from goti.engine.rules import FIELDS, rule_set
from goti.tests.document.pages import BLOCK, head, page_of, places

SETTLED = """```goti #end
settlement seven-rocks "Two hands"
left A [0|3]
left B 0 pips
left C [1|2]
left D 12 pips
deduct A 5
deduct C 5
deduct D 10
score A+C -10 B+D -10
```
"""
DEALT = """```goti #deal
match seven-rocks "Hands"
seats A B C D
round 1
lot A
deal A [0|3] [1|2] [1|3] [1|4] [1|5] [1|6] [2|2]
void "a tile lay open"
round 2
lot A
deal A [1|1] [0|6] [1|3] [1|4] [1|5] [1|6] [2|2]
unfinished
```
"""
CONTEXT = Context({}, None, rule_set("american-sniff"), "en", "latin", set(), False)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("{total}", "10"), ("{total.2}", "6"), ("{points}", "10"), ("{points.2}", "0"), ("{sum}", "2 + 8 = 10"),
        ("{ends}", "2"), ("{sites}", "2"), ("{tile}", "[4|4]"), ("{tile.1}", "[1|4]"), ("{spinner}", "[1|1]"),
        ("{tiles-played}", "3"), ("{count.4-4}", "8"), ("{count.2.1-1}", "2"), ("{count.2-4}", "0"),
        ("{end:left.A}", "3"), ("{end:deduction.D}", "10"), ("{end:score.A+C}", "-10"),
        ("{target}", "250"), ("{target.4}", "250"), ("{hand-size}", "7"), ("{players}", "4"), ("{tiles}", "28"),
        ("{set-pips}", "168"), ("{boneyard}", "0"), ("{multiple-of}", "5"), ("{stock}", "none"),
        ("{rounded.2}", "0"), ("{rounded.3}", "5"), ("{rounded.12}", "10"), ("{game}", "Seven Rocks"),
        ("{total=10}", "10"), ("{total = १०}", "१०"), ("{sum=2+8=10}", "2+8=10"), ("{योग}", "10"), ("{कटौती.A}", None),
        ("{end:कटौती.A=5}", "5"), ("{2 + 8 = 10}", "2 + 8 = 10"), ("{3 × (2 + 4) − 8 = 10}", "3 × (2 + 4) − 8 = 10"),
        ("{~40}", "40"), ("{! stock=none}", ""), ("{states SR1, SR2}", ""),
    ],
)  # fmt: skip
def test_what_a_value_comes_to(written: str, shown: str | None, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + SETTLED + BLOCK + f"Here {written} stands.\n")
    if shown is None:
        assert [each.code for each in page.problems] == ["not-known"]
    else:
        assert not page.problems, places(page)
        assert page.used[-1].shown == shown


@pytest.mark.parametrize(
    "written",
    ["{total=11}", "{total.2=10}", "{sum=2 + 8 = 11}", "{tile=[1|4]}", "{target=200}", "{2 + 8 = 11}", "{2 + 8 = 1०0}",
     "{! stock=until-playable}", "{end:left.A=5}", "{end:score.A+C=10}"],
)  # fmt: skip
def test_a_typed_value_that_is_wrong(written: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + SETTLED + BLOCK + f"Here {written} stands.\n")
    assert places(page) == [("false-value", 21, 6)]


def test_the_scores_of_rounds(tmp_path: Path) -> None:
    match = (
        'match american-sniff\nseats A "Asha" B "Binod"\nround 1\nlot A\nA: [5|5] =10 +10\nvoid "a tile was seen"\n\n'
        "round 2\nlot B\nB: [0|5] =5 +5\nunfinished\n"
    )
    text = head() + "```goti: m.goti\n```\n{score.A.1=0} {score.B.2=5} {score.B}\n"
    page = page_of(tmp_path, text, m__goti=match)
    assert not [each for each in page.problems if each.code != "not-known"], places(page)


def test_digits_of_the_document(tmp_path: Path) -> None:
    page = page_of(tmp_path, head(language="hi", digits="devanagari") + BLOCK + "{total} {sum=2 + 8 = 10}\n")
    assert [each.shown for each in page.used] == ["१०", "2 + 8 = 10"]


def test_every_field_of_the_rules_is_a_value() -> None:
    rules = rule_set("american-sniff")
    for name in FIELDS:
        by_players = ":" in rules.values[name]
        shown = evaluate(f"{{{name}.3}}" if by_players else f"{{{name}}}", CONTEXT).shown
        assert shown and shown in rules.values[name]


@given(st.lists(st.integers(0, 99), min_size=1, max_size=6), st.sampled_from("+-×"))
def test_a_sum_must_hold(numbers: list[int], sign: str) -> None:
    written = f" {sign} ".join(map(str, numbers))
    total = eval(written.replace("×", "*"))
    assert evaluate(f"{{{written} = {total}}}", CONTEXT).shown == f"{written} = {total}"
    with pytest.raises(ValueFault) as raised:
        evaluate(f"{{{written} = {total + 1}}}", CONTEXT)
    assert raised.value.code == "false-value"


@given(st.text("{}0123456789+-*×().:=!~ totalA", max_size=30))
def test_anything_in_braces_is_a_value_or_a_fault(text: str) -> None:
    try:
        evaluate("{" + text + "}", CONTEXT)
    except ValueFault as fault:
        assert fault.code


def test_values_stand_in_headings_tables_links_and_lists(tmp_path: Path) -> None:
    text = head() + "## {target} points {#goal}\n\n" + BLOCK
    text += "\n| a | b |\n| - | - |\n| [1\\|4] | {tile=[4\\|4]} |\n"
    text += "\n- *so* **{total=10}**\n\n[to {target}](#goal) [](#goal)\n"
    page = page_of(tmp_path, text)
    assert not page.problems, places(page)
    assert page.headings[0].text == "250 points" and page.labels["goal"] == "250 points"
    assert [(each.written, each.column) for each in page.used] == [
        ("{target}", 4), ("[1|4]", 3), ("{tile=[4|4]}", 12), ("{total=10}", 10), ("{target}", 5),
    ]  # fmt: skip


def test_braces_and_brackets_that_are_none(tmp_path: Path) -> None:
    text = head() + "A \\{total\\}, `{total} [1|9]`, {}, [1|?], [a|b], [1|2|3] and [x](page.md).\n"
    page = page_of(tmp_path, text)
    assert not page.problems and not page.used


@pytest.mark.parametrize(
    ("lint", "wrong"), [("near", [(15, 3), (15, 32)]), ("all", [(6, 3), (15, 3), (15, 32)]), ("off", [])]
)  # fmt: skip
def test_bare_numbers(lint: str, wrong: list[tuple[int, int]], tmp_path: Path) -> None:
    text = head(lint=lint) + "A 28.\n\n## B\n\n" + BLOCK.rstrip() + "\nA १२ A4 F1 {~3} `5` {total=10} 5th.\n\n## C\n"
    page = page_of(tmp_path, text)
    assert places(page) == [("bare-number", *each) for each in wrong]


@pytest.mark.parametrize(
    ("written", "first"),
    [("{deal:hand.A}", "[1|1]"), ("{deal:hand.A.1=[0|3] [1|2] [1|3] [1|4] [1|5] [1|6] [2|2]}", "[0|3]")],
)
def test_a_hand_that_was_dealt(written: str, first: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + DEALT + f"Here {written} lies.\n")
    assert not page.problems, places(page)
    tiles = page.used[-1].shown.split()
    assert len(tiles) == 7 and tiles[0] == first


@pytest.mark.parametrize(
    ("written", "code"),
    [("{deal:hand.B}", "not-known"), ("{deal:hand.A.3}", "no-round"), ("{deal:hand}", "needs-argument")],
)
def test_a_hand_that_is_not_known(written: str, code: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + DEALT + f"Here {written} lies.\n")
    assert [each.code for each in page.problems] == [code]
