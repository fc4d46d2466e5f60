"""Colours that can be read, and theme files."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from goti.engine.errors import RenderError
from goti.render import THEMES, Theme
from goti.render.theme import IVORY, SHIPPED, contrast, theme


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("shown", THEMES.values(), ids=THEMES)
def test_every_text_and_mark_stands_out(shown: Theme) -> None:
    assert contrast(shown.badge, shown.badge_text) >= 4.5
    assert contrast(shown.text, shown.background) >= 4.5
    assert contrast(shown.muted, shown.background) >= 4.5
    for mark in (shown.badge, shown.dot):
        for ground in (shown.background, shown.tile, shown.placed):
            assert contrast(mark, ground) >= 4.5
    for ground in (shown.tile, shown.placed):
        assert contrast(shown.pip, ground) >= 4.5
    for line in (shown.spinner, shown.differs):
        assert min(contrast(line, each) for each in (shown.tile, shown.background)) >= 3
    assert contrast(shown.placed_frame, shown.placed) >= 3


@pytest.mark.parametrize("shown", THEMES.values(), ids=THEMES)
def test_report_82_a_badge_stands_out_on_tile_pip_and_page(shown: Theme) -> None:
    for ground in (shown.tile, shown.placed, shown.pip, shown.background):
        assert max(contrast(shown.badge, ground), contrast(shown.badge_ring, ground)) >= 4.5
    assert contrast(shown.badge, shown.badge_ring) >= 4.5


def test_print_has_no_colour() -> None:
    for name in ("background", "tile", "tile_edge", "divider", "pip", "spinner", "placed", "badge", "dot", "text"):
        value = getattr(THEMES["print"], name)
        assert value[1:3] == value[3:5] == value[5:7]
    # Without colour the branching double is told by its heavy outline.
    assert THEMES["print"].spinner_width >= 3 * THEMES["print"].edge_width


def test_every_shipped_file_is_a_theme_of_its_name() -> None:
    kept = {each.name for each in files("goti.render").joinpath("themes").iterdir() if each.name.endswith(".toml")}
    assert kept == {f"{name}.toml" for name in SHIPPED}
    assert {name: shown.name for name, shown in THEMES.items()} == {name: name for name in SHIPPED}
    assert theme() == IVORY == Theme()


def test_a_theme_of_the_users(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nextends = "print"\nbadge = "#600000"\nmargin = 8\nfont = "own.ttf"\n', "utf-8")
    mine = theme(str(path))
    assert mine == replace(THEMES["print"], name="club", badge="#600000", margin=8, font=str(tmp_path / "own.ttf"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("badge = ", "not TOML"),
        ('bagde = "#000000"', "no field 'bagde'; it has name, background"),
        ('badge = "red"', "badge is a colour such as #14505c, not 'red'"),
        ("badge = 3", "badge is a colour"),
        ("name = 3", "name is a text, not 3"),
        ("margin = true", "margin is a number from 0 to 1000"),
        ("margin = -1", "margin is a number from 0 to 1000"),
        ("margin = nan", "margin is a number from 0 to 1000, not nan"),
        ("caption_size = 0", "caption_size is a number from 1 to 1000, not 0"),
        (f"x = {'[' * 5000}", "not TOML"),
        ("#" * 70000, "the theme is longer than 65536 bytes"),
        ("unit = 0.5", "unit is a number from 1 to 1000"),
        ('extends = "club"', "`extends` names one of ivory, ebony, contrast, print, not 'club'"),
        ('badge = "#dddddd"', "badge #dddddd on background #ffffff has a contrast of 1.4:1; at least 4.5:1 is needed"),
        ('badge_ring = "#000000"', "badge_ring #000000 on pip #2b2620"),
    ],
)
def test_what_is_no_theme(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(RenderError) as error:
        theme(str(path))
    assert told in str(error.value) and str(path) in str(error.value)


def test_themes_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match=r"no theme 'ivry'; there are ivory, .* or the path of a \.toml file"):
        theme("ivry")
    with pytest.raises(RenderError, match=r"none\.toml: the theme cannot be read: No such file"):
        theme(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(RenderError, match="the theme is not UTF-8"):
        theme(str(tmp_path / "bytes.toml"))
