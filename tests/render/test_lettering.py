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
    ("text", "named"),
    [("a → b", r" → \(U\+2192\)"), ("தமிழ்", "U[+]0BA4"), ("line\nbreak", "U[+]000A"),
     ("\ufffc", r"U[+]FFFC"), ("a\0b", "U[+]0000")],
)  # fmt: skip
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


# -- letters of other scripts -----------------------------------------------------------------------------------------

OTHERS = {
    "דנה": "Open Sans",
    "Иван": "Open Sans",
    "Αθήνα": "Open Sans",
    "ليلى": "Noto Sans Arabic",
    "گوٹی": "Noto Sans Arabic",
}


@pytest.mark.parametrize(("name", "family"), OTHERS.items())
def test_letters_the_first_font_lacks_come_from_another(name: str, family: str) -> None:
    line = shape(f"A {name}", "hi", strong=True)
    assert line.families == ("Noto Sans Devanagari", family)
    assert [(each.text, each.family) for each in line.words] == [("A", "Noto Sans Devanagari"), (name, family)]
    assert all(glyph.ink is not None for glyph, _, _ in line.glyphs)


def test_no_two_fonts_of_a_line_share_a_key() -> None:
    line = shape("Aדنا ليلى Жй", "en")
    keys = [glyph.key for glyph, _, _ in line.glyphs]
    paths = {glyph.key: glyph.path for glyph, _, _ in line.glyphs}
    assert {key.rstrip("0123456789") for key in keys} == {"r", "ar", "br"}
    assert all(paths[glyph.key] == glyph.path for glyph, _, _ in line.glyphs)


def test_words_from_the_right_stand_in_the_order_they_are_read() -> None:
    line = shape("\u2068דנה כהן\u2069 +15", "en")
    first, second, plus = line.words
    assert (first.text, second.text, plus.text) == ("דנה", "כהן", "+15")
    assert first.level == second.level == 1 and plus.level == 0
    assert second.right < first.left and first.right < plus.left  # +15 stays behind the name
    assert shape("דנה כהן", "en").level == 1


def test_arabic_letters_are_joined() -> None:
    assert shape("ليلى", "en").width < sum(shape(each, "en").width for each in "ليلى")


def test_a_mark_goes_with_its_letter() -> None:
    """Noto Sans Devanagari has the mark and no Hebrew letter: both are to come from one font."""
    assert shape("שָׁלוֹם", "en").families == ("Open Sans",)
    assert shape("q\u0301", "en").families == ("Noto Sans Devanagari",)


def test_marks_nobody_sees_need_no_font() -> None:
    assert shape("a\u200fb\u2068\u2069", "en").width == shape("ab", "en").width


@pytest.mark.parametrize("name", ["N" * 200_000, "ab " * 60_000, "דנה " * 5_000, "a" + "\u0301" * 9_000 + "b" * 99])
def test_a_long_name_is_shortened_by_measure(name: str) -> None:
    lines = wrap(name, "en", True, 9_000, lines=2)
    assert 1 <= len(lines) <= 2 and all(each.width <= 9_000 for each in lines)
    assert lines[-1].text.rstrip("\u2069").endswith("…")
    assert len(wrap("Asha Binod", "en", True, 9_000, lines=2)) == 1


def test_a_word_wider_than_a_line_is_cut() -> None:
    lines = wrap("m" * 50 + " x", "en", False, 9_000)
    assert "".join(each.text for each in lines).replace(" ", "") == "m" * 50 + "x"
    assert len(lines) > 4 and all(each.width <= 9_000 for each in lines)


def test_isolates_end_with_their_line() -> None:
    lines = wrap("\u2068דנה כהן לוי\u2069 Asha", "en", False, 5_000)
    assert len(lines) > 1
    for each in lines:
        assert each.text.count("\u2068") == each.text.count("\u2069")
        assert each.level == 0
