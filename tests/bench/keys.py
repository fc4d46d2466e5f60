"""How many keys a turn takes in `goti record`: random rounds typed by a typist, Enter counted.

A turn is all that one seat does: draws and what follows them, a placement with the choice of its place, a pass. What
the recorder writes by itself takes no key. Run `python tests/bench/keys.py`, with `--rounds N` for another number.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, median

from goti.engine.generate import Options, random_match
from goti.engine.rules import rule_set, rule_set_ids
from goti.tests.recording.typing import typist


def strokes(ref: str, seats: int, seed: int, hidden: bool) -> tuple[list[int], int]:
    """The keys of every turn of a random round, and those of the whole round."""
    nodes = random_match(rule_set(ref), seats, Random(seed), Options(rounds=1, hidden=hidden))
    person = typist(nodes, hands=not hidden)
    person.follow(nodes)
    return person.strokes, sum(len(text) + 1 for text in person.typed)


def main() -> None:
    parser = argparse.ArgumentParser(description="keys a turn takes in goti record")
    parser.add_argument("--rounds", type=int, default=20, metavar="N", help="rounds of each set-up (default 20)")
    rounds: int = parser.parse_args().rounds
    print("rules                seats   hands  turns median  mean  most  <= 5  a round")
    everything: list[int] = []
    for ref in rule_set_ids():
        for seats in sorted(rule_set(ref).hand_sizes):
            for hidden in (True, False):
                done = [strokes(ref, seats, seed, hidden) for seed in range(rounds)]
                keys = [each for turns, _ in done for each in turns]
                everything += keys
                few = sum(each <= 5 for each in keys) / len(keys)
                print(
                    f"{ref:20} {seats:5} {'hidden' if hidden else 'known':>7} {len(keys):6} {median(keys):6} "
                    f"{mean(keys):5.1f} {max(keys):5} {few:5.0%} {mean(whole for _, whole in done):8.0f}"
                )
    print(f"all: median {median(everything)}, mean {mean(everything):.1f} keys a turn (wanted: at most 5)")


if __name__ == "__main__":
    main()
