"""The table against the documents' figures, and its readings that no shipped rule set has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goti.engine.errors import PlayError
from goti.engine.layout import PORTS, Port
from goti.engine.rules import RuleSet, rule_set
from goti.engine.table import Table
from goti.engine.tiles import Tile, tile

FIGURES = Path(__file__).resolve().parents[2] / "fixtures" / "figures" / "figures.jsonl"
WORDS = {"h": "high", "l": "low", "cA": "chain-a", "cB": "chain-b", "bA": "branch-a", "bB": "branch-b"}
GAMES = {"AS": "american-sniff", "SR": "seven-rocks"}


def figures() -> list[dict[str, Any]]:
    found = [json.loads(line) for line in FIGURES.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    return [each for each in found if "tiles" in each]


def parse(text: str) -> Tile:
    return tile(int(text[0]), int(text[1]))


def lay(rules: RuleSet, figure: dict[str, Any]) -> Table:
    table = Table(rules)
    table.put(parse(figure["tiles"][0]), -1)
    for name, joint in zip(figure["tiles"][1:], figure["joints"], strict=True):
        at, port = joint.split("-")[0].split(".")
        table.put(parse(name), table.site_for(parse(name), parse(at), PORTS[WORDS[port]]))
    return table


@pytest.mark.parametrize("game", ("AS", "SR"))
@pytest.mark.parametrize("figure", figures(), ids=lambda figure: figure["id"])
def test_figures_of_the_documents(figure: dict[str, Any], game: str) -> None:
    table = lay(rule_set(GAMES[game]), figure)
    wanted = figure[game]
    assert [each.value for each in table.counted()] == wanted["c"]
    assert (table.total, table.points) == (wanted["sum"], wanted["pts"])
    sites = [f"{each.tile.low}{each.tile.high}.{each.port.word}={each.value}" for each in table.sites()]
    assert sites == [f"{at}.{WORDS[rest.split('=')[0]]}={rest.split('=')[1]}" for at, rest in
                     (site.split(".") for site in figure["sites"])]  # fmt: skip
    brancher = figure["brancher"]
    assert list(table.spinner_tiles()) == ([parse(brancher)] if brancher else [])


def test_hollow_dots_of_the_figures() -> None:
    """3-34: no dot in American Sniff; 2, 1, 1 in F4, F5, F6 of Seven Rocks, none elsewhere."""
    dots = {
        game: {each["id"]: len(lay(rule_set(GAMES[game]), each).uncounted()) for each in figures()} for game in GAMES
    }
    assert set(dots["AS"].values()) == {0}
    assert {name: count for name, count in dots["SR"].items() if count} == {"F4": 2, "F5": 1, "(not drawn)": 1, "F6": 1}


def place(table: Table, text: str, at: str | None = None, port: Port | None = None) -> None:
    table.put(parse(text), -1 if at is None else table.site_for(parse(text), parse(at), port))


def test_all_doubles_branch() -> None:
    """Nothing assumes one branching double."""
    table = Table(rule_set("seven-rocks").changed("branching", "all"))
    for text, at in (("11", None), ("14", "11"), ("44", "14"), ("34", "44"), ("12", "11"), ("45", "44"), ("15", "11")):
        place(table, text, at)
    assert table.spinner_tiles() == (parse("11"), parse("44"))
    assert [str(each) for each in table.counted()] == ["[1|2]:2", "[1|5]:5", "[3|4]:3", "[4|5]:5"]
    assert len(table.sites()) == 6


def test_no_double_branches() -> None:
    table = Table(rule_set("seven-rocks").changed("branching", "none"))
    for text, at in (("11", None), ("14", "11"), ("12", "11")):
        place(table, text, at)
    assert table.spinner_tiles() == () and len(table.sites()) == 2
    with pytest.raises(PlayError) as error:
        place(table, "13", "11", Port.BRANCH_A)
    assert error.value.code == "no-such-port"


@pytest.mark.parametrize(("game", "total"), (("american-sniff", 2 + 4 + 1), ("seven-rocks", 2 + 4)))
def test_free_sides(game: str, total: int) -> None:
    """Sides open at once: while a straight extension is free the double is terminal; then only open sides are left."""
    table = Table(rule_set(game).changed("sides-open", "free"))
    place(table, "11")
    assert len(table.sites()) == 4 and table.total == 2
    place(table, "13", "11", Port.BRANCH_A)
    assert table.total == 2 + 3
    place(table, "14", "11", Port.CHAIN_A)
    assert table.total == 2 + 3 + 4
    place(table, "12", "11", Port.CHAIN_B)
    assert table.total == total + 3


def test_opening_double_as_two_ends() -> None:
    table = Table(rule_set("seven-rocks").changed("opening-double", "two-ends"))
    place(table, "33")
    assert [str(each) for each in table.counted()] == ["[3|3]:3", "[3|3]:3"] and table.total == 6
    place(table, "34", "33")
    assert table.total == 6 + 4


def test_double_nine() -> None:
    """No type is limited to six pips."""
    table = Table(rule_set("american-sniff").changed("max-pips", "9"))
    for text, at in (("99", None), ("89", "99"), ("79", "99")):
        place(table, text, at)
    assert table.total == 9 + 9 + 8 + 7


def test_copy_is_independent() -> None:
    table = Table(rule_set("seven-rocks"))
    place(table, "14")
    before = table.position()
    place(table.copy(), "11", "14")
    assert table.position() == before
