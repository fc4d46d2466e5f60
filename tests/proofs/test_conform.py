"""Vectors, and other engines: one that is half right on purpose, one that is right, and some that do not answer."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from goti.cli import main
from goti.engine.rules import FIELDS, Branching, Scoring, rule_set, rule_set_ids
from goti.proofs.chosen import vectors
from goti.proofs.conform import Count, conform, same
from goti.proofs.engine import LONGEST_WAIT, Engine, EngineError
from goti.proofs.layouts import TABLE_FIELDS, same_tables
from goti.proofs.matches import answer_match, random_ask

ENGINE = Path(__file__).with_name("engine.js")
PAGES = Path(__file__).resolve().parents[2] / "docs"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

# -- vectors ----------------------------------------------------------------------------------------------------------


def test_vectors_tell_every_two_rule_sets_apart() -> None:
    answers: dict[str, dict[str, str]] = {ref: {} for ref in rule_set_ids()}
    for each in vectors()[1:]:
        answers[each["rules"]][json.dumps([each["kind"], each["ask"]])] = json.dumps(each["expect"])
    for one, two in combinations(rule_set_ids(), 2):
        shared = answers[one].keys() & answers[two].keys()
        differ = {json.loads(ask)[0] for ask in shared if answers[one][ask] != answers[two][ask]}
        first, second = rule_set(one), rule_set(two)
        assert differ, (one, two)
        assert ("position" in differ) == (not same_tables(first, second)), (one, two)
        if first.settlement is not second.settlement and set(first.hand_sizes) & set(second.hand_sizes):
            assert "settlement" in differ, (one, two)


def test_vectors_show_every_clause_that_a_record_can_show() -> None:
    cited = {clause for each in vectors()[1:] for clause in each["clauses"]}
    rows = re.findall(r"^\| ((?:AS|SR)\d+) \|.*\| (.*) \|$", (PAGES / "clauses.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) == 67 + 62
    assert {clause for clause, told in rows if not told.startswith("none:")} - cited == set()
    for ref in rule_set_ids():
        rules = rule_set(ref)
        absent = {clause for name, clause in rules.clauses.items() if clause and clause not in cited}
        names = {"spinner-terminal", "sides-open", "open-side", "covered-side"} & {
            name for name in rules.clauses if rules.branching is Branching.NONE
        } | {name for name in ("after-win",) if rules.scoring is Scoring.NONE}
        assert absent <= {rules.clause(name) for name in names}, ref


def test_vectors_are_numbered_under_a_header() -> None:
    header, *found = vectors()
    assert header["vectors"] == len(found) > 900 and header["goti_vectors"] == 1
    assert [each["id"] for each in found] == list(range(1, len(found) + 1))
    assert set(header["rules"]) == set(rule_set_ids()) and set(TABLE_FIELDS) <= set(header["rules"]["muggins@1"])
    assert all(set(values) == set(FIELDS) for values in header["rules"].values())
    matches = [each["expect"] for each in found if each["kind"] == "match"]
    assert {end and end[0] for each in matches for end in each["ends"]} == {"out", "blocked", "won", None}
    assert any(each["winner"] for each in matches) and any(each["wrong"] for each in matches)


def test_command_vectors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "--kind", "settlement", "--rules", "seven-rocks"]) == 0
    header, *found = map(json.loads, capsys.readouterr().out.splitlines())
    assert header["goti_vectors"] == 1
    assert found and all((each["kind"], each["rules"]) == ("settlement", "seven-rocks@1") for each in found)
    assert main(["vectors", "--rules", "seven"]) == 2


def test_the_page_shows_vectors_as_they_are() -> None:
    """Every JSON line of the page, without its number."""
    lines = (PAGES / "conformance.md").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines if line.startswith("{") and "…" not in line]
    known = [{key: value for key, value in each.items() if key != "id"} for each in vectors()[1:]]
    assert {each["kind"] for each in told} == {"position", "turn", "settlement", "match"}
    assert all(each in known for each in told)


def test_random_matches_can_be_judged() -> None:
    for ref in rule_set_ids():
        for seed in range(6):
            answer = answer_match(random_ask(rule_set(ref), Random(seed)), rule_set(ref))
            assert answer is not None and len(answer["totals"]) == len(answer["points"])


# -- an engine in JavaScript ------------------------------------------------------------------------------------------

CURES = (
    ("opening && chains.length === 2 ? low : 2 * low]", "2 * low]"),
    ("sides.length === 2 ? sides : []", "sides"),
    ("Math.floor(pipsOf(hand) / 5) * 5", "Math.floor((pipsOf(hand) + 2) / 5) * 5"),
)


def changed(folder: Path, *changes: tuple[str, str]) -> str:
    """The command of the engine with its three faults mended and other changes made."""
    text = ENGINE.read_text(encoding="utf-8")
    for old, new in (*CURES, *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / "engine.js"
    path.write_text(text, encoding="utf-8")
    return f"node '{path}'"


@needs_node
def test_the_three_planted_faults_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["conform", "--cmd", f"node {ENGINE}", "--records", "5"]
    assert main([*arguments, "--json", "-o", str(tmp_path), "--lang", "hi"]) == 1
    found = {(each["kind"], each["part"]): each for each in map(json.loads, capsys.readouterr().out.splitlines())}
    assert set(found) == {
        *(("position", part) for part in ("total", "counted", "points", "sites", "legal")), ("settlement", "deductions")
    }  # fmt: skip
    opening = found["position", "total"]["ask"]["placements"]
    assert [placed[0][1] == placed[0][3] for placed in opening] == [True]  # a double alone
    side = found["position", "sites"]["ask"]["placements"]
    assert len(side) == 4 and side[3][2].startswith("branch")
    hands = found["settlement", "deductions"]
    assert sum(map(len, hands["ask"]["left"].values())) == 1 and hands["expected"] != hands["found"]
    assert all(len(each["ask"].get("placements", ())) <= 6 for each in found.values())
    assert main(["check", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.svg"))) == 5


@needs_node
def test_the_same_engine_without_its_faults_agrees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--cmd", changed(tmp_path), "--records", "10"]) == 0
    said = capsys.readouterr().out
    asked, alike = map(int, re.findall(r"(\d+) questions asked, (\d+) answered alike", said)[0])
    assert asked == alike > 300 and "0 sorts of disagreement" in said


@needs_node
@pytest.mark.parametrize(
    ("old", "new", "part", "turns"),
    [
        ("must = next[0] === 'start' ? next[1] : 'lot'", "must = 'lot'", "wrong", 2),
        ("score[side] >= target", "score[side] > target", "ends", 1),
        ("this.seats.indexOf(this.toPlay) + 1", "this.seats.indexOf(this.toPlay) + 2", "wrong", 2),
    ],
)
def test_faults_of_matches_are_found_and_made_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, part: str, turns: int
) -> None:
    assert main(["conform", "--cmd", changed(tmp_path, (old, new)), "--records", "5", "--json"]) == 1
    found = {each["part"]: each for each in map(json.loads, capsys.readouterr().out.splitlines())}
    rounds = found[part]["ask"]["rounds"]
    assert found[part]["kind"] == "match" and sum(len(each["turns"]) for each in rounds) <= turns
    path = tmp_path / "found.goti"
    path.write_text(found[part]["record"], encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert sum(len(each["table"]) for each in rounds) + turns <= 6


# -- engines that do not answer ---------------------------------------------------------------------------------------

PYTHON = sys.executable


def program(body: str) -> str:
    """A command that runs a line of Python for every question."""
    return f'{PYTHON} -c "import sys, os, time\nfor line in sys.stdin: {body}"'


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program", "no-such-program cannot be started: No such file"),
        ("", "--cmd names no program"),
        ("node 'engine", "No closing quotation"),
        (str(ENGINE.parent), "cannot be started"),
        (f"{PYTHON} -c pass", "ended with status 0"),
        (program("raise ValueError('mine')"), "ended with status 1: ValueError: mine"),
        (program("os.close(1); time.sleep(60)"), "closed its output"),
        (program("time.sleep(60)"), "did not answer within 0.5 s"),
        (program("print('{', end='', flush=True)"), "did not answer within 0.5 s"),
        (program("print('yes', flush=True)"), "no JSON: yes"),
        (program("print('{\\'total\\': 1}', flush=True)"), "no JSON: {'total': 1}"),
        (program("print('[]', flush=True)"), "no JSON object: []"),
        (program("print(f'{chr(123)}\\\\x22total\\\\x22: NaN{chr(125)}', flush=True)"), "no JSON: {"),
        (program("print('[' * 99999, flush=True)"), "no JSON: [[["),
        (program("os.write(1, bytes([255, 10]))"), "no JSON: \\xff"),
        (program("print('x' * (1 << 21), flush=True)"), "longer than 1048576 bytes"),
        (program("print('{}\\\\n{}', flush=True)"), "more than it was asked: {}"),
        (f"{PYTHON} -c \"print('hello', flush=True); import time; time.sleep(60)\"", "no JSON: hello|asked: hello"),
        (program("print('{\\\\x22unsupported\\\\x22: true}', flush=True)"), "supports none of the questions"),
    ],
)
def test_an_engine_that_does_not_answer(command: str, reason: str) -> None:
    with pytest.raises(EngineError) as found, Engine(command, timeout=0.5) as engine:
        list(conform(engine, 0, 1, Count()))
    assert re.search(reason if "|" in reason else re.escape(reason), str(found.value)), found.value
    assert "\n" not in str(found.value)


def test_nothing_is_left_running(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the engine nor what it has started."""
    path = tmp_path / "engine.py"
    path.write_text(
        "import subprocess, sys\nchild = subprocess.Popen(['sleep', '60'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\nsys.stdin.readline()\nprint('no', flush=True)\n"
        "sys.stdin.read()\n"
    )
    assert main(["conform", "--cmd", f"{PYTHON} '{path}'"]) == 2
    said = capsys.readouterr().err
    assert said == "goti: the engine's answer is no JSON: no\n"
    command = ["ps", "-o", "stat=", "-p", (tmp_path / "pid").read_text()]
    state = ""
    for _ in range(100):
        state = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        if state[:1] in ("", "Z"):  # ended; whoever adopted it may not have looked yet
            return
        time.sleep(0.1)
    pytest.fail(f"a child of the engine is left: {state}")


