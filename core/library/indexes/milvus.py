"""Vectors in Milvus, for libraries that one machine does not hold. The only user of pymilvus.

A library that has a file ``milvus.toml`` beside its database keeps its vectors in the collections
of the server named there, and connects to nothing else::

    uri = "http://milvus.example.org:19530"    # or a file ending in .db: Milvus Lite
    index = "IVF_SQ8"                          # any index of Milvus for float vectors
    build = { nlist = 4096 }                   # how that index is built, instead of the defaults
    search = { nprobe = 64 }                   # how it is searched, instead of the defaults
    token_variable = "COCITE_MILVUS_TOKEN"     # the environment variable with the token, if any
    patience_seconds = 30                      # how long a connection may take

A collection belongs to one library and one model, as its name says. Its properties are the revision
of the library that it shows, and how its index was built. An alias without the model's name leads
to the collection that answers now, so that other programs on the server need not know which model
that is.
"""

from __future__ import annotations

import json
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
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from typing_extensions import override

from core.base.errors import FormatError, LibraryError, UsageError
from core.base.jobs import Job, SilentJob
from core.base.records import PaperNumber
from core.library.indexes.vector_search import ContextRows, Number, PaperRows, Ranked, VectorSearch
from core.library.store.embeddings import EmbeddingStore
from core.models.manifest import Manifest

if TYPE_CHECKING:
    from pymilvus import MilvusClient
    from pymilvus.milvus_client.index import IndexParams

FILE = "milvus.toml"
Kind = Literal["papers", "contexts"]
_Values = dict[str, int | float | str]
_REVISION = "cocite.revision"
_INDEX = "cocite.index"
"""How the index was built, as JSON: a server tells this only in part, Milvus Lite not at all."""
_MOST_ANSWERS = 16_384
"""What Milvus gives at most at once."""
_SENT = 2_000
"""Rows sent or fetched together: 3 MB at 384 dimensions."""
_ROW = "row"
_LISTS = {"nlist": 1_024}
_BUILD: Mapping[str, Mapping[str, int]] = {
    "IVF_FLAT": _LISTS,
    "IVF_SQ8": _LISTS,
    "IVF_PQ": {**_LISTS, "nbits": 8},
    "SCANN": _LISTS,
    "HNSW": {"M": 16, "efConstruction": 200},
}
"""What an index cannot be built without; the others need nothing."""
_READ_SHARE = 10
"""The share of the lists that a question reads: one in ten, as on this machine."""
_WIDTH: Mapping[str, tuple[str, int]] = {"HNSW": ("ef", 128), "DISKANN": ("search_list", 128)}
"""What may not be below the number of answers, and how much it is at least."""
_WHOLE_NUMBERS = frozenset(
    ("nlist", "nbits", "m", "M", "efConstruction", "nprobe", "ef", "search_list")
)


