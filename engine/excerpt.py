"""How a finding is printed: `file:line:column: code: text`, then the line and a caret under the piece it is about."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from .direction import isolated
from .findings import Finding, Status, Verdict, in_language, text
from .judged import Judged
from .messages import message, numbered
from .record import EntryLine

_MOST_TOGETHER = 5  # lines shown at the beginning and at the end of those that contradict each other
_MOST_SHOWN = 160  # characters of a line shown around the place


def finding_lines(
    path: str, finding: Finding, line: str, language: str, source: Callable[[int], str] | None = None
) -> list[str]:
    """The lines to print for one finding; `line` is the text it is about (empty: no excerpt).

    Of a finding about several lines each is shown, with what it says, where `source` gives their text.
    """
    status = ""
    if finding.status is Status.CONSEQUENCE and finding.because_of:
        status = f" ({message(language, 'verdict.consequence', line=finding.because_of[0])})"
    elif finding.status is not Status.WRONG:
        key = {Status.UNDECIDED: "undecided", Status.NOTE: "note", Status.STANDS: "stands"}[finding.status]
        status = f" ({message(language, f'verdict.{key}')})"
    rule = f" [{finding.rule}]" if finding.rule else ""
    place = f"{path}:{finding.line}:{max(finding.column, 1)}"
    if len(finding.lines) > 1 and source is not None:
        said = message(language, "unseen.contradict", **in_language(finding.values, language))
        return [f"{place}: {finding.code}{status}: {said}{rule}", *_together(finding, language, source)]
    printed = [f"{place}: {finding.code}{status}: {text(finding, language)}{rule}"]
    if line:
        printed += excerpt(line, max(finding.column, 1), finding.width)
    return printed


def _together(finding: Finding, language: str, source: Callable[[int], str]) -> Iterator[str]:
    """Lines that contradict each other, each with what it says; of very many the first and the last ones."""
    said = list(zip(finding.lines, in_language(finding.values, language)["said"], strict=True))
    width = len(str(finding.lines[-1]))
    for at, (number, reason) in enumerate(said):
        if len(said) > 2 * _MOST_TOGETHER and _MOST_TOGETHER <= at < len(said) - _MOST_TOGETHER:
            if at == _MOST_TOGETHER:
                yield f"    {'…':>{width}}"
            continue
        shown = "".join(map(_safe, source(number)[:_MOST_SHOWN]))
        yield f"    {number:>{width}} | {shown.strip()}"
        yield f"    {'':>{width}}   {reason}"


def excerpt(line: str, column: int, width: int) -> list[str]:
    """The line and a line of carets under `width` characters from `column` (both in code points, from 1)."""
    start = max(0, column - 1 - _MOST_SHOWN // 2) if len(line) > _MOST_SHOWN else 0
    shown = "".join(map(_safe, line[start : start + _MOST_SHOWN]))
    before = "".join("\t" if each == "\t" else " " * _cell(each) for each in shown[: column - 1 - start])
    marked = shown[column - 1 - start : column - 1 - start + width]
    carets = "^" * max(1, cells(marked))
    return [f"    {shown}", f"    {before}{carets}"]


def _safe(letter: str) -> str:
    """What may be sent to a terminal: also the joiners that Hindi is written with."""
    return letter if letter.isprintable() or letter in "\t\u200c\u200d" else "\ufffd"


def cells(text: str) -> int:
    """Terminal cells of a text."""
    return sum(map(_cell, text))


def _cell(letter: str) -> int:
    """Terminal cells of a character: marks that sit on a letter take none, wide ones two."""
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def entry_name(head: EntryLine | None, language: str) -> str:
    """`layout "Title"`."""
    name = message(language, f"cli.{head.kind if head else 'entry'}")
    return f'{name} "{isolated(head.title)}"' if head and head.title is not None else name


def entry_line(path: str, head: EntryLine | None, line: int, verdict: Verdict, judged: Judged, language: str) -> str:
    """One line for an entry that is not right."""
    said = f"{path}:{line}: {entry_name(head, language)}: {message(language, f'verdict.{verdict.value}')}"
    return said + "".join(f"; {each}" for each in unverified_texts(judged.unverified, language))


def unverified_texts(lines: Sequence[tuple[int, int]], language: str) -> list[str]:
    """Which lines, from first to last, could not be checked; those that stand alone in one text."""
    said = [message(language, "cli.unverified", first=first, last=last) for first, last in lines if first != last]
    alone = [first for first, last in lines if first == last]
    if len(alone) > 1:
        return [*said, message(language, "cli.unverified-lines", lines=numbered(alone)[language])]
    return [*said, *(message(language, "cli.unverified-line", first=line) for line in alone)]


def totals_line(counts: Mapping[Verdict, int], faults: int, language: str) -> str:
    """The totals at the end of a check."""
    numbers = {verdict.value: counts.get(verdict, 0) for verdict in Verdict}
    return message(
        language, "cli.totals", **numbers,
        entries=message(language, "cli.entries", count=sum(numbers.values())),
        faults=message(language, "cli.faults", count=faults),
    )  # fmt: skip
