"""The numbered clauses of a shipped rule set's document, by id, from the headings its data file lists."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from ..engine.rules import rule_set_ids

POINTS = tuple(f"3-{n}" for n in range(1, 57))
"""The points where the documents of American Sniff and Seven Rocks are silent, as `docs/clauses.md` numbers them."""


@cache
def known_clauses(game: str) -> dict[str, str]:
    """Clause → its heading, in order, for a game such as `seven-rocks`; empty where no clause is numbered."""
    for ref in reversed(rule_set_ids()):
        if ref.partition("@")[0] == game:
            data = tomllib.loads(files("goti.engine").joinpath("rulesets", f"{ref}.toml").read_text(encoding="utf-8"))
            prefix, headings = data.get("prefix", ""), data.get("headings", {})
            return {f"{prefix}{n}": heading for heading, (a, b) in headings.items() for n in range(a, b + 1)}
    return {}
