"""Bytes to text, for files whose encoding nobody knows for certain.

The order of trust: a byte order mark, the zero bytes that UTF-16 leaves in Latin text, UTF-8 if
all of the file is valid, the encoding the file names itself, and last line by line: UTF-8 where
a line is valid, and where it is not, the encoding in which the words of all those lines could be
words (see ``core.formats.encodings``). Nothing is refused for its encoding.
"""

from __future__ import annotations

import codecs
import re
from functools import partial
from pathlib import Path

from core.base.errors import FormatError
from core.formats.encodings import detect_encoding
from core.formats.packed import read_bytes

MAX_BYTES = 256 * 1024 * 1024  # a bibliography of that size is no bibliography
HEAD_BYTES = 4096

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"^[% \t]*(?:-\*-.*?)?(?:en)?coding\s*[:=]\s*([\w.-]+)"
    rb"|<\?xml\s[^>]*?encoding\s*=\s*[\"']([\w.-]+)",
    re.I | re.M,
)
_MOST_SAMPLED = 20_000
_NAMES = {"ansi": "cp1252", "latin1": "cp1252", "iso-8859-1": "cp1252", "iso8859_1": "cp1252"}


def read_text(path: Path) -> str:
    """Return the text of a file, unpacked if it is gzip, its line ends all made line feeds.

    Raises:
        FormatError: The file cannot be opened, is far too large, or is a bomb of zeros.
    """
    try:
        data = read_bytes(path, MAX_BYTES)
    except OSError as error:
        raise unreadable(path, error) from error
    if data is None:
        raise FormatError(
            "“{file}” is larger than {limit} MB.",
            file=path.name,
            limit=MAX_BYTES // 2**20,
            remedy="Split the file, or export it in parts.",
        )
    return decode(data).replace("\r\n", "\n").replace("\r", "\n")


def unreadable(path: Path, error: OSError) -> FormatError:
    """Return the error that says why the system does not let us read ``path``."""
    reason = error.strerror or str(error)
    return FormatError(
        "“{file}” could not be read: {reason}.",
        file=path.name,
        reason=reason,
        remedy="Check that the file exists and that you have permission to read it.",
    )


def decode(data: bytes) -> str:
    """Return the text in ``data``, whatever its encoding; see the module for the order of trust."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    wide = _wide_encoding(data[:HEAD_BYTES])
    if wide:
        return data.decode(wide, errors="replace")
    for encoding in ("utf-8", _declared(data[:HEAD_BYTES])):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    lines = data.splitlines(keepends=True)
    return "".join(map(partial(_decode_line, otherwise=_detect_encoding(lines)), lines))


def _wide_encoding(head: bytes) -> str:
    """Return the UTF-16 that Latin text without a mark gives away by its zero bytes, else ""."""
    if len(head) < 4:
        return ""
    first, second = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if first > 0.4 * half and second < 0.05 * half:
        return "utf-16-be"
    if second > 0.4 * half and first < 0.05 * half:
        return "utf-16-le"
    return ""


def _declared(head: bytes) -> str:
    match = _DECLARED.search(head)
    if not match:
        return "utf-8"
    name = (match[1] or match[2]).decode("ascii", errors="replace").lower()
    name = _NAMES.get(name, name)
    try:
        info = codecs.lookup(name)
    except LookupError:
        return "utf-8"
    # Codecs such as "hex" and "rot13" are no encodings; wide ones were recognised by their bytes.
    wide = info.name.startswith(("utf-16", "utf-32", "utf-7", "idna", "punycode"))
    return info.name if not wide and _decodes_text(name) else "utf-8"


def _decodes_text(name: str) -> bool:
    try:
        return b"@a".decode(name) == "@a"
    except (LookupError, UnicodeDecodeError):
        return False


def _detect_encoding(lines: list[bytes]) -> str:
    """Return the encoding of the lines that are no UTF-8, told by some of them."""
    sample: list[bytes] = []
    size = 0
    for line in lines:
        if not line.isascii() and not _is_utf8(line):
            sample.append(line)
            size += len(line)
        if size > _MOST_SAMPLED:
            break
    return detect_encoding(sample)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decode_line(line: bytes, otherwise: str) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode(otherwise, errors="replace")
