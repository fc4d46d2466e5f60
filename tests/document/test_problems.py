"""Every problem a document can have: where it is reported, and that both catalogues can say it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goti.document.execute import Stage
from goti.document.problems import DocumentError
from goti.document.reading import MOST_BYTES, load_page
from goti.engine.messages import languages, section
from goti.tests.document.pages import BLOCK, head, page_of, places

FIVE = head()  # four lines: a document's text begins in line 5
MISSING = """a.goti:1:1: cannot-open: cannot be opened: No such file or directory
1 entry: 0 right, 0 wrong, 0 undecided, 1 not readable; 1 fault
"""
TEMPLATE = head(template="yes")
MANY = "{% for i in range(200) %}{% for j in range(200) %}{% endfor %}{% endfor %}"
MUCH = head(template="yes", values="{a: " + "x" * 9000 + "}") + "\n{% for i in range(999) %}{{ a }}{% endfor %}"
WORDS = '[x]\nen = "stock"\nnot.en = ["bone", "pool"]\n'
SHARED = (
    'layout seven-rocks "One"\n[1|4] =5 +5\n\nlayout seven-rocks "Two"\n[1|4] =6\n\nlayout seven-rocks "One"\n[5|5]\n'
)

CASES: dict[str, tuple[str, int, int]] = {
    "too-long": ("x" * (MOST_BYTES + 1), 1, 1),
    "private-character": (FIVE + "a \ue000", 5, 3),
    "hidden-character": (FIVE + "a \u202e b", 5, 3),
    "too-deep": (FIVE + "a\n\n" + "> " * 30 + "b\n", 7, 1),
    "open-front": ("---\ntitle: x\n", 1, 1),
    "bad-front": ("---\ntitle: [\n---\n", 2, 9),
    "front-quotes": ("---\ntitle: A: B\nlint: loud\n---\n{target}\n", 2, 9),
    "unknown-key": (head(titel="x"), 4, 1),
    "repeated-key": (head().replace("rules:", "title: B\nrules:"), 3, 1),
    "bad-value": (head(lint="loud"), 4, 7),
    "bad-kind": (head(source="[a]"), 4, 9),
    "bad-rules": (FIVE.replace("seven-rocks", "eight-rocks"), 3, 8),
    "outside": (FIVE + "```goti: ../x.goti#One\n```\n", 5, 10),
    "template-syntax": (head(template="yes") + "a\n{% if %}\n", 7, 1),
    "template-missing": (head(template="yes") + "a\n{% include '../x.md' %}\n", 7, 1),
    "template-steps": (TEMPLATE + "\n" + MANY, 7, 1),
    "template-letters": (MUCH, 8, 1),
    "template-refused": (head(template="yes") + "a\n{{ title.__class__ }}", 7, 1),
    "template-fails": (head(template="yes") + "a\n{{ 1 // 0 }}", 7, 1),
    "template-name": (head(template="yes") + "a\n{{ rules.players }}", 7, 1),
    "looks-goti": (FIVE + "```gotti\n[1|4]\n```\n", 5, 4),
    "goti-in-text": (FIVE + "a\n    ```goti\n    [1|4]\n    ```\n", 6, 1),
    "open-fence": (FIVE + "```goti\n[1|4] =5 +5\n", 5, 1),
    "raw-html": (FIVE + "a <script>alert(1)</script>\n", 5, 3),
    "unsafe-link": (FIVE + "a [b](javascript:alert(1))\n", 5, 7),
    "fence-quotes": (FIVE + "```goti: x.goti#\"One\n```\n", 5, 1),
    "fence-no-file": (FIVE + "```goti: #One\n```\n", 5, 1),
    "fence-option": (FIVE + "```goti stripe\n[1|4]\n```\n", 5, 9),
    "bad-label": (FIVE + "```goti #x/../../a\n[1|4]\n```\n", 5, 9),
    "no-effect": (FIVE + "```goti long\nsettlement seven-rocks\nleft A [0|3]\n```\n", 5, 9),
    "fence-empty": (FIVE + "```goti caption=\"\"\n[1|4]\n```\n", 5, 9),
    "fence-twice": (FIVE + "```goti strip strip\n[1|4]\n```\n", 5, 9),
    "fence-value": (FIVE + "```goti steps=x\n[1|4]\n```\n", 5, 9),
    "no-theme": (FIVE + "```goti theme=pink\n[1|4]\n```\n", 5, 15),
    "no-clause": (FIVE + "{states SR99}\n", 5, 1),
    "bad-theme": (FIVE + "```goti theme=a.toml\n[1|4]\n```\n", 5, 15),
    "only-scores": (FIVE + "```goti score=board\nscore A 5\n[1|4]\n```\n", 7, 1),
    "no-score": (FIVE + "```goti score=board\n[1|4]\n```\n", 5, 9),
    "not-there": (FIVE + "```goti compare=block\n[1|1]\n[1|2]@[1|1]\n[1|3]@[1|1]\n[1|4]@[1|1]\n```\n", 5, 17),
    "not-alone": (FIVE + "a {page}\n", 5, 3),
    "unknown-list": (FIVE + "{list words}\n", 5, 1),
    "bad-terms": (head(terms="shared.goti") + "a\n", 4, 8),
    "no-term": (head(terms="words.toml") + "a {term bone}\n", 6, 9),
    "other-term": (head(terms="words.toml") + "a Bone-\nyard\n", 6, 3),
    "not-empty": (FIVE + "```goti: shared.goti#Two\n[1|4]\n```\n", 5, 10),
    "no-rules": ("```goti\n[1|4]\n```\n", 1, 1),
    "empty-block": (FIVE + "```goti\nlayout seven-rocks\n```\n```goti\n# nothing\n```\n", 8, 1),
    "other-finding": (FIVE + "```goti\n[1|4] =5 +5 #! false-total\n```\n", 6, 1),
    "no-file": (FIVE + "```goti: missing.goti\n```\n", 5, 10),
    "no-entry": (FIVE + "```goti: shared.goti#Three\n```\n", 5, 22),
    "several-entries": (FIVE + "```goti: shared.goti#One\n```\n", 5, 22),
    "wrong-entry": (FIVE + "```goti: shared.goti#Two\n```\n", 5, 10),
    "no-round": (FIVE + "```goti round=2\n[1|4]\n```\n", 5, 9),
    "no-step": (FIVE + "```goti steps=2\n[1|4]\n```\n", 5, 15),
    "label-twice": (FIVE + "```goti #a\n[1|4]\n```\n```goti #a\n[1|4]\n```\n", 8, 10),
    "unknown-value": (FIVE + BLOCK + "a {totl}\n", 10, 3),
    "unknown-label": (FIVE + BLOCK + "a {b:total}\n", 10, 3),
    "no-example": (FIVE + "a {total}\n", 5, 3),
    "no-position": (FIVE + "```goti\nsettlement seven-rocks\nleft A [0|3]\n```\na {total}\n", 9, 3),
    "not-known": (FIVE + BLOCK + "a {left.A}\n", 10, 3),
    "needs-argument": (FIVE + BLOCK + "a {left}\n", 10, 3),
    "by-players": (FIVE + "a {target.2}\n", 5, 3),
    "false-value": (FIVE + BLOCK + "a {total=11}\n", 10, 3),
    "nothing-typed": (FIVE + "a {! stock}\n", 5, 3),
    "bad-sum": (FIVE + "a {2 + (3 = 5}\n", 5, 3),
    "no-such-tile": (FIVE + "a [1|7]\n", 5, 3),
    "second-title": (FIVE + "# B\n", 5, 1),
    "skipped-level": (FIVE + "## B\n\n#### C\n", 7, 1),
    "empty-heading": (FIVE + "## {#b}\n", 5, 1),
    "stray-anchor": (FIVE + "a {#b}\n", 5, 3),
    "no-label": (FIVE + "a [b](#c)\n", 5, 7),
    "empty-link": (FIVE + "a [](page.md)\n", 5, 6),
    "no-file-link": (FIVE + "a [b](../c.md)\n", 5, 7),
    "no-picture": (FIVE + "![b](https://example.org/c.png)\n", 5, 6),
    "other-picture": (FIVE + "![b](b.png)\n", 5, 6),
    "no-alt": (FIVE + "![](a.svg)\n", 5, 5),
    "no-command": (FIVE + "```console\ngoti --version\n```\n", 6, 1),
    "other-command": (FIVE + "```console\n$ ls\n```\n", 6, 1),
    "other-output": (FIVE + "```console\n$ goti --version\nx\n```\n", 6, 1),
    "status-not-shown": (FIVE + '```console\n$ goti check a.goti\n' + MISSING + "```\n", 6, 1),
    "not-shown": (FIVE + "```goti file=b.goti faults\n[1|4] =6\n```\n", 5, 14),
    "bare-number": (FIVE + BLOCK + "a total of 10 here\n", 10, 12),
}  # fmt: skip
"""A document with one problem of each code, and its line and column; `shared.goti` and `a.svg` lie beside it."""
RUN_CODES = ("no-command", "other-command", "other-output", "status-not-shown", "not-shown")
"""Codes of blocks that are executed."""


def test_every_code_has_a_case() -> None:
    written = {"no-glyph", "page-count", "not-drawn"}  # by the writer of PDF, see test_writers.py
    assert {key.removeprefix("document.") for key in section("en", "document")} == CASES.keys() | written


@pytest.mark.parametrize("code", CASES)
def test_a_problem_is_reported_at_its_place(code: str, tmp_path: Path) -> None:
    text, line, column = CASES[code]
    stage = Stage(tmp_path) if code in RUN_CODES else None
    page = page_of(tmp_path, text, stage, shared__goti=SHARED, words__toml=WORDS, a__svg="<svg/>", b__png="no")
    assert (code, line, column) in places(page)
    assert len({each.code for each in page.problems}) == 1, places(page)
    for language in languages():
        said = page.problems[0].lines(language)
        assert said[0].startswith(f"page.md:{line}:{column}: {code}: ") and "{" not in re.sub(
            r"`[^`]*`|\{\{?[!~t#].*", "", said[0]
        )


def test_a_finding_of_a_block_stands_at_the_line_of_the_document(tmp_path: Path) -> None:
    text = head() + "Text.\n\n" + BLOCK.replace("=6", "=7")
    page = page_of(tmp_path, text)
    assert places(page) == [("false-total", 9, 13)]
    assert page.problems[0].lines("en") == [
        "page.md:9:13: false-total: the total is 2 + 4 = 6, the record says 7 [SR43]",
        "    [1|1]@[1|4] =7",
        "                ^^",
    ]


@pytest.mark.parametrize("before", ["- a\n\n  ", "> ", "1. b\n\n   "])
def test_a_block_inside_a_list_or_quotation_is_run(before: str, tmp_path: Path) -> None:
    indent = " " * 2 if before[0] == "-" else "> " if before[0] == ">" else " " * 3
    lines = BLOCK.replace("=6", "=7").splitlines()
    text = head() + before + "\n".join([lines[0], *(indent + each for each in lines[1:])]) + "\n"
    page = page_of(tmp_path, text)
    first = text[: text.index("[1|1]")].count("\n") + 1
    assert places(page) == [("false-total", first, len(indent) + 13)]
    assert page.counts.run == 1


def test_what_depends_on_a_broken_block_is_not_reported_too(tmp_path: Path) -> None:
    block = BLOCK.replace("```goti", "```goti #here", 1).replace("=6", "=7")
    page = page_of(tmp_path, head() + block + "\nIn [](#here) {here:total=10}, {total=10}.\n")
    assert places(page) == [("false-total", 7, 13)]


@pytest.mark.parametrize(
    ("fence", "end"), [("````goti", "````"), ("~~~goti", "~~~"), ("```{goti}", "```"), ("   ```goti", "   ```")]
)
def test_every_kind_of_fence_is_run_without_a_last_newline(fence: str, end: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, f"{head()}{fence}\n[1|4] =5 +5\n{end}")
    assert not page.problems and (page.counts.found, page.counts.run, page.counts.skipped) == (1, 1, 0)


def test_a_block_with_marks_shows_what_is_wrong(tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + BLOCK.replace("=6", "=7  #! false-total"))
    assert not page.problems and "#!" not in page.examples[0].notation


def test_load_page_raises_with_all_problems(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(head() + "a [1|7]\n\nb {totl}\n", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"page\.md:5:3: no-such-tile(.|\n)*page\.md:7:3: unknown-value") as raised:
        load_page(path)
    assert len(raised.value.problems) == 2


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_bytes(b"a\n\xff")
    with pytest.raises(DocumentError, match="not UTF-8"):
        load_page(tmp_path / "page.md")
    with pytest.raises(DocumentError, match="cannot be opened"):
        load_page(tmp_path / "other.md")


def test_that_there_is_no_rule_set_is_said_once(tmp_path: Path) -> None:
    text = "{target} {hand-size} {states SR1}\n\n```goti clauses=SR2\n[1|4]\n```\n"
    assert [each[0] for each in places(page_of(tmp_path, "---\ntitle: A\n---\n" + text))] == ["no-rules"]
    assert [each[0] for each in places(page_of(tmp_path, "---\nrules: eight-rocks\n---\n" + text))] == ["bad-rules"]
