"""`goti fix`: cures are found, leave no fault, change nothing else, and the diff says what it does."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.api import check
from goti.cli import main
from goti.engine.faults import KINDS, inject
from goti.engine.findings import Status, Verdict
from goti.engine.generate import Options, random_match
from goti.engine.rules import rule_set
from goti.fix import changes, remedies
from goti.notation.parse import split_lines
from goti.notation.retype import changed_lines, split_keeping
from goti.notation.write import write
from goti.tests.cures.run import KINDS as SLIPS
from goti.tests.cures.run import SETUPS, Outcome, one

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"

ROUND = """\
match seven-rocks "Cures"
seats A "Asha" B C D

round 1
given table [6|6]
given turn A
A: [3|6]@[6|6] =15 +15
B: [3|3]@[3|6] =18
C: [3|5]@[3|3] =17
D: [5|6]@[6|6] =10 +10
A: [2|3]@[3|5]
unfinished
"""
"""[3|6] at [6|6]: 12 + 3; [3|3] behind it: 12 + 6; [3|5]: 12 + 5; [5|6] at the other side of [6|6]: 5 + 5."""


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["fix", *words])
    return status, capsys.readouterr().out


def cured(source: str) -> str:
    """The text with the first cure of every case."""
    lines = split_lines(source)
    found = remedies(lines)
    made = [each for remedy in found for case in remedy.cases if case.cures for each in changes(case, case.cures[0])]
    return "".join(changed_lines(split_keeping(source), made))


def edit(source: str, old: str, new: str) -> str:
    assert source.count(old) == 1
    return source.replace(old, new)


RIGHT = edit(ROUND, "A: [2|3]@[3|5]\n", "A: [2|5]@[3|5] =7\n")


def test_the_record_without_slip_is_right() -> None:
    assert check(RIGHT).verdict in (Verdict.PASS, Verdict.UNDECIDED)
    assert not [each for remedy in remedies(split_lines(RIGHT)) for each in remedy.cases]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("B: [3|4]@[3|6] =18", "if this is `[3|3]@[3|6]`, every later line is right; no other single change does that"),
        ("B: [3|3]@[6|6] =18", "if this is `[3|3]@[3|6]`, every later line is right; no other single change does that"),
        ("B: [3|3]@[3|6] =13", "if this is `=18`, every later line is right; no other single change does that"),
        ("B: [3|3]@[3|6] =18 +5", "if this is `B: [3|3]@[3|6] =18`, every later line is right; no other single"),
        ("D: [3|3]@[3|6] =18", "if this is `B: [3|3]@[3|6] =18`, every later line is right; no other single"),
        ("B: [3|3]@[3|6] =18\nB: [3|3]@[3|6] =18", "if this line, `B: [3|3]@[3|6] =18`, is one too many, every later"),
        (
            "B: pass\nB: [3|3]@[3|6] =18",
            "if this line, `B: pass`, is one too many, every later line is right; no other",
        ),
        ("#", "if `B: [3|3]@[3|6] =18` is missing before this line, every later line is right; no other single"),
    ],
)
def test_one_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str, sentence: str) -> None:
    source = edit(RIGHT, "B: [3|3]@[3|6] =18", wrong)
    path = tmp_path / "a.goti"
    path.write_text(source, encoding="utf-8")
    status, out = said(capsys, str(path))
    assert status == 1
    assert sentence in out
    assert not [each for each in check(cured(source)).findings if each.status is Status.WRONG]


def test_a_missing_pass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = edit(RIGHT, "D: [5|6]@[6|6] =10 +10\nA: [2|5]@[3|5] =7\n", "A: [2|5]@[3|5] =14\n")
    path = tmp_path / "a.goti"
    path.write_text(source, encoding="utf-8")
    status, out = said(capsys, str(path))
    assert status == 1
    assert "`D: pass` is missing before this line" in out


@pytest.mark.parametrize(
    ("last", "others", "more"),
    [
        ("[1|2]@[5|5]", 2, ""),  # on [0|1] or [0|2], or not at all
        ("[5|6]@[0|1]", 6, "  or 3 more\n"),  # one of the six tiles with a 1 that are left, or none
    ],
)
def test_several_cures_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, last: str, others: int, more: str
) -> None:
    path = tmp_path / "a.goti"
    path.write_text(f"layout seven-rocks\n[0|0] =0\n[0|1]@[0|0] =1\n[0|2]@[0|0] =3\n{last}\n", encoding="utf-8")
    _, out = said(capsys, str(path))
    assert f"; {others} other single changes would do as well\n" in out
    assert out.count("  or line ") == min(others, 3)
    assert more in out


def test_slips_of_their_own_are_cured_together() -> None:
    source = edit(edit(RIGHT, "C: [3|5]@[3|3] =17", "C: [3|5]@[3|3] =16"), "B: [3|3]@[3|6]", "B: [3|4]@[3|6]")
    assert cured(source) == RIGHT


def test_what_follows_from_a_claim_is_changed_with_it() -> None:
    source = (
        "match seven-rocks\nseats A B C D\n\nround 1\nlot A\nA: [5|5] =10 +15\nB: [0|5]@[5|5] =10 +10\n"
        "void\n\nround 2\nlot B\nB: [6|6] =12 +5\nscore A+C 0 B+D 5\nunfinished\n"
    )
    assert cured(source) == edit(
        edit(source, "=10 +15", "=10 +10"), "=12 +5\nscore A+C 0 B+D 5", "=12\nscore A+C 0 B+D 0"
    )


def test_scores_of_later_rounds_follow_too() -> None:
    source = (
        "match american-sniff\nseats A B\n\nround 1\nout A\nleft B 3 pips\ndeduct B 0\nscore A 20 B 40\n\n"
        "round 2\nstart A\nA: [5|5] =10 +10\nscore A 30 B 45\nunfinished\n"
    )
    assert cured(source) == edit(edit(source, "deduct B 0", "deduct B 5"), "B 45", "B 40")


def test_a_settlement() -> None:
    source = "settlement american-sniff\nleft A 8 pips\nleft B 2 pips\ndeduct A 5\nscore A -5 B 0\n"
    assert cured(source) == "settlement american-sniff\nleft A 8 pips\nleft B 2 pips\ndeduct A 10\nscore A -10 B 0\n"


def test_a_missing_deduction_is_put_in() -> None:
    source = "settlement american-sniff\nleft A 8 pips\nleft B 4 pips\ndeduct B 5\nscore A -10 B -5\n"
    assert "left B 4 pips\ndeduct A 10\ndeduct B 5\n" in cured(source)


def test_claims_about_the_position() -> None:
    source = (
        "layout seven-rocks\n[1|4] =5 +5\n[1|1]@[1|4]\n  spinner none   # not yet\n  counted [1|4]:4 [1|1]:1\n"
        "  open none\n  joints none\n"
    )
    assert cured(source) == (
        "layout seven-rocks\n[1|4] =5 +5\n[1|1]@[1|4]\n  spinner [1|1]   # not yet\n  counted [1|1]:2 [1|4]:4\n"
        "  open [1|1].chain-b:1 [1|4].high:4\n  joints [1|4].low-[1|1].chain-a\n"
    )


def test_nothing_is_proposed_where_nothing_single_helps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = edit(edit(RIGHT, "B: [3|3]@[3|6] =18", "B: [3|4]@[6|6] =1"), "C: [3|5]@[3|3] =17", "D: [1|2]@[0|0] =2")
    path = tmp_path / "a.goti"
    path.write_text(source, encoding="utf-8")
    status, out = said(capsys, str(path))
    assert (status, out) == (
        1, f"{path}:8: no single change of this round or layout makes every later line right; see `goti check`\n",
    )  # fmt: skip


# -- files ----------------------------------------------------------------------------------------------------------

LAX = (
    "\ufeffmatch seven-rocks   # by hand\r\n"
    "खिलाड़ी A B C D\r\n"
    "\r\n"
    "दौर १\r\n"
    "लॉट A\r\n"
    "\tA: ५-५   =१०  +१५   # fifteen?\r\n"
    "B: [0-5]@[5|5] =10 +10\r\n"
    "स्कोर A+C १५ B+D १०   # so far\r\n"
    "अधूरा"
)


def test_write_changes_only_the_false_claims(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.goti"
    path.write_bytes(LAX.encode())
    path.chmod(0o640)
    assert said(capsys, "--write", str(path)) == (0, f"{path}: 2 lines changed\n")
    wanted = LAX.replace("+१५", "+१०").replace("A+C १५", "A+C १०")
    assert path.read_bytes() == wanted.encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["a.goti"]
    assert said(capsys, "--write", str(path)) == (0, "")
    assert path.read_bytes() == wanted.encode()


def test_write_leaves_plays_and_doubtful_claims(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = edit(RIGHT, "B: [3|3]@[3|6] =18", "B: [3|4]@[3|6] =18") + "\n" + edit(
        RIGHT, "C: [3|5]@[3|3] =17", "C: [3|5]@[3|3] =16"
    )  # fmt: skip
    path = tmp_path / "a.goti"
    path.write_text(source, encoding="utf-8")
    status, out = said(capsys, "--write", str(path))
    assert status == 1
    assert out.splitlines() == [
        f"{path}: 1 line changed",
        f"{path}: 2 faults are left to you: what was played, or which of several changes is right",
    ]
    assert path.read_text(encoding="utf-8") == edit(source, "=16", "=17")


def test_write_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fix", "--write", "-"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_statuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "right.goti").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "unread.goti").write_text("layout seven-rocks\n[1|4\n", encoding="utf-8")
    (tmp_path / "latin.goti").write_bytes(b'layout seven-rocks "\xff"\n')
    assert said(capsys, str(tmp_path / "right.goti")) == (0, "")
    status, out = said(capsys, str(tmp_path / "unread.goti"))
    assert status == 2
    assert ":2: lines that cannot be read come first" in out
    status, out = said(capsys, str(tmp_path / "latin.goti"))
    assert status == 2
    assert "not-utf8" in out
    assert said(capsys, str(tmp_path / "none.goti"))[0] == 2
    status, out = said(capsys, "--json", str(tmp_path))
    assert status == 2
    assert [json.loads(line)["others"] for line in out.splitlines()] == [
        [{"line": 1, "code": "not-utf8"}], [], [{"line": 2, "code": "bad-tile"}],
    ]  # fmt: skip


def test_every_fixture_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """No record of the fixtures, whatever is wrong with it, is too much."""
    status, out = said(capsys, "--json", str(FIXTURES))
    assert status == 2
    assert len([json.loads(line) for line in out.splitlines()]) == len(list(FIXTURES.rglob("*.goti")))


def test_faults_of_later_rounds_that_a_cure_takes_along() -> None:
    """B goes out; the slip makes it D, whom the end, the hands left and the next starter contradict."""
    source = (
        "match american-sniff\nseats A B C D\n\nround 1\ngiven score A+C 0 B+D 0\ngiven table [6|6]\n"
        "given hand B [3|6]\ngiven turn B\nB: [3|6]@[6|6] =15 +15\nout B\n\nround 2\nstart B\n"
        "B: [5|5] =10 +10\nunfinished\n"
    )
    assert cured(edit(source, "B: [3|6]@[6|6]", "D: [3|6]@[6|6]")) == source


@pytest.mark.skipif(shutil.which("patch") is None, reason="the command patch is not installed")
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_diff_can_be_applied(capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str) -> None:
    """Several cures of one file, a new line among them, and a last line that does not end."""
    first = edit(RIGHT, "B: [3|3]@[3|6] =18\n", "")
    second = edit(RIGHT, "A: [2|5]@[3|5] =7\nunfinished\n", "A: [2|5]@[3|5] =8")
    source = (first + "\n" + second).replace("\n", ending)
    path = tmp_path / "a.goti"
    path.write_bytes(source.encode())
    _, out = said(capsys, str(path))
    done = subprocess.run(
        ["patch", "--binary", "--no-backup-if-mismatch", str(path)], input=out.encode(), capture_output=True, check=True
    )
    assert b"fuzz" not in done.stdout and b"offset" not in done.stdout
    assert path.read_bytes().decode() == cured(source)
    assert not [each for each in check(path.read_bytes().decode()).findings if each.status is Status.WRONG]


def test_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.goti"
    path.write_text(edit(RIGHT, "B: [3|3]@[3|6] =18", "B: [3|4]@[3|6] =18"), encoding="utf-8")
    status, out = said(capsys, "--json", str(path))
    document = json.loads(out)
    assert (status, document["goti_fix"], document["others"]) == (1, 1, [])
    (case,) = document["cases"]
    assert case["faults"][0] == {"line": 8, "code": "false-total"}
    assert (case["entry"], case["round"], case["certain"], case["stopped"]) == (1, 1, False, False)
    (cure,) = case["cures"]
    assert cure["edits"] == [{"line": 8, "old": "B: [3|4]@[3|6] =18", "new": "B: [3|3]@[3|6] =18"}]


def test_hindi(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.goti"
    path.write_text(edit(RIGHT, "B: [3|3]@[3|6] =18", "B: [3|3]@[3|6] =13"), encoding="utf-8")
    _, out = said(capsys, "--lang", "hi", str(path))
    assert "यदि यह `=18` है, तो बाद की हर पंक्ति सही है; कोई दूसरा अकेला बदलाव ऐसा नहीं करता" in out


def test_a_turn_is_changed_before_a_hand_dealt() -> None:
    """A needless draw is one line too many; other hands that make it right come behind."""
    source = (
        "match american-sniff\nseats A B\n\nround 1\nlot A\ndeal B [0|3] [0|4] [0|6] [1|3] [1|4] [2|4] [4|4]\n"
        "A: [5|6] =11\nB: draw [?|?]\nB: [0|6]@[5|6] =5 +5\n\nunfinished\n"
    )
    [case] = remedies(split_lines(source))[0].cases
    assert [line for line, _ in changes(case, case.cures[0])] == [8]
    assert {changes(case, each)[0][0] for each in case.cures[1:]} == {6}


# -- laws -----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(sorted(KINDS)), st.sampled_from(SETUPS), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_record_with_its_cures_has_no_fault_of_these_cases(kind: str, setup: tuple[str, int], seed: int) -> None:
    game, seats = setup
    rules = rule_set(game)
    fault = inject(kind, random_match(rules, seats, Random(seed), Options(rounds=2)), rules, seats, Random(seed))
    if fault is None:
        return
    source = write(fault.nodes)
    cases = [case for remedy in remedies(split_lines(source)) for case in remedy.cases]
    if not all(case.cures for case in cases):
        return
    for number in range(len(cases[0].cures)):
        made = [each for case in cases for each in changes(case, case.cures[min(number, len(case.cures) - 1)])]
        after = "".join(changed_lines(split_keeping(source), made))
        assert not [each for each in check(after).findings if each.status is Status.WRONG], after


def test_true_cures_of_a_few_random_slips() -> None:
    """A small run of `./run cures`: every true cure is proposed."""
    outcomes: list[Outcome] = []
    for seed in range(2 * len(SLIPS)):
        outcomes += [one((game, seats, seed, seed % 3 == 0, seed % 2 == 0)) for game, seats in SETUPS]
    noticed = [each for each in outcomes if each.noticed]
    assert {each.kind for each in noticed} == set(SLIPS)
    assert all(each.found for each in noticed)
    assert sum(not each.others for each in noticed) >= 0.9 * len(noticed)
