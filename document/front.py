"""The head of a document: YAML between two lines `---` → a checked Front.

Every value is read as the text that was written; YAML's own guesses (`no` as false, dates) are not used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from ..engine.messages import languages
from ..engine.rules import nearest
from ..notation.read import HIDDEN, code_point
from ..render.look import CHOICES as PICTURES

Report = Callable[..., None]
"""`report(code, line, column, width, **values)` notes a problem of the file."""


@dataclass(frozen=True, slots=True)
class Front:
    """What a document says about itself; `lines` has the line of every key, of those in a table too."""

    title: str = ""
    subtitle: str = ""
    language: str = "en"
    rules: str = ""
    author: str = ""
    date: str = ""
    source: str = ""
    template: bool = False
    contents: str = "yes"
    numbered: bool = False
    legend: bool = True
    lint: str = "near"
    digits: str = "latin"
    clauses: str = "hidden"
    paper: str = "a4"
    columns: str = "1"
    size: str = "normal"
    pages: str = ""
    theme: str = "ivory"
    pips: str = "dots"
    not_illustrated: Mapping[str, str] = field(default_factory=dict)
    terms: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    @property
    def depth(self) -> int:
        """How many levels of headings the table of contents has."""
        return {"yes": 2, "short": 1, "no": 0}[self.contents]


CHOICES: dict[str, tuple[str, ...]] = {
    "lint": ("near", "all", "off"),
    "digits": ("latin", "devanagari"),
    "clauses": ("hidden", "shown"),
    "paper": ("a4", "a5", "us-letter"),
    "columns": ("1", "2"),
    "size": ("normal", "small"),
    "pips": PICTURES["pips"],
    "contents": ("yes", "short", "no"),
    **dict.fromkeys(("template", "numbered", "legend"), ("yes", "no")),
}
"""What a key can be, where it cannot be anything."""

_PRIVATE = re.compile("[\ue000-\uf8ff]")
_UNSEEN = re.compile(f"(?![\t\n])(?:{HIDDEN.pattern}|{_PRIVATE.pattern}|[\ud800-\udfff\u2028\u2029])")
"""What no value may hold: characters for private use, those nobody sees, halves of a letter."""
_MAPS = ("not-illustrated", "values")
_TEXTS = ("title", "subtitle", "language", "rules", "author", "date", "source", "theme", "terms", "pages")
MOST_LETTERS = 50_000
"""Letters a head can have."""
KEYS = (*_TEXTS, *CHOICES, *_MAPS)
"""All keys of a document's head."""


def split_front(lines: Sequence[str]) -> int:
    """The number of lines the head takes, its two rulers included; 0 without a head, -1 where it is not closed."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((n + 1 for n, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), -1)


def read_front(lines: Sequence[str], report: Report) -> Front:
    """The head from its lines (rulers included); what cannot be used is reported and left out."""
    text = "\n".join(lines[1:-1])
    if len(text) > MOST_LETTERS:
        report("bad-front", 1, 1, 3, why=f"> {MOST_LETTERS}")
        return Front()
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        code = "front-quotes" if error.problem == "mapping values are not allowed here" else "bad-front"
        report(code, (mark.line if mark else 0) + 2, (mark.column if mark else 0) + 1, 1, why=error.problem)
        return Front()
    except (yaml.YAMLError, RecursionError) as error:
        report("bad-front", 1, 1, 3, why=str(error).split("\n")[0])
        return Front()
    if node is None:
        return Front()
    if not isinstance(node, yaml.MappingNode):
        report("bad-front", 2, 1, 1, why="key: value")
        return Front()
    return _front(node, report)


def _front(node: yaml.MappingNode, report: Report) -> Front:
    found: dict[str, object] = {}
    at: dict[str, int] = {}
    for key_node, value_node in node.value:
        key = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else "…"
        line, column = key_node.start_mark.line + 2, key_node.start_mark.column + 1
        if key not in KEYS:
            near = nearest(key, KEYS)
            report("unknown-key", line, column, len(key), found=key, known=near[0] if near else ", ".join(KEYS))
            continue
        if key in at:
            report("repeated-key", line, column, len(key), found=key, first=at[key])
            continue
        at[key] = line
        if _hidden(value_node, report):
            continue
        value = _map(value_node) if key in _MAPS else _text(value_node)
        start = value_node.start_mark
        if value is None or not _allowed(key, value):
            known = ", ".join(CHOICES.get(key, languages() if key == "language" else ()))
            shown = str(getattr(value_node, "value", ""))[:40] if isinstance(value_node, yaml.ScalarNode) else "…"
            code = "bad-value" if known else "bad-kind"
            report(code, start.line + 2, start.column + 1, len(shown), key=key, found=shown, known=known)
            continue
        if isinstance(value_node, yaml.MappingNode):
            at |= {f"{key}.{each.value}": each.start_mark.line + 2 for each, _ in value_node.value}
        attribute = key.replace("-", "_")
        found[attribute] = value == "yes" if CHOICES.get(key) == ("yes", "no") else value
    return Front(**found, lines=at)  # type: ignore[arg-type]


def _hidden(node: yaml.Node, report: Report) -> bool:
    """Report the first character of a value, or of a table's keys and values, that nobody would see; False without."""
    if isinstance(node, yaml.MappingNode):
        scalars = (each for pair in node.value for each in pair if isinstance(each, yaml.ScalarNode))
        return sum(_hidden(each, report) for each in scalars) > 0
    found = _UNSEEN.search(node.value) if isinstance(node, yaml.ScalarNode) else None
    if found is not None:
        code = "private-character" if _PRIVATE.match(found[0]) else "hidden-character"
        start = node.start_mark
        width = node.end_mark.column - start.column if node.end_mark.line == start.line else 1
        report(code, start.line + 2, start.column + 1, width, found=code_point(found[0]))
    return found is not None


def _text(node: yaml.Node) -> str | None:
    """A value as one line; the head may write it over several."""
    return " ".join(str(node.value).split()) if isinstance(node, yaml.ScalarNode) else None


def _map(node: yaml.Node) -> dict[str, str] | None:
    """A flat table of texts; None for anything else."""
    if not isinstance(node, yaml.MappingNode):
        return None
    scalars = all(isinstance(each, yaml.ScalarNode) for pair in node.value for each in pair)
    pairs = [(str(key.value), str(value.value)) for key, value in node.value] if scalars else [("", "")]
    return dict(pairs) if all(key for key, _ in pairs) else None


def _allowed(key: str, value: object) -> bool:
    if key == "pages":
        return isinstance(value, str) and value.isascii() and value.isdecimal() and value != "0"
    known = languages() if key == "language" else CHOICES.get(key)
    return known is None or value in known
