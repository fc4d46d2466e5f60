"""Lark's trees and runs of plain lines → nodes (engine/record.py).

Everything here is form: what a number, a tile, a text is. A problem the grammar cannot see (mixed digits, a date that
does not exist) is raised as TextProblem with its column.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import repeat
from typing import Any

from lark import Token, Tree

from ..engine import record as r
from ..engine.layout import PORTS, Port
from ..engine.tiles import AnyTile, UnknownTile, tile
from .words import port_words


class TextProblem(Exception):
    """A piece of text the grammar takes but nobody can mean; becomes a finding."""

    def __init__(self, code: str, token: Token, node: r.Node | None = None, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.node = node  # what the line says all the same
        self.column = token.column or 1
        self.width = len(token)
        self.values = {"found": str(token), **values}


# -- small pieces -----------------------------------------------------------------------------------------------

HIDDEN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Controls but the tab, and the marks that turn the direction of writing (Unicode TR 36): they act and are not seen."""

_MOST_DIGITS = 9  # no score of any game is longer
_MIXED = re.compile("[0-9][०-९]|[०-९][0-9]")
_FACES, _FACE_BACKS = (0x1F031, 0x1F063), (0x1F030, 0x1F062)
_FACE_ROW = 7  # the domino characters go up to double six


def number(token: Token) -> int:
    """The integer in a token, after a sign or mark such as `=`. Raises TextProblem for mixed digits."""
    if _MIXED.search(token):
        raise TextProblem("bad-number", token, text="mixed-digits")
    if len(token.lstrip("=:+- \t")) > _MOST_DIGITS:
        raise TextProblem("bad-number", token, text="number-too-long", most=_MOST_DIGITS)
    return int(token.lstrip("=:+ \t") if token[0] in "=:+" else token)


@lru_cache(maxsize=4096)
def _tile(text: str) -> AnyTile | None:
    """The tile in a TILE or FACE token; None where its digits are mixed."""
    if len(text) == 1:
        code = ord(text)
        if code in _FACE_BACKS:
            return UnknownTile()
        offset = code - (_FACES[1] if code >= _FACES[1] else _FACES[0])
        return tile(*divmod(offset, _FACE_ROW)) if offset < _FACE_ROW * _FACE_ROW else None
    a, b = re.split(r"[|-]", text.strip("[]"))
    if _MIXED.search(a) or _MIXED.search(b):
        return None
    if a == "?" or b == "?":
        known = b if a == "?" else a
        return UnknownTile(None if known == "?" else int(known))
    return tile(int(a), int(b))


def read_tile(token: Token) -> AnyTile:
    """The tile in a TILE or FACE token. Raises TextProblem for mixed digits."""
    found = _tile(str(token))
    if found is None:
        raise TextProblem("bad-number", token, text="mixed-digits")
    return found


def read_string(token: Token) -> str:
    """The text between the quotes, NFC."""
    return unicodedata.normalize("NFC", re.sub(r'\\(["\\])', r"\1", token[1:-1]))


def read_comment(text: str) -> str:
    """A comment, NFC, without blanks at its end."""
    return unicodedata.normalize("NFC", text).rstrip(" \t")


def refuse_hidden(comment: Token, node: r.Node) -> r.Node:
    """The node of a line with this comment. Raises TextProblem where the comment holds a control character."""
    found = HIDDEN.search(comment)
    if found is None:
        return node
    token = Token("COMMENT", found.group(), column=(comment.column or 1) + found.start())
    raise TextProblem("bad-string", token, node, text="control-character", number=code_point(found.group()))


def code_point(character: str) -> str:
    """`U+001B`."""
    return f"U+{ord(character):04X}"


def _port(token: Token) -> Port:
    return PORTS[port_words()[unicodedata.normalize("NFC", token[1:])]]


# -- trees ------------------------------------------------------------------------------------------------------


def _spot(tree: Tree[Token]) -> r.Spot:
    first = tree.children[0]
    assert isinstance(first, Tree)
    port = tree.children[1] if len(tree.children) > 1 else None
    return r.Spot(read_tile(_leaf(first)), _port(port) if isinstance(port, Token) else None)


