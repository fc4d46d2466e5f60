"""PDF → the same PDF whose marked words are as wide for programs as they are for eyes, so that they are copied whole.

Where letters and glyphs do not stand one for one, Typst marks a cluster such as कु with its letters (`ActualText`), and
shows the blank behind it by itself. Two kinds of readers are misled. One takes a marked word to end where its last
glyph ends (poppler); a vowel sign is moved back below its consonant and has no width, so कुछ is copied as “कु छ”. One
leaves out what has no ink (pdfium); so से चार is copied as “सेचार”. Here the blank behind a cluster becomes part of it,
in its glyphs and in its letters; where there is none, a blank that nobody sees ends where the cluster ends.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

_STRING = rb"(?:\((?:[^()\\]|\\.)*\)|<[0-9A-F]*>)"
_PLACE = rb" 0 Tr/(?P<font%b>f\d+) [^\[\]()]* Tm"
_CLUSTER = re.compile(
    rb"/ActualText<(?P<letters>[0-9A-F]+)>>>BDC(?P<place>"
    + _PLACE % b""
    + rb")(?:\[(?P<shown>(?:"
    + _STRING
    + rb"|[-0-9.]+)+)\]TJ|(?P<one>"
    + _STRING
    + rb")Tj)\nEMC(?:"
    + _PLACE % b"2"
    + rb"(?P<blank>"
    + _STRING
    + rb")Tj)?",
    re.DOTALL,
)
_MOVE = re.compile(_STRING + rb"|(?P<move>[-0-9.]+)", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-F]{4})>\s*<0020>")
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)


def closed_spans(data: bytes) -> tuple[bytes, int]:
    """A PDF of Typst with every marked cluster ending at its right edge, and its pages' number.

    Fonts without a blank are left as they are.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as document:
        for page in document.pages:
            blanks = {name.encode(): _blank(font) for name, font in _fonts(page)}
            page.Contents.write(_CLUSTER.sub(_Closer(blanks), page.Contents.read_bytes()))
        made = io.BytesIO()
        document.save(made, deterministic_id=True)
        return made.getvalue(), len(document.pages)


class _Closer:
    """A cluster → the cluster that ends where it looks to end; `blanks` are code and width of each font's blank."""

    def __init__(self, blanks: dict[bytes, tuple[bytes, float] | None]) -> None:
        self.blanks = blanks

    def __call__(self, found: re.Match[bytes]) -> bytes:
        blank, shown = self.blanks.get(found["font"]), found["shown"] or found["one"]
        if blank is None:
            return found[0]
        code, width = blank
        back = sum(float(each["move"]) for each in _MOVE.finditer(shown) if each["move"])
        begin, end = b"/ActualText<%b%%b>>>BDC%b" % (found["letters"], found["place"]), b"%g<%b>]TJ\nEMC"
        if found["blank"] and found["font2"] == found["font"] and _code(found["blank"]) == code:
            return (begin % b"0020") + b"[%b" % shown + end % (-back, code)
        if back <= 0:
            return found[0]
        rest = found[0][found.end("shown") - found.start() + len(b"]TJ\nEMC") :]
        return (begin % b"") + b"[%b" % shown + end % (width - back, code) + rest


def _code(string: bytes) -> bytes:
    """The bytes of a string of a PDF in hexadecimal digits."""
    if string.startswith(b"<"):
        return string[1:-1]
    names = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

    def plain(found: re.Match[bytes]) -> bytes:
        return bytes([int(found[1], 8)]) if found[1][:1].isdigit() else names.get(found[1], found[1])

    return _ESCAPE.sub(plain, string[1:-1]).hex().upper().encode()


def _fonts(page: Any) -> Iterator[tuple[str, Any]]:
    fonts = page.resources.get("/Font", {})
    return ((name.removeprefix("/"), font) for name, font in fonts.items())


def _blank(font: Any) -> tuple[bytes, float] | None:
    """Code and width, in thousandths, of a font's blank; None where it has none."""
    found = _CODE.search(font.ToUnicode.read_bytes())
    if found is None:
        return None
    code, widths = int(found[1], 16), list(font.DescendantFonts[0].W)
    for first, last, width in zip(widths[::3], widths[1::3], widths[2::3], strict=True):
        if first <= code <= last:
            return found[1], float(width)
    return None
