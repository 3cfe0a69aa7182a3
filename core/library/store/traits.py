"""What is compared of a record, field by field, and what differs between two. Pure.

Initials, “and others”, abbreviated venues and a first page alone do not differ from the full form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rapidfuzz import fuzz

from core.base import items
from core.base.identity import (
    doi_key,
    family_name,
    name_words,
    normal_arxiv,
    plain,
    split_into_words,
    title_key,
)
from core.base.messages import Message
from core.base.records import PaperRecord

LEAST_TITLE = 25
"""Letters of a title that tells papers apart where no identifier does."""

_PREPRINT_VENUE = re.compile(
    r"arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|techrxiv|ssrn|preprint|research square|^corr$", re.I
)
_PREPRINT_DOI = re.compile(
    r"doi:10\.(?:1101|2139|20944|21203|26434|31219|31234|31235|36227|48550|22541)/", re.I
)
_ARXIV_ADDRESS = re.compile(r"arxiv\.org/", re.I)
_GENERIC = re.compile(
    r"(?:(?:the|a|an|of|to|for|from|and|in|on|our|new|guest|special|issue|section|volume|vol|no"
    r"|number|part|general|program|programme|conference|workshop|session|chairs?|co|short|brief"
    r"|introduction|introductory|introducing|editorials?|editors?|preface|foreword|prologue"
    r"|epilogue|afterword|conclusions?|concluding|remarks|notes?|index|contents|table|abstracts?"
    r"|summary|overview|background|methods?|results|discussion|appendix|appendices|references"
    r"|bibliography|book|reviews?|letters?|message|welcome|errata|erratum|corrigend(?:um|a)"
    r"|corrections?|comments?|commentary|reply|response|rebuttal|retraction|obituary|memoriam"
    r"|news|announcements?|call|papers|publications?|list|front|back|matter|cover|title|page"
    r"|acknowledge?ments?|dedication|proceedings|annual|monthly|quarterly|report|reports"
    r"|statistics|yearbook|miscellaneous|untitled|first|second|third|fourth|fifth|this|january|february|march|april|may|june"
    r"|july|august|september|october|november|december|vorwort|einleitung|einfuhrung|inhalt"
    r"|inhaltsverzeichnis|schluss|geleitwort|editorische|zu|diesem|heft|avant|propos|prefacio"
    r"|introduccion|editoriale|[ivx]+|\d+\w*)\s*)+"
)
_SPECIAL_ISSUE = re.compile(
    r"(?:guest )?(?:editors? |editorial )?(?:s )?"
    r"(?:introduction|preface|foreword|editorial|overview)?\s*(?:to|of|for|on)?\s*(?:the|this)?\s*"
    r"(?:special|theme|thematic) (?:issue|section|volume|topic)\b"
)

_VAGUE = frozenset(("", "document"))
_STAGES = {
    "article-journal": "journal",
    "article-magazine": "journal",
    "review": "journal",
    "paper-conference": "conference",
    "chapter": "chapter",
    "thesis": "thesis",
    "report": "report",
    "book": "book",
}
_ORDINALS = {
    word: str(number)
    for number, words in enumerate(
        (
            *("first erste", "second zweite", "third dritte", "fourth vierte", "fifth funfte"),
            *("sixth sechste", "seventh siebte", "eighth achte", "ninth neunte", "tenth zehnte"),
        ),
        start=1,
    )
    for word in words.split()
}
_ROMAN = re.compile(r"(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_VERSION = re.compile(r"\bversion\s+(\d[\w.]*)", re.I)
_LOCATOR = re.compile(
    r"\W*(?:pp?|pages?|ch|chap|chapters?|sec|sect|sections?|§+|seiten?|s|kap|kapitel|tables?|fig"
    r"|figures?|theorem|thm|lemma)\b[.\s]*[\divxlc][\w\s.,–-]*",
    re.I,
)
"""A note that says which part of a work is meant: "page 7", "Ch. IV"."""
_DIGIT = re.compile(r"\d")
_PAGE = re.compile(r"[a-z]*\d+[a-z]*")
_DIGITS = re.compile(r"\d+")
_SCHEME = re.compile(r"^https?://(?:www\.)?", re.I)
_SMALL_WORDS = frozenset(
    (
        *("the", "of", "and", "in", "on", "for", "a", "an", "to", "at", "with", "from", "by"),
        *("der", "die", "das", "und", "fur", "de", "la", "le", "et", "des", "du", "series", "ser"),
        *("inc", "ltd", "gmbh", "verlag", "press", "publishers", "publishing", "co", "company"),
    )
)
_PROCEEDINGS_WORDS = re.compile(
    r"\b(?:proceedings|proc|annual|international|intl|conference|conf|meeting|workshop|symposium"
    r"|advances|lecture|notes|\d+(?:st|nd|rd|th)?|volume|vol)\b"
)
EDITIONS = ("edition", "version")
_PLACES = ("volume", "issue", "number", "collection-number", "chapter-number", "part-number")
_NUMBERED = re.compile(r"\w*\d\w*")

_PARTICLES = frozenset(
    (
        *("de", "da", "do", "dos", "das", "di", "del", "della", "du", "la", "le", "van", "von"),
        *(
            "der",
            "den",
            "ter",
            "ten",
            "zu",
            "zur",
            "af",
            "av",
            "el",
            "al",
            "bin",
            "ibn",
            "jr",
            "sr",
        ),
    )
)
_SPELLING_PERCENT = 80
"""How alike two spellings of one given name are: "Sergei" and "Sergey"."""
_PRINTED = frozenset(("journal", "conference", "book", "chapter", "thesis", "report"))
"""Ways of coming out of which neither an address nor a note tells works apart."""

_WITHOUT_HOUSE = frozenset(("journal", "conference", "preprint", ""))
"""Ways of coming out of which the publisher says nothing: the venue does."""


@dataclass(frozen=True)
class Traits:
    """What the rule looks at. ``title`` is "" where the source had none of its own.

    ``keys`` are the identity keys that the record answers to. The rest is worked out when asked.
    """

    title: str
    title_key: str
    year: int | None = None
    authors: tuple[str, ...] = ()
    venue: str = ""
    url: str = ""
    keys: frozenset[str] = frozenset()
    extra: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON values

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The family names of the authors, plain, in order."""
        return tuple(name for name in map(family_name, self.authors) if name)

    @cached_property
    def names(self) -> frozenset[str]:
        """Every word of the authors' names."""
        return name_words(self.authors)

    @property
    def whole_list(self) -> bool:
        """Whether all authors are stated."""
        return not self.extra.get("author_and_others")

    @cached_property
    def dois(self) -> frozenset[str]:
        """The DOIs, as identity keys."""
        return frozenset(key for key in self.keys if key.startswith("doi:10."))

    @cached_property
    def arxivs(self) -> frozenset[str]:
        """The arXiv ids, as identity keys."""
        return frozenset(key for key in self.keys if key.startswith("arxiv:"))

    @cached_property
    def pmids(self) -> frozenset[str]:
        """The PubMed id, as an identity key."""
        return frozenset(filter(None, [pmid_key(self.extra)]))

    @property
    def ids(self) -> frozenset[str]:
        """The identifiers that stand for one paper in the whole world."""
        return self.dois | self.arxivs | self.pmids

    @cached_property
    def isbns(self) -> frozenset[str]:
        """The ISBNs, without check digit and the prefix of thirteen digits."""
        return frozenset(_isbns(items.get_field_text(self.extra, "ISBN")))

    @cached_property
    def kind(self) -> str:
        """The type of CSL as the source tells it, "" if it tells none."""
        kind = self.extra.get(items.TYPE)
        return kind if isinstance(kind, str) and kind in items.FIELDS else ""

    @cached_property
    def is_preprint(self) -> bool:
        """Whether this is a manuscript put on a server, not published anywhere."""
        if self.kind == "preprint":
            return True
        if self.venue:
            return bool(_PREPRINT_VENUE.search(self.venue))
        if _STAGES.get(self.kind, "journal") != "journal":
            return False
        on_server = bool(self.arxivs or _ARXIV_ADDRESS.search(self.url))
        return all(map(_PREPRINT_DOI.match, self.dois)) if self.dois else on_server

    @cached_property
    def stage(self) -> str:
        """How the work came out ("journal", "book"), "" if that is not known."""
        if self.is_preprint:
            return "preprint"
        if self.kind not in _VAGUE:
            return _STAGES.get(self.kind, self.kind)
        if not self.venue:
            return ""
        record = PaperRecord(title="", venue=self.venue)
        return _STAGES.get(items.get_item_type(record), "")

    @cached_property
    def is_telling(self) -> bool:
        """Whether the title is long enough, and not one that many papers have."""
        return len(self.title_key) >= LEAST_TITLE and not is_generic(self.title)

    def text(self, variable: str) -> str:
        """Return a field of ``extra`` as text."""
        return items.get_field_text(self.extra, variable).strip()


