"""`award` lines checked: what a side gets at the end of a round from the hands of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .findings import Status
from .placing import Desk
from .record import Award
from .settle import LETTERS, Holding, awards, gives_awards, sides

Range = tuple[int, int]
ANY: Range = (0, 10**6)


def check_awards(
    desk: Desk,
    due: Mapping[str, Range],
    claims: Sequence[Award],
    others: Mapping[str, tuple[Range, tuple[int, str]]],
) -> dict[str, int]:
    """Check `award` lines against the lowest and highest points of every side; the amounts that count as written.

    `others` are what sides would get by hands written otherwise than they were, with the finding that says so.
    """
    counts: dict[str, int] = {}
    for claim in claims:
        low, high = due.get(claim.side, (0, 0))
        since = len(desk.findings)
        if low <= claim.points <= high:
            counts[claim.side] = claim.points
            if low != high:
                desk.find(
                    "hand-unknown", claim.line, "points", Status.UNDECIDED, rule="deduction", needs="hand",
                    text="hand-unknown-award", side=claim.side,
                )  # fmt: skip
            continue
        written, cause = others.get(claim.side, ((0, -1), None))
        follows = cause is not None and written[0] <= claim.points <= written[1]
        desk.find(
            "false-award", claim.line, "points", Status.CONSEQUENCE if follows else Status.WRONG,
            expected=low if claim.points < low else high, found=claim.points, side=claim.side,
            because_of=cause if follows else None,
            text="false-award" if low == high else "false-award-least" if claim.points < low else "false-award-most",
        )  # fmt: skip
        if desk.settle_mark(claim.line, claim.mark, since):
            counts[claim.side] = claim.points
    return counts


def judge_awards(
    desk: Desk, hands: Mapping[str, Holding], seats: int, claims: Sequence[Award]
) -> dict[str, int | None]:
    """Check the `award` lines of a settlement; what every side gets, None where that is not certain.

    The seat without tiles went out; where all hands are known and none is empty, the round was blocked.
    """
    names = sides(desk.rules, seats)
    if not claims and not gives_awards(desk.rules):
        return dict.fromkeys(names, 0)
    empty = [seat for seat, hand in hands.items() if hand.tiles == ()]
    if len(empty) == 1 or (not empty and len(hands) == seats):
        held = {seat: hands.get(seat, Holding(None, *ANY)) for seat in LETTERS[:seats]}
        due = awards(desk.rules, held, seats, empty[0] if empty else None)
    else:
        due = dict.fromkeys(names, ANY if gives_awards(desk.rules) else (0, 0))
    for node in claims:
        if node.side not in names:
            desk.find("unknown-side", node.line, f"side-name {node.side}", found=node.side, sides=" ".join(names))
    counts: dict[str, int | None] = dict(check_awards(desk, due, [node for node in claims if node.side in names], {}))
    for side in names:
        low, high = due.get(side, (0, 0))
        counts.setdefault(side, low if low == high else None)
    return counts
