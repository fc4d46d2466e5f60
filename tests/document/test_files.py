"""The files a document makes: inside their folder, one for each picture, all of them or none, whole after Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

from goti.cli import main
from goti.document import command
from goti.document.command import unlike_stems
from goti.document.fences import MOST_LABEL, is_label
from goti.document.rewrite import write_markdown
from goti.engine.errors import RenderError
from goti.render.faces import Face
from goti.render.fonts import font_entry
from goti.streams import Quit, write_files
from goti.tests.document.pages import BLOCK, head, page_of, places


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder `in` inside the working directory."""
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("label", ["x/../../../a", "../../a", "a/b", "a\\b", "..", ".", "-a", "a:b", "a" * 41, ""])
def test_a_name_is_no_path(label: str, folder: Path) -> None:
    (folder / "in" / "d.md").write_text(head() + f"~~~goti #{label}\n[1|4]\n~~~\n", encoding="utf-8")
    before = set(folder.rglob("*"))
    assert main(["doc", "in/d.md", "-o", "in/out", "--format", "md"]) == 1
    assert set(folder.rglob("*")) == before


def test_names_have_letters_of_any_script() -> None:
    assert all(map(is_label, ("a", "1", "शुरुआत-२", "_a", "é", "n" * MOST_LABEL)))


@pytest.mark.parametrize("name", ["../a.svg", "a/b.svg", "/a.svg", "..", "", "a\0.svg"])
def test_no_file_is_written_outside(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "outputs", lambda page, stem, formats: [("a.md", b"a"), (name, b"b")])
    (folder / "in" / "d.md").write_text(head() + "a\n", encoding="utf-8")
    assert main(["doc", "in/d.md", "-o", "in/out", "--format", "md"]) == 1
    assert not (folder / "in" / "out").exists()
    with pytest.raises(RenderError):
        command._inside(folder, name)


def test_every_picture_has_a_name_of_its_own(folder: Path) -> None:
    two = BLOCK.replace("```goti", "```goti #a steps=1-2", 1)
    other = "```goti #a-1\n[6|6] =12\n```\n"
    (folder / "in" / "e.md").write_text(head() + two + other + other.replace("#a-1", "#x-1"), encoding="utf-8")
    (folder / "in" / "e-x.md").write_text(head() + other.replace("#a-1", "#1"), encoding="utf-8")
    assert main(["doc", "in", "-o", "out", "--format", "md"]) == 0
    shown = [
        line.rpartition("(")[2].rstrip(")")
        for each in sorted((folder / "out").glob("*.md"))
        for line in each.read_text(encoding="utf-8").splitlines()
        if line.startswith("![")
    ]
    assert shown == ["e-x.1-1.svg", "e.a-1.svg", "e.a-2.svg", "e.a-1-1.svg", "e.x-1-1.svg"]
    assert sorted(shown) == sorted(each.name for each in (folder / "out").glob("*.svg"))


def test_names_that_one_file_would_have_are_one(tmp_path: Path) -> None:
    text = "".join(f"```goti #{each}\n[1|4]\n```\n" for each in ("a", "A", "é", "é"))
    assert places(page_of(tmp_path, head() + text)) == [("label-twice", 8, 10), ("label-twice", 14, 10)]


def test_documents_of_one_name_are_told_apart() -> None:
    paths = [Path(each) for each in ("/x/a/b.md", "/y/a/b.md", "/y/c/b.md", "/y/a-b.md", "/y/d.md")]
    assert unlike_stems(paths) == ["x-a-b", "y-a-b", "c-b", "y-a-b-4", "d"]
    assert unlike_stems([Path("a/b.md"), Path("c/b.md")]) == ["a-b", "c-b"]


def test_a_document_named_twice_is_built_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "in" / "d.md").write_text(head() + "a\n", encoding="utf-8")
    assert main(["doc", "in/d.md", "in", "-o", "out"]) == 0
    assert [each.name for each in (folder / "out").iterdir()] == ["d.html"]
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_all_files_are_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Quit):
        write_files([(tmp_path / "a", b"a"), (tmp_path / ("b" * 300), b"b")])
    assert not list(tmp_path.iterdir())

    def stop(path: Path, data: bytes) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "write_bytes", stop)
        write_files([(tmp_path / "a", b"a")])
    assert not list(tmp_path.iterdir())
    write_files([(tmp_path / "a", b"a"), (tmp_path / "c" / "b", b"b")])
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["a", "b", "c"]


def test_no_python_runs_while_a_glyph_is_drawn() -> None:
    """HarfBuzz swallows what is raised there, as an interruption is, and the outline would be short."""
    face = Face(font_entry("en"), False, "", "")
    called: list[str] = []

    def watch(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            called.append(frame.f_code.co_name)

    sys.setprofile(watch)
    try:
        face.font.draw_glyph(face.font.get_nominal_glyph(ord("8")), face.teller.funcs, "")
    finally:
        sys.setprofile(None)
    assert not called and face.teller.said.getvalue().count("\n") > 10


def test_markdown_names_pictures_by_page_and_figure(tmp_path: Path) -> None:
    _, files = write_markdown(page_of(tmp_path, head() + BLOCK), "page")
    assert list(files) == ["page.figure-1-1.svg"]


def test_links_lead_somewhere_from_the_folder_written_to(folder: Path) -> None:
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'
    (folder / "in" / "p.svg").write_text(picture, encoding="utf-8")
    (folder / "in" / "b.md").write_text(head() + "b\n", encoding="utf-8")
    text = "## The game {#game}\n\n{states SR36}\n\n" + BLOCK.replace("```goti", "```goti #own", 1)
    text += "\n[](#own) [](#game) [](#SR36) ![a](p.svg) [p](p.svg) [b](b.md) [c](https://a.b/c)\n"
    (folder / "in" / "a.md").write_text(head(numbered="yes") + text, encoding="utf-8")
    assert main(["doc", "in", "-o", "out/x", "--format", "md,html"]) == 0
    made = (folder / "out" / "x" / "a.md").read_text(encoding="utf-8")
    assert "## 1 The game\n" in made
    assert (
        "[Figure 1](#1-the-game) [section 1](#1-the-game) [section 1](#1-the-game) ![a](a.picture-1.svg) "
        "[p](a.picture-1.svg) [b](b.md) [c](https://a.b/c)\n"
    ) in made
    assert (folder / "out" / "x" / "a.picture-1.svg").read_text(encoding="utf-8") == picture
    page = (folder / "out" / "x" / "a.html").read_text(encoding="utf-8")
    assert '<a href="../../in/p.svg">' in page and '<a href="b.html">' in page and '<a href="#own">' in page
