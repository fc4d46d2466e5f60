"""A file of records → JSON without loss: every line with its fields and its text as it stands."""

from __future__ import annotations

import json
from typing import Any

from ..engine.messages import DEFAULT_LANGUAGE, languages
from ..engine.record import Node, Remark, Result, RoundLine
from ..notation.parse import parse
from ..notation.retype import language_of, split_keeping
from .codecs import Json, object_schema
from .forms import line_schema, to_fields

FORMAT = 1
"""The version of the document."""

ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR", "": "none"}
KEYS = ("goti_record", "language", "end", "entries")


def to_document(source: str) -> Json:
    """The document of a text of records. Raises NotationError with all findings where a line cannot be read."""
    raw = split_keeping(source)
    ends = [_end_of(line) for line in raw]
    usual = max(("\n", "\r\n", "\r"), key=ends.count)
    entries = []
    for written in parse(source):
        nodes = {node.line: node for node in written.nodes}
        first, last = written.first, written.first + len(written.lines)
        lines = [_line(raw[number - 1], nodes.get(number), usual) for number in range(first, last)]
        entries.append(_parts(lines, [nodes.get(number) for number in range(first, last)]))
    return {
        "goti_record": FORMAT,
        "language": next((each for each in map(language_of, raw) if each != DEFAULT_LANGUAGE), DEFAULT_LANGUAGE),
        "end": ENDS[usual],
        "entries": entries,
    }


def _end_of(line: str) -> str:
    return next((end for end in ("\r\n", "\n", "\r") if line.endswith(end)), "")


def _line(raw: str, node: Node | None, usual: str) -> Json:
    end = _end_of(raw)
    fields = {"kind": "blank"} if node is None else to_fields(node)
    fields["text"] = raw[: len(raw) - len(end)]
    if end != usual:
        fields["end"] = ENDS[end]
    return fields


def _parts(lines: list[Json], nodes: list[Node | None]) -> Json:
    """An entry's lines: before the first round, round by round, from the result on; remarks go with what follows."""
    starts: list[tuple[int, str]] = []
    for number, node in enumerate(nodes):
        closed = any(part == "closing" for _, part in starts)
        if isinstance(node, RoundLine | Result) and not closed:
            while number and (nodes[number - 1] is None or isinstance(nodes[number - 1], Remark)):
                number -= 1
            starts.append((number, "rounds" if isinstance(node, RoundLine) else "closing"))
    entry: Json = {"opening": lines[: starts[0][0]] if starts else lines}
    bounds = [*(number for number, _ in starts), len(lines)]
    pieces = [(part, lines[a:b]) for (_, part), a, b in zip(starts, bounds, bounds[1:], strict=False)]
    if any(part == "rounds" for part, _ in pieces):
        entry["rounds"] = [piece for part, piece in pieces if part == "rounds"]
    if starts and starts[-1][1] == "closing":
        entry["closing"] = pieces[-1][1]
    return entry


def dumps(document: Json) -> str:
    """The document as JSON, one line of the record a line."""

    def listed(lines: list[Json], indent: str) -> str:
        return "[\n" + ",\n".join(f"{indent} {_dump(each)}" for each in lines) + f"\n{indent}]" if lines else "[]"

    entries = []
    for entry in document["entries"]:
        parts = [f'"opening": {listed(entry["opening"], "   ")}']
        if "rounds" in entry:
            rounds = ",\n".join(f"    {listed(each, '    ')}" for each in entry["rounds"])
            parts.append(f'"rounds": [\n{rounds}\n   ]')
        if "closing" in entry:
            parts.append(f'"closing": {listed(entry["closing"], "   ")}')
        entries.append("  {\n   " + ",\n   ".join(parts) + "\n  }")
    head = ", ".join(f"{_dump(key)}: {_dump(document[key])}" for key in ("goti_record", "language", "end"))
    return f'{{{head},\n "entries": [\n' + ",\n".join(entries) + ("\n" if entries else "") + " ]}\n"


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def schema() -> Json:
    """The JSON Schema of a document."""
    ends = ["LF", "CRLF", "CR"]
    lines = {"type": "array", "items": {"$ref": "#/$defs/line"}}
    entry = object_schema(
        {"opening": lines, "rounds": {"type": "array", "items": lines}, "closing": lines}, ("opening",)
    )  # fmt: skip
    common = {"text": {"type": "string", "pattern": r"^[^\r\n]*$"}, "end": {"enum": [*ends, "none"]}}
    document = object_schema(
        {
            "goti_record": {"const": FORMAT},
            "language": {"enum": list(languages())},
            "end": {"enum": ends},
            "entries": {"type": "array", "items": entry},
        },
        KEYS,
    )
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A file of goti records", **document,
            "$defs": {"line": line_schema(common)}}  # fmt: skip
