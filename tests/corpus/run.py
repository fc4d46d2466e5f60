"""Thousands of random matches: right ones without a finding, and the same with one fault each. Slow; `./run corpus`.

Every match is written as text, read and judged. A right one must have no finding at all (with hidden hands: nothing
wrong); one with a fault must be refused with exactly one primary finding, of a code its kind can have, on the line of
the fault or, for the kinds in SHOWS_LATER, on a later one, for those in SHOWS_EARLIER on the first one of its round.
Kinds that a match has no place for give way to the next.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from goti.api import EntryReport, check_lines
from goti.engine.faults import KINDS, SHOWS_EARLIER, SHOWS_LATER, Fault, inject
from goti.engine.findings import Status, text
from goti.engine.generate import Options, random_match
from goti.engine.record import Node, RoundLine
from goti.engine.rules import rule_set
from goti.notation.parse import split_lines
from goti.notation.write import write

SETUPS = (("american-sniff", 2), ("american-sniff", 3), ("american-sniff", 4), ("seven-rocks", 4))

CODES: dict[str, set[str]] = {
    "total": {"false-total"},
    "points": {"false-points"},
    "points-not-due": {"false-points"},
    "deduction": {"false-deduction"},
    "rounding": {"false-deduction"},
    "partners-hands-added": {"false-deduction"},
    "score": {"false-score"},
    "left": {"false-left"},
    "winner": {"false-winner"},
    "unfinished-though-won": {"false-winner"},
    "ender": {"false-end"},
    "blocked-though-out": {"false-end"},
    "seat": {"wrong-seat"},
    "tile-not-held": {"not-in-hand", "drawn-not-played"},
    "tile-twice": {"already-there", "drawn-not-played"},
    "misfit": {"does-not-fit", "drawn-not-played"},
    "closed-branch": {"branch-closed", "drawn-not-played"},
    "needless-pass": {"must-play"},
    "needless-draw": {"must-play"},
    "draw-without-boneyard": {"no-drawing"},
    "draw-stopped-early": {"must-draw"},
    "drew-too-many": {"drew-too-many"},
    "drawn-tile-kept": {"drawn-not-played"},
    "drawn-from-a-hand": {"not-in-boneyard"},
    "missing-draw": {"not-in-hand"},
    "missing-pass": {"wrong-seat"},
    "play-after-out": {"round-over"},
    "blocked-too-early": {"not-blocked"},
    "missing-end": {"round-unfinished"},
    "deal-too-large": {"deal-size"},
    "deal-too-small": {"deal-size"},
    "dealt-twice": {"dealt-twice"},
    "starter": {"wrong-starter"},
    "lot-seat": {"wrong-seat"},
    "start-instead-of-lot": {"wrong-starter"},
    "lot-instead-of-start": {"wrong-starter"},
    "round-number": {"round-number"},
    "play-after-win": {"match-over"},
    "deduction-after-win": {"match-over"},
    "round-after-win": {"match-over"},
}


def judge(nodes: list[Node]) -> tuple[EntryReport, str]:
    """The report of one match, through its text."""
    source = write(nodes)
    return next(check_lines(split_lines(source))), source


def options(seed: int, hidden: bool = False) -> Options:
    """Half of the matches greedy, a third two rounds only."""
    return Options(greedy=seed % 2 == 1, rounds=2 if seed % 3 == 0 else None, hidden=hidden)


def with_fault(nodes: list[Node], game: str, seats: int, seed: int, kind: str | None = None) -> Fault:
    """The match with one fault: the kind whose turn it is, or the next one the match has a place for."""
    kinds = [kind] if kind else sorted(KINDS)
    for offset in range(len(kinds)):
        name = kinds[(seed + offset) % len(kinds)]
        fault = inject(name, nodes, rule_set(game), seats, Random(f"{name} {game} {seats} {seed}"))
        if fault is not None:
            return fault
    raise LookupError(f"no place for {kind} in {game} {seats} {seed}")


def fault_problem(fault: Fault) -> str | None:
    """What is wrong with the judgement of a match with a fault; None where it is as it should be."""
    report, _ = judge(fault.nodes)
    primary = [each for each in report.findings if each.status is Status.WRONG]
    line = report.written.nodes[fault.index + 1].line  # the text begins with `goti 1`
    if len(primary) != 1:
        return f"{len(primary)} primary findings: " + "; ".join(
            f"{each.line} {each.code} {text(each, 'en')}" for each in primary
        )
    if primary[0].code not in CODES[fault.kind]:
        return f"{primary[0].code}, wanted {' or '.join(sorted(CODES[fault.kind]))}"
    if fault.kind in SHOWS_EARLIER:
        line = max(node.line for node in report.written.nodes if isinstance(node, RoundLine) and node.line < line)
    if primary[0].line != line and not (fault.kind in SHOWS_LATER and primary[0].line > line):
        return f"{primary[0].code} at line {primary[0].line}, the fault is at line {line}"
    return None


def one(job: tuple[str, int, int]) -> list[str]:
    """All that is wrong with the judgement of one seed, and the kind of its fault first."""
    game, seats, seed = job
    where = f"{game} {seats} players seed {seed}"
    problems = []
    nodes = random_match(rule_set(game), seats, Random(seed), options(seed))
    report, _ = judge(nodes)
    if report.findings:
        problems.append(f"{where}: {report.findings[0].line} {text(report.findings[0], 'en')}")
    report, _ = judge(random_match(rule_set(game), seats, Random(seed), options(seed, hidden=True)))
    wrong = [each for each in report.findings if each.status is not Status.UNDECIDED]
    if wrong:
        problems.append(f"{where} hidden: {wrong[0].line} {text(wrong[0], 'en')}")
    fault = with_fault(nodes, game, seats, seed)
    problem = fault_problem(fault)
    if problem:
        problems.append(f"{where} fault {fault.kind}: {problem}")
    return [fault.kind, *problems]


def main() -> int:
    parser = argparse.ArgumentParser(description="thousands of random matches, right and with one fault each")
    parser.add_argument("--matches", type=int, default=2000, metavar="N", help="of each set-up (default 2000)")
    chosen = parser.parse_args()
    start = time.perf_counter()
    jobs = [(game, seats, seed) for seed in range(chosen.matches) for game, seats in SETUPS]
    kinds: Counter[str] = Counter()
    problems: list[str] = []
    with ProcessPoolExecutor() as pool:
        for kind, *found in pool.map(one, jobs, chunksize=20):
            kinds[kind] += 1
            problems += found
    for problem in problems[:50]:
        print(problem)
    for name, number in sorted(kinds.items()):
        print(f"  {number:5} {name}{'  (may show later: ' + SHOWS_LATER[name] + ')' if name in SHOWS_LATER else ''}")
    done = time.perf_counter() - start
    print(f"{len(jobs)} matches, as many with hidden hands, as many with one fault of {len(kinds)} kinds; {done:.0f} s")
    print(f"{3 * len(jobs) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
