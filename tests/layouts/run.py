"""Thousands of random full layouts of every rule set, arranged as they are and to a wanted shape. Slow.

`./run layouts`. Every arrangement must keep the laws (no overlap, joined halves meet with equal pips, …). The
shape asked for is 3:2, or `--aspect`; layouts that come out wider or higher than it by more than the factor of
`render/shape.py` are listed. The exit status is 1 where a law is broken or more than one in a thousand misses the
shape.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from goti.engine.rules import rule_set, rule_set_ids
from goti.render.arrange import arrange
from goti.render.shape import BOUND
from goti.tests.render.games import full_layout
from goti.tests.render.laws import broken_law

_BLOCK = 50

Result = tuple[str, int, int, str | None, float]
"""Rule set, seed, tiles, what is wrong, width divided by height."""


def try_block(task: tuple[str, int, float]) -> list[Result]:
    """The results of some seeds of one rule set."""
    ref, first, aspect = task
    rules, found = rule_set(ref), list[Result]()
    for seed in range(first, first + _BLOCK):
        layout = full_layout(rules, Random(f"{ref} {seed}"))  # games of like rules shall not repeat each other
        plain, shaped = arrange(layout), arrange(layout, aspect=aspect)
        wrong = broken_law(layout, plain) or broken_law(layout, shaped)
        found.append((ref, seed, len(layout), wrong, shaped.bounds.width / shaped.bounds.height))
    return found


def results(layouts: int, aspect: float) -> Iterator[Result]:
    """The results of so many layouts, shared out over the rule sets."""
    refs = rule_set_ids()
    each = -(-layouts // len(refs) // _BLOCK)
    tasks = [(ref, block * _BLOCK, aspect) for block in range(each) for ref in refs]
    with ProcessPoolExecutor() as pool:
        for block in pool.map(try_block, tasks):
            yield from block


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--layouts", type=int, default=20000, metavar="N")
    parser.add_argument("--aspect", type=float, default=1.5, metavar="A", help="width divided by height")
    options = parser.parse_args()
    start, count, tiles, broken, missed = time.perf_counter(), Counter[str](), Counter[int](), 0, 0
    for ref, seed, size, wrong, shape in results(options.layouts, options.aspect):
        count[ref] += 1
        tiles[size] += 1
        if wrong is not None:
            broken += 1
            print(f"{ref} seed {seed}: {wrong}")
        if not options.aspect / BOUND <= shape <= options.aspect * BOUND:
            missed += 1
            print(f"{ref} seed {seed}: {size} tiles, {shape:.2f} times as wide as high")
    total = sum(count.values())
    print(f"{total} full layouts of {len(count)} rule sets, {min(tiles)} to {max(tiles)} tiles, {tiles[28]} of 28")
    print(f"laws broken: {broken}; shape {options.aspect:g} missed by more than the factor {BOUND}: {missed}")
    print(f"{time.perf_counter() - start:.0f} s")
    return 1 if broken or missed > total / 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
