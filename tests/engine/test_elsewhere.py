"""Where the tiles were that a seat could have placed, had it had them."""

from __future__ import annotations

import pytest

from goti.api import check
from goti.engine.findings import text

HEAD = "match american-sniff\nseats A B C\nround 1\nlot A\n"
HAND = "deal B [2|6] [2|5] [0|2] [1|2] [6|6] [5|6]\n"
OTHER = "deal C [0|3] [1|3] [3|3] [3|4] [3|5] [3|6]\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            f"{HAND}A: [2|3]\nB: [3|?]@[2|3]",
            "on the table [2|3] (line 6); not in the hand of B [0|3], [1|3], [3|3], [3|4], [3|5], [3|6] (line 5)",
        ),
        (
            f"{OTHER}A: [2|3]\nB: [3|?]@[2|3]",
            "on the table [2|3] (line 6); in the hand of C [0|3], [1|3], [3|3], [3|4], [3|5], [3|6] (line 5)",
        ),
        (
            f"{HAND}A: [2|3]\nB: [?|?]@[2|3].high",
            "on the table [2|3] (line 6); not in the hand of B [0|3], [1|3], [3|3], [3|4], [3|5], [3|6] (line 5)",
        ),
        (
            "deal A [0|3] [1|3] [2|3] [3|3] [1|1] [4|4]\n"
            + OTHER.replace("[0|3] [1|3] [3|3] [3|4]", "[0|0] [0|1] [3|4] [0|2]")
            + "A: [2|3]\nB: [3|?]@[2|3]",
            "on the table [2|3] (line 7); in the hand of A [0|3], [1|3], [3|3] (line 5); "
            "in the hand of C [3|4], [3|5], [3|6] (line 6)",
        ),
    ],
)
def test_every_tile_is_named_with_its_place(lines: str, said: str) -> None:
    """The tiles are those of the written half (or of the site's value); each line number was counted by hand."""
    (found,) = [each for each in check(f"{HEAD}{lines}\nunfinished\n").findings if each.code == "not-in-hand"]
    assert text(found, "en").endswith(f"B had none of the tiles it can be: {said}")
    assert "पंक्ति" in text(found, "hi") and "línea" in text(found, "es")


def test_a_drawn_tile_is_named_by_its_line() -> None:
    lines = "A: [2|3]\nB: draw [4|5] [3|6]\nB: [3|6]@[2|3]\nC: [2|4]@[2|3]\nA: [5|?]@[2|4]"
    (found,) = [each for each in check(f"{HEAD}{lines}\nunfinished\n").findings if each.code == "not-in-hand"]
    assert text(found, "en").endswith("A had none of the tiles it can be: in the hand of B [4|5] (line 6)")


def test_of_very_many_tiles_only_that_none_was_there_is_said() -> None:
    lines = f"{HAND.replace(' [2|6] [2|5] [0|2] [1|2]', ' [0|0] [0|1] [1|1] [0|6]')}A: [2|3]\nB: [?|?]"
    (found,) = [each for each in check(f"{HEAD}{lines}\nunfinished\n").findings if each.code == "not-in-hand"]
    assert text(found, "en").endswith("every tile it can be is on the table or was in another hand")
