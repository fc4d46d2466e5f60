"""`goti doc` from the command line: files made or not made, what is printed, exit status, languages."""

from __future__ import annotations

import shutil
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from goti.cli import main
from goti.document.coverage import coverage, coverage_lines
from goti.document.parallel import differences
from goti.document.reading import read_page
from goti.document.shelf import Shelf
from goti.document.watch import Preview, server
from goti.tests.document.pages import BLOCK, EXAMPLES, SAMPLES, head, page_of, places


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The samples, copied into the working directory."""
    shutil.copytree(EXAMPLES, tmp_path / "pages")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_formats(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doc", "pages", "-o", "out", "--format", "html,pdf,md,txt"]) == 0
    made = {each.name for each in (folder / "out").iterdir()}
    for language in ("en", "hi"):
        assert {f"first-double.{language}.{each}" for each in ("html", "pdf", "md", "txt")} < made
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(made) + 2
    assert printed[-1] == "pages/first-double.hi.md: blocks 4 found, 4 run, 0 skipped; 40 values; 0 faults"


def test_a_wrong_document_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "pages" / "first-double.hi.md"
    path.write_text(path.read_text(encoding="utf-8").replace("{लक्ष्य=250}", "{लक्ष्य=200}"), encoding="utf-8")
    assert main(["doc", str(path.relative_to(folder)), "-o", "out", "--lang", "hi"]) == 1
    assert not (folder / "out").exists()
    printed = capsys.readouterr().out
    assert "pages/first-double.hi.md:54:" in printed and "यह 250 है, दस्तावेज़ में 200 लिखा है" in printed
    assert printed.splitlines()[-1].endswith("1 दोष")


def test_one_wrong_document_keeps_no_other_from_being_built(folder: Path) -> None:
    (folder / "pages" / "wrong.md").write_text(head() + "{totl}\n", encoding="utf-8")
    assert main(["doc", "pages", "-o", "out"]) == 1
    assert {each.name for each in (folder / "out").iterdir()} == {"first-double.en.html", "first-double.hi.html"}


def test_without_a_folder_documents_are_only_checked(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    assert main(["doc", "pages"]) == 0
    assert sorted(folder.rglob("*")) == before


def test_a_source_is_never_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "pages" / "first-double.en.md"
    before = path.read_bytes()
    assert main(["doc", str(path), "-o", "pages", "--format", "md"]) == 1
    assert path.read_bytes() == before and "overwrite" in capsys.readouterr().out


def test_the_root_lets_documents_share_files_above_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = folder / "pages" / "en"
    inner.mkdir()
    text = (folder / "pages" / "first-double.en.md").read_text(encoding="utf-8")
    (inner / "page.md").write_text(text.replace("branching.goti", "../branching.goti"), encoding="utf-8")
    assert main(["doc", "pages/en/page.md"]) == 1
    assert "outside: " in capsys.readouterr().out
    assert main(["doc", "pages/en/page.md", "--root", "pages"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pages", "--format", "docx"], "docx"),
        (["pages/first-double.en.md", "--parallel"], "two documents"),
        (["empty"], "no .md files"),
    ],
)
def test_commands_that_are_not_understood(
    arguments: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty").mkdir()
    assert main(["doc", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_document_is_one_clear_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doc", "nothing.md"]) == 1
    assert capsys.readouterr().out.startswith("nothing.md:1:1: cannot-open: ")


# -- coverage and translations ----------------------------------------------------------------------------------------


def test_coverage(tmp_path: Path) -> None:
    text = head(not_illustrated="{SR17: a lot leaves nothing}") + "{states SR17 SR43}A.\n\n"
    page = page_of(tmp_path, text + BLOCK.replace("```goti", "```goti clauses=SR29,SR43", 1))
    assert not page.problems
    found = {each.name: each for each in coverage([page], "seven-rocks")}
    assert len(found) == 62
    excused = found["SR17"]
    assert (excused.stated, excused.reason, excused.covered) == (("page.md:6",), "a lot leaves nothing", True)
    assert (found["SR43"].illustrated, found["SR43"].covered) == (("Figure 1",), True)
    assert not found["SR29"].stated and not found["SR29"].covered and found["SR29"].tested
    lines, whole = coverage_lines([page], "en")
    assert not whole and lines[-5:-2] == [
        "stated: 2/62 (3 %)", "illustrated: 2/62 (3 %)", "not illustrated, with a reason: 1/62 (1 %)",
    ]  # fmt: skip


def test_coverage_of_a_whole_document(tmp_path: Path) -> None:
    clauses = [f"SR{number}" for number in range(1, 63)]
    block = BLOCK.replace("```goti", f"```goti clauses={','.join(clauses)}", 1)
    page = page_of(tmp_path, head() + f"{{states {' '.join(clauses)}}}A.\n\n" + block)
    assert coverage_lines([page], "hi")[1]
    hindi = page_of(tmp_path, head(language="hi") + f"{{states {' '.join(clauses[1:])}}}A.\n\n" + block)
    lines, whole = coverage_lines([page, hindi], "en")
    assert not whole and [line for line in lines if " · " in line] == ["seven-rocks · en", "seven-rocks · hi"]


def test_the_samples_are_translations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doc", "--parallel", "pages/first-double.en.md", "pages/first-double.hi.md"]) == 0
    assert "same clauses" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("{states SR32 SR35 SR36}", "{states SR32 SR36}", "states SR35"),
        ("{लक्ष्य=250}", "", "gives target 250"),
        ("steps=5", "steps=4", "figure 1 of the section shows"),
        ("{योग.3=10}", "{योग.1=5}", "gives total 10"),
        ("\n## दौर का अंत\n", "\n", "3 sections"),
    ],
)
def test_a_translation_that_says_something_else(before: str, after: str, said: str, tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "branching.goti", tmp_path)
    english, hindi = (path.read_text(encoding="utf-8") for path in SAMPLES)
    (tmp_path / "a.md").write_text(english, encoding="utf-8")
    (tmp_path / "b.md").write_text(hindi.replace(before, after), encoding="utf-8")
    pages = [read_page(tmp_path / name, Shelf(tmp_path), name) for name in ("a.md", "b.md")]
    assert not pages[1].problems, pages[1].problems
    found = list(differences(pages[0], pages[1], "en"))
    assert (said in "\n".join(found)) and bool(found) == bool(said)


TWO = [
    ("table\n[1|4]\n[1|1]@[1|4] =6", "table\n[1|4]\n[4|4]@[1|4] =9"),
    ("table\n[5|5]", "table\n[0|1]"),
    ("\nsettlement seven-rocks\nleft A [0|3]", "\nsettlement seven-rocks\nleft A [1|2]"),
    ("score=paper\nseats A B C D\nscore A+C 50", "score=paper\nseats A B C D\nscore A+C 95"),
    ("score=paper\nscore A 50 B 5", "score=board\nscore A 50 B 5"),
    ("\n[1|4]", "unmarked\n[1|4]"),
    ("compare=american-sniff\n[1|4]", "compare=all-fives\n[1|4]"),
]


@pytest.mark.parametrize(("one", "other"), TWO)
def test_figures_that_differ(one: str, other: str, tmp_path: Path) -> None:
    first, second, again = (page_of(tmp_path, f"{head()}~~~goti {each}\n~~~\n") for each in (one, other, one))
    assert not (first.problems or second.problems), places(first) + places(second)
    assert len(list(differences(first, second, "en"))) == 1
    assert not list(differences(first, again, "en"))


# -- the live preview -------------------------------------------------------------------------------------------------


def _get(port: int, path: str = "/", host: str = "127.0.0.1") -> tuple[int, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": f"{host}:{port}"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode("utf-8")
    except urllib.error.HTTPError as error:
        return error.code, ""


def test_the_preview_shows_pages_and_errors(folder: Path) -> None:
    path = folder / "pages" / "first-double.en.md"
    preview = Preview([(path, path.parent)], "hi")
    preview.build()
    serving = server(preview, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    try:
        port = serving.server_address[1]
        assert serving.server_address[0] == "127.0.0.1"
        status, text = _get(port)
        assert status == 200 and "<h1>The first double</h1>" in text and "EventSource" in text
        assert _get(port, "/first-double.en")[1] == text
        assert _get(port, "/../../etc/passwd")[0] == 404 and _get(port, host="example.org")[0] == 403
        path.write_text(head() + "{totl} <\n", encoding="utf-8")
        preview.build()
        text = _get(port)[1]
        assert "unknown-value" in text and "{totl} &lt;" in text and "<h1>The first double</h1>" in text
    finally:
        preview.stopped.set()
        serving.shutdown()
        serving.server_close()


def test_a_save_is_seen(folder: Path) -> None:
    path = folder / "pages" / "first-double.en.md"
    preview = Preview([(path, path.parent)], "en")
    preview.build()
    following = threading.Thread(target=preview.follow, daemon=True)
    following.start()
    try:
        text = path.read_text(encoding="utf-8")
        for attempt in range(20):  # the watcher may start later than the first save
            path.write_text(text.replace("The first double\n", f"The first double {attempt}\n"), encoding="utf-8")
            if preview.wait(1, 1) > 1:
                break
        assert "The first double" in preview.pages["first-double.en"] and preview.version > 1
    finally:
        preview.stopped.set()
        following.join(timeout=10)
    assert not following.is_alive()


@pytest.mark.parametrize("port", ["70000", "99999999", "-1"])
def test_a_port_there_is_not(port: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doc", "pages", "--watch", "--port", port]) == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize("output", [[], ["-o", "out"]])
def test_a_figure_that_cannot_be_drawn(output: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = head() + "~~~goti score=paper\nscore A+C 51 B+D 200\n~~~\n"
    (folder / "s.md").write_text(text, encoding="utf-8")
    assert main(["doc", "s.md", *output]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("s.md:5:1: not-drawn: ") and printed[-1].endswith("1 fault")


def test_what_keeps_a_page_from_being_written_is_a_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "s.md").write_text(head(pages="2") + "a\n", encoding="utf-8")
    assert main(["doc", "s.md", "-o", "out", "--format", "pdf"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert "page-count" in printed[0] and printed[-1].endswith("1 fault")
