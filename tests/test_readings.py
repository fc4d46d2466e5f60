"""Readings of rules compared over records: what changes, who notices, what agrees."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from goti.cli import main
from goti.engine.errors import RulesError
from goti.engine.messages import message
from goti.engine.rules import FIELDS, alternatives, load_rules, rule_set, rule_set_ids
from goti.readings import Case, Cell, cases, compare, matrix
from goti.tests.doc_blocks import blocks
from goti.tests.infer.run import SETUPS, Answer, answer, left, one_round
from goti.tests.infer.run import table as answer_table

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


@cache
def entries(game: str) -> list[Case]:
    return cases(files(game))


@cache
def whole_matrix(game: str) -> list[Cell]:
    return matrix(rule_set(game), entries(game))


def unpinned(cells: list[Cell]) -> list[tuple[str, str]]:
    return [(cell.key, cell.value) for cell in cells if not (cell.cases or cell.refused or cell.idle)]


@pytest.mark.parametrize("game", sorted({ref.partition("@")[0] for ref in rule_set_ids()}))
def test_every_alternative_of_every_field_is_pinned(game: str) -> None:
    cells = whole_matrix(game)
    assert unpinned(cells) == []
    assert {cell.key for cell in cells} == {key for key in FIELDS if len(alternatives(key)) != 1}
    assert [(cell.key, cell.value, cell.idle) for cell in cells if cell.cases and cell.idle] == []  # the reason holds
    if game in ("american-sniff", "seven-rocks"):
        assert not any(cell.idle for cell in cells)


@pytest.mark.parametrize("game", ("american-sniff", "seven-rocks"))
def test_a_fixture_that_alone_pins_something_is_missed_when_it_is_gone(game: str) -> None:
    """Without any one of the files the matrix names as the only one, just what that file pinned is not pinned."""
    alone: dict[str, list[tuple[str, str]]] = {}
    for cell in whole_matrix(game):
        paths = {case.path for case in cell.cases}
        if len(paths) == 1:
            alone.setdefault(paths.pop(), []).append((cell.key, cell.value))
    assert len(alone) > 2
    for path, pinned in alone.items():
        rest = [each for each in entries(game) if each.path != path]
        cells = matrix(rule_set(game), rest, {key for key, _ in pinned})
        assert sorted(unpinned(cells)) == sorted(pinned), path


def test_the_command_reports_what_is_no_longer_pinned(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "muggins", *files("muggins")]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith(message("en", "readings.all-pinned") + "\n")
    row = next(line for line in printed.splitlines() if message("en", "readings.alone", path="")[:5] in line)
    path = next(each for each in files("muggins") if each in row)
    assert main(["matrix", "muggins", *(each for each in files("muggins") if each != path)]) == 1
    said = capsys.readouterr().out.splitlines()[-1]
    assert "=".join(row.split()[:2]) in said and said.startswith(message("en", "readings.unpinned", fields="")[:10])


def test_compare_names_the_first_line_of_difference() -> None:
    layouts = cases([str(FIXTURES / "samples" / "layouts.goti")])
    found = list(compare(rule_set("american-sniff"), rule_set("seven-rocks"), layouts))
    assert [(each.line, each.what, each.first, each.second) for each in found] == [
        (10, "total", 7, 5), (21, "total", 7, 5), (29, "total", 12, 2)
    ]  # fmt: skip
    assert not list(compare(rule_set("seven-rocks"), rule_set("seven-rocks"), layouts))


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_the_true_rule_set_is_always_in_the_answer(game: str, seats: int) -> None:
    """A small run of `./run infer`: what the round was played by agrees, and something else does not."""
    answers = [answer((game, seats, seed)) for seed in range(300, 303)]
    assert [problem for each in answers for problem in each.problems] == []
    assert all(game in each.agreeing and len(each.agreeing) < len(rule_set_ids()) for each in answers)
    assert all(each.fields.keys() == FIELDS.keys() for each in answers)
    assert all(1 <= kept <= tried for each in answers for kept, tried in each.fields.values())
    assert all(left(each) < 3 for each in answers)


def test_table_of_answers() -> None:
    fields = dict.fromkeys(FIELDS, (1, 2))
    found = [Answer(("block", 2), ("block",), fields, ()), Answer(("block", 2), ("block", "draw"), fields, ())]
    lines = answer_table(found)
    assert len(lines) == len(FIELDS) + 3
    assert lines[1].split() == ["shipped", "rule", "sets", "1.50/10"] and lines[2].split() == ["max-pips", "1.00/2"]


def test_a_missing_truth_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = one_round("seven-rocks", 4, 1)
    monkeypatch.setattr("goti.tests.infer.run.one_round", lambda *_: wrong)
    assert answer(("muggins", 2, 1)).problems


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


TEN_LINES = """\
extends = "american-sniff@1"
id = "school"
version = 2
name = "School rules"

