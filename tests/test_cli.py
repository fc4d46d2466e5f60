"""The command line: what each command prints, where, and with which status; as a function and as real processes."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import jsonschema
import pytest

from goti import __version__
from goti.__main__ import run as program
from goti.cli import main
from goti.engine.messages import languages
from goti.engine.trace import schema

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"

RIGHT = 'layout seven-rocks "right"\n[1|4] =5 +5\n[1|1]@[1|4] =6\n'
WRONG = 'layout seven-rocks "wrong"\n[1|4] =5 +5\n[1|1]@[1|4] =7\n'
UNDECIDED = 'layout seven-rocks "undecided"\n[2|2]\n[2|3]\n[2|4]\n[3|4]\n'
UNREAD = 'layout seven-rocks "unread"\n[1|4 =5 +5\n'
MATCH = """\
match american-sniff "Evening"
seats A "Asha" B

round 1
lot A
A: [1|4] =5 +5
figure "Start"
B: [1|1]@[1|4] =6
A: [4|4]@[1|4] =10 +10
figure "Later"

unfinished
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process: status, what it prints, what it complains of."""
    monkeypatch.setenv("GOTI_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")

    def call(*words: object, stdin: str | bytes | None = None) -> tuple[int, str, str]:
        if stdin is not None:
            data = stdin.encode() if isinstance(stdin, str) else stdin
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))
        capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def process(
    *words: str | bytes, cwd: Path, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A command as a real process."""
    inherited = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LC_", "LANG", "GOTI_"))
    }
    return subprocess.run(
        [sys.executable, "-m", "goti", *words], cwd=cwd, input=stdin, capture_output=True, check=False, timeout=60,
        env={**inherited, "PYTHONPATH": str(ROOT / ".dev"), **(env or {})},
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of each verdict."""
    for name, source in (("right", RIGHT), ("undecided", UNDECIDED), ("unread", UNREAD), ("wrong", WRONG)):
        (tmp_path / f"{name}.goti").write_text(source, encoding="utf-8")
    return tmp_path


# -- status -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "status", "strict"),
    [
        (["right"], 0, 0),
        (["undecided"], 0, 1),
        (["wrong"], 1, 1),
        (["unread"], 2, 2),
        (["right", "undecided"], 0, 1),
        (["right", "wrong"], 1, 1),
        (["wrong", "right"], 1, 1),
        (["unread", "wrong"], 2, 2),
        (["wrong", "unread", "right"], 2, 2),
        (["right", "missing"], 2, 2),
        (["missing", "wrong"], 2, 2),
    ],
)
@pytest.mark.parametrize("json_", [False, True])
def test_status_of_check(folder: Path, run: Run, names: list[str], status: int, strict: int, json_: bool) -> None:
    words = ["check", *(["--json"] if json_ else []), *(folder / f"{name}.goti" for name in names)]
    assert run(*words)[0] == status
    assert run(*words, "--strict")[0] == strict


@pytest.mark.parametrize("command", ["replay", "describe", "fmt"])
@pytest.mark.parametrize(
    ("name", "status"), [("right", 0), ("undecided", 0), ("wrong", 1), ("unread", 2), ("missing", 2)]
)
def test_status_of_other_commands(folder: Path, run: Run, command: str, name: str, status: int) -> None:
    if command == "fmt" and name == "wrong":
        status = 0  # it can be read
    if command == "describe" and name == "undecided":
        status = 1  # there is no position to describe
    found, out, err = run(command, folder / f"{name}.goti")
    assert found == status
    assert (out + err).strip()


@pytest.mark.parametrize(
    "words",
    [
        [], ["nonsense"], ["check"], ["fmt"], ["replay"], ["explain"], ["describe"], ["render", "x.goti"],
        ["check", "--lang", "fr", "x"], ["fmt", "--write", "--check", "x"], ["check", "--nonsense", "x"],
        ["replay", "--round", "x", "y"], ["render", "x", "-o", "y", "--format", "gif"],
        ["explain", "x"], ["explain", "x:y"], ["explain", ":3"], ["explain", "x:-1"],
    ],
)  # fmt: skip
def test_a_command_that_is_not_understood(run: Run, words: list[str]) -> None:
    status, out, err = run(*words)
    assert status == 2
    assert not out
    assert "goti: " in err
    assert "Traceback" not in err


def test_help_and_version(run: Run) -> None:
    assert run("--version") == (0, f"goti {__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    commands = re.findall(r"^    ([a-z]+)\s", out, re.MULTILINE)
    assert {"check", "fmt", "replay", "explain", "describe", "render"} <= set(commands)
    for command in commands:
        assert run(command, "--help")[0] == 0


def test_interrupted(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("goti.cli.check_lines", interrupt)
    assert run("check", folder / "right.goti")[0] == 130


def test_interrupted_while_the_program_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loading:
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "goti.cli", Loading())
    assert program() == 130


# -- streams ----------------------------------------------------------------------------------------------------------


def shell(line: str, cwd: Path, unbuffered: str = "") -> tuple[int, str, str]:
    """A line for the shell, in which `goti` is the program: status, standard output, standard error."""
    command = f'goti() {{ "{sys.executable}" -m goti "$@"; }}; {line}'
    done = subprocess.run(
        ["sh", "-c", command], cwd=cwd, capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".dev"), "GOTI_LANG": "en", "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")


@linux
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["check", "check --json", "fmt", "replay", "replay --json", "describe"])
def test_a_full_output(folder: Path, command: str, unbuffered: str) -> None:
    status, _, err = shell(f"goti {command} right.goti > /dev/full", folder, unbuffered)
    assert (status, err) == (2, "goti: standard output: No space left on device\n")


@linux
def test_a_full_error_output_leaves_the_status(folder: Path) -> None:
    assert shell("goti check --nonsense 2> /dev/full", folder) == (2, "", "")
    assert shell("goti describe missing.goti 2> /dev/full", folder) == (2, "", "")
    assert shell("goti describe wrong.goti > /dev/null 2> /dev/full", folder) == (1, "", "")


@posix
def test_a_closed_output(folder: Path) -> None:
    before = (folder / "right.goti").read_bytes()
    for words in ("check right.goti", "fmt --write right.goti", "--help", "replay --schema"):
        assert shell(f"goti {words} >&-", folder) == (2, "", "goti: standard output is closed\n")
    assert (folder / "right.goti").read_bytes() == before
    assert shell("goti check right.goti >&- 2>&-", folder) == (2, "", "")


@posix
def test_a_closed_error_output_mixes_nothing_into_the_output(folder: Path) -> None:
    assert shell("goti check --nonsense 2>&-", folder) == (2, "", "")
    status, out, _ = shell("goti describe missing.goti right.goti 2>&-", folder)
    assert status == 2
    assert out.startswith("Placed [1|1]\n")


@posix
def test_a_closed_input(folder: Path) -> None:
    status, out, err = shell("goti check - <&-", folder)
    assert (status, err) == (2, "")
    assert out.startswith("-:1:1: cannot-open: cannot be opened: Bad file descriptor\n")
    assert shell("goti check right.goti <&-", folder)[0] == 0


def test_standard_input_is_read_once(run: Run) -> None:
    for command in (["check"], ["check", "--json"], ["fmt"], ["replay"], ["describe"], ["infer"]):
        status, out, err = run(*command, "-", "-", stdin=RIGHT)
        assert (status, out, err) == (2, "", "goti: standard input (-) can be read only once\n")


@posix
@pytest.mark.parametrize("words", ["check", "fmt", "fmt --check", "replay", "describe"])
def test_a_pipe_is_a_file(folder: Path, words: str) -> None:
    """It can be read once only."""
    status, out, err = shell(f"mkfifo pipe; cat right.goti > pipe & goti {words} pipe", folder)
    assert (status, err) == (int("--check" in words), "")
    assert out


@posix
def test_a_pipe_is_not_replaced_by_a_file(folder: Path) -> None:
    status, _, err = shell("mkfifo pipe; cat right.goti > pipe & goti fmt --write pipe", folder)
    assert (status, err) == (2, "goti: pipe: not a regular file\n")
    assert (folder / "pipe").is_fifo()


# -- check ------------------------------------------------------------------------------------------------------------


def test_check_prints_place_excerpt_and_totals(folder: Path, run: Run) -> None:
    path = folder / "wrong.goti"
    assert run("check", path)[1].splitlines() == [
        f"{path}:3:13: false-total: the total is 2 + 4 = 6, the record says 7 [SR43]",
        "    [1|1]@[1|4] =7",
        "                ^^",
        f'{path}:1: layout "wrong": wrong',
        "1 entry: 0 right, 1 wrong, 0 undecided, 0 not readable; 1 fault",
    ]


def test_check_says_nothing_of_what_is_right(folder: Path, run: Run) -> None:
    assert run("check", folder / "right.goti") == (
        0, "1 entry: 1 right, 0 wrong, 0 undecided, 0 not readable; 0 faults\n", "",
    )  # fmt: skip


def test_check_of_a_folder_takes_its_files_in_order(folder: Path, run: Run) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "more.goti").write_text(WRONG, encoding="utf-8")
    (folder / "notes.txt").write_text("no record", encoding="utf-8")
    status, out, _ = run("check", folder)
    assert status == 2
    assert out.splitlines()[-1] == "5 entries: 1 right, 2 wrong, 1 undecided, 1 not readable; 3 faults"
    named = [line.split(":")[0] for line in out.splitlines() if re.search(r":\d+: (layout|entry)", line)]
    assert named == [str(folder / name) for name in ("sub/more.goti", "undecided.goti", "unread.goti", "wrong.goti")]


def test_an_empty_folder_is_an_error(tmp_path: Path, run: Run) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    for command in ("check", "fmt", "replay", "describe"):
        status, out, err = run(command, tmp_path)
        assert (status, out) == (2, "")
        assert str(tmp_path) in err


def test_a_folder_hides_nothing_that_cannot_be_read(folder: Path, run: Run) -> None:
    (folder / "sub.goti").mkdir()
    (folder / "sub.goti" / "dead.goti").symlink_to("nowhere")
    (folder / "sub.goti" / "round.goti").symlink_to("round.goti")
    status, out, _ = run("check", folder / "sub.goti")
    assert status == 2
    assert re.findall(r"(\w+)\.goti:1:1: cannot-open", out) == ["dead", "round"]


def test_this_folder(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for name in (".", f"..{os.sep}{folder.name}{os.sep}"):
        named = re.findall(r"^(\S+\.goti):3:13: ", run("check", name)[1], re.MULTILINE)
        assert named == [str(Path(name, "wrong.goti"))]


def test_a_closed_folder_is_named(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = folder / "closed"
    closed.mkdir()
    listed = os.scandir

    def scandir(path: str) -> object:
        if path == str(closed):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr("os.scandir", scandir)
    status, out, _ = run("check", folder)
    assert status == 2
    assert f"{closed}:1:1: cannot-open: " in out
    assert out.splitlines()[-1] == "5 entries: 1 right, 1 wrong, 1 undecided, 2 not readable; 3 faults"


def test_as_ruled_shows_written_and_ruled_scores(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    source = MATCH.replace("figure", "# figure").replace("\nunfinished", "out A stands\nscore A 20 B 0\n\nunfinished")
    path.write_text(source, encoding="utf-8")
    out = run("check", "--as-ruled", path)[1]
    assert "A written" in out and "A ruled" in out


def test_check_in_hindi(folder: Path, run: Run) -> None:
    out = run("check", "--lang", "hi", folder / "wrong.goti")[1]
    assert "false-total" in out
    assert "2 + 4 = 6" in out
    assert not re.search(
        r"\b(the|total|record|entry|fault)\b", out.replace("false-total", "").replace("wrong.goti", "")
    )


def test_the_language_may_stand_in_the_environment(folder: Path) -> None:
    hindi = process("check", "wrong.goti", cwd=folder, env={"GOTI_LANG": "hi"}).stdout
    assert hindi == process("check", "--lang", "hi", "wrong.goti", cwd=folder).stdout
    english = process("check", "wrong.goti", cwd=folder).stdout
    assert process("check", "--lang", "en", "wrong.goti", cwd=folder, env={"GOTI_LANG": "hi"}).stdout == english
    assert process("check", "wrong.goti", cwd=folder, env={"GOTI_LANG": "nonsense"}).stdout == english


def test_a_language_that_is_not_there(folder: Path) -> None:
    for value, told in (
        ("xx", "goti: GOTI_LANG: there is no language xx; there are: en, es, hi; English is used\n"),
        ("", ""),
    ):
        done = process("check", "right.goti", cwd=folder, env={"GOTI_LANG": value})
        assert (done.returncode, done.stderr.decode()) == (0, told)


def test_everything_printed_is_in_the_language_asked_for(tmp_path: Path, run: Run) -> None:
    err = run("check", "--lang", "hi", tmp_path)[2]
    assert "folder" not in err.replace(str(tmp_path), "")


def test_the_language_may_stand_before_the_command(folder: Path, run: Run) -> None:
    behind = run("check", "--lang", "hi", folder / "wrong.goti")
    assert run("--lang", "hi", "check", folder / "wrong.goti") == behind
    assert run("--lang", "en", "check", "--lang", "hi", folder / "wrong.goti") == behind  # the later word holds
    assert run("--lang", "hi", "check", "--lang", "en", folder / "wrong.goti") == run("check", folder / "wrong.goti")


def test_refusals_are_in_the_language_asked_for(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.goti").write_text('layout club.toml "x"\n[1|1] =2\n', encoding="utf-8")
    (tmp_path / "club.toml").write_text('extends = "seven-rocks"\n[field]\nreserve = 2\n', encoding="utf-8")
    for words in (
        ("check", tmp_path / "a.goti"),
        ("rules", tmp_path / "club.toml"),
        ("compare", "seven-rocks", tmp_path / "club.toml", tmp_path / "a.goti"),
    ):
        told = "".join(map(str, run(*words)[1:]))
        assert "reserve = 2, but nobody draws" in told
        hindi = "".join(map(str, run(*words, "--lang", "hi")[1:]))
        assert "reserve = 2, पर भंडार से कोई गोटी नहीं उठाता" in hindi and "nobody" not in hindi
    assert "उपलब्ध हैं" in run("rules", "nothing", "--lang", "hi")[2]


# -- what follows from a fault ----------------------------------------------------------------------------------------


def test_what_follows_from_a_consequence_stands_below_the_fault(run: Run) -> None:
    record = run("random", "american-sniff", "--players", 2, "--seed", 77, "--fault", "deal-too-small")[1]
    lines = run("check", "-", stdin=record)[1].splitlines()
    assert [re.findall(r"-:[0-9]+:[0-9]+: [a-z-]+", line) for line in lines[:1]] == [["-:384:1: deal-size"]]
    below = lines[3:6]
    assert all(line.startswith("  ↳ -:40") for line in below)
    assert [re.findall(r"follows from line [0-9]+", line)[0].split()[-1] for line in below] == ["384", "401", "403"]
    assert lines[6].startswith("-:3: match") and len(lines) == 8


def test_a_sum_of_one_number_is_that_number(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_text("layout seven-rocks\n[5|5] =10 +15\n", encoding="utf-8")
    assert "false-points: 10 scores 10, the record says 15 [SR44]" in run("check", path)[1]
    assert "\n10: a positive multiple of 5, so 10 points (SR44)\n" in run("explain", f"{path}:2")[1]


# -- standard input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_standard_input(run: Run, tmp_path: Path, end: str) -> None:
    source = WRONG.replace("\n", end)
    status, out, _ = run("check", "-", stdin=source)
    assert status == 1
    assert out.startswith("-:3:13: false-total")
    assert run("check", "--json", "-", stdin=source)[1].startswith('{"goti_trace": 1, "file": "-"')
    assert run("fmt", "-", stdin=source) == (0, "goti 1\n\n" + WRONG, "")
    assert run("replay", "-", stdin=source)[0] == 1
    assert json.loads(run("replay", "--json", "-", stdin=source)[1])["entries"][0]["verdict"] == "fail"
    assert run("describe", "-", stdin=source)[1].startswith("Placed [1|1]\n")
    status, out, _ = run("render", "-", "-o", tmp_path / "out", stdin=source)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["stdin-1-2.svg"]
    assert status == 1


def test_standard_input_can_be_explained(run: Run) -> None:
    assert run("explain", "-:2", stdin=RIGHT)[0] == 0


def test_standard_input_cannot_be_changed(run: Run) -> None:
    for option in ("--write", "--check"):
        status, out, err = run("fmt", option, "-", stdin=RIGHT)
        assert (status, out) == (2, "")
        assert "standard input" in err


def test_a_process_reads_standard_input(tmp_path: Path) -> None:
    done = process("check", "-", cwd=tmp_path, stdin=b"\xef\xbb\xbf" + WRONG.encode())
    assert done.returncode == 1
    assert done.stdout.startswith(b"-:3:13: false-total")
    assert done.stderr == b""


# -- what is in a file ------------------------------------------------------------------------------------------------

BAD_BYTES = [
    (WRONG.replace("wrong", "café").encode("latin-1"), "1:24", "24 (0xE9)"),
    (WRONG.replace("wrong", "“x”").encode("cp1252"), "1:21", "21 (0x93)"),
    (WRONG.encode("utf-16"), "1:1", "1 (0xFF)"),
    (("# शाम\n" + WRONG).encode() + b"\x80\n", "5:1", None),
]


@pytest.mark.parametrize(("data", "place", "byte"), BAD_BYTES)
@pytest.mark.parametrize("command", ["check", "fmt", "replay", "describe"])
def test_not_utf8(tmp_path: Path, run: Run, data: bytes, place: str, byte: str | None, command: str) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(data)
    status, out, err = run(command, path)
    assert status == 2
    assert f"{path}:{place}: not-utf8: " in out + err
    assert byte is None or f"byte {byte}" in out + err
    assert path.read_bytes() == data


def test_not_utf8_in_json_and_explain(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(BAD_BYTES[0][0])
    status, out, _ = run("check", "--json", path)
    document = json.loads(out)
    assert status == 2
    assert document["entries"] == []
    assert [(each["code"], each["line"], each["column"]) for each in document["findings"]] == [("not-utf8", 1, 24)]
    jsonschema.validate(document, schema())
    status, out, err = run("explain", f"{path}:2")
    assert (status, out) == (2, "")
    assert "byte 24" in err


def test_files_beside_one_that_is_not_utf8_are_checked(folder: Path, run: Run) -> None:
    (folder / "latin.goti").write_bytes(BAD_BYTES[0][0])
    out = run("check", folder)[1]
    assert out.splitlines()[-1] == "5 entries: 1 right, 1 wrong, 1 undecided, 2 not readable; 3 faults"


@pytest.mark.parametrize(
    "source", ["", "\n", "\ufeff", "# only a comment\n", "goti 1\n", "\ufeffgoti 1\n\n# x\n", " \t\n"]
)
def test_a_file_without_an_entry(tmp_path: Path, run: Run, source: str) -> None:
    path = tmp_path / "a.goti"
    path.write_text(source, encoding="utf-8")
    status, out, _ = run("check", path)
    assert (status, out) == (0, "0 entries: 0 right, 0 wrong, 0 undecided, 0 not readable; 0 faults\n")
    document = json.loads(run("replay", "--json", path)[1])
    assert document["entries"] == []
    status, formatted, _ = run("fmt", path)
    assert status == 0
    assert formatted.startswith("goti 1\n")
    assert run("replay", path)[0] == run("describe", path)[0] == 0


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_and_bom_change_no_place(tmp_path: Path, run: Run, bom: str, end: str, last: bool) -> None:
    path = tmp_path / "a.goti"
    source = bom + WRONG + bom + UNREAD
    path.write_bytes((source if last else source.rstrip("\n")).replace("\n", end).encode())
    status, out, _ = run("check", path)
    assert status == 2
    found = re.findall(r"goti:(\d+:\d+): ([a-z0-9-]+)", out)
    assert found == [("3:13", "false-total"), ("5:1", "bad-tile")]


def test_a_very_long_line(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_text(f'layout seven-rocks\nnote "{"x" * 1_000_000}"\n[1|4] =6 # {"y" * 100_000}\n', encoding="utf-8")
    status, out, _ = run("check", path)
    assert status == 1
    assert f"{path}:3:7: false-total" in out
    assert max(map(len, out.splitlines())) < 400
    assert len(run("fmt", path)[1]) > 1_100_000


def test_null_bytes(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(b"layout seven-rocks\n[1|4]\x00 =5\n\x00\n[1|1]@[1|4] =6 # \x00\n")
    status, out, _ = run("check", path)
    assert status == 2
    assert f"{path}:2:6: " in out and f"{path}:3:1: " in out
    assert "\x00" not in out


def test_a_missing_file(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "none.goti"
    for command in ("check", "replay", "fmt", "describe"):
        status, out, err = run(command, path)
        assert status == 2
        assert f"{path}:1:1: cannot-open: " in out + err
    document = json.loads(run("check", "--json", path)[1])
    assert [each["code"] for each in document["findings"]] == ["cannot-open"]
    status, _, err = run("explain", f"{path}:1")
    assert status == 2
    assert str(path) in err


def test_a_file_below_a_file(folder: Path, run: Run) -> None:
    assert run("check", folder / "right.goti" / "x.goti")[0] == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything can be read by root")
def test_a_file_that_may_not_be_read(folder: Path, run: Run) -> None:
    path = folder / "right.goti"
    path.chmod(0)
    status, out, _ = run("check", path, folder / "wrong.goti")
    assert status == 2
    assert "cannot-open" in out and "false-total" in out


def test_a_file_that_breaks_while_it_is_read(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", broken)
    status, out, _ = run("check", folder / "right.goti")
    assert status == 2
    assert "cannot-open: cannot be opened: Permission denied" in out


# -- fmt --------------------------------------------------------------------------------------------------------------

LAX = "layout   seven-rocks\r\n4-1 =5\t+5\r\n[1|1]\r\n"
CANONICAL = "goti 1\n\nlayout seven-rocks\n[1|4] =5 +5\n[1|1]@[1|4]\n"


def test_fmt_prints_and_changes_nothing(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(LAX.encode())
    assert run("fmt", path) == (0, CANONICAL, "")
    assert path.read_bytes() == LAX.encode()


@pytest.mark.parametrize(
    "source", [LAX, CANONICAL, CANONICAL.replace("\n", "\r\n"), "\ufeff" + CANONICAL, CANONICAL + "\n"]
)
def test_fmt_check(tmp_path: Path, run: Run, source: str) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(source.encode())
    status, out, _ = run("fmt", "--check", path)
    assert status == (source != CANONICAL)
    assert (str(path) in out) == (source != CANONICAL)
    assert path.read_bytes() == source.encode()


def test_fmt_write(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(LAX.encode())
    path.chmod(0o640)
    status, out, _ = run("fmt", "--write", path)
    assert status == 0
    assert str(path) in out
    assert path.read_bytes() == CANONICAL.encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["a.goti"]
    before = path.stat().st_mtime_ns
    assert run("fmt", "--write", path) == (0, "", "")
    assert path.stat().st_mtime_ns == before
    assert run("fmt", "--check", path)[0] == 0


def test_fmt_leaves_a_file_with_an_unreadable_line_alone(folder: Path, run: Run) -> None:
    (folder / "lax.goti").write_bytes(LAX.encode())
    data = (folder / "unread.goti").read_bytes()
    for options in ([], ["--write"], ["--check"]):
        status, _, err = run("fmt", *options, folder / "unread.goti", folder / "lax.goti")
        assert status == 2
        assert f"{folder / 'unread.goti'}:2:1: bad-tile" in err
        assert (folder / "unread.goti").read_bytes() == data
    assert (folder / "lax.goti").read_bytes() == CANONICAL.encode()  # the other file is written
    assert not [each for each in folder.iterdir() if each.suffix != ".goti"]


def test_fmt_names_every_unreadable_line(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_text("\ufefflayout seven-rocks\n[1|4\nx\n", encoding="utf-8")
    assert re.findall(r"goti:(\d+:\d+)", run("fmt", path)[2]) == ["2:1", "3:1"]


@pytest.mark.parametrize("step", ["open", "replace", "chmod"])
def test_fmt_write_is_whole_or_not_at_all(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(LAX.encode())

    plain = getattr(Path, step)

    def full(self: Path, *words: object, **options: object) -> object:
        if self.suffix == ".tmp":
            raise OSError(28, "No space left on device")
        return plain(self, *words, **options)

    monkeypatch.setattr(Path, step, full)
    status, _, err = run("fmt", "--write", path)
    monkeypatch.undo()
    assert status == 2
    assert "No space left" in err
    assert path.read_bytes() == LAX.encode()
    assert [each.name for each in tmp_path.iterdir()] == ["a.goti"]


def test_fmt_write_keeps_a_link_and_writes_its_target(tmp_path: Path, run: Run) -> None:
    (tmp_path / "far").mkdir()
    target, link, second = tmp_path / "far" / "a.goti", tmp_path / "b.goti", tmp_path / "c.goti"
    target.write_bytes(LAX.encode())
    target.chmod(0o604)
    link.symlink_to(Path("far", "a.goti"))
    second.symlink_to("b.goti")
    assert run("fmt", "--write", second)[0] == 0
    assert (os.readlink(second), os.readlink(link)) == ("b.goti", str(Path("far", "a.goti")))
    assert target.read_bytes() == CANONICAL.encode()
    assert target.stat().st_mode & 0o777 == 0o604
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["a.goti", "b.goti", "c.goti", "far"]


def test_fmt_write_leaves_a_file_alone_that_may_not_be_changed(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(LAX.encode())
    path.chmod(0o444)
    if os.geteuid() == 0:  # who may do everything
        monkeypatch.setattr("os.access", lambda *_: False)
    status, out, err = run("fmt", "--write", path)
    assert (status, out, err) == (2, "", f"goti: {path}: Permission denied\n")
    assert path.read_bytes() == LAX.encode()


def test_fmt_write_of_a_long_name(tmp_path: Path, run: Run) -> None:
    path = tmp_path / f"{'a' * 250}.goti"
    path.write_bytes(LAX.encode())
    assert run("fmt", "--write", path)[0] == 0
    assert path.read_bytes() == CANONICAL.encode()


def test_fmt_write_interrupted_leaves_nothing_behind(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(LAX.encode())

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    assert run("fmt", "--write", path)[0] == 130
    monkeypatch.undo()
    assert [each.name for each in tmp_path.iterdir()] == ["a.goti"]
    assert path.read_bytes() == LAX.encode()


def test_fmt_in_hindi_comes_back(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_text(MATCH, encoding="utf-8")
    hindi = run("fmt", "--lang", "hi", path)[1]
    assert hindi.startswith("गोटी 1\n")
    assert run("fmt", "-", stdin=hindi)[1] == "goti 1\n\n" + MATCH


# -- JSON -------------------------------------------------------------------------------------------------------------


def test_the_schema_is_printed_and_is_a_schema(run: Run) -> None:
    status, out, _ = run("replay", "--schema")
    assert status == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(out))
    assert json.loads(out) == schema()


@pytest.mark.parametrize("command", ["check", "replay"])
def test_json_of_every_small_fixture_is_as_the_schema_says(run: Run, command: str) -> None:
    _, out, err = run(command, "--json", FIXTURES / "errors", FIXTURES / "american-sniff", FIXTURES / "seven-rocks")
    validator = jsonschema.Draft202012Validator(schema())
    documents = [json.loads(line) for line in out.splitlines()]
    assert len(documents) > 200
    for document in documents:
        assert not [error.message for error in validator.iter_errors(document)], document["file"]
    assert not err


@pytest.mark.parametrize("sample", ["layouts", "sniff-hidden-draws", "seven-rocks-hidden-hands", "lax", "errors"])
def test_json_of_samples_is_as_the_schema_says(run: Run, sample: str) -> None:
    document = json.loads(run("replay", "--json", FIXTURES / "samples" / f"{sample}.goti")[1])
    jsonschema.validate(document, schema())


def test_json_of_a_match(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_text(MATCH, encoding="utf-8")
    status, out, _ = run("replay", "--json", path)
    assert status == 0
    assert out.count("\n") == 1
    (entry,) = json.loads(out)["entries"]
    assert (entry["kind"], entry["title"], entry["rules"]) == ("match", "Evening", "american-sniff@1")
    (round_,) = entry["rounds"]
    assert [turn["total"] for turn in round_["turns"]] == [5, 6, 10]
    assert [turn["points"] for turn in round_["turns"]] == [5, 0, 10]
    assert [turn["scores"] for turn in round_["turns"]] == [{"A": 5, "B": 0}, {"A": 5, "B": 0}, {"A": 15, "B": 0}]
    assert round_["turns"][2]["counted"] == [
        {"tile": "[1|1]", "port": "chain-b", "value": 2}, {"tile": "[4|4]", "port": "chain-b", "value": 8},
    ]  # fmt: skip
    assert round_["turns"][2]["site"] == {"tile": "[1|4]", "port": "high", "value": 4}
    assert "rounds" not in json.loads(run("check", "--json", path)[1])["entries"][0]


def test_json_is_one_line_a_file(folder: Path, run: Run) -> None:
    status, out, _ = run("check", "--json", folder)
    assert status == 2
    documents = [json.loads(line) for line in out.splitlines()]
    assert [Path(each["file"]).stem for each in documents] == ["right", "undecided", "unread", "wrong"]
    assert [each["entries"][0]["verdict"] for each in documents] == ["pass", "undecided", "unread", "fail"]


# -- replay, explain, describe ----------------------------------------------------------------------------------------


def test_replay_shows_every_turn(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a.goti"
    path.write_text(MATCH, encoding="utf-8")
    status, out, _ = run("replay", path)
    assert status == 0
    for text in ("[1|4]", "4 + 1 = 5", "2 + 4 = 6", "2 + 8 = 10", "not finished"):
        assert text in out
    assert "2 + 4 = 6" not in run("replay", "--from", 3, path)[1]
    assert "2 + 8 = 10" not in run("replay", "--to", 2, path)[1]
    status, out, err = run("replay", "--round", 2, path)
    assert (status, err) == (2, "goti: there is no round 2\n")
    assert "4 + 1 = 5" not in out


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (6, ["[1|4]", "4 + 1 = 5", "AS46"]),
        (8, ["terminal", "2 + 4 = 6", "AS50"]),
        (9, ["2 + 8 = 10", "[1|1] is the branching double", "AS32"]),
        (1, []),
        (2, []),
        (3, []),
        (12, []),
    ],
)
def test_explain(tmp_path: Path, run: Run, line: int, named: list[str]) -> None:
    path = tmp_path / "a.goti"
    path.write_text(MATCH, encoding="utf-8")
    status, out, err = run("explain", f"{path}:{line}")
    assert (status, err) == (0, "")
    assert all(each in out for each in named)
    assert out.strip()


@pytest.mark.parametrize("line", ["0", "13", "999", "99999999999999999999"])
def test_explain_a_line_that_is_not_there(tmp_path: Path, run: Run, line: str) -> None:
    path = tmp_path / "a.goti"
    path.write_text(MATCH, encoding="utf-8")
    status, out, err = run("explain", f"{path}:{line}")
    assert (status, out) == (2, "")
    assert line in err


def test_explain_a_wrong_line_says_what_is_wrong(folder: Path, run: Run) -> None:
    status, out, _ = run("explain", f"{folder / 'wrong.goti'}:3")
    assert status == 0
    assert "false-total" in out
    assert run("explain", f"{folder / 'unread.goti'}:2")[0] == 2


@pytest.mark.parametrize("language", languages())
def test_describe(tmp_path: Path, run: Run, language: str) -> None:
    path = tmp_path / "a.goti"
    path.write_text(MATCH, encoding="utf-8")
    out = run("describe", "--lang", language, path)[1].splitlines()
    assert len(out) == 6  # two marked figures of three lines
    assert out[2].startswith(out[1])
    for form, first in (("heading", 0), ("short", 1), ("long", 2)):
        assert run("describe", "--lang", language, "--form", form, path)[1].splitlines() == out[first::3]


def test_describe_in_english(tmp_path: Path, run: Run) -> None:
    out = run("describe", "-", stdin=MATCH)[1].splitlines()
    assert out[0] == "Placed [1|4]"
    assert out[1] == "Counted contributions: 4 + 1 = 5. Points for the placement: 5."
    assert out[3] == "Placed [4|4]"


# -- render -----------------------------------------------------------------------------------------------------------


def test_render_svg_and_text(tmp_path: Path, run: Run) -> None:
    status, out, _ = run("render", "-", "-o", tmp_path / "new" / "folder", "--format", "svg, txt", stdin=RIGHT)
    assert status == 0
    made = sorted((tmp_path / "new" / "folder").iterdir())
    assert [each.name for each in made] == ["stdin-1-2.svg", "stdin-1-2.txt"]
    assert out.splitlines() == [str(each) for each in made]
    assert made[0].read_text(encoding="utf-8").lstrip().startswith(("<svg", "<?xml"))
    assert "Counted contributions: 2 + 4 = 6." in made[1].read_text(encoding="utf-8")


@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF-"), ("png", b"\x89PNG\r\n")])
def test_render_pdf_and_png(tmp_path: Path, run: Run, form: str, start: bytes) -> None:
    try:
        import cairosvg  # noqa: F401
    except OSError:
        pytest.skip("the cairo library is not installed; the command says so (tests/render/test_pdf.py)")
    status, out, _ = run("render", "-", "-o", tmp_path, "--format", form, stdin=RIGHT)
    assert status == 0
    assert (tmp_path / f"stdin-1-2.{form}").read_bytes().startswith(start)
    assert out == f"{tmp_path / f'stdin-1-2.{form}'}\n"


def test_render_marked_figures_of_a_layout(tmp_path: Path, run: Run) -> None:
    source = 'layout seven-rocks\n[1|4]\nfigure\n[1|1]\n[4|4]\nfigure "x"\n\nlayout seven-rocks\n[1|4]\n'
    assert run("render", "-", "-o", tmp_path, stdin=source)[0] == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["stdin-1-1.svg", "stdin-1-3.svg", "stdin-2-1.svg"]


def test_render_marked_figures_of_a_match(tmp_path: Path, run: Run) -> None:
    status, out, _ = run("render", "-", "-o", tmp_path, stdin=MATCH)
    assert status == 0
    assert len(set(out.splitlines())) == len(list(tmp_path.iterdir())) == 2


def test_render_files_of_one_name(tmp_path: Path, run: Run) -> None:
    for number in "12":
        (tmp_path / number).mkdir()
        (tmp_path / number / "a.goti").write_text(f"layout seven-rocks\n[{number}|4]\n", encoding="utf-8")
    _, out, _ = run("render", tmp_path, "-o", tmp_path / "out")
    assert len(set(out.splitlines())) == len(list((tmp_path / "out").iterdir())) == 2


SEQUENCE = 'layout seven-rocks "Four steps"\n[1|4]\n[1|1]\n[4|4]\n[1|2]@[1|1]\nfigure "x"\n'


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_render_all_steps_of_a_layout_with_one_size(tmp_path: Path, run: Run) -> None:
    assert run("render", "-", "-o", tmp_path, "--all", stdin=SEQUENCE)[0] == 0
    assert names(tmp_path) == [f"stdin-1-{turn}.svg" for turn in range(1, 5)]
    texts = [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()]
    assert len({text.partition("viewBox=")[2].partition(" role")[0] for text in texts}) == 1


def test_render_the_rounds_of_a_match_as_strips(tmp_path: Path, run: Run) -> None:
    assert run("render", "-", "-o", tmp_path, "--strip", "--format", "svg,txt", stdin=MATCH)[0] == 0
    assert all(re.fullmatch(r"stdin-1-r\d+-strip\.(svg|txt)", name) for name in names(tmp_path))
    assert len(names(tmp_path)) >= 2


def test_render_under_two_readings(tmp_path: Path, run: Run) -> None:
    assert run("render", "-", "-o", tmp_path, "--compare", "american-sniff", stdin=SEQUENCE)[0] == 0
    text = (tmp_path / "stdin-1-4-compare.svg").read_text(encoding="utf-8")
    for words in ("Seven Rocks", "American Sniff", "counts differently under the other rules"):
        assert words in text
    crowded = "layout five-up\n[1|1]\n[1|2]@[1|1]\n[1|3]@[1|1]\n[2|2]@[1|2]\n[2|4]@[2|2]\n[2|5]@[2|2].branch-a\n"
    status, _, err = run("render", "-", "-o", tmp_path, "--compare", "block", stdin=crowded)
    assert status == 1
    told = "-:7:1: this figure cannot be drawn: block@1 does not allow this layout: [2|5] cannot lie where it does"
    assert told in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--theme", "pink"], "no theme 'pink'; there are ivory, ebony, contrast, print"),
        (["--theme", "none.toml"], "none.toml: the theme cannot be read: No such file"),
        (["--aspect", "3:x"], "the shape of the table can be 1:4 to 4:1, such as 3:2, not '3:x'"),
        (["--aspect", "9:1"], "the shape of the table can be 1:4 to 4:1, such as 3:2, not 9"),
        (["--aspect", "nan"], "such as 3:2, not nan"),
        (["--aspect=-3:2"], "such as 3:2, not -1.5"),
        (["--width", "0"], "a figure can be 5 to 2000 mm wide, not 0"),
        (["--width", "nan"], "a figure can be 5 to 2000 mm wide, not nan"),
        (["--width", "1e999"], "a figure can be 5 to 2000 mm wide, not inf"),
        (["--width=-80"], "a figure can be 5 to 2000 mm wide, not -80"),
        (["--dpi", "0"], "a PNG can have 10 to 2400 dots to an inch, not 0"),
        (["--dpi", "many"], "argument --dpi: invalid float value: 'many'"),
        (["--max-width", "1"], "the table can be 2 to 1000 units wide (a tile is 4), not 1"),
        (["--max-width", "99999999999999999999"], "the table can be 2 to 1000 units wide"),
        (["--font", "none.ttf"], "the font none.ttf cannot be read: No such file"),
        (["--font", __file__], "is not a font that can be read"),
        (["--compare", "whist"], "whist"),
        (["--all", "--strip"], "not allowed with argument"),
        (
            ["--sheet", "--format", "pdf,svg"],
            "a contact sheet is a PDF, or text: leave out --format, or say --format pdf,txt",
        ),
        (["--sheet", "--width", "80"], "the pages of a contact sheet are A4: leave out --width"),
        (["--as-written", "--compare", "block"], "not with --compare"),
        (["--as-written", "--score"], "not with --score"),
        (["--score", "--sheet"], "--score goes with --all and --strip, not with --sheet or --compare"),
        (["--score", "--compare", "block"], "--score goes with --all and --strip"),
        (["--round", "1"], "--round and --record go with --score"),
        (["--record", "paper"], "--round and --record go with --score"),
    ],
)
def test_render_wishes_that_cannot_be_met(tmp_path: Path, run: Run, words: list[str], told: str) -> None:
    status, out, err = run("render", "-", "-o", tmp_path / "new", *words, stdin=SEQUENCE)
    assert (status, out) == (2, "") and told in err
    assert not (tmp_path / "new").exists()


def test_render_the_scores_of_a_match(tmp_path: Path, run: Run) -> None:
    status, out, _ = run("render", "-", "-o", tmp_path, "--score", "--format", "svg,txt", stdin=MATCH)
    assert (status, len(out.splitlines())) == (0, 2)
    assert (tmp_path / "stdin-1-score.txt").read_text(encoding="utf-8") == (
        "Evening · after round 1\n"
        "A Asha: 15. On paper: 3 × 5. Last entry: +10 (5 → 15). B: 0. On paper: 0. Target: 250.\n"
    )
    assert run("render", "-", "-o", tmp_path, "--score", "--round", "1", "--record", "board", stdin=MATCH)[0] == 0
    assert "Peg in hole 15." in (tmp_path / "stdin-1-r1-score.svg").read_text(encoding="utf-8")
    assert run("render", "-", "-o", tmp_path, "--score", "--all", "--format", "txt", stdin=MATCH)[0] == 0
    first, second = (tmp_path / f"stdin-1-r1-score-{number}.txt" for number in (1, 2))
    assert "A Asha: 5." in first.read_text(encoding="utf-8") and "A Asha: 15." in second.read_text(encoding="utf-8")
    assert run("render", "-", "-o", tmp_path, "--score", "--strip", stdin=MATCH)[0] == 0
    assert "A Asha +5. A Asha +10." in (tmp_path / "stdin-1-r1-score-strip.svg").read_text(encoding="utf-8")


def test_render_scores_that_are_not_there(tmp_path: Path, run: Run) -> None:
    assert run("render", "-", "-o", tmp_path, "--score", stdin=SEQUENCE)[2] == (
        "goti: there are no scores to draw: no match with rounds\n"
    )
    status, _, err = run("render", "-", "-o", tmp_path, "--score", "--round", "7", stdin=MATCH)
    assert (status, err) == (2, "goti: there is no round 7\n")


def test_render_scores_that_no_lines_make(tmp_path: Path, run: Run) -> None:
    source = MATCH.replace("round 1", "given score A 12 B 0\n\nround 4").replace("lot A", "start A")
    status, out, err = run("render", "-", "-o", tmp_path, "--score", stdin=source)
    assert (status, out) == (1, "")
    assert "-:1:1: this figure cannot be drawn: a line on paper is 5 points, so 27 cannot be drawn" in err
    assert run("render", "-", "-o", tmp_path, "--score", "--record", "board", stdin=source)[0] == 0


def test_render_looks(tmp_path: Path, run: Run) -> None:
    words = ["--theme", "print", "--steps", "--ports", "--placed", "--no-legend", "--width", "60", "--transparent"]
    assert run("render", "-", "-o", tmp_path, *words, stdin=SEQUENCE)[0] == 0
    text = (tmp_path / "stdin-1-4.svg").read_text(encoding="utf-8")
    assert 'width="60mm"' in text and "<rect" not in text and ">branch-a<" in text and "stroke-dasharray" in text


def test_render_where_nothing_is_known(folder: Path, run: Run) -> None:
    status, _, err = run("render", folder / "undecided.goti", "-o", folder / "out")
    assert status == 1
    assert "undecided.goti:5:1: the layout is not known here" in err
    assert not (folder / "out").exists()


FIGURES = """\
layout seven-rocks "one"
[1|4]
figure "fine"
[1|1]
figure en "ok \u6f22\u5b57" hi "\u0920\u0940\u0915"

layout seven-rocks "two"
[2|2]
[2|3]
[2|4]
[3|4]
figure
[2|5]@[2|2]
figure

layout seven-rocks "three"
[1|4]
figure
"""


def test_render_names_each_figure_it_cannot_draw_and_draws_the_others(tmp_path: Path, run: Run) -> None:
    status, out, err = run("render", "-", "-o", tmp_path, "--format", "txt,svg", stdin=FIGURES)
    assert status == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "stdin-1-1.svg", "stdin-1-1.txt", "stdin-3-1.svg", "stdin-3-1.txt",
    ]  # fmt: skip
    assert len(out.splitlines()) == 4
    lines = err.splitlines()
    at = lines.index(
        "-:5:15: this figure cannot be drawn: the font Noto Sans Devanagari has no character \u6f22 (U+6F22); "
        "leave it out, or take a font that has it"
    )
    assert lines[at + 1 : at + 3] == ['    figure en "ok \u6f22\u5b57" hi "\u0920\u0940\u0915"', f"    {' ' * 14}^^"]
    unknown = "the layout is not known here, so there is nothing to draw or describe"
    assert [line for line in lines if unknown in line] == [f"-:12:1: {unknown}", f"-:14:1: {unknown}"]


def test_render_in_another_language_draws_that_caption(tmp_path: Path, run: Run) -> None:
    source = FIGURES.split("\n\n")[0]
    assert run("render", "--lang", "hi", "-", "-o", tmp_path, stdin=source)[0] == 0
    status, _, err = run("render", "--lang", "hi", "-", "-o", tmp_path, stdin=source.replace("\u0920", "\u6f22"))
    assert status == 1
    assert "-:5:23: यह चित्र बनाया नहीं जा सकता" in err


def test_a_text_picture_needs_no_font(tmp_path: Path, run: Run) -> None:
    assert run("render", "-", "-o", tmp_path, "--format", "txt", stdin=FIGURES.split("\n\n")[0])[0] == 0
    assert (tmp_path / "stdin-1-2.txt").read_text(encoding="utf-8").startswith("ok \u6f22\u5b57\n")


def test_describe_goes_on_after_a_figure_without_position(run: Run) -> None:
    status, out, err = run("describe", "--form", "heading", "-", stdin=FIGURES)
    assert (status, out) == (1, "Placed [1|4]\nPlaced [1|1]\nPlaced [1|4]\n")
    assert "-:12:1: " in err and "-:14:1: " in err


@pytest.mark.parametrize("words", [["render", "-o", "out"], ["describe"]])
def test_where_there_is_no_figure(tmp_path: Path, run: Run, words: list[str]) -> None:
    status, out, err = run(*words, "-", stdin=MATCH.replace("figure", "# figure"))
    assert (status, out) == (0, "")
    assert err.startswith("goti: there is nothing to draw or describe")


def test_render_names_a_format_once(tmp_path: Path, run: Run) -> None:
    out = run("render", "-", "-o", tmp_path, "--format", "svg,txt,svg", stdin=RIGHT)[1]
    assert [Path(each).suffix for each in out.splitlines()] == [".svg", ".txt"]


def test_render_without_a_format(tmp_path: Path, run: Run) -> None:
    status, out, err = run("render", "-", "-o", tmp_path, "--format", ",", stdin=RIGHT)
    assert (status, out) == (2, "")
    assert err == "goti: --format is empty; there are: svg, pdf, png, txt\n"


def test_render_into_a_place_that_is_no_folder(folder: Path, run: Run) -> None:
    status, out, err = run("render", folder / "right.goti", "-o", folder / "wrong.goti")
    assert (status, out, err) == (2, "", f"goti: {folder / 'wrong.goti' / 'right-1-2.svg'}: Not a directory\n")
    assert (folder / "wrong.goti").read_text(encoding="utf-8") == WRONG


def test_render_writes_the_same_bytes_again(tmp_path: Path) -> None:
    (tmp_path / "a.goti").write_text(MATCH, encoding="utf-8")
    found = []
    for seed in ("0", "1"):
        done = process(
            "render", "a.goti", "-o", f"out{seed}", "--format", "svg,txt", cwd=tmp_path, env={"PYTHONHASHSEED": seed}
        )
        assert done.returncode == 0
        found.append({each.name: each.read_bytes() for each in (tmp_path / f"out{seed}").iterdir()})
    assert found[0] == found[1]


# -- processes --------------------------------------------------------------------------------------------------------


def test_a_closed_pipe_is_no_error() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".dev")}
    for words in (["replay"], ["replay", "--json"], ["fmt"]):
        with subprocess.Popen(
            [sys.executable, "-m", "goti", *words, str(FIXTURES / "samples")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
        ) as started:  # fmt: skip
            assert started.stdout is not None and started.stderr is not None
            assert started.stdout.readline()
            started.stdout.close()
            complaint = started.stderr.read()
            status = started.wait(60)
        assert complaint.count(b"Traceback") == complaint.count(b"Error") == 0
        assert status in (0, 1, 2)


def test_any_locale_prints_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.goti").write_text(WRONG.replace("wrong", "शाम"), encoding="utf-8")
    printed = set()
    for environment in (
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C.UTF-8"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONHASHSEED": "random"},
    ):
        for words in (["check", "--lang", "hi"], ["replay"], ["check", "--json"]):
            done = process(*words, "a.goti", cwd=tmp_path, env=environment)
            assert (done.returncode, done.stderr) == (1, b"")
            printed.add((words[0], done.stdout))
        assert "शाम".encode() in done.stdout
    assert len(printed) == 3


@pytest.mark.parametrize(
    "name", ["with blanks.goti", "शाम की बाज़ी.goti", "a:b.goti", "12:3.goti", "-x.goti", "[1|4].goti", "a'b\".goti"]
)
def test_file_names(tmp_path: Path, run: Run, name: str) -> None:
    path = tmp_path / name
    path.write_text(WRONG, encoding="utf-8")
    assert run("check", path)[1].startswith(f"{path}:3:13: false-total")
    assert run("explain", f"{path}:3")[0] == 0
    assert run("fmt", "--write", path)[0] == 0
    assert run("render", path, "-o", tmp_path / "out")[0] == 1
    assert [each.name for each in (tmp_path / "out").iterdir()] == [f"{path.stem}-1-2.svg"]
    done = process("check", "--", name, cwd=tmp_path)
    assert done.stdout.startswith(f"{name}:".encode())


@pytest.mark.skipif(os.name != "posix", reason="such names are not possible elsewhere")
def test_a_file_name_reaches_no_terminal(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "a\x1b[31m\n\u009bb.goti"
    path.write_text(WRONG, encoding="utf-8")
    assert run("check", path)[1].startswith(f"{tmp_path}/a\\x1b[31m\\n\\x9bb.goti:3:13: false-total")
    assert json.loads(run("check", "--json", path)[1])["file"] == str(path)


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
@pytest.mark.parametrize("words", [["check"], ["check", "--json"], ["replay"]])
def test_a_file_name_that_is_not_utf8(tmp_path: Path, words: list[str]) -> None:
    with open(os.fsencode(tmp_path) + b"/\xff.goti", "wb") as file:
        file.write(WRONG.encode())
    done = process(*words, b"\xff.goti", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == b""
    assert b"false-total" in done.stdout


def test_a_hindi_file_name_in_a_plain_locale(tmp_path: Path) -> None:
    (tmp_path / "शाम.goti").write_text(WRONG, encoding="utf-8")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = process("check", "शाम.goti".encode(), cwd=tmp_path, env=plain)
    assert done.returncode == 1
    assert done.stdout.startswith("शाम.goti:3:13: ".encode())


def test_commands_that_only_check_load_no_renderer(tmp_path: Path) -> None:
    (tmp_path / "a.goti").write_text(RIGHT, encoding="utf-8")
    code = (
        "import sys; from goti.cli import main; main(['check', 'a.goti']); main(['fmt', 'a.goti']);"
        "print([each for each in sys.modules if each.split('.')[0] in ('cairosvg', 'uharfbuzz', 'jinja2', 'fontpkg')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / ".dev")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"
