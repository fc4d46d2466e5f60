"""What a document lists of itself: its terms, clauses, figures and tables, each with the places where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markdown_it.token import Token

from .clauses import known_clauses
from .terms import entries

if TYPE_CHECKING:
    from .page import Page
    from .sections import Heading

KINDS = ("terms", "clauses", "figures", "tables")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: an anchor, what a link to it says, and whether it is the chief place."""

    anchor: str
    label: str
    chief: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a list and its places; of a figure or table the only place is its own."""

    words: str
    places: tuple[Place, ...]


def lift_marks(page: Page) -> None:
    """Make blocks of the lists and page ends that stand alone in a paragraph; elsewhere they are reported."""
    found: list[Token] = []
    tokens = page.tokens
    for token in tokens:
        if token.type == "paragraph_close" and found and found[-1].type in ("goti_list", "goti_page"):
            continue
        kinds = [each.meta.get("block", "") for each in token.children or [] if each.type == "goti_value"]
        block = next(filter(None, kinds), "")
        if not block:
            found.append(token)
            continue
        child = next(each for each in token.children or [] if each.meta.get("block"))
        if len(token.children or []) == 1 and found and found[-1].type == "paragraph_open":
            found.pop()
            found.append(Token(block, "", 0, map=token.map, meta=child.meta, block=True))
        else:
            page.report("not-alone", (token.map or [0])[0] + 1, 0, len(child.content), found=child.content)
            found.append(token)
    page.tokens = found


def name_clauses(page: Page) -> None:
    """Let links lead to the place that first states a clause."""
    for clause, line in page.clause_lines.items():
        if clause in page.labels:
            page.report("label-twice", line, 0, len(clause), found=clause)
        heading = _heading_of(page, line)
        page.labels[clause] = page.labels[heading.anchor] if heading is not None else page.title


def section_of(page: Page, line: int) -> str:
    """How the section a line is in is called in a list: its number, else its words, else the title."""
    heading = _heading_of(page, line)
    return (heading.number or heading.text) if heading is not None else page.title


def _heading_of(page: Page, line: int) -> Heading | None:
    return next((each for each in reversed(page.headings) if each.line <= line), None)


def list_of(page: Page, kind: str) -> tuple[Entry, ...]:
    """The entries of one kind of list, in order."""
    if kind == "terms":
        return tuple(
            Entry(words, _once([Place(each.anchor, section_of(page, each.line), each.defined) for each in mentions]))
            for words, mentions in entries(page.mentions).items()
        )
    if kind == "clauses":
        return tuple(_clauses(page))
    if kind == "tables":
        return tuple(Entry(f"{each.name} {each.words}", (Place(each.anchor, each.name),)) for each in page.tables)
    shown = [each for each in page.examples if each.number is not None]
    return tuple(
        Entry(f"{page.labels[each.anchor]} {each.caption(page.language)}", (Place(each.anchor, ""),)) for each in shown
    )


def _once(places: list[Place]) -> tuple[Place, ...]:
    """Each section once, the chief place before others of it."""
    found: dict[str, Place] = {}
    for each in places:
        if each.label not in found or (each.chief and not found[each.label].chief):
            found[each.label] = each
    return tuple(found.values())


def _clauses(page: Page) -> list[Entry]:
    """The clauses of the game that are stated or illustrated, with the section and the figures."""
    found = []
    for clause in known_clauses(page.rules.game) if page.rules is not None else ():
        line = page.clause_lines.get(clause)
        places = [Place(clause, section_of(page, line), True)] if line is not None else []
        places += [
            Place(each.anchor, page.labels[each.anchor])
            for each in page.examples
            if clause in each.fence.clauses and each.number is not None
        ]
        if places:
            found.append(Entry(clause, tuple(places)))
    return found


def entry_text(entry: Entry) -> str:
    """One thing of a list in one line, with the sections where it stands."""
    labels = [each.label for each in entry.places if each.label and not entry.words.startswith(each.label)]
    return f"{entry.words}: {', '.join(labels)}" if labels else entry.words
