"""The recorder's state, and the two ways to the next one: completed, and accepted if nothing is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ..engine.errors import NotationError, RulesError
from ..engine.findings import Finding
from ..engine.house import house_rules, is_file
from ..engine.layout import Port
from ..engine.rules import RuleSet, rule_set
from ..engine.tiles import Tile
from .due import Manner, Question, Skipped, completed
from .entries import Entry
from .sheet import Look, Sheet, SheetError


class Refused(Exception):
    """What was typed cannot be entered; `key` and `values` are those of its text in the catalogues (`record.KEY`).

    `findings` say what would be wrong with it.
    """

    def __init__(self, key: str, findings: tuple[Finding, ...] = (), **values: object) -> None:
        super().__init__(key)
        self.key, self.findings, self.values = key, findings, values


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known before the first line: the rule set as it will be written, the names clockwise, headers."""

    language: str
    rules: str | None = None
    names: tuple[str | None, ...] | None = None
    title: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    before: str = ""
    folder: Path | None = None

    def rule_set(self) -> RuleSet:
        """The rules chosen. Raises Refused where there are no such rules."""
        assert self.rules is not None
        try:
            return house_rules(self.rules, self.folder) if is_file(self.rules) else rule_set(self.rules)
        except RulesError as error:
            raise Refused("no-rules", why=error) from None


@dataclass(frozen=True, slots=True)
class Choice:
    """One place for a tile: the site (its tile and port), the total and the points there."""

    tile: Tile
    at: Tile | None
    port: Port | None
    total: int
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """Where the recorder stands; `previous` is the state before the last thing typed."""

    setup: Setup
    manner: Manner
    question: Question
    sheet: Sheet | None = None
    seen: Look | None = field(default=None, compare=False)
    skipped: Skipped = frozenset()
    pending: Entry | None = None
    choices: tuple[Choice, ...] = ()
    previous: State | None = field(default=None, compare=False)

    @property
    def number(self) -> int:
        """The round at hand."""
        assert self.seen is not None
        return self.seen.entry.rounds[-1].head.number


def complete(state: State, sheet: Sheet) -> State:
    try:
        "".join(sheet.lines).encode("utf-8")
        sheet, seen, question = completed(sheet, state.manner, state.skipped)
    except UnicodeEncodeError:  # bytes of the terminal that are no text
        raise Refused("bad-text") from None
    except SheetError as error:
        raise Refused("unreadable", error.findings) from None
    except NotationError as error:
        findings = tuple(each for each in error.findings if isinstance(each, Finding))
        raise Refused("unreadable", findings) from None
    return replace(state, sheet=sheet, seen=seen, question=question, pending=None, choices=())


def accept(state: State, sheet: Sheet, stood: bool = False) -> State:
    """The state with these lines, unless something would be wrong that was not before.

    With `stood` the lines it is wrong with are marked: the table let it stand.
    """
    assert state.seen is not None
    known = {(each.code, each.line, each.part) for each in state.seen.faults}
    found = complete(state, sheet)
    faults = _new_faults(found, known)
    if stood and not faults:
        raise Refused("stands-without-fault")
    if stood:
        wrong = {each.line for each in faults}
        for node in sheet.nodes:
            if node.line in wrong and "mark" in node._fields:
                sheet = sheet.changed(node, node._replace(mark="stands"))  # type: ignore[call-arg]
        found = complete(state, sheet)
        faults = _new_faults(found, known)
    if faults:
        assert state.sheet is not None
        raise Refused("wrong", faults, last=state.sheet.above + len(state.sheet.lines))
    return found


def _new_faults(state: State, known: set[tuple[str, int, str]]) -> tuple[Finding, ...]:
    assert state.seen is not None
    return tuple(each for each in state.seen.faults if (each.code, each.line, each.part) not in known)
