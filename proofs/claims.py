"""Claims about a game, proved by counting everything they are about: claims, rule sets → proofs with witnesses.

Things with the same values, as far as a claim speaks of them, are looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine.errors import RulesError
from ..engine.record import Node
from ..engine.rules import RuleSet, load_rules
from .claimfile import Claim, ClaimError
from .domains import OVER, Domain, Path, described
from .expressions import Expression, ExpressionError
from .rounds import whole_round

_MOST_TRIED = 60
_MOST_MORE = 4
"""Bare layouts of one value that are tried for one that can be played, and the tiles they may take more."""


@dataclass(slots=True)
class Proof:
    """What became of a claim under one rule set.

    `status` is `proved`, `refuted`, or `open`: what was found cannot be shown to be played, or the things cannot be
    counted (`why`). `seen` counts the things looked at, `found` is what the question came to, `path` a witness (or,
    refuted, a counter-example) in order of play, `record` a whole legal round that begins with it; None where it is a
    mere layout.
    """

    claim: Claim
    rules: RuleSet
    status: str
    found: Any = None
    seen: int = 0
    path: Path | None = None
    record: list[Node] | None = None
    why: RulesError | None = None


@dataclass(slots=True)
class _Alike:
    """Things with the same value: how many, and the first of them."""

    number: int = 0
    sources: list[Any] = field(default_factory=list)


def prove(claim: Claim, rules: RuleSet) -> Proof:
    """Look at everything the claim is over. Raises ClaimError for an expression that cannot be evaluated.

    A claim about things that cannot be counted in this game is `open`.
    """
    against = load_rules(claim.against) if claim.against else None
    try:
        found = _values(claim, rules, against)
    except RulesError as error:
        return Proof(claim, rules, "open", why=error)
    seen = sum(each.number for each in found.values())
    if not seen:
        return Proof(claim, rules, "refuted")  # a claim about nothing is not proved
    proof = {
        "always": _always, "count": _count, "values": _all_values, "largest": _extreme, "least": _extreme
    }[claim.question](claim, rules, found)  # fmt: skip
    proof.seen = seen
    if proof.path:
        proof.record = whole_round(rules, proof.path)
    return proof


# -- what the question comes to -----------------------------------------------------------------------------------


def _always(claim: Claim, rules: RuleSet, found: Mapping[Any, _Alike]) -> Proof:
    if False not in found:
        return Proof(claim, rules, "proved", True)
    path = _playable(claim, rules, found[False])
    bare = OVER[claim.over].bare
    return Proof(claim, rules, "open" if bare and path is None else "refuted", False, path=path)


def _count(claim: Claim, rules: RuleSet, found: Mapping[Any, _Alike]) -> Proof:
    number = found[True].number if True in found else 0
    path = _playable(claim, rules, found[True]) if number else None
    return Proof(claim, rules, "proved" if number == claim.value else "refuted", number, path=path)


def _all_values(claim: Claim, rules: RuleSet, found: Mapping[Any, _Alike]) -> Proof:
    """The values there are, against those claimed: one that can be played and is not claimed refutes, so does one that
    is claimed and not there."""
    claimed = {_frozen(each) for each in claim.value}
    paths = {value: _playable(claim, rules, alike) for value, alike in found.items()}
    sure = {value for value, path in paths.items() if path is not None or not OVER[claim.over].bare}
    values = _ordered(claim, found)
    if sure - claimed or claimed - found.keys():
        wrong = next((value for value in reversed(values) if value in sure - claimed), None)
        return Proof(claim, rules, "refuted", values, path=paths.get(wrong))
    status = "proved" if sure == claimed == found.keys() else "open"
    return Proof(claim, rules, status, values, path=paths[values[-1]])


def _extreme(claim: Claim, rules: RuleSet, found: Mapping[Any, _Alike]) -> Proof:
    """The largest or least value. Where nothing with it can be played it is a bound: what goes beyond it is refuted."""
    values = _ordered(claim, found)
    if claim.question == "largest":
        values.reverse()
    claimed, bare = _frozen(claim.value), OVER[claim.over].bare
    if claimed not in found or not bare:
        path = _playable(claim, rules, found[values[0]])
        return Proof(claim, rules, "proved" if values[0] == claimed else "refuted", values[0], path=path)
    played = ((value, _playable(claim, rules, found[value])) for value in values)
    value, path = next((value, path) for value, path in played if path is not None or value == claimed)
    status = "refuted" if value != claimed else "proved" if path and values[0] == claimed else "open"
    return Proof(claim, rules, status, value if path else values[0], path=path)


def _ordered(claim: Claim, found: Mapping[Any, _Alike]) -> list[Any]:
    try:
        return sorted(found)
    except TypeError:
        raise ClaimError("not-ordered", expression=claim.expression).inside(f"claim {claim.id}") from None


def _playable(claim: Claim, rules: RuleSet, alike: _Alike) -> Path | None:
    """An order of play that leads to one of these, with as few tiles more than it needs as there is one."""
    path = OVER[claim.over].path
    for more in range(_MOST_MORE + 1):
        for source in alike.sources:
            found = path(rules, source, more)
            if found is not None:
                return found
    return None


# -- looking at things ----------------------------------------------------------------------------------------------


def _values(claim: Claim, rules: RuleSet, against: RuleSet | None) -> dict[Any, _Alike]:
    """What the question comes to for everything that is meant."""
    domain = OVER[claim.over]
    where, expression = _expression(claim, claim.where, domain), _expression(claim, claim.expression, domain)
    needed = [number for number, name in enumerate(domain.names) if name in where.names | expression.names]
    values: dict[tuple[Any, ...], Any] = {}
    found: dict[Any, _Alike] = {}
    for thing, source in _things(claim, rules, against):
        key = tuple(thing[number] for number in needed)
        if key not in values:
            values[key] = _value(claim, where, expression, described(claim.over, thing))
        if values[key] is not None:
            alike = found.setdefault(values[key], _Alike())
            alike.number += 1
            if len(alike.sources) < _MOST_TRIED:
                alike.sources.append(source)
    return found


_KEPT: dict[tuple[object, ...], list[tuple[tuple[Any, ...], Any]]] = {}


def _things(claim: Claim, rules: RuleSet, against: RuleSet | None) -> list[tuple[tuple[Any, ...], Any]]:
    """Everything the claim is over; kept for the next claim that is over the same."""
    key = (claim.over, rules.digest, against and against.digest, claim.totals)
    if key not in _KEPT:
        _KEPT.clear()
        _KEPT[key] = list(OVER[claim.over].things(rules, against, claim.totals))
    return _KEPT[key]


def _expression(claim: Claim, text: str, domain: Domain) -> Expression:
    try:
        expression = Expression(text)
        for name in sorted(expression.names - set(domain.names)):
            raise ExpressionError(f"{name!r} is undefined")
        return expression
    except ExpressionError as error:
        known = ", ".join(domain.names)
        raise ClaimError("expression", expression=text, why=error, known=known).inside(f"claim {claim.id}") from None


def _value(claim: Claim, where: Expression, expression: Expression, values: Mapping[str, Any]) -> Any:
    """What the expression comes to; None for a thing that is not meant."""
    text = claim.where
    try:
        if not where(values):
            return None
        text = claim.expression
        found = _frozen(expression(values))
        hash(found)
        if found is None:
            raise ExpressionError("it comes to nothing")
        return bool(found) if claim.question in ("always", "count") else found
    except (ExpressionError, TypeError) as error:
        known = ", ".join(values)
        raise ClaimError("expression", expression=text, why=error, known=known).inside(f"claim {claim.id}") from None


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def prove_all(claims: Sequence[Claim], rules: Sequence[str]) -> Iterator[Proof]:
    """Every claim under every rule set it is about, or under the given ones, rule set by rule set."""
    for ref in rules or dict.fromkeys(ref for claim in claims for ref in claim.rules):
        reading = load_rules(ref)
        for claim in claims:
            if rules or ref in claim.rules:
                yield prove(claim, reading)
