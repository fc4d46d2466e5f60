"""Shortest records on which readings differ, and the lemmas the search rests on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from goti.engine import record as r
from goti.engine.faults import inject
from goti.engine.findings import Finding
from goti.engine.generate import Options, random_match
from goti.engine.idle import idle
from goti.engine.rules import RuleSet, rule_set, rule_set_ids
from goti.engine.watching import Watched, differing, watched
from goti.proofs.judging import faults, judged, numbered
from goti.proofs.records import differing_records
from goti.proofs.stocks import Stock, blocked_table, stocks
from goti.readings import readings

GAMES = (("american-sniff", 2), ("american-sniff", 3), ("seven-rocks", 4))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_beginning_of_a_right_record_is_right(game: str, seats: int) -> None:
    """A beginning with a fault need not be continued, unless it ends among deductions: a seat without one claims 0."""
    for seed in range(6):
        nodes = random_match(rule_set(game), seats, Random(seed), Options(rounds=2, hidden=seed % 2 == 1))
        for length in range(3, len(nodes), 3):  # with the first `round` line
            if not isinstance(nodes[length - 1], r.Deduct):
                assert not faults(judged(numbered(nodes[:length]), rule_set(game))[0])


def uncited(findings: list[Finding]) -> list[Finding]:
    """Findings without the rule they cite: of a changed field it is the change itself, whatever was asked for."""
    return [replace(each, rule="") for each in findings]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_field_that_is_not_asked_for_changes_nothing(game: str, seats: int) -> None:
    rules = rule_set(game)
    watch = watched(rules)
    spared = 0
    for seed in range(3):
        nodes = numbered(random_match(rules, seats, Random(seed), Options(rounds=1)))
        for length in (3, 5, 8, 12, len(nodes)):
            beginning = nodes[:length]
            Watched.asked.clear()
            before = uncited(judged(beginning, watch)[0])
            asked = set(Watched.asked)
            for key, _, changed in readings(rules):
                if isinstance(changed, RuleSet) and not differing(rules, changed) & asked:
                    assert uncited(judged(beginning, changed)[0]) == before, key
                    spared += 1
    assert spared > 50


@pytest.mark.parametrize("ref", rule_set_ids())
def test_an_idle_field_changes_nothing(ref: str) -> None:
    """Right records and records with a fault are judged alike, whatever an idle field says."""
    rules = rule_set(ref)
    changes = [each for key, _, each in readings(rules) if isinstance(each, RuleSet) and idle(rules, each, key)]
    records = []
    for seed, kind in enumerate(("rounding", "score", "total", "needless-pass", "winner")):
        rng, seats = Random(f"{ref} {seed}"), max(rules.hand_sizes)
        nodes = random_match(rules, seats, rng, Options(rounds=2, hidden=False))
        fault = inject(kind, nodes, rules, seats, rng)
        records += [numbered(nodes), *([numbered(fault.nodes)] if fault is not None else [])]
    for nodes in records:
        before = uncited(judged(nodes, rules)[0])
        for changed in changes:
            assert uncited(judged(nodes, changed)[0]) == before


def test_a_watched_rule_set_is_the_same_rule_set() -> None:
    for game, _ in GAMES:
        assert watched(rule_set(game)).values == rule_set(game).values


def test_of_a_table_by_seats_what_one_number_of_seats_has_is_asked_for() -> None:
    rules = rule_set("american-sniff")
    two, three = (rules.changed("targets", each) for each in ("2:300,3:200,4:200", "2:250,3:300,4:200"))
    fewer = rules.changed("targets", "2:250,3:200")
    Watched.asked.clear()
    findings, _ = judged(numbered(random_match(rules, 2, Random(1), Options(rounds=1))), watched(rules))
    assert not faults(findings)
    assert differing(rules, two) == {"targets 2"} and differing(rules, two) & Watched.asked
    assert differing(rules, three) == {"targets 3"} and not differing(rules, three) & Watched.asked
    assert differing(rules, fewer) == {"targets 4", "targets seats"} and differing(rules, fewer) & Watched.asked
    assert differing(rules, rules.changed("rounding", "up")) == {"rounding"} and not differing(rules, rules)


def test_nothing_fits_on_the_blocked_table() -> None:
    for game, seats in GAMES:
        line = r.Seats(2, tuple((letter, None) for letter in "ABCD"[:seats]))
        nodes = (r.EntryLine(1, "match", game), line, r.RoundLine(3, 1), r.GivenTable(4, blocked_table()))
        findings, found = judged([*nodes, r.End(5, "blocked")], rule_set(game))
        assert not faults(findings) and found.entry is not None


MIDDLES = Stock("middles", 8, frozenset(("table", "hands", "play", "end")))


@pytest.mark.parametrize(
    ("game", "change", "lines"),
    [
        ("american-sniff", "hand-sizes=2:6,3:6,4:5", 2),
        ("seven-rocks", "partnership=none", 2),
        ("seven-rocks", "rounding=down", 2),
        ("american-sniff", "target-rule=exactly", 3),
        ("american-sniff", "last-tile=blocked", 6),
        ("seven-rocks", "last-tile=blocked", 8),
    ],
)
def test_least_lines_of_changes(game: str, change: str, lines: int) -> None:
    rules = rule_set(game)
    other = rules.changed(*change.split("=", 1))
    searched = stocks(3)[:1] if lines < 4 else (MIDDLES,)
    search = differing_records(rules, {change: other}, searched)
    difference = search.differences[change]
    assert difference.lines == lines
    one, two = (bool(faults(judged(difference.nodes, each)[0])) for each in (rules, other))
    assert one != two and one == difference.wrong_first
    shorter = [replace(stock, most=min(stock.most, lines - 1)) for stock in searched]
    assert not differing_records(rules, {change: other}, shorter).differences