def _leaf(tree: Any) -> Token:
    token = tree.children[0]
    assert isinstance(token, Token)
    return token


def _joined(tree: Any) -> r.Joined:
    spots = [_spot(each) for each in tree.children]
    return r.Joined(spots[0], spots[1] if len(spots) > 1 else None)


def _side(tree: Any) -> str:
    return "+".join(str(each) for each in tree.children)


class _Parts:
    """The children of one item, by what they are."""

    def __init__(self, tree: Tree[Token]) -> None:
        self.tokens: dict[str, list[Token]] = {}
        self.trees: dict[str, list[Tree[Token]]] = {}
        for child in tree.children:
            if isinstance(child, Token):
                self.tokens.setdefault(child.type, []).append(child)
            else:
                self.trees.setdefault(str(child.data), []).append(child)

    def token(self, *kinds: str) -> Token | None:
        for kind in kinds:
            if kind in self.tokens:
                return self.tokens[kind][0]
        return None

    def number(self, *kinds: str) -> int | None:
        token = self.token(*kinds)
        return None if token is None else number(token)

    def strings(self) -> list[str]:
        return [read_string(each) for each in self.tokens.get("STRING", [])]

    def tiles(self) -> tuple[AnyTile, ...]:
        return tuple(read_tile(_leaf(each)) for each in self.trees.get("tile", []))

    def seat(self) -> str:
        return str(self.tokens["SEAT"][0])

    @property
    def mark(self) -> str | None:
        found = self.trees.get("mark")
        return None if found is None else str(_leaf(found[0]).type).lower()

    def scores(self) -> tuple[tuple[str, int], ...]:
        sides = [_side(each) for each in self.trees["side"]]
        return tuple(zip(sides, (number(each) for each in self.tokens["SIGNED"]), strict=True))


def _entry(line: int, p: _Parts, c: str | None) -> r.Node:
    kind = p.token("MATCH", "LAYOUT", "SETTLEMENT")
    rules = p.token("RULES", "RULES_FILE")
    assert kind is not None and rules is not None
    strings = p.strings()
    after = strings.pop() if p.token("AFTER") else None
    return r.EntryLine(line, kind.type.lower(), str(rules), strings[0] if strings else None, after, c)


def _header(line: int, p: _Parts, c: str | None) -> r.Node:
    date = p.token("DATE")
    if date is not None:
        try:
            datetime.date.fromisoformat(date + "-01-01"[len(date) - 4 :] if len(date) < 10 else date)
        except ValueError:
            raise TextProblem("bad-date", date) from None
        return r.Header(line, "date", str(date), c)
    key = p.token("PLACE", "SOURCE", "NOTE", "X_KEY")
    assert key is not None
    return r.Header(line, str(key) if key.type == "X_KEY" else key.type.lower(), p.strings()[0], c)


def _seats(line: int, tree: Tree[Token], c: str | None) -> r.Node:
    found: list[tuple[str, str | None]] = []
    for child in tree.children[1:]:
        assert isinstance(child, Token)
        if child.type == "SEAT":
            found.append((str(child), None))
        else:
            found[-1] = (found[-1][0], read_string(child))
    return r.Seats(line, tuple(found), c)


def _boneyard(given: bool) -> Callable[[int, _Parts, str | None], r.Node]:
    def read(line: int, p: _Parts, c: str | None) -> r.Node:
        size = p.number("INT")
        tiles = p.tiles()
        return r.Boneyard(line, None if size is not None else tiles, len(tiles) if size is None else size, given, c)

    return read


def _action(line: int, p: _Parts, c: str | None) -> r.Node:
    seat = p.tokens["SEAT"][0] if "SEAT" in p.tokens else None
    joined = p.trees.get("joined")
    verb, tile_, port, site, site_port = "unknown", None, None, None, None
    if joined:
        verb = "play"
        (tile_, port), at = _joined(joined[0])
        if at is not None:
            site, site_port = at
    elif "DRAW" in p.tokens:
        verb = "draw"
    elif "PASS" in p.tokens:
        verb = "pass"
    return r.Action(
        line, None if seat is None else str(seat), verb, tile_, port, site, site_port,
        p.number("TOTAL"), p.number("POINTS"), p.tiles(), p.mark, c,
    )  # fmt: skip


