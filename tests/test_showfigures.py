"""`goti render`: marks as written, sequences, what cannot be drawn."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from goti.api import check_lines
from goti.cli import main
from goti.engine.messages import catalogue
from goti.figures import Table, marked
from goti.render import look
from goti.render.scene import Plates

ROOT = Path(__file__).resolve().parent.parent
BY_HAND = """\
layout five-up "Cross"
rule max-pips 9
[3|9]
[9|9]@[3|9] =3 +40
  counted [3|9]:3
  open [9|9].chain-b:9
figure "A double"
"""
ROUND = """\
match seven-rocks
seats A B C D
round 1
lot A
A: [5|5] =10 +10
B: pass
figure "After a pass"
C: [5|6]@[5|5]
{}
unfinished
"""

Render = Callable[..., tuple[int, str, str]]


@pytest.fixture
def render(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Render:
    """Runs `goti render - -o tmp_path` on a text: status, what it prints without the folder, what it complains of."""
    monkeypatch.setenv("GOTI_LANG", "en")

    def call(text: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        status = main(["render", "-", "-o", str(tmp_path), *words])
        out, err = capsys.readouterr()
        return status, out.replace(f"{tmp_path}/", ""), err

    return call


def test_marks_as_written(render: Render, tmp_path: Path) -> None:
    status, _, err = render(BY_HAND)
    assert status == 1 and "false-counted" in err and "false-points" in err
    assert render(BY_HAND, "--as-written", "--format", "svg,txt") == (0, "stdin-1-2.svg\nstdin-1-2.txt\n", "")
    svg = (tmp_path / "stdin-1-2.svg").read_text(encoding="utf-8")
    assert "3 = 3 · 40 points" in svg and "counted contribution" in svg and "legal extension" in svg
    assert "(3)" in (tmp_path / "stdin-1-2.txt").read_text(encoding="utf-8")


def test_as_written_a_position_without_a_word_has_no_caption(render: Render, tmp_path: Path) -> None:
    assert render(BY_HAND, "--as-written", "--all", "--no-legend")[0] == 0
    first, second = ((tmp_path / f"stdin-1-{turn}.svg").read_text(encoding="utf-8") for turn in (1, 2))
    assert "<text" not in first and "3 = 3 · 40 points" in second


def test_as_written_what_cannot_be_drawn_is_named_and_the_others_are_made(render: Render) -> None:
    wrong = BY_HAND.replace("counted [3|9]:3", "counted [3|8]:3")
    status, out, err = render(f"{wrong}\n{BY_HAND}", "--as-written")
    assert (status, out) == (1, "stdin-2-2.svg\n")
    assert err.startswith("-:5:1: this figure cannot be drawn: [3|8] is not on the table\n      counted [3|8]:3\n")


def test_as_written_other_faults_are_said(render: Render) -> None:
    status, _, err = render(BY_HAND.replace("[9|9]@[3|9]", "[8|9]@[3|9].low"), "--as-written")
    assert status == 1 and "does-not-fit" in err


def test_a_figure_after_a_pass_shows_the_tiles_that_lie(render: Render, tmp_path: Path) -> None:
    status, out, err = render(ROUND.format(""), "--format", "txt")
    assert (status, out) == (0, "stdin-1-r1-1.txt\n")
    assert "not known" not in err.replace("hand that is not recorded", "")
    assert (tmp_path / "stdin-1-r1-1.txt").read_text(encoding="utf-8").startswith("After a pass\n")


@pytest.mark.parametrize("which", ["--all", "--strip", "--sheet"])
def test_a_sequence_says_where_steps_are_left_out(render: Render, which: str) -> None:
    status, out, err = render(ROUND.format("D: [?|?]"), which, "--format", "txt")
    assert status == 1 and out
    assert "-:9:1: the layout is not known here" in err


def test_a_contact_sheet_is_a_pdf(render: Render) -> None:
    assert render(BY_HAND, "--as-written", "--sheet")[:2] == (0, "stdin-1-sheet.pdf\n")


def test_the_text_picture_has_the_shape_asked_for(render: Render, tmp_path: Path) -> None:
    row = "layout seven-rocks\n" + "\n".join(f"[{i}|{i + 1}]" for i in range(6)) + "\n"
    found = []
    for wish in ((), ("--max-width", "12")):
        assert render(row, "--format", "txt", *wish)[0] == 0
        found.append(max(map(len, (tmp_path / "stdin-1-6.txt").read_text(encoding="utf-8").split("\n")[:-3])))
    assert found[1] < found[0] / 1.5


def test_marked_figures_of_one_layout_have_their_tiles_in_one_place() -> None:
    """The first row would run straight on; that of the whole layout turns."""
    tiles = ("[0|1]", "[1|2]", "[2|3]", "[3|4]", "[4|5]", "[5|6]", "[6|6]", "[6|2]", "[2|4]", "[4|1]", "[1|5]")
    source = ["layout seven-rocks", *(line for tile in tiles for line in (tile, "figure"))]
    (report,) = check_lines(source, trace=True)
    made = [each.draw()[0] for each in marked(report, look(), Table(aspect=1.0))]
    shapes = []
    for scene in made:
        places = next(each for each in scene.shapes if isinstance(each, Plates)).places
        shapes.append([(round(x - places[0][0]), round(y - places[0][1]), lies) for x, y, lies in places])
    assert len(made) == len(tiles)
    assert all(each == shapes[-1][: len(each)] for each in shapes)


@pytest.mark.parametrize(
    ("words", "hindi"),
    [
        (["--width", "1"], "चित्र की चौड़ाई 5 से 2000 मिमी तक हो सकती है, 1 नहीं"),
        (["--theme", "pink"], "'pink' नाम की थीम नहीं है"),
        (["--aspect", "9:1"], "मेज़ का आकार 1:4 से 4:1 तक हो सकता है"),
        (["--sheet", "--format", "svg"], "कॉन्टैक्ट शीट PDF होती है"),
    ],
)
def test_refusals_are_said_in_the_language_asked_for(render: Render, words: list[str], hindi: str) -> None:
    status, _, err = render(BY_HAND, "--lang", "hi", *words)
    assert status == 2 and hindi in err and len(err.splitlines()) == 1


def test_a_picture_that_would_be_too_large(render: Render) -> None:
    status, out, err = render(BY_HAND, "--as-written", "--format", "svg,png", "--width", "2000", "--dpi", "600")
    assert (status, out) == (1, "")
    assert "this PNG would have 47244 ×" in err and "12000 a side is the most" in err


def test_every_text_of_what_cannot_be_drawn_is_used() -> None:
    code = [*(ROOT / "render").glob("*.py"), *(ROOT / "engine").glob("*.py"), *ROOT.glob("*figures.py")]
    named = set(re.findall(r'"([a-z0-9-]+)"', "".join(each.read_text(encoding="utf-8") for each in code)))
    keys = {key.removeprefix("undrawn.") for key in catalogue("en") if key.startswith("undrawn.")}
    assert keys <= named
