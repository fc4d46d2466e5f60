"""Colours and sizes of a figure. Colours are literal, sizes are user units of the SVG."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: `unit` is the length of one grid unit (a tile is 4 x 2 of them), everything else follows the
    names.

    At 96 user units to the inch, as browsers and CairoSVG take them, a tile of the default theme is 14.8 mm
    long.
    """

    name: str = "ivory"

    background: str = "#ffffff"
    tile: str = "#fffbf0"
    tile_edge: str = "#a5997f"
    tile_shade: str = "#d8ccb2"
    divider: str = "#b3a78c"
    pip: str = "#2b2620"
    spinner: str = "#e06c00"
    badge: str = "#14505c"
    badge_text: str = "#ffffff"
    dot: str = "#14505c"
    text: str = "#2b2620"
    muted: str = "#5d564b"

    unit: int = 14
    corner: float = 5
    inset: float = 0.6
    edge_width: float = 0.9
    shade_drop: float = 1.6
    divider_width: float = 1.2
    pip_size: float = 5.4
    pip_spread: float = 7
    spinner_width: float = 2.6
    badge_radius: float = 10.5
    badge_size: float = 14
    dot_radius: float = 5
    dot_width: float = 1.9
    mark_gap: float = 4.5

    margin: float = 20
    least_width: float = 240
    title_size: float = 16
    caption_size: float = 17
    legend_size: float = 12.5
    leading: float = 1.45
    """Distance of two lines of text as a multiple of their size."""


IVORY = Theme()
THEMES = {IVORY.name: IVORY}
"""Themes by name."""


def contrast(one: str, other: str) -> float:
    """Contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
