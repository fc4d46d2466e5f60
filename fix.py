"""`goti fix`: faults → cures as a unified diff, or with `--write` false claims put right in the file.

Only the pieces of a line that change are written anew; everything else stays as it was, byte for byte.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .engine.check import Checker
from .engine.cures import Case, Cure, Edit, cases
from .engine.findings import Status, Verdict, verdict_of
from .engine.messages import message
from .engine.record import Action, Deal, Deduct, EntryLine, Node, ScoreLine
from .engine.rules import RuleSet
from .engine.tiles import Tile
from .notation.build import build
from .notation.locate import token_of
from .notation.parse import read_entries
from .notation.write import write

MOST_LISTED = 3
_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


@dataclass(slots=True)
class Remedy:
    """One entry with its cases; `verdict` is that of the record as it stands."""

    head: EntryLine | None
    line: int
    verdict: Verdict
    cases: list[Case] = field(default_factory=list)


def remedies(lines: Sequence[str], rules: RuleSet | None = None) -> list[Remedy]:
    """The entries of a file with the cures of all their faults."""
    checker = Checker(trace=True)
    found = []
    for written in read_entries(lines):
        built = build(written, rules)
        entry = built.entry
        if entry is None:
            if built.findings:
                found.append(Remedy(None, written.first, verdict_of(built.findings)))
            continue
        judged = checker.judge(entry)
        verdict = verdict_of([*built.findings, *judged.findings])
        found.append(Remedy(entry.head, entry.head.line, verdict, list(cases(entry, judged, checker))))
    return found


# -- lines ------------------------------------------------------------------------------------------------------------


def split_keeping(source: str) -> list[str]:
    """Lines with their ends; only LF, CRLF and CR end a line."""
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", source)


def changed_lines(lines: Sequence[str], changes: Sequence[tuple[int, Edit]]) -> list[str]:
    """The lines of a file with edits made; each comes with the number of its line, a new one with that of the next."""
    found = list(lines)
    for line, edit in sorted(changes, key=lambda each: (-each[0], each[1].old is None)):
        index = line - 1
        if edit.new is None:
            del found[index]
        elif edit.old is None:
            found.insert(index, _new_line(found, index, edit.new))
        else:
            text = found[index].rstrip("\r\n")
            found[index] = rewritten(text, edit.old, edit.new) + found[index][len(text) :]
    return found


def _new_line(lines: list[str], index: int, node: Node) -> str:
    """A new line, indented and in the language of its neighbours."""
    near = lines[min(index, len(lines)) - 1] if index else ""
    end = next((each for each in ("\r\n", "\n", "\r") if near.endswith(each)), "\n")
    if near and not near.endswith(("\n", "\r")):  # the file does not end its last line
        lines[index - 1] += end
    indent = near[: len(near) - len(near.lstrip(" \t"))] if isinstance(node, Action | Deduct) else ""
    return indent + _text(node, near) + end


def _text(node: Node, like: str) -> str:
    """The canonical text of a node without its comment, in the language of another line."""
    language = "hi" if re.search("[\u0904-\u0939]", like.split('"')[0].split("#")[0]) else "en"
    bare = node._replace(comment=None)  # type: ignore[call-arg]
    return write([bare], language).rstrip("\n").split("\n")[-1].strip()


def rewritten(line: str, old: Node, new: Node) -> str:
    """A line that says `new` instead of `old`: only the pieces that differ are changed, where they can be told apart."""
    body = line.lstrip("\ufeff")
    pieces = list(_pieces(old, new))
    spans = [(token_of(body, part), text) for part, text in pieces]
    if not spans or any(token is None for token, _ in spans):
        return _whole(line, new)
    for token, text in sorted(spans, key=lambda each: -(each[0].column or 0)):  # type: ignore[union-attr]
        assert token is not None and token.column is not None
        start = token.column - 1
        end = start + len(token)
        before = body[:start] if text else body[:start].rstrip(" \t")
        body = before + _styled(text, str(token)) + body[end:]
    return line[: len(line) - len(line.lstrip("\ufeff"))] + body


def _whole(line: str, new: Node) -> str:
    """The whole line anew, with its indentation and comment."""
    body = line.lstrip("\ufeff \t")
    comment = getattr(new, "comment", None)
    tail = ""
    if comment is not None and "#" in body:
        kept = body[: body.rindex(comment) if comment in body else body.index("#")]
        tail = body[len(kept.rstrip(" \t")) :]
    return line[: len(line) - len(body)] + _text(new, body) + tail


def _pieces(old: Node, new: Node) -> Iterator[tuple[str, str]]:
    """The pieces of a line that differ, by the names findings use, and their new text."""
    if isinstance(old, Action) and isinstance(new, Action) and old.verb == new.verb:
        yield from _action_pieces(old, new)
    elif isinstance(old, Deal) and isinstance(new, Deal) and len(old.tiles) == len(new.tiles):
        pairs = enumerate(zip(old.tiles, new.tiles, strict=True))
        yield from ((f"tile {number}", str(b)) for number, (a, b) in pairs if a != b)
    elif isinstance(old, Deduct) and isinstance(new, Deduct):
        yield "points", str(new.points)
    elif isinstance(old, ScoreLine) and isinstance(new, ScoreLine):
        pairs_ = zip(old.scores, new.scores, strict=True)
        yield from ((f"side {side}", str(score)) for (side, before), (_, score) in pairs_ if before != score)


def _action_pieces(old: Action, new: Action) -> Iterator[tuple[str, str]]:
    if old.seat != new.seat:
        yield "seat", str(new.seat)
    if old.tile != new.tile or old.port != new.port:
        yield "tile", str(new.tile)
    if (old.site, old.site_port) != (new.site, new.site_port):
        yield "site", str(new.site) + ("" if new.site_port is None else f".{new.site_port.word}")
    for number, (a, b) in enumerate(zip(old.drawn, new.drawn, strict=False)):
        if a != b:
            yield f"tile {number}", str(b)
    if old.total != new.total:
        yield "total", f"={new.total}"
    if old.points != new.points:
        yield "points", "" if new.points is None else f"+{new.points}"


def _styled(text: str, like: str) -> str:
    """A piece in the manner of the one it replaces: bare or bracketed tiles, the digits used there."""
    if text.startswith("[") and "|" not in like and "-" in like and "[" not in text[1:]:
        text = text.replace("|", "-")
        text = text if like.startswith("[") else text.replace("[", "").replace("]", "")
    return text.translate(_DEVANAGARI) if re.search("[०-९]", like) else text


# -- what is said -------------------------------------------------------------------------------------------------------


def changes(case: Case, cure: Cure) -> list[tuple[int, Edit]]:
    """The edits of a cure with their lines in the file."""
    return [*((_line(case, each), each) for each in cure.edits), *((each.old.line, each) for each in cure.later if each.old)]


def _line(case: Case, edit: Edit) -> int:
    if edit.old is not None:
        return edit.old.line
    if edit.index < len(case.nodes):
        return case.nodes[edit.index].line
    return case.nodes[-1].line + 1


def sentence(case: Case, cure: Cure, language: str, single: bool = True) -> str:
    """What a cure says: `if this is …, every later line is right`, and whether anything else would do."""
    edit = cure.edits[0]
    kind = "extra" if edit.new is None else "missing" if edit.old is None else "changed"
    said = message(language, f"fix.{kind}", text=_short(edit, language))
    others = [each for each in cure.edits[1:] if each.old is not None]
    lines = ", ".join(sorted({str(line) for line, _ in changes(case, cure)[1:]}, key=int))
    if others or cure.later:
        said += message(language, "fix.with", lines=lines)
    else:
        said += message(language, "fix.all-right")
    if single:
        said += "; " + message(language, "fix.others", count=max(case.singles - cure.single, 0)) if case.singles > 1 else (
            "; " + message(language, "fix.only") if cure.single and not case.stopped else ""
        )
    return said


def _short(edit: Edit, language: str) -> str:
    """The changed piece: a placement with its site, a seat, a total; else the line."""
    old, new = edit.old, edit.new
    if isinstance(old, Action) and isinstance(new, Action) and old.verb == "play":
        pieces = dict(_action_pieces(old, new))
        if "tile" in pieces or "site" in pieces:
            bare = new._replace(seat=None, total=None, points=None, comment=None)
            return write([bare], language).rstrip("\n").split("\n")[-1]
        if pieces.keys() <= {"total", "points"} and all(pieces.values()):
            return " ".join(pieces.values())
    node = new if new is not None else old
    assert node is not None
    return write([node._replace(comment=None)], language).rstrip("\n").split("\n")[-1].strip()  # type: ignore[call-arg]


def diff_lines(path: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """A unified diff as lines with their ends."""
    for line in difflib.unified_diff(before, after, path, path, lineterm="\n"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def report(path: str, lines: list[str], found: Sequence[Remedy], language: str) -> Iterator[str]:
    """For every case a sentence and a diff; each diff goes on from the one before."""
    done: list[tuple[int, Edit]] = []
    now = lines
    for case in (each for remedy in found for each in remedy.cases):
        if not case.cures:
            key = "fix.stopped" if case.stopped else "fix.none"
            yield f"{path}:{case.findings[0].line}: {message(language, key)}\n"
            continue
        cure = case.cures[0]
        made = changes(case, cure)
        yield f"{path}:{made[0][0]}: {sentence(case, cure, language)}\n"
        for other in case.cures[1 : MOST_LISTED + 1]:
            line = changes(case, other)[0][0]
            yield f"  {message(language, 'fix.or', line=line, said=sentence(case, other, language, single=False))}\n"
        done += made
        after = changed_lines(lines, done)
        yield from diff_lines(path, now, after)
        now = after


def certain_changes(found: Sequence[Remedy]) -> list[tuple[int, Edit]]:
    """The false claims whose right value is certain, with what follows from them."""
    return [
        each
        for remedy in found
        for case in remedy.cases
        if case.certain
        for each in changes(case, case.cures[0])
    ]


def document(path: str, lines: list[str], found: Sequence[Remedy], language: str) -> dict[str, Any]:
    """All cures as JSON values."""
    return {
        "goti_fix": 1,
        "file": path,
        "cases": [
            {
                "entry": remedy.line,
                "round": case.number,
                "faults": [{"line": each.line, "code": each.code} for each in case.findings],
                "cures": [_cure_json(case, cure, lines, language) for cure in case.cures],
                "single": case.singles,
                "certain": case.certain,
                "stopped": case.stopped,
            }
            for remedy in found
            for case in remedy.cases
        ],
    }


def _cure_json(case: Case, cure: Cure, lines: list[str], language: str) -> dict[str, Any]:
    return {
        "text": sentence(case, cure, language, single=False),
        "edits": [_edit_json(line, edit, lines) for line, edit in changes(case, cure)],
    }


def _edit_json(line: int, edit: Edit, lines: list[str]) -> dict[str, Any]:
    old = None if edit.old is None else lines[line - 1].rstrip("\r\n")
    new = None if edit.new is None else _text(edit.new, "") if old is None else rewritten(old, edit.old, edit.new)  # type: ignore[arg-type]
    return {"line": line, "old": old, "new": new}
