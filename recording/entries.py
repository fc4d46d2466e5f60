"""What is typed at the table → what it means: `36` a tile, `362` the tile on the second place, `d 36 01` a draw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.layout import PORTS, Port
from ..engine.messages import languages, section
from ..engine.tiles import AnyTile, Tile, UnknownTile, tile

_DEVANAGARI = str.maketrans("०१२३४५६७८९", "0123456789")
_PAIR = r"\[?[0-9]{1,2}[-|][0-9]{1,2}\]?|[0-9]{2}"
_TURN = re.compile(
    rf"(?:(?P<seat>[A-Da-d]): *)?(?P<tile>{_PAIR})(?:\.(?P<own>[a-z-]+))?"
    rf"(?: *@ *(?P<at>{_PAIR})(?:\.(?P<port>[a-z-]+))?| *(?P<place>[1-9]))?"
    r"(?: *= *(?P<total>[0-9]{1,9}))?(?: *\+ *(?P<points>[0-9]{1,9}))? *(?P<mark>[!w]?)"
)
_SEATED = re.compile(r"(?:(?P<seat>[A-Da-d]): *)?(?P<rest>.*?) *(?P<mark>!?)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A turn as typed: `place` is the number of the site among those shown, `stood` says that the table let it stand.

    `seat` is None where it is the one whose turn it is.
    """

    verb: str
    seat: str | None = None
    tile: Tile | None = None
    own: Port | None = None
    at: Tile | None = None
    port: Port | None = None
    place: int | None = None
    total: int | None = None
    points: int | None = None
    drawn: tuple[AnyTile, ...] = ()
    stood: bool = False
    withdrawn: bool = False


def plain(text: str) -> str:
    """What was typed, with the digits 0 to 9 and without blanks around it."""
    return text.translate(_DEVANAGARI).strip()


def command(text: str) -> str | None:
    """The command a typed word means, in any language: pass, blocked, undo, help, places, quit, withdrawn."""
    word = text.casefold()
    for language in languages():
        for key, spellings in section(language, "record-key").items():
            if word in spellings:
                return key.removeprefix("record-key.")
    return None


def pair(text: str) -> Tile | None:
    """The tile of two digits, or of two numbers with a hyphen between."""
    if not re.fullmatch(_PAIR, text):
        return None
    a, b = re.split(r"[-|]", text.strip("[]")) if not text.isdigit() else (text[0], text[1])
    return tile(int(a), int(b))


def turn(text: str) -> Entry | None:
    """A placement, a draw or a pass; None for what is none of them."""
    found = _TURN.fullmatch(text)
    if found is not None:
        return _placement(found)
    seated = _SEATED.fullmatch(text)
    if seated is None:
        return None
    seat, stood = _seat(seated["seat"]), seated["mark"] == "!"
    rest = seated["rest"]
    if command(rest) == "pass":
        return Entry("pass", seat, stood=stood)
    key = re.match(r"([^\W\d]+)\s*(.*)", rest)
    if key is not None and command(key[1]) == "draw":
        drawn = list(_drawn(key[2]))
        if drawn and None not in drawn:
            return Entry("draw", seat, drawn=tuple(each for each in drawn if each is not None), stood=stood)
    return None


def _placement(found: re.Match[str]) -> Entry | None:
    own, port = found["own"], found["port"]
    if any(each is not None and each not in PORTS for each in (own, port)):
        return None
    return Entry(
        "play", _seat(found["seat"]), pair(found["tile"]), PORTS[own] if own else None,
        pair(found["at"]) if found["at"] else None, PORTS[port] if port else None, _number(found["place"]),
        _number(found["total"]), _number(found["points"]), (), found["mark"] == "!", found["mark"] == "w",
    )  # fmt: skip


def _seat(text: str | None) -> str | None:
    return text.upper() if text else None


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def _drawn(text: str) -> Iterator[AnyTile | None]:
    """Tiles as in `36 01`, `3601`, `??` (two nobody saw), `3` or `10?` (so many of them); None for what is no tile."""
    count = re.fullmatch(r"([1-9])\??|([1-9][0-9])\?", text)
    if count is not None:
        yield from (UnknownTile() for _ in range(int(count[1] or count[2])))
        return
    yield from tiles_in(text)


def tiles_in(text: str) -> Iterator[AnyTile | None]:
    """The tiles of a hand or a draw, one after another; None for what is no tile."""
    for word in text.split():
        pieces = [word] if "-" in word or "|" in word else re.findall(r"\?|[0-9]{2}|.", word)
        for each in pieces:
            yield UnknownTile() if each == "?" else pair(each)


def numbers(text: str) -> list[int] | None:
    """Whole numbers with blanks or commas between; None for anything else."""
    words = re.split(r"[ ,]+", text.strip())
    return [int(word) for word in words] if all(re.fullmatch(r"[+-]?[0-9]{1,9}", word) for word in words) else None


def pips(text: str) -> int | None:
    """The pips of `9p`."""
    found = re.fullmatch(r"([0-9]{1,3}) *(\w+)", text)
    return int(found[1]) if found and command(found[2]) in ("pips", "pass") else None
