"""The indexes of an open library, kept in step with it: keywords first, then vectors.

Papers and the sentences that cite them have both. Until vectors exist, words alone answer. Each
model in use has a ``Column``: its vectors of papers and citing sentences. None depends on another:
a library may have the column of the model that sentences are asked of, and beside it others.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base import space
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.precedence import Rank, working
from core.base.records import PaperNumber
from core.library.indexes.passages import ContextIndex
from core.library.indexes.vector_search import PaperRows
from core.library.indexes.vectors import context_rows, forget_rows, paper_rows
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.embeddings import EmbeddingStore
from core.models.encoder import Encoder
from core.models.manifest import Manifest
from core.recommend.bare import bare
from core.recommend.citing_contexts import CitingContexts
from core.recommend.profiles import Profiles
from core.runtime.sharding import Shard, ShardRows, collect_rows

_ENCODED_AT_ONCE = 128
"""Texts that are stored together: about a second's work, which is all that a stop costs."""

Number = TypeVar("Number", bound=int)
RowStore = EmbeddingStore[Number] | ShardRows[Number]
"""Where encoded rows go: into the library, or into the files of a shard."""


class Column:
    """The rows of one model. Safe from any thread; followed and completed by one at a time."""

    def __init__(self, library: Library, manifest: Manifest) -> None:
        """Open what is stored; nothing is brought in step yet."""
        self._library = library
        folder, identity, write = library.folder, library.identity, not library.read_only
        self.papers = paper_rows(folder, identity, manifest, write=write)
        self.contexts = context_rows(folder, identity, manifest, write=write)
        self._profiled: tuple[object, Profiles | None] = None, None

    def profiles(self) -> Profiles | None:
        """Return the papers' profiles by this model, read anew where they changed."""
        if not self.contexts.count():
            return None
        now = self.contexts.revision, self.contexts.count()
        before, known_profiles = self._profiled
        if before != now:
            known_profiles = Profiles.of(self._library, self.contexts)
            self._profiled = now, known_profiles
        return known_profiles

    def is_behind(self) -> bool:
        """Tell whether papers or citing sentences changed since the rows were followed."""
        library = self._library
        return (
            self.papers.revision < library.papers.revision()
            or self.contexts.revision < library.contexts.revision()
        )

    def encoded(self) -> tuple[int, int]:
        """Return how many papers and how many citing sentences have a row."""
        return self.papers.count(), self.contexts.count()

    def follow(self, job: Job | None = None) -> None:
        """Hold the rows that are stored; nothing is encoded."""
        self._follow_papers(job)
        self._follow_contexts(job)

    def prepare(self, encoder: Encoder, job: Job) -> None:
        """Encode and store what has no row yet. A stop costs only the rest."""
        for encode in (self._encode_papers, self._encode_contexts):
            for _ in encode(encoder, job):
                pass

    def complete(self, encoder: Encoder, job: Job | None = None, *, contexts: bool = True) -> None:
        """Encode what has no row yet, papers first, and bring the rows in step.

        What is encoded is stored about once a second: a stop costs only the rest. Without
        ``contexts`` citing sentences are left out. A library that may not be written only follows.
        """
        job = job or SilentJob()
        self._follow_papers(job)
        if not self._library.read_only:
            self._require_space(contexts=contexts)
            self._collect_shards()
            for _ in _each_tenth(self._encode_papers(encoder, job)):
                self._follow_papers()
            self._follow_papers(job)
            self.papers.save()
        if not contexts:
            return
        self._follow_contexts(job)
        if not self._library.read_only:
            for _ in _each_tenth(self._encode_contexts(encoder, job)):
                self._follow_contexts()
            self._follow_contexts(job)
            self.contexts.save()

    def encode_shard(self, encoder: Encoder, shard: Shard, job: Job) -> None:
        """Encode what a shard lacks into its files, papers first. A stop costs only the rest."""
        library = self._library
        papers = ShardRows(library, library.embeddings, self.papers.model, shard)
        contexts = ShardRows(library, library.context_embeddings, self.contexts.model, shard)
        for rows in (papers, contexts):
            encode: Iterator[int] = (
                self._encode_papers(encoder, job, papers)
                if rows is papers
                else self._encode_contexts(encoder, job, contexts)
            )
            try:
                for _ in encode:
                    pass
            finally:
                rows.flush()

    def _collect_shards(self) -> None:
        library = self._library
        collect_rows(library, library.embeddings, self.papers.model)
        collect_rows(library, library.context_embeddings, self.contexts.model)

    def _require_space(self, *, contexts: bool) -> None:
        missing = self._library.papers.count() - self.papers.count()
        if contexts:
            missing += self._library.contexts.count() - self.contexts.count()
        needed = space.for_index(max(missing, 0), self.papers.dimension)
        space.require(self._library.folder, needed, Message("the vectors"))

    def _follow_papers(self, job: Job | None = None) -> None:
        self.papers.follow(self._library.papers, self._library.embeddings, job)

    def _follow_contexts(self, job: Job | None = None) -> None:
        self.contexts.follow(self._library.contexts, self._library.context_embeddings, job)

    def _encode_papers(
        self, encoder: Encoder, job: Job, store: RowStore[PaperNumber] | None = None
    ) -> Iterator[int]:
        def encode(numbers: Sequence[PaperNumber]) -> tuple[list[PaperNumber], NDArray[np.float16]]:
            papers = self._library.papers.get_many(numbers)
            texts = [(paper.title, paper.abstract) for paper in papers]
            return [paper.number for paper in papers], encoder.encode_papers(texts)

        total, note = self._library.papers.count, Message("papers encoded")
        rows = store or self._library.embeddings
        return _encode_missing(rows, self.papers.model, encode, job, total, note)

    def _encode_contexts(
        self, encoder: Encoder, job: Job, store: RowStore[int] | None = None
    ) -> Iterator[int]:
        def encode(numbers: Sequence[int]) -> tuple[list[int], NDArray[np.float16]]:
            sentences = self._library.contexts.get(numbers)
            texts = [bare(sentence.text, sentence.markers) for sentence in sentences]
            rows = encoder.encode_queries(texts).astype(np.float16)
            rows[[not text for text in texts]] = 0  # nothing but markers: near to no question
            return [sentence.number for sentence in sentences], rows

        total, note = self._library.contexts.count, Message("citing sentences encoded")
        rows = store or self._library.context_embeddings
        return _encode_missing(rows, self.contexts.model, encode, job, total, note)


