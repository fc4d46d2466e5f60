"""The laws of an arrangement."""

from __future__ import annotations

from goti.engine.layout import Layout, Port
from goti.render import picture
from goti.render.arrange import Arrangement, Placed
from goti.render.geometry import Box, around, box_at

from .trees import half_at


def check_laws(layout: Layout, arrangement: Arrangement) -> None:
    """Fail where a law is broken; the failure shows the picture."""
    broken = broken_law(layout, arrangement)
    assert broken is None, f"{broken}\n{picture(layout)}"


def broken_law(layout: Layout, arrangement: Arrangement) -> str | None:
    """No overlap, no touch but at joints, crosswise doubles, right bounds: the first law broken, or None."""
    placed = arrangement.placed
    if [each.placement for each in placed] != list(layout):
        return "not the tiles of the layout"
    if arrangement.bounds != around(tuple(each.box for each in placed)):
        return "wrong bounds"
    for i, one in enumerate(placed):
        tile = one.placement.tile
        if sorted((one.box.width, one.box.height)) != [2, 4]:
            return f"{tile} has not the size of a tile"
        if (one.box.width == 4) != (one.heading.horizontal != tile.is_double):
            return f"{tile} does not lie along its arm, or as a double across it"
        for other in placed[:i]:
            joined = other is placed[one.placement.parent or 0]
            if one.box.near(other.box, 0 if joined else 1):
                return f"{tile} is too near to {other.placement.tile}"
        broken = _broken_joint(one, placed)
        if broken:
            return f"{tile}: {broken}"
    return None


def _broken_joint(one: Placed, placed: tuple[Placed, ...]) -> str | None:
    """The joint of one tile with its parent."""
    joined = one.placement
    if joined.parent is None or joined.parent_port is None or joined.port is None:
        return None
    parent = placed[joined.parent]
    here, there = _half_box(one, joined.port), _half_box(parent, joined.parent_port)
    if here.contact(there) < 1:
        return "the joined halves do not meet"
    if half_at(joined.tile, joined.port) != half_at(parent.placement.tile, joined.parent_port):
        return "the joined halves show different pips"
    if one.ends[joined.port].point != parent.ends[joined.parent_port].point:
        return "the two ends of the joint are not in one place"
    if one.box.contact(parent.box) != here.contact(there):
        return "another half of the two tiles shares an edge too"
    if joined.parent_port.is_branch:
        short = parent.box.height < parent.box.width
        if parent.ends[joined.parent_port].heading.horizontal != short:
            return "a branch does not leave a short end"
    return None


def _half_box(placed: Placed, port: Port) -> Box:
    """The box of what a port belongs to: a half of a single, the whole of a double."""
    if placed.placement.tile.is_double:
        return placed.box
    return box_at(placed.high if port == Port.HIGH else placed.low, 2, 2)
