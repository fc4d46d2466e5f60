"""Summaries → the blocks of a page: headings, lines, tables and pictures, in a reader's language.

The writers (`html.py`, `typst.py`) know blocks only; every text in a block is plain text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..engine.direction import isolated
from ..engine.findings import Finding, Status, text
from ..engine.messages import message
from ..engine.settle import LETTERS
from .curve import curve_svg, described
from .summary import Missed, Player, RoundRow, Summary


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 opens a match."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of text; `large` for the result."""

    lines: tuple[str, ...]
    large: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `right` are its columns of numbers, an empty `head` is none."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, and what it shows in words."""

    svg: str
    words: str


Block = Heading | Lines | Table | Picture


@dataclass(slots=True)
class Page:
    """A whole page."""

    title: str
    language: str
    foot: str
    blocks: list[Block] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """Every text of the page, those of pictures apart."""
        found = [self.title, self.foot]
        for block in self.blocks:
            if isinstance(block, Heading):
                found.append(block.text)
            elif isinstance(block, Lines):
                found += block.lines
            elif isinstance(block, Table):
                found += [cell for row in (block.head, *block.rows) for cell in row]
        return found


_UNKNOWN = "?"


def page_of(found: list[Summary], name: str, language: str) -> Page:
    """The page of a file's matches."""
    foot = message(language, "report.foot", file=name)
    page = Page(found[0].title or name, language, foot)
    for number, each in enumerate(found):
        page.blocks += _Writer(each, language).blocks(name, str(number))
    return page


