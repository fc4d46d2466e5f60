"""A small run of the corpus of random matches: every kind of fault, every set-up. The large run is `./run corpus`."""

from __future__ import annotations

from random import Random

import pytest

from goti.engine.faults import KINDS, SHOWS_EARLIER, SHOWS_LATER
from goti.engine.generate import random_match
from goti.engine.rules import rule_set
from goti.tests.corpus.run import CODES, SETUPS, fault_problem, one, options, with_fault


def test_every_kind_is_known() -> None:
    assert set(CODES) == set(KINDS)
    assert set(SHOWS_LATER) <= set(KINDS) and set(SHOWS_EARLIER) <= set(KINDS) - set(SHOWS_LATER)
    assert len(KINDS) >= 20


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_random_matches(game: str, seats: int) -> None:
    for seed in range(8):
        _, *problems = one((game, seats, seed))
        assert problems == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_fault(kind: str) -> None:
    """Each kind has a place in some of a few matches, and is found as it should be in all of these."""
    tried = 0
    for seed in range(100, 130):
        for game, seats in SETUPS:
            if tried == 8:
                return
            nodes = random_match(rule_set(game), seats, Random(seed), options(seed))
            try:
                fault = with_fault(nodes, game, seats, seed, kind)
            except LookupError:
                continue
            tried += 1
            assert fault_problem(fault) is None, f"{game} {seats} seed {seed}"
    assert tried
