"""Texts that every encoder takes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.base.encodable import encodable


@given(st.text(max_size=20))
def test_a_half_of_a_pair_is_a_question_mark_and_the_rest_stays(text: str) -> None:
    taken = encodable(text)
    assert len(taken) == len(text)
    taken.encode("utf-8")
    assert all(
        new == ("?" if "\ud800" <= old <= "\udfff" else old)
        for old, new in zip(text, taken, strict=True)
    )
