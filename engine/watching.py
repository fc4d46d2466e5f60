"""A rule set that remembers which of its fields were asked for.

What is judged without asking for a field is judged alike by every rule set that differs in this field alone: the code
is the same and so is every value it sees; only the rule a finding cites may be another, since a changed field is cited
itself. tests/proofs tries it on random records.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from .rules import FIELDS, RuleSet

_NAMES = {attribute: key for key, attribute in FIELDS.items()}


class Watched(RuleSet):
    """A rule set like another; `Watched.asked` holds the fields asked for since it was last emptied."""

    __slots__ = ()
    asked: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        if name in _NAMES:
            Watched.asked.add(_NAMES[name])
        return super().__getattribute__(name)


def watched(rules: RuleSet) -> Watched:
    """The same rule set, watched."""
    return Watched(**{each.name: getattr(rules, each.name) for each in fields(RuleSet)})