class MilvusSettings(BaseModel):
    """Which server holds the rows, and how it is to hold them; see the top of this module."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    uri: str = Field(min_length=1)
    index: str = "AUTOINDEX"
    build: Mapping[str, int | float | str] = {}
    search: Mapping[str, int | float | str] = {}
    token_variable: str = ""
    patience_seconds: float = Field(default=30.0, gt=0)

    @field_validator("build", "search")
    @classmethod
    def _require_whole_numbers(
        cls, values: Mapping[str, int | float | str]
    ) -> Mapping[str, int | float | str]:
        for name in _WHOLE_NUMBERS.intersection(values):
            if not isinstance(values[name], int):
                raise FormatError(
                    "The file {file} gives “{value}” for {name}, not a whole number.",
                    file=FILE,
                    value=values[name],
                    name=name,
                    remedy="Correct it, or delete it to keep the vectors on this computer.",
                )
        return values

    def build_parameters(self, dimension: int) -> dict[str, int | float | str]:
        """Return how the index is built: the defaults of its type, then what the file says."""
        parts = {"m": _product_parts(dimension)} if self.index == "IVF_PQ" else {}
        return {**_BUILD.get(self.index, {}), **parts, **self.build}

    def search_parameters(self, limit: int) -> dict[str, int | float | str]:
        """Return how the index is searched for ``limit`` answers."""
        defaults: dict[str, int | float | str] = {}
        lists = {**_BUILD.get(self.index, {}), **self.build}.get("nlist")
        if lists is not None:
            defaults["nprobe"] = max(1, int(lists) // _READ_SHARE)
        values = {**defaults, **self.search}
        if self.index in _WIDTH:
            name, least = _WIDTH[self.index]
            values[name] = max(int(values.get(name, least)), limit)
        return values


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
        self._identity = identity
        self._held_numbers: NDArray[np.int64] | None = None
        with _asking(settings):
            self._there = self._is_complete()
            if self._there:
                self._follow_settings()
                self._client.load_collection(self._name)
                stored_properties = self._client.describe_collection(self._name).get(
                    "properties", {}
                )
                self._revision = int(stored_properties.get(_REVISION, 0))
        if write and not self._there:
            self._begin_empty()

    def _is_complete(self) -> bool:
        """Tell whether there is a collection with its index; without one it never opens."""
        return self._client.has_collection(self._name) and bool(
            self._client.list_indexes(self._name)
        )

    def _follow_settings(self) -> None:
        """Build the index anew where the file names another one; the rows stay."""
        if self._settings.index == "AUTOINDEX" or not self._write:
            return  # what a server makes of AUTOINDEX is its own
        new_values = self._index_values()
        former = self._stored_index_values()
        if former == new_values:
            return
        self._client.release_collection(self._name)
        self._client.drop_index(self._name, _ROW)
        try:
            self._client.create_index(self._name, self._index(new_values))
        except _milvus_exception():
            self._client.create_index(self._name, self._index(former))
            self._client.load_collection(self._name)
            raise
        properties = {_INDEX: json.dumps(new_values)}
        self._client.alter_collection_properties(self._name, properties)

    def _index_values(self) -> _Values:
        build_parameters = self._settings.build_parameters(self.dimension)
        return {"index_type": self._settings.index, **build_parameters}

    def _stored_index_values(self) -> _Values:
        """Return how the index was built; what nobody says is as the file wants it."""
        properties = self._client.describe_collection(self._name).get("properties", {})
        if _INDEX in properties:
            values: _Values = json.loads(properties[_INDEX])
            return values
        stored = self._client.describe_index(self._name, _ROW) or {}
        former = self._settings.model_copy(
            update={"index": stored.get("index_type", self._settings.index)}
        )
        if former.index != self._settings.index:
            former = former.model_copy(update={"build": {}})
        return {
            name: type(value)(stored.get(name, value))
            for name, value in {
                "index_type": former.index,
                **former.build_parameters(self.dimension),
            }.items()
        }

    def _index(self, values: _Values) -> IndexParams:
        from pymilvus import MilvusClient

        index = MilvusClient.prepare_index_params()
        index.add_index(
            _ROW,
            index_name=_ROW,
            index_type=str(values["index_type"]),
            metric_type="IP",
            params={name: value for name, value in values.items() if name != "index_type"},
        )
        return index

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
                search_params={
                    "metric_type": "IP",
                    "params": self._settings.search_parameters(min(limit, _MOST_ANSWERS)),
                },
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
    def serve(self) -> None:
        """Lead the alias of the library's rows to this collection, in one step of the server."""
        if not self._write or not self._there:
            return
        alias = _make_alias(self._identity, self.kind)
        with _asking(self._settings):
            try:
                self._client.alter_alias(self._name, alias)
            except _milvus_exception():  # there is none yet
                self._client.create_alias(self._name, alias)

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
        schema.add_field(_ROW, DataType.FLOAT_VECTOR, dim=self.dimension)
        values = self._index_values()
        with _asking(self._settings):
            _drop(self._client, self._name)
            try:
                self._client.create_collection(
                    self._name,
                    schema=schema,
                    index_params=self._index(values),
                    consistency_level="Strong",
                    properties={_REVISION: "0", _INDEX: json.dumps(values)},
                )
            except _milvus_exception():
                # The collection is made before its index is refused.
                self._client.drop_collection(self._name)
                raise
        self._there, self._held_numbers = True, np.zeros(0, np.int64)

    @override
    def _bring_in_step(
        self,
        embeddings: EmbeddingStore[Number],
        revision: int,
        changed: NDArray[np.int64],
        job: Job | None,
    ) -> int:
        """Follow the changes alone; compare all numbers only where their count differs then."""
        if not self._write:
            return super()._bring_in_step(embeddings, revision, changed, job)
        have = self._present(changed)
        want = embeddings.numbers(self.model, among=changed.tolist()) if len(changed) else changed
        if len(have):
            self._remove(have)
        self._add_stored(embeddings, want, job or SilentJob())
        count = len(have) + len(want)
        if self.count() != embeddings.count(self.model):
            nothing = np.zeros(0, np.int64)
            return count + super()._bring_in_step(embeddings, revision, nothing, job)
        self._revision = revision
        self._settle(embeddings, count, job or SilentJob())
        return count

    def _present(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of the numbers that have a row, ascending."""
        present: list[int] = []
        for start in range(0, len(numbers) if self._there else 0, _SENT):
            ids = numbers[start : start + _SENT].tolist()
            with _asking(self._settings):
                entities = self._client.get(self._name, ids=ids, output_fields=["number"])
            present.extend(entity["number"] for entity in entities)
        return np.sort(np.array(present, np.int64))

    def _numbers(self) -> NDArray[np.int64]:
        if self._held_numbers is not None and self._write:
            return self._held_numbers
        all_numbers: list[int] = []
        if self._there:
            with _asking(self._settings):
                pages: Any = self._client.query_iterator(
                    self._name, batch_size=_MOST_ANSWERS, output_fields=["number"]
                )
                while page := pages.next():
                    all_numbers.extend(entity["number"] for entity in page)
                pages.close()
        self._held_numbers = np.sort(np.array(all_numbers, np.int64))
        return self._held_numbers

    def _remove(self, numbers: NDArray[np.int64]) -> None:
        if self._held_numbers is not None:
            self._held_numbers = np.setdiff1d(self._held_numbers, numbers)
        for start in range(0, len(numbers) if self._write else 0, _SENT):
            with _asking(self._settings):
                self._client.delete(self._name, ids=numbers[start : start + _SENT].tolist())

    def _add(self, numbers: NDArray[np.int64], rows: NDArray[np.float16]) -> None:
        if self._held_numbers is not None:
            self._held_numbers = np.union1d(self._held_numbers, numbers)
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
        _drop(client, _make_name(identity, manifest, kind))


def _drop(client: MilvusClient, name: str) -> None:
    """Delete a collection, if it exists, and the aliases that would keep it."""
    if client.has_collection(name):
        for alias in client.list_aliases(name).get("aliases", ()):
            client.drop_alias(alias)
        client.drop_collection(name)


def _make_name(identity: str, manifest: Manifest, kind: Kind) -> str:
    model = manifest.fingerprint if kind == "papers" else manifest.query_fingerprint
    return _make_identifier("cocite", identity, model, kind)


def _make_alias(identity: str, kind: Kind) -> str:
    return _make_identifier("cocite", identity, kind)


def _make_identifier(*parts: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]", "_", "_".join(parts))


def _product_parts(dimension: int) -> int:
    """Return into how many codes a row is cut: an eighth of its numbers where that divides it."""
    return next((m for m in range(max(dimension // 8, 1), 0, -1) if dimension % m == 0), 1)


def _milvus_exception() -> type[Exception]:
    from pymilvus.exceptions import MilvusException

    refusal: type[Exception] = MilvusException
    return refusal


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
