"""Where the tiles were that a seat could have placed, had it had them: for the message that it cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .messages import languages, message
from .placing import Desk
from .record import Action, Deal, GivenHand, Left, Node
from .tiles import AnyTile, Tile


def elsewhere(desk: Desk, action: Action, tiles: Iterable[Tile]) -> dict[str, str]:
    """Every tile with its place and the line that says so, in every language."""
    found: dict[tuple[str, str], dict[int, list[str]]] = {}
    for each in tiles:
        key, seat, line = _place(desk, action, each)
        found.setdefault((key, seat), {}).setdefault(line, []).append(str(each))
    return {each: _said(found, each) for each in languages()}


def _place(desk: Desk, action: Action, tile: Tile) -> tuple[str, str, int]:
    """The end of the text's key, the seat and the line (0: none says so)."""
    placed = desk.line_of(tile, action.line)
    if placed is not None:
        return "table", "", placed
    held = [(seat, line) for node in desk.nodes for seat, line, tiles in _held(node) if tile in tiles]
    other = next(((seat, line) for seat, line in held if seat != action.seat), None)
    if other is not None:
        return "hand", *other
    hands = (node for node in desk.nodes if isinstance(node, Deal | GivenHand) and node.seat == action.seat)
    return "not", action.seat or "", next((node.line for node in hands), 0)


def _held(node: Node) -> Iterator[tuple[str, int, Sequence[AnyTile | None]]]:
    """The seat, and the tiles a line says that it has or had."""
    if isinstance(node, Action) and node.seat is not None and node.verb in ("play", "draw"):
        yield node.seat, node.line, node.drawn or (node.tile,)
    elif isinstance(node, Deal | GivenHand | Left):
        yield node.seat, node.line, node.tiles or ()


def _said(found: dict[tuple[str, str], dict[int, list[str]]], language: str) -> str:
    said = []
    for (key, seat), lines in sorted(found.items(), key=lambda item: item[0][0] != "table"):
        named = []
        for line, tiles in sorted(lines.items()):
            at = message(language, "unseen.at-line", line=line) if line else ""
            named.append(f"{', '.join(tiles)}{at}")
        said.append(message(language, f"unseen.where-{key}", seat=seat, tiles=", ".join(named)))
    return "; ".join(said)
