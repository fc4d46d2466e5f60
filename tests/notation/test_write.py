"""The laws of the canonical form, on stored records and on records made by chance."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from goti import NotationError, api
from goti.engine.findings import Finding
from goti.engine.messages import catalogue, languages
from goti.engine.record import (
    Action,
    CountedClaim,
    EntryLine,
    Figure,
    Node,
    OpenClaim,
    Remark,
    Seats,
    Spot,
    Version,
    same_text,
)
from goti.notation.parse import parse
from goti.notation.write import format_string, write

from .lines import RECORD

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SAMPLES = FIXTURES / "samples"
SMALL = sorted(path for path in FIXTURES.glob("*/*.goti") if path.parent.name != "samples")
made = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def nodes(source: str) -> list[Node]:
    """All nodes of a text but version lines without a comment."""
    found = [node for entry in parse(source) for node in entry.nodes]
    return [node for node in found if not isinstance(node, Version) or node.comment is not None]


def comments(source: str) -> list[str]:
    """All comments of a text, in order."""
    return [node.comment for entry in parse(source) for node in entry.nodes if node.comment is not None]


def plain(node: Node) -> Node:
    """What two ways of writing one line have in common: sites may be filled in, lists sorted, comments moved."""
    if isinstance(node, Remark):
        return node._replace(indented=False)
    if isinstance(node, Action):
        return node._replace(site=None, site_port=None, port=None)
    if isinstance(node, CountedClaim | OpenClaim):
        items = [(Spot(spot.tile), value) for spot, value in node.items]
        return node._replace(items=tuple(sorted(items, key=str)))
    return node


def told(finding: Finding) -> tuple[Any, ...]:
    """A finding without its place in the file."""
    because = None if finding.because_of is None else finding.because_of[1]
    found = finding.found
    if isinstance(found, str):  # lists are sorted, and the ports of counted chain ends left out
        found = sorted(re.sub(r"\.(?:high|low|chain-[ab]):", ":", found).split())
    return (
        finding.code, finding.status, finding.round, finding.turn, finding.rule, finding.expected, found,
        finding.needs, because, finding.values.get("text"),
    )  # fmt: skip


def judged(source: str) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """Verdict and findings of every entry, line numbers apart."""
    return [(each.verdict.value, sorted(map(told, each.findings), key=repr)) for each in api.check(source).entries]


def check_laws(source: str) -> str:
    """Every law that holds for any text that can be read; the canonical text."""
    canonical = api.format(source)
    assert api.format(canonical) == canonical
    assert canonical == unicodedata.normalize("NFC", canonical)
    assert canonical.startswith("goti 1") and canonical.endswith("\n") and "\r" not in canonical
    assert not canonical.endswith("\n\n") and "\n\n\n" not in canonical
    assert same_text(map(plain, nodes(canonical)), map(plain, nodes(source)))
    assert comments(canonical) == comments(source)
    assert judged(canonical) == judged(source)
    return canonical


# -- the laws -------------------------------------------------------------------------------------------------------


@given(RECORD)
@made
def test_laws(source: str) -> None:
    check_laws(source)


@given(RECORD)
@made
def test_a_canonical_text_is_what_its_nodes_are_written_as(source: str) -> None:
    canonical = api.format(source)
    assert write([node for entry in parse(canonical) for node in entry.nodes]) == canonical


@given(RECORD)
@made
def test_hindi_says_the_same(source: str) -> None:
    canonical, hindi = api.format(source), api.format(source, "hi")
    assert nodes(hindi) == nodes(canonical)
    assert api.format(hindi) == canonical
    assert api.format(hindi, "hi") == hindi
    assert judged(hindi) == judged(source)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@given(source=RECORD)
@settings(made, max_examples=30)
def test_line_ends_do_not_matter(end: str, source: str) -> None:
    assert api.format(source.replace("\n", end)) == api.format(source)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_laws_for_small_stored_records(path: Path) -> None:
    try:
        source = path.read_text(encoding="utf-8")
        parse(source)
    except (UnicodeDecodeError, NotationError):
        return  # an example of something that cannot be read
    check_laws(source)
    assert nodes(api.format(source, "hi")) == nodes(api.format(source))


@pytest.mark.parametrize(
    "name", ["seven-rocks-hidden-hands", "sniff-hidden-draws", "sniff-two-players-5", "errors", "layouts"]
)
def test_laws_for_samples(name: str) -> None:
    source = (SAMPLES / f"{name}.goti").read_text(encoding="utf-8").replace("[1|7]", "[1|6]")
    check_laws(source)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.goti")), ids=lambda path: path.stem)
def test_samples_are_canonical(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if path.stem == "lax":
        assert api.format(source) == path.with_name("lax.canonical.goti").read_text(encoding="utf-8")
    elif path.stem in ("errors", "layouts"):  # comments in columns, sites left out; a tile with a dash
        assert same_text(map(plain, nodes(api.format(source))), map(plain, nodes(source)))
    else:
        assert api.format(source) == source


@pytest.mark.parametrize("line", ["[4|6].high", "[4|6].branch-b", "[4|6].chain-a", "[4|4].chain-b", "[4|4].low"])
def test_a_joining_port_is_checked_where_the_site_is_left_out(line: str) -> None:
    """[4|6] joins [1|4] by its low half, a double by `chain-a`; filling in the site changes no verdict."""
    check_laws(f"layout seven-rocks\n[1|4]\n{line}\n")
    assert [each.code for each in api.check(f"layout seven-rocks\n[1|4]\n{line}\n").findings] == ["does-not-fit"]


def test_a_line_that_cannot_be_read_is_not_formatted() -> None:
    for source in ("x", "layout seven-rocks\n[1|4\n", "layout seven-rocks\n[1|4]\nlayout seven-rocks\nx\n"):
        with pytest.raises(NotationError):
            api.format(source)


# -- single forms ---------------------------------------------------------------------------------------------------

FORMS = [
    ("[4|1]", "[1|4]"),
    ("1-4", "[1|4]"),
    ("\U0001f03a", "[1|2]"),
    ("[1|4]=5+5", "[1|4] =5 +5"),
    ("[1|4] =05 +005", "[1|4] =5 +5"),
    ("[१|४] =५ +५", "[1|4] =5 +5"),
    ("[1|4]  # x ", "[1|4]  # x"),
    ("[1|4]#x", "[1|4]  #x"),
    ("[?|4]", "[4|?]"),
    ("[1|4]\n[1|1]", "[1|4]\n[1|1]@[1|4]"),
    ("[1|4]\n[1|1]@[1|4].low", "[1|4]\n[1|1]@[1|4]"),
    ("[4|4]\n[3|4]@[4|4].chain-a", "[4|4]\n[3|4]@[4|4]"),
    ("[4|4]\n[3|4]@[4|4].chain-b", "[4|4]\n[3|4]@[4|4].chain-b"),
    ("[4|4]\n[3|4]\n[2|4]\n[1|4]@[4|4].branch-a", "[4|4]\n[3|4]@[4|4]\n[2|4]@[4|4]\n[1|4]@[4|4]"),
    ("[4|4]\n[3|4]\n[2|4]\n[1|4]@[4|4].branch-b", "[4|4]\n[3|4]@[4|4]\n[2|4]@[4|4]\n[1|4]@[4|4].branch-b"),
    ("[4|4]\n[3|4]\n[2|4]\n[1|4]", "[4|4]\n[3|4]@[4|4]\n[2|4]@[4|4]\n[1|4]@[4|4]"),
    ("[2|2]\n[2|3]\n[2|4]\n[3|4]", "[2|2]\n[2|3]@[2|2]\n[2|4]@[2|2]\n[3|4]"),  # nothing decides which
    ("[1|4]\n[2|3]", "[1|4]\n[2|3]"),  # fits nowhere
    ("[1|4]\n  open [4|1].low:1 [1|4].high:4", "[1|4]\n  open [1|4].high:4 [1|4].low:1"),
    ("[1|4]\ncounted [1|4].low:1 [1|4].high:4", "[1|4]\n  counted [1|4]:4 [1|4]:1"),
    ("[1|4]\n\tspinner none", "[1|4]\n  spinner none"),
    ("[1|4]\n# a\n  spinner none", "[1|4]\n  # a\n  spinner none"),
    ("[1|4]\n  # a\n[1|1]", "[1|4]\n# a\n[1|1]@[1|4]"),
    ("[1|4]\n\n\n[1|1]\n", "[1|4]\n[1|1]@[1|4]"),
    ('figure   "x"', 'figure "x"'),
    ('note "\\"\\\\"', 'note "\\"\\\\"'),
    ('note "e\u0301"', 'note "\u00e9"'),
    ('note "\u095c"', 'note "\u0921\u093c"'),
]


@pytest.mark.parametrize(("written", "canonical"), FORMS)
def test_canonical_form_of_layout_lines(written: str, canonical: str) -> None:
    assert api.format(f"layout seven-rocks\n{written}") == f"goti 1\n\nlayout seven-rocks\n{canonical}\n"
    check_laws(f"layout seven-rocks\n{written}")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("A:[1|4]", "A: [1|4]"),
        ("A : [1|4]", "A: [1|4]"),
        ("A: knock", "A: pass"),
        ("A: खटखट", "A: pass"),
        ("deal A [6|6] [4|1] [?|3]", "deal A [6|6] [1|4] [3|?]"),  # in the order written
        ("left A", "left A"),
        ("left A 05 pips", "left A 5 pips"),
        ("score B+D +5 A+C -0", "score B+D 5 A+C 0"),
        ("adjust A+C 5", "adjust A+C +5"),
        ("A: [?|?] +10", "A: [?|?] +10"),
        ("A: +10", "A: +10"),
        ("A: draw [4|1]", "A: draw [1|4]"),
        ('seats  A  "x"B', 'seats A "x" B'),
        ("unfinished", "\nunfinished"),
        ("winner A+C", "\nwinner A+C"),
        ("round 01", "\nround 1"),
        ("# x\nround 1", "\n# x\nround 1"),
    ],
)
def test_canonical_form_of_match_lines(written: str, canonical: str) -> None:
    assert api.format(f"match seven-rocks\n{written}\n") == f"goti 1\n\nmatch seven-rocks\n{canonical}\n"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("", "goti 1\n"),
        ("goti 1", "goti 1\n"),
        ("\ufeff", "goti 1\n"),
        ("# x", "goti 1\n# x\n"),
        ("goti 1 # x\n", "goti 1  # x\n"),
        ("# x\ngoti 1 # y\n", "goti 1  # y\n\n# x\n"),
        ("layout seven-rocks", "goti 1\n\nlayout seven-rocks\n"),
        ("# x\nlayout seven-rocks", "goti 1\n\n# x\nlayout seven-rocks\n"),
        ("layout seven-rocks\ngoti 1\nlayout seven-rocks", "goti 1\n\nlayout seven-rocks\n\nlayout seven-rocks\n"),
        ("layout seven-rocks\n# x\nlayout seven-rocks", "goti 1\n\nlayout seven-rocks\n\n# x\nlayout seven-rocks\n"),
        ("layout seven-rocks\n# x", "goti 1\n\nlayout seven-rocks\n# x\n"),
        ("layout seven-rocks\n[1|4]\n\n\n# x\n\n", "goti 1\n\nlayout seven-rocks\n[1|4]\n# x\n"),
    ],
)
def test_canonical_form_of_files(written: str, canonical: str) -> None:
    found = api.format(written)
    if written.startswith("# x\ngoti"):
        assert Counter(found.split()) == Counter(canonical.split())
    else:
        assert found == canonical
    assert api.format(found) == found


@pytest.mark.parametrize("text", ["", "a", '"', "\\", '\\"', "a\\", "\\n", "[6|6] # x", "\u2028", "\U0001f031"])
def test_texts_are_escaped(text: str) -> None:
    (entry,) = parse(f"layout seven-rocks {format_string(text)}\n")
    assert isinstance(entry.nodes[0], EntryLine)
    assert entry.nodes[0].title == text


# -- what may be left out -------------------------------------------------------------------------------------------

FULL = """\
goti 1  # version

