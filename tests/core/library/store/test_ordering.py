"""Places of the library and their sizes."""

from __future__ import annotations

import pytest

from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.ordering import sizes
from tests.core.library.store.row_samples import THREE


def test_the_places_have_sizes(filled: Library) -> None:
    filled.papers.trash([THREE])
    found = sizes(filled.database, "model")
    assert (found.papers, found.unfiled, found.unindexed) == (2, 2, 2)


@pytest.mark.parametrize(
    ("sort", "up", "down"),
    [
        ("title", [2, 1, 4, 3], [3, 4, 1, 2]),
        ("authors", [1, 4, 2, 3], [2, 4, 1, 3]),
        ("year", [3, 1, 4, 2], [4, 1, 3, 2]),
        ("venue", [2, 4, 1, 3], [1, 4, 2, 3]),
        ("added", [1, 2, 3, 4], [4, 3, 2, 1]),
    ],
)
def test_papers_come_in_order_and_what_is_unknown_comes_last(
    shelf: Library, sort: str, up: list[int], down: list[int]
) -> None:
    assert shelf.papers.ordered(sort=sort, descending=False) == up  # type: ignore[arg-type]
    assert shelf.papers.ordered(sort=sort, descending=True) == down  # type: ignore[arg-type]
    everything = shelf.tags.add("all")
    shelf.tags.assign(everything, shelf.papers.numbers())
    assert shelf.papers.ordered(sort=sort, descending=False, tag=everything) == up  # type: ignore[arg-type]


def test_the_trash_is_listed_apart(shelf: Library) -> None:
    shelf.papers.trash([PaperNumber(1)])
    assert shelf.papers.ordered(sort="title", descending=False) == [2, 4, 3]
    assert shelf.papers.ordered(sort="year", descending=True, trashed=True) == [1]
    assert shelf.papers.get(PaperNumber(1)).title == "Beta"