[field]
targets = 100
rounding = "down"
draw-most = 2
inner-spinner = { value = "nothing", clause = "rule 3" }
"""


def test_ten_lines_written_from_the_readme(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """4 pips rounded down cost 0 instead of 5, 100 wins, and two sides of [5|5] add nothing."""
    assert len(TEN_LINES.splitlines()) == 10
    house, record = tmp_path / "school.toml", tmp_path / "a.goti"
    house.write_text(TEN_LINES, encoding="utf-8")
    record.write_text(
        "match american-sniff\nseats A B\n\nround 4\ngiven score A 95 B 0\ngiven table [5|5] [0|5]@[5|5]\n"
        "given hand A [2|5]\ngiven hand B [1|3]\ngiven turn A\nA: [2|5]@[5|5] =2\nout A\nleft B [1|3]\n"
        "score A 95 B 0\n\nunfinished\n\nsettlement american-sniff\nleft A 4 pips\ndeduct A 5\n\n"
        "match american-sniff\nseats A B\ngiven score A 95 B 0\n\nround 4\nlot A\nA: [5|5] =10 +10\n\nwinner A\n",
        encoding="utf-8",
    )

    def codes(*words: str) -> list[list[str]]:
        main(["check", "--json", *words, str(record)])
        entries = json.loads(capsys.readouterr().out)["entries"]
        return [[each["code"] for each in entry["findings"] if each["status"] == "wrong"] for entry in entries]

    assert codes() == [["false-total", "false-score"], [], ["false-winner"]]
    assert codes("--rules", str(house)) == [[], ["false-deduction"], []]


def test_the_file_of_the_readme(tmp_path: Path) -> None:
    page = (FIXTURES.parent / "README.md").read_text(encoding="utf-8")
    [block] = (each for each in blocks(page) if each.kind == "toml")
    assert len(block.lines) <= 10
    (tmp_path / "house.toml").write_text(block.text, encoding="utf-8")
    assert load_rules(str(tmp_path / "house.toml")).targets == {4: 150}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('extends = "seven-rocks@1"\n[field]\nstock = "until-playable"\nreserve = 9\n', "only 0 tiles are left"),
        ('extends = "american-sniff"\n[field]\nbranching = "none"\n', "no branching double"),
        ('extends = "seven-rocks"\n[field]\ninner = "nothing"\n', "no field 'inner'"),
        ('extends = "seven-rocks"\n[field]\nunit = "points"\n', "unit is one of pips, quotient"),
        ('extends = "nine-rocks"\n', "no rule set"),
        ('extends = "seven-rocks"\n[fields]\n', "unknown: 'fields'"),
        ("extends = seven-rocks\n", "no valid TOML"),
        ('id = "x"\n', 'extends is missing: .* extends = "seven-rocks@1"'),
        ('extends = "seven-rocks"\ntargets = 5\n', r"fields stand below \[field\], not above it: targets"),
        ("targets = 5\n", r"fields stand below \[field\], not above it: targets"),
        ('extends = "seven-rocks"\nid = "american-sniff"\n', "id 'american-sniff' is that of a shipped rule set"),
        ('extends = "seven-rocks"\nid = "Our Club"\n', "id is lower-case words .*, not 'Our Club'"),
        ('extends = "seven-rocks"\nid = ""\n', "id is lower-case words"),
        ('extends = "seven-rocks"\nfield = 3\n', "field is a table, not 3"),
        ('extends = "seven-rocks"\nname = true\n', "name is a text or a table, not True"),
        ('extends = "seven-rocks"\n[field]\nmultiple-of = 2.5\n', "multiple-of takes a number"),
        ('extends = "seven-rocks"\n[field]\ntargets = [4]\n', "targets takes a number"),
        ("a = " + "[" * 9999, "no valid TOML"),
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


@pytest.mark.parametrize(
    ("command", "own", "other"),
    (
        (["replay", "{}"], "2 + 3 = 5 ", "1 + 1 + 2 + 3 = 7 "),
        (["explain", "{}:10"], "2 + 3 = 5:", "1 + 1 + 2 + 3 = 7:"),
    ),
)
def test_commands_that_show_positions_take_another_reading(
    command: list[str], own: str, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The nine tiles under All Fives, and under American Sniff, where open sides count."""
    arguments = [each.format(FIXTURES / "all-fives" / "AF13-nine-tiles.goti") for each in command]
    main(arguments)
    assert own in capsys.readouterr().out
    main([*arguments, "--rules", "american-sniff"])
    assert other in capsys.readouterr().out


