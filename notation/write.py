"""Record → canonical text (notation 6): nodes → lines, in English or with another language's keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..engine import record as r
from ..engine.layout import Port
from ..engine.tiles import AnyTile, UnknownTile
from .words import spelling

_CLAIMS = (r.SpinnerClaim, r.CountedClaim, r.OpenClaim, r.JointsClaim)


def write(nodes: Iterable[r.Node], language: str = "en", sites: Mapping[int, r.Spot] | None = None) -> str:
    """Canonical text of all nodes of a file, with a final newline.

    `sites` gives, by line, the site to write for a placement (a site that replay derived, a port that need not be
    written); placements it does not name keep what was written.
    """
    return "\n".join(_Writer(language, sites or {}).lines(list(nodes))) + "\n"


def format_string(text: str) -> str:
    """A text in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Writer:
    def __init__(self, language: str, sites: Mapping[int, r.Spot]) -> None:
        self.language, self.sites = language, sites
        self.words: dict[str, str] = {}

    def lines(self, nodes: list[r.Node]) -> list[str]:
        version = next((node for node in nodes if isinstance(node, r.Version)), None)
        nodes = [_as_remark(node) for node in nodes if not isinstance(node, r.Version) or _kept(node, version)]
        found = [self._end(f"{self.word('goti')} 1", version.comment if version else None)]
        entries = any(isinstance(node, r.EntryLine) for node in nodes)
        following = _following(nodes)
        for number, node in enumerate(nodes):
            after_remark = number and isinstance(nodes[number - 1], r.Remark)
            # Entries, rounds and results open a block, together with the comments that belong to them.
            opens = not after_remark and isinstance(following[number], r.EntryLine | r.RoundLine | r.Result)
            if opens and (entries or not isinstance(node, r.Remark)):
                found.append("")
            indent = "  " if isinstance(following[number], _CLAIMS) else ""
            if isinstance(node, r.Remark):
                found.append(indent + node.comment)
            else:
                found.append(self._end(indent + self.text(node), getattr(node, "comment", None)))
        return found

    @staticmethod
    def _end(text: str, comment: str | None) -> str:
        return text if comment is None else f"{text}  {comment}"

    def word(self, name: str) -> str:
        """The keyword in the language written."""
        found = self.words.get(name)
        if found is None:
            found = self.words[name] = spelling(name, self.language)
        return found

    def port(self, port: Port | None) -> str:
        return "" if port is None else "." + self.word(port.word)

    def spot(self, spot: r.Spot) -> str:
        return format_tile(spot.tile) + self.port(spot.port)

    def mark(self, mark: str | None) -> str:
        return "" if mark is None else f" {self.word(mark)}"

    def text(self, node: r.Node) -> str:
        """The line of one node, without its comment."""
        return _TEXTS[type(node)](self, node)

    # -- one method a kind of line -------------------------------------------------------------------------------

    def entry(self, n: r.EntryLine) -> str:
        after = f" {self.word('after')} {format_string(n.after)}" if n.after is not None else ""
        title = f" {format_string(n.title)}" if n.title is not None else ""
        return f"{self.word(n.kind)} {n.rules}{title}{after}"

    def header(self, n: r.Header) -> str:
        if n.key.startswith("x-"):
            return f"{n.key} {format_string(n.value)}"
        return f"{self.word(n.key)} {n.value if n.key == 'date' else format_string(n.value)}"

    def seats(self, n: r.Seats) -> str:
        named = (seat if name is None else f"{seat} {format_string(name)}" for seat, name in n.seats)
        return f"{self.word('seats')} {' '.join(named)}"

    def boneyard(self, n: r.Boneyard) -> str:
        given = f"{self.word('given')} " if n.given else ""
        return f"{given}{self.word('boneyard')} {n.size if n.tiles is None else format_tiles(n.tiles)}"

    def given_table(self, n: r.GivenTable) -> str:
        placed = (self.spot(j.spot) + (f"@{self.spot(j.site)}" if j.site else "") for j in n.placed)
        return f"{self.word('given')} {self.word('table')} {' '.join(placed)}"

    def given_hand(self, n: r.GivenHand) -> str:
        return f"{self.word('given')} {self.word('hand')} {n.seat} {format_tiles(n.tiles)}".rstrip()

    def action(self, n: r.Action) -> str:
        text = "" if n.seat is None else f"{n.seat}:"
        if n.tile is not None:
            text += (" " if text else "") + format_tile(n.tile) + self.port(n.port)
            site = self.sites.get(n.line) or (None if n.site is None else r.Spot(n.site, n.site_port))
            text += "" if site is None else f"@{self.spot(site)}"
        elif n.verb == "draw":
            text += f" {self.word('draw')} {format_tiles(n.drawn)}"
        elif n.verb == "pass":
            text += f" {self.word('pass')}"
        text += "" if n.total is None else f" ={n.total}"
        text += "" if n.points is None else f" +{n.points}"
        return text + self.mark(n.mark)

    def values(self, key: str, items: tuple[tuple[r.Spot, int], ...], ports: Callable[[Port], bool]) -> str:
        shown = [
            (r.Spot(spot.tile, spot.port if spot.port is None or ports(spot.port) else None), value)
            for spot, value in items
        ]
        texts = [f"{self.spot(spot)}:{value}" for spot, value in sorted(shown, key=_value_key)]
        return f"{self.word(key)} {' '.join(texts) or self.word('none')}"

    def joints(self, n: r.JointsClaim) -> str:
        texts = [f"{self.spot(a)}-{self.spot(b)}" for a, b in n.items]
        return f"{self.word('joints')} {' '.join(texts) or self.word('none')}"

    def figure(self, n: r.Figure) -> str:
        texts = [(f"{key} " if key else "") + format_string(text) for key, text in n.captions]
        return " ".join([self.word("figure"), *texts])

    def end(self, n: r.End) -> str:
        seat = f" {n.seat}" if n.seat else ""
        reason = f" {format_string(n.reason)}" if n.reason is not None else ""
        return f"{self.word(n.how)}{seat}{reason}{self.mark(n.mark)}"

    def left(self, n: r.Left) -> str:
        held = f"{n.pips} {self.word('pips')}" if n.pips is not None else format_tiles(n.tiles or ())
        return f"{self.word('left')} {n.seat} {held}".rstrip() + self.mark(n.mark)

    def scores(self, scores: tuple[tuple[str, int], ...]) -> str:
        return f"{self.word('score')} " + " ".join(f"{side} {number}" for side, number in scores)

    def adjust(self, n: r.Adjust) -> str:
        reason = f" {format_string(n.reason)}" if n.reason is not None else ""
        return f"{self.word('adjust')} {n.side} {n.points:+d}{reason}"

    def result(self, n: r.Result) -> str:
        if n.side is None:
            return self.word("unfinished")
        return f"{self.word('winner')} {n.side}{self.mark(n.mark)}"


