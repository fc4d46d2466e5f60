"""docs/clauses.md names for every numbered clause the fixtures that pin it, or says why there is none.

Every clause that a record can show has a fixture file of its own, small, whose matches begin where it gets interesting.

`python -m goti.tests.test_clauses --write` brings the last column of its tables up to date.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path

from goti.engine.record import Action, Boneyard, EntryLine, GivenHand, GivenScore, GivenTable, GivenTurn, Header, Node
from goti.engine.rules import rule_set
from goti.notation.parse import parse
from goti.tests.doc_blocks import ROOT

PAGE = ROOT / "docs" / "clauses.md"
FOLDERS = {"AS": "american-sniff", "SR": "seven-rocks"}
_ROW = re.compile(r"\| ((?:AS|SR)[0-9]+|3-[0-9]+) \| (.*) \| (.*) \| (.*) \|$")
_NONE = "none: "
_LONGEST = 60  # lines of a fixture file
# Files with matches that begin with the deal, because what they show lies before the first turn or in whole hands.
_HELD = "what a hidden hand held since the deal"
_FROM_THE_DEAL = {
    "american-sniff": {
        "AS6": "the deal", "AS13": "the deal", "AS14": "the boneyard after the deal", "AS15": "a hidden hand as dealt",
        "AS16": "the lot", "AS17": "the lot", "AS18": "the opening tile", "AS52": _HELD, "AS54": _HELD,
        "AS55": _HELD, "AS57": "placements that use up a hand",
        "3-19": "a match without rounds",
        "3-26": "the deal", "3-27": "the deal", "3-28": "the lot", "3-29": "the opening turn",
        "3-55": "hands as dealt",
    },
    "seven-rocks": {
        "SR2": "the deal", "SR9": "the deal", "SR14": "the deal", "SR15": "a hidden hand as dealt", "SR17": "the lot",
        "SR18": "the opening tile", "SR22": "the lot", "SR23": "the lot", "SR26": _HELD, "3-20": "the lot",
        "SR48": "an end without turns",
        "3-22": "lot and deal",
        "3-29": "the opening turn", "3-56": "a hand told from its plays needs all of them",
    },
}  # fmt: skip


def paths() -> list[Path]:
    """The fixture files of both games."""
    return [path for folder in FOLDERS.values() for path in sorted((ROOT / "fixtures" / folder).glob("*.goti"))]


def own_clause(stem: str) -> str:
    """The clause a fixture file is named after: AS36 of `AS36-…`, 3-46 of `S3-46-…`."""
    first, second = stem.split("-")[:2]
    return f"3-{second}" if first == "S3" else first


def without_a_file(page: str, stems: Iterable[str]) -> list[str]:
    """The clauses that a record can show and after which no file is named."""
    own = {own_clause(stem) for stem in stems}
    return [clause for clause, (_, _, last) in rows(page).items() if not last.startswith(_NONE) and clause not in own]


def from_the_deal(nodes: Iterable[Node]) -> bool:
    """Whether an entry is a match without given facts before its first turn."""
    lines = list(takewhile(lambda node: not isinstance(node, Action), nodes))
    if not any(isinstance(node, EntryLine) and node.kind == "match" for node in lines):
        return False
    given = (GivenScore, GivenTable, GivenHand, GivenTurn)
    return not any(isinstance(node, given) or (isinstance(node, Boneyard) and node.given) for node in lines)


def headers(nodes: Iterable[Node], key: str) -> list[str]:
    """The texts of the headers of an entry that have this key."""
    return [str(node.value) for node in nodes if isinstance(node, Header) and node.key == key]


def clauses_of(nodes: Iterable[Node]) -> list[str]:
    """The clauses that the `x-clause` header of an entry names."""
    return [clause for value in headers(nodes, "x-clause") for clause in value.split()]


def fixtures() -> dict[str, set[str]]:
    """Names of the fixture files (`folder/name`) by the clauses their `x-clause` headers name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in paths():
        for entry in parse(path.read_text(encoding="utf-8")):
            for clause in clauses_of(entry.nodes):
                found[clause].add(f"{path.parent.name}/{path.stem}")
    return found


def cell(clause: str, names: set[str]) -> str:
    """The last cell of a clause's row, its own files first; the folder of the clause's own game is left out."""
    own = f"{FOLDERS.get(clause[:2], '-')}/"
    order = sorted(names, key=lambda name: (own_clause(name.partition("/")[2]) != clause, name))
    return " ".join(f"`{name.removeprefix(own)}`" for name in order)


