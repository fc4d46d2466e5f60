"""The grammar: no conflicts, and one reading whether plain lines are read many at once or by small tokens."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from lark import Lark

from goti.engine.record import Node, Remark
from goti.notation.parse import grammar, read_entries
from goti.notation.words import add_spellings, keyword_of, spellings

from .lines import BODY_LINES, PLAIN_LINES

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
HEAD = "match seven-rocks"
SOURCE = files("goti.notation").joinpath("goti.lark").read_text(encoding="utf-8")


def read(lines: list[str]) -> tuple[list[Node], set[int]]:
    """All nodes of lines, and the numbers of those that cannot be read."""
    entries = list(read_entries(lines))
    return [node for entry in entries for node in entry.nodes], {line for entry in entries for line in entry.unread}


def without_comment(node: Node) -> Node:
    return node._replace(comment=None) if not isinstance(node, Remark) and node.comment == "#" else node


def kinds(line: str) -> list[str]:
    """The kinds of the tokens of a line."""
    return [token.type for token in grammar().parse_interactive(line + "\n").exhaust_lexer()]


def test_the_grammar_has_no_conflicts() -> None:
    """`strict` refuses shift/reduce conflicts and terminals of which two match one text."""
    Lark(SOURCE, parser="lalr", strict=True, edit_terminals=add_spellings)


def test_the_parser_is_the_published_grammar() -> None:
    strict = Lark(SOURCE, parser="lalr", strict=True, edit_terminals=add_spellings)
    assert {str(rule) for rule in grammar().rules} == {str(rule) for rule in strict.rules}
    assert {str(each.pattern) for each in grammar().terminals} == {str(each.pattern) for each in strict.terminals}


def test_every_keyword_is_a_terminal() -> None:
    """Ports are one terminal together; every other keyword is one of its own, with every spelling."""
    found = {keyword_of(each.name) for each in grammar().terminals} - {None}
    ports = {"high", "low", "chain-a", "chain-b", "branch-a", "branch-b", "branch-c", "branch-d"}
    assert found == spellings().keys() - ports


def test_the_grammar_holds_no_rule_of_a_game() -> None:
    """Rule sets, clauses and pip counts are not in it."""
    for word in ("seven-rocks", "american-sniff", "sniff"):
        assert word not in SOURCE


@given(PLAIN_LINES)
@settings(max_examples=300, deadline=None)
def test_plain_lines_read_at_once_and_by_small_tokens(lines: list[str]) -> None:
    """A comment at the end of a line keeps it from being read as one token."""
    assert kinds("\n".join(lines)) == ["RUN"]
    at_once, unread = read([HEAD, *lines])
    small, also_unread = read([HEAD, *(f"{line} #" for line in lines)])
    assert "RUN" not in kinds("\n".join(f"{line} #" for line in lines))
    assert not unread and not also_unread
    assert at_once == [without_comment(node) for node in small]
    assert [node.line for node in at_once] == list(range(1, len(lines) + 2))


@given(BODY_LINES)
@settings(max_examples=200, deadline=None)
def test_any_lines_read_at_once_and_by_small_tokens(lines: list[str]) -> None:
    doubled = [f"{line} #" if line.strip() and "#" not in line else line for line in lines]
    at_once, unread = read([HEAD, *lines])
    small, also_unread = read([HEAD, *doubled])
    assert not unread and not also_unread
    assert [without_comment(node) for node in at_once] == [without_comment(node) for node in small]


@pytest.mark.parametrize(
    "line",
    [
        "A: [1|4]", "A: [1|4] =5", "A: [1|4] +5", "A: [1|4].low@[4|4].branch-b =5 +5", "A: [01|4]", "D: [99|00] =0 +0",
        "A: draw [?|?]", "A: draw [?|4] [4|?]", "A: pass", "deal A [1|4] [?|?]", "left A", "left A 0 pips",
        "left A 007 pips", "deduct A 0", "blocked", "out D", "lot A", "start B", "score A 5", "score A+C -5 B+D 0",
        "score A+B+C+D 5",
    ],
)  # fmt: skip
def test_the_plain_lines_there_are(line: str) -> None:
    assert kinds(line) == ["RUN"]
    (plain,), (small,) = read([line])[0], read([f"{line} #"])[0]
    assert plain == without_comment(small)


@pytest.mark.parametrize(
    "line",
    [
        "A:  [1|4]", "A: [1|4]  =5", "A: [1|4] = 5", "A: [1|4] ", "A: [१|४]", "A: [1|4] =५", "A: [1-4]", "A: 1-4",
        "A: [1|4] =5 +5 stands", "A: +5", "A: [?|?]", "A: knock", "left A [1|4] stands", "score A +5", "A: खटखट",
        "A: [1|4]\t=5", "A: [1|4]#", "gap", "unfinished", "winner A", "[1|4] =5 +5",
    ],
)  # fmt: skip
def test_other_lines_are_read_by_small_tokens(line: str) -> None:
    assert "RUN" not in kinds(line)
    assert not read([line])[1]


@pytest.mark.parametrize(
    "line",
    [
        "A: [1|4] =5 +5x",
        "A: [1|4] 5",
        "A: [1|4] +5 =5",
        "A: [?|4]x",
        "E: pass",
        "left A 5",
        "out",
        "A: passs",
        "score A",
    ],
)
def test_lines_that_only_begin_like_plain_ones(line: str) -> None:
    before, after = "A: [1|4] =5 +5", "B: pass"
    nodes, unread = read([HEAD, before, line, after])
    assert unread == {3}
    assert [node.line for node in nodes] == [1, 2, 4]


def stored() -> list[Path]:
    return sorted(FIXTURES.glob("*/*.goti"))


@pytest.mark.parametrize("folder", sorted({path.parent.name for path in stored()}))
def test_stored_records_read_at_once_and_by_small_tokens(folder: str) -> None:
    """Every line of every stored record, in both ways; a line with a comment has only one way."""
    seen = 0
    for path in stored():
        if path.parent.name != folder:
            continue
        lines = path.read_bytes().decode("utf-8", "replace").split("\n")
        doubled = [f"{line} #" if line.strip() and "#" not in line else line for line in lines]
        at_once, unread = read(lines)
        small, also_unread = read(doubled)
        assert unread == also_unread, path.name
        assert at_once == [without_comment(node) for node in small], path.name
        seen += len(lines)
    assert seen


def test_a_chunk_may_end_anywhere() -> None:
    """Lines are read some thousands at a time; a faulty one leaves the others as they are."""
    lines = [HEAD, *["A: [1|4]@[4|4] =5 +5", "B: pass", "# x", "C: [1|4] stands  # y"] * 3000]
    nodes, unread = read(lines)
    assert not unread
    assert [node.line for node in nodes] == list(range(1, len(lines) + 1))
    for number in (2, 3999, 4000, 4001, 4002, 8000, len(lines)):
        damaged = [*lines[: number - 1], "x", *lines[number:]]
        others, unread = read(damaged)
        assert unread == {number}
        assert others == [node for node in nodes if node.line != number]
