"""The recorder: state, what was typed → the next state, or a refusal. No terminal, no file is touched here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ..engine.errors import NotationError, RulesError
from ..engine.findings import Finding
from ..engine.house import house_rules, is_file
from ..engine.layout import Port
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
from ..engine.rules import RuleSet, rule_set
from ..engine.tiles import Tile
from ..notation.parse import parse
from . import entries
from .due import Manner, Question, Skipped, completed
from .entries import Entry
from .sheet import Look, Sheet, SheetError, new_sheet

_WRITABLE = (
    Action, Adjust, Boneyard, Deal, Deduct, End, Figure, Gap, GivenHand, GivenScore, GivenTable, GivenTurn, Left,
    Remark, ScoreLine, Starter,
)  # fmt: skip
_REPLACED = (Left, Deduct, ScoreLine)
"""Lines the machine writes itself, which the table may have had otherwise."""


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


def begin(setup: Setup, manner: Manner, sheet: Sheet | None = None) -> State:
    """The first state, of a new record or of one that is gone on with. Raises Refused and SheetError."""
    if sheet is None:
        return _set_up(State(setup, manner, Question("rules")), setup)
    return _complete(State(setup, manner, Question("turn")), sheet)


def enter(state: State, typed: str) -> State:
    """The state after something was typed. Raises Refused, and then the state is as before."""
    text = entries.plain(typed)
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
        found = _complete(replace(state, skipped=frozenset(), pending=None, choices=()), shorter)
        assert found.sheet is not None
        if len(found.sheet.lines) < len(state.sheet.lines):
            return found
    raise Refused("nothing-to-undo")


def _complete(state: State, sheet: Sheet) -> State:
    try:
        sheet, seen, question = completed(sheet, state.manner, state.skipped)
    except SheetError as error:
        raise Refused(error.key, error.findings) from None
    return replace(state, sheet=sheet, seen=seen, question=question, pending=None, choices=())


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
    try:
        sheet = new_sheet(nodes, setup.language, setup.before, setup.folder)
        return _complete(replace(state, setup=setup), sheet)
    except NotationError:
        raise Refused("bad-text") from None


# -- answers ------------------------------------------------------------------------------------------------------


def _answer(state: State, text: str, typed: str) -> State:
    sheet, seen = state.sheet, state.seen
    assert sheet is not None and seen is not None
    if typed.startswith("#"):
        return _complete(state, _commented(sheet, typed))
    about = state.question.about
    if about == "site":
        return _site(state, text)
    if about == "turn":
        found = entries.turn(text)
        if found is not None:
            return _turn(state, found)
        if entries.command(text) == "blocked":
            return _all_pass(state)
        if entries.command(text) == "withdrawn":
            return _take_back(state)
    simple = _SIMPLE.get(about)
    if simple is not None:
        node = simple(state, text)
        if node is not None:
            return _accept(state, sheet.added(node))
        if not text and about in ("deal", "left", "score", "starter"):
            skipped = state.skipped | {(state.number, about, state.question.seat)}
            return _complete(replace(state, skipped=skipped), sheet)
    if about == "round" and not text:
        return _complete(state, sheet.added(RoundLine(0, state.number + 1)))
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
    return _accept(state, sheet.added(node))


def _whose(node: Node) -> object:
    return getattr(node, "seat", None)


# -- turns --------------------------------------------------------------------------------------------------------


def _turn(state: State, entry: Entry) -> State:
    """A placement, draw or pass; a placement with several places asks for one."""
    sheet, seen = state.sheet, state.seen
    assert sheet is not None and seen is not None
    seat = entry.seat or seen.moment.to_play
    if seat is None:
        raise Refused("whose-turn")
    if entry.verb != "play" or entry.tile is None:
        drawn = entry.drawn
        return _accept(state, sheet.added(Action(0, seat, entry.verb, drawn=drawn)), entry.stood)
    if entry.at is not None or seen.moment.table is None:
        return _place(state, entry, Choice(entry.tile, entry.at, entry.port, -1, 0))
    found = choices(seen, entry.tile)
    if not found and entry.stood and entry.tile.index not in seen.moment.table.placed:
        raise Refused("name-ports")
    if not found:
        return _place(state, entry, Choice(entry.tile, None, None, -1, 0))
    if len(found) == 1 and entry.place in (None, 1):
        return _place(state, entry, found[0])
    if entry.place is None:
        return replace(state, question=Question("site", seat), pending=entry, choices=found)
    return _chosen(state, entry, found, entry.place)


def _site(state: State, text: str) -> State:
    assert state.pending is not None
    if not text.isdigit():
        raise Refused("what-site", count=len(state.choices))
    return _chosen(state, state.pending, state.choices, int(text))


def _chosen(state: State, entry: Entry, found: tuple[Choice, ...], place: int) -> State:
    if not 1 <= place <= len(found):
        raise Refused("what-site", count=len(found))
    return _place(state, entry, found[place - 1])


def choices(seen: Look, tile: Tile) -> tuple[Choice, ...]:
    """The places where a tile can go, by what they score, the highest first."""
    table = seen.moment.table
    if table is None:
        return ()
    found = []
    for site in sorted(table.sites_for(tile)):
        at = None if site < 0 else table.tile_of(site)
        port = None if site < 0 or table.is_default(tile, site) else Port(site & 7)
        trial = table.copy()
        trial.put(tile, site)
        found.append(Choice(tile, at, port, trial.total, trial.points))
    return tuple(sorted(found, key=lambda each: -each.points))


def _place(state: State, entry: Entry, choice: Choice) -> State:
    sheet, seen = state.sheet, state.seen
    assert sheet is not None and seen is not None
    seat = entry.seat or seen.moment.to_play
    total, points = entry.total, entry.points
    if choice.total >= 0:
        total = choice.total if total is None else total
        points = (choice.points or None) if points is None else points
    elif choice.at is not None and seen.moment.table is not None and entry.own is None:
        known = [
            each for each in choices(seen, choice.tile) if each.at == choice.at and choice.port in (None, each.port)
        ]
        if known:
            return _place(state, replace(entry, port=known[0].port), known[0])
    node = Action(
        0, seat, "play", choice.tile, entry.own, choice.at, choice.port, total, points,
        mark="withdrawn" if entry.withdrawn else None,
    )  # fmt: skip
    return _accept(state, sheet.added(node), entry.stood)


def _all_pass(state: State) -> State:
    """Everybody passes, from whose turn it is, until the round is blocked."""
    found = state
    for _ in range(4):
        if found.question.about == "turn":
            found = _turn(found, Entry("pass"))
    if found.question.about == "turn":
        raise Refused("not-blocked")
    return found


def _take_back(state: State) -> State:
    """The last placement was taken back at the table."""
    sheet = state.sheet
    assert sheet is not None
    last = next((node for node in reversed(sheet.nodes) if isinstance(node, Action)), None)
    if last is None or last.verb != "play" or last.mark is not None:
        raise Refused("nothing-to-take-back")
    return _accept(state, sheet.cut(sheet.index(last) + 1).changed(last, last._replace(mark="withdrawn")))


def _accept(state: State, sheet: Sheet, stood: bool = False) -> State:
    """The state with these lines, unless something would be wrong that was not before.

    With `stood` the lines it is wrong with are marked: the table let it stand.
    """
    assert state.seen is not None
    known = {(each.code, each.line, each.part) for each in state.seen.faults}
    found = _complete(state, sheet)
    faults = _new_faults(found, known)
    if stood and not faults:
        raise Refused("stands-without-fault")
    if stood:
        wrong = {each.line for each in faults}
        for node in sheet.nodes:
            if node.line in wrong and "mark" in node._fields:
                sheet = sheet.changed(node, node._replace(mark="stands"))  # type: ignore[call-arg]
        found = _complete(state, sheet)
        faults = _new_faults(found, known)
    if faults:
        assert state.sheet is not None
        raise Refused("wrong", faults, last=state.sheet.above + len(state.sheet.lines))
    return found


def _new_faults(state: State, known: set[tuple[str, int, str]]) -> tuple[Finding, ...]:
    assert state.seen is not None
    return tuple(each for each in state.seen.faults if (each.code, each.line, each.part) not in known)
