"""Every block of the pages does what the page says, and the reference leaves nothing of the notation out.

`python -m goti.tests.test_docs --write` draws the picture of README.md again.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from goti.engine.findings import Status, Verdict
from goti.engine.messages import catalogue, languages
from goti.engine.rules import FIELDS
from goti.notation.parse import grammar
from goti.tests.doc_blocks import FRAMES, ROOT, Block, BlockError, Page, blocks, pages, run_goti, run_page

NOTATION = ROOT / "docs" / "notation.md"
PICTURE = ROOT / "docs" / "images" / "figure.svg"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_blocks_of_a_page(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = run_page(page, tmp_path)
    with capsys.disabled():
        print(f"\n{page.name}: blocks " + ", ".join(f"{key} {value}" for key, value in numbers.items()))
    assert numbers["run"] + numbers["skipped"] == numbers["found"]
    if page.name in ("README.md", "notation.md", "library.md"):
        assert numbers["run"] > numbers["skipped"]


def test_pages_run_in_a_plain_locale() -> None:
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "goti.tests.doc_blocks", str(NOTATION)]
    done = subprocess.run(command, env=plain, capture_output=True)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")


# -- the reference is complete --------------------------------------------------------------------------------------


def _examples() -> list[Block]:
    return [each for each in blocks(NOTATION.read_text(encoding="utf-8")) if each.kind == "goti"]


def test_every_rule_and_terminal_has_an_example() -> None:
    parser = grammar()
    wanted = {str(rule.origin.name) for rule in parser.rules} - {"start"}
    wanted = {name for name in wanted if not name.startswith("_")}
    wanted |= {terminal.name for terminal in parser.terminals if terminal.name not in parser.ignore_tokens}
    seen: set[str] = set()
    for block in _examples():
        for line in (*block.lines, "\n".join(block.lines)):
            try:
                for text in (f"{line} #\n", f"{line}\n"):  # with a comment no line is read as a plain run
                    state = parser.parse_interactive(text)
                    tokens = list(state.exhaust_lexer())
                    state.feed_eof(tokens[-1] if tokens else None)
                    seen |= {token.type for token in tokens}
                    seen |= {str(tree.data) for tree in parser.parse(text).iter_subtrees()}
            except Exception:  # a line that shows what cannot be read
                continue
    assert not wanted - seen


def _table(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its two head lines."""
    text = NOTATION.read_text(encoding="utf-8").split(f"\n{heading}\n", 1)[1]
    rows = re.search(r"(?m)^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", text)
    assert rows is not None
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in rows[1].splitlines()]


def test_table_of_keywords() -> None:
    shown = {row[0].strip("`"): [re.findall("`([^`]*)`", cell) for cell in row] for row in _table("## 14 Keywords in Hindi")}
    wanted = {
        key.removeprefix("keyword."): [list(catalogue(language)[key]) for language in languages()]
        for key in catalogue("en")
        if key.startswith("keyword.")
    }
    assert shown == wanted


def test_table_of_rule_fields() -> None:
    assert [row[0].strip("`") for row in _table("### Changed rules")] == list(FIELDS)


def test_tables_of_verdicts_and_statuses() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    for word in (*Verdict, *Status):
        assert f"| `{word.value}` |" in text


def test_frames_are_described() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in FRAMES)


# -- the picture ------------------------------------------------------------------------------------------------------


def _picture(folder: Path) -> bytes:
    """The picture as the tour of README.md draws it."""
    page = Page("README.md", folder)
    for block in blocks((ROOT / "README.md").read_text(encoding="utf-8"), "README.md"):
        if block.option("file") == "branches.goti":
            page.run(block)
    printed, status = run_goti(["render", "-o", "figures", "branches.goti"], folder)
    assert status == 0, printed
    return (folder / printed.split()[-1]).read_bytes()


def test_picture_is_what_the_tour_draws(tmp_path: Path) -> None:
    assert PICTURE.read_bytes() == _picture(tmp_path)


# -- the reader of fences -----------------------------------------------------------------------------------------------


def test_fences() -> None:
    text = "````goti\n[1|4]\n```\n````\n~~~console\n$ goti --version\n~~~\n   ```python\n   a = 1\n   ```\n```text\nx\n```"
    assert [(each.kind, each.lines) for each in blocks(text)] == [
        ("goti", ("[1|4]", "```")),
        ("console", ("$ goti --version",)),
        ("python", ("a = 1",)),
        ("text", ("x",)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```gotti\n[1|4]\n```\n",
        "```goti in=garden\n[1|4]\n```\n",
        "```goti file=a/b.goti\n[1|4]\n```\n",
        "```goti faults\n[1|4]\n```\n",
        "```console now\n$ goti --version\n```\n",
        "```\n$ goti check a.goti\n```\n",
        "```text\nlayout seven-rocks\n```\n",
        "~~~\nmatch seven-rocks\n~~~\n",
        "    ```goti\n    [1|4]\n    ```\n",
        "> ```console\n> $ goti --version\n> ```\n",
        "- ```goti\n  [1|4]\n  ```\n",
        "1. ~~~ goti\n",
        "    $ goti check a.goti\n",
        "\tlayout seven-rocks\n",
        "```goti\n[1|4]\n",
    ],
)
def test_a_block_that_would_not_run_is_refused(text: str) -> None:
    with pytest.raises(BlockError):
        blocks(text)


@pytest.mark.parametrize(
    "text",
    [
        "```goti in=layout\n[1|4] =6\n```",
        "```goti in=layout\n[1|4] =5 +5  #! false-total\n```",
        "```goti in=layout\n[1|4] =5 +5  #! no-such-code\n```",
        "```goti\n# only a comment\n```",
        "```console\ngoti --version\n```",
        "```console\n$ goti --version\nsomething else\n```",
        "```console\n$ goti check missing.goti\n```",
        "```console\n$ ls\n```",
        "```python\n>>> 1 + 1\n3\n```",
        "```goti file=a.goti faults\nlayout seven-rocks\n[1|4] =6\n```",
    ],
)
def test_a_block_that_does_not_do_what_it_says_fails(text: str, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BlockError):
        run_page(path, tmp_path)


def test_console_blocks(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(
        "~~~goti file=a.goti faults\nlayout seven-rocks\n[1|4] =6\n~~~\n````console\n$ cat a.goti\nlayout seven-rocks\n[1|4] =6\n"
        "$ goti fmt a.goti\ngoti 1\n\nlayout seven-rocks\n[1|4] =6\n$ goti check --json a.goti\n"
        + run_goti(["check", "--json", "a.goti"], _with(tmp_path, "a.goti", "layout seven-rocks\n[1|4] =6\n"))[0]
        + "$ echo $?\n1\n````",
        encoding="utf-8",
    )
    assert run_page(path, tmp_path) == {"found": 2, "run": 2, "skipped": 0}


def _with(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


if __name__ == "__main__":
    import tempfile

    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as made:
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_bytes(_picture(Path(made)))
    print(PICTURE)
