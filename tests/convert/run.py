"""Thousands of records to JSON and back, byte for byte. Slow; `./run convert`.

Random matches of every shipped rule set, written in one of many manners (keywords of both languages, three line ends,
bare tiles, Devanagari digits, comments, blank lines, a BOM), and all shipped fixtures. Every file must come back as it
was, its JSON must keep to the schema, and a file that cannot be read must be refused.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from goti.engine.errors import NotationError
from goti.engine.generate import Options, random_match
from goti.engine.rules import rule_set, rule_set_ids
from goti.keeping.convert import dumps, to_document
from goti.keeping.restore import loads, to_text
from goti.notation.write import write

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
SETUPS = [(ref, seats) for ref in rule_set_ids() for seats in sorted(rule_set(ref).hand_sizes)]
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
COMMENTS = ("# plain", "#no blank", "# शाम की बाज़ी", '# "quoted" [6|6] =15', "# e\u0301 is not composed")


def record(seed: int) -> str:
    """A random record in a manner of its own."""
    rng = Random(seed)
    ref, seats = SETUPS[seed % len(SETUPS)]
    options = Options(rounds=rng.choice((1, 2)), greedy=rng.random() < 0.5, hidden=rng.random() < 0.3)
    lines = write(random_match(rule_set(ref), seats, rng, options), rng.choice(("en", "hi"))).split("\n")[:-1]
    manner = rng.random()
    lines = [_varied(line, rng) if manner < 0.7 else line for line in lines]
    for _ in range(rng.randrange(4)):
        lines.insert(rng.randrange(len(lines)), rng.choice(("", "\t", "  # alone", *COMMENTS)))
    ends = rng.choice((("\n",), ("\r\n",), ("\r",), ("\n", "\r\n", "\r")))
    made = [line + rng.choice(ends) for line in lines]
    if rng.random() < 0.3:
        made[-1] = made[-1].rstrip("\r\n")
    return rng.choice(("", "", "\ufeff")) + "".join(made)


def _varied(line: str, rng: Random) -> str:
    """The line as somebody else would write it."""
    if line[1:2] == ":":
        if "?" not in line and rng.random() < 0.3:
            line = line.replace("[", "").replace("]", "").replace("|", "-")
        if rng.random() < 0.2:
            line = line[:2] + line[2:].translate(DEVANAGARI)
        if rng.random() < 0.2:
            line = "  " + line.replace(" =", "\t=  ").replace(" +", "   +")
    if rng.random() < 0.1:
        line += rng.choice((" ", "  ")) + rng.choice(COMMENTS)
    return line + rng.choice(("", "", "", " ", "\t"))


def comes_back(source: str) -> bool:
    """Whether a text is the same after the way to JSON and back. Raises NotationError where it cannot be read."""
    return to_text(loads(dumps(to_document(source)))) == source


def random_comes_back(seed: int) -> bool:
    """The same for the record of a seed."""
    return comes_back(record(seed))


def fixtures() -> Counter[str]:
    """How many of the shipped files came back, were refused as unreadable, or came back changed."""
    found: Counter[str] = Counter()
    for path in sorted(FIXTURES.rglob("*.goti")):
        try:
            source = path.read_bytes().decode("utf-8")
            same = comes_back(source)
        except (NotationError, UnicodeDecodeError):
            found["refused"] += 1
        else:
            found["same" if same else "changed"] += 1
            if not same:
                print(f"{path.relative_to(FIXTURES)}: changed")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="records to JSON and back, byte for byte")
    parser.add_argument("--records", type=int, default=2000, metavar="N", help="so many records (default 2000)")
    wanted: int = parser.parse_args().records
    start = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        same = list(pool.map(random_comes_back, range(wanted), chunksize=20))
    for seed in (seed for seed, each in enumerate(same) if not each):
        print(f"seed {seed}: changed")
    shipped = fixtures()
    seconds = time.perf_counter() - start
    print(f"random records: {sum(same)} of {wanted} the same after the way to JSON and back")
    print(f"shipped files: {shipped['same']} the same, {shipped['changed']} changed, {shipped['refused']} refused")
    print(f"{seconds:.0f} s")
    return 0 if all(same) and not shipped["changed"] else 1


if __name__ == "__main__":
    sys.exit(main())
