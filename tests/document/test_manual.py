"""docs/documents.md leaves nothing out, and its examples are documents."""

from __future__ import annotations

import re
from pathlib import Path

from goti.document.fences import SWITCHES, VALUES
from goti.document.front import KEYS
from goti.document.named import NAMES
from goti.engine.messages import section
from goti.engine.rules import FIELDS
from goti.tests.doc_blocks import ROOT, blocks
from goti.tests.document.pages import EXAMPLES, head, page_of, places

PAGE = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")


def _named(heading: str) -> set[str]:
    """The words in backticks in the first cells of the tables below a heading."""
    part = PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    cells = re.findall(r"(?m)^\| (`.*?) \|", part)
    return {word for cell in cells for word in re.findall(r"`([^`]*)`", cell)}


def test_every_key_of_the_head() -> None:
    assert _named("The head") == set(KEYS)


def test_every_option_of_a_fence() -> None:
    words = {each.partition("=")[0] for each in _named("Blocks")} - {"#name"}
    assert words == set(SWITCHES + VALUES) - {"in", "file", "faults"}
    assert all(f"`{each}" in PAGE for each in ("in=", "file=", "faults"))


def test_every_value() -> None:
    words = {each.partition(".")[0] for each in _named("Tiles and values in the text") if not each.startswith("{")}
    assert words == set(NAMES) - set(FIELDS) | {"multiple-of"}
    hindi = {key.removeprefix("value."): words for key, words in section("hi", "value").items()}
    pairs = ", ".join(f"`{name}` {' or '.join(f'`{each}`' for each in words)}" for name, words in hindi.items())
    assert f"In Hindi these may also be called: {pairs}." in PAGE


def test_every_code() -> None:
    assert _named("What can be wrong") == {each.removeprefix("document.") for each in section("en", "document")}


def test_hindi_names_of_values_are_those_of_values() -> None:
    for language in ("en", "hi"):
        names = {key.removeprefix("value."): words for key, words in section(language, "value").items()}
        assert set(names) <= set(NAMES)
        every = [word for words in names.values() for word in words]
        assert len(every) == len(set(every)) and not set(every) & set(NAMES)


def test_examples_of_the_page_are_documents(tmp_path: Path) -> None:
    found = [each.text for each in blocks(PAGE) if each.kind == "md"]
    assert len(found) == 3
    for text in found:
        shared = (EXAMPLES / "branching.goti").read_text(encoding="utf-8")
        front = head(lint="off").replace("seven-rocks@1", "american-sniff")
        page = page_of(tmp_path, front + text, branching__goti=shared)
        assert not page.problems, places(page)
        assert page.examples or page.tables
