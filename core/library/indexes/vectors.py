"""The vector indexes: inner products over fp16 rows.

The embeddings in SQLite are the truth; an index holds a copy that FAISS can scan (3 ms for
100,000 rows of 384 on two cores). Its files are a snapshot of some revision: opening it brings in
what changed since. Another library's, another model's or a damaged one is ignored and replaced.

Up to about a million rows every search is exact. Beyond, the rows are sorted into lists around
centroids (``vector_lists.py``), of which a question reads the nearest. The lists are a file that is
mapped, not read, and never changes: what comes later is kept beside it and scanned exactly, what
goes is skipped, and after many changes the lists are made anew.
``docs/scaling.md`` has what this costs.
"""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.base import space
from core.base.files import remove_unfinished, replace_parts, replace_text, writing
from core.base.jobs import Job
from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.indexes import milvus
from core.library.indexes.milvus import Kind, MilvusContexts, MilvusPapers, configured
from core.library.indexes.vector_lists import Found, ListMaker, Lists, selector
from core.library.indexes.vector_search import ContextRows, Number, PaperRows, Ranked, VectorSearch
from core.library.store.embeddings import EmbeddingStore
from core.models.manifest import Manifest

if TYPE_CHECKING:
    import faiss

logger = logging.getLogger(__name__)

