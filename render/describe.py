"""Position → the words of a figure, in the three lines the rule documents give each figure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from ..engine.layout import Position
from ..engine.messages import catalogue, message

Form = Literal["heading", "short", "long", "layout"]


def describe(position: Position, lang: str = "en", form: Form = "long") -> str:
    """One line about `position` in the documents' form.

    `heading` names the tile placed last; `short` gives the sum and the points; `long` begins with `short` and
    names all tiles, branching doubles, joints, sites and contributions in the documents' order (3-35 to
    3-39); `layout` names the tiles and joints alone, for a figure that asks for the rest. Raises MessageError for
    a language without a catalogue.
    """
    if form == "heading":
        return _heading(position, lang)
    text = _texts(lang)
    if form == "layout":
        return _lists(position, lang, ("tiles", "joints"))
    short = text["sum"].format(sum=written_sum(position, lang))
    short += " " + text["points"].format(points=position.points)
    return short if form == "short" else f"{short} {_lists(position, lang)}"


def written_sum(position: Position, lang: str = "en") -> str:
    """The contributions as a sum: `2 + 8 = 10`, `4 = 4` for one alone; a total of which none are known, alone."""
    if not position.counted:
        return str(position.total) if position.total else _texts(lang)["none"]
    return f"{' + '.join([str(each.value) for each in position.counted])} = {position.total}"


def caption(position: Position, lang: str = "en") -> str:
    """The line below a figure: the sum and the points."""
    return message(lang, "figure.caption", sum=written_sum(position, lang), count=position.points)


@cache
def _texts(lang: str) -> dict[str, str]:
    """The catalogue's `[figure]` table without its first word."""
    prefix = "figure."
    return {key[len(prefix) :]: text for key, text in catalogue(lang).items() if key.startswith(prefix)}


def _heading(position: Position, lang: str) -> str:
    placements = position.layout.placements
    if not placements:
        return _texts(lang)["empty"]
    return _texts(lang)["placed"].format(tile=placements[-1].tile)


def _lists(
    position: Position,
    lang: str,
    names: Sequence[str] = ("tiles", "spinners", "joints", "sites", "contributions"),
) -> str:
    """What the long line adds, or some of it: clauses, each a list or the word for none."""
    text, layout = _texts(lang), position.layout
    none = text["none"]
    lists = {
        "tiles": ", ".join([str(each) for each in layout.tiles]),
        "spinners": ", ".join([str(each) for each in layout.spinners]),
        "joints": _joints(position, text),
        "sites": _sites(position, text),
        "contributions": _contributions(position, text),
    }
    return " ".join([text[name].format_map({name: lists[name] or none}) for name in names])


def _joints(position: Position, text: dict[str, str]) -> str:
    form = text["joint"].format
    return "; ".join(
        [
            form(
                tile=each.tile,
                port=text["port." + each.port.word],
                new_tile=each.new_tile,
                new_port=text["port." + each.new_port.word],
            )
            for each in position.layout.joints
        ]
    )


def _sites(position: Position, text: dict[str, str]) -> str:
    form = text["site"].format
    return "; ".join(
        [form(tile=each.tile, port=text["port." + each.port.word], value=each.value) for each in position.sites]
    )


def _contributions(position: Position, text: dict[str, str]) -> str:
    form = text["contribution"].format
    return "; ".join([form(tile=each.tile, value=each.value) for each in position.counted])
