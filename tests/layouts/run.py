"""Thousands of random full layouts of every rule set: as they are, to a wanted shape and on a narrow table. Slow.

`./run layouts`. Every arrangement must keep the laws (no overlap, joined halves meet with equal pips, …), and so must
the marks and the names of ports in it (a free place at their own end). The shape asked for is 3:2, or `--aspect`;
layouts that come out wider or higher than it by more than the factor of `render/shape.py` are listed. The exit status
is 1 where a law is broken, or where more than one in a thousand misses the shape or has a mark or a name without its
place.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from goti.engine.layout import Position
from goti.engine.rules import rule_set, rule_set_ids
from goti.render.arrange import Arrangement, arrange
from goti.render.look import look
from goti.render.shape import BOUND
from goti.tests.render.games import full_position
from goti.tests.render.laws import broken_law
from goti.tests.render.marklaws import broken_mark, broken_name

_BLOCK = 50

_NARROW = 20


class Result(NamedTuple):
    """How one layout came out: `wrong` is a broken law, `marked` what is the matter with a mark or a name."""

    ref: str
    seed: int
    tiles: int
    wrong: str | None
    marked: str | None
    shape: float


def try_block(task: tuple[str, int, float]) -> list[Result]:
    """The results of some seeds of one rule set."""
    ref, first, aspect = task
    rules, found = rule_set(ref), list[Result]()
    for seed in range(first, first + _BLOCK):
        position = full_position(rules, Random(f"{ref} {seed}"))  # games of like rules shall not repeat each other
        layout = position.layout
        plain, shaped, narrow = arrange(layout), arrange(layout, aspect=aspect), arrange(layout, max_width=_NARROW)
        wrong = next(filter(None, (broken_law(layout, each) for each in (plain, shaped, narrow))), None)
        marked = next(filter(None, (_unclear(position, each) for each in (plain, shaped, narrow))), None)
        found.append(Result(ref, seed, len(layout), wrong, marked, shaped.bounds.width / shaped.bounds.height))
    return found


def _unclear(position: Position, arrangement: Arrangement) -> str | None:
    """A mark or a name without a free place at its own end."""
    wanted = look(ports=True)
    return broken_mark(position, arrangement, wanted) or broken_name(position, arrangement, wanted)


def results(layouts: int, aspect: float) -> Iterator[Result]:
    """The results of so many layouts, shared out over the rule sets, in whole blocks."""
    refs = rule_set_ids()
    each = -(-layouts // len(refs) // _BLOCK)
    tasks = [(ref, block * _BLOCK, aspect) for block in range(each) for ref in refs]
    with ProcessPoolExecutor() as pool:
        for block in pool.map(try_block, tasks):
            yield from block


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--layouts", type=int, default=20000, metavar="N",
        help=f"shared out over the rule sets, and rounded up to blocks of {_BLOCK} for each of them (20000)",
    )  # fmt: skip
    parser.add_argument("--aspect", type=float, default=1.5, metavar="A", help="width divided by height")
    options = parser.parse_args()
    start, count, tiles, broken, missed, unclear = time.perf_counter(), Counter[str](), Counter[int](), 0, 0, 0
    for each in results(options.layouts, options.aspect):
        count[each.ref] += 1
        tiles[each.tiles] += 1
        if each.wrong is not None:
            broken += 1
            print(f"{each.ref} seed {each.seed}: {each.wrong}")
        if each.marked is not None:
            unclear += 1
            print(f"{each.ref} seed {each.seed}: {each.marked}")
        if not options.aspect / BOUND <= each.shape <= options.aspect * BOUND:
            missed += 1
            print(f"{each.ref} seed {each.seed}: {each.tiles} tiles, {each.shape:.2f} times as wide as high")
    total = sum(count.values())
    print(f"{total} full layouts of {len(count)} rule sets, {min(tiles)} to {max(tiles)} tiles, {tiles[28]} of 28")
    print(f"laws broken: {broken}; shape {options.aspect:g} missed by more than the factor {BOUND}: {missed}")
    print(f"marks or names without their place: {unclear}")
    print(f"{time.perf_counter() - start:.0f} s")
    return 1 if broken or max(missed, unclear) > total / 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
