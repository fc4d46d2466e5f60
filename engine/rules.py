"""Rule sets as data: `rulesets/*.toml` → a typed, frozen RuleSet, each field with the clause it comes from.

A rule set says *what* holds; the one piece of code that applies a field is named in the field's description below.
"""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

from .errors import RulesError


class Branching(Enum):
    """Which doubles branch (table.py)."""

    FIRST_PLAYED = "first-played"
    FIRST_ENCLOSED = "first-enclosed"
    OPENING = "opening"
    ALL = "all"
    NONE = "none"


class SidesOpen(Enum):
    """When the side branches of a branching double open (table.py)."""

    AFTER_BOTH_STRAIGHT = "after-both-straight"
    FREE = "free"
    MUST_FILL_FIRST = "must-fill-first"


class SideGrowth(Enum):
    """Whether a side branch grows, or ends with its first tile, which then counts for ever (table.py)."""

    GROWS = "grows"
    STUB = "stub"


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


class Scoring(Enum):
    """Which totals score (table.py): multiples of one number, of three and of five, equal ends, or none."""

    MULTIPLES = "multiples"
    THREES_AND_FIVES = "threes-and-fives"
    EQUAL_ENDS = "equal-ends"
    NONE = "none"


WORDED = {
    Scoring.MULTIPLES: "", Scoring.THREES_AND_FIVES: "-both", Scoring.EQUAL_ENDS: "-ends", Scoring.NONE: "-unscored",
}  # fmt: skip
"""What is added to the name of a message that says why a total scores or not."""


class Unit(Enum):
    """What a scoring total scores: its pips, or how many times the number goes into it (table.py)."""

    PIPS = "pips"
    QUOTIENT = "quotient"


class ExtraTurn(Enum):
    """When the seat that placed plays again (round.py)."""

    NONE = "none"
    AFTER_SCORE = "after-score"
    AFTER_DOUBLE = "after-double"
    AFTER_SCORE_OR_DOUBLE = "after-score-or-double"


class Partnership(Enum):
    """Who scores together (match.py)."""

    NONE = "none"
    FOUR_OPPOSITE = "four-opposite"


class Stock(Enum):
    """How a seat without a tile that fits draws (match.py)."""

    UNTIL_PLAYABLE = "until-playable"
    DEAD = "dead"
    NONE = "none"


class FirstStarter(Enum):
    """Who starts round 1 (match.py)."""

    LOT = "lot"
    HIGHEST_DOUBLE = "highest-double"


class NextStarter(Enum):
    """Who starts after a round in which somebody went out (match.py)."""

    ENDER = "ender"
    LOT = "lot"
    ROTATE_LEFT = "rotate-left"
    HIGHEST_DOUBLE = "highest-double"


class BlockStarter(Enum):
    """Who starts after a blocked round (match.py)."""

    LOT = "lot"
    PREVIOUS_STARTER = "previous-starter"
    ROTATE_LEFT = "rotate-left"
    HIGHEST_DOUBLE = "highest-double"


class OpeningTile(Enum):
    """What the starter may open with (match.py)."""

    ANY = "any"
    DOUBLE = "double"
    HIGHEST_DOUBLE = "highest-double"


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
    ENDER_TAKES = "ender-takes"
    ENDER_POINT = "ender-point"
    NONE = "none"


class BlockSettlement(Enum):
    """What a blocked round settles (settle.py): as any round, the lightest hand takes the others', or nothing."""

    SAME = "same"
    LIGHTEST_TAKES = "lightest-takes"
    NOTHING = "nothing"


class RoundingPer(Enum):
    """What is rounded on its own (settle.py, 3-13)."""

    HAND = "hand"
    SIDE = "side"
    TILE = "tile"
    TOTAL = "total"


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


