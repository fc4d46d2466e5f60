"""`goti render`: marks as written, sequences, what cannot be drawn."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

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
    assert "3 = 3; 40 points" in svg and "counted contribution" in svg and "legal extension" in svg
    assert "(3)" in (tmp_path / "stdin-1-2.txt").read_text(encoding="utf-8")


def test_as_written_a_position_without_a_word_has_no_caption(render: Render, tmp_path: Path) -> None:
    assert render(BY_HAND, "--as-written", "--all", "--no-legend")[0] == 0
    first, second = ((tmp_path / f"stdin-1-{turn}.svg").read_text(encoding="utf-8") for turn in (1, 2))
    assert "<text" not in first and "3 = 3; 40 points" in second


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
        found.append(
            max(map(len, (tmp_path / "stdin-1-6.txt").read_text(encoding="utf-8").split("\n\n")[0].split("\n")))
        )
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
        (["--sheet", "--format", "svg"], "कॉन्टैक्ट शीट PDF या पाठ होती है"),
    ],
)
def test_refusals_are_said_in_the_language_asked_for(render: Render, words: list[str], hindi: str) -> None:
    status, _, err = render(BY_HAND, "--lang", "hi", *words)
    assert status == 2 and hindi in err and len(err.splitlines()) == 1


def test_a_picture_that_would_be_too_large(render: Render) -> None:
    status, out, err = render(BY_HAND, "--as-written", "--format", "svg,png", "--width", "2000", "--dpi", "600")
    assert (status, out) == (1, "stdin-1-2.svg\n")
    assert "this PNG would have 47244 ×" in err and "12000 a side is the most" in err


def test_every_text_of_what_cannot_be_drawn_is_used() -> None:
    code = [*(ROOT / "render").glob("*.py"), *(ROOT / "engine").glob("*.py"), *ROOT.glob("*figures.py")]
    named = set(re.findall(r'"([a-z0-9-]+)"', "".join(each.read_text(encoding="utf-8") for each in code)))
    keys = {key.removeprefix("undrawn.") for key in catalogue("en") if key.startswith("undrawn.")}
    assert keys <= named


FIVE = "layout seven-rocks\n[1|4] =5 +5\n"
MATCH = """\
match seven-rocks
seats A B C D
round 1
given score A 0 B 0
{}
A: [5|6]@[5|5]
{}
unfinished
"""


@pytest.mark.parametrize(
    ("text", "drawn", "place"),
    [
        (FIVE + "nonsense\nfigure\n", "", "-:4:1"),
        (FIVE + "figure\nnonsense\nfigure\n[4|4]@[1|4]\nfigure\n", "1", "-:5:1"),
        (FIVE + "nonsense\n", "", "-:3:1"),
        (FIVE + "given table [1|4] [2|2]\n", "", "-:3:1"),
        (FIVE + "given table [1|4] [2|2]\nfigure\n", "", "-:4:1"),
        ('layout seven-rocks after "none"\nfigure\n', "", "-:2:1"),
        (ROUND.format("nonsense\nfigure"), "r1-1", "-:10:1"),
        (ROUND.format("nonsense\nD: [0|6]\nfigure"), "r1-1", "-:11:1"),
        (ROUND.format("gap\nfigure"), "r1-1", "-:10:1"),
    ],
)
def test_where_the_layout_is_not_known_no_earlier_one_is_drawn(
    render: Render, text: str, drawn: str, place: str
) -> None:
    status, out, err = render(text)
    assert status in (1, 2)
    assert out == (f"stdin-1-{drawn}.svg\n" if drawn else "")
    assert f"{place}: the layout is not known here" in err


def test_a_figure_line_that_cannot_be_read_gives_no_picture_without_its_caption(render: Render) -> None:
    assert render(FIVE + 'figure "open\n')[:2] == (2, "")
    assert render(FIVE + 'figure\nfigure "open\n')[:2] == (2, "stdin-1-1.svg\n")


def test_every_figure_line_gives_a_picture(render: Render, tmp_path: Path) -> None:
    text = FIVE + 'figure "One"\nfigure "Two"\nfigure en "Three" hi "तीन"\n'
    assert render(text, "--format", "txt")[:2] == (0, "stdin-1-1.txt\nstdin-1-1-2.txt\nstdin-1-1-3.txt\n")
    names = ("stdin-1-1", "stdin-1-1-2", "stdin-1-1-3")
    first = [(tmp_path / f"{name}.txt").read_text(encoding="utf-8").split("\n")[0] for name in names]
    assert first == ["One", "Two", "Three"]


def test_a_table_before_the_first_turn_can_be_drawn(render: Render, tmp_path: Path) -> None:
    text = MATCH.format('given table [5|5]\ngiven turn A\nfigure "Given"', 'figure "Placed"')
    assert render(text, "--format", "txt")[1] == "stdin-1-r1-0.txt\nstdin-1-r1-1.txt\n"
    assert (tmp_path / "stdin-1-r1-0.txt").read_text(encoding="utf-8").startswith("Given\n     [5]\n(10) -*-\n")
    again = MATCH.format("given table [5|5]\ngiven turn A", 'gap\ngiven table [5|5] [5|6]\nfigure "Again"')
    assert render(again, "--format", "txt")[1] == "stdin-1-r1-1.txt\n"
    assert (tmp_path / "stdin-1-r1-1.txt").read_text(encoding="utf-8").startswith("Again\n")


def test_the_end_of_an_earlier_layout_can_be_drawn(render: Render, tmp_path: Path) -> None:
    text = FIVE.replace("rocks", 'rocks "One"') + '\nlayout seven-rocks "Two" after "One"\nfigure "From there"\n'
    assert render(text + "[4|4]@[1|4]\n", "--format", "txt")[1] == "stdin-1-1.txt\nstdin-2-0.txt\n"
    assert "(1) [1|4] (4)" in (tmp_path / "stdin-2-0.txt").read_text(encoding="utf-8")


def test_a_figure_of_an_empty_table_is_refused(render: Render) -> None:
    text = ROUND.format("").replace("A: [5|5]", "figure\nA: [5|5]")
    status, out, err = render(text)
    assert (status, out) == (2, "stdin-1-r1-1.svg\n")
    assert "-:5:1: misplaced-line: this figure has no placement above it" in err


def test_as_written_one_bad_line_takes_one_figure(render: Render) -> None:
    text = """\
