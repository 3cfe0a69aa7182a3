"""Bytes to text, for files whose encoding nobody knows for certain.

The order of trust: a byte order mark, the zero bytes that UTF-16 leaves in Latin text, UTF-8 if
all of the file is valid, the encoding the file names itself, and last line by line: UTF-8 where
a line is valid, and where it is not, the encoding in which the words of all those lines could be
words (see ``core.formats.decoding``). Nothing is refused for its encoding.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from core.base.errors import FormatError
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
    rb"|<\?xml\s[^>]*?encoding\s*=\s*[\"']([\w.-]+)"
    rb"|<meta\s[^>]*?charset\s*=\s*[\"']?([\w.-]+)",
    re.I | re.M,
)
_ISO_2022_JP = re.compile(rb"\x1b\$[@B][!-~]+\x1b\([BJ]")
"""Japanese in seven bits: an escape into JIS and one back."""
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
    japanese = ("iso2022_jp",) if _ISO_2022_JP.search(data) else ()
    for encoding in (*japanese, "utf-8", _declared(data[:HEAD_BYTES])):
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
    name = match[match.lastindex or 0].decode("ascii", errors="replace").lower()
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


# --- detects the eight-bit encoding of text by whether its words are plausible ----------
#
# An encoding explains a word if one of the languages it was made for has all of the word's
# letters: "Dvoøák" (Windows-1252) is in no language, "Dvořák" (Windows-1250) is Czech. Which of
# the Latin encodings explains more words is asked first, Windows-1252 winning a draw, for it is
# by far the most frequent; so a word that is plausible either way ("Gyõzõ") stays as it is there.
# Other scripts are left to charset-normalizer, which needs more text than a few names to be
# right.

WESTERN = "cp1252"

# The letters beyond ASCII of the languages that an encoding was made for.
_CENTRAL = (
    "ąćęłńóśźż",  # Polish
    "áčďéěíňóřšťúůýžöüä",  # Czech
    "áäčďéíĺľňóôŕšťúýž",  # Slovak
    "áéíóöőúüű",  # Hungarian
    "čćđšž",  # Croatian, Slovene
    "ăâîşţ",  # Romanian
)
_ALPHABETS: Mapping[str, tuple[str, ...]] = {
    WESTERN: (
        "àâæçéèêëîïôœùûüÿ",  # French
        "äöüßé",  # German
        "áéíñóúü",  # Spanish
        "áàâãçéêíóôõúü",  # Portuguese
        "àèéìíîòóùú",  # Italian
        "æøåäöéü",  # Danish, Norwegian, Swedish, Finnish
        "áðéíóúýþæö",  # Icelandic
        "áéëíïóöüè",  # Dutch
        "àçèéíïòóúü",  # Catalan
    ),
    "mac_roman": (
        "àâæçéèêëîïôœùûüÿ",  # French
        "äöüßé",  # German
        "áéíñóúü",  # Spanish
        "áàâãçéêíóôõúü",  # Portuguese
        "àèéìíîòóùú",  # Italian
        "æøåäöéü",  # Danish, Norwegian, Swedish, Finnish
    ),
    "cp1250": _CENTRAL,
    "iso8859_2": _CENTRAL,
    "cp1254": ("çğıöşüâîû",),  # Turkish
    "cp1257": ("ąčęėįšųūž", "āčēģīķļņšūž", "äöõüšž"),  # Lithuanian, Latvian, Estonian
}
_CYRILLIC = re.compile(r"[А-ЯЁІЇЄҐЂЈЉЊЋЏЎ]?[а-яёіїєґђјљњћџў]+|[А-ЯЁІЇЄҐЂЈЉЊЋЏЎ]+")
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_UNIT = re.compile(rb"[A-Za-z]{1,3}[\xb2\xb3\xb9]")  # cm³: in no encoding a word
_BEFORE = "“”„‘’‚«»‹›–—…•·§¡¿\xa0"
_BEHIND = f"{_BEFORE}°©®™"
_ENOUGH = 0.7
"""The share of words that makes another script unlikely."""
_FEW_BYTES = 12  # fewer high ones say too little about a script
_MOST_WORDS = 4_000


def detect_encoding(lines: Iterable[bytes]) -> str:
    """Return the encoding of lines that are no UTF-8, Windows-1252 in doubt."""
    sample = b"\n".join(lines)
    word_matches = _WORD.findall(sample)
    words = [word for word in word_matches if len(word) > 1 and not _UNIT.fullmatch(word)][
        :_MOST_WORDS
    ]
    if not words:
        return WESTERN
    explained = {encoding: _explained(words, encoding) for encoding in _ALPHABETS}
    best = max(explained, key=lambda encoding: explained[encoding])  # the first of equals
    if best == "mac_roman" and _are_cyrillic(words):
        best = WESTERN
    if explained[best] >= _ENOUGH * len(words):
        return best
    if other := _other_script(sample, words):
        return other
    return best if explained[best] > explained[WESTERN] + 1 else WESTERN


def _explained(words: list[bytes], encoding: str) -> int:
    """Return how many words could be words of a language of an encoding."""
    alphabets = [frozenset(letters) for letters in _ALPHABETS[encoding]]
    return sum(_is_word(word.decode(encoding, errors="replace"), alphabets) for word in words)


def _is_word(word: str, alphabets: list[frozenset[str]]) -> bool:
    inner = word.lstrip(_BEFORE).rstrip(_BEHIND)
    if inner and word.startswith("¿") and inner[0].islower():  # no question begins so
        inner = word
    letters = {letter for letter in inner.lower() if not letter.isascii()}
    # A capital behind a small letter is no name but another script's letter ("ÍõÐ").
    capitals = any(letter.isupper() and not letter.isascii() for letter in inner[1:])
    if capitals and not inner.isupper():
        return False
    return any(letters <= alphabet for alphabet in alphabets)


def _other_script(sample: bytes, words: list[bytes]) -> str:
    """Return the encoding of a script that is not Latin, "" if it is."""
    from charset_normalizer import from_bytes

    high = sum(byte > 127 for byte in sample)
    if high < _FEW_BYTES:
        return "cp1251" if high > _FEW_BYTES // 2 and _are_cyrillic(words) else ""
    best_match = from_bytes(sample).best()
    letters = [letter for letter in str(best_match or "") if ord(letter) > 127 and letter.isalpha()]
    latin = sum(unicodedata.name(letter, "LATIN").startswith("LATIN") for letter in letters)
    if not best_match or latin >= 0.2 * len(letters):
        return ""
    if "CJK" in unicodedata.name(letters[0], "") and _are_cyrillic(words):
        return "cp1251"  # of which any two letters are a Chinese one
    return best_match.encoding


def _are_cyrillic(words: list[bytes]) -> bool:
    texts = [word.decode("cp1251", errors="replace").strip(_BEHIND) for word in words]
    return sum(bool(_CYRILLIC.fullmatch(text)) for text in texts) >= 0.9 * len(texts)
