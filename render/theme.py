"""Colours and sizes of a figure: `themes/*.toml`, or a file of the user's → Theme.

A theme file is flat TOML: `name`, optionally `extends` (a shipped theme, ivory if left out), and any field of
Theme. Colours are literal `#rrggbb`, sizes are user units of the SVG.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib.resources import files
from math import ceil, floor, isfinite
from pathlib import Path
from typing import Any

from ..engine.errors import UndrawnError
from .limits import ROUNDING, Limit, limits

ENOUGH = 4.5
"""Least contrast of everything that is read (WCAG 2.1, AA)."""
ENOUGH_LINE = 3.0
"""Least contrast of a line that only has to be seen."""
ENOUGH_EDGE = 1.7
"""Least contrast of a line between two faces."""
_MOST_BYTES = 1 << 16  # no theme is longer
_MOST_SHOWN = 60
"""Characters of a wrong value that are shown."""
SHIPPED = ("ivory", "ebony", "contrast", "print")


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: `unit` is the length of one grid unit (a tile is 4 x 2 of them), everything else follows the
    names.

    At 96 user units to the inch, as browsers and CairoSVG take them, a tile of the shipped themes is 14.8 mm
    long. A badge has a ring around it: on a pip the ring stands out, everywhere else the badge.
    """

    name: str = "ivory"

    background: str = "#ffffff"
    tile: str = "#fffbf0"
    tile_edge: str = "#a5997f"
    tile_shade: str = "#d8ccb2"
    divider: str = "#b3a78c"
    pip: str = "#2b2620"
    spinner: str = "#d06200"
    placed: str = "#fbe3a8"
    placed_frame: str = "#7a5a00"
    badge: str = "#14505c"
    badge_text: str = "#ffffff"
    badge_ring: str = "#ffffff"
    dot: str = "#14505c"
    differs: str = "#a3195b"
    text: str = "#2b2620"
    muted: str = "#5d564b"

    unit: float = 14
    corner: float = 5
    inset: float = 0.6
    edge_width: float = 0.9
    shade_drop: float = 1.6
    divider_width: float = 1.2
    pip_size: float = 5.4
    pip_spread: float = 7
    numeral_size: float = 21
    spinner_width: float = 2.6
    frame_width: float = 1.3
    badge_radius: float = 10.5
    badge_size: float = 14
    ring_width: float = 1.5
    dot_radius: float = 5
    dot_width: float = 1.9
    mark_gap: float = 4.5
    step_radius: float = 6.4
    step_size: float = 9
    port_size: float = 10

    margin: float = 20
    least_width: float = 240
    title_size: float = 16
    caption_size: float = 17
    legend_size: float = 12.5
    leading: float = 1.45
    """Distance of two lines of text as a multiple of their size."""

    font: str = ""
    """A font file to use instead of the packaged one; a relative name is beside the theme file."""

    def weak(self) -> Iterator[tuple[str, str, float, float]]:
        """The pairs of colours that cannot be told apart: two fields, their contrast, the least one wanted."""
        for one, other, least in _pairs():
            found = contrast(getattr(self, one), getattr(self, other))
            if found < least:
                yield one, other, found, least


def _pairs() -> Iterator[tuple[str, str, float]]:
    """Which colours must stand out from which."""
    for read in ("text", "muted", "badge", "dot"):
        yield read, "background", ENOUGH
    yield "badge_text", "badge", ENOUGH
    for ground in ("tile", "placed"):
        yield "pip", ground, ENOUGH
        yield "badge", ground, ENOUGH
        yield "dot", ground, ENOUGH
    # A badge may lie on pips: there its ring is what stands out.
    yield "badge_ring", "pip", ENOUGH
    yield "badge_ring", "badge", ENOUGH
    for line in ("spinner", "differs"):
        yield line, "tile", ENOUGH_LINE
        yield line, "background", ENOUGH_LINE
    for line in ("spinner", "placed_frame"):
        yield line, "placed", ENOUGH_LINE
    for edge in ("tile_edge", "divider"):
        yield edge, "tile", ENOUGH_EDGE
        yield edge, "placed", ENOUGH_EDGE


