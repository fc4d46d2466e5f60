"""The pytest plugin, as a project uses it: a folder of `.goti` files, and pytest in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from goti.engine.messages import languages, message
from goti.engine.rules import load_rules, rule_set_ids
from goti.tests.doc_blocks import Block, blocks

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "testing.md"


def run(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """pytest in a folder, with this plugin and those that `words` name; no other is loaded."""
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT / ".dev"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "80",
        "GOTI_LANG": "en", "PYTHONIOENCODING": "utf-8", **variables,
    }  # fmt: skip
    # On a machine that calls itself CI, pytest does not shorten the lines of its summary.
    for name in {"PYTEST_ADDOPTS", "CI", "BUILD_NUMBER"} - set(variables):
        environment.pop(name, None)
    command = [sys.executable, "-m", "pytest", "-p", "goti.pytest_plugin", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")


def summary(done: subprocess.CompletedProcess[str]) -> str:
    """The last line without its time."""
    return re.sub(r" in [0-9.]+s.*", "", done.stdout.strip().splitlines()[-1]).strip("= ")


def names(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The node ids that `--co -q` lists."""
    return [line for line in done.stdout.splitlines() if "::" in line]


def page() -> list[Block]:
    return blocks(PAGE.read_text(encoding="utf-8"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The three files of docs/testing.md: one passes, one fails, one is known to differ."""
    for block in page():
        if block.option("file"):
            (tmp_path / str(block.option("file"))).write_text(block.text, encoding="utf-8")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["differs.goti", "fails.goti", "passes.goti"]
    return tmp_path


def test_three_files(project: Path) -> None:
    """What the page shows is what pytest prints, line after line, and no Python is shown."""
    [block] = (each for each in page() if each.lines[:1] == ("$ pytest -rfx",))
    done = run(project, "-rfx")
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    start = printed.index(block.lines[1])
    assert printed[start : start + len(block.lines) - 1] == list(block.lines[1:])
    assert summary(done) == "1 failed, 1 passed, 1 xfailed" and done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr and ".py" not in "\n".join(printed[start:])


def test_one_entry_again(project: Path) -> None:
    assert summary(run(project, "-k", "double and not program")) == "1 failed, 2 deselected"
    assert summary(run(project, "differs.goti::Another program")) == "1 xfailed"
    assert summary(run(project, "--lf")) == "1 failed"  # the first run remembers what failed
    assert "stopping after 1 failures" in run(project, "-x").stdout


def test_in_several_processes(project: Path) -> None:
    done = run(project, "-p", "xdist", "-n", "2")
    assert summary(done) == "1 failed, 1 passed, 1 xfailed"
    assert "fails.goti:3:13: false-total" in done.stdout


def test_junit(project: Path) -> None:
    run(project, "--junitxml", "out.xml")
    cases = {str(each.get("name")): each for each in ElementTree.parse(project / "out.xml").iter("testcase")}
    found = {
        name: {str(each.get("name")): each.get("value") for each in case.iter("property")}
        for name, case in cases.items()
    }
    assert found == {
        "Another program": {"file": "differs.goti", "line": "1", "outcome": "differs as known"},
        "A double at an end": {"file": "fails.goti", "line": "1", "outcome": "fail"},
        "Open sides add nothing": {"file": "passes.goti", "line": "1", "outcome": "pass"},
    }
    failure = cases["A double at an end"].find("failure")
    assert failure is not None and str(failure.text).startswith("fails.goti:1: layout")


def test_surprises_fail(project: Path) -> None:
    path = project / "differs.goti"
    path.write_text(path.read_text(encoding="utf-8").replace("=10 +10  #?", "=5 +5  #?"), encoding="utf-8")
    done = run(project, "differs.goti")
    assert summary(done) == "1 failed"
    assert 'differs.goti:1: layout "Another program": agrees by surprise' in done.stdout
    assert "line 5: false-total (wrong) -- it counts a half" in done.stdout


def test_another_reading(project: Path) -> None:
    """Under American Sniff the open sides of [1|1] count, and the other program is wrong in another place."""
    done = run(project, "--goti-rules", "american-sniff")
    assert summary(done) == "3 failed" and "open sides" not in done.stderr
    (project / "house.toml").write_text('extends = "seven-rocks@1"\nid = "club"\n[field]\nmultiple-of = 3\n', "utf-8")
    done = run(project, "--goti-rules", "house.toml:inner-spinner=open-halves", "fails.goti", "-v")
    assert "multiple of: 3" in done.stdout
    for wrong, said in (
        ("nothing", "no rule set 'nothing'"),
        ("missing.toml", "missing.toml: cannot be read: No such file"),
    ):
        done = run(project, "--goti-rules", wrong)
        assert done.returncode == pytest.ExitCode.USAGE_ERROR and said in done.stderr
        assert "Traceback" not in done.stdout + done.stderr


def test_what_is_said_is_in_the_language_asked_for(project: Path) -> None:
    done = run(project, "-rx", GOTI_LANG="hi")
    assert "अंतर, जैसा ज्ञात है: पंक्ति 5: " in done.stdout and "as known" not in done.stdout
    assert "ग़लत" in done.stdout and "गलत" not in done.stdout
    done = run(project, "--goti-rules", "nothing", GOTI_LANG="hi")
    assert "'nothing' नाम का नियम-समूह नहीं है" in done.stderr
    (project / "mark.goti").write_text("layout seven-rocks\n[1|1] =2  #! nonsense\n", "utf-8")
    assert "'nonsense' नाम का कोई कोड" in run(project, "mark.goti", GOTI_LANG="hi").stdout


def test_names_are_unique(tmp_path: Path) -> None:
    titles = ('"[1|4] :: again"', '"[1|4] :: again"', "", "", '"   "', '"line 7"')
    entries = (f"layout seven-rocks {title}\n[1|4] =5 +5\n" for title in titles)
    (tmp_path / "a.goti").write_text("# a comment\n" + "\n".join(entries), encoding="utf-8")
    found = names(run(tmp_path, "--co", "-q"))
    assert found == [
        "a.goti::(1|4) : again", "a.goti::(1|4) : again (2)", "a.goti::line 8", "a.goti::line 11", "a.goti::line 14",
        "a.goti::line 7",
    ]  # fmt: skip
    for name in found:
        assert summary(run(tmp_path, name)) == "1 passed"


def test_records_without_marks(tmp_path: Path) -> None:
    """Notes and what is undecided do not fail a record; what is wrong or cannot be read does. Layouts can go on."""
    (tmp_path / "a.goti").write_text(
        'layout seven-rocks "first"\n[1|4] =5\n\nlayout seven-rocks "second" after "first"\n[1|1]@[1|4] =6\n\n'
        'layout seven-rocks "unread"\n[1|4] =x\n\nmatch seven-rocks "open"\nseats A B C D\n'
        "round 1\nlot A\nA: [6|6] =12\nB: pass\nunfinished\n",
        encoding="utf-8",
    )
    done = run(tmp_path, "-v")
    assert re.findall(r"a.goti::(\w+) ([A-Z]+)", done.stdout.split("FAILURES")[0]) == [
        ("first", "PASSED"), ("second", "PASSED"), ("unread", "FAILED"), ("open", "PASSED")
    ]  # fmt: skip
    assert summary(run(tmp_path, "a.goti::second")) == "1 passed"


def test_which_files(project: Path) -> None:
    (project / "games").mkdir()
    (project / "games" / "passes.goti").write_bytes((project / "passes.goti").read_bytes())
    (project / "pytest.ini").write_text("[pytest]\ngoti_files = games/*.goti f*.goti\n", encoding="utf-8")
    assert names(run(project, "--co", "-q")) == [
        "fails.goti::A double at an end", "games/passes.goti::Open sides add nothing",
    ]  # fmt: skip
    assert summary(run(project, "passes.goti")) == "1 passed"  # named, so it is meant
    (project / "pytest.ini").write_text("[pytest]\ngoti_files =\n", encoding="utf-8")
    assert run(project).returncode == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bad.goti").write_bytes("layout seven-rocks\n# caf\xe9\n".encode("latin-1"))
    done = run(tmp_path)
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    assert "bad.goti:2:6: not-utf8: " in done.stdout and "Traceback" not in done.stdout + done.stderr
    (tmp_path / "bad.goti").write_text("layout seven-rocks\n[1|4] =5 +5  #? false-total\n", encoding="utf-8")
    assert "bad.goti:2: #? takes codes and a reason" in run(tmp_path).stdout


def test_in_hindi(project: Path) -> None:
    done = run(project, "fails.goti", GOTI_LANG="hi")
    assert message("hi", "clause.sum") in done.stdout and message("hi", "expect.fail") in done.stdout


def test_nothing_is_loaded_without_a_file(tmp_path: Path) -> None:
    """A project without `.goti` files pays for this module alone."""
    (tmp_path / "conftest.py").write_text(
        "import sys\n"
        "def pytest_unconfigure():\n"
        "    print('loaded', sorted(name for name in sys.modules if name.partition('.')[0] in ('goti', 'lark')))\n",
        encoding="utf-8",
    )
    (tmp_path / "test_a.py").write_text("def test_a():\n    pass\n", encoding="utf-8")
    done = run(tmp_path)
    assert "loaded ['goti', 'goti.pytest_plugin']" in done.stdout, done.stdout


def test_this_repository_collects_its_own_fixtures_only() -> None:
    """`pytest fixtures` here takes the folders with marks; the faults of examples and samples are not marked."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["pytest11"] == {"goti": "goti.pytest_plugin"}
    done = run(ROOT, "--co", "-q", "-p", "no:cacheprovider", "-o", "addopts=", "fixtures")
    folders = {each.split("/")[1] for each in names(done)}
    assert folders == {ref.partition("@")[0] for ref in rule_set_ids()} | {"known-to-differ"}
    done = run(ROOT, "-p", "no:cacheprovider", "-o", "addopts=", "fixtures/known-to-differ", "fixtures/seven-rocks")
    assert re.fullmatch(r"[0-9]+ passed, [0-9]+ xfailed", summary(done)), done.stdout


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ref", rule_set_ids())
def test_every_clause_has_its_sentence(ref: str, language: str) -> None:
    rules = load_rules(ref)
    for name in rules.clauses:
        assert "{" not in message(language, f"clause.{name}", **rules.values)
