"""A tiny model and a small library that tests of the engine share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.library.library import Library
from core.records import PaperNumber, PaperRecord
from tests.tiny_encoder import make_tiny_encoder

RECORDS = (
    PaperRecord(
        id="t:hard",
        title="Mining hard negatives for contrastive learning",
        abstract="Contrastive objectives need hard negatives. We mine them from a citation graph.",
        authors=("Ada Byron", "Grace Hopper"),
        year=2020,
        venue="Journal of Tests",
    ),
    PaperRecord(
        id="t:graph",
        title="Embedding citation graphs",
        abstract="Every node of a citation graph gets a vector. Neighbours lie close together.",
        authors=("Emmy Noether",),
        year=2018,
        venue="Graph Letters",
    ),
    PaperRecord(
        id="t:soil",
        title="Acidity of moorland soils",
        abstract="We measured the acidity of soils on forty moors. Peat was the most acid.",
        authors=("Marie Tharp",),
        year=1999,
        venue="Soil Notes",
        keywords=("peat", "moor"),
    ),
    PaperRecord(id="t:bare", title="A note without abstract on peat", year=2001),
)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder whose vocabulary is that of the small library."""
    words = " ".join(f"{record.title} {record.abstract}" for record in RECORDS)
    return make_tiny_encoder(tmp_path_factory.mktemp("model") / "tiny", words=words)


@pytest.fixture
def small_library(tmp_path: Path) -> Iterator[Library]:
    """An open library with the four papers of ``RECORDS``."""
    with Library.open(tmp_path / "library", create=True) as opened:
        list(opened.papers.add(RECORDS, source="test"))
        yield opened


@pytest.fixture
def number_of(small_library: Library) -> Callable[[str], PaperNumber]:
    """The number of a paper by its id."""

    def number(paper_id: str) -> PaperNumber:
        found = small_library.papers.resolve(paper_id)
        assert found is not None, paper_id
        return found

    return number
