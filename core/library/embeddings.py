"""Stored embeddings, by paper and encoder, so that a vector index can be built without encoding.

A trigger of the database deletes a paper's embeddings when its title or abstract changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.library.database import Database, as_json
from core.records import PaperNumber

_LISTED = "SELECT value FROM json_each(?)"
_ENCODER = "(SELECT number FROM encoders WHERE fingerprint = ?)"


class EmbeddingStore:
    """The embeddings of one library; ``model`` is an encoder's fingerprint throughout."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def missing(
        self, model: str, limit: int, *, after: PaperNumber | None = None
    ) -> list[PaperNumber]:
        """Return papers outside the trash without an embedding, ascending, beyond ``after``."""
        return self._database.column(
            f"""SELECT number FROM papers p WHERE trashed_at IS NULL AND number > ?
                AND NOT EXISTS (SELECT 1 FROM embeddings e
                                WHERE e.encoder = {_ENCODER} AND e.paper = p.number)
                ORDER BY number LIMIT ?""",
            after or 0,
            model,
            limit,
        )

    def put(self, model: str, numbers: Sequence[PaperNumber], vectors: NDArray[np.float16]) -> None:
        """Store one row of ``vectors`` (papers, dimension) for each paper, replacing older ones.

        Papers that were removed meanwhile are passed over. All rows of an encoder have one
        dimension.
        """
        if vectors.dtype != np.float16 or vectors.shape[:1] != (len(numbers),):
            raise ValueError("vectors must be float16, one row for each paper")
        with self._database.transaction():
            encoder = self._encoder(model, vectors.shape[1])
            self._database.execute_many(
                """INSERT OR REPLACE INTO embeddings (encoder, paper, vector)
                   SELECT ?, number, ? FROM papers WHERE number = ?""",
                [
                    (encoder, row.astype("<f2").tobytes(), number)
                    for number, row in zip(numbers, vectors, strict=True)
                ],
            )

    def numbers(self, model: str) -> NDArray[np.int64]:
        """Return the papers outside the trash that have an embedding, ascending."""
        found = self._database.column(
            f"""SELECT e.paper FROM embeddings e JOIN papers p ON p.number = e.paper
                WHERE e.encoder = {_ENCODER} AND p.trashed_at IS NULL ORDER BY e.paper""",
            model,
        )
        return np.array(found, dtype=np.int64)

    def get(self, model: str, numbers: Sequence[PaperNumber]) -> NDArray[np.float16]:
        """Return (found, dimension) in the order asked for; papers without one are left out."""
        stored: dict[int, bytes] = dict(
            self._database.rows(
                f"SELECT paper, vector FROM embeddings WHERE encoder = {_ENCODER}"
                f" AND paper IN ({_LISTED})",
                model,
                as_json(numbers),
            )
        )
        found = b"".join(stored[number] for number in numbers if number in stored)
        return _vectors(found, self.dimension(model))

    def stream(
        self, model: str, batch: int = 8192
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float16]]]:
        """Yield the embeddings of all papers outside the trash, ascending by paper, in batches."""
        last, dimension = 0, self.dimension(model)
        while rows := self._database.rows(
            f"""SELECT e.paper, e.vector FROM embeddings e JOIN papers p ON p.number = e.paper
                WHERE e.encoder = {_ENCODER} AND e.paper > ? AND p.trashed_at IS NULL
                ORDER BY e.paper LIMIT ?""",
            model,
            last,
            batch,
        ):
            last = rows[-1][0]
            vectors = _vectors(b"".join(row[1] for row in rows), dimension)
            yield np.array([row[0] for row in rows], dtype=np.int64), vectors

    def count(self, model: str) -> int:
        """Return how many papers outside the trash have an embedding."""
        return int(
            self._database.value(
                f"""SELECT COUNT(*) FROM embeddings e JOIN papers p ON p.number = e.paper
                    WHERE e.encoder = {_ENCODER} AND p.trashed_at IS NULL""",
                model,
            )
        )

    def dimension(self, model: str) -> int:
        """Return the length of an encoder's vectors; 0 if nothing of it is stored."""
        return int(
            self._database.value("SELECT dimension FROM encoders WHERE fingerprint = ?", model) or 0
        )

    def drop(self, model: str) -> None:
        """Delete every embedding of an encoder."""
        with self._database.transaction():
            self._database.execute("DELETE FROM encoders WHERE fingerprint = ?", model)

    def _encoder(self, model: str, dimension: int) -> int:
        self._database.execute(
            "INSERT OR IGNORE INTO encoders (fingerprint, dimension) VALUES (?, ?)",
            model,
            dimension,
        )
        number, stored = self._database.rows(
            "SELECT number, dimension FROM encoders WHERE fingerprint = ?", model
        )[0]
        if stored != dimension:
            raise ValueError(f"vectors of {model} have {stored} numbers each, not {dimension}")
        return int(number)


def _vectors(stored: bytes, dimension: int) -> NDArray[np.float16]:
    return np.frombuffer(stored, dtype="<f2").astype(np.float16).reshape(-1, max(dimension, 1))
