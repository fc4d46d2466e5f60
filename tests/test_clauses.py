"""docs/clauses.md names for every numbered clause the fixtures that pin it, or says why there is none.

`python -m goti.tests.test_clauses --write` brings the last column of its tables up to date.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from goti.engine.rules import rule_set
from goti.notation.parse import parse
from goti.tests.doc_blocks import ROOT

PAGE = ROOT / "docs" / "clauses.md"
FOLDERS = {"AS": "american-sniff", "SR": "seven-rocks"}
_ROW = re.compile(r"\| ((?:AS|SR)[0-9]+|3-[0-9]+) \| (.*) \| (.*) \| (.*) \|$")
_NONE = "none: "


def fixtures() -> dict[str, set[str]]:
    """Names of the fixture files (`folder/name`) by the clauses their `x-clause` headers name."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in FOLDERS.values():
        for path in sorted((ROOT / "fixtures" / folder).glob("*.goti")):
            for entry in parse(path.read_text(encoding="utf-8")):
                for node in entry.nodes:
                    if getattr(node, "key", None) == "x-clause":
                        for clause in str(getattr(node, "value", "")).split():
                            found[clause].add(f"{folder}/{path.stem}")
    return found


def cell(clause: str, names: set[str]) -> str:
    """The last cell of a clause's row; the folder of the clause's own game is left out."""
    own = f"{FOLDERS.get(clause[:2], '-')}/"
    return " ".join(f"`{name.removeprefix(own)}`" for name in sorted(names))


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
