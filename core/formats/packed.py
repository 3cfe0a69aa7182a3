"""Unpacks gzip and zip within limits, since a small file may unpack to an enormous one.

gzip is told by its content, not by the name. Of a zip archive only those members are taken that
the caller wants, each under a plain relative path; links, encrypted members and paths that lead
out of the archive are left.
"""

from __future__ import annotations

import gzip
import lzma
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import BinaryIO, cast

from core.base.errors import FormatError
from core.base.files import open_file
from core.base.messages import Message

MAX_RATIO = 200  # of unpacked to packed bytes: text packs to a tenth, at best to a fiftieth
FREE_BYTES = 64 * 1024 * 1024  # what any file may unpack to
MAX_MEMBERS = 20_000
MAX_ARCHIVE_BYTES = 4 * 1024**3  # of all members that are taken
_GZIP = b"\x1f\x8b"
_CHUNK_BYTES = 1024 * 1024
_BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, NotImplementedError)
_PACK_AGAIN = Message("Create the archive again, or unpack it and import the files.")


def open_plain_or_gzip(path: Path) -> BinaryIO:
    """Open a file for reading, unpacking it if its content says gzip.

    Raises:
        OSError: the file cannot be opened.
    """
    stream = open_file(path)
    try:
        head = stream.peek(len(_GZIP))[: len(_GZIP)]
    except OSError:
        stream.close()
        raise
    if head != _GZIP:
        return stream
    stream.close()
    return cast("BinaryIO", gzip.open(path, "rb"))


def unpacked_limit(packed: int) -> int:
    """Return to how many bytes a file of ``packed`` bytes may unpack."""
    return max(FREE_BYTES, MAX_RATIO * packed)


def read_bytes(path: Path, most: int) -> bytes | None:
    """Return the content of a file, unpacked; ``None`` if that is more than ``most`` bytes.

    Raises:
        FormatError: it unpacks to far more than any text does, or breaks off.
        OSError: it cannot be read.
    """
    size = path.stat().st_size
    if size > most:
        return None
    with open_plain_or_gzip(path) as stream:
        try:
            data = stream.read(min(most, unpacked_limit(size)) + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise FormatError(
                "“{file}” is compressed and broken ({reason}).",
                file=path.name,
                reason=error,
                remedy=_PACK_AGAIN,
            ) from error
    if len(data) > most:
        return None
    if len(data) > unpacked_limit(size):
        raise FormatError(
            "“{file}” unpacks to more than {times} times its size; it was not read.",
            file=path.name,
            times=MAX_RATIO,
            remedy=_PACK_AGAIN,
        )
    return data


def unpack(
    archive: Path, folder: Path, is_wanted: Callable[[PurePosixPath], bool]
) -> Iterator[tuple[PurePosixPath, Path | str]]:
    """Unpack the wanted members of a zip archive into a folder.

    Yields each with where it lies now, or with the reason why it was left.

    Raises:
        FormatError: the archive cannot be read, or holds more than any library packs.
    """
    limit = min(MAX_ARCHIVE_BYTES, unpacked_limit(archive.stat().st_size))
    try:
        with zipfile.ZipFile(archive) as packed:
            members = [zip_info for zip_info in packed.infolist() if not zip_info.is_dir()]
            if len(members) > MAX_MEMBERS:
                raise _too_much(
                    archive, Message("holds more than {most:,} files", most=MAX_MEMBERS)
                )
            for member in members:
                path = PurePosixPath(member.filename)
                if reason := _objection(member):
                    yield path, reason
                elif is_wanted(path):
                    target = folder / path
                    limit -= _take(packed, member, target, limit)
                    if limit < 0:
                        raise _too_much(archive, Message("unpacks to far more than its size"))
                    yield path, target
    except _BROKEN as error:
        raise FormatError(
            "“{archive}” cannot be unpacked: {reason}.",
            archive=archive.name,
            reason=error,
            remedy=_PACK_AGAIN,
        ) from error


def _objection(member: zipfile.ZipInfo) -> str:
    """Return why a member may not be taken, "" if it may."""
    path, windows = PurePosixPath(member.filename), PureWindowsPath(member.filename)
    odd = path.is_absolute() or windows.drive or windows.root or "\\" in member.filename
    if odd or ".." in path.parts or not path.name:
        return Message("its path leads out of the archive")
    if stat.S_ISLNK(member.external_attr >> 16):
        return Message("it is a link")
    return Message("it is encrypted") if member.flag_bits & 0x1 else ""


def _take(packed: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, limit: int) -> int:
    """Unpack a member, as far as the limit and a little beyond; return how many bytes it took."""
    target.parent.mkdir(parents=True, exist_ok=True)
    copied_bytes = 0
    with packed.open(member) as source, target.open("wb") as copy:
        while copied_bytes <= limit and (chunk := source.read(_CHUNK_BYTES)):
            copy.write(chunk)
            copied_bytes += len(chunk)
    return copied_bytes


def _too_much(archive: Path, reason: Message) -> FormatError:
    return FormatError(
        "“{archive}” {what}; it was not read.",
        archive=archive.name,
        what=reason,
        remedy=_PACK_AGAIN,
    )