def _spot_values(p: _Parts) -> tuple[tuple[r.Spot, int], ...]:
    spots = [_spot(each) for each in p.trees.get("spot", [])]
    return tuple(zip(spots, (number(each) for each in p.tokens.get("VALUE", [])), strict=True))


def _joints(line: int, p: _Parts, c: str | None) -> r.Node:
    spots = [_spot(each) for each in p.trees.get("spot", [])]
    return r.JointsClaim(line, tuple(zip(spots[::2], spots[1::2], strict=True)), c)


def _figure(line: int, p: _Parts, c: str | None) -> r.Node:
    keys = [str(each) for each in p.tokens.get("LANGUAGE", [])]
    strings = p.strings()
    return r.Figure(line, tuple(zip(keys or repeat(None), strings, strict=False)), c)


def _left(line: int, p: _Parts, c: str | None) -> r.Node:
    pips = p.number("INT")
    return r.Left(line, p.seat(), None if pips is not None else p.tiles(), pips, p.mark, c)


def _end(how: str) -> Callable[[int, _Parts, str | None], r.Node]:
    def read(line: int, p: _Parts, c: str | None) -> r.Node:
        strings = p.strings()
        return r.End(line, how, p.seat() if how == "out" else None, strings[0] if strings else None, p.mark, c)

    return read


def _int(p: _Parts, *kinds: str) -> int:
    found = p.number(*kinds)
    assert found is not None
    return found


def _names(p: _Parts) -> tuple[str, str]:
    return str(p.tokens["NAME"][0]), str(p.tokens["FIELD_VALUE"][0])


def _first_string(p: _Parts) -> str | None:
    strings = p.strings()
    return strings[0] if strings else None


_READERS: dict[str, Callable[[int, _Parts, str | None], r.Node]] = {
    "version": lambda line, p, c: r.Version(line, _int(p, "INT"), c),
    "entry": _entry,
    "header": _header,
    "change": lambda line, p, c: r.RuleChange(line, *_names(p), c),
    "round": lambda line, p, c: r.RoundLine(line, _int(p, "INT"), c),
    "starter": lambda line, p, c: r.Starter(line, "lot" if "LOT" in p.tokens else "start", p.seat(), p.mark, c),
    "deal": lambda line, p, c: r.Deal(line, p.seat(), p.tiles(), p.mark, c),
    "boneyard": _boneyard(False),
    "given_score": lambda line, p, c: r.GivenScore(line, p.scores(), c),
    "given_table": lambda line, p, c: r.GivenTable(line, tuple(_joined(each) for each in p.trees["joined"]), c),
    "given_hand": lambda line, p, c: r.GivenHand(line, p.seat(), p.tiles(), c),
    "given_boneyard": _boneyard(True),
    "given_turn": lambda line, p, c: r.GivenTurn(line, p.seat(), c),
    "action": _action,
    "placement": _action,
    "spinner": lambda line, p, c: r.SpinnerClaim(line, p.tiles(), c),
    "counted": lambda line, p, c: r.CountedClaim(line, _spot_values(p), c),
    "open": lambda line, p, c: r.OpenClaim(line, _spot_values(p), c),
    "joints": _joints,
    "figure": _figure,
    "gap": lambda line, p, c: r.Gap(line, c),
    "out": _end("out"),
    "blocked": _end("blocked"),
    "void": _end("void"),
    "left": _left,
    "deduct": lambda line, p, c: r.Deduct(line, p.seat(), _int(p, "INT"), p.mark, c),
    "award": lambda line, p, c: r.Award(line, _side(p.trees["side"][0]), _int(p, "SIGNED"), p.mark, c),
    "score": lambda line, p, c: r.ScoreLine(line, p.scores(), p.mark, c),
    "adjust": lambda line, p, c: r.Adjust(line, _side(p.trees["side"][0]), _int(p, "SIGNED"), _first_string(p), c),
    "winner": lambda line, p, c: r.Result(line, _side(p.trees["side"][0]), p.mark, c),
    "unfinished": lambda line, p, c: r.Result(line, None, None, c),
}


