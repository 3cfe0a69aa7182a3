"""Quotes are cut at words, and say so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recommend.quoting import LONGEST, shortened


def test_a_short_text_stays() -> None:
    assert shortened(" It works. ") == "It works."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two three four", "one two…"),
        ("one two thr", "one two thr"),
        ("one, two, three four", "one, two…"),
        ("abcdefghijklmnop", "abcdefghijk…"),
    ],
)
def test_a_long_text_is_cut_at_a_word(text: str, expected: str) -> None:
    assert shortened(text, longest=12) == expected


def test_what_a_quote_is_shown_for_stays_in_it() -> None:
    text = f"{'before ' * 120}the point {'after ' * 120}"
    place = text.index("the point")
    cut = shortened(text, (place, place + 9))
    assert "the point" in cut
    assert cut.startswith("…before")
    assert cut.endswith("after…")
    assert len(cut) <= LONGEST


@given(st.text(max_size=1_000), st.integers(0, 1_000), st.integers(0, 1_000))
def test_what_is_left_stands_in_the_text(text: str, start: int, end: int) -> None:
    cut = shortened(text, (min(start, end), max(start, end)))
    assert len(cut) <= LONGEST
    assert cut in text or cut.removeprefix("…").removesuffix("…") in text
