"""Readings of rules compared over records: what changes, who notices, what agrees."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from goti.cli import main
from goti.engine.errors import RulesError
from goti.engine.generate import Options, random_match
from goti.engine.rules import load_rules, rule_set, rule_set_ids
from goti.notation.parse import read_entries, split_lines
from goti.notation.write import write
from goti.readings import Case, candidates, cases, compare, matrix

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
HOUSE = """
extends = "seven-rocks@1"
id = "tuesday-club"
version = 3
name = "Tuesday club"
[field]
targets = { 4 = 150 }
inner-spinner = { value = "open-halves", clause = "club rule 4" }
"""


def files(game: str) -> list[str]:
    return sorted(map(str, (FIXTURES / game).glob("*.goti")))


@pytest.mark.parametrize("game", sorted({ref.partition("@")[0] for ref in rule_set_ids()}))
def test_every_alternative_of_every_field_is_pinned(game: str) -> None:
    cells = matrix(rule_set(game), cases(files(game)))
    assert [(cell.key, cell.value) for cell in cells if not (cell.cases or cell.refused or cell.idle)] == []
    assert [(cell.key, cell.value, cell.idle) for cell in cells if cell.cases and cell.idle] == []  # the reason holds
    if game in ("american-sniff", "seven-rocks"):
        assert not any(cell.idle for cell in cells)


def test_a_fixture_that_alone_pins_something_is_missed_when_it_is_gone() -> None:
    paths = files("seven-rocks")
    cells = matrix(rule_set("seven-rocks"), cases(paths))
    alone = {next(iter(found)) for cell in cells if len(found := {case.path for case in cell.cases}) == 1}
    assert alone
    for path in sorted(alone)[:3]:
        rest = matrix(rule_set("seven-rocks"), cases([each for each in paths if each != path]))
        assert any(not cell.cases and cell.refused is None for cell in rest), path


def test_compare_names_the_first_line_of_difference() -> None:
    entries = cases([str(FIXTURES / "samples" / "layouts.goti")])
    found = list(compare(rule_set("american-sniff"), rule_set("seven-rocks"), entries))
    assert [(each.line, each.what, each.first, each.second) for each in found] == [
        (10, "total", 7, 5), (21, "total", 7, 5), (29, "total", 12, 2)
    ]  # fmt: skip
    assert not list(compare(rule_set("seven-rocks"), rule_set("seven-rocks"), entries))


@pytest.mark.parametrize(("game", "seats"), (("american-sniff", 3), ("seven-rocks", 4), ("five-up", 2)))
def test_the_true_rule_set_is_always_in_the_answer(game: str, seats: int) -> None:
    for seed in range(12):
        text = write(random_match(rule_set(game), seats, Random(seed), Options(rounds=1)))
        entries = [Case("x", written) for written in read_entries(split_lines(text))]
        agreeing = {rules.id for rules, against in candidates(rule_set_ids(), entries) if against is None}
        assert game in agreeing


def test_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = tmp_path / "club.toml"
    house.write_text(HOUSE, encoding="utf-8")
    rules = load_rules(str(house))
    assert (rules.ref, rules.targets, rules.values["inner-spinner"]) == ("tuesday-club@3", {4: 150}, "open-halves")
    assert rules.citations["inner-spinner"].clause == "club rule 4" and rules.citations["targets"].basis == "house"
    record = tmp_path / "a.goti"
    record.write_text("layout seven-rocks\n[1|1] =2\n[1|4]@[1|1] =6\n[1|2]@[1|1] =8\n", encoding="utf-8")
    assert main(["check", str(record)]) == 1  # 4 + 2
    assert main(["check", "--rules", str(house), str(record)]) == 0  # 4 + 2 + 1 + 1
    capsys.readouterr()
    assert main(["check", "--json", "--rules", f"{house}:multiple-of=4", str(record)]) == 0
    entry = json.loads(capsys.readouterr().out)["entries"][0]
    assert entry["rules"] == "tuesday-club@3" and entry["digest"] != rules.digest


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('extends = "seven-rocks@1"\n[field]\nstock = "until-playable"\nreserve = 9\n', "only 0 tiles are left"),
        ('extends = "american-sniff"\n[field]\nbranching = "none"\n', "no branching double"),
        ('extends = "seven-rocks"\n[field]\ninner = "nothing"\n', "no field 'inner'"),
        ('extends = "seven-rocks"\n[field]\nunit = "points"\n', "unit is one of pips, quotient"),
        ('extends = "nine-rocks"\n', "no rule set"),
        ('extends = "seven-rocks"\n[fields]\n', "unknown: fields"),
        ("extends = seven-rocks\n", "no valid TOML"),
        ('id = "x"\n', "fields missing"),
    ],
)
def test_a_contradictory_rule_set_is_refused_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=reason) as error:
        load_rules(str(path))
    assert str(error.value).startswith(str(path))
    assert main(["check", "--rules", str(path), str(FIXTURES / "samples" / "layouts.goti")]) == 2


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    layouts = str(FIXTURES / "samples" / "layouts.goti")
    assert main(["rules"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(rule_set_ids())
    for language in ("en", "hi"):
        assert main(["rules", "seven-rocks", "--lang", language]) == 0
        assert "inner-spinner = nothing" in capsys.readouterr().out
    assert main(["rules", "--diff", "american-sniff", "seven-rocks"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    assert main(["compare", "american-sniff", "seven-rocks", layouts]) == 0
    assert main(["compare", "american-sniff", "seven-rocks", layouts, "--fail-on-change", "--json"]) == 1
    assert main(["compare", "seven-rocks", "seven-rocks", layouts, "--fail-on-change"]) == 0
    assert main(["matrix", "seven-rocks", layouts]) == 1  # one file does not pin everything
    capsys.readouterr()
    assert main(["infer", layouts, "--base", "seven-rocks", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["agrees"] is False
    assert main(["rules", "nothing"]) == 2
