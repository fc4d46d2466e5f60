"""Colours that can be read."""

from __future__ import annotations

import pytest

from goti.render import THEMES, Theme
from goti.render.theme import contrast


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_text_and_mark_stands_out(theme: Theme) -> None:
    assert contrast(theme.badge, theme.badge_text) >= 4.5
    assert contrast(theme.text, theme.background) >= 4.5
    assert contrast(theme.muted, theme.background) >= 4.5
    assert contrast(theme.pip, theme.tile) >= 4.5
    for mark in (theme.badge, theme.dot):
        assert contrast(mark, theme.background) >= 4.5
        assert contrast(mark, theme.tile) >= 4.5
    assert min(contrast(theme.spinner, each) for each in (theme.tile, theme.background)) >= 3