layout five-up
rule max-pips 9
[3|9]
figure
[9|9]@[3|9]
  counted [9|9]:50
  open [3|9].high:3
figure
figure
[4|9]@[9|9]
  counted [3|9]:3 [4|9]:4
figure
"""
    told = "-:7:1: this figure cannot be drawn: [3|9] has no free end high on the table"
    status, out, err = render(text, "--as-written")
    assert (status, out, err.count(told)) == (1, "stdin-1-1.svg\nstdin-1-3.svg\n", 2)
    status, out, err = render(text, "--as-written", "--all")
    assert (status, out, err.count(told)) == (1, "stdin-1-1.svg\nstdin-1-3.svg\n", 1)
    status, out, err = render(text, "--as-written", "--strip")
    assert (status, out, err.count(told)) == (1, "stdin-1-strip.svg\n", 1)
    assert "no figures" not in err


def test_as_written_claims_below_a_given_table_are_about_it(render: Render, tmp_path: Path) -> None:
    text = "layout five-up\n[1|4]\n  counted [1|4].low:1\ngiven table [2|3]\n  counted [2|3].high:3\nfigure\n"
    assert render(text, "--as-written", "--format", "txt")[0] == 0
    assert "Counted contributions: 3 = 3" in (tmp_path / "stdin-1-0.txt").read_text(encoding="utf-8")


def test_an_output_that_cannot_be_written_does_not_stop_the_others(render: Render, tmp_path: Path) -> None:
    (tmp_path / "stdin-1-1.svg").mkdir()
    (tmp_path / "stdin-2-1.txt").symlink_to(tmp_path / "none" / "x.txt")
    status, out, err = render(f"{FIVE}\n{FIVE}", "--format", "svg,txt")
    assert (status, out) == (2, "stdin-1-1.txt\nstdin-2-1.svg\n")
    assert "stdin-1-1.svg: not a regular file" in err and "stdin-2-1.txt: No such file or directory" in err
    assert not (tmp_path / "none").exists()


def test_a_folder_that_cannot_be_written_is_said_once(render: Render, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, out, err = render(f"{FIVE}\n{FIVE}", "-o", str(tmp_path / "file" / "below"))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_width_that_cannot_be_met_is_said(render: Render) -> None:
    text = FIVE + "[4|4]@[1|4]\n[4|6]@[4|4]\n[4|5]@[4|4]\n"
    status, out, err = render(text, "--max-width", "8")
    assert (status, out, err) == (0, "stdin-1-4.svg\n", "")
    status, out, err = render(text, "--max-width", "2")
    assert (status, out) == (0, "stdin-1-4.svg\n")
    assert re.search(
        r"stdin-1-4: this figure is [468] units wide; no way was found to lay its tiles within --max-width 2\n$", err
    )
    assert "--max-width 2 में रखने का तरीका नहीं मिला" in render(text, "--max-width", "2", "--strip", "--lang", "hi")[2]


def test_figures_after_the_end_of_a_round(render: Render) -> None:
    text = """\
