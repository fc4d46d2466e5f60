"""The session that docs/keeping.md shows is what the recorder says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from goti.recording.due import Manner
from goti.recording.machine import begin
from goti.recording.state import Setup, State
from goti.recording.terminal import run

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "keeping.md"


def test_the_session_shown_is_the_session(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(
        r"`>` marks what was typed:\n\n```text shown\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert shown is not None
    typed: Iterator[str] = iter(re.findall(r"(?m)^> (.*)$", shown[1]))

    def ask(prompt: str, state: State) -> str:
        text = next(typed)
        print(f"{prompt}\n> {text}")
        return text

    setup = Setup("en", title="Tuesday", headers=(("date", "2026-11-24"),))
    run(begin(setup, Manner()), lambda state: None, ask, "en")
    assert capsys.readouterr().out == shown[1]
