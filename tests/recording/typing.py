"""A match as somebody would type it at the table: nodes → what is typed, one turn after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from goti.engine.record import Action, Deal, EntryLine, Left, Node, RoundLine, Seats, Starter
from goti.engine.tiles import Tile
from goti.recording.due import Manner
from goti.recording.machine import begin, enter
from goti.recording.state import Setup, State
from goti.recording.turns import choices
from goti.recording.words import key


@dataclass(slots=True)
class Typist:
    """Types a match; `strokes` are the keys of every turn, Enter among them, draws together with what follows."""

    state: State
    strokes: list[int] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    def type(self, text: str) -> None:
        self.typed.append(text)
        self.state = enter(self.state, text)

    def written(self) -> int:
        """The number of turns of the last round that are written."""
        assert self.state.seen is not None
        return sum(isinstance(node, Action) for node in self.state.seen.round)

    def follow(self, nodes: Sequence[Node]) -> None:
        """Type everything of the nodes that does not follow by itself."""
        turns, drew = 0, False
        for node in nodes:
            about = self.state.question.about
            if isinstance(node, RoundLine):
                turns = 0
                if node.number > 1:
                    self.type("")
            elif isinstance(node, Starter) and about == "starter":
                self.type(node.seat)
            elif isinstance(node, Deal) and about == "deal":
                self.type(tiles(node))
            elif isinstance(node, Left) and about == "left" and self.state.question.seat == node.seat:
                self.type(f"{node.pips}p" if node.tiles is None else tiles(node))
            elif isinstance(node, Action):
                turns += 1
                before = len(self.typed)
                if self.written() < turns and about == "turn":  # a block that is seen needs no passes
                    for text in self.turn(node):
                        self.type(text)
                keys = sum(len(text) + 1 for text in self.typed[before:])
                if drew:
                    self.strokes[-1] += keys
                else:
                    self.strokes.append(keys)
                drew = node.verb == "draw"

    def turn(self, node: Action) -> Iterator[str]:
        """What is typed for one line."""
        if node.verb == "draw":
            known = [key(each) for each in node.drawn if isinstance(each, Tile)]
            count = len(node.drawn)
            yield "d" + ("".join(known) if known else f"{count}" if count < 10 else f"{count}?")
            return
        if node.verb == "pass":
            yield "p"
            return
        assert isinstance(node.tile, Tile) and self.state.seen is not None
        found = choices(self.state.seen, node.tile)
        place = next(n for n, each in enumerate(found, 1) if (each.at, each.port) == (node.site, node.site_port))
        yield key(node.tile) + (str(place) if len(found) > 1 else "")


def tiles(node: Deal | Left) -> str:
    """The tiles of a hand as typed."""
    return " ".join(key(each) if isinstance(each, Tile) else "?" for each in node.tiles or ())


def typist(nodes: Sequence[Node], hands: bool, language: str = "en") -> Typist:
    """A typist who has begun a record of this match."""
    head = next(node for node in nodes if isinstance(node, EntryLine))
    seats = next(node for node in nodes if isinstance(node, Seats))
    setup = Setup(language, head.rules, tuple(name for _, name in seats.seats), head.title)
    return Typist(begin(setup, Manner(hands)))