def forget_column(library: Library, manifest: Manifest, kept_manifests: Iterable[Manifest]) -> None:
    """Delete the vectors of a model, but those that a ``kept_manifests`` one shares."""
    needed = {
        name
        for kept_manifest in kept_manifests
        for name in (kept_manifest.fingerprint, kept_manifest.query_fingerprint)
    }
    for name in {manifest.fingerprint, manifest.query_fingerprint} - needed:
        library.embeddings.drop(name)
    if manifest.fingerprint not in needed:
        forget_rows(library.folder, library.identity, manifest, "papers")
    if manifest.query_fingerprint not in needed:
        forget_rows(library.folder, library.identity, manifest, "contexts")


def _encode_missing(
    store: RowStore[Number],
    model: str,
    encode: Callable[[Sequence[Number]], tuple[Sequence[Number], NDArray[np.float16]]],
    job: Job,
    total: Callable[[], int],
    note: Message,
) -> Iterator[int]:
    """Encode and store, some at a time, what has no row yet; ``encode`` passes over what is gone.

    ``total`` is asked each time, for an import may go on beside it. Yields how many are encoded.
    """
    done_count = store.count(model)
    last: Number | None = None
    while missing := store.missing(model, _ENCODED_AT_ONCE, after=last):
        job.check()
        job.report(done_count, max(done_count, total()), note)
        numbers, rows = encode(missing)
        store.put(model, numbers, rows)
        done_count, last = done_count + len(numbers), missing[-1]
        yield done_count


def _each_tenth(counts: Iterable[int]) -> Iterator[int]:
    """Pass on the counts that are a tenth above the last: what is done then looks at all rows."""
    passed = 0
    for count in counts:
        if count >= 1.1 * passed:
            yield count
            passed = count


