"""Claims about a game, proved by counting everything they are about: TOML → proofs with witnesses.

A claim names what it is `over`, which of them it means (`where`), and one question: `largest`, `least`, `values`,
`count` of an expression, or that one holds `always`. Expressions are Jinja's, without anything to call.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import TemplateError
from jinja2.sandbox import SandboxedEnvironment

from ..engine.errors import GotiError, RulesError
from ..engine.record import Node
from ..engine.rules import RuleSet, load_rules
from .domains import OVER, Thing
from .layouts import Placed
from .rounds import whole_round

DEFAULT_RULES = ("american-sniff", "seven-rocks")
QUESTIONS = ("largest", "least", "values", "always", "count")
_KEYS = {"id", "clauses", "en", "hi", "over", "where", "is", "rules", "against", "totals", *QUESTIONS}


class ClaimError(GotiError):
    """A claim file that cannot be read; the text says which claim and why."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim as written; `texts` are its sentences by language, `value` what its question comes to."""

    id: str
    clauses: str
    texts: Mapping[str, str]
    over: str
    question: str
    expression: str
    where: str | None
    value: Any
    rules: tuple[str, ...]
    against: str | None
    totals: tuple[int, ...]


@dataclass(slots=True)
class Proof:
    """What became of a claim under one rule set.

    `status` is `proved`, `refuted`, or `open`: what was found cannot be shown to be played. `seen` counts the things
    looked at, `found` is what the question came to, `path` a witness (or, refuted, a counter-example) in order of
    play, `record` a whole legal round that begins with it; None where it is a mere layout.
    """

    claim: Claim
    rules: RuleSet
    status: str
    found: Any
    seen: int
    path: tuple[Placed, ...] | None = None
    record: list[Node] | None = None
    missing: list[Any] = field(default_factory=list)


