"""Plan + wanted ratio of width to height → poses on the table of that shape that looks best.

Tables of growing size are tried, the set tile in their middle, then off it. Of the arrangements near enough to
the shape the one with the fewest turns is taken, else the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log, sqrt
from typing import NamedTuple

from .geometry import Box, around
from .joining import Pose
from .plan import Plan
from .search import Law, Search

LEAST_TABLE = 28
"""Units of the longer side of the smallest table: a row of seven tiles."""
SHORT = 7
"""Tiles of a layout that need not turn, whatever shape is asked for."""
NEAR_ENOUGH = 1.25
"""Factor within which the shape of the tiles is taken for the one asked for."""
_BUDGET = 120
FAR = 2.0
"""Factor beyond the near shapes from which on joints out of line are better than the wrong shape."""
BOUND = 1.5
"""Factor within which nearly every full layout of the shipped games comes to the shape asked for."""
_MORE = 2
"""Larger tables tried after the first one near enough, which may need fewer turns."""
_STEP = 1.12
"""How many times as wide the next table is."""
_SHIFTS = ((0.5, 0.5), (0.35, 0.5), (0.65, 0.5), (0.5, 0.35), (0.5, 0.65), (0.25, 0.5), (0.75, 0.5))
"""Where on the table the set tile lies, as shares of its width and height; the middle first."""
_STRETCHES = (1.0, 1.25, 0.8)
"""Shapes of the table tried, as factors of the shape asked for: tiles do not always fill their table."""


class _Score(NamedTuple):
    """The smaller, the better: how far from the shape (0: near enough), joints out of line, turns."""

    off: float
    slips: int
    turns: int

    @property
    def good(self) -> bool:
        return not self.off and not self.slips


def shaped(plan: Plan, aspect: float, max_width: int | None, calm: bool = False) -> list[Pose] | None:
    """The poses on a table of this shape; None where no table has room.

    On a table higher than wide the first line runs down it. `calm` leaves what lies without a turn on a small table as
    it is.
    """
    if aspect < 1:
        poses = _across(plan, 1 / aspect, None, max_width, calm)
        return None if poses is None else [each.transposed() for each in poses]
    return _across(plan, aspect, max_width, None, calm)


def _across(plan: Plan, aspect: float, max_width: int | None, max_height: int | None, calm: bool) -> list[Pose] | None:
    """The poses on a table at least as wide as high; a short chain, and what has the shape as it is, does not turn."""
    row = _laid(plan, _table(LEAST_TABLE, LEAST_TABLE, _SHIFTS[0]))
    if row is None or _turns(plan, row):
        return _best(plan, aspect, max_width, max_height)
    bounds, score = around(tuple(each.box for each in row)), _score(plan, row, aspect)
    if (max_width is not None and bounds.width > max_width) or (max_height is not None and bounds.height > max_height):
        return _best(plan, aspect, max_width, max_height)
    if calm or len(row) <= SHORT or not score.off:
        return row
    best = _best(plan, aspect, max_width, max_height)
    if best is None:
        return row
    turned = _score(plan, best, aspect)
    worth = score.off - turned.off > log(NEAR_ENOUGH) and (not turned.slips or score.off > log(FAR))
    return best if worth else row


def _best(plan: Plan, aspect: float, max_width: int | None, max_height: int | None) -> list[Pose] | None:
    """The best poses on tables no wider and no higher than these."""
    best: tuple[_Score, list[Pose]] | None = None
    for stretch in _STRETCHES:
        for shift in _SHIFTS:
            more = _MORE
            for width, height in _tables(plan, aspect * stretch):
                if more < 0:
                    break
                if (max_width is not None and width > max_width) or (max_height is not None and height > max_height):
                    continue
                poses = _laid(plan, _table(width, height, shift))
                if poses is None:
                    continue
                score = _score(plan, poses, aspect)
                more -= score.good
                if best is None or score < best[0]:
                    best = score, poses
            if best is not None and best[0].good:
                return best[1]
        if best is not None and best[0].off <= log(BOUND / NEAR_ENOUGH):
            return best[1]
    return None if best is None else best[1]


def _score(plan: Plan, poses: Sequence[Pose], aspect: float) -> _Score:
    bounds = around(tuple(each.box for each in poses))
    off = abs(log(bounds.width / bounds.height / aspect))
    return _Score(max(0.0, round(off - log(NEAR_ENOUGH), 3)), _slips(plan, poses), _turns(plan, poses))


def _slips(plan: Plan, poses: Sequence[Pose]) -> int:
    """How many tiles are not joined in the middle of the edge before them."""
    slips = 0
    for each, pose in zip(plan.placements, poses, strict=True):
        if each.parent is not None:
            axis = 1 if pose.joint.horizontal else 0
            ahead = poses[each.parent].last[axis]
            slips += pose.contact[axis] != ahead or (each.tile.is_double and pose.last[axis] != ahead)
    return slips


def _turns(plan: Plan, poses: Sequence[Pose]) -> int:
    """How often an arm turns; a branch that leaves its double, and the two ways out of the set tile, are no turn."""
    turns = 0
    for each, pose in zip(plan.placements, poses, strict=True):
        if each.parent is not None and each.parent_port is not None and not each.parent_port.is_branch:
            turns += poses[each.parent].heading.horizontal != pose.heading.horizontal
    return turns


def _laid(plan: Plan, table: Box) -> list[Pose] | None:
    for corridors, edge in ((True, 0), (False, 0), (False, 2)):
        law = Law(table, corridors, clearance=True, edge=edge, by_arms=True, budget=_BUDGET, soft=False)
        poses = Search(plan, law).run()
        if poses is not None:
            return poses
    return None


def _table(width: int, height: int, shift: tuple[float, float]) -> Box:
    return Box(-2 * round(width * shift[0] / 2), -2 * round(height * shift[1] / 2), width, height)


def _tables(plan: Plan, aspect: float) -> Iterator[tuple[int, int]]:
    """Tables of this shape, up to one on which every arm runs straight, and then smaller ones for a short chain."""
    units = sum(2 if each.tile.is_double else 4 for each in plan.placements)
    small = sqrt(2 * units)
    least = max(1.4 * small, LEAST_TABLE / max(sqrt(aspect), 1 / sqrt(aspect)))
    longest = plan.longest() + 8
    size = least
    while True:
        width, height = _sides(size, aspect)
        yield width, height
        if min(width, height) > longest:
            break
        size *= _STEP
    size = least / _STEP
    while size > small:
        yield _sides(size, aspect)
        size /= _STEP


def _sides(size: float, aspect: float) -> tuple[int, int]:
    return 2 * round(size * sqrt(aspect) / 2), 2 * round(size / sqrt(aspect) / 2)
