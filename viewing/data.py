"""Chapters → plain data for the page's script: what it shows, already judged, counted and drawn.

Tiles are `1-4`, `?-?` where nobody recorded it; ports are numbers of `Port`. Empty fields are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.errors import PlayError
from ..engine.excerpt import unverified_texts
from ..engine.explain import points_reason, reasons, rule_sentence
from ..engine.findings import Finding, Status, text
from ..engine.judged import Held, Judged, Step
from ..engine.layout import Contribution, Layout, Position, Site
from ..engine.legal import ScoredPlay, scored_placements
from ..engine.messages import catalogue, languages
from ..engine.record import Match
from ..engine.rules import RuleSet
from ..engine.settle import LETTERS, sides
from ..engine.tiles import AnyTile, Tile
from .board import Board, Parts, View, lay
from .scores import record_data
from .story import Chapter, Moment

Data = dict[str, Any]

_MARKS = {Status.WRONG: "wrong", Status.UNDECIDED: "undecided", Status.NOTE: "note", Status.STANDS: "stands"}
_TEXTS = (
    "view.", "reason.", "explain.", "sheet.", "language.", "verdict.", "figure.placed", "figure.empty", "figure.sum",
    "figure.points", "figure.tiles", "figure.spinners", "figure.joint", "figure.site", "figure.contribution",
    "figure.none", "figure.port.", "figure.caption.", "score.paper", "score.board", "score.known", "score.unknown",
    "score.marks", "score.below", "score.hole", "score.start", "score.last", "score.target", "score.legend.",
)  # fmt: skip
"""The beginnings of the catalogues' keys that the page needs."""


def match_data(judged: Judged, chapters: Sequence[Chapter], parts: Parts) -> Data:
    """Everything a page shows of an entry; the parts of its figures are entered into `parts`.

    Raises RenderError for a layout that cannot be drawn.
    """
    entry = judged.entry
    assert entry is not None
    writer = _Writer(entry.rules, parts)
    found: Data = {"chapters": [writer.chapter(each) for each in chapters]}
    if isinstance(entry, Match):
        count = max((len(each.held) for chapter in chapters for each in chapter.moments), default=0)
        seats = entry.seats.seats if entry.seats is not None else [(seat, None) for seat in LETTERS[:count]]
        found["seats"] = [[seat, name or ""] for seat, name in seats]
        found["sides"] = list(sides(entry.rules, len(seats)))
        found |= _full({"record": record_data(judged, chapters, found["sides"], parts)})
    unverified = {language: unverified_texts(judged.unverified, language) for language in languages()}
    found["unverified"] = [dict(zip(unverified, each, strict=True)) for each in zip(*unverified.values(), strict=True)]
    found["why"] = [list(each) for each in writer.why.keys]
    found["of"] = entry.rules.multiple_of
    found["winner"] = judged.winner
    return found


@dataclass(slots=True)
class _Numbers:
    """Pairs of texts, each once, by number."""

    keys: dict[tuple[str, str], int]

    def of(self, *pair: str) -> int:
        return self.keys.setdefault((pair[0], pair[1]), len(self.keys))


