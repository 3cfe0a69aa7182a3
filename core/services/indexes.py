"""The indexes of an open library, kept in step with it: keywords first, then vectors.

Papers and the sentences that cite them have both. Until vectors exist, words alone answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base import space
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.precedence import Rank, working
from core.base.records import PaperNumber
from core.library.indexes.context_index import ContextIndex
from core.library.indexes.row_stores import context_rows, paper_rows
from core.library.indexes.vector_search import ContextRows, PaperRows
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.embeddings import EmbeddingStore
from core.models.encoder import Encoder
from core.recommend.bare import bare
from core.recommend.citing_contexts import CitingContexts
from core.recommend.profiles import Profiles

_ENCODED_AT_ONCE = 128
"""Texts that are stored together: about a second's work, which is all that a stop costs."""

Number = TypeVar("Number", bound=int)


class _Served(NamedTuple):
    """The encoder that is asked with, and the rows that it made."""

    encoder: Encoder
    papers: PaperRows
    contexts: ContextRows


class Indexes:
    """Words and vectors of a library. Safe from any thread; each is followed by one at a time."""

    def __init__(self, library: Library) -> None:
        """Open what is stored; nothing is built yet."""
        self._library = library
        folder, identity, write = library.folder, library.identity, not library.read_only
        self.words = WordIndex(folder / "words", identity, write=write)
        self._context_words = ContextIndex(folder / "contexts", identity, bare, write=write)
        self._served: _Served | None = None
        self._profiled: tuple[object, Profiles | None] = None, None
        # Encoding must not keep words waiting.
        self._following_words = threading.Lock()
        self._following_vectors = threading.Lock()

    @property
    def vectors(self) -> PaperRows | None:
        """The vectors of the papers, once a model is served."""
        return self._served.papers if self._served else None

    @property
    def contexts(self) -> CitingContexts:
        """The citing sentences, to be asked for with the model that is served now."""
        vectors = self._served.contexts if self._served else None
        return CitingContexts(self._library, self._context_words, vectors)

    def profiles(self) -> Profiles | None:
        """Return the papers' profiles by the model that is served, read anew where they changed."""
        served = self._served
        if served is None or not served.contexts.count():
            return None
        now = served.contexts, served.contexts.revision, served.contexts.count()
        before, known = self._profiled
        if before != now:
            known = Profiles.of(self._library, served.contexts)
            self._profiled = now, known
        return known

    def words_are_behind(self) -> bool:
        """Tell whether the library changed since the words were followed."""
        return (
            self.words.revision < self._library.papers.revision()
            or self._context_words.revision < self._library.contexts.revision()
        )

    def vectors_are_behind(self) -> bool:
        """Tell whether papers or citing sentences changed since the vectors were followed."""
        served, library = self._served, self._library
        return served is not None and (
            served.papers.revision < library.papers.revision()
            or served.contexts.revision < library.contexts.revision()
        )

    def encoded(self) -> tuple[int, int]:
        """Return how many papers and how many citing sentences have a vector."""
        served = self._served
        return (served.papers.count(), served.contexts.count()) if served else (0, 0)

    def prepare(self, encoder: Encoder, job: Job | None = None) -> None:
        """Encode the library with an encoder that is not served yet; the other one goes on.

        Its rows are stored, so that ``serve`` changes to it at once. A stop costs only the rest.
        """
        if self._library.read_only:
            return
        with self._following_vectors, working(Rank.BEHIND):
            coming = self._opened(encoder)
            for encode in (self._encode_papers, self._encode_contexts):
                for _ in encode(coming, job or SilentJob()):
                    pass

    def serve(self, encoder: Encoder) -> None:
        """Ask with this encoder from now on; the rows it has already are there at once."""
        served = self._opened(encoder)
        self._follow_papers(served)
        self._follow_contexts(served)
        self._served = served

    def _opened(self, encoder: Encoder) -> _Served:
        library, manifest = self._library, encoder.manifest
        folder, write = library.folder, not library.read_only
        return _Served(
            encoder,
            paper_rows(folder, library.identity, manifest, write=write),
            context_rows(folder, library.identity, manifest, write=write),
        )

    def follow_words(self, job: Job | None = None) -> None:
        """Bring the words of papers and of citing sentences in step with the library."""
        with self._following_words:
            self.words.follow(self._library.papers, job)
            self._context_words.follow(self._library.contexts, job)

    def follow_vectors(self, job: Job | None = None) -> None:
        """Encode what the served model has not encoded yet, and bring the vectors in step.

        Papers come first. What is encoded is stored about once a second: a stop costs only the
        rest.
        """
        job = job or SilentJob()
        with self._following_vectors, working(Rank.BEHIND):
            served = self._served
            if served is None:
                return
            self._follow_papers(served, job)
            if not self._library.read_only:
                self._require_space(served)
                for _ in _each_tenth(self._encode_papers(served, job)):
                    self._follow_papers(served)
                self._follow_papers(served, job)
                served.papers.save()
            self._follow_contexts(served, job)
            if not self._library.read_only:
                for _ in _each_tenth(self._encode_contexts(served, job)):
                    self._follow_contexts(served)
                self._follow_contexts(served, job)
                served.contexts.save()

    def _require_space(self, served: _Served) -> None:
        total = self._library.papers.count() + self._library.contexts.count()
        missing = total - served.papers.count() - served.contexts.count()
        needed = space.for_index(max(missing, 0), served.papers.dimension)
        space.require(self._library.folder, needed, Message("the vectors"))

    def _follow_papers(self, served: _Served, job: Job | None = None) -> None:
        served.papers.follow(self._library.papers, self._library.embeddings, job)

    def _follow_contexts(self, served: _Served, job: Job | None = None) -> None:
        served.contexts.follow(self._library.contexts, self._library.context_embeddings, job)

    def _encode_papers(self, served: _Served, job: Job) -> Iterator[int]:
        def encode(numbers: Sequence[PaperNumber]) -> tuple[list[PaperNumber], NDArray[np.float16]]:
            papers = self._library.papers.get_many(numbers)
            texts = [(paper.title, paper.abstract) for paper in papers]
            return [paper.number for paper in papers], served.encoder.encode_papers(texts)

        total = self._library.papers.count
        store, model = self._library.embeddings, served.papers.model
        return _encode_missing(store, model, encode, job, total, Message("papers encoded"))

    def _encode_contexts(self, served: _Served, job: Job) -> Iterator[int]:
        def encode(numbers: Sequence[int]) -> tuple[list[int], NDArray[np.float16]]:
            sentences = self._library.contexts.get(numbers)
            texts = [bare(each.text, each.markers) for each in sentences]
            rows = served.encoder.encode_queries(texts).astype(np.float16)
            rows[[not text for text in texts]] = 0  # nothing but markers: near to no question
            return [each.number for each in sentences], rows

        total = self._library.contexts.count
        store, model = self._library.context_embeddings, served.contexts.model
        return _encode_missing(
            store, model, encode, job, total, Message("citing sentences encoded")
        )


def _encode_missing(
    store: EmbeddingStore[Number],
    model: str,
    encode: Callable[[Sequence[Number]], tuple[Sequence[Number], NDArray[np.float16]]],
    job: Job,
    total: Callable[[], int],
    note: Message,
) -> Iterator[int]:
    """Encode and store, some at a time, what has no row yet; ``encode`` passes over what is gone.

    ``total`` is asked each time, for an import may go on beside it. Yields how many are encoded.
    """
    done = store.count(model)
    last: Number | None = None
    while missing := store.missing(model, _ENCODED_AT_ONCE, after=last):
        job.check()
        job.report(done, max(done, total()), note)
        numbers, rows = encode(missing)
        store.put(model, numbers, rows)
        done, last = done + len(numbers), missing[-1]
        yield done


def _each_tenth(counts: Iterable[int]) -> Iterator[int]:
    """Pass on the counts that are a tenth above the last: what is done then looks at all rows."""
    passed = 0
    for count in counts:
        if count >= 1.1 * passed:
            yield count
            passed = count
