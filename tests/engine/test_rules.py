"""Rule sets as data: typed, cited, and never changed without a new version."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

from goti.engine.errors import RulesError
from goti.engine.findings import RULE_OF
from goti.engine.messages import catalogue, languages
from goti.engine.rules import (
    FIELDS,
    TURNS_ON,
    ScoreRecord,
    alternatives,
    load_rules,
    read_rules,
    rule_set,
    rule_set_ids,
)

DIGESTS = {
    "all-fives@1": "sha256:e992728f4b92d4f0662fbaaac6255a5f4b84a5b180427c679bf8b0d5e9aa5cc8",
    "all-threes@1": "sha256:6cd495c08f9e24146247243bf8e1627ab8d06d09667eb8563e522b717cc8730d",
    "american-sniff@1": "sha256:115936b9113d5e915a213212094c0b718edce4fbc45150677ec265249af7024a",
    "block@1": "sha256:934c4c0fb9a4bbcbf87cf2cc110ba2ac1e8fb05042821b7aeea014a0c3069ae8",
    "draw@1": "sha256:eac74c6b0d3ee9f29e2662c8e1d01518754ea9d5f3e6dedaa23e544af1bd2eec",
    "english-sniff@1": "sha256:3ae57cdb9dc280a0a418649b7ffb98b340453d1e960ddacc621794a295b67156",
    "five-up@1": "sha256:b4ad1ec3bc5ce735ac83c8d07bfc1789e9815e27f85f8d0c49e3b2f84f859cfc",
    "fives-and-threes@1": "sha256:6371f7672971d2b9238b93f712dedaf486c9489ade1a47e340f2edcce6817f41",
    "muggins@1": "sha256:7f4aaaedd3e1398e788ae8a52a11916cf5c01f27d744ba712c0cb268543e3808",
    "seven-rocks@1": "sha256:d1033d8a3bf1c0f827b52e842c512383a48ba0364b705256d6d371c8208984e4",
}


@pytest.mark.parametrize("ref", rule_set_ids())
def test_a_shipped_version_never_changes(ref: str) -> None:
    """A changed value is a new version: old records keep their verdicts (report 22, 26)."""
    assert rule_set(ref).digest == DIGESTS[ref]


@pytest.mark.parametrize("ref", rule_set_ids())
def test_every_field_is_cited(ref: str) -> None:
    rules = rule_set(ref)
    assert set(rules.citations) == set(FIELDS)
    for key, citation in rules.citations.items():
        if citation.basis != "silent":
            assert citation.clause and citation.heading, key
        if ref.startswith(("american-sniff", "seven-rocks")):
            assert (citation.basis == "default") <= bool(citation.point), key
    assert set(RULE_OF.values()) <= set(rules.clauses)
    assert set(rules.names) >= {"en", "hi"}


def test_the_two_games_differ_in_the_counting_of_the_branching_double() -> None:
    """In the layout, nothing else differs; in matches, seats, boneyard, target."""
    sniff, rocks = rule_set("american-sniff").values, rule_set("seven-rocks").values
    different = {key for key in FIELDS if sniff[key] != rocks[key]}
    assert different == {"hand-sizes", "inner-spinner", "stock", "targets"}


def test_the_score_record_is_cited_and_no_rule() -> None:
    """AS65, SR10; where a document names none it is the board, which takes every whole number."""
    sniff, rocks, other = rule_set("american-sniff"), rule_set("seven-rocks"), rule_set("block")
    assert (sniff.score_record, sniff.record_citation.clause) == (ScoreRecord.PAPER, "AS65")
    assert (rocks.score_record, rocks.record_citation.clause) == (ScoreRecord.BOARD, "SR10")
    assert (other.score_record, other.record_citation.basis) == (ScoreRecord.BOARD, "silent")
    house = read_rules(f'{SR}score-record = {{ value = "paper", clause = "club rule 7" }}\n', "club.toml")
    assert (house.score_record, house.record_citation.clause) == (ScoreRecord.PAPER, "club rule 7")
    assert read_rules(f'{AS}score-record = "board"\n', "club.toml").score_record is ScoreRecord.BOARD
    assert read_rules(AS, "club.toml").record_citation.clause == "AS65"
    with pytest.raises(RulesError, match="score-record"):
        read_rules(f'{AS}score-record = "slate"\n', "club.toml")


def test_change_of_a_field() -> None:
    rules = rule_set("seven-rocks")
    changed = rules.changed("inner-spinner", "open-halves")
    assert changed.values["inner-spinner"] == "open-halves" and changed.digest != rules.digest
    assert rules.changed("targets", "100").targets == {4: 100}
    assert rule_set("american-sniff").changed("targets", "2:61,4:100").targets == {2: 61, 4: 100}
    wrong = (("inner-spiner", "nothing"), ("inner-spinner", "halves"), ("multiple-of", "0"), ("targets", "x"))
    for key, value in wrong:
        with pytest.raises(RulesError):
            rules.changed(key, value)


def test_unknown_and_incomplete_rule_sets() -> None:
    for ref in ("seven-rock", "seven-rocks@2", "../seven-rocks@1", ""):
        with pytest.raises(RulesError, match="there are: all-fives@1"):
            rule_set(ref)
    text = 'id="x"\nversion=1\nprefix="X"\ndocument="X"\n[name]\nen="X"\n[headings]\n[field]\n[clauses]\n'
    with pytest.raises(RulesError, match="missing"):
        read_rules(text)


def test_alternatives_are_named() -> None:
    assert alternatives("inner-spinner") == ("nothing", "open-halves")
    assert alternatives("multiple-of") == ()


# -- house rules ----------------------------------------------------------------------------------------------------


def test_a_changed_field_is_cited_for_the_rules_that_turn_on_it() -> None:
    rules = rule_set("seven-rocks")
    changed = rules.changed("inner-spinner", "open-halves")
    assert changed.citations["inner-spinner"].clause == changed.clause("open-side") == "inner-spinner = open-halves"
    different = {rule for rule in rules.clauses if rules.clause(rule) != changed.clause(rule)}
    assert different == {"open-side"}
    assert rules.changed("inner-spinner", "nothing") is rules  # what is not changed keeps its clause
    house = 'extends = "seven-rocks"\n[field]\nrounding = { value = "down", clause = "rule 3" }\nrounding-unit = 10\n'
    assert read_rules(house, "club.toml").clause("rounding") == "rule 3; rounding-unit = 10"
    own = f'{house}[clauses]\nrounding = "rule 4"\n'
    assert read_rules(own, "club.toml").clause("rounding") == "rule 4"


def test_every_field_a_rule_turns_on_is_known() -> None:
    assert set(TURNS_ON) <= set(rule_set("seven-rocks").clauses)
    assert {key for keys in TURNS_ON.values() for key in keys} <= set(FIELDS)
    for language in languages():
        for rule in rule_set("seven-rocks").clauses:
            named = {name for _, name, _, _ in Formatter().parse(catalogue(language)[f"clause.{rule}"]) if name}
            assert named <= set(TURNS_ON.get(rule, ())), rule


def test_the_id_of_house_rules() -> None:
    assert read_rules('extends = "seven-rocks"\n', "club.toml").ref == "seven-rocks-house@1"
    assert read_rules('extends = "seven-rocks"\nid = "club-4"\nversion = 2\n', "club.toml").ref == "club-4@2"


AS, SR = 'extends = "american-sniff"\n', 'extends = "seven-rocks"\n'
WHOLE = files("goti.engine").joinpath("rulesets", "seven-rocks@1.toml").read_text(encoding="utf-8")
OWN = WHOLE.replace('id = "seven-rocks"', 'id = "own"')
REFUSED = {
    "field-near": f"{SR}[field]\ntarget = 3\n",
    "field": f"{SR}[field]\nzzz = 3\n",
    "one-of": f'{SR}[field]\nunit = "points"\n',
    "number": f"{SR}[field]\nmultiple-of = 2.5\n",
    "out-of-range": f"{SR}[field]\nmultiple-of = 0\n",
    "rule-set": 'extends = "nine-rocks"\n',
    "change": 'extends = "own.toml:targets"\n',
    "toml": "extends = seven-rocks\n",
    "field-at-top": f"{SR}targets = 5\n",
    "unknown": f"{SR}[fields]\n",
    "kind-text": "extends = 3\n",
    "kind-number": f'{SR}version = "1"\n',
    "kind-table": f"{SR}field = 3\n",
    "kind-text-or-table": f"{SR}name = true\n",
    "id-form": f'{SR}id = "Our Club"\n',
    "id-shipped": WHOLE,
    "unknown-fields": OWN.replace("[field]\n", "[field]\nzzz = 3\n"),
    "no-extends": 'id = "x"\n',
    "missing-fields": OWN.replace("after-win = {", "# {"),
    "missing": OWN.replace("version = 1", ""),
    "entry": OWN.replace('multiple-of = { value = 5, clause = "SR44", basis = "text" }', "multiple-of = 5"),
    "basis": OWN.replace('basis = "text"', 'basis = "book"'),
    "heading": OWN.replace("[1, 5]", "[1]"),
    "no-tiles-dealt": f"{AS}[field]\nhand-sizes = 0\n",
    "too-many-dealt": f"{AS}[field]\nhand-sizes = 15\n",
    "no-boneyard": f"{SR}[field]\nhand-sizes = 6\n",
    "reserve": f"{AS}[field]\nreserve = 9\n",
    "seats": f"{AS}[field]\nhand-sizes = {{ 5 = 3 }}\n",
    "no-hand-sizes": f"{AS}[field]\nhand-sizes = {{}}\n",
    "extra-targets": f"{SR}[field]\ntargets = {{ 2 = 100 }}\n",
    "no-targets": f"{SR}[field]\ntargets = {{}}\n",
    "low-target": f"{SR}[field]\ntargets = 0\n",
    "nobody-draws": f"{AS}[field]\nstock = \"dead\"\nreserve = 1\n",
    "no-branching-double": f'{AS}[field]\nbranching = "none"\n',
    "no-sides": f'{SR}[field]\nbranching = "none"\nside-growth = "stub"\n',
    "not-enclosed": f'{SR}[field]\nbranching = "first-enclosed"\nsides-open = "free"\n',
    "no-one-number": f'{SR}[field]\nscoring = "threes-and-fives"\nunit = "quotient"\n',
    "no-extra-turn": f'{SR}[field]\nscoring = "none"\nextra-turn = "after-score"\n',
    "nobody-scores": f'{SR}[field]\nscoring = "none"\n',
    "nothing-added-up": f'{SR}[field]\nrounding-per = "total"\n',
}  # fmt: skip
"""A file for every reason to refuse it, but for those of files that cannot be read (test_house.py)."""


@pytest.mark.parametrize("key", REFUSED)
def test_every_refusal_has_its_reason_in_every_language(key: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(SR, encoding="utf-8")
    path = tmp_path / "club.toml"
    path.write_text(REFUSED[key], encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load_rules(str(path))
    assert error.value.key == key
    said = [error.value.said(language) for language in languages()]
    assert said[0] == str(error.value) and len(set(said)) == len(languages())
    assert all(each.startswith(f"{path}: ") for each in said)


def test_every_text_of_a_refusal_is_used() -> None:
    """Those of claims about what cannot be counted are tried in tests/proofs/test_claims.py."""
    keys = {key.removeprefix("refused.") for key in catalogue("en") if key.startswith("refused.")}
    uncounted = {"all-branch", "other-layouts", "too-many-sets"}
    assert keys == set(REFUSED) | uncounted | {"extends-itself", "file", "too-long", "not-utf8"}
