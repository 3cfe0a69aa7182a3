"""Stored embeddings: in step with their papers, apart by encoder."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import PaperNumber, PaperRecord
from core.library.library import Library

A, B, C = (PaperNumber(n) for n in range(1, 4))


@pytest.fixture
def shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title=f"Paper {n}") for n in "ABC"], source="test"))
    return library


def rows(*values: float) -> NDArray[np.float16]:
    return np.array([[value, -value] for value in values], dtype=np.float16)


def test_vectors_come_back_in_the_order_asked_for(shelf: Library) -> None:
    shelf.embeddings.put("m", [B, A], rows(2, 1))
    assert shelf.embeddings.get("m", [A, C, B]).tolist() == rows(1, 2).tolist()
    assert shelf.embeddings.numbers("m").tolist() == [A, B]
    assert (shelf.embeddings.count("m"), shelf.embeddings.dimension("m")) == (2, 2)
    shelf.embeddings.put("m", [A], rows(5))
    assert shelf.embeddings.get("m", [A]).tolist() == rows(5).tolist()


def test_an_unknown_encoder_has_nothing(shelf: Library) -> None:
    assert shelf.embeddings.get("m", [A]).shape == (0, 1)
    assert list(shelf.embeddings.stream("m")) == []
    assert shelf.embeddings.missing("m", 2) == [A, B]
    assert shelf.embeddings.missing("m", 9, after=B) == [C]


def test_a_changed_text_loses_its_vector_and_nothing_else_does(shelf: Library) -> None:
    shelf.embeddings.put("m", [A, B, C], rows(1, 2, 3))
    shelf.papers.update(A, title="Another title")
    shelf.papers.update(B, venue="Elsewhere", year=2020)
    assert shelf.embeddings.missing("m", 9) == [A]
    shelf.papers.update(C, abstract="New.")
    assert shelf.embeddings.missing("m", 9) == [A, C]


def test_the_trash_is_left_out_and_comes_back_with_its_vector(shelf: Library) -> None:
    shelf.embeddings.put("m", [A, B], rows(1, 2))
    shelf.papers.trash([A, C])
    assert shelf.embeddings.numbers("m").tolist() == [B]
    assert shelf.embeddings.missing("m", 9) == []
    shelf.papers.restore([A])
    assert shelf.embeddings.count("m") == 2


def test_all_vectors_are_streamed_once(shelf: Library) -> None:
    shelf.embeddings.put("m", [C, A, B], rows(3, 1, 2))
    shelf.embeddings.put("other", [A], np.zeros((1, 5), np.float16))
    batches = list(shelf.embeddings.stream("m", batch=2))
    assert [numbers.tolist() for numbers, _ in batches] == [[A, B], [C]]
    assert np.concatenate([vectors for _, vectors in batches]).tolist() == rows(1, 2, 3).tolist()


def test_a_dropped_encoder_leaves_the_others(shelf: Library) -> None:
    shelf.embeddings.put("m", [A], rows(1))
    shelf.embeddings.put("other", [A], rows(1))
    shelf.embeddings.drop("m")
    assert (shelf.embeddings.count("m"), shelf.embeddings.count("other")) == (0, 1)


def test_vectors_of_removed_papers_are_passed_over(shelf: Library) -> None:
    shelf.embeddings.put("m", [A, PaperNumber(99)], rows(1, 2))
    assert shelf.embeddings.count("m") == 1


def test_vectors_of_another_shape_are_refused(shelf: Library) -> None:
    shelf.embeddings.put("m", [A], rows(1))
    with pytest.raises(ValueError, match="not 3"):
        shelf.embeddings.put("m", [B], np.zeros((1, 3), np.float16))
    with pytest.raises(ValueError, match="float16"):
        shelf.embeddings.put("m", [B], np.zeros((1, 2), np.float32))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one row"):
        shelf.embeddings.put("m", [A, B], rows(1))
