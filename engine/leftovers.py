"""Hands left that no round can leave, whatever happened in it: bounds from the set alone (AS6, AS13, AS57, SR9, SR48).

in: the `left` lines and how the round is said to have ended; out: what is impossible about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .placing import Desk
from .record import Left
from .rules import LastTile, RuleSet, Stock
from .tiles import Tile, TileSet, tiles_of
from .trail import Trail


@dataclass(frozen=True, slots=True)
class Impossible:
    """A `left` line that cannot be: the rule by its name, the name of the message, and its values."""

    line: int
    seat: str
    rule: str
    text: str
    expected: object
    found: object
    values: dict[str, object] = field(default_factory=dict)


def heaviest(mask: int, tiles: int) -> int:
    """The pips of the heaviest tiles of a set of bits."""
    return sum(sorted((each.pips for each in tiles_of(mask)), reverse=True)[:tiles])


def lightest(mask: int, tiles: int) -> int:
    """The pips of the lightest tiles of a set of bits."""
    return sum(sorted(each.pips for each in tiles_of(mask))[:tiles])


def refuse(desk: Desk, left: Sequence[Left], found: Iterable[Impossible]) -> set[str]:
    """Report impossible `left` lines; the seats of those that did not stand."""
    marks = {node.line: node.mark for node in left}
    refused = set()
    for each in found:
        since = len(desk.findings)
        desk.find(
            "false-left", each.line, rule=each.rule, text=each.text, expected=each.expected, found=each.found,
            more={"seat": each.seat, **each.values},
        )  # fmt: skip
        if not desk.settle_mark(each.line, marks[each.line], since):
            refused.add(each.seat)
    return refused


def most_tiles(rules: RuleSet, seats: Sequence[int]) -> int:
    """The most tiles a hand can hold at the end, for any of some numbers of seats."""
    whole = len(TileSet(rules.max_pips))
    most = 0
    for each in seats:
        size = rules.hand_sizes[each]
        drawn = whole - each * size - rules.reserve if rules.stock is Stock.UNTIL_PLAYABLE else 0
        most = max(most, size + max(0, drawn))
    return most


def impossible(
    rules: RuleSet,
    seats: Sequence[int],
    left: Sequence[Left],
    end: tuple[str, str | None, int] | None = None,
    trail: Trail | None = None,
) -> Iterator[Impossible]:
    """What cannot be of the hands left, each line once.

    `seats` are the numbers of seats the game may have, `end` is (how, seat, line) as written.
    """
    whole = TileSet(rules.max_pips)
    most = most_tiles(rules, seats)
    empty: Left | None = None
    pips = tiles = 0
    for node in left:
        found = _alone(rules, most, node) or _at_the_end(rules, node, end, empty) or _off_trail(node, trail)
        if found is not None:
            yield found
            continue
        if node.tiles == ():
            empty = node
        known = [each for each in node.tiles or () if isinstance(each, Tile)]
        pips += sum(each.pips for each in known) if node.tiles is not None else node.pips or 0
        tiles += len(node.tiles or ())
        if pips > heaviest(whole.mask, len(whole) - 1) or tiles > len(whole) - 1:  # a round has a set tile
            yield Impossible(
                node.line, node.seat, "set", "false-left-together", heaviest(whole.mask, len(whole) - 1), pips
            )
            return


def _alone(rules: RuleSet, most: int, node: Left) -> Impossible | None:
    """Too many tiles or pips for one hand."""
    if node.tiles is not None:
        if len(node.tiles) <= most:
            return None
        return Impossible(node.line, node.seat, "hand-size", "false-left-many", most, len(node.tiles))
    limit = heaviest(TileSet(rules.max_pips).mask, most)
    if node.pips is None or node.pips <= limit:
        return None
    return Impossible(node.line, node.seat, "hand-size", "false-left-most", limit, node.pips, {"count": most})


def _at_the_end(
    rules: RuleSet, node: Left, end: tuple[str, str | None, int] | None, empty: Left | None
) -> Impossible | None:
    """AS57, SR48: the round ends with the first empty hand, and that seat went out."""
    if end is not None and end[0] == "out" and end[1] == node.seat:
        if node.tiles or node.pips:
            found = " ".join(map(str, node.tiles)) if node.tiles else node.pips
            return Impossible(node.line, node.seat, "out", "false-left-out", 0, found, {"first": end[2]})
        return None
    if node.tiles != ():
        return None
    if empty is not None:
        return Impossible(node.line, node.seat, "out", "false-left-two", None, "-", {"first": empty.line})
    if end is not None and end[0] == "out":
        return Impossible(node.line, node.seat, "out", "false-left-two", None, "-", {"first": end[2]})
    if end is not None and end[0] == "blocked" and rules.last_tile is LastTile.OUT:
        return Impossible(node.line, node.seat, "out", "false-left-blocked", None, "-", {"first": end[2]})
    return None


def _off_trail(node: Left, trail: Trail | None) -> Impossible | None:
    """AS6, SR9: a tile left lay on the table before, or another seat had it."""
    if trail is None:
        return None
    seat = ord(node.seat) - 65
    for tile in node.tiles or ():
        if not isinstance(tile, Tile):
            continue
        if trail.placed >> tile.index & 1:
            return Impossible(node.line, node.seat, "set", "false-left-placed", None, str(tile))
        if trail.lacks(seat, 1 << tile.index):
            return Impossible(node.line, node.seat, "hand-size", "false-left-lacks", None, str(tile))
    return None
