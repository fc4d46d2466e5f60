"""Whole rounds that begin with given placements: a layout shown to be part of a legal record."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..engine.findings import Verdict
from ..engine.generate import Options, RandomMatch
from ..engine.record import Action, Node, Starter
from ..engine.rules import FirstStarter, OpeningTile, RuleSet
from ..engine.settle import LETTERS
from ..engine.tiles import Tile, TileSet
from .judging import judged, numbered
from .layouts import Placed


class Following(RandomMatch):
    """One round in which the seats play given placements in turn, and then whatever fits first."""

    def __init__(self, rules: RuleSet, seats: int, path: Sequence[Placed]) -> None:
        super().__init__(rules, seats, Random(0), Options(rounds=1))
        self.path = list(path)

    def _deal(self) -> list[Tile]:
        size = self.rules.hand_sizes[self.seats]
        hands: list[list[Tile]] = [[] for _ in range(self.seats)]
        for number, (each, _) in enumerate(self.path):
            hands[number % self.seats].append(each)
        used = {each for each, _ in self.path}
        rest = [each for each in TileSet(self.rules.max_pips).tiles() if each not in used]
        for hand in hands:
            while len(hand) < size:
                hand.append(rest.pop())
        return [*(each for hand in hands for each in hand), *rest]

    def _start(self) -> int:
        self.nodes.append(Starter(0, "lot", LETTERS[0]))
        return 0

    def _choose(self, options: list[tuple[Tile, int]]) -> tuple[Tile, int]:
        return self.path.pop(0) if self.path and self.path[0] in options else options[0]


def whole_round(rules: RuleSet, path: Sequence[Placed]) -> list[Node] | None:
    """A whole legal round whose first placements are these, as a match of one round; None where there is none.

    The seats play them in turn, so that nobody passes or draws before the last of them.
    """
    if rules.first_starter is not FirstStarter.LOT or rules.opening_tile is not OpeningTile.ANY:
        return None
    for seats, size in sorted(rules.hand_sizes.items(), reverse=True):
        if len(path) > seats * size:
            continue
        nodes = numbered(Following(rules, seats, path).play())
        played = [node.tile for node in nodes if isinstance(node, Action) and node.verb == "play"]
        if played[: len(path)] == [each for each, _ in path] and judged(nodes, rules)[1].verdict is Verdict.PASS:
            return nodes
    return None
