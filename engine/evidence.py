"""What the lines of one round say of its unseen tiles: nodes, and the open ends replay saw → `Unseen`.

No rule of a game is applied here: what fits comes from the table, what is due from `settle.py`. Only what is certain is
used: nothing from the first fault of the turns on, nothing of a line that stood, no claim that is already false. What a
line says holds without any other line, the layout apart: where replay has it, it is taken as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from .assign import TooHard
from .record import Action, Boneyard, Deal, Deduct, End, Gap, GivenHand, GivenTable, Left, Node, ScoreLine
from .rules import BlockSettlement, LastTile, NegativeScores, OpeningTile, RoundingPer, RuleSet, Settlement, Stock
from .settle import LETTERS, rounded
from .tiles import AnyTile, Tile, TileSet, UnknownTile, mask_of, pips_of, tile
from .unseen import (
    ANYBODY,
    FOREVER,
    TABLE,
    Ban,
    Choice,
    Count,
    Draw,
    Frame,
    Line,
    Piece,
    Play,
    Total,
    Unseen,
    exactly,
    moment_of,
    only,
    unseen_of,
)

MOST_STORIES = 4_000
MOST_LINES = 400
"""A round with more of them is not searched."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What replay knew at the end of a round.

    `fits` are the tiles that could be placed before each turn, by line; `last` those at the end. `sizes` are the hands
    as the rules deal them. `scores` are those before the settlement, None for a side that a slip has reached; `dropped`
    are end lines that say something false.
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
    """Everything a round says of its unseen tiles. Raises TooHard where there is too much to search."""
    return _Reader(seen).read()


def _turns(nodes: Sequence[Node]) -> list[tuple[int, Action]]:
    return [(at, node) for at, node in enumerate(nodes) if isinstance(node, Action) and node.mark != "withdrawn"]


def _as_far_as_possible(nodes: Sequence[Node], tiles: int) -> Sequence[Node]:
    """The nodes up to the first that places or draws more tiles than there are: no more are needed to see it."""
    placed = drawn = 0
    for at, node in _turns(nodes):
        drawn += len(node.drawn)
        placed += node.verb not in ("pass", "draw")
        if placed > tiles or drawn > tiles:
            return nodes[: at + 1]
    return nodes


