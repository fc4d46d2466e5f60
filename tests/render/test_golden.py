"""A few figures kept whole: any change of a byte must be looked at.

To accept a change, look at the new picture, then record that one file: `GOTI_GOLDEN=<file name> pytest
tests/render/test_golden.py`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import uharfbuzz

from goti.engine.history import account
from goti.engine.rules import ScoreRecord
from goti.render import Kept, figure_svg, look, score_figure, write_svg
from goti.render.fonts import font_digest, font_entry

from .figures import figures

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"
FILES = {
    "american-sniff-F1.en.svg": figure_svg(figures("american-sniff")["F1"], lang="en", legend=False),
    "seven-rocks-F5.hi.svg": figure_svg(figures("seven-rocks")["F5"], lang="hi"),
    "scores-paper.en.svg": write_svg(
        score_figure(
            (account("A Asha", [110, 75]), account("B Binod", [180, 195])),
            Kept(ScoreRecord.PAPER, ("A", "B"), 250),
            look("en"),
        )
    ),
    "scores-board.hi.svg": write_svg(
        score_figure(
            (account("A+C आशा, चंद्रा", [10, -15]), account("B+D बिनोद, देव", [235, 265])),
            Kept(ScoreRecord.BOARD, ("A+C", "B+D"), 250),
            look("hi"),
            "B+D",
        )
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_the_bytes_are_the_kept_ones(name: str) -> None:
    made, path = FILES[name].encode(), GOLDEN / name
    if os.environ.get("GOTI_GOLDEN") == name:
        path.write_bytes(made)
    shaper: Any = uharfbuzz  # its names come from a compiled module that type checkers cannot see
    versions = f"HarfBuzz {shaper.version_string()}, font {font_digest(font_entry('hi'))[:12]}"
    assert made == path.read_bytes(), f"{name} differs; made with {versions}"
