"""What a figure shows besides its tiles and marks, and in which digits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from ..engine.errors import UndrawnError
from .lettering import is_blank, shape
from .theme import IVORY, Theme, given, theme

Pips = Literal["dots", "numerals"]
Numerals = Literal["latin", "devanagari"]
CHOICES = {"pips": ("dots", "numerals"), "numerals": ("latin", "devanagari")}

_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


@dataclass(frozen=True, slots=True)
class Look:
    """The wishes for a figure.

    `steps` numbers the tiles in order of play, `ports` names the free ports, `placed` marks the tile placed
    last, `transparent` leaves the page out, `quiet` leaves out the caption of a position that counts nothing.
    A title of which nothing is to be seen is none.
    """

    theme: Theme = IVORY
    lang: str = "en"
    title: str | None = None
    caption: bool = True
    legend: bool = True
    pips: Pips = "dots"
    numerals: Numerals = "latin"
    steps: bool = False
    ports: bool = False
    placed: bool = False
    transparent: bool = False
    quiet: bool = False

    def __post_init__(self) -> None:
        if self.title is not None and is_blank(self.title):
            object.__setattr__(self, "title", None)

    def digits(self, text: str) -> str:
        """`text` with its digits in the numerals asked for."""
        return text.translate(_DEVANAGARI) if self.numerals == "devanagari" else text

    def but(self, **changes: Any) -> Look:
        """The same look with some wishes changed."""
        return replace(self, **changes)


def look(lang: str = "en", **wishes: Any) -> Look:
    """The look with these wishes; a theme may be given by name or path, `font` is a file used instead of the theme's.

    Raises RenderError for a theme or a font that is none, for a theme made by hand that breaks what holds for theme
    files, and for pips or numerals that are not among the choices.
    """
    wanted = wishes.pop("theme", IVORY)
    for name, allowed in CHOICES.items():
        if wishes.get(name, allowed[0]) not in allowed:
            raise UndrawnError("choice", key=name, known=", ".join(allowed), found=repr(wishes[name]))
    used = theme(wanted) if isinstance(wanted, str) else given(wanted)
    font = wishes.pop("font", None)
    if font:
        used = replace(used, font=font)
    shape(wishes.get("title") or "", lang, True, font=used.font)  # a font that is none is refused here
    return Look(used, lang, **wishes)
