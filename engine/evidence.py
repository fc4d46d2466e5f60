"""What the lines of one round say of its unseen tiles: nodes, and the open ends replay saw → `Unseen`.

No rule of a game is applied here: what fits comes from the table, what is due from `settle.py`. Only what is certain is
used: nothing from the first fault of the turns on, nothing of a line that stood, no claim that is already false.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from .record import Action, Boneyard, Deal, Deduct, End, Gap, GivenHand, GivenTable, Left, Node, ScoreLine
from .rules import BlockSettlement, NegativeScores, OpeningTile, RoundingPer, RuleSet, Settlement, Stock
from .settle import LETTERS, rounded
from .tiles import AnyTile, Tile, TileSet, UnknownTile, mask_of, pips_of, tile
from .unseen import (
    REST,
    TABLE,
    Ban,
    Choice,
    Count,
    Draw,
    Frame,
    Line,
    Piece,
    Total,
    Unseen,
    exactly,
    moment_of,
    only,
    unseen_of,
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What replay knew at the end of a round.

    `fits` are the tiles that could be placed before each turn, by line; `last` those at the end. `sizes` are the hands
    at the beginning. `scores` are those before the settlement, None for a side that a slip has reached; `dropped` are
    end lines that say something false.
    """

    rules: RuleSet
    nodes: Sequence[Node]
    sizes: Sequence[int | None]
    middle: bool
    fits: Mapping[int, int]
    last: int | None
    sides: Sequence[str]
    scores: Sequence[int | None]
    dropped: frozenset[int]
    blocked: bool
    settled: bool


def unseen_round(seen: Seen) -> Unseen:
    """Everything a round says of its unseen tiles."""
    return _Reader(seen).read()


