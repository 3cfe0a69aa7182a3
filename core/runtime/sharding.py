"""Encodes a library in several processes, on one machine or on several that share its folder.

Process ``rank`` of ``count`` encodes what has a number of ``rank`` modulo ``count``. It only reads
the library, and puts its rows into files beside it, some at a time: a killed process repeats what
its last file lacks. Whoever writes the library next takes the rows into it and deletes the files.
A row is kept with a hash of its text: it is taken only where the library still says the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.files import replace_bytes
from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.embeddings import EmbeddingStore, Number

FOLDER = "shards"
ROWS_OF_A_FILE = 1_024
"""Rows that are written together, about a minute of one core: all that a kill costs."""
_PAGE = 8_192
_DAMAGED = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a file raises that is empty, cut short or not such a file."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of ``count`` parts of a library.

    Raises:
        UsageError: there is no such part.
    """

    rank: int
    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.rank < self.count:
            raise UsageError(
                "Shard {rank} does not exist; there are {count}.",
                rank=self.rank,
                count=self.count,
                remedy="Number the shards from 0.",
            )

    def owns(self, numbers: Sequence[Number]) -> list[Number]:
        """Return those of the numbers that belong to the shard."""
        return [number for number in numbers if number % self.count == self.rank]


class ShardRows(Generic[Number]):
    """The rows of one shard and one model, asked for and written as an ``EmbeddingStore``'s are."""

    def __init__(
        self, library: Library, store: EmbeddingStore[Number], model: str, shard: Shard
    ) -> None:
        self._library, self._store, self._shard = library, store, shard
        self._folder = _folder(library, store, model)
        self._stored_numbers = {
            number for path in _files(self._folder) for number in _load_numbers(path)
        }
        self._numbers: list[Number] = []
        self._rows: list[NDArray[np.float16]] = []
        self._hashes: list[int] = []
        self._missing_hashes: dict[int, int] = {}

    def count(self, model: str) -> int:  # noqa: ARG002
        """Return how many numbers of the shard have a row in a file."""
        return len(self._shard.owns(sorted(self._stored_numbers)))

    def missing(self, model: str, limit: int, *, after: Number | None = None) -> list[Number]:
        """Return numbers of the shard without a row, ascending, beyond ``after``."""
        missing: list[Number] = []
        while len(missing) < limit and (page := self._store.missing(model, _PAGE, after=after)):
            own = self._shard.owns(page)
            missing += [number for number in own if number not in self._stored_numbers]
            after = page[-1]
        if not missing:
            self.flush()
        # What is encoded is read after this: a text that changes between is encoded again.
        self._missing_hashes = _hash_texts(self._library, self._store, missing[:limit])
        return missing[:limit]

    def put(self, model: str, numbers: Sequence[Number], vectors: NDArray[np.float16]) -> None:  # noqa: ARG002
        """Keep rows, and write them where they fill a file."""
        self._numbers.extend(numbers)
        self._rows.append(vectors)
        self._hashes.extend(self._missing_hashes.get(number, 0) for number in numbers)
        if len(self._numbers) >= ROWS_OF_A_FILE:
            self.flush()

    def flush(self) -> None:
        """Write what is kept into a file."""
        if not self._numbers:
            return
        content = io.BytesIO()
        np.savez(
            content,
            numbers=np.array(self._numbers, np.int64),
            rows=np.concatenate(self._rows),
            hashes=np.array(self._hashes, np.uint64),
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{self._numbers[0]}-{self._shard.rank}-of-{self._shard.count}.npz"
        replace_bytes(self._folder / name, content.getvalue())
        self._stored_numbers.update(self._numbers)
        self._numbers, self._rows, self._hashes = [], [], []


def collect_rows(library: Library, store: EmbeddingStore[Number], model: str) -> int:
    """Take the rows of all shards into the library, and return how many.

    What has another text than its row was made of is left out: it is encoded again.
    """
    folder, count = _folder(library, store, model), 0
    for path in _files(folder):
        rows = _load_rows(path)
        if rows is not None:
            numbers = rows.numbers.tolist()
            hashes = _hash_texts(library, store, numbers)
            pairs = enumerate(zip(numbers, rows.hashes.tolist(), strict=True))
            at = [row for row, (number, value) in pairs if hashes.get(number) == value]
            store.put(model, [numbers[row] for row in at], rows.rows[at])
            count += len(at)
        path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # a shard may have written a file meanwhile
        folder.rmdir()
    return count


def _hash_texts(
    library: Library, store: EmbeddingStore[Number], numbers: Sequence[Number]
) -> dict[int, int]:
    """Return a hash of the text that each number is encoded from, of those that exist."""
    if store is library.embeddings:
        papers = library.papers.get_many([PaperNumber(number) for number in numbers])
        return {paper.number: _hash_text(paper.title, paper.abstract) for paper in papers}
    sentences = library.contexts.get(numbers)
    return {one.number: _hash_text(one.text, str(one.markers)) for one in sentences}


def _hash_text(*parts: str) -> int:
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


@dataclass(frozen=True, slots=True)
class _Rows:
    numbers: NDArray[np.int64]
    rows: NDArray[np.float16]
    hashes: NDArray[np.uint64]


def _load_numbers(path: Path) -> list[int]:
    """Return which numbers a file has rows of; none if it is damaged."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            numbers: list[int] = arrays["numbers"].tolist()
            return numbers
    except _DAMAGED:
        return []


def _load_rows(path: Path) -> _Rows | None:
    """Return the rows of a file; ``None`` if it is damaged or of an earlier version."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            rows = _Rows(arrays["numbers"], arrays["rows"], arrays["hashes"])
    except _DAMAGED:
        return None
    lengths = {len(rows.numbers), len(rows.rows), len(rows.hashes)}
    return rows if len(lengths) == 1 and rows.rows.dtype == np.float16 else None


def _folder(library: Library, store: EmbeddingStore[Number], model: str) -> Path:
    kind = "papers" if store is library.embeddings else "contexts"
    return library.folder / FOLDER / f"{re.sub(r'[^A-Za-z0-9_]', '_', model)}-{kind}"


def _files(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob("*.npz")))
