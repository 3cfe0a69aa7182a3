"""Citing sentences found by words and by vectors, against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.indexes.passages import ContextIndex
from core.library.indexes.vectors import ContextVectors
from core.library.library import Library
from core.models.manifest import Manifest
from core.recommend.bare import bare
from core.recommend.citing_contexts import CitingContexts, ContextHit

DIMENSION, SENTENCES = 8, 40
CITING = tuple(PaperNumber(n) for n in range(1, 5))
CITED = tuple(PaperNumber(n) for n in range(5, 9))
OTHER = PaperNumber(9)
MANIFEST = Manifest(
    name="rows", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=DIMENSION
)


def units(count: int, seed: int = 5) -> NDArray[np.float32]:
    values = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    return (values / np.linalg.norm(values, axis=1, keepdims=True)).astype(np.float32)


def contexts_of(paper: PaperNumber, count: int) -> list[CitingContext]:
    return [
        CitingContext(
            text=f"Peat number {place} [1] is acid.",
            cited=(CITED[place % 4], CITED[(place + paper) % 4]),
            markers=((len(f"Peat number {place} "), len(f"Peat number {place} [1]")),),
        )
        for place in range(count)
    ]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        titles = [PaperRecord(title=f"Paper number {n}") for n in range(1, 10)]
        list(opened.papers.add(titles, source="test"))
        for paper in CITING:
            opened.citations.add_contexts(paper, contexts_of(paper, SENTENCES))
        yield opened


@pytest.fixture
def vectors(library: Library, tmp_path: Path) -> ContextVectors:
    numbers = sorted(each.number for each in library.contexts.list_sentences(CITING))
    rows = units(len(numbers)).astype(np.float16)
    library.context_embeddings.put(MANIFEST.query_fingerprint, numbers, rows)
    index = ContextVectors(tmp_path / "rows", library.identity, MANIFEST)
    index.follow(library.contexts, library.context_embeddings)
    return index


@pytest.fixture
def contexts(library: Library, vectors: ContextVectors, tmp_path: Path) -> CitingContexts:
    words = ContextIndex(tmp_path / "words", library.identity, bare)
    words.follow(library.contexts)
    return CitingContexts(library, words, vectors)


def cited_by(library: Library, number: int) -> tuple[PaperNumber, ...]:
    return tuple(
        library.database.column(
            "SELECT paper FROM context_citations WHERE context = ? ORDER BY paper", number
        )
    )


@pytest.mark.parametrize("without", [None, CITING[1], OTHER])
def test_the_nearest_vectors_answer_as_by_brute_force(
    library: Library, contexts: CitingContexts, without: PaperNumber | None
) -> None:
    sentences = library.contexts.list_sentences(CITING)
    stored = units(len(sentences)).astype(np.float16).astype(np.float32)
    questions = units(3, seed=6)
    found = contexts.by_vectors(questions, limit=25, without=without)
    assert len(found) == len(questions)
    for question, hits in zip(questions, found, strict=True):
        cosines = stored @ question
        order = [sentences[place] for place in np.argsort(-cosines)]
        expected = [each for each in order if each.citing != without][:25]
        assert [hit.number for hit in hits] == [each.number for each in expected]
        assert [hit.citing for hit in hits] == [each.citing for each in expected]
        assert [hit.score for hit in hits] == pytest.approx(
            np.sort([c for c, s in zip(cosines, sentences, strict=True) if s.citing != without])[
                ::-1
            ][:25],
            abs=1e-5,
        )
        assert all(hit.cited == cited_by(library, hit.number) for hit in hits)


def test_words_leave_out_one_paper_and_still_fill_the_answer(
    library: Library, contexts: CitingContexts
) -> None:
    terms = {"peat": 1.0, "7": 1.0}
    hits = contexts.by_words(terms, limit=3 * SENTENCES, without=CITING[0])
    assert len(hits) == 3 * SENTENCES
    assert {hit.citing for hit in hits} == set(CITING[1:])
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert contexts.text(hits[0].number) == "Peat number 7 is acid."
    assert all(hit.cited == cited_by(library, hit.number) for hit in hits)
    everyone = contexts.by_words(terms, limit=1_000, without=None)
    assert len(everyone) == contexts.count() == len(CITING) * SENTENCES
    assert contexts.by_words({"[1]": 1.0, "nowhere": 1.0}, limit=5, without=None) == []


def test_a_marker_is_no_word_and_not_shown(library: Library, contexts: CitingContexts) -> None:
    one = contexts.by_words({"1": 1.0}, limit=9, without=None)[0]
    assert contexts.text(one.number) == "Peat number 1 is acid."
    assert len(contexts.by_words({"1": 1.0}, limit=99, without=None)) == len(CITING)
    assert contexts.text(10**6) == ""


def numbers(hits: list[ContextHit]) -> set[int]:
    return {hit.number for hit in hits}


def test_the_trash_neither_answers_nor_is_cited_though_the_indexes_are_behind(
    library: Library, contexts: CitingContexts
) -> None:
    library.papers.trash([CITING[0], CITED[0]])
    by_words = contexts.by_words({"peat": 1.0}, limit=1_000, without=None)
    (by_vectors,) = contexts.by_vectors(units(1), limit=1_000, without=None)
    assert numbers(by_words) == numbers(by_vectors)
    for hit in by_words:
        assert hit.citing != CITING[0]
        assert hit.cited == tuple(p for p in cited_by(library, hit.number) if p != CITED[0]) != ()
    # Paper 4 cites one paper a sentence: what only cited the paper in the trash is gone.
    assert sum(hit.citing == CITING[3] for hit in by_words) == SENTENCES * 3 // 4


def test_a_replaced_sentence_never_answers_as_another_one(
    library: Library, contexts: CitingContexts, vectors: ContextVectors
) -> None:
    library.citations.add_contexts(CITING[3], [])
    new = CitingContext(text="Graphs have been embedded.", cited=(CITED[0],))
    library.citations.add_contexts(CITING[3], [new])
    assert CITING[3] not in {
        hit.citing for hit in contexts.by_words({"peat": 1.0}, limit=1_000, without=None)
    }
    (hits,) = contexts.by_vectors(units(1), limit=1_000, without=None)
    assert CITING[3] not in {hit.citing for hit in hits}
    vectors.follow(library.contexts, library.context_embeddings)
    assert vectors.count() == 3 * SENTENCES


def test_vectors_come_in_step_and_are_found_again(
    library: Library, vectors: ContextVectors, tmp_path: Path
) -> None:
    vectors.save()
    library.papers.trash([CITING[2]])
    again = ContextVectors(tmp_path / "rows", library.identity, MANIFEST)
    assert again.count() == len(CITING) * SENTENCES
    assert again.follow(library.contexts, library.context_embeddings) == SENTENCES
    assert again.follow(library.contexts, library.context_embeddings) == 0
    library.papers.restore([CITING[2]])
    assert again.follow(library.contexts, library.context_embeddings) == SENTENCES


def test_without_vectors_of_the_questions_dimension_words_alone_answer(
    library: Library, contexts: CitingContexts, tmp_path: Path
) -> None:
    assert contexts.by_vectors(units(2)[:, :4], limit=5, without=None) == []
    words = ContextIndex(tmp_path / "words", library.identity, bare)
    none = CitingContexts(library, words)
    assert none.by_vectors(units(2), limit=5, without=None) == []
    empty = ContextVectors(tmp_path / "none", library.identity, MANIFEST)
    assert CitingContexts(library, words, empty).by_vectors(units(2), limit=5, without=None) == []
    assert len(none.by_words({"peat": 1.0}, limit=5, without=None)) == 5
