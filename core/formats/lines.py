"""Lines of a large file, plain or gzip, one at a time and each with its number.

A line that cannot be read costs only itself; a compressed file that breaks off gives every whole
line before the break, and then a problem.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from core.base.messages import Message
from core.formats import packed
from core.formats.decoding import unreadable
from core.formats.entries import Problem, at_line

MAX_LINE_BYTES = 32 * 1024 * 1024
_CHUNK_BYTES = 256 * 1024
_UTF8_MARK = b"\xef\xbb\xbf"


def numbered_lines(path: Path) -> Iterator[tuple[int, str] | Problem]:
    """Yield each line that is not blank with its number, counted from 1.

    Raises:
        FormatError: The file cannot be opened.
    """
    number = 0
    try:
        with open_plain_or_gzip(path) as stream:
            limit = packed.unpacked_limit(path.stat().st_size)
            for number, raw in enumerate(_raw_lines(stream, limit), start=1):
                line = _decoded(number, raw)
                if line is not None:
                    yield line
    except _BombError:
        reason = Message(
            "the file unpacks to more than {times} times its size; the rest was not read",
            times=packed.MAX_RATIO,
        )
        yield Problem(at_line(number + 1), reason)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield Problem(
            at_line(number + 1),
            Message("the compressed file breaks off here ({reason})", reason=error),
        )
    except OSError as error:
        yield Problem(
            at_line(number + 1),
            Message("the rest of the file cannot be read ({reason})", reason=error),
        )


def open_plain_or_gzip(path: Path) -> BinaryIO:
    """Open a file for reading, unpacking it if its content, not its name, says gzip.

    Raises:
        FormatError: The file cannot be opened.
    """
    try:
        return packed.open_plain_or_gzip(path)
    except OSError as error:
        raise unreadable(path, error) from error


class _BombError(Exception):
    """A small file unpacks to an enormous one."""


def _raw_lines(stream: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """Yield the lines without their ends; ``None`` for one that is too long to be a record.

    Reads with ``read1``: a buffered ``readline`` would lose the lines it had unpacked already
    when the gzip file breaks off behind them.
    """
    parts: list[bytes] = []  # of the line that has no end yet
    line_bytes = whole = 0
    while chunk := cast("bytes", stream.read1(_CHUNK_BYTES)):  # type: ignore[attr-defined]
        whole += len(chunk)
        if whole > limit:
            raise _BombError
        first, *other_lines = chunk.split(b"\n")
        line_bytes += len(first)
        if line_bytes <= MAX_LINE_BYTES:
            parts.append(first)
        if not other_lines:
            continue
        yield b"".join(parts) if line_bytes <= MAX_LINE_BYTES else None
        yield from other_lines[:-1]
        parts, line_bytes = [other_lines[-1]], len(other_lines[-1])
    if line_bytes:
        yield b"".join(parts) if line_bytes <= MAX_LINE_BYTES else None


def _decoded(number: int, raw: bytes | None) -> tuple[int, str] | Problem | None:
    """Return the line, what is wrong with it, or ``None`` for a blank one."""
    if raw is None:
        limit = MAX_LINE_BYTES // 2**20
        return Problem(at_line(number), Message("the line is longer than {limit} MB", limit=limit))
    if number == 1:
        raw = raw.removeprefix(_UTF8_MARK)
    if not raw or raw.isspace():
        return None
    try:
        return number, raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Problem(
            at_line(number), Message("the line is not UTF-8 (byte {start})", start=error.start)
        )
