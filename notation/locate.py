"""The column of a piece of a line: findings name the piece, this reads the line again with the small tokens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from unicodedata import normalize

from lark import Token, Tree
from lark.exceptions import LarkError

from ..engine.findings import Finding
from .parse import Written, grammar


def locate(findings: Iterable[Finding], written: Written) -> list[Finding]:
    """The same findings, in order of their lines, each with the column and width of its piece."""
    placed = [_located(each, written.line(each.line)) for each in findings]
    return sorted(placed, key=lambda each: (each.line, each.column))


def _located(finding: Finding, line: str) -> Finding:
    if finding.column or not line:
        return finding
    token = token_of(line, finding.part) if finding.part else None
    if token is not None and token.column is not None:
        return replace(finding, column=token.column, width=len(token))
    stripped = line.split("#")[0].rstrip(" \t") if '"' not in line else line.rstrip(" \t")
    indent = len(line) - len(line.lstrip(" \t"))
    return replace(finding, column=indent + 1, width=max(len(stripped) - indent, 1))


def place_in_text(line: str, language: str | None, character: str) -> tuple[int, int]:
    """Column and width of a character in a caption of a `figure` line; of the whole caption where only NFC has it."""
    token = token_of(line, f"caption {language or ''}")
    return (1, 1) if token is None else _place(token, character)


def place_in_texts(lines: Iterable[tuple[int, str]], character: str) -> tuple[int, int, int] | None:
    """Line, column and width of a character in the first text that has it, of lines with their numbers.

    The whole text where only NFC has the character; None where no text has it.
    """
    for number, line in lines:
        tree = _tree(line)
        for token in () if tree is None else tree.scan_values(lambda value: isinstance(value, Token)):
            if token.type == "STRING" and character in normalize("NFC", token):
                return number, *_place(token, character)
    return None


def _place(token: Token, character: str) -> tuple[int, int]:
    index, column = token.find(character), token.column or 1
    return (column, len(token)) if index < 0 else (column + index, 1)


def token_of(line: str, part: str) -> Token | None:
    """The token of a piece; None where the line has no such piece."""
    tree = _tree(line)
    if tree is None:
        return None
    tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
    name, _, number = part.partition(" ")
    return _find(tree, tokens, name, number)


def _tree(line: str) -> Tree[Token] | None:
    try:
        return grammar().parse(f"{line} #\n")  # the comment keeps the line from being read as a plain run
    except LarkError:
        return None


def _find(tree: Tree[Token], tokens: list[Token], name: str, number: str) -> Token | None:
    kinds = {
        "total": ("TOTAL",), "points": ("POINTS", "INT", "SIGNED"), "seat": ("SEAT",), "rules": ("RULES", "RULES_FILE"),
        "mark": ("STANDS", "WITHDRAWN"), "number": ("INT",), "field": ("NAME",), "value": ("FIELD_VALUE",),
    }  # fmt: skip
    if name in kinds:
        return next((each for kind in kinds[name] for each in tokens if each.type == kind), None)
    if name in ("tile", "site"):
        tiles = [each for each in tokens if each.type in ("TILE", "FACE")]
        index = 1 if name == "site" else int(number or 0)
        return _with_port(tiles[index], tokens) if index < len(tiles) else None
    if name == "side-name":
        return next((each for each in reversed(_sides(tree)) if each == number), None)
    if name == "side":
        values = [each for each in tokens if each.type == "SIGNED"]
        for side, value in zip(_sides(tree), values, strict=False):
            if side == number:
                return value
        return None
    if name == "caption":
        pairs = pairwise(tokens)
        return next((each for key, each in pairs if each.type == "STRING" and number in ("", key)), None)
    if name == "after":
        strings = [each for each in tokens if each.type == "STRING"]
        return strings[-1] if strings else None
    return None


def _with_port(tile: Token, tokens: list[Token]) -> Token:
    """The tile with the port written on it."""
    end = (tile.column or 1) + len(tile)
    port = next((each for each in tokens if each.type == "PORT" and each.column == end), None)
    return tile if port is None else Token(tile.type, f"{tile}{port}", column=tile.column)


def _sides(tree: Tree[Token]) -> list[Token]:
    """The sides of a line from left to right, each as one token."""
    found = []
    for each in tree.find_data("side"):
        seats = [token for token in each.children if isinstance(token, Token)]
        found.append(Token("SIDE", "+".join(seats), column=seats[0].column))
    return sorted(found, key=lambda token: token.column or 0)
