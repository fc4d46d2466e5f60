"""Accounts → the lines of a score kept on paper, with what the last entry drew or rubbed out.

The documents do not say how a deduction is written, nor a score below zero (3-17). Here a deduction rubs out the lines
drawn last, whose traces stay to be seen until the next entry, and what is below zero stands behind a minus sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.history import Account
from .legend import Sample
from .look import Look
from .scene import Shape, Strokes
from .tally import LINES, Stroke, strokes

ROW = 5
"""Marks beside each other."""
_SIZE, _GAP = 3.0, 1.15
"""The side of a mark and the room between two, in grid units of the theme."""
_HEAVIER = 0.11
"""What a line of the last entry has more in weight, in the same units: told apart without its colour."""
MINUS = 1.4
"""The room of a minus sign, in the same units."""


def width(look: Look) -> float:
    """The room a row of marks takes, a minus sign included."""
    return look.theme.unit * (MINUS + ROW * (_SIZE + _GAP) - _GAP)


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
        drawn, height = _row(points, before, x + look.theme.unit * MINUS * indent, top, look, below=sign < 0)
        shapes += drawn
        if sign < 0:
            shapes.append(minus(x, top, look, points))
        top += height
        if sign > 0 and not points and not before and now < 0:
            shapes, top = [], y  # nothing stands above zero: no empty row
    return shapes, top - y


def _ink(look: Look) -> float:
    return look.theme.unit * 0.05 + look.theme.divider_width


def layers(points: int, before: int, *, below: bool = False, language: str = "en") -> Iterator[tuple[str, range]]:
    """The lines of `points`, after which there were `before`, by kind (`rubbed`, `kept`, `new`), from 0.

    Those below zero are `below` and `new-below`. Raises RenderError for points that no lines make.
    """
    standing, earlier = len(strokes(points, language)), len(strokes(before, language))
    kept = min(standing, earlier)
    kinds = ("below", "new-below") if below else ("kept", "new")
    numbers = (range(kept, earlier), range(kept), range(kept, standing))
    yield from ((kind, each) for kind, each in zip(("rubbed", *kinds), numbers, strict=True) if each)


def inked(lines: tuple[tuple[float, float, float, float], ...], kind: str, look: Look) -> Strokes:
    """Lines of a kind in its ink."""
    theme = look.theme
    colour, heavy = {
        "rubbed": (theme.tile_edge, 0.7), "kept": (theme.pip, 0.9), "new": (theme.spinner, 1.0),
        "below": (theme.differs, 0.9), "new-below": (theme.differs, 1.0),
        "minus": (theme.differs, 1.3), "old-minus": (theme.tile_edge, 1.3),
    }[kind]  # fmt: skip
    more = theme.unit * _HEAVIER if kind.startswith("new") else 0
    return Strokes(lines, colour, _ink(look) * heavy + more, theme.unit / 5 if kind == "rubbed" else 0)


def minus(x: float, y: float, look: Look, points: int) -> Strokes:
    """The sign before a row below zero, whose upper left is given; paler where nothing stands there any more."""
    line = (x, y + look.theme.unit * _SIZE / 2, look.theme.unit * 0.8, 0)
    return inked((line,), "minus" if points else "old-minus", look)


def _row(points: int, before: int, x: float, y: float, look: Look, *, below: bool) -> tuple[list[Shape], float]:
    shapes: list[Shape] = []
    most = 1
    for kind, numbers in layers(points, before, below=below, language=look.lang):
        lines = [Stroke(*divmod(each, LINES)) for each in numbers]
        shapes.append(inked(tuple(_placed(each, x, y, look) for each in lines), kind, look))
        most = max(most, lines[-1].mark + 1)
    return shapes, rows_height(most, look)


def rows_height(marks: int, look: Look) -> float:
    """How high so many marks are, one row at least."""
    rows = max(1, -(-marks // ROW))
    return look.theme.unit * (rows * (_SIZE + _GAP) - _GAP)


def corner(mark: int, look: Look) -> tuple[float, float]:
    """The upper left of a mark, from that of the first one."""
    row, column = divmod(mark, ROW)
    step = look.theme.unit * (_SIZE + _GAP)
    return column * step, row * step


def sized(stroke: Stroke, look: Look) -> tuple[float, float, float, float]:
    """A line from the upper left of its mark."""
    left, top, across, down = (each * look.theme.unit * _SIZE for each in stroke.line)
    return left, top, across, down


def _placed(stroke: Stroke, x: float, y: float, look: Look) -> tuple[float, float, float, float]:
    (column, row), (left, top, across, down) = corner(stroke.mark, look), sized(stroke, look)
    return x + column + left, y + row + top, across, down


def samples(accounts: Sequence[Account], look: Look) -> Iterator[tuple[str, Sample]]:
    """What the legend explains, by the ends of its texts' keys: lines, marks, the last entries, a minus sign."""
    drawn = {kind for each in accounts for kind in _kinds(each)}
    seen = {
        "line": True,
        "mark": True,
        "new": bool(drawn & {"new", "new-below"}),
        "rubbed": "rubbed" in drawn,
        "below": any(map(goes_below, accounts)),
    }
    yield from ((kind, _Sample(kind, look)) for kind, there in seen.items() if there)


def _kinds(account: Account) -> Iterator[str]:
    """The kinds of lines a side has."""
    now = account.score or 0
    was = now if account.before is None else account.before
    yield from (kind for kind, _ in layers(max(now, 0), max(was, 0)))
    yield from (kind for kind, _ in layers(max(-now, 0), max(-was, 0), below=True))


class _Sample:
    """A small mark for the legend."""

    def __init__(self, kind: str, look: Look) -> None:
        self.kind, self.look = kind, look

    def __call__(self, x: float, y: float) -> list[Shape]:
        theme = self.look.theme
        size = theme.unit * 1.15
        if self.kind == "below":
            return [inked(((x - size / 2, y, size, 0),), "minus", self.look)]
        lines = strokes(50 if self.kind == "mark" else 5)
        placed = tuple(
            (x - size / 2 + left * size, y - size / 2 + top * size, across * size, down * size)
            for left, top, across, down in (each.line for each in lines)
        )
        thin = 0.55 if self.kind == "mark" else 1.0
        if self.kind in ("new", "rubbed"):
            return [inked(placed, self.kind, self.look)]
        return [Strokes(placed, theme.text, _ink(self.look) * thin)]