class ScoreRecord(Enum):
    """How a table keeps the scores (render/scorecard.py); no rule of play, so no field: no verdict turns on it."""

    PAPER = "paper"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a field's value comes from.

    `basis` is `text` (the document says it), `figure` (a figure shows it), `inferred` (a reading) or `default`
    (silent: the default of a numbered silent point, `point`, such as "3-2"), `house` (a changed field) or `silent`
    (the document does not speak of it: the plainest value).
    """

    document: str
    heading: str
    clause: str
    basis: str
    point: str = ""


_BASES = ("text", "figure", "inferred", "default", "house", "silent")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game's rules: a field per axis, each cited; `clauses` name the clause of each rule a finding can cite.

    `hand_sizes` and `targets` are by number of seats; `score_record` is the record the document tells a table to keep.
    Build one with `rule_set(id)`; change fields with `changed`. `game` is the id of the shipped rule set that house
    rules go back to, of others their own.
    """

    id: str
    version: int
    game: str
    names: Mapping[str, str]
    document: str
    citations: Mapping[str, Citation]
    clauses: Mapping[str, str]
    score_record: ScoreRecord
    record_citation: Citation
    max_pips: int
    hand_sizes: Mapping[int, int]
    partnership: Partnership
    branching: Branching
    sides_open: SidesOpen
    side_growth: SideGrowth
    straight_extensions: StraightExtensions
    inner_spinner: InnerSpinner
    opening_double: OpeningDouble
    scoring: Scoring
    multiple_of: int
    unit: Unit
    extra_turn: ExtraTurn
    stock: Stock
    draw_most: int
    reserve: int
    first_starter: FirstStarter
    next_starter: NextStarter
    block_starter: BlockStarter
    opening_tile: OpeningTile
    passing: Passing
    block: Block
    last_tile: LastTile
    settlement: Settlement
    block_settlement: BlockSettlement
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

    def name(self, language: str) -> str:
        """What the game is called in a language, else in English."""
        return self.names.get(language, self.names["en"])

    def names_beside(self, other: RuleSet, language: str) -> tuple[str, str]:
        """What this rule set and another are called; with what they have apart where that is one name."""
        one, two = self.name(language), other.name(language)
        if one != two or self == other:
            return one, two
        apart = [key for key, value in self.values.items() if value != other.values[key]]
        told = [", ".join(f"{key} = {each.values[key]}" for key in apart) for each in (self, other)]
        return f"{one}: {told[0]}", f"{two}: {told[1]}"

    @property
    def values(self) -> dict[str, str]:
        """Every field's value as text, by its name in the notation (`inner-spinner`)."""
        return {name: format_value(getattr(self, attribute)) for name, attribute in FIELDS.items()}

    @property
    def digest(self) -> str:
        """SHA-256 over id, version and every value that differs from the plainest one of its field.

        A changed value cannot pass unnoticed; a field added later with its plainest value changes no digest.
        """
        import hashlib
        import json

        values = {key: value for key, value in self.values.items() if value != PLAIN.get(key)}
        text = json.dumps([self.id, self.version, values], sort_keys=True)
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def clause(self, rule: str) -> str:
        """The numbered clause for one of the rules findings cite, as `AS36`; empty where the game has none."""
        return self.clauses.get(rule, "")

    def changed(self, key: str, value: str) -> RuleSet:
        """This rule set with one field changed. Raises RulesError for an unknown field or value."""
        attribute = FIELDS.get(key)
        if attribute is None:
            near = nearest(key, FIELDS)
            if near:
                raise RulesError("field-near", found=repr(key), near=repr(near[0]))
            raise RulesError("field", found=repr(key), known=", ".join(FIELDS))
        current = getattr(self, attribute)
        if isinstance(current, Mapping) and value.isdigit():
            value = ",".join(f"{seats}:{value}" for seats in current)  # one number for every number of seats
        new = parse_value(key, value)
        if new == current:
            return self
        citations = {**self.citations, key: Citation("", "", f"{key} = {format_value(new)}", "house")}
        clauses = _cited(self.clauses, citations)
        return checked(replace(self, **{attribute: new, "citations": citations, "clauses": clauses}))


