"""`goti distinguish`: fixtures that one reading finds as marked and the other does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goti.api import check_lines
from goti.cli import main
from goti.engine.errors import RulesError
from goti.engine.messages import message
from goti.engine.rules import FIELDS, RuleSet, rule_set, rule_set_ids
from goti.expect import differences
from goti.notation.write import write
from goti.proofs.distinguish import Answer, changes_of, distinguish, distinguish_all, shipped
from goti.proofs.layouts import same_tables
from goti.readings import readings
from goti.showproofs import found_line

from .run import rows_of

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@pytest.mark.parametrize("game", ("american-sniff", "seven-rocks"))
@pytest.mark.parametrize(
    "change", ("branching=opening", "opening-double=two-ends", "rounding=up", "partnership=none", "sides-open=free")
)
def test_the_fixture_is_as_marked_by_one_reading_only(game: str, change: str) -> None:
    rules = rule_set(game)
    answer = distinguish(rules, rules.changed(*change.split("=")), tiles=4)
    text = write(answer.nodes)
    (report,) = check_lines(text.splitlines())
    assert not differences(report), text
    (other,) = check_lines(text.splitlines(), rules=rules.changed(*change.split("=")))
    assert differences(other), text


def tells_apart(answer: Answer) -> None:
    """The fixture is as marked under the first reading, and `goti check` has another verdict under the second."""
    lines = write(answer.nodes).splitlines()
    (here,), (there,) = (check_lines(lines, rules=rules) for rules in (answer.first, answer.second))
    assert not differences(here), lines
    assert here.verdict is not there.verdict, lines


@pytest.mark.parametrize("ref", rule_set_ids())
def test_every_fixture_tells_two_shipped_rule_sets_apart(ref: str) -> None:
    for other in rule_set_ids():
        if other != ref:
            tells_apart(distinguish(rule_set(ref), rule_set(other), 5, 2))


@pytest.mark.parametrize("ref", ("american-sniff", "seven-rocks", "block", "muggins"))
def test_every_fixture_tells_a_change_at_the_table_apart(ref: str) -> None:
    rules = rule_set(ref)
    changes = {f"{key}={value}": changed for key, value, changed in readings(rules)}
    others = {
        name: each for name, each in changes.items() if isinstance(each, RuleSet) and not same_tables(rules, each)
    }
    answers = {name: each for name, each in distinguish_all(rules, others).items() if each.nodes}
    assert len(answers) > 5
    for answer in answers.values():
        tells_apart(answer)


@pytest.mark.parametrize(
    ("first", "second", "line", "said"),
    [
        ("american-sniff", "american-sniff:multiple-of=3", "[1|2] =3 +0", "2 + 1 = 3 scores 3, the record says 0"),
        ("all-fives", "fives-and-threes", "[1|2] =3 +0", "2 + 1 = 3 scores 1, the record says 0"),
        ("block", "seven-rocks", "[2|3] =5 +0", "3 + 2 = 5 scores 5, the record says 0"),
    ],
)
def test_no_points_are_claimed_where_the_other_reading_gives_some(
    capsys: pytest.CaptureFixture[str], first: str, second: str, line: str, said: str
) -> None:
    assert main(["distinguish", first, second]) == 0
    fixture, *told = capsys.readouterr().out.split("figure\n")
    assert fixture.endswith(f"\n{line}\n") and f"\n{second}: {said}\n" in told[0]
    one, two = told[0].split("\n\n")[-2:]
    assert one.startswith(f"{first}: ") and "; 0 points\n" in one
    assert two.startswith(f"{second}: ") and "; 0 points\n" not in two


def test_no_figure_where_the_first_reading_places_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["distinguish", "american-sniff", "american-sniff:max-pips=9", "-o", str(tmp_path)]) == 0
    assert "\n[0|7]  #! no-such-tile\n\namerican-sniff: a set" in capsys.readouterr().out
    (path,) = tmp_path.glob("*.goti")
    assert main(["check", "--rules", "american-sniff:max-pips=9", str(path)]) == 0
    assert main(["check", str(path)]) == 2 and "; 1 fault\n" in capsys.readouterr().out
    assert main(["distinguish", "seven-rocks", "seven-rocks:sides-open=free"]) == 0
    assert "#! branch-closed\nfigure\n" in capsys.readouterr().out


def test_large_numbers_are_grouped(capsys: pytest.CaptureFixture[str]) -> None:
    answer = distinguish(rule_set("american-sniff"), rule_set("seven-rocks"))
    answer.number = 2520
    assert "2,520 such layouts, 1,057 positions" in found_line(answer, "a", "b", "en")


def test_a_changed_reading_is_written_into_its_fixture() -> None:
    rules = rule_set("seven-rocks").changed("multiple-of", "3")
    answer = distinguish(rules, rules.changed("inner-spinner", "open-halves"))
    text = write(answer.nodes)
    assert "\nrule multiple-of 3\n" in text and changes_of(rules, shipped(rules)) == [("multiple-of", "3")]
    (report,) = check_lines(text.splitlines())
    assert not differences(report)


def test_equal_readings_are_not_told_apart() -> None:
    rules = rule_set("seven-rocks")
    answer = distinguish_all(rules, {"same": rules}, 3, 2)["same"]
    assert (answer.kind, answer.why) == ("idle", "no-field") and not answer.nodes


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["distinguish", "american-sniff", "seven-rocks", "-o", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "differ on layouts of 3 tiles and on no smaller one: 90 such layouts" in said
    assert "seven-rocks: the total is 0 + 2 = 2, the record says 4" in said
    fixture, svg = sorted(tmp_path.iterdir())
    assert main(["check", str(fixture)]) == 0 and main(["check", "--rules", "seven-rocks", str(fixture)]) == 1
    assert svg.read_text(encoding="utf-8").count("<rect") == 1
    capsys.readouterr()
    assert main(["distinguish", "american-sniff", "seven-rocks", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["kind"], answer["size"], answer["shortest"]) == ("layout", 3, 90)
    assert main(["distinguish", "seven-rocks", "seven-rocks", "--lang", "hi", "--lines", "1", "--tiles", "1"]) == 0
    assert main(["distinguish", "seven-rocks", "seven-rocks:unit=points"]) == 2
    assert main(["distinguish", "seven-rocks", "all-fives", "--tiles", "0"]) == 2


def test_gaps_of_the_matrix_are_offered_as_fixtures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the fixtures that alone notice three changes; those that are made notice them."""
    alone = ("MU10-doubles-at-the-ends", "MU15-points-without-a-claim", "MU7-opens-with-any-tile")
    rest = [str(path) for path in sorted((FIXTURES / "muggins").glob("*.goti")) if path.stem not in alone]
    assert main(["matrix", "muggins", *rest, "--fixtures", str(tmp_path)]) == 1
    made = {path.stem: str(path) for path in tmp_path.glob("*.goti")}
    assert set(made) == {"opening-double-two-ends", "credit-claimed", "opening-tile-highest-double"}
    for name, path in made.items():
        key = next(each for each in FIELDS if name.startswith(f"{each}-"))
        other = f"muggins:{key}={name.removeprefix(f'{key}-')}"
        assert main(["compare", "muggins", other, path, "--fail-on-change"]) == 1
        (report,) = check_lines(Path(path).read_text(encoding="utf-8").splitlines())
        assert not differences(report)
    said = capsys.readouterr().out
    assert "not pinned by any entry: opening-double=two-ends, opening-tile=highest-double, credit=claimed" in said


@pytest.mark.parametrize("game", ("american-sniff", "seven-rocks"))
def test_the_page_has_every_single_field_change(game: str) -> None:
    rules = rule_set(game)
    rows = rows_of(rules.names["en"])
    assert [row[:2] for row in rows] == [[key, value] for key, value, _ in readings(rules)]
    for (_, _, least, told), (_, _, changed) in zip(rows, readings(rules), strict=True):
        if isinstance(changed, RulesError):
            assert (least, told) == ("–", message("en", "readings.refused", why=changed.reason("en")))
        else:
            assert least.split()[1].removesuffix("s") in ("tile", "line") and least != "none"
