"""Differences, proofs and counts as text and JSON, for the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from .api import open_lines
from .engine.errors import RulesError
from .engine.messages import message
from .engine.rules import RuleSet, load_rules
from .notation.write import write
from .proofs.claimfile import ClaimError, read_claims
from .proofs.claims import Proof, prove_all
from .proofs.distinguish import Answer, distinguish, distinguish_all, sayings
from .proofs.golden import Golden, read_golden, write_golden
from .proofs.layouts import same_tables
from .proofs.perft import counted, random_deal, recounted
from .readings import readings
from .render import beside, look, picture, write_svg
from .render.describe import caption
from .render.scoresheet import Row, table
from .streams import shown


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
        told += _pictures(answer, first, second, language)
    return told, answer


def found_line(answer: Answer, first: str, second: str, language: str) -> str:
    """One sentence: how short the shortest difference is, or how far there is none."""
    names = {"first": first, "second": second, "compared": f"{answer.compared:,}", "tiles": answer.tiles}
    if answer.kind == "layout":
        return message(language, "distinguish.layout", **names, count=answer.size, number=f"{answer.number:,}")
    if answer.kind == "counted":
        return message(language, "distinguish.counted" if answer.identical else "distinguish.counted-so-far", **names)
    if answer.kind == "idle":
        return message(language, "distinguish.no-difference", why=message(language, f"idle.{answer.why}"), **names)
    key = "identical" if same_tables(answer.first, answer.second) else "exhausted" if answer.identical else "no-layout"
    layouts = message(language, f"distinguish.{key}", **names)
    if answer.kind == "none":
        return f"{layouts} {message(language, 'distinguish.none', lines=answer.lines, **names)}"
    return f"{layouts} {message(language, 'distinguish.record', count=answer.size, **names)}"


def _said(answer: Answer, first: str, second: str, language: str) -> Iterator[str]:
    for name, found in zip((first, second), sayings(answer, language), strict=True):
        yield f"{name}: {'; '.join(found) or message(language, 'distinguish.right')}"


def _pictures(answer: Answer, first: str, second: str, language: str) -> Iterator[str]:
    """The last position as each reading has it with its sum and points, one below the other."""
    for name, position in zip((first, second), answer.positions, strict=True):
        if position is not None:
            yield from ("", f"{name}: {caption(position, language)}", *picture(position).split("\n"))


def panel_svg(answer: Answer, first: str, second: str, language: str) -> str | None:
    """The figure of both readings side by side; None where no tile lies on the table."""
    one, two = answer.positions
    if one is None or two is None:
        return None
    return write_svg(beside(one, two, (first, second), look(language)))


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
        "why_none": answer.why or None,
        "fixture": write(answer.nodes) if answer.nodes else None,
    }


def changes_table(
    ref: str, tiles: int, lines: int, as_json: bool, language: str
) -> tuple[list[str], dict[str, Answer]]:
    """Every single-field change of a reading with its shortest difference; the answers by `field=value`."""
    rows, answers, refused = changes_rows(ref, tiles, lines, language)
    if not as_json:
        return table(rows), answers
    found = {name: answer_json(answer, ref, f"{ref}:{name}") for name, answer in answers.items()}
    document = {"rules": ref, "digest": load_rules(ref).digest, "changes": found, "refused": refused}
    return [json.dumps(document, ensure_ascii=False)], answers


def changes_rows(
    ref: str, tiles: int, lines: int, language: str
) -> tuple[list[Row], dict[str, Answer], dict[str, str]]:
    """A row for every single-field change: field, value, how short, witness; the answers, and why others are refused,
    by `field=value`."""
    rules = load_rules(ref)
    changes = {f"{key}={value}": changed for key, value, changed in readings(rules)}
    refused = {name: each.reason(language) for name, each in changes.items() if isinstance(each, RulesError)}
    others = {name: each for name, each in changes.items() if isinstance(each, RuleSet)}
    answers = distinguish_all(rules, others, tiles, lines)
    rows: list[Row] = []
    for key, value, _ in readings(rules):
        name = f"{key}={value}"
        if name in refused:
            rows.append((key, value, "–", message(language, "readings.refused", why=refused[name])))
        else:
            rows.append((key, value, size_of(answers[name], language), witness(answers[name], language)))
    return rows, answers, refused


def size_of(answer: Answer, language: str) -> str:
    """`3 tiles`, `4 lines`, or that there is nothing."""
    if answer.kind == "idle":
        return "–"
    if answer.kind == "none":
        return message(language, "distinguish.nothing")
    key = "distinguish.lines" if answer.kind == "record" else "distinguish.tiles"
    return message(language, key, count=answer.size)


def witness(answer: Answer, language: str) -> str:
    """The fixture's own lines on one line; for nothing found, why nothing can be, or how far was searched."""
    if answer.kind == "idle":
        return message(language, "distinguish.idle", why=message(language, f"idle.{answer.why}"))
    if answer.kind == "none":
        return message(language, "distinguish.searched", tiles=answer.tiles, lines=answer.lines)
    lines = [line.split("  #")[0].strip() for line in write(answer.nodes).split("\n")]
    heads = ("goti ", "layout ", "settlement ", "match ", "source ", "x-", "seats ", "figure", "rule ", "round 1")
    return " / ".join(line for line in lines if line and not line.startswith(heads) and line != "unfinished")


