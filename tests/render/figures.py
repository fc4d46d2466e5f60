"""The figures of the two rule documents as positions, made from `fixtures/figures/figures.jsonl` without
the engine.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from goti.engine.layout import Contribution, Layout, Placement, Port, Position, Site
from goti.engine.tiles import Tile, tile

FOLDER = Path(__file__).parents[2] / "fixtures" / "figures"
GAMES = {"american-sniff": "AS", "seven-rocks": "SR"}
DRAWN = tuple(f"F{number}" for number in range(1, 12))

_PORTS = {
    "h": Port.HIGH,
    "l": Port.LOW,
    "cA": Port.CHAIN_A,
    "cB": Port.CHAIN_B,
    "bA": Port.BRANCH_A,
    "bB": Port.BRANCH_B,
}


def _tile(text: str) -> Tile:
    return tile(int(text[0]), int(text[1]))


def _layout(row: dict[str, Any]) -> Layout:
    """The tiles joined as the row says; a set tile has no joint."""
    numbers = {text: i for i, text in enumerate(row["tiles"])}
    joints: dict[str, tuple[int, Port, Port]] = {}
    for joint in row["joints"]:
        (old, old_port), (new, new_port) = (each.split(".") for each in joint.split("-"))
        joints[new] = (numbers[old], _PORTS[old_port], _PORTS[new_port])
    placements = []
    for text in row["tiles"]:
        parent, parent_port, port = joints.get(text, (None, None, None))
        placements.append(Placement(_tile(text), parent, parent_port, port, text == row["brancher"]))
    return Layout(tuple(placements))


def _site(text: str) -> Site:
    place, value = text.split("=")
    name, port = place.split(".")
    return Site(_tile(name), _PORTS[port], int(value))


def _value(layout: Layout, site: Site) -> int:
    """A double not yet covered by two chain tiles counts both halves."""
    inside = site.port.is_branch or not site.tile.is_double
    return site.value if inside else 2 * site.value


def _position(row: dict[str, Any], game: str) -> Position:
    """The position of one row; the game counts some of its sites, a lone double once (3-33, 3-34)."""
    layout = _layout(row)
    sites = tuple(_site(text) for text in row["sites"])
    if len(layout) == 1 and layout.tiles[0].is_double:
        counting, uncounted = sites[:1], sites[:0]
    elif game == "AS":
        counting, uncounted = sites, sites[:0]
    else:
        counting = tuple(each for each in sites if not each.port.is_branch)
        uncounted = tuple(each for each in sites if each.port.is_branch)
    counted = tuple(Contribution(each.tile, each.port, _value(layout, each)) for each in counting)
    facts = row[game]
    assert [each.value for each in counted] == facts["c"], (row["id"], game)
    return Position(layout, sites, counted, uncounted, facts["sum"], facts["pts"])


@cache
def figures(game: str) -> dict[str, Position]:
    """The eleven figures of one game by their ids."""
    text = (FOLDER / "figures.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    found = {row["id"]: _position(row, GAMES[game]) for row in rows}
    return {name: found[name] for name in DRAWN}


@cache
def lines(game: str) -> dict[str, tuple[str, str, str]]:
    """The heading, short and long line of each figure in Hindi, as the documents have them."""
    text = (FOLDER / f"{game}.hi.txt").read_text(encoding="utf-8")
    blocks = [block.strip("\n").split("\n") for block in text.split("\n\n")[1:] if block.strip()]
    return {name: (heading, short, long) for name, heading, short, long in blocks}
