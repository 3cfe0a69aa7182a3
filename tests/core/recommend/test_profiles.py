"""Profiles: what citing sentences say of a paper as one vector, against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.indexes.vectors import ContextVectors
from core.library.library import Library
from core.models.manifest import Manifest
from core.recommend.profiles import Profiles

DIMENSION = 8
CITING = tuple(PaperNumber(n) for n in range(1, 4))
CITED = tuple(PaperNumber(n) for n in range(4, 8))
UNCITED = PaperNumber(8)
ONCE = PaperNumber(9)
"""Cited by the first paper alone."""
MANIFEST = Manifest(
    name="rows", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=DIMENSION
)


def units(count: int, seed: int) -> NDArray[np.float32]:
    values = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    return (values / np.linalg.norm(values, axis=1, keepdims=True)).astype(np.float32)


def sentence(place: int, *cited: PaperNumber) -> CitingContext:
    return CitingContext(text=f"Peat number {place} [1] is acid.", cited=cited, markers=((14, 17),))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        titles = [PaperRecord(title=f"Paper number {n}") for n in range(1, 10)]
        list(opened.papers.add(titles, source="test"))
        for paper in CITING:
            said = [sentence(n, CITED[n % 4], CITED[(n + paper) % 4]) for n in range(12)]
            own = [sentence(99, ONCE)] if paper == CITING[0] else []
            opened.citations.add_contexts(paper, [*said, *own])
        yield opened


@pytest.fixture
def vectors(library: Library, tmp_path: Path) -> ContextVectors:
    numbers = sorted(each.number for each in library.contexts.list_sentences(CITING))
    library.context_embeddings.put(
        MANIFEST.query_fingerprint, numbers, units(len(numbers), 5).astype(np.float16)
    )
    index = ContextVectors(tmp_path / "rows", library.identity, MANIFEST)
    index.follow(library.contexts, library.context_embeddings)
    return index


def by_hand(
    library: Library,
    vectors: ContextVectors,
    paper: PaperNumber,
    question: NDArray[np.float32],
    without: PaperNumber | None,
) -> float:
    """Return the cosine of a question with the mean of the sentences that cite a paper."""
    pairs = library.contexts.cited_pairs().tolist()
    own = [number for number, citing, cited in pairs if cited == paper and citing != without]
    mean = vectors.rows(own).mean(axis=0)
    return float(mean @ question / np.linalg.norm(mean))


@pytest.mark.parametrize("without", [None, CITING[1], UNCITED])
def test_a_profile_is_the_mean_of_the_sentences_that_cite_a_paper(
    library: Library, vectors: ContextVectors, without: PaperNumber | None
) -> None:
    questions = units(2, 6)
    found = Profiles.of(library, vectors).likeness(CITED, questions, without=without)
    expected = [
        np.mean([by_hand(library, vectors, paper, one, without) for one in questions])
        for paper in CITED
    ]
    assert found == pytest.approx(expected, abs=2e-3)


def test_what_nothing_cites_has_no_profile(library: Library, vectors: ContextVectors) -> None:
    profiles = Profiles.of(library, vectors)
    asked = [ONCE, UNCITED, CITED[0]]
    assert np.isnan(profiles.likeness(asked, units(1, 6), without=None)).tolist() == [
        False,
        True,
        False,
    ]
    assert np.isnan(profiles.likeness(asked, units(1, 6), without=CITING[0])).tolist() == [
        True,
        True,
        False,
    ]


def test_a_paper_in_the_trash_says_nothing(library: Library, vectors: ContextVectors) -> None:
    library.papers.trash([CITING[0]])
    found = Profiles.of(library, vectors).likeness([ONCE], units(1, 6), without=None)
    assert np.isnan(found).all()


def test_sentences_without_a_vector_do_not_count(library: Library, vectors: ContextVectors) -> None:
    before = Profiles.of(library, vectors).likeness(CITED, units(1, 6), without=None)
    library.citations.add_contexts(UNCITED, [sentence(n, *CITED) for n in range(3)])
    after = Profiles.of(library, vectors).likeness(CITED, units(1, 6), without=None)
    assert after == pytest.approx(before)


def test_a_library_without_citing_sentences_has_no_profiles(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty", create=True) as library:
        rows = ContextVectors(tmp_path / "rows", library.identity, MANIFEST)
        found = Profiles.of(library, rows).likeness(CITED, units(1, 6), without=CITING[0])
    assert np.isnan(found).all()