def rows(text: str) -> dict[str, tuple[str, str, str]]:
    """Statement, heading and last cell by clause."""
    found: dict[str, tuple[str, str, str]] = {}
    for line in text.splitlines():
        row = _ROW.match(line)
        if row:
            assert row[1] not in found, f"{row[1]} stands twice"
            found[row[1]] = (row[2], row[3], row[4])
    return found


def lost(page: str, known: Mapping[str, set[str]]) -> list[str]:
    """The clauses for which the page names fixtures and none is left."""
    return [clause for clause, (_, _, last) in rows(page).items() if last.startswith("`") and not known.get(clause)]


def updated(text: str) -> str:
    """The page with its last column as the fixtures are; a reason stays where there is still no fixture."""
    known = fixtures()

    def line(written: str) -> str:
        row = _ROW.match(written)
        if row is None or (not known[row[1]] and row[4].startswith(_NONE)):
            return written
        return f"| {row[1]} | {row[2]} | {row[3]} | {cell(row[1], known[row[1]])} |"

    return "\n".join(map(line, text.split("\n")))


def _page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_no_clause_has_lost_its_fixtures() -> None:
    gone = lost(_page(), fixtures())
    assert not gone, f"no fixture is left for {', '.join(gone)}: write one, or say in docs/clauses.md why there is none"


def test_a_lost_fixture_is_named() -> None:
    known = fixtures()
    assert "AS36" in known and not lost(_page(), known)
    assert lost(_page(), {clause: names for clause, names in known.items() if clause != "AS36"}) == ["AS36"]


def test_column_is_up_to_date() -> None:
    if not lost(_page(), fixtures()):  # writing the column anew would hide a loss
        assert updated(_page()) == _page(), "run python -m goti.tests.test_clauses --write"


def test_every_clause_has_a_fixture_or_a_reason() -> None:
    for clause, (_, _, last) in rows(_page()).items():
        assert last.startswith("`") or len(last) > len(_NONE), f"{clause} has neither fixture nor reason"


def test_every_showable_clause_has_a_file_named_after_it() -> None:
    stems = [path.stem for path in paths()]
    assert not without_a_file(_page(), stems)
    assert without_a_file(_page(), [stem for stem in stems if not stem.startswith("SR36-")]) == ["SR36"]
    assert without_a_file(_page(), [stem for stem in stems if not stem.startswith("S3-4-")]) == ["3-4"]


def test_entries_cite_the_clause_their_file_is_named_after() -> None:
    page = _page()
    for path in paths():
        for entry in parse(path.read_text(encoding="utf-8")):
            cited = clauses_of(entry.nodes)
            assert own_clause(path.stem) in cited, f"{path}:{entry.first}"
            if not path.stem.startswith("S3-"):
                heading = rows(page)[own_clause(path.stem)][1].replace("(आरंभ)", "opening paragraph")
                assert any(heading in value for value in headers(entry.nodes, "source")), f"{path}:{entry.first}"
            assert len(cited) == len(set(cited)), f"{path}:{entry.first}"


def test_matches_begin_with_given_facts() -> None:
    found: dict[str, set[str]] = {folder: set() for folder in FOLDERS.values()}
    for path in paths():
        for entry in parse(path.read_text(encoding="utf-8")):
            if from_the_deal(entry.nodes):
                found[path.parent.name].add(own_clause(path.stem))
    assert found == {folder: set(reasons) for folder, reasons in _FROM_THE_DEAL.items()}


def test_fixture_files_are_short() -> None:
    long = {path.stem: lines for path in paths() if (lines := path.read_text(encoding="utf-8").count("\n")) > _LONGEST}
    assert not long, "split them: a file shows one clause"


def test_fixtures_name_clauses_that_exist() -> None:
    assert not fixtures().keys() - rows(_page()).keys()


def test_every_clause_has_its_row() -> None:
    wanted = {f"AS{number}" for number in range(1, 68)} | {f"SR{number}" for number in range(1, 63)}
    wanted |= {f"3-{number}" for number in range(1, 57)}
    assert rows(_page()).keys() == wanted


def test_rule_sets_cite_clauses_that_exist() -> None:
    known = rows(_page())
    for ref in ("american-sniff@1", "seven-rocks@1"):
        rules = rule_set(ref)
        cited = {*rules.clauses.values(), *(each.clause for each in rules.citations.values())}
        cited |= {each.point for each in rules.citations.values() if each.point}
        assert not cited - known.keys() - {""}
        for each in rules.citations.values():
            if each.basis == "silent":
                continue
            assert known[each.clause][1] == each.heading


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    if lost(_page(), fixtures()):
        sys.exit(f"no fixture is left for {', '.join(lost(_page(), fixtures()))}; nothing is written")
    Path(PAGE).write_text(updated(_page()), encoding="utf-8", newline="\n")
