"""Each entry of a reference list beside the record of its work: agrees, differs, or unchecked.

A difference is asserted where entry and record are surely one printing of one article, and where
sources do not differ harmlessly. Versions, editions, spellings and what may have been read wrong
are left unchecked, with both values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import shorten
from unicodedata import category

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from core.base.cited_names import is_organisation
from core.base.findings import FIELD_NAMES, CheckState, EntryCheck, FieldDifference
from core.base.identity import doi_key, family_name, plain, split_into_words, title_key
from core.base.items import get_item_type, is_preprint, stated_title
from core.base.messages import Message
from core.base.records import Link, Manuscript, Paper, PaperNumber, PaperRecord, Reference
from core.formats.journals import are_same_journal
from core.manuscript.references import author_names
from core.manuscript.references.journal_places import (
    read_first_page,
    read_numbers,
    read_place,
    states_first_author,
    states_journal,
    states_place,
)

_SAME_TITLE = 90.0
_TRUSTED = 0.8
_DASHES = re.compile(r"[‐‑‒–—−]")
_YEARS = re.compile(r"(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)")
_NO_YEAR_OF_A_WORK = re.compile(
    r"\b(?:doi:?\s*)?10\.\d{4,9}/\S+|\barXiv:\s?(?:\d{4}\s?\.\s?)?\S+|https?://\S+"
    r"|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{4}\b|\b\d{4}[./-]\d{1,2}[./-]\d{1,2}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?[^\W\d_]{3,10}\.?,?\s(?:de\s)?\d{4}\b"
    r"|\b[^\W\d_]{3,9}\.?\s\d{1,2}(?:st|nd|rd|th)?,\s\d{4}\b"
    r"|\b\d+\s?[-‐‑–—]+\s?\d+\b",
    re.IGNORECASE,
)
"""Ids, pages and dates of days, as when a page was read: "10.1000/(2003)84", "12.01.2021"."""
_PAGES = re.compile(r"(?<![\w./-])(?P<first>\d{1,5})\s?[‐‑–—−-]{1,2}\s?\d{1,5}(?!\w)")
_WHOLE_TITLE = 95.0
_YEARS_ONLINE = 2  # an article may be online so long before it is printed
_YEARS_OF_VERSIONS = 5  # between the preprint and the article
_ARTICLES = ("article-journal", "article-magazine", "paper-conference", "review", "preprint")
_PREPRINT = re.compile(
    r"\b(?:\w+rxiv|SSRN|CoRR|preprint|in press|forthcoming|to appear|submitted|ahead of print)\b",
    re.IGNORECASE,
)
_EDITION = re.compile(
    r"\b(?:tech(?:nical|\.)? report|working paper|discussion paper|thesis|dissertation|edn?\."
    r"|edition|reprint(?:ed)?|translated)(?!\w)",
    re.IGNORECASE,
)
_OTHER_DOI = re.compile(
    r"10\.(?:5555|2307|5281|6084|17605|13140|1184|5167|48550|1101|2139|20944|21203|26434|31219"
    r"|31234|31235|36227|22541)/"
)
"""DOIs of archives, preprints and data, and made-up ones: the work has another DOI beside them."""
_NUMBER_IN_DOI = re.compile(r"/.*\d")
_NUMBER_OF_VERSION = re.compile(r"\.v?\d\Z")
_LETTERS_OF_ONE_SOUND = re.compile(r"(?<=[aou])e|f[fil]+")
_SPELLING = 60.0  # a word less like another is not a misspelling of it
_OPPOSITES = {"non": 3, "un": 4, "fe": 4} | dict.fromkeys(
    ("in", "im", "ir", "il", "a", "anti", "dis", "pre", "post", "sub"), 6
)
"""The prefixes of opposites, and the letters of a word from which on they make one: put, input."""
_WORDS_OF_VENUES = frozenset(
    ("proc", "conf", "inte", "annu", "jour", "tran", "work", "symp", "meet", "adva", "lett", "the",
     "and", "for", "revi", "rese", "acm", "ieee", "firs", "seco", "thir", "four", "fift", "vol",
     "volu", "pape", "asso", "soci", "pres", "univ", "spri", "else")
)  # fmt: skip
"""The beginnings of words in names of many journals and conferences."""
_LEAST_NAME = 4
_MOST_SLIPS = 2  # letters of a DOI in which it may be mistyped
_ENGLISH = frozenset(("the", "of", "in", "and", "for", "on", "a", "an", "with", "to", "by", "from"))


def check_entries(
    manuscript: Manuscript, links: Mapping[int, Link], papers: Mapping[PaperNumber, Paper]
) -> list[EntryCheck]:
    """Return one check for each entry of the reference list, in its order."""
    return [_check_entry(entry, links.get(entry.index), papers) for entry in manuscript.references]


def _check_entry(
    entry: Reference, link: Link | None, papers: Mapping[PaperNumber, Paper]
) -> EntryCheck:
    paper = papers.get(link.paper) if link is not None else None
    if link is None or paper is None:
        return EntryCheck(entry.index, "unchecked", reason=Message("not in the library"))
    if not (link.by_hand or link.confidence >= _TRUSTED):
        reason = Message("not certain which paper it is")
        return EntryCheck(entry.index, "unchecked", reason=reason)
    return compare_entry(entry, paper)


def compare_entry(entry: Reference, paper: PaperRecord, source: str = "") -> EntryCheck:
    """Return how an entry compares with the record of its work; ``source`` is not the library."""
    possible = _compare(entry, paper)
    differences = [one for one in possible if _is_certain(one, entry, paper)]
    reason = ""
    if possible and not differences:
        reason = Message(
            "{field}: not certain that “{entry}” here and “{record}” there differ",
            field=FIELD_NAMES[possible[0].field],
            entry=possible[0].entry,
            record=possible[0].library,
        )
    elif not possible and _count_compared(entry, paper) < 2:
        reason = Message("too little to compare")
    state: CheckState = "unchecked" if reason else "differs" if differences else "agrees"
    return EntryCheck(entry.index, state, tuple(differences), reason, source)


def _compare(entry: Reference, paper: PaperRecord) -> Sequence[FieldDifference]:
    differences: list[FieldDifference] = []
    title = stated_title(paper)
    if entry.title and title and not _has_title(entry, title):
        differences.append(FieldDifference("title", entry.title, title))
    if entry.authors and paper.authors and not _has_author(entry, paper):
        differences.append(FieldDifference("author", entry.authors[0], paper.authors[0]))
    if entry.year is not None and paper.year is not None and not _has_year(entry, paper.year):
        differences.append(FieldDifference("year", str(entry.year), str(paper.year)))
    if entry.venue and paper.venue and not _has_journal(entry, paper):
        differences.append(FieldDifference("journal", entry.venue, paper.venue))
    if entry.doi and paper.doi and not _is_same_doi(entry.doi, paper.doi):
        differences.append(FieldDifference("doi", entry.doi, paper.doi))
    return differences


def _has_title(entry: Reference, title: str) -> bool:
    """Whether an entry has a title, also one without its subtitle or cut in another place."""
    own, stated = title_key(title), title_key(entry.title)
    return (
        own in title_key(entry.text)
        or (len(stated) > 11 and own.startswith(stated))
        or fuzz.ratio(own, stated) >= _SAME_TITLE
        or fuzz.partial_ratio(plain(title), plain(entry.text)) >= _SAME_TITLE
    )


def _has_author(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the first authors may be one, also where a letter of a name became a symbol."""
    return states_first_author(entry, paper) or any(
        _is_damaged_form(one, other) or _is_damaged_form(other, one)
        for one in entry.authors[0].casefold().split()
        for other in paper.authors[0].casefold().split()
    )


