"""Searches vectors, and keeps their rows in step with a library, wherever they are stored.

The embeddings in SQLite are the truth. An index on this machine (``vectors.py``) and a collection
in Milvus (``milvus.py``) hold copies of them and answer alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.jobs import Job, SilentJob
from core.base.records import PaperNumber
from core.library.store.contexts import ContextStore
from core.library.store.embeddings import EmbeddingStore
from core.library.store.papers import PaperStore
from core.models.manifest import Manifest

BATCH = 8_192
"""Rows that are read and added together."""

Number = TypeVar("Number", bound=int)
Ranked = list[list[tuple[Number, float]]]
"""For each question the numbers found with their cosines, best first."""


class VectorSearch(ABC, Generic[Number]):
    """Rows of one model, brought in step with the stored embeddings of a library, and searched.

    Rows and questions have unit length, so scores are cosines. Safe from any thread. ``model`` is
    the fingerprint of the encoder that made the rows, ``dimension`` their length.
    """

    def __init__(self, manifest: Manifest) -> None:
        self.model = self._fingerprint(manifest)
        self.dimension = manifest.dimension
        self._revision = 0

    @property
    def revision(self) -> int:
        """The revision of the library that the rows are in step with."""
        return self._revision

    @abstractmethod
    def count(self) -> int:
        """Return the number of rows."""

    @abstractmethod
    def search(
        self,
        questions: NDArray[np.float32],
        *,
        limit: int,
        allowed: Collection[Number] | None = None,
    ) -> Ranked[Number]:
        """Return for each row of ``questions`` (n, dimension) the nearest rows, best first.

        Each is its number and the cosine. With ``allowed``, only those numbers answer.
        """

    @abstractmethod
    def rows(self, numbers: Sequence[Number]) -> NDArray[np.float32]:
        """Return the row of each number, (numbers, dimension); NaN where there is none."""

    @abstractmethod
    def save(self) -> None:
        """Keep the rows over the end of the process; a kill leaves the old ones or the new."""

    def serve(self) -> None:
        """Let others who ask for the library's rows find these, where rows are kept elsewhere."""

    def close(self) -> None:
        """Leave what holds the rows, if that is elsewhere."""

    @abstractmethod
    def _fingerprint(self, manifest: Manifest) -> str:
        """Return what names the rows' encoder."""

    @abstractmethod
    def _numbers(self) -> NDArray[np.int64]:
        """Return the numbers that have a row, ascending."""

    @abstractmethod
    def _remove(self, numbers: NDArray[np.int64]) -> None: ...

    @abstractmethod
    def _add(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> None:
        """Add rows of numbers that have none."""

    @abstractmethod
    def _begin_empty(self) -> None: ...

    @abstractmethod
    def _settle(self, embeddings: EmbeddingStore[Number], changed: int, job: Job) -> None:
        """Do what ``changed`` rows make necessary."""

    def _forget_later_revisions(self, revision: int) -> None:
        """Begin anew if the database was restored from an older backup."""
        if revision < self._revision:
            self._begin_empty()
            self._revision = 0

    def _bring_in_step(
        self,
        embeddings: EmbeddingStore[Number],
        revision: int,
        changed: NDArray[np.int64],
        job: Job | None,
    ) -> int:
        """Hold the rows that are stored, ``changed`` ones read again; return how many differ."""
        job = job or SilentJob()
        have, want = self._numbers(), embeddings.numbers(self.model)
        removed_numbers = np.union1d(np.setdiff1d(have, want), np.intersect1d(have, changed))
        new = np.union1d(np.setdiff1d(want, have), np.intersect1d(want, changed))
        if len(removed_numbers):
            self._remove(removed_numbers)
        self._add_stored(embeddings, new, job)
        self._revision = revision
        self._settle(embeddings, len(removed_numbers) + len(new), job)
        return len(removed_numbers) + len(new)

    def _add_stored(
        self, embeddings: EmbeddingStore[Number], new: NDArray[np.int64], job: Job
    ) -> None:
        for start in range(0, len(new), BATCH):
            job.check()
            job.report(start, len(new), "vectors")
            numbers = new[start : start + BATCH]
            rows = embeddings.get(self.model, numbers.tolist())
            if len(rows) == len(numbers):  # else one changed just now; the next call has it
                self._add(numbers, rows)


class PaperRows(VectorSearch[PaperNumber]):
    """The rows of one model for the papers of one library."""

    def follow(
        self,
        papers: PaperStore,
        embeddings: EmbeddingStore[PaperNumber],
        job: Job | None = None,
    ) -> int:
        """Bring the rows in step with the stored embeddings; return how many changed."""
        revision = papers.revision()
        self._forget_later_revisions(revision)
        return self._bring_in_step(embeddings, revision, self._changed_papers(papers), job)

    def _changed_papers(self, papers: PaperStore) -> NDArray[np.int64]:
        numbers: list[int] = []
        since = self._revision
        if self.count():  # else nothing could be out of date
            while changes := papers.changes(since, BATCH):
                numbers.extend(change.number for change in changes)
                since = changes[-1].revision
        return np.unique(np.array(numbers, np.int64))

    def _fingerprint(self, manifest: Manifest) -> str:
        return manifest.fingerprint


class ContextRows(VectorSearch[int]):
    """The rows of one model for the citing sentences of one library, which never change.

    They are encoded as questions are.
    """

    def follow(
        self, contexts: ContextStore, embeddings: EmbeddingStore[int], job: Job | None = None
    ) -> int:
        """Bring the rows in step with the stored embeddings; return how many changed."""
        revision = contexts.revision()
        self._forget_later_revisions(revision)
        return self._bring_in_step(embeddings, revision, np.zeros(0, np.int64), job)

    def _fingerprint(self, manifest: Manifest) -> str:
        return manifest.query_fingerprint
