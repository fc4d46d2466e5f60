"""`goti report`: what it says, that every text is shown as text, and that the page needs nothing else."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pypdfium2
import pytest

from goti.api import check_lines
from goti.cli import main
from goti.engine.generate import Options, random_match
from goti.engine.rules import rule_set
from goti.keeping.curve import curve, curve_svg
from goti.keeping.html import write_html
from goti.keeping.pages import page_of
from goti.keeping.summary import Summary, summary
from goti.keeping.typst import write_pdf
from goti.notation.parse import split_lines
from goti.notation.write import write

SEASON = Path(__file__).resolve().parent.parent.parent / "fixtures" / "season"

MATCH = """\
match american-sniff "The final"  # the last evening
date 2026-03-24
place "Club house"
x-table "2"
seats A "Asha" B "Binod"
given score A 235 B 190

round 9
start A
given hand A [5|5] [0|5] [1|4]
given hand B [5|6] [0|1] [2|6]
given turn A
A: [5|5] =10 +10
B: [5|6]@[5|5] =16
A: [0|5]@[5|5] =16
B: [0|1]@[0|5] =17
A: [1|4]@[0|1] =20 +20
out A
left B [2|6]
score A 265 B 190
winner A
"""


def one(source: str) -> Summary:
    (report,) = check_lines(split_lines(source), trace=True)
    found = summary(report)
    assert found is not None
    return found


def test_the_summary_of_a_match() -> None:
    found = one(MATCH)
    assert (found.winner, found.scores, found.target) == ("A", {"A": 265, "B": 190}, 250)
    asha, binod = found.players
    assert [(each.tile, each.points, each.turn) for each in asha.best] == [("[1|4]", 20, 5), ("[5|5]", 10, 1)]
    assert (asha.placements, asha.looked_at, binod.placements, binod.looked_at) == (3, 3, 2, 2)
    assert asha.missed == [] and binod.missed == []
    assert [mark.scores for mark in found.curve][-1] == {"A": 265, "B": 190}
    assert found.rounds[0].points == {"A": 30, "B": 0}
    assert found.comments == [(1, "# the last evening")]


def test_a_missed_placement_is_named() -> None:
    source = MATCH.replace("A: [5|5] =10 +10", "A: [0|5] =5 +5").split("B: [5|6]")[0] + "unfinished\n"
    (missed,) = one(source).players[0].missed  # [5|5] would have scored 10, [1|4] as much as [0|5]
    assert (missed.made.tile, missed.made.points, missed.tile, missed.at, missed.points) == (
        "[0|5]",
        5,
        "[5|5]",
        "",
        10,
    )
    assert one(source).players[0].lost == 5


def test_what_no_hand_allows_is_not_compared() -> None:
    found = one("\n".join(line for line in MATCH.split("\n") if not line.startswith(("given hand", "left", "out"))))
    page = write_html(page_of([found], "a.goti", "en"))
    assert found.players[1].looked_at == 0
    assert re.search(r"B Binod</td><td[^>]*>2</td><td[^>]*>0</td><td[^>]*>–</td><td[^>]*>\?</td><td[^>]*>\?</td>", page)


def test_points_that_are_not_known_are_shown_so() -> None:
    found = one((SEASON / "2026-01-27.goti").read_text(encoding="utf-8"))
    assert found.rounds[0].points == {"A": None, "B": None}  # a page is missing
    assert any(mark.scores is None for mark in found.curve)
    assert curve(found, "en").shapes


NASTY = "<script>alert(\"x\")</script> & 'quote' عربى‏ שלום"


class Reader(HTMLParser):
    """What a page holds: its tags, attributes that fetch something, its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.fetched: list[str] = []
        self.text = ""
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "action", "data", "srcset")]
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", ["en", "hi"])
def test_texts_are_shown_as_text(language: str) -> None:
    quoted = NASTY.replace('"', '\\"')
    source = MATCH.replace("The final", quoted).replace("Asha", quoted).replace("Club house", quoted)
    source = source.replace("# the last evening", f"# {NASTY}").replace('x-table "2"', f'x-table "{quoted}"')
    page = write_html(page_of([one(source)], f"{NASTY}.goti", language))
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    assert "script" not in reader.tags and not reader.fetched
    assert reader.text.count(NASTY) >= 6
    assert NASTY not in page and "&lt;script&gt;" in page
    pdf = write_pdf(page_of([one(source)], f"{NASTY}.goti", language))
    text = "".join(each.get_textpage().get_text_bounded() for each in pypdfium2.PdfDocument(pdf))
    assert text.count('<script>alert("x")</script>') >= 5


def test_the_page_needs_nothing_else() -> None:
    page = write_html(page_of([one(MATCH)], "a.goti", "en"))
    reader = Reader()
    reader.feed(page)
    assert not reader.fetched and "url(" not in page.replace("url(data:", "")
    assert "prefers-color-scheme: dark" in page and "@media print" in page
    hindi = write_html(page_of([one(MATCH.replace("Asha", "आशा"))], "a.goti", "hi"))
    assert '<html lang="hi">' in hindi and "url(data:font/ttf" in hindi
    assert len(hindi.encode()) < 400_000


def test_the_curve_is_an_own_drawing() -> None:
    found = one((SEASON / "2026-02-17.goti").read_text(encoding="utf-8"))
    svg = curve_svg(found, "en", "1")
    root = ET.fromstring(svg)
    words = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A", "B", "1", "2", "0", "50"} <= set(words)
    assert svg == curve_svg(found, "en", "1") and svg != curve_svg(found, "en", "2")
    assert "round 1: A 50, B 5" in str(root[1].text)


@pytest.mark.parametrize(("game", "seats"), [("american-sniff", 3), ("seven-rocks", 4), ("block", 2), ("draw", 4)])
def test_any_game_gives_a_page(game: str, seats: int) -> None:
    nodes = random_match(rule_set(game), seats, Random(seats), Options(rounds=3, hidden=seats == 3))
    page = page_of([one(write(nodes))], "a.goti", "en")
    assert "<svg" in write_html(page)
    assert write_pdf(page) == write_pdf(page)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "final.goti"
    source.write_text(MATCH, encoding="utf-8")
    for name in ("out.html", "out.pdf"):
        assert main(["report", str(source), "-o", str(tmp_path / name)]) == 0
        assert capsys.readouterr().out == f"{tmp_path / name}\n"
    assert (tmp_path / "out.pdf").read_bytes()[:5] == b"%PDF-"
    assert "A Asha has won." in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert main(["report", str(source), "-o", str(tmp_path / "out.txt")]) == 2
    assert main(["report", str(tmp_path / "none.goti"), "-o", str(tmp_path / "a.html")]) == 2
    source.write_text("layout seven-rocks\n[1|4]\n", encoding="utf-8")
    assert main(["report", str(source), "-o", str(tmp_path / "a.html")]) == 2
    assert not (tmp_path / "a.html").exists()
    page = tmp_path / "own.html"
    page.write_text(MATCH, encoding="utf-8")
    assert main(["report", str(page), "-o", str(page)]) == 2 and page.read_text(encoding="utf-8") == MATCH
    source.write_text(f"{MATCH}\nmatch seven-rocks\nrubbish\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["report", str(source), "-o", str(tmp_path / "part.html")]) == 2
    assert "unknown-word: `rubbish`" in capsys.readouterr().err and (tmp_path / "part.html").exists()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(MATCH.replace("=16", "=17").encode())))
    assert main(["report", "-", "-o", str(tmp_path / "wrong.html")]) == 0
    assert "the record says 17" in (tmp_path / "wrong.html").read_text(encoding="utf-8")
