"""Vectors in Milvus, for libraries that one machine does not hold. The only user of pymilvus.

A library that has a file ``milvus.toml`` beside its database keeps its vectors in the collections
of the server named there, and connects to nothing else::

    uri = "http://milvus.example.org:19530"    # or a file ending in .db: Milvus Lite
    index = "AUTOINDEX"                        # any index of Milvus for float vectors
    token_variable = "COCITE_MILVUS_TOKEN"     # the environment variable with the token, if any
    search = { nprobe = 64 }                   # what that index takes, if anything
    patience_seconds = 30                      # how long a connection may take

A collection belongs to one library and one model, as its name says. Its property is the revision
of the library that it shows.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import override

from core.base.errors import FormatError, LibraryError, UsageError
from core.base.jobs import Job
from core.base.records import PaperNumber
from core.library.indexes.vector_search import ContextRows, Number, PaperRows, Ranked, VectorSearch
from core.library.store.embeddings import EmbeddingStore
from core.models.manifest import Manifest

if TYPE_CHECKING:
    from pymilvus import MilvusClient

FILE = "milvus.toml"
Kind = Literal["papers", "contexts"]
_REVISION = "cocite.revision"
_MOST_ANSWERS = 16_384
"""What Milvus gives at most at once."""
_SENT = 2_000
"""Rows sent or fetched together: 3 MB at 384 dimensions."""


class MilvusSettings(BaseModel):
    """Which server holds the rows, and how it is to hold them; see the top of this module."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    uri: str = Field(min_length=1)
    index: str = "AUTOINDEX"
    token_variable: str = ""
    search: Mapping[str, int | float | str] = {}
    patience_seconds: float = Field(default=30.0, gt=0)


def configured(folder: Path) -> MilvusSettings | None:
    """Return where the library in ``folder`` keeps its vectors; ``None`` if on this machine.

    Raises:
        FormatError: ``milvus.toml`` cannot be understood.
    """
    path = folder / FILE
    if not path.exists():
        return None
    try:
        settings = MilvusSettings.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise FormatError(
            "“{path}” does not say which Milvus server holds the vectors.",
            path=path,
            remedy="Correct it, or delete it to keep the vectors on this computer.",
        ) from error
    if "://" in settings.uri:
        return settings
    return settings.model_copy(update={"uri": str(folder / settings.uri)})


