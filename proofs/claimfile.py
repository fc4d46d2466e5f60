"""Claim files: TOML → claims, every part checked; one that cannot be read is refused with its name and the reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..engine.errors import SaidError
from .domains import OVER

DEFAULT_RULES = ("american-sniff", "seven-rocks")
QUESTIONS = ("largest", "least", "values", "always", "count")
_MOST_BYTES = 1 << 20
_MOST_NUMBER = 10**6
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class ClaimError(SaidError):
    """A claim file that cannot be read, or an expression that cannot be evaluated."""

    section = "claim"


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim as written; `texts` are its sentences by language, `value` what its question comes to."""

    id: str
    clauses: str
    texts: Mapping[str, str]
    over: str
    question: str
    expression: str
    where: str
    value: Any
    rules: tuple[str, ...]
    against: str | None
    totals: tuple[int, ...]


def read_claims(path: str | None = None) -> list[Claim]:
    """The claims of a file, or the shipped ones. Raises ClaimError for a file or a claim that cannot be read."""
    try:
        data = Path(path).read_bytes() if path else files("goti.proofs").joinpath("claims.toml").read_bytes()
        if len(data) > _MOST_BYTES:
            raise ClaimError("too-long", path or "", most=_MOST_BYTES)
        document = tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise ClaimError("file", path or "", why=error.strerror or error) from None
    except ValueError as error:  # no UTF-8, or no TOML
        raise ClaimError("toml", path or "", why=error) from None
    except RecursionError:
        raise ClaimError("toml", path or "", why="nested too deeply") from None
    entries: Any = document.get("claim")
    if document.keys() != {"claim"} or not _is_list(entries, dict):
        raise ClaimError("no-claims", path or "")
    claims: dict[str, Claim] = {}
    for number, entry in enumerate(entries, 1):
        try:
            claim = _claim(entry)
            if claim.id in claims:
                raise ClaimError("twice")
        except ClaimError as error:
            name = entry.get("id") if isinstance(entry.get("id"), str) else number
            raise error.inside(f"claim {name}").inside(path or "") from None
        claims[claim.id] = claim
    return list(claims.values())


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and bool(value) and all(type(each) is kind for each in value)


_TEXT: Callable[[object], bool] = lambda value: isinstance(value, str) and bool(value.strip())  # noqa: E731
_KEYS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "id": ("id", lambda value: isinstance(value, str) and bool(_ID.fullmatch(value))),
    "en": ("text", _TEXT),
    "hi": ("text", _TEXT),
    "clauses": ("text", _TEXT),
    "over": ("over", lambda value: isinstance(value, str) and value in OVER),
    "where": ("text", _TEXT),
    **dict.fromkeys(QUESTIONS, ("text", _TEXT)),
    "rules": ("rules", lambda value: _is_list(value, str)),
    "against": ("text", _TEXT),
    "totals": ("totals", lambda value: _is_list(value, int) and all(0 <= each <= _MOST_NUMBER for each in value)),  # type: ignore[attr-defined]
}
"""What a claim can have: the name of what is expected, and whether a value is so."""


def _claim(entry: Mapping[str, Any]) -> Claim:
    for problem, values in _problems(entry):
        raise ClaimError(problem, **values)
    question = next(each for each in QUESTIONS if each in entry)
    return Claim(
        entry["id"], entry.get("clauses", ""), {each: entry[each] for each in ("en", "hi") if each in entry},
        entry["over"], question, entry[question], entry.get("where", "true"), entry.get("is", True),
        tuple(entry.get("rules", DEFAULT_RULES)), entry.get("against"), tuple(entry.get("totals", ())),
    )  # fmt: skip


def _problems(entry: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, object]]]:
    """What is wrong with a claim, as keys of the catalogues with their values."""
    known = [*_KEYS, "is"]
    for key in entry:
        if key not in known:
            yield "unknown", {"found": repr(key), "known": ", ".join(known)}
    for key in ("id", "en", "over"):
        if key not in entry:
            yield "missing", {"key": key}
    for key, (expected, holds) in _KEYS.items():
        if key in entry and not holds(entry[key]):
            yield f"not-{expected}", {"key": key, "found": repr(entry[key]), "known": ", ".join(OVER)}
    asked = [each for each in QUESTIONS if each in entry]
    if len(asked) != 1:
        yield "one-question", {"known": ", ".join(QUESTIONS), "found": ", ".join(asked) or "-"}
    over = OVER[entry["over"]]
    if asked[0] not in over.questions:
        yield "other-question", {"over": entry["over"], "known": ", ".join(over.questions), "found": asked[0]}
    if (asked[0] == "always") == ("is" in entry):
        yield "is-always" if asked[0] == "always" else "missing", {"key": "is"}
    if asked[0] == "count" and type(entry["is"]) is not int:
        yield "not-number", {"key": "is", "found": repr(entry["is"])}
    if asked[0] == "values" and not (isinstance(entry["is"], list) and entry["is"]):
        yield "not-list", {"key": "is", "found": repr(entry["is"])}
    for key, domain in (("totals", "sequences"), ("against", "layouts")):
        if key in entry and entry["over"] != domain:
            yield "not-here", {"key": key, "over": domain}
    if entry["over"] == "sequences" and "totals" not in entry:
        yield "missing", {"key": "totals"}