@pytest.mark.parametrize("told", (signal.SIGTERM, signal.SIGHUP, signal.SIGINT))
def test_an_engine_ends_with_a_command_that_is_told_to_end(tmp_path: Path, told: signal.Signals) -> None:
    path, began = tmp_path / "engine.py", tmp_path / "pid"
    path.write_text(
        f"import os, time\nopen('{began}.part', 'w').write(str(os.getpid()))\n"
        f"os.rename('{began}.part', '{began}')\ntime.sleep(60)\n"
    )
    command = [PYTHON, "-m", "goti", "conform", "--cmd", f"{PYTHON} '{path}'", "--timeout", "60"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        while not began.exists():
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(told)
        assert running.wait() == 128 + told and running.stderr is not None and running.stderr.read() == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(began.read_text()), 0)


CHANGING = """
import json, sys
from goti.engine.rules import rule_set
from goti.engine.table import build
from goti.proofs.conform import layout_of
from goti.proofs.vectors import answer_position
known = 0
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"unsupported": True}
    if asked["kind"] == "position" and asked["rules"] == "muggins@1":
        answer = answer_position(build(rule_set("muggins"), layout_of(asked["ask"])))
        known += 1
        if known == 9:
            answer["total"] = -1
    print(json.dumps(answer), flush=True)
"""


