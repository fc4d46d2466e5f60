"""Turns as typed → lines: placements with the choice of their place, draws, passes, placements taken back."""

from __future__ import annotations

import re
from dataclasses import replace

from ..engine.layout import Port
from ..engine.record import Action
from ..engine.tiles import Tile
from .due import Question
from .entries import Entry
from .sheet import Look
from .state import Choice, Refused, State, accept


def turn(state: State, entry: Entry) -> State:
    """A placement, draw or pass; a placement with several places asks for one."""
    sheet, seen = state.sheet, state.seen
    assert sheet is not None and seen is not None
    seat = entry.seat or seen.moment.to_play
    if seat is None:
        raise Refused("whose-turn")
    if entry.verb != "play" or entry.tile is None:
        drawn = entry.drawn
        return accept(state, sheet.added(Action(0, seat, entry.verb, drawn=drawn)), entry.stood)
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


def site(state: State, text: str) -> State:
    assert state.pending is not None
    if not re.fullmatch("[0-9]{1,9}", text):
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
    return accept(state, sheet.added(node), entry.stood)


def all_pass(state: State) -> State:
    """Everybody passes, from whose turn it is, until the round is blocked."""
    found = state
    for _ in range(4):
        if found.question.about == "turn":
            found = turn(found, Entry("pass"))
    if found.question.about == "turn":
        raise Refused("not-blocked")
    return found


def take_back(state: State) -> State:
    """The last placement was taken back at the table."""
    sheet = state.sheet
    assert sheet is not None
    last = next((node for node in reversed(sheet.nodes) if isinstance(node, Action)), None)
    if last is None or last.verb != "play" or last.mark is not None:
        raise Refused("nothing-to-take-back")
    return accept(state, sheet.cut(sheet.index(last) + 1).changed(last, last._replace(mark="withdrawn")))
