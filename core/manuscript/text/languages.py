"""What the sentences of other languages than English need: abbreviations, stops, ordinals.

A paragraph's language is told by its small words. An abbreviation may be a common word elsewhere
("art.", "cap."), so each language has its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.manuscript.text.scripts import HANGUL, SPACELESS

_SMALL_WORDS = {
    "en": "the of and is in to that for with are this we by on as be an from which can was it at",
    "de": (
        "der die und das ist nicht mit von den des dem ein eine einer eines für auf im zu sich auch"
        " werden wird wurde durch zum zur bei als wie siehe vgl am seit laut"
    ),
    "fr": (
        "le la les des du et est une un dans que qui pour par sur au aux avec ne pas sont ce cette"
        " ces ont été nous voir selon"
    ),
    "es": (
        "el la los las del y es una un en que con por para se como más este esta son ha fue al"
        " según véase su"
    ),
    "pt": (
        "o os as do da dos das e é uma um em que com por para se como mais este esta são foi ao no"
        " na nos nas não pelo pela"
    ),
    "it": "il lo gli della delle dei del e è una un in che con per si come sono non nel nella alla",
}
_LANGUAGES: Mapping[str, tuple[str, ...]] = {
    word: tuple(name for name, words in _SMALL_WORDS.items() if word in words.split())
    for words in _SMALL_WORDS.values()
    for word in words.split()
}
_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]{3}")
_SCRIPTS = (
    ("ru", _CYRILLIC),
    ("ko", re.compile(f"[{HANGUL}]{{2}}")),
    ("ja", re.compile("[\u3041-\u30fe]{2}")),
    ("zh", re.compile("[\u4e00-\u9fff]{4}")),
)
_LONGEST = 2000
_SAMPLED, _TOGETHER, _LEAST_SMALL_WORDS = 200, 5, 4


@dataclass(frozen=True, slots=True)
class Language:
    """What is known of a language's stops.

    A sentence never ends with ``never``; with ``perhaps`` it does where a capital follows. After a
    ``number`` with a stop a capital is no beginning, as after "am 3.".
    """

    never: re.Pattern[str] | None = None
    perhaps: re.Pattern[str] | None = None
    number: re.Pattern[str] | None = None


def _abbreviations(words: str, titles: str = "") -> re.Pattern[str]:
    """Match any of the words before a stop; ``titles`` in capitals alone: "MM. Orme", "2 mm."."""
    word_patterns = [re.escape(word).replace("_", r"\s?") for word in words.split()]
    word_patterns += [f"(?-i:{title})" for title in titles.split()]
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(word_patterns)})\.\Z", re.IGNORECASE)


_ENGLISH = Language()
_KNOWN = {
    "de": Language(
        _abbreviations(
            "z._B d._h u._U i._d._R i._A o._g i._e._S s._o s._u v._a bzw vgl abb kap abschn tab"
            " nr bd"
            " hrsg hg ggf evtl inkl exkl sog aufl jh jg insb bes bspw entspr einschl ca dipl anm"
            " art gl"
            " mio mrd st str univ resp prof dr ing phil med rer nat verf ders dies ebd lt max"
            " min zit"
            " vs gem bezgl bzgl etwa_v m._E m._a._W a._a._O u i i._Allg allg anh"
        ),
        _abbreviations("usw u._a u._ä u._dgl o._ä ff etc et_al"),
        re.compile(
            r"\b(?:am|im|vom|zum|der|die|das|dem|den|des|bis|seit|beim|ab|jede[mnrs]?|und|dieses?)"
            r"\s\d{1,2}\.\Z",
            re.IGNORECASE,
        ),
    ),
    "fr": Language(
        _abbreviations(
            "p._ex c.-à-d cf fig figs éd éds chap vol vols art env tabl tab réf réfs pp"
            " op._cit"
            " no nos n dr pr st ex par_ex av éq sect ann coll trad dir vs",
            titles="M MM",
        ),
        _abbreviations("etc J.-C et_al"),
    ),
    "es": Language(
        _abbreviations(
            "p._ej p._e por_ej pág págs pp fig figs cap caps núm núms vol vols art arts sr sra"
            " srta dr"
            " dra prof profa ud uds EE tel aprox máx mín ref refs apdo ec ecs tab cf vs ej trad"
            " coord"
        ),
        _abbreviations("etc EE._UU a._C d._C et_al"),
        re.compile(r"\bss?\.\Z"),
    ),
    "pt": Language(
        _abbreviations(
            "p._ex por_ex ex pág págs pp fig figs cap caps núm vol vols art arts sr sra dr dra prof"
            " profa séc aprox máx mín ref refs eq eqs tab cf vs org orgs trad coord n v"
        ),
        _abbreviations("etc a._C d._C et_al"),
    ),
    "it": Language(
        _abbreviations(
            "p._es ad_es es pag pagg pp fig figg cap capp n nn vol voll art artt sig dott prof tab"
            " eq cfr vs ca trad a_cura sec cd"
        ),
        _abbreviations("ecc a._C d._C et_al"),
    ),
    "ru": Language(
        _abbreviations(
            "см рис табл прибл ок примеч соотв сокр напр гл разд стр ср п пп ил прим ред изд вып"
            " проф акад доц им ул англ лат"
            " нем фр т._е т._к т._н т._о т._ч в_т._ч ур т с р д-р канд тел г ф-ла формул опр теор"
        ),
        re.compile(
            r"(?:(?<!\w)и\s(?:т\.\s?[дп]|др|пр)|(?<=\d)\s?гг?|(?<=[\dIVX])\s?вв?"
            r"|(?<=\d)\s?(?:руб|мин"
            r"|сек|ч|с|тыс|млн|млрд|л|см|мм|км|кг|г))\.\Z",
            re.IGNORECASE,
        ),
    ),
}


def detect_language(text: str) -> Language:
    """Return what is known of the language that a paragraph is in; English where it is unclear."""
    start = text[:_LONGEST]
    if _CYRILLIC.search(start):
        return _KNOWN["ru"]
    return _KNOWN.get(_by_small_words(start)[0], _ENGLISH)


def _by_small_words(text: str) -> tuple[str, int]:
    """Return the language that most small words are of, and how many are."""
    counts = dict.fromkeys(_SMALL_WORDS, 0)
    for word in _WORD.findall(text.lower()):
        for name in _LANGUAGES.get(word, ()):
            counts[name] += 1
    best = max(counts, key=lambda name: counts[name])  # English is the first of equals
    return best, counts[best]


def main_language(texts: Sequence[str]) -> str:
    """Return the code of the language that most texts of a manuscript are in, "" if none is.

    Told are English, German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese and
    Korean.
    """
    step = max(len(texts) // _SAMPLED, 1)
    sample = texts[::step]
    parts = (sample[at : at + _TOGETHER] for at in range(0, len(sample), _TOGETHER))
    counts = Counter(detect_code(" ".join(part)) for part in parts if len(part) == _TOGETHER)
    del counts[""]
    best = counts.most_common(1)
    return best[0][0] if best and 2 * best[0][1] > counts.total() else ""


def detect_code(text: str) -> str:
    """Return the code of the language that a text is in, "" if it has too few small words."""
    script = next((code for code, letters in _SCRIPTS if letters.search(text)), "")
    if script:
        return script
    code, count = _by_small_words(text)
    return code if count >= _LEAST_SMALL_WORDS else ""


# --- ends of sentences in Chinese and Japanese ----------------------------------------------------

_CITED = r"(?:\s?[\[［【〔][\d０-９\s,，、;–~～-]{1,30}[\]］】〕])?"
_CLOSING = "」』）】〉》”’\"')\\]"
WIDE_STOP = re.compile(
    rf"(?:[。！？｡]|(?<![0-9０-９])．|．(?![0-9０-９])|(?<=[{SPACELESS}])\.(?=\s|[{SPACELESS}]))+"
    rf"[{_CLOSING}]*{_CITED}\s*(?=\S)"
)
"""Where a sentence of Chinese or Japanese may end: no space need follow."""
_GOES_ON = re.compile(
    r"[とのをはがにでもやへ、，,；;：:。．！？」』）】〉》]|[^，。！？、]{0,4}(?:[说說问問]|[写寫回]?[道答])"
)
_QUOTE_END = re.compile(rf"[」』”]{_CITED}\s*\Z")
_PAIRS = ("（）", "「」", "『』", "《》", "〈〉", "()")


def ends_wide(before: str, after: str) -> bool:
    """Say whether a sentence ends at a stop of Chinese or Japanese, not inside of a quotation."""
    if _QUOTE_END.search(before) and _GOES_ON.match(after):
        return False
    if after[0] in "、，；：。．！？」』）】〉》":
        return False
    return not any(before.count(pair[0]) > before.count(pair[1]) for pair in _PAIRS)