def make_traits(record: PaperRecord, keys: Iterable[str]) -> Traits:
    """Make the traits of a record that is known by these identity keys."""
    title = "" if record.extra.get(items.INCOMPLETE) else record.title
    own = set(keys)
    if record.doi and (doi := doi_key(record.doi)):
        own.add(doi)
    if record.arxiv and (arxiv := normal_arxiv(record.arxiv)):
        own.add(f"arxiv:{arxiv}")
    return Traits(
        title=title,
        title_key=title_key(title),
        year=record.year,
        authors=tuple(record.authors),
        venue=record.venue,
        url=record.url,
        keys=frozenset(own),
        extra=record.extra,
    )


def pmid_key(extra: Mapping[str, Any]) -> str:  # Any: JSON values
    """Return the identity key of a PubMed id, "" if none is stated."""
    stated = str(extra.get("PMID") or "").strip()
    return f"pmid:{int(stated)}" if stated.isascii() and stated.isdecimal() else ""


def is_generic(title: str) -> bool:
    """Whether many papers have a title: "Editorial", "Introduction to the special issue"."""
    words = " ".join(split_into_words(title))
    return bool(_GENERIC.fullmatch(words) or _SPECIAL_ISSUE.match(words))


# --- differences between two records, in words ------------------------------------------------


