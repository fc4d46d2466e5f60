"""What follows from a consistent round: lines that are surely right, hands, the bounds of pips.

What decides a claim rests on facts alone (dealt, placed, drawn, left), never on turns having been right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .assign import TooHard, solve
from .tiles import tile_at
from .unseen import Ban, Count, Line, Piece, Total, Unseen

_MOST_FOR_A_HAND = 100  # choices tried for a hand that is only shown


def surely(unseen: Unseen, number: int) -> bool:
    """Whether the facts alone make the pass or draw of a line right."""
    facts = _facts(unseen.lines)
    line = next((each for each in unseen.lines if each.number == number), None)
    if line is None:
        return False
    return all(
        solve(unseen, [*facts, Count(piece.tiles, piece.options, 1, len(unseen.domains))]) is None
        for piece in line.rules
        if isinstance(piece, Ban)
    )


def _facts(lines: Iterable[Line]) -> list[Piece]:
    return [piece for line in lines for piece in line.facts]


def dealt(unseen: Unseen, seat: int) -> int | None:
    """The hand dealt to a seat, as bits, where all lines together are seen to leave only one; else None."""
    try:
        return _dealt(unseen, seat, unseen.pieces(unseen.lines))
    except TooHard:
        return None


def _dealt(unseen: Unseen, seat: int, pieces: Sequence[Piece]) -> int | None:
    found = solve(unseen, pieces, _MOST_FOR_A_HAND)
    if found is None:
        return None
    inside = unseen.dealt[seat]
    hand = sum(1 << index for index, story in enumerate(found) if inside >> story & 1)
    everything = (1 << len(unseen.domains)) - 1
    size = hand.bit_count()
    if solve(unseen, [*pieces, Count(everything & ~hand, inside, 1, len(found))], _MOST_FOR_A_HAND) is not None:
        return None
    least = next((low for options, low, _ in unseen.slots if options == inside), 0)
    if least < size and solve(unseen, [*pieces, Count(hand, inside, 0, size - 1)], _MOST_FOR_A_HAND) is not None:
        return None
    return hand


def bounds(unseen: Unseen, seat: int) -> tuple[int, int] | None:
    """The least and most pips of a seat's hand at the end by the facts; None where the facts contradict each other."""
    facts = _facts(unseen.lines)
    inside = unseen.left[seat]

    def pips(total: Total) -> int | None:
        found = solve(unseen, [*facts, total])
        if found is None:
            return None
        return sum(tile_at(index).pips for index, story in enumerate(found) if inside >> story & 1)

    most = sum(tile_at(index).pips for index in range(len(unseen.domains)))
    start = pips(Total(inside, 0, most))
    if start is None:
        return None
    least, low = 0, start
    while least < low:
        middle = (least + low) // 2
        lower = pips(Total(inside, least, middle))
        if lower is None:
            least = middle + 1
        else:
            low = lower
    high = start
    while high < most:
        middle = (high + most + 1) // 2
        higher = pips(Total(inside, middle, most))
        if higher is None:
            most = middle - 1
        else:
            high = higher
    return low, high