def _is_damaged_form(name: str, other: str) -> bool:
    """Whether a name is another one in which symbols took the place of letters: "O£k"."""
    return (
        len(name) == len(other) > 2
        and any(map(_is_symbol, name))
        and all(one == two or _is_symbol(one) for one, two in zip(name, other, strict=True))
    )


def _is_symbol(sign: str) -> bool:
    return category(sign).startswith("S")


def _is_same_doi(one: str, other: str) -> bool:
    """Whether two DOIs may be one, printed with dashes, or cut off at a line end.

    Behind the cut may stand a word of the next line: "10.55555/Roe".
    """
    keys = sorted((_DASHES.sub("-", doi_key(doi)) for doi in (one, other)), key=len)
    prefixes = {key.partition("/")[0] for key in keys}
    is_cut = len(prefixes) == 1 and not all(map(_NUMBER_IN_DOI.search, keys))
    return is_cut or keys[1].startswith(keys[0])


def _has_year(entry: Reference, year: int) -> bool:
    return entry.year == year or str(year) in _YEARS.findall(entry.text)


def _has_journal(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the journals may be one; proceedings have too many names to be compared."""
    if "volume" not in paper.extra:
        return True
    names = {paper.venue, str(paper.extra.get("container-title-short", "")) or paper.venue}
    stated = plain(entry.text)
    return any(plain(name) in stated or states_journal(entry, name) for name in names)


def _count_compared(entry: Reference, paper: PaperRecord) -> int:
    pairs = (
        (entry.title, stated_title(paper)),
        (entry.authors, paper.authors),
        (entry.year, paper.year),
        (entry.venue, paper.venue),
        (entry.doi, paper.doi),
    )
    return sum(bool(one and other) for one, other in pairs)


# --- which differences are certain --------------------------------------------------------------


def _is_certain(difference: FieldDifference, entry: Reference, paper: PaperRecord) -> bool:
    if difference.field == "title":
        return _is_article(entry, paper) and _is_other_title(entry, paper)
    if not _has_whole_title(entry, paper):
        return False
    if difference.field == "author":
        return _is_other_author(entry, paper)
    return states_first_author(entry, paper) and _OF_ARTICLES[difference.field](entry, paper)


def _is_article(entry: Reference, paper: PaperRecord) -> bool:
    """Whether both are printed articles, of which there are no versions and editions."""
    is_version = is_preprint(paper) or entry.arxiv or _PREPRINT.search(entry.text)
    return not is_version and not _has_editions(entry, paper)


def _has_editions(entry: Reference, paper: PaperRecord) -> bool:
    """Whether a work may be a book, program, page of the web or report, which come out again."""
    return get_item_type(paper) not in _ARTICLES or bool(_EDITION.search(entry.text))


def _has_whole_title(entry: Reference, paper: PaperRecord) -> bool:
    """Whether both have one title, no part of it left out."""
    titles = title_key(entry.title), title_key(stated_title(paper))
    return fuzz.ratio(*titles) >= _WHOLE_TITLE


def _is_other_title(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the titles of one DOI are two: neither a translation nor a damaged one."""
    titles = [set(split_into_words(title)) for title in (entry.title, stated_title(paper))]
    return (
        bool(entry.doi and paper.doi)
        and _is_same_doi(entry.doi, paper.doi)
        and entry.year == paper.year
        and states_first_author(entry, paper)
        and all(words & _ENGLISH for words in titles)
        and have_other_words(titles[0] - titles[1], titles[1] - titles[0])
    )


def have_other_words(one: set[str], two: set[str]) -> bool:
    """Whether both titles have a word that is no spelling of one of the other: rats and mice.

    A word and its opposite are two: linear and nonlinear, but not "non linear" and "nonlinear".
    """
    has_opposite = any(
        f"{prefix}{word}" in other_words and prefix not in words and len(word) >= least
        for words, other_words in ((one, two), (two, one))
        for word in words
        for prefix, least in _OPPOSITES.items()
    )
    return has_opposite or (_has_own_word(one, two) and _has_own_word(two, one))


def has_more_words(title: str, other_title: str) -> bool:
    """Whether one of two titles has a telling word that the other lacks."""
    one, two = set(split_into_words(title)), set(split_into_words(other_title))
    return _has_own_word(one - two - _ENGLISH, two) or _has_own_word(two - one - _ENGLISH, one)


def _has_own_word(words: set[str], other_words: set[str]) -> bool:
    return any(
        len(word) > 2
        and not any(fuzz.ratio(word, other) >= _SPELLING for other in other_words)
        and not any(word in other or other in word for other in other_words)
        for word in words
    )


def _is_other_author(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the first authors are two persons, or one is misspelt."""
    own, other = entry.authors[0], paper.authors[0]
    if any(map(author_names.is_organisation, (own, other))):
        return False
    words = {word for word in split_into_words(other) if len(word) > 2}
    names = _sound(family_name(own)), _sound(family_name(other))
    if names[0] == names[1] or family_name(own) in words:  # "Oak" of "Ann Oak MSc"
        return False
    if min(map(len, names)) >= _LEAST_NAME and OSA.distance(*names) == 1:
        return True
    is_one_work = entry.doi and paper.doi and _is_same_doi(entry.doi, paper.doi)
    is_named = bool(words & set(split_into_words(entry.text)))
    return bool(is_one_work) and not is_named and _is_article(entry, paper)


def _sound(name: str) -> str:
    """Return a name without what is written in two ways or lost in a PDF: "Mueller", "Hoffmann"."""
    return _LETTERS_OF_ONE_SOUND.sub("", name)


def _is_other_year(entry: Reference, paper: PaperRecord) -> bool:
    """Whether one printing has two years: further apart than online and in print."""
    if _has_editions(entry, paper) or not _states_one_year(entry):
        return False
    apart = abs((entry.year or 0) - (paper.year or 0))
    if not _is_article(entry, paper):
        return apart >= _YEARS_OF_VERSIONS and _states_printing(entry, paper)
    if apart <= _YEARS_ONLINE:
        return apart == _YEARS_ONLINE and _states_pages(entry, paper)
    return _states_printing(entry, paper) or _is_in_same_venue(entry, paper)


def _states_printing(entry: Reference, paper: PaperRecord) -> bool:
    """Whether an entry has the DOI of a paper's printing, or else its place.

    Proceedings become articles, classics are printed again, and surveys of a year keep a title.
    """
    if entry.doi and doi_key(entry.doi) == doi_key(paper.doi):
        return not _OTHER_DOI.match(entry.doi)
    return _states_pages(entry, paper)


def _states_pages(entry: Reference, paper: PaperRecord) -> bool:
    """Whether an entry states the volume and first page of a paper, or pages that begin there."""
    pages = {match["first"].lstrip("0") for match in _PAGES.finditer(_behind_title(entry))}
    return states_place(entry, paper) or read_first_page(paper) in pages


def _is_in_same_venue(entry: Reference, paper: PaperRecord) -> bool:
    """Whether entry and paper have one journal or conference, and no other volume or page."""
    text = _behind_title(entry)
    numbers = {*read_numbers(replace(entry, text=text)).places} - {*_YEARS.findall(text)}
    own_numbers = read_place(paper)
    are_comparable = len(own_numbers) > 1 or bool(_PAGES.search(text)) == bool(
        read_first_page(paper)
    )
    if numbers and own_numbers and are_comparable and not numbers & own_numbers:
        return False
    return _has_same_venue(entry, paper)


def _behind_title(entry: Reference) -> str:
    return entry.text.replace(entry.title, " ") if entry.title else entry.text


def _has_same_venue(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the journals or conferences have their telling words in common, or an acronym."""
    words = [
        {word[:4] for word in split_into_words(name) if len(word) > 2} - _WORDS_OF_VENUES
        for name in (entry.venue, paper.venue)
    ]
    shared = words[0] & words[1]
    is_alike = 2 * len(shared) > min(map(len, words)) > 0
    return is_alike or are_same_journal(entry.venue, paper.venue, partly=True)


def _states_one_year(entry: Reference) -> bool:
    """Whether an entry states its year, and none beside it: of a reprint, or of an earlier one."""
    text = entry.text.replace(entry.title, " ")
    return {*_YEARS.findall(_NO_YEAR_OF_A_WORK.sub(" ", text))} == {str(entry.year)}


def _is_other_journal(entry: Reference, paper: PaperRecord) -> bool:
    """Whether the journals of one year, volume and page have no word in common.

    A name of one word may be made of letters of the other: PVLDB.
    """
    words = [{word[:4] for word in split_into_words(name)} for name in (entry.venue, paper.venue)]
    is_place = entry.year == paper.year and states_place(entry, paper)
    are_others = min(map(len, words)) > 1 and not words[0] & words[1]
    return is_place and are_others and _is_article(entry, paper)


def _is_other_doi(entry: Reference, paper: PaperRecord) -> bool:
    """Whether one DOI is mistyped, or those of one printing by one publisher are two."""
    dois = [doi_key(doi).removeprefix("doi:") for doi in (entry.doi, paper.doi)]
    publishers = {doi.partition("/")[0] for doi in dois}
    versions = {_NUMBER_OF_VERSION.sub("", doi) for doi in dois}
    if any(map(_OTHER_DOI.match, dois)) or len(publishers) > 1 or len(versions) == 1:
        return False
    is_printing = entry.year == paper.year and states_place(entry, paper)
    return OSA.distance(*dois) <= _MOST_SLIPS or (is_printing and _is_article(entry, paper))


_OF_ARTICLES = {"year": _is_other_year, "journal": _is_other_journal, "doi": _is_other_doi}


# --- what to call an entry ------------------------------------------------------------------------

_LONGEST_NAME = 40
_OF_ORGANISATIONS = frozenset(("of", "for", "and", "on", "the", "do", "und", "für", "et"))
_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,3}")
_NO_NAME = re.compile(
    r"(?:https?|www|gov|com|org|net|edu|html?|pdf|internet|online|website|web|available|accessed"
    r"|anonymous|anon|unknown|n\.?d|et|al|the|and|in|doi)|\d+|.*[/@_=].*|.*\.(?:com|org|gov|net|edu)",
    re.IGNORECASE,
)


def entry_name(entry: Reference) -> str:
    """Return what to call an entry: its label or number, and who wrote it when."""
    year = "" if entry.year is None else str(entry.year)
    who = " ".join(part for part in (entry_family(entry), year) if part)
    label = entry.label or str(entry.index + 1)
    return f"{label} ({who})" if who else label


def entry_family(entry: Reference) -> str:
    """Return the first author's family name as it is written, "" if no author was recognised.

    An organisation has its whole name. Initials ("DA"), parts of addresses ("gov") and media
    ("Internet") are no names.
    """
    if not entry.authors:
        return ""
    if _is_organisation(entry.authors[0]):
        return shorten(entry.authors[0], _LONGEST_NAME, placeholder="…")
    wanted_name = family_name(entry.authors[0])
    words = entry.authors[0].replace(",", " ").split()
    name = next(
        (word for word in words[::-1] if split_into_words(word)[-1:] == [wanted_name]), wanted_name
    )
    if not _INITIALS.fullmatch(name):
        return name if _is_name(name) else ""
    longest = max(words, key=len)
    is_organisation = len(words) == 1 and len(name) > 2  # WHO
    is_longer = len(longest) > len(name) and _is_name(longest)
    return longest if is_organisation or is_longer else ""


def _is_organisation(author: str) -> bool:
    words = author.casefold().split()
    is_long = len(words) > 3 and "," not in author and bool(_OF_ORGANISATIONS & set(words))
    return is_long or is_organisation(author, {})


def _is_name(word: str) -> bool:
    return not _NO_NAME.fullmatch(word.strip(".,;:()[]"))
