"""What claims are about: rule set → things with values by name, and a way to play them where they are layouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..engine.rules import RuleSet
from ..engine.settle import deductions, holding, rounded
from ..engine.table import Table
from ..engine.tiles import TileSet
from .blocked import least_blocked
from .ends import Bare, bare_layouts, realised
from .layouts import Placed, replayed


def _nothing(more: int) -> tuple[Placed, ...] | None:
    return None


def _always(path: tuple[Placed, ...], more: int) -> tuple[Placed, ...]:
    return path


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing a claim is about: its values; of a layout `path` gives an order of play that leads to it, with so many
    tiles more than it needs at least, or None."""

    values: Mapping[str, Any]
    path: Callable[[int], tuple[Placed, ...] | None] = _nothing


def layouts(rules: RuleSet, against: RuleSet | None, totals: tuple[int, ...]) -> Iterator[Thing]:
    """Every bare layout (`proofs/ends.py`), with the values of the other game as `other`."""
    others = bare_layouts(against) if against is not None else None
    for bare in bare_layouts(rules):
        values = _of_layout(bare)
        if others is not None:
            other = next(others)
            assert (other.root, other.arms) == (bare.root, bare.arms)
            values["other"] = _of_layout(other)
        yield Thing(values, partial(realised, bare))


def _of_layout(bare: Bare) -> dict[str, Any]:
    table = bare.table
    counted, sites = table.counted(), table.sites()
    return {
        "total": table.total,
        "points": table.points,
        "sites": len(sites),
        "open": sorted(each.value for each in sites),
        "counted": len(counted),
        "worths": sorted(each.value for each in counted),
        "spinners": table.spinners.bit_count(),
        "spinner": bare.root.low if table.spinners else None,
        "arms": len(bare.arms),
        "enclosed": bare.enclosed,
        "sides_begun": bare.sides_begun,
    }


def blocked(rules: RuleSet, against: RuleSet | None, totals: tuple[int, ...]) -> Iterator[Thing]:
    """The least blocked layout (`proofs/blocked.py`)."""
    path, tried = least_blocked(rules)
    yield Thing({"tiles": len(path), "sets_tried": tried}, partial(_always, path))


def hands(rules: RuleSet, against: RuleSet | None, totals: tuple[int, ...]) -> Iterator[Thing]:
    """A hand left of every number of pips the set has."""
    seats = max(rules.hand_sizes)
    for pips in range(sum(each.pips for each in TileSet(rules.max_pips).tiles()) + 1):
        cost, most = deductions(rules, {"A": holding(rules, None, pips)}, seats)["A"]
        if cost == most:
            yield Thing({"pips": pips, "deduction": cost})


def partners(rules: RuleSet, against: RuleSet | None, totals: tuple[int, ...]) -> Iterator[Thing]:
    """Two hands of partners, each of up to 40 pips."""
    for pips in range(41):
        for others in range(41):
            held = {"A": holding(rules, None, pips), "C": holding(rules, None, others)}
            cost = sum(low for low, _ in deductions(rules, held, 4).values())
            together = rounded(rules, pips + others)
            values = {"pips": pips, "partner_pips": others, "deduction": cost, "rounded_together": together}
            yield Thing(values)


def whole_set(rules: RuleSet, against: RuleSet | None, totals: tuple[int, ...]) -> Iterator[Thing]:
    """The set and the hands."""
    tiles = TileSet(rules.max_pips).tiles()
    left = {seats: len(tiles) - seats * size for seats, size in rules.hand_sizes.items()}
    pips = sum(each.pips for each in tiles)
    yield Thing({"tiles": len(tiles), "set_pips": pips, "hand_sizes": dict(rules.hand_sizes), "left_over": left})


def sequences(rules: RuleSet, against: RuleSet | None, totals: tuple[int, ...]) -> Iterator[Thing]:
    """Every order of play whose totals are the given ones, symmetric sites once."""

    def follow(path: tuple[Placed, ...]) -> Iterator[tuple[Placed, ...]]:
        if len(path) == len(totals):
            yield path
            return
        table: Table = replayed(rules, path)
        for each in TileSet(rules.max_pips).tiles():
            for site in table.sites_for(each):
                after = table.copy()
                after.put(each, site)
                if after.total == totals[len(path)]:
                    yield from follow((*path, (each, site)))

    for path in follow(()):
        tiles = [str(each) for each, _ in path]
        yield Thing({"tiles": tiles, "doubles": sum(each.is_double for each, _ in path)}, partial(_always, path))


Domain = Callable[[RuleSet, RuleSet | None, tuple[int, ...]], Iterator[Thing]]
OVER: dict[str, Domain] = {
    "set": whole_set,
    "layouts": layouts,
    "blocked": blocked,
    "hands": hands,
    "partners": partners,
    "sequences": sequences,
}
"""What claims can be over, by name."""
