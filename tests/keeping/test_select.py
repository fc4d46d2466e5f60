"""`goti select`: the right entries of an archive, as a list, as JSON, as copies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from goti.cli import main
from goti.engine.messages import message

ROOT = Path(__file__).resolve().parent.parent.parent
SEASON = ROOT / "fixtures" / "season"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SEASON)


def evenings(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The files of the entries found."""
    capsys.readouterr()
    assert main(["select", ".", *words]) == 0
    return [line.split(":")[0].removesuffix(".goti") for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("--player", "Mick"), ["2026-03-03"]),
        (("--player", "mick", "--player", "आशा"), ["2026-01-13", "2026-02-10", "2026-03-03"]),
        (("--player", "Nobody"), []),
        (("--from", "2026-03-10"), ["2026-03-10", "2026-03-17", "2026-03-24"]),
        (("--from", "2026-01-20", "--to", "2026-01"), ["2026-01-20", "2026-01-27"]),
        (("--to", "2026-01-06"), ["2026-01-06"]),
        (("--to", "2025"), []),
        (("--rules", "fives-and-threes"), ["2026-03-03"]),
        (("--rules", "american-sniff@1", "--to", "2026-01"), ["2026-01-20", "2026-01-27"]),
        (("--rules", "american-sniff", "--to", "2026-01"), ["2026-01-20", "2026-01-27"]),
        (("--verdict", "right"), ["2026-01-06", "2026-03-10"]),
        (("--verdict", "undecided", "--verdict", "unread"), ["2026-01-20", "2026-03-17"]),
        (("--verdict", "सही", "--player", "Dev", "--to", "2026-02"), ["2026-01-06"]),
        (("--code", "wrong-seat"), ["2026-02-10", "2026-03-10", "2026-03-17"]),
        (("--code", "wrong-seat", "--verdict", "wrong"), ["2026-02-10"]),
    ],
)
def test_what_is_found(words: tuple[str, ...], found: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert evenings(capsys, *words) == found


def test_a_line_names_place_title_date_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    main(["select", "2026-02-10.goti", "--verdict", "wrong"])
    assert capsys.readouterr().out == '2026-02-10.goti:1: match "सत्र, शाम ६" · 2026-02-10 · wrong\n'


def test_json_and_names_ended_by_nul(capsys: pytest.CaptureFixture[str]) -> None:
    main(["select", ".", "--code", "void", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["file"], found["line"], found["verdict"]) == ("2026-03-10.goti", 1, "pass")
    assert found["players"] == ["Asha", "Binod", "Chitra", "Dev"] and "void" in found["codes"]
    main(["select", ".", "-0", "--verdict", "right"])
    assert capsys.readouterr().out == "2026-01-06.goti\0002026-03-10.goti\0"


TWO = (
    '# first\nlayout seven-rocks "one"\n[1|4] =5 # five\n\n'
    '# second\nmatch club.toml "two"\nseats A "Asha" B\nunfinished\n'
)


def test_copies_keep_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "club.toml").write_text('extends = "american-sniff@1"\n', encoding="utf-8")
    (tmp_path / "in" / "a.goti").write_text(TWO, encoding="utf-8", newline="\r\n")
    (tmp_path / "in" / "b.goti").write_text(TWO.replace("Asha", "Binod"), encoding="utf-8")
    one = tmp_path / "one.goti"
    assert main(["select", str(tmp_path / "in"), "--player", "Asha", "-o", str(one)]) == 0
    copied = TWO.split("\n\n")[1]
    assert one.read_text(encoding="utf-8") == copied
    assert "club.toml must lie in the folder of the copy too" in capsys.readouterr().err
    assert main(["select", str(tmp_path / "in"), "--rules", "american-sniff-house", "-o", str(tmp_path / "out")]) == 0
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["a.goti", "b.goti"]
    assert main(["select", str(tmp_path / "in"), "-o", str(tmp_path / "all.goti")]) == 0
    assert (tmp_path / "all.goti").read_text(encoding="utf-8").count("layout seven-rocks") == 2
    for place in (tmp_path / "in", tmp_path / "in" / "b.goti"):
        assert main(["select", str(tmp_path / "in"), "-o", str(place)]) == 2
    assert (tmp_path / "in" / "a.goti").read_bytes() == TWO.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    "words", [("--code", "wrong"), ("--verdict", "good"), ("--from", "last week"), ("--to", "2026-02-30")]
)
def test_what_is_not_understood(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["select", ".", *words]) == 2
    assert words[1] in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_named_and_the_rest_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.goti").write_bytes(b"layout seven-rocks\n\xe9")
    (tmp_path / "b.goti").write_text(TWO, encoding="utf-8")
    assert main(["select", str(tmp_path)]) == 2
    out = capsys.readouterr()
    assert "not-utf8" in out.err and out.out.count("\n") == 2


def test_an_archive_is_not_kept_in_memory(tmp_path: Path) -> None:
    """The peak of a search through 20,000 entries in one file stays near that of a search through 200."""
    peaks = []
    for count in (200, 20_000):
        path = tmp_path / f"{count}.goti"
        with path.open("w", encoding="utf-8") as file:
            for number in range(count):
                file.write(f'layout seven-rocks "{number}"\ndate 2026-01-{number % 28 + 1:02}\n' + "[1|4]\n" * 20)
        code = (
            "import resource, sys; from goti.cli import main; main(sys.argv[1:]);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        words = ["select", str(path), "--from", "2026-01-28", "-o", str(tmp_path / "out.goti")]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / ".dev")}
        done = subprocess.run([sys.executable, "-c", code, *words], env=environment, capture_output=True, check=True)
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < peaks[0] + 8_000  # KiB; the larger file has 4 MB, and ten times that as nodes


@pytest.mark.parametrize("language", ["en", "hi"])
def test_verdicts_are_named_in_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    word = message(language, "verdict.pass")
    assert main(["select", ".", "--verdict", word, "--lang", language]) == 0
    assert f"· {word}\n" in capsys.readouterr().out
