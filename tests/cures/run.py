"""Records with one random slip each: is the true cure among those proposed, and the only one? Slow; `./run cures`.

Every record is a random legal match of up to ten rounds with all totals claimed. One line of it gets a slip: another
tile, another site, another total, other points or another seat. Where the check notices, the cures are searched; the
true one makes the line again what it was, or puts the tile on a site that is alike.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from goti.engine.cures import Case, Cure
from goti.engine.faults import Moment, Sheet
from goti.engine.findings import Verdict
from goti.engine.generate import Options, random_match
from goti.engine.layout import Port
from goti.engine.record import Action, Node
from goti.engine.rules import RuleSet, rule_set
from goti.engine.tiles import Tile, TileSet
from goti.fix import remedies
from goti.notation.parse import split_lines
from goti.notation.write import write

SETUPS = (("american-sniff", 2), ("american-sniff", 3), ("american-sniff", 4), ("seven-rocks", 4))
KINDS = ("tile", "site", "total", "points", "seat")
WANTED = 0.95  # of the slips noticed, those with the true cure as the only one


@dataclass(frozen=True, slots=True)
class Slip:
    """A record with one slip: its nodes, the index of the line, and how the line was."""

    kind: str
    nodes: list[Node]
    index: int
    right: Action
    seats: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one slip. `others` are the single changes besides the true one."""

    kind: str
    noticed: bool
    found: bool = False
    others: int = 0
    seconds: float = 0.0

    @property
    def counts(self) -> tuple[bool, bool, bool]:
        """Noticed; the true cure proposed; the only one."""
        return self.noticed, self.found, self.found and not self.others


def slip(kind: str, nodes: list[Node], known: list[Node], rules: RuleSet, seats: int, rng: Random, near: bool) -> Slip:
    """One slip of a kind in a record; `known` is the same record with all hands."""
    sheet = Sheet(known, rules, seats, rng)
    moments = [each for each in sheet.plays() if any(_wrong(kind, each, sheet, near))]
    moment = rng.choice(moments)
    index = [at for at, node in enumerate(nodes) if isinstance(node, Action)][sheet.moments.index(moment)]
    wrong = rng.choice(list(_wrong(kind, moment, sheet, near)))
    return Slip(kind, [*nodes[:index], wrong, *nodes[index + 1 :]], index, moment.action, seats)


def _wrong(kind: str, moment: Moment, sheet: Sheet, near: bool) -> Iterator[Action]:
    """All lines that a slip can make of one; `near` ones are easily overlooked."""
    action, table = moment.action, moment.table
    assert isinstance(action.tile, Tile)
    if kind == "tile":
        halves = {action.tile.low, action.tile.high}
        for tile in TileSet(sheet.rules.max_pips).tiles():
            if tile != action.tile and (not near or halves & {tile.low, tile.high}):
                yield action._replace(tile=tile)
    elif kind == "site":
        fitting = {table.tile_of(site) for site in table.sites_for(action.tile) if site >= 0}
        tiles = fitting if near else set(table)
        yield from (action._replace(site=tile, site_port=None) for tile in sorted(tiles - {action.site}))
    elif kind == "total":
        total, most = action.total or 0, 2 if near else 10
        around = range(max(0, total - most), total + most + 1)
        yield from (action._replace(total=each) for each in around if each != total)
    elif kind == "points":
        due = action.points or 0
        near_by = (each for each in (5, 10, 15, 20, 25) if each != due and (not near or abs(each - due) == 5))
        yield from (action._replace(points=each) for each in near_by)
    else:
        seats = sheet.next_seat(str(action.seat)) if near else sheet.letters
        yield from (action._replace(seat=seat) for seat in seats if seat != action.seat)


def is_true(made: Slip, rules: RuleSet, case: Case, cure: Cure, line: int) -> bool:
    """Whether a cure puts right the line that holds the slip; sites that are alike count as one."""
    edit = cure.edits[0]
    if not (cure.single and isinstance(edit.old, Action) and isinstance(edit.new, Action) and edit.old.line == line):
        return False
    cured = edit.new._replace(line=made.right.line)
    if cured._replace(site_port=None) != made.right._replace(site_port=None):
        return False
    return cured.site_port == made.right.site_port or _sites_alike(made, rules, cured)


def _sites_alike(made: Slip, rules: RuleSet, cured: Action) -> bool:
    moments = Sheet([*made.nodes[: made.index], made.right], rules, made.seats, Random(0)).moments
    table = moments[-1].table
    assert isinstance(cured.tile, Tile) and isinstance(cured.site, Tile)
    a, b = (table.site_for(cured.tile, cured.site, port) for port in (cured.site_port, made.right.site_port))
    return Port(a & 7).is_branch == Port(b & 7).is_branch


def one(job: tuple[str, int, int, bool, bool]) -> Outcome:
    """The outcome of one seed."""
    game, seats, seed, hidden, near = job
    kind, rules = KINDS[seed % len(KINDS)], rule_set(game)
    nodes = random_match(rules, seats, Random(seed), Options(rounds=10, greedy=seed % 2 == 1, hidden=hidden))
    known = random_match(rules, seats, Random(seed), Options(rounds=10, greedy=seed % 2 == 1))
    made = slip(kind, nodes, known, rules, seats, Random(f"{kind} {game} {seats} {seed}"), near)
    source = write(made.nodes)
    line = [number for number, text in enumerate(source.split("\n"), 1) if text][made.index + 1]  # below `goti 1`
    start = time.perf_counter()
    (remedy,) = remedies(split_lines(source))
    seconds = time.perf_counter() - start
    if remedy.verdict is not Verdict.FAIL:
        return Outcome(kind, noticed=False)
    cures = [(case, cure) for case in remedy.cases for cure in case.cures if cure.single]
    true = [is_true(made, rules, case, cure, line) for case, cure in cures]
    return Outcome(kind, True, any(true), len(true) - any(true), seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description="records with one random slip each, and the cures found")
    parser.add_argument("--records", type=int, default=1000, metavar="N", help="so many records (default 1000)")
    parser.add_argument("--hidden", action="store_true", help="leave out hands, drawn tiles and tiles left")
    parser.add_argument("--near", action="store_true", help="only slips that are easily overlooked")
    chosen = parser.parse_args()
    jobs = [
        (*SETUPS[number % len(SETUPS)], number // len(SETUPS), chosen.hidden, chosen.near)
        for number in range(chosen.records)
    ]
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(one, jobs, chunksize=10))
    for job, each in zip(jobs, outcomes, strict=True):
        if each.noticed and (each.others or not each.found):
            what = f"{each.others} other single changes" if each.found else "the true cure is not proposed"
            print(f"{job[0]} {job[1]} players seed {job[2]} {each.kind}: {what}")
    print("slips of    made  noticed  true cure proposed  as the only one")
    for kind in (*KINDS, ""):
        own = [each for each in outcomes if kind in ("", each.kind)]
        counts = [sum(tests) for tests in zip(*(each.counts for each in own), strict=True)]
        print(f"{kind or 'all':9} {len(own):6} {counts[0]:8} {counts[1]:19} {counts[2]:16}")
    noticed = [each for each in outcomes if each.noticed]
    seconds = sorted(each.seconds for each in noticed)
    print(f"seconds for one: median {seconds[len(seconds) // 2]:.2f}, most {seconds[-1]:.2f}")
    only = sum(each.found and not each.others for each in noticed)
    return 0 if all(each.found for each in noticed) and only >= WANTED * len(noticed) else 1


if __name__ == "__main__":
    sys.exit(main())
