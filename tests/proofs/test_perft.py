"""Numbers of sequences: stored ones, two ways of counting, and the judge of records as a third."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from goti.cli import main
from goti.engine import record as r
from goti.engine.layout import Port
from goti.engine.rules import rule_set
from goti.engine.settle import LETTERS
from goti.engine.tiles import TileSet, tiles_of
from goti.proofs.judging import faults, judged, numbered
from goti.proofs.perft import Deal, Golden, counted, random_deal, read_golden, recounted, write_golden

FILES = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "perft").glob("*.perft"))
MOST_NODES = 20_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stored_numbers(path: Path) -> None:
    golden = read_golden(path.read_text(encoding="utf-8"))
    checked = 0
    for depth, number in golden.numbers.items():
        if number <= MOST_NODES:
            assert counted(golden.rules, golden.deal, depth) == number == recounted(golden.rules, golden.deal, depth)
            checked += 1
    assert checked >= 7
    assert read_golden(write_golden(golden)) == golden


def turns(deal: Deal, seat: int, prefix: list[r.Node]) -> Iterator[tuple[object, list[r.Node]]]:
    """Every conceivable turn of a seat with a name that symmetric sites share: draws of any number, then any tile of
    the set at any port of any tile on the table, or a pass."""
    played = [node.tile for node in prefix if isinstance(node, r.Action) and node.verb == "play"]
    gone = sum(len(node.drawn) for node in prefix if isinstance(node, r.Action))
    letter = LETTERS[seat]
    for number in range(len(deal.boneyard) - gone + 1):
        drawn = deal.boneyard[gone : gone + number]
        draws: list[r.Node] = [r.Action(0, letter, "draw", drawn=drawn)] if drawn else []
        yield (number, "pass"), [*draws, r.Action(0, letter, "pass")]
        for each in TileSet(6).tiles():
            if not played:
                yield (number, each), [*draws, r.Action(0, letter, "play", each)]
            for at, port in product(played, Port):
                kind = port.is_chain, port.is_branch, port if port <= Port.LOW else None
                yield (number, each, at, kind), [*draws, r.Action(0, letter, "play", each, None, at, port)]


def judge_count(golden: Golden, depth: int) -> int:
    """The number of sequences that the judge of records finds no fault in."""
    deal, seats = golden.deal, len(golden.deal.hands)
    head: list[r.Node] = [
        r.EntryLine(0, "match", golden.rules.id), r.Seats(0, tuple((each, None) for each in LETTERS[:seats])),
        r.RoundLine(0, 1), r.Starter(0, "lot", "A"),
        *(r.Deal(0, LETTERS[seat], tiles_of(hand)) for seat, hand in enumerate(deal.hands)),
    ]  # fmt: skip
    if deal.boneyard:
        head.append(r.Boneyard(0, deal.boneyard, len(deal.boneyard)))
    level = [head]
    for turn in range(depth):
        following: list[list[r.Node]] = []
        for prefix in level:
            found = {}
            for name, nodes in turns(deal, turn % seats, prefix):
                if name not in found and not faults(judged(numbered([*prefix, *nodes]), golden.rules)[0]):
                    found[name] = [*prefix, *nodes]
            following += found.values()
        level = following
    return len(level)


@pytest.mark.parametrize(
    ("game", "seats", "seed", "depth"),
    [("seven-rocks", 4, 3, 3), ("american-sniff", 4, 2, 3), ("american-sniff", 2, 1, 2)],
)
def test_the_judge_of_records_allows_exactly_these_turns(game: str, seats: int, seed: int, depth: int) -> None:
    deal = random_deal(rule_set(game), seats, seed)
    assert judge_count(Golden(rule_set(game), deal, {}), depth) == counted(rule_set(game), deal, depth)


def test_rounds_that_end() -> None:
    """[6|6], then nothing fits B's [0|0]: B passes, A plays its last tile; nothing follows."""
    rules = rule_set("seven-rocks")
    six, nothing, last = (1 << 27), 1, (1 << 26)  # [6|6], [0|0], [5|6]
    deal = Deal((six | last, nothing))
    assert [counted(rules, deal, depth) for depth in (1, 2, 3, 4)] == [2, 2, 2, 0]
    assert [recounted(rules, deal, depth) for depth in (1, 2, 3, 4)] == [2, 2, 2, 0]


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "seven-rocks", "--seed", "3", "--depth", "4"]) == 0
    text = capsys.readouterr().out
    assert text.endswith("perft 3 58\nperft 4 228\n")
    path = tmp_path / "a.perft"
    path.write_text(text, encoding="utf-8")
    assert main(["perft", str(path)]) == 0
    path.write_text(text.replace("228", "229"), encoding="utf-8")
    assert main(["perft", str(path), "--lang", "hi"]) == 1
    path.write_text(text + "perft five\n", encoding="utf-8")
    assert main(["perft", str(path)]) == 2
    assert main(["perft", "seven-rocks", "--players", "3"]) == 2
    assert main(["perft", "seven-rocks:extra-turn=after-score"]) == 2
