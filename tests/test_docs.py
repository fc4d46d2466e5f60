"""Every block of the pages does what the page says, and the reference leaves nothing of the notation out.

`python -m goti.tests.test_docs --write` puts what the commands print now into the `console` blocks, and draws the
picture of README.md again. Read what changed before you keep it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from goti.cli import main
from goti.document.execute import commands, run_goti, run_words, same_output
from goti.document.fences import FRAMES
from goti.engine.faults import KINDS, SHOWS_EARLIER, SHOWS_LATER
from goti.engine.findings import Status, Verdict
from goti.engine.messages import catalogue, languages
from goti.engine.rules import FIELDS, alternatives, rule_set
from goti.notation.parse import grammar
from goti.tests.corpus.run import CODES as FAULT_CODES
from goti.tests.doc_blocks import ROOT, Block, BlockError, blocks, pages, run_page

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


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, heading in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", text):
        file = page.parent / target if target else page
        assert file.exists(), target
        if heading:
            heads = re.findall(r"(?m)^#+ (.*)$", file.read_text(encoding="utf-8"))
            assert heading in {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in heads}, heading


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
                    seen |= {token.type for token in tokens}
                    seen |= {str(tree.data) for tree in parser.parse(text).iter_subtrees()}
            except Exception:  # a line that shows what cannot be read
                continue
    assert not wanted - seen


def _table(heading: str, page: Path = NOTATION) -> list[list[str]]:
    """The cells of the first table below a heading, without its two head lines."""
    text = page.read_text(encoding="utf-8").split(f"{heading}\n", 1)[1]
    rows = re.search(r"(?m)^\|.*\n\|[-| ]+\n((?:\|.*\n)+)", text)
    assert rows is not None
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in rows[1].splitlines()]


def test_table_of_keywords() -> None:
    rows = [[re.findall("`([^`]*)`", cell) for cell in row] for row in _table("\n## 14 Keywords in other languages")]
    shown = {row[0][0]: row for row in rows}
    wanted = {
        key.removeprefix("keyword."): [list(catalogue(language)[key]) for language in languages()]
        for key in catalogue("en")
        if key.startswith("keyword.")
    }
    assert shown == wanted


def test_table_of_rule_fields() -> None:
    rows = [[cell.strip("`") for cell in row[:3]] + [row[3]] for row in _table("\n### Changed rules")]
    sniff, rocks = rule_set("american-sniff").values, rule_set("seven-rocks").values
    wanted = []
    for field in FIELDS:
        others = [each for each in alternatives(field) if each not in (sniff[field], rocks[field])]
        kind = "numbers by seats" if ":" in sniff[field] else "a number"
        wanted.append([field, sniff[field], rocks[field], _words(others) if alternatives(field) else kind])
    assert rows == wanted


def _words(names: Sequence[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)


def test_table_of_rules_as_data() -> None:
    def source(ref: str, field: str) -> str:
        rules = rule_set(ref)
        cited = rules.citations[field]
        point = f", {cited.point}" if cited.point else ""
        return f"`{rules.values[field]}` {cited.clause}{point}" + (f" ({cited.basis})" if cited.basis != "text" else "")

    rows = _table("# Rules as data", ROOT / "docs" / "rules-as-data.md")
    for row, field in zip(rows, FIELDS, strict=True):
        many = ":" in rule_set("american-sniff").values[field]
        kinds = " ".join(f"`{each}`" for each in alternatives(field)) or ("numbers by seats" if many else "a number")
        assert row == [f"`{field}`", row[1], kinds, source("american-sniff", field), source("seven-rocks", field)]
        assert len(row[1].split()) > 2


def test_tables_of_faults() -> None:
    page = ROOT / "docs" / "faults.md"
    rows = _table("## The kinds", page)
    assert [row[0].strip("`") for row in rows] == list(KINDS)
    for name, said, codes, line in rows:
        kind = name.strip("`")
        assert len(said.split()) > 2
        assert re.findall(r"\[`([a-z-]+)`\]", codes) == sorted(FAULT_CODES[kind])
        elsewhere = {**dict.fromkeys(SHOWS_LATER, "later"), **dict.fromkeys(SHOWS_EARLIER, "the first of its round")}
        assert line == elsewhere.get(kind, "its own")
    for heading, wanted in (("a later line", SHOWS_LATER), ("an earlier line", SHOWS_EARLIER)):
        listed = _table(f"## Faults that show on {heading}", page)
        assert {name.strip("`"): why for name, why in listed} == wanted


def test_tables_of_verdicts_and_statuses() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    for word in (*Verdict, *Status):
        assert f"| `{word.value}` |" in text


def test_frames_are_described() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    assert all(f"`in={name}`" in text for name in FRAMES)


# -- excerpts --------------------------------------------------------------------------------------------------------


def test_excerpts_are_what_the_commands_print(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A `text` block below "From what `goti …` prints:" shows lines of that, in their order."""
    monkeypatch.chdir(ROOT)
    found = re.findall(r"From what `goti ([^`]*)` prints:\n\n```text\n(.*?)```", _readme(), re.DOTALL)
    assert len(found) == 2
    for command, excerpt in found:
        capsys.readouterr()
        main(shlex.split(command))
        printed = iter(capsys.readouterr().out.splitlines())
        assert [line for line in excerpt.splitlines() if line not in printed] == []


