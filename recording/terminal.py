"""The recorder at a terminal: reads a line, shows what it did. Without a terminal the same, line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..engine.messages import message
from . import entries, words
from .machine import enter
from .state import Refused, State

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

Ask = Callable[[str, State], str]
"""Shows a prompt and gives the line typed; raises EOFError where there is no more."""


def run(state: State, save: Callable[[State], None], ask: Ask, language: str) -> State:
    """Ask until the match is over or somebody stops; `save` is called after everything that was entered.

    Raises KeyboardInterrupt where somebody stops by that, after saying what is saved.
    """
    save(state)
    for line in words.written(State(state.setup, state.manner, state.question), state)[-3:]:
        print(f"  {line}")
    print(message(language, "record.hint"))
    shown: State | None = None
    while state.question.about != "done":
        if state is not shown:
            for line in words.hints(state, language):
                print(line)
            shown = state
        try:
            typed = ask(words.prompt(state, language), state)
        except EOFError:
            return _stopped(state, language)
        except KeyboardInterrupt:
            _stopped(state, language)
            raise
        asked = entries.command(entries.plain(typed))
        if asked == "quit":
            return _stopped(state, language)
        if asked in ("help", "places"):
            _show(asked, state, language)
            continue
        state = _entered(state, typed, save, language)
    for line in words.hints(state, language):
        print(line)
    print(message(language, "record.over"))
    return state


def _stopped(state: State, language: str) -> State:
    print(message(language, "record.stopped" if state.sheet is not None else "record.not-begun"))
    return state


def _show(asked: str, state: State, language: str) -> None:
    if asked == "help":
        print(message(language, "record.help"))
        return
    found = [f"{each.typed}: {each.meaning}" for each in words.options(state)]
    print("  ".join(found) or message(language, "record.no-places"))


def _entered(state: State, typed: str, save: Callable[[State], None], language: str) -> State:
    try:
        after = enter(state, typed)
    except Refused as refused:
        for line in words.refusal(refused, language):
            print(f"! {line}")
        return state
    save(after)
    if entries.command(entries.plain(typed)) == "undo":
        print(message(language, "record.undone"))
    for line in words.written(state, after):
        print(f"  {line}")
    return after


def asker() -> Ask:
    """Reads from the terminal with completion and history, or from standard input where that is no terminal."""
    if not sys.stdin.isatty():
        return _next_line
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class Placements(Completer):
        """Offers the legal placements."""

        state: State | None = None

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for each in words.options(self.state) if self.state is not None else ():
                if each.typed.startswith(typed):
                    yield Completion(each.typed, start_position=-len(typed), display_meta=each.meaning)

    completer = Placements()
    session: PromptSession[str] = PromptSession(completer=completer, complete_while_typing=False)

    def ask(prompt: str, state: State) -> str:
        completer.state = state
        print(prompt)  # not on the line that is edited: terminals differ in the width of Indic letters
        return session.prompt("> ")

    return ask


def _next_line(prompt: str, state: State) -> str:
    print(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\r\n")
