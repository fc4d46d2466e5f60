"""A sequence of positions → its contact sheet: pages of A4 with small figures, three in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..engine.layout import Position
from ..engine.messages import message
from .compose import key_of, named, panel_look, panels, rows_of
from .draw import Drawing, Page, around_all, titled
from .legend import Entry
from .lettering import shape
from .look import Look
from .scene import Group, Scene, Text

A4 = (794, 1123)
"""User units of a page: 210 x 297 mm."""
COLUMNS, GAP = 3, 10
_CAPTION, _LABEL = 11.0, 9.5
"""Type sizes on the page, however small the tiles are."""


def sheet(
    positions: Sequence[Position],
    captions: Sequence[str],
    look: Look,
    *,
    numbers: Sequence[int] | None = None,
    max_width: int | None = None,
    aspect: float | None = None,
) -> list[Scene]:
    """The contact sheet of a sequence: pages of A4, three small figures in a row, a caption above each.

    All tiles of a sheet are equally long; `numbers` are the steps' numbers. Raises RenderError as `figure`.
    """
    if not positions:
        return []
    panel = panel_look(look)
    made = panels(positions, panel, numbers, max_width, aspect)
    key = key_of(made, panel, look)
    wide, tall = _room(look, key)
    small = _small(made, wide, panel)
    scenes = [named(*each, small) for each in zip(rows_of(made, COLUMNS, small), captions, strict=True)]
    scale = min(1.0, wide / max(each.width for each in scenes), tall / max(each.height for each in scenes))
    scale = int(scale * 1000) / 1000
    pages = list(_pages(scenes, scale, tall))
    folios = [f"{i} / {len(pages)}" for i in range(1, len(pages) + 1)]
    return [_page(page, scale, look, key, folio) for page, folio in zip(pages, folios, strict=True)]


def _small(made: Sequence[Drawing], wide: float, look: Look) -> Look:
    """The look of tiles that fill a column, with words and margins that can still be read."""
    left, _, right, _ = around_all([each.extent for each in made])
    theme = look.theme
    scale = min(1.0, (wide - GAP) / (right - left))
    return look.but(
        theme=replace(
            theme,
            margin=GAP / 2 / scale,
            least_width=0,
            caption_size=max(_CAPTION / scale, theme.caption_size),
            legend_size=max(_LABEL / scale, theme.legend_size),
        )
    )


def _room(look: Look, key: tuple[Entry, ...]) -> tuple[float, float]:
    """Width of one column and height of all rows."""
    page = Page(look, A4[0])
    page.heading()
    margin = look.theme.margin
    return (A4[0] - 2 * margin) / COLUMNS, A4[1] - page.y - margin - _foot(look, key)


def _foot(look: Look, key: tuple[Entry, ...]) -> float:
    """Height of the legend and the page's number."""
    page = Page(look, A4[0])
    page.legend(key)
    return page.y - look.theme.margin + look.theme.legend_size * 2


def _pages(scenes: Sequence[Scene], scale: float, tall: float) -> Iterator[list[Sequence[Scene]]]:
    """Rows of figures, as many on a page as it has room for."""
    page: list[Sequence[Scene]] = []
    left = tall
    for start in range(0, len(scenes), COLUMNS):
        row = scenes[start : start + COLUMNS]
        height = max(each.height for each in row) * scale
        if height > left and page:
            yield page
            page, left = [], tall
        page.append(row)
        left -= height + GAP
    yield page


def _page(rows: Sequence[Sequence[Scene]], scale: float, look: Look, key: tuple[Entry, ...], folio: str) -> Scene:
    """Title, rows, and at the foot the legend and the number of the page."""
    theme = look.theme
    page = Page(look, A4[0])
    page.heading()
    column = _room(look, key)[0]
    for row in rows:
        for i, each in enumerate(row):
            x = theme.margin + i * column + (column - each.width * scale) / 2
            page.shapes.append(Group(round(x), round(page.y), scale, each.shapes))
        page.y += max(each.height for each in row) * scale + GAP
    page.y = A4[1] - theme.margin - _foot(look, key)
    page.legend(key)
    foot = shape(look.digits(folio), look.lang, font=theme.font)
    x = (page.width - foot.width * theme.legend_size / 1000) / 2
    page.shapes.append(Text(foot, x, A4[1] - theme.margin, theme.legend_size, theme.muted))
    page.y = A4[1] - theme.margin
    shown = [each for row in rows for each in row]
    heading = titled(look.digits(message(look.lang, "figure.strip", count=len(shown))), look)
    return page.scene(heading, " ".join(each.description for each in shown))