def read_line(tree: Tree[Token], line: int) -> r.Node:
    """The node of a `line` tree. Raises TextProblem."""
    item, *rest = tree.children
    assert isinstance(item, Tree)
    if not rest or not isinstance(rest[0], Token):
        return _node(item, line, None)
    return refuse_hidden(rest[0], _node(item, line, read_comment(rest[0])))


def _node(item: Tree[Token], line: int, comment: str | None) -> r.Node:
    if item.data == "seats":
        return _seats(line, item, comment)
    return _READERS[str(item.data)](line, _Parts(item), comment)


# -- runs of plain lines ------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _plain_spot(text: str) -> tuple[AnyTile, Port | None]:
    """`[4|4]` or `[4|4].chain-a`; RUN has checked the form."""
    face, _, port = text.partition(".")
    found = _tile(face)
    assert found is not None
    return found, PORTS[port] if port else None


@lru_cache(maxsize=16384)
def _plain_joined(text: str) -> tuple[AnyTile, Port | None, AnyTile | None, Port | None]:
    """`[4|4]@[1|4]` or `[4|4]`; RUN has checked the form."""
    new_tile, _, at = text.partition("@")
    tile_, port = _plain_spot(new_tile)
    site, site_port = _plain_spot(at) if at else (None, None)
    return tile_, port, site, site_port


@lru_cache(maxsize=1024)
def _plain_claims(text: str) -> tuple[int | None, int | None]:
    """Total and points of `=10 +10`, of one of them, or of nothing; RUN has checked the form."""
    total, _, points = text.partition(" ") if text[:1] == "=" else ("", "", text)
    return int(total[1:]) if total else None, int(points) if points else None


def read_run(run: str, line: int) -> list[r.Node]:
    """The nodes of a RUN token whose first line is `line`; the token's pattern has checked the form."""
    action, new = r.Action, tuple.__new__
    nodes: list[r.Node] = []
    add = nodes.append
    for text in run[:-1].split("\n"):
        if text[1:2] != ":":
            if text:
                add(_plain(line, text.split(" ")))
        elif text[3] == "[":
            joined, _, claims = text[3:].partition(" ")
            total, points = _plain_claims(claims)
            tile_, port, site, site_port = _plain_joined(joined)
            values = (line, text[0], "play", tile_, port, site, site_port, total, points, (), None, None)
            add(new(action, values))
        elif text[3] == "p":
            add(action(line, text[0], "pass"))
        else:
            add(action(line, text[0], "draw", drawn=_plain_tiles(text.split(" ")[2:])))
        line += 1
    return nodes


def _plain_tiles(words: list[str]) -> tuple[AnyTile, ...]:
    return tuple(map(_tile, words))  # type: ignore[arg-type]  # RUN has checked the form


def _plain(line: int, words: list[str]) -> r.Node:
    """A plain line that is no action."""
    key = words[0]
    if key == "deal":
        return r.Deal(line, words[1], _plain_tiles(words[2:]))
    if key == "left":
        if len(words) == 4 and words[3] == "pips":
            return r.Left(line, words[1], None, int(words[2]))
        return r.Left(line, words[1], _plain_tiles(words[2:]), None)
    if key == "deduct":
        return r.Deduct(line, words[1], int(words[2]))
    if key == "score":
        return r.ScoreLine(line, tuple((a, int(b)) for a, b in zip(words[1::2], words[2::2], strict=True)))
    if key == "round":
        return r.RoundLine(line, int(words[1]))
    if key == "out":
        return r.End(line, "out", words[1])
    if key == "blocked":
        return r.End(line, "blocked")
    return r.Starter(line, key, words[1])