class _Reader:
    def __init__(self, seen: Seen) -> None:
        self.seen, self.rules = seen, seen.rules
        self.max_pips = seen.rules.max_pips
        self.everything = TileSet(self.max_pips).mask
        self.actions = [
            (number, node)
            for number, node in enumerate(seen.nodes)
            if isinstance(node, Action) and node.mark != "withdrawn"
        ]
        self.first = next(
            (number for number, node in enumerate(seen.nodes) if isinstance(node, Action | Gap)), len(seen.nodes)
        )
        self.frame = self._frame()
        self.unseen = unseen_of(self.frame)
        self.every = (1 << len(self.unseen.options)) - 1
        self.drawn = 0

    def _frame(self) -> Frame:
        frame = Frame(self.max_pips, list(self.seen.sizes), boneyard=self.rules.stock is not Stock.NONE)
        if self.rules.stock is not Stock.UNTIL_PLAYABLE:
            frame.largest = self.rules.hand_sizes[len(self.seen.sizes)]  # SR14: nobody has more tiles than were dealt
        for number, node in enumerate(self.seen.nodes):
            moment = moment_of(number)
            if isinstance(node, Gap):
                frame.gaps.append(moment)
            elif isinstance(node, GivenTable):
                tiles = mask_of(tuple(each.spot.tile for each in node.placed))
                if number < self.first:
                    frame.on_table |= tiles
                else:
                    frame.tables.append((moment, tiles))
            elif isinstance(node, Action) and node.mark != "withdrawn":
                seat = LETTERS.index(node.seat or "A")
                if node.verb == "draw":
                    frame.draws += [Draw(seat, moment + 1 + each) for each in range(len(node.drawn))]
                elif isinstance(node.tile, Tile):
                    frame.placed.setdefault(node.tile.index, moment)
                elif node.verb != "pass":
                    frame.unseen_plays.append((seat, moment))
        if not self.actions:  # a round of end lines alone: all its turns are missing
            frame.gaps.append(moment_of(-1) + 1)
        return frame

    def read(self) -> Unseen:
        for number, node in enumerate(self.seen.nodes):
            line = self._line(number, node)
            if line is not None and (line.facts or line.rules):
                self.unseen.lines.append(line)
        return self.unseen

    def _line(self, number: int, node: Node) -> Line | None:
        if node.line in self.seen.dropped:
            return None
        if isinstance(node, Action):
            return None if node.mark == "withdrawn" else self._action(number, node)
        if isinstance(node, Deal | GivenHand):
            return self._hand(number, node)
        if isinstance(node, Boneyard):
            return self._boneyard(node)
        if isinstance(node, Left):
            return self._left(node)
        if isinstance(node, End):
            return self._end(node)
        if isinstance(node, Deduct):
            return self._deduct(node)
        if isinstance(node, ScoreLine):
            return self._score(node)
        return None

    # -- hands and boneyard at the beginning ------------------------------------------------------------------------

    def _hand(self, number: int, node: Deal | GivenHand) -> Line | None:
        if isinstance(node, Deal) and node.mark is not None:
            return None
        seat, moment = LETTERS.index(node.seat), moment_of(number)
        start = number < self.first
        inside = self.unseen.dealt[seat] if start else self.unseen.held(seat, moment)
        gone = self.frame.on_table if start else self.frame.placed_before(moment)
        line = Line(node.line, "dealt", "hand-size", {"seat": node.seat, "tiles": _text(node.tiles)})
        line.facts += exactly(node.tiles, self.max_pips, inside, self.every & ~inside, gone)
        if self.seen.sizes[seat] is None or not start:
            line.facts.append(Count(self.everything & ~gone, inside, len(node.tiles), len(node.tiles)))
        return line

    def _boneyard(self, node: Boneyard) -> Line:
        """AS14: the order of the boneyard, or its size where that of the hands is not known."""
        line = Line(node.line, "boneyard", "boneyard", {"count": node.size})
        dealt = sum(self.unseen.dealt)
        tiles = self.everything & ~self.frame.on_table
        if self.seen.middle and not self.frame.gaps:
            line.facts.append(Count(tiles, self.every & ~dealt & ~(1 << TABLE), node.size, node.size))
        known = mask_of(node.tiles or ())
        if known:
            line.facts.append(Ban(known, dealt))
        if not self.frame.gaps:
            for place, each in enumerate(node.tiles or ()):
                if place < len(self.frame.draws):
                    line.facts += only(each, self.max_pips, self._of_draw(place))
        return line

    def _of_draw(self, place: int) -> int:
        """The stories that begin with one drawn tile."""
        return self.unseen.slots[2 + len(self.seen.sizes) + place][0]

    # -- turns --------------------------------------------------------------------------------------------------

    def _action(self, number: int, node: Action) -> Line | None:
        place = self.drawn
        self.drawn += len(node.drawn)
        if node.mark is not None:
            return None
        seat, moment = LETTERS.index(node.seat or "A"), moment_of(number)
        fits = self.seen.fits.get(node.line)
        on_hand = self.everything & ~self.frame.placed_before(moment)
        held = self.unseen.held(seat, moment)
        ends = "" if fits is None else ", ".join(str(each) for each in self._open(fits))
        line = Line(
            node.line, _FACTS[node.verb], "hand-size", {"seat": node.seat, "ends": ends, "tile": str(node.tile)},
            *_RULES[node.verb],
        )  # fmt: skip
        if node.drawn:
            line.values["tiles"] = _text(node.drawn)
        if node.verb in ("pass", "draw") and fits is not None:
            line.rules.append(Ban(fits & on_hand, held))  # AS52-53, SR26-27
        if node.verb == "pass" and None in self.seen.sizes:
            line.rules += self._nothing_to_draw(number, node)
        if node.verb == "draw":
            self._draw(line, number, node, place, fits)
        elif node.verb in ("play", "unknown"):
            self._play(line, number, node, seat, held, fits)
        return line

    def _nothing_to_draw(self, number: int, node: Action) -> list[Piece]:
        """AS55: who passes found no tile in the boneyard that may be drawn."""
        if self.rules.stock is not Stock.UNTIL_PLAYABLE:
            return []
        drawn = 0
        for _, each in reversed([each for each in self.actions if each[0] < number]):
            if each.seat != node.seat or each.verb != "draw":
                break
            drawn += len(each.drawn)
        if self.rules.draw_most and drawn >= self.rules.draw_most:
            return []
        later = [
            at for at, each in enumerate(self.unseen.options) if each.slot == REST or each.start > moment_of(number)
        ]
        return [Count(self.everything, sum(1 << at for at in later), 0, self.rules.reserve)]

    def _open(self, fits: int) -> Iterator[int]:
        """The values of the open ends: those whose double fits."""
        return (value for value in range(self.max_pips + 1) if fits >> tile(value, value).index & 1)

    def _draw(self, line: Line, number: int, node: Action, place: int, fits: int | None) -> None:
        """AS53-54: only the last tile drawn may fit, and is then the one that is placed."""
        for each in range(len(node.drawn)):
            options = self._of_draw(place + each)
            line.facts += only(node.drawn[each], self.max_pips, options)
            if fits is not None and each < len(node.drawn) - 1:
                line.rules.append(Ban(fits & self.everything, options))
        follows = next((each for at, each in self.actions if at > number), None)
        if fits is None or follows is None or follows.seat != node.seat or follows.mark is not None:
            return
        if any(isinstance(each, Gap) for each in self.seen.nodes[number : self.seen.nodes.index(follows)]):
            return
        if isinstance(follows.tile, Tile):
            line.rules += only(follows.tile, self.max_pips, self._of_draw(place + len(node.drawn) - 1))
        elif follows.verb in ("play", "unknown"):
            line.rules.append(Ban(self.everything & ~fits, self._of_draw(place + len(node.drawn) - 1)))

    def _play(self, line: Line, number: int, node: Action, seat: int, held: int, fits: int | None) -> None:
        """What is placed has been held; who goes on playing has a tile left (AS57, SR48)."""
        moment = moment_of(number)
        if isinstance(node.tile, Tile):
            if self.frame.placed[node.tile.index] == moment:
                line.facts.append(Ban(1 << node.tile.index, self.every & ~held))
        else:
            ending = [at for at, each in enumerate(self.unseen.options) if each.seat == seat and each.end == moment]
            played = sum(1 << at for at in ending)
            line.facts += only(node.tile or UnknownTile(), self.max_pips, played)
            if fits is not None:
                line.facts.append(Ban(self.everything & ~fits, played))
        if (self.seen.sizes[seat] is None or self.frame.gaps) and number < self.actions[-1][0]:
            others = {each.tile for _, each in self.actions if each.seat != node.seat and isinstance(each.tile, Tile)}
            rest = self.everything & ~self.frame.placed_before(moment + 1) & ~mask_of(tuple(others))
            line.rules.append(Count(rest, self.unseen.held(seat, moment + 1), 1, len(self.unseen.domains)))
        opening = self.rules.opening_tile is OpeningTile.HIGHEST_DOUBLE and not self.seen.middle
        if opening and number == self.first and isinstance(node.tile, Tile):
            doubles = [tile(value, value) for value in range(self.max_pips + 1)]
            better = [each for each in doubles if not node.tile.is_double or each > node.tile]
            line.rules.append(Ban(mask_of(tuple(better)), held))
            line.meaning, line.rule = "opening", "opening"

    # -- the end ------------------------------------------------------------------------------------------------

    def _left(self, node: Left) -> Line | None:
        seat = LETTERS.index(node.seat)
        if node.mark is not None or seat >= len(self.seen.sizes):
            return None
        inside = self.unseen.left[seat]
        line = Line(node.line, "left", "deduction", {"seat": node.seat, "pips": node.pips})
        if node.tiles is not None:
            line.reason = "left-tiles" if node.tiles else "left-none"
            line.values["tiles"] = _text(node.tiles)
            gone = self.frame.placed_before(moment_of(len(self.seen.nodes)))
            line.facts += exactly(node.tiles, self.max_pips, inside, self.every & ~inside, gone)
            line.facts.append(Count(self.everything & ~gone, inside, len(node.tiles), len(node.tiles)))
        elif node.pips is not None:
            line.facts.append(Total(inside, node.pips, node.pips))
        return line

    def _end(self, node: End) -> Line | None:
        """AS57, SR48: who went out holds nothing; AS56, SR49: in a blocked round nobody holds a tile that fits."""
        if node.mark is not None:
            return None
        line = Line(node.line, node.how, node.how, {"seat": node.seat})
        last = self.everything & ~self.frame.placed_before(moment_of(len(self.seen.nodes)))
        if node.how == "out" and node.seat is not None and LETTERS.index(node.seat) < len(self.seen.sizes):
            line.facts.append(Ban(last, self.unseen.left[LETTERS.index(node.seat)]))
        elif node.how == "blocked" and self.seen.blocked and self.seen.last is not None and self.actions:
            line.values["ends"] = ", ".join(str(each) for each in self._open(self.seen.last))
            line.rules.append(Ban(last & self.seen.last, sum(self.unseen.left)))
        return line

    # -- what hands left cost -------------------------------------------------------------------------------------

    @cached_property
    def _ranges(self) -> dict[int, tuple[int, int]]:
        """AS59, SR51-54: for every deduction of one hand the pips that cost it."""
        found: dict[int, tuple[int, int]] = {}
        for pips in range(pips_of(self.everything) + 1):
            cost = rounded(self.rules, pips)
            found[cost] = (found.get(cost, (pips, pips))[0], pips)
        return found

    def _costs(self) -> bool:
        """Whether the hands of this round are settled one by one."""
        ends = [node for node in self.seen.nodes if isinstance(node, End)]
        if any(node.mark is not None for node in ends):  # the table may have settled tiles as if they were not there
            return False
        nothing = self.rules.block_settlement is BlockSettlement.NOTHING and any(node.how == "blocked" for node in ends)
        own = self.rules.settlement is Settlement.EACH_OWN and self.rules.rounding_per is RoundingPer.HAND
        return self.seen.settled and own and not nothing

    @cached_property
    def _out_all_the_same(self) -> set[int]:
        """Seats that the table took as out although they held tiles: they pay nothing."""
        ends = (each for each in self.seen.nodes if isinstance(each, End) and each.mark is not None)
        return {LETTERS.index(each.seat) for each in ends if each.how == "out" and each.seat is not None}

    @cached_property
    def _otherwise(self) -> set[str]:
        """Seats whose deduction the table took although their hand costs another: no score tells their pips."""
        return {each.seat for each in self.seen.nodes if isinstance(each, Deduct) and each.mark is not None}

    def _deduct(self, node: Deduct) -> Line | None:
        """A deduction says between which numbers the pips of a hand are; a seat without one claims 0."""
        seat = LETTERS.index(node.seat)
        if node.mark is not None or not self._costs() or seat >= len(self.seen.sizes):
            return None
        line = Line(node.line, "deduct", "rounding", {"seat": node.seat, "points": node.points})
        line.rules.append(self._total(seat, node.points))
        claims = [each for each in self.seen.nodes if isinstance(each, Deduct)]
        if node is claims[-1] and all(each.line not in self.seen.dropped for each in claims):
            named = {LETTERS.index(each.seat) for each in claims}
            silent = set(range(len(self.seen.sizes))) - named - self._out_all_the_same
            line.rules += [self._total(each, 0) for each in sorted(silent)]
        return line

    def _total(self, seat: int, points: int) -> Piece:
        low, high = self._ranges.get(points, (1, 0))
        return Total(self.unseen.left[seat], low, high) if low <= high else Ban(self.everything, self.every)

    def _score(self, node: ScoreLine) -> Line | None:
        """A score says what the hands of a side cost together."""
        if node.mark is not None or not self._costs() or self.rules.negative_scores is not NegativeScores.UNBOUNDED:
            return None
        line = Line(node.line, "score", "deduction", {})
        for side, written in node.scores:
            before = self.seen.scores[self.seen.sides.index(side)] if side in self.seen.sides else None
            if before is None or any(each in side for each in self._otherwise):
                continue
            seats = [LETTERS.index(each) for each in side if each != "+"]
            seats = [each for each in seats if each not in self._out_all_the_same]
            ways = [
                tuple(
                    Total(self.unseen.left[seat], *self._ranges[cost]) for seat, cost in zip(seats, costs, strict=True)
                )
                for costs in product(self._ranges, repeat=len(seats))
                if sum(costs) == before - written
            ]
            line.rules.append(Choice(tuple(ways)))
        return line


_FACTS = {"play": "play", "unknown": "unknown", "pass": "pass", "draw": "drawn"}
_RULES = {
    "play": ("plays-on", "out"),
    "unknown": ("plays-on", "out"),
    "pass": ("pass", "must-play"),
    "draw": ("draw", "must-play"),
}
"""For the facts and for the rules of an action: the text, and the rule it cites."""


def _text(tiles: Sequence[AnyTile]) -> str:
    return " ".join(map(str, tiles)) or "-"