class _Reader:
    def __init__(self, seen: Seen) -> None:
        self.seen, self.rules = seen, seen.rules
        self.max_pips = seen.rules.max_pips
        self.everything = TileSet(self.max_pips).mask
        self.count = self.everything.bit_count()
        self.nodes = _as_far_as_possible(seen.nodes, self.count)
        self.actions = _turns(self.nodes)
        self.gaps = not self.actions or any(isinstance(node, Gap) for node in self.nodes)
        self.first = next(
            (number for number, node in enumerate(self.nodes) if isinstance(node, Action | Gap)), len(self.nodes)
        )
        self.missing = None in seen.sizes or self.gaps  # replay does not count the boneyard
        self.unsized = self.missing or any(  # nor does it see that a hand is empty
            node.verb == "unknown" or (node.verb == "play" and not isinstance(node.tile, Tile))
            for _, node in self.actions
        )
        self.frame = self._frame()
        self.unseen = unseen_of(self.frame)
        if len(self.unseen.options) > MOST_STORIES:
            raise TooHard
        self.every = (1 << len(self.unseen.options)) - 1
        self.drawn = 0

    # -- where tiles move -------------------------------------------------------------------------------------------

    def _frame(self) -> Frame:
        frame = Frame(self.max_pips, list(self.seen.sizes), boneyard=self.rules.stock is not Stock.NONE)
        if self.rules.stock is not Stock.UNTIL_PLAYABLE:
            frame.largest = self.rules.hand_sizes[len(self.seen.sizes)]  # SR14: nobody has more tiles than were dealt
            frame.draws_in_gaps = False
        frame.table = self.seen.middle  # where no table is given, what lies on it is not known
        frame.gaps = self._gaps()
        for number, node in self.actions:
            seat, moment = LETTERS.index(node.seat or "A"), moment_of(number)
            if node.verb == "draw":
                frame.draws += [Draw(seat, moment + 1 + each) for each in range(len(node.drawn))]
            elif node.verb != "pass":
                certain = node.mark is None and not self._seen_on_table(node)
                frame.plays.append(Play(seat if certain else ANYBODY, moment))
        return frame

    def _seen_on_table(self, node: Action) -> bool:
        """Whether the layout shows the tile: then only whose it was is left for the line to say."""
        return isinstance(node.tile, Tile) and node.line in self.seen.fits

    def _gaps(self) -> list[list[int]]:
        """For every seat the moments of gaps, one for those between which no line tells them apart."""
        seats = range(len(self.seen.sizes))
        found: list[list[int]] = [[] for _ in seats]
        open_ = set()
        if not self.actions:  # a round of end lines alone: all its turns are missing
            found, open_ = [[moment_of(-1) + 1] for _ in seats], set(seats)
        for number, node in enumerate(self.nodes):
            if isinstance(node, Gap):
                for seat in seats:
                    if seat not in open_:
                        found[seat].append(moment_of(number))
                open_ = set(seats)
            elif isinstance(node, GivenTable | Boneyard):
                open_ = set()
            elif isinstance(node, Deal | GivenHand):
                open_.discard(LETTERS.index(node.seat))
            elif isinstance(node, Action) and (node.verb != "pass" or node.line in self.seen.fits or self._must_draw):
                if node.verb == "pass" and self._must_draw:
                    open_ = set()
                open_.discard(LETTERS.index(node.seat or "A"))
        return found

    def read(self) -> Unseen:
        over = any(isinstance(node, End) and node.how != "void" for node in self.nodes) or self.seen.settled
        if not self.actions and over and not self.frame.table:  # the round had a set tile
            played = self.unseen.gone(FOREVER) & ~self.unseen.slots[TABLE][0]
            self.unseen.always.append(Count(self.everything, played, 1, self.count))
        for number, node in enumerate(self.nodes):
            line = self._line(number, node)
            if line is not None and line.parts:
                self.unseen.lines.append(line)
        if len(self.unseen.lines) > MOST_LINES:
            raise TooHard
        return self.unseen

    def _line(self, number: int, node: Node) -> Line | None:
        if node.line in self.seen.dropped:
            return None
        if isinstance(node, Action):
            return None if node.mark == "withdrawn" else self._action(number, node)
        if isinstance(node, Deal | GivenHand):
            return self._hand(number, node)
        if isinstance(node, GivenTable):
            return self._given_table(number, node)
        if isinstance(node, Boneyard):
            return self._boneyard(number, node)
        if isinstance(node, Left):
            return self._left(node)
        if isinstance(node, End):
            return self._end(node)
        if isinstance(node, Deduct):
            return self._deduct(node)
        if isinstance(node, ScoreLine):
            return self._score(node)
        return None

    # -- what is dealt and given ------------------------------------------------------------------------------------

    def _hand(self, number: int, node: Deal | GivenHand) -> Line | None:
        if isinstance(node, Deal) and node.mark is not None:
            return None
        seat = LETTERS.index(node.seat)
        if seat >= len(self.seen.sizes):
            return None
        inside = self.unseen.dealt[seat] if number < self.first else self.unseen.held(seat, moment_of(number))
        line = Line(node.line, {"seat": node.seat, "tiles": _text(node.tiles)})
        line.add("dealt", "hand-size", exactly(node.tiles, self.max_pips, inside, self.every & ~inside))
        return line

    def _given_table(self, number: int, node: GivenTable) -> Line:
        tiles = mask_of(tuple(each.spot.tile for each in node.placed))
        there = self.unseen.slots[TABLE][0]
        if number >= self.first:
            there = self.unseen.gone(moment_of(number))
        line = Line(node.line, {"count": tiles.bit_count()})
        line.add("given-table", "set", [Ban(tiles, self.every & ~there), Ban(self.everything & ~tiles, there)])
        return line

    def _boneyard(self, number: int, node: Boneyard) -> Line:
        """AS14: the order of the boneyard, or its size where that of the hands is not known."""
        line = Line(node.line, {"count": node.size})
        start = number < self.first
        inside = self.unseen.undrawn(0 if start else moment_of(number))
        found: list[Piece] = []
        if self.seen.middle or not start:
            found.append(Count(self.everything, inside, node.size, node.size))
        known = mask_of(node.tiles or ())
        if known:
            found.append(Ban(known, self.every & ~inside))
        if start and not any(isinstance(each, Gap) for each in self.nodes):
            for place, each in enumerate(node.tiles or ()):
                if place < len(self.frame.draws):
                    found += only(each, self.max_pips, self._of_draw(place))
        line.add("boneyard", "boneyard", found)
        return line

    def _of_draw(self, place: int) -> int:
        """The stories that begin with one drawn tile."""
        return self.unseen.slots[2 + len(self.seen.sizes) + place][0]

    # -- turns --------------------------------------------------------------------------------------------------

    def _action(self, number: int, node: Action) -> Line:
        place = self.drawn
        self.drawn += len(node.drawn)
        moment = moment_of(number)
        fits = self.seen.fits.get(node.line)
        fits = None if fits is None else fits & self.everything
        held = self.unseen.held(LETTERS.index(node.seat or "A"), moment)
        ends = "" if fits is None else ", ".join(str(each) for each in self._open(fits))
        line = Line(node.line, {"seat": node.seat, "ends": ends, "tile": str(node.tile), "tiles": _text(node.drawn)})
        if node.verb == "draw":
            self._draw(line, node, place, fits, held)
        elif node.verb != "pass":
            self._play(line, number, node, held, fits)
        elif node.mark is None:
            if fits is not None:
                line.add("pass", "must-play", [Ban(fits, held)], fact=False)  # AS55, SR26-27
            line.add("pass-empty", "pass", self._nothing_to_draw(number, node), fact=False)
        if node.mark is None:
            self._goes_on(line, number)
        return line

    @property
    def _must_draw(self) -> bool:
        """Whether a pass says something of a boneyard of which replay does not know how many tiles it has."""
        return self.missing and self.rules.stock is Stock.UNTIL_PLAYABLE

    def _nothing_to_draw(self, number: int, node: Action) -> list[Piece]:
        """AS55: who passes found no tile in the boneyard that may be drawn."""
        if not self._must_draw:
            return []
        drawn = 0
        for _, each in reversed([each for each in self.actions if each[0] < number]):
            if each.seat != node.seat or each.verb != "draw":
                break
            drawn += len(each.drawn)
        if self.rules.draw_most and drawn >= self.rules.draw_most:
            return []
        return [Count(self.everything, self.unseen.undrawn(moment_of(number)), 0, self.rules.reserve)]

    def _open(self, fits: int) -> Iterator[int]:
        """The values of the open ends: those whose double fits."""
        return (value for value in range(self.max_pips + 1) if fits >> tile(value, value).index & 1)

    def _draw(self, line: Line, node: Action, place: int, fits: int | None, held: int) -> None:
        """AS53: who draws holds nothing that fits, and only the last tile drawn may."""
        slots = [self._of_draw(place + each) for each in range(len(node.drawn))]
        found: list[Piece] = [Count(self.everything, each, 1, 1) for each in slots]
        if node.mark is None:
            for each, options in zip(node.drawn, slots, strict=True):
                found += only(each, self.max_pips, options)
        line.add("drawn", "hand-size", found)
        if fits is not None and node.mark is None:
            line.add("draw", "must-play", [Ban(fits, held), *(Ban(fits, each) for each in slots[:-1])], fact=False)

    def _play(self, line: Line, number: int, node: Action, held: int, fits: int | None) -> None:
        """What is placed has been held."""
        played = self.unseen.ending(moment_of(number))
        if isinstance(node.tile, Tile):
            self._known_play(line, number, node, node.tile, played)
        else:
            reason = "unknown" if node.tile is None or node.tile.pips is None else "partial"
            pieces: list[Piece] = [Count(self.everything, played, 1, 1)]
            if node.mark is None:
                pieces += only(node.tile or UnknownTile(), self.max_pips, played)
                pieces += [] if fits is None else [Ban(self.everything & ~fits, played)]
            line.add(reason, "hand-size", pieces)
        if node.mark is None:
            line.add("drawn-last", "drawn-tile", self._drawn_last(number, node, played), fact=False)
            line.add("opening", "opening", self._opening(number, node, held), fact=False)

    def _known_play(self, line: Line, number: int, node: Action, tile_: Tile, played: int) -> None:
        bit = 1 << tile_.index
        if node.mark is not None and any(each.tile == tile_ for at, each in self.actions if at < number):
            return
        there: list[Piece] = [Ban(bit, self.every & ~played), Ban(self.everything & ~bit, played)]
        if self._seen_on_table(node):
            self.unseen.always += there
            there = []
        if node.mark is None:
            others = played & ~self.unseen.of(LETTERS.index(node.seat or "A"))
            line.add("play", "hand-size", there or ([Ban(bit, others)] if others else []))
        else:
            line.add("placed", "hand-size", there)

    def _drawn_last(self, number: int, node: Action, played: int) -> list[Piece]:
        """AS54: who draws places the last tile drawn."""
        at, before = next((each for each in reversed(self.actions) if each[0] < number), (0, node))
        if before.verb != "draw" or before.seat != node.seat or before.mark is not None:
            return []
        if any(isinstance(each, Gap) for each in self.nodes[at:number]):
            return []
        return [Ban(self.everything, self._of_draw(self.drawn - 1) & ~played)]

    def _opening(self, number: int, node: Action, held: int) -> list[Piece]:
        """Where the highest double opens, who opens holds no higher one."""
        if self.rules.opening_tile is not OpeningTile.HIGHEST_DOUBLE or self.seen.middle or number != self.first:
            return []
        if not isinstance(node.tile, Tile):
            return []
        doubles = [tile(value, value) for value in range(self.max_pips + 1)]
        better = [each for each in doubles if not node.tile.is_double or each > node.tile]
        return [Ban(mask_of(tuple(better)), held)] if better else []

    def _goes_on(self, line: Line, number: int) -> None:
        """AS57, SR48: after a last tile the round does not go on, so who placed one before this turn has another."""
        at, before = next((each for each in reversed(self.actions) if each[0] < number), (0, None))
        if before is None or before.mark is not None or before.verb in ("pass", "draw"):
            return
        if self.unsized:
            line.values |= {"other": before.seat, "before": before.line}
            held = self.unseen.held(LETTERS.index(before.seat or "A"), moment_of(at) + 1)
            line.add("goes-on", "out", [Count(self.everything, held, 1, self.count)], fact=False)

    # -- the end ------------------------------------------------------------------------------------------------

    def _left(self, node: Left) -> Line | None:
        seat = LETTERS.index(node.seat)
        if node.mark is not None or seat >= len(self.seen.sizes):
            return None
        inside = self.unseen.left[seat]
        line = Line(node.line, {"seat": node.seat, "pips": node.pips, "tiles": _text(node.tiles or ())})
        if node.tiles is not None:
            reason = "left-tiles" if node.tiles else "left-none"
            line.add(reason, "deduction", exactly(node.tiles, self.max_pips, inside, self.every & ~inside))
        elif node.pips is not None:
            line.add("left", "deduction", [Total(inside, node.pips, node.pips)])
        line.add("one-empty", "out", self._one_empty, fact=False)
        return line

    @cached_property
    def _one_empty(self) -> list[Piece]:
        """AS57, SR48: the first empty hand ends the round, so where no line says how, all but one hold tiles."""
        if not self.unsized or any(isinstance(node, End) for node in self.nodes):
            return []
        seats = set(range(len(self.seen.sizes)))
        return [Choice(tuple(tuple(self._holds(seats - {each})) for each in sorted(seats)))]

    def _holds(self, seats: set[int]) -> list[Count]:
        """These seats have a tile left."""
        return [Count(self.everything, self.unseen.left[each], 1, self.count) for each in sorted(seats)]

    def _end(self, node: End) -> Line | None:
        """AS57, SR48: who went out, and nobody else, holds nothing; AS56, SR49: where the round is blocked all hold
        tiles, and none that fits."""
        if node.mark is not None or node.how == "void":
            return None
        line = Line(node.line, {"seat": node.seat})
        seats = set(range(len(self.seen.sizes)))
        if node.how == "out" and node.seat is not None and LETTERS.index(node.seat) in seats:
            ender = LETTERS.index(node.seat)
            line.add("out", "out", [Ban(self.everything, self.unseen.left[ender])])
            line.add("out-others", "out", self._holds(seats - {ender}), fact=False)
        elif node.how == "blocked":
            if self.seen.blocked and self.seen.last is not None and self.actions:
                line.values["ends"] = ", ".join(str(each) for each in self._open(self.seen.last))
                line.add(
                    "blocked", "blocked", [Ban(self.seen.last & self.everything, sum(self.unseen.left))], fact=False
                )
            if self.rules.last_tile is LastTile.OUT:
                line.add("blocked-all", "out", self._holds(seats), fact=False)
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
        line = Line(node.line, {"seat": node.seat, "points": node.points})
        line.add("deduct", "rounding", [self._total(seat, node.points)], fact=False)
        claims = [each for each in self.seen.nodes if isinstance(each, Deduct)]
        over = any(isinstance(each, End) for each in self.seen.nodes)  # a settlement alone may leave seats out
        if over and node is claims[-1] and all(each.line not in self.seen.dropped for each in claims):
            named = {LETTERS.index(each.seat) for each in claims}
            silent = set(range(len(self.seen.sizes))) - named - self._out_all_the_same
            line.add("deduct-silent", "rounding", [self._total(each, 0) for each in sorted(silent)], fact=False)
        return line

    def _total(self, seat: int, points: int) -> Piece:
        low, high = self._ranges.get(points, (1, 0))
        return Total(self.unseen.left[seat], low, high) if low <= high else Ban(self.everything, self.every)

    def _score(self, node: ScoreLine) -> Line | None:
        """A score says what the hands of a side cost together."""
        if node.mark is not None or not self._costs() or self.rules.negative_scores is not NegativeScores.UNBOUNDED:
            return None
        line = Line(node.line, {"scores": ", ".join(f"{side} {written}" for side, written in node.scores)})
        found: list[Piece] = []
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
            found.append(Choice(tuple(ways)))
        line.add("score", "deduction", found, fact=False)
        return line


def _text(tiles: Sequence[AnyTile]) -> str:
    return " ".join(map(str, tiles)) or "-"
