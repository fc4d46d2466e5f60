"""Which lines of an inconsistent round contradict each other: `Unseen` → lines of which none can be left out.

The set ends at the first line at which the contradiction is there. Deletion gives an irreducible set; hitting sets of
what has to be left out (Reiter 1987) then give a smallest one, where that takes no more than MOST_QUESTIONS questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .assign import Assignment, TooHard, refuted, solve
from .unseen import Line, Unseen

MOST_QUESTIONS = 200
MOST_CHOICES = 100
"""Choices tried at most for one of them."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Lines that cannot all be right, and whether fewer of the lines up to the last of them are proved not enough.

    `irreducible`: it is proved that none of them can be left out.
    """

    lines: tuple[Line, ...]
    smallest: bool
    irreducible: bool = True


def contradiction(unseen: Unseen) -> Contradiction | None:
    """The contradiction of a round; None where some assignment agrees with all lines. Raises TooHard.

    None too where the rules alone leave no assignment: then no line is to blame.
    """
    lines = unseen.lines
    if solve(unseen, unseen.pieces(lines)) is not None or solve(unseen, []) is None:
        return None
    known, broken = 0, len(lines)  # so many lines agree with each other, so many do not
    while broken - known > 1:
        middle = (known + broken) // 2
        found = _tried(unseen, lines[:middle])
        if found is None:
            broken = middle
        else:
            known = middle
            while isinstance(found, Assignment) and known < broken - 1 and found.agrees(lines[known].pieces):
                known += 1
    return _smallest(unseen, lines[:broken])


def _tried(unseen: Unseen, lines: Iterable[Line]) -> Assignment | bool | None:
    """An assignment that agrees with these lines, None where there is none, True where that is too hard to say."""
    try:
        return solve(unseen, unseen.pieces(lines), MOST_CHOICES)
    except TooHard:
        return True


def _smallest(unseen: Unseen, lines: Sequence[Line]) -> Contradiction:
    last = len(lines) - 1  # without this line there is no contradiction: it is in every set
    kept, sure = _delete(unseen, lines)
    asked = 0
    if not sure:
        return Contradiction(tuple(lines[each] for each in kept), smallest=False, irreducible=False)
    corrections: list[frozenset[int]] = []  # sets of lines of which one must be in every contradiction
    while True:
        chosen = _hitting(corrections, len(kept) - 2)
        if chosen is None:
            return Contradiction(_needed(unseen, [lines[each] for each in kept]), True)
        asked += 1
        trial = {*chosen, last}
        found = _tried(unseen, [lines[each] for each in sorted(trial)])
        if found is None:
            return Contradiction(_needed(unseen, [lines[each] for each in sorted(trial)]), True)
        if not isinstance(found, Assignment):
            return Contradiction(_needed(unseen, [lines[each] for each in kept]), False)
        for number, line in enumerate(lines):  # as many lines as agree with each other
            if number in trial or found.agrees(line.pieces):
                trial.add(number)
        for number in range(last):
            if number not in trial:
                asked += 1
                if _tried(unseen, [lines[each] for each in sorted({*trial, number})]) is not None:
                    trial.add(number)
        corrections.append(frozenset(range(last)) - trial)
        if asked > MOST_QUESTIONS:
            return Contradiction(_needed(unseen, [lines[each] for each in kept]), False)


def _needed(unseen: Unseen, lines: list[Line]) -> tuple[Line, ...]:
    """The same lines, each with those of its parts alone that are needed."""
    for number, line in enumerate(lines):
        for part in line.parts if len(line.parts) > 1 else ():
            fewer = replace(lines[number], parts=[each for each in lines[number].parts if each is not part])
            trial = [*lines[:number], fewer, *lines[number + 1 :]]
            if _tried(unseen, trial) is None:
                lines = trial
    return tuple(lines)


def _delete(unseen: Unseen, lines: Sequence[Line]) -> tuple[list[int], bool]:
    """The lines that are left when every line that is not needed has been taken away, and whether that is sure."""
    kept, sure = list(range(len(lines))), True
    for number in range(len(lines) - 1):
        fewer = [each for each in kept if each != number]
        if refuted(unseen, unseen.pieces(lines[each] for each in fewer)):
            kept = fewer
    for number in kept[:-1]:
        fewer = [each for each in kept if each != number]
        found = _tried(unseen, [lines[each] for each in fewer])
        if found is None:
            kept = fewer
        sure = sure and found is not True
    return kept, sure


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
