"""`goti stats`: numbers counted by hand, and what is not known counted as not known."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random

import pytest

from goti.api import check_lines, replay
from goti.cli import main
from goti.engine.generate import Options, random_match
from goti.engine.record import Action, Deduct, End
from goti.engine.rules import rule_set
from goti.keeping.tally import Season, Tally, season
from goti.notation.parse import split_lines
from goti.notation.write import write

SEASON = Path(__file__).resolve().parent.parent.parent / "fixtures" / "season"


def summed(source: str) -> Season:
    return season(check_lines(split_lines(source), trace=True))


def of(found: Season, player: str) -> Tally:
    return next(each for each in found.tallies.values() if each.player == player)


EVENING = """\
match american-sniff "Two rounds"
seats A "Asha" B

round 1
lot A
A: [5|5] =10 +10
B: pass stands
A: [0|5]@[5|5] =11
B: [2|5]@[5|5] =12 withdrawn
B: draw [3|3] [?|?]
B: [?|?] +5
out A stands
left B 30 pips
deduct B 30
score A 20 B -25

round 2
void "a tile was shown"

unfinished

layout seven-rocks
[1|4]
"""


def test_counted_by_hand() -> None:
    found = summed(EVENING)
    asha, other = of(found, "Asha"), of(found, "B")
    assert (found.matches, found.others, found.unread) == (1, 1, 0)
    assert (asha.matches, asha.won, asha.open, asha.rounds, asha.out, asha.blocked) == (1, 0, 1, 1, 1, 0)
    assert (asha.placements, asha.unseen, asha.points, asha.average) == (2, 0, 20, 10.0)  # 10, and 0 + 10
    assert (other.placements, other.unseen, other.points, other.average) == (1, 1, 0, None)
    assert (other.drawn, other.passes, other.deducted, other.undeducted) == (2, 1, 30, 0)
    assert (asha.faults, other.faults) == (1, 1)  # 11 is 10; B drew, and had [2|5], which fits


def test_a_hand_that_nobody_knows_is_counted_as_unknown() -> None:
    source = "match american-sniff\nseats A B\nround 1\nlot A\nA: [5|5]\nout A stands\n"
    source += "left B [?|?] [6|6] [5|6] [4|6] [3|6] [2|6] [1|6]\nunfinished\n"
    found = of(summed(source), "B")
    assert (found.deducted, found.undeducted) == (0, 1)


NAMESAKES = """\
match american-sniff
seats A "Asha" B "Asha" C

round 1
lot A
A: [5|5] =10 +10
B: [0|5]@[5|5] =10 +10
C: [2|5]@[5|5] =12
A: [0|3]@[0|5] =15 +15
gap
out A
left B [?|?]
left C 2 pips
deduct C 0

round 2
gap

unfinished

match american-sniff
seats A "Asha" B "Asha" C
given score A 190 B 0 C 0

round 7
start A
A: [5|5] =10 +10

winner A
"""


def test_seats_of_one_name_are_one_player_in_one_match() -> None:
    found = summed(NAMESAKES)
    asha, other = of(found, "Asha"), of(found, "C")
    assert (found.matches, len(found.tallies)) == (2, 2)
    assert (asha.matches, asha.won, asha.open) == (2, 1, 1) and (other.matches, other.won, other.open) == (2, 0, 1)
    assert (asha.rounds, asha.out, asha.blocked) == (3, 1, 0) and asha.unknown_ends == other.unknown_ends
    assert (asha.placements, asha.points, asha.undeducted) == (4, 45, 1)  # 10 + 15 + 10 of A, 10 of B


def test_unread_entries_are_left_out() -> None:
    found = summed(EVENING.replace("B: pass stands", "B: pas"))
    assert (found.matches, found.unread) == (0, 1) and not found.tallies


@pytest.mark.parametrize("seed", range(6))
def test_random_matches_add_up(seed: int) -> None:
    rules = rule_set(("american-sniff", "seven-rocks", "all-fives")[seed % 3])
    nodes = random_match(rules, max(rules.hand_sizes), Random(seed), Options(rounds=4))
    found = summed(write(nodes))
    tallies = list(found.tallies.values())
    actions = [node for node in nodes if isinstance(node, Action)]
    assert sum(each.placements for each in tallies) == sum(node.verb == "play" for node in actions)
    assert sum(each.passes for each in tallies) == sum(node.verb == "pass" for node in actions)
    assert sum(each.drawn for each in tallies) == sum(len(node.drawn) for node in actions)
    assert sum(each.points for each in tallies) == sum(node.points or 0 for node in actions)
    assert sum(each.deducted for each in tallies) == sum(node.points for node in nodes if isinstance(node, Deduct))
    assert sum(each.out for each in tallies) >= sum(isinstance(node, End) and node.how == "out" for node in nodes)
    assert not any(each.unseen or each.undeducted or each.unknown_ends or each.faults for each in tallies)
    assert replay(write(nodes)).entries[0].judged.rounds[0].steps[0].hand is not None


def test_the_season(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(SEASON), "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert (found["matches"], found["unread"]) == (11, 1)
    rows = {(each["player"], each["rules"]): each for each in found["players"]}
    asha = rows["Asha", "american-sniff"]
    assert (asha["matches"], asha["won"], asha["open"]) == (4, 1, 3)  # evenings 3, 4, 7 and the final
    mick = rows["Mick", "fives-and-threes"]
    assert (mick["rounds"], mick["out"], mick["placements"], mick["average"]) == (4, 1, 0, None)
    assert main(["stats", str(SEASON), "--csv", "--lang", "hi"]) == 2
    out, err = capsys.readouterr()
    table = list(csv.reader(io.StringIO(out)))
    assert "1 प्रविष्टि पढ़ी नहीं जा सकती" in err
    assert table[0][:3] == ["खिलाड़ी", "नियम", "मैच"] and len(table) == len(rows) + 1
    assert all(len(row) == len(table[0]) for row in table)
    assert main(["stats", str(SEASON), "--lang", "hi"]) == 2
    assert "1 प्रविष्टि पढ़ी नहीं जा सकती" in capsys.readouterr().out


def test_names_are_shown_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.goti"
    path.write_text(EVENING.replace('"Asha"', '"=1+1,\\"x\\""'), encoding="utf-8")
    assert main(["stats", str(path), "--csv"]) == 0
    assert '"=1+1,""x"""' in capsys.readouterr().out
    assert main(["stats", str(tmp_path / "none.goti")]) == 2


@pytest.mark.parametrize("name", ['a,"b";c', '"', '""', ",", "=1+1", "@x", "-5", "+5", " a ", "'", "é;आशा"])
def test_any_name_comes_back_from_csv(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.goti"
    escaped = name.replace('"', '\\"')
    path.write_text(EVENING.replace('"Asha"', f'"{escaped}"'), encoding="utf-8")
    assert main(["stats", str(path), "--csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out, newline=""), strict=True))
    assert name in {row[0] for row in rows} and len({len(row) for row in rows}) == 1
