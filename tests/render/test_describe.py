"""The words of a figure."""

from __future__ import annotations

import pytest

from goti.engine.layout import Layout, Position
from goti.engine.messages import MessageError
from goti.render.describe import caption, describe

from .figures import DRAWN, GAMES, figures, lines


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", DRAWN)
def test_hindi_lines_equal_the_documents_byte_for_byte(game: str, name: str) -> None:
    position = figures(game)[name]
    told = tuple(describe(position, "hi", form) for form in ("heading", "short", "long"))
    assert [each.encode() for each in told] == [each.encode() for each in lines(game)[name]]


def test_all_66_lines_are_there() -> None:
    assert sum(len(lines(game)[name]) for game in GAMES for name in DRAWN) == 66


def test_english_says_the_same_in_the_same_order() -> None:
    position = figures("seven-rocks")["F5"]
    assert describe(position, "en", "heading") == "Placed [1|5]"
    assert describe(position, "en", "short") == ("Counted contributions: 2 + 5 + 3 = 10. Points for the placement: 10.")
    assert describe(position, "en", "long") == (
        "Counted contributions: 2 + 5 + 3 = 10. Points for the placement: 10. "
        "Tiles: [1|4], [1|1], [4|4], [3|4], [1|2], [1|5]. Branching doubles: [1|1]. "
        "Joints: [1|4] (lower half) – [1|1] (chain A); [1|4] (higher half) – [4|4] (chain A); "
        "[4|4] (chain B) – [3|4] (higher half); [1|1] (chain B) – [1|2] (lower half); "
        "[1|1] (branch A) – [1|5] (lower half). "
        "Sites of legal extensions: [1|1] (branch B, 1); [1|2] (higher half, 2); [1|5] (higher half, 5); "
        "[3|4] (lower half, 3). Counted contributions: [1|2]: 2; [1|5]: 5; [3|4]: 3."
    )


def test_nothing_to_list_is_said() -> None:
    assert "Branching doubles: none. Joints: none." in describe(figures("seven-rocks")["F8"], "en")
    empty = Position(Layout(), (), (), (), 0, 0)
    assert describe(empty, "en", "heading") == "No tile placed yet"
    assert describe(empty, "en").startswith("Counted contributions: none. Points for the placement: 0. Tiles: none.")


def test_caption_writes_the_sum_out() -> None:
    assert caption(figures("american-sniff")["F1"], "en") == "2 + 8 = 10; 10 points"
    assert caption(figures("american-sniff")["F3"], "en") == "4 = 4; 0 points"
    assert caption(figures("american-sniff")["F1"], "hi") == "2 + 8 = 10; 10 अंक"


def test_a_language_without_catalogue_is_refused() -> None:
    with pytest.raises(MessageError, match="'fr'"):
        describe(figures("american-sniff")["F1"], "fr")
