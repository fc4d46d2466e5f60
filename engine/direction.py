"""Words that run from right to left, kept from turning the words around them."""

from __future__ import annotations

import re

_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
# Unicode's blocks for scripts that run from the right (UAX 9, table 4), and the marks that turn what stands around.
_TURNING = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def isolated(text: str) -> str:
    """`text`, between isolating marks (UAX 9, FSI and PDI) where anything in it could turn its neighbours."""
    return f"{_ISOLATE}{text}{_END}" if _TURNING.search(text) else text
