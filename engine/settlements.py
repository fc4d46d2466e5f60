"""Settlement entries: what is written of the hands left, the deductions and the scores, checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .awarding import judge_awards
from .findings import Status
from .hidden import settlement_contradicts
from .judged import Judged
from .leftovers import impossible, refuse
from .placing import Desk
from .record import Award, Deduct, Left, ScoreLine, Seats, Settlement
from .rules import BlockSettlement, Rounding, RoundingPer, RuleSet
from .rules import Settlement as SettlementRule
from .settle import LETTERS, Holding, deductions, holding, lowered, rounded, side_of, sides
from .tiles import AnyTile


def judge_settlement(entry: Settlement) -> Judged:
    """Check every deduction and score of a settlement entry."""
    desk = Desk(entry.rules)
    left = [node for node in entry.nodes if isinstance(node, Left)]
    claims = [node for node in entry.nodes if isinstance(node, Deduct)]
    scores = [node for node in entry.nodes if isinstance(node, ScoreLine)]
    seats = _seats(entry, left, claims, scores)
    hands = {node.seat: holding(entry.rules, node.tiles, node.pips) for node in left}
    _no_tile_twice(desk, left)
    named = any(isinstance(node, Seats) for node in entry.nodes)
    allowed = [seats] if named else sorted(each for each in entry.rules.hand_sizes if each >= seats)
    refuse(desk, left, impossible(entry.rules, allowed, left))
    due = deductions(entry.rules, hands, seats)
    check_deductions(desk, due, claims, left, hands)
    given = [node for node in entry.nodes if isinstance(node, Award)]
    gained = judge_awards(desk, hands, seats, given)
    judged = Judged(entry, desk.findings, hands=hands)
    judged.left = {seat: hand.pips for seat, hand in hands.items()}
    judged.deductions = {seat: low if low == high else None for seat, (low, high) in due.items()}
    judged.scores = _changes(entry.rules, due, seats, gained)
    written = _as_written(entry.rules, due, claims, seats, gained | {node.side: node.points for node in given})
    causes: dict[str, tuple[int, str]] = {}
    for each in desk.findings:
        if each.code in ("false-deduction", "false-award") and each.status is Status.WRONG:
            side = each.values.get("side") or side_of(entry.rules, seats, str(each.values["seat"]))
            causes.setdefault(str(side), (each.line, each.code))
    for node in scores:
        _check_scores(desk, node, judged.scores, written, causes)
    settlement_contradicts(desk, entry.rules, entry.nodes, allowed)
    return judged


def _seats(entry: Settlement, left: Sequence[Left], claims: Sequence[Deduct], scores: Sequence[ScoreLine]) -> int:
    """How many seats the game has: as written, or the least number it can have."""
    written = next((node for node in entry.nodes if isinstance(node, Seats)), None)
    if written is not None:
        return len(written.seats)
    letters = (
        {node.seat for node in left}
        | {node.seat for node in claims}
        | {letter for node in scores for side, _ in node.scores for letter in side if letter != "+"}
    )
    needed = max((LETTERS.index(letter) + 1 for letter in letters), default=1)
    allowed = sorted(number for number in entry.rules.hand_sizes if number >= needed)
    return allowed[0] if allowed else needed


def _no_tile_twice(desk: Desk, left: Sequence[Left]) -> None:
    seen: dict[AnyTile, int] = {}
    for node in left:
        for number, tile in enumerate(node.tiles or ()):
            if tile.index >= 0:
                if tile in seen:
                    desk.find("dealt-twice", node.line, f"tile {number}", tile=str(tile), first=seen[tile])
                seen[tile] = node.line


def _as_written(
    rules: RuleSet,
    due: Mapping[str, tuple[int, int]],
    claims: Sequence[Deduct],
    seats: int,
    gained: Mapping[str, int | None],
) -> dict[str, int | None]:
    """The changes that follow from the deductions as written."""
    written = {node.seat: node.points for node in claims}
    return _changes(rules, {seat: (written.get(seat, 0), written.get(seat, 0)) for seat in due}, seats, gained)


def _changes(
    rules: RuleSet, due: Mapping[str, tuple[int, int]], seats: int, gained: Mapping[str, int | None]
) -> dict[str, int | None]:
    """Change of every side's score from 0; None where a deduction or an award is not certain."""
    changes = {side: gained.get(side, 0) for side in sides(rules, seats)}
    for seat in LETTERS[:seats]:
        side = side_of(rules, seats, seat)
        low, high = due.get(seat, (0, 1))
        before = changes[side]
        changes[side] = None if low != high or before is None else lowered(rules, before, low)
    return changes


