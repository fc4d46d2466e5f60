"""House rules named by a record: found beside or below it, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goti import api
from goti.cli import main
from goti.engine.errors import RulesError
from goti.engine.findings import Verdict
from goti.engine.house import HouseRulesError, house_rules
from goti.engine.rules import load_rules

HOUSE = 'extends = "seven-rocks@1"\nid = "club"\n[field]\ninner-spinner = "open-halves"\n'
RECORD = "layout {rules}\n[1|1] =2\n[1|4]@[1|1] =6\n[1|2]@[1|1] =8\n"
"""8 is 4 + 2 and the two open sides of [1|1]; in Seven Rocks they add nothing."""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder `club` with rules in it and below, and rules and links that lead out of it."""
    folder = tmp_path / "club"
    (folder / "rules").mkdir(parents=True)
    (folder / "house.toml").write_text(HOUSE, encoding="utf-8")
    (folder / "rules" / "target.toml").write_text('extends = "base.toml"\nid = "t"\n[field]\ntargets = 99\n', "utf-8")
    (folder / "rules" / "base.toml").write_text(HOUSE.replace("club", "base"), encoding="utf-8")
    (folder / "rules" / "out.toml").write_text('extends = "../../secret.toml"\n', encoding="utf-8")
    (tmp_path / "secret.toml").write_text(HOUSE.replace("club", "secret"), encoding="utf-8")
    (folder / "link.toml").symlink_to(tmp_path / "secret.toml")
    (folder / "up").symlink_to(tmp_path)
    (folder / "folder.toml").mkdir()
    return folder


def test_a_record_is_judged_by_the_rules_beside_it(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = club / "a.goti"
    for rules, reference in (("house.toml", "club@1"), ("rules/base.toml", "base@1"), ("./house.toml", "club@1")):
        path.write_text(RECORD.format(rules=f'{rules} "Tuesday"'), encoding="utf-8")
        loaded = api.load(path)
        assert loaded.verdict is Verdict.PASS
        entry = loaded.entries[0].judged.entry
        assert entry is not None and entry.rules.ref == reference
        assert main(["check", str(path)]) == 0
        assert main(["check", "--rules", "seven-rocks", str(path)]) == 1
        assert main(["fmt", str(path)]) == 0
        assert f'layout {rules} "Tuesday"\n[1|1] =2\n' in capsys.readouterr().out


def test_extends_begins_at_its_own_file(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = house_rules("rules/target.toml", club)
    assert (rules.targets, rules.values["inner-spinner"]) == ({4: 99}, "open-halves")
    monkeypatch.chdir(club.parent)
    assert load_rules("club/rules/target.toml") == rules
    assert load_rules("club/rules/out.toml").values == house_rules("house.toml", club).values  # the user's own word


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("../secret.toml", "outside"), ("rules/../../secret.toml", "outside"), ("/secret.toml", "outside"),
        ("link.toml", "outside"), ("up/secret.toml", "outside"), ("c:secret.toml", "outside"),
        ("..\\secret.toml", "outside"), ("none.toml", "missing"), ("folder.toml", "missing"),
    ],
)  # fmt: skip
def test_what_a_record_may_not_name(club: Path, name: str, key: str) -> None:
    with pytest.raises(HouseRulesError) as error:
        house_rules(name, club)
    assert error.value.key == f"unknown-rules-{key}" and f"`{name}`" in str(error.value)
    [entry] = api.check_lines(RECORD.format(rules=name).splitlines(), folder=club)
    assert [(each.line, each.column, each.code, each.width) for each in entry.findings] == [
        (1, 8, "unknown-rules", len(name))
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('extends = "../../secret.toml"', r"`\.\./secret.toml` is not looked for"),
        ('extends = "a.toml"', "extends itself"),
        ('extends = "b.toml"', "extends itself"),
        ('extends = "seven-rocks"\n[field]\nreserve = 9', "reserve = 9, but nobody draws"),
        ("# " + "x" * (1 << 18), "longer than 262144 bytes"),
        ("\xff", "no valid TOML"),
    ],
)
def test_rules_that_are_refused(club: Path, text: str, reason: str) -> None:
    (club / "rules" / "a.toml").write_text(text, encoding="utf-8")
    (club / "rules" / "b.toml").write_text('extends = "a.toml"', encoding="utf-8")
    with pytest.raises(RulesError, match=reason):
        house_rules("rules/a.toml", club)


def test_a_text_without_a_file_has_no_folder() -> None:
    for loaded in (api.check(RECORD.format(rules="house.toml")), api.replay(RECORD.format(rules="house.toml"))):
        assert [each.values["text"] for each in loaded.findings] == ["unknown-rules-no-folder"]
    assert api.check(RECORD.format(rules="house.toml"), "american-sniff").verdict is Verdict.PASS


_PARTS = st.sampled_from(("..", ".", "up", "rules", "club", "secret.toml", "house.toml", "link.toml", "", "/"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_PARTS, min_size=1, max_size=6))
def test_no_path_leads_out(club: Path, parts: list[str]) -> None:
    try:
        assert house_rules("/".join(parts), club).id == "club"
    except RulesError:
        assert "/".join(parts) not in ("house.toml", "./house.toml")
