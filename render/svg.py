"""Scene → SVG text; the only module that writes XML.

SVG 1.1 with presentation attributes and literal colours only, for converters that know nothing else. Letters
are outlines, each kept once; over them lies the same text as real words that are not painted, to be selected,
searched and read aloud. All pips of a figure are one path of round-capped dots, the cheapest form for
converters. Same scene, same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from .outlines import Glyph
from .scene import Disc, Group, Pips, Plates, Scene, Shape, Strokes, Text, check_size

WORDS = '<g class="words" fill-opacity="0">'
"""Opens the group of real text; `pdf.py` looks for it."""
_ID = "\0"
"""Stands for the prefix of all ids until the content, and so the prefix, is known."""


def write_svg(scene: Scene, *, key: str = "", width_mm: float | None = None) -> str:
    """The scene as a whole SVG document without an XML declaration, to be inlined or kept as a file.

    Ids begin with a digest of the content and of `key`, so two figures on one page never share one, unless
    they are equal and have the same key. With `width_mm` the root has a size besides its viewBox. Raises RenderError
    for a width that cannot be meant.
    """
    check_size(width_mm)
    glyphs: dict[str, Glyph] = {}
    body = "".join([_shape(each, glyphs) for each in scene.shapes])
    words = "".join([_words(each) for each in scene.shapes])
    outlines = "".join([f'<path id="{_ID}{name}" d="{each.path}"/>\n' for name, each in glyphs.items()])
    if outlines:
        outlines = f"<defs>\n{outlines}</defs>\n"
    width, height = _number(scene.width), _number(scene.height)
    page = ""
    if scene.background != "none":
        page = f'<rect width="{width}" height="{height}" fill="{scene.background}"/>\n'
    content = (
        f'<title id="{_ID}-title">{_escape(scene.heading)}</title>\n'
        f'<desc id="{_ID}-desc">{_escape(scene.description)}</desc>\n'
        f'{page}{outlines}<g aria-hidden="true">\n{body}</g>\n{WORDS}\n{words}</g>\n</svg>\n'
    )
    prefix = "g" + hashlib.sha256(f"{key}\n{content}".encode("utf-8", "surrogatepass")).hexdigest()[:10]
    size = ""
    if width_mm is not None:
        tall = width_mm * scene.height / scene.width
        size = f' width="{_number(width_mm)}mm" height="{_number(tall)}mm"'
    lang = scene.language
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}"{size} role="img" aria-labelledby="{prefix}-title {prefix}-desc" '
        f'xml:lang="{lang}" lang="{lang}">\n{content.replace(_ID, prefix)}'
    )


def write_parts(parts: Mapping[str, Iterable[Shape]]) -> str:
    """Shapes by name as the `<defs>` of a page that puts figures together with `<use>`; the names become ids.

    The outlines of letters come first, with ids that begin with `glyph-`.
    """
    glyphs: dict[str, Glyph] = {}
    groups = [
        f'<g id="{name}">{"".join([_shape(each, glyphs) for each in shapes])}</g>\n' for name, shapes in parts.items()
    ]
    outlines = [f'<path id="{_ID}{name}" d="{each.path}"/>\n' for name, each in glyphs.items()]
    return f"<defs>\n{''.join(outlines + groups)}</defs>".replace(_ID, "glyph-")


def _number(value: float) -> str:
    """The one form of a number: at most two decimals, no trailing zeros, no negative zero."""
    if value.__class__ is int:
        return str(value)
    text = "%.2f" % value  # noqa: UP031 - twice as fast as format() here
    text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _shape(shape: Shape, glyphs: dict[str, Glyph]) -> str:
    """One shape; the outlines it needs are added to `glyphs`."""
    if isinstance(shape, Text):
        return _text(shape, glyphs)
    if isinstance(shape, Group):
        return f"<g{_moved(shape)}>\n{''.join([_shape(each, glyphs) for each in shape.shapes])}</g>\n"
    if isinstance(shape, Disc):
        return _disc(shape)
    if isinstance(shape, Plates):
        return _plates(shape)
    if isinstance(shape, Pips):
        return _pips(shape)
    return _strokes(shape)


def _plates(shape: Plates) -> str:
    lying = _plate(shape.long, shape.short, shape.radius)
    standing = _plate(shape.short, shape.long, shape.radius)
    number, radius = _number, shape.radius
    path = "".join([f"M{number(x + radius)} {number(y)}{lying if lies else standing}" for x, y, lies in shape.places])
    dash = f' stroke-dasharray="{number(shape.dash)}"' if shape.dash else ""
    return (
        f'<path d="{path}" fill="{shape.fill}" stroke="{shape.stroke}" '
        f'stroke-width="{number(shape.stroke_width)}"{dash}/>\n'
    )


@lru_cache(maxsize=64)
def _plate(width: float, height: float, radius: float) -> str:
    """A rounded rectangle from the end of its upper left corner, clockwise."""
    r, across, down = _number(radius), _number(width - 2 * radius), _number(height - 2 * radius)
    arc = f"a{r} {r} 0 0 1"
    return f"h{across}{arc} {r} {r}v{down}{arc}-{r} {r}h-{across}{arc}-{r}-{r}v-{down}{arc} {r}-{r}z"


def _strokes(shape: Strokes) -> str:
    number = _number
    path = "".join([f"M{number(x)} {number(y)}{_way(dx, dy)}" for x, y, dx, dy in shape.lines])
    dash = f' stroke-dasharray="{number(shape.dash)}"' if shape.dash else ""
    return (
        f'<path d="{path}" fill="none" stroke="{shape.stroke}" stroke-width="{number(shape.width)}" '
        f'stroke-linecap="round"{dash}/>\n'
    )


def _way(dx: float, dy: float) -> str:
    """The shortest path data for a straight line."""
    if dx and dy:
        return f"l{_number(dx)} {_number(dy)}"
    return f"h{_number(dx)}" if dx else f"v{_number(dy)}"


def _pips(shape: Pips) -> str:
    spread, number = shape.spread, _number
    path = "".join([f"M{number(x)} {number(y)}{_pattern(pips, lies, spread)}" for x, y, pips, lies in shape.halves])
    if path.count("h0") == 1:
        path = path.replace("h0", "h.01")  # resvg, and Typst with it, leaves out a path without any extent
    return (
        f'<path d="{path}" fill="none" stroke="{shape.fill}" stroke-width="{number(shape.size)}" '
        'stroke-linecap="round"/>\n'
    )


_COLUMNS = {
    1: ((), (0,), ()),
    2: ((-1,), (), (1,)),
    3: ((-1,), (0,), (1,)),
    4: ((-1, 1), (), (-1, 1)),
    5: ((-1, 1), (0,), (-1, 1)),
    6: ((-1, 0, 1), (), (-1, 0, 1)),
    7: ((-1, 0, 1), (0,), (-1, 0, 1)),
    8: ((-1, 0, 1), (-1, 1), (-1, 0, 1)),
    9: ((-1, 0, 1), (-1, 0, 1), (-1, 0, 1)),
    10: ((-1, -1 / 3, 1 / 3, 1), (-2 / 3, 2 / 3), (-1, -1 / 3, 1 / 3, 1)),
    11: ((-1, -1 / 3, 1 / 3, 1), (-2 / 3, 0, 2 / 3), (-1, -1 / 3, 1 / 3, 1)),
    12: ((-1, -1 / 3, 1 / 3, 1), (-1, -1 / 3, 1 / 3, 1), (-1, -1 / 3, 1 / 3, 1)),
}
"""Heights of the pips in the three columns of a standing tile's half, in units of the spread."""


