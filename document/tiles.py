"""Small pictures in lines of text: a tile, its halves in the order written, and the marks of the legend."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ..engine.layout import Placement
from ..engine.tiles import Tile
from ..render.arrange import Placed
from ..render.geometry import Box, Heading, Point
from ..render.legend import legend
from ..render.look import Look
from ..render.scene import Plates, Scene, Shape, Text
from ..render.svg import WORDS, write_svg
from ..render.tiling import tile_shapes

DOMINOES = re.compile("[\U0001f030-\U0001f093]")
"""The domino characters of Unicode: backs, lying tiles, standing tiles, the last two by first and second half."""

_LYING, _STANDING = 0x1F030, 0x1F062
_EDGE = 2


@lru_cache(maxsize=1024)
def tile_svg(first: int | None, second: int | None, look: Look, lying: bool = True) -> str:
    """The tile with `first` on its left or above, without words of its own: it stands beside them. None: its back."""
    ends = (Point(1, 1), Point(3, 1) if lying else Point(1, 3))
    low, high = ends if (first or 0) <= (second or 0) else ends[::-1]
    box = Box(0, 0, 4, 2) if lying else Box(0, 0, 2, 4)
    tile = Tile(*sorted((first or 0, second or 0)))
    placed = Placed(Placement(tile, None, None, None), box, Heading.EAST, low, high, {})
    plain = look.but(steps=False, placed=False)
    shapes = tile_shapes((placed,), _EDGE, _EDGE, plain)
    if first is None:
        shapes = [each for each in shapes if isinstance(each, Plates)]
    name = f"[{first}|{second}]"
    return _bare(shapes, box.width * look.theme.unit, box.height * look.theme.unit, name, look)


def _bare(shapes: Sequence[Shape], width: float, height: float, name: str, look: Look) -> str:
    """A picture that says nothing, for it stands beside its words: without title, description and text."""
    scene = Scene(width + 2 * _EDGE, height + 2 * _EDGE, "none", tuple(shapes), name, name, look.lang)
    svg = re.sub(r'role="img" aria-labelledby="[^"]*"', 'aria-hidden="true"', write_svg(scene))
    svg = re.sub(r"<(title|desc) [^>]*>[^<]*</\1>\n", "", svg)
    return without_words(svg)


def without_words(svg: str) -> str:
    """A picture without its real words, which stand behind everything else."""
    drawn, found, _ = svg.partition(WORDS)
    return f"{drawn}</svg>\n" if found else svg


def domino(character: str, look: Look) -> tuple[str, str]:
    """The picture of a domino character and the tile it means as `[0|1]`."""
    lying = ord(character) < _STANDING
    number = ord(character) - (_LYING if lying else _STANDING) - 1
    if number < 0:
        return tile_svg(None, None, look, lying), "[?|?]"
    first, second = divmod(number, 7)
    return tile_svg(first, second, look, lying), f"[{first}|{second}]"


def legend_marks(kinds: tuple[str, ...], look: Look) -> list[tuple[str, str]]:
    """These kinds of marks of figures, each a small SVG, with their words."""
    side = 2 * look.theme.unit
    found = []
    for kind, each in zip(kinds, legend(kinds, look), strict=True):
        shapes = [shape for shape in each.at(0, side / 2 + _EDGE) if not isinstance(shape, Text) or shape.silent]
        found.append((_bare(shapes, 1.6 * look.theme.unit, side, kind, look), each.line.text))
    return found
