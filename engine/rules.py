"""Rule sets as data: `rulesets/*.toml` → a typed, frozen RuleSet, each field with the clause it comes from.

A rule set says *what* holds; the one piece of code that applies a field is named in the field's description below.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

from .errors import RulesError


class Branching(Enum):
    """Which doubles branch (table.py)."""

    FIRST_PLAYED = "first-played"
    ALL = "all"
    NONE = "none"


class SidesOpen(Enum):
    """When the side branches of a branching double open (table.py)."""

    AFTER_BOTH_STRAIGHT = "after-both-straight"
    FREE = "free"


class StraightExtensions(Enum):
    """Whether the joint by which a double arrived is one of its two straight extensions (table.py, 3-30)."""

    INCOMING_COUNTS = "incoming-counts"


class InnerSpinner(Enum):
    """What a branching double counts once both straight extensions hold tiles (table.py)."""

    NOTHING = "nothing"
    OPEN_HALVES = "open-halves"


class OpeningDouble(Enum):
    """Whether a lone opening double is one counted end of both halves, or two of one half (table.py, 3-33)."""

    ONE_END = "one-end"
    TWO_ENDS = "two-ends"


class Partnership(Enum):
    """Who scores together (match.py)."""

    NONE = "none"
    FOUR_OPPOSITE = "four-opposite"


class Stock(Enum):
    """How a seat without a tile that fits draws (match.py)."""

    UNTIL_PLAYABLE = "until-playable"
    NONE = "none"


class FirstStarter(Enum):
    """Who starts round 1 (match.py)."""

    LOT = "lot"


class NextStarter(Enum):
    """Who starts after a round in which somebody went out (match.py)."""

    ENDER = "ender"
    LOT = "lot"


class BlockStarter(Enum):
    """Who starts after a blocked round (match.py)."""

    LOT = "lot"
    PREVIOUS_STARTER = "previous-starter"


class OpeningTile(Enum):
    """What the starter may open with (match.py)."""

    ANY = "any"
    DOUBLE = "double"


class Passing(Enum):
    """Whether a pass must stand in the record (match.py, 3-54)."""

    EXPLICIT = "explicit"


class Block(Enum):
    """When a round is blocked (match.py, 3-2)."""

    ALL_PASS_OR_KNOWN = "all-pass-or-known"
    ALL_PASS = "all-pass"
    OTHERS_PASS = "others-pass"


class LastTile(Enum):
    """A last tile after which nothing fits ends the round as (match.py, 3-3)."""

    OUT = "out"
    BLOCKED = "blocked"


class Settlement(Enum):
    """Who pays for hands left (settle.py)."""

    EACH_OWN = "each-own"
    NONE = "none"


class RoundingPer(Enum):
    """What is rounded on its own (settle.py, 3-13)."""

    HAND = "hand"
    SIDE = "side"
    TILE = "tile"


class Rounding(Enum):
    """How a deduction is rounded to the unit (settle.py)."""

    NEAREST = "nearest"
    DOWN = "down"
    UP = "up"
    NONE = "none"


class NegativeScores(Enum):
    """Whether a deduction can take a score below zero (settle.py, 3-1)."""

    UNBOUNDED = "unbounded"
    FLOOR_ZERO = "floor-zero"


class Credit(Enum):
    """Whether points are due without being announced (match.py, 3-18)."""

    AUTOMATIC = "automatic"
    CLAIMED = "claimed"


class TargetRule(Enum):
    """What reaches the target (match.py, 3-6)."""

    AT_LEAST = "at-least"
    EXACTLY = "exactly"


class Decided(Enum):
    """When the target is looked at (match.py, 3-5, 3-7, 3-8)."""

    AT_ONCE = "at-once"
    ROUND_END = "round-end"


class AfterWin(Enum):
    """Whether the round of the winning placement is settled (match.py, 3-4)."""

    SKIP = "skip"
    SETTLE = "settle"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a field's value comes from.

    `basis` is `text` (the document says it), `figure` (a figure shows it), `inferred` (a reading) or `default`
    (silent: the default of a numbered silent point, `point`, such as "3-2").
    """

    document: str
    heading: str
    clause: str
    basis: str
    point: str = ""


