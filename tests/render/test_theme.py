"""Colours that can be read, and theme files."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.errors import RenderError, UndrawnError
from goti.engine.layout import Contribution, Layout, Placement, Port, Position, Site
from goti.engine.tiles import tile
from goti.render import THEMES, Theme, figure, figure_svg, look
from goti.render.limits import SHARES, limits
from goti.render.scene import Disc, Pips, Plates, Text
from goti.render.svg import pattern_points
from goti.render.theme import IVORY, SHIPPED, contrast, theme

SLACK = 0.01


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
    for line in (shown.spinner, shown.placed_frame):
        assert contrast(line, shown.placed) >= 3


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
        ("margin = true", "margin is a number, not True"),
        ("margin = nan", "margin is a number, not nan"),
        ('margin = "3"', "margin is a number, not '3'"),
        ("margin = -1", "margin is -1; it can be from 0 to 400"),
        ("caption_size = 0", "caption_size is 0; it can be from 6 to 100"),
        ("leading = 0", "leading is 0"),
        ("pip_spread = 0", "pip_spread is 0"),
        ("pip_spread = 6", "pip_spread is 6; beside pip_size = 5.4 it can be from 6.05 to 9.4"),
        ("pip_spread = 40", "pip_spread is 40"),
        ("pip_size = 0.1", "pip_size is 0.1"),
        ("pip_size = 10", "pip_size is 10"),
        ("inset = 6", "inset is 6"),
        ("corner = 13.9", "corner is 13.9"),
        ("corner = 13", "corner is 13; beside pip_spread = 7 it can be from 0 to 12.19"),
        ("edge_width = 2", "spinner_width is 2.6; beside edge_width = 2 it can be from 4 to 14"),
        ("spinner_width = 0", "spinner_width is 0; beside unit = 14 it can be from 1.4 to 5.6"),
        ("spinner_width = 1.7", "spinner_width is 1.7; beside edge_width = 0.9 it can be from 1.8 to"),
        ("frame_width = 2.5", "frame_width is 2.5; beside pip_spread = 7 it can be from 0 to 2.35"),
        ("dot_width = 0", "dot_width is 0"),
        ("dot_width = 5", "dot_width is 5; beside dot_radius = 5 it can be from 0 to 3"),
        ("dot_radius = 0", "dot_radius is 0"),
        ("badge_radius = 0", "badge_radius is 0"),
        ("badge_size = 21", "badge_radius is 10.5; beside badge_size = 21 it can be from 13.86 to 14"),
        ("step_size = 11", "step_radius is 6.4"),
        ('tile_edge = "#fffbf0"', "tile_edge #fffbf0 on tile #fffbf0 has a contrast of 1.0:1; at least 1.7:1"),
        ('divider = "#fbe3a8"', "divider #fbe3a8 on tile"),
        (f"x = {'[' * 5000}", "not TOML"),
        ("#" * 70000, "the theme is longer than 65536 bytes"),
        (f"unit = {'9' * 400}", "unit is a number, not 99999"),
        (f"unit = -{'9' * 400}", "unit is a number, not -9999"),
        (f"unit = {'9' * 5000}", "not TOML"),
        ('placed = "#f2c46d"', "spinner #d06200 on placed #f2c46d"),
        ("unit = 0.5", "unit is 0.5; it can be from 8 to 40"),
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


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"tile": 'red"/><script>'}, "tile is a colour such as #14505c, not 'red"),
        ({"tile": ["#ffffff"]}, "tile is a colour"),
        ({"unit": "14"}, "unit is a number, not '14'"),
        ({"unit": 10**400}, "unit is a number, not 1000"),
        ({"unit": 0}, "unit is 0; it can be from 8 to 40"),
        ({"spinner_width": 0.1}, "spinner_width is 0.1"),
        ({"badge": "#ffffff"}, "badge #ffffff on background #ffffff"),
        ({"name": 3}, "name is a text, not 3"),
    ],
)
def test_a_theme_made_by_hand_is_held_to_the_same(wrong: dict[str, Any], told: str) -> None:
    made = Theme(**wrong)
    with pytest.raises(RenderError) as error:
        look(theme=made)
    assert told in str(error.value)
    with pytest.raises(RenderError):
        figure_svg(Position(Layout(), (), (), (), 0, 0), theme=made)


def test_what_is_no_theme_at_all() -> None:
    with pytest.raises(RenderError, match="no theme 5"):
        look(theme=5)


def test_a_right_theme_made_by_hand_is_taken() -> None:
    mine = replace(IVORY, name="mine", unit=15)
    assert look(theme=mine).theme is mine


def _random_theme(rng: Random) -> Theme:
    """A theme whose lengths are near the ends of what is allowed."""
    while True:
        unit = rng.choice((8, 14, 27.5, 40))
        lengths: dict[str, Any] = {
            key: rng.choice((least, most, rng.uniform(least, most))) * unit for key, (least, most) in SHARES.items()
        }
        made = replace(IVORY, unit=unit, **lengths)
        if all(least <= getattr(made, key) <= most for key, least, most, _ in limits(made)):
            return made


@given(st.integers(0, 2**32), st.integers(0, 12), st.booleans())
@settings(max_examples=60, deadline=None)
def test_no_theme_hides_a_mark(seed: int, pips: int, branching: bool) -> None:
    """Pips stay apart, inside their tile and off its step number; a dot is hollow; a number fits its badge."""
    shown = _random_theme(Random(seed))
    double = Placement(tile(pips, pips), None, None, None, spinner=branching)
    counted = (Contribution(double.tile, Port.CHAIN_A, 2 * pips),)
    open_ = (Site(double.tile, Port.BRANCH_A, pips),) if branching else ()
    position = Position(Layout((double,)), open_, counted, open_, 2 * pips, 0)
    scene = figure(position, theme=shown, steps=True, legend=False, caption=False)
    plates = [each for each in scene.shapes if isinstance(each, Plates)]
    discs = [each for each in scene.shapes if isinstance(each, Disc)]
    face, pin = plates[-1], discs[0]
    (left, top, _), line = face.places[0], max(each.stroke_width for each in plates) / 2
    low, high = left + line, left + face.short - line
    points = [
        (x + dx, y + dy, each.size / 2)
        for each in scene.shapes if isinstance(each, Pips)
        for x, y, count, lies in each.halves
        for dx, dy in pattern_points(count, lies, each.spread)
    ]  # fmt: skip
    assert len(points) == 2 * pips
    for x, y, radius in points:
        assert low <= x - radius + SLACK and x + radius - SLACK <= high
        assert top + line <= y - radius + SLACK and y + radius - SLACK <= top + face.long - line
        nearest = [
            hypot(x - (face.radius + at), y - (face.radius + top))
            for at in (left,) if x < face.radius + at and y < face.radius + top
        ]  # fmt: skip
        assert all(each + radius <= face.radius - line + SLACK for each in nearest)
        assert hypot(x - pin.x, y - pin.y) + SLACK >= radius + pin.radius
    for (x, y, one), (u, v, other) in combinations(points, 2):
        assert hypot(x - u, y - v) > one + other
    for each in discs[1:]:
        if each.fill == shown.background:
            assert each.radius - each.stroke_width / 2 > each.stroke_width / 2
    numbers = [each for each in scene.shapes if isinstance(each, Text)]
    for badge in (each for each in discs if each.fill == shown.badge):
        ink = next(each for each in numbers if hypot(each.x - badge.x, each.y - badge.y) < badge.radius)
        box, scale = ink.line.ink, ink.size / 1000
        corner = hypot((box.right - box.left) * scale / 2, (box.bottom - box.top) * scale / 2)
        assert corner <= badge.radius + shown.ring_width / 2


@pytest.mark.parametrize("key", SHARES)
def test_a_length_may_be_at_its_limit(tmp_path: Path, key: str) -> None:
    """The least and the most of a message are themselves allowed, whatever binary numbers make of them."""
    path = tmp_path / "edge.toml"
    for share in SHARES[key]:
        path.write_text(f"{key} = {round(share * 14, 2)}\n", "utf-8")
        try:
            theme(str(path))
        except UndrawnError as error:
            assert error.values.get("beside") != "unit"
