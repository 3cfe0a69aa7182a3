"""A library that is searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.library.indexes.searching import Searching
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.groups import GroupStore
from tests.core.library.indexes.searched import MORE


@pytest.fixture
def searching_library(small_library: Library) -> Library:
    list(small_library.papers.add([MORE], source="test"))
    soil = small_library.papers.resolve("t:soil")
    assert soil is not None
    for kind, name in (("tag", "to read soon"), ("collection", "Moor papers")):
        store = GroupStore(small_library.database, kind)  # type: ignore[arg-type]
        store.assign(store.add(name), [soil])
    return small_library


@pytest.fixture(params=["indexed", "not indexed"])
def searching(
    searching_library: Library, tmp_path: Path, request: pytest.FixtureRequest
) -> Searching:
    words = WordIndex(tmp_path / "words", searching_library.identity)
    if request.param == "indexed":
        words.follow(searching_library.papers)
    return Searching(searching_library.database, searching_library.papers, words)


@pytest.fixture
def indexed(searching_library: Library, tmp_path: Path) -> Searching:
    words = WordIndex(tmp_path / "words", searching_library.identity)
    words.follow(searching_library.papers)
    return Searching(searching_library.database, searching_library.papers, words)
