"""The order of texts by the rules of a language: "Čapek" behind "Cygan" in Czech only.

Letters come first, then accents, then case. What a language counts as a letter of its own follows
CLDR. Chinese characters are ordered by their pronunciation in Chinese (the common 3,755, as GB 2312
lists them) and in Japanese as JIS X 0208 lists them, else by their code; the rest comes behind.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

SortKey = tuple[str, str, str]

_LETTERS = {
    "cs": "c<č d=ď e=ě h<ch n=ň r<ř s<š t=ť u=ů z<ž",
    "sk": "a<ä c<č h<ch o<ô r<ŕ s<š z<ž",
    "pl": "a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż",
    "hr": "c<č<ć d<dž<đ l<lj n<nj s<š z<ž",
    "sl": "c<č<ć d<đ s<š z<ž",
    "hu": "c<cs d<dz<dzs g<gy l<ly n<ny o<ö=ő s<sz t<ty u<ü=ű z<zs",
    "ro": "a<ă<â i<î s<ș=ş t<ț=ţ",
    "lt": "c<č s<š z<ž i=y",
    "lv": "c<č g<ģ k<ķ l<ļ n<ņ s<š z<ž",
    "et": "s<š<z<ž w<õ<ä<ö<ü",
    "tr": "c<ç g<ğ h<ı o<ö s<ş u<ü",
    "az": "c<ç e<ə g<ğ h<ı o<ö s<ş u<ü",
    "es": "n<ñ",
    "gl": "n<ñ",
    "eu": "n<ñ",
    "sv": "z<å<ä=æ<ö=ø",
    "fi": "z<å<ä=æ<ö=ø",
    "da": "z<æ=ä<ø=ö<å=aa",
    "no": "z<æ=ä<ø=ö<å=aa",
    "is": "a<á d<ð e<é i<í o<ó u<ú y<ý z<þ<æ=ä<ö=ø<å",
    "vi": "a<ă<â d<đ e<ê o<ô<ơ u<ư",
    "eo": "c<ĉ g<ĝ h<ĥ j<ĵ s<ŝ u<ŭ",
    "cy": "c<ch d<dd f<ff g<ng l<ll p<ph r<rh t<th",
}
"""By language, letters behind others: "<" is one more letter, "=" the same one."""
_SAME_RULES = {"nb": "no", "nn": "no", "bs": "hr", "sr": "hr"}
_BY_LIST = {"zh": ("gb2312", range(0xB0, 0xD8)), "ja": ("euc_jp", range(0xB0, 0xF5))}
"""By language: the list of characters, and the first bytes of those in the order of sounds."""
_WITH_DOTLESS_I = frozenset(("tr", "az"))
_FIRST_HAN, _LAST_HAN = 0x3400, "\u9fff"
_FIRST_BEHIND = 0xF000  # private use: behind every letter of an alphabet
_HAN = re.compile("[\u3400-\u9fff]")
_NOT_LETTERS = re.compile(r"[^\w\s\uf000-\uf8ff]+")
_DIGITS = re.compile(r"\d+")
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ß": "ss"}
)
_SHORT_I = "й"  # a letter of its own, though it is written with an accent


def make_sort_key(text: str, language: str = "") -> SortKey:
    """Return a key that orders texts as dictionaries of a language do ("cs", "zh-CN")."""
    code = _get_code(language)
    if text.isascii() and code not in _LETTERS:
        placed = decomposed = text.lower()
    else:
        composed = unicodedata.normalize("NFC", text)
        placed = unicodedata.normalize("NFKD", _place_letters(composed, code))
        decomposed = unicodedata.normalize("NFKD", composed).casefold()
    bare = "".join(letter for letter in placed if not unicodedata.combining(letter))
    letters = _NOT_LETTERS.sub("", bare.casefold().translate(_PLAIN))
    numbered = _DIGITS.sub(lambda match: match[0].rjust(12, "0"), letters)
    return " ".join(numbered.split()), decomposed, text.swapcase()


def has_own_order(language: str) -> bool:
    """Tell whether a language orders letters otherwise than most do."""
    code = _get_code(language)
    return code in _LETTERS or code in _BY_LIST


def _get_code(language: str) -> str:
    code = re.split(r"[-_]", language.lower(), maxsplit=1)[0]
    return _SAME_RULES.get(code, code)


def _place_letters(text: str, code: str) -> str:
    """Return a text in small letters, those of their own written so that they sort as such."""
    if code in _WITH_DOTLESS_I:
        text = text.replace("I", "ı").replace("İ", "i")
    pattern, places = _read_rules(code)
    text = pattern.sub(lambda match: places[match[0]], text.lower())
    if code in _BY_LIST:
        text = _HAN.sub(lambda character: _place_character(character[0], code), text)
    return text


@lru_cache(maxsize=8)
def _read_rules(code: str) -> tuple[re.Pattern[str], dict[str, str]]:
    places = {_SHORT_I: f"и{chr(_FIRST_BEHIND)}"}
    for rule in _LETTERS.get(code, "").split():
        base, *groups = rule.split("<")
        first, *equal = base.split("=")
        places |= dict.fromkeys(equal, first)
        for number, group in enumerate(groups):
            letters = group.split("=")
            places |= dict.fromkeys(letters, f"{first}{chr(_FIRST_BEHIND + number)}")
    longest_first = sorted(places, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))), places


def _place_character(character: str, code: str) -> str:
    """Return a Chinese character as a code that sorts as the list of a language has it."""
    encoding, sounded = _BY_LIST[code]
    try:
        first, second = character.encode(encoding)
    except (UnicodeEncodeError, ValueError):  # not in the list, or in a supplement to it
        return f"{_LAST_HAN}{character}"
    if first not in sounded:
        return f"{_LAST_HAN}{character}"
    return chr(_FIRST_HAN + (first - sounded.start) * 94 + second - 0xA1)
