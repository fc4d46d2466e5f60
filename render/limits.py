"""What the lengths of a theme can be beside each other, so that every mark can be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .theme import Theme

APART = 1.12
"""Distance of two pips as a multiple of their size, at least."""
FRAME_GAP = 0.9
"""User units between the edge of a tile and the frame of the tile placed last."""
ROUNDING = 1e-9
"""How far beyond a limit a length is still on it: 0.4 x 14 is no 5.6 in binary numbers."""
CROWDED_PIN = 0.62
"""Size of a step number between many pips, as a share of the full one."""
PLAIN: Mapping[str, tuple[float, float]] = {
    "unit": (8, 40), "margin": (0, 400), "least_width": (0, 1000), "title_size": (6, 100), "caption_size": (6, 100),
    "legend_size": (6, 100), "leading": (1, 3),
}  # fmt: skip
SHARES: Mapping[str, tuple[float, float]] = {
    "corner": (0, 1), "inset": (0, 0.15), "edge_width": (0.02, 0.2), "shade_drop": (0, 0.3),
    "divider_width": (0.02, 0.25), "pip_size": (0.2, 0.5), "pip_spread": (0.3, 0.7), "numeral_size": (0.6, 1.7),
    "spinner_width": (0.1, 0.4), "frame_width": (0.03, 0.2), "badge_radius": (0.5, 0.85), "badge_size": (0.5, 1.5),
    "ring_width": (0.05, 0.2), "dot_radius": (0.25, 0.7), "dot_width": (0.06, 0.4), "mark_gap": (0.1, 0.5),
    "step_radius": (0.3, 0.75), "step_size": (0.4, 1.2), "port_size": (0.4, 1.5),
}  # fmt: skip
"""The least and most of a length: in units of the SVG, and as a share of a theme's `unit`."""


class Limit(NamedTuple):
    """What a length of a theme can be, with the field `beside` it that this depends on."""

    key: str
    least: float
    most: float
    beside: str | None = None


def limits(theme: Theme) -> Iterator[Limit]:
    """The least and the most of every length beside the others: a mark is no mark where it cannot be told.

    Pips stay apart and inside the outline of their tile, the outline of a branching double is heavier than an edge,
    a number stays inside its badge or pin, a dot is hollow.
    """
    for key, (least, most) in PLAIN.items():
        yield Limit(key, least, most)
    for key, (least, most) in SHARES.items():
        yield Limit(key, least * theme.unit, most * theme.unit, "unit")
    inside = theme.unit - theme.inset - max(theme.spinner_width, theme.edge_width) / 2
    yield Limit("corner", 0, theme.unit - theme.inset, "inset")
    yield Limit("corner", 0, _roundest(theme), "pip_spread")
    yield Limit("pip_spread", theme.pip_size * APART, inside - theme.pip_size / 2, "pip_size")
    yield Limit("spinner_width", theme.edge_width * 2, theme.unit, "edge_width")
    yield Limit("badge_radius", theme.badge_size * 0.66, theme.unit, "badge_size")
    yield Limit("step_radius", theme.step_size * 0.64, theme.unit, "step_size")
    inner, half = theme.unit - theme.pip_spread, theme.pip_size / 2  # of the pips next to the middle of the tile
    beside, between = hypot(inner, theme.pip_spread) - half, (inner - half) / CROWDED_PIN
    yield Limit("step_radius", 0, min(beside, between), "pip_spread")
    framed = inner - half - theme.inset - theme.edge_width / 2 - FRAME_GAP  # from the edge to the outermost pips
    yield Limit("frame_width", 0, framed, "pip_spread")
    yield Limit("mark_gap", theme.spinner_width / 2, theme.unit, "spinner_width")
    yield Limit("dot_width", 0, theme.dot_radius * 0.6, "dot_radius")


def _roundest(theme: Theme) -> float:
    """The radius at which the pips near the corners come to touch the outline."""
    outline = max(theme.spinner_width, theme.edge_width) / 2
    free = sqrt(2) * (theme.unit - theme.pip_spread - theme.inset) - theme.pip_size / 2 - outline
    return free / (sqrt(2) - 1)
