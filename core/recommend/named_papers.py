"""Papers that a sentence names outright: by their authors, their title or their method's name.

"Miller et al. (2019)", "the work of Miller", "Deep soils: a review" and "SoilNet" each mean a
certain paper, whatever else the sentence says. Such a paper is a candidate always. ``certainty`` is
the chance that the author of the sentence means it where nothing else is known: papers that one
phrase may mean share it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple

from rapidfuzz import fuzz

from core.base.identity import family_name, plain, split_into_words, title_key
from core.base.plain_words import general_words, plain_words
from core.base.records import PaperNumber, PaperText
from core.library.indexes.folding import spell_out_umlauts
from core.library.indexes.words import WordIndex
from core.manuscript.text.languages import AND, AND_ABROAD, COLLEAGUES_ABROAD, OTHERS_ABROAD
from core.recommend.method_names import (
    MethodName,
    find_names,
    is_part_of_name,
    is_written_as_title,
    make_keys,
    parse_title,
    tokens,
)

NamingKind = Literal["authors", "title", "name"]
GetTexts = Callable[[Sequence[PaperNumber]], Mapping[PaperNumber, PaperText]]

_TITLES, _NAMED_ALIKE = 40, 60
"""Papers looked at for titles, and for names of methods."""
_MOST_BY_AUTHOR = 200
_MOST_ADDED = 40
"""More papers of one phrase are no candidates by it alone: the name says too little."""
_MOST_BARE = 5
"""The same for a family name that stands in no form of a citation."""


class NamedPaper(NamedTuple):
    """A paper that a phrase of a sentence may mean. ``phrase`` tells the phrases apart."""

    paper: PaperNumber
    kind: NamingKind
    text: str
    phrase: int
    certainty: float


# --- who is named -----------------------------------------------------------------------------

_NAME = re.compile(
    r"(?:(?:van|von|de|del|della|der|den|di|da|dos|du|la|le|ten|ter|zu|bin|ibn)\s+)*"
    r"[^\W\d_]+(?:[-‐‑'’][^\W\d_]{2,})*"
)
_JOINT = re.compile(rf"\s*,?\s*(?:\b(?:{AND}|{AND_ABROAD})\b|&)\s*|\s*,\s*")
"""What parts two names."""
_OTHERS = re.compile(
    r",?\s+(?:et\.?\s+al\b\.?|and\s+(?:(?:her|his|their)\s+)?"
    r"(?:colleagues|co-?workers|collaborators|co-?authors|others|group|team)\b"
    rf"|{COLLEAGUES_ABROAD}|(?:{OTHERS_ABROAD})(?!\w))"
)
_YEAR = re.compile(
    r"(?P<parting>(?:['’]s?)?(?:(?:\s+[\w-]+){0,3}\s+[(\[]|\s*,?\s*[(\[]?))\s*"
    r"(?P<year>(?:18|19|20)\d\d)[a-z]?(?![\w-])"
)
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])(?P<things>(?:\s+[\w-]+){0,3})")
_ADVERBS = (
    r",?\s+(?:(?:also|first|recently|later|previously|originally|further|subsequently|independently"
    r"|then|have|has|had|already|since|both|clearly|famously|once|\w+ly)\s+){0,3}"
)
_VERB = re.compile(
    _ADVERBS
    + r"(?:show|shew|develop|propos|introduc|present|find|found|report|demonstrat|describ|argu"
    r"|suggest|us(?=e|ing)|stud(?=y|i)|investigat|examin|observ|prov|establish|not(?=e)|claim|conclud"
    r"|discuss|review|provid|appl(?=y|i)|extend|defin|design|devis|compar|analy[sz]|evaluat"
    r"|identif(?=y|i)|formulat|consider|conjectur|deriv|construct|creat|buil[dt]|discover|confirm"
    r"|estimat|measur|obtain|publish|point|explor|address|g[ai]v|ma[dk]|test|train|achiev|offer"
    r"|pioneer|coin|highlight|hypothesi[sz]|employ|adopt|adapt|combin|generali[sz]|improv|reveal"
    r"|recommend|collect|perform|conduct|wr[io]t|call|characteri[sz]|determin|tackl|leverag|model"
    r"|releas|summari[sz]|survey|trac|detect|predict|isolat|sequenc|clon|treat|s[ae][ew]|look|ask"
    r"|attribut|link|map|infer|simulat|quantif(?=y|i)|assess|replicat|reproduc|solv|stat(?=e)|outlin|postulat"
    r"|cit|put\s+forward|set\s+out|advocat|advanc|populari[sz]|invent)"
    r"(?:e|es|ed|d|s|n|wn|ing|ies|ied|y|led|ped|en|te|ten|ne)?\b"
)
_LEAD = re.compile(
    r"\b(?:(?:work|works|study|studies|papers?|approach|methods?|algorithm|models?|framework|ideas?"
    r"|analysis|results?|findings?|review|survey|system|theory|proposal|technique|experiments?|data"
    r"|dataset|observations?|report|definition|proof)\s+(?:of|by|from)"
    r"|(?:\w+ed|shown|given|made|found|seen|known|written|built|drawn|put\s+forward)\s+(?:\w+ly\s+)?by"
    r"|following|according\s+to|due\s+to|see(?:\s+also)?|cf\.?"
    r"|laut|selon|d['’]après|según|de\s+acuerdo\s+con|de\s+acordo\s+com|segundo|conforme"
    r"|secondo)\s+$",
    re.IGNORECASE,
)


def _list_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PRONOUNS = _list_words(
    "she it we they this that these those one all both some many our his her their its i you"
    " who here there then thus table figure fig section equation appendix theorem lemma the a an"
    " such no not most more other others as if when while since although"
)
_NO_NAMES = frozenset(("he", "may", "long"))
_ABBREVIATED = re.compile(r"^(?!(?:Mc|Mac|De|Di|Du|La|Le|Van|Fitz|O['’])[A-Z])\w*[A-Z0-9](?<!^.)")
"""A word written as no family name is: "DNA", "GANs", but not "McFadden"."""
_MONTHS = _list_words(
    "january february march april may june july august september october november december"
    " spring summer autumn fall winter"
)
_EPONYMS = _list_words(
    "theorem theorems lemma law laws test tests disease syndrome equation equations inequality"
    " distribution process processes rule principle effect constant number numbers score index"
    " kernel criterion conjecture paradox method methods coefficient correlation transform series"
    " formula bound divergence distance matrix algorithm statistic alpha kappa lambda rho tau"
)
_LONGER_NAME = re.compile(r"\s+(?:of|for)\s+(?:the\s+)?(?P<initial>\w)")
"""What follows the first word of a longer name, as in "Office for National Statistics"."""
_SYMBOLS = frozenset("bcdefghkpqrstuvwxyz")
"""Of statistics, as in "Pearson's r"; "a" may be a word."""
_SURE, _CLEAR, _FAINT, _BARE = 0.93, 0.85, 0.2, 0.4
"""The certainty of names with company or year, in a citing form, of an eponym, and alone.