def differences(one: Traits, other: Traits) -> dict[str, str]:
    """Return what both state and state differently, by field, each in words."""
    return {name: difference for name, ask in _QUESTIONS.items() if (difference := ask(one, other))}


def differing_ids(one: Traits, other: Traits) -> str:
    """Say which identifiers two records state differently, "" if none."""
    checks = {
        Message("Different DOIs"): disjoint(one.dois, other.dois),
        Message("Different arXiv ids"): disjoint(one.arxivs, other.arxivs),
        Message("Different PMIDs"): disjoint(one.pmids, other.pmids),
        Message("Different ISBNs"): disjoint(one.isbns, other.isbns),
    }
    return next((words for words, differ in checks.items() if differ), "")


def _differing_authors(one: Traits, other: Traits) -> str:
    return Message("Different authors") if authors_differ(one, other) else ""


def _differing_years(one: Traits, other: Traits) -> str:
    if one.year is None or other.year is None or one.year == other.year:
        return ""
    first, last = sorted((one.year, other.year))
    return Message("Years {one} and {other}", one=first, other=last)


def _differing_types(one: Traits, other: Traits) -> str:
    return Message("Different types") if _kinds_differ(one, other) else ""


def _differing_numbers(name: str) -> Callable[[Traits, Traits], str]:
    def ask(one: Traits, other: Traits) -> str:
        first, second = _stated(one, name), _stated(other, name)
        numbers = _parse_number(first), _parse_number(second)
        if not all(numbers) or numbers[0] == numbers[1]:
            return ""
        if name in _PLACES and not all(map(_DIGIT.search, numbers)):
            return ""  # "in press", "March"
        return _DIFFERENT[name](first, second)

    return ask


def _stated(traits: Traits, name: str) -> str:
    """Return a field; a version may stand in the note ("R package version 0.1.1")."""
    if name != "version" or traits.text(name):
        return traits.text(name)
    match = _VERSION.search(traits.text("note"))
    return match[1] if match else ""


def _differing_pages(one: Traits, other: Traits) -> str:
    first, second = one.text("page"), other.text("page")
    if not _pages_differ(first, second):
        return ""
    return Message("Different pages: {one} and {other}", one=first, other=second)


def _differing_venues(one: Traits, other: Traits) -> str:
    if not venues_differ(one, other):
        return ""
    return Message("Published in {one} and in {other}", one=one.venue, other=other.venue)


def _differing_houses(one: Traits, other: Traits) -> str:
    return Message("Different publishers") if _houses_differ(one, other) else ""


def _differing_degrees(one: Traits, other: Traits) -> str:
    theses = one.stage == other.stage == "thesis"
    return Message("Different types") if theses and _texts_differ(one, other, "genre") else ""


def _differing_editors(one: Traits, other: Traits) -> str:
    unsigned = not one.authors and not other.authors
    return Message("Different editors") if unsigned and _editors_differ(one, other) else ""


def _differing_dates(one: Traits, other: Traits) -> str:
    """Tell pieces of one month from those of another, where nothing else places both."""
    if any(one.text(name) and other.text(name) for name in ("page", "volume", "number")):
        return ""
    first, second = one.text("issued"), other.text("issued")
    parts = zip(_DIGITS.findall(first)[1:], _DIGITS.findall(second)[1:], strict=False)
    if all(int(a) == int(b) for a, b in parts):
        return ""
    return Message("Dates {one} and {other}", one=first, other=second)


