"""Stored deals with their numbers of sequences: text ↔ golden numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..engine.rules import RuleSet, rule_set
from ..engine.settle import LETTERS
from ..engine.tiles import Tile, TileSet, mask_of, tile, tiles_of
from .perft import Deal, PerftError

_LINE = re.compile(
    r"(rules) (\S+)|(deal) ([A-D])((?: \[\d\|\d\])+)|(boneyard)((?: \[\d\|\d\])+)|(perft) (\d{1,3}) (\d+)"
)


@dataclass(frozen=True, slots=True)
class Golden:
    """A deal with its numbers by depth, as a file has them."""

    rules: RuleSet
    deal: Deal
    numbers: dict[int, int]


def read_golden(text: str) -> Golden:
    """A file of `rules`, `deal`, `boneyard` and `perft DEPTH NUMBER` lines; `#` begins a comment.

    Raises PerftError for any other line and for what is no deal, RulesError for an unknown rule set.
    """
    rules, hands, boneyard, numbers = "", dict[str, tuple[Tile, ...]](), tuple[Tile, ...](), dict[int, int]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise PerftError("line", number=number, found=repr(line))
        words = [each for each in found.groups() if each is not None]
        if words[0] == "rules":
            rules = words[1]
        elif words[0] == "deal":
            hands[words[1]] = tuple(_tiles(words[2]))
        elif words[0] == "boneyard":
            boneyard = tuple(_tiles(words[1]))
        else:
            numbers[int(words[1])] = int(words[2])
    if not rules or not hands or not numbers or 0 in numbers:
        raise PerftError("missing")
    golden = Golden(rule_set(rules), Deal(tuple(mask_of(hand) for hand in hands.values()), boneyard), numbers)
    _check(golden, hands)
    return golden


def _tiles(text: str) -> Iterator[Tile]:
    for low, high in re.findall(r"\[(\d)\|(\d)\]", text):
        yield tile(int(low), int(high))


def _check(golden: Golden, hands: dict[str, tuple[Tile, ...]]) -> None:
    """Raises PerftError unless every tile of the set is dealt once, in hands of the right size."""
    rules, seats = golden.rules, len(hands)
    held = [each for hand in hands.values() for each in hand] + list(golden.deal.boneyard)
    if sorted(held) != sorted(TileSet(rules.max_pips).tiles()):
        raise PerftError("tiles")
    size = rules.hand_sizes.get(seats)
    if list(hands) != list(LETTERS[:seats]) or any(len(hand) != size for hand in hands.values()):
        raise PerftError("hands", rules=rules.id)


def write_golden(golden: Golden) -> str:
    """The text of such a file."""
    lines = [f"rules {golden.rules.ref}"]
    for letter, hand in zip(LETTERS, golden.deal.hands, strict=False):
        lines.append(f"deal {letter} " + " ".join(map(str, tiles_of(hand))))
    if golden.deal.boneyard:
        lines.append("boneyard " + " ".join(map(str, golden.deal.boneyard)))
    lines += [f"perft {depth} {number}" for depth, number in golden.numbers.items()]
    return "\n".join(lines) + "\n"
