"""Rule sets and comparisons of readings as text and JSON, for the command line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from .engine.findings import text
from .engine.messages import message
from .engine.rules import FIELDS, RECORD, RuleSet, alternatives, load_rules, rule_set_ids
from .readings import Case, Cell, candidates, cases, compare, infer, matrix
from .render.scoresheet import Row, table
from .streams import shown


def list_lines(language: str) -> list[str]:
    """The shipped rule sets with their names."""
    rows: list[Row] = []
    for ref in rule_set_ids():
        rules = load_rules(ref)
        rows.append((ref, rules.names.get(language, rules.names["en"]), rules.document))
    return table(rows)


def rules_lines(ref: str, paths: Sequence[str], language: str) -> list[str]:
    """Every field with its value, alternatives, clause, source and, with `paths`, the entries that pin it."""
    rules = load_rules(ref)
    cells = matrix(rules, cases(paths)) if paths else []
    lines = [f"{rules.ref} · {rules.names.get(language, rules.names['en'])}", rules.document, rules.digest, ""]
    for key, value in rules.values.items():
        cite = rules.citations[key]
        lines.append(f"{key} = {value}   {message(language, f'rule.{key}')}")
        where = " · ".join(filter(None, (cite.clause, cite.heading, cite.point)))
        lines.append(f"    {where + ': ' if where else ''}{message(language, f'basis.{cite.basis}')}")
        others = [each for each in alternatives(key) if each != value]
        listed = ", ".join(others) or ("" if alternatives(key) else message(language, "readings.number"))
        if listed:
            lines.append(f"    {message(language, 'readings.others')}: {listed}")
        for cell in (each for each in cells if each.key == key):
            lines.append(f"    {cell.value}: {_pins(cell, language)}")
    cite = rules.record_citation
    where = " · ".join(filter(None, (cite.clause, cite.heading, cite.point)))
    lines.append(f"{RECORD} = {rules.score_record.value}   {message(language, 'score.kept-on')}")
    lines.append(f"    {where + ': ' if where else ''}{message(language, f'basis.{cite.basis}')}")
    return lines


def _pins(cell: Cell, language: str) -> str:
    if cell.refused is not None:
        return message(language, "readings.refused", why=shown(cell.refused.reason(language)))
    files = sorted({case.path for case in cell.cases})
    if not files:
        return message(language, "readings.nobody")
    more = f" +{len(files) - 3}" if len(files) > 3 else ""
    return f"{message(language, 'readings.pins')} {', '.join(map(shown, files[:3]))}{more}"


def diff_lines(first: str, second: str, language: str) -> list[str]:
    """The fields in which two rule sets differ."""
    a, b = load_rules(first), load_rules(second)
    rows: list[Row] = [("", a.ref, b.ref, "")]
    for key in FIELDS:
        if a.values[key] != b.values[key]:
            rows.append((key, a.values[key], b.values[key], message(language, f"rule.{key}")))
    return table(rows)


def _reading_json(rules: RuleSet) -> dict[str, str]:
    return {"rules": rules.ref, "digest": rules.digest}


def compared(first: str, second: str, paths: Sequence[str], as_json: bool, language: str) -> tuple[list[str], bool]:
    """What changes between two readings over some records, and whether anything does."""
    a, b = load_rules(first), load_rules(second)
    entries = cases(paths)
    found = list(compare(a, b, entries))
    kinds = Counter(kind for each in found for kind in each.kinds)
    if as_json:
        document = {
            "first": _reading_json(a),
            "second": _reading_json(b),
            "entries": len(entries),
            "changed": [
                {
                    "file": each.case.path, "line": each.line, "what": each.what, "first": each.first,
                    "second": each.second, "kinds": list(each.kinds),
                }
                for each in found
            ],
            "kinds": dict(kinds),
        }  # fmt: skip
        return [json.dumps(document, ensure_ascii=False)], bool(found)
    nothing = message(language, "readings.nothing")
    lines = [
        message(
            language, "readings.changed", path=shown(each.case.name), line=each.line, what=_kind(each.what, language),
            first=nothing if each.first is None else _value(each.what, each.first, language),
            second=nothing if each.second is None else _value(each.what, each.second, language),
            kinds=", ".join(_kind(kind, language) for kind in each.kinds),
        )
        for each in found
    ]  # fmt: skip
    if not found:
        return [message(language, "readings.same", count=len(entries))], False
    named = ", ".join(f"{_kind(kind, language)} {number}" for kind, number in sorted(kinds.items()))
    entries_said = message(language, "cli.entries", count=len(entries))
    return [*lines, message(language, "readings.total", count=len(found), all=entries_said, kinds=named)], True


def _kind(kind: str, language: str) -> str:
    """What differs, in a user's language."""
    return message(language, f"readings.kind.{kind}")


