"""Data → the stand-alone page: one HTML text with its style and its script, which loads nothing."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from ..engine.findings import Finding, verdict_of
from ..engine.judged import Judged
from ..engine.messages import languages, message
from ..engine.record import EntryLine, Header, Node
from ..render.svg import write_parts
from ..render.theme import THEMES, Theme
from .board import COLOURS, Parts, property_of
from .data import Data, match_data, texts
from .story import chapters


@dataclass(frozen=True, slots=True)
class Source:
    """An entry with what a page needs of it: `nodes` and `lines` are all of it as written, lines with numbers."""

    head: EntryLine
    judged: Judged
    findings: Sequence[Finding]
    nodes: Sequence[Node]
    lines: Sequence[tuple[int, str]]


def page(source: Source, language: str) -> str | None:
    """The page of a match or a layout, at first in `language`; None where it has nothing to step through.

    Raises RenderError for a layout that cannot be drawn.
    """
    found = chapters(source.judged, source.findings, source.nodes, source.lines)
    entry = source.judged.entry
    if entry is None or not found:
        return None
    parts = Parts()
    data = match_data(source.judged, found, parts)
    data["texts"] = {each: texts(each) for each in languages()}
    style, script = _asset("page.css").replace("/* themes */", _themes()), _asset("page.js")
    return _template().render(
        lang=language,
        languages=[(each, message(each, "language.name")) for each in languages()],
        say=lambda key, **values: message(language, f"view.{key}", **values),
        head=source.head,
        rules=entry.rules.ref,
        changes=entry.changes,
        headers=_headers(entry.headers),
        verdict=verdict_of(source.findings).value,
        title=source.head.title or message(language, f"view.{source.head.kind}"),
        parts=Markup(write_parts(parts.shapes)),
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
        data=Markup(_json(data)),
    )


def _headers(headers: Sequence[Header]) -> Mapping[str, list[str]]:
    """The values of the headers by key."""
    found: dict[str, list[str]] = {}
    for each in headers:
        found.setdefault(each.key, []).append(each.value)
    return found


def _json(data: Data) -> str:
    """JSON that ends no script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _policy(style: str, script: str) -> str:
    """Nothing may be loaded or sent; only this style and this script count."""
    return (
        f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    return environment.from_string(_asset("page.html"))


@cache
def _asset(name: str) -> str:
    return files("goti.viewing").joinpath(name).read_text(encoding="utf-8")


def _themes() -> str:
    """The colours of the shipped themes: by day, by night, for weak eyes, and on paper."""
    day, night, strong, paper = (_colours(THEMES[name]) for name in ("ivory", "ebony", "contrast", "print"))
    return (
        f":root {{{day}}}\n"
        f"@media (prefers-contrast: more) {{ :root {{{strong}}} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{{night}}} }}\n"
        f":root[data-theme=dark] {{{night}}}\n"
        f"@media print {{ :root:root:root {{{paper}}} }}\n"
    )


def _colours(theme: Theme) -> str:
    return " ".join(f"{property_of(each)}: {getattr(theme, each)};" for each in COLOURS)
