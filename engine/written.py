"""A position and the lines written about it → the position as they state it, right by the rules or not.

For figures of games whose rules are not here: what counts, what is open and which doubles branch are taken from the
lines `counted`, `open` and `spinner`, total and points from the placement. What is not written is not there, except
the branching doubles, which the layout needs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from .errors import UndrawnError
from .layout import Contribution, Layout, Placement, Port, Position, Site
from .record import Action, CountedClaim, JointsClaim, OpenClaim, SpinnerClaim, Spot
from .tiles import AnyTile

Claim = CountedClaim | JointsClaim | OpenClaim | SpinnerClaim

CODES = ("false-total", "false-points", "false-counted", "false-open", "false-spinner")
"""What the engine finds about those lines, which is beside the point here."""


def as_written(position: Position, action: Action, claims: Sequence[Claim]) -> Position:
    """`position` with what `action` and the lines below it state; of two lines of a kind the last one holds.

    Raises UndrawnError, with the line, for a tile that is not on the table, for one without the free end that is to
    count, and for a total that is not the sum of the ends.
    """
    layout, counted, sites = position.layout, tuple[Contribution, ...](), tuple[Site, ...]()
    for claim in sorted(
        claims, key=lambda each: not isinstance(each, SpinnerClaim)
    ):  # which ports there are comes first
        try:
            if isinstance(claim, SpinnerClaim):
                layout = _branching(layout, claim)
            elif isinstance(claim, CountedClaim):
                counted = _counted(layout, claim)
            elif isinstance(claim, OpenClaim):
                sites = tuple(_site(layout, spot, value) for spot, value in claim.items)
        except UndrawnError as error:
            raise error.at(claim.line) from None
    total = sum(each.value for each in counted)
    stated = any(isinstance(each, CountedClaim) for each in claims)
    if stated and action.total not in (None, total):
        shown = " + ".join(str(each.value) for each in counted) or "0"
        raise UndrawnError("sum-differs", sum=f"{shown} = {total}", total=action.total).at(action.line)
    dots = _uncounted(sites, counted)
    return Position(layout, sites, counted, dots, total if counted else action.total or 0, action.points or 0)


def _branching(layout: Layout, claim: SpinnerClaim) -> Layout:
    """The layout with the written branching doubles, and no others."""
    doubles = {_placed(layout, tile).tile for tile in claim.tiles}
    for tile in doubles:
        if not tile.is_double:
            raise UndrawnError("not-double", tile=tile)
    return Layout(tuple(replace(each, spinner=each.tile in doubles) for each in layout))


def _counted(layout: Layout, claim: CountedClaim) -> tuple[Contribution, ...]:
    """The written ends in their order."""
    found: list[Contribution] = []
    for spot, value in claim.items:
        placed = _placed(layout, spot.tile)
        taken = {each.port for each in found if each.tile == placed.tile}
        found.append(Contribution(placed.tile, _port(layout, placed, spot.port, value, taken), value))
    return tuple(found)


def _site(layout: Layout, spot: Spot, value: int) -> Site:
    placed = _placed(layout, spot.tile)
    return Site(placed.tile, _port(layout, placed, spot.port, value), value)


def _placed(layout: Layout, tile: AnyTile) -> Placement:
    for each in layout:
        if each.tile == tile:
            return each
    raise UndrawnError("not-on-table", tile=tile)


def _port(layout: Layout, placed: Placement, port: Port | None, value: int, taken: Collection[Port] = ()) -> Port:
    """The free port written, else one in line with the tile's arm, of a single rather the one with `value` pips."""
    tile = placed.tile
    free = [each for each in _free(layout, placed) if each not in taken]
    if port is not None:
        if port not in free:
            raise UndrawnError("no-end", tile=tile, port=port.word)
        return port
    ends = [each for each in free if not each.is_branch]
    if not ends:
        raise UndrawnError("no-counted-end", tile=tile)
    return next((each for each in ends if (tile.high if each == Port.HIGH else tile.low) == value), ends[0])


def _free(layout: Layout, placed: Placement) -> list[Port]:
    """The ports of a placed tile that no tile has joined."""
    ports = [Port.HIGH, Port.LOW]
    if placed.tile.is_double:
        ports = [Port.CHAIN_A, Port.CHAIN_B, *((Port.BRANCH_A, Port.BRANCH_B) if placed.spinner else ())]
    number = layout.placements.index(placed)
    joined = {each.parent_port for each in layout if each.parent == number} | {placed.port}
    return [each for each in ports if each not in joined]


def _uncounted(sites: Sequence[Site], counted: Sequence[Contribution]) -> tuple[Site, ...]:
    """The open sites that count nothing; a double that counts as one end has no dots in line (3-34)."""
    ends = {(each.tile, each.port) for each in counted}
    whole = {each.tile for each in counted if each.port.is_chain}
    return tuple(
        each for each in sites if (each.tile, each.port) not in ends and not (each.port.is_chain and each.tile in whole)
    )
