"""Shaped text: the pinned font, Devanagari, line breaking."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goti.engine.errors import NoGlyph, RenderError
from goti.engine.messages import catalogue, languages
from goti.render.fonts import all_fonts, font_digest, font_entries
from goti.render.lettering import shape, wrap


def test_every_language_has_a_font() -> None:
    assert set(font_entries()) == set(languages())


@pytest.mark.parametrize("family", all_fonts())
def test_the_font_file_is_the_pinned_one(family: str) -> None:
    assert font_digest(all_fonts()[family]) == all_fonts()[family].sha256


@pytest.mark.parametrize("lang", languages())
def test_the_font_has_every_character_of_its_catalogue(lang: str) -> None:
    for key, text in catalogue(lang).items():
        if key.startswith(("figure.", "score.")) and key != "score.last":  # that one is only read aloud
            shape(" ".join(str(text).split()), lang)


@pytest.mark.parametrize(
    ("text", "named"), [("a → b", r" → \(U\+2192\)"), ("தமிழ்", "U[+]0BA4"), ("line\nbreak", "U[+]000A")]
)
def test_a_character_the_font_lacks_is_named(text: str, named: str) -> None:
    for lang, words in (("en", "has no character"), ("hi", "नहीं है")):
        with pytest.raises(NoGlyph, match=named) as caught:
            shape(text, lang)
        assert words in str(caught.value)
        assert caught.value.character in text


def test_a_line_of_two_scripts_is_shaped_script_by_script() -> None:
    """The vowel sign of `बि` stands before its letter, also where the line begins with Latin."""
    for latin, hindi in (("B ", "बिनोद"), ("A+C ", "चंद्रा, विद्या")):
        whole, alone = shape(latin + hindi, "hi"), shape(hindi, "hi")
        first = shape(latin, "hi")
        assert [each.key for each, _, _ in whole.glyphs] == [each.key for each, _, _ in (*first.glyphs, *alone.glyphs)]
        assert whole.width == first.width + alone.width
        assert [each.text for each in whole.words] == (latin + hindi).split()
    with pytest.raises(NoGlyph) as caught:
        shape("आ A 茶", "hi")
    assert caught.value.character == "茶"


def test_a_language_without_font_is_refused() -> None:
    with pytest.raises(RenderError, match="'fr'"):
        shape("bonjour", "fr")


def test_devanagari_is_shaped_not_spelled() -> None:
    # The vowel sign of गि stands before its consonant, and क्ष is one glyph narrower than its parts.
    assert shape("गि", "hi").ink.left < shape("ग", "hi").ink.left + 40
    assert shape("क्ष", "hi").width < shape("क", "hi").width + shape("ष", "hi").width
    assert len(shape("शृंखला", "hi").glyphs) < len("शृंखला")


def test_both_weights() -> None:
    assert shape("10", "en", strong=True).width > shape("10", "en").width
    assert shape("10", "en") is shape("10", "en")


def test_blank_lines_have_no_ink() -> None:
    assert shape(" ", "en").glyphs == ()
    assert shape("", "en").width == 0


words = st.text("abcdef", min_size=1, max_size=9)


@given(st.lists(words, min_size=1, max_size=30), st.integers(2_000, 30_000))
def test_wrapped_lines_fit_and_keep_all_words(parts: list[str], most: int) -> None:
    lines = wrap("  ".join(parts), "en", False, most)
    assert "".join(line.text for line in lines).replace(" ", "") == "".join(parts)
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        assert line.width <= most
        if following is not None:
            longer = f"{line.text} {following.text.split()[0]}"
            assert shape(longer, "en").width > most