def check_deductions(
    desk: Desk,
    due: Mapping[str, tuple[int, int]],
    claims: Sequence[Deduct],
    left: Sequence[Left],
    hands: Mapping[str, Holding],
    others: Mapping[str, tuple[Holding, tuple[int, str]]] | None = None,
    unseen: Collection[str] = (),
) -> dict[str, int]:
    """Check `deduct` lines; the amounts written, by seat, where they stand.

    If there is any `deduct` line a seat without one claims 0 (notation 3, "What may be left out"). `others` are hands
    that were written otherwise than they were, with the finding that says so: a deduction that agrees with them is its
    consequence. Of `unseen` hands nobody wrote anything: only what no hand can cost is false.
    """
    causes = {seat: (rounded(desk.rules, hand.low), cause) for seat, (hand, cause) in (others or {}).items()}
    lines = {node.seat: node for node in left}
    standing: dict[str, int] = {}
    for node in claims:
        since, seat = len(desk.findings), node.seat
        asked = due.get(seat)
        if asked is not None and asked[0] == asked[1] == node.points and node.mark is None:
            continue
        unsure = asked is None or asked[0] != asked[1]
        if not (unsure and _never(desk, node)) and seat not in unseen:
            _check_deduction(desk, asked, node, hands.get(seat), causes.get(seat), lines.get(seat))
        if desk.settle_mark(node.line, node.mark, since):
            standing[node.seat] = node.points
    if claims:
        for seat in sorted(due.keys() - {node.seat for node in claims}):
            if due[seat] != (0, 0):
                silent = Deduct(lines.get(seat, (claims or left)[0]).line, seat, 0)
                _check_deduction(desk, due[seat], silent, hands.get(seat), causes.get(seat), lines.get(seat))
    return standing


def _never(desk: Desk, node: Deduct) -> bool:
    """A finding for a deduction that no hand costs: all are multiples of the rounding unit."""
    rules = desk.rules
    unit = rules.rounding_unit
    if rules.settlement is not SettlementRule.EACH_OWN or rules.rounding is Rounding.NONE or node.points % unit == 0:
        return False
    desk.find(
        "false-deduction", node.line, "points", found=node.points, seat=node.seat, unit=unit,
        text="false-deduction-never", alone=True,
    )  # fmt: skip
    return True


def _not_by_its_line(rules: RuleSet, left: Left | None, points: int) -> bool:
    """Whether a deduction is not even what the `left` line of its own hand costs, whatever happened before."""
    if left is None or rules.settlement is not SettlementRule.EACH_OWN or rules.rounding_per is not RoundingPer.HAND:
        return False
    pips = holding(rules, left.tiles, left.pips).pips
    return pips is not None and rounded(rules, pips) != points


def _check_deduction(
    desk: Desk,
    due: tuple[int, int] | None,
    node: Deduct,
    hand: Holding | None,
    other: tuple[int, tuple[int, str]] | None,
    left: Left | None,
) -> None:
    seat, line, written = node.seat, node.line, node.points
    if due is None or hand is None or (due[0] != due[1] and due[0] <= written <= due[1]):
        desk.find(
            "hand-unknown", line, "points", Status.UNDECIDED, rule="deduction", needs="hand",
            text="hand-unknown-left", seat=seat,
        )  # fmt: skip
        return
    low, high = due
    if low <= written <= high:
        return
    alone = _not_by_its_line(desk.rules, left, written)
    if low != high:
        desk.find(
            "false-deduction", line, "points", expected=low if written < low else high, found=written, seat=seat,
            text="false-deduction-least" if written < low else "false-deduction-most", alone=alone,
        )  # fmt: skip
        return
    cause = other[1] if other is not None and other[0] == written else None
    text = _rounding_text(desk.rules, hand, low)
    desk.find(
        "false-deduction", line, "points", Status.WRONG if cause is None else Status.CONSEQUENCE, expected=low,
        found=written, seat=seat, pips=hand.low, unit=desk.rules.rounding_unit, because_of=cause,
        text=text, alone=alone, rule="deduction" if text in _UNPAID else "rounding",
    )  # fmt: skip


_UNPAID = ("false-deduction-nobody", "false-deduction-blocked")


def _rounding_text(rules: RuleSet, hand: Holding, due: int) -> str:
    """The message that says why a deduction is what it is."""
    if rules.settlement is not SettlementRule.EACH_OWN:
        return "false-deduction-nobody"
    if not due and not hand.tiles and not hand.high:
        return "false-deduction-empty"
    if rules.rounding_per is not RoundingPer.HAND:
        return "false-deduction-plain"
    if rules.block_settlement is BlockSettlement.NOTHING and due != rounded(rules, hand.low):
        return "false-deduction-blocked"
    nearest = rules.rounding is Rounding.NEAREST and rules.rounding_unit > 1
    return "false-deduction" if nearest else "false-deduction-plain"


def _check_scores(
    desk: Desk,
    node: ScoreLine,
    changes: Mapping[str, int | None],
    others: Mapping[str, int | None],
    causes: Mapping[str, tuple[int, str]],
) -> None:
    since = len(desk.findings)
    for side, written in node.scores:
        if side not in changes:
            desk.find("unknown-side", node.line, f"side-name {side}", found=side, sides=" ".join(changes))
        elif changes[side] is None:
            desk.find("score-unknown", node.line, f"side {side}", Status.UNDECIDED, needs="hand", side=side)
        elif changes[side] != written:
            follows = side in causes and others.get(side) == written
            desk.find(
                "false-score", node.line, f"side {side}", Status.CONSEQUENCE if follows else Status.WRONG,
                expected=changes[side], found=written, side=side, text="false-change",
                because_of=causes[side] if follows else None,
            )  # fmt: skip
    desk.settle_mark(node.line, node.mark, since)
