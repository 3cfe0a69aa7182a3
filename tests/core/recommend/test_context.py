from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.records import Manuscript, Marker, Sentence
from core.recommend.context import (
    SUPPLEMENTAL,
    Passage,
    build_passage,
    sample_context,
    without_markers,
)


def sentence(text: str, *markers: str) -> Sentence:
    places = [text.index(marker) for marker in markers]
    found = tuple(
        Marker(at, at + len(marker), marker, (0,))
        for at, marker in zip(places, markers, strict=True)
    )
    return Sentence(0, 0, 0, text, (), found)


def passage(count: int, **rest: str) -> Passage:
    before = tuple(f"Sentence {number}." for number in range(count))
    return Passage(sentence="The asked one.", title="T", before=before, after=("Next.", "Last."))


@pytest.mark.parametrize(
    ("text", "markers", "expected"),
    [
        pytest.param("It works [3].", ["[3]"], "It works.", id="before the point"),
        pytest.param("In [1], [2] it is.", ["[1]", "[2]"], "It is.", id="two of them"),
        pytest.param(
            "As Smith et al. (2020) show, it works.", ["(2020)"], "As show, it works.", id="names"
        ),
        pytest.param("Li and Wu [7] agree.", ["Li and Wu [7]"], "Agree.", id="two names"),
        pytest.param("Good (Doe, 2019).", ["(Doe, 2019)"], "Good.", id="author and year"),
        pytest.param("Good (see [4]).", ["[4]"], "Good.", id="empty brackets go too"),
        pytest.param("No marker (2).", [], "No marker (2).", id="nothing to cut"),
    ],
)
def test_markers_leave_no_trace(text: str, markers: list[str], expected: str) -> None:
    assert without_markers(sentence(text, *markers)) == expected


def test_the_fundamental_context_is_one_sentence_on_each_side() -> None:
    context = sample_context(passage(5), breadth=0.5)
    assert context.neighbours == ("Sentence 4.", "Next.")
    assert context.supplemental == tuple(f"Sentence {number}." for number in range(4))


def test_at_breadth_0_the_sentence_stands_alone() -> None:
    context = sample_context(passage(5), breadth=0.0)
    assert (context.neighbours, context.supplemental) == ((), ())


def test_in_the_middle_the_paper_s_number_of_sentences_is_drawn() -> None:
    context = sample_context(passage(300), breadth=0.5)
    assert len(context.supplemental) == SUPPLEMENTAL
    assert len(set(context.supplemental)) == SUPPLEMENTAL


def test_at_breadth_1_everything_before_is_taken() -> None:
    context = sample_context(passage(300), breadth=1.0)
    assert context.supplemental == passage(300).before[:-1]


@given(st.integers(0, 80), st.floats(0, 1))
def test_the_supplement_comes_from_what_stands_before_in_reading_order(
    count: int, breadth: float
) -> None:
    asked = passage(count)
    drawn = sample_context(asked, breadth=breadth).supplemental
    places = [asked.before.index(text) for text in drawn]
    assert places == sorted(set(places))
    assert all(place < count - 1 for place in places)


def test_the_same_question_draws_the_same_context_and_another_one_does_not() -> None:
    first, again = (sample_context(passage(200), breadth=0.5) for _ in range(2))
    other = Passage(sentence="Another.", title="T", before=passage(200).before)
    assert first == again
    assert sample_context(other, breadth=0.5).supplemental != first.supplemental


def test_draws_cover_all_of_what_stands_before() -> None:
    drawn = {
        text
        for number in range(60)
        for text in sample_context(
            Passage(sentence=f"Sentence number {number}", before=passage(100).before), breadth=0.5
        ).supplemental
    }
    assert drawn == set(passage(100).before[:-1])


def test_a_breadth_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="breadth"):
        sample_context(passage(3), breadth=1.5)


def test_a_passage_is_taken_from_a_manuscript_without_its_markers() -> None:
    texts = ["First one [1].", "Second one.", "Third one."]
    sentences = tuple(
        Sentence(index, 0, 0, text, (), (Marker(10, 13, "[1]", (0,)),) if "[1]" in text else ())
        for index, text in enumerate(texts)
    )
    manuscript = Manuscript(title="T", abstract="A.", sentences=sentences)
    found = build_passage(manuscript, 1)
    assert found == Passage(
        sentence="Second one.",
        title="T",
        abstract="A.",
        before=("First one.",),
        after=("Third one.",),
    )
