"""Documents made to do harm: what is huge, deep or hidden ends soon, with a message or as plain text."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

from goti.document import rewrite
from goti.document.html import write_html
from goti.document.markdown import reader
from goti.document.pdf import write_pdf
from goti.document.plain import write_text
from goti.document.problems import NotWritten
from goti.document.reading import MOST_BYTES, MOST_LINES
from goti.document.rewrite import write_markdown
from goti.tests.document.pages import head, page_of, places
from goti.tests.document.test_writers import read

REFUSED = {
    "deep quotations": (">" * 2000 + " a", "too-deep"),
    "deep lists": ("".join("  " * n + "- a\n" for n in range(300)), "too-deep"),
    "deep emphasis": ("*" * 3000 + "a" + "*" * 3000, "too-deep"),
    "deep sums": ("{" + "(" * 3000 + "1" + ")" * 3000 + " = 1}", "unknown-value"),
    "open fences": ("`" * 9000, "open-fence"),
    "values of nothing": ("{total=1} " * 999, "no-example"),
    "a script": ("<script>alert(1)</script>", "raw-html"),
    "an event": ("a <img src=x onerror=alert(1)>", "raw-html"),
    "a link to a script": ("[a](JaVaScRiPt:alert(1))", "unsafe-link"),
    "a link to a script in entities": ("[a](java&#115;cript:alert(1))", "unsafe-link"),
    "a link to data": ("<data:text/html;base64,PHNjcmlwdD4=>", "unsafe-link"),
    "a reference to a script": ("[a]: vbscript:x\n\n[a]", "unsafe-link"),
    "a turned line": ("a \u202e b", "hidden-character"),
    "a turned line in an entity": ("a &#x202E; b", "hidden-character"),
    "a mark of our own in an entity": ("a &#xE002;5&#57347; b", "hidden-character"),
    "a control character": ("a \x1b[2J b", "hidden-character"),
    "many steps": ("```goti steps=1-99999999999\n[1|4]\n```", "no-step"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, tmp_path: Path) -> None:
    text, code = REFUSED[name]
    page = page_of(tmp_path, head() + text + "\n")
    assert {each[0] for each in places(page)} == {code}
    for language in ("en", "hi"):
        assert all(len(line) < 4000 for each in page.problems[:3] for line in each.lines(language))


HARMLESS = {
    "brackets": "[" * 3000,
    "pictures": "![" * 3000,
    "braces": "{" * 3000,
    "addresses": "<https://a.b> " * 2000,
    "a long line": "a" * 200_000,
    "a wide table": "|" + " a |" * 300 + "\n|" + "---|" * 300 + "\n|" + " b |" * 300,
    "a long table": "| a |\n|---|\n" + "| x |\n" * 1500,
    "headings": "## a\n\n" * 300,
    "terms": "".join(f"{{term a{n}}} " for n in range(300)) + "\n\n{list terms}",
    "a picture with a script": "![a](a.svg)",
    "code of Typst": '`#panic("x")` #let x = 1 ]] }} $ \\ "+panic("x")+" @a <b',
    "HTML in code": "`<script>` and\n\n    <script>alert(1)</script>",
}
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(1)</script></svg>"


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_plain_text(name: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head(lint="off") + HARMLESS[name].replace(" <b", "") + "\n", a__svg=PICTURE)
    assert not page.problems, places(page)[:3]
    made = write_html(page)
    assert not {"script", "iframe", "object"} & {tag for tag, _ in read(made).elements} and "onload" not in made
    assert write_pdf(page).startswith(b"%PDF") and write_text(page) and write_markdown(page, "x")[0]


HEADS = {
    "brackets": f"values: {'[' * 9000}",
    "tables": f"values: {'{a: ' * 3000}",
    "aliases": "a: &a [x, x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in pairwise("abcdefghij")),
    "an object": "title: !!python/object/apply:os.system ['true']",
    "a value inside itself": "values: &a {x: *a}",
    "a key that is a list": "? [a]\n: b",
    "a merge": "<<: {title: x}",
    "letters": "title: " + "a" * 60_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_heads_that_are_refused(name: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, f"---\n{HEADS[name]}\n---\nword\n")
    assert {each[0] for each in places(page)} <= {"bad-front", "bad-kind", "unknown-key"} and page.problems


ACTIVE = {
    "the head": ("a\n", {"author": '"<script>alert(1)</script>"', "title": '"[x](javascript:alert(1))"'}),
    "a term": ("{term <b>x</b>} and {term [x]}(javascript:alert(1))\n", {}),
    "a bracket": (
        "[pa{~]}(javascript:a)\n\n{~[}x](javascript:a)\n\n[a]{~(}javascript:a)\n\n[b]{~:} javascript:a\n",
        {},
    ),
    "a sign before a value": ("<{~script}>alert(1)</{~script}> <a {~href=x}>\n", {}),
    "a value inside an address": ("[x](https://a.b/java{~script}) {~script}\n", {}),
    "a caption of a table": ("| a |\n|---|\n| {~<i>} |\n\n: Of {term <u>}\n", {}),
    "a heading": ("## A `<b>` {#own}\n\n[](#own)\n", {}),
    "an entry": ('```goti notation\nlayout seven-rocks "[x](javascript:alert(1)) <b>"\n[1|4]  # ```\n```\n', {}),
    "a caption": ('~~~goti caption="<script> [x](javascript:a) `"\n[1|4]\n~~~\n', {}),
}


@pytest.mark.parametrize("name", ACTIVE)
def test_markdown_holds_nothing_active(name: str, tmp_path: Path) -> None:
    text, keys = ACTIVE[name]
    page = page_of(tmp_path, head(**keys) + text)
    assert not page.problems, places(page)
    refused: list[str] = []
    made = write_markdown(page, "x")[0]
    tokens = reader(refused.append).parse(made)
    kinds = {each.type for token in tokens for each in (token, *(token.children or []))}
    links = [each.attrGet("href") for token in tokens for each in token.children or [] if each.type == "link_open"]
    assert not refused and not {"html_block", "html_inline"} & kinds, made
    assert not [each for each in links if not str(each).startswith(("#", "https://a.b/java%"))], made


def test_markdown_that_would_be_active_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewrite, "_joined", lambda before, shown: (before, shown))
    for value, code in (("{term <b>}", "raw-html"), ("{term [x]}(javascript:a)", "unsafe-link")):
        with pytest.raises(NotWritten) as raised:
            write_markdown(page_of(tmp_path, head() + value), "x")
        assert raised.value.code == code


def test_a_fence_is_longer_than_what_it_holds() -> None:
    assert rewrite._fenced("a ```` b") == ["`````text", "a ```` b", "`````"]


LONG = {
    "line ends": "\n" * (MOST_BYTES + 1),
    "short lines": "x\n" * (MOST_LINES + 1),
    "a line": "x" * (MOST_BYTES + 1),
    "letters of three bytes": "अ" * (MOST_BYTES // 3 + 1),
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_too_long(name: str, tmp_path: Path) -> None:
    assert places(page_of(tmp_path, LONG[name])) == [("too-long", 1, 1)]
    included = page_of(tmp_path, head(template="yes") + "{% include 'part.txt' %}\n", part__txt=LONG[name])
    assert {each.code for each in included.problems} <= {"too-long", "template-letters"} and included.problems


def test_many_tiles_in_one_paragraph_are_found_in_their_lines(tmp_path: Path) -> None:
    page = page_of(tmp_path, head() + "[1|4] [1|4]\n" * 4000)
    assert [(each.line, each.column) for each in page.used[-2:]] == [(4004, 1), (4004, 7)]


UNSEEN = {
    "a zero": (r'title: "\0\e[31mx"', "hidden-character"),
    "a turned line": (r'subtitle: "a\u202eb"', "hidden-character"),
    "a mark of our own": (r'author: "\ue000"', "private-character"),
    "private use": (r'source: "\uf123"', "private-character"),
    "half a letter": (r'title: "\uD800"', "hidden-character"),
    "a value of a template": (r'values: {who: "a\u202eb"}', "hidden-character"),
    "a key": (r'values: {"a\u202eb": x}', "hidden-character"),
    "over two lines": ('title: "a\n  b\\e"', "hidden-character"),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_nobody_sees_in_a_head(name: str, tmp_path: Path) -> None:
    line, code = UNSEEN[name]
    page = page_of(tmp_path, f"---\n{line}\n---\nword\n")
    assert [(each[0], each[1]) for each in places(page)] == [(code, 2)]
    assert all(each.isprintable() for line in page.problems[0].lines("en") for each in line)


def test_a_value_over_several_lines_is_one(tmp_path: Path) -> None:
    page = page_of(tmp_path, "---\ntitle: >\n  One\n  two\nsource: |\n  a\n  b\n---\nword\n")
    assert not page.problems and (page.front.title, page.front.source) == ("One two", "a b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_nothing_waits_for_a_pipe(tmp_path: Path) -> None:
    for name in ("ff.goti", "ff.toml"):
        os.mkfifo(tmp_path / name)
    cases = {
        "no-file": head() + "~~~goti: ff.goti\n~~~\n",
        "bad-rules": "---\nrules: ff.toml\n---\na\n",
        "bad-theme": head(theme="ff.toml") + "a\n",
        "bad-terms": head(terms="ff.toml") + "a\n",
        "no-picture": head() + "![a](ff.svg)\n",
    }
    os.mkfifo(tmp_path / "ff.svg")
    for code, text in cases.items():
        assert [each[0] for each in places(page_of(tmp_path, text))] == [code]
