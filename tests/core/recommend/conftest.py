"""An open manuscript beside a library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.records import (
    Link,
    Manuscript,
    Marker,
    OpenManuscript,
    Reference,
    Section,
    Sentence,
)
from core.library.indexes.vectors import VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.models.encoder import SentenceEncoder
from core.models.shelf import Shelf
from core.recommend.telling_terms import TellingTerms
from core.workspace import Workspace
from tests.core.conftest import RECORDS
from tests.core.recommend.asked_manuscripts import TEXTS
from tests.core.recommend.terms import FILLING, TIED


@pytest.fixture
def workspace(tmp_path: Path, tiny_model: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    list(workspace.library.papers.add(RECORDS, source="test"))
    workspace.indexing.words()
    workspace.indexing.load_model(name=str(tiny_model), in_process=True)
    workspace.indexing.vectors()
    yield workspace
    workspace.close()


@pytest.fixture
def opened(workspace: Workspace) -> OpenManuscript:
    hard = workspace.library.papers.resolve("t:hard")
    assert hard is not None
    marker = Marker(TEXTS[0].index("["), len(TEXTS[0]) - 1, "[1]", (0,))
    manuscript = Manuscript(
        title="Negatives from moors",
        abstract="We look for negatives on moors.",
        sections=(Section("1", "Introduction", 1, "introduction"),),
        sentences=tuple(
            Sentence(index, 0, 0, text, (), () if index else (marker,))
            for index, text in enumerate(TEXTS)
        ),
        references=(Reference(index=0, label="1", text="Mining hard negatives."),),
    )
    number = workspace.library.manuscripts.open(None, manuscript, "draft")
    return OpenManuscript(
        number=number, path=None, manuscript=manuscript, links={0: Link(hard, 1.0)}
    )


@pytest.fixture(scope="module")
def encoder(tiny_model: Path) -> SentenceEncoder:
    return SentenceEncoder(tiny_model, device="cpu", precision="float32")


@pytest.fixture
def words(small_library: Library, tmp_path: Path) -> WordIndex:
    index = WordIndex(tmp_path / "words", small_library.identity)
    index.follow(small_library.papers)
    return index


@pytest.fixture
def vectors(small_library: Library, encoder: SentenceEncoder, tmp_path: Path) -> VectorIndex:
    papers = small_library.papers.get_many(small_library.papers.numbers())
    rows = encoder.encode_papers([(paper.title, paper.abstract) for paper in papers])
    fingerprint = encoder.manifest.fingerprint
    small_library.embeddings.put(fingerprint, [paper.number for paper in papers], rows)
    index = VectorIndex(tmp_path / "vectors", small_library.identity, encoder.manifest)
    index.follow(small_library.papers, small_library.embeddings)
    return index


@pytest.fixture
def telling_terms_words(small_library: Library, tmp_path: Path) -> WordIndex:
    list(small_library.papers.add((*TIED, *FILLING), source="test"))
    index = WordIndex(tmp_path / "words", small_library.identity)
    index.follow(small_library.papers)
    return index


@pytest.fixture
def terms(telling_terms_words: WordIndex) -> TellingTerms:
    return TellingTerms(telling_terms_words)
