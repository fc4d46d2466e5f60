"""The claims proved, the tables of docs/proofs.md found again, whole rounds counted by the judge; `./run prove`."""

from __future__ import annotations

import re
import resource
import sys
import time
from pathlib import Path

from goti.engine.rules import load_rules, rule_set
from goti.proofs.perft import counted, random_deal
from goti.showproofs import changes_table, proved
from goti.tests.proofs.counting import judge_counts

PAGE = Path(__file__).resolve().parents[2] / "docs" / "proofs.md"
WHOLE_ROUND = 11
"""Turns after which the small deals have ended."""


def rows_of(game: str) -> list[list[str]]:
    """Field, value, least and witness of every row of a game's table."""
    text = PAGE.read_text(encoding="utf-8").split(f"### {rule_set(game).names['en']}\n")[1].split("\n### ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in cells]


def main() -> int:
    start, wrong = time.perf_counter(), 0
    for line, proof in proved(None, [], False, "en"):
        print(line, flush=True)
        wrong += proof.status != "proved"
    print(f"{wrong} claims not proved, {time.perf_counter() - start:.0f} s")
    for game in ("american-sniff", "seven-rocks"):
        start = time.perf_counter()
        lines, _ = changes_table(game, 5, 4, False, "en")
        found = [re.split(r"\s{2,}", line, maxsplit=3) for line in lines]
        differ = [row for row, written in zip(found, rows_of(game), strict=True) if row != written]
        for row in differ:
            print("differs:", *row)
        wrong += len(differ)
        print(f"{game}: {len(found)} changes, {len(differ)} differ, {time.perf_counter() - start:.0f} s")
    for seats, seed in ((2, 1), (3, 1), (4, 3)):
        start, rules = time.perf_counter(), load_rules("american-sniff:hand-sizes=2,max-pips=3")
        deal = random_deal(rules, seats, seed)
        numbers = judge_counts(rules, deal, WHOLE_ROUND)
        wrong += numbers != [counted(rules, deal, each) for each in range(1, WHOLE_ROUND + 1)]
        print(f"sequences of a small deal, judged: {numbers}, {time.perf_counter() - start:.0f} s")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