PLAIN: dict[str, str] = {
    "side-growth": "grows",
    "scoring": "multiples",
    "unit": "pips",
    "extra-turn": "none",
    "draw-most": "0",
    "block-settlement": "same",
}
"""The plainest value of a field that digests leave out."""

TURNS_ON: dict[str, tuple[str, ...]] = {
    "set": ("max-pips",),
    "seats": ("hand-sizes",),
    "hand-size": ("hand-sizes",),
    "boneyard": ("stock", "reserve"),
    "first-starter": ("first-starter",),
    "next-starter": ("next-starter",),
    "block-starter": ("block-starter",),
    "opening": ("opening-tile",),
    "clockwise": ("extra-turn",),
    "spinner": ("branching",),
    "no-other-spinner": ("branching",),
    "sides-open": ("sides-open",),
    "open-side": ("inner-spinner",),
    "points": ("scoring", "multiple-of", "unit"),
    "no-points": ("scoring", "multiple-of"),
    "draw": ("stock", "reserve", "draw-most"),
    "blocked": ("block",),
    "out": ("last-tile",),
    "rounding": ("rounding", "rounding-unit", "rounding-per"),
    "deduction": ("settlement", "block-settlement"),
    "separate-hands": ("rounding-per",),
    "no-extra-points": ("settlement",),
    "target": ("targets", "target-rule", "decided"),
    "after-win": ("after-win",),
}
"""The fields that say how a rule is played: where one is changed, its citation stands for the rule's clause."""


def _cited(clauses: Mapping[str, str], citations: Mapping[str, Citation]) -> dict[str, str]:
    """The clauses with those of changed fields in their place."""
    found = dict(clauses)
    for rule, keys in TURNS_ON.items():
        own = [citations[key].clause for key in keys if citations[key].basis == "house"]
        if own:
            found[rule] = "; ".join(dict.fromkeys(own))
    return found


_META = ("id", "version", "game", "names", "document", "citations", "clauses", "score_record", "record_citation")
FIELDS: dict[str, str] = {each.name.replace("_", "-"): each.name for each in fields(RuleSet) if each.name not in _META}
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
        raise RulesError("one-of", key=key, known=", ".join(alternatives(key)), found=repr(value))
    try:
        if kind is int:
            number = _whole_number(value)
        elif isinstance(value, Mapping):
            return {int(seats): _whole_number(number) for seats, number in value.items()}
        else:
            return {int(k): int(v) for k, v in (each.split(":") for each in str(value).split(","))}
    except ValueError:
        raise RulesError("number", key=key, found=repr(value)) from None
    if number < (1 if key in ("multiple-of", "rounding-unit") else 0) or number > 1000:
        raise RulesError("out-of-range", key=key, found=number)
    return number


