"""Goes through a dump once and keeps what it says of wanted papers."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, cast

from core.base.errors import FormatError
from core.base.files import open_file
from core.formats import packed
from core.formats.dumps import arrow
from core.formats.dumps.arrow import unzstd
from core.formats.dumps.readers import Form, Kind, detect_kind, unknown
from core.formats.dumps.tables import parse_row, parse_rows
from core.formats.dumps.tokens import make_tokens
from core.formats.dumps.works import Said, Work

# --- streams ----------------------------------------------------------------------------
#
# The bytes of a dump, unpacked as they are read: gzip, zip, tar, zstd, and these in each other.
#
# Nothing is ever whole in memory. A packed file that breaks off gives what came before the break.

HEAD = 64 * 1024
"""So many bytes are looked at to tell what a file is."""
BROKEN = (OSError, EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError, RuntimeError)
"""What reading a damaged packed file raises; RuntimeError is zipfile's for encrypted members."""
_STREAM_CHUNK = 1024 * 1024
_GZIP, _ZIP, _ZSTD, _TAR = b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"ustar"
_TAR_AT = 257
_DEPTH = 3  # a .tar.gz of .json.gz is as deep as dumps go


@dataclass(frozen=True, slots=True)
class Part:
    """One file within a dump: the dump itself, or a member of the archive it is."""

    name: str
    stream: io.BufferedReader
    packed: bool


def open_parts(path: Path, file: IO[bytes]) -> Iterator[Part]:
    """Yield the files within an open file; each has to be read before the next is asked for.

    Raises:
        FormatError: it is packed in a way that nothing here unpacks.
    """
    yield from _unwrapped(path.name, io.BufferedReader(cast("Any", file), _STREAM_CHUNK), 0, path)


