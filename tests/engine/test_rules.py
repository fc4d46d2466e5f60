"""Rule sets as data: typed, cited, and never changed without a new version."""

from __future__ import annotations

import pytest

from goti.engine.errors import RulesError
from goti.engine.findings import RULE_OF
from goti.engine.rules import FIELDS, alternatives, read_rules, rule_set, rule_set_ids

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
