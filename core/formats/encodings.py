"""Detects the eight-bit encoding of text by whether its words are plausible.

An encoding explains a word if one of the languages it was made for has all of the word's letters:
"Dvoøák" (Windows-1252) is in no language, "Dvořák" (Windows-1250) is Czech. Which of the Latin
encodings explains more words is asked first, Windows-1252 winning a draw, for it is by far the most
frequent; so a word that is plausible either way ("Gyõzõ") stays as it is there. Other scripts are
left to charset-normalizer, which needs more text than a few names to be right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

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