def _readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


# -- the architecture -------------------------------------------------------------------------------------------------


def test_named_modules_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z]+/)?[a-z_]+\.(?:py|lark|toml))`", text)) - {"goti.lark", "en.toml"}
    assert named and all((ROOT / each).is_file() for each in named)


@pytest.mark.parametrize(
    ("folder", "others"),
    [
        ("engine", "notation|render|proofs|document|keeping|recording|viewing"),
        ("notation", "render|proofs|document|keeping|recording|viewing"),
        ("render", "notation|proofs|document|keeping|recording|viewing"),
        ("proofs", "render|document|keeping|recording|viewing"),
        ("viewing", "notation|proofs|document|keeping|recording"),
    ],
)
def test_imports_go_one_way(folder: str, others: str) -> None:
    wrong = re.compile(rf"(?m)^\s*(?:from \.\. |from \.\.(?:{others}|api|cli|demo|expect)\b|(?:from|import) goti\b)")
    for path in sorted((ROOT / folder).rglob("*.py")):
        assert not wrong.search(path.read_text(encoding="utf-8")), path


def test_the_recorder_stands_alone() -> None:
    """Only its command touches files, only its terminal a terminal; it draws nothing."""
    outside = re.compile(r"(?m)^\s*(?:from \.\.(?:render|keeping|api|cli|streams)\b|(?:from|import) prompt_toolkit\b)")
    found = {
        path.name for path in (ROOT / "recording").glob("*.py") if outside.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"command.py", "terminal.py"}


# -- the picture ------------------------------------------------------------------------------------------------------


def _picture(folder: Path) -> bytes:
    """The picture as the tour of README.md draws it."""
    for block in blocks((ROOT / "README.md").read_text(encoding="utf-8")):
        if block.option("file") == "branches.goti":
            _with(folder, "branches.goti", block.text)
    printed, status = run_goti(["render", "-o", "figures", "branches.goti"], folder)
    assert status == 0, printed
    return (folder / printed.split()[-1]).read_bytes()


def test_picture_is_what_the_tour_draws(tmp_path: Path) -> None:
    assert PICTURE.read_bytes() == _picture(tmp_path)


# -- the reader of fences ---------------------------------------------------------------------------------------------


def test_fences() -> None:
    text = "````goti\n[1|4]\n```\n````\n~~~console\n$ goti --version\n~~~\n"
    text += "   ```python\n   a = 1\n   ```\n```text\nx\n```"
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
        "> ```console\n> $ goti check\n> ```\n",
        "- ```goti\n  [1|9]\n  ```\n",
        "1. ~~~ goti\n",
        "    $ goti check a.goti\n",
        "\tlayout seven-rocks\n",
        "```goti\n[1|4]\n",
        "```ruby\nputs 1\n```\n",
    ],
)
def test_a_block_that_would_not_run_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    with pytest.raises(BlockError):
        run_page(tmp_path / "page.md", tmp_path)


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
        "~~~goti file=a.goti faults\nlayout seven-rocks\n[1|4] =6\n~~~\n"
        "````console\n$ cat a.goti\nlayout seven-rocks\n[1|4] =6\n"
        "$ goti fmt a.goti\ngoti 1\n\nlayout seven-rocks\n[1|4] =6\n$ goti check --json a.goti\n"
        + run_goti(["check", "--json", "a.goti"], _with(tmp_path, "a.goti", "layout seven-rocks\n[1|4] =6\n"))[0]
        + "$ echo $?\n1\n````",
        encoding="utf-8",
    )
    assert run_page(path, tmp_path) == {"found": 2, "run": 2, "skipped": 0}


def _with(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def _refresh(path: Path, folder: Path) -> None:
    """Put what the commands of a page print into its console blocks."""
    text = path.read_text(encoding="utf-8")
    lines, shift = text.split("\n"), 0
    for block in blocks(text):
        name = block.option("file")
        if name:
            _with(folder, name, block.text)
        if block.kind != "console":
            continue
        printed: list[str] = []
        for _, command, shown in commands(block.text):
            if command == "echo $?":
                continue
            out, status = run_words(shlex.split(command), folder)
            printed += [f"$ {command}", *(shown if same_output(out, shown) else out).splitlines()]
            printed += ["$ echo $?", str(status)] if status else []
        first = block.line - 1 + shift
        lines[first : first + len(block.lines)] = printed
        shift += len(printed) - len(block.lines)
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    import tempfile

    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for each in pages():
        with tempfile.TemporaryDirectory() as made:
            _refresh(each, Path(made))
    with tempfile.TemporaryDirectory() as made:
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_bytes(_picture(Path(made)))
