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

OTHERS_ABROAD = (
    r"ve\s+(?:diğerleri|diğ\b\.?|ark\b\.?|arkadaşları)|v(?:e\s)?[db]\.|(?:y|e|et)\s+(?:cols?|coll"
    r"|colab)\b\.?|y\s+otr[oa]s"
    r"|e\s+outr[oa]s|e\s+altri|u\.\s?a\.|und\s+andere|en\s+anderen|e\.\s?a\.|i\s+in(?:ni\b|\.)"
    r"|a\s+(?:kol|spol|iní|jiní|další)\b\.?|[ií]\s+(?:dr|sur)\.|in\s+(?:sod|dr)\.|\(?и\s+(?:др"
    r"|соавт)\.\)?"
    r"|\(?(?:та|і|й)\s+(?:ін|співавт)\.\)?|та\s+інші|m\.?\s?fl\b\.?|og\s+andre|med\s+flere"
    r"|och\s+andra"
    r"|ym\.|ja\s+muut"
    r"|és\s+(?:mtsai|tsai|társai|mások)\b\.?|[sșş]i\s+(?:alții|alţii|colab\.)|[șş]\.\s?a\."
    r"|κ\.\s?[άα]\.|και\s+(?:συν\.|άλλοι|συνεργάτες)"
    r"|dkk\b\.?|dan\s+kawan-kawan|và\s+(?:cộng\s+sự|các\s+cộng\s+sự)|وآخرون|و\s?همکاران"
)
"""What stands for "et al." in other languages, in small letters: "E. A." are initials."""
COLLEAGUES_ABROAD = (
    r"(?:und|et|y|e)\s+(?:(?:seine|ihre|ses|sus|seus?|suas?)\s+)?"
    r"(?:Kollegen|Mitarbeiter(?:n|innen)?|andere|autres|coll\.|coll[èe]gues|collaborateurs"
    r"|otros|cols?\.|colegas|colaboradores|outros|collaboratori|colleghi|altri)(?!\w)"
)
"""What a sentence says instead: "Rey y sus colegas"."""
AND = r"and|und|et|y|e|и"
"""What stands for "and" between authors in the languages that most references are in."""
AND_ABROAD = r"ve|i|en|och|og|ja|és|dan|și|şi|ir|un|та|і|й|και|và|eta|و"
"""What stands for "and" in further languages, and for much else in others; so do "a" and "in"."""

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
    "ro": "și în de la cu pe un este nu care din pentru sau prin sunt ca mai se al ale această",
    "nl": "de het een en van dat op te zijn is voor met die niet aan worden wordt door bij ook om",
    "sv": "och att det som en är av för med den på inte har till ett om kan vid från eller",
    "da": "og at det som en er af for med den på ikke har til et om kan ved fra eller de",
    "no": "og å det som en er av for med den på ikke har til et om kan ved fra eller de",
    "fi": "ja on ei että se joka kun myös ovat tai sekä jos oli tämä mutta kuin niin sen voidaan",
    "pl": "na do się nie jest to że od po przez dla oraz przy które który która są tym jak także",
    "cs": "na se je že do pro jako které který která jsou bylo tento této by nebo při ve ze také",
    "sk": "na sa je že do pre ako ktoré ktorý ktorá sú bolo tento tejto by alebo pri vo zo tiež",
    "sl": "in na se je da za so pri ki kot tudi ali bi po od iz pa smo bil kar lahko",
    "hr": "na se je da za su od koji koja koje kao ili te uz iz nije biti bi ovom što",
    "hu": "az és hogy nem egy is ez azt meg volt van vagy mint csak lehet már amely ami",
    "tr": "ve bir bu ile için olarak olan da daha çok gibi ise veya kadar göre sonra her olduğu",
    "id": "dan yang di untuk dengan dari pada ini dalam adalah tidak akan dapat oleh sebagai atau",
    "vi": "và của là các được trong có cho với không một những này để về khi từ như",
}
_LANGUAGES: Mapping[str, tuple[str, ...]] = {
    word: tuple(name for name, words in _SMALL_WORDS.items() if word in words.split())
    for words in _SMALL_WORDS.values()
    for word in words.split()
}
_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC, _GREEK = (
    re.compile(r"[\u0400-\u04ff]{3}"),
    re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]{4}"),
)
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_SCRIPTS = (
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile(r"(?<=[\u0370-\u03ff\u1f00-\u1fff])[\u0370-\u03ff\u1f00-\u1fff]")),
    ("ko", re.compile(f"[{HANGUL}]")),
    ("ja", re.compile("[\u3041-\u30fe]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
)
_LEAST_OF_SCRIPT = 0.2
"""So many of the letters of a text are in the script of its language, which may name others."""
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
    "uk": Language(
        _abbreviations(
            "див рис табл стор с т р ст гл розд напр акад проф доц ім англ лат нім фр ред вид вип"
            " т._зв т._б ін мал п пп вул м пор зб кн"
        ),
        re.compile(
            r"(?:(?<!\w)(?:та|і|й)\s(?:ін|т\.\s?[діп]|под)|(?<=\d)\s?рр?|(?<=[\dIVX])\s?ст"
            r"|(?<=\d)\s?(?:грн|хв|год|с|тис|млн|млрд|л|см|мм|км|кг|г))\.\Z",
            re.IGNORECASE,
        ),
    ),
    "el": Language(
        _abbreviations(
            "π._χ βλ πρβλ σ σελ εικ σχ πιν πίν κεφ παρ αρ δηλ αγγλ λατ καθ δρ κ τ αι εκδ μτφ επιμ"
        ),
        _abbreviations("κ._λπ κ._ά κ._α κ._τ._λ κλπ κτλ κ._ο._κ π._Χ μ._Χ"),
    ),
    "pl": Language(
        _abbreviations(
            "np m._in tj tzn tzw dr prof mgr inż hab ul nr str s rys tab por zob ok godz wg red"
            " tłum wyd t z_o._o św rozdz ryc wz pkt art ust poz ang łac niem fr ww pt"
        ),
        _abbreviations("itd itp i_in r w i_wsp p._n._e n._e"),
    ),
    "cs": Language(
        _abbreviations(
            "např tzv tj č s str obr tab kap resp mj mimo_jiné popř příp ing mgr bc prof doc dr sv"
            " roč vyd ed zejm viz_obr cit srov angl lat něm čl odst písm tel ul zv t._č t._j"
        ),
        _abbreviations("atd apod aj př._n._l n._l a_kol"),
    ),
    "sk": Language(
        _abbreviations(
            "napr tzv t._j č s str obr tab kap resp príp popr ing mgr bc prof doc dr sv roč zv vyd"
            " porov angl lat nem čl ods písm tel ul t._č tj ed zv"
        ),
        _abbreviations("atď a_pod ap pred_n._l n._l a_kol"),
    ),
    "sl": Language(
        _abbreviations(
            "npr t._i tj oz str s sl pogl gl prim dr prof mag inž št t ur angl lat nem čl odst ul"
        ),
        _abbreviations("itd ipd idr itn pr._n._št"),
    ),
    "hr": Language(
        _abbreviations(
            "npr tzv tj odnosno str s sl tab pogl br dr prof mr sc engl lat njem usp vidi čl st ul"
            " ur izd god"
        ),
        _abbreviations("itd i_sl i_dr i_sur"),
    ),
    "hu": Language(
        _abbreviations(
            "pl ld vö kb ún ill dr prof szerk o old bek táb köt sz ford kiad vmint ún id jan febr"
            " márc ápr jún júl aug szept okt nov dec"
        ),
        _abbreviations("stb i._sz i._e"),
    ),
    "ro": Language(
        _abbreviations(
            "de_ex ex pag p pp fig tab cap nr vol art alin lit dr prof ing cf op conf ed univ vs"
            " engl fr str"
        ),
        _abbreviations("etc ș._a î._Hr d._Hr"),
    ),
    "tr": Language(
        _abbreviations(
            "örn bkz krş s sf ss çev ed haz prof doç dr yrd öğr no şek tab çiz böl mad vs_a yy"
            " cad sok ltd şti ort yak"
        ),
        _abbreviations("vb vs vd m._ö m._s"),
    ),
    "id": Language(
        _abbreviations("mis hlm hal dr prof ir drs gbr tbl no bpk sdr jl kec kab thn a._n d._a"),
        _abbreviations("dll dsb dst dkk etc"),
    ),
    "vi": Language(_abbreviations("tr ths ts gs pgs tp q p nxb"), _abbreviations("v._v")),
    "fi": Language(
        _abbreviations(
            "esim ks ns mm ml s vrt dos prof toim nro kpl kuv tk ent engl lat saks ko ao em"
            " toht maist"
        ),
        _abbreviations("jne yms tms ym ynnä_muut eKr jKr"),
    ),
    "sv": Language(
        _abbreviations(
            "t._ex bl._a d._v._s dvs s._k p._g._a jfr kap fig tab nr ca resp dr prof sid s st eng"
            " lat ty fr._o._m t._o._m f._d"
        ),
        _abbreviations("etc osv m._m m._fl e._d"),
    ),
    "da": Language(
        _abbreviations(
            "f._eks fx bl._a dvs dr prof jf jfr ca nr s kap fig tab pkt evt inkl ekskl hhv mht ift"
            " vha ifm pga red eng"
        ),
        _abbreviations("osv mv m._m m._fl etc o._l"),
    ),
    "nl": Language(
        _abbreviations(
            "bijv bv d._w._z dwz m._b._t o._a t._o._v i._p._v m._n n._a._v blz p nr fig tab hfst"
            " par dr prof ir ing drs ca cf vgl resp zgn z._g._n incl excl max min evt"
        ),
        _abbreviations("enz etc e._d v._Chr"),
    ),
}
_KNOWN["no"] = _KNOWN["da"]