# before
match american-sniff@1 "Title"  # entry
date 2026-11-24  # date
place "Club"  # place
source "Book"  # source
note "Note"  # note
x-table "2"  # own
seats A "Asha" B "Binod"  # seats
rule reserve 0  # rule

round 1  # round
lot A stands  # lot
deal A [0|5] [1|1] [1|3] [2|4] [3|6] [5|6] [1|4] stands  # deal
deal B [?|?] [?|?] [?|?] [?|?] [?|?] [?|?] [4|?]  # deal
boneyard 14  # boneyard
A: [1|4] =5 +5 stands  # placement
  spinner none  # spinner
  counted [1|4]:4 [1|4]:1  # counted
  open [1|4].high:4 [1|4].low:1  # open
  joints none  # joints
figure en "One" hi "एक"  # figure
B: draw [?|?] [0|4]  # draw
B: [0|4].high@[1|4].high =1 +0 stands  # placement
A: pass stands  # pass
B: =5 +5 stands  # unknown
gap  # gap
given table [1|4] [0|4]@[1|4]  # table
given hand A [1|1] [?|?]  # hand
given boneyard [1|2] [?|?]  # boneyard
given turn B  # turn
given score A 5 B 0  # score
out B stands  # out
left A [1|1] stands  # left
left B 0 pips stands  # left
deduct A 5 stands  # deduct
score A 0 B 0 stands  # score
adjust A +5 "agreed"  # adjust

