"""What claims are about: rule set → things with values by name, and a way to play them where they are layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from ..engine.errors import RulesError
from ..engine.rules import RuleSet
from ..engine.settle import deductions, holding, rounded
from ..engine.tiles import TileSet
from .blocked import least_blocked
from .ends import Arms, Bare, bare, bare_layouts, realised
from .layouts import Placed, replayed

Path = tuple[Placed, ...]
Values = tuple[Any, ...]
"""The values of a thing, in the order of its domain's names; lists are tuples."""
Things = Iterator[tuple[Values, Any]]
"""Values, and what `Domain.path` needs to play the thing."""
Totals = tuple[int, ...]


def _no_path(rules: RuleSet, source: Any, more: int) -> Path | None:
    return None


def _itself(rules: RuleSet, source: Any, more: int) -> Path | None:
    return tuple(source)


_ANY = ("largest", "least", "values", "always", "count")


@dataclass(frozen=True, slots=True)
class Domain:
    """Things of one kind: the names of their values, the things, and the questions that can be asked of them.

    `path` gives an order of play that leads to a thing, with so many tiles more than it needs at least, or None.
    `bare`: not every thing can be played, so what is said of all of them may be false of those that can.
    """

    names: tuple[str, ...]
    things: Callable[[RuleSet, RuleSet | None, Totals], Things]
    questions: tuple[str, ...] = _ANY
    path: Callable[[RuleSet, Any, int], Path | None] = _no_path
    bare: bool = False


# -- layouts ----------------------------------------------------------------------------------------------------------

_OF_LAYOUTS = (
    "total", "points", "sites", "open", "counted", "worths", "spinners", "spinner", "arms", "enclosed", "sides_begun",
    "other",
)  # fmt: skip


def _layouts(rules: RuleSet, against: RuleSet | None, totals: Totals) -> Things:
    """Every bare layout (`proofs/ends.py`), few arms first, with the values of the other game as `other`.

    Raises RulesError where the other game has other layouts.
    """
    found = []
    for one, two in zip_longest(bare_layouts(rules), () if against is None else bare_layouts(against)):
        if against is not None and (one is None or two is None or one.ends != two.ends):
            raise RulesError("other-layouts", rules.id, against=against.id)
        found.append(((*_of_layout(one), None if two is None else _of_layout(two)), one.ends))
    yield from sorted(found, key=lambda thing: len(thing[1][1]))


def _of_layout(each: Bare) -> Values:
    table = each.table
    open_ = tuple(sorted(site.value for site in table.sites()))
    worths = tuple(sorted(end.value for end in table.counted()))
    return (
        table.total,
        table.points,
        len(open_),
        open_,
        len(worths),
        worths,
        table.spinners.bit_count(),
        each.root.low if table.spinners else None,
        len(each.arms),
        each.enclosed,
        each.sides_begun,
    )


def _played(rules: RuleSet, source: Any, more: int) -> Path | None:
    ends: Arms = source
    return realised(bare(rules, ends), more)


# -- others -----------------------------------------------------------------------------------------------------------


def _blocked(rules: RuleSet, against: RuleSet | None, totals: Totals) -> Things:
    """The least blocked layout (`proofs/blocked.py`)."""
    path, tried = least_blocked(rules)
    yield (len(path), tried), path


def _hands(rules: RuleSet, against: RuleSet | None, totals: Totals) -> Things:
    """A hand left of every number of pips the set has; where tiles are rounded each, pips alone have no deduction."""
    seats = max(rules.hand_sizes)
    for pips in range(sum(each.pips for each in TileSet(rules.max_pips).tiles()) + 1):
        cost, most = deductions(rules, {"A": holding(rules, None, pips)}, seats)["A"]
        if cost == most:
            yield (pips, cost), None


def _partners(rules: RuleSet, against: RuleSet | None, totals: Totals) -> Things:
    """Two hands of partners, each of up to 40 pips."""
    for pips in range(41):
        for others in range(41):
            held = {"A": holding(rules, None, pips), "C": holding(rules, None, others)}
            costs = deductions(rules, held, 4).values()
            if all(low == high for low, high in costs):
                yield (pips, others, sum(low for low, _ in costs), rounded(rules, pips + others)), None


def _set(rules: RuleSet, against: RuleSet | None, totals: Totals) -> Things:
    """The set and the hands."""
    tiles = TileSet(rules.max_pips).tiles()
    sizes = tuple(sorted(rules.hand_sizes.items()))
    left = tuple((seats, len(tiles) - seats * size) for seats, size in sizes)
    yield (len(tiles), sum(each.pips for each in tiles), sizes, left), None


def _sequences(rules: RuleSet, against: RuleSet | None, totals: Totals) -> Things:
    """Every order of play whose totals are the given ones, symmetric sites once."""

    def follow(path: Path) -> Iterator[Path]:
        if len(path) == len(totals):
            yield path
            return
        table = replayed(rules, path)
        for each in TileSet(rules.max_pips).tiles():
            for site in table.sites_for(each):
                after = table.copy()
                after.put(each, site)
                if after.total == totals[len(path)]:
                    yield from follow((*path, (each, site)))

    for path in follow(()):
        yield (tuple(str(each) for each, _ in path), sum(each.is_double for each, _ in path)), path


OVER: dict[str, Domain] = {
    "set": Domain(("tiles", "set_pips", "hand_sizes", "left_over"), _set),
    "layouts": Domain(_OF_LAYOUTS, _layouts, ("largest", "least", "values", "always"), _played, bare=True),
    "blocked": Domain(("tiles", "sets_tried"), _blocked, ("least",), _itself),
    "hands": Domain(("pips", "deduction"), _hands),
    "partners": Domain(("pips", "partner_pips", "deduction", "rounded_together"), _partners),
    "sequences": Domain(("tiles", "doubles"), _sequences, path=_itself),
}
"""What claims can be over, by name."""


def described(over: str, values: Values) -> dict[str, Any]:
    """The values of a thing by name, as expressions see them: lists, numbers by seats, the other game."""
    found = dict(zip(OVER[over].names, values, strict=True))
    for name, value in found.items():
        if name in _BY_SEATS:
            found[name] = dict(value)
        elif name == "other" and value is not None:
            found[name] = described(over, (*value, None))
        elif isinstance(value, tuple):
            found[name] = list(value)
    return found


_BY_SEATS = ("hand_sizes", "left_over")
