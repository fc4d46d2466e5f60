"""Differences, proofs, counts and vectors as text and JSON, for the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .engine.messages import message
from .engine.rules import RuleSet, load_rules
from .notation.write import write
from .proofs.distinguish import Answer, distinguish, distinguish_all, sayings
from .readings import readings
from .render import picture
from .render.panels import panels_svg
from .render.scoresheet import Row, table


def distinguished(
    first: str, second: str, tiles: int, lines: int, as_json: bool, language: str
) -> tuple[list[str], Answer]:
    """The shortest difference of two readings as lines, and the answer itself."""
    answer = distinguish(load_rules(first), load_rules(second), tiles, lines)
    if as_json:
        return [json.dumps(answer_json(answer, first, second), ensure_ascii=False)], answer
    told = [found_line(answer, first, second, language)]
    if answer.nodes:
        told += ["", *write(answer.nodes).rstrip("\n").split("\n"), "", *_said(answer, first, second, language)]
        told += _pictures(answer, first, second)
    return told, answer


def found_line(answer: Answer, first: str, second: str, language: str) -> str:
    """One sentence: how short the shortest difference is, or how far there is none."""
    names = {"first": first, "second": second, "compared": f"{answer.compared:,}", "tiles": answer.tiles}
    if answer.kind == "layout":
        return message(language, "distinguish.layout", **names, count=answer.size, number=answer.number)
    if answer.kind == "counted":
        return message(language, "distinguish.counted", **names)
    layouts = message(language, "distinguish.identical" if answer.identical else "distinguish.no-layout", **names)
    if answer.kind == "none":
        return f"{layouts} {message(language, 'distinguish.none', lines=answer.lines, **names)}"
    return f"{layouts} {message(language, 'distinguish.record', count=answer.size, **names)}"


def _said(answer: Answer, first: str, second: str, language: str) -> Iterator[str]:
    for name, found in zip((first, second), sayings(answer, language), strict=True):
        yield f"{name}: {'; '.join(found) or message(language, 'distinguish.right')}"


def _pictures(answer: Answer, first: str, second: str) -> Iterator[str]:
    """The last position as each reading has it, one below the other."""
    for name, position in zip((first, second), answer.positions, strict=True):
        if position is not None:
            yield from ("", f"{name}:", *picture(position).split("\n"))


def panel_svg(answer: Answer, first: str, second: str, language: str) -> str | None:
    """The figure of both readings side by side; None where no tile lies on the table."""
    one, two = answer.positions
    if one is None or two is None:
        return None
    return panels_svg(((one, first), (two, second)), language)


def answer_json(answer: Answer, first: str, second: str) -> dict[str, object]:
    """An answer for programs."""
    one, two = sayings(answer, "en")
    return {
        "first": {"rules": first, "digest": answer.first.digest, "finds": one},
        "second": {"rules": second, "digest": answer.second.digest, "finds": two},
        "kind": answer.kind,
        "size": answer.size,
        "shortest": answer.number if answer.kind == "layout" else None,
        "compared": answer.compared,
        "tiles_searched": answer.tiles,
        "lines_searched": answer.lines,
        "same_layouts": answer.identical,
        "fixture": write(answer.nodes) if answer.nodes else None,
    }


def changes_table(
    ref: str, tiles: int, lines: int, as_json: bool, language: str
) -> tuple[list[str], dict[str, Answer]]:
    """Every single-field change of a reading with its shortest difference; the answers by `field=value`."""
    rules = load_rules(ref)
    refused = {f"{key}={value}": changed for key, value, changed in readings(rules) if isinstance(changed, str)}
    others = {f"{key}={value}": changed for key, value, changed in readings(rules) if isinstance(changed, RuleSet)}
    answers = distinguish_all(rules, others, tiles, lines)
    if as_json:
        found = {name: answer_json(answer, ref, f"{ref}:{name}") for name, answer in answers.items()}
        document = {"rules": ref, "digest": rules.digest, "changes": found, "refused": refused}
        return [json.dumps(document, ensure_ascii=False)], answers
    rows: list[Row] = []
    for key, value, _ in readings(rules):
        name = f"{key}={value}"
        if name in refused:
            rows.append((key, value, "–", message(language, "readings.refused", why=refused[name])))
        else:
            rows.append((key, value, size_of(answers[name], language), witness(answers[name], language)))
    return table(rows), answers


def size_of(answer: Answer, language: str) -> str:
    """`3 tiles`, `4 lines`, or that there is nothing."""
    if answer.kind == "none":
        return message(language, "distinguish.nothing")
    key = "distinguish.lines" if answer.kind == "record" else "distinguish.tiles"
    return message(language, key, count=answer.size)


def witness(answer: Answer, language: str) -> str:
    """The fixture's own lines on one line; for nothing found, how far was searched."""
    if answer.kind == "none":
        return message(language, "distinguish.searched", tiles=answer.tiles, lines=answer.lines)
    lines = [line.split("  #")[0].strip() for line in write(answer.nodes).split("\n")]
    heads = ("goti ", "layout ", "settlement ", "match ", "source ", "x-", "seats ", "figure", "rule ", "round 1")
    return " / ".join(line for line in lines if line and not line.startswith(heads) and line != "unfinished")