class _Writer:
    """Writes the moments of one entry."""

    def __init__(self, rules: RuleSet, parts: Parts) -> None:
        self.rules, self.parts = rules, parts
        self.why = _Numbers({})

    def chapter(self, chapter: Chapter) -> Data:
        boards, views = lay([each.position for each in chapter.moments], self.parts)
        moments = [self._moment(each, view, chapter) for each, view in zip(chapter.moments, views, strict=True)]
        found: Data = {"key": chapter.key, "number": chapter.number, "moments": moments}
        found["boards"] = [_board(each) for each in boards]
        trace = chapter.trace
        if trace is not None:
            found |= {"starter": trace.starter, "start": trace.start, "end": trace.end, "ender": trace.ender}
            found["left"] = [[seat, pips, trace.deductions.get(seat)] for seat, pips in trace.left.items()]
        return _full(found)

    def _moment(self, moment: Moment, view: View | None, chapter: Chapter) -> Data:
        found: Data = {
            "key": moment.key,
            "kind": moment.kind,
            "line": moment.line,
            "lines": moment.lines,
            "hands": [self._hand(each) for each in moment.held],
            "stock": moment.stock,
            "scores": list(moment.scores.values()),
            "findings": [self._finding(each) for each in moment.findings],
            "comments": moment.comments,
            "view": None if view is None else [view.board, view.count, view.marks],
        }
        if moment.kind == "start" and chapter.trace is None and chapter.number is not None:
            found["skipped"] = True
        if moment.position is not None:
            found |= self._position(moment.position)
        if moment.step is not None:
            found |= self._turn(moment)
        return _full(found)

    def _turn(self, moment: Moment) -> Data:
        step = moment.step
        assert step is not None
        found: Data = {"seat": step.seat, "unverified": not step.verified}
        if step.action.verb == "play" and step.action.tile is not None:
            found["tile"] = _tile(step.action.tile)
        if step.action.verb == "draw":
            found["drawn"] = [_tile(each) for each in step.action.drawn]
        if step.site is not None:
            found["site"] = [_tile(step.site.tile), int(step.site.port)]
            found["derived"] = step.site_derived
        if moment.kind == "play" and step.position is not None:
            found["points"] = step.points or 0
        return found | self._alternatives(moment)

    def _position(self, position: Position) -> Data:
        """The reasons of a position: tile, port, value and number of the reason; then its sites."""
        why = [
            [_tile(each.tile), None if each.port is None else int(each.port), each.value,
             self.why.of(each.key, each.clause)]
            for each in reasons(self.rules, position)
        ]  # fmt: skip
        return {
            "because": why,
            "open": [_end(each) for each in position.sites],
            "total": position.total,
            "worth": position.points,
            "verdict": self.why.of(*points_reason(self.rules, position)) if position.layout.placements else None,
        }

    def _alternatives(self, moment: Moment) -> Data:
        """What the seat could have placed, most points first, and whether its whole hand is known."""
        step = moment.step
        if step is None or step.seat is None or moment.kind not in ("play", "pass") or not step.verified:
            return {}
        held = moment.held[LETTERS.index(step.seat)]
        layout, hand = Layout(), held.tiles
        if moment.position is not None:
            layout = moment.position.layout
        if moment.kind == "play":
            if step.position is None or not isinstance(step.tile, Tile):
                return {}
            layout, hand = Layout(layout.placements[:-1]), tuple(sorted((*hand, step.tile)))
        try:
            scored = scored_placements(self.rules, layout, hand)
        except PlayError:  # a layout with a misfit that stood
            return {}
        best_first = sorted(scored, key=lambda each: -each.points)
        found: Data = {"could": [_scored(each) for each in best_first], "part": held.unknown != 0}
        if moment.kind == "play":
            found["chosen"] = next((i for i, each in enumerate(best_first) if _is_like(each, step)), None)
        return found

    def _hand(self, held: Held) -> list[Any]:
        for each in held.tiles:
            self.parts.upright(each)
        return [[_tile(each) for each in held.tiles], held.unknown]

    def _finding(self, finding: Finding) -> Data:
        return _full(
            {
                "code": finding.code,
                "mark": _MARKS.get(finding.status, "consequence"),
                "line": finding.line,
                "rule": finding.rule,
                "cause": finding.because_of[0] if finding.because_of else None,
                "text": {language: text(finding, language) for language in languages()},
                "clause": {language: rule_sentence(self.rules, finding, language) for language in languages()}
                if finding.rule
                else None,
            }
        )


def _scored(scored: ScoredPlay) -> list[Any]:
    play = scored.play
    site = None if play.site is None else [_tile(play.site.tile), int(play.site.port)]
    return [_tile(play.tile), site, [each.value for each in scored.counted], scored.total, scored.points]


def _is_like(scored: ScoredPlay, step: Step) -> bool:
    """Whether a placement is the one of a turn, or equal to it up to symmetry."""
    one, other = scored.play.site, step.site
    if scored.play.tile != step.tile or one is None or other is None:
        return scored.play.tile == step.tile and one is other
    return one.tile == other.tile and one.port.is_branch == other.port.is_branch


def _board(board: Board) -> Data:
    """A tile, its way, left, top, since when it branches, then number and port of its parent and its own port."""
    tiles = []
    for each in board.tiles:
        placement = each.placement
        tile: list[Any] = [_tile(placement.tile), each.way, each.left, each.top, each.branches]
        if placement.parent is not None and placement.parent_port is not None and placement.port is not None:
            tile += [placement.parent, int(placement.parent_port), int(placement.port)]
        tiles.append(tile)
    return {"boxes": board.boxes, "tiles": tiles}


def _tile(tile: AnyTile) -> str:
    return "-".join(re.findall(r"\d+|\?", str(tile)))


def _end(end: Site | Contribution) -> list[Any]:
    return [_tile(end.tile), int(end.port), end.value]


def _full(found: Data) -> Data:
    """The fields that say something."""
    return {key: value for key, value in found.items() if value is not None and value is not False and value != []}


def texts(language: str) -> dict[str, Any]:
    """The catalogue's texts that the page needs."""
    found = {key: value for key, value in catalogue(language).items() if key.startswith(_TEXTS)}
    return found