def test_an_engine_that_changes_its_mind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong once and then never again: what it said first is shown, with a word about it."""
    path = tmp_path / "engine.py"
    path.write_text(CHANGING, encoding="utf-8")
    assert main(["conform", "--cmd", f"{PYTHON} '{path}'", "--records", "0"]) == 1
    said = capsys.readouterr().out
    assert "the engine's total differs" in said and "asked again, the engine answered otherwise" in said


@pytest.mark.parametrize(
    ("part", "one", "two", "alike"),
    [
        ("total", 5, 5.0, True),
        ("total", 1, True, False),
        ("total", 5, "5", False),
        ("total", 5, None, False),
        ("sites", [["[0|0]", "chain-a", 0], ["[0|1]", "low", 0]], [["[0|1]", "low", 0], ["[0|0]", "chain-a", 0]], True),
        ("sites", [["[0|0]", "chain-a", 0]], {"a": 1}, False),
        ("sites", [["[0|0]", "chain-a", 0]], [["[0|0]", "chain-a", 0]] * 2, False),
        ("totals", [[1], [2]], [[2], [1]], False),
        ("deductions", {"A": 5, "B": 0}, {"B": 0.0, "A": 5}, True),
    ],
)
def test_what_is_the_same_answer(part: str, one: Any, two: Any, alike: bool) -> None:
    assert same(part, one, two) is alike


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("en", "hi", "es"):
        for wrong in ("--records=-1", *(f"--timeout={each}" for each in ("0", "-1", "nan", "inf", "1e300", "1e10"))):
            assert main(["conform", "--cmd", "true", wrong, "--lang", language]) == 2
            said = capsys.readouterr().err
            assert said.count("\n") == 1 and "--timeout" in said and "86400" in said


def test_the_longest_wait_can_be_waited(tmp_path: Path) -> None:
    with Engine(program("print('{}', flush=True)"), LONGEST_WAIT) as engine:
        assert engine.answer(rule_set("block"), "position", {}) == {}


def test_an_answer_behind_the_last_question_is_noticed() -> None:
    with (
        pytest.raises(EngineError, match="more than it was asked: late"),
        Engine(program("print('late', flush=True)")) as engine,
    ):
        engine._questions.put(b"{}\n")