class MilvusRows(VectorSearch[Number]):
    """The rows of one model for what a library numbers, in a collection of a Milvus server.

    Scores are inner products of unit rows, so cosines. What was changed is seen by the next search.
    """

    kind: Kind

    def __init__(
        self, settings: MilvusSettings, identity: str, manifest: Manifest, *, write: bool = True
    ) -> None:
        """Connect, and make the collection if there is none. Without ``write`` nothing changes.

        Raises:
            UsageError: pymilvus is not installed.
            LibraryError: the server does not answer, or refuses.
        """
        super().__init__(manifest)
        self._settings = settings
        self._write = write
        self._name = _make_name(identity, manifest, self.kind)
        self._client = _connected(settings)
        with _asking(settings):
            self._there = self._client.has_collection(self._name)
            if self._there:
                self._client.load_collection(self._name)
                stored_properties = self._client.describe_collection(self._name).get(
                    "properties", {}
                )
                self._revision = int(stored_properties.get(_REVISION, 0))
        if write and not self._there:
            self._begin_empty()

    @override
    def close(self) -> None:
        """Leave the server."""
        self._client.close()

    def count(self) -> int:
        """Return the number of rows."""
        if not self._there:
            return 0
        with _asking(self._settings):
            count_rows = self._client.query(self._name, filter="", output_fields=["count(*)"])
            return int(count_rows[0]["count(*)"])

    def search(
        self,
        questions: NDArray[np.float32],
        *,
        limit: int,
        allowed: Collection[Number] | None = None,
    ) -> Ranked[Number]:
        """Return for each row of ``questions`` (n, dimension) the nearest rows, best first.

        Each is its number and the cosine; Milvus gives 16,384 at most. With ``allowed``, only those
        numbers answer.
        """
        if not self._there or not len(questions) or (allowed is not None and not allowed):
            return [[] for _ in questions]
        with _asking(self._settings):
            search_results = self._client.search(
                self._name,
                data=list(np.asarray(questions, np.float32)),
                limit=min(limit, _MOST_ANSWERS),
                filter="" if allowed is None else _among(allowed),
                output_fields=["number"],
                search_params={"metric_type": "IP", "params": dict(self._settings.search)},
            )
        return [
            [(hit["number"], float(hit["distance"])) for hit in hits] for hits in search_results
        ]

    def rows(self, numbers: Sequence[Number]) -> NDArray[np.float32]:
        """Return the row of each number, (numbers, dimension); NaN where there is none."""
        row_matrix = np.full((len(numbers), self.dimension), np.nan, np.float32)
        asked_numbers = (
            list(dict.fromkeys(int(number) for number in numbers)) if self._there else []
        )
        known_rows: dict[int, list[float]] = {}
        for start in range(0, len(asked_numbers), _SENT):
            with _asking(self._settings):
                entities = self._client.get(
                    self._name,
                    ids=asked_numbers[start : start + _SENT],
                    output_fields=["number", "row"],
                )
            known_rows |= {entity["number"]: entity["row"] for entity in entities}
        for at, number in enumerate(numbers):
            if number in known_rows:
                row_matrix[at] = known_rows[number]
        return row_matrix

    def save(self) -> None:
        """Have the server keep the rows and the revision that they show."""
        if self._write and self._there:
            with _asking(self._settings):
                self._client.flush(self._name)
                new_properties = {_REVISION: str(self._revision)}
                self._client.alter_collection_properties(self._name, new_properties)

    @override
    def _settle(self, embeddings: EmbeddingStore[Number], changed: int, job: Job) -> None:
        if changed:
            self.save()

    def _begin_empty(self) -> None:
        from pymilvus import DataType, MilvusClient

        if not self._write:
            return
        schema = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("number", DataType.INT64, is_primary=True)
        schema.add_field("row", DataType.FLOAT_VECTOR, dim=self.dimension)
        index = MilvusClient.prepare_index_params()
        index.add_index("row", index_type=self._settings.index, metric_type="IP")
        with _asking(self._settings):
            self._client.drop_collection(self._name)
            self._client.create_collection(
                self._name,
                schema=schema,
                index_params=index,
                consistency_level="Strong",
                properties={_REVISION: "0"},
            )
        self._there = True

    def _numbers(self) -> NDArray[np.int64]:
        all_numbers: list[int] = []
        if self._there:
            with _asking(self._settings):
                pages: Any = self._client.query_iterator(
                    self._name, batch_size=_MOST_ANSWERS, output_fields=["number"]
                )
                while page := pages.next():
                    all_numbers.extend(entity["number"] for entity in page)
                pages.close()
        return np.sort(np.array(all_numbers, np.int64))

    def _remove(self, numbers: NDArray[np.int64]) -> None:
        for start in range(0, len(numbers) if self._write else 0, _SENT):
            with _asking(self._settings):
                self._client.delete(self._name, ids=numbers[start : start + _SENT].tolist())

    def _add(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> None:
        data = [
            {"number": number, "row": row}
            for number, row in zip(numbers.tolist(), rows.astype(np.float32), strict=True)
        ]
        for start in range(0, len(data) if self._write else 0, _SENT):
            with _asking(self._settings):
                self._client.upsert(self._name, data[start : start + _SENT])


class MilvusPapers(PaperRows, MilvusRows[PaperNumber]):
    """The rows of one model for the papers of one library, in Milvus."""

    kind = "papers"


class MilvusContexts(ContextRows, MilvusRows[int]):
    """The rows of one model for the citing sentences of one library, in Milvus."""

    kind = "contexts"


def is_stored(settings: MilvusSettings, identity: str, manifest: Manifest, kind: Kind) -> bool:
    """Tell whether the server has rows of a model for a library.

    Raises:
        LibraryError: the server does not answer, or refuses.
    """
    with closing(_connected(settings)) as client, _asking(settings):
        return bool(client.has_collection(_make_name(identity, manifest, kind)))


def forget(settings: MilvusSettings, identity: str, manifest: Manifest, kind: Kind) -> None:
    """Delete what the server has of a model for a library, whatever state it is in.

    Raises:
        LibraryError: the server does not answer, or refuses.
    """
    with closing(_connected(settings)) as client, _asking(settings):
        client.drop_collection(_make_name(identity, manifest, kind))


def _make_name(identity: str, manifest: Manifest, kind: Kind) -> str:
    model = manifest.fingerprint if kind == "papers" else manifest.query_fingerprint
    return re.sub(r"[^A-Za-z0-9_]", "_", "_".join(("cocite", identity, model, kind)))


def _connected(settings: MilvusSettings) -> MilvusClient:
    try:
        from pymilvus import MilvusClient
    except ModuleNotFoundError as error:
        raise UsageError(
            "This library keeps its vectors in Milvus, but the package pymilvus is not installed.",
            remedy="Install it (pip install 'cocite[milvus]'), or delete {file} in the library"
            " to keep the vectors on this machine.",
            file=FILE,
        ) from error
    # It warns of each thing that Milvus Lite does in another way than a server.
    logging.getLogger("pymilvus").setLevel(logging.ERROR)
    token = os.environ.get(settings.token_variable, "") if settings.token_variable else ""
    with _asking(settings):
        return MilvusClient(settings.uri, token=token, timeout=settings.patience_seconds)


@contextmanager
def _asking(settings: MilvusSettings) -> Iterator[None]:
    """Turn what the server refuses into an expected failure."""
    from pymilvus.exceptions import MilvusException

    try:
        yield
    except MilvusException as error:
        raise LibraryError(
            "A request to the Milvus server at {uri} failed: {reason}",
            uri=settings.uri,
            reason=error.message,
            remedy=(
                "Start the server, or delete {file} from the library to store the vectors on "
                "this computer."
            ),
            file=FILE,
        ) from error


def _among(numbers: Collection[int]) -> str:
    return f"number in [{', '.join(str(int(number)) for number in numbers)}]"