def detect_language(text: str) -> Language:
    """Return what is known of the language that a paragraph is in; English where it is unclear."""
    start = text[:_LONGEST]
    if _CYRILLIC.search(start):
        return _KNOWN["uk" if _UKRAINIAN.search(start) else "ru"]
    if _GREEK.search(start):
        return _KNOWN["el"]
    return _KNOWN.get(_by_small_words(start)[0], _ENGLISH)


def _by_small_words(text: str) -> tuple[str, int]:
    """Return the language that most small words are of, and how many are.

    One word alone tells no language, however often it comes: "so" is Slovene too.
    """
    counts = dict.fromkeys(_SMALL_WORDS, 0)
    for word, times in Counter(_WORD.findall(text.lower())).items():
        for name in _LANGUAGES.get(word, ()):
            counts[name] += min(times, _LEAST_SMALL_WORDS - 1)
    best = max(counts, key=lambda name: counts[name])  # English is the first of equals
    return best, counts[best]


def main_language(texts: Sequence[str]) -> str:
    """Return the code of the language that most texts of a manuscript are in, "" if none is.

    Told are the languages of ``_SMALL_WORDS``, and Russian, Ukrainian, Greek, Chinese, Japanese,
    Korean, Arabic and Hebrew by their letters.
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
    least = _LEAST_OF_SCRIPT * sum(map(str.isalpha, text))
    counts = ((code, len(letters.findall(text))) for code, letters in _SCRIPTS)
    script = next((code for code, count in counts if count > max(least, 1)), "")
    if script:
        return "uk" if script == "ru" and _UKRAINIAN.search(text) else script
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
