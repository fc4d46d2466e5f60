"""Small pictures in lines of text: a lying tile, its halves in the order written, and the marks of the legend."""

from __future__ import annotations

import re
from functools import lru_cache

from ..engine.messages import message
from ..render.lettering import shape
from ..render.scene import Disc, Pips, Plates, Scene, Strokes, Text
from ..render.svg import WORDS, write_svg
from ..render.theme import IVORY

DOMINOES = re.compile("[\U0001f030-\U0001f093]")
"""The domino characters of Unicode: backs, lying tiles, standing tiles, the last two by first and second half."""

_LYING, _STANDING = 0x1F030, 0x1F062


@lru_cache(maxsize=1024)
def tile_svg(first: int | None, second: int | None, language: str, lying: bool = True) -> str:
    """The tile with `first` on its left or above, without words of its own: it stands beside them. None: its back."""
    unit, edge = IVORY.unit, 2
    long, short = 4 * unit, 2 * unit
    middle = edge + short / 2
    centres = [(edge + unit * (1 + 2 * n), middle) for n in range(2)]
    halves = [
        (*(at if lying else at[::-1]), pips, lying) for at, pips in zip(centres, (first, second), strict=True) if pips
    ]
    across, along = edge + long / 2, edge + 5
    stroke = (across, along, 0, short - 10) if lying else (along, across, short - 10, 0)
    shapes = (
        Plates(((edge, edge, lying),), long, short, IVORY.corner, IVORY.tile, IVORY.tile_edge, 1.6),
        *(() if first is None else (Strokes((stroke,), IVORY.divider, IVORY.divider_width),)),
        Pips(tuple(halves), IVORY.pip_spread, IVORY.pip_size, IVORY.pip),
    )
    name = f"[{first}|{second}]"
    size = (long + 2 * edge, short + 2 * edge)
    scene = Scene(*(size if lying else size[::-1]), "none", shapes, name, name, language, IVORY)
    return _bare(write_svg(scene))


def domino(character: str, language: str) -> tuple[str, str]:
    """The picture of a domino character and the tile it means as `[0|1]`."""
    lying = ord(character) < _STANDING
    number = ord(character) - (_LYING if lying else _STANDING) - 1
    if number < 0:
        return tile_svg(None, None, language, lying), "[?|?]"
    first, second = divmod(number, 7)
    return tile_svg(first, second, language, lying), f"[{first}|{second}]"


def _bare(svg: str) -> str:
    """A picture that says nothing, for it stands beside its words: without title, description and text."""
    svg = re.sub(r'role="img" aria-labelledby="[^"]*"', 'aria-hidden="true"', svg)
    svg = re.sub(r"<(title|desc) [^>]*>[^<]*</\1>\n", "", svg)
    before, found, rest = svg.partition(WORDS)
    return before + rest.partition("</g>")[2].lstrip("\n") if found else svg


def legend_marks(language: str) -> list[tuple[str, str]]:
    """The three marks of figures, each a small SVG, with their words."""
    theme, size = IVORY, 30
    middle = size / 2
    badge = shape("5", language, True)
    scale = theme.badge_size / 1000
    left = middle - (badge.ink.left + badge.ink.right) / 2 * scale
    base = middle - (badge.ink.top + badge.ink.bottom) / 2 * scale
    drawn = {
        "counted": (
            Disc(middle, middle, theme.badge_radius, theme.badge, "none", 0),
            Text(badge, left, base, theme.badge_size, theme.badge_text),
        ),
        "uncounted": (Disc(middle, middle, theme.dot_radius, "none", theme.dot, theme.dot_width),),
        "spinner": (Plates(((8, 2, False),), 26, 14, 3, theme.tile, theme.spinner, theme.spinner_width),),
    }
    found = []
    for name, shapes in drawn.items():
        words = message(language, f"figure.legend.{name}")
        scene = Scene(size, size, "none", shapes, words, words, language, theme)
        found.append((_bare(write_svg(scene)), words))
    return found
