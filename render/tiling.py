"""Arrangement + look → the shapes of the tiles: edges, faces, dividers, pips or numerals, outlines, step numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..engine.errors import UndrawnError
from .arrange import Placed
from .digits import LEAST, TWO, fitted
from .limits import APART, CROWDED_PIN, FRAME_GAP
from .look import Look
from .scene import Disc, Pips, Plates, Shape, Strokes, Text

MOST_PIPS = 12
"""Pips of one half that have a pattern."""
_FULL = 9
"""Pips of a half above which there are four in a column: only smaller ones stay apart."""
_CROWDED = 8
"""Pips from which a half leaves no room for a step number of full size."""


def tile_shapes(placed: tuple[Placed, ...], x: float, y: float, look: Look, numbers: Sequence[int] = ()) -> list[Shape]:
    """All tiles as a few shapes, the grid's origin at `x`, `y`; `numbers` are those on the tiles, from 1 if none.

    Raises RenderError for a half of more than twelve pips, where pips are drawn as dots.
    """
    if not placed:
        return []
    theme = look.theme
    inset = theme.inset
    places = [_place(each, x, y, look) for each in placed]
    long, short = 4 * theme.unit - 2 * inset, 2 * theme.unit - 2 * inset
    shapes: list[Shape] = []
    if theme.shade_drop:
        shapes.append(_shades(places, look))
    plain = tuple(places[:-1] if look.placed else places)
    if plain:
        shapes.append(Plates(plain, long, short, theme.corner, theme.tile, theme.tile_edge, theme.edge_width))
    if look.placed:
        shapes += _placed_last(places[-1], long, short, look)
    shapes.append(_dividers(placed, x, y, look))
    steps = numbers or range(1, len(placed) + 1)
    pins = [_pin(i, each, look) for i, each in zip(steps, placed, strict=True)] if look.steps else []
    shapes += _numerals(placed, x, y, look, pins) if look.pips == "numerals" else _dots(placed, x, y, look)
    spinners = tuple(place for place, each in zip(places, placed, strict=True) if each.placement.spinner)
    if spinners:
        shapes.append(_outline(spinners, long, short, look))
    if look.steps:
        shapes += _steps(placed, x, y, look, steps, pins)
    return shapes


def single_tile(placed: Placed, look: Look) -> tuple[list[Shape], dict[str, Shape]]:
    """One tile for a page that lays tiles itself: its face, and what may lie below and over it.

    The extras are `shade`, where the theme has one, `frame` of the tile placed last, and `outline` of a branching
    double. The origin is the upper left corner of the tile's box. Raises RenderError as `tile_shapes`.
    """
    theme = look.theme
    box = placed.box
    x, y = -box.left * theme.unit, -box.top * theme.unit
    place = _place(placed, x, y, look)
    long, short = 4 * theme.unit - 2 * theme.inset, 2 * theme.unit - 2 * theme.inset
    plain = replace(placed, placement=replace(placed.placement, spinner=False))
    bare = look.but(placed=False, steps=False, theme=replace(theme, shade_drop=0))
    extras: dict[str, Shape] = {"shade": _shades([place], look)} if theme.shade_drop else {}
    extras["frame"] = _placed_last(place, long, short, look)[1]
    extras["outline"] = _outline((place,), long, short, look)
    return tile_shapes((plain,), x, y, bare), extras


def tile_back(look: Look) -> list[Shape]:
    """A standing tile seen from behind, the origin as for `single_tile`."""
    theme = look.theme
    long, short = 4 * theme.unit - 2 * theme.inset, 2 * theme.unit - 2 * theme.inset
    place, gap = ((theme.inset, theme.inset, False),), theme.unit / 3
    inner = ((theme.inset + gap, theme.inset + gap, False),)
    return [
        Plates(place, long, short, theme.corner, theme.tile, theme.tile_edge, theme.edge_width),
        Plates(inner, long - 2 * gap, short - 2 * gap, theme.corner / 2, theme.tile_shade, theme.tile_edge, 0),
    ]


def _shades(places: Sequence[tuple[float, float, bool]], look: Look) -> Plates:
    theme = look.theme
    long, short = 4 * theme.unit - 2 * theme.inset, 2 * theme.unit - 2 * theme.inset
    shades = tuple((left, top + theme.shade_drop, lying) for left, top, lying in places)
    return Plates(shades, long, short, theme.corner, theme.tile_shade, theme.tile_shade, theme.edge_width)


def _outline(places: tuple[tuple[float, float, bool], ...], long: float, short: float, look: Look) -> Plates:
    theme = look.theme
    return Plates(places, long, short, theme.corner, "none", theme.spinner, theme.spinner_width)


def _place(each: Placed, x: float, y: float, look: Look) -> tuple[float, float, bool]:
    box, unit, inset = each.box, look.theme.unit, look.theme.inset
    return x + box.left * unit + inset, y + box.top * unit + inset, box.width > box.height


def _middle(each: Placed, x: float, y: float, look: Look) -> tuple[float, float]:
    centre, unit = each.box.centre, look.theme.unit
    return x + centre.x * unit, y + centre.y * unit


def _placed_last(place: tuple[float, float, bool], long: float, short: float, look: Look) -> list[Shape]:
    """The tile placed last: another face, and a dashed frame inside its edge."""
    theme = look.theme
    left, top, lies = place
    face = Plates((place,), long, short, theme.corner, theme.placed, theme.tile_edge, theme.edge_width)
    gap = theme.edge_width / 2 + theme.frame_width / 2 + FRAME_GAP
    inner = (left + gap, top + gap, lies)
    corner = max(theme.corner - gap, 0)
    frame = Plates(
        (inner,), long - 2 * gap, short - 2 * gap, corner, "none", theme.placed_frame, theme.frame_width, theme.unit / 4
    )
    return [face, frame]


def _dividers(placed: tuple[Placed, ...], x: float, y: float, look: Look) -> Strokes:
    reach = look.theme.unit * 0.66
    lines = []
    for each in placed:
        cx, cy = _middle(each, x, y, look)
        lying = each.box.width > each.box.height
        lines.append((cx, cy - reach, 0.0, 2 * reach) if lying else (cx - reach, cy, 2 * reach, 0.0))
    return Strokes(tuple(lines), look.theme.divider, look.theme.divider_width)


def _dots(placed: tuple[Placed, ...], x: float, y: float, look: Look) -> list[Shape]:
    theme = look.theme
    halves: list[tuple[float, float, int, bool]] = []
    full: list[tuple[float, float, int, bool]] = []
    for each in placed:
        lying, tile = each.box.width > each.box.height, each.placement.tile
        if tile.high > MOST_PIPS:
            raise UndrawnError("no-pattern", pips=tile.high, tile=tile, most=MOST_PIPS)
        for half, pips in ((each.low, tile.low), (each.high, tile.high)):
            if pips:
                kept = full if pips > _FULL else halves
                kept.append((x + half.x * theme.unit, y + half.y * theme.unit, pips, lying))
    small = min(theme.pip_size, theme.pip_spread * 2 / 3 / APART)
    sized = ((halves, theme.pip_size), (full, small))
    return [Pips(tuple(each), theme.pip_spread, size, theme.pip) for each, size in sized if each]


def _numerals(placed: tuple[Placed, ...], x: float, y: float, look: Look, pins: Sequence[_Pin]) -> list[Shape]:
    """Numbers instead of pips; two digits leave room for the widest of the pins."""
    theme, shapes = look.theme, []
    room = theme.unit - max((each.across for each in pins), default=0) - 1
    size = theme.numeral_size
    for each in placed if pins else ():
        for pips in (each.placement.tile.low, each.placement.tile.high):
            ink = fitted(pips, size, None, look).line.ink
            if pips > 9:
                size = min(size, room * 2000 / (ink.right - ink.left) / TWO)
    for each in placed:
        for half, pips in ((each.low, each.placement.tile.low), (each.high, each.placement.tile.high)):
            cx, cy = x + half.x * theme.unit, y + half.y * theme.unit
            own = size if pips > 9 else theme.numeral_size
            shapes.append(number(pips, cx, cy, own, theme.pip, look, silent=True))
    return list[Shape](shapes)


class _Pin(NamedTuple):
    """The round place of a step number: its radius, by how much it is longer than a circle, and its outline."""

    radius: float
    size: float
    least: float
    stretch: float
    line: float

    @property
    def across(self) -> float:
        return self.radius + self.stretch


def _pin(value: int, placed: Placed, look: Look) -> _Pin:
    """The pin of a tile: smaller beside numerals, and between many pips, where it cannot grow."""
    theme = look.theme
    crowded = look.pips == "dots" and placed.placement.tile.high >= _CROWDED
    share = CROWDED_PIN if crowded else 0.75 if look.pips == "numerals" else 1.0
    line, least = (0.6, 0.0) if crowded else (0.9, LEAST)
    radius, size = theme.step_radius * share, theme.step_size * share
    return _Pin(radius, size, least, fitted(value, size, radius, look, least).stretch, line)


def _steps(
    placed: tuple[Placed, ...], x: float, y: float, look: Look, numbers: Sequence[int], pins: Sequence[_Pin]
) -> list[Shape]:
    """The order of play, on a pin in the middle of each tile."""
    theme = look.theme
    shapes: list[Shape] = []
    for i, each, pin in zip(numbers, placed, pins, strict=True):
        cx, cy = _middle(each, x, y, look)
        if pin.stretch:
            place = ((cx - pin.across, cy - pin.radius, True),)
            shapes.append(
                Plates(place, 2 * pin.across, 2 * pin.radius, pin.radius, theme.tile, theme.divider, pin.line)
            )
        else:
            # Between many pips the outline lies inside the pin.
            inside = pin.line / 2 if not pin.least else 0
            shapes.append(Disc(cx, cy, pin.radius - inside, theme.tile, theme.divider, pin.line))
        shapes.append(number(i, cx, cy, pin.size, theme.pip, look, radius=pin.radius, least=pin.least))
    return shapes


def number(
    value: int, cx: float, cy: float, size: float, fill: str, look: Look, *,
    radius: float | None = None, least: float = LEAST, silent: bool = False,
) -> Text:  # fmt: skip
    """A number whose black, not whose advance, has its middle at the point, in a circle of `radius` if there is one.

    `size` is that of one digit; more digits are smaller.
    """
    found = fitted(value, size, radius, look, least)
    scale, ink = found.size / 1000, found.line.ink
    x = cx - (ink.left + ink.right) / 2 * scale
    return Text(found.line, x, cy - (ink.top + ink.bottom) / 2 * scale, found.size, fill, silent)
