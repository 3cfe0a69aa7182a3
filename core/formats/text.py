"""Bytes to text, for files whose encoding nobody knows for certain.

The order of trust: a byte order mark, the zero bytes that UTF-16 leaves in Latin text, UTF-8 if
all of the file is valid, the encoding the file names itself, another script's encoding that the
bytes give away (Cyrillic, Greek, Chinese, …), and last line by line: UTF-8 where a line is valid,
Windows-1252 where it is not. Nothing is refused for its encoding.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import partial
from pathlib import Path

from core.errors import FormatError

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
_LEAST_HIGH_BYTES = 12  # fewer say too little about a script
_MOST_HIGH_BYTES = 20_000
_WESTERN = "cp1252"
_NAMES = {"ansi": "cp1252", "latin1": "cp1252", "iso-8859-1": "cp1252", "iso8859_1": "cp1252"}


def read_text(path: Path) -> str:
    """Return the text of a file, its line ends all made line feeds.

    Raises:
        FormatError: The file cannot be opened or is far too large.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise FormatError(
                f"“{path.name}” is larger than {MAX_BYTES // 2**20} MB.",
                remedy="Split the file, or export it in parts.",
            )
        data = path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error
    return decode(data).replace("\r\n", "\n").replace("\r", "\n")


def unreadable(path: Path, error: OSError) -> FormatError:
    """Return the error that says why the system does not let us read ``path``."""
    reason = error.strerror or str(error)
    return FormatError(
        f"“{path.name}” could not be read: {reason}.",
        remedy="Check that the file is there and that you may read it.",
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
    return "".join(map(partial(_decode_line, otherwise=_other_script(lines)), lines))


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


def _other_script(lines: list[bytes]) -> str:
    """Return the encoding of the lines that are no UTF-8 if they are in no Latin script.

    Which of the Latin encodings a text is in cannot be told from a few names; Windows-1252 is by
    far the most frequent one.
    """
    from charset_normalizer import from_bytes

    sample = b""
    for line in lines:
        if not line.isascii() and not _is_utf8(line):
            sample += line
        if len(sample) > _MOST_HIGH_BYTES:
            break
    if sum(byte > 127 for byte in sample) < _LEAST_HIGH_BYTES:
        return _WESTERN
    found = from_bytes(sample).best()
    letters = [each for each in str(found or "") if ord(each) > 127 and each.isalpha()]
    latin = sum(unicodedata.name(each, "LATIN").startswith("LATIN") for each in letters)
    return found.encoding if found and latin < 0.2 * len(letters) else _WESTERN


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
