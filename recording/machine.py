"""The recorder: state, what was typed → the next state, or a refusal. No terminal, no file is touched here."""

from __future__ import annotations

from dataclasses import replace

from ..engine.errors import NotationError
from ..engine.record import (
    Action,
    Adjust,
    Boneyard,
    Deal,
    Deduct,
    End,
    EntryLine,
    Figure,
    Gap,
    GivenHand,
    GivenScore,
    GivenTable,
    GivenTurn,
    Header,
    Left,
    Node,
    Remark,
    RoundLine,
    ScoreLine,
    Seats,
    Starter,
)
from ..notation.parse import parse
from . import entries
from .due import Manner, Question
from .sheet import Sheet, new_sheet
from .state import Refused, Setup, State, accept, complete
from .turns import all_pass, site, take_back, turn

_WRITABLE = (
    Action, Adjust, Boneyard, Deal, Deduct, End, Figure, Gap, GivenHand, GivenScore, GivenTable, GivenTurn, Left,
    Remark, ScoreLine, Starter,
)  # fmt: skip
_REPLACED = (Left, Deduct, ScoreLine)
"""Lines the machine writes itself, which the table may have had otherwise."""


def begin(setup: Setup, manner: Manner, sheet: Sheet | None = None) -> State:
    """The first state, of a new record or of one that is gone on with. Raises Refused and SheetError."""
    if sheet is None:
        return _set_up(State(setup, manner, Question("rules")), setup)
    return complete(State(setup, manner, Question("turn")), sheet)


def enter(state: State, typed: str) -> State:
    """The state after something was typed. Raises Refused, and then the state is as before."""
    text = entries.plain(typed)
    if "\n" in text or "\r" in text:
        raise Refused("one-line")
    if entries.command(text) == "undo":
        return undone(state)
    if state.question.about in ("rules", "seats"):
        return _answer_setup(state, text)
    made = _answer(state, text, typed.strip())
    return replace(made, previous=state)


def undone(state: State) -> State:
    """The state before the last thing typed; in a record that was gone on with, without its last turn."""
    if state.previous is not None:
        return state.previous
    if state.sheet is None:
        raise Refused("nothing-to-undo")
    for number in range(len(state.sheet.lines) - 1, 0, -1):
        shorter = state.sheet.cut(number)
        if not any(isinstance(node, Seats) for node in shorter.nodes):
            break
        found = complete(replace(state, skipped=frozenset(), pending=None, choices=()), shorter)
        assert found.sheet is not None
        if len(found.sheet.lines) < len(state.sheet.lines):
            return found
    raise Refused("nothing-to-undo")


# -- before the first line ----------------------------------------------------------------------------------------


def _answer_setup(state: State, text: str) -> State:
    setup = state.setup
    if state.question.about == "rules":
        return replace(_set_up(state, replace(setup, rules=text)), previous=state)
    allowed = sorted(setup.rule_set().hand_sizes)
    count = entries.numbers(text)
    names: tuple[str | None, ...] = tuple(each.strip() or None for each in text.split(","))
    if count is not None and len(count) == 1:
        names = (None,) * min(count[0], 9)
    elif not text and len(allowed) == 1:
        names = (None,) * allowed[0]
    return replace(_set_up(state, replace(setup, names=names)), previous=state)


def _set_up(state: State, setup: Setup) -> State:
    """Ask for what is missing before the first line; then write it."""
    if setup.rules is None:
        return replace(state, setup=setup, question=Question("rules"))
    rules = setup.rule_set()
    if setup.names is None:
        return replace(state, setup=setup, question=Question("seats"))
    if len(setup.names) not in rules.hand_sizes:
        allowed = ", ".join(map(str, sorted(rules.hand_sizes)))
        raise Refused("wrong-seats", allowed=allowed, found=len(setup.names))
    nodes: list[Node] = [EntryLine(0, "match", setup.rules, setup.title)]
    nodes += [Header(0, key, value) for key, value in setup.headers]
    nodes += [Seats(0, tuple(zip("ABCD", setup.names, strict=False))), RoundLine(0, 1)]
    sheet = new_sheet(nodes, setup.language, setup.before, setup.folder)
    return complete(replace(state, setup=setup), sheet)


# -- answers ------------------------------------------------------------------------------------------------------


def _answer(state: State, text: str, typed: str) -> State:
    sheet, seen = state.sheet, state.seen
    assert sheet is not None and seen is not None
    if typed.startswith("#"):
        return complete(state, _commented(sheet, typed))
    about = state.question.about
    if about == "site":
        return site(state, text)
    if about == "turn":
        found = entries.turn(text)
        if found is not None:
            return turn(state, found)
        if entries.command(text) == "blocked":
            return all_pass(state)
        if entries.command(text) == "withdrawn":
            return take_back(state)
    simple = _SIMPLE.get(about)
    if simple is not None:
        node = simple(state, text)
        if node is not None:
            return accept(state, sheet.added(node))
        if not text and about in ("deal", "left", "score", "starter"):
            skipped = state.skipped | {(state.number, about, state.question.seat)}
            return complete(replace(state, skipped=skipped), sheet)
    if about == "round" and not text:
        return complete(state, sheet.added(RoundLine(0, state.number + 1)))
    return _written_out(state, typed)


def _starter(state: State, text: str) -> Node | None:
    how = "lot" if state.question.of == "lot" else "start"
    assert state.seen is not None
    return Starter(0, how, text.upper()) if len(text) == 1 and text.upper() in state.seen.moment.seats else None


def _deal(state: State, text: str) -> Node | None:
    tiles = tuple(entries.tiles_in(text))
    known = tuple(each for each in tiles if each is not None)
    return Deal(0, str(state.question.seat), known) if tiles and known == tiles else None


def _left(state: State, text: str) -> Node | None:
    seat = str(state.question.seat)
    count = entries.pips(text)
    if count is not None:
        return Left(0, seat, None, count)
    tiles = tuple(entries.tiles_in(text))
    known = tuple(each for each in tiles if each is not None)
    return Left(0, seat, known, None) if tiles and known == tiles else None


def _score(state: State, text: str) -> Node | None:
    found = entries.numbers(text)
    assert state.seen is not None
    sides = state.seen.moment.sides
    return ScoreLine(0, tuple(zip(sides, found, strict=True))) if found and len(found) == len(sides) else None


_SIMPLE = {"starter": _starter, "deal": _deal, "left": _left, "score": _score}


def _commented(sheet: Sheet, comment: str) -> Sheet:
    """A comment on the last line, or below it where it has one."""
    last = sheet.nodes[-1]
    if last.comment is not None:
        return sheet.added(Remark(0, False, comment))
    return sheet.commented(last, comment)


def _written_out(state: State, text: str) -> State:
    """A whole line of the notation, for all that has no short form."""
    sheet, seen = state.sheet, state.seen
    assert sheet is not None and seen is not None
    try:
        nodes = [node for written in parse(text) for node in written.nodes]
    except NotationError:
        raise Refused(f"what-{state.question.about}") from None
    if len(nodes) != 1 or not isinstance(nodes[0], _WRITABLE) or state.question.about == "done":
        raise Refused(f"what-{state.question.about}")
    node = nodes[0]
    for each in seen.round:
        if isinstance(node, _REPLACED) and type(each) is type(node) and _whose(each) == _whose(node):
            sheet = sheet.cut(sheet.index(each))
            break
    return accept(state, sheet.added(node))


def _whose(node: Node) -> object:
    return getattr(node, "seat", None)
