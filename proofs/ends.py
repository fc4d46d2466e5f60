"""All layouts by their ends: rule set → every table of a root and the last tiles of its arms.

Lemma of the arms: the number of sites, the values they are open with, the contributions and the points of a layout
depend only on its branching double (else one end of the line) and on the last tile of each arm. So every layout has
the ends of a *bare* one, in which the last tiles lie directly at the root, whether they match or not (`Table.put`
checks nothing). Bare layouts are few: equal ends count once. A bare layout need not be one that can be played;
`realised` looks for a legal order of placements that has its ends. tests/proofs tries the lemma on random layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.errors import RulesError
from ..engine.layout import Port
from ..engine.rules import Branching, RuleSet
from ..engine.table import BRANCH_PORTS, Table
from ..engine.tiles import Tile, TileSet, tile
from .layouts import Placed

End = tuple[int, bool]
"""The last tile of an arm as far as it matters: its outer pips, and whether it is a double."""

Arms = tuple[Tile, tuple[tuple[Port, End], ...]]
"""A root, and the ends of its arms, each with the root's port."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A root and the ends of its arms, each with the root's port; the table that has them."""

    root: Tile
    arms: tuple[tuple[Port, End], ...]
    table: Table

    @property
    def ends(self) -> Arms:
        """The bare layout without its table."""
        return (self.root, self.arms)

    @property
    def enclosed(self) -> bool:
        """Whether both straight extensions of a branching double hold tiles."""
        return bool(self.table.spinners) and sum(port.is_chain for port, _ in self.arms) == 2

    @property
    def sides_begun(self) -> int:
        """Side branches that hold tiles."""
        return sum(port.is_branch for port, _ in self.arms)


def bare_layouts(rules: RuleSet) -> Iterator[Bare]:
    """Every bare layout, equal ends once. Raises RulesError where more than one double can branch."""
    if rules.branching is Branching.ALL:
        raise RulesError("all-branch", rules.id)
    for root in TileSet(rules.max_pips).tiles():
        yield from _with_more_arms(_alone(rules, root))


def _with_more_arms(bare: Bare) -> Iterator[Bare]:
    yield bare
    for grown in _grown(bare):
        yield from _with_more_arms(grown)


def bare(rules: RuleSet, ends: Arms) -> Bare:
    """The bare layout of a root and the ends of its arms, which `bare_layouts` gave."""
    root, arms = ends
    found = _alone(rules, root)
    for port, end in arms:
        grown = _joined(found, port, end)
        assert grown is not None
        found = grown
    return found


def _alone(rules: RuleSet, root: Tile) -> Bare:
    table = Table(rules)
    table.put(root, -1)
    return Bare(root, (), table)


def _grown(bare: Bare) -> Iterator[Bare]:
    """Every bare layout with one arm more; arms of one kind come in order of their ends, so each set comes once."""
    for port in _ports(bare):
        last = max((end for at, end in bare.arms if at.is_chain == port.is_chain), default=None)
        for end in _ends(bare):
            grown = _joined(bare, port, end) if last is None or end >= last else None
            if grown is not None:
                yield grown


def _ports(bare: Bare) -> Iterator[Port]:
    """The first open straight port of the root, and the first open side; arms at sides come after straight ones."""
    root, sites = bare.root, [each.port for each in bare.table.sites() if each.tile == bare.root]
    if not root.is_double:
        # A line without a branching double: one end is the root itself, its high half first.
        yield from (sites if not bare.arms else ())
        return
    chains = [port for port in sites if port.is_chain]
    sides = [port for port in sites if port.is_branch]
    if chains and not bare.sides_begun and (bare.table.spinners or not bare.arms or _encloses(bare)):
        yield chains[0]
    if sides:
        yield sides[0]


def _encloses(bare: Bare) -> bool:
    """Whether a double that does not branch yet branches once it is enclosed; a plain one is no root of two arms."""
    return bare.table.rules.branching is Branching.FIRST_ENCLOSED


def _ends(bare: Bare) -> Iterator[End]:
    """The ends an arm can have: without a branching double where the first double would be one, only singles."""
    rules = bare.table.rules
    doubles = bool(bare.table.spinners) or rules.branching is not Branching.FIRST_PLAYED
    for pips in range(rules.max_pips + 1):
        yield (pips, False)
        if doubles:
            yield (pips, True)


def _joined(bare: Bare, port: Port, end: End) -> Bare | None:
    """The bare layout with one more arm; None where the set has no tile left for its end."""
    pips, double = end
    used = bare.table.placed
    others = [pips] if double else [each for each in range(bare.table.rules.max_pips + 1) if each != pips]
    free = [each for other in others if (each := tile(pips, other)).index not in used]
    if not free:
        return None
    chosen, table = free[0], bare.table.copy()
    own = None if double else Port.LOW if chosen.high == pips else Port.HIGH
    table.put(chosen, bare.root.index << 3 | port, own)
    return Bare(bare.root, (*bare.arms, (port, end)), table)


def contracted(table: Table) -> Bare:
    """The bare layout of a table: the lemma says that both have the same sites, contributions and points."""
    placements = table.layout().placements
    spinner = next((number for number, each in enumerate(placements) if each.spinner), None)
    root = spinner if spinner is not None else _line_end(table)
    own = placements[root]
    joints = [(each.parent_port, number) for number, each in enumerate(placements) if each.parent == root]
    if own.parent is not None:
        joints.append((own.port, own.parent))
    bare = _alone(table.rules, own.tile)
    for port, first in sorted(joints, key=lambda each: each[0] is not None and each[0].is_branch):
        assert port is not None
        at = _same_kind(bare, port) if own.tile.is_double else port
        grown = _joined(bare, at, _last(table, first, root))
        assert grown is not None
        bare = grown
    return bare


def _same_kind(bare: Bare, port: Port) -> Port:
    """The first free port of the root of the same kind."""
    kinds = BRANCH_PORTS if port.is_branch else (Port.CHAIN_A, Port.CHAIN_B)
    used = {at for at, _ in bare.arms}
    return next(each for each in kinds if each not in used)


def _neighbours(table: Table, number: int) -> list[int]:
    placements = table.layout().placements
    found = [child for child, each in enumerate(placements) if each.parent == number]
    parent = placements[number].parent
    return found if parent is None else [*found, parent]


def _line_end(table: Table) -> int:
    """The number of a tile at an end of a line without a branching double."""
    return next(number for number in range(len(table)) if len(_neighbours(table, number)) < 2)


def _last(table: Table, first: int, before: int) -> End:
    """The end of the arm that goes from `before` to `first`."""
    placements = table.layout().placements
    while following := [each for each in _neighbours(table, first) if each != before]:
        before, first = first, following[0]
    last = placements[first].tile
    if last.is_double:
        return (last.low, True)
    inner = placements[first].port if placements[first].parent == before else placements[before].parent_port
    return (last.low if inner is Port.HIGH else last.high, False)


# -- legal layouts with given ends ------------------------------------------------------------------------------------


def realised(bare: Bare, more: int) -> tuple[Placed, ...] | None:
    """A legal order of placements with these ends, with `more` tiles than a bare layout has; None for none."""
    table = Table(bare.table.rules)
    table.put(bare.root, -1)
    return _arms(table, bare, 0, len(bare.arms) + more, ((bare.root, -1),))


def _arms(table: Table, bare: Bare, number: int, tiles: int, path: tuple[Placed, ...]) -> tuple[Placed, ...] | None:
    """Play the arms from `number` on with exactly so many tiles."""
    if number == len(bare.arms):
        return path if tiles == 0 and table.spinners == bare.table.spinners else None
    port, end = bare.arms[number]
    return _arm(table, bare, number, bare.root.index << 3 | port, end, tiles, path)


def _arm(
    table: Table, bare: Bare, number: int, site: int, end: End, tiles: int, path: tuple[Placed, ...]
) -> tuple[Placed, ...] | None:
    later = len(bare.arms) - number - 1
    if tiles <= later:
        return None
    for each in TileSet(table.rules.max_pips).tiles():
        fitting = [at for at in table.sites_for(each) if at >> 3 == site >> 3 and (at & 7 >= 6) == (site & 7 >= 6)]
        if not fitting:
            continue
        after = table.copy()
        after.put(each, fitting[0])
        last = next((at for at in after.sites() if at.tile == each), None)
        if last is None:
            continue
        grown = (*path, (each, fitting[0]))
        found = None
        if (last.value, each.is_double) == end:
            found = _arms(after, bare, number + 1, tiles - 1, grown)
        if found is None:
            found = _arm(after, bare, number, each.index << 3 | last.port, end, tiles - 1, grown)
        if found is not None:
            return found
    return None
