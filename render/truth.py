"""Position → the same, if a figure of it cannot be false. What the engine makes always passes; hands make slips."""

from __future__ import annotations

from ..engine.errors import UndrawnError
from ..engine.layout import Contribution, Port, Position, Site
from ..engine.tiles import Tile


def check_position(position: Position) -> None:
    """Raise UndrawnError for what no table can show.

    That is a tile that lies twice, a single that branches, a mark or a name at an end that is joined, two marks at one
    end, and a total that is not the sum of the contributions.
    """
    placements = position.layout.placements
    tiles: set[int] = set()
    joined: set[int] = set()
    for each in placements:
        if each.tile.index in tiles:
            raise UndrawnError("twice", tile=each.tile)
        tiles.add(each.tile.index)
        if each.spinner and not each.tile.is_double:
            raise UndrawnError("not-double", tile=each.tile)
        if each.parent is not None and each.parent_port is not None and each.port is not None:
            joined.add(_end(placements[each.parent].tile, each.parent_port))
            joined.add(_end(each.tile, each.port))
    marks: list[Contribution | Site] = [*position.counted, *position.uncounted]
    for ends in (marks, position.sites):
        marked: set[int] = set()
        for end in ends:
            at = _end(end.tile, end.port)
            if at in joined:
                raise UndrawnError("no-end", tile=end.tile, port=end.port.word)
            if at in marked:
                raise UndrawnError("two-marks", tile=end.tile, port=end.port.word)
            marked.add(at)
    if position.counted:
        total = sum([each.value for each in position.counted])
        if total != position.total:
            shown = " + ".join(str(each.value) for each in position.counted)
            raise UndrawnError("total-differs", sum=f"{shown} = {total}", total=position.total)


def _end(tile: Tile, port: Port) -> int:
    """A number for an end: this is done for every figure, and numbers are the quickest to look up."""
    return tile.index << 3 | port