round 2
void "rain"  # void

winner A stands  # winner

layout seven-rocks "A"

layout seven-rocks "B" after "A"  # after
[1|4].low@[1|1].branch-b =5 +5 stands  # placement
"""

_FIELDS = ("title", "after", "comment", "port", "site_port", "total", "points", "mark", "reason")


def _without(node: Any) -> list[Node]:
    """The node with each of its optional fields left out in turn."""
    found: list[Node] = [
        node._replace(**{name: None})
        for name in node._fields
        if name in _FIELDS and getattr(node, name) is not None and not isinstance(node, Remark)
        if not (name == "points" and (type(node).__name__ != "Action" or getattr(node, "verb", "") == "unknown"))
    ]
    if isinstance(node, Action) and node.site is not None:
        found.append(node._replace(site=None, site_port=None))
    if isinstance(node, Seats):
        found.append(node._replace(seats=tuple((seat, None) for seat, _ in node.seats)))
    if isinstance(node, Figure):
        found += [node._replace(captions=()), node._replace(captions=node.captions[:1])]
    return found


def test_every_optional_field_left_out_in_turn() -> None:
    whole = [node for entry in parse(FULL) for node in entry.nodes]
    tried = 0
    for number, node in enumerate(whole):
        for less in _without(node):
            if isinstance(node, Remark):
                continue
            for language in languages():
                changed = [*whole[:number], less, *whole[number + 1 :]]
                text = write(changed, language)
                again = [each for entry in parse(text) for each in entry.nodes]
                assert same_text(again, changed), text
                assert "None" not in text and "null" not in text
            tried += 1
    assert tried > 70


def test_every_line_left_out_in_turn() -> None:
    lines = FULL.splitlines()
    for number in range(len(lines)):
        source = "\n".join(lines[:number] + lines[number + 1 :]) + "\n"
        assert same_text(map(plain, nodes(api.format(source))), map(plain, nodes(source)))


def test_the_full_record_is_canonical_but_for_its_default_ports() -> None:
    assert write([node for entry in parse(FULL) for node in entry.nodes]) == FULL
    assert len(comments(FULL)) == FULL.count("#")


def test_hindi_writes_no_english_keyword() -> None:
    hindi = api.format(FULL, "hi")
    bare = " ".join(line.split("#")[0] for line in hindi.split("\n")).replace('"', " ").split()
    english = {word for key, words in catalogue("en").items() if key.startswith("keyword.") for word in words}
    assert not english & set(bare)
    assert nodes(hindi) == nodes(api.format(FULL))
