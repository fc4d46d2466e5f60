"""PDF → the same PDF whose marked words are as wide for programs as they are for eyes, so that none is split.

Where letters and glyphs do not stand one for one, Typst marks a cluster such as कु with its letters (`ActualText`). The
vowel sign is shown last, moved back below its consonant, and has no width of its own. Readers that take a marked word
to end where its last glyph ends (poppler does) find a gap behind it, and copy कुछ as “कु छ”. A blank that nobody sees,
shown last and ending where the cluster ends, closes the gap; its letters are those the mark says, as before.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

_CLUSTER = re.compile(
    rb"(?P<begin>/ActualText<[0-9A-F]+>>>BDC 0 Tr/(?P<font>f\d+) [^\[\]()]* Tm)"
    rb"\[(?P<shown>(?:\((?:[^()\\]|\\.)*\)|<[0-9A-F]*>|[-0-9.]+)+)\]TJ\nEMC",
    re.DOTALL,
)
_MOVE = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-F]*>|(?P<move>[-0-9.]+)", re.DOTALL)
_CODE = re.compile(rb"<([0-9A-F]{4})>\s*<0020>")


def closed_spans(data: bytes) -> tuple[bytes, int]:
    """A PDF of Typst with every marked cluster ending at its right edge, and its pages' number.

    Fonts without a blank are left as they are.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as document:
        for page in document.pages:
            content = page.Contents.read_bytes()
            blanks = {name.encode(): _blank(font) for name, font in _fonts(page)}

            def closed(found: re.Match[bytes], blanks: dict[bytes, tuple[bytes, float] | None] = blanks) -> bytes:
                blank = blanks.get(found["font"])
                back = sum(float(each["move"]) for each in _MOVE.finditer(found["shown"]) if each["move"])
                if blank is None or back <= 0:
                    return found[0]
                code, width = blank
                return b"%b[%b%g<%b>]TJ\nEMC" % (found["begin"], found["shown"], width - back, code)

            page.Contents.write(_CLUSTER.sub(closed, content))
        made = io.BytesIO()
        document.save(made, deterministic_id=True)
        return made.getvalue(), len(document.pages)


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
