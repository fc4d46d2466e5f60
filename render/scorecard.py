"""Accounts → the figure of a score record: lines on paper, or pegs on a cribbage board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from ..engine.history import Account, Change, standing
from ..engine.messages import message
from ..engine.rules import ScoreRecord
from .board import Board, peg_shape
from .board import samples as board_samples
from .compose import columns_of, grid
from .draw import Page
from .legend import Entry, Sample, entry
from .lettering import shape, wrap
from .look import Look
from .paper import goes_below, tally, width
from .paper import samples as paper_samples
from .scene import Group, Plates, Scene, Shape, Strokes, Text
from .scorewords import Kept, entry_words, note_of, plain, score_words
from .tally import hole

_MOST_NAME = 2
"""Lines of a name; a longer one ends in an ellipsis and stands whole in the figure's description."""


def score_figure(accounts: Sequence[Account], kept: Kept, look: Look, winner: str | None = None) -> Scene:
    """The record of all sides as one figure; `winner` is the side, by its letters, that has won.

    Raises RenderError for a score that cannot be kept so, and for a character the font lacks.
    """
    sides = tuple(accounts)
    notes = [note_of(each, kept, look, side == winner) for each, side in zip(sides, kept.sides, strict=True)]
    on_paper = kept.record is ScoreRecord.PAPER
    drawn = _paper(sides, notes, look) if on_paper else _board(sides, notes, kept, look)
    key = _key(sides, kept, look)
    margin = look.theme.margin
    widest = max([drawn.width, *(each.width for each in key)])
    page = Page(look, ceil(widest + 2 * margin))
    page.heading()
    page.shapes.append(Group(round((page.width - drawn.width) / 2), round(page.y), 1, drawn.shapes))
    page.y = round(page.y) + drawn.height
    page.legend(key)
    heading = look.title or message(look.lang, f"score.{kept.record.value}")
    return page.scene(heading, score_words(sides, kept, look, winner))


def score_strip(
    changes: Sequence[Change],
    before: Sequence[Change],
    names: Mapping[str, str],
    kept: Kept,
    look: Look,
    winner: str | None = None,
    begin: Mapping[str, int | None] | None = None,
) -> Scene:
    """The record as it grows from `begin`: a panel for each of `changes`, which follow `before`. Raises as above."""
    short = {side: _short(name, look) for side, name in names.items()}
    panel = look.but(legend=False, theme=replace(look.theme, margin=look.theme.margin / 2))
    scenes = []
    seen: list[Account] = []
    for count, each in enumerate(changes, 1):
        now = _only(each, standing([*before, *changes[:count]], names, begin), kept)
        seen += now
        won = winner if count == len(changes) else None
        scenes.append(score_figure(now, kept, panel.but(title=entry_words(each, short, look)), won))
    key = _key(seen, kept, look)
    texts = [f"{entry_words(each, names, look)}." for each in changes]
    record = message(look.lang, f"score.{kept.record.value}")
    sequence = message(look.lang, "score.sequence", record=record, count=len(scenes))
    last = score_words(standing([*before, *changes], names, begin), kept, look, winner)
    return grid(scenes, [""] * len(scenes), columns_of(scenes), key, look, (sequence, " ".join([*texts, last])))


def _short(name: str, look: Look) -> str:
    """A name for the title of a panel, which also has to hold what the name is followed by."""
    room = 1.5 * width(look) * 1000 / look.theme.title_size
    return wrap(name, look.lang, True, room, look.theme.font, 1)[0].text


def _only(change: Change, accounts: Sequence[Account], kept: Kept) -> Sequence[Account]:
    """On paper only the side whose entry it is shows what was drawn; on a board every back peg stays."""
    if kept.record is ScoreRecord.BOARD:
        return accounts
    sides = zip(accounts, kept.sides, strict=True)
    return [each if side == change.side else replace(each, before=None) for each, side in sides]


def samples(accounts: Sequence[Account], kept: Kept, look: Look) -> Iterator[tuple[str, Sample]]:
    """The small marks of the legend, each with the end of its text's key, as in `score.legend.peg`."""
    if kept.record is ScoreRecord.PAPER:
        return paper_samples(accounts, look)
    return board_samples(accounts, kept.target, look)


