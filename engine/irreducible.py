"""Which lines of an inconsistent round contradict each other: `Unseen` → lines of which none can be left out.

The set ends at the first line at which the contradiction is there. Deletion gives an irreducible set; hitting sets of
what has to be left out (Reiter 1987) then give a smallest one, where that takes no more than MOST_QUESTIONS questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .assign import solve
from .unseen import Line, Unseen

MOST_QUESTIONS = 400


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Lines that cannot all be right, and whether fewer of the lines up to the last of them are proved not enough."""

    lines: tuple[Line, ...]
    smallest: bool


def contradiction(unseen: Unseen) -> Contradiction | None:
    """The contradiction of a round; None where some assignment agrees with all lines. Raises TooHard.

    None too where nothing agrees with the course of the round alone: then no line is to blame.
    """
    lines = unseen.lines
    if solve(unseen, unseen.pieces(lines)) is not None or solve(unseen, []) is None:
        return None
    known, broken = 0, len(lines)  # so many lines agree with each other, so many do not
    while broken - known > 1:
        middle = (known + broken) // 2
        found = solve(unseen, unseen.pieces(lines[:middle]))
        if found is None:
            broken = middle
        else:
            known = middle
            while known < broken - 1 and found.agrees(lines[known].pieces):
                known += 1
    return _smallest(unseen, lines[:broken])


def _smallest(unseen: Unseen, lines: Sequence[Line]) -> Contradiction:
    last = len(lines) - 1  # without this line there is no contradiction: it is in every set
    kept = _delete(unseen, lines)
    asked = 0
    corrections: list[frozenset[int]] = []  # sets of lines of which one must be in every contradiction
    while True:
        chosen = _hitting(corrections, len(kept) - 2)
        if chosen is None:
            return Contradiction(_needed(unseen, [lines[each] for each in kept]), True)
        asked += 1
        trial = {*chosen, last}
        found = solve(unseen, unseen.pieces(lines[each] for each in sorted(trial)))
        if found is None:
            return Contradiction(_needed(unseen, [lines[each] for each in sorted(trial)]), True)
        for number, line in enumerate(lines):  # as many lines as agree with each other
            if number in trial or found.agrees(line.pieces):
                trial.add(number)
        for number in range(last):
            if number not in trial:
                asked += 1
                if solve(unseen, unseen.pieces(lines[each] for each in sorted({*trial, number}))) is not None:
                    trial.add(number)
        corrections.append(frozenset(range(last)) - trial)
        if asked > MOST_QUESTIONS:
            return Contradiction(_needed(unseen, [lines[each] for each in kept]), False)


def _needed(unseen: Unseen, lines: list[Line]) -> tuple[Line, ...]:
    """The same lines, each with its facts or its rules alone where these are enough."""
    for number, line in enumerate(lines):
        for part in (replace(line, rules=[]), replace(line, facts=[])) if line.facts and line.rules else ():
            fewer = [*lines[:number], part, *lines[number + 1 :]]
            if solve(unseen, unseen.pieces(fewer)) is None:
                lines = fewer
                break
    return tuple(lines)


def _delete(unseen: Unseen, lines: Sequence[Line]) -> list[int]:
    """The lines that are left when every line that is not needed has been taken away."""
    kept = list(range(len(lines)))
    for number in range(len(lines) - 1):
        fewer = [each for each in kept if each != number]
        if solve(unseen, unseen.pieces(lines[each] for each in fewer)) is None:
            kept = fewer
    return kept


def _hitting(sets: Sequence[frozenset[int]], most: int) -> frozenset[int] | None:
    """A smallest set, of `most` numbers at most, with a number of every one of these sets."""
    for size in range(most + 1):
        found = _hit(sets, frozenset(), size)
        if found is not None:
            return found
    return None


def _hit(sets: Sequence[frozenset[int]], chosen: frozenset[int], more: int) -> frozenset[int] | None:
    missed = next((each for each in sets if not each & chosen), None)
    if missed is None:
        return chosen
    if not more:
        return None
    for number in sorted(missed):
        found = _hit(sets, chosen | {number}, more - 1)
        if found is not None:
            return found
    return None
