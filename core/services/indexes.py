"""The indexes of an open library, kept in step with it: keywords first, then vectors.

Papers and the sentences that cite them have both. Until vectors exist, words alone answer.
"""

from __future__ import annotations

import threading
import weakref
from typing import NamedTuple

from core.base.jobs import Job, SilentJob
from core.base.precedence import Rank, working
from core.library.indexes.context_index import ContextIndex
from core.library.indexes.vector_search import PaperRows
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.models.encoder import Encoder
from core.models.manifest import Manifest
from core.recommend.bare import bare
from core.recommend.citing_contexts import CitingContexts
from core.recommend.profiles import Profiles
from core.services.columns import Column


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

    def complete(
        self, column: Column, encoder: Encoder, job: Job | None = None, *, contexts: bool = True
    ) -> None:
        """Encode what a column lacks, when no other one is being encoded."""
        with self._following_vectors, working(Rank.BEHIND):
            column.complete(encoder, job, contexts=contexts)
