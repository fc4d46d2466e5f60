"""The words behind a fence → a Fence: what stands in the block, and how it is shown.

`goti` holds entries, or placements alone, which become a layout of the document's rule set; `goti: FILE#TITLE` holds
nothing and shows an entry of a file, as does `goti from=FILE#TITLE`. `{goti}` is the same as `goti`, for MyST.
"""

from __future__ import annotations

import re
import shlex
import unicodedata
from dataclasses import dataclass

from ..engine.rules import nearest
from ..render.look import CHOICES
from .front import Report

FRAMES = {
    "layout": ("layout seven-rocks", ""),
    "sniff-layout": ("layout american-sniff", ""),
    "opening": ("match seven-rocks", "round 1\nunfinished"),
    "round": ("match seven-rocks\nseats A B C D\nround 1", "unfinished"),
    "sniff-round": ("match american-sniff\nseats A B\nround 1", "unfinished"),
    "settlement": ("settlement seven-rocks", ""),
}
"""What stands before and after a fragment, by the name behind `in=`."""

EXECUTED = ("console", "python")
"""Blocks that are run where the page is executed, and only shown otherwise."""

SWITCHES = ("strip", "notation", "text", "long", "table", "turns", "order", "ports", "placed", "unmarked", "faults")
VALUES = (
    "steps", "round", "theme", "pips", "numerals", "compare", "score", "caption", "width", "rules", "clauses", "from",
    "in", "file",
)  # fmt: skip
PICTURED = ("strip", "text", "long", "order", "ports", "placed", "unmarked", "theme", "pips", "width")
"""Options that are about pictures alone."""
RECORDS = ("own", "paper", "board")
"""What scores are drawn on: what the rule set says, lines on paper, a cribbage board."""
MOST_LABEL = 40
"""Letters of a figure's name, which becomes part of the name of a file."""
_QUOTED, _ESCAPED = re.compile(r'"(?:\\.|[^"\\])*"'), re.compile(r"\s(#\S*\\\S*)")
_STEPS = re.compile(r"(?:all|marked|last|none|[0-9]+(?:-[0-9]+)?(?:,[0-9]+(?:-[0-9]+)?)*)")


@dataclass(frozen=True, slots=True)
class Fence:
    """How one block is shown. `file` and `title` name an entry of a shared file; both empty: the block holds it.

    `steps` is `marked` (the `figure` lines, else the last position), `all`, `last`, `none` or numbers such as `1,3-5`.
    In manuals `frame` names what stands around a fragment, `saved` the file a block is for the commands below it, and
    `faults` says that those commands show what is wrong with it.
    """

    file: str = ""
    title: str = ""
    label: str = ""
    steps: str = "marked"
    round: int | None = None
    strip: bool = False
    notation: bool = False
    text: bool = False
    long: bool = False
    table: bool = False
    turns: bool = False
    order: bool = False
    ports: bool = False
    placed: bool = False
    unmarked: bool = False
    theme: str = ""
    pips: str = ""
    numerals: str = ""
    compare: str = ""
    score: str = ""
    caption: str = ""
    width: str = ""
    rules: str = ""
    clauses: tuple[str, ...] = ()
    frame: str = ""
    saved: str = ""
    faults: bool = False


PLAIN = Fence()
"""A fence with nothing behind its word."""


def is_goti(info: str) -> bool:
    """Whether a fence with this info string is a block to run."""
    return re.match(r"(?:goti|\{goti\})(?=[\s:]|$)", info.strip()) is not None


def is_label(name: str) -> bool:
    """Whether a name can be that of a figure, and so of a file: letters of any script, digits, hyphens, underscores."""
    kept = all(each in "-_" or unicodedata.category(each)[0] in "LMN" for each in name)
    return kept and 0 < len(name) <= MOST_LABEL and (name[0] == "_" or name[0].isalnum())


def saved_name(info: str) -> str:
    """The file that a block of rules, `toml file=NAME`, is for the blocks below it; empty for other blocks."""
    found = re.fullmatch(r"toml\s+file=(\S+)", info.strip())
    return found[1] if found and _plain_name(found[1]) else ""


def _plain_name(name: str) -> bool:
    """Whether a name stays in its folder."""
    return not ("/" in name or "\\" in name or name.startswith("."))


def read_fence(info: str, line: int, report: Report) -> Fence | None:
    """The options of a fence in line `line`; None where they cannot be read, which is reported."""
    shown = info.strip()
    try:
        words = shlex.split(re.sub(r"^(?:goti|\{goti\})\s*:?", "", shown))
    except ValueError:
        report("fence-quotes", line, 1, 1)
        return None
    escaped = _ESCAPED.search(_QUOTED.sub("", shown))
    if escaped:
        report("bad-label", line, 0, len(escaped[1]), found=escaped[1], most=MOST_LABEL)
        return None
    found: dict[str, object] = {}
    if re.match(r"(?:goti|\{goti\})\s*:", shown):
        if not words or words[0].startswith("#"):
            report("fence-no-file", line, 1, 1)
            return None
        found["file"], _, found["title"] = words.pop(0).partition("#")
    for word in [each for each in words if each.startswith("from=") and "file" not in found]:
        words.remove(word)
        found["file"], _, found["title"] = word.removeprefix("from=").partition("#")
    good = True
    for word in words:
        good = _option(word, found, line, report) and good
    if found.get("faults") and not found.get("saved"):
        report("fence-value", line, 0, 6, found="faults")
        return None
    return Fence(**found) if good else None  # type: ignore[arg-type]


def _option(word: str, found: dict[str, object], line: int, report: Report) -> bool:
    name, equals, value = word.partition("=")
    if word.startswith("#"):
        name, value = "label", word[1:]
        if not is_label(value):
            report("bad-label", line, 0, len(word), found=word, most=MOST_LABEL)
            return False
    elif name in VALUES and equals and not value:
        report("fence-empty", line, 0, len(word), found=word)
        return False
    elif (name in SWITCHES and equals) or (name in VALUES and not value) or name not in SWITCHES + VALUES:
        near = nearest(name, SWITCHES + VALUES)
        known = near[0] if near and near[0] != name else ", ".join((*SWITCHES, *(f"{each}=…" for each in VALUES)))
        report("fence-option", line, 0, len(word), found=word, known=known)
        return False
    if {"in": "frame", "file": "saved"}.get(name, name) in found:
        report("fence-twice", line, 0, len(word), found=word)
        return False
    wrong = {
        "steps": not _STEPS.fullmatch(value),
        "round": not re.fullmatch("[0-9]{1,4}", value),
        "in": value not in FRAMES,
        "file": not _plain_name(value),
        "width": not re.fullmatch("[1-9][0-9]?%|100%", value),
        "score": value not in RECORDS,
        **{key: value not in CHOICES[key] for key in CHOICES},
    }
    if wrong.get(name):
        report("fence-value", line, 0, len(word), found=word)
        return False
    found[{"in": "frame", "file": "saved"}.get(name, name)] = (
        True if name in SWITCHES
        else int(value) if name == "round"
        else tuple(value.split(",")) if name == "clauses"
        else value
    )  # fmt: skip
    return True


def chosen_steps(steps: str, last: int) -> list[int] | None:
    """Numbers of steps from 1 to `last` as `1,3-5` names them; None where one of them is not there."""
    numbers: list[int] = []
    for part in steps.split(","):
        first, _, end = part.partition("-")
        if not 1 <= int(first) <= int(end or first) <= last:
            return None
        numbers += range(int(first), int(end or first) + 1)
    return numbers
