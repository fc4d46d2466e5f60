"""The words behind a fence → a Fence: what stands in the block, and how it is shown.

`goti` holds entries, or placements alone, which become a layout of the document's rule set; `goti: FILE#TITLE` holds
nothing and shows an entry of a file. `{goti}` is the same as `goti`, for MyST.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from ..engine.rules import nearest
from .front import Report

_SWITCHES = ("strip", "notation", "text", "long", "legend", "table")
_VALUES = ("steps", "round", "theme", "caption", "width", "rules", "clauses")
_LABEL = re.compile(r"#[^\s#]+")
_STEPS = re.compile(r"(?:all|marked|last|none|[0-9]+(?:-[0-9]+)?(?:,[0-9]+(?:-[0-9]+)?)*)")
_MISSPELT = re.compile(r"\W*g[o0]t+[iy1l]\b", re.IGNORECASE)
_ENTRY = re.compile(r"\s*(?:goti 1$|(?:match|layout|settlement) [a-z]+-[a-z])")


@dataclass(frozen=True, slots=True)
class Fence:
    """How one block is shown. `file` and `title` name an entry of a shared file; both empty: the block holds it.

    `steps` is `marked` (the `figure` lines, else the last position), `all`, `last`, `none` or numbers such as `1,3-5`.
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
    legend: bool = False
    table: bool = False
    theme: str = "ivory"
    caption: str = ""
    width: str = ""
    rules: str = ""
    clauses: tuple[str, ...] = ()


def is_goti(info: str) -> bool:
    """Whether a fence with this info string is a block to run."""
    return re.match(r"(?:goti|\{goti\})(?=[\s:]|$)", info.strip()) is not None


def looks_goti(info: str, content: str) -> bool:
    """Whether a block that is not run looks as if its author meant it to be: a misspelt word, or an entry inside."""
    if _MISSPELT.match(info):
        return True
    return not info.strip() and any(_ENTRY.match(line) for line in content.split("\n"))


def read_fence(info: str, line: int, report: Report) -> Fence | None:
    """The options of a fence in line `line`; None where they cannot be read, which is reported."""
    shown = info.strip()
    try:
        words = shlex.split(re.sub(r"^(?:goti|\{goti\})\s*:?", "", shown))
    except ValueError:
        report("fence-quotes", line, 1, 1)
        return None
    found: dict[str, object] = {}
    if re.match(r"(?:goti|\{goti\})\s*:", shown):
        if not words or words[0].startswith("#"):
            report("fence-no-file", line, 1, 1)
            return None
        found["file"], _, found["title"] = words.pop(0).partition("#")
    good = True
    for word in words:
        good = _option(word, found, line, report) and good
    return Fence(**found) if good else None  # type: ignore[arg-type]


def _option(word: str, found: dict[str, object], line: int, report: Report) -> bool:
    name, equals, value = word.partition("=")
    if _LABEL.fullmatch(word):
        name, value = "label", word[1:]
    elif (name in _SWITCHES and equals) or (name in _VALUES and not value) or name not in _SWITCHES + _VALUES:
        near = nearest(name, _SWITCHES + _VALUES)
        known = near[0] if near and near[0] != name else ", ".join((*_SWITCHES, *(f"{each}=…" for each in _VALUES)))
        report("fence-option", line, 0, len(word), found=word, known=known)
        return False
    if name in found:
        report("fence-twice", line, 0, len(word), found=word)
        return False
    wrong = {
        "steps": not _STEPS.fullmatch(value),
        "round": not re.fullmatch("[0-9]{1,4}", value),
        "width": not re.fullmatch("[1-9][0-9]?%|100%", value),
    }
    if wrong.get(name):
        report("fence-value", line, 0, len(word), found=word)
        return False
    found[name] = (
        True if name in _SWITCHES
        else int(value) if name == "round"
        else tuple(value.split(",")) if name == "clauses"
        else value
    )  # fmt: skip
    return True


def chosen_steps(steps: str, last: int) -> list[int] | None:
    """Numbers of steps from 1 to `last` as `1,3-5` names them; None where one of them is not there."""
    if steps == "all":
        return list(range(1, last + 1))
    numbers: list[int] = []
    for part in steps.split(","):
        first, _, end = part.partition("-")
        if not 1 <= int(first) <= int(end or first) <= last:
            return None
        numbers += range(int(first), int(end or first) + 1)
    return numbers
