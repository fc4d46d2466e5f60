"""Records with one random slip each: is the true cure among those proposed, and the only one? Slow; `./run cures`.

Every record is a random legal match of up to ten rounds with all totals claimed. One line of it gets a slip: another
tile, another site, another total, other points or another seat. Where the check notices, the cures are searched; the
true one makes the line again what it was, or puts the tile on a site that is alike.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from goti.engine.cures import Case, edited
from goti.engine.faults import Moment, Sheet
from goti.engine.findings import Verdict
from goti.engine.generate import Options, random_match
from goti.engine.record import Action, Node
from goti.engine.rules import RuleSet, rule_set
from goti.engine.table import Table
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one slip. `others` are the single changes besides the true one."""

    kind: str
    noticed: bool
    found: bool = False
    others: int = 0
    first: bool = False
    seconds: float = 0.0
    source: str = ""


def slip(kind: str, nodes: list[Node], rules: RuleSet, seats: int, rng: Random) -> Slip | None:
    """One slip of a kind in a record with known hands; None where there is no place for it."""
    sheet = Sheet(nodes, rules, seats, rng)
    moment = rng.choice([each for each in sheet.plays() if kind != "site" or len(each.table) > 1])
    wrong = rng.choice(list(_wrong(kind, moment, sheet)) or [None])
    if wrong is None:
        return None
    return Slip(kind, [*nodes[: moment.index], wrong, *nodes[moment.index + 1 :]], moment.index, moment.action)


def _wrong(kind: str, moment: Moment, sheet: Sheet) -> Iterator[Action]:
    """All lines that a slip can make of one."""
    action = moment.action
    if kind == "tile":
        tiles = TileSet(sheet.rules.max_pips).tiles()
        yield from (action._replace(tile=tile) for tile in tiles if tile != action.tile)
    elif kind == "site":
        sites = (tile for tile in moment.table if tile != action.site)
        yield from (action._replace(site=tile, site_port=None) for tile in sites)
    elif kind == "total":
        total = action.total or 0
        yield from (action._replace(total=each) for each in range(max(0, total - 10), total + 11) if each != total)
    elif kind == "points":
        yield from (action._replace(points=each) for each in (5, 10, 15, 20, 25) if each != action.points)
    else:
        yield from (action._replace(seat=seat) for seat in sheet.letters if seat != action.seat)


def alike(made: Slip, rules: RuleSet, nodes: tuple[Node, ...]) -> bool:
    """Whether a cured round says what the right one did, sites that are alike counted as one."""
    line = made.nodes[made.index].line
    cured = next((node for node in nodes if node.line == line), None)
    if not isinstance(cured, Action):
        return False
    if cured._replace(site_port=None) != made.right._replace(line=line, site_port=None):
        return False
    return cured.site_port == made.right.site_port or _same_class(made, rules, cured)


def _same_class(made: Slip, rules: RuleSet, cured: Action) -> bool:
    nodes = [*made.nodes[: made.index], made.right, *made.nodes[made.index + 1 :]]
    moments = Sheet(nodes, rules, 2, Random(0)).moments
    table: Table = next(each.table for each in moments if each.index == made.index)
    assert isinstance(cured.tile, Tile) and isinstance(cured.site, Tile)
    sites = [table.site_for(cured.tile, cured.site, port) for port in (cured.site_port, made.right.site_port)]
    return len({(site >> 3, 2 <= site & 7 < 6) for site in sites}) == 1


def one(job: tuple[str, int, int, bool]) -> Outcome:
    """The outcome of one seed."""
    game, seats, seed, hidden = job
    rules = rule_set(game)
    kind = KINDS[seed % len(KINDS)]
    nodes = random_match(rules, seats, Random(seed), Options(rounds=10, greedy=seed % 2 == 1))
    made, attempt = None, 0
    while made is None:
        made = slip(kind, nodes, rules, seats, Random(f"{kind} {game} {seats} {seed} {attempt}"))
        attempt += 1
    if hidden:
        made = _hidden(made)
    source = write(made.nodes)
    start = time.perf_counter()
    remedy = remedies(split_lines(source))[0]
    seconds = time.perf_counter() - start
    if remedy.verdict is not Verdict.FAIL:
        return Outcome(kind, False)
    lines = [index for index, text in enumerate(source.split("\n"), 1) if text]
    line = lines[made.index + 1]
    placed = Slip(kind, [node._replace(line=line) if node is made.nodes[made.index] else node for node in made.nodes],  # type: ignore[union-attr]
                  made.index, made.right)  # fmt: skip
    true = [alike(placed, rules, edited(case.nodes, cure.edits)) and not cure.later
            for case, cure in _cures(remedy.cases)]  # fmt: skip
    return Outcome(kind, True, any(true), len(true) - any(true), true[:1] == [True], seconds, source)


def _cures(cases: list[Case]) -> list[tuple[Case, object]]:
    return [(case, cure) for case in cases for cure in case.cures if cure.single]


def _hidden(made: Slip) -> Slip:
    """The record without the hands."""
    from goti.engine.record import Deal

    kept = [(index, node) for index, node in enumerate(made.nodes) if not isinstance(node, Deal)]
    return Slip(made.kind, [node for _, node in kept], [index for index, _ in kept].index(made.index), made.right)


def main() -> int:
    parser = argparse.ArgumentParser(description="records with one random slip each, and the cures found")
    parser.add_argument("--records", type=int, default=1000, metavar="N", help="so many records (default 1000)")
    parser.add_argument("--hidden", action="store_true", help="leave out the hands dealt")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N records that fail")
    chosen = parser.parse_args()
    jobs = [(*SETUPS[seed % len(SETUPS)], seed // len(SETUPS), chosen.hidden) for seed in range(chosen.records)]
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(one, jobs, chunksize=10))
    for each, job in zip(outcomes, jobs):
        if each.noticed and (not each.found or each.others):
            print(job, each.kind, "found" if each.found else "NOT FOUND", "others", each.others, "first" if each.first else "")
    noticed = [each for each in outcomes if each.noticed]
    for kind in KINDS:
        own = [each for each in noticed if each.kind == kind]
        print(kind, len([e for e in outcomes if e.kind==kind]), len(own), sum(e.found for e in own), sum(e.found and not e.others for e in own))
    secs = sorted(e.seconds for e in noticed)
    print(len(noticed), sum(e.found for e in noticed), sum(e.found and not e.others for e in noticed), secs[len(secs)//2], secs[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