match american-sniff
seats A B
round 1
lot A
A: [6|6] =12
void "x"
figure "After void"

round 2
lot B
B: [4|6] =10 +10
blocked
figure "After blocked"
left A [0|1]
figure "After left"
score A 0 B 10
figure "After score"
unfinished
"""
    drawn = ["stdin-1-r1-1.txt", "stdin-1-r2-1.txt", "stdin-1-r2-1-2.txt", "stdin-1-r2-1-3.txt"]
    assert render(text, "--format", "txt")[1].split() == drawn


WITHDRAWN = """\
match american-sniff
seats A B
round 1
lot A
A: [6|6] =12
B: [5|6]@[6|6] =17 withdrawn
figure "Back"
B: [4|6]@[6|6] =16
unfinished
"""


def test_a_withdrawn_placement_is_no_step_of_a_sequence(render: Render, tmp_path: Path) -> None:
    assert render(WITHDRAWN, "--format", "txt")[1] == "stdin-1-r1-1.txt\n"
    assert "[6|6]" not in (tmp_path / "stdin-1-r1-1.txt").read_text(encoding="utf-8")
    for which, drawn in (
        ("--all", "r1-1.txt stdin-1-r1-3.txt"),
        ("--strip", "r1-strip.txt"),
        ("--sheet", "r1-sheet.txt"),
    ):
        status, out, err = render(WITHDRAWN, which, "--format", "txt")
        assert (status, out.split()) == (0, f"stdin-1-{drawn}".split())
        assert "not known here" not in err


@pytest.mark.parametrize("line", ["counted [3|6]:x", "open [3|6].low", "spinner 6"])
def test_as_written_marks_that_cannot_be_read_give_no_figure(render: Render, line: str) -> None:
    text = f"layout five-up\n[3|3]\n  counted [3|3]:6\nfigure\n[3|6]@[3|3]\n  {line}\nfigure\n"
    status, out, err = render(text, "--as-written")
    assert (status, out) == (2, "stdin-1-1.svg\n")
    assert "-:6:1: this figure cannot be drawn: this line cannot be read, so the marks of this figure are not" in err


def test_no_figure_takes_the_file_of_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.goti").write_text(FIVE + "figure\nfigure\n", encoding="utf-8")
    (tmp_path / "x-1.goti").write_text(FIVE + "[4|4]@[1|4]\nfigure\n", encoding="utf-8")
    paths = [str(tmp_path / "x.goti"), str(tmp_path / "x-1.goti"), str(tmp_path / "x.goti")]
    assert main(["render", *paths, "-o", str(tmp_path / "out"), "--format", "txt"]) == 0
    made = [Path(each).name for each in capsys.readouterr().out.split()]
    assert made == ["x-1-1.txt", "x-1-1-2.txt", "x-1-1-2-2.txt", "x-1-1-3.txt", "x-1-1-4.txt"]


def test_a_name_too_long_stops_no_other_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long, short = tmp_path / ("n" * 248 + ".goti"), tmp_path / "short.goti"
    for path in (long, short):
        path.write_text(FIVE, encoding="utf-8")
    assert main(["render", str(long), str(short), "-o", str(tmp_path / "out")]) == 2
    out, err = capsys.readouterr()
    assert out.endswith("short-1-1.svg\n") and err.endswith(": File name too long\n")


def test_without_cairo_the_other_formats_of_all_figures_are_made(
    render: Render, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> NoReturn:
        raise OSError("no library called cairo")

    monkeypatch.setattr("goti.render.pdf._load", missing)
    status, out, err = render(f"{FIVE}\n{FIVE}", "--format", "pdf,svg,png,txt")
    assert (status, out.split()) == (2, ["stdin-1-1.svg", "stdin-1-1.txt", "stdin-2-1.svg", "stdin-2-1.txt"])
    assert err.count("need the cairo library") == 1 and "\n  Debian, Ubuntu: sudo apt install libcairo2\n" in err
    status, out, err = render(FIVE, "--format", "pdf")
    assert (status, out) == (2, "") and "\n  Debian, Ubuntu: sudo apt install libcairo2\n" in err


def test_the_title_asked_for_stands_above_every_figure(render: Render, tmp_path: Path) -> None:
    text = FIVE.replace("rocks", 'rocks "A layout"') + 'figure "Its caption"\n'
    for wish, name in (
        ([], "1"),
        (["--strip"], "strip"),
        (["--sheet"], "sheet"),
        (["--compare", "block"], "1-compare"),
    ):
        assert render(text, *wish, "--format", "txt", "--title", "दो चालें")[0] == 0
        assert (tmp_path / f"stdin-1-{name}.txt").read_text(encoding="utf-8").startswith("दो चालें\n")
    assert render(text, "--title", "\N{GRINNING FACE}")[0] == 2


def test_the_text_picture_has_the_numerals_and_the_legend_asked_for(render: Render, tmp_path: Path) -> None:
    file = tmp_path / "stdin-1-1.txt"
    assert render(FIVE, "--format", "txt", "--numerals", "devanagari", "--lang", "hi")[0] == 0
    told = "(१) [१|४] (४)\n\nगिने गए योगदान: ४ + १ = ५. गोटी रखने पर मिले अंक: ५ मूल अंक.\n\n(४)        गिना गया योगदान\n"
    assert file.read_text(encoding="utf-8") == told
    assert render(FIVE, "--format", "txt", "--no-legend")[0] == 0
    assert file.read_text(encoding="utf-8").endswith("Points for the placement: 5.\n")


def test_two_readings_of_one_name_are_told_apart(render: Render, tmp_path: Path) -> None:
    assert render(FIVE, "--compare", "seven-rocks:inner-spinner=open-halves", "--format", "txt,svg")[0] == 0
    told = (tmp_path / "stdin-1-1-compare.txt").read_text(encoding="utf-8")
    assert (
        told.startswith("Seven Rocks: inner-spinner = nothing\n")
        and "\nSeven Rocks: inner-spinner = open-halves\n" in told
    )


def test_a_character_no_font_has_is_said_at_its_place_and_once(render: Render) -> None:
    text = (
        'match american-sniff "plain"\nnote "漢 too, but not drawn"\n{}\nround 1\nlot A\n'
        "A: [5|5] =10 +10\nB: [0|5]@[5|5] =10 +10\nunfinished\n"
    )
    names = 'seats A "Asha" B "Bi\\"n 漢"  # 漢'
    for wish in ((), ("--all",), ("--strip",), ("--record", "board")):
        status, out, err = render(text.format(names), "--score", *wish)
        assert (status, out) == (1, "") and err.count("漢 (U+6F22)") == 1
        assert err.startswith("-:3:25: ") and err.endswith(f"    {names}\n    {' ' * 24}^^\n")
    titled = text.replace("plain", "a 漢").format("seats A B")
    for wish in (("--score",), ("--score", "--all"), ("--strip",)):
        assert render(titled, *wish)[2].startswith("-:1:25: ")
    composed = text.replace("plain", "x\u0343").format("seats A B")  # NFC has U+0313 for it
    assert render(composed, "--score")[2].startswith("-:1:22: ")


def test_why_there_is_no_score_record(render: Render) -> None:
    none = "match american-sniff\nseats A B\nround 3\nlot A\n{}\nunfinished\n"
    text = none.format("given score A 5 B 10\nA: [1|1] =2")
    for wish in (("--all",), ("--strip",), ("--all", "--round", "3")):
        assert render(text, "--score", *wish)[1:] == (
            "", "goti: there is nothing to draw here: no placement scored, and nothing was deducted or agreed\n"
        )  # fmt: skip
    assert render(text, "--score", "--round", "2")[::2] == (2, "goti: there is no round 2\n")
    assert render("layout american-sniff\n[1|1]\n", "--score")[2] == (
        "goti: there are no scores to draw: no match with rounds\n"
    )
    assert "no match with rounds" not in render(none.format("whatever\nmore"), "--score", "--all")[2]


def test_a_png_too_large_takes_nothing_else_with_it(render: Render) -> None:
    status, out, err = render(FIVE, "--format", "png,svg,txt", "--dpi", "2400", "--width", "2000")
    assert (status, out) == (1, "stdin-1-1.svg\nstdin-1-1.txt\n") and "this PNG would have" in err


def test_a_title_that_would_turn_what_stands_around_it_is_refused(render: Render) -> None:
    status, out, err = render(FIVE, "--title", "a\N{RIGHT-TO-LEFT OVERRIDE}b")
    assert (status, out) == (2, "") and r"a\u202eb" in err


def test_as_written_a_total_without_its_badges_is_refused(render: Render) -> None:
    status, out, err = render("layout five-up\n[1|4] =50\n  counted none\nfigure\n", "--as-written")
    assert (status, out) == (1, "") and "the counted ends make 0 = 0, the line says 50" in err


def test_titles_of_score_records_have_the_numerals_asked_for(render: Render, tmp_path: Path) -> None:
    text = "match american-sniff\nseats A B\nround 1\nlot A\nA: [5|5] =10 +10\nunfinished\n"
    assert render(text, "--score", "--format", "txt", "--numerals", "devanagari")[0] == 0
    assert (tmp_path / "stdin-1-score.txt").read_text(encoding="utf-8").startswith("after round १\n")