_TEXTS: dict[type, Callable[[_Writer, Any], str]] = {
    r.EntryLine: _Writer.entry,
    r.Header: _Writer.header,
    r.Seats: _Writer.seats,
    r.RuleChange: lambda w, n: f"{w.word('rule')} {n.key} {n.value}",
    r.RoundLine: lambda w, n: f"{w.word('round')} {n.number}",
    r.Starter: lambda w, n: f"{w.word(n.how)} {n.seat}{w.mark(n.mark)}",
    r.Deal: lambda w, n: f"{w.word('deal')} {n.seat} {format_tiles(n.tiles)}{w.mark(n.mark)}",
    r.Boneyard: _Writer.boneyard,
    r.GivenScore: lambda w, n: f"{w.word('given')} {w.scores(n.scores)}",
    r.GivenTable: _Writer.given_table,
    r.GivenHand: _Writer.given_hand,
    r.GivenTurn: lambda w, n: f"{w.word('given')} {w.word('turn')} {n.seat}",
    r.Action: _Writer.action,
    r.SpinnerClaim: lambda w, n: f"{w.word('spinner')} {format_tiles(n.tiles) or w.word('none')}",
    r.CountedClaim: lambda w, n: w.values("counted", n.items, lambda port: port.is_branch),
    r.OpenClaim: lambda w, n: w.values("open", n.items, lambda port: True),
    r.JointsClaim: _Writer.joints,
    r.Figure: _Writer.figure,
    r.Gap: lambda w, n: w.word("gap"),
    r.End: _Writer.end,
    r.Left: _Writer.left,
    r.Deduct: lambda w, n: f"{w.word('deduct')} {n.seat} {n.points}{w.mark(n.mark)}",
    r.Award: lambda w, n: f"{w.word('award')} {n.side} {n.points}{w.mark(n.mark)}",
    r.ScoreLine: lambda w, n: w.scores(n.scores) + w.mark(n.mark),
    r.Adjust: _Writer.adjust,
    r.Result: _Writer.result,
}


def _following(nodes: list[r.Node]) -> list[r.Node | None]:
    """For each node itself, for a remark the first node after it that is none; None where only remarks follow."""
    found: list[r.Node | None] = [None] * len(nodes)
    following: r.Node | None = None
    for number in range(len(nodes) - 1, -1, -1):
        if not isinstance(nodes[number], r.Remark):
            following = nodes[number]
        found[number] = following
    return found


def _kept(node: r.Version, first: r.Version | None) -> bool:
    """A version line after the first leaves its comment behind."""
    return node is not first and node.comment is not None


def _as_remark(node: r.Node) -> r.Node:
    return r.Remark(node.line, False, node.comment or "#") if isinstance(node, r.Version) else node


def _value_key(item: tuple[r.Spot, int]) -> tuple[int, int, int, int]:
    """Tile (low, then high), then port; unknown tiles last."""
    spot, value = item
    tile = spot.tile
    if isinstance(tile, UnknownTile):
        return (99, 99, 0, value)
    port = spot.port
    if port is None:  # a single's high half before its low one; a double without a port stands where its chain would
        port = Port.CHAIN_A if tile.is_double else Port.HIGH if value == tile.high else Port.LOW
    return (tile.low, tile.high, port, value)


def format_tile(tile: AnyTile) -> str:
    """`[low|high]`."""
    return str(tile)


def format_tiles(tiles: Iterable[AnyTile]) -> str:
    """Tiles in their order, with a blank between."""
    return " ".join(map(str, tiles))
