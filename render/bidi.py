"""Text → the order in which its characters stand in a line, by the Unicode Bidirectional Algorithm (UAX 9).

Isolates count; embeddings and overrides do not: no text of a record may hold them, and what comes from elsewhere may
not turn what stands around it. The names W1 to L2 are those of the algorithm's rules.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

_ISOLATES = ("LRI", "RLI", "FSI")
_NO_PART = ("BN", "LRE", "RLE", "LRO", "RLO", "PDF")
_NEUTRAL = ("ON", "WS", "S", "B", *_ISOLATES, "PDI")
_DEEPEST = 125
_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", "「": "」", "⟨": "⟩"}


@lru_cache(maxsize=4096)
def _class(character: str) -> str:
    return unicodedata.bidirectional(character) or "L"


def first_strong(text: str, start: int = 0, end: int | None = None) -> int:
    """The level of a paragraph: 1 where the first letter outside isolates runs from the right, else 0 (P2, P3)."""
    depth = 0
    for i in range(start, len(text) if end is None else end):
        kind = _class(text[i])
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif not depth and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def levels(text: str, base: int) -> list[int]:
    """The level of every character in a paragraph of level `base`: odd ones run from the right."""
    found = [base] * len(text)
    for level, places in _sequences(text, base):
        for i, each in zip(places, _resolved(text, places, level), strict=True):
            found[i] = each
    for i, character in enumerate(text):
        if _class(character) in _NO_PART and i:
            found[i] = found[i - 1]
    for i in range(len(text) - 1, -1, -1):  # L1
        if _class(text[i]) in _NO_PART:
            continue
        if _class(text[i]) not in ("WS", "S", "B", *_ISOLATES, "PDI"):
            break
        found[i] = base
    return found


def visual(given: Sequence[int]) -> list[int]:
    """Numbers of pieces from left to right, from their levels (L2)."""
    order = list(range(len(given)))
    for least in range(max(given, default=0), 0, -1):
        start = None
        for place in range(len(order) + 1):
            if place < len(order) and given[order[place]] >= least:
                start = place if start is None else start
            elif start is not None:
                order[start:place] = order[start:place][::-1]
                start = None
    return order


def _sequences(text: str, base: int) -> list[tuple[int, list[int]]]:
    """The characters directly in the paragraph and in each isolate, with their level (X1 to X10)."""
    found: list[tuple[int, list[int]]] = [(base, [])]
    ends = _ends(text)
    within, over = [0], 0
    for i, character in enumerate(text):
        kind = _class(character)
        if kind in _NO_PART:
            continue
        if kind == "PDI" and over:
            over -= 1
        elif kind == "PDI" and len(within) > 1 and i in ends.values():
            within.pop()
        level, places = found[within[-1]]
        places.append(i)
        if kind not in _ISOLATES:
            continue
        turned = first_strong(text, i + 1, ends.get(i)) if kind == "FSI" else int(kind == "RLI")
        deeper = level + (1 if (level + 1) % 2 == turned else 2)
        if over or deeper > _DEEPEST:
            over += 1
            continue
        within.append(len(found))
        found.append((deeper, []))
    return found


def _ends(text: str) -> dict[int, int]:
    """For every isolate that ends, where (BD9)."""
    found: dict[int, int] = {}
    begun: list[int] = []
    for i, character in enumerate(text):
        kind = _class(character)
        if kind in _ISOLATES:
            begun.append(i)
        elif kind == "PDI" and begun:
            found[begun.pop()] = i
    return found


def _resolved(text: str, places: Sequence[int], level: int) -> Iterator[int]:
    """The levels of a sequence (W1 to I2)."""
    side = "R" if level % 2 else "L"
    written = [_class(text[i]) for i in places]
    kinds = _weak(list(written), side)
    _brackets([text[i] for i in places], written, kinds, side)
    _neutral(kinds, side)
    for kind in kinds:
        yield level + {"L": level % 2, "R": 1 - level % 2}.get(kind, 2 - level % 2)


def _weak(kinds: list[str], side: str) -> list[str]:
    """W1 to W7."""
    before = strong = side
    for i, kind in enumerate(kinds):
        if kind == "NSM":
            kind = "ON" if before in (*_ISOLATES, "PDI") else before
        if kind in ("L", "R", "AL"):
            strong = kind
        kinds[i] = before = "AN" if kind == "EN" and strong == "AL" else kind
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for i in range(1, len(kinds) - 1):
        if kinds[i - 1] == kinds[i + 1] and (
            (kinds[i] in ("ES", "CS") and kinds[i - 1] == "EN") or (kinds[i] == "CS" and kinds[i - 1] == "AN")
        ):
            kinds[i] = kinds[i - 1]
    for start, end in _runs(kinds, ("ET",)):
        if "EN" in (kinds[start - 1 : start] + kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    strong = side
    for i, kind in enumerate(kinds):
        strong = kind if kind in ("L", "R") else strong
        kinds[i] = "ON" if kind in ("ES", "CS", "ET") else "L" if kind == "EN" and strong == "L" else kind
    return kinds


def _brackets(characters: Sequence[str], written: Sequence[str], kinds: list[str], side: str) -> None:
    """N0, for brackets in common use; marks on a bracket go with it."""
    begun: list[tuple[str, int]] = []
    pairs = []
    for i, character in enumerate(characters):
        if kinds[i] != "ON":
            continue
        if character in _PAIRS:
            begun.append((_PAIRS[character], i))
        elif any(wanted == character for wanted, _ in begun):
            while begun[-1][0] != character:
                begun.pop()
            pairs.append((begun.pop()[1], i))
    other = "L" if side == "R" else "R"
    for start, end in sorted(pairs):
        inside = {_strong(kind) for kind in kinds[start + 1 : end]}
        before = next((each for kind in reversed(kinds[:start]) if (each := _strong(kind))), side)
        if inside == {""} or not inside:
            continue
        taken = side if side in inside or before != other else other
        for place in (start, end):
            kinds[place] = taken
            while (place := place + 1) < len(written) and written[place] == "NSM":
                kinds[place] = taken


def _neutral(kinds: list[str], side: str) -> None:
    """N1 and N2."""
    for start, end in _runs(kinds, _NEUTRAL):
        before = _strong(kinds[start - 1]) if start else side
        after = _strong(kinds[end]) if end < len(kinds) else side
        kinds[start:end] = [before if before == after else side] * (end - start)


def _strong(kind: str) -> str:
    """The direction a kind has for its neighbours: numbers are taken for words from the right."""
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


def _runs(kinds: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Beginnings and ends of what is of these kinds."""
    start = None
    for i, kind in enumerate([*kinds, ""]):
        if kind in wanted:
            start = i if start is None else start
        elif start is not None:
            yield start, i
            start = None