FORMAT = 1
_UNSAVED_SHARE = 0.05
"""A snapshot is written again when this share of its rows has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """When rows are sorted into lists, and how much of them a search reads.

    Lists are made from ``lists_from`` rows on, and made anew when the share ``made_anew`` of their
    rows came or went. A search reads the share ``probed`` of them.
    """

    lists_from: int = 1_000_000
    made_anew: float = 0.2
    probed: float = 0.1


_SCALE = Scale()


class RowIndex(VectorSearch[Number]):
    """The rows of one model for what a library numbers; searches and changes exclude each other.

    Rows and questions have unit length, so scores are cosines.
    """

    def __init__(
        self,
        folder: Path,
        identity: str,
        manifest: Manifest,
        *,
        write: bool = True,
        scale: Scale = _SCALE,
    ) -> None:
        """Open the snapshot in ``folder`` if it fits library and model, else begin empty.

        Without ``write`` no snapshot is written; what changes lives in memory alone.
        """
        super().__init__(manifest)
        self._folder = folder / self.model
        self._write = write
        self._identity = identity
        self._scale = scale
        self._lock = threading.Lock()
        self._unsaved = 0
        if write:
            remove_unfinished(self._folder)
        self._index: Any  # FAISS' stubs are those of C++
        self._begin_empty()
        self._open_snapshot()

    def count(self) -> int:
        """Return the number of rows."""
        listed = self._lists.count() - len(self._removed_numbers) if self._lists else 0
        return int(self._index.ntotal) + listed

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
        chosen = None if allowed is None else np.fromiter(allowed, np.int64, len(allowed))
        with self._lock:
            if not self.count() or not len(questions):
                return [[] for _ in questions]
            limit = min(limit, self.count())
            scores, numbers = self._nearest(questions, limit, chosen)
        return [
            [(n, s) for n, s in zip(ns, ss, strict=True) if n >= 0]
            for ns, ss in zip(numbers.tolist(), scores.tolist(), strict=True)
        ]

    def _nearest(
        self, questions: NDArray[np.float32], limit: int, allowed: NDArray[np.int64] | None
    ) -> Found:
        import faiss

        options = None
        if allowed is not None:
            # FAISS' type stubs are those of C++; its Python wrappers take arrays and keywords.
            options = faiss.SearchParameters(sel=selector(allowed))  # type: ignore[call-arg]
        scores, numbers = self._index.search(questions, limit, params=options)
        if self._lists is None:
            return scores, numbers
        share = max(self._scale.probed, limit / self._lists.count())
        list_result = self._lists.search(questions, limit, share, allowed, self._removed_numbers)
        scores = np.concatenate([list_result[0], scores], axis=1)
        numbers = np.concatenate([list_result[1], numbers], axis=1)
        best = np.argsort(-scores, axis=1, kind="stable")[:, :limit]
        return np.take_along_axis(scores, best, 1), np.take_along_axis(numbers, best, 1)

    def rows(self, numbers: Sequence[Number]) -> NDArray[np.float32]:
        """Return the row of each number, (numbers, dimension); NaN where there is none."""
        import faiss

        asked_numbers = np.asarray(numbers, np.int64)
        row_matrix = np.full((len(asked_numbers), self.dimension), np.nan, np.float32)
        with self._lock:
            is_indexed = np.isin(asked_numbers, faiss.vector_to_array(self._index.id_map))
            if is_indexed.any():
                row_matrix[is_indexed] = self._index.reconstruct_batch(asked_numbers[is_indexed])
            if self._lists is not None:
                listed = (
                    ~is_indexed
                    & self._lists.hold(asked_numbers)
                    & ~np.isin(asked_numbers, self._removed_numbers)
                )
                row_matrix[listed] = self._lists.rows(asked_numbers[listed])
        return row_matrix

    def save(self) -> None:
        """Write the snapshot; a kill leaves the old one or the new one."""
        import faiss

        if not self._write:
            return
        with self._lock:
            # One copy, of which the lock is let go before it is written: a question waits for it.
            parts: list[bytes] = []
            writer = faiss.PyCallbackIOWriter(parts.append)  # type: ignore[attr-defined]
            faiss.write_index(self._index, writer)
            state: dict[str, object] = {
                "format": FORMAT,
                "library": self._identity,
                "model": self.model,
                "dimension": self.dimension,
                "revision": self._revision,
                "rows": int(self._index.ntotal),
            }
            if self._lists is not None:
                state |= {"lists": self._lists.state(), "gone": self._removed_numbers.tolist()}
        # The state goes first and comes last: rows without a fitting state are ignored.
        with writing(self._folder / "state.json"):
            (self._folder / "state.json").unlink(missing_ok=True)
        replace_parts(self._folder / "rows.faiss", parts)
        replace_text(self._folder / "state.json", json.dumps(state))
        self._unsaved = 0
        with contextlib.suppress(OSError):  # Windows: another process may have one open
            for path in self._folder.glob("lists-*"):
                if self._lists is None or path != self._lists.path:
                    path.unlink()

    def _open_snapshot(self) -> None:
        """Take the stored rows, if there are any that fit."""
        import faiss

        try:
            state = json.loads((self._folder / "state.json").read_text("utf-8"))
            with (self._folder / "rows.faiss").open("rb") as file:
                reader = faiss.PyCallbackIOReader(file.read)  # type: ignore[attr-defined]
                index = faiss.read_index(reader)
            lists = Lists.opened(self._folder, state["lists"]) if "lists" in state else None
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            logger.info("There are no stored vectors to use: %s", error)
            return
        sizes = (index.d, index.ntotal, lists.dimension if lists else self.dimension)
        if self._fits(state) and sizes == (self.dimension, state["rows"], self.dimension):
            self._index, self._lists, self._revision = index, lists, int(state["revision"])
            self._removed_numbers = np.array(state.get("gone", []), np.int64)
        else:
            logger.info("The stored vector index does not fit and will be rebuilt.")

    def _fits(self, state: dict[str, object]) -> bool:
        expected_state = {"format": FORMAT, "library": self._identity, "model": self.model}
        return {key: state.get(key) for key in expected_state} == expected_state

    def _begin_empty(self) -> None:
        self._hold(_exact(self.dimension), None)

    def _hold(self, index: faiss.IndexIDMap2, lists: Lists | None) -> None:
        with self._lock:
            self._index = index
            self._lists = lists
            self._removed_numbers = np.zeros(0, np.int64)  # rows in the lists that count no more

    def _settle(self, embeddings: EmbeddingStore[Number], changed: int, job: Job) -> None:
        """Make the lists when it is time, and write the snapshot when much is unsaved."""
        self._unsaved += changed
        if self._write and self._lists_are_due():
            index, lists = _exact(self.dimension), None
            if self.count() >= self._scale.lists_from:
                lists = self._made_lists(embeddings, job)
            else:
                for numbers, rows in embeddings.stream(self.model):
                    index.add_with_ids(rows.astype(np.float32), numbers)
            self._hold(index, lists)
            self.save()
        elif self._unsaved > _UNSAVED_SHARE * self.count():
            self.save()

    def _lists_are_due(self) -> bool:
        if self._lists is None:
            return self.count() >= self._scale.lists_from
        came_or_went = int(self._index.ntotal) + len(self._removed_numbers)
        return came_or_went > self._scale.made_anew * self._lists.count()

    def _made_lists(self, embeddings: EmbeddingStore[Number], job: Job) -> Lists:
        """Sort all stored embeddings into lists; searches go on with the rows there were."""
        numbers = embeddings.numbers(self.model)
        space.require(self._folder, len(numbers) * (2 * self.dimension + 8), Message("the vectors"))
        maker = ListMaker(self.dimension, len(numbers))
        draw = np.random.default_rng(0)
        sample = draw.choice(numbers, min(maker.sample, len(numbers)), replace=False)
        job.report(0, len(numbers), "vectors sorted")
        maker.fit(embeddings.get(self.model, sample.tolist()))
        done_count = 0
        for batch, rows in embeddings.stream(self.model):
            job.check()
            job.report(done_count, len(numbers), "vectors sorted")
            maker.add(batch, rows)
            done_count += len(batch)
        return maker.write_lists(self._folder)

    def _numbers(self) -> NDArray[np.int64]:
        import faiss

        numbers = faiss.vector_to_array(self._index.id_map)
        if self._lists is not None:
            listed = np.setdiff1d(self._lists.numbers, self._removed_numbers, assume_unique=True)
            numbers = np.concatenate([numbers, listed])
        return np.sort(numbers)

    def _remove(self, numbers: NDArray[np.int64]) -> None:
        with self._lock:
            self._index.remove_ids(numbers)
            if self._lists is not None:
                listed = numbers[self._lists.hold(numbers)]
                self._removed_numbers = np.union1d(self._removed_numbers, listed)

    def _add(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> None:
        with self._lock:
            self._index.add_with_ids(rows.astype(np.float32), numbers)


class VectorIndex(PaperRows, RowIndex[PaperNumber]):
    """The rows of one model for the papers of one library."""


class ContextVectors(ContextRows, RowIndex[int]):
    """The rows of one model for the citing sentences of one library, which never change."""


def _exact(dimension: int) -> faiss.IndexIDMap2:
    import faiss

    kind, metric = faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
    return faiss.IndexIDMap2(faiss.IndexScalarQuantizer(dimension, kind, metric))


# --- row stores -------------------------------------------------------------------------
#
# Where the vectors of a library are stored: on this machine, or on a Milvus server.

_FOLDERS: dict[Kind, str] = {"papers": "vectors", "contexts": "context_vectors"}


def paper_rows(folder: Path, identity: str, manifest: Manifest, *, write: bool = True) -> PaperRows:
    """Open the rows of a model for the papers of the library in ``folder``."""
    settings = configured(folder)
    if settings is not None:
        return MilvusPapers(settings, identity, manifest, write=write)
    return VectorIndex(folder / _FOLDERS["papers"], identity, manifest, write=write)


def context_rows(
    folder: Path, identity: str, manifest: Manifest, *, write: bool = True
) -> ContextRows:
    """Open the rows of a model for the citing sentences of the library in ``folder``."""
    settings = configured(folder)
    if settings is not None:
        return MilvusContexts(settings, identity, manifest, write=write)
    return ContextVectors(folder / _FOLDERS["contexts"], identity, manifest, write=write)


def forget_rows(folder: Path, identity: str, manifest: Manifest, kind: Kind) -> None:
    """Delete the rows of a model of the library in ``folder``; nothing may use them any more.

    Raises:
        LibraryError: the Milvus server does not answer, or refuses.
    """
    settings = configured(folder)
    if settings is not None:
        milvus.forget(settings, identity, manifest, kind)
        return
    model = manifest.fingerprint if kind == "papers" else manifest.query_fingerprint
    shutil.rmtree(folder / _FOLDERS[kind] / model, ignore_errors=True)