# -- prove ----------------------------------------------------------------------------------------------------------


def proved(path: str | None, rules: list[str], as_json: bool, language: str) -> Iterator[tuple[str, Proof]]:
    """Every claim of a file (or the shipped ones) as a line, with its proof, as soon as it is found.

    Raises ClaimError with the file for a claim that cannot be read or evaluated, RulesError for rules that are none.
    """
    last = ""
    for proof in _in_file(prove_all(read_claims(path), rules), path):
        if as_json:
            yield json.dumps(proof_json(proof), ensure_ascii=False), proof
            continue
        head = "" if proof.rules.ref == last else f"{proof.rules.ref}\n"
        last = proof.rules.ref
        yield head + proof_line(proof, language), proof


def _in_file(proofs: Iterator[Proof], path: str | None) -> Iterator[Proof]:
    """The same proofs; what is wrong with a claim is said to be in the file."""
    try:
        yield from proofs
    except ClaimError as error:
        raise error.inside(path or "") from None


def proof_line(proof: Proof, language: str) -> str:
    """What a claim says, whether it holds, over how many things, and with what witness."""
    claim = proof.claim
    said = claim.texts.get(language, claim.texts["en"])
    clauses = " ".join(each for each in claim.clauses.split() if each in set(proof.rules.clauses.values()))
    parts = [f"  {message(language, f'prove.{proof.status}')}  {claim.id}: {said}"]
    if clauses:
        parts[0] += f" [{clauses}]"
    if proof.why is not None:
        return f"{parts[0]}\n      {proof.why.reason(language)}"
    told = message(language, f"prove.over-{claim.over}", count=proof.seen, number=f"{proof.seen:,}")
    if proof.status != "proved" and claim.question != "always":
        told += "; " + message(language, "prove.found", found=_value(proof.found))
    if proof.path:
        tiles = " ".join(str(each) for each, _ in proof.path)
        told += "; " + message(language, "prove.record" if proof.record else "prove.layout", tiles=tiles)
    parts.append(f"      {told}")
    return "\n".join(parts)


def _value(found: object) -> str:
    """A value as claims write it."""
    return json.dumps(found, ensure_ascii=False)


def proof_json(proof: Proof) -> dict[str, object]:
    """A proof for programs."""
    return {
        "rules": proof.rules.ref,
        "digest": proof.rules.digest,
        "claim": proof.claim.id,
        "status": proof.status,
        "seen": proof.seen,
        "found": proof.found,
        "why_open": proof.why and proof.why.reason("en"),
        "witness": [str(each) for each, _ in proof.path or ()],
        "record": write(proof.record) if proof.record else None,
    }


# -- perft ------------------------------------------------------------------------------------------------------------


def perft_lines(ref: str, seats: int | None, seed: int, depth: int) -> Iterator[str]:
    """A random deal and its numbers of sequences to a depth, as the text of a golden file, line by line."""
    rules = load_rules(ref)
    deal = random_deal(rules, max(rules.hand_sizes) if seats is None else seats, seed)
    yield from write_golden(Golden(rules, deal, {})).splitlines()
    for each in range(1, depth + 1):
        yield f"perft {each} {counted(rules, deal, each)}"


def perft_check(path: str, depth: int, language: str) -> Iterator[tuple[str, bool]]:
    """The numbers of a golden file up to a depth, counted in both ways, and whether they agree.

    Raises SourceError for a file that cannot be read, PerftError for what it holds.
    """
    golden = read_golden("\n".join(open_lines(path)))
    for each, number in golden.numbers.items():
        if each <= depth:
            found = counted(golden.rules, golden.deal, each), recounted(golden.rules, golden.deal, each)
            right = found == (number, number)
            key = "perft.right" if right else "perft.wrong"
            first, second = (f"{one:,}" for one in found)
            said = message(
                language, key, path=shown(path), depth=each, number=f"{number:,}", first=first, second=second
            )
            yield said, right
