"""What the recorder says: state → prompt, hints, the lines just written; refusals → text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..engine.direction import isolated
from ..engine.errors import RulesError
from ..engine.findings import Finding, short_sum, text
from ..engine.messages import message
from ..engine.placing import sum_text
from ..engine.record import Match
from ..engine.rules import rule_set_ids
from ..engine.tiles import Tile
from .state import Choice, Refused, State
from .turns import choices


class Option(NamedTuple):
    """Something that can be typed now, and what it would do."""

    typed: str
    meaning: str


def prompt(state: State, language: str) -> str:
    """The question, on one line."""
    question = state.question
    about, seat = question.about, question.seat
    if about == "starter":
        return message(language, f"record.ask-{'lot' if question.of == 'lot' else 'starter'}")
    if about == "site":
        assert state.pending is not None
        return message(language, "record.ask-site", tile=str(state.pending.tile))
    if about in ("turn", "deal", "left"):
        name = _named(state, seat) if seat is not None else "?"
        move = state.seen.moment.move if state.seen is not None and about == "turn" else None
        return message(language, f"record.ask-{about}{'-draw' if move == 'draw' else ''}", seat=name)
    if about == "score":
        assert state.seen is not None
        return message(language, "record.ask-score", sides=" ".join(state.seen.moment.sides))
    return message(language, f"record.ask-{about}")


def _named(state: State, seat: str) -> str:
    """`B Binod`."""
    entry = state.seen.entry if state.seen is not None else None
    names = dict(entry.seats.seats) if isinstance(entry, Match) and entry.seats is not None else {}
    return f"{seat} {isolated(names[seat] or '')}".rstrip() if seat in names else seat


def hints(state: State, language: str) -> list[str]:
    """What helps to answer: the rule sets, the ends and the scores, the places of a tile."""
    about = state.question.about
    if about == "rules":
        return [" ".join(sorted({ref.partition("@")[0] for ref in rule_set_ids()}))]
    if about == "site":
        return ["  ".join(f"{number} {_choice(each)}" for number, each in enumerate(state.choices, 1))]
    if state.seen is None or about not in ("turn", "round", "done"):
        return []
    moment = state.seen.moment
    if about == "turn" and not moment.turns:
        return []
    unknown = message(language, "record.unknown")
    found = ["  ".join(f"{side} {unknown if score is None else score}" for side, score in moment.scores.items())]
    if about == "turn" and moment.table is not None:
        found.insert(0, short_sum(sum_text(moment.table.counted())))
    return ["   ".join(found)]


def _choice(choice: Choice) -> str:
    port = f".{choice.port.word}" if choice.port is not None else ""
    points = f" +{choice.points}" if choice.points else ""
    return f"@{choice.at}{port} ={choice.total}{points}" if choice.at is not None else f"={choice.total}{points}"


def options(state: State) -> Iterator[Option]:
    """The legal placements of the seat whose turn it is, with what to type for each; the places of a tile chosen."""
    if state.question.about == "site":
        for number, each in enumerate(state.choices, 1):
            yield Option(str(number), _choice(each))
    elif state.question.about == "turn" and state.seen is not None:
        for tile in state.seen.moment.tiles:
            found = choices(state.seen, tile)
            for number, each in enumerate(found, 1):
                yield Option(key(tile) + (str(number) if len(found) > 1 else ""), _choice(each))


def key(tile: Tile) -> str:
    """What to type for a tile: `36`."""
    return f"{tile.low}{tile.high}" if tile.high < 10 else f"{tile.low}-{tile.high}"


def written(before: State, after: State) -> list[str]:
    """The lines the last thing typed wrote, without their ends."""
    old = before.sheet.lines if before.sheet is not None else ()
    new = after.sheet.lines if after.sheet is not None else ()
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return [line.rstrip("\r\n") for line in new[same:] if line.strip()]


def refusal(refused: Refused, language: str) -> list[str]:
    """Why something was not entered."""
    if refused.key == "unreadable" and refused.findings:
        return [text(each, language) for each in refused.findings]
    if refused.key == "wrong":
        found = [_fault(each, refused, language) for each in refused.findings]
        misfit = any(each.code == "does-not-fit" for each in refused.findings)
        return [*found, message(language, "record.name-ports" if misfit else "record.if-it-stood")]
    values = {
        name: value.said(language) if isinstance(value, RulesError) else value for name, value in refused.values.items()
    }
    return [message(language, f"record.{refused.key}", **values)]


def _fault(finding: Finding, refused: Refused, language: str) -> str:
    """What would be wrong, with its line where that stands already."""
    said = text(finding, language) + (f" [{finding.rule}]" if finding.rule else "")
    if finding.line > int(str(refused.values["last"])):
        return said
    return message(language, "record.in-line", line=finding.line, said=said)