_BASES = ("text", "figure", "inferred", "default")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game's rules: a field per axis, each cited; `clauses` name the clause of each rule a finding can cite.

    `hand_sizes` and `targets` are by number of seats. Build one with `rule_set(id)`; change fields with `changed`.
    """

    id: str
    version: int
    names: Mapping[str, str]
    document: str
    citations: Mapping[str, Citation]
    clauses: Mapping[str, str]
    max_pips: int
    hand_sizes: Mapping[int, int]
    partnership: Partnership
    branching: Branching
    sides_open: SidesOpen
    straight_extensions: StraightExtensions
    inner_spinner: InnerSpinner
    opening_double: OpeningDouble
    multiple_of: int
    stock: Stock
    reserve: int
    first_starter: FirstStarter
    next_starter: NextStarter
    block_starter: BlockStarter
    opening_tile: OpeningTile
    passing: Passing
    block: Block
    last_tile: LastTile
    settlement: Settlement
    rounding: Rounding
    rounding_unit: int
    rounding_per: RoundingPer
    negative_scores: NegativeScores
    credit: Credit
    targets: Mapping[int, int]
    target_rule: TargetRule
    decided: Decided
    after_win: AfterWin

    @property
    def ref(self) -> str:
        """`seven-rocks@1`."""
        return f"{self.id}@{self.version}"

    @property
    def values(self) -> dict[str, str]:
        """Every field's value as text, by its name in the notation (`inner-spinner`)."""
        return {name: format_value(getattr(self, attribute)) for name, attribute in FIELDS.items()}

    @property
    def digest(self) -> str:
        """SHA-256 over id, version and field values, so a changed value cannot pass unnoticed."""
        import hashlib
        import json

        text = json.dumps([self.id, self.version, self.values], sort_keys=True)
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def clause(self, rule: str) -> str:
        """The numbered clause for one of the rules findings cite, as `AS36`; empty where the game has none."""
        return self.clauses.get(rule, "")

    def changed(self, key: str, value: str) -> RuleSet:
        """This rule set with one field changed. Raises RulesError for an unknown field or value."""
        attribute = FIELDS.get(key)
        if attribute is None:
            near = nearest(key, FIELDS)
            hint = f"did you mean {near[0]!r}?" if near else f"the fields are: {', '.join(FIELDS)}"
            raise RulesError(f"no field {key!r}; {hint}")
        current = getattr(self, attribute)
        if isinstance(current, Mapping) and value.isdigit():
            value = ",".join(f"{seats}:{value}" for seats in current)  # one number for every number of seats
        return replace(self, **{attribute: parse_value(key, value)})


_META = ("id", "version", "names", "document", "citations", "clauses")
FIELDS: dict[str, str] = {
    each.name.replace("_", "-"): each.name for each in fields(RuleSet) if each.name not in _META
}
"""Attribute names by the names users write."""

_TYPES = get_type_hints(RuleSet)


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known word most like this one; empty where none is like it."""
    import difflib

    return difflib.get_close_matches(word, list(known), 1, 0.6)


def format_value(value: object) -> str:
    """A field's value as users write it; tables by seats as `2:7,3:6`."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{number}" for key, number in sorted(value.items()))
    return str(value)


def alternatives(key: str) -> tuple[str, ...]:
    """The named alternatives of a field, empty where it is a number or a table."""
    kind = _TYPES[FIELDS[key]]
    return tuple(str(each.value) for each in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def parse_value(key: str, value: Any) -> Any:
    """A field's value from text or TOML. Raises RulesError naming what is allowed."""
    kind = _TYPES[FIELDS[key]]
    if isinstance(kind, type) and issubclass(kind, Enum):
        for each in kind:
            if each.value == value:
                return each
        raise RulesError(f"{key} is one of {', '.join(alternatives(key))}, not {value!r}")
    try:
        if kind is int:
            number = int(value)
        elif isinstance(value, Mapping):
            return {int(seats): int(number) for seats, number in value.items()}
        else:
            return {int(k): int(v) for k, v in (each.split(":") for each in str(value).split(","))}
    except ValueError:
        raise RulesError(f"{key} takes a number, or numbers by seats as 2:7,3:6, not {value!r}") from None
    if number < (1 if key in ("multiple-of", "rounding-unit") else 0) or number > 1000:
        raise RulesError(f"{key} cannot be {number}")
    return number


def rule_set_ids() -> tuple[str, ...]:
    """References of the shipped rule sets, `id@version`."""
    found = (each.name for each in files("goti.engine").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def rule_set(ref: str) -> RuleSet:
    """The shipped rule set `id` (its newest version) or `id@version`. Raises RulesError if there is none."""
    known = rule_set_ids()
    newest = sorted((each for each in known if each.partition("@")[0] == ref), key=lambda r: int(r.split("@")[1]))
    name = newest[-1] if newest else ref
    if name not in known:
        raise RulesError(f"no rule set {ref!r}; there are: {', '.join(known)}")
    return read_rules(files("goti.engine").joinpath("rulesets", f"{name}.toml").read_text(encoding="utf-8"))


def read_rules(text: str) -> RuleSet:
    """A rule set from TOML text. Raises RulesError for a missing, unknown, uncited or contradictory field."""
    data = tomllib.loads(text)
    given: dict[str, Any] = data["field"]
    missing, unknown = FIELDS.keys() - given.keys(), given.keys() - FIELDS.keys()
    if missing or unknown:
        raise RulesError(f"fields missing: {sorted(missing)}; unknown: {sorted(unknown)}")
    headings = _headings(data)
    values, citations = {}, {}
    for key, entry in given.items():
        if entry["basis"] not in _BASES:
            raise RulesError(f"{key}: basis is one of {_BASES}, not {entry['basis']!r}")
        values[FIELDS[key]] = parse_value(key, entry["value"])
        citations[key] = Citation(
            document=data["document"],
            heading=headings.get(entry["clause"].split(" ")[0], ""),
            clause=entry["clause"],
            basis=entry["basis"],
            point=entry.get("point", ""),
        )
    return RuleSet(
        id=data["id"],
        version=data["version"],
        names=data["name"],
        document=data["document"],
        citations=citations,
        clauses=data["clauses"],
        **values,
    )


def _headings(data: Mapping[str, Any]) -> dict[str, str]:
    """Heading by clause number, from the first and last clause under each heading."""
    found = {}
    for heading, (first, last) in data["headings"].items():
        for number in range(first, last + 1):
            found[f"{data['prefix']}{number}"] = heading
    return found