class _Writer:
    """The blocks of one match."""

    def __init__(self, found: Summary, language: str) -> None:
        self.found, self.language = found, language
        self.names = {each.seat: each.name for each in found.players}

    def say(self, key: str, **values: object) -> str:
        return message(self.language, f"report.{key}", **values)

    def blocks(self, name: str, key: str) -> list[Block]:
        found = self.found
        blocks: list[Block] = [Heading(1, found.title or name), Lines(self.result(), large=True), self.facts()]
        if found.rounds:
            svg = curve_svg(found, self.language, key)
            blocks += [Heading(2, self.say("curve")), Picture(svg, described(found, self.language))]
            blocks += [Heading(2, self.say("rounds")), self.rounds()]
        blocks += [Heading(2, self.say("placements")), self.best(), Lines((self.say("compared"),))]
        missed = self.missed()
        if missed is not None:
            blocks += [Heading(3, self.say("missed-title")), missed]
        blocks.append(Heading(2, self.say("findings")))
        blocks.append(self.findings() if found.findings else Lines((self.say("no-findings"),)))
        if found.comments:
            blocks += [Heading(2, self.say("comments")), self.comments()]
        return blocks

    # -- the match ----------------------------------------------------------------------------------------------------

    def named(self, seats: str) -> str:
        """A seat or side with its players: `A+C Asha, Chitra`."""
        names = [isolated(name) for seat in LETTERS if seat in seats and (name := self.names.get(seat))]
        return f"{seats} {', '.join(names)}" if names else seats

    def result(self) -> tuple[str, ...]:
        found = self.found
        scores = " · ".join(f"{self.named(side)}: {_number(score)}" for side, score in found.scores.items())
        won = self.say("won", side=self.named(found.winner)) if found.winner is not None else self.say("not-won")
        return (won, scores) if scores else (won,)

    def facts(self) -> Table:
        found, language = self.found, self.language
        game = found.rules.names.get(language, found.rules.names["en"])
        rows = [(self.say("rules"), f"{game} ({found.rules.ref})")]
        if found.target is not None:
            rows.append((self.say("target-fact"), str(found.target)))
        rows.append((self.say("verdict"), message(language, f"verdict.{found.verdict.value}")))
        for header in found.headers:
            key = header.key if header.key.startswith("x-") else self.say(f"header-{header.key}")
            rows.append((key, header.value))
        return Table((), tuple(rows))

    def rounds(self) -> Table:
        sides = self.found.sides
        head = [self.say("round"), self.say("start"), self.say("end")]
        head += [self.say("points-of", side=side) for side in sides]
        head += [self.say("deducted"), *(self.say("score-of", side=side) for side in sides)]
        rows = tuple(self._round(row) for row in self.found.rounds)
        return Table(tuple(head), rows, frozenset({0, *range(3, 3 + len(sides)), *range(4 + len(sides), len(head))}))

    def _round(self, row: RoundRow) -> tuple[str, ...]:
        trace, language = row.trace, self.language
        how = {"lot": "sheet.lot", "start": "sheet.start"}.get(trace.start or "", "sheet.starter")
        start = message(language, how, seat=trace.starter) if trace.starter is not None else _UNKNOWN
        end = message(language, f"sheet.end-{trace.end or 'unknown'}", seat=trace.ender)
        costs = " ".join(f"{seat} {_number(cost)}" for seat, cost in trace.deductions.items() if cost != 0)
        scored = [_number(row.points[side]) for side in self.found.sides]
        scores = [_number(trace.scores.get(side)) for side in self.found.sides]
        return (str(trace.number), start, end, *scored, costs or "–", *scores)

    # -- placements ---------------------------------------------------------------------------------------------------

    def best(self) -> Table:
        head = ("player", "placements-made", "looked-at", "best", "missed", "lost")
        rows = tuple(self._player(each) for each in self.found.players)
        return Table(tuple(self.say(key) for key in head), rows, frozenset({1, 2, 4, 5}))

    def _player(self, player: Player) -> tuple[str, ...]:
        best = ", ".join(f"{each.tile} +{each.points} ({self.place(each.round, each.turn)})" for each in player.best)
        seen = player.looked_at > 0
        missed = [str(player.missed_count), str(player.lost)] if seen else [_UNKNOWN, _UNKNOWN]
        return (self.named(player.seat), str(player.placements), str(player.looked_at), best or "–", *missed)

    def place(self, round_: int, turn: int) -> str:
        return self.say("place", round=round_, turn=turn)

    def missed(self) -> Table | None:
        found = [(player, each) for player in self.found.players for each in player.missed]
        if not found:
            return None
        head = tuple(self.say(key) for key in ("player", "where", "line", "made", "better", "lost"))
        rows = tuple(self._missed(player, each) for player, each in found)
        return Table(head, rows, frozenset({2, 5}))

    def _missed(self, player: Player, each: Missed) -> tuple[str, ...]:
        made = each.made
        at = f" @ {each.at}" if each.at else ""
        return (
            self.named(player.seat), self.place(made.round, made.turn), str(made.line), f"{made.tile} +{made.points}",
            f"{each.tile}{at} +{each.points}", str(each.lost),
        )  # fmt: skip

    # -- findings and comments ----------------------------------------------------------------------------------------

    def findings(self) -> Table:
        head = tuple(self.say(key) for key in ("line", "where", "status", "what"))
        return Table(head, tuple(self._finding(each) for each in self.found.findings), frozenset({0}))

    def _finding(self, each: Finding) -> tuple[str, ...]:
        where = "" if each.round is None or each.round < 0 else self.say("round-n", round=each.round)
        if where and each.turn is not None:
            where = self.place(each.round or 0, each.turn)
        said = text(each, self.language) + (f" [{each.rule}]" if each.rule else "")
        return (str(each.line), where, self._status(each), said)

    def _status(self, each: Finding) -> str:
        if each.status is Status.WRONG:
            return message(self.language, "verdict.fail")
        if each.status is Status.CONSEQUENCE and each.because_of is not None:
            return message(self.language, "verdict.consequence", line=each.because_of[0])
        return message(self.language, f"verdict.{each.status.value}")

    def comments(self) -> Table:
        rows = tuple((str(line), comment.removeprefix("#").strip()) for line, comment in self.found.comments)
        return Table((self.say("line"), self.say("comment")), rows, frozenset({0}))


def _number(value: int | None) -> str:
    return _UNKNOWN if value is None else str(value)
