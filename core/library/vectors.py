"""The vector index: exact inner products over fp16 rows. The only user of FAISS.

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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.jobs import Job, SilentJob
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


class VectorIndex:
    """The rows of one model for the papers of one library; searches and changes exclude each other.

    Rows and questions have unit length, so scores are cosines.
    """

    def __init__(
        self, folder: Path, identity: str, manifest: Manifest, *, write: bool = True
    ) -> None:
        """Open the snapshot in ``folder`` if it fits library and model, else begin empty.

        Without ``write`` no snapshot is written; the rows live in memory alone.
        """
        self._folder = folder / manifest.fingerprint
        self._write = write
        self._identity = identity
        self.model = manifest.fingerprint
        self._dimension = manifest.dimension
        self._lock = threading.Lock()
        self._revision = 0
        self._unsaved = 0
        self._index: Any = None  # Any: FAISS has no types
        if not self._open_snapshot():
            self._begin_empty()

    def count(self) -> int:
        """Return the number of rows."""
        return int(self._index.ntotal)

    def follow(self, papers: PaperStore, embeddings: EmbeddingStore, job: Job | None = None) -> int:
        """Bring the rows in step with the stored embeddings; return how many changed."""
        job = job or SilentJob()
        revision = papers.revision()
        changed = self._changed_papers(papers, revision)
        have, want = self._numbers(), embeddings.numbers(self.model)
        gone = np.union1d(np.setdiff1d(have, want), np.intersect1d(have, changed))
        new = np.union1d(np.setdiff1d(want, have), np.intersect1d(want, changed))
        self._remove(gone)
        for start in range(0, len(new), _BATCH):
            job.check()
            job.report(start, len(new), "vectors")
            numbers = new[start : start + _BATCH]
            rows = embeddings.get(self.model, [PaperNumber(int(n)) for n in numbers])
            if len(rows) == len(numbers):  # else a paper changed just now; the next call has it
                self._add(numbers, rows)
        self._revision = revision
        self._unsaved += len(gone) + len(new)
        if self._unsaved > _UNSAVED_SHARE * self.count():
            self.save()
        return len(gone) + len(new)

    def search(
        self,
        questions: NDArray[np.float32],
        *,
        limit: int,
        allowed: Collection[PaperNumber] | None = None,
    ) -> list[list[tuple[PaperNumber, float]]]:
        """Return for each row of ``questions`` (n, dimension) its nearest papers, best first.

        With ``allowed``, only those papers answer.
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
            [(PaperNumber(n), s) for n, s in zip(ns, ss, strict=True) if n >= 0]
            for ns, ss in zip(numbers.tolist(), scores.tolist(), strict=True)
        ]

    def rows(self, numbers: Sequence[PaperNumber]) -> NDArray[np.float32]:
        """Return the row of each paper, (papers, dimension); NaN where a paper has none."""
        import faiss

        asked = np.asarray(numbers, np.int64)
        found = np.full((len(asked), self._dimension), np.nan, np.float32)
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
                "dimension": self._dimension,
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
        if not self._fits(state) or (index.d, index.ntotal) != (self._dimension, state["rows"]):
            return False
        self._index, self._revision = index, int(state["revision"])
        return True

    def _begin_empty(self) -> None:
        import faiss

        kind, metric = faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
        self._index = faiss.IndexIDMap2(faiss.IndexScalarQuantizer(self._dimension, kind, metric))

    def _fits(self, state: dict[str, object]) -> bool:
        wanted = {"format": FORMAT, "library": self._identity, "model": self.model}
        return {key: state.get(key) for key in wanted} == wanted

    def _changed_papers(self, papers: PaperStore, revision: int) -> NDArray[np.int64]:
        if revision < self._revision:  # the database was restored from an older backup
            self._remove(self._numbers())
            self._revision = 0
        if not self.count():  # nothing could be out of date
            return np.zeros(0, np.int64)
        numbers: list[int] = []
        since = self._revision
        while changes := papers.changes(since, _BATCH):
            numbers.extend(change.number for change in changes)
            since = changes[-1].revision
        return np.unique(np.array(numbers, np.int64))

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