def test_numbers_of_entries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(*words: str) -> str:
        main([*words])
        return capsys.readouterr().out.splitlines()[-1]

    one = tmp_path / "one.goti"
    one.write_text("layout seven-rocks\n[1|4] =5 +5\n", encoding="utf-8")
    assert said("compare", "seven-rocks", "seven-rocks", str(one)) == "1 entry, no difference"
    assert said("compare", "seven-rocks", "all-threes", str(one)).startswith("1 of 1 entry differs: ")
    main(["infer", "--base", "seven-rocks", str(one)])
    assert capsys.readouterr().out.startswith("seven-rocks@1 agrees with the 1 entry\n")
    one.write_text("layout seven-rocks\n[1|4] =5 +5\n\n" * 2, encoding="utf-8")
    assert said("compare", "seven-rocks", "seven-rocks", str(one)) == "2 entries, no difference"
    assert said("compare", "seven-rocks", "all-threes", str(one)).startswith("2 of 2 entries differ: ")


def test_differences_are_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    layouts = str(FIXTURES / "samples" / "layouts.goti")
    main(["compare", "--lang", "hi", "american-sniff", "seven-rocks", layouts])
    assert not re.search(r"\b(total|points|finding|verdict|wrong|fail)\b", capsys.readouterr().out)


@pytest.mark.parametrize("command", (["compare", "seven-rocks", "all-threes"], ["matrix", "seven-rocks"], ["infer"]))
def test_a_file_name_reaches_no_terminal(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a\x1b[31m.goti"
    path.write_text("layout seven-rocks\n[1|4] =5 +5\n", encoding="utf-8")
    main([*command, str(path)])
    printed = capsys.readouterr().out
    assert "a\\x1b[31m.goti" in printed and "\x1b" not in printed


def test_pins_stand_behind_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    layouts = str(FIXTURES / "samples" / "layouts.goti")
    for words in (
        ["--pins", "seven-rocks", layouts],
        ["seven-rocks", "block", "--diff", "--pins", layouts],
        ["--pins"],
    ):
        assert main(["rules", *words]) == 2
        told = capsys.readouterr()
        assert "--pins" in told.err and not told.out
    assert main(["rules", "seven-rocks", "--pins", layouts]) == 0
    assert f"pinned by {layouts}" in capsys.readouterr().out


def test_an_axis_the_documents_do_not_speak_of_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    for language, said in (("en", "the text does not speak of it"), ("hi", "पाठ में इसकी बात नहीं है")):
        main(["rules", "seven-rocks", "--lang", language])
        lines = capsys.readouterr().out.splitlines()
        assert said in lines[next(number for number, line in enumerate(lines) if line.startswith("unit = ")) + 1]


@pytest.mark.parametrize(
    ("change", "clause"),
    ((HOUSE, "club rule 4"), ("seven-rocks:inner-spinner=open-halves", "inner-spinner = open-halves")),
)
def test_a_house_rule_is_cited_where_it_counts(
    change: str, clause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = change
    if change is HOUSE:
        (tmp_path / "club.toml").write_text(HOUSE, encoding="utf-8")
        rules = str(tmp_path / "club.toml")
    main(["explain", "--rules", rules, f"{FIXTURES / 'samples' / 'layouts.goti'}:10"])
    printed = capsys.readouterr().out
    assert f"one half counts  {clause}\n" in printed and "SR40" not in printed
