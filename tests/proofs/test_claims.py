"""Claims: the lemmas their proofs rest on, and what is said of right, wrong and unreadable ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.cli import main
from goti.engine.record import Action, End
from goti.engine.rules import Branching, RuleSet, Stock, checked, load_rules, rule_set, rule_set_ids
from goti.engine.table import Table
from goti.engine.tiles import TileSet, tile
from goti.proofs.blocked import least_blocked
from goti.proofs.claimfile import ClaimError, read_claims
from goti.proofs.claims import prove
from goti.proofs.ends import bare_layouts, contracted, realised
from goti.proofs.judging import faults, judged
from goti.proofs.layouts import TABLE_FIELDS, replayed
from goti.proofs.rounds import whole_round
from goti.readings import readings

from .test_layouts import random_table


@cache
def one_branches() -> tuple[RuleSet, ...]:
    """Every reading of the table in which at most one double branches: shipped, or with one field changed."""
    found = dict[object, RuleSet]()
    for ref in rule_set_ids():
        for key, _, reading in [("", "", rule_set(ref)), *readings(rule_set(ref))]:
            if isinstance(reading, RuleSet) and key != "max-pips" and reading.branching is not Branching.ALL:
                found.setdefault(tuple(reading.values[each] for each in TABLE_FIELDS), reading)
    return tuple(found.values())


def with_ten_tiles(rules: RuleSet) -> RuleSet:
    """The same reading of the table, with a double-three set."""
    small = replace(rules, max_pips=3, hand_sizes={2: 2}, targets={2: 100}, stock=Stock.DEAD, reserve=0, draw_most=0)
    return checked(small)


def seen(table: Table) -> tuple[object, ...]:
    """What the lemma of the arms is about."""
    sites, counted = table.sites(), table.counted()
    worths = sorted((each.value, each.tile.is_double, each.port.is_branch) for each in counted)
    return (table.total, table.points, sorted(each.value for each in sites), worths)


@given(st.sampled_from(one_branches()), st.integers(0, 10**6))
@settings(max_examples=300, deadline=None)
def test_lemma_of_the_arms(rules: RuleSet, seed: int) -> None:
    table = random_table(rules, Random(seed), 16)
    assert seen(table) == seen(contracted(table).table)


def test_every_bare_layout_of_a_random_one_is_counted() -> None:
    assert len(one_branches()) > 50
    for rules in Random(3).sample(one_branches(), 12):
        rules = with_ten_tiles(rules)
        bare = {repr(seen(each.table)) for each in bare_layouts(rules)}
        for seed in range(60):
            assert repr(seen(random_table(rules, Random(seed), 9))) in bare


def test_a_realised_layout_has_the_ends_asked_for() -> None:
    rules = rule_set("seven-rocks")
    for bare in Random(5).sample(list(bare_layouts(rules)), 40):
        path = realised(bare, 1) or realised(bare, 2)
        if path is not None:
            table = replayed(rules, path)
            assert (table.total, table.points) == (bare.table.total, bare.table.points)


@given(st.sampled_from(one_branches()), st.permutations(range(7)), st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_lemma_of_renaming(rules: RuleSet, names: list[int], seed: int) -> None:
    table, renamed = random_table(rules, Random(seed), 14), Table(rules)
    layout = table.layout()
    for each in layout:
        new = tile(names[each.tile.low], names[each.tile.high])
        if each.parent is None:
            renamed.put(new, -1)
            continue
        parent = layout.placements[each.parent].tile
        at = tile(names[parent.low], names[parent.high])
        joined = names[parent.high if each.parent_port == 0 else parent.low]
        site = next(
            site for site in renamed.sites_for(new)
            if renamed.tile_of(site) == at and (site & 7 >= 6) == each.parent_port.is_chain  # type: ignore[union-attr]
            and (at.is_double or (at.high if site & 7 == 0 else at.low) == joined)
        )  # fmt: skip
        renamed.put(new, site)
    assert sorted(names[each.value] for each in table.sites()) == sorted(each.value for each in renamed.sites())
    fitting = {tile(names[each.low], names[each.high]) for each in TileSet(6).tiles() if table.sites_for(each)}
    assert fitting == {each for each in TileSet(6).tiles() if renamed.sites_for(each)}


@pytest.mark.parametrize("ref", ("american-sniff", "seven-rocks", "muggins"))
def test_least_blocked_layout(ref: str) -> None:
    path, tried = least_blocked(rule_set(ref))
    table = replayed(rule_set(ref), path)
    assert len(path) == 10 and tried > 10
    assert not any(table.sites_for(each) for each in TileSet(6).tiles())
    if ref != "muggins":  # whose first starter is not drawn by lot
        nodes = whole_round(rule_set(ref), path)
        assert nodes is not None and not faults(judged(nodes, rule_set(ref))[0])
        assert sum(isinstance(each, Action) and each.verb == "play" for each in nodes) == 10
        assert any(isinstance(each, End) and each.how == "blocked" for each in nodes)


@pytest.mark.parametrize("name", ("set", "rounding", "partners-apart", "rocks-example", "largest-total"))
def test_shipped_claims_are_proved(name: str) -> None:
    """A few; `./run prove` proves all."""
    claim = next(each for each in read_claims() if each.id == name)
    proof = prove(claim, rule_set("seven-rocks"))
    assert proof.status == "proved"
    if claim.question == "largest":
        assert proof.path is not None and proof.record is not None
        assert replayed(rule_set("seven-rocks"), proof.path).total == proof.found == claim.value


def test_every_clause_of_a_claim_is_one_of_the_games() -> None:
    numbers = {"AS": 67, "SR": 62}
    for claim in read_claims():
        assert set(claim.texts) == {"en", "hi"} and claim.clauses
        assert all(1 <= int(each[2:]) <= numbers[each[:2]] for each in claim.clauses.split())


WRONG = """
[[claim]]
id = "mine"
en = "No total beats 35."
over = "layouts"
always = "total <= 35"
"""


SMALL = "american-sniff:hand-sizes=2,max-pips=3"


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WRONG.replace("35", "11"), encoding="utf-8")
    assert main(["prove", str(path), "--rules", SMALL, "-o", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "✗  mine: No total beats 11." in said and "a whole legal round begins with" in said
    assert main(["check", "--rules", SMALL, str(tmp_path / "american-sniff-mine.goti")]) == 0
    assert main(["prove", str(path), "--rules", "muggins:hand-sizes=2,max-pips=3", "--lang", "hi"]) == 0
    assert main(["prove", str(path), "--rules", "five-up", "--json"]) == 1  # all doubles branch: cannot be counted
    assert '"status": "open"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("always", "alwyas"), "unknown: 'alwyas'; there can be: id, en"),
        (('over = "layouts"', 'over = "layout"'), "`over` is one of set, layouts"),
        (('over = "layouts"', 'over = ["layouts"]'), "`over` is one of set, layouts"),
        (('over = "layouts"', 'over = "blocked"'), "over blocked can be asked: least; not always"),
        (('over = "layouts"', 'over = "sequences"'), "`totals` is missing"),
        (('over = "layouts"', 'over = "sequences"\ntotals = [-1]'), "`totals` is a list of totals"),
        (('over = "layouts"', 'over = "layouts"\ntotals = [5]'), "`totals` belongs to claims over sequences"),
        (('over = "layouts"', 'over = "hands"\nagainst = "muggins"'), "`against` belongs to claims over layouts"),
        (("total <= 35", "totl <= 35"), "'totl' is undefined; there are: total, points"),
        (("total <= 35", "total <="), "unexpected 'end of template'"),
        (("total <= 35", "total + [1]"), "unsupported operand"),
        (("total <= 35", "range(10 ** 9)"), "there is nothing to call; there are"),
        (("total <= 35", "'x'.center(10 ** 9)"), "there is nothing to call"),
        (("total <= 35", "'%99999999d' % total"), "% is only for small numbers"),
        (("total <= 35", "'%99999999d' % 5"), "% is only for small numbers"),
        (("total <= 35", "1e400 > total"), "'inf' is not defined"),
        (("total <= 35", "total|attr('x')"), "No filter named 'attr'; there are"),
        (("total <= 35", "[]|max"), "sequence was empty; there are"),
        (("total <= 35", "'x' * 999999999"), "only for small numbers"),
        (("total <= 35", "9 ** 9 ** 9"), "there is no"),
        (("total <= 35", "open.__class__"), "unsafe"),
        (("total <= 35", "(" * 999), "recursion"),
        (("total <= 35", "9" * 5000), "limit"),
        (("total <= 35", " "), "`always` is a text"),
        (('always = "total <= 35"', "always = 35"), "`always` is a text, not 35"),
        (('always = "total <= 35"', 'largest = "total"'), "`is` is missing"),
        (('always = "total <= 35"', 'always = "true"\nis = 1'), "`always` has no `is`"),
        (('always = "total <= 35"', 'values = "total"\nis = 5'), "`is` is a list of values"),
        (('always = "total <= 35"', 'always = "true"\nleast = "total"'), "not least, always"),
        (('always = "total <= 35"', ""), "one of largest, least, values, always, count is asked, not -"),
        (('always = "total <= 35"', 'largest = "spinner"\nis = 6'), "comes to nothing"),
        (('always = "total <= 35"', 'largest = "spinner or open"\nis = 6'), "cannot be put in order"),
        (('id = "mine"', ""), "claim 1: `id` is missing"),
        (('id = "mine"', 'id = "../mine"'), "`id` consists of"),
        (('en = "No total beats 35."', "en = 35"), "`en` is a text, not 35"),
        (("[[claim]]", "[[claims]]"), "consists of"),
        (("[[claim]]", "claim = 5\n[x]"), "consists of"),
        (("[[claim]]", "[[claim]"), "no valid TOML"),
        (("No total", "\x00"), "no valid TOML"),
        ((WRONG, WRONG + WRONG), "twice"),
    ],
)
def test_a_claim_that_cannot_be_read(
    tmp_path: Path, change: tuple[str, str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WRONG.replace(*change), encoding="utf-8")
    with pytest.raises(ClaimError) as found:
        prove(read_claims(str(path))[0], load_rules(SMALL))
    assert reason in str(found.value)
    assert main(["prove", str(path), "--rules", SMALL, "--lang", "hi"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith(f"goti: {path}: ")


def test_a_claim_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "long.toml").write_bytes(b"#" * (1 << 21))
    for name, reason in (
        ("bytes.toml", "no valid TOML"), ("long.toml", "larger than"), ("none.toml", "No such file"), ("", "directory"),
    ):  # fmt: skip
        assert main(["prove", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert reason in said and said.count("\n") == 1


@pytest.mark.parametrize(
    ("over", "rules", "reason"),
    [
        ('over = "layouts"\nalways = "true"', "five-up", "every double branches"),
        ('over = "layouts"\nagainst = "muggins"\nalways = "true"', SMALL, "do not have the same layouts"),
        ('over = "blocked"\nleast = "tiles"\nis = 10', "american-sniff:max-pips=9", "not double 9"),
    ],
)
def test_what_cannot_be_counted_is_open(
    tmp_path: Path, over: str, rules: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'[[claim]]\nid = "mine"\nen = "Mine."\n{over}\n', encoding="utf-8")
    assert main(["prove", str(path), "--rules", rules]) == 1
    said = capsys.readouterr().out
    assert "?  mine: Mine." in said and reason in said


def test_what_cannot_be_played_proves_and_refutes_nothing(tmp_path: Path) -> None:
    """With ten tiles the ends of [3|3], [2|2], [1|1] and another 3 would make 15; nobody can play them."""
    path = tmp_path / "mine.toml"
    claim = '[[claim]]\nid = "{0}"\nen = "Mine."\nover = "layouts"\n{1}\n'
    texts = (
        'largest = "total"\nis = 14', 'largest = "total"\nis = 15', 'largest = "total"\nis = 13',
        'largest = "total"\nis = 99', 'always = "total < 15"', 'always = "total < 14"',
        'values = "total"\nis = [0, 1]', 'values = "total"\nis = [0, 99]',
    )  # fmt: skip
    path.write_text("".join(claim.format(number, text) for number, text in enumerate(texts)), encoding="utf-8")
    found = [prove(each, load_rules(SMALL)) for each in read_claims(str(path))]
    assert [each.status for each in found] == [
        "open", "open", "refuted", "refuted", "open", "refuted", "refuted", "refuted",
    ]  # fmt: skip
    assert found[0].found == 14 and found[0].path is not None  # a bound of 15, and 14 played
    assert found[2].found == 14 and found[5].path is not None


def test_a_claim_about_nothing_is_not_proved(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WRONG + 'where = "total > 99"\n', encoding="utf-8")
    assert prove(read_claims(str(path))[0], load_rules(SMALL)).status == "refuted"