def _unwrapped(name: str, stream: io.BufferedReader, depth: int, path: Path) -> Iterator[Part]:
    head = peeked(stream)
    inner: Iterable[tuple[str, Any]] | None = None  # Any: whatever has readinto
    if head.startswith(_GZIP):
        inner = [(_without(name), _Gunzip(stream, packed.unpacked_limit(path.stat().st_size)))]
    elif head.startswith(_ZSTD):
        inner = [(_without(name), unzstd(stream, name))]
    elif head[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        inner = _tarred(stream)
    elif head.startswith(_ZIP):
        inner = _zipped(stream)
    if inner is None:
        yield Part(name, stream, packed=depth > 0)
    elif depth < _DEPTH:
        for member_name, raw in inner:
            yield from _unwrapped(
                member_name, io.BufferedReader(raw, _STREAM_CHUNK), depth + 1, path
            )


def _tarred(stream: io.BufferedReader) -> Iterator[tuple[str, IO[bytes]]]:
    with tarfile.open(fileobj=stream, mode="r|") as archive:
        for member in archive:
            inside = archive.extractfile(member) if member.isfile() else None
            if inside is not None:
                yield member.name, inside


def _zipped(stream: io.BufferedReader) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                with archive.open(member) as inside:
                    yield member.filename, inside


def peeked(stream: io.BufferedReader, size: int = HEAD) -> bytes:
    """Return the next bytes of a stream without taking them; fewer at its end."""
    return stream.peek(size)[:size]


def skip(part: Part, offset: int) -> None:
    """Go to a position that was reached before."""
    if not part.packed:
        part.stream.seek(offset)
        return
    while offset > 0 and (chunk := part.stream.read(min(offset, _STREAM_CHUNK))):
        offset -= len(chunk)


def _without(name: str) -> str:
    return name.rpartition(".")[0] or name


class _Gunzip(io.RawIOBase):
    """Unpacks gzip, also several one behind the other.

    Twice as fast as the standard library's on Python 3.11, which reads 8 KB at a time.
    """

    def __init__(self, packed_stream: io.BufferedReader, limit: int) -> None:
        self._packed, self._limit = packed_stream, limit
        self._unpacker = zlib.decompressobj(wbits=31)
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - the standard library's own type
        while True:
            waiting = self._waiting or self._packed.read1(_STREAM_CHUNK)
            if self._unpacker.eof:
                if not waiting.strip(b"\0"):  # tape archives are filled up with zeros
                    return 0
                self._unpacker = zlib.decompressobj(wbits=31)
            elif not waiting:
                raise EOFError("the compressed file breaks off")
            unpacked_bytes = self._unpacker.decompress(waiting, len(buffer))
            self._waiting = self._unpacker.unconsumed_tail or self._unpacker.unused_data
            if unpacked_bytes:
                self._limit -= len(unpacked_bytes)
                if self._limit < 0:
                    raise EOFError(f"it unpacks to more than {packed.MAX_RATIO} times its size")
                buffer[: len(unpacked_bytes)] = unpacked_bytes
                return len(unpacked_bytes)


MAX_LINE_BYTES = 32 * 1024 * 1024
MAX_DOCUMENT_BYTES = 96 * 1024 * 1024
_CHUNK = 2 * 1024 * 1024
_OWN_SCHEMES = ("doi:", "arxiv:")  # who has such an id is known before a dump is read

Json = dict[str, Any]  # Any: JSON


@dataclass(slots=True)
class Wanted:
    """The papers that are asked about: ``keys`` leads to them by number.

    Those ``with_abstract`` need none.
    """

    keys: Mapping[str, int]
    with_abstract: frozenset[int] = frozenset()
    tokens: frozenset[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = frozenset(token for key in self.keys for token in make_tokens(key))

    def paper(self, keys: Iterable[str]) -> int | None:
        """Return the paper that one of the keys leads to, the first that does."""
        return next((self.keys[key] for key in keys if key in self.keys), None)


@dataclass(slots=True)
class Step:
    """What one look into the dump gave, and where it ended.

    ``found`` are JSON: {"paper", "ids", "title", "references", "abstract", "notices"}, or
    {"citing", "cited"}. ``part`` and ``position`` are where to go on.
    """

    form: str = ""
    part: int = 0
    position: int = 0
    lines: int = 0
    damaged: int = 0
    read: int = 0
    found: list[Json] = field(default_factory=list)
    stopped: str = ""

    def merge_step(self, step: Step) -> Step:
        """Return this step and the one behind it as one."""
        return replace(
            step,
            form=step.form or self.form,
            lines=self.lines + step.lines,
            damaged=self.damaged + step.damaged,
            read=step.read or self.read,
            found=self.found + step.found,
        )


def scan(path: Path, wanted_works: Wanted, *, part: int = 0, position: int = 0) -> Iterator[Step]:
    """Yield what a dump says of wanted papers, a few MB of it at a time, from a position on.

    Raises:
        FormatError: it cannot be opened, or nothing in it is citation data.
    """
    is_recognized = part > 0 or position > 0
    step = Step(part=part, position=position)
    try:
        with open_file(path) as file:
            for index, file_part in enumerate(open_parts(path, file)):
                if index < part:
                    continue
                kind = detect_kind(peeked(file_part.stream))
                if kind is None:
                    continue
                is_recognized = True
                for step in _scan_part(
                    path, file_part, kind, wanted_works, position if index == part else 0
                ):
                    step.part, step.read = index, file.tell()
                    yield step
                position = 0
    except BROKEN as error:
        if not is_recognized:
            raise unreadable(path, error) from error
        yield Step(part=step.part, position=step.position, damaged=1, stopped=_reason(error))
    if not is_recognized:
        raise unknown(path.name)


_FIRST_ROWS = 50  # by which the ids of a table are told


def look(path: Path) -> Form:
    """Return the form of the first part of a dump that is citation data.

    Raises:
        FormatError: it cannot be opened, or nothing in it is.
    """
    try:
        with open_file(path) as file:
            for file_part in open_parts(path, file):
                kind = detect_kind(peeked(file_part.stream))
                if kind is not None and kind.layout == "parquet":
                    return arrow.form_of_parquet(path)
                if kind is not None:
                    return kind.form
    except BROKEN as error:
        raise unreadable(path, error) from error
    raise unknown(path.name)


def names_works_by_omid(path: Path) -> bool:
    """Tell whether the first citations of a dump name works by OMID alone."""
    try:
        with open_file(path) as file:
            for file_part in open_parts(path, file):
                lines = peeked(file_part.stream).splitlines()[1:_FIRST_ROWS]
                rows = [line for line in lines if b"br/" in line]
                return bool(rows) and not any(b"doi:" in row or b"pmid:" in row for row in rows)
    except BROKEN:
        return False
    return False


def unreadable(path: Path, error: Exception) -> FormatError:
    """Return the error for a dump that cannot be read at all."""
    return FormatError(
        "“{file}” could not be read: {reason}.",
        file=path.name,
        reason=_reason(error),
        remedy="Check that the file is complete, or download it again.",
    )


def _reason(error: Exception) -> str:
    text = getattr(error, "strerror", None) or str(error)
    return text.rstrip(".") or type(error).__name__


def _scan_part(
    path: Path, part: Part, kind: Kind, wanted_works: Wanted, position: int
) -> Iterator[Step]:
    match kind.layout:
        case "lines" | "rows":
            yield from _scan_lines(part, kind, wanted_works, position)
        case "table":
            yield from _scan_table(part, kind, wanted_works)
        case "document":
            yield _scan_document(part, kind, wanted_works)
        case "parquet":
            yield from _scan_parquet(path, part, wanted_works, position)


def _scan_lines(part: Part, kind: Kind, wanted_works: Wanted, start: int) -> Iterator[Step]:
    form, wanted_tokens = kind.form, wanted_works.tokens
    end = b"" if kind.columns else b"}"
    if start:
        skip(part, start)
    header = bool(kind.columns) and not start
    for lines, too_long, position in line_batches(part, start):
        step = Step(form.name, position=position, lines=len(lines) + too_long, damaged=too_long)
        for line in lines[1:] if header else lines:
            if not line.endswith(end):  # where most of them end so, no other look is needed
                step.damaged += bool(line.strip()) and not line.rstrip().endswith(end)
            if wanted_tokens.isdisjoint(form.tokens(line)):
                continue
            value = _object(line, kind)
            if value is not None:
                _take(form.parse_object(value), wanted_works, step)
            elif line.rstrip().endswith(end):  # else it was counted above
                step.damaged += 1
        header = False
        yield step


def line_batches(part: Part, position: int) -> Iterator[tuple[list[bytes], int, int]]:
    """Yield lines without their ends, how many were too long, and the position behind them."""
    carried: list[bytes] = []  # of the line that has no end yet
    line_bytes = 0
    while chunk := part.stream.read1(_CHUNK):
        lines = chunk.split(b"\n")
        first_length = len(lines[0])
        line_bytes += first_length
        if line_bytes <= MAX_LINE_BYTES:
            carried.append(lines[0])
        if len(lines) == 1:
            continue
        last = lines.pop()
        too_long = int(line_bytes > MAX_LINE_BYTES)
        if too_long:
            del lines[0]
        else:
            lines[0] = b"".join(carried)
        position += line_bytes + len(chunk) - len(last) - first_length
        carried, line_bytes = [last], len(last)
        yield lines, too_long, position
    if line_bytes:
        too_long = int(line_bytes > MAX_LINE_BYTES)
        yield [] if too_long else [b"".join(carried)], too_long, position + line_bytes


def _object(line: bytes, kind: Kind) -> Json | None:
    """Return the object of a line, or the row under the names of the columns."""
    if kind.columns:
        fields = parse_row(line.removesuffix(b"\r"))
        if fields is None or len(fields) < len(kind.columns):
            return None
        return dict(zip(kind.columns, fields, strict=False))
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _scan_table(part: Part, kind: Kind, wanted_works: Wanted) -> Iterator[Step]:
    """Read a small table whose rows may go over several lines; it is always read from its start."""
    lines = (line for batch, _, _ in line_batches(part, 0) for line in batch)
    next(lines, None)
    step = Step(kind.form.name)
    for line_count, fields in parse_rows(lines, len(kind.columns)):
        step.lines += line_count
        if fields is None:
            step.damaged += 1
        else:
            _take(
                kind.form.parse_object(dict(zip(kind.columns, fields, strict=False))),
                wanted_works,
                step,
            )
        if step.lines >= 5_000:
            yield step
            step = Step(kind.form.name)
    yield step


def _scan_document(part: Part, kind: Kind, wanted_works: Wanted) -> Step:
    """Read the works of one JSON document: a page of an answer, or a file of Crossref's."""
    step = Step(kind.form.name)
    text = part.stream.read(MAX_DOCUMENT_BYTES + 1)
    try:
        if len(text) > MAX_DOCUMENT_BYTES:
            raise ValueError
        works = list(_find_works(json.loads(text)))
    except (ValueError, RecursionError):
        step.damaged = step.lines = 1
        return step
    for work in works:
        step.lines += 1
        if isinstance(work, dict):
            _take(kind.form.parse_object(work), wanted_works, step)
        else:
            step.damaged += 1
    return step


def _find_works(value: Any) -> Iterable[Any]:  # noqa: ANN401 - JSON
    """Return the works of a document, however it wraps them."""
    for name in ("message", "items", "results", "data"):
        if isinstance(value, dict) and isinstance(value.get(name), dict | list):
            value = value[name]
    return value if isinstance(value, list) else [value]


def _scan_parquet(path: Path, part: Part, wanted_works: Wanted, position: int) -> Iterator[Step]:
    if part.packed:
        raise OSError("a packed Parquet file is not read; unpack it first")
    form = arrow.form_of_parquet(path)
    for batch, (count, rows) in enumerate(arrow.batches(path, form, wanted_works.tokens)):
        if batch < position:
            continue
        step = Step(form.name, position=batch + 1, lines=count)
        for row in rows():
            _take(form.parse_object(row), wanted_works, step)
        yield step


def _take(statements: Iterable[Said], wanted_works: Wanted, step: Step) -> None:
    """Keep what is said of wanted papers."""
    for statement in statements:
        if isinstance(statement, Work):
            paper = wanted_works.paper(statement.ids)
            if paper is not None:
                step.found.append(_packed(statement, paper, wanted_works))
            continue
        citing, cited = (wanted_works.paper(keys) for keys in statement)
        if citing is not None and cited is not None and citing != cited:
            step.found.append({"citing": citing, "cited": cited})


def _packed(work: Work, paper: int, wanted_works: Wanted) -> Json:
    """Return a work as JSON, without the references that lead out of the library for certain."""
    references = [
        key
        for key in work.references
        if key in wanted_works.keys or not key.startswith(_OWN_SCHEMES)
    ]
    return {
        "paper": paper,
        "ids": [key for key in work.ids if wanted_works.keys.get(key) is None],
        "title": work.title,
        "references": references,
        "abstract": "" if paper in wanted_works.with_abstract else work.abstract,
        "notices": [
            {"kind": n.kind, "by": n.by, "date": n.date, "reason": n.reason, "doi": n.doi}
            for n in work.notices
        ],
    }
