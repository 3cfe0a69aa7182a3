"""Vectors in lists around centroids, for vector indexes past a million rows.

An inverted file (Sivic and Zisserman, 2003; as in Jégou et al., 2011, but with fp16 rows in place
of product codes): centroids are fitted by k-means on a sample, each row lies in the list of the
centroid it is nearest to, and a question reads the lists of those nearest to it. FAISS is known
here and in ``vectors.py`` alone.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.base.files import is_full, unfinished_name, unwritten

if TYPE_CHECKING:
    import faiss

_LISTS_PER_ROOT = 2
"""Lists for each unit of the root of the number of rows: more find more in as many rows read, but
take longer to make."""
_SAMPLED_PER_LIST = 40
"""Rows the centroids are fitted on, for each. FAISS asks for 39 at least."""

Found = tuple[NDArray[np.float32], NDArray[np.int64]]
"""Scores and numbers, (questions, limit) each, -1 where nothing was found."""


class ListMaker:
    """Sorts rows into lists and writes them: ``fit``, then ``add`` all, then ``write_lists``."""

    def __init__(self, dimension: int, total: int) -> None:
        """Prepare lists for ``total`` rows to come."""
        import faiss

        lists = min(_LISTS_PER_ROOT * math.isqrt(total), total) or 1
        self.sample = _SAMPLED_PER_LIST * lists
        self._centroids = faiss.IndexFlatIP(dimension)
        kind, metric = faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT
        # Rows as they are, not their distance from the centroid: so they can be given back.
        self._index: Any = faiss.IndexIVFScalarQuantizer(
            self._centroids, dimension, lists, kind, metric, False
        )
        self._index.cp.min_points_per_centroid = 1  # else FAISS prints a warning

    def fit(self, sample: NDArray[np.float16]) -> None:
        """Fit the centroids by spherical k-means on a sample of the rows (n, dimension)."""
        self._index.train(sample.astype(np.float32))

    def add(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> None:
        """Add rows (n, dimension) under their numbers."""
        self._index.add_with_ids(rows.astype(np.float32), numbers)

    def write_lists(self, folder: Path) -> Lists:
        """Write the lists into a new file of a folder and map it."""
        import faiss

        path = folder / f"lists-{uuid.uuid4().hex}.faiss"
        new = unfinished_name(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            faiss.write_index(self._index, str(new))
            with new.open("rb+") as file:
                os.fsync(file.fileno())
            new.replace(path)
        except (OSError, RuntimeError) as error:  # FAISS' own says nothing but that it failed
            with contextlib.suppress(OSError):
                new.unlink()
            code = errno.ENOSPC if is_full(folder) else errno.EIO
            failed = error if isinstance(error, OSError) else OSError(code, os.strerror(code))
            raise unwritten(failed, path) from error
        return Lists(path)


class Lists:
    """Rows sorted into lists around centroids: a mapped file that never changes."""

    def __init__(self, path: Path) -> None:
        """Map the file; only what is asked for is read."""
        import faiss

        self.path = path
        self._index = _mapped(path)
        self.dimension = int(self._index.d)
        stored = self._index.invlists
        assert stored is not None
        sizes = [stored.list_size(list_number) for list_number in range(self._index.nlist)]
        views = [
            faiss.rev_swig_ptr(stored.get_codes(list_number), size * self._index.code_size)
            for list_number, size in enumerate(sizes)
        ]
        self._codes = [view.view(np.float16).reshape(-1, self.dimension) for view in views]
        numbers = np.concatenate(
            [
                faiss.rev_swig_ptr(stored.get_ids(list_number), size)
                for list_number, size in enumerate(sizes)
            ]
        )
        self._order = np.argsort(numbers)
        self.numbers: NDArray[np.int64] = numbers[self._order]
        self._starts = np.concatenate([[0], np.cumsum(sizes)])

    @classmethod
    def opened(cls, folder: Path, state: dict[str, Any]) -> Lists:
        """Map the file that a state names; ``ValueError`` if it is not as it was written."""
        path = folder / Path(str(state["file"])).name
        if path.stat().st_size != state["bytes"]:  # reading past the end would kill the process
            raise ValueError(f"{path.name} is not whole")
        return cls(path)

    def state(self) -> dict[str, object]:
        """Return what ``opened`` needs."""
        return {"file": self.path.name, "bytes": self.path.stat().st_size}

    def count(self) -> int:
        """Return the number of rows."""
        return len(self.numbers)

    def hold(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell for each number whether it has a row."""
        indices = np.searchsorted(self.numbers, numbers)
        is_held: NDArray[np.bool_] = self.numbers[np.minimum(indices, self.count() - 1)] == numbers
        return is_held

    def rows(self, numbers: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the rows (numbers, dimension) of numbers that have one."""
        indices = self._order[np.searchsorted(self.numbers, numbers)]
        lists = np.searchsorted(self._starts, indices, side="right") - 1
        within = indices - self._starts[lists]
        found_codes = [
            self._codes[list_number][at] for list_number, at in zip(lists, within, strict=True)
        ]
        return np.array(found_codes, np.float32).reshape(-1, self.dimension)

    def search(
        self,
        questions: NDArray[np.float32],
        limit: int,
        share: float,
        allowed: NDArray[np.int64] | None,
        removed_numbers: NDArray[np.int64],
    ) -> Found:
        """Scan ``share`` of the lists, those nearest to each question.

        Where few are allowed, more lists are read, so that as many rows are compared.
        """
        import faiss

        choice = None
        if allowed is not None:
            share *= self.count() / max(len(allowed), 1)
        if allowed is not None or len(removed_numbers):
            choice = selector(self.numbers if allowed is None else allowed, removed_numbers)
        probes = min(math.ceil(share * self._index.nlist), self._index.nlist)
        options = faiss.SearchParametersIVF(sel=choice, nprobe=probes)  # type: ignore[call-arg]
        search_result: Found = self._index.search(questions, limit, params=options)
        return search_result


def _mapped(path: Path) -> faiss.IndexIVFScalarQuantizer:
    import faiss

    # On Windows FAISS maps no files: there the lists are read.
    flags = 0 if os.name == "nt" else faiss.IO_FLAG_MMAP | faiss.IO_FLAG_READ_ONLY
    index = faiss.read_index(str(path), flags)
    if not isinstance(index, faiss.IndexIVFScalarQuantizer):
        raise ValueError(f"{path.name} holds no lists")
    return index


def selector(
    numbers: NDArray[np.int64], without: NDArray[np.int64] | None = None
) -> faiss.IDSelectorBitmap:
    """Return FAISS' form of a set of numbers, less those of ``without``."""
    import faiss

    bits = np.zeros(int(numbers.max(initial=0)) + 1, bool)
    bits[numbers] = True
    if without is not None:
        bits[without[without < len(bits)]] = False
    packed: Any = np.packbits(bits, bitorder="little")
    return faiss.IDSelectorBitmap(packed)  # type: ignore[call-arg]
