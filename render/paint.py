"""Scenes → one PDF, drawn straight on cairo: a page each, real words, the same bytes every time.

The words are painted under the opaque background, where they can be found and copied but not seen: cairo drops
text that is transparent. Outlines are kept as cairo paths, so that a letter costs one call.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import pi
from typing import Any

from ..engine.errors import UndrawnError
from .lettering import is_blank
from .outlines import Glyph
from .pdf import DATE, load_cairo, own_font
from .scene import Disc, Group, Pips, Plates, Scene, Shape, Strokes, Text, check_size
from .svg import pattern_points

POINTS = 0.75
"""PDF points in a user unit, 1/96 inch."""
_MM = 72 / 25.4
MOST = 14400
"""Points of the longer side of a PDF page: 200 inches, an implementation limit of PDF 1.7 (ISO 32000-1, annex C)."""


def paint_pdf(scenes: Sequence[Scene], title: str = "", *, width_mm: float | None = None) -> bytes:
    """A PDF of one page a scene, `width_mm` wide (default: 1 user unit is 1/96 inch), with `title` as its title.

    A transparent figure gets a white page. Raises NeedsCairo where the cairo library is missing, RenderError for a
    width that cannot be meant and for a page larger than a PDF can have.
    """
    check_size(width_mm)
    cffi = load_cairo(scenes[0].language if scenes else "en").cffi
    out = io.BytesIO()
    surface = cffi.PDFSurface(out, 1, 1)
    surface.set_metadata(cffi.PDF_METADATA_TITLE, "" if is_blank(title) else title)
    surface.set_metadata(cffi.PDF_METADATA_CREATOR, "goti")
    surface.set_metadata(cffi.PDF_METADATA_CREATE_DATE, DATE)
    surface.set_metadata(cffi.PDF_METADATA_MOD_DATE, DATE)
    brush = _Brush(cffi)
    for scene in scenes:
        scale = POINTS if width_mm is None else width_mm * _MM / scene.width
        if max(scene.width, scene.height) * scale > MOST:
            raise UndrawnError("pdf-size", most=round(MOST / _MM))
        surface.set_size(scene.width * scale, scene.height * scale)
        context = cffi.Context(surface)
        context.scale(scale, scale)
        brush.page(context, scene)
        surface.show_page()
    surface.finish()
    return out.getvalue()


class _Brush:
    """Draws shapes on a cairo context."""

    def __init__(self, cffi: Any) -> None:
        self.cffi = cffi

    def page(self, context: Any, scene: Scene) -> None:
        """The words, the background over them, the drawing over both."""
        context.set_source_rgb(*_colour("#000000"))
        for each in scene.shapes:
            self._words(context, each)
        context.set_source_rgb(*_colour("#ffffff" if scene.background == "none" else scene.background))
        _cover(context, scene.width, scene.height)
        for each in scene.shapes:
            self._shape(context, each)

    def _words(self, context: Any, shape: Shape) -> None:
        if isinstance(shape, Group):
            with context:
                context.translate(shape.x, shape.y)
                context.scale(shape.scale, shape.scale)
                for each in shape.shapes:
                    self._words(context, each)
        elif isinstance(shape, Text) and not shape.silent and shape.line.text:
            self._line(context, shape)

    def _line(self, context: Any, shape: Text) -> None:
        """The words of a line, each where its outlines are and as wide as they."""
        context.set_font_size(shape.size)
        for word in shape.line.words:
            context.set_font_face(own_font(word.family))
            turned = word.level % 2  # readers of PDF expect letters from left to right, and turn them themselves
            shown = word.text[::-1] if turned else word.text
            drawn = context.text_extents(shown)[4] if word.right > word.left else 0
            if not drawn:  # marks alone
                continue
            with context:
                context.translate(shape.x + word.left * shape.size / 1000, shape.y)
                context.scale((word.right - word.left) * shape.size / 1000 / drawn, 1)
                context.move_to(0, 0)
                context.show_text(shown + " " if word.ended and not turned else shown)

    def _shape(self, context: Any, shape: Shape) -> None:
        if isinstance(shape, Text):
            self._text(context, shape)
        elif isinstance(shape, Disc):
            context.arc(shape.x, shape.y, shape.radius, 0, 2 * pi)
            context.close_path()
            self._fill(context, shape.fill, shape.stroke, shape.stroke_width)
        elif isinstance(shape, Plates):
            self._plates(context, shape)
        elif isinstance(shape, Pips):
            self._pips(context, shape)
        elif isinstance(shape, Strokes):
            for x, y, dx, dy in shape.lines:
                context.move_to(x, y)
                context.rel_line_to(dx, dy)
            if shape.dash:
                context.set_dash([shape.dash])
            self._round(context, shape.stroke, shape.width)
            context.set_dash([])
        else:
            with context:
                context.translate(shape.x, shape.y)
                context.scale(shape.scale, shape.scale)
                for each in shape.shapes:
                    self._shape(context, each)

    def _fill(self, context: Any, fill: str, stroke: str, width: float) -> None:
        if fill != "none":
            context.set_source_rgb(*_colour(fill))
            context.fill_preserve()
        if width:
            context.set_source_rgb(*_colour(stroke))
            context.set_line_width(width)
            context.stroke_preserve()
        context.new_path()

    def _plates(self, context: Any, shape: Plates) -> None:
        r = shape.radius
        for left, top, lies in shape.places:
            wide, tall = (shape.long, shape.short) if lies else (shape.short, shape.long)
            context.new_sub_path()
            context.arc(left + wide - r, top + r, r, -pi / 2, 0)
            context.arc(left + wide - r, top + tall - r, r, 0, pi / 2)
            context.arc(left + r, top + tall - r, r, pi / 2, pi)
            context.arc(left + r, top + r, r, pi, 3 * pi / 2)
            context.close_path()
        if shape.dash:
            context.set_dash([shape.dash])
        self._fill(context, shape.fill, shape.stroke, shape.stroke_width)
        context.set_dash([])

    def _pips(self, context: Any, shape: Pips) -> None:
        for x, y, pips, lies in shape.halves:
            for dx, dy in pattern_points(pips, lies, shape.spread):
                context.move_to(x + dx, y + dy)
                context.rel_line_to(0, 0)
        self._round(context, shape.fill, shape.size)

    def _round(self, context: Any, colour: str, width: float) -> None:
        context.set_source_rgb(*_colour(colour))
        context.set_line_width(width)
        context.set_line_cap(self.cffi.LINE_CAP_ROUND)
        context.stroke()
        context.set_line_cap(self.cffi.LINE_CAP_BUTT)

    def _text(self, context: Any, shape: Text) -> None:
        with context:
            context.translate(shape.x, shape.y)
            context.scale(shape.size / 1000, shape.size / 1000)
            at = (0, 0)
            for glyph, x, y in shape.line.glyphs:
                context.translate(x - at[0], y - at[1])
                at = (x, y)
                self._outline(context, glyph)
            context.set_source_rgb(*_colour(shape.fill))
            context.fill()

    def _outline(self, context: Any, glyph: Glyph) -> None:
        for letter, at in glyph.segments:
            if letter == "c":
                context.curve_to(*at)
            elif letter == "l":
                context.line_to(*at)
            elif letter == "m":
                context.move_to(*at)
            else:
                context.close_path()


def _cover(context: Any, width: float, height: float) -> None:
    """Fill the page. Five corners, because cairo takes a rectangle of the page's size for a new page without words."""
    context.new_path()
    for x, y in ((-1, -1), (width + 1, -1), (width + 1, height + 1), (width / 2, height + 2), (-1, height + 1)):
        context.line_to(x, y)
    context.fill()


def _colour(colour: str) -> tuple[float, float, float]:
    value = int(colour[1:], 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255
