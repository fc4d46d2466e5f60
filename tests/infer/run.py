"""How far `goti infer` narrows one round down, and that the true rule set is always in its answer. Slow; `./run infer`.

Every record is one round of a random match with totals, written as text and read again. The answer must hold the rule
set the round was played by, and of each of its fields the value it was played with.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import mean

from goti.engine.generate import Options, random_match
from goti.engine.rules import FIELDS, rule_set, rule_set_ids
from goti.notation.parse import read_entries, split_lines
from goti.notation.write import write
from goti.readings import Case, candidates, infer

SETUPS = (
    ("american-sniff", 2), ("american-sniff", 3), ("american-sniff", 4), ("seven-rocks", 4), ("all-fives", 2),
    ("muggins", 2), ("five-up", 2), ("english-sniff", 2), ("all-threes", 2), ("fives-and-threes", 2),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What `infer` says of one record: the shipped rule sets that agree, and per field (values left, values tried).

    `problems` says what of the truth is missing.
    """

    setup: tuple[str, int]
    agreeing: tuple[str, ...]
    fields: Mapping[str, tuple[int, int]]
    problems: tuple[str, ...]


def one_round(game: str, seats: int, seed: int) -> list[Case]:
    """One round of a random match, through its text; every other one greedy."""
    nodes = random_match(rule_set(game), seats, Random(seed), Options(rounds=1, greedy=seed % 2 == 1))
    return [Case(f"{game}-{seats}-{seed}", written) for written in read_entries(split_lines(write(nodes)))]


def answer(job: tuple[str, int, int]) -> Answer:
    """The answer for one record, and whether the truth is in it."""
    game, seats, seed = job
    true, entries = rule_set(game), one_round(game, seats, seed)
    where = f"{game} {seats} players seed {seed}"
    agreeing, problems = [], []
    for rules, against in candidates(rule_set_ids(), entries):
        if against is None:
            agreeing.append(rules.id)
        elif rules == true:
            problems.append(f"{where}: {true.ref} is excluded by line {against[1].line}, {against[1].code}")
    fields = {}
    for found in infer(true, entries):
        fields[found.key] = (len(found.agreeing), len(found.agreeing) + len(found.excluded))
        if true.values[found.key] not in found.agreeing:
            problems.append(f"{where}: {found.key} = {true.values[found.key]} is excluded")
    return Answer((game, seats), tuple(agreeing), fields, tuple(problems))


def table(answers: Sequence[Answer]) -> list[str]:
    """Means by set-up: shipped rule sets left, then values left per field, of so many tried."""
    setups = list(dict.fromkeys(each.setup for each in answers))
    of = {setup: [each for each in answers if each.setup == setup] for setup in setups}
    head = [f"{game} {seats}" for game, seats in setups]
    width = max(map(len, [*FIELDS, "shipped rule sets"])) + 1

    def row(name: str, cells: Sequence[str]) -> str:
        return f"{name:{width}}" + "".join(
            f"{cell:>{max(len(title), 9) + 2}}" for title, cell in zip(head, cells, strict=True)
        )

    total = len(rule_set_ids())
    lines = [row("", head)]
    lines.append(row("shipped rule sets", [f"{mean(len(a.agreeing) for a in of[s]):.2f}/{total}" for s in setups]))
    for key in FIELDS:
        cells = [
            f"{mean(a.fields[key][0] for a in of[s]):.2f}/{mean(a.fields[key][1] for a in of[s]):.3g}" for s in setups
        ]
        lines.append(row(key, cells))
    lines.append(row("all fields", [f"{mean(left(a) for a in of[s]):.2f}" for s in setups]))
    return lines


def left(found: Answer) -> float:
    """Mean number of values left over the fields of which more than one was tried."""
    return mean(kept for kept, tried in found.fields.values() if tried > 1)


def main() -> int:
    parser = argparse.ArgumentParser(description="how far `goti infer` narrows one round down")
    parser.add_argument("--rounds", type=int, default=200, metavar="N", help="of each set-up (default 200)")
    chosen = parser.parse_args()
    start = time.perf_counter()
    jobs = [(game, seats, seed) for game, seats in SETUPS for seed in range(chosen.rounds)]
    with ProcessPoolExecutor() as pool:
        answers = list(pool.map(answer, jobs, chunksize=5))
    print("\n".join(table(answers)))
    problems = [problem for each in answers for problem in each.problems]
    print("\n".join(problems[:50]), end="\n" if problems else "")
    done = time.perf_counter() - start
    print(f"{len(jobs)} rounds; the true rule set is missing from {len(problems)} answers; {done:.0f} s")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
