"""`goti record` at a real terminal: a whole round with a slip, an undo and a power cut in the middle."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from goti.api import check, load
from goti.cli import main
from goti.engine.findings import Verdict
from goti.engine.generate import Options, random_match
from goti.engine.messages import languages, message
from goti.engine.rules import rule_set
from goti.recording import command
from goti.recording.due import Manner
from goti.recording.machine import begin
from goti.recording.state import Setup, State
from goti.tests.recording.typing import Typist

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 20.0  # seconds for an answer, on a machine with other work
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")


class Terminal:
    """The command in a pseudo-terminal of its own."""

    def __init__(self, *words: str) -> None:
        environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONPATH": str(ROOT / ".dev")}
        self.pid, self.master = pty.fork()
        if not self.pid:
            os.execve(sys.executable, [sys.executable, "-m", "goti", *words], environment)
        self.seen = ""

    def read(self, wanted: str) -> None:
        """Read on until the screen has shown a text since the last time."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{wanted!r} is not shown; the screen shows: {self.seen}"
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the program has ended
                data = b""
            assert data, f"{wanted!r} is not shown; the program ended with: {self.seen}"
            self.seen += _ESCAPES.sub("", data.decode("utf-8", "replace"))
        self.seen = self.seen.split(wanted, 1)[1]

    def send(self, text: str) -> None:
        os.write(self.master, text.encode())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """The status the program ended with."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.master)
        self.pid = 0
        return status

    def close(self) -> None:
        if self.pid:
            self.kill()


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    found: list[Terminal] = []
    yield found
    for each in found:
        each.close()


WORDS = ("--rules", "american-sniff", "--seats", "Asha,Binod", "--date", "2026-11-24", "--lang", "en")


def test_a_round_with_a_slip_an_undo_and_a_power_cut(terminals: list[Terminal], tmp_path: Path) -> None:
    path = tmp_path / "evening.goti"
    rules = rule_set("american-sniff")
    nodes = random_match(rules, 2, Random(7), Options(rounds=1, hidden=True))
    setup = Setup("en", "american-sniff", ("Asha", "Binod"), None, (("date", "2026-11-24"),))
    person = Typist(begin(setup, Manner()))
    person.follow(nodes)
    assert person.state.question.about == "round"
    states = [person.state]
    while states[0].previous is not None:
        states.insert(0, states[0].previous)
    texts = [state.sheet.text for state in states if state.sheet is not None]
    middle = len(person.typed) // 2

    terminal = Terminal("record", str(path), *WORDS)
    terminals.append(terminal)
    terminal.read("Lot: who starts?")
    assert path.read_text(encoding="utf-8") == texts[0]
    for number, typed in enumerate(person.typed[:middle]):
        terminal.send(typed + "\r")
        terminal.read(new_lines(texts[number], texts[number + 1])[-1])
        assert path.read_text(encoding="utf-8") == texts[number + 1]
        assert check(texts[number + 1]).verdict is not Verdict.FAIL
    terminal.send("99\r")  # a wrong entry
    terminal.read("! ")
    terminal.send("u\r")
    terminal.read("Taken back.")
    terminal.send(person.typed[middle - 1] + "\r")
    terminal.read(new_lines(texts[middle - 1], texts[middle])[-1])
    terminal.send(person.typed[middle])  # no Enter yet
    terminal.kill()
    assert path.read_text(encoding="utf-8") == texts[middle]
    assert load(path).verdict is not Verdict.FAIL
    assert [each.name for each in tmp_path.iterdir()] == ["evening.goti"]

    terminal = Terminal("record", str(path), *WORDS)
    terminals.append(terminal)
    terminal.read("goes on where it stopped.")
    for number, typed in enumerate(person.typed[middle:], middle):
        terminal.send(typed + "\r")
        terminal.read(new_lines(texts[number], texts[number + 1])[-1])
        assert path.read_text(encoding="utf-8") == texts[number + 1]
    terminal.read("next round.")
    terminal.send("q\r")
    terminal.read("Saved;")
    assert terminal.wait() == 0
    assert load(path).verdict is not Verdict.FAIL


def new_lines(before: str, after: str) -> list[str]:
    """The lines one text has more than the other, but for the last one, `unfinished`."""
    return [line for line in after.splitlines()[len(before.splitlines()) - 2 : -1] if line]


def test_the_tab_key_offers_the_placements(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal("record", str(tmp_path / "a.goti"), *WORDS)
    terminals.append(terminal)
    terminal.read("Lot: who starts?")
    terminal.send("A\r")
    terminal.read("A Asha:")
    terminal.send("55\r")
    terminal.read("B Binod:")
    terminal.send("0\t")
    terminal.read("05")
    terminal.send("\r")
    terminal.read("B: [0|5]@[5|5] =10 +10")


def test_without_a_terminal_it_goes_line_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.goti"
    monkeypatch.setattr(sys, "stdin", io.StringIO("A\n55\n?\n36\n05\nl\n"))
    assert main(["record", str(path), *WORDS]) == 0
    out = capsys.readouterr().out
    assert "  B: [0|5]@[5|5] =10 +10\n" in out and "! [3|6] fits no open end" in out and "362 " in out
    assert path.read_text(encoding="utf-8").endswith("A: [5|5] =10 +10\nB: [0|5]@[5|5] =10 +10\n\nunfinished\n")


def test_a_file_changed_meanwhile_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.goti"
    other = "# from another program\n"

    def ask(prompt: str, state: State) -> str:
        if state.seen is not None and state.seen.moment.turns:
            path.write_text(other, encoding="utf-8")
            return "05"
        return "A" if state.question.about == "starter" else "55"

    monkeypatch.setattr(command, "asker", lambda: ask)
    assert main(["record", str(path), *WORDS]) == 2
    assert capsys.readouterr().err.startswith(f"goti: {path} was changed by another program meanwhile")
    assert path.read_text(encoding="utf-8") == other


def test_nothing_is_said_to_be_saved_before_the_first_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert main(["record", str(tmp_path / "a.goti"), "--lang", "en"]) == 0
    assert "Nothing is written yet." in capsys.readouterr().out and not list(tmp_path.iterdir())


def test_lines_pasted_together_are_refused(terminals: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal("record", str(tmp_path / "a.goti"), *WORDS)
    terminals.append(terminal)
    terminal.read("Lot: who starts?")
    terminal.send("\x1b[200~A\n55\n\x1b[201~\r")
    terminal.read("! one line at a time")


def test_what_cannot_be_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.goti"
    path.write_text("match seven-rocks\nseats A B C D\nround 1\nD: pas\n", encoding="utf-8")
    assert main(["record", str(path)]) == 2
    assert f"{path}:4:4: unknown-word" in capsys.readouterr().err
    assert main(["record", "-"]) == 2
    assert main(["record", str(tmp_path / "b.goti"), "--rules", "chess"]) == 2
    assert main(["record", str(tmp_path / "b.goti"), "--rules", "seven-rocks", "--seats", "A,B"]) == 2
    assert not (tmp_path / "b.goti").exists()


@pytest.mark.parametrize("language", languages())
def test_what_no_record_can_be_saved_in_is_said_at_once(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask() -> None:
        raise AssertionError("asked, or read")

    monkeypatch.setattr(command, "asker", ask)
    monkeypatch.setattr(command, "read_source", ask)
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/full")):
        assert main(["record", str(path), "--lang", language]) == 2
        assert capsys.readouterr() == ("", f"goti: {message(language, 'record.no-file', path=path)}\n")
    (tmp_path / "a.goti").touch()
    below = tmp_path / "a.goti" / "b.goti"
    assert main(["record", str(below), "--lang", language]) == 2
    assert capsys.readouterr() == ("", f"goti: {below}: Not a directory\n")
    monkeypatch.setattr("os.access", lambda *_: False)  # as root everything may be written
    for closed in (tmp_path / "a.goti", tmp_path / "new" / "b.goti"):
        assert main(["record", str(closed), "--lang", language]) == 2
        assert capsys.readouterr() == ("", f"goti: {closed}: Permission denied\n")


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)])
def test_ctrl_c_and_ctrl_d_stop_with_everything_saved(
    key: str, status: int, terminals: list[Terminal], tmp_path: Path
) -> None:
    terminal = Terminal("record", str(tmp_path / "a.goti"), *WORDS)
    terminals.append(terminal)
    terminal.read("Lot: who starts?")
    terminal.send("A\r")
    terminal.read("A Asha:")
    terminal.send("55\r")
    terminal.read("B Binod:")
    terminal.read(">")  # the terminal hands over keys from here on
    terminal.send(key)
    terminal.read("Saved; the same command goes on from here.")
    assert terminal.wait() == status
    assert "A: [5|5] =10 +10\n" in (tmp_path / "a.goti").read_text(encoding="utf-8")


def test_a_match_that_is_over_is_followed_by_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.goti"
    source = "layout seven-rocks\r\n4-1 =5"
    path.write_text(source, encoding="utf-8", newline="")
    monkeypatch.setattr(sys, "stdin", io.StringIO("A\n55\n"))
    assert main(["record", str(path), *WORDS]) == 0
    written = path.read_bytes().decode("utf-8")
    assert written.startswith(source + "\n\nmatch american-sniff\ndate 2026-11-24\n")


@pytest.mark.parametrize("language", ["en", "hi"])
def test_house_rules_and_languages(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.toml").write_text('extends = "american-sniff@1"\nfield.targets = 50\n', encoding="utf-8")
    path = tmp_path / "a.goti"
    monkeypatch.setattr(sys, "stdin", io.StringIO("club.toml\nआशा, बिनोद\nA\n55\n05\n?\nहैं\n"))
    assert main(["record", str(path), "--date", "2026-11-24", "--lang", language]) == 0
    text = path.read_text(encoding="utf-8")
    assert ("मैच club.toml" if language == "hi" else "match club.toml") in text and "आशा" in text
    assert load(path).verdict is Verdict.PASS
