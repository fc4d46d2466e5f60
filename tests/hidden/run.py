"""Thousands of random rounds with unseen tiles, right and with one fault, against a second model; `./run hidden`.

Every round is played with known hands, given one fault or none, made to lack tiles and lines at random (`hide.py`),
written as text, read and judged. It must be found wrong exactly where CP-SAT finds no deal that agrees with all of it
(`model.py`), and one without a fault never. At the end: how long the checks of 1,000 rounds take.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from goti.api import check_lines
from goti.engine.findings import Status, text
from goti.engine.generate import Options, random_match
from goti.engine.record import Action, EntryLine, Node, Seats
from goti.engine.rules import rule_set
from goti.engine.tiles import UnknownTile
from goti.notation.parse import split_lines
from goti.notation.write import write
from goti.tests.hidden.hide import FAULTS, SETUPS, Hider, faulty


def record(game: str, seats: int, seed: int, fault: str) -> list[Node] | None:
    """One round with unseen tiles; None where it has no place for the fault."""
    rng = Random(f"{game} {seats} {seed} {fault}")
    rules = rule_set(game)
    nodes = random_match(rules, seats, rng, Options(rounds=1, greedy=seed % 2 == 1))
    settlement = fault.startswith("settlement")
    with_fault = faulty(fault.removeprefix("settlement-"), nodes, rules, seats, rng)
    if with_fault is None:
        return None
    if settlement:
        seated: list[Node] = [EntryLine(0, "settlement", game), *(node for node in nodes if isinstance(node, Seats))]
        return [*seated, *Hider(rules, seats, rng).settlement(with_fault)]
    return Hider(rules, seats, rng).hide(with_fault)


def wrong(source: str) -> list[str]:
    """What the check finds wrong in a record, and the codes."""
    report = next(check_lines(split_lines(source)))
    return [f"{each.line} {each.code}: {text(each, 'en')}" for each in report.findings if each.status is Status.WRONG]


def one(job: tuple[str, int, int, str]) -> tuple[str, bool, float, str]:
    """Fault, whether it was found wrong, seconds for the check, and the problem if there is one."""
    from goti.tests.hidden.model import possible, possible_settlement

    game, seats, seed, fault = job
    nodes = record(*job)
    if nodes is None:
        return "no place", False, 0.0, ""
    source = write(nodes)
    start = time.process_time()
    found = wrong(source)
    took = time.process_time() - start
    agrees = (possible_settlement if fault.startswith("settlement") else possible)(nodes, rule_set(game), seats)
    problem = ""
    # The second model knows nothing of what a placement nobody recorded leaves on the table.
    more = fault != "none" and any(isinstance(node, Action) and isinstance(node.tile, UnknownTile) for node in nodes)
    if (bool(found) == agrees and not (found and more)) or (fault in ("none", "settlement-none") and found):
        problem = f"{game} {seats} seed {seed} {fault}: {'possible' if agrees else 'impossible'}, but found {found}"
    return fault, bool(found), took, problem


def main() -> int:
    parser = argparse.ArgumentParser(description="random rounds with unseen tiles against a second model")
    parser.add_argument("--rounds", type=int, default=5000, metavar="N", help="without a fault (default 5000)")
    chosen = parser.parse_args()
    start = time.perf_counter()
    jobs, rng = [], Random(1)
    for seed in range(-(-chosen.rounds // len(SETUPS))):
        for game, seats in SETUPS:
            jobs += [(game, seats, seed, "none"), (game, seats, seed, FAULTS[1 + seed % (len(FAULTS) - 1)])]
            if seed % 4 == 0:
                jobs.append((game, seats, seed, f"settlement-{rng.choice(('none', 'pips', 'empty'))}"))
    made: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    problems, times = [], []
    with ProcessPoolExecutor() as pool:
        for fault, found, took, problem in pool.map(one, jobs, chunksize=20):
            made[fault] += 1
            seen[fault] += found
            problems += [problem] if problem else []
            if fault != "no place":
                times.append(took)
    for problem in problems[:50]:
        print(problem)
    for name, number in sorted(made.items()):
        print(f"  {number:5} {name}: {seen[name]} found wrong")
    thousand = sorted(times[:1000])
    print(
        f"a check of one round, {len(thousand)} rounds: median {1000 * statistics.median(thousand):.1f} ms, "
        f"worst {1000 * thousand[-1]:.0f} ms"
    )
    print(
        f"{len(times)} rounds, {len(problems)} judged otherwise than by the second model; "
        f"{time.perf_counter() - start:.0f} s"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
