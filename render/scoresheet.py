"""Replayed entries as text a secretary can read beside his own sheet; one line explained; scores side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..engine.direction import isolated
from ..engine.excerpt import cells, entry_name, unverified_texts
from ..engine.explain import points_reason, reasons
from ..engine.findings import Finding, Status, short_sum, text, verdict_of
from ..engine.judged import Judged, RoundTrace, Step
from ..engine.layout import Port
from ..engine.messages import message
from ..engine.placing import sum_text
from ..engine.record import EntryLine, Match
from ..engine.rules import Branching, RuleSet


@dataclass(frozen=True, slots=True)
class Selection:
    """Which part of a match to show; None: all. Turns are counted in their round, from 1."""

    round: int | None = None
    first: int | None = None
    last: int | None = None

    def has_round(self, number: int) -> bool:
        return self.round is None or self.round == number

    def has_turn(self, turn: int) -> bool:
        return (self.first is None or turn >= self.first) and (self.last is None or turn <= self.last)


Row = tuple[str, ...]


def table(rows: Sequence[Row], right: Iterable[int] = ()) -> list[str]:
    """Rows as text columns, two blanks between; columns in `right` are set flush right."""
    flush = set(right)
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    lines = []
    for row in rows:
        parts = []
        for column, (value, width) in enumerate(zip(row, widths, strict=True)):
            pad = " " * (width - cells(value))
            parts.append(pad + value if column in flush else value + pad)
        lines.append("  ".join(parts).rstrip())
    return lines


def sheet(
    path: str,
    head: EntryLine | None,
    judged: Judged,
    findings: Sequence[Finding],
    chosen: Selection,
    language: str,
) -> list[str]:
    """One entry: a heading, a table of turns with findings below their line, the end of every round."""
    verdict = message(language, f"verdict.{verdict_of(findings).value}")
    rules = f" · {judged.entry.rules.ref}" if judged.entry else ""
    line = head.line if head else 1
    lines = [f"{path}:{line}: {entry_name(head, language)}{rules} · {verdict}"]
    lines += [f"  {each}" for each in _notes(findings, _lines_before(judged, line), language)]
    if isinstance(judged.entry, Match):
        if judged.entry.seats is not None:
            seats = judged.entry.seats.seats
            lines.append("  ".join(seat if not name else f"{seat} {isolated(name)}" for seat, name in seats))
        for trace in judged.rounds:
            if chosen.has_round(trace.number):
                lines += ["", *_round(trace, judged.entry, findings, chosen, language)]
        if judged.winner is not None:
            lines += ["", message(language, "sheet.winner", side=judged.winner)]
    elif head is not None and head.kind == "settlement":
        lines += _settlement(judged, language)
    else:
        lines += _turns(judged.steps, None, (), findings, chosen, language)
    lines += unverified_texts(judged.unverified, language)
    shown = {each.line for each in judged.steps} | {step.line for each in judged.rounds for step in each.steps}
    rest = [each for each in findings if each.line not in shown and each.line > line]
    if not isinstance(judged.entry, Match):
        lines += [f"  {each}" for each in _notes(rest, None, language)]
    return lines


def _lines_before(judged: Judged, head: int) -> set[int]:
    """Lines whose findings stand under the heading."""
    if judged.rounds:
        return set(range(head, judged.rounds[0].line))
    return {head}


def _notes(findings: Iterable[Finding], lines: set[int] | None, language: str) -> Iterator[str]:
    for each in findings:
        if lines is None or each.line in lines:
            mark = {Status.WRONG: "✗", Status.UNDECIDED: "?", Status.STANDS: "=", Status.NOTE: "·"}.get(
                each.status, "↳"
            )
            rule = f" [{each.rule}]" if each.rule else ""
            yield f"{mark} {each.code}: {text(each, language)}{rule}"


def _round(trace: RoundTrace, entry: Match, findings: Sequence[Finding], chosen: Selection, language: str) -> list[str]:
    start = ""
    if trace.starter:
        key = f"sheet.{trace.start}" if trace.start else "sheet.starter"
        start = " · " + message(language, key, seat=trace.starter)
    lines = [message(language, "sheet.round", number=trace.number) + start]
    names = dict(entry.seats.seats) if entry.seats else {}
    sides = list(trace.scores)
    after = max((step.line for step in trace.steps), default=trace.line)
    before = min((step.line for step in trace.steps), default=trace.line)
    inside = [each for each in findings if each.round == trace.number]
    lines += [f"  {each}" for each in _notes([e for e in inside if e.line < before], None, language)]
    if trace.steps:
        lines += _turns(trace.steps, names, sides, inside, chosen, language)
    lines += [
        message(language, "sheet.derived-hand", seat=seat, tiles=" ".join(map(str, hand)))
        for seat, hand in trace.derived.items()
    ]
    lines += _end(trace, language)
    lines += [f"  {each}" for each in _notes([e for e in inside if e.line > after], None, language)]
    return lines


def _turns(
    steps: Sequence[Step],
    names: dict[str, str | None] | None,
    sides: Sequence[str],
    findings: Sequence[Finding],
    chosen: Selection,
    language: str,
) -> list[str]:
    header = ["sheet.turn", "sheet.line"] + ([] if names is None else ["sheet.seat"])
    header += ["sheet.tile", "sheet.sum", "sheet.points"]
    rows: list[Row] = [(*(message(language, key) for key in header), *sides)]
    notes: list[list[str]] = [[]]
    for step in steps:
        if chosen.has_turn(step.turn):
            rows.append(_row(step, names, sides, language))
            notes.append(list(_notes(findings, {step.line}, language)))
    numbers = [0, 1, len(header) - 1, *range(len(header), len(header) + len(sides))]
    lines = []
    for printed, said in zip(table(rows, numbers), notes, strict=True):
        lines += [printed, *(f"      {each}" for each in said)]
    return lines


def _row(step: Step, names: dict[str, str | None] | None, sides: Sequence[str], language: str) -> Row:
    row = [str(step.turn), str(step.line)]
    if names is not None:
        seat = step.seat or ""
        row.append(f"{seat} {isolated(names.get(seat) or '')}".rstrip())
    row.append(_move(step, language))
    if step.position is not None:
        row += [sum_text(step.position.counted), str(step.points if step.points is not None else 0)]
    else:
        row += ["", ""] if step.action.verb in ("pass", "draw") else ["?", "?"]
    scores = step.scores or {}
    row += ["?" if (score := scores.get(side)) is None else str(score) for side in sides]
    return tuple(row)


def _move(step: Step, language: str) -> str:
    action = step.action
    if action.verb == "pass":
        return message(language, "sheet.pass")
    if action.verb == "draw":
        return message(language, "sheet.draw", tiles=" ".join(map(str, action.drawn)))
    if action.tile is None:
        return "?"
    if step.site is None:
        at = "" if action.site is None else str(action.site)
        if action.site_port is not None:
            at += f".{action.site_port.word}"
        derived = ""
    else:
        at = f"{step.site.tile}{_branch(step.site.port)}"
        derived = f" ({message(language, 'sheet.derived')})" if step.site_derived else ""
    return f"{action.tile} @ {at}{derived}" if at else str(action.tile)


def _branch(port: Port) -> str:
    return f".{port.word}" if port.is_branch else ""


def _end(trace: RoundTrace, language: str) -> list[str]:
    parts = []
    if trace.end is not None:
        parts.append(message(language, f"sheet.end-{trace.end}", seat=trace.ender or ""))
    elif trace.steps:
        parts.append(message(language, "sheet.end-unknown"))
    left = " ".join(f"{seat} {'?' if pips is None else pips}" for seat, pips in trace.left.items())
    if left and trace.deductions:
        parts.append(message(language, "sheet.left", hands=left))
    due = " ".join(f"{seat} {'?' if cost is None else cost}" for seat, cost in trace.deductions.items() if cost != 0)
    if due:
        parts.append(message(language, "sheet.deductions", costs=due))
    if trace.scores:
        scores = " ".join(f"{side} {'?' if score is None else score}" for side, score in trace.scores.items())
        parts.append(message(language, "sheet.scores", scores=scores))
    return [" · ".join(parts)] if parts else []


def _settlement(judged: Judged, language: str) -> list[str]:
    rows: list[Row] = [tuple(message(language, f"sheet.{key}") for key in ("seat", "pips", "deduction"))]
    for seat, pips in judged.left.items():
        cost = judged.deductions.get(seat)
        rows.append((seat, "?" if pips is None else str(pips), "?" if cost is None else str(cost)))
    changes = " ".join(f"{side} {'?' if change is None else change}" for side, change in judged.scores.items())
    return [*table(rows, (1, 2)), message(language, "sheet.changes", scores=changes)]


# -- one line explained ---------------------------------------------------------------------------------------------


def explain(judged: Judged, findings: Sequence[Finding], line: int, language: str) -> list[str]:
    """Why a line has its total and points: every end that counts and every site that does not, with its clause."""
    steps = [*judged.steps, *(step for each in judged.rounds for step in each.steps)]
    step = next((each for each in steps if each.line == line), None)
    said = [f"  {each}" for each in _notes(findings, {line}, language)]
    if step is not None and step.action.verb in ("pass", "draw"):
        return [_move(step, language), *_idle(steps, step, language), *said]
    if step is None or step.position is None or judged.entry is None:
        ends = [each for each in judged.rounds if _is_end_of(each, judged, line)]
        return [*(_end(ends[0], language) or [message(language, "explain.none", line=line)] if ends else
                  [message(language, "explain.none", line=line)]), *said]  # fmt: skip
    rules, position = judged.entry.rules, step.position
    lines = [f"{_move(step, language)} · {rules.ref}"]
    rows: list[Row] = []
    for reason in reasons(rules, position):
        where = f"{reason.tile}{_branch(reason.port) if reason.port is not None else ''}"
        value = "–" if reason.value is None else str(reason.value)
        rows.append((value, where, message(language, f"reason.{reason.key}"), reason.clause))
    lines += [f"  {each}" for each in table(rows, (0,))]
    key, clause = points_reason(rules, position)
    lines.append(
        message(
            language, f"explain.{key}", sum=short_sum(sum_text(position.counted)), points=position.points,
            of=rules.multiple_of, clause=clause,
        )
    )  # fmt: skip
    return [*lines, _spinner(rules, step, language), *said]


def _spinner(rules: RuleSet, step: Step, language: str) -> str:
    """Which double branches, and why."""
    if step.spinner is None:
        return message(language, "explain.no-spinner")
    if rules.branching is Branching.FIRST_PLAYED:
        return message(language, "explain.spinner", tile=step.spinner, clause=rules.clause("spinner"))
    return message(
        language, "explain.spinner-other", tile=step.spinner, branching=rules.values["branching"],
        clause=rules.clause("spinner"),
    )  # fmt: skip


def _idle(steps: Sequence[Step], step: Step, language: str) -> list[str]:
    """What a seat that passes or draws could not play on: the sites, and how many placements its hand allowed."""
    before = [each for each in steps[: steps.index(step)] if each.position is not None]
    position = before[-1].position if before else None
    sites = ", ".join(map(str, position.sites)) if position is not None else "–"
    legal = "?" if step.legal is None else str(step.legal)
    return ["  " + message(language, "explain.idle", sites=sites, legal=legal)]


def _is_end_of(trace: RoundTrace, judged: Judged, line: int) -> bool:
    """Whether a line stands after the turns of this round and before the next one."""
    last = max((step.line for step in trace.steps), default=trace.line)
    later = [each.line for each in judged.rounds if each.line > trace.line]
    return last < line < min(later, default=10**9)


# -- written and ruled scores ---------------------------------------------------------------------------------------


def as_ruled(judged: Judged, language: str) -> list[str]:
    """Written and ruled scores after every round side by side, and where the match ended by the rules."""
    if not judged.ruled:
        return []
    sides = list(judged.ruled[0].scores)
    header = [message(language, "sheet.round-short"), message(language, "sheet.line")]
    for side in sides:
        header += [message(language, "sheet.written", side=side), message(language, "sheet.ruled", side=side)]
    rows: list[Row] = [(*header, "")]
    for each in judged.ruled:
        row = [str(each.number), str(each.line)]
        differs = False
        for side in sides:
            written, ruled = each.written.get(side), each.scores[side]
            row += ["–" if written is None else str(written), "?" if ruled is None else str(ruled)]
            differs = differs or (written is not None and ruled is not None and written != ruled)
        rows.append((*row, "≠" if differs else ""))
    lines = table(rows, range(2 + 2 * len(sides)))
    if judged.won_at is not None:
        lines.append(message(language, "sheet.won-at", side=judged.winner or judged.won_at[0], line=judged.won_at[1]))
    else:
        lines.append(message(language, "sheet.not-won"))
    return lines
