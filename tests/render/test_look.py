"""What a figure shows on request."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.errors import RenderError
from goti.engine.layout import Layout, Position
from goti.render import arrange, figure, picture
from goti.render.labels import labels
from goti.render.look import look
from goti.render.marks import marks
from goti.render.scene import Disc, Pips, Plates, Scene, Text
from goti.render.theme import IVORY, THEMES

from .figures import figures
from .games import full_position
from .positions import position_of
from .trees import layouts

F6 = figures("seven-rocks")["F6"]


def words(scene: Scene) -> list[str]:
    return [each.line.text for each in scene.shapes if isinstance(each, Text)]


def test_a_plain_figure_has_no_more_than_its_marks() -> None:
    scene = figure(F6, legend=False, caption=False)
    assert words(scene) == ["0", "2", "3"]
    assert not any(isinstance(each, Plates) and each.dash for each in scene.shapes)


def test_steps_number_the_tiles_in_order_of_play() -> None:
    plain, numbered = (figure(F6, legend=False, caption=False, steps=wish) for wish in (False, True))
    assert sorted(words(numbered)) == sorted([*words(plain), *map(str, range(1, len(F6.layout) + 1))])
    assert len(numbered.shapes) == len(plain.shapes) + 2 * len(F6.layout)


def pins(scene: Scene) -> Iterator[Disc]:
    return (each for each in scene.shapes if isinstance(each, Disc) and each.fill == IVORY.tile)


@pytest.mark.parametrize("pips", range(13))
def test_a_step_number_lies_on_no_pip(pips: int) -> None:
    from goti.engine.layout import Placement
    from goti.engine.tiles import tile
    from goti.render.svg import pattern_points

    layout = Layout((Placement(tile(min(pips, 3), pips), None, None, None),))
    scene = figure(Position(layout, (), (), (), 0, 0), legend=False, caption=False, steps=True)
    (pin,) = pins(scene)
    for group in (each for each in scene.shapes if isinstance(each, Pips)):
        for x, y, count, lies in group.halves:
            for dx, dy in pattern_points(count, lies, group.spread):
                assert math.hypot(x + dx - pin.x, y + dy - pin.y) >= pin.radius + group.size / 2 - 0.3


def test_the_tile_placed_last_has_another_face_and_a_dashed_frame() -> None:
    scene = figure(F6, placed=True)
    plates = [each for each in scene.shapes if isinstance(each, Plates)]
    (frame,) = (each for each in plates if each.dash and each.long > IVORY.unit * 3)
    face = next(each for each in plates if each.fill == IVORY.placed)
    assert len(frame.places) == len(face.places) == 1
    assert "tile placed last" in words(scene) and "tile placed last" not in words(figure(F6))


@pytest.mark.parametrize(("lang", "word"), [("en", "branch-b"), ("hi", "शाखा-b")])
def test_free_ports_are_named_in_the_words_of_the_notation(lang: str, word: str) -> None:
    shown = words(figure(F6, lang, ports=True, legend=False, caption=False))
    assert word in shown and len(shown) == 3 + len(F6.sites)


@given(layouts(most=20, every_double=False))
@settings(max_examples=60, deadline=None)
def test_names_lie_on_no_tile_and_no_mark(layout: Layout) -> None:
    position = position_of(layout)
    arrangement, wanted = arrange(layout), look(ports=True)
    found = marks(arrangement, position, wanted)
    boxes = [each.wall for each in labels(arrangement, position, found, wanted)]
    assert len(boxes) == len(position.sites)
    unit = IVORY.unit
    tiles = [
        (each.box.left * unit, each.box.top * unit, each.box.right * unit, each.box.bottom * unit)
        for each in arrangement.placed
    ]
    for i, box in enumerate(boxes):
        for other in (*tiles, *(each.wall for each in found), *boxes[:i]):
            apart = box[0] >= other[2] or other[0] >= box[2] or box[1] >= other[3] or other[1] >= box[3]
            assert apart, picture(position)


def test_numerals_instead_of_pips() -> None:
    scene = figure(F6, pips="numerals", legend=False, caption=False)
    assert not any(isinstance(each, Pips) for each in scene.shapes)
    silent = [each.line.text for each in scene.shapes if isinstance(each, Text) and each.silent]
    assert silent == [str(pips) for tile in F6.layout.tiles for pips in (tile.low, tile.high)]


def test_devanagari_digits_everywhere_but_in_the_title() -> None:
    scene = figure(F6, "hi", numerals="devanagari", pips="numerals", steps=True, title="चित्र 6")
    shown = words(scene)
    assert "चित्र 6" in shown and "० + २ + ३ = ५; ५ अंक" in shown
    assert not any(each.isascii() and each.isdigit() for each in shown)


def test_a_set_without_patterns_can_be_drawn_in_numerals() -> None:
    from goti.engine.layout import Placement
    from goti.engine.tiles import tile

    big = Position(Layout((Placement(tile(7, 15), None, None, None),)), (), (), (), 0, 0)
    with pytest.raises(RenderError, match="or draw numerals"):
        figure(big)
    assert "15" in words(figure(big, pips="numerals"))


def test_a_transparent_figure_has_no_page() -> None:
    from goti.render import write_svg

    assert "<rect" in write_svg(figure(F6)) and "<rect" not in write_svg(figure(F6, transparent=True))


@pytest.mark.parametrize("wish", [{"pips": "faces"}, {"numerals": "roman"}, {"theme": "pink"}])
def test_wishes_that_are_none(wish: dict[str, str]) -> None:
    with pytest.raises(RenderError):
        look(**wish)


@given(st.sampled_from(sorted(THEMES)), st.integers(0, 999), st.sampled_from(["american-sniff", "five-up", "block"]))
@settings(max_examples=25, deadline=None)
def test_the_legend_has_the_marks_of_the_figure(name: str, seed: int, game: str) -> None:
    from random import Random

    from goti.engine.rules import rule_set

    position = full_position(rule_set(game), Random(seed))
    shown = words(figure(position, theme=name))
    assert ("branching double" in shown) == bool(position.layout.spinners)
    assert ("legal extension, not counted here" in shown) == bool(position.uncounted)
