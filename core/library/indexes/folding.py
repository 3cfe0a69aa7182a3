"""Texts as words are compared with them, and how words become the terms of an index."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import tantivy

from core.base.encodable import encodable

# --- across scripts, accents, hyphens and apostrophes -----------------------------------------
#
# What has several spellings gets the others at the end of a text, behind a gap, so that phrases
# still fit. Runs of Chinese, Japanese and Korean letters become pairs of neighbouring letters,
# since nothing parts their words.


_CJK = (
    "\u3005\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3400-\u9fff"
    "\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_CJK}]+")
_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "υ": "upsilon",
    "φ": "phi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
}
_GREEK_ALONE = re.compile(
    r"(?<![\u0370-\u03ff\u1f00-\u1fff])[α-ωΑ-Ω](?![\u0370-\u03ff\u1f00-\u1fff])"
)
_SCRIPT_SIGN = re.compile(r"(?<=\w)[_^]\{?([\d+-]+)\}?|(?<=\w)_(?=\d)")
_HYPHENS = "‐‑‒–−-"
_APOSTROPHES = "'’ʼ‘`´ʻʹ"
_COMPOUND = re.compile(rf"[^\W_]+(?:[{_APOSTROPHES}{_HYPHENS}][^\W_]+)+")
_SEPARATORS = re.compile(rf"[{_APOSTROPHES}{_HYPHENS}]")
_JOINT = re.compile(rf"[{_APOSTROPHES}{_HYPHENS}](?=[^\W_])")
_UMLAUT = re.compile("[äöüøåÄÖÜØÅ]")
_WORD = re.compile(r"\w+")
_SPELLED_OUT = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ø": "oe",
        "å": "aa",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "Ø": "Oe",
        "Å": "Aa",
    }
)
_GAP = " \u2029 "


def _strip_accents(letter: str) -> str:
    decomposed = unicodedata.normalize("NFD", letter)
    return "".join(part for part in decomposed if not unicodedata.combining(part))


_FOLDED = str.maketrans(
    {
        letter: plain
        for code in (*range(0x370, 0x400), *range(0x400, 0x530), *range(0x1F00, 0x2000))
        if (letter := chr(code)) not in "йЙ" and (plain := _strip_accents(letter)) != letter
    }
    | {"ς": "σ", "İ": "I", "ı": "i", "™": " ", "®": " ", "©": " "}
)


def fold_for_index(text: str) -> str:
    """Return a text for the index, with the other spellings of its words behind it."""
    folded = _fold(text)
    spellings = list(_other_spellings(text, folded))
    pairs = _RUN.sub(_pair_up_all, folded) if not folded.isascii() else folded
    return f"{pairs}{_GAP}{' '.join(spellings)}" if spellings else pairs


def fold_word(word: str) -> str:
    """Return a typed word as it stands in the index, but for runs of CJK letters."""
    return _fold(word)


def spell_otherwise(word: str) -> list[str]:
    """Return the other spellings of a typed word: "e-mail" as "email", "Müller" as "Mueller"."""
    return list(dict.fromkeys(_other_spellings(word, _fold(word))))


def spell_out_umlauts(text: str) -> str:
    """Return a text with "ue" for "ü" and the like, as where these letters are missing."""
    return unicodedata.normalize("NFC", text).translate(_SPELLED_OUT)


def split_runs(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a word, each with whether it is a run of CJK letters."""
    position = 0
    for run in _RUN.finditer(word):
        if run.start() > position:
            yield word[position : run.start()], False
        yield run[0], True
        position = run.end()
    if position < len(word):
        yield word[position:], False


def has_runs(word: str) -> bool:
    """Tell whether a word has Chinese, Japanese or Korean letters."""
    return not word.isascii() and bool(_RUN.search(word))


def pair_up(run: str) -> list[str]:
    """Return the pairs of neighbouring letters of a run; a single letter is by itself."""
    return [run[index : index + 2] for index in range(len(run) - 1)] or [run]


def _fold(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_FOLDED))
        text = _GREEK_ALONE.sub(_name_letter, text)
    return _SCRIPT_SIGN.sub(r"\1", text) if "_" in text or "^" in text else text


def _name_letter(match: re.Match[str]) -> str:
    """Return the name of a Greek letter, apart from letters before it ("TNFα": "TNF alpha")."""
    name = _GREEK.get(match[0].lower(), match[0])
    before = match.string[match.start() - 1 : match.start()]
    behind = match.string[match.end() : match.end() + 1]
    return f"{' ' if before.isalnum() else ''}{name}{' ' if behind.isalpha() else ''}"


def _pair_up_all(run: re.Match[str]) -> str:
    """Return a run as pairs; its last letter stands by itself too, as the beginning of none."""
    letters = run[0]
    return f" {' '.join(pair_up(letters))} {letters[-1] if len(letters) > 1 else ''} "


def _other_spellings(text: str, folded: str) -> Iterator[str]:
    if _JOINT.search(folded):
        yield from _joined_compounds(folded)
    if not text.isascii():
        yield from _spelled_out(unicodedata.normalize("NFC", text))


def _joined_compounds(folded: str) -> Iterator[str]:
    for word in folded.split():
        if _SEPARATORS.search(word):
            yield from (_SEPARATORS.sub("", compound) for compound in _COMPOUND.findall(word))


def _spelled_out(text: str) -> Iterator[str]:
    if _UMLAUT.search(text):
        spellings = ((word, word.translate(_SPELLED_OUT)) for word in _WORD.findall(text))
        yield from (spelling for word, spelling in spellings if spelling != word)
    if max(text) >= "α":
        for word in _GREEK_WITHIN.findall(text):
            yield _GREEK_ALONE.sub(lambda match: _GREEK.get(match[0].lower(), match[0]), word)


_GREEK_WITHIN = re.compile(r"[A-Za-z]+[α-ωΑ-Ω]\w*|\w*[α-ωΑ-Ω][A-Za-z]+")


# --- the terms of an index: folded, and stemmed where what is meant counts --------------------


STEMMED = "stemmed"
"""The name under which an index knows the analyzer that stems."""

_MAX_TERM = 60


def index_terms(text: str) -> list[str]:
    """Return the terms of a text in order as every word index holds them.

    Stemmed and without stop words, as ``FolderIndex.terms``, for what has no index at hand.
    """
    return list(_shared_analyzer().analyze(encodable(text)))


@lru_cache(maxsize=1)
def _shared_analyzer() -> tantivy.TextAnalyzer:
    return analyzer(stemmed=True)


def analyzer(*, stemmed: bool) -> tantivy.TextAnalyzer:
    """Return what cuts a text into terms, with ``stemmed`` without stop words."""
    builder = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(_MAX_TERM))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )
    if stemmed:
        builder = builder.filter(tantivy.Filter.stopword("english")).filter(
            tantivy.Filter.stemmer("english")
        )
    return builder.build()
