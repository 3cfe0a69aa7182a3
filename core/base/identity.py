"""The forms in which ids, titles and names are compared, never shown.

An *identity key* is an external id in such a form: ``doi:`` and ``arxiv:`` ids are folded
(letter case, resolver address, version), every other id is its own key, exactly as written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote

from core.base.cited_names import cjk_family_name, is_cjk_name
from core.base.records import PaperNumber, PaperRecord

OWN_PREFIX = "cocite:"

DOI_START = r"10\.\d{4,9}(?:\.\d+)*/"
"""Matches the registrant of a DOI and the slash behind it; the rest may be nearly anything."""
DOI_PREFIX = re.compile(
    r"^\s*(?:(?:https?://)?(?:[\w-]+\.)*doi\.org/|info:doi/|urn:|doi\s*[:=]?\s*)+", re.IGNORECASE
)
"""What stands before a DOI in a field that is meant for one."""
ARXIV_ID = r"(\d{4}\.\d{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?"
"""Matches an arXiv id in small or capital letters; its first group leaves the version out."""

_DOI = re.compile(rf"{DOI_START}\S+")
_PLACEHOLDER = re.compile(
    r"10\.\d+/(?:[nx0.\-_]{3,}|.*(?:nnnnn|xxxxx).*)"
    r"|10\.1145/(?:1122445\.1122456|1234567890|123456\.?\d?)"
    r"|10\.475/123[-_]4"
    r"|10\.(?:0000|1234|9999|12345)/.*"
)
_ARXIV = re.compile(ARXIV_ID, re.IGNORECASE)
_ARXIV_PREFIX = re.compile(
    r"(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*", re.IGNORECASE
)
_ARXIV_DOI = "10.48550/arxiv."
_NOT_ALNUM = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W_]+")
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i"}
)


@lru_cache(maxsize=8192)
def normal_doi(text: str) -> str:
    """Return a DOI in small letters without a resolver's address; "" if it is none.

    Placeholders that templates leave behind (``10.1145/nnnnnnn.nnnnnnn``) are none.
    """
    if not text:
        return ""
    bare = DOI_PREFIX.sub("", text)
    if "%" in bare:
        bare = unquote(bare)
    bare = bare.strip().rstrip(".,;").lower()
    if not _DOI.fullmatch(bare) or _PLACEHOLDER.fullmatch(bare):
        return ""
    return bare


def normal_arxiv(text: str) -> str:
    """Return an arXiv id without prefix, version and class; "" if it is none."""
    if not text:
        return ""
    bare = _ARXIV_PREFIX.sub("", text.strip(), count=1)
    if bare.lower().startswith(_ARXIV_DOI):
        bare = bare[len(_ARXIV_DOI) :]
    bare = bare.partition(" ")[0].removesuffix(".pdf")
    match = _ARXIV.fullmatch(bare)
    return match[1].lower() if match else ""


def identity_key(external_id: str) -> str:
    """Return the form of an external id under which the same id is found again."""
    prefix, _, rest = external_id.partition(":")
    match prefix.lower():
        case "doi":
            return doi_key(rest) or external_id
        case "arxiv":
            arxiv = normal_arxiv(rest)
            return f"arxiv:{arxiv}" if arxiv else external_id
        case _:
            return external_id


def doi_key(doi: str) -> str:
    """Return the identity key of a DOI; arXiv's own DOIs count as arXiv ids. "" if it is none."""
    normal = normal_doi(doi)
    if normal.startswith(_ARXIV_DOI):
        arxiv = normal_arxiv(normal)
        return f"arxiv:{arxiv}" if arxiv else ""
    return f"doi:{normal}" if normal else ""


def is_real(key: str) -> bool:
    """Whether an identity key names one paper for the whole world: a DOI or an arXiv id."""
    return key.startswith("doi:10.") or (key.startswith("arxiv:") and bool(normal_arxiv(key)))


def external_ids(record: PaperRecord) -> dict[str, str]:
    """Return the ids a record states, by identity key, its own ``id`` first."""
    stated: dict[str, str] = {}
    if record.id and not record.id.startswith(OWN_PREFIX):
        stated[identity_key(record.id)] = record.id
    doi = doi_key(record.doi)
    if doi:
        stated.setdefault(doi, doi)
    arxiv = normal_arxiv(record.arxiv)
    if arxiv:
        stated.setdefault(f"arxiv:{arxiv}", f"arxiv:{arxiv}")
    return stated


def own_number(external_id: str) -> PaperNumber | None:
    """Return the number in ``cocite:<number>``, ``None`` for any other id."""
    if not external_id.startswith(OWN_PREFIX):
        return None
    digits = external_id[len(OWN_PREFIX) :]
    return PaperNumber(int(digits)) if digits.isascii() and digits.isdigit() else None


def asked_keys(external_id: str) -> list[str]:
    """Return the identity keys that an id as a person wrote it may mean, the likeliest first.

    Besides ids as stored this takes bare DOIs and arXiv ids and their web addresses.
    """
    text = external_id.strip()
    keys = [external_id, identity_key(text), doi_key(text)]
    arxiv = normal_arxiv(text)
    if arxiv:
        keys.append(f"arxiv:{arxiv}")
    return [key for key in dict.fromkeys(keys) if key]


def title_key(title: str) -> str:
    """Return the letters and digits of a title, decomposed (NFKD) and small; "" if it has none."""
    if not title.isascii():
        title = unicodedata.normalize("NFKD", title)
    return _NOT_ALNUM.sub("", title.lower())


def split_into_words(text: str) -> list[str]:
    """Return the words of a text, without accents and small."""
    return _WORD.findall(plain(text))


def plain(text: str) -> str:
    """Return text in small letters without accents, for sorting and comparing."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return bare.casefold().translate(_UNDECOMPOSED)


def family_name(author: str) -> str:
    """Return the last word of a family name, plain, for comparing; "" for no name.

    The name is "Given Family" or "Family, Given"; "O'Neill" is "neill", "Roe-Lind" is "lind".
    Chinese, Japanese and Korean names begin with the family name.
    """
    words = split_into_words(_without_given_name(author))
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    return words[-1] if words else ""


def _without_given_name(author: str) -> str:
    """Return a name without the given name, where a comma or its letters tell the two apart."""
    if "," in author:
        before, _, after = author.partition(",")
        if plain(after).strip(" .") not in _SUFFIXES:
            author = before
    return cjk_family_name(author) if is_cjk_name(author) else author


def shown_family_name(author: str) -> str:
    """Return the last word of a name as written; "Jr." and numbers as DBLP's "0001" are none."""
    words = author.split()
    while len(words) > 1 and (words[-1].isdecimal() or plain(words[-1]).strip(".,") in _SUFFIXES):
        words.pop()
    return words[-1].rstrip(",") if words else ""


def name_words(authors: Sequence[str]) -> frozenset[str]:
    """Return every word of two letters or more in the names, plain; initials say too little."""
    return frozenset(word for word in split_into_words(" ".join(authors)) if len(word) > 1)


def author_sort_key(authors: Sequence[str]) -> str:
    """Return the letters of the family names in order, plain, as far as sorting needs them."""
    names = (shown_family_name(_without_given_name(author)) for author in authors[:4])
    return " ".join("".join(split_into_words(name)) for name in names)