def _differing_addresses(one: Traits, other: Traits) -> str:
    if {one.stage, other.stage} & _PRINTED or one.venue or other.venue:
        return ""
    first, second = (_SCHEME.sub("", traits.url).rstrip("/") for traits in (one, other))
    return Message("Different addresses") if first and second and first != second else ""


def _differing_notes(one: Traits, other: Traits) -> str:
    parts = [_LOCATOR.fullmatch(traits.text("note")) for traits in (one, other)]
    if all(parts) and _texts_differ(one, other, "note"):
        return Message("Different notes")
    if {one.stage, other.stage} & _PRINTED or one.venue or other.venue:
        return ""
    return Message("Different notes") if _texts_differ(one, other, "note") else ""


def _edition_words(one: str, other: str) -> Message:
    return Message("Different editions: {one} and {other}", one=one, other=other)


def _volume_words(one: str, other: str) -> Message:
    return Message("Different volumes: {one} and {other}", one=one, other=other)


def _number_words(one: str, other: str) -> Message:
    return Message("Different numbers: {one} and {other}", one=one, other=other)


_DIFFERENT: Mapping[str, Callable[[str, str], Message]] = {
    **dict.fromkeys(_PLACES, _number_words),
    **dict.fromkeys(EDITIONS, _edition_words),
    "volume": _volume_words,
}


_QUESTIONS: Mapping[str, Callable[[Traits, Traits], str]] = {
    "ids": differing_ids,
    "authors": _differing_authors,
    "year": _differing_years,
    "type": _differing_types,
    **{name: _differing_numbers(name) for name in (*EDITIONS, *_PLACES)},
    "page": _differing_pages,
    "venue": _differing_venues,
    "publisher": _differing_houses,
    "genre": _differing_degrees,
    "editor": _differing_editors,
    "issued": _differing_dates,
    "URL": _differing_addresses,
    "note": _differing_notes,
}


def authors_differ(one: Traits, other: Traits) -> bool:
    """Whether the names of the authors differ, as far as both state them."""
    if not one.families or not other.families or _words_of_each(one) == _words_of_each(other):
        return False
    if sorted(one.families) == sorted(other.families):
        return _given_names_differ(one, other)
    shorter, longer = sorted((one, other), key=lambda traits: len(traits.families))
    if shorter.whole_list and longer.whole_list:
        # What was read of a page may have cut a list short without saying so.
        count = len(shorter.families)
        cut = not (one.kind and other.kind) and count > 1
        return not (cut and longer.families[:count] == shorter.families)
    cut_list, rest = (longer, shorter) if shorter.whole_list else (shorter, longer)
    return not set(cut_list.families) <= set(rest.families)


def _given_names_differ(one: Traits, other: Traits) -> bool:
    """Whether authors of the same family names, in the same order, are other people.

    "J." and "John" do not differ, nor do spellings of one name ("Sergei", "Sergey").
    """
    if one.families != other.families:
        return False
    pairs = zip(_given_names(one), _given_names(other), strict=True)
    return any(first and second and _are_other_names(first, second) for first, second in pairs)


def _given_names(traits: Traits) -> list[list[str]]:
    """Return the words of each author's given names, without particles of the family name."""
    authors = [author for author in traits.authors if family_name(author)]
    names = ([*name.partition(",")[::-2]] if "," in name else [name] for name in authors)
    return [
        [word for word in split_into_words(" ".join(parts)) if word not in _PARTICLES | {family}]
        for parts, family in zip(names, traits.families, strict=True)
    ]


