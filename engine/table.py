"""The tiles on the table while a round is replayed: one compact mutable object, the only code of the layout's rules.

in: a rule set and placements; out: sites, contributions, total, what fits. Positions are values taken from it.
A site is one number, `tile.index * 8 + port`, so that replay makes no objects that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from .errors import PlayError
from .layout import Contribution, Layout, Placement, Port, Position, Site
from .rules import Branching, InnerSpinner, OpeningDouble, RuleSet, Scoring, SideGrowth, SidesOpen, Unit
from .tiles import Tile, tile_at

BRANCH_PORTS = (Port.BRANCH_A, Port.BRANCH_B)
"""The side branches of a branching double; games with more arms would have more."""

_A, _B = int(Port.CHAIN_A), int(Port.CHAIN_B)
_PORTS = tuple(Port)
_SIDES = tuple(int(port) for port in BRANCH_PORTS)
_SINGLE_JOINS = (int(Port.HIGH), int(Port.LOW))  # notation 2: the default port of a site is the first that fits
_DOUBLE_JOINS = (_A, _B, *_SIDES)
_SECOND = (int(Port.BRANCH_B), _B)  # like the port before them, where that is free too


@cache
def _holders(max_pips: int) -> tuple[int, ...]:
    """For every value the tiles that show it, as bits."""
    masks = [0] * (max_pips + 1)
    for index in range((max_pips + 1) * (max_pips + 2) // 2):
        each = tile_at(index)
        masks[each.low] |= 1 << index
        masks[each.high] |= 1 << index
    return tuple(masks)


class Table:
    """The layout under construction. `total` is the sum of the counted ends; the index of every tile on
    the table to its number in order of play.
    """

    __slots__ = (
        "_branching", "_count", "_counted", "_fill", "_half_counts", "_holders", "_must_fill", "_one_end", "_open",
        "_placements", "_sides_free", "_stubs", "mask", "placed", "rules", "spinners", "total",
    )  # fmt: skip

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._branching = rules.branching
        self._half_counts = rules.inner_spinner is InnerSpinner.OPEN_HALVES
        self._one_end = rules.opening_double is OpeningDouble.ONE_END
        self._must_fill = rules.sides_open is SidesOpen.MUST_FILL_FIRST
        self._sides_free = self._must_fill or rules.sides_open is SidesOpen.FREE
        self._stubs = rules.side_growth is SideGrowth.STUB
        self._fill = -1  # the branching double whose arms must all be filled before anything else
        self._holders = _holders(rules.max_pips)
        self._open: dict[int, int] = {}  # site → the value a half must show
        self._count = [0] * (rules.max_pips + 1)  # value → number of open sites
        self._counted: dict[int, int] = {}  # site → what the end there adds
        self._placements: list[tuple[Tile, int, int]] = []  # tile, site (-1: set tile), own port
        self.placed: dict[int, int] = {}
        self.mask = 0  # the tiles on the table, as bits
        self.spinners = 0  # bits
        self.total = 0

    def copy(self) -> Table:
        """An independent table in the same state."""
        other = Table.__new__(Table)
        other.rules, other._holders = self.rules, self._holders
        other._branching, other._half_counts, other._one_end = self._branching, self._half_counts, self._one_end
        other._must_fill, other._sides_free, other._stubs = self._must_fill, self._sides_free, self._stubs
        other._fill, other.mask, other.spinners, other.total = self._fill, self.mask, self.spinners, self.total
        other._open, other._count, other._counted = self._open.copy(), self._count.copy(), self._counted.copy()
        other._placements, other.placed = self._placements.copy(), self.placed.copy()
        return other

    # -- placing ------------------------------------------------------------------------------------------------

    def put(self, tile: Tile, site: int, own_port: Port | None = None) -> None:
        """Place `tile` on a site that `site_for` or `sites_for` gave; -1 for the set tile. Nothing is checked.

        `own_port` joins a single by that half even where it does not match: a misfit that stood (notation 3).
        """
        index = tile.index
        base, low, high = index << 3, tile.low, tile.high
        placements, open_, count = self._placements, self._open, self._count
        self.placed[index] = len(placements)
        self.mask |= 1 << index
        value = -1
        if site >= 0:
            value = open_.pop(site)
            count[value] -= 1
            self.total -= self._counted.pop(site, 0)
            if site & 7 >= _A:
                self._cover_chain(site, value)
        if low == high:
            placements.append((tile, site, _A if site >= 0 else -1))  # 3-37: a new double joins by chain A
            self._open_double(tile, site < 0)
            return
        if site < 0:
            placements.append((tile, site, -1))
            self._open_end(base, high, high)
            self._open_end(base | 1, low, low)
            return
        # AS23, SR25: the other half is the new outer end
        if own_port is Port.HIGH or (own_port is None and value == high):
            port, new, outer = 0, base | 1, low
        else:
            port, new, outer = 1, base, high
        placements.append((tile, site, port))
        self._counted[new] = outer
        self.total += outer
        if self._stubs and 2 <= site & 7 < _A:
            return  # a stub ends its side, and counts for ever
        open_[new] = outer
        count[outer] += 1

    def _open_end(self, site: int, value: int, worth: int) -> None:
        """A new site that a half of `value` can join and that adds `worth` (-1: it is no counted end)."""
        self._open[site] = value
        self._count[value] += 1
        if worth >= 0:
            self._counted[site] = worth
            self.total += worth

    def _open_double(self, tile: Tile, opening: bool) -> None:
        """The ports of a new double: AS25, SR29: at an outer end both halves count, as one end."""
        value, base = tile.low, tile.index << 3
        if opening and self._one_end:  # 3-33: named by chain A
            self._open_end(base | _A, value, 2 * value)
            self._open_end(base | _B, value, -1)
        elif opening:
            self._open_end(base | _A, value, value)
            self._open_end(base | _B, value, value)
        else:
            self._open_end(base | _B, value, 2 * value)
        branching = self._branching
        if (
            branching is Branching.ALL
            or (branching is Branching.FIRST_PLAYED and not self.spinners)  # AS32, SR32: the set tile too
            or (branching is Branching.OPENING and opening)
        ):
            self.spinners |= 1 << tile.index
            if self._sides_free:
                self._open_sides(base, value, counted=False)
            if self._must_fill:
                self._fill = base

    def _open_sides(self, base: int, value: int, counted: bool) -> None:
        for side in _SIDES:
            self._open_end(base | side, value, value if counted else -1)

    def _cover_chain(self, site: int, value: int) -> None:
        """A chain port of a double has been covered.

        AS34, SR38: a double stays terminal until both straight extensions hold tiles. Then (AS35, AS41, SR36) the side
        branches of a branching one open, and its open sides count one half each (AS36) or nothing (SR39-40).
        """
        port = site & 7
        base = site - port
        other = base | (_A + _B - port)
        if other in self._open:
            self.total += 2 * value - self._counted.get(other, 0)
            self._counted[other] = 2 * value
        elif self.spinners >> (site >> 3) & 1 or self._encloses(base):
            if not self._sides_free:
                self._open_sides(base, value, counted=self._half_counts)
            elif self._half_counts:
                for side in (base | each for each in _SIDES if base | each in self._open):
                    self._counted[side] = value
                    self.total += value

    def _encloses(self, base: int) -> bool:
        """Whether this double, now joined on both sides, becomes the branching one by being the first enclosed."""
        if self._branching is not Branching.FIRST_ENCLOSED or self.spinners:
            return False
        self.spinners |= 1 << (base >> 3)
        return True

    def _filled(self) -> int:
        """The first site number of the double whose arms must be filled first; -1 where there is none."""
        return self._fill if self._fill >= 0 and self.filling() is not None else -1

    def filling(self) -> Tile | None:
        """The branching double whose arms must be filled before any other placement; None where there is none."""
        if self._fill >= 0 and any(self._fill | port in self._open for port in (_A, _B, *_SIDES)):
            return self._placements[self.placed[self._fill >> 3]][0]
        self._fill = -1
        return None

    @property
    def fits(self) -> int:
        """The tiles that can be placed now, as bits, those on the table included; -1 (all) before the set tile."""
        if not self._placements:
            return -1
        if self._fill >= 0 and (at := self.filling()) is not None:
            return self._holders[at.low]
        fits = 0
        for value, number in enumerate(self._count):
            if number:
                fits |= self._holders[value]
        return fits

    @property
    def points(self) -> int:
        """What a placement that leaves these ends scores: AS46, SR44."""
        if self.rules.scoring is Scoring.EQUAL_ENDS:
            return self._equal_ends()
        total = self.total
        return points_of(self.rules, total) if total else 0

    def _equal_ends(self) -> int:
        """Bergen: two equal ends score 2, with a double among them 3."""
        values = set(self._open.values())
        if len(self._open) < 2 or len(values) != 1:
            return 0
        value = next(iter(values))
        return 3 if len(self) > 1 and any(worth == 2 * value != value for worth in self._counted.values()) else 2

    # -- where a tile can go ------------------------------------------------------------------------------------

    def sites_for(self, tile: Tile, twins: bool = False) -> list[int]:
        """The sites where `tile` can be placed now, one of each class of symmetric sites; [-1] for a set tile.

        With `twins` every site of each class.

        Two sites are equal up to symmetry when they are chain ports, or side branches, of one double: no other
        automorphism exists, since every tile is there once.
        """
        if not self._placements:
            return [-1]
        if tile.index in self.placed or tile.high > self.rules.max_pips:
            return []
        open_, low, high = self._open, tile.low, tile.high
        fill = self._filled()
        return [
            site
            for site, value in open_.items()
            if value in (low, high)
            and (twins or not (site & 7 in _SECOND and site - 1 in open_))
            and (fill < 0 or site & ~7 == fill)
        ]

    def count_placements(self, hand: int) -> int:
        """The number of legal placements (tile and site, symmetric sites once) of a hand given as bits."""
        if not self._placements:
            return hand.bit_count()
        hand &= ~self.mask
        open_, holders, total = self._open, self._holders, 0
        fill = self._filled()
        for site, value in open_.items():
            if not (site & 7 in _SECOND and site - 1 in open_) and (fill < 0 or site & ~7 == fill):
                total += (hand & holders[value]).bit_count()
        return total

    def site_for(self, tile: Tile, at: Tile, port: Port | None) -> int:
        """The site on `at` (at `port`, or the first that fits in the order chain, branch) where `tile` can go.

        Raises PlayError with the code of the rule that forbids it.
        """
        if tile.index in self.placed:
            raise PlayError("already-there", f"{tile} is already on the table")
        if at.index not in self.placed:
            raise PlayError("site-not-there", f"{at} is not on the table")
        base = at.index << 3
        if self._fill >= 0 and base != self._fill and (filling := self.filling()) is not None:
            raise PlayError("must-fill", f"the arms of {filling} must be filled first")
        if port is not None:
            site = base | port
            self._check_port(at, port)
            value = self._open[site]
            if value != tile.low and value != tile.high:
                raise PlayError("does-not-fit", f"{tile} does not fit {at}.{port.word}, which is open with {value}")
            return site
        open_, low, high = self._open, tile.low, tile.high
        free = False
        for each in _DOUBLE_JOINS if at.low == at.high else _SINGLE_JOINS:
            found = open_.get(base | each)
            if found is not None:
                if found in (low, high):
                    return base | each
                free = True
        if free:
            raise PlayError("does-not-fit", f"{tile} fits no free end of {at}")
        raise PlayError("site-covered", f"no end of {at} is free")

    def _check_port(self, at: Tile, port: Port) -> None:
        """Raise PlayError unless this port of `at` is a site now."""
        if at.index << 3 | port in self._open:
            return
        where = f"{at}.{port.word}"
        double = at.low == at.high
        if double == (port <= Port.LOW) or (port.is_branch and port not in BRANCH_PORTS):
            raise PlayError("no-such-port", f"{at} has no port {port.word}")
        if port.is_branch and not self.spinners >> at.index & 1:
            raise PlayError("no-such-port", f"{at} is no branching double: it has no side branch")
        if port.is_branch and any(at.index << 3 | each in self._open for each in (_A, _B)):
            raise PlayError("branch-closed", f"{where} opens only when both straight extensions of {at} hold tiles")
        raise PlayError("site-covered", f"{where} is covered")

    def is_default(self, tile: Tile, site: int) -> bool:
        """Whether naming the tile of this site alone would mean the same site, or one equal up to symmetry."""
        default = self.site_for(tile, self.tile_of(site), None)
        return default == site

    def tile_of(self, site: int) -> Tile:
        """The tile on the table that a site belongs to."""
        return self._placements[self.placed[site >> 3]][0]

    def own_port(self, tile: Tile, site: int) -> Port | None:
        """The port by which `tile` would join at `site`; None for a set tile."""
        if site < 0:
            return None
        if tile.low == tile.high:
            return Port.CHAIN_A
        return Port.HIGH if self._open[site] == tile.high else Port.LOW

    def state(self) -> tuple[object, ...]:
        """All that decides what can follow and what it is worth: tables with equal states behave alike.

        The order in which the tiles came is not in it.
        """
        return (
            self.mask,
            tuple(sorted(site << 8 | value for site, value in self._open.items())),
            tuple(sorted(site << 8 | worth for site, worth in self._counted.items())),
            self.spinners,
            self._fill,
        )

    # -- values -------------------------------------------------------------------------------------------------

    def sites(self) -> tuple[Site, ...]:
        """All sites in the documents' order (3-36)."""
        found = (Site(self.tile_of(site), _PORTS[site & 7], value) for site, value in self._open.items())
        return tuple(sorted(found, key=lambda each: each.key))

    def counted(self) -> tuple[Contribution, ...]:
        """All contributions in the documents' order (3-35), zero-valued ends included (AS48)."""
        found = (Contribution(self.tile_of(site), _PORTS[site & 7], worth) for site, worth in self._counted.items())
        return tuple(sorted(found, key=lambda each: each.key))

    def uncounted(self) -> tuple[Site, ...]:
        """The sites that add nothing here: the hollow dots of a figure.

        3-34: the free chain ports of a double that counts as one end are not among them.
        """
        counted = {each.tile for each in self.counted() if not each.port.is_branch}
        branches = {(each.tile, each.port) for each in self.counted()}
        return tuple(
            site
            for site in self.sites()
            if (site.tile, site.port) not in branches and (site.port.is_branch or site.tile not in counted)
        )

    def layout(self) -> Layout:
        """The tiles on the table as a value."""
        found = []
        for tile, site, port in self._placements:
            parent = None if site < 0 else self.placed[site >> 3]
            found.append(
                Placement(
                    tile,
                    parent,
                    None if site < 0 else _PORTS[site & 7],
                    None if port < 0 else _PORTS[port],
                    bool(self.spinners >> tile.index & 1),
                )
            )
        return Layout(tuple(found))

    def position(self) -> Position:
        """Layout, sites, contributions, total and points as one value."""
        return Position(self.layout(), self.sites(), self.counted(), self.uncounted(), self.total, self.points)

    def spinner_tiles(self) -> tuple[Tile, ...]:
        """The branching doubles in order of play."""
        return tuple(tile for tile, _, _ in self._placements if self.spinners >> tile.index & 1)

    def __len__(self) -> int:
        return len(self._placements)

    def __iter__(self) -> Iterator[Tile]:
        return (tile for tile, _, _ in self._placements)


