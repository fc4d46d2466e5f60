"""Templates: one text for several games, the lines of what they make, and everything they are not allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.document.reading import read_page
from goti.document.sandbox import Sandbox
from goti.document.shelf import Shelf
from goti.document.template import TemplateFault, expand
from goti.engine.rules import rule_set
from goti.tests.doc_blocks import ROOT
from goti.tests.document.pages import BLOCK, head, page_of, places


def made(text: str, root: Path = Path("."), **values: object) -> list[tuple[str, int]]:
    """The lines of a template with the number of the line each comes from."""
    lines, origins = expand(text, "page.md", root, values, lambda name: name)
    return [(line, origin.line) for line, origin in zip(lines, origins, strict=True)]


def test_every_line_has_its_origin() -> None:
    text = "one\n{% for a in [1, 2] %}\n- item\n\n  more\n{% endfor %}\n"
    text += "{% set x %}Seven{% endset %}\n{% if x == 'Seven' %}\nyes\n{% endif %}\nlast"
    assert made(text) == [
        ("one", 1), ("- item", 3), ("", 4), ("  more", 5), ("- item", 3), ("", 4), ("  more", 5), ("yes", 9),
        ("last", 11),
    ]  # fmt: skip


def test_lines_of_included_files(tmp_path: Path) -> None:
    (tmp_path / "part.md").write_text("part\n\nof {{ name }}\n", encoding="utf-8")
    (tmp_path / "base.md").write_text("base\n{% block body %}{% endblock %}\nend\n", encoding="utf-8")
    lines, origins = expand(
        "{% extends 'base.md' %}\n{% block body %}\nown\n{% include 'part.md' %}\n{% endblock %}\n",
        "page.md", tmp_path, {"name": "x"}, lambda name: name,
    )  # fmt: skip
    found = [(line, origin.path, origin.line) for line, origin in zip(lines, origins, strict=True)]
    assert found[:5] == [
        ("base", "base.md", 1), ("own", "page.md", 3), ("part", "part.md", 1), ("", "part.md", 2),
        ("of x", "part.md", 3),
    ]  # fmt: skip


@given(st.lists(st.sampled_from(["word", "", "{{ n }} x", "- [1|4]", "  in", "{% if n %}", "| a | b |"]), max_size=12))
def test_lines_of_any_template(parts: list[str]) -> None:
    text = "\n".join([*parts, *("{% endif %}" for each in parts if each == "{% if n %}")])
    source = text.split("\n")
    for line, number in made(text, n="N"):
        assert source[number - 1].replace("{{ n }}", "N") == line or "{%" in source[number - 1]


def test_one_template_serves_several_games(tmp_path: Path) -> None:
    (tmp_path / "game.md").write_text(
        "{{ rules.name }}: {{ rules.targets[4] }} points{% if rules.stock != 'none' %}, draw{% endif %}.\n\n"
        "```goti\n[1|4] =5 +5\n```\n",
        encoding="utf-8",
    )
    shown = []
    for game in ("seven-rocks", "american-sniff"):
        page = page_of(
            tmp_path, head(template="yes", lint="all").replace("seven-rocks", game) + "{% include 'game.md' %}"
        )
        assert not page.problems, places(page)
        shown.append(next(line for line in page.lines if line))
        assert page.rules == rule_set(game)
    assert shown == ["Seven Rocks: 250 points.", "American Sniff: 200 points, draw."]


def test_a_problem_in_an_included_file_is_at_its_line_there(tmp_path: Path) -> None:
    text = head(template="yes") + "{% include 'part.md' %}\n"
    page = page_of(tmp_path, text, part__md="Text.\n\n" + BLOCK.replace("=6", "=7"))
    assert [(each.origin.path, each.origin.line, each.column) for each in page.problems] == [("part.md", 5, 13)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{% for i in range(10**9) %}{% endfor %}", "template-refused"),
        ("{% for i in range(1000000) %}{% endfor %}", "template-steps"),
        ("{% for i in range(999) %}{% for j in range(999) %}{% endfor %}{% endfor %}", "template-steps"),
        ("{% macro m(n) %}{{ m(n) }}{% endmacro %}{{ m(1) }}", "template-fails"),
        (
            "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
            "template-steps",
        ),
        (
            "{% macro m(x) %}{{ m(x ~ x) }}{% endmacro %}{{ m('aaaa') }}",
            "template-letters",
        ),
        ("{{ 'x' * 1000000000 }}", "template-refused"),
        ("{{ 'x' + 'y' }}", "template-refused"),
        ("{{ '%999999999d' % 1 }}", "template-refused"),
        ("{{ '%999999999d' | format(1) }}", "template-syntax"),
        ("{{ 'x' | center(999999999) }}", "template-syntax"),
        ("{{ 'x'.join([1]) }}", "template-refused"),
        ("{{ ''.__class__.__mro__ }}", "template-refused"),
        ("{{ range.__globals__ }}", "template-refused"),
        ("{{ self._TemplateReference__context }}", "template-refused"),
        ("{{ rules['__class__'] }}", "template-name"),
        ("{{ [1, 2] }}", "template-refused"),
        ("{% include '../secret.md' %}", "template-missing"),
        ("{% include '/etc/passwd' %}", "template-missing"),
        ("{% include 'a/../../secret.md' %}", "template-missing"),
        ("{% import 'os' as os %}", "template-missing"),
        ("{% include 'page.md' %}", "template-fails"),
        ("{{ 1 / 0 }}", "template-fails"),
        ("{{ namespace() }}{{ cycler }}", "template-name"),
        ("{% for i in range(9000) %}{{ title }}{{ title }}{{ title }}{% endfor %}", "template-letters"),
        ("{% for i in range(900) %}{% set a = range(900) | list | sort | unique %}{% endfor %}", "template-steps"),
        (
            "{% for i in range(900) %}{{ range(900) | list | first }}{% endfor %}",
            "template-steps",
        ),
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "template-fails"),
        ("{{ " + "1 + " * 20000 + "1 }}", "template-fails"),
        ("{% if 1 %}" * 3000 + "{% endif %}" * 3000, "template-fails"),
    ],
)
def test_a_hostile_template_is_refused(text: str, code: str, tmp_path: Path) -> None:
    (tmp_path.parent / "secret.md").write_text("secret", encoding="utf-8")
    page = page_of(tmp_path, head(template="yes").replace("A page", "x" * 100) + f"a\n\n{text}\n")
    assert [each.code for each in page.problems] == [code]
    assert page.problems[0].origin.line in (1, 8)
    assert "secret" not in "".join(page.lines[5:]) or "secret.md" in text


def test_files_that_include_each_other_twice(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"f{number}.md").write_text(f"{{% include 'f{number + 1}.md' %}}" * 2, encoding="utf-8")
    (tmp_path / "f30.md").write_text("x", encoding="utf-8")
    page = page_of(tmp_path, head(template="yes") + "{% include 'f0.md' %}\n")
    assert [each.code for each in page.problems] == ["template-steps"]


def test_files_that_are_not_there_are_named_as_they_were_written(tmp_path: Path) -> None:
    page = page_of(tmp_path, head(template="yes") + "{% include ['/etc/passwd', '../x'] %}\n")
    assert page.problems[0].values == {"found": "/etc/passwd, ../x"}


def test_a_template_cannot_reach_over_a_link(tmp_path: Path) -> None:
    outside, root = tmp_path / "secret.md", tmp_path / "root"
    outside.write_text("secret", encoding="utf-8")
    root.mkdir()
    try:
        (root / "part.md").symlink_to(outside)
    except OSError:
        pytest.skip("no links here")
    with pytest.raises(TemplateFault) as raised:
        expand("{% include 'part.md' %}", "page.md", root, {}, lambda name: name)
    assert raised.value.code == "template-missing"
    page = page_of(root, head() + "```goti: part.md\n```\n\n[a](part.md)\n")
    assert [each.code for each in page.problems] == ["outside", "no-file-link"]


def test_pages_that_are_no_templates_keep_their_braces(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("# A\n\n`{{ x }}` and `{% y %}`\n", encoding="utf-8")
    page = read_page(path, Shelf(tmp_path))
    assert not page.problems and page.lines[2] == "`{{ x }}` and `{% y %}`"


TWICE = "{% set x = [x, x] %}{% set y = [y, y] %}{% set t = (t, t) %}"
NESTED = "{% set x = [1] %}{% set y = [1] %}{% set t = (1,) %}" + TWICE * 40


@pytest.mark.parametrize(
    "expression",
    [
        "x == y", "x < y", "1 == x == y", "x in [y]", "[x, y]|sort|length", "[t, t]|unique|length", "{t: 1}|length",
        "{1: 2}[t]", "[x]|join", "x ~ y", "x|lower", "x is eq y", "x is in [y]",
    ],
)  # fmt: skip
def test_nesting_takes_steps(expression: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head(template="yes") + NESTED + "{{ 1 if " + expression + " else 0 }}\n")
    assert {each.code for each in page.problems} <= {
        "template-steps",
        "template-refused",
        "template-fails",
    } and page.problems


def test_text_in_loops_takes_letters_and_steps(tmp_path: Path) -> None:
    many = "{% for i in range(19000) %}" + "a" * 1000 + "{% endfor %}"
    assert [each.code for each in page_of(tmp_path, head(template="yes") + many).problems] == ["template-letters"]
    upper = "{% set a %}" + "a" * 99000 + "{% endset %}{% for i in range(900) %}{% if a|upper %}{% endif %}{% endfor %}"
    assert [each.code for each in page_of(tmp_path, head(template="yes") + upper).problems] == ["template-steps"]


def test_small_comparisons_take_none(tmp_path: Path) -> None:
    text = "{% for i in range(9000) %}{% if i == 8999 and [i, 1]|sort|first == 1 %}{{ i }}{% endif %}{% endfor %}\n"
    page = page_of(tmp_path, head(template="yes") + text)
    assert not page.problems and "8999" in "".join(page.lines)


def test_values_by_both_names(tmp_path: Path) -> None:
    page = page_of(tmp_path, head(template="yes", values="{who: Asha}") + "{{ who }} {{ values.who }}\n")
    assert not page.problems and "Asha Asha" in "".join(page.lines)


@pytest.mark.parametrize(
    ("expression", "known"),
    [("whom", "who"), ("values.whom", "who"), ("rules.players", "hand_sizes"), ("nobody.name", "title")],
)
def test_a_name_there_is_not(expression: str, known: str, tmp_path: Path) -> None:
    page = page_of(tmp_path, head(template="yes", values="{who: Asha}") + "{{ " + expression + " }}\n")
    [problem] = page.problems
    assert problem.code == "template-name" and known in problem.said("en").split("there are: ")[1].split(", ")


def test_the_page_lists_what_a_template_can_use(tmp_path: Path) -> None:
    said = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
    made = Sandbox(tmp_path)
    for before, names in (("Filters: ", made.filters), ("Tests behind `is`: ", made.tests)):
        listed = said.split(before)[1].split(".")[0]
        assert [each.strip("`") for each in listed.split(", ")] == sorted(names)