@lru_cache(maxsize=256)
def pattern_points(pips: int, lies: bool, spread: float) -> tuple[tuple[float, float], ...]:
    """The pips of a half from its middle."""
    points = [
        (column * spread, height * spread)
        for column, heights in zip((-1, 0, 1), _COLUMNS[pips], strict=True)
        for height in heights
    ]
    return tuple(sorted((y, -x) for x, y in points) if lies else sorted(points))


@lru_cache(maxsize=256)
def _pattern(pips: int, lies: bool, spread: float) -> str:
    """Relative path data from the middle of a half to each of its pips, each a line of no length."""
    path, at = "", (0.0, 0.0)
    for x, y in pattern_points(pips, lies, spread):
        step = f"m{_number(x - at[0])} {_number(y - at[1])}".replace(" -", "-") if (x, y) != at else ""
        path += f"{step}h0"
        at = (x, y)
    return path


def _disc(shape: Disc) -> str:
    number = _number
    stroke = f' stroke="{shape.stroke}" stroke-width="{number(shape.stroke_width)}"' if shape.stroke_width else ""
    return (
        f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}" '
        f'fill="{shape.fill}"{stroke}/>\n'
    )


def _text(shape: Text, glyphs: dict[str, Glyph]) -> str:
    uses = []
    for glyph, x, y in shape.line.glyphs:
        glyphs[glyph.key] = glyph
        place = (f' x="{x}"' if x else "") + (f' y="{y}"' if y else "")
        uses.append(f'<use xlink:href="#{_ID}{glyph.key}"{place}/>')
    return (
        f'<g transform="translate({_number(shape.x)} {_number(shape.y)}) scale({shape.size / 1000:g})" '
        f'fill="{shape.fill}">{"".join(uses)}</g>\n'
    )


def _moved(shape: Group) -> str:
    scale = f" scale({shape.scale:g})" if shape.scale != 1 else ""
    return f' transform="translate({_number(shape.x)} {_number(shape.y)}){scale}"'


def _words(shape: Shape) -> str:
    """The real text of a shape; nothing for what has none."""
    if isinstance(shape, Group):
        inside = "".join([_words(each) for each in shape.shapes])
        return f"<g{_moved(shape)}>\n{inside}</g>\n" if inside else ""
    if not isinstance(shape, Text) or shape.silent:
        return ""
    length = shape.line.width * shape.size / 1000
    families = ", ".join((*shape.line.families, "sans-serif"))
    turned = ' direction="rtl" text-anchor="end"' if shape.line.level % 2 else ""
    return (
        f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}"{turned} '
        f'font-family="{families}" textLength="{_number(length)}" '
        f'lengthAdjust="spacingAndGlyphs">{_escape(shape.line.text)}</text>\n'
    )