_BY_TOTAL: dict[tuple[object, ...], tuple[int, ...]] = {}


def points_by_total(rules: RuleSet) -> tuple[int, ...]:
    """What every total scores, by the total: no layout of a set has a total beyond all its pips."""
    key = (rules.scoring, rules.multiple_of, rules.unit, rules.max_pips)
    if key not in _BY_TOTAL:
        most = sum(tile_at(index).pips for index in range((rules.max_pips + 1) * (rules.max_pips + 2) // 2))
        _BY_TOTAL[key] = tuple(points_of(rules, total) for total in range(most + 1))
    return _BY_TOTAL[key]


def points_of(rules: RuleSet, total: int) -> int:
    """What a total scores: a positive multiple of five scores itself (AS46, SR44), in other games its quotient.

    With scoring by threes and fives both quotients are added: 15 scores 5 and 3. Equal ends and games without scoring
    give no points by totals.
    """
    if total <= 0:
        return 0
    scoring = rules.scoring
    if scoring is Scoring.MULTIPLES:
        quotient, rest = divmod(total, rules.multiple_of)
        return 0 if rest else total if rules.unit is Unit.PIPS else quotient
    if scoring is Scoring.THREES_AND_FIVES:
        return sum(total // number for number in (3, 5) if total % number == 0)
    return 0


def build(rules: RuleSet, placements: Iterable[Placement]) -> Table:
    """A table with these placements replayed on it. Raises PlayError for one that is not legal."""
    table = Table(rules)
    tiles: list[Tile] = []
    for each in placements:
        if each.parent is None:
            if tiles:
                raise PlayError("site-not-there", f"{each.tile} is a second set tile")
            table.put(each.tile, -1)
        else:
            table.put(each.tile, table.site_for(each.tile, tiles[each.parent], each.parent_port))
        tiles.append(each.tile)
    return table
