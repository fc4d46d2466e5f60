"""Any text is a document or has problems; nothing else happens, and what is built is well formed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from goti.document.html import write_html
from goti.document.pdf import write_pdf
from goti.document.plain import write_text
from goti.document.rewrite import write_markdown
from goti.tests.document.pages import BLOCK, head, page_of
from goti.tests.document.test_writers import read

PIECES = (
    "word", "[1|4]", "[9|9]", "{total}", "{total=10}", "{points=1}", "{", "}", "`", "```", "```goti", "~~~", "|",
    "| a | b |", "| - | - |", "# ", "## ", "> ", "- ", "1. ", "  ", "    ", "\n", "\n\n", "*", "**", "[x](#y)",
    "[](#word)", "![a](b.svg)", "<b>", "<!-- x -->", "{% x %}", "{{ x }}", "\\", "&amp;", "layout seven-rocks",
    "$ goti", "{#word}", '"', "10", "क", "\t", "---", "***", "<https://a.b>", "[a]: b", "[1\\|4]", "\u2028", "\u00a0",
)  # fmt: skip
HEADS = ("", head(), head(lint="off"), head(template="yes"))


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=25),
    st.sampled_from(HEADS),
)
def test_any_text_is_a_document_or_has_problems(pieces: list[str], front: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = page_of(Path(folder), front + BLOCK + "".join(pieces))
        for each in page.problems:
            assert each.lines("en") and each.lines("hi") and each.origin.line >= 1
        if not page.problems:
            read(write_html(page))
            assert write_text(page).endswith("\n") and write_markdown(page, "x")[0].endswith("\n")
            assert write_pdf(page).startswith(b"%PDF")


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=60))
def test_any_head(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = page_of(Path(folder), f"---\n{text}\n---\nword\n")
        for each in page.problems:
            assert each.lines("en")


@settings(max_examples=200, deadline=None)
@given(st.text("goti:#=\"' ,1-3stepsri\\", max_size=30))
def test_any_words_behind_a_fence(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = page_of(Path(folder), f"{head()}```goti {text}\n[1|4] =5 +5\n```\n")
        assert page.problems or page.examples
