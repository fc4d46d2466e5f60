"""Pages → which numbered clauses of their game they state and illustrate, and which the shipped fixtures test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

from ..api import open_lines
from ..engine.messages import message
from ..engine.record import Header
from ..engine.rules import FIELDS
from ..notation.parse import read_entries
from ..render.scoresheet import Row, table
from .clauses import known_clauses
from .page import Page


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: the places that state it, the figures that illustrate it, the fixtures that test it.

    `reason` says why it is not illustrated.
    """

    name: str
    heading: str
    stated: tuple[str, ...]
    illustrated: tuple[str, ...]
    tested: tuple[str, ...]
    reason: str = ""

    @property
    def covered(self) -> bool:
        """Stated, and illustrated or excused."""
        return bool(self.stated and (self.illustrated or self.reason))


@cache
def tested(game: str) -> dict[str, tuple[str, ...]]:
    """Names of the fixtures of a game that pin each clause, from their `x-clause` headers."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    with as_file(files("goti.fixtures")) as folder:
        for path in sorted((folder / game).glob("*.goti")):
            nodes = [node for entry in read_entries(open_lines(str(path))) for node in entry.nodes]
            headers = [node.value for node in nodes if isinstance(node, Header) and node.key == "x-clause"]
            for clause in {word for value in headers for word in value.split()}:
                found[clause].append(path.stem)
    return {clause: tuple(names) for clause, names in found.items()}


def coverage(pages: Sequence[Page], game: str) -> list[Clause]:
    """Every clause of a game, in order, with what the pages say of it."""
    stated, illustrated, reasons = _said(pages)
    return [
        Clause(
            name, heading, tuple(stated[name]), tuple(illustrated[name]), tested(game).get(name, ()),
            reasons.get(name, ""),
        )
        for name, heading in known_clauses(game).items()
    ]  # fmt: skip


def _said(
    pages: Iterable[Page],
) -> tuple[defaultdict[str, list[str]], defaultdict[str, list[str]], dict[str, str]]:
    stated: defaultdict[str, list[str]] = defaultdict(list)
    illustrated: defaultdict[str, list[str]] = defaultdict(list)
    reasons: dict[str, str] = {}
    for page in pages:
        for used in page.used:
            for clause in used.clauses:
                origin = page.origins[used.line - 1]
                stated[clause].append(f"{origin.path}:{origin.line}")
        for example in page.examples:
            for clause in example.fence.clauses:
                illustrated[clause].append(page.labels.get(example.anchor, f"{page.shown}:{example.line}"))
        reasons |= page.front.not_illustrated
    return stated, illustrated, reasons


def coverage_lines(pages: Sequence[Page], language: str) -> tuple[list[str], bool]:
    """What is covered, for each game and language apart, and whether every clause is stated and shown or excused."""
    groups: dict[tuple[str, str], list[Page]] = {}
    for page in pages:
        if page.rules is not None:
            groups.setdefault((page.rules.game, page.language), []).append(page)
    lines: list[str] = []
    whole = bool(groups)
    for (game, spoken), own in groups.items():
        found, covered = _group(own, game, language)
        lines += [f"{game} · {spoken}", *found] if len(groups) > 1 else found
        whole = whole and covered
    return lines, whole


def _group(pages: Sequence[Page], game: str, language: str) -> tuple[list[str], bool]:
    """A table of all clauses with sums below it, and whether every clause is stated and shown or excused."""
    clauses = coverage(pages, game)
    head: Row = tuple(message(language, f"doc.{key}") for key in ("clause", "stated", "illustrated", "tested"))
    rows = [head]
    for each in clauses:
        shown = _few(each.illustrated) or (f"({each.reason})" if each.reason else "–")
        rows.append((each.name, _few(each.stated) or "–", shown, _few(each.tested) or "–"))
    lines = table(rows)
    for key, count in (
        ("stated", sum(bool(each.stated) for each in clauses)),
        ("illustrated", sum(bool(each.illustrated) for each in clauses)),
        ("excused", sum(not each.illustrated and bool(each.reason) for each in clauses)),
        ("tested", sum(bool(each.tested) for each in clauses)),
    ):
        share = 100 * count // len(clauses) if clauses else 0
        lines.append(f"{message(language, f'doc.{key}')}: {count}/{len(clauses)} ({share} %)")
    named = {_OF_VALUE.get(used.name, used.name) for page in pages for used in page.used}
    rest = [each for each in FIELDS if each not in named]
    said = message(language, "doc.fields", count=len(FIELDS) - len(rest), all=len(FIELDS), rest=", ".join(rest) or "–")
    lines.append(said)
    return lines, bool(clauses) and all(each.covered for each in clauses)


_OF_VALUE = {"target": "targets", "hand-size": "hand-sizes", "boneyard": "stock", "tiles": "max-pips"}
"""The field of the rule set behind a value of another name."""


def _few(places: Sequence[str]) -> str:
    rest = f" +{len(places) - 2}" if len(places) > 2 else ""
    return ", ".join(places[:2]) + rest
