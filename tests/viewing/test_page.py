"""The page as text: what it holds, what it must not hold, how big it is."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from goti.cli import main
from goti.engine.messages import catalogue, languages
from goti.engine.settle import LETTERS
from goti.tests.viewing.pages import CLUB, FIXTURES, SAMPLE, data_of, moments_of, page_of, reports
from goti.viewing.data import texts
from goti.viewing.page import Source, page

SCRIPT = files("goti.viewing").joinpath("page.js").read_text(encoding="utf-8")
LIMIT = 1_000_000


class _Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_texts_of_the_record_are_no_html() -> None:
    page = page_of(CLUB)
    tags = _Tags(page).found
    assert [tag for tag, _ in tags].count("script") == 2
    assert not {tag for tag, _ in tags} & {"img", "b", "i", "u", "iframe", "object"}
    assert "<title>Club &lt;b&gt;night&lt;/b&gt; &amp; &#34;friends&#34;</title>" in page
    assert not any(name.startswith("on") or name == "style" for _, attributes in tags for name in attributes)


def test_the_page_asks_for_nothing() -> None:
    page = page_of(CLUB)
    for tag, attributes in _Tags(page).found:
        for name in ("src", "href", "xlink:href", "action", "data", "srcset"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,")), (tag, attributes)
    style = re.search("<style>(.*?)</style>", page, re.S)
    assert style is not None and "url(" not in style[1] and "@import" not in style[1]


def test_the_policy_names_this_style_and_this_script() -> None:
    page = page_of(CLUB)
    policy = next(str(a["content"]) for tag, a in _Tags(page).found if "Policy" in (a.get("http-equiv") or ""))
    assert policy.startswith("default-src 'none'; ")
    for tag, name in (("<style>", "style-src"), ("<script>", "script-src")):
        inside = page.rpartition(tag)[2].partition(tag.replace("<", "</"))[0]
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy


@pytest.mark.parametrize("name", ["sniff-hidden-draws", "sniff-partnerships", "sniff-three-players", "seven-rocks"])
def test_size(name: str) -> None:
    """More than twenty rounds stay below a megabyte."""
    text = (FIXTURES / "samples" / f"{name}.goti").read_text(encoding="utf-8")
    assert len(data_of(text)["chapters"]) > 20
    assert len(page_of(text).encode()) < LIMIT


def test_same_bytes(tmp_path: Path) -> None:
    record = tmp_path / "club.goti"
    record.write_text(CLUB, encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "goti", "view", str(record), "-o", "-"], capture_output=True)
    assert done.stdout.decode("utf-8") == page_of(CLUB)


@pytest.mark.parametrize("language", languages())
def test_the_page_has_all_words_it_asks_for(language: str) -> None:
    have = texts(language)
    asked = set(re.findall(r'(?:text|say)\(\s*"([\w.-]+)"', SCRIPT))
    asked |= {
        key
        for _, a in _Tags(page_of(CLUB)).found
        for name, key in a.items()
        if name in ("data-say", "data-label") and key
    }
    begun = set(re.findall(r"(?:text|say)\(\s*`([\w.-]+)\$", SCRIPT))
    assert len(asked) > 60 and len(begun) > 3
    for key in asked:
        assert key in have or f"{key}.one" in have, key
    for start in begun:
        assert any(key.startswith(start) for key in have), start
    assert set(have) <= set(catalogue(language))
    assert "engine" not in SCRIPT


def test_every_part_is_there() -> None:
    page = page_of(SAMPLE)
    ids = {a["id"] for _, a in _Tags(page).found if a.get("id")}
    for chapter in data_of(SAMPLE)["chapters"]:
        wanted = {f"t{tile}{way}" for board in chapter["boards"] for tile, way, *_ in board["tiles"]}
        wanted |= {f"t{tile}s" for m in chapter["moments"] for tiles, _ in m["hands"] for tile in tiles}
        wanted |= {"dot" if v is None else f"m{v}" for m in chapter["moments"] for _, _, v in m["view"][2]}
        assert wanted <= ids


@pytest.mark.parametrize("name", ["sniff-partnerships", "seven-rocks"])
def test_every_part_of_the_score_record_is_there_once(name: str) -> None:
    text = (FIXTURES / "samples" / f"{name}.goti").read_text(encoding="utf-8")
    ids = [a["id"] for _, a in _Tags(page_of(text)).found if a.get("id")]
    record = data_of(text)["record"]
    wanted = {"score-record", *(f"key-{each}" for each in record["legend"])}
    for side, states in enumerate(record["states"]):
        for runs, parts, _ in states:
            wanted |= {part for part, _, _ in parts}
            for kind, first, last in runs:
                assert 0 <= first < last <= len(record["lanes"][side])
                wanted |= {f"{kind}-{line}" for line, _, _ in record["lanes"][side][first:last]}
    assert len(wanted) > 7 and all(ids.count(each) == 1 for each in wanted)
    assert len(record["moments"]) == len(moments_of(text))


def _last_entries(text: str) -> list[list[Any]]:
    """What is said of the last entry of A and B at every moment."""
    record = data_of(text)["record"]
    return [
        [
            dict(record["states"][side][state][2]).get("score.last")
            for side, state in enumerate(record["standings"][each])
        ]
        for each in record["moments"]
    ]


def test_what_a_void_round_takes_back_and_what_is_agreed_are_entries_of_their_own() -> None:
    head = "match american-sniff\nseats A B\nround 1\nlot A\nA: [5|5] +10\n"
    five, ten, back = (
        {"points": points, "before": before, "score": score}
        for points, before, score in (("−5", "10", "5"), ("+10", "0", "10"), ("−10", "10", "0"))
    )
    assert _last_entries(f"{head}void\nunfinished") == [[None, None], [ten, None], [back, None]]
    below = {"points": "−30", "before": "0", "score": "−30"}
    assert _last_entries(f"{head}void\nadjust A -30\nunfinished")[-1] == [below, None]
    agreed = _last_entries(f"{head}adjust A -5\nB: [0|5]@[5|5] =10 +10\nunfinished")
    assert agreed == [[None, None], [ten, None], [five, ten]]


def test_a_layout_has_no_score_record() -> None:
    assert "record" not in data_of(TWO)


def test_alternatives_are_those_the_engine_counts() -> None:
    steps = [step for trace in reports(SAMPLE)[0].judged.rounds for step in trace.steps]
    moments = [each for each in moments_of(SAMPLE) if each["kind"] not in ("start", "end")]
    compared = 0
    for step, moment in zip(steps, moments, strict=True):
        could = moment.get("could", [])
        if step.action.verb == "play":
            assert len(could) == step.legal
            tile, _, _, total, points = could[moment["chosen"]]
            assert (f"[{tile.replace('-', '|')}]", total, points) == (str(step.tile), step.total, step.points)
            compared += 1
        elif step.action.verb == "pass":
            assert len(could) == step.legal == 0
    assert compared > 150


def test_hands_are_those_of_the_record() -> None:
    """What is left at the end of a round is what the `left` lines say."""
    trace = reports(SAMPLE)[0].judged.rounds
    for chapter, judged in zip(data_of(SAMPLE)["chapters"], trace, strict=True):
        hands = chapter["moments"][-1]["hands"]
        for letter, (tiles, unknown) in zip(LETTERS, hands, strict=False):
            assert unknown == 0
            assert sum(int(half) for tile in tiles for half in tile.split("-")) == judged.left[letter]


# -- the command ----------------------------------------------------------------------------------------------------

TWO = """\
layout seven-rocks "One"
[1|4] =5 +5

