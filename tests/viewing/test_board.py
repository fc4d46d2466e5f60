"""The table a page lays from its parts is the figure the renderer draws."""

from __future__ import annotations

import io
from random import Random

import pytest
from PIL import Image, ImageChops

from goti.api import check_lines
from goti.engine.generate import Options, random_match
from goti.engine.layout import Position
from goti.engine.rules import rule_set
from goti.notation.parse import split_lines
from goti.notation.write import write
from goti.render.arrange import arrange
from goti.render.draw import around_all, draw, drawing
from goti.render.look import Look
from goti.render.pdf import to_png
from goti.render.svg import write_parts, write_svg
from goti.render.theme import IVORY
from goti.viewing.board import ASPECT, Board, Parts, View, lay


def _positions(game: str, seats: int, seed: int) -> list[Position]:
    nodes = random_match(rule_set(game), seats, Random(seed), Options(rounds=1))
    [trace] = next(check_lines(split_lines(write(nodes)), trace=True)).judged.rounds
    return [each.position for each in trace.steps if each.position is not None]


def _assembled(board: Board, view: View, parts: Parts, box: tuple[float, float, float, float]) -> str:
    """What the page's script does: shades, faces, outlines, marks."""
    layers: list[list[tuple[str, float, float]]] = [[], [], [], []]
    for each in board.tiles[: view.count]:
        tile, lies = each.placement.tile, each.way[0]
        layers[0].append((f"shade-{lies}", each.left, each.top))
        layers[1].append((f"t{tile.low}-{tile.high}{each.way}", each.left, each.top))
        if each.branches and each.branches <= view.count:
            layers[2].append((f"outline-{lies}", each.left, each.top))
    layers[3] = [("dot" if value is None else f"m{value}", x, y) for x, y, value in view.marks]
    uses = "".join(f'<use xlink:href="#{name}" x="{x}" y="{y}"/>' for layer in layers for name, x, y in layer)
    left, top, wide, tall = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{left} {top} {wide} {tall}" width="{wide}" height="{tall}">{write_parts(parts.shapes)}'
        f'<rect x="{left}" y="{top}" width="{wide}" height="{tall}" fill="#ffffff"/>{uses}</svg>'
    )


@pytest.mark.parametrize(("game", "seats", "seed"), [("american-sniff", 2, 4), ("seven-rocks", 4, 7)])
def test_the_same_picture(game: str, seats: int, seed: int) -> None:
    look = Look(IVORY, caption=False, legend=False)
    positions = _positions(game, seats, seed)
    parts = Parts(IVORY)
    [board], views = lay(positions, parts)
    whole = arrange(positions[-1].layout, aspect=ASPECT)
    for number in (0, len(positions) // 2, len(positions) - 1):
        view, place = views[number], whole.before(positions[number].layout)
        assert view is not None and place is not None
        made = drawing(place, positions[number], look)
        scene = draw(made, look, around_all([made.extent]))
        # The figure's page begins where its tiles are moved to: a whole number of units from the grid's origin.
        left = -round((scene.width - made.extent[0] - made.extent[2]) / 2)
        top = -round(look.theme.margin - made.extent[1])
        ours = _pixels(_assembled(board, view, parts, (left, top, scene.width, scene.height)))
        figure = _pixels(write_svg(scene))
        assert ours.size == figure.size
        # Places of marks are rounded to a tenth of a unit.
        assert max(ImageChops.difference(ours, figure).tobytes()) < 60


def _pixels(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(to_png(svg))).convert("RGB")


def test_every_position_is_within_its_box() -> None:
    """Marks and tiles lie inside what the page shows of the table."""
    positions = _positions("seven-rocks", 4, 3)
    [board], views = lay(positions, Parts())
    for view in views:
        assert view is not None
        left, top, wide, tall = next(box for most, box in board.boxes if view.count <= most)
        for each in board.tiles[: view.count]:
            width, height = (56, 28) if each.way[0] == "l" else (28, 56)
            assert left <= each.left and each.left + width <= left + wide
            assert top <= each.top and each.top + height <= top + tall
        for x, y, _ in view.marks:
            assert left + 5 <= x <= left + wide - 5 and top + 5 <= y <= top + tall - 5


def test_unknown_positions_have_no_view() -> None:
    positions = _positions("american-sniff", 2, 4)[:3]
    boards, views = lay([None, positions[0], None, positions[1], None], Parts())
    assert len(boards) == 1 and [None if each is None else each.count for each in views] == [None, 1, None, 2, None]
    assert lay([], Parts()) == ([], [])