def _whole_number(value: object) -> int:
    """An integer from text or TOML. Raises ValueError for anything else, fractions and truth values too."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError
    return int(value)


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
        raise RulesError("rule-set", found=repr(ref), known=", ".join(known))
    return read_rules(files("goti.engine").joinpath("rulesets", f"{name}.toml").read_text(encoding="utf-8"))


def load_rules(ref: str, find: Callable[[str], str] = str, _within: tuple[str, ...] = ()) -> RuleSet:
    """A rule set by id, `id@version` or the path of a TOML file, each with changes: `seven-rocks:targets=100`.

    `find` says which file a path means, or refuses it. A path behind `extends` begins at the file that holds it.
    Raises RulesError for an unknown rule set, a file that cannot be read, an unknown field or value, a contradiction.
    """
    base, _, changes = ref.partition(":") if not ref.endswith(".toml") else (ref, "", "")
    if not changes and ".toml:" in ref:
        base, _, changes = ref.rpartition(".toml:")
        base += ".toml"
    if base.endswith(".toml"):
        path = os.path.normpath(base)
        if path in _within:
            raise RulesError("extends-itself", base)

        def extended(other: str) -> RuleSet:
            beside = os.path.normpath(os.path.join(os.path.dirname(path), other)) if ".toml" in other else other
            return load_rules(beside, find, (*_within, path))

        rules = read_rules(_file_text(find(base), base), base, extended)
    else:
        rules = rule_set(base)
    for change in filter(None, _split_changes(changes)):
        key, equals, value = change.partition("=")
        if not equals:
            raise RulesError("change", found=repr(change))
        rules = rules.changed(key.strip(), value.strip())
    return checked(rules)


def _split_changes(changes: str) -> list[str]:
    """Changes at commas; a comma inside numbers by seats (`targets=2:61,4:100`) splits nothing."""
    found: list[str] = []
    for part in changes.split(","):
        if "=" in part or not found:
            found.append(part)
        else:
            found[-1] += f",{part}"
    return found


_MOST_BYTES = 1 << 18  # no rule set is longer


def _file_text(path: str, shown: str) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise RulesError("file", shown, why=error.strerror or error) from None
    if len(data) > _MOST_BYTES:
        raise RulesError("too-long", shown, most=_MOST_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RulesError("not-utf8", shown, number=error.start + 1) from None


_TOP: dict[str, tuple[type, ...]] = {
    "id": (str,), "version": (int,), "extends": (str,), "prefix": (str,), "document": (str,), "name": (str, dict),
    "headings": (dict,), "field": (dict,), "clauses": (dict,), "score-record": (str, dict),
}  # fmt: skip
"""What can stand at the top of a file, and as what."""


def read_rules(text: str, path: str = "", extended: Callable[[str], RuleSet] = load_rules) -> RuleSet:
    """A rule set from TOML text: a whole one, or one that changes fields of the one it `extends` (found by `extended`).

    Raises RulesError for text that is no TOML, a missing, unknown, uncited or contradictory field.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RulesError("toml", path, why=error) from None
    try:
        _check_top(data)
        if path:
            _check_id(data)
        return checked(_extended(data, extended) if "extends" in data else _whole(data))
    except RulesError as error:
        raise error.inside(path) from None


def _check_top(data: Mapping[str, Any]) -> None:
    """What stands at the top of a file. Raises RulesError for an unknown key or a value of another kind."""
    unknown = sorted(data.keys() - _TOP)
    fields_there = [key for key in unknown if key in FIELDS]
    if fields_there:
        raise RulesError("field-at-top", found=", ".join(fields_there))
    if unknown:
        raise RulesError("unknown", found=", ".join(map(repr, unknown)), known=", ".join(sorted(_TOP)))
    for key, value in data.items():
        if not isinstance(value, _TOP[key]) or isinstance(value, bool):
            kind = "-or-".join({str: "text", int: "number", dict: "table"}[each] for each in _TOP[key])
            raise RulesError(f"kind-{kind}", key=key, found=repr(value))


_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _check_id(data: Mapping[str, Any]) -> None:
    """The id of a file's rule set, which every verdict names. Raises RulesError for one that means another rule set."""
    if "id" not in data:
        return
    if not _ID.fullmatch(data["id"]):
        raise RulesError("id-form", found=repr(data["id"]))
    if data["id"] in {ref.partition("@")[0] for ref in rule_set_ids()}:
        raise RulesError("id-shipped", found=repr(data["id"]))


