"""Disagreements made short: a question on which an engine differs → the smallest one found on which it still does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from ..engine.errors import PlayError
from ..engine.layout import Layout, Placement, Port
from ..engine.rules import RuleSet
from ..engine.settle import LETTERS, sides
from ..engine.table import Table, build
from ..engine.tiles import Tile, TileSet
from .layouts import Placed, replayed
from .matches import answer_match, with_boneyard, with_ports

Json = dict[str, Any]
_SMALL_MATCHES = 400
FEW_TILES = 3
"""Layouts of up to so many tiles are all asked before tiles are taken off the one found."""
_MOST_QUESTIONS = 2_000

ShowsTable = Callable[[Table], bool]
ShowsAsk = Callable[[Json], bool]
"""Whether an engine still differs on a layout, or on a match that the judge can answer."""


# -- layouts ----------------------------------------------------------------------------------------------------------


def few_tiles(rules: RuleSet, shows: ShowsTable) -> Layout | None:
    """The first layout of a few tiles that shows it, by number of tiles; None for none."""
    level: list[tuple[Placed, ...]] = [()]
    for _ in range(FEW_TILES):
        following, seen = [], set[object]()
        for path in level:
            before = replayed(rules, path)
            for each in TileSet(rules.max_pips).tiles():
                for site in before.sites_for(each):
                    table = before.copy()
                    table.put(each, site)
                    if table.state() in seen:
                        continue
                    seen.add(table.state())
                    if shows(table):
                        return table.layout()
                    following.append((*path, (each, site)))
        level = following
    return None


def without_tiles(rules: RuleSet, shows: ShowsTable, layout: Layout) -> Layout:
    """The layout with every placement taken away that need not be there."""
    number = len(layout) - 1
    while number >= 0:
        smaller = _taken_away(layout.placements, number)
        try:
            table = build(rules, smaller)
            if len(table) and shows(table):
                layout, number = table.layout(), len(table)
        except PlayError:
            pass
        number -= 1
    return layout


def _taken_away(placements: Sequence[Placement], number: int) -> list[Placement]:
    """The placements without one and without those that were joined to it; the next tile becomes the set tile."""
    gone = {number}
    if number:
        for other, each in enumerate(placements):
            if each.parent in gone:
                gone.add(other)
    kept = [other for other in range(len(placements)) if other not in gone]
    renumbered = {old: new for new, old in enumerate(kept)}
    found = []
    for old in kept:
        each = placements[old]
        parent = None if each.parent is None or each.parent in gone else renumbered[each.parent]
        port = each.parent_port if parent is not None else None
        found.append(Placement(each.tile, parent, port, each.port if parent is not None else None))
    return found


# -- hands left, and matches ------------------------------------------------------------------------------------------


def fewer_tiles_left(ask: Json, shows: ShowsAsk) -> Json:
    """A settlement with every tile taken out of a hand that need not be there."""
    return _smaller(ask, shows, lambda each: ({**each, "left": left} for left in _without_one(each["left"])))


def shorter_match(ask: Json, rules: RuleSet, shows: ShowsAsk) -> Json:
    """A small random match that shows it, else the match itself, with fewer rounds, then fewer turns, then less on the
    table and in the hands."""
    small = (small_match(rules, Random(seed), 1 + seed * 4 // _SMALL_MATCHES) for seed in range(_SMALL_MATCHES))
    ask = next((each for each in small if shows(each)), ask)
    return _smaller(ask, shows, lambda each: _shorter(each, rules))


def small_match(rules: RuleSet, rng: Random, placed: int) -> Json:
    """A round given in the middle with so many tiles on the table, a tile or two in each hand, and up to four turns."""
    table, tiles = Table(rules), list(TileSet(rules.max_pips).tiles())
    rng.shuffle(tiles)
    here: Json = {"start": ["turn", rng.choice("AB")], "table": [], "hands": {}, "boneyard": 0, "turns": []}
    for _ in range(placed):
        options = [(each, site) for each in tiles for site in table.sites_for(each)]
        here["table"].append(_put(table, tiles, *rng.choice(options)))
    seats = rng.choice(sorted(rules.hand_sizes.keys() & rules.targets.keys()))
    for seat in LETTERS[:seats]:
        here["hands"][seat] = [tiles.pop() for _ in range(rng.randint(1, 2))]
    hands = {seat: list(hand) for seat, hand in here["hands"].items()}
    seat = here["start"][1]
    for _ in range(rng.randint(1, 4)):
        options = [(each, site) for each in hands[seat] for site in table.sites_for(each)]
        played = _put(table, hands[seat], *rng.choice(options)) if options else None
        here["turns"].append([seat, "play", *played] if played else [seat, "pass"])
        seat = LETTERS[(LETTERS.index(seat) + 1) % seats]
    here["hands"] = {seat: [str(each) for each in hand] for seat, hand in here["hands"].items()}
    target = rules.targets[seats]
    scores = {side: rng.choice((0, target - 5, target - 10)) for side in sides(rules, seats)}
    return {"scores": scores, "rounds": [with_boneyard(here, rules)]}


def _put(table: Table, tiles: list[Tile], each: Tile, site: int) -> list[str | None]:
    """Place a tile that is one of these; the placement as a question writes it."""
    at = None if site < 0 else str(table.tile_of(site))
    table.put(each, site)
    tiles.remove(each)
    return [str(each), at, None if site < 0 else Port(site & 7).word]


def _smaller(ask: Json, shows: ShowsAsk, smaller: Callable[[Json], Iterator[Json]]) -> Json:
    """Take the first smaller question that still shows it, as long as there is one."""
    asked = 0
    while True:
        for each in smaller(ask):
            asked += 1
            if shows(each):
                ask = each
                break
            if asked > _MOST_QUESTIONS:
                return ask
        else:
            return ask


def _shorter(ask: Json, rules: RuleSet) -> Iterator[Json]:
    """Every next shorter match, the shortest first."""
    rounds = ask["rounds"]
    yield from ({**ask, "rounds": rounds[:number]} for number in range(1, len(rounds)))
    if len(rounds) > 1:
        after = answer_match({**ask, "rounds": rounds[:1]}, rules)
        if after is not None and after["scores"]:
            yield {**ask, "scores": after["scores"][0], "rounds": [_in_the_middle(rounds[1]), *rounds[2:]]}
    last = rounds[-1]
    for number in range(len(rounds) == 1, len(last["turns"])):
        yield {**ask, "rounds": [*rounds[:-1], {**last, "turns": last["turns"][:number]}]}
    yield from filter(None, (_begun_later(ask, rules, number) for number in range(len(rounds[0]["turns"]) - 1, 0, -1)))
    yield from _other_scores(ask, rules)
    if rounds[0]["start"][0] != "turn":
        yield {**ask, "rounds": [_in_the_middle(rounds[0]), *rounds[1:]]}
    else:
        for each in _less_there(rounds[0]):
            yield {**ask, "rounds": [with_boneyard(with_ports(each, rules), rules), *rounds[1:]]}


def _other_scores(ask: Json, rules: RuleSet) -> Iterator[Json]:
    """Plainer scores: nothing, or five less than the target."""
    target = rules.targets[len(ask["rounds"][0]["hands"])]
    for side, score in ask["scores"].items():
        for plain in (0, target - 5):
            if score not in (0, plain):
                yield {**ask, "scores": {**ask["scores"], side: plain}}


def _less_there(here: Json) -> Iterator[Json]:
    """A round in the middle with a tile less on the table, or in a hand that has another."""
    table, plays = here["table"], [turn for turn in here["turns"] if turn[1] == "play"]
    inner = [placed[1] for placed in table] + [turn[3] for turn in plays]
    for number, placed in enumerate(table):
        rest = [*table[:number], *table[number + 1 :]]
        if placed[0] not in inner:
            yield _without_ports({**here, "table": rest}, placed[1])
        elif number == 0 and rest and inner.count(placed[0]) == 1 and rest[0][1] == placed[0]:
            yield _without_ports({**here, "table": [[rest[0][0], None, None], *rest[1:]]}, rest[0][0])
    for hands in _without_one(here["hands"]):
        if all(hands.values()):
            yield {**here, "hands": hands}


def _without_ports(here: Json, at: str) -> Json:
    """The round without the ports at one tile: what lay on a side may now lie straight."""
    table = [[each, site, None if site == at else port] for each, site, port in here["table"]]
    turns = [[*turn[:4], None] if turn[1] == "play" and turn[3] == at else turn for turn in here["turns"]]
    return {**here, "table": table, "turns": turns}


def _in_the_middle(here: Json) -> Json:
    """The same round, said to be in the middle: nothing is asked of how it began."""
    return {**here, "start": ["turn", here["start"][1]]}


def _begun_later(ask: Json, rules: RuleSet, number: int) -> Json | None:
    """The first round from a later turn on, with the scores of then; None where a turn before it is wrong."""
    here = ask["rounds"][0]
    before = answer_match({"scores": ask["scores"], "rounds": [{**here, "turns": here["turns"][:number]}]}, rules)
    if before is None or before["wrong"] is not None:
        return None
    hands = {seat: set(tiles) for seat, tiles in here["hands"].items()}
    table = list(here["table"])
    for seat, verb, *rest in here["turns"][:number]:
        if verb == "draw":
            hands[seat] |= set(rest[0])
        elif verb == "play":
            hands[seat].discard(rest[0])
            table.append(rest)
    later = {
        **here, "start": ["turn", here["turns"][number][0]], "table": table,
        "hands": {seat: sorted(tiles) for seat, tiles in hands.items()}, "turns": here["turns"][number:],
    }  # fmt: skip
    return {"scores": before["scores"][0], "rounds": [with_boneyard(later, rules), *ask["rounds"][1:]]}


def _without_one(hands: dict[str, list[str]]) -> Iterator[dict[str, list[str]]]:
    """Hands with one tile less, each in turn."""
    for seat, tiles in hands.items():
        for number in range(len(tiles)):
            yield {**hands, seat: tiles[:number] + tiles[number + 1 :]}