As often as that a paper of that name was cited in the development sentences.
"""


@dataclass(frozen=True, slots=True)
class NamedAuthors:
    """Authors as a sentence names them: family names, plain, and what stands beside them.

    ``starts`` are where each name begins in ``text``, ``spelled_out`` the names with "ue" for "ü"
    and the like. ``et_al`` says that "et al." follows.
    ``is_sure`` says that the form is that of a citation, so that the words are names even where
    they are words of the language too.
    """

    text: str
    families: tuple[str, ...]
    et_al: bool
    year: int | None
    certainty: float
    is_sure: bool
    starts: tuple[int, ...] = ()
    spelled_out: tuple[str, ...] = ()

    @property
    def spellings(self) -> Iterator[NamedAuthors]:
        """The names as they are written, and spelled out if they can be."""
        yield self
        if self.spelled_out != self.families:
            yield replace(self, families=self.spelled_out)

    def without_first(self, count: int) -> NamedAuthors:
        """Return the same without the first names: "However" is none."""
        return replace(
            self,
            families=self.families[count:],
            spelled_out=self.spelled_out[count:],
            text=self.text[self.starts[count] :],
            starts=tuple(start - self.starts[count] for start in self.starts[count:]),
        )


_ALONE = 0.3
"""How much less "Miller et al." means a paper by Miller alone where another is by several."""


class _Name(NamedTuple):
    text: str
    start: int
    end: int


def find_named_authors(sentence: str) -> list[NamedAuthors]:
    """Return the authors that a sentence may name, as "Miller", "Miller and Moor", "Miller et al.".

    Words before the first name that begin with a capital, as in "However, Miller", are among the
    names: only the authors of papers tell them apart.
    """
    phrases: dict[tuple[str, ...], NamedAuthors] = {}
    for names in _chain_names(sentence):
        phrase = _read_phrase(sentence, names)
        stored_phrase = phrases.get(phrase.families)
        if stored_phrase is None or stored_phrase.certainty < phrase.certainty:
            phrases[phrase.families] = phrase
    return list(phrases.values())


def _chain_names(sentence: str) -> Iterator[list[_Name]]:
    """Yield the names that follow each other as in "A, B and C"; given names are left out."""
    chain: list[_Name] = []
    for match in _NAME.finditer(sentence):
        if not _is_name(match[0]):
            continue
        name = _Name(match[0], match.start(), match.end())
        between = sentence[chain[-1].end : name.start] if chain else ""
        if chain and between.strip(" .") == "" and "\n" not in between:
            chain[-1] = name  # "Ada Miller": a given name or an initial stood before
        elif chain and _JOINT.fullmatch(between):
            chain.append(name)
        else:
            if chain:
                yield chain
            chain = [name]
    if chain:
        yield chain


def _read_phrase(sentence: str, names: Sequence[_Name]) -> NamedAuthors:
    end = names[-1].end
    company = _OTHERS.match(sentence, end)
    end = company.end() if company else end
    year = _read_year(sentence, names[-1], end)
    possessive = _POSSESSIVE.match(sentence, end)
    is_sure = company is not None or year is not None
    things: list[str] = possessive["things"].split() if possessive else []
    is_symbol = bool(things) and things[0].lower() in _SYMBOLS
    is_eponym = is_symbol or not _EPONYMS.isdisjoint(things)
    in_form = (
        possessive is not None
        or _VERB.match(sentence, end) is not None
        or _LEAD.search(sentence, 0, names[0].start) is not None
    )
    certainty = _FAINT if is_eponym else _CLEAR if in_form else _BARE
    longer_name = _LONGER_NAME.match(sentence, end)
    if certainty == _BARE and longer_name and longer_name["initial"].isupper():
        certainty = 0.0
    text = sentence[names[0].start : end]
    return NamedAuthors(
        text if year is None else f"{text} {year}",
        tuple(_fold_family(name.text) for name in names),
        company is not None,
        year,
        _SURE if is_sure else certainty,
        is_sure,
        tuple(name.start - names[0].start for name in names),
        tuple(_fold_family(spell_out_umlauts(name.text)) for name in names),
    )


def _read_year(sentence: str, name: _Name, end: int) -> int | None:
    """Return the year behind a name; "May 2019" is a date unless a bracket or a comma parts it."""
    match = _YEAR.match(sentence, end)
    if match is None:
        return None
    is_parted = any(sign in match["parting"] for sign in "([,")
    if not is_parted and plain(name.text) in _MONTHS:
        return None
    return int(match["year"])


def _is_name(word: str) -> bool:
    last = word.rsplit(maxsplit=1)[-1]
    return last[:1].isupper() and len(last) > 1 and plain(last) not in _PRONOUNS


def _fold_family(name: str) -> str:
    words = split_into_words(name)
    return words[-1] if words else ""


def list_families(author: str) -> frozenset[str]:
    """Return what may be the family name of an author, plain: "Miller J" has it first."""
    words = author.replace(",", " ").split()
    last = words[-1].strip(".") if words else ""
    names = {family_name(author), family_name(spell_out_umlauts(author))}
    if len(words) > 1 and len(last) <= 3 and last.isupper() and "," not in author:
        names |= set(split_into_words(" ".join(words[:-1]))[-1:])
    return frozenset(names - {""})


def _judge_authors(phrase: NamedAuthors, paper: PaperText) -> float:
    """Return how well a paper fits to the authors named, 0 (not at all) to 1.

    A name in no form of a citation is no author without a given name: "Brasil" is a country.
    """
    is_bare = phrase.certainty <= _BARE
    authors = [
        frozenset[str]() if is_bare and len(author.split()) == 1 else list_families(author)
        for author in paper.authors
    ]
    places = [
        next((at for at, names in enumerate(authors) if family in names), None)
        for family in phrase.families
    ]
    if None in places or not authors:
        return 0.0
    fit = 1.0 if places[0] == 0 else 0.5 if places[0] == len(authors) - 1 else 0.2
    count = len(phrase.families)
    if phrase.et_al:
        fit *= 1.0 if len(authors) > 2 else 0.8 if len(authors) == 1 else 0.3
        fit *= 1.0 if places[0] == 0 else 0.4
    elif count > 1:
        fit *= 1.0 if len(authors) == count else 0.5
    if phrase.year is not None:
        off = 3 if paper.year is None else abs(paper.year - phrase.year)
        fit *= {0: 1.0, 1: 0.3}.get(off, 0.5 if paper.year is None else 0.0)
    return fit


# --- titles and names of methods --------------------------------------------------------------

_LEAST_LETTERS, _LEAST_WRITTEN = 10, 6
"""Letters of a title, and of one that is written as a title: "Pure Data"."""
_LONG_TITLE = 24
"""Letters from which a title is itself though a few of them are wrong."""
_ALIKE = 93.0
_TITLE_CERTAINTY: Mapping[int, float] = {2: 0.15, 3: 0.4, 4: 0.75}
"""By how many telling words a title has; more say ``_WHOLE``."""
_WHOLE, _WRITTEN_AS_TITLE = 0.95, 0.8
_OWN_NAME, _SHORT_NAME, _OPENING_NAME, _ABBREVIATION = 0.75, 0.5, 0.3, 0.15
_SUBTITLE = re.compile(r"\s*(?::|\?|\s[–—-]\s)\s*")


class _SentenceKey:
    """A sentence as letters and digits alone, and where its words begin and end there."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        self.starts: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        parts, length = [], 0
        for word in re.finditer(r"[^\W_]+", sentence):
            key = title_key(word[0])
            self.starts[length] = word.start()
            length += len(key)
            self.ends[length] = word.end()
            parts.append(key)
        self.key = "".join(parts)

    def find(self, key: str) -> tuple[int, int] | None:
        """Return where whole words of the sentence are this key."""
        at = self.key.find(key) if key else -1
        while at >= 0:
            if at in self.starts and at + len(key) in self.ends:
                return self.starts[at], self.ends[at + len(key)]
            at = self.key.find(key, at + 1)
        return None

    def find_alike(self, key: str) -> tuple[int, int] | None:
        """Return where the sentence has nearly this key."""
        if len(key) < _LONG_TITLE or len(key) > len(self.key) + 6:
            return None
        alignment = fuzz.partial_ratio_alignment(key, self.key, score_cutoff=_ALIKE)
        if alignment is None:
            return None
        start = max((at for at in self.starts if at <= alignment.dest_start), default=0)
        end = min((at for at in self.ends if at >= alignment.dest_end), default=len(self.key))
        return self.starts[start], self.ends[end]