def _whole(data: Mapping[str, Any]) -> RuleSet:
    """A rule set with all its fields, each cited; fields that are not written have their plainest value."""
    given: dict[str, Any] = dict(data.get("field", {}))
    for key in FIELDS.keys() - given.keys():
        if key in PLAIN:
            given[key] = {"value": PLAIN[key], "clause": "", "basis": "silent"}
    missing, unknown = FIELDS.keys() - given.keys(), given.keys() - FIELDS.keys()
    if unknown:
        raise RulesError("unknown-fields", found=", ".join(map(repr, sorted(unknown))))
    if missing:
        if len(missing) > len(FIELDS) // 2:
            raise RulesError("no-extends")
        raise RulesError("missing-fields", found=", ".join(sorted(missing)))
    for key in ("id", "version", "name", "document", "clauses"):
        if key not in data:
            raise RulesError("missing", key=key)
    for key, entry in given.items():
        if not isinstance(entry, Mapping) or "value" not in entry:
            raise RulesError("entry", key=key, found=repr(entry))
    headings = _headings(data)
    values, citations = {}, {}
    for key, entry in given.items():
        values[FIELDS[key]] = parse_value(key, entry["value"])
        citations[key] = _citation(key, entry, data["document"], headings)
    kept = _entry_of_record(data.get(RECORD, {"value": ScoreRecord.BOARD.value, "basis": "silent"}))
    return RuleSet(
        id=data["id"],
        version=data["version"],
        game=data["id"],
        names=_names(data["name"]),
        document=data["document"],
        citations=citations,
        clauses=data["clauses"],
        score_record=_score_record(kept),
        record_citation=_citation(RECORD, kept, data["document"], headings),
        **values,
    )


RECORD = "score-record"
"""The name of `score_record` in files."""


