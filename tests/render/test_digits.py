"""Numbers in badges, on pins and on tiles: always whole."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.layout import Contribution, Layout, Placement, Port, Position
from goti.engine.tiles import tile
from goti.render import arrange, figure, look, write_svg
from goti.render.digits import fitted
from goti.render.draw import draw, drawing
from goti.render.scene import Disc, Plates, Text
from goti.render.theme import IVORY, SHIPPED

from .marklaws import broken_mark

BOTH = st.sampled_from(["latin", "devanagari"])


def ink_of(text: Text) -> tuple[float, float, float, float]:
    ink, scale = text.line.ink, text.size / 1000
    return text.x + ink.left * scale, text.y + ink.top * scale, text.x + ink.right * scale, text.y + ink.bottom * scale


@given(st.integers(0, 10**7), st.sampled_from(SHIPPED), BOTH)
@settings(max_examples=100, deadline=None)
def test_a_number_lies_inside_its_badge(value: int, theme: str, numerals: str) -> None:
    wanted = look(theme=theme, numerals=numerals)
    shown = wanted.theme
    found = fitted(value, shown.badge_size, shown.badge_radius, wanted)
    wide = (found.line.ink.right - found.line.ink.left) * found.size / 2000
    tall = (found.line.ink.bottom - found.line.ink.top) * found.size / 2000
    assert hypot(max(wide - found.stretch, 0), tall) < shown.badge_radius
    assert found.size >= 0.65 * shown.badge_size
    assert value > 99 or not found.stretch


@pytest.mark.parametrize("value", [188, 1000, 99999])
def test_a_mark_is_placed_by_its_real_size(value: int) -> None:
    tiles = (Placement(tile(3, 5), None, None, None), Placement(tile(5, 5), 0, Port.HIGH, Port.CHAIN_A, True))
    ports = (Port.BRANCH_A, Port.BRANCH_B, Port.CHAIN_B)
    counted = (
        Contribution(tile(3, 5), Port.LOW, value),
        *(Contribution(tile(5, 5), port, value) for port in ports),
    )
    position = Position(Layout(tiles), (), counted, (), 4 * value, 0)
    assert broken_mark(position, arrange(position.layout), look()) is None
    scene = figure(position, legend=False, caption=False)
    numbers = [each for each in scene.shapes if isinstance(each, Text)]
    pills = [each for each in scene.shapes if isinstance(each, Plates) and each.fill == IVORY.badge]
    rounds = [each for each in scene.shapes if isinstance(each, Disc)]
    assert [each.line.text for each in numbers] == [str(value)] * 4
    assert (len(pills), len(rounds)) == ((0, 4) if value < 1000 else (4, 0))
    for number, pill in zip(numbers, pills, strict=False):
        left, top, _ = pill.places[0]
        ink = ink_of(number)
        assert left + 1 < ink[0] and ink[2] < left + pill.long - 1
        assert top < ink[1] and ink[3] < top + pill.short
    assert max(ink_of(each)[2] for each in numbers) < scene.width


@pytest.mark.parametrize("numerals", ["latin", "devanagari"])
def test_step_numbers_and_numerals_leave_each_other_room(numerals: str) -> None:
    tiles = (
        Placement(tile(33, 99), None, None, None),
        Placement(tile(99, 99), 0, Port.HIGH, Port.CHAIN_A, True),
        Placement(tile(58, 99), 1, Port.CHAIN_B, Port.HIGH),
    )
    position = Position(Layout(tiles), (), (), (), 0, 0)
    wanted = look(steps=True, pips="numerals", numerals=numerals, legend=False, caption=False)
    made = replace(drawing(arrange(position.layout), position, wanted), numbers=(8, 188, 2345))
    inks = [ink_of(each) for each in draw(made, wanted).shapes if isinstance(each, Text)]
    assert len(inks) == 9
    for number, one in enumerate(inks):
        for other in inks[:number]:
            assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
    assert write_svg(draw(made, wanted))


@pytest.mark.parametrize("pips", [8, 9, 12])
def test_small_pins_have_an_outline_off_the_pips(pips: int) -> None:
    position = Position(Layout((Placement(tile(pips, pips), None, None, None),)), (), (), (), 0, 0)
    wanted = look(steps=True, legend=False, caption=False)
    made = replace(drawing(arrange(position.layout), position, wanted), numbers=(188,))
    shapes = draw(made, wanted).shapes
    (pin,) = (each for each in shapes if isinstance(each, Disc))
    (number,) = (each for each in shapes if isinstance(each, Text))
    assert pin.stroke_width > 0
    left, top, right, bottom = ink_of(number)
    assert hypot(right - left, bottom - top) / 2 < pin.radius - pin.stroke_width / 2 + 0.1
