"""Records made by chance: lines in the form people write, canonical or not, right or wrong by the rules.

A line is made from one number, so a failing example is cut down to the lines that matter, quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Maker = Callable[[Random], str]

_LETTERS = "abz AZ09_-.,;:!?[]|@=+(){}#'\"\\\\éàñअआकखगड़ढ़ािी्ँ०९🀱🁣→“”\u200d\u00a0\u2028\u0958\u0301"
_PORTS = ("high", "low", "chain-a", "chain-b", "branch-a", "branch-b")
_WORDS = ("pass", "knock", "खटखट", "बारी छोड़ी")


# -- pieces ---------------------------------------------------------------------------------------------------------


def _some(rng: Random, make: Maker, least: int = 1, most: int = 4) -> str:
    return " ".join(make(rng) for _ in range(rng.randint(least, most)))


def _seat(rng: Random) -> str:
    return rng.choice("ABCD")


def _side(rng: Random) -> str:
    return rng.choice(["A", "B", "C", "D", "A+C", "B+D"])


def _tile(rng: Random) -> str:
    a, b = sorted((rng.randint(0, 6), rng.randint(0, 6)))
    return f"[{a}|{b}]"


def _any_tile(rng: Random) -> str:
    return _tile(rng) if rng.random() < 0.8 else rng.choice(["[?|?]", f"[{rng.randint(0, 6)}|?]"])


def _big_tile(rng: Random) -> str:
    return f"[{rng.randint(0, 99)}|{rng.randint(0, 99)}]"


def _spot(rng: Random) -> str:
    return _tile(rng) + (f".{rng.choice(_PORTS)}" if rng.random() < 0.3 else "")


def _joined(rng: Random) -> str:
    return f"{_spot(rng)}@{_spot(rng)}" if rng.random() < 0.7 else _tile(rng)


def _claims(rng: Random) -> str:
    total = f" ={rng.randint(0, 36)}" if rng.random() < 0.7 else ""
    return total + (f" +{rng.choice((0, 5, 10, 15, 7))}" if rng.random() < 0.4 else "")


def _mark(rng: Random) -> str:
    return rng.choice(["", "", "", " stands", " withdrawn"])


def _text(rng: Random) -> str:
    return "".join(rng.choice(_LETTERS) for _ in range(rng.randint(0, 10)))


def _string(rng: Random) -> str:
    return '"' + _text(rng).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _value(rng: Random) -> str:
    return f"{_spot(rng)}:{rng.randint(0, 12)}"


def _score(rng: Random) -> str:
    return f"{_side(rng)} {rng.randint(-250, 250)}"


def comment(rng: Random) -> str:
    """A comment."""
    return f"#{_text(rng)}"


# -- lines ------------------------------------------------------------------------------------------------------------

_PLAIN: tuple[Maker, ...] = (
    lambda rng: f"{_seat(rng)}: {_joined(rng)}{_claims(rng)}",
    lambda rng: f"{_seat(rng)}: {_joined(rng)}{_claims(rng)}",
    lambda rng: f"{_seat(rng)}: {_big_tile(rng)}@{_big_tile(rng)}{_claims(rng)}",
    lambda rng: f"{_seat(rng)}: draw {_some(rng, _any_tile)}",
    lambda rng: f"{_seat(rng)}: pass",
    lambda rng: f"{rng.choice(['deal', 'left'])} {_seat(rng)} {_some(rng, _any_tile, 1, 7)}",
    lambda rng: f"{rng.choice(['lot', 'start', 'out', 'left'])} {_seat(rng)}",
    lambda rng: "blocked",
    lambda rng: f"left {_seat(rng)} {rng.randint(0, 99)} pips",
    lambda rng: f"deduct {_seat(rng)} {rng.randint(0, 99)}",
    lambda rng: f"score {_some(rng, _score, 1, 3)}",
)

_ROUND: tuple[Maker, ...] = (
    *_PLAIN,
    lambda rng: f"{_seat(rng)}: {_joined(rng)}{_claims(rng)}{_mark(rng)}",
    lambda rng: f"{_seat(rng)}:{rng.choice(['', ' [?|?]'])} +{rng.choice((5, 10, 7))}",
    lambda rng: f"{_seat(rng)}: {rng.choice(_WORDS)}",
    lambda rng: f"given score {_some(rng, _score, 1, 2)}",
    lambda rng: f"given table {_some(rng, _joined, 1, 6)}",
    lambda rng: f"given hand {_seat(rng)} {_some(rng, _any_tile)}",
    lambda rng: f"given boneyard {rng.randint(0, 14)}",
    lambda rng: f"given turn {_seat(rng)}",
    lambda rng: f"boneyard {rng.choice([str(rng.randint(0, 14)), _some(rng, _any_tile)])}",
    lambda rng: f"adjust {_side(rng)} {rng.randint(-50, 50):+d}{rng.choice(['', ' ' + _string(rng)])}",
    lambda rng: f"{rng.choice(['lot', 'start', 'out'])} {_seat(rng)}{_mark(rng)}",
    lambda rng: f"void{rng.choice(['', ' ' + _string(rng)])}",
    lambda rng: rng.choice(["gap", "blocked stands", "gap", f"left {_seat(rng)}"]),
)

_CLAIMS: tuple[Maker, ...] = (
    lambda rng: f"  spinner {rng.choice(['none', _some(rng, _tile, 1, 2)])}",
    lambda rng: f"  counted {rng.choice(['none', _some(rng, _value)])}",
    lambda rng: f"  open {rng.choice(['none', _some(rng, _value)])}",
    lambda rng: f"  joints {rng.choice(['none', _some(rng, lambda r: f'{_spot(r)}-{_spot(r)}')])}",
    lambda rng: f"figure{rng.choice(['', f' {_string(rng)}', f' en {_string(rng)} hi {_string(rng)}'])}",
)

_HEADERS: tuple[Maker, ...] = (
    lambda rng: f"date {rng.choice(['2026', '2026-11', '2026-11-24'])}",
    lambda rng: f"{rng.choice(['place', 'source', 'note', 'x-table'])} {_string(rng)}",
    lambda rng: rng.choice(["rule reserve 2", "rule decided round-end", "rule targets 2:100,4:100"]),
)


def plain_line(rng: Random) -> str:
    """A line of the kinds that, many together, are read as one token."""
    return rng.choice(_PLAIN)(rng)


def _loose(rng: Random, line: str) -> str:
    """The line as somebody in a hurry writes it: other blanks, Devanagari digits."""
    if rng.random() < 0.1 and not line.startswith(("date", "rule")) and '"' not in line:
        line = line.translate(str.maketrans("0123456789", "०१२३४५६७८९"))
    if rng.random() < 0.1 and '"' not in line:
        line = line.replace(" ", rng.choice(["  ", "\t", " \t "]))
    return line


def _line(rng: Random, kinds: tuple[Maker, ...]) -> str:
    chance = rng.random()
    if chance < 0.05:
        return ""
    if chance < 0.12:
        return comment(rng)
    line = _loose(rng, rng.choice(kinds)(rng))
    return f"{line}  {comment(rng)}" if rng.random() < 0.1 else line


# -- strategies -------------------------------------------------------------------------------------------------------

_SEEDS = st.integers(0, 2**24)


def _lines(kinds: tuple[Maker, ...], most: int) -> SearchStrategy[list[str]]:
    return st.lists(_SEEDS.map(lambda seed: _line(Random(seed), kinds)), max_size=most)


PLAIN_LINES = st.lists(_SEEDS.map(lambda seed: plain_line(Random(seed))), min_size=1, max_size=30)
"""Plain lines, one after the other."""


def _head(kind: str) -> SearchStrategy[list[str]]:
    def make(seed: int) -> list[str]:
        rng = Random(seed)
        title = f" {_string(rng)}" if rng.random() < 0.5 else ""
        return [f"{kind} {rng.choice(['seven-rocks', 'american-sniff', 'seven-rocks@1'])}{title}"]

    return _SEEDS.map(make)


def _entry(*parts: SearchStrategy[list[str]]) -> SearchStrategy[list[str]]:
    return st.tuples(*parts).map(lambda found: [line for part in found for line in part])


_SEATS = st.sampled_from([["seats A B"], ["seats A B C"], ['seats A "x" B "y" C D'], ["seats A B C D"]])
_RESULT = st.sampled_from([[], ["unfinished"], ["winner A"], ["winner A+C stands"]])
_BODY = (*_ROUND, *_CLAIMS)
BODY_LINES = _lines((*_BODY, lambda rng: f"round {rng.randint(0, 40)}"), 20)
"""Lines of rounds, plain and others."""

_LAYOUT_LINES: tuple[Maker, ...] = (*(lambda rng: f"{_joined(rng)}{_claims(rng)}" for _ in range(8)), *_CLAIMS)

LAYOUT = _entry(_head("layout"), _lines(_HEADERS, 2), _lines(_LAYOUT_LINES, 10))
SETTLEMENT = _entry(_head("settlement"), _lines(_HEADERS, 1), _lines(_PLAIN[5:], 6))
MATCH = _entry(
    _head("match"), _lines(_HEADERS, 2), _SEATS, st.just(["round 1"]), _lines(_BODY, 20),
    st.sampled_from([[], ["round 2"]]), _lines(_BODY, 6), _RESULT,
)  # fmt: skip
RECORD = st.lists(st.one_of(MATCH, MATCH, LAYOUT, SETTLEMENT), min_size=1, max_size=3).map(
    lambda entries: "\n".join(line for entry in entries for line in entry) + "\n"
)
"""A file of one to three entries."""
