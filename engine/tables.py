"""The tables that placements nobody recorded in full can have led to: a table and what lines say → the tables left.

Every table is one that legal placements lead to (AS22, SR24) and on which all claims so far hold; `Table` is asked for
both. Where they become too many, only `most_total` is known of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .errors import PlayError
from .placing import claim_difference
from .record import Action, Claim, JointsClaim
from .rules import Branching, Credit, InnerSpinner, OpeningTile, RuleSet, Scoring, SidesOpen
from .table import Table, points_by_total
from .tiles import Tile, TileSet, UnknownTile, tiles_of

MOST_KEPT = 2_000  # tables kept after a line; beyond it only the bound of `most_total` is known
MOST_TRIED = 12_000  # placements tried in one stretch


class World(NamedTuple):
    """One table, and the points that placements have scored since the stretch began, by side."""

    table: Table
    gained: tuple[int, ...]


class Said(NamedTuple):
    """What a line says of one placement. `free` are the tiles the seat can have, as bits; `side` scores (-1: none)."""

    action: Action
    free: int = -1
    side: int = -1


@dataclass(frozen=True, slots=True)
class Failure:
    """Why no table agrees with a line: `total` or `points` with those that can be, a `claim`, or no `placement`."""

    what: str
    possible: tuple[int, ...] = ()
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a line: why it cannot be, else whether all tables agree with it (`sure`)."""

    failure: Failure | None = None
    sure: bool = False


class Tables:
    """All tables that agree with a stretch so far; `worlds` is None where they are too many to be kept.

    `count` is the number of tiles on the table, at most. `twins` says that later lines tell ports that are alike apart.
    `merged` tables have several orders of play or joints, of which one is kept.
    """

    def __init__(self, rules: RuleSet, worlds: Sequence[World] | None, count: int, twins: bool) -> None:
        self.rules, self.twins, self.count = rules, twins, count
        self.worlds: list[World] | None = None if worlds is None else list(worlds)
        self.merged = False
        self.refused = False  # whether a table could not take the last placement
        self.tried = 0
        self.points = points_by_total(rules)

    def copy(self) -> Tables:
        """The same tables, to be narrowed on their own."""
        other = Tables(self.rules, self.worlds, self.count, self.twins)
        other.merged = self.merged
        return other

    @property
    def only(self) -> World | None:
        """The one table left, where its joints and their order are known too."""
        return self.worlds[0] if self.worlds is not None and len(self.worlds) == 1 and not self.merged else None

    def place(self, said: Said) -> Outcome:
        """One more placement. Where its claims cannot be, they are left out of account; where it cannot, all is."""
        action = said.action
        self.count = min(self.count + 1, len(TileSet(self.rules.max_pips)))
        self.refused = False
        laid, codes = self._laid(said)
        if laid is None:
            self.worlds = None
            return Outcome(self._beyond(action))
        if not laid:
            return Outcome(Failure("placement", codes=tuple(codes)))
        sure = not self.refused
        failure = None
        totals = {world.table.total for world in laid}
        if action.total is not None:
            sure = sure and len(totals) == 1
            holding = [world for world in laid if world.table.total == action.total]
            if holding:
                laid = holding
            else:
                failure = Failure("total", tuple(sorted(totals)))
        if action.points is not None:
            scored = {world.table.points for world in laid}
            sure = sure and len(scored) == 1
            holding = [world for world in laid if world.table.points == action.points]
            if holding:
                laid = holding
            elif failure is None:
                failure = Failure("points", tuple(sorted(scored)))
        self._keep(laid, action.points if failure is None else None, said.side)
        return Outcome(failure, sure and failure is None)

    def claim(self, claim: Claim) -> Outcome:
        """A claim about the position reached."""
        if self.worlds is None or (self.merged and isinstance(claim, JointsClaim)):
            return Outcome()
        holding = [world for world in self.worlds if claim_difference(world.table, claim) is None]
        if not holding:
            return Outcome(Failure("claim"))
        sure = len(holding) == len(self.worlds)
        self.worlds = holding
        return Outcome(sure=sure)

    def _beyond(self, action: Action) -> Failure | None:
        """Totals and points that no layout of so many tiles has."""
        most = most_total(self.rules, self.count)
        if action.total is not None and action.total > most:
            return Failure("most-total", (most,))
        if action.points is not None and action.total is None:
            best = max(self.points[: most + 1], default=0) if self.rules.scoring is not Scoring.EQUAL_ENDS else 3
            if action.points > best:
                return Failure("most-points", (best,))
        return None

    def _laid(self, said: Said) -> tuple[list[World] | None, Counter[str]]:
        """Every table with the placement made; None where they are too many. With the causes of those it cannot be."""
        codes: Counter[str] = Counter()
        if self.worlds is None:
            return None, codes
        moves: list[tuple[World, Tile, int]] = []  # all of them before any table is copied: they may be too many
        for world in self.worlds:
            before = len(moves)
            moves += ((world, tile, site) for tile, site in self._placements(world.table, said, codes))
            self.tried = min(self.tried + len(moves) - before, MOST_TRIED + 1)
            if self.tried > MOST_TRIED:
                return None, codes
            self.refused = self.refused or len(moves) == before
        laid = []
        for world, tile, site in moves:
            table = world.table.copy()
            table.put(tile, site)
            laid.append(World(table, world.gained))
        return laid, codes

    def _placements(self, table: Table, said: Said, codes: Counter[str]) -> Iterator[tuple[Tile, int]]:
        action = said.action
        for tile in self._tiles(table, said):
            for site in self._sites(table, tile, action, codes):
                if action.port is None or table.own_port(tile, site) == action.port:
                    yield tile, site

    def takes(self, table: Table, said: Said) -> bool:
        """Whether the placement can be made on this table."""
        return next(self._placements(table, said, Counter()), None) is not None

    def _tiles(self, table: Table, said: Said) -> Iterable[Tile]:
        """The tiles that may have been placed."""
        tile = said.action.tile
        if isinstance(tile, Tile):
            return (tile,)
        free = TileSet(self.rules.max_pips).mask & ~table.mask & said.free & table.fits
        opening = not len(table) and self.rules.opening_tile is OpeningTile.DOUBLE
        may_be = (each for each in tiles_of(free) if each.is_double or not opening)
        return may_be if tile is None else (each for each in may_be if tile.may_be(each))

    def _sites(self, table: Table, tile: Tile, action: Action, codes: Counter[str]) -> Sequence[int]:
        if isinstance(action.site, Tile):
            try:
                return (table.site_for(tile, action.site, action.site_port),)
            except PlayError as error:
                codes[error.code] += 1
                return ()
        sites = table.sites_for(tile, twins=self.twins)
        if isinstance(action.site, UnknownTile):
            sites = [site for site in sites if site >= 0 and action.site.may_be(table.tile_of(site))]
        if not sites:
            codes["already-there" if tile.index in table.placed else "does-not-fit"] += 1
        return sites

    def _keep(self, laid: Sequence[World], claimed: int | None, side: int) -> None:
        kept: dict[tuple[object, ...], World] = {}
        for table, gained in laid:
            points = claimed
            if points is None:
                points = 0 if self.rules.credit is Credit.CLAIMED else table.points  # 3-18
            after = tuple(each + points * (number == side) for number, each in enumerate(gained))
            kept.setdefault((table.state(), after), World(table, after))
        self.merged = self.merged or len(kept) < len(laid)
        self.worlds = list(kept.values()) if len(kept) <= MOST_KEPT else None


