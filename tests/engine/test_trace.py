"""The trace keeps its schema, over every shipped record, and its values are those of the table."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from goti.cli import main
from goti.engine.trace import schema

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
FILES = sorted(path for path in ROOT.rglob("*.goti") if path.stem != "not-utf8")


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def test_every_shipped_record_keeps_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    main(["replay", "--json", *map(str, FILES)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(FILES)
    for line in lines:
        document = json.loads(line)
        error = next(iter(validator.iter_errors(document)), None)
        assert error is None, f"{document['file']}: {error}"
        for entry in document["entries"]:
            turns = entry.get("turns", []) + [turn for each in entry.get("rounds", []) for turn in each["turns"]]
            for turn in turns:
                if turn["counted"] is not None:
                    assert turn["total"] == sum(each["value"] for each in turn["counted"])
                if turn["action"] in ("pass", "draw"):  # report 55: no tile, no site, no points
                    assert turn["tile"] is turn["site"] is turn["total"] is turn["points"] is None


def test_legal_counts() -> None:
    """A starter with seven tiles has seven placements; a right pass has none."""
    from goti.api import load

    entry = load(ROOT / "samples" / "seven-rocks.goti").entries[0]
    for trace in entry.judged.rounds:
        assert trace.steps[0].legal == 7
        for step in trace.steps:
            assert (step.legal == 0) == (step.action.verb == "pass")