def _judge_title(sentence: _SentenceKey, title: str) -> tuple[float, str]:
    """Return how surely a sentence has a title, whole or without its subtitle, and its words."""
    parts = [title, *_SUBTITLE.split(title, maxsplit=1)[:1]]
    best, best_text = 0.0, ""
    for part in dict.fromkeys(filter(None, parts)):
        key, telling = title_key(part), sum(parse_title(part).telling)
        if len(key) < _LEAST_WRITTEN or telling < 2:
            continue
        span = sentence.find(key) or sentence.find_alike(key)
        if span is None:
            continue
        text = sentence.sentence[slice(*span)]
        is_written = is_written_as_title(sentence.sentence, *span)
        certainty = _TITLE_CERTAINTY.get(telling, _WHOLE) if len(key) >= _LEAST_LETTERS else 0.0
        if is_written:
            certainty = max(certainty, _WRITTEN_AS_TITLE)
        if certainty > best:
            best, best_text = certainty, text
    return best, best_text


def _judge_name(names: Mapping[str, tuple[str, bool]], title: str) -> tuple[float, str]:
    """Return how surely one of a sentence's names is what a title calls its method."""
    best, best_text = 0.0, ""
    for own in parse_title(title).own:
        if is_part_of_name(own, title):
            continue
        text, is_marked = names.get(own.key, ("", False))
        certainty = _judge_own_name(own, is_marked=is_marked)
        if text and certainty > best:
            best, best_text = certainty, text
    return best, best_text


