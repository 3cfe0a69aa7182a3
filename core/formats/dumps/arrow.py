"""Dumps as Parquet or packed with zstd: read with pyarrow, an extra (``dumps``)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from core.base.errors import FormatError
from core.formats.dumps.readers import Form, find_form, unknown

_ROWS = 5_000
_IDS = ("doi", "DOI", "id", "ids", "corpusid", "externalids", "openaccessinfo", "citingcorpusid")
_MORE_IDS = ("citedcorpusid", "citing", "cited", "locations", "OriginalPaperDOI", "update-to")
_PACKED_JSON = ("ids", "externalids", "openaccessinfo", "abstract_inverted_index", "locations")

_Rows = Callable[[], Iterable[dict[str, Any]]]  # Any: values of columns


def form_of_parquet(path: Path) -> Form:
    """Return the form of a Parquet file, by the names of its columns.

    Raises:
        FormatError: it is none, or what reads Parquet is not installed.
    """
    form = find_form(tuple(_opened(path).schema_arrow.names))
    if form is None:
        raise unknown(path.name)
    return form


def batches(path: Path, form: Form, tokens: frozenset[bytes]) -> Iterator[tuple[int, _Rows]]:
    """Yield how many rows a batch has, and what returns those of them that may be wanted."""
    for batch in _opened(path).iter_batches(_ROWS):
        yield batch.num_rows, partial(_select_rows, batch, form, tokens)


def _select_rows(batch: Any, form: Form, tokens: frozenset[bytes]) -> Iterator[dict[str, Any]]:  # noqa: ANN401
    names = [name for name in batch.schema.names if name in (*_IDS, *_MORE_IDS)]
    ids = batch.select(names).to_pylist()
    rows = [
        index for index, row in enumerate(ids) if not tokens.isdisjoint(form.tokens(_line(row)))
    ]
    if rows:
        yield from map(_unpacked, batch.take(rows).to_pylist())


def _line(row: dict[str, Any]) -> bytes:
    """Return the ids of a row as the line that the form's tokens are found in."""
    if "citing" in row:
        return f",{row['citing']},{row['cited']},".encode()
    return json.dumps(_unpacked(row), default=str, ensure_ascii=False).encode("utf-8", "replace")


def _unpacked(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the objects that some conversions keep as text."""
    for name in _PACKED_JSON:
        text = row.get(name)
        if isinstance(text, str) and text[:1] in ("{", "["):
            try:
                row[name] = json.loads(text)
            except ValueError:
                row[name] = None
        elif isinstance(text, list) and text and isinstance(text[0], tuple):
            row[name] = dict(text)  # Parquet's own maps
    return row


def _opened(path: Path) -> Any:  # noqa: ANN401 - pyarrow has no types
    try:
        import pyarrow.parquet as pq
    except ImportError:
        raise FormatError(
            "“{file}” is a Parquet file; the package to read it is not installed.",
            file=path.name,
            remedy="Install Cocite with the extra “dumps”, or convert the file to JSON Lines.",
        ) from None
    try:
        return pq.ParquetFile(path)
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise OSError(str(error).splitlines()[0]) from error


def unzstd(stream: io.BufferedReader, name: str) -> io.RawIOBase:
    """Return a stream that unpacks zstd.

    Raises:
        FormatError: what unpacks it is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError:
        raise FormatError(
            "“{file}” is compressed with zstd; the package to unpack it is not installed.",
            file=name,
            remedy="Install Cocite with the extra “dumps”, or unpack the file first.",
        ) from None
    return _Unpacked(pa.CompressedInputStream(stream, "zstd"))


class _Unpacked(io.RawIOBase):
    """A stream of Arrow's as one of Python's."""

    def __init__(self, stream: Any) -> None:  # noqa: ANN401 - pyarrow has no types
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - the standard library's own type
        chunk = self._stream.read(len(buffer))
        buffer[: len(chunk)] = chunk
        return len(chunk)
