"""Layout or position → a picture of text for terminals and for the messages of failing tests.

Drawn from the same arrangement as the SVG: a lying tile is `[1|4]`, a standing one three lines; a branching
double has `*` on its divider; `(4)` is a counted contribution at its end and `o` a site that is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..engine.layout import Layout, Position
from .arrange import Arrangement, Placed, arrange
from .geometry import Heading, Point, moved

MARKS = {"spinner": "-*-  [1*1]", "counted": "(4)", "uncounted": "o"}
"""How the kinds of marks look, by their names in the legend."""


class _Stamp(NamedTuple):
    """Text on the grid: centred between the units `left` and `right`, on the rows from `top`."""

    left: int
    right: int
    top: int
    rows: tuple[str, ...]
    align: str = "^"


def picture(
    position_or_layout: Position | Layout,
    *,
    max_width: int | None = None,
    aspect: float | None = None,
    place: Arrangement | None = None,
) -> str:
    """The tiles, and for a Position its marks, as lines of ASCII; `(no tiles)` for none.

    `max_width` and `aspect` are those of `arrange`, `place` an arrangement of these tiles to be used instead. Raises
    RenderError for a layout that cannot be arranged.
    """
    position = position_or_layout if isinstance(position_or_layout, Position) else None
    layout = position_or_layout.layout if isinstance(position_or_layout, Position) else position_or_layout
    if not layout.placements:
        return "(no tiles)"
    place = place or arrange(layout, max_width=max_width, aspect=aspect)
    return _print([*map(_tile, place.placed), *(_marks(place, position) if position else ())])


def _tile(placed: Placed) -> _Stamp:
    box, tile = placed.box, placed.placement.tile
    star = "*" if placed.placement.spinner else ""
    if box.width > box.height:
        first, second = (tile.low, tile.high) if placed.low.x <= placed.high.x else (tile.high, tile.low)
        return _Stamp(box.left, box.right, box.top + 1, (f"[{first}{star or '|'}{second}]",))
    first, second = (tile.low, tile.high) if placed.low.y <= placed.high.y else (tile.high, tile.low)
    return _Stamp(box.left, box.right, box.top + 1, (f"[{first}]", f"-{star or '-'}-", f"[{second}]"))


def _marks(arrangement: Arrangement, position: Position) -> list[_Stamp]:
    """The counted contributions and the uncounted sites before their ends."""
    found = []
    for contribution in position.counted:
        end = arrangement.holder(contribution.tile, contribution.port).ends[contribution.port]
        found.append(_mark(f"({contribution.value})", end.point, end.heading))
    for site in position.uncounted:
        end = arrangement.holder(site.tile, site.port).ends[site.port]
        found.append(_mark("o", end.point, end.heading))
    return found


def _mark(text: str, point: Point, heading: Heading) -> _Stamp:
    far = moved(point, heading, 2)
    if heading.horizontal:
        align = "<" if heading == Heading.EAST else ">"
        return _Stamp(min(point.x, far.x), max(point.x, far.x), point.y, (text,), align)
    return _Stamp(point.x - 1, point.x + 1, point.y, (text,))


def _columns(stamps: Iterable[_Stamp]) -> dict[int, int]:
    """The text column of every unit line, as close together as the stamps allow with a blank between them."""
    ends: dict[int, list[tuple[int, int]]] = {}
    lines = set()
    for each in stamps:
        ends.setdefault(each.right, []).append((each.left, max(map(len, each.rows)) + 1))
        lines |= {each.left, each.right}
    columns: dict[int, int] = {}
    last = 0
    for line in sorted(lines):
        last = max([last, *(columns[left] + length for left, length in ends.get(line, []))])
        columns[line] = last
    return columns


def _print(stamps: list[_Stamp]) -> str:
    columns = _columns(stamps)
    first = min(each.top for each in stamps)
    rows: dict[int, dict[int, str]] = {}
    for each in stamps:
        room = columns[each.right] - columns[each.left] - 1
        for i, text in enumerate(each.rows):
            row = rows.setdefault(each.top + i - first, {})
            for column, letter in enumerate(f"{text:{each.align}{room}}"):
                if letter != " ":
                    row[columns[each.left] + column] = letter
    lines = []
    for number in range(max(rows) + 1):
        row = rows.get(number, {})
        lines.append("".join(row.get(column, " ") for column in range(max(row, default=-1) + 1)))
    return "\n".join(lines)