@cache
def theme(reference: str = "ivory") -> Theme:
    """A shipped theme by name, or the theme of a TOML file by its path.

    Raises RenderError for a name that is none, a file that cannot be read, a field that is unknown or has a
    wrong value, and colours that cannot be told apart.
    """
    if reference in SHIPPED:
        source = files("goti.render").joinpath("themes", f"{reference}.toml").read_text(encoding="utf-8")
        return _read(source, reference, None)
    if not reference.endswith(".toml"):
        raise UndrawnError("theme-name", found=repr(reference), known=", ".join(SHIPPED))
    try:
        with open(reference, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UndrawnError("theme-file", reference, why=error.strerror or error) from None
    if len(data) > _MOST_BYTES:
        raise UndrawnError("theme-too-long", reference, most=_MOST_BYTES)
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UndrawnError("theme-not-utf8", reference) from None
    return _read(source, reference, Path(reference).parent)


def _read(source: str, where: str, folder: Path | None) -> Theme:
    try:
        table = tomllib.loads(source)
    except (ValueError, RecursionError) as error:  # a whole number of thousands of digits is no TOML error
        raise UndrawnError("theme-toml", where, why=error) from None
    base = table.pop("extends", "ivory")
    if folder is None:
        start = Theme()
    elif base in SHIPPED:
        start = theme(base)
    else:
        raise UndrawnError("theme-extends", where, known=", ".join(SHIPPED), found=repr(base))
    made = replace(start, **_checked({"name": where, **table}, where))
    if made.font and folder is not None and "font" in table:
        made = replace(made, font=str(folder / made.font))
    return _held(made, where)


def given(made: Theme) -> Theme:
    """A theme made in Python, held to what theme files are held to. Raises RenderError as `theme`."""
    if not isinstance(made, Theme):
        raise UndrawnError("theme-name", found=_short(made), known=", ".join(SHIPPED))
    if any(made is each for each in THEMES.values()):
        return made
    where = made.name if isinstance(made.name, str) else ""
    _checked({each.name: getattr(made, each.name) for each in fields(Theme)}, where)
    return _held(made, where)


@lru_cache(maxsize=32)
def _held(made: Theme, where: str) -> Theme:
    """The theme, if its lengths and colours tell everything apart."""
    for limit in limits(made):
        value = getattr(made, limit.key)
        if not limit.least - ROUNDING <= value <= limit.most + ROUNDING:
            raise _out_of(limit, value, made, where)
    for one, other, found, least in made.weak():
        raise UndrawnError(
            "theme-contrast", where, one=one, colour=getattr(made, one), other=other, ground=getattr(made, other),
            found=f"{found:.1f}", least=least,
        )  # fmt: skip
    return made


def _out_of(limit: Limit, value: float, made: Theme, where: str) -> UndrawnError:
    told = {
        "least": f"{ceil(round(limit.least * 100, 6)) / 100:g}",
        "most": f"{floor(round(limit.most * 100, 6)) / 100:g}",
    }
    told |= {"key": limit.key, "found": f"{value:g}"}
    if limit.beside is None:
        return UndrawnError("theme-length", where, **told)
    return UndrawnError("theme-beside", where, beside=limit.beside, value=f"{getattr(made, limit.beside):g}", **told)


def _checked(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The fields with the right names and values."""
    known = {each.name: each.default for each in fields(Theme)}
    for name, value in table.items():
        if name not in known:
            raise UndrawnError("theme-field", where, found=repr(name), known=", ".join(known))
        if isinstance(known[name], str):
            colour = str(known[name]).startswith("#")
            if not isinstance(value, str) or (colour and not re.fullmatch("#[0-9a-fA-F]{6}", value)):
                raise UndrawnError("theme-colour" if colour else "theme-text", where, key=name, found=_short(value))
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not _is_length(value):
            raise UndrawnError("theme-number", where, key=name, found=_short(value))
    return dict(table)


def _is_length(value: float) -> bool:
    """Whether a number is one to count with; a whole number can be too large for that."""
    try:
        return isfinite(value)
    except OverflowError:
        return False


def _short(value: object) -> str:
    """A value as Python writes it, no longer than a line."""
    try:
        shown = repr(value)
    except ValueError:  # more digits than Python writes
        return "…"
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"


def contrast(one: str, other: str) -> float:
    """Contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.1, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


THEMES = {name: theme(name) for name in SHIPPED}
"""The shipped themes by name."""
IVORY = THEMES["ivory"]
