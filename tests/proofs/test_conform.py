"""Vectors, and another engine that is half right on purpose."""

from __future__ import annotations

import json
import shutil
import sys
from itertools import combinations
from pathlib import Path

import pytest

from goti.cli import main
from goti.engine.rules import FIELDS, rule_set, rule_set_ids
from goti.proofs.conform import Count, Engine, EngineError, conform
from goti.proofs.layouts import TABLE_FIELDS, same_tables
from goti.proofs.vectors import vectors

ENGINE = Path(__file__).with_name("engine.js")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

TURNS = ("stock", "reserve", "draw-most")


def test_vectors_tell_every_two_readings_apart() -> None:
    """Where a layout, a turn or the settlement of a round can; other fields are printed in the header."""
    answers: dict[str, dict[str, str]] = {ref: {} for ref in rule_set_ids()}
    _, *found = vectors()
    for each in found:
        answers[each["rules"]][json.dumps([each["kind"], each["ask"]])] = json.dumps(each["expect"])
    for one, two in combinations(rule_set_ids(), 2):
        shared = answers[one].keys() & answers[two].keys()
        differ = {json.loads(ask)[0] for ask in shared if answers[one][ask] != answers[two][ask]}
        first, second = rule_set(one), rule_set(two)
        assert ("position" in differ) == (not same_tables(first, second)), (one, two)
        if any(getattr(first, FIELDS[key]) != getattr(second, FIELDS[key]) for key in TURNS):
            assert "turn" in differ or not _draws_differ(one, two), (one, two)
        if first.settlement is not second.settlement and set(first.hand_sizes) & set(second.hand_sizes):
            assert "settlement" in differ, (one, two)


def _draws_differ(one: str, two: str) -> bool:
    """Whether one draws and the other does not, or they stop drawing at other places."""
    return len({(rule_set(ref).stock.value == "until-playable", rule_set(ref).reserve) for ref in (one, two)}) == 2


def test_every_layout_clause_has_a_vector() -> None:
    """Clauses about ports, counted ends and points, by the fixtures' own clauses."""
    header, *found = vectors()
    cited = {clause for each in found for clause in each["clauses"]}
    for prefix, clauses in (
        ("AS", (*range(22, 45), 46, 52, 53, 55, 59, 60, 61)), ("SR", (*range(24, 43), 44, 26, 27, 51, 52, 53, 54))
    ):  # fmt: skip
        missing = {f"{prefix}{number}" for number in clauses} - cited - {"SR51", "SR54"}
        assert not missing, missing
    assert header["vectors"] == len(found) > 500 and header["goti_vectors"] == 1
    assert [each["id"] for each in found] == list(range(1, len(found) + 1))
    assert set(header["rules"]) == set(rule_set_ids()) and set(TABLE_FIELDS) <= set(header["rules"]["muggins@1"])


@needs_node
def test_the_three_planted_faults_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = Count()
    with Engine(f"node {ENGINE}") as engine:
        found = {(each.kind, each.part): each for each in conform(engine, 20, 1, count)}
    opening = found["position", "total"]
    assert [each.is_double for each in opening.layout.tiles] == [True]  # type: ignore[union-attr]
    side = found["position", "sites"].layout
    assert side is not None and len(side) == 4 and side.placements[3].parent_port is not None
    assert side.placements[3].parent_port.is_branch
    hands = found["settlement", "deductions"]
    assert len(hands.ask["left"]) == 2 and hands.expected != hands.found
    assert set(found) >= {("position", "counted"), ("position", "points"), ("position", "legal")}
    assert all(each.layout is None or len(each.layout) <= 6 for each in found.values())
    assert count.unsupported and count.agreed < count.asked
    assert main(["conform", "--cmd", f"node {ENGINE}", "--records", "0", "-o", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "american-sniff@1: position: the engine's total differs" in said and "sorts of disagreement" in said
    assert main(["check", *map(str, sorted(tmp_path.glob("*.goti")))]) == 0
    assert sorted(tmp_path.glob("*.svg"))
    assert main(["conform", "--cmd", f"node {ENGINE}", "--records", "0", "--json", "--lang", "hi"]) == 1


RIGHT = """
import json, sys
from goti.engine.rules import rule_set
from goti.engine.table import build
from goti.proofs.conform import layout_of, tile_of
from goti.proofs.vectors import answer_position, answer_settlement, answer_turn
for line in sys.stdin:
    question = json.loads(line)
    rules, ask = rule_set(question["rules"]), question["ask"]
    if question["kind"] == "settlement":
        answer = answer_settlement(rules, [list(map(tile_of, hand)) for hand in ask["left"].values()], ask["out"])
    elif question["kind"] == "turn":
        hand = [tile_of(each) for each in ask["hand"]]
        answer = answer_turn(build(rules, layout_of(ask)), hand, ask["boneyard"], ask["drawn"])
    else:
        answer = answer_position(build(rules, layout_of(ask)))
    print(json.dumps(answer), flush=True)
"""


def test_an_engine_that_is_right_agrees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "right.py"
    path.write_text(RIGHT, encoding="utf-8")
    assert main(["conform", "--cmd", f"{sys.executable} {path}", "--records", "3"]) == 0
    assert "0 not supported; 0 sorts of disagreement" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program", "No such file"),
        (f"{sys.executable} -c pass", "ended with status|no answer"),
        (f"{sys.executable} -c \"print('yes', flush=True); input(); input()\"", "no JSON: 'yes'"),
        (f"{sys.executable} -c \"print('[]', flush=True); input(); input()\"", "no JSON object"),
        (f'{sys.executable} -c "import time; time.sleep(60)"', "no answer"),
    ],
)
def test_an_engine_that_does_not_answer(command: str, reason: str) -> None:
    with pytest.raises(EngineError, match=reason), Engine(command, timeout=1) as engine:
        list(conform(engine, 0, 1, Count()))