class _Served(NamedTuple):
    """The encoder that sentences are asked of, and the rows that it made."""

    encoder: Encoder
    column: Column


class Indexes:
    """Words and vectors of a library. Safe from any thread; each is followed by one at a time."""

    def __init__(self, library: Library) -> None:
        """Open what is stored; nothing is built yet."""
        self._library = library
        folder, identity, write = library.folder, library.identity, not library.read_only
        self.words = WordIndex(folder / "words", identity, write=write)
        self._context_words = ContextIndex(folder / "contexts", identity, bare, write=write)
        self._served: _Served | None = None
        self._open: weakref.WeakValueDictionary[tuple[str, str], Column]
        self._open = weakref.WeakValueDictionary()
        self._opening = threading.Lock()
        # Encoding must not keep words waiting.
        self._following_words = threading.Lock()
        self._following_vectors = threading.Lock()

    @property
    def vectors(self) -> PaperRows | None:
        """The vectors of the papers, once a model is served."""
        return self._served.column.papers if self._served else None

    @property
    def contexts(self) -> CitingContexts:
        """The citing sentences, to be asked for with the model that is served now."""
        return self.get_contexts(self._served.column if self._served else None)

    def get_contexts(self, column: Column | None) -> CitingContexts:
        """Return the citing sentences, to be asked for by words and by a model's rows."""
        rows = column.contexts if column else None
        return CitingContexts(self._library, self._context_words, rows)

    def profiles(self) -> Profiles | None:
        """Return the papers' profiles by the model that is served."""
        return self._served.column.profiles() if self._served else None

    def column(self, manifest: Manifest) -> Column:
        """Return the vectors of a model, those that are open already if they are."""
        key = manifest.fingerprint, manifest.query_fingerprint
        with self._opening:
            column = self._open.get(key)
            if column is None:
                self._open[key] = column = Column(self._library, manifest)
            return column

    def words_are_behind(self) -> bool:
        """Tell whether the library changed since the words were followed."""
        return (
            self.words.revision < self._library.papers.revision()
            or self._context_words.revision < self._library.contexts.revision()
        )

    def vectors_are_behind(self) -> bool:
        """Tell whether papers or citing sentences changed since the vectors were followed."""
        served = self._served
        return served is not None and served.column.is_behind()

    def encoded(self) -> tuple[int, int]:
        """Return how many papers and how many citing sentences have a vector."""
        served = self._served
        return served.column.encoded() if served else (0, 0)

    def prepare(self, encoder: Encoder, job: Job | None = None) -> None:
        """Encode the library with an encoder that is not served yet; the other one goes on.

        Its rows are stored, so that ``serve`` changes to it at once. A stop costs only the rest.
        """
        if self._library.read_only:
            return
        with self._following_vectors, working(Rank.BEHIND):
            self.column(encoder.manifest).prepare(encoder, job or SilentJob())

    def serve(self, encoder: Encoder) -> None:
        """Ask with this encoder from now on; the rows it has already are there at once."""
        column = self.column(encoder.manifest)
        column.follow()
        for rows in (column.papers, column.contexts):
            rows.serve()
        self._served = _Served(encoder, column)

    def follow_words(self, job: Job | None = None) -> None:
        """Bring the words of papers and of citing sentences in step with the library."""
        with self._following_words:
            self.words.follow(self._library.papers, job)
            self._context_words.follow(self._library.contexts, job)

    def follow_vectors(self, job: Job | None = None) -> None:
        """Encode what the served model has not encoded yet, and bring the vectors in step."""
        served = self._served
        if served is not None:
            self.complete(served.column, served.encoder, job)

    def encode_shard(self, shard: Shard, job: Job | None = None) -> None:
        """Encode a shard with the served model into files; the library itself is only read."""
        served = self._served
        if served is not None:
            with self._following_vectors, working(Rank.BEHIND):
                served.column.encode_shard(served.encoder, shard, job or SilentJob())

    def complete(
        self, column: Column, encoder: Encoder, job: Job | None = None, *, contexts: bool = True
    ) -> None:
        """Encode what a column lacks, when no other one is being encoded."""
        with self._following_vectors, working(Rank.BEHIND):
            column.complete(encoder, job, contexts=contexts)
