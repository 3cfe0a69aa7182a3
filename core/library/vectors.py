"""The vector indexes: exact inner products over fp16 rows. The only user of FAISS.

The embeddings in SQLite are the truth; the index holds a copy that FAISS can scan (3 ms for
100,000 rows of 384 on two cores). Its file is a snapshot of some revision: opening it brings in
what changed since, so that adding one paper never rewrites the file. Another library's, another
model's or a damaged file is ignored and replaced.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job, SilentJob
from core.library.contexts import ContextStore
from core.library.embeddings import EmbeddingStore
from core.library.files import replace_bytes, replace_text
from core.library.papers import PaperStore
from core.models.manifest import Manifest
from core.records import PaperNumber

logger = logging.getLogger(__name__)

FORMAT = 1
_BATCH = 8_192
_UNSAVED_SHARE = 0.05
"""A snapshot is written again when this share of its rows has changed."""

Number = TypeVar("Number", bound=int)


class RowIndex(Generic[Number]):
    """The rows of one model for what a library numbers; searches and changes exclude each other.

    Rows and questions have unit length, so scores are cosines.
    """

    def __init__(
        self, folder: Path, identity: str, manifest: Manifest, *, write: bool = True
    ) -> None:
        """Open the snapshot in ``folder`` if it fits library and model, else begin empty.

        Without ``write`` no snapshot is written; the rows live in memory alone.
        """
        self.model = self._fingerprint(manifest)
        self._folder = folder / self.model
        self._write = write
        self._identity = identity
        self.dimension = manifest.dimension
        self._lock = threading.Lock()
        self._revision = 0
        self._unsaved = 0
        self._index: Any = None  # Any: FAISS has no types
        if not self._open_snapshot():
            self._begin_empty()

    def count(self) -> int:
        """Return the number of rows."""
        return int(self._index.ntotal)

    def search(
        self,
        questions: NDArray[np.float32],
        *,
        limit: int,
        allowed: Collection[Number] | None = None,
    ) -> list[list[tuple[Number, float]]]:
        """Return for each row of ``questions`` (n, dimension) the nearest rows, best first.

        Each is its number and the cosine. With ``allowed``, only those numbers answer.
        """
        import faiss

        options = None
        if allowed is not None:
            numbers = np.fromiter(allowed, np.int64, len(allowed))
            bits = np.zeros(int(numbers.max(initial=0)) + 1, bool)
            bits[numbers] = True
            # FAISS' type stubs are those of C++; its Python wrappers take an array and keywords.
            packed: Any = np.packbits(bits, bitorder="little")
            chosen = faiss.IDSelectorBitmap(packed)  # type: ignore[call-arg]
            options = faiss.SearchParameters(sel=chosen)  # type: ignore[call-arg]
        with self._lock:
            if not self.count() or not len(questions):
                return [[] for _ in questions]
            limit = min(limit, self.count())
            scores, numbers = self._index.search(questions, limit, params=options)
        return [
            [(n, s) for n, s in zip(ns, ss, strict=True) if n >= 0]
            for ns, ss in zip(numbers.tolist(), scores.tolist(), strict=True)
        ]

    def rows(self, numbers: Sequence[Number]) -> NDArray[np.float32]:
        """Return the row of each number, (numbers, dimension); NaN where there is none."""
        import faiss

        asked = np.asarray(numbers, np.int64)
        found = np.full((len(asked), self.dimension), np.nan, np.float32)
        with self._lock:
            known = np.isin(asked, faiss.vector_to_array(self._index.id_map))
            if known.any():
                found[known] = self._index.reconstruct_batch(asked[known])
        return found

    def save(self) -> None:
        """Write the snapshot; a kill leaves the old one or the new one."""
        import faiss

        if not self._write:
            return
        with self._lock:
            content = faiss.serialize_index(self._index).tobytes()
            state = {
                "format": FORMAT,
                "library": self._identity,
                "model": self.model,
                "dimension": self.dimension,
                "revision": self._revision,
                "rows": self.count(),
            }
        # The state goes first and comes last: rows without a fitting state are ignored.
        (self._folder / "state.json").unlink(missing_ok=True)
        replace_bytes(self._folder / "rows.faiss", content)
        replace_text(self._folder / "state.json", json.dumps(state))
        self._unsaved = 0

    def _open_snapshot(self) -> bool:
        """Take the stored rows, if there are any that fit."""
        import faiss

        try:
            state = json.loads((self._folder / "state.json").read_text("utf-8"))
            content = np.fromfile(self._folder / "rows.faiss", np.uint8)
            index = faiss.deserialize_index(content)
        except (OSError, ValueError, RuntimeError) as error:
            logger.info("There are no stored vectors to use: %s", error)
            return False
        if not self._fits(state) or (index.d, index.ntotal) != (self.dimension, state["rows"]):
            return False
        self._index, self._revision = index, int(state["revision"])
        return True

    def _begin_empty(self) -> None:
        import faiss

        kind, metric = faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
        self._index = faiss.IndexIDMap2(faiss.IndexScalarQuantizer(self.dimension, kind, metric))

    def _fits(self, state: dict[str, object]) -> bool:
        wanted = {"format": FORMAT, "library": self._identity, "model": self.model}
        return {key: state.get(key) for key in wanted} == wanted

    def _fingerprint(self, manifest: Manifest) -> str:
        """Return what names the rows' encoder."""
        return manifest.fingerprint

    def _forget_later_than(self, revision: int) -> None:
        """Begin anew if the database was restored from an older backup."""
        if revision < self._revision:
            self._remove(self._numbers())
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
        gone = np.union1d(np.setdiff1d(have, want), np.intersect1d(have, changed))
        new = np.union1d(np.setdiff1d(want, have), np.intersect1d(want, changed))
        self._remove(gone)
        for start in range(0, len(new), _BATCH):
            job.check()
            job.report(start, len(new), "vectors")
            numbers = new[start : start + _BATCH]
            rows = embeddings.get(self.model, numbers.tolist())
            if len(rows) == len(numbers):  # else one changed just now; the next call has it
                self._add(numbers, rows)
        self._revision = revision
        self._unsaved += len(gone) + len(new)
        if self._unsaved > _UNSAVED_SHARE * self.count():
            self.save()
        return len(gone) + len(new)

    def _numbers(self) -> NDArray[np.int64]:
        import faiss

        numbers: NDArray[np.int64] = np.sort(faiss.vector_to_array(self._index.id_map))
        return numbers

    def _remove(self, numbers: NDArray[np.int64]) -> None:
        if len(numbers):
            with self._lock:
                self._index.remove_ids(numbers)

    def _add(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> None:
        with self._lock:
            self._index.add_with_ids(rows.astype(np.float32), numbers)


class VectorIndex(RowIndex[PaperNumber]):
    """The rows of one model for the papers of one library."""

    def follow(
        self,
        papers: PaperStore,
        embeddings: EmbeddingStore[PaperNumber],
        job: Job | None = None,
    ) -> int:
        """Bring the rows in step with the stored embeddings; return how many changed."""
        revision = papers.revision()
        self._forget_later_than(revision)
        return self._bring_in_step(embeddings, revision, self._changed_papers(papers), job)

    def _changed_papers(self, papers: PaperStore) -> NDArray[np.int64]:
        numbers: list[int] = []
        since = self._revision
        if self.count():  # else nothing could be out of date
            while changes := papers.changes(since, _BATCH):
                numbers.extend(change.number for change in changes)
                since = changes[-1].revision
        return np.unique(np.array(numbers, np.int64))


class ContextVectors(RowIndex[int]):
    """The rows of one model for the citing sentences of one library, which never change.

    They are encoded as questions are.
    """

    def follow(
        self, contexts: ContextStore, embeddings: EmbeddingStore[int], job: Job | None = None
    ) -> int:
        """Bring the rows in step with the stored embeddings; return how many changed."""
        revision = contexts.revision()
        self._forget_later_than(revision)
        return self._bring_in_step(embeddings, revision, np.zeros(0, np.int64), job)

    def _fingerprint(self, manifest: Manifest) -> str:
        return manifest.query_fingerprint
