from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.manuscript.pdf.extract import Glyphs, tidy


def typed(*glyphs: tuple[str, float, float]) -> Glyphs:
    text = "".join(char for char, _, _ in glyphs)
    return tidy(text, [left for _, left, _ in glyphs], [right for _, _, right in glyphs],
                list(range(len(glyphs))))  # fmt: skip


def spread(text: str, width: float = 5.0) -> Glyphs:
    places = [at * width for at in range(len(text))]
    return tidy(text, places, [at + width for at in places], [0] * len(text))


def test_ligatures_are_taken_apart_within_their_width() -> None:
    text, lefts, rights, _ = typed(("e", 0, 5), ("ﬃ", 5, 14), ("x", 14, 19))
    assert text == "effix"
    assert lefts == [0, 5, 8, 11, 14]
    assert rights == [5, 8, 11, 14, 19]


@pytest.mark.parametrize(
    ("glyphs", "expected"),
    [
        pytest.param([("´", 5, 8), ("e", 4.5, 9)], "é", id="drawn before its letter"),
        pytest.param([("e", 4.5, 9), ("´", 5, 8)], "é", id="drawn after its letter"),
        pytest.param([("´", 5, 8), (" ", 8, 8), ("e", 4.5, 9)], "é", id="a space between"),
        pytest.param([("ˇ", 4.8, 8.4), ("c", 4.5, 9)], "č", id="caron"),
        pytest.param([("c", 4.5, 9), ("¸", 5, 8)], "ç", id="cedilla"),
        pytest.param([("¨", 5, 8), ("ı", 5, 8)], "ï", id="dotless i"),
        pytest.param([("e", 0, 5), ("\u0301", 4, 4)], "é", id="combining mark"),
        pytest.param([("´", 20, 23), ("e", 4.5, 9)], "´e", id="an accent elsewhere stays"),
        pytest.param([("ˆ", 5, 8), ("=", 4.5, 9)], "ˆ=", id="no letter below"),
    ],
)
def test_accents_go_on_the_letter_they_are_drawn_over(
    glyphs: list[tuple[str, float, float]], expected: str
) -> None:
    assert typed(*glyphs)[0] == expected


def test_a_space_that_only_the_accent_made_goes() -> None:
    text, *_ = typed(("r", 0, 4), (" ", 4, 4.2), ("´", 4.3, 7), ("e", 4, 8.5))
    assert text == "ré"


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("\ufffdWhat is asked?", "•What is asked?"),
        ("\ufffd what is asked", "• what is asked"),
        ("\uf0b7 What is asked?", "• What is asked?"),
        ("\ufffdnding a word", "\ufffdnding a word"),  # a ligature that is not known
        ("\ufffd 5 mm", "\ufffd 5 mm"),
        ("a \ufffdWhat", "a \ufffdWhat"),
    ],
)
def test_a_sign_without_a_meaning_before_an_item_is_a_bullet(printed: str, read: str) -> None:
    text, lefts, rights, owners = spread(printed)
    assert text == read
    assert len(text) == len(lefts) == len(rights) == len(owners)


def test_odd_spaces_become_spaces_and_invisible_characters_go() -> None:
    assert spread("a\u00a0b\u200bc\u2009d")[0] == "a bc d"


@given(st.text(alphabet="abé ´¨ﬁﬀ\u0301\u200b-", max_size=30))
def test_places_stay_one_to_a_character_and_text_is_composed(text: str) -> None:
    found, lefts, rights, owners = spread(text)
    assert len(found) == len(lefts) == len(rights) == len(owners)
    assert "ﬁ" not in found
    if "\u0301" not in found:
        assert unicodedata.is_normalized("NFC", found)