settlement seven-rocks
seats A B C D
left A 3 pips

layout seven-rocks "Two"
[1|1] =2
"""


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["view", *words])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.goti").write_text(TWO, encoding="utf-8")
    (tmp_path / "club.goti").write_text(CLUB, encoding="utf-8")
    return tmp_path


def test_default_names(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(capsys, "two.goti") == (0, "two-1.html\ntwo-3.html\n", "")
    assert _run(capsys, "two.goti", "-o", "pages/")[1] == "pages/two-1.html\npages/two-3.html\n"
    assert _run(capsys, "two.goti", "--entry", "3") == (0, "two.html\n", "")
    assert "<title>Two</title>" in (here / "two.html").read_text(encoding="utf-8")
    status, out, err = _run(capsys, "club.goti", "-o", "evening.html")
    assert (status, out) == (1, "evening.html\n") and "club.goti:17:1: must-play" in err


def test_only_the_entry_named_is_made(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def counted(given: Source, language: str) -> str | None:
        made.append(given.head.line)
        return page(given, language)

    monkeypatch.setattr("goti.viewing.page.page", counted)
    assert _run(capsys, "two.goti", "--entry", "3")[0] == 0 and made == [8]


def test_refusals(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "costs.goti").write_text("settlement seven-rocks\nseats A B C D\nleft A 3 pips\n", encoding="utf-8")
    (here / "broken.goti").write_text("match nothing\nround 1\n", encoding="utf-8")
    for words, status, said in (
        (("two.goti", "-o", "all.html"), 2, "goti: two.goti has 2 entries to view: choose one with --entry N (1, 3)"),
        (("two.goti", "--entry", "2"), 2, "goti: two.goti has no entry 2 to view; there are: 1, 3\n"),
        (("costs.goti",), 2, "goti: costs.goti: there is no match or layout with a turn in it"),
        (("missing.goti",), 2, "missing.goti:1:1: cannot-open"),
        (("broken.goti",), 2, "goti: broken.goti: there is no match or layout with a turn in it"),
        (("two.goti", "--entry", "1", "-o", "two.goti/page.html"), 2, "goti: two.goti/page.html: Not a directory"),
        (("club.goti", "-o", "./club.goti"), 2, "goti: club.goti is a source and would be replaced by the result"),
    ):
        found, out, err = _run(capsys, *words)
        assert (found, out) == (status, "") and said in err
    assert (here / "club.goti").read_text(encoding="utf-8") == CLUB
    assert not list(here.glob("*.html")) and not list(here.glob(".goti-*"))


def test_what_cannot_be_read_is_in_the_page() -> None:
    text = (
        "match american-sniff\nseats A B\n\nround 1\nlot A\nA: [1|4] =5 +5\n"
        "B [1|1]\nA: [4|4]@[1|4] =10 +10\nunfinished\n"
    )
    moments = moments_of(text)
    assert [each["key"] for each in moments] == ["r1", "r1t1", "r1t2"]
    assert moments[1]["findings"][0]["mark"] == "wrong" and moments[1]["lines"][-1] == [7, "B [1|1]"]
    assert moments[2]["unverified"] and "view" not in moments[2]


def test_gaps_and_given_tables_begin_other_boards() -> None:
    text = (
        "match american-sniff\nseats A B\nround 1\nlot A\nA: [1|4] =5 +5\ngap\ngiven table [5|5] [0|5]@[5|5]\n"
        "given turn B\nB: [2|5]@[5|5] =12\nunfinished\n"
    )
    [chapter] = data_of(text)["chapters"]
    assert [len(each["tiles"]) for each in chapter["boards"]] == [1, 3]
    assert [each["view"][:2] for each in chapter["moments"]] == [[0, 0], [0, 1], [1, 3]]


def test_hidden_hands_are_counted() -> None:
    text = (FIXTURES / "samples" / "sniff-hidden-draws.goti").read_text(encoding="utf-8")
    hands = [hand for each in moments_of(text) for hand in each.get("hands", [])]
    assert any(unknown for _, unknown in hands) and all(len(tiles) + unknown <= 28 for tiles, unknown in hands)
