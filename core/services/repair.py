"""Deletes an index, builds it again from the database, and checks it with a query.

The vectors are made again where the library keeps them: on this machine, or in Milvus. Each index
is asked the same questions before and after: titles of papers, spread over the library,
and their vectors. What was deleted, damaged or another library's answers nothing before.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.errors import LibraryError
from core.base.jobs import Job, SilentJob
from core.library.indexes import milvus
from core.library.indexes.milvus import configured
from core.library.indexes.passages import ContextIndex, PassageIndex
from core.library.indexes.vector_search import Number, VectorSearch
from core.library.indexes.vectors import context_rows, paper_rows
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.safety.restoring import INDEXES
from core.library.store.embeddings import EmbeddingStore
from core.models.manifest import Manifest
from core.recommend.bare import bare

TOP = 10
_QUESTIONS = 20
_ROWS: dict[str, milvus.Kind] = {"vectors": "papers", "context_vectors": "contexts"}
"""The indexes that may lie in Milvus, with what they are of."""

Answers = list[frozenset[object]]
"""The best ``TOP`` for each question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired:
    """An index that was made again: its entries, and how much of each top 10 is as it was, 0..1.

    ``alike`` is ``None`` if nothing could be asked before.
    """

    index: str
    entries: int
    alike: float | None


def repair(
    library: Library,
    manifests: Sequence[Manifest],
    job: Job | None = None,
    *,
    only: Sequence[str] = INDEXES,
) -> list[Repaired]:
    """Delete indexes of a library that is open for writing and make them again.

    Args:
        library: its embeddings are the source of the vectors; nothing is encoded.
        manifests: the models whose vectors are made again, if the library has any of theirs.
        job: is told of each index.
        only: names of ``INDEXES``.
    """
    job = job or SilentJob()
    repaired = []
    for name in only:
        before = _collect_stored_answers(library, name, manifests, job)
        _delete(library, name, manifests)
        after = _answers(library, name, manifests, job)
        entries = sum(count for count, _ in after)
        repaired.append(Repaired(index=name, entries=entries, alike=_alike(before, after)))
    return repaired


def _collect_stored_answers(
    library: Library, name: str, manifests: Sequence[Manifest], job: Job
) -> list[tuple[int, Answers]]:
    """Return the answers of what is stored; none if that is nothing, or cannot be opened."""
    settings = configured(library.folder)
    if settings is None or name not in _ROWS:
        return _answers(library, name, manifests, job) if (library.folder / name).exists() else []
    kind, identity = _ROWS[name], library.identity
    stored = [
        manifest for manifest in manifests if milvus.is_stored(settings, identity, manifest, kind)
    ]
    with contextlib.suppress(LibraryError):
        return _answers(library, name, stored, job)
    return []


def _delete(library: Library, name: str, manifests: Sequence[Manifest]) -> None:
    shutil.rmtree(library.folder / name, ignore_errors=True)
    settings = configured(library.folder)
    if settings is not None and name in _ROWS:
        for manifest in manifests:
            milvus.forget(settings, library.identity, manifest, _ROWS[name])


def _answers(
    library: Library, name: str, manifests: Sequence[Manifest], job: Job
) -> list[tuple[int, Answers]]:
    """Bring an index in step; return its entries and answers, one for each model."""
    makers: dict[str, Callable[[], Iterator[tuple[int, Answers]]]] = {
        "words": lambda: _of_words(library, job),
        "passages": lambda: _of_passages(library, job),
        "contexts": lambda: _of_contexts(library, job),
        "vectors": lambda: _of_vectors(library, manifests, job),
        "context_vectors": lambda: _of_context_vectors(library, manifests, job),
    }
    return list(makers[name]())


def _of_words(library: Library, job: Job) -> Iterator[tuple[int, Answers]]:
    index = WordIndex(library.folder / "words", library.identity)
    index.follow(library.papers, job)
    yield index.count(), _best(index, library)


def _of_passages(library: Library, job: Job) -> Iterator[tuple[int, Answers]]:
    index = PassageIndex(library.folder / "passages", library.identity)
    index.follow(library.fulltexts, job)
    answer_sets = [frozenset(index.search(title, limit=TOP)) for title in _titles(library)]
    yield library.fulltexts.count(), list(answer_sets)


def _of_contexts(library: Library, job: Job) -> Iterator[tuple[int, Answers]]:
    index = ContextIndex(library.folder / "contexts", library.identity, bare)
    index.follow(library.contexts, job)
    yield index.count(), _best(index, library)


def _best(index: WordIndex | ContextIndex, library: Library) -> Answers:
    rankings = [index.search(index.terms(title), limit=TOP) for title in _titles(library)]
    return [frozenset(number for number, _ in hits) for hits in rankings]


def _of_vectors(
    library: Library, manifests: Sequence[Manifest], job: Job
) -> Iterator[tuple[int, Answers]]:
    for manifest in manifests:
        if library.embeddings.count(manifest.fingerprint):
            with closing(paper_rows(library.folder, library.identity, manifest)) as rows:
                rows.follow(library.papers, library.embeddings, job)
                yield _saved(rows, library.embeddings)


def _of_context_vectors(
    library: Library, manifests: Sequence[Manifest], job: Job
) -> Iterator[tuple[int, Answers]]:
    for manifest in manifests:
        if library.context_embeddings.count(manifest.query_fingerprint):
            with closing(context_rows(library.folder, library.identity, manifest)) as rows:
                rows.follow(library.contexts, library.context_embeddings, job)
                yield _saved(rows, library.context_embeddings)


def _saved(rows: VectorSearch[Number], store: EmbeddingStore[Number]) -> tuple[int, Answers]:
    """Write the rows; return how many there are and what they answer to some of themselves."""
    rows.save()
    numbers = store.numbers(rows.model)
    stored_vectors = store.get(rows.model, numbers[_spread(len(numbers))].tolist())
    rankings = rows.search(stored_vectors.astype(np.float32), limit=TOP)
    return rows.count(), [frozenset(number for number, _ in hits) for hits in rankings]


def _titles(library: Library) -> list[str]:
    numbers = library.papers.numbers()
    chosen = [numbers[index] for index in _spread(len(numbers))]
    return [paper.title for paper in library.papers.get_many(chosen)]


def _spread(count: int) -> NDArray[np.int64]:
    """Return some of so many indices, evenly spread."""
    return np.unique(np.linspace(0, max(count - 1, 0), min(_QUESTIONS, count)).astype(np.int64))


def _alike(
    before: Sequence[tuple[int, Answers]], after: Sequence[tuple[int, Answers]]
) -> float | None:
    """Return the mean share of the answers before that are answers after."""
    pairs = [
        (old, new)
        for (_, olds), (_, news) in zip(before, after, strict=False)
        for old, new in zip(olds, news, strict=False)
        if old
    ]
    if not pairs:
        return None
    return sum(len(old & new) / len(old) for old, new in pairs) / len(pairs)