def read_claims(path: str | None = None) -> list[Claim]:
    """The claims of a file, or the shipped ones. Raises ClaimError for a file or a claim that cannot be read."""
    try:
        source = Path(path).read_text(encoding="utf-8") if path else (
            files("goti.proofs").joinpath("claims.toml").read_text(encoding="utf-8")
        )  # fmt: skip
        data = tomllib.loads(source)
    except OSError as error:
        raise ClaimError(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ClaimError(f"{path}: no valid TOML: {error}") from None
    where = f"{path}: " if path else ""
    if data.keys() != {"claim"}:
        raise ClaimError(f"{where}a claim file consists of [[claim]] tables")
    return [_claim(each, where) for each in data["claim"]]


def _claim(entry: Mapping[str, Any], where: str) -> Claim:
    name = f"{where}claim {entry.get('id', '?')!r}"
    unknown = entry.keys() - _KEYS
    if unknown:
        raise ClaimError(f"{name}: unknown: {', '.join(sorted(unknown))}; there can be: {', '.join(sorted(_KEYS))}")
    missing = {"id", "en", "over"} - entry.keys()
    asked = [each for each in QUESTIONS if each in entry]
    if missing or len(asked) != 1:
        raise ClaimError(f"{name}: {', '.join(sorted(missing)) or 'one question'} is missing: {', '.join(QUESTIONS)}")
    if entry["over"] not in OVER:
        raise ClaimError(f"{name}: over is one of {', '.join(OVER)}, not {entry['over']!r}")
    if asked[0] != "always" and "is" not in entry:
        raise ClaimError(f"{name}: `is` is missing")
    texts = {language: entry[language] for language in ("en", "hi") if language in entry}
    return Claim(
        entry["id"], entry.get("clauses", ""), texts, entry["over"], asked[0], str(entry[asked[0]]),
        entry.get("where"), entry.get("is", True), tuple(entry.get("rules", DEFAULT_RULES)), entry.get("against"),
        tuple(entry.get("totals", ())),
    )  # fmt: skip


def prove(claim: Claim, rules: RuleSet) -> Proof:
    """Look at everything the claim is over. Raises ClaimError for an expression that cannot be evaluated, RulesError
    for a game whose layouts cannot be counted."""
    holds, value = _compiled(claim, claim.where or "true"), _compiled(claim, claim.expression)
    against = load_rules(claim.against) if claim.against else None
    seen, best = 0, dict[Any, list[Thing]]()
    for thing in _things(claim, rules, against):
        if not holds(thing.values):
            continue
        seen += 1
        found = value(thing.values)
        if claim.question == "always" and found is not True:
            return _with_path(Proof(claim, rules, "refuted", found, seen), [thing])
        kept = best.setdefault(found, [])
        if len(kept) < _MOST_TRIED:
            kept.append(thing)
    return _answered(claim, rules, seen, best)


_MOST_TRIED = 60
_MOST_MORE = 4
"""Bare layouts of one value that are tried for one that can be played, and the tiles they may take more."""


_KEPT: dict[tuple[object, ...], list[Thing]] = {}


def _things(claim: Claim, rules: RuleSet, against: RuleSet | None) -> list[Thing]:
    """Everything the claim is over; kept for the next claim that is over the same."""
    key = (claim.over, rules.digest, against.digest if against else None, claim.totals)
    if key not in _KEPT:
        _KEPT.clear()
        _KEPT[key] = list(OVER[claim.over](rules, against, claim.totals))
    return _KEPT[key]


def _answered(claim: Claim, rules: RuleSet, seen: int, best: Mapping[Any, list[Thing]]) -> Proof:
    proof = Proof(claim, rules, "refuted", None, seen)
    if not seen:
        return proof  # a claim about nothing is not proved
    if claim.question == "always":
        proof.found, proof.status = True, "proved"
    elif claim.question == "count":
        proof.found = seen
        proof.status = "proved" if seen == claim.value else "refuted"
        return _with_path(proof, best[True])
    elif claim.question == "values":
        proof.found = sorted(best)
        proof.missing = [each for each in proof.found if playable(best[each]) is None]
        same = proof.found == sorted(claim.value)
        proof.status = "refuted" if not same else "open" if proof.missing else "proved"
        return _with_path(proof, best[proof.found[-1]])
    else:
        return _extreme(proof, best)
    return proof


def _extreme(proof: Proof, best: Mapping[Any, list[Thing]]) -> Proof:
    """The largest or least value, which must be that of something that can be played."""
    proof.found = max(best) if proof.claim.question == "largest" else min(best)
    proof.path = playable(best[proof.found])
    if proof.path is None:
        proof.status = "open"
        return proof
    proof.status = "proved" if proof.found == proof.claim.value else "refuted"
    proof.record = whole_round(proof.rules, proof.path)
    return proof


def playable(things: Sequence[Thing]) -> tuple[Placed, ...] | None:
    """An order of play that leads to one of these, with as few tiles more than it needs as there is one."""
    for more in range(_MOST_MORE + 1):
        for each in things:
            path = each.path(more)
            if path is not None:
                return path
    return None


def _with_path(proof: Proof, things: Sequence[Thing]) -> Proof:
    proof.path = playable(things)
    if proof.path:
        proof.record = whole_round(proof.rules, proof.path)
    return proof


_JINJA = SandboxedEnvironment()


def _compiled(claim: Claim, expression: str) -> Callable[[Mapping[str, Any]], Any]:
    """The expression as a function. Raises ClaimError where it is none, or names what there is not."""
    try:
        compiled = _JINJA.compile_expression(expression, undefined_to_none=False)
    except TemplateError as error:
        raise ClaimError(f"claim {claim.id!r}: {expression!r}: {error}") from None

    def evaluate(values: Mapping[str, Any]) -> Any:
        try:
            found = compiled(values)
            return bool(found) if claim.question == "always" and not isinstance(found, bool) else found
        except (TemplateError, TypeError, ArithmeticError) as error:
            known = ", ".join(sorted(values))
            raise ClaimError(f"claim {claim.id!r}: {expression!r}: {error}; there are: {known}") from None

    return evaluate


def prove_all(claims: Sequence[Claim], rules: Sequence[str]) -> Iterator[Proof]:
    """Every claim under every rule set it is about, or under the given ones, rule set by rule set.

    A claim about layouts that cannot be counted (several doubles branch) is `open`.
    """
    for ref in rules or dict.fromkeys(ref for claim in claims for ref in claim.rules):
        reading = load_rules(ref)
        for claim in claims:
            if rules or ref in claim.rules:
                try:
                    yield prove(claim, reading)
                except RulesError:
                    yield Proof(claim, reading, "open", None, 0)