def _judge_own_name(own: MethodName, *, is_marked: bool) -> float:
    """Return how surely a word means what a title calls so: "(NF)" abbreviates many things."""
    if own.start > 0:
        return _ABBREVIATION
    if not is_marked:
        return _OPENING_NAME
    return _SHORT_NAME if own.name_text.isupper() and len(own.name_text) < 4 else _OWN_NAME


def _collect_names(sentence: str) -> dict[str, tuple[str, bool]]:
    """Return the keys of all words that may be a method's name, and whether they are sure to be."""
    marked = {name.key for name in find_names(sentence)}
    words: dict[str, tuple[str, bool]] = {}
    for word, _, _ in tokens(sentence):
        for key in make_keys(word):
            is_plain = word.islower() and (len(word) < 4 or word in _everyday_words())
            if not is_plain:
                words.setdefault(key, (word, key in marked or key.startswith("~")))
    return words


@cache
def _everyday_words() -> Collection[str]:
    return general_words() | plain_words()


# --- the papers that are named ----------------------------------------------------------------


def find_named_papers(
    sentence: str,
    words: WordIndex,
    get_texts: GetTexts,
    *,
    allowed: frozenset[PaperNumber] | None = None,
) -> list[NamedPaper]:
    """Return the papers that a sentence, markers cut out, names; the surest of a phrase first.

    With ``allowed``, only those papers answer.
    """
    if not any(map(str.isalpha, sentence)):
        return []
    namings = [
        *_find_by_authors(sentence, words, get_texts, allowed),
        *_find_by_title(sentence, words, get_texts, allowed),
    ]
    numbers = {text: at for at, text in enumerate(dict.fromkeys(one.text for one in namings))}
    return [one._replace(phrase=numbers[one.text]) for one in namings]


