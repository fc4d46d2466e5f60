"""SVG → PDF and PNG by CairoSVG, with the same bytes every time.

One user unit of the SVG is 1/96 inch (0.2646 mm, 0.75 PDF points) unless the root has a size of its own. The
PDF carries the figure's words as real text, painted under the opaque background, where it can be found and
copied but not seen: cairo drops text that is transparent.
"""

from __future__ import annotations

import os
import struct
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from ..engine.errors import NeedsCairo, RenderError
from ..engine.messages import message
from .fonts import all_fonts
from .lettering import is_blank
from .scene import check_size
from .svg import WORDS

DATE = "2026-01-01T00:00:00Z"
"""Creation and modification date of every PDF: its bytes depend on its content only."""


def to_pdf(svg: str, title: str = "", *, lang: str = "en") -> bytes:
    """One page of the size of the figure, with `title` as the document's title.

    Raises NeedsCairo, in the language `lang`, where the cairo library is missing.
    """
    cairo = load_cairo(lang)
    surface: Any = type("Pdf", (cairo.pdf,), {"title": "" if is_blank(title) else title})
    return bytes(surface.convert(bytestring=_words_below(svg).encode()))


def to_png(svg: str, *, dpi: float = 192, lang: str = "en") -> bytes:
    """The figure as pixels, `dpi` of them to an inch of 96 user units, which the file says too.

    Raises NeedsCairo, in the language `lang`, where the cairo library is missing, RenderError for dots that cannot be
    meant.
    """
    check_size(dpi=dpi)
    return _sized(bytes(load_cairo(lang).module.svg2png(bytestring=svg.encode(), scale=dpi / 96)), dpi)


def _sized(png: bytes, dpi: float) -> bytes:
    """The PNG with a pHYs chunk, pixels to a metre, before its first data (PNG, third edition, 11.3.4.3)."""
    dots = round(dpi / 0.0254)
    chunk = b"pHYs" + struct.pack(">IIB", dots, dots, 1)
    chunk = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    head = len(b"\x89PNG\r\n\x1a\n") + 4 + 4 + 13 + 4  # signature and IHDR
    return png[:head] + chunk + png[head:]


def _words_below(svg: str) -> str:
    """The SVG with its real text moved below the background and made visible to cairo."""
    before, found, rest = svg.partition(WORDS)
    words, closed, after = rest.rpartition("</g>")
    head, background, body = before.partition("<rect ")
    if not (found and closed and background):
        return svg
    return f"{head}<g>{words}</g>{background}{body}{after}"


class _Cairo:
    """The loaded library and the surface that writes the fixed metadata."""

    def __init__(self, module: Any, cffi: Any) -> None:
        self.module = module
        self.cffi = cffi

        class FixedPdf(module.surface.PDFSurface):  # type: ignore[misc]
            title = ""

            def _create_surface(self, width: float, height: float) -> Any:
                made, wide, tall = super()._create_surface(width, height)
                made.set_metadata(cffi.PDF_METADATA_TITLE, self.title)
                made.set_metadata(cffi.PDF_METADATA_CREATOR, "goti")
                made.set_metadata(cffi.PDF_METADATA_CREATE_DATE, DATE)
                made.set_metadata(cffi.PDF_METADATA_MOD_DATE, DATE)
                return made, wide, tall

        self.pdf = FixedPdf


def load_cairo(lang: str) -> _Cairo:
    """The library, loaded once. Raises NeedsCairo, in the language `lang`, where it is missing."""
    try:
        return _load()
    except OSError as error:
        if error.errno is not None:  # no room for the font configuration; cairocffi gives no number
            raise RenderError(error.strerror or str(error)) from error
        raise NeedsCairo(message(lang, "figure.needs-cairo")) from error


@cache
def _load() -> _Cairo:
    """Load CairoSVG and let it choose its font while only the package's own are in sight."""
    with _own_fonts():
        import cairocffi
        import cairosvg

        text = "".join(f'<text font-family="{each.family}">goti</text>' for each in all_fonts().values())
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{text}</svg>'
        cairosvg.svg2png(bytestring=svg.encode())
    return _Cairo(cairosvg, cairocffi)


@cache
def own_font(family: str) -> Any:
    """The face of one of the package's fonts, for text that is not seen."""
    return _load().cffi.ToyFontFace(family)


@contextmanager
def _own_fonts() -> Iterator[None]:
    """Point fontconfig at the fonts of `fonts.toml` by a configuration that ends with this block."""
    from importlib.resources import as_file, files

    before = os.environ.get("FONTCONFIG_FILE")
    with tempfile.TemporaryDirectory(prefix="goti-") as folder:
        conf = Path(folder) / "fonts.conf"
        places = []
        for each in all_fonts().values():
            with as_file(files(each.package).joinpath(each.file)) as path:
                places.append(f"<dir>{escape(str(path.parent))}</dir>")
        # Never look at the configuration again: it is gone by then.
        conf.write_text(
            f"<fontconfig>{''.join(sorted(set(places)))}<cachedir>{escape(folder)}</cachedir>"
            "<config><rescan><int>0</int></rescan></config></fontconfig>",
            encoding="utf-8",
        )
        os.environ["FONTCONFIG_FILE"] = str(conf)
        try:
            yield
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before