def _value(kind: str, value: object, language: str) -> str:
    """A value that differs; verdicts and statuses of findings in a user's language."""
    if kind == "verdict":
        return message(language, f"verdict.{value}")
    if kind == "finding":
        code, _, status = str(value).partition(" ")
        return f"{code} ({message(language, f'readings.status.{status[1:-1]}')})"
    return str(value)


def matrix_lines(ref: str, paths: Sequence[str], as_json: bool, language: str) -> tuple[list[str], list[Cell]]:
    """Field by value by entries, and the changes that nobody notices."""
    rules = load_rules(ref)
    entries = cases(paths)
    cells = matrix(rules, entries)
    unpinned = [cell for cell in cells if not cell.cases and cell.refused is None and cell.idle is None]
    if as_json:
        document = {
            **_reading_json(rules),
            "cells": [
                {
                    "field": cell.key, "value": cell.value, "refused": cell.refused and cell.refused.reason(language),
                    "idle": cell.idle and message(language, f"idle.{cell.idle}"),
                    "entries": [case.name for case in cell.cases],
                }
                for cell in cells
            ],
        }  # fmt: skip
        return [json.dumps(document, ensure_ascii=False)], unpinned
    rows: list[Row] = []
    for cell in cells:
        files = sorted({case.path for case in cell.cases})
        if cell.refused is not None:
            said = message(language, "readings.refused", why=shown(cell.refused.reason(language)))
        elif not cell.cases and cell.idle is not None:
            said = message(language, "readings.idle", why=message(language, f"idle.{cell.idle}"))
        elif len(files) == 1:
            said = message(language, "readings.alone", path=shown(files[0]))
        else:
            said = ", ".join(map(shown, files[:2])) or message(language, "readings.nobody")
        rows.append((cell.key, cell.value, str(len(cell.cases)) if cell.refused is None else "–", said))
    lines = table(rows, (2,))
    if unpinned:
        fields = ", ".join(f"{cell.key}={cell.value}" for cell in unpinned)
        lines.append(message(language, "readings.unpinned", fields=fields))
    else:
        lines.append(message(language, "readings.all-pinned"))
    return lines, unpinned


def infer_lines(base: str | None, paths: Sequence[str], as_json: bool, language: str) -> list[str]:
    """Which rule sets agree with the records, and field by field which values do; what excludes the others."""
    entries = cases(paths)
    refs = [base] if base else list(rule_set_ids())
    lines: list[str] = []
    documents = []
    for rules, against in candidates(refs, entries):
        if against is not None:
            case, finding = against
            place, said = f"{case.path}:{finding.line}", text(finding, language)
            lines.append(message(language, "readings.excluded", value=rules.ref, place=shown(place), text=said))
            documents.append({**_reading_json(rules), "agrees": False, "excluded_by": place, "why": said})
            continue
        lines.append(f"{rules.ref} {message(language, 'readings.no-fault', count=len(entries))}")
        fields = infer(rules, entries)
        still = [each for each in fields if len(each.agreeing) > 1]
        decided = [each for each in fields if len(each.agreeing) == 1 and each.excluded]
        if decided:
            named = ", ".join(f"{each.key}={each.agreeing[0]}" for each in decided)
            lines.append("    " + message(language, "readings.decided", fields=named))
        if still:
            named = ", ".join(f"{each.key}={'|'.join(each.agreeing)}" for each in still)
            lines.append("    " + message(language, "readings.undecided", fields=named))
        for each in decided:
            for value, case, finding in each.excluded:
                place = f"{case.path}:{finding.line}"
                named = f"{each.key}={value}"
                said = text(finding, language)
                lines.append(
                    "    " + message(language, "readings.excluded", value=named, place=shown(place), text=said)
                )
        documents.append(
            {
                **_reading_json(rules),
                "agrees": True,
                "fields": {
                    each.key: {"agreeing": each.agreeing, "excluded": [_excluded(*one) for one in each.excluded]}
                    for each in fields
                },
            }
        )
    return [json.dumps(documents, ensure_ascii=False)] if as_json else lines


def _excluded(value: str, case: Case, finding: object) -> dict[str, object]:
    return {"value": value, "file": case.path, "line": getattr(finding, "line", None)}