# -- what can be at most ---------------------------------------------------------------------------------------------

_MOST: dict[tuple[object, ...], int] = {}


def most_total(rules: RuleSet, count: int) -> int:
    """A total that no layout of at most `count` tiles exceeds.

    SR46: an arm ends in a double (both halves) or a single (one half), or is an open side of its branching double
    (AS36: one half) or, where sides need not wait, the double itself. Doubles never touch, so that a double at an end
    has a single beside it, which only a line of three shares. tests/engine counts all layouts of small sets.
    """
    key = (rules.max_pips, rules.branching, rules.inner_spinner, rules.sides_open, rules.opening_double, count)
    if key not in _MOST:
        _MOST[key] = _most(rules, min(count, len(TileSet(rules.max_pips))))
    return _MOST[key]


def _most(rules: RuleSet, count: int) -> int:
    if count <= 1:
        return max((_alone(rules, each) for each in TileSet(rules.max_pips).tiles()), default=0) if count else 0
    doubles = [2 * value for value in range(rules.max_pips, -1, -1)]
    branching = {Branching.NONE: 0, Branching.ALL: len(doubles)}.get(rules.branching, 1)
    line = doubles[0] + (doubles[1] if count > 2 and len(doubles) > 1 else rules.max_pips)
    return max(line, *(_star(rules, count, inner, doubles) for inner in range(1, branching + 1)), 0)


def _alone(rules: RuleSet, tile: Tile) -> int:
    table = Table(rules)
    table.put(tile, -1)
    return table.total


def _star(rules: RuleSet, count: int, inner: int, doubles: Sequence[int]) -> int:
    """The same with so many branching doubles, joined by singles, that have begun their sides."""
    arms, rest = 2 + 2 * inner, count - (2 * inner - 1)
    halves = 2 * inner if rules.inner_spinner is InnerSpinner.OPEN_HALVES else 0
    own = inner if rules.sides_open is not SidesOpen.AFTER_BOTH_STRAIGHT else 0
    best = 0
    for ends in range(min(arms, len(doubles), max(rest, 0) // 2) + 1):
        for themselves in range(min(own, arms - ends) + 1 if rest >= 0 else 0):
            others = min(arms - ends - themselves, rest - 2 * ends + halves)
            best = max(best, sum(doubles[: ends + themselves]) + others * rules.max_pips)
    return best
