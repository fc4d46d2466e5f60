"""Another engine as a running program: a question a line on its standard input, an answer a line on its output.

It may hang, end, print too much or no JSON: each is one EngineError, and neither it nor another process of its group is
left behind.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import IO, Any, NoReturn

from ..engine.errors import SaidError
from ..engine.rules import RuleSet

Json = dict[str, Any]

LONGEST = 1 << 20
"""Bytes of an answer."""
_SHOWN = 120
_PATIENCE = 1.0
"""Seconds an engine has to end when its input has ended."""
LONGEST_WAIT = 86_400
"""Seconds: as long as anybody can wait for one answer. Far longer ones no operating system can count."""


class EngineError(SaidError):
    """An engine that cannot be started, ends, or does not answer with a JSON object a line."""

    section = "engine"


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """While this lasts, being told to end (SIGTERM, SIGHUP) raises SystemExit, so that engines are ended as well."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # Where one of them is not as usual somebody (nohup, say) wants it so.
    numbers = [each for each in numbers if signal.getsignal(each) is signal.SIG_DFL]

    def end(number: int, at: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    for each in numbers:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in numbers:
            signal.signal(each, signal.SIG_DFL)


class Engine:
    """A running engine; use it as a context manager. `timeout` is in seconds, for one answer."""

    def __init__(self, command: str, timeout: float = 10) -> None:
        self.timeout = timeout
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise EngineError("quoting", why=error, command=command) from None
        if not words:
            raise EngineError("empty")
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the engine runs
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints, start_new_session=True
            )
        except (OSError, ValueError) as error:
            self._complaints.close()
            raise EngineError("start", found=words[0], why=getattr(error, "strerror", None) or error) from None
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input = self.process.stdin
        self._lines: queue.Queue[bytes] = queue.Queue(maxsize=4)
        self._questions: queue.Queue[bytes | None] = queue.Queue()
        for run, pipe in ((self._read, self.process.stdout), (self._write, self.process.stdin)):
            threading.Thread(target=run, args=(pipe,), daemon=True).start()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._questions.put(None)
        try:
            if kind is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(_PATIENCE)
                self._check_rest()
        finally:
            self._kill()
            self.process.wait()
            self._complaints.close()

    def _check_rest(self) -> None:
        """Raise EngineError for an answer to no question that nobody has read yet."""
        with contextlib.suppress(queue.Empty):
            line = self._lines.get(timeout=_PATIENCE if self.process.poll() is not None else 0.01)
            if line:
                raise EngineError("unasked", found=_shown(line))

    def _kill(self) -> None:
        """End the engine and what it has started in its process group."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def _read(self, pipe: IO[bytes]) -> None:
        """Lines as they come, the last one empty; one that is too long is cut."""
        with contextlib.suppress(OSError, ValueError), pipe:
            while line := pipe.readline(LONGEST + 1):
                self._lines.put(line)
        self._lines.put(b"")

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), pipe:
            while (question := self._questions.get()) is not None:
                pipe.write(question)
                pipe.flush()

    def answer(self, rules: RuleSet, kind: str, ask: Json) -> Json | None:
        """The engine's answer; None where it says `{"unsupported": true}`. Raises EngineError for no answer."""
        with contextlib.suppress(queue.Empty):
            line = self._lines.get_nowait()
            raise EngineError("unasked", found=_shown(line)) if line else self._silent()
        question = json.dumps({"kind": kind, "rules": rules.ref, "fields": rules.values, "ask": ask})
        self._questions.put(question.encode() + b"\n")
        try:
            line = self._lines.get(timeout=self.timeout)
        except queue.Empty:
            raise EngineError("no-answer", seconds=f"{self.timeout:g}", question=_shown(question.encode())) from None
        if not line.endswith(b"\n"):
            raise EngineError("too-long", most=LONGEST) if len(line) > LONGEST else self._silent()
        return _parsed(line)

    def _silent(self) -> EngineError:
        """Why there is no answer: the engine has ended, or closed its output."""
        try:
            status = self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return EngineError("closed")
        self._complaints.seek(0)
        said = self._complaints.read(LONGEST).decode("utf-8", "backslashreplace").strip().splitlines()
        told = next((line for line in reversed(said) if "error" in line.lower()), said[-1] if said else "")
        return EngineError("ended-saying" if told else "ended", status=status, said=told.strip()[:_SHOWN])


def _parsed(line: bytes) -> Json | None:
    """The JSON object of a line. Raises EngineError for anything else."""
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        raise EngineError("no-json", found=_shown(line)) from None
    if not isinstance(found, dict):
        raise EngineError("no-object", found=_shown(line))
    return None if found.get("unsupported") is True else found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace").strip()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
