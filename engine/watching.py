"""A rule set that remembers which of its fields were asked for.

What is judged without asking for a field is judged alike by every rule set that differs in this field alone: the code
is the same and so is every value it sees; only the rule a finding cites may be another, since a changed field is cited
itself. Of a table by seats each number of seats is a field of its own. tests/proofs tries it on random records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from .rules import FIELDS, RuleSet

_NAMES = {attribute: key for key, attribute in FIELDS.items()}
_BY_SEATS = frozenset(("hand_sizes", "targets"))


class _BySeats(Mapping[int, int]):
    """A table by seats: `targets 3` is what it says of three, `targets seats` for which numbers it says anything."""

    def __init__(self, key: str, table: Mapping[int, int]) -> None:
        self.key, self.table = key, table

    def __getitem__(self, seats: int) -> int:
        Watched.asked.add(f"{self.key} {seats}")
        return self.table[seats]

    def __iter__(self) -> Iterator[int]:
        Watched.asked.add(f"{self.key} seats")
        return iter(self.table)

    def __len__(self) -> int:
        Watched.asked.add(f"{self.key} seats")
        return len(self.table)

    def __contains__(self, seats: object) -> bool:
        Watched.asked.add(f"{self.key} seats")
        return seats in self.table


class Watched(RuleSet):
    """A rule set like another; `Watched.asked` holds the fields asked for since it was last emptied."""

    __slots__ = ()
    asked: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name in _BY_SEATS:
            return _BySeats(_NAMES[name], found)
        if name in _NAMES:
            Watched.asked.add(_NAMES[name])
        return found


def watched(rules: RuleSet) -> Watched:
    """The same rule set, watched."""
    return Watched(**{each.name: getattr(rules, each.name) for each in fields(RuleSet)})


def differing(first: RuleSet, second: RuleSet) -> frozenset[str]:
    """The fields in which two rule sets differ, by the names of `Watched.asked`."""
    found: set[str] = set()
    for key, name in FIELDS.items():
        one, other = getattr(first, name), getattr(second, name)
        if name not in _BY_SEATS:
            found |= {key} if one != other else set()
            continue
        found |= {f"{key} seats"} if one.keys() != other.keys() else set()
        found |= {f"{key} {seats}" for seats in one.keys() | other.keys() if one.get(seats) != other.get(seats)}
    return frozenset(found)
