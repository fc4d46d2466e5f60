"""Accounts → the lines of a score kept on paper, with what the last entry drew or rubbed out.

The documents do not say how a deduction is written, nor a score below zero (3-17). Here a deduction rubs out the lines
drawn last, whose traces stay to be seen until the next entry, and what is below zero stands behind a minus sign.
"""

from __future__ import annotations

from ..engine.history import Account
from ..engine.messages import message
from .legend import Entry, entry
from .look import Look
from .scene import Shape, Strokes
from .tally import LINES, Stroke, strokes

ROW = 5
"""Marks beside each other."""
_SIZE, _GAP = 3.0, 1.15
"""The side of a mark and the room between two, in grid units of the theme."""
_MINUS = 1.4


def width(look: Look) -> float:
    """The room a row of marks takes, a minus sign included."""
    return look.theme.unit * (_MINUS + ROW * (_SIZE + _GAP) - _GAP)


def goes_below(account: Account) -> bool:
    """Whether the score is, or was before the last entry, below zero."""
    return min(account.score or 0, account.before or 0) < 0


def tally(account: Account, x: float, y: float, look: Look, indent: bool) -> tuple[list[Shape], float]:
    """The lines of one side from `x`, `y`, and how high they are; `indent` leaves room for a minus sign.

    Raises RenderError for a score that no lines make.
    """
    shapes: list[Shape] = []
    top = y
    now = account.score or 0
    was = now if account.before is None else account.before
    for sign in (1, -1):
        points, before = max(sign * now, 0), max(sign * was, 0)
        if sign < 0 and not points and not before:
            break
        top += look.theme.unit * _GAP if shapes and sign < 0 else 0
        drawn, height = _row(points, before, x + look.theme.unit * _MINUS * indent, top, look, below=sign < 0)
        shapes += drawn
        if sign < 0:
            half = look.theme.unit * _SIZE / 2
            colour = look.theme.differs if points else look.theme.tile_edge
            shapes.append(Strokes(((x, top + half, look.theme.unit * 0.8, 0),), colour, _ink(look) * 1.3))
        top += height
        if sign > 0 and not points and not before and now < 0:
            shapes, top = [], y  # nothing stands above zero: no empty row
    return shapes, top - y


def _ink(look: Look) -> float:
    return look.theme.unit * 0.05 + look.theme.divider_width


def _row(
    points: int, before: int, x: float, y: float, look: Look, *, below: bool
) -> tuple[list[Shape], float]:  # fmt: skip
    theme, lang = look.theme, look.lang
    standing, earlier = strokes(points, lang), strokes(before, lang)
    kept = min(len(standing), len(earlier))
    new = theme.differs if below else theme.spinner
    ink = theme.differs if below else theme.pip
    layers = (
        (earlier[kept:], theme.tile_edge, 0.7, theme.unit / 5),
        (standing[:kept], ink, 1.0, 0.0),
        (standing[kept:], new, 1.5, 0.0),
    )
    shapes = [
        Strokes(tuple(_placed(each, x, y, look) for each in lines), colour, _ink(look) * heavy, dash)
        for lines, colour, heavy, dash in layers
        if lines
    ]
    marks = max(1, -(-max(len(standing), len(earlier)) // LINES))
    rows = -(-marks // ROW)
    return list[Shape](shapes), look.theme.unit * (rows * (_SIZE + _GAP) - _GAP)


def _placed(stroke: Stroke, x: float, y: float, look: Look) -> tuple[float, float, float, float]:
    size, step = look.theme.unit * _SIZE, look.theme.unit * (_SIZE + _GAP)
    row, column = divmod(stroke.mark, ROW)
    left, top, across, down = stroke.line
    return x + column * step + left * size, y + row * step + top * size, across * size, down * size


def key(accounts: tuple[Account, ...], look: Look) -> tuple[Entry, ...]:
    """The legend: what a line and a mark are worth, and what the last entry did, where it can be seen."""
    lasts = [each.last or 0 for each in accounts]
    kinds = ["line", "mark", *(["new"] if any(each > 0 for each in lasts) else [])]
    kinds += ["rubbed"] if any(each < 0 for each in lasts) else []
    return tuple(entry(_Sample(kind, look), message(look.lang, f"score.legend.{kind}"), look) for kind in kinds)


class _Sample:
    """A small mark for the legend."""

    def __init__(self, kind: str, look: Look) -> None:
        self.kind, self.look = kind, look

    def __call__(self, x: float, y: float) -> list[Shape]:
        theme = self.look.theme
        size = theme.unit * 1.15
        lines = strokes(50 if self.kind == "mark" else 5)
        placed = tuple(
            (x - size / 2 + left * size, y - size / 2 + top * size, across * size, down * size)
            for left, top, across, down in (each.line for each in lines)
        )
        thin = 0.55 if self.kind == "mark" else 1.0
        if self.kind == "new":
            return [Strokes(placed, theme.spinner, _ink(self.look) * 1.5)]
        if self.kind == "rubbed":
            return [Strokes(placed, theme.tile_edge, _ink(self.look) * 0.7, theme.unit / 5)]
        return [Strokes(placed, theme.text, _ink(self.look) * thin)]
