"""The order of characters in a line: the algorithm's rules, and another implementation of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.engine.direction import isolated
from goti.render.bidi import first_strong, levels, visual


def seen(text: str, base: int | None = None) -> str:
    """The text from left to right, without the marks nobody sees."""
    found = levels(text, first_strong(text) if base is None else base)
    return "".join(text[i] for i in visual(found) if text[i] not in "\u2066\u2067\u2068\u2069\u202e")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("abc 15", "abc 15"),
        ("דנה", "הנד"),
        ("A דנה כהן: 15", "A 15 :ןהכ הנד"),  # what isolates are for
        ("A \u2068דנה כהן\u2069: 15", "A ןהכ הנד: 15"),
        ("A+C \u2068דנה\u2069, \u2068ליאה\u2069", "A+C הנד, האיל"),
        ("דנה, ליאה", "האיל ,הנד"),
        ("סוף (abc) 1", "1 )abc( ףוס"),  # the shaper mirrors the brackets
        ("ab\u202ecd ef", "abcd ef"),  # an override turns nothing
        ("\u2068דנה +15\u2069 +5", "15+ הנד +5"),
        ("", ""),
    ],
)
def test_where_characters_stand(text: str, wanted: str) -> None:
    assert seen(text) == wanted


LETTERS = st.sampled_from("ab12אבجد٣٤ +-,.:%$()[]{}!\u0301\u05b8\u2066\u2067\u2068\u2069\u200f\u200e\u061c")


@settings(max_examples=500)
@given(st.text(LETTERS, max_size=24), st.sampled_from((0, 1)))
def test_another_implementation_puts_everything_in_the_same_place(text: str, base: int) -> None:
    from bidi import get_display

    found = levels(text, base)
    assert "".join(text[i] for i in visual(found)) == get_display(text, base_dir="LR"[base])
    assert sorted(visual(found)) == list(range(len(text)))


@given(st.text(max_size=20), st.text("abc 123", min_size=1, max_size=9).map(lambda text: f"x{text}x"))
def test_an_isolated_text_turns_nothing_around_it(value: str, around: str) -> None:
    """Whatever it holds, its marks of direction apart, which no record may hold."""
    value = "".join(each for each in value if each not in "\u2066\u2067\u2068\u2069\n\x85\u2029\r\x1c\x1d\x1e")
    text = f"{around}{isolated(value)}{around}"
    shown = "".join(text[i] for i in visual(levels(text, 0)))
    assert shown.startswith(around) and shown.endswith(around)


def test_what_runs_from_the_left_is_left_alone() -> None:
    for text in ("Asha", 'सुनीता "क्ष"', "Łukasz Иван", "茶 🎲", ""):
        assert isolated(text) == text
    assert isolated("דנה") == "\u2068דנה\u2069"