def _entry_of_record(given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    return given if isinstance(given, Mapping) else {"value": given}


def _score_record(entry: Mapping[str, Any]) -> ScoreRecord:
    """Raises RulesError for a record that is none."""
    for each in ScoreRecord:
        if each.value == entry.get("value"):
            return each
    known = ", ".join(each.value for each in ScoreRecord)
    raise RulesError("one-of", key=RECORD, known=known, found=repr(entry.get("value")))


def _citation(key: str, entry: Mapping[str, Any], document: str, headings: Mapping[str, str]) -> Citation:
    basis = entry.get("basis", "text")
    if basis not in _BASES:
        raise RulesError("basis", key=key, known=", ".join(_BASES), found=repr(basis))
    clause = str(entry.get("clause", ""))
    heading = headings.get(clause.split(" ")[0], str(entry.get("heading", "")))
    return Citation(str(entry.get("document", document)), heading, clause, basis, str(entry.get("point", "")))


def _extended(data: Mapping[str, Any], extended: Callable[[str], RuleSet]) -> RuleSet:
    """A house rule set: the one it extends with some fields changed; `field = value`, or a table with a clause."""
    base = extended(str(data["extends"]))
    values: dict[str, Any] = {}
    citations = dict(base.citations)
    document = str(data.get("document", data.get("id", "house rules")))
    for key, entry in data.get("field", {}).items():
        whole = entry if isinstance(entry, Mapping) and "value" in entry else {"value": entry, "basis": "house"}
        if key not in FIELDS:
            base.changed(key, "")
        value = whole["value"]
        if isinstance(value, int) and isinstance(getattr(base, FIELDS[key]), Mapping):
            value = dict.fromkeys(getattr(base, FIELDS[key]), value)  # one number for every number of seats
        values[FIELDS[key]] = new = parse_value(key, value)
        change = f"{key} = {format_value(new)}"
        citations[key] = _citation(key, {"clause": change, **whole, "basis": "house"}, document, {})
    if RECORD in data:
        kept = _entry_of_record(data[RECORD])
        values["score_record"] = _score_record(kept)
        values["record_citation"] = _citation(RECORD, {**kept, "basis": "house"}, document, {})
    return replace(
        base,
        id=str(data.get("id", f"{base.id}-house")),
        version=int(data.get("version", 1)),
        names=_names(data.get("name", str(data.get("id", base.id)))),
        document=document,
        citations=citations,
        clauses={**_cited(base.clauses, citations), **data.get("clauses", {})},
        **values,
    )


def _names(name: str | Mapping[str, object]) -> Mapping[str, str]:
    """Names by language, an English one in any case."""
    names = {"en": name} if isinstance(name, str) else {code: str(text) for code, text in name.items()}
    return names if "en" in names else {"en": next(iter(names.values()), ""), **names}


def checked(rules: RuleSet) -> RuleSet:
    """The rule set itself. Raises RulesError with the reason where its fields contradict each other."""
    for holds, key, values in _contradictions(rules):
        if holds:
            raise RulesError(key, rules.id, **values)
    return rules


def _contradictions(r: RuleSet) -> Iterator[tuple[bool, str, dict[str, object]]]:
    """Combinations of values that no table could play, each with the key of its reason and what that names."""
    tiles = (r.max_pips + 1) * (r.max_pips + 2) // 2
    for seats, size in r.hand_sizes.items():
        left = tiles - seats * size
        dealt: dict[str, object] = {"seats": seats, "size": size, "left": left, "tiles": tiles, "reserve": r.reserve}
        yield size < 1, "no-tiles-dealt", {"seats": seats}
        yield left < 0, "too-many-dealt", dealt
        yield r.stock is Stock.NONE and left != 0, "no-boneyard", dealt
        yield r.stock is not Stock.NONE and r.reserve > left, "reserve", dealt
        yield not 2 <= seats <= 4, "seats", {"seats": seats}
    yield not r.hand_sizes, "no-hand-sizes", {}
    extra = sorted(r.targets.keys() - r.hand_sizes.keys())
    yield bool(extra), "extra-targets", {"seats": ", ".join(map(str, extra))}
    yield not r.targets, "no-targets", {}
    yield any(target < 1 for target in r.targets.values()), "low-target", {}
    nobody_draws = r.stock is not Stock.UNTIL_PLAYABLE
    yield nobody_draws and r.reserve > 0, "nobody-draws", {"key": "reserve", "number": r.reserve}
    yield nobody_draws and r.draw_most > 0, "nobody-draws", {"key": "draw-most", "number": r.draw_most}
    no_branch = r.branching is Branching.NONE
    yield no_branch and r.inner_spinner is not InnerSpinner.NOTHING, "no-branching-double", {}
    yield (
        no_branch and (r.side_growth is not SideGrowth.GROWS or r.sides_open is SidesOpen.MUST_FILL_FIRST),
        "no-sides",
        {},
    )
    yield (
        r.branching is Branching.FIRST_ENCLOSED and r.sides_open is not SidesOpen.AFTER_BOTH_STRAIGHT,
        "not-enclosed",
        {},
    )
    yield (
        r.scoring is not Scoring.MULTIPLES and r.unit is not Unit.PIPS,
        "no-one-number",
        {"unit": r.unit.value, "scoring": r.scoring.value},
    )
    unscored = r.scoring is Scoring.NONE
    yield unscored and r.extra_turn in (ExtraTurn.AFTER_SCORE, ExtraTurn.AFTER_SCORE_OR_DOUBLE), "no-extra-turn", {}
    yield unscored and r.settlement in (Settlement.NONE, Settlement.EACH_OWN), "nobody-scores", {}
    yield (
        r.rounding_per is RoundingPer.TOTAL and r.settlement is Settlement.EACH_OWN,
        "nothing-added-up",
        {},
    )


def _headings(data: Mapping[str, Any]) -> dict[str, str]:
    """Heading by clause number, from the first and last clause under each heading."""
    found = {}
    for heading, numbers in data.get("headings", {}).items():
        if not isinstance(numbers, list) or [type(each) for each in numbers] != [int, int]:
            raise RulesError("heading", heading=repr(heading), found=repr(numbers))
        for number in range(numbers[0], min(numbers[1], 999) + 1):
            found[f"{data.get('prefix', '')}{number}"] = heading
    return found
