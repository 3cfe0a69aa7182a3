from __future__ import annotations

import pytest

from core.base.records import Marker, Rect, Sentence
from desktop.pages.sentence_map import Kind, SentenceMap


def line(index: int, *, page: int = 0, cited: bool = False) -> Sentence:
    markers = (Marker(0, 3, "[1]", (0,)),) if cited else ()
    y = 100.0 + 12 * index
    return Sentence(index, 0, page, f"Line {index}", (Rect(page, 50, y, 250, y + 10),), markers)


@pytest.fixture
def marks() -> SentenceMap:
    sentences = (line(0), line(1, cited=True), line(2), line(3), line(4, page=1))
    return SentenceMap(sentences, (0.9, 0.9, 0.1, 0.5, 0.8), chosen={3})


def test_each_sentence_has_its_kind(marks: SentenceMap) -> None:
    kinds = [marks.kind(index) for index in range(5)]
    assert kinds == [Kind.GAP, Kind.CITED, Kind.PLAIN, Kind.CHOSEN, Kind.GAP]
    assert marks.gaps == (0, 4)


def test_the_surest_gap_is_the_first_of_the_likeliest(marks: SentenceMap) -> None:
    assert marks.surest_gap() == 0
    assert marks.with_needs((0.9, 0.9, 0.1, 0.5, 0.95)).surest_gap() == 4
    assert marks.with_chosen({0, 3, 4}).surest_gap() is None


@pytest.mark.parametrize(
    ("page", "x", "y", "expected"),
    [
        pytest.param(0, 60, 105, 0, id="on a line"),
        pytest.param(0, 60, 117, 1, id="on the next one"),
        pytest.param(0, 60, 110.8, 0, id="between two, nearer the first"),
        pytest.param(0, 251, 105, 0, id="just beside it"),
        pytest.param(0, 300, 105, None, id="in the margin"),
        pytest.param(1, 60, 150, 4, id="on another page"),
        pytest.param(7, 60, 105, None, id="on a page without text"),
    ],
)
def test_a_point_finds_its_sentence(
    marks: SentenceMap, page: int, x: float, y: float, expected: int | None
) -> None:
    assert marks.at(page, x, y) == expected


def test_gaps_are_a_ring(marks: SentenceMap) -> None:
    assert [marks.next_gap(place) for place in (None, 0, 2, 4)] == [0, 4, 4, 0]
    assert [marks.previous_gap(place) for place in (None, 4, 2, 0)] == [4, 0, 0, 4]


def test_without_gaps_there_is_nowhere_to_go() -> None:
    marks = SentenceMap((line(0),), (0.2,))
    assert marks.next_gap(None) is None
    assert marks.previous_gap(0) is None


def test_deciding_and_judging_keep_each_other(marks: SentenceMap) -> None:
    assert marks.with_chosen({0}).gaps == (3, 4)
    assert marks.with_needs((0.0, 0.0, 0.9)).kind(3) is Kind.CHOSEN
    assert marks.with_needs(()).gaps == ()


def test_the_first_sentence_of_a_page_is_found(marks: SentenceMap) -> None:
    assert [marks.find_first_sentence(page) for page in (0, 1, 2)] == [0, 4, None]
