"""Legal records made to lack what real ones lack of placements: tiles, halves, sites, claims, all but the points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from goti.api import check_lines
from goti.engine.generate import Options, random_match
from goti.engine.layout import Position
from goti.engine.record import (
    Action,
    CountedClaim,
    Deal,
    Deduct,
    Gap,
    Left,
    Node,
    OpenClaim,
    RoundLine,
    ScoreLine,
    Spot,
)
from goti.engine.rules import RuleSet
from goti.engine.tiles import Tile, UnknownTile
from goti.notation.parse import split_lines
from goti.notation.write import write


def hidden_record(rules: RuleSet, seats: int, rng: Random, most: float = 0.4) -> list[Node]:
    """A legal round or two of which placements are not recorded in full."""
    nodes = random_match(rules, seats, rng, Options(rounds=rng.choice((1, 2)), greedy=rng.random() < 0.5))
    report = next(check_lines(split_lines(write(nodes)), trace=True))
    positions = iter(
        [step.position for round_ in report.judged.rounds for step in round_.steps if step.tile is not None]
    )
    hide = Hider(rng, most)
    found = [each for node in nodes for each in hide.node(node, positions)]
    if rng.random() < 0.2:
        found = without_turns(found, rng)
    return found


class Hider:
    """Hides the tiles, sites and claims of placements, each with the probability `most`."""

    def __init__(self, rng: Random, most: float) -> None:
        self.rng, self.most = rng, rng.choice((most / 4, most, 0.9))
        self.no_deductions = rng.random() < 0.4

    def node(self, node: Node, positions: object) -> list[Node]:
        rng = self.rng
        if isinstance(node, Action) and node.verb == "play":
            position = next(positions)  # type: ignore[call-overload]
            return [self.play(node), *(self.claims(position) if rng.random() < 0.15 else ())]
        if isinstance(node, Deduct) and self.no_deductions:
            return []
        if isinstance(node, Deal | Left | ScoreLine) and rng.random() < self.most * 0.8:
            return []
        return [node]

    def play(self, node: Action) -> Action:
        rng, tile = self.rng, node.tile
        assert isinstance(tile, Tile)
        if node.total is not None and rng.random() < 0.5:
            node = node._replace(total=None)
        if rng.random() < 0.5:
            node = node._replace(points=None)
        elif node.points is None and rng.random() < 0.5:
            node = node._replace(points=0)
        if rng.random() >= self.most:
            return node
        half = UnknownTile(rng.choice((tile.low, tile.high)))
        site = node.site
        if isinstance(site, Tile) and node.site_port is None:
            site = rng.choice((site, None, UnknownTile(), UnknownTile(rng.choice((site.low, site.high)))))
        written = rng.choice((UnknownTile(), half, half, tile, None))
        if written is None:
            if node.points is None:
                return node._replace(tile=UnknownTile(), port=None, site=None, site_port=None)
            return Action(node.line, node.seat, "unknown", total=node.total, points=node.points)
        port = node.site_port if site is node.site else None
        return node._replace(tile=written, port=None, site=site, site_port=port)

    def claims(self, position: Position) -> list[Node]:
        if self.rng.random() < 0.5:
            return [OpenClaim(0, tuple((Spot(each.tile, each.port), each.value) for each in position.sites))]
        counted = ((each.tile, each.port if each.port.is_branch else None, each.value) for each in position.counted)
        return [CountedClaim(0, tuple((Spot(tile, port), worth) for tile, port, worth in counted))]


def without_turns(nodes: Sequence[Node], rng: Random) -> list[Node]:
    """Some turns are missing."""
    turns = [at for at, node in enumerate(nodes) if isinstance(node, Action)]
    if len(turns) < 4:
        return list(nodes)
    first, last = sorted(rng.sample(range(1, len(turns)), 2))
    between = nodes[turns[first] : turns[last]]
    if any(not isinstance(node, Action | OpenClaim | CountedClaim) for node in between):
        return list(nodes)
    while last < len(turns) and isinstance(nodes[turns[last] - 1], OpenClaim | CountedClaim):
        last += 1
    if last == len(turns) or any(isinstance(node, RoundLine) for node in nodes[turns[first] : turns[last]]):
        return list(nodes)
    return [*nodes[: turns[first]], Gap(0), *nodes[turns[last] :]]
