"""Matches as questions for other engines: nodes ↔ JSON, and the judge's answer to one.

A question has what was there and what was done, and nothing that follows from it: scores at the beginning, and for
every round table, hands, size of the boneyard, who begins and the turns. docs/conformance.md describes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from ..engine import record as r
from ..engine.errors import PlayError
from ..engine.findings import Finding, Status
from ..engine.generate import Options, random_match
from ..engine.judged import RoundTrace
from ..engine.layout import PORTS, Port
from ..engine.rules import RuleSet
from ..engine.settle import LETTERS, sides
from ..engine.table import Table
from ..engine.tiles import Tile, TileSet, tile
from .judging import judged, numbered

Json = dict[str, Any]


def tile_of(text: str) -> Tile:
    """The tile of a question, written low half first."""
    low, _, high = text[1:-1].partition("|")
    return tile(int(low), int(high))


# -- nodes → question -------------------------------------------------------------------------------------------------


def ask_match(nodes: Sequence[r.Node], rules: RuleSet) -> Json | None:
    """The question of a match; None where it holds what no question can: unknown tiles, gaps, agreements, marks."""
    seats = next((len(node.seats) for node in nodes if isinstance(node, r.Seats)), 0)
    ask: Json = {"scores": dict.fromkeys(sides(rules, seats), 0), "rounds": []}
    for node in nodes:
        if isinstance(node, r.RoundLine):
            ask["rounds"].append({"start": None, "table": [], "hands": {}, "boneyard": 0, "turns": []})
        elif isinstance(node, _UNASKED) or getattr(node, "mark", None) is not None or not _add(ask, node):
            return None
    if not ask["rounds"] or not all(_whole(each, seats) for each in ask["rounds"]):
        return None
    return {**ask, "rounds": [with_boneyard(with_ports(here, rules), rules) for here in ask["rounds"]]}


_UNASKED = r.RuleChange | r.Gap | r.Adjust | r.Unread


def _add(ask: Json, node: r.Node) -> bool:
    """Add what a line says; False where a question cannot say it."""
    here = ask["rounds"][-1] if ask["rounds"] else {}
    if isinstance(node, r.GivenScore):
        if len(ask["rounds"]) > 1 or dict(node.scores).keys() != ask["scores"].keys():
            return False
        ask["scores"] = dict(node.scores)
    elif isinstance(node, r.Starter):
        here["start"] = [node.how, node.seat]
    elif isinstance(node, r.GivenTurn):
        here["start"] = ["turn", node.seat]
    elif isinstance(node, r.Deal | r.GivenHand):
        if not _known(node.tiles):
            return False
        here["hands"][node.seat] = sorted(map(str, node.tiles))
    elif isinstance(node, r.GivenTable):
        here["table"] = [_placed(each.spot.tile, each.site) for each in node.placed]
    elif isinstance(node, r.Action):
        here["turns"].append(_turn(node))
        return here["turns"][-1] is not None
    return not (isinstance(node, r.End) and node.how == "void")


def _placed(each: object, site: r.Spot | None) -> list[str | None]:
    port = None if site is None or site.port is None else site.port.word
    return [str(each), None if site is None else str(site.tile), port]


def _turn(node: r.Action) -> list[Any] | None:
    """What a seat did; None for what is not known."""
    if node.verb == "pass":
        return [node.seat, "pass"]
    if node.verb == "draw":
        return [node.seat, "draw", [str(each) for each in node.drawn]] if _known(node.drawn) else None
    if node.verb != "play" or not isinstance(node.tile, Tile) or node.port is not None:
        return None
    return [node.seat, "play", *_placed(node.tile, None if node.site is None else r.Spot(node.site, node.site_port))]


def _known(tiles: Sequence[object]) -> bool:
    return all(isinstance(each, Tile) for each in tiles)


def _whole(here: Json, seats: int) -> bool:
    """Whether the starter and all hands are known."""
    return here["start"] is not None and here["hands"].keys() == set(LETTERS[:seats])


def with_boneyard(here: Json, rules: RuleSet) -> Json:
    """The same round with as many tiles in the boneyard as are not elsewhere."""
    held = sum(map(len, here["hands"].values()))
    return {**here, "boneyard": len(TileSet(rules.max_pips)) - len(here["table"]) - held}


def with_ports(here: Json, rules: RuleSet) -> Json:
    """The same round with the port of every site that is named by its tile alone, up to a placement that cannot be."""
    table, turns = [list(each) for each in here["table"]], [list(each) for each in here["turns"]]
    layout = Table(rules)
    with suppress(PlayError):
        for placed in [*table, *(turn for turn in turns if turn[1] == "play")]:
            each, at, port = placed[-3:]
            if at is None and len(layout):
                break
            site = -1 if at is None else layout.site_for(tile_of(each), tile_of(at), PORTS.get(port or ""))
            layout.put(tile_of(each), site)
            placed[-1] = None if site < 0 else Port(site & 7).word
    return {**here, "table": table, "turns": turns}


# -- question → nodes -------------------------------------------------------------------------------------------------


def match_nodes(ask: Json, rules: RuleSet, title: str | None = None) -> list[r.Node]:
    """The question as a record without a claim."""
    seats = len(ask["rounds"][0]["hands"])
    nodes: list[r.Node] = [
        r.EntryLine(0, "match", rules.id, title), r.Seats(0, tuple((letter, None) for letter in LETTERS[:seats]))
    ]  # fmt: skip
    for number, here in enumerate(ask["rounds"], 1):
        nodes.append(r.RoundLine(0, number))
        if number == 1 and (here["start"][0] == "turn" or any(ask["scores"].values())):
            nodes.append(r.GivenScore(0, tuple(ask["scores"].items())))
        nodes += _facts(here, rules, seats)
        nodes += [_action(each) for each in here["turns"]]
    return numbered(nodes)


def plain_ports(nodes: Sequence[r.Node], rules: RuleSet) -> list[r.Node]:
    """The same match without the ports that the tile of a site alone means."""
    table, told = Table(rules), list[r.Node]()
    for node in nodes:
        if isinstance(node, r.RoundLine):
            table = Table(rules)
        elif isinstance(node, r.GivenTable):
            node = node._replace(placed=tuple(r.Joined(each.spot, _plain(table, each)) for each in node.placed))
        elif isinstance(node, r.Action) and node.site is not None and isinstance(node.tile, Tile):
            site = _plain(table, r.Joined(r.Spot(node.tile), r.Spot(node.site, node.site_port)))
            node = node._replace(site_port=site.port if site is not None else None)
        elif isinstance(node, r.Action) and isinstance(node.tile, Tile) and not len(table):
            table.put(node.tile, -1)
        told.append(node)
    return told


def _plain(table: Table, joined: r.Joined) -> r.Spot | None:
    """A site as it is best written; the tile is placed on it where it can be."""
    new, site = joined.spot.tile, joined.site
    if not isinstance(new, Tile) or site is None or not isinstance(site.tile, Tile):
        if isinstance(new, Tile) and not len(table):
            table.put(new, -1)
        return site
    with suppress(PlayError):
        at = table.site_for(new, site.tile, site.port)
        site = r.Spot(site.tile) if table.is_default(new, at) else site
        table.put(new, at)
    return site


def _facts(here: Json, rules: RuleSet, seats: int) -> list[r.Node]:
    """How a round begins: with a deal, or in the middle."""
    how, seat = here["start"]
    hands = [(letter, tuple(map(tile_of, tiles))) for letter, tiles in here["hands"].items()]
    if how != "turn":
        return [r.Starter(0, how, seat), *(r.Deal(0, *each) for each in hands)]
    placed = tuple(
        r.Joined(r.Spot(tile_of(each)), None if at is None else r.Spot(tile_of(at), PORTS.get(port or "")))
        for each, at, port in here["table"]
    )
    table = [r.GivenTable(0, placed)] if placed else []
    stock = [r.Boneyard(0, None, here["boneyard"], True)] if rules.stock.value != "none" else []
    return [*table, *(r.GivenHand(0, *each) for each in hands), *stock, r.GivenTurn(0, seat)]


def _action(turn: Sequence[Any]) -> r.Action:
    seat, verb, *rest = turn
    if verb == "pass":
        return r.Action(0, seat, "pass")
    if verb == "draw":
        return r.Action(0, seat, "draw", drawn=tuple(map(tile_of, rest[0])))
    each, at, port = rest
    return r.Action(0, seat, "play", tile_of(each), None, None if at is None else tile_of(at), PORTS.get(port or ""))


# -- the answer -------------------------------------------------------------------------------------------------------


def answer_match(ask: Json, rules: RuleSet) -> Json | None:
    """What the judge says: the first turn the rules forbid, totals and points turn by turn, and how every round ended.

    None where something but a turn is wrong, something is not decided, or a round is blocked without the passes.
    """
    nodes = match_nodes(ask, rules)
    findings, found = judged(nodes, rules, True)
    wrong = _first_wrong(nodes, findings)
    if wrong == _ELSEWHERE or any(
        each.status is Status.UNDECIDED and each.code not in _UNASKED_CODES for each in findings
    ):
        return None
    rounds = found.rounds if wrong is None else found.rounds[: wrong[0]]
    turns = [round_.steps for round_ in rounds]
    if wrong is not None:
        turns[-1] = turns[-1][: wrong[1] - 1] if wrong[1] else []
    ended = rounds if wrong is None else rounds[:-1]
    seats = len(ask["rounds"][0]["hands"])
    if any(each.end == "blocked" and not _all_passed(each, seats) for each in ended):
        return None
    if any(None in (*each.scores.values(), *each.deductions.values()) for each in ended):
        return None
    return {
        "wrong": wrong,
        "totals": [[step.total if step.action.verb == "play" else None for step in steps] for steps in turns],
        "points": [[step.points if step.action.verb == "play" else None for step in steps] for steps in turns],
        "ends": [_end(each) for each in ended],
        "deductions": [each.deductions for each in ended],
        "scores": [each.scores for each in ended],
        "next": [list(each.following) for each in ended],
        "winner": found.winner if wrong is None else None,
    }


def wrong_rules(ask: Json, rules: RuleSet) -> set[str]:
    """The clauses that the first wrong line of a match breaks."""
    wrong = [each for each in judged(match_nodes(ask, rules), rules)[0] if each.status is Status.WRONG]
    return {each.rule for each in wrong if each.line == min(each.line for each in wrong)}


_UNASKED_CODES = ("winner-unknown", "starter-unknown")
"""What a question leaves undecided: who won (it says nothing of it), and who started a round given in the middle."""

_ELSEWHERE = [0, 0]


def _first_wrong(nodes: Sequence[r.Node], findings: Sequence[Finding]) -> list[int] | None:
    """The round and the turn (0: who starts it) of the first fault; None for none, `_ELSEWHERE` for one elsewhere."""
    lines = sorted(each.line for each in findings if each.status is Status.WRONG)
    if not lines:
        return None
    number = turn = 0
    for node in nodes:
        if isinstance(node, r.RoundLine):
            number, turn = number + 1, 0
        elif isinstance(node, r.Action):
            turn += 1
        if node.line == lines[0]:
            return [number, turn] if isinstance(node, r.Action | r.Starter) else _ELSEWHERE
    return _ELSEWHERE


def _all_passed(each: RoundTrace, seats: int) -> bool:
    return [step.action.verb for step in each.steps[-seats:]] == ["pass"] * seats


def _end(each: RoundTrace) -> list[str | None] | None:
    return [each.end, each.ender if each.end == "out" else None] if each.end in ("out", "blocked", "won") else None


# -- random ones ------------------------------------------------------------------------------------------------------


def random_ask(rules: RuleSet, rng: Random) -> Json:
    """A random match of one to three rounds, its scores somewhere below the target; half of them with one turn changed
    at random, which may be wrong, and some cut before what is wrong."""
    while True:
        seats = rng.choice(sorted(rules.hand_sizes.keys() & rules.targets.keys()))
        ask = ask_match(random_match(rules, seats, rng, Options(rounds=rng.randint(1, 3), totals=False)), rules)
        assert ask is not None
        target = rules.targets[seats]
        ask["scores"] = {side: rng.choice((0, max(0, target - rng.randint(1, 60)))) for side in ask["scores"]}
        if rng.random() < 0.5:
            _change_a_turn(ask, rules, rng)
        answer = answer_match(ask, rules)
        if answer is not None and answer["wrong"] is not None and rng.random() < 0.5:
            _cut(ask, answer["wrong"])
            answer = answer_match(ask, rules)
        if answer is not None:
            return ask


def _cut(ask: Json, wrong: list[int]) -> None:
    """Leave out a wrong turn and all that follows: somebody may just have won."""
    number, turn = wrong
    del ask["rounds"][number if turn else number - 1 :]
    if turn:
        del ask["rounds"][-1]["turns"][turn - 1 :]


def _change_a_turn(ask: Json, rules: RuleSet, rng: Random) -> None:
    """Another turn in place of one, which ends the question."""
    number = rng.randrange(len(ask["rounds"]))
    here = ask["rounds"][number]
    turn = rng.randrange(len(here["turns"]))
    seat = here["turns"][turn][0] if rng.random() < 0.8 else rng.choice(list(here["hands"]))
    tiles = [str(each) for each in TileSet(rules.max_pips).tiles()]
    played = [each[2] for each in here["turns"][:turn] if each[1] == "play"]
    at = rng.choice(played) if played else None
    port = rng.choice([each.word for each in Port]) if at is not None else None
    new = rng.choice(([seat, "pass"], [seat, "play", rng.choice(tiles), at, port], [seat, "draw", [rng.choice(tiles)]]))
    here["turns"][turn:] = [new]
    del ask["rounds"][number + 1 :]
