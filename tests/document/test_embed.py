"""One block in pages of other programs: the function, Sphinx with MyST, and MkDocs' fences."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goti.document.embed import block_html, superfence, validator
from goti.document.problems import DocumentError
from goti.tests.document.pages import BLOCK, EXAMPLES

ENTRY = 'layout seven-rocks "Two tiles"\n[1|4] =5 +5\n[1|1]@[1|4] =6\n'
WRONG = ENTRY.replace("=6", "=7")


def test_a_block_is_a_figure() -> None:
    made = block_html(ENTRY, "strip steps=all", language="hi")
    assert made.startswith('<figure id="figure-1">') and made.count("<svg") == 2 and "2 + 4 = 6" in made
    assert "Two tiles" in made and "चित्र" not in made  # the page numbers its figures itself
    assert block_html("[1|4]\n", rules="seven-rocks", folder=EXAMPLES).count("<svg") == 1


def test_an_entry_of_a_file() -> None:
    for options in ('from="branching.goti#Partners apart"', ':branching.goti#"Partners apart"'):
        assert "<table>" in block_html("", options, folder=EXAMPLES)


@pytest.mark.parametrize(
    ("content", "options"), [(WRONG, ""), (ENTRY, "stripe"), ("", "from=../x.goti"), ("[1|4]\n", "")]
)
def test_a_block_that_does_not_hold(content: str, options: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as raised:
        block_html(content, options, folder=tmp_path, where=("a.md", 7))
    assert str(raised.value).startswith("a.md:")


def test_the_place_is_that_of_the_page() -> None:
    with pytest.raises(DocumentError, match=r"^a\.md:10:13: false-total"):
        block_html(WRONG, where=("a.md", 7))


def test_superfences() -> None:
    markdown = pytest.importorskip("markdown")
    pytest.importorskip("pymdownx")
    fences = [{"name": "goti", "class": "goti", "format": superfence, "validator": validator}]
    settings = {"pymdownx.superfences": {"custom_fences": fences}}

    def page(text: str) -> str:
        return str(
            markdown.markdown(
                text, extensions=["pymdownx.superfences", "goti.document.embed"], extension_configs=settings
            )
        )

    unread = (
        'goti: shared.goti#"A"', "goti steps=1-2", "goti #x", "{goti}", "Goti", "goit", 'goti steps="1-2" #x',
    )  # fmt: skip
    for each in unread:
        with pytest.raises(ValueError, match=r"^3: this block would be printed as code"):
            page(f"Text.\n\n```{each}\n[1|4] =6\n```\n")
    assert "<svg" in page(f"````md\n```goit\n```\n````\n\n```goti\n{ENTRY}```\n")
    made = page(f'Text.\n\n```goti strip steps="1-2"\n{ENTRY}```\n\nMore.\n')
    assert made.count("<svg") == 2 and '<ol class="strip" style="display: grid' in made and "<p>More.</p>" in made
    assert "गिने गए योगदान" in page(f'```goti lang="hi"\n{ENTRY}```\n')
    with pytest.raises(Exception, match="false-total"):
        page(f"```goti\n{WRONG}```\n")
    with pytest.raises(Exception, match="fence-option"):
        page(f"```goti stripe\n{ENTRY}```\n")


def test_mkdocs_builds_a_page(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("pymdownx")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Page\n\n```goti text\n{ENTRY}```\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\nplugins: []\nmarkdown_extensions:\n  - goti.document.embed\n"
        "  - pymdownx.superfences:\n      custom_fences:\n"
        "        - name: goti\n          class: goti\n          format: !!python/name:goti.document.embed.superfence\n"
        "          validator: !!python/name:goti.document.embed.validator\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "<svg" in made and "(2) -*- [1|4] (4)" in made


def test_sphinx_builds_a_page(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser")
    shutil.copy(EXAMPLES / "branching.goti", tmp_path)
    (tmp_path / "conf.py").write_text(
        'extensions = ["myst_parser", "goti.document.embed"]\nlanguage = "hi"\ngoti_rules = "seven-rocks"\n'
        'myst_fence_as_directive = ["goti"]\n'
    )

    def build(block: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "index.md").write_text(f"# Page\n\nText.\n\n{block}\n", encoding="utf-8")
        command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "html", str(tmp_path), str(tmp_path / "out")]
        return subprocess.run(command, capture_output=True, text=True)

    own, ours = (BLOCK.replace("goti", f"{word} strip steps=1-2", 1) for word in ("goti", "{goti}"))
    done = build(f'{own}\n{ours}\n```{{goti}} from="branching.goti#Partners apart"\n```\n')
    assert done.returncode == 0, done.stderr
    made = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert made.count("<figure") == 3 and made.count('class="strip"') == 2 and "गिने गए योगदान" in made
    done = build(ours.replace("=6", "=7"))
    assert done.returncode != 0 and "index.md:7:13: false-total" in done.stderr
    for each in ("goti: branching.goti", "Goti", "gotti"):
        done = build(f"```{each}\n[1|4] =6\n```\n")
        assert done.returncode != 0 and "index.md:5: this block would be printed as code" in done.stderr
    assert build(f"{ours}").returncode == 0
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-b", "text", str(tmp_path), str(tmp_path / "text")]
    assert subprocess.run(command, capture_output=True).returncode == 0
    assert "(2) -*- [1|4] (4)" in (tmp_path / "text" / "index.txt").read_text(encoding="utf-8")
