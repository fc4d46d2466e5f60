"""The trace (notation 8): judged entries → plain data for JSON, described by `trace.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from .findings import Finding, Verdict, to_json
from .judged import Judged, RoundTrace, Step
from .record import EntryLine

TRACE_VERSION = 1


def schema() -> dict[str, Any]:
    """The JSON Schema of the trace."""
    text = files("goti.engine").joinpath("trace.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def trace_document(
    file: str, findings: Iterable[Finding], entries: Iterable[dict[str, Any]], language: str = "en"
) -> dict[str, Any]:
    """One file's document; `findings` are those that belong to no entry."""
    return {
        "goti_trace": TRACE_VERSION,
        "file": file,
        "findings": [to_json(each, language) for each in findings],
        "entries": list(entries),
    }


def trace_entry(
    head: EntryLine | None,
    line: int,
    judged: Judged,
    findings: Iterable[Finding],
    verdict: Verdict,
    language: str = "en",
    steps: bool = True,
) -> dict[str, Any]:
    """One entry; without `steps` it has the findings and the verdict only. `findings` have their columns."""
    entry = judged.entry
    found: dict[str, Any] = {
        "kind": head.kind if head else None,
        "line": head.line if head else line,
        "title": head.title if head else None,
        "rules": entry.rules.ref if entry else None,
        "digest": entry.rules.digest if entry else None,
        "changes": dict(entry.changes) if entry else {},
        "verdict": verdict.value,
        "findings": [to_json(each, language) for each in findings],
    }
    if not steps or head is None:
        return found
    if head.kind == "layout":
        found["turns"] = [_turn(step, seats=False) for step in judged.steps if step.turn]
    elif head.kind == "settlement":
        found |= {"left": judged.left, "deductions": judged.deductions, "scores": judged.scores}
    else:
        found["rounds"] = [_round(each) for each in judged.rounds]
        found["winner"] = judged.winner
    return found


def _round(trace: RoundTrace) -> dict[str, Any]:
    return {
        "number": trace.number,
        "line": trace.line,
        "starter": trace.starter,
        "start": "out" if trace.start == "start" else trace.start,
        "end": trace.end,
        "ender": trace.ender,
        "turns": [_turn(step, seats=True) for step in trace.steps],
        "left": trace.left,
        "deductions": trace.deductions,
        "scores": trace.scores,
        "derived": {seat: [str(each) for each in hand] for seat, hand in trace.derived.items()},
    }


def _turn(step: Step, seats: bool) -> dict[str, Any]:
    position = step.position
    site = step.site
    found: dict[str, Any] = {"line": step.line, "turn": step.turn}
    if seats:
        found["seat"] = step.seat
    found |= {
        "action": "gap" if step.action.verb == "unknown" else step.action.verb,
        "verified": step.verified,
        "stands": step.stands,
        "tile": None if step.tile is None else str(step.tile),
        "site": None if site is None else {"tile": str(site.tile), "port": site.port.word, "value": site.value},
        "site_derived": step.site_derived,
        "drawn": None if step.drawn is None else [str(each) for each in step.drawn],
        "total": step.total,
        "points": step.points,
        "spinner": None if step.spinner is None else str(step.spinner),
        "counted": None if position is None else [
            {"tile": str(each.tile), "port": each.port.word, "value": each.value} for each in position.counted
        ],
        "open": None if position is None else [
            {"tile": str(each.tile), "port": each.port.word, "value": each.value} for each in position.sites
        ],
        "legal": step.legal,
    }  # fmt: skip
    if seats:
        found["scores"] = step.scores
    return found
