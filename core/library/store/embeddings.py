"""Stored embeddings of papers and of citing sentences, so that indexes are built without encoding.

A trigger of the database deletes a paper's embeddings when its title or abstract changes. Those
of a citing sentence end with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json

_LISTED = "SELECT value FROM json_each(?)"
_ENCODER = "(SELECT number FROM encoders WHERE fingerprint = ?)"

Number = TypeVar("Number", bound=int)


@dataclass(frozen=True, slots=True)
class RowKind(Generic[Number]):
    """What is embedded: where the vectors lie, what they are of, and which of these take part."""

    table: str
    owners: str
    column: str
    present: str


PAPERS: RowKind[PaperNumber] = RowKind("embeddings", "papers", "paper", "trashed_at IS NULL")
CONTEXTS: RowKind[int] = RowKind(
    "context_embeddings",
    "contexts",
    "context",
    "citing NOT IN (SELECT number FROM papers WHERE trashed_at IS NOT NULL)",
)


class EmbeddingStore(Generic[Number]):
    """The embeddings of one library's papers, or of its citing sentences.

    ``model`` is an encoder's fingerprint throughout. What is in the trash, or said by a paper
    there, takes no part.
    """

    def __init__(self, database: Database, kind: RowKind[Number]) -> None:
        self._database = database
        self._kind = kind
        self._table, self._column = kind.table, kind.column
        self._present = f"SELECT number FROM {kind.owners} WHERE {kind.present}"

    def missing(self, model: str, limit: int, *, after: Number | None = None) -> list[Number]:
        """Return numbers without an embedding, ascending, beyond ``after``."""
        return self._database.column(
            f"""SELECT number FROM {self._kind.owners} o WHERE {self._kind.present} AND number > ?
                AND NOT EXISTS (SELECT 1 FROM {self._table} e
                                WHERE e.encoder = {_ENCODER} AND e.{self._column} = o.number)
                ORDER BY number LIMIT ?""",
            after or 0,
            model,
            limit,
        )

    def put(self, model: str, numbers: Sequence[Number], vectors: NDArray[np.float16]) -> None:
        """Store one row of ``vectors`` (n, dimension) for each number, replacing older ones.

        What was removed meanwhile is passed over. All rows of an encoder have one dimension.
        """
        if vectors.dtype != np.float16 or vectors.shape[:1] != (len(numbers),):
            raise ValueError("vectors must be float16, one row for each number")
        with self._database.transaction():
            encoder = self._encoder(model, vectors.shape[1])
            self._database.execute_many(
                f"""INSERT OR REPLACE INTO {self._table} (encoder, {self._column}, vector)
                    SELECT ?, number, ? FROM {self._kind.owners} WHERE number = ?""",
                [
                    (encoder, row.astype("<f2").tobytes(), number)
                    for number, row in zip(numbers, vectors, strict=True)
                ],
            )

    def numbers(self, model: str, *, among: Sequence[int] | None = None) -> NDArray[np.int64]:
        """Return the numbers that have an embedding, of all or ``among`` some, ascending."""
        listed = "" if among is None else f"AND {self._column} IN ({_LISTED})"
        paper_numbers = self._database.column(
            f"""SELECT {self._column} FROM {self._table} WHERE encoder = {_ENCODER}
                AND {self._column} IN ({self._present}) {listed} ORDER BY {self._column}""",
            model,
            *(() if among is None else (as_json(among),)),
        )
        return np.array(paper_numbers, dtype=np.int64)

    def get(self, model: str, numbers: Sequence[Number]) -> NDArray[np.float16]:
        """Return (found, dimension) in the order asked for; those without one are left out."""
        stored: dict[int, bytes] = dict(
            self._database.rows(
                f"SELECT {self._column}, vector FROM {self._table} WHERE encoder = {_ENCODER}"
                f" AND {self._column} IN ({_LISTED})",
                model,
                as_json(numbers),
            )
        )
        vector_bytes = b"".join(stored[number] for number in numbers if number in stored)
        return _vectors(vector_bytes, self.dimension(model))

    def stream(
        self, model: str, batch: int = 8192
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float16]]]:
        """Yield all embeddings in batches, with their numbers, ascending."""
        last, dimension = 0, self.dimension(model)
        while rows := self._database.rows(
            f"""SELECT {self._column}, vector FROM {self._table} WHERE encoder = {_ENCODER}
                AND {self._column} > ? AND {self._column} IN ({self._present})
                ORDER BY {self._column} LIMIT ?""",
            model,
            last,
            batch,
        ):
            last = rows[-1][0]
            vectors = _vectors(b"".join(row[1] for row in rows), dimension)
            yield np.array([row[0] for row in rows], dtype=np.int64), vectors

    def count(self, model: str) -> int:
        """Return how many have an embedding."""
        return int(
            self._database.value(
                f"""SELECT COUNT(*) FROM {self._table} WHERE encoder = {_ENCODER}
                    AND {self._column} IN ({self._present})""",
                model,
            )
        )

    def dimension(self, model: str) -> int:
        """Return the length of an encoder's vectors; 0 if nothing of it is stored."""
        return int(
            self._database.value("SELECT dimension FROM encoders WHERE fingerprint = ?", model) or 0
        )

    def drop(self, model: str) -> None:
        """Delete every embedding of an encoder, of papers and of citing sentences."""
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
