"""Papers in a library, and files that are read."""

from __future__ import annotations

import pytest

from core.base.records import (
    PaperRecord,
)
from core.library.library import Library
from tests.core.library.adding import add, paper


@pytest.fixture
def shelf(library: Library) -> Library:
    add(
        library,
        paper("Beta", authors=("Zed Adams",), year=2001, venue="Walks"),
        paper("alpha", authors=("Ann Zorn",), venue="Paths"),
        paper("Émile", year=1999),
        paper("Delta", authors=("Ann Adams", "Bo Li"), year=2001, venue="paths"),
    )
    return library


@pytest.fixture
def citations_shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title=f"Paper {n}") for n in "ABCD"], source="test"))
    return library