def _find_by_authors(
    sentence: str,
    words: WordIndex,
    get_texts: GetTexts,
    allowed: frozenset[PaperNumber] | None,
) -> Iterator[NamedPaper]:
    for every in find_named_authors(sentence):
        # "However, Miller and Moor": without the first where no paper is by all of them.
        for first in range(len(every.families)):
            authors = every.without_first(first)
            certainties: dict[PaperNumber, float] = {}
            for spelling in authors.spellings:
                phrase = _weigh_phrase(spelling, words)
                fits = _fit_papers(phrase, words, get_texts, allowed)
                for paper, fit in fits.items():
                    certainties.setdefault(paper, phrase.certainty * fit)
            for paper, certainty in sorted(certainties.items(), key=lambda pair: -pair[1]):
                yield NamedPaper(paper, "authors", authors.text, 0, certainty)
            if certainties:
                break


def _fit_papers(
    phrase: NamedAuthors,
    words: WordIndex,
    get_texts: GetTexts,
    allowed: frozenset[PaperNumber] | None,
) -> dict[PaperNumber, float]:
    """Return the papers by the authors named, and how well each fits; none where many do."""
    if not phrase.certainty or not all(phrase.families):
        return {}
    papers = words.by_authors(
        phrase.families, year=phrase.year, limit=_MOST_BY_AUTHOR, allowed=allowed
    )
    if len(papers) >= _MOST_BY_AUTHOR:
        return {}
    texts = get_texts(papers)
    fits = {paper: _judge_authors(phrase, text) for paper, text in texts.items()}
    fits = {paper: fit for paper, fit in fits.items() if fit > 0}
    if phrase.et_al and any(len(texts[paper].authors) > 2 for paper in fits):
        # One author alone may stand for many whom the record leaves out, but less surely so.
        fits = {
            paper: fit * (_ALONE if len(texts[paper].authors) == 1 else 1.0)
            for paper, fit in fits.items()
        }
    most = _MOST_ADDED if phrase.certainty > _BARE else _MOST_BARE
    return fits if len(fits) <= most else {}


