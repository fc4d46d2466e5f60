"""Judged matches → figures of their score records: after a round, after every entry, and as they grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from .api import EntryReport
from .engine.direction import isolated
from .engine.history import Account, Change, beginning, by_round, standing
from .engine.messages import message
from .engine.record import Match
from .engine.rules import ScoreRecord
from .figures import Maker, Table
from .render.files import Named
from .render.look import Look
from .render.scene import Scene
from .render.scorecard import score_figure, score_strip
from .render.scorewords import Kept


@dataclass(frozen=True, slots=True)
class Book:
    """The score record of a match: its changes, the sides with their names, and what it is kept on.

    `spans` are the bounds of every round's own changes, by its number.
    """

    changes: tuple[Change, ...]
    names: dict[str, str]
    kept: Kept
    spans: dict[int, tuple[int, int]]
    winner: str | None
    begin: dict[str, int | None]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds, in order."""
        return tuple(self.spans)

    def before(self, number: int) -> tuple[Change, ...]:
        """The changes before a round."""
        return self.changes[: self.spans[number][0]]

    def own(self, number: int) -> tuple[Change, ...]:
        """The changes of a round."""
        start, end = self.spans[number]
        return self.changes[start:end]

    def upto(self, number: int) -> tuple[Change, ...]:
        """The changes up to the end of a round."""
        return self.changes[: self.spans[number][1]]

    def accounts(self, shown: Sequence[Change]) -> tuple[Account, ...]:
        """Where the sides stand after these changes."""
        return standing(shown, self.names, self.begin)

    def won(self, shown: Sequence[Change]) -> str | None:
        """The winner, where nothing happens after what is shown."""
        return self.winner if len(shown) == len(self.changes) else None


def book(report: EntryReport, record: ScoreRecord | None = None) -> Book | None:
    """The score record of a match judged with its steps, kept as its rule set says or as `record`; None for others."""
    judged = report.judged
    if not isinstance(judged.entry, Match) or not judged.rounds or not judged.rounds[0].scores:
        return None
    players = dict(judged.entry.seats.seats) if judged.entry.seats else {}
    names = {side: side_name(side, players) for side in judged.rounds[0].scores}
    rules = judged.entry.rules
    target = rules.targets.get(sum(len(side.split("+")) for side in names))
    kept = Kept(record or rules.score_record, tuple(names), target)
    changes: list[Change] = []
    spans: dict[int, tuple[int, int]] = {}
    for trace, own in by_round(judged):
        spans.pop(trace.number, None)  # of two rounds of one number the later
        spans[trace.number] = (len(changes), len(changes) + len(own))
        changes += own
    return Book(tuple(changes), names, kept, spans, judged.winner, beginning(judged))


def side_name(side: str, players: Mapping[str, str | None]) -> str:
    """The letters of a side with the names of its players: `A+C Asha, Chitra`."""
    known = [isolated(name) for seat in side.split("+") if (name := players.get(seat))]
    return f"{side} {', '.join(known)}" if known else side


def after_round(number: int | None, record: ScoreRecord | None) -> Maker:
    """The record of each match after a round, the last one where none is named."""

    def make(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
        found = book(report, record)
        if found is None or (number is not None and number not in found.rounds):
            return
        shown = found.rounds[-1] if number is None else number
        name = "score" if number is None else f"r{number}-score"
        yield _named(name, found, found.upto(shown), look.but(title=_title(report, shown, look)))

    return make


def every_entry(number: int | None, record: ScoreRecord | None) -> Maker:
    """The record after every entry of the round, or of all rounds."""

    def make(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
        found = book(report, record)
        for each in _rounds(found, number):
            assert found is not None
            before, own = found.before(each), found.own(each)
            for count in range(1, len(own) + 1):
                shown = before + own[:count]
                title = _title(report, each, look, "score.in")
                yield _named(f"r{each}-score-{count}", found, shown, look.but(title=title))

    return make


def growing(number: int | None, record: ScoreRecord | None) -> Maker:
    """The record as it grows in each round, a panel an entry."""

    def make(report: EntryReport, look: Look, table: Table) -> Iterator[Named]:
        found = book(report, record)
        for each in _rounds(found, number):
            assert found is not None
            before, own = found.before(each), found.own(each)
            if own:
                titled = look.but(title=_title(report, each, look, "score.in"))
                won = found.won(found.upto(each))
                drawn = partial(score_strip, own, before, found.names, found.kept, titled, won, found.begin)
                yield _with_words(f"r{each}-score-strip", titled, drawn)

    return make


def _rounds(found: Book | None, number: int | None) -> tuple[int, ...]:
    if found is None:
        return ()
    return tuple(each for each in found.rounds if number in (None, each))


def _title(report: EntryReport, number: int, look: Look, key: str = "score.after") -> str:
    if look.title:
        return look.title
    words = look.digits(message(look.lang, key, number=number))
    title = report.head.title if report.head else None
    return f"{isolated(title)} · {words}" if title else words


def _named(name: str, found: Book, shown: Sequence[Change], look: Look) -> Named:
    return _with_words(name, look, partial(score_figure, found.accounts(shown), found.kept, look, found.won(shown)))


def _with_words(name: str, look: Look, draw: Callable[[], Scene]) -> Named:
    def text() -> str:
        scene = draw()
        return f"{look.title}\n{scene.description}\n"

    return Named(name, look.title, None, lambda: [draw()], text)