def _are_other_names(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether no given name of the one can be a name of the other."""
    return not any(
        first.startswith(second)
        or second.startswith(first)
        or fuzz.ratio(first, second) >= _SPELLING_PERCENT
        for first in one
        for second in other
    )


def _words_of_each(traits: Traits) -> list[list[str]]:
    """Return the words of each author's name: "Li Wei" and "Wei Li" are one."""
    return sorted(sorted(split_into_words(name)) for name in traits.authors)


def _kinds_differ(one: Traits, other: Traits) -> bool:
    if not one.kind or not other.kind or (one.is_preprint and other.is_preprint):
        return False
    return _STAGES.get(one.kind, one.kind) != _STAGES.get(other.kind, other.kind)


def venues_differ(one: Traits, other: Traits) -> bool:
    """Whether both say where they appeared, and it is not one place, abbreviated or not."""
    if not one.venue or not other.venue:
        return False
    return not any(
        _same_name(first, second)
        for first in {one.venue, one.text("container-title-short")} - {""}
        for second in {other.venue, other.text("container-title-short")} - {""}
    )


def _same_name(one: str, other: str) -> bool:
    """Whether two names of a journal, conference or publisher are one, abbreviated or not."""
    first, second = _name_words(one), _name_words(other)
    if not first or not second or "".join(first) == "".join(second):
        return True
    if len(first) == len(second):
        return all(a.startswith(b) or b.startswith(a) for a, b in zip(first, second, strict=True))
    return _is_acronym(one, second) or _is_acronym(other, first) or _same_proceedings(one, other)


def _name_words(name: str) -> list[str]:
    return [
        word for word in split_into_words(name.replace("&", " and ")) if word not in _SMALL_WORDS
    ]


def _is_acronym(short: str, words: Sequence[str]) -> bool:
    """Whether a name of one word of capitals is made of the initials of words, in their order."""
    letters = re.sub(r"[^A-Za-z]", "", short)
    if len(short.split()) > 1 or not 2 <= len(letters) <= 8:
        return False
    if sum(letter.isupper() for letter in letters) < 2:
        return False
    if letters.lower() in words:
        return True
    initials = iter(word[0] for word in words)
    return all(letter in initials for letter in letters.lower())


def _same_proceedings(one: str, other: str) -> bool:
    """Whether two names of proceedings differ only in what all such names have."""
    if not (_PROCEEDINGS_WORDS.search(plain(one)) or _PROCEEDINGS_WORDS.search(plain(other))):
        return False
    first, second = (
        set(_name_words(_PROCEEDINGS_WORDS.sub(" ", plain(name)))) for name in (one, other)
    )
    shorter, longer = sorted((first, second), key=len)
    return len(shorter) > 1 and shorter <= longer


def _houses_differ(one: Traits, other: Traits) -> bool:
    if {one.stage, other.stage} <= _WITHOUT_HOUSE:
        return False
    first, second = one.text("publisher"), other.text("publisher")
    if not first or not second or _same_name(first, second):
        return False
    words = sorted((set(_name_words(first)), set(_name_words(second))), key=len)
    return not words[0] <= words[1]


def _texts_differ(one: Traits, other: Traits, name: str) -> bool:
    first, second = title_key(one.text(name)), title_key(other.text(name))
    return bool(first and second) and first != second


def _editors_differ(one: Traits, other: Traits) -> bool:
    first, second = (
        {family_name(name) for name in items.get_people(traits.extra, "editor")}
        for traits in (one, other)
    )
    return bool(first and second) and not (first <= second or second <= first)


def _parse_number(text: str) -> str:
    """Return an edition, volume or number as it is compared: "2nd", "Second" and "II" are 2."""
    words = split_into_words(text)
    numbered = [word for word in words if _NUMBERED.fullmatch(word)]
    if numbered:
        numerals = [re.sub(r"(?<=\d)(?:st|nd|rd|th|e|de|te)$", "", word) for word in numbered]
        return ".".join(word.lstrip("0") or "0" for word in numerals)
    for word in words:
        if word in _ORDINALS:
            return _ORDINALS[word]
        if _ROMAN.fullmatch(word):
            return str(_roman(word))
    return " ".join(words)


def _roman(text: str) -> int:
    values = [_ROMAN_DIGITS[letter] for letter in text]
    return sum(
        -value if value < max(values[place:]) else value for place, value in enumerate(values)
    )


def _pages_differ(one: str, other: str) -> bool:
    first, second = (_PAGE.findall(_without_article(pages)) for pages in (one, other))
    if not first or not second:
        return False
    if first[0] != second[0]:
        return True
    if len(first) == 1 or len(second) == 1:
        return False
    return not (first[1].endswith(second[1]) or second[1].endswith(first[1]))


def _without_article(pages: str) -> str:
    """Return "12:1–12:30" as "1–30"."""
    return re.sub(r"\d+:(?=\d)", "", plain(pages))


# --- helpers for sets and ISBNs ---------------------------------------------------------------


def disjoint(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two sets are not empty and share nothing."""
    return bool(one) and bool(other) and not set(one) & set(other)


def _isbns(text: str) -> Iterable[str]:
    for candidate in re.findall(r"[\dXx][\dXx\s-]{8,16}[\dXx]", text):
        digits = re.sub(r"[\s-]", "", candidate).upper()
        if len(digits) == 13 and digits.startswith("978"):
            yield digits[3:12]
        elif len(digits) == 13:
            yield digits[:12]
        elif len(digits) == 10:
            yield digits[:9]
