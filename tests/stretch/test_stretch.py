"""Stretches nobody recorded in full: never wrong where a legal record lacks something, always where nothing agrees."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.api import check_lines
from goti.engine.findings import Finding, Status, Verdict
from goti.engine.record import Action
from goti.engine.rules import rule_set, rule_set_ids
from goti.engine.table import Table
from goti.engine.tiles import Tile, TileSet, UnknownTile, tile
from goti.notation.parse import split_lines
from goti.notation.write import write
from goti.tests.stretch.hide import hidden_record
from goti.tests.stretch.test_tables import SMALL, small

GAMES = sorted({ref.partition("@")[0] for ref in rule_set_ids()})
SNIFF = "match american-sniff / seats A B / round 1 / lot A / "
ROCKS = "match seven-rocks / seats A B C D / round 1 / lot A / "
BOTH_SIDES = ROCKS + "A: [1|1] / B: [1|4] / C: [1|2] / D: [0|4] / A: [0|1]@[0|4] / B: [1|3]"
"""Placed on [0|1] the last tile makes 5, on a side of [1|1] 6."""


def check(record: str) -> tuple[Verdict, list[Finding]]:
    report = next(check_lines([*record.split(" / "), "unfinished"]))
    return report.verdict, list(report.findings)


def said(record: str) -> list[tuple[str, Status]]:
    """Codes and statuses, in order."""
    return [(each.code, each.status) for each in check(record)[1]]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(GAMES))
def test_no_legal_record_is_wrong(seed: int, game: str) -> None:
    rng, rules = Random(seed), rule_set(game)
    record = write(hidden_record(rules, rng.choice(sorted(rules.hand_sizes)), rng))
    report = next(check_lines(split_lines(record)))
    wrong = [each for each in report.findings if each.status in (Status.WRONG, Status.CONSEQUENCE)]
    assert not wrong, record


# -- exactly the wrong ones ------------------------------------------------------------------------------------------


def random_layout(rng: Random, game: str) -> list[Action]:
    """Three placements of a small set, hidden and changed at random."""
    rules = small(game, 3)
    table, found = Table(rules), []
    for _ in range(3):
        options = [(each, site) for each in TileSet(3).tiles() for site in table.sites_for(each)]
        each, site = rng.choice(options)
        at = None if site < 0 else table.tile_of(site)
        table.put(each, site)
        half = UnknownTile(rng.choice((each.low, each.high)))
        written = rng.choice((each, UnknownTile(), half, UnknownTile(rng.randrange(4))))
        total = rng.choice((None, None, table.total, table.total + rng.choice((-1, 1, 2))))
        points = rng.choice((None, None, table.points, 5))
        place = rng.choice((at, at, None, UnknownTile())) if at is not None else None
        if rng.random() < 0.1 and at is not None:
            place = tile(rng.randrange(4), rng.randrange(4))
        found.append(
            Action(0, None, "play", written, site=place, total=None if total is None else max(0, total), points=points)
        )
    return found


def completions(table: Table, rest: list[Action]) -> Iterator[Table]:
    """Every table that legal placements agreeing with all lines lead to, tried one by one."""
    if not rest:
        yield table
        return
    line = rest[0]
    for each in TileSet(3).tiles():
        agrees = line.tile == each if isinstance(line.tile, Tile) else line.tile is not None and line.tile.may_be(each)
        for site in table.sites_for(each) if agrees else ():
            at = None if site < 0 else table.tile_of(site)
            if isinstance(line.site, Tile) and at != line.site:
                continue
            if isinstance(line.site, UnknownTile) and at is None:
                continue
            after = table.copy()
            after.put(each, site)
            if line.total in (None, after.total) and line.points in (None, after.points):
                yield from completions(after, rest[1:])


@pytest.mark.parametrize("game", ["american-sniff", "seven-rocks", "five-up"])
def test_exactly_what_no_table_agrees_with_is_wrong(game: str) -> None:
    rng, outcomes = Random(game), set()
    for _ in range(400):
        lines = random_layout(rng, game)
        source = [
            f"layout {game}",
            *(f"rule {key} {value}" for key, value in SMALL),
            "rule max-pips 3",
            *write(lines).split("\n"),
        ]
        report = next(check_lines([each for each in source if each and each != "goti 1"]))
        possible = next(completions(Table(small(game, 3)), lines), None) is not None
        assert (report.verdict is not Verdict.FAIL) == possible, source
        outcomes.add(report.verdict)
    assert outcomes == {Verdict.PASS, Verdict.FAIL, Verdict.UNDECIDED}


# -- claims that cannot be -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "code", "expected"),
    [
        (SNIFF + "A: +15", "false-points", [0, 5, 10]),
        (ROCKS + "A: +20", "false-points", [0, 5, 10]),
        (ROCKS + "A: [4|?] =11", "false-total", [4, 5, 6, 7, 8, 9, 10]),
        (SNIFF + "A: [6|6] =12 / B: [?|?]@[6|6] =40 +40", "false-total", [12, 13, 14, 15, 16, 17]),
        (SNIFF + "A: [6|6] =12 / B: =1000 +1000", "false-total", [12, 13, 14, 15, 16, 17]),
        (SNIFF + "A: [6|6] =12 / B: +20", "false-points", [0, 15]),
        (ROCKS + "A: [4|4] =8 / B: [?|?] =99 +0", "false-total", [8, 9, 10, 11, 13, 14]),
        (ROCKS + "A: [1|2] =3 / B: [4|?]@[1|2] =9", "false-total", [5, 6]),
        (SNIFF + "A: [1|2] / B: [6|?]@[1|2] =4 +0", "false-total", [7, 8]),
        (ROCKS + "A: [2|4] =6 / B: [2|2]@[2|4] =8 / C: [4|?]@[2|2]", "already-there", None),
        (ROCKS + "A: [3|4] =7 / B: [1|4]@[3|4] =4 / C: [4|?]@[1|4]", "already-there", None),
        (ROCKS + "A: [1|2] =3 / B: [?|?]@[6|6]", "site-not-there", None),
        (ROCKS + "A: [1|2] =3 / B: [2|3]@[1|2] =4 / C: [?|?]@[1|2].high", "site-covered", None),
        (ROCKS + "A: [6|6] =12 / gap / B: [?|?] =37", "false-total", None),
    ],
)
def test_what_cannot_be_is_wrong(record: str, code: str, expected: object) -> None:
    verdict, findings = check(record)
    wrong = [each for each in findings if each.status is Status.WRONG]
    assert verdict is Verdict.FAIL
    assert [(each.code, each.expected) for each in wrong] == [(code, expected)]


def test_the_last_half_of_a_value() -> None:
    """All seven tiles with a 4 lie on the table: B held none of them more."""
    table = "given table [4|4] [4|6]@[4|4] [4|5]@[4|4] [3|4]@[4|4] [2|4]@[4|4] [1|6]@[4|6] [1|4]@[1|6] [0|4]@[1|4]"
    record = f"match seven-rocks / seats A B C D / round 1 / {table.replace('[0|4]@[1|4]', '')}"
    record += "/ given turn A / A: [?|?] / B: [4|?]"
    assert check(record)[0] is not Verdict.FAIL  # [0|4] may be placed on [1|4]
    layout = f"layout seven-rocks / {table} / [4|?]"
    report = next(check_lines(layout.split(" / ")))
    assert [each.code for each in report.findings] == ["already-there"]


def test_lines_that_only_together_cannot_be() -> None:
    """8 = 6 + 2 leaves [2|6], so that nothing joins [3|6]; without the total it might be [3|6]."""
    record = ROCKS + "A: [6|6] =12 / B: [?|?] =14 / C: [5|5]"
    verdict, findings = check(record)
    assert verdict is Verdict.FAIL
    assert [each.code for each in findings if each.status is Status.WRONG] == ["does-not-fit"]


@pytest.mark.parametrize(
    ("score", "verdict"), [(0, Verdict.PASS), (5, Verdict.PASS), (3, Verdict.FAIL), (10, Verdict.FAIL)]
)
def test_a_score_decides_a_site(score: int, verdict: Verdict) -> None:
    assert check(f"{BOTH_SIDES} / score A+C 0 B+D {score}")[0] is verdict


def test_a_winner_decides_a_site() -> None:
    record = BOTH_SIDES.replace("seats A B C D", "seats A B C D / rule targets 5")
    report = next(check_lines([*record.split(" / "), "winner B+D"]))
    assert report.verdict is Verdict.PASS


def test_a_settlement_decides_a_site() -> None:
    """A goes out; B holds [0|5]: 10 or nothing for [2|4], less 5."""
    table = "given score A 0 B 0 / given table [1|1] [1|4]@[1|1] [1|2]@[1|1] / given hand A [2|4] / given hand B [0|5]"
    record = f"match american-sniff / seats A B / round 2 / {table} / given turn A / A: [2|4] / out A / deduct B 5"
    assert said(f"{record} / score A 10 B -5") == said(f"{record} / score A 0 B -5") == []
    assert said(f"{record} / score A 5 B -5") == [
        ("several-sites", Status.UNDECIDED), ("false-score", Status.WRONG)
    ]  # fmt: skip


def test_one_finding_for_a_stretch() -> None:
    record = ROCKS + "A: [5|5] =10 +10 / B: [?|?] +0 / C: [?|?] +0 / D: +0"
    assert said(record) == [("layout-unknown", Status.UNDECIDED)]
    report = next(check_lines([*record.split(" / "), "unfinished"]))
    assert report.judged.unverified == [(6, 8)]


def test_what_decides_a_score_is_named() -> None:
    record = ROCKS + "A: [5|5] =10 +10 / B: [0|5] =10 +10 / C: [?|?] / D: +5 / score A+C 10 B+D 15"
    found = [each for each in check(record)[1] if each.code == "score-unknown"]
    assert [(each.needs, each.values["first"]) for each in found] == [("points", 7)]


def test_an_end_after_missing_turns() -> None:
    assert said(ROCKS + "A: [6|6] =12 / gap / out A") == [("end-unknown", Status.UNDECIDED)]