def _key(accounts: Sequence[Account], kept: Kept, look: Look) -> tuple[Entry, ...]:
    found = samples(accounts, kept, look) if look.legend else ()
    return tuple(entry(sample, message(look.lang, f"score.legend.{name}"), look) for name, sample in found)


@dataclass(frozen=True, slots=True)
class _Drawn:
    width: float
    height: float
    shapes: tuple[Shape, ...]


def _heading(
    account: Account, note: str, x: float, y: float, wide: float, ink: str, look: Look
) -> tuple[list[Shape], float]:
    """Name and score, and below them the note; where they end."""
    theme, lang = look.theme, look.lang
    size, small = theme.caption_size, theme.legend_size
    value = "?" if account.score is None else look.digits(plain(account.score))
    score = shape(value, lang, True, theme.font)
    room = (wide - score.width * size / 1000 - size) * 1000 / size
    shapes: list[Shape] = [Text(score, x + wide - score.width * size / 1000, y + size * 0.8, size, ink)]
    bottom = y - size * 0.45
    for line in wrap(account.name, lang, True, room, theme.font, _MOST_NAME):
        bottom += size * 1.25
        shapes.append(Text(line, x, bottom, size, ink))
    for line in wrap(note, lang, False, wide * 1000 / small, theme.font):  # an empty note keeps its room
        bottom += small * theme.leading
        shapes.append(Text(line, x, bottom, small, ink))
    return shapes, bottom + small * 0.4


def _paper(accounts: Sequence[Account], notes: Sequence[str], look: Look) -> _Drawn:
    """A sheet of paper, the sides one below the other."""
    theme, unit = look.theme, look.theme.unit
    wide = width(look) + 2 * unit * 1.3
    indent = any(map(goes_below, accounts))
    y = unit * 1.2
    inside: list[Shape] = []
    for i, (each, note) in enumerate(zip(accounts, notes, strict=True)):
        if i:
            inside.append(rule(y, wide, look))
            y += unit * 1.2
        head, y = _heading(each, note, unit * 1.3, y, width(look), theme.pip, look)
        lines, height = tally(each, unit * 1.3, y + unit * 0.7, look, indent)
        inside += [*head, *lines]
        y += height + unit * 1.9
    return _Drawn(wide, y, (*sheet(wide, y, look), *inside))


def rule(y: float, wide: float, look: Look) -> Shape:
    """The line between two sides."""
    unit = look.theme.unit
    return Strokes(((unit * 1.3, y, wide - 2.6 * unit, 0),), look.theme.divider, look.theme.divider_width * 0.7)


def sheet(wide: float, tall: float, look: Look) -> Iterator[Shape]:
    """A piece of paper."""
    theme = look.theme
    lying = wide > tall
    place = ((0.0, 0.0, lying),)
    long, short = (wide, tall) if lying else (tall, wide)
    if theme.shade_drop:
        below = ((0.0, theme.shade_drop, lying),)
        yield Plates(below, long, short, theme.corner * 0.6, theme.tile_shade, theme.tile_shade, theme.edge_width)
    yield Plates(place, long, short, theme.corner * 0.6, theme.tile, theme.tile_edge, theme.edge_width)


def _board(accounts: Sequence[Account], notes: Sequence[str], kept: Kept, look: Look) -> _Drawn:
    """Names and scores, below them the board."""
    theme, unit = look.theme, look.theme.unit
    rounds = max([hole(each.score or 0).rounds for each in accounts] + [hole(kept.target or 0).rounds])
    board = Board(kept.sides, kept.target, rounds, look)
    shapes: list[Shape] = []
    y = 0.0
    for each, note in zip(accounts, notes, strict=True):
        head, y = _heading(each, note, 0, y, board.width, theme.text, look)
        shapes += head
        y += theme.legend_size * 0.5
    pegs = [peg_shape(peg, look) for lane, each in enumerate(accounts) for peg in board.pegs(lane, each)]
    pieces = [*board.bare(), *board.words(), *pegs]
    shapes.append(Group(0, round(y + unit * 0.3), 1, tuple(pieces)))
    return _Drawn(board.width, round(y + unit * 0.3) + board.height, tuple(shapes))
