"""Numbers of sequences: stored ones, two ways of counting, and the judge of records as a third."""

from __future__ import annotations

from pathlib import Path

import pytest

from goti.cli import main
from goti.engine.rules import load_rules, rule_set
from goti.proofs.golden import read_golden, write_golden
from goti.proofs.perft import Deal, counted, random_deal, recounted

from .counting import judge_counts

FILES = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "perft").glob("*.perft"))
MOST_NODES = 20_000
SMALL = "american-sniff:hand-sizes=2,max-pips=3"
"""Hands of two tiles and a boneyard: rounds in which seats soon draw, pass, go out and block."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stored_numbers(path: Path) -> None:
    golden = read_golden(path.read_text(encoding="utf-8"))
    checked = 0
    for depth, number in golden.numbers.items():
        if number <= MOST_NODES:
            assert counted(golden.rules, golden.deal, depth) == number == recounted(golden.rules, golden.deal, depth)
            checked += 1
    assert checked >= 7
    assert read_golden(write_golden(golden)) == golden


@pytest.mark.parametrize(
    ("ref", "seats", "seed", "depth"), [(SMALL, 2, 1, 3), (SMALL, 4, 2, 4), ("seven-rocks", 4, 3, 2)]
)
def test_the_judge_of_records_allows_exactly_these_turns(ref: str, seats: int, seed: int, depth: int) -> None:
    """`./run prove` follows such small rounds to their end."""
    rules = load_rules(ref)
    deal = random_deal(rules, seats, seed)
    assert judge_counts(rules, deal, depth) == [counted(rules, deal, each) for each in range(1, depth + 1)]


def test_rounds_that_end() -> None:
    """[6|6], then nothing fits B's [0|0]: B passes, A plays its last tile; nothing follows."""
    rules = rule_set("seven-rocks")
    six, nothing, last = (1 << 27), 1, (1 << 26)  # [6|6], [0|0], [5|6]
    deal = Deal((six | last, nothing))
    assert [counted(rules, deal, depth) for depth in (1, 2, 3, 4)] == [2, 2, 2, 0]
    assert [recounted(rules, deal, depth) for depth in (1, 2, 3, 4)] == [2, 2, 2, 0]


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "seven-rocks", "--seed", "3", "--depth", "4"]) == 0
    text = capsys.readouterr().out
    assert text.endswith("perft 3 58\nperft 4 228\n")
    path = tmp_path / "a.perft"
    path.write_text(text, encoding="utf-8")
    assert main(["perft", str(path)]) == 0
    path.write_text(text.replace("228", "229"), encoding="utf-8")
    assert main(["perft", str(path), "--lang", "hi"]) == 1
    assert main(["perft", "seven-rocks", "--players", "3"]) == 2
    assert main(["perft", "seven-rocks:extra-turn=after-score"]) == 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("perft 1 7", "perft one 7", "line 6 is none of a perft file: 'perft one 7'"),
        ("deal A [0|1]", "deal A [0", "line 2 is none"),
        ("deal A", "deal E", "line 2 is none"),
        ("[0|1]", "[0|9]", "each once"),
        ("[0|1]", "[0|3]", "each once"),
        ("deal A [0|1] ", "boneyard [0|1]\ndeal A ", "not dealt as in seven-rocks"),
        ("deal A", "deal B", "each once"),
        ("rules seven-rocks@1", "", "has a `rules` line"),
        ("rules seven-rocks@1", "rules seven", "no rule set 'seven'"),
        ("perft 1 7", "perft 0 1", "from depth 1"),
    ],
)
def test_a_file_that_is_none(
    old: str, new: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", "seven-rocks", "--seed", "3", "--depth", "1"]) == 0
    path = tmp_path / "a.perft"
    path.write_text(capsys.readouterr().out.replace(old, new), encoding="utf-8")
    for language in ("en", "hi"):
        assert main(["perft", str(path), "--lang", language]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"goti: {path}: ") and said.count("\n") == 1
        assert language == "hi" or reason in said