def _weigh_phrase(phrase: NamedAuthors, words: WordIndex) -> NamedAuthors:
    """Return names with how surely they name somebody where they have no form of a citation."""
    if phrase.is_sure:
        return phrase
    alone = len(phrase.families) == 1
    return replace(phrase, certainty=_weigh_bare_name(phrase, words) if alone else _SURE)


def _weigh_bare_name(phrase: NamedAuthors, words: WordIndex) -> float:
    """Return the certainty of a family name without company or year: it may be another word."""
    family = phrase.families[0]
    is_word = family in _everyday_words() or family in _MONTHS or family in _NO_NAMES
    if is_word or len(family) < 2 or _ABBREVIATED.search(phrase.text):
        return 0.0
    as_word = sum(words.document_frequency(term) for term in words.terms(family))
    as_author = words.count_authors(family)
    if as_word <= as_author:
        return phrase.certainty if as_author else 0.0
    is_bare = phrase.certainty == _BARE
    return 0.0 if is_bare else phrase.certainty * as_author / (as_author + as_word)


def _find_by_title(
    sentence: str,
    words: WordIndex,
    get_texts: GetTexts,
    allowed: frozenset[PaperNumber] | None,
) -> Iterator[NamedPaper]:
    terms = {term: float(count) for term, count in words.terms(sentence).items()}
    by_title = words.search(terms, limit=_TITLES, boosts={"title": 1.0}, allowed=allowed)
    names = _collect_names(sentence)
    name_terms = {
        term: 1.0 for text, is_marked in names.values() if is_marked for term in words.terms(text)
    }
    by_name = (
        words.search(name_terms, limit=_NAMED_ALIKE, boosts={"title": 1.0}, allowed=allowed)
        if name_terms
        else []
    )
    papers = list(dict.fromkeys(paper for paper, _ in (*by_title, *by_name)))
    sentence_key = _SentenceKey(sentence)
    for paper, text in get_texts(papers).items():
        certainty, naming = _judge_title(sentence_key, text.title)
        if certainty:
            yield NamedPaper(paper, "title", naming, 0, certainty)
        certainty, naming = _judge_name(names, text.title)
        if certainty:
            yield NamedPaper(paper, "name", naming, 0, certainty)


def list_papers(namings: Iterable[NamedPaper]) -> list[PaperNumber]:
    """Return each paper once."""
    return list(dict.fromkeys(one.paper for one in namings))


def share_certainties(
    namings: Sequence[NamedPaper], odds: Mapping[PaperNumber, float]
) -> dict[PaperNumber, float]:
    """Return the chance that each paper is meant by what the sentence names.

    Papers that one phrase may mean share its certainty by their ``odds`` (not logarithmic).
    """
    missed: defaultdict[PaperNumber, float] = defaultdict(lambda: 1.0)
    phrases: defaultdict[tuple[int, NamingKind], list[NamedPaper]] = defaultdict(list)
    for one in namings:
        phrases[one.phrase, one.kind].append(one)
    for members in phrases.values():
        weights = [one.certainty * odds.get(one.paper, 0.0) for one in members]
        total = sum(weights) or 1.0
        for one, weight in zip(members, weights, strict=True):
            missed[one.paper] *= 1 - one.certainty * weight / total
    return {paper: 1 - chance for paper, chance in missed.items()}
