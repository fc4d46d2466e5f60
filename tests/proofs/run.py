"""The claims proved, the tables of docs/proofs.md found again, whole rounds counted by the judge; `./run prove`.

With --all every shipped rule set is searched, not only those whose tables are on the page in full; with --write the
tables of the page are written anew. Slow: some minutes.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from goti.engine.rules import load_rules, rule_set, rule_set_ids
from goti.proofs.golden import read_golden
from goti.proofs.perft import counted, random_deal, recounted
from goti.showproofs import changes_rows, proved
from goti.tests.proofs.counting import judge_counts

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "proofs.md"
IN_FULL = ("american-sniff", "seven-rocks")
SORTS = ("tiles", "lines", "idle", "refused", "none")
WHOLE_ROUND = 11
"""Turns after which the small deals have ended."""
MERGED = 200_000
"""Stored numbers up to this are counted in both ways."""
FOLLOWED = 5_000_000
"""Stored numbers up to this are counted; `./run bench perft` counts the greatest of each deal."""

Row = tuple[str, ...]


def section_of(heading: str) -> str:
    """The text of a section of the page."""
    return PAGE.read_text(encoding="utf-8").split(f"### {heading}\n")[1].split("\n### ")[0].split("\n## ")[0]


def rows_of(heading: str) -> list[list[str]]:
    """The cells of every row of a section's table, without their backticks."""
    lines = [line for line in section_of(heading).splitlines() if line.startswith("| `")]
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in cells]


def found_rows(game: str) -> tuple[Sequence[Row], dict[str, int], float]:
    """Every single-field change of a game: its row, how many there are of each sort, and the seconds it took."""
    start = time.process_time()
    rows, answers, _ = changes_rows(game, 6, 4, "en")
    sorts = Counter[str]()
    for key, value, _, _ in rows:
        answer = answers.get(f"{key}={value}")
        kind = "refused" if answer is None else answer.kind
        sorts[{"layout": "tiles", "counted": "tiles", "record": "lines"}.get(kind, kind)] += 1
    return rows, dict(sorts), time.process_time() - start


def in_full(rows: Sequence[Row]) -> str:
    """A game's table for the page."""
    lines = ["| field | value | least | the shortest difference |", "| --- | --- | --- | --- |"]
    for key, value, least, witness in rows:
        told = witness.replace("|", "\\|")
        lines.append(f"| `{key}` | `{value}` | {least} | {told if least == '–' else f'`{told}`'} |")
    return "\n".join(lines)


def main() -> int:
    wrong = claims() + tables(write="--write" in sys.argv[1:], every="--all" in sys.argv[1:]) + sequences()
    usage = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"at most {usage / 1024:.0f} MB; {wrong} wrong")
    return 1 if wrong else 0


def claims() -> int:
    """Claims that are not proved."""
    start, wrong = time.perf_counter(), 0
    for line, proof in proved(None, [], False, "en"):
        print(line, flush=True)
        wrong += proof.status != "proved"
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{wrong} claims not proved, {time.perf_counter() - start:.0f} s, {memory:.0f} MB")
    return wrong


def tables(*, write: bool, every: bool) -> int:
    """Rows of the page that are not found again, and changes that have neither a witness nor a proof."""
    games = [ref.partition("@")[0] for ref in rule_set_ids()] if every else list(IN_FULL)
    wrong, text = 0, PAGE.read_text(encoding="utf-8")
    with ProcessPoolExecutor() as pool:
        for game, (rows, sorts, seconds) in zip(games, pool.map(found_rows, games), strict=True):
            print(f"{game}: {len(rows)} changes, {sorts}, {seconds:.0f} s", flush=True)
            wrong += sorts.get("none", 0)
            numbers = [str(sorts.get(each, 0)) for each in SORTS]
            summary = f"| `{game}` | {len(rows)} | {' | '.join(numbers)} |"
            if write:
                text = re.sub(rf"^\| `{game}` \| \d.*$", summary, text, flags=re.MULTILINE)
            elif summary not in text:
                print(f"the page has other numbers than: {summary}")
                wrong += 1
            if game in IN_FULL:
                name = rule_set(game).names["en"]
                differ = [row for row, told in zip(rows, rows_of(name), strict=False) if list(row) != told]
                for row in differ:
                    print("differs:", *row)
                wrong += 0 if write else len(differ) + abs(len(rows) - len(rows_of(name)))
                text = text.replace(section_of(name), f"\n{in_full(rows)}\n")
    if write:
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    return wrong


def sequences() -> int:
    """Deals whose numbers the two or three ways of counting do not agree on."""
    wrong = 0
    for path in sorted((ROOT / "fixtures" / "perft").glob("*.perft")):
        start, golden = time.perf_counter(), read_golden(path.read_text(encoding="utf-8"))
        stored = {depth: number for depth, number in golden.numbers.items() if number <= FOLLOWED}
        found = {depth: counted(golden.rules, golden.deal, depth) for depth in stored}
        merged = {depth: recounted(golden.rules, golden.deal, depth) for depth, n in found.items() if n <= MERGED}
        wrong += found != stored or any(found[depth] != number for depth, number in merged.items())
        print(f"{path.stem}: to depth {max(found)}, merged to {max(merged)}, {time.perf_counter() - start:.0f} s")
    for seats, seed in ((2, 1), (3, 1), (4, 3)):
        start, rules = time.perf_counter(), load_rules("american-sniff:hand-sizes=2,max-pips=3")
        deal = random_deal(rules, seats, seed)
        numbers = judge_counts(rules, deal, WHOLE_ROUND)
        wrong += numbers != [counted(rules, deal, each) for each in range(1, WHOLE_ROUND + 1)]
        print(f"sequences of a small deal, judged: {numbers}, {time.perf_counter() - start:.0f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
