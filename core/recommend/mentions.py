"""Signals that a sentence names a certain paper: its title, its methods, its authors.

Every signal is a column over the candidates; where there is nothing to compare it is NaN, never 0.
``MentionFinder`` finds the words themselves, for reasons.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.cited_names import is_cjk_name, is_organisation
from core.base.identity import family_name, plain, split_into_words
from core.base.records import PaperText
from core.formats import name_lists
from core.library.indexes.folding import index_terms, spell_out_umlauts
from core.recommend.method_names import (
    MethodName,
    TitleParts,
    find_introduction,
    find_name,
    find_names,
    is_part_of_name,
    is_written_as_title,
    make_keys,
    parse_title,
    tokens,
)

_LEAST_ACRONYM = 3
"""Letters that an acronym has at least, also as a name."""
_UNKNOWN = math.nan
_REMEMBERED = 32_768
_JOINED_INITIALS = re.compile(r"\b[^\W\d_a-zß-ÿ]{2,3}\b")
_ACCENTED = re.compile(r"(?<=\w)[^\W\d_a-zA-Z]")
"""A letter within a word that is lost where only English ones are kept."""
_ENDING = re.compile(r"(?<=\w\w)[eiy]?[ijy]$")
"""Of given names that are written in several ways: "Sergey", "Sergei", "Sergej"."""
_LEAST_CUT = 3
"""Letters by which a shortened given name is shorter at least: "Paul" is not "Paula"."""


class _Named(NamedTuple):
    """A name of the sentence and how rare it is."""

    key: str
    name_text: str
    rarity: float


class _Rarities(dict[str, float]):
    """The rarity of terms, looked up once each."""

    def __init__(self, rarity: Callable[[str], float]) -> None:
        self._rarity = rarity

    def __missing__(self, term: str) -> float:
        term_rarity = self[term] = self._rarity(term)
        return term_rarity


class _Sentence:
    """A sentence taken apart once for all candidates."""

    def __init__(self, sentence: str, wider: str, rarity: Callable[[str], float]) -> None:
        self.rarity = _Rarities(rarity)
        words = split_into_words(sentence)
        self.terms = frozenset(index_terms(sentence))
        self.wider_terms = self.terms | frozenset(index_terms(wider))
        self.joined = f" {' '.join(words)} "
        self.wider_joined = f" {' '.join(split_into_words(wider))} "
        self.keys = _keys(sentence)
        self.wider_keys = _keys(wider)
        names = find_names(sentence)
        self.names = [_Named(n.key, n.name_text, self.get_rarity(n.name_text)) for n in names]
        self.names_rarity = sum(name.rarity for name in self.names)
        self.unversioned = {name.unversioned for name in names} - {""}
        self.positions: dict[str, list[int]] = {}
        for at, word in enumerate(words):
            self.positions.setdefault(word, []).append(at)
        self.acronyms = _acronyms(sentence)
        self.capitalised = frozenset(
            word
            for token, _, _ in tokens(sentence)
            if token[0].isupper()
            for word in split_into_words(token)
        )

    def get_rarity(self, text: str) -> float:
        """Return the rarity of the rarest term of a text."""
        return max(map(self.rarity.__getitem__, index_terms(text)), default=0.0)


def mention_signals(
    sentence: str, wider: str, papers: Sequence[PaperText], *, rarity: Callable[[str], float]
) -> dict[str, NDArray[np.float32]]:
    """Return how a sentence, markers cut out, may mention each of the papers.

    ``wider`` is the text around it, such as the manuscript's title and the sentences beside.
    ``rarity`` gives ln(papers / papers with it) of a term as the word index stems it; it is asked
    once a term.

    Returns:
        Columns of shape (papers,), by name.
    """
    own = _Sentence(sentence, wider, rarity)
    rows = [_row(own, paper) for paper in papers]
    return _columns(SIGNALS, rows)


SIGNALS = (
    "title_share",
    "title_share_wider",
    "title_run",
    "title_run_share",
    "own_name",
    "own_name_wider",
    "own_name_other_version",
    "names_in_title",
    "names_share",
    "names_rarest",
    "introduces",
    "acronym",
    "family_named",
)


def _row(sentence: _Sentence, paper: PaperText) -> tuple[float, ...]:
    title = parse_title(paper.title)
    run = longest_run(title, sentence.positions)
    return (
        *_title_shares(sentence, title),
        float(run),
        run / len(title.words) if title.words else _UNKNOWN,
        *_own_names(sentence, title),
        *_sentence_names(sentence, paper, title),
        _acronym(sentence, title),
        _family_named(sentence, paper),
    )


def _title_shares(sentence: _Sentence, title: TitleParts) -> tuple[float, float]:
    if title.terms and sentence.wider_terms.isdisjoint(title.terms):
        return 0.0, 0.0
    rarity = sentence.rarity.__getitem__
    total = sum(map(rarity, title.terms))
    if total <= 0:
        return _UNKNOWN, _UNKNOWN
    wide = title.terms & sentence.wider_terms
    return sum(map(rarity, wide & sentence.terms)) / total, sum(map(rarity, wide)) / total


def longest_run(title: TitleParts, positions: Mapping[str, Sequence[int]]) -> int:
    """Return how many words of a title, one after the other, stand so in a sentence.

    ``positions`` says where each word of the sentence stands. A run begins and ends with a word
    that is no stop word, else "of the" would count.
    """
    if title.telling_words.isdisjoint(positions):
        return 0
    best = 0
    runs: dict[int, int] = {}
    for word, telling in zip(title.words, title.telling, strict=True):
        here = positions.get(word)
        if not here:
            runs = {}
        elif telling:
            runs = {at: runs.get(at - 1, 0) + 1 for at in here}
            best = max(best, *runs.values())
        elif runs:
            runs = {at: runs[at - 1] + 1 for at in here if at - 1 in runs}
    return best


def _own_names(sentence: _Sentence, title: TitleParts) -> tuple[float, float, float]:
    if not title.own and not title.head:
        return _UNKNOWN, _UNKNOWN, _UNKNOWN
    narrow = wide = other = 0.0
    for name in title.own:
        if name.key in sentence.keys:
            narrow = max(narrow, sentence.get_rarity(name.name_text))
        elif name.key in sentence.wider_keys:
            wide = max(wide, sentence.get_rarity(name.name_text))
        if name.key in sentence.unversioned or name.unversioned in sentence.keys:
            other = max(other, sentence.get_rarity(name.name_text))
    if title.head and f" {title.head} " in sentence.joined:
        narrow = max(narrow, sentence.get_rarity(title.head))
    elif title.head and f" {title.head} " in sentence.wider_joined:
        wide = max(wide, sentence.get_rarity(title.head))
    return narrow, wide, other


def _sentence_names(
    sentence: _Sentence, paper: PaperText, title: TitleParts
) -> tuple[float, float, float, float]:
    if not sentence.names:
        return _UNKNOWN, _UNKNOWN, _UNKNOWN, _UNKNOWN
    in_title = found_rarity = rarest = introduces = 0.0
    for key, name_text, rarity in sentence.names:
        if name_text in paper.title and find_name(name_text, paper.title) >= 0:
            in_title = max(in_title, rarity)
        elif name_text not in paper.abstract or find_name(name_text, paper.abstract) < 0:
            continue
        found_rarity += rarity
        rarest = max(rarest, rarity)
        if key in title.own_keys or find_introduction(name_text, paper.abstract) >= 0:
            introduces = max(introduces, rarity)
    total = sentence.names_rarity
    if not found_rarity and not paper.abstract:
        return in_title, _UNKNOWN, _UNKNOWN, _UNKNOWN
    return in_title, found_rarity / total if total else 0.0, rarest, introduces


def _acronym(sentence: _Sentence, title: TitleParts) -> float:
    """Return the share of a title that an acronym of the sentence stands for."""
    length = sum(title.telling)
    if length < 2:
        return _UNKNOWN
    if not sentence.acronyms:
        return 0.0
    best, main, every = 0.0, title.main_initials, title.initials
    for acronym in sentence.acronyms:
        if acronym in main or acronym in every:
            best = max(best, len(acronym) / max(length, len(acronym)))
    return best


def _family_named(sentence: _Sentence, paper: PaperText) -> float:
    if not paper.authors:
        return _UNKNOWN
    return float(not sentence.capitalised.isdisjoint(_families(paper.authors)))


# --- signals from authors that papers share ---------------------------------------------------

PEOPLE = ("own_authors", "cited_authors_most", "cited_authors_papers")


def people_signals(
    papers: Sequence[PaperText],
    *,
    manuscript_authors: Sequence[str],
    cited_authors: Sequence[Sequence[str]],
) -> dict[str, NDArray[np.float32]]:
    """Return how many authors each paper shares with the manuscript and with what it cites.

    ``cited_authors`` are the authors of each paper cited already. People are the same who have a
    family name and a first initial in common.

    Returns:
        Columns of shape (papers,), by name: authors shared with the manuscript; most authors
        shared with one cited paper; cited papers that share an author.
    """
    own = _people(tuple(manuscript_authors))
    cited: dict[str, list[int]] = {}
    for index, authors in enumerate(cited_authors):
        for person in _people(tuple(authors)):
            cited.setdefault(person, []).append(index)
    rows = [_shared_people(_people(paper.authors), own, cited) for paper in papers]
    return _columns(PEOPLE, rows)


def _shared_people(
    people: frozenset[str], own: frozenset[str], cited: Mapping[str, Sequence[int]]
) -> tuple[float, float, float]:
    if not people:
        return _UNKNOWN, _UNKNOWN, _UNKNOWN
    with_own = float(len(people & own)) if own else _UNKNOWN
    if not cited:
        return with_own, _UNKNOWN, _UNKNOWN
    if cited.keys().isdisjoint(people):
        return with_own, 0.0, 0.0
    shared = Counter(itertools.chain.from_iterable(cited.get(person, ()) for person in people))
    return with_own, float(max(shared.values())), float(len(shared))


def shared_names(authors: Sequence[str], other_authors: Iterable[str]) -> list[str]:
    """Return the people who wrote a paper and are among others, as they are written for the paper.

    Organisations write about anything, and a single word may be one: "IEEE". Given names that both
    write out must agree: "Ann Berg" is "A. Berg", but not "Axel Berg".
    "Jörg Müller", "Joerg Mueller" and "Jrg Mller" are one.
    """
    known_people: dict[str, set[tuple[str, ...]]] = {}
    for other in other_authors:
        for spelling in _spellings(other):
            known_people.setdefault(_person(spelling), set()).add(_split_given_names(spelling))
    known_people.pop("", None)
    return [
        author
        for author in authors
        if _is_person(author)
        and any(
            _agree(_split_given_names(spelling), given_words)
            for spelling in _spellings(author)
            for given_words in known_people.get(_person(spelling), ())
        )
    ]


@lru_cache(maxsize=_REMEMBERED)
def _is_person(author: str) -> bool:
    """Tell whether a name has two parts and no word of an organisation."""
    if is_cjk_name(author) or "," in author:
        return True
    has_parts = len(author.split()) > 1
    return has_parts and not (is_organisation(author, {}) or name_lists.is_organisation(author))


@lru_cache(maxsize=_REMEMBERED)
def _spellings(author: str) -> tuple[str, ...]:
    """Return an author as written, with umlauts spelled out, and without accented letters."""
    if author.isascii():
        return (author,)
    composed = unicodedata.normalize("NFC", author)
    return tuple(dict.fromkeys((author, spell_out_umlauts(author), _ACCENTED.sub("", composed))))


def _agree(given_words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Tell whether given names may be those of one person, some of them shortened or left out."""
    return all(map(_is_one_name, given_words, other_words))


def _is_one_name(word: str, other: str) -> bool:
    shorter, longer = sorted((word, other), key=len)
    if longer.startswith(shorter) and (
        len(shorter) == 1 or len(longer) - len(shorter) >= _LEAST_CUT
    ):
        return True
    return _ENDING.sub("y", word) == _ENDING.sub("y", other)


@lru_cache(maxsize=_REMEMBERED)
def _people(authors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(filter(None, map(_person, authors)))


@lru_cache(maxsize=_REMEMBERED)
def _person(author: str) -> str:
    family = _family(author)
    given_words = _split_given_names(author)
    return f"{family} {given_words[0][0]}" if family and given_words else family


@lru_cache(maxsize=_REMEMBERED)
def _split_given_names(author: str) -> tuple[str, ...]:
    """Return the words of a name but its family name, plain; of a single word, that word."""
    family = _family(author)
    before, comma, after = author.partition(",")
    given_part = after if comma and family_name(before) == family else author
    for initials in _JOINED_INITIALS.findall(given_part):  # "AB Berg" is "A. B. Berg"
        if plain(initials) != family:
            given_part = given_part.replace(initials, " ".join(initials))
    words = split_into_words(given_part)
    return tuple(words[:-1] if len(words) > 1 and words[-1] == family else words)


@lru_cache(maxsize=_REMEMBERED)
def _families(authors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for name in map(_family, authors) if len(name) > 2)


@lru_cache(maxsize=_REMEMBERED)
def _family(author: str) -> str:
    return family_name(author)


# --- helpers of both kinds of signals ---------------------------------------------------------


def _keys(text: str) -> frozenset[str]:
    return frozenset(key for word, _, _ in tokens(text) for key in make_keys(word))


def _acronyms(sentence: str) -> list[str]:
    """Return the words in capitals, small, without the "s" of a plural."""
    singular_words = (word[:-1] if word.endswith("s") else word for word, _, _ in tokens(sentence))
    return [
        word.lower()
        for word in dict.fromkeys(singular_words)
        if len(word) >= _LEAST_ACRONYM and word.isalpha() and word.isupper()
    ]


def _columns(
    names: Sequence[str], rows: Iterable[Sequence[float]]
) -> dict[str, NDArray[np.float32]]:
    cells = itertools.chain.from_iterable(rows)
    table = np.fromiter(cells, dtype=np.float32).reshape(-1, len(names))
    return {name: np.ascontiguousarray(table[:, column]) for column, name in enumerate(names)}


# --- finding the words of a sentence that mean a paper -----------------------------------------


_WORD = re.compile(r"[^\W_]+")
_LEAST_QUOTED, _WHOLE_SHARE = 3, 0.75
"""A run of words quotes a title if it is so much of it or of what stands before its colon."""
_HYPHENS = frozenset("-‐‑")
_COMPOUND = re.compile(r"[^\W_][-‐‑]\Z")
_LEAST_SHARE = 0.6
"""Of a title's words, the share that initials stand for at least."""

_NUMBER = re.compile(r"(?:[\s/-]+[A-Z]{2,}\b)*[\s-]+(?P<number>[1-9]\d*(?:[.-]\d+)*)\b")
"""The number of a standard or law behind who made it: "ISO 9001", "DIN EN 206", "IEEE 802.11"."""
_LEAST_NUMBER = 3
"""Digits that tell such a number from a count; a year is none."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_KIND = re.compile(r"[-‐‑][A-Z](?![^\W_])")
"""What tells kinds of one thing apart: "NPR-A", "NPR-B"."""

_SUBTITLE = re.compile(r"\s*(?::|\?|\s[–—-]\s)\s*")

How = Literal["name", "title", "initials"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a sentence that mean a paper, as they stand in the sentence.

    ``spans`` are where the paper has them: "title" or "abstract", start, end. ``is_written`` says
    that they are a title, or what stands before its colon, and written as one in the sentence.
    """

    how: How
    text: str
    spans: tuple[tuple[str, int, int], ...]
    is_written: bool = False


class _Word(NamedTuple):
    plain: str
    start: int
    end: int


class MentionFinder:
    """Finds how one sentence mentions a paper."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence
        self._words = _words(sentence)
        self._names = [name for name in find_names(sentence) if _is_long_enough(name)]
        self._words_by_key: dict[str, str] = {}
        self._places: dict[str, list[tuple[int, int]]] = {}
        for word, start, end in tokens(sentence):
            for key in make_keys(word):
                self._words_by_key.setdefault(key, word)
                self._places.setdefault(key, []).append((start, end))

    def mentions(self, title: str, abstract: str) -> list[Mention]:
        """Return the mentions of a paper, the surest first; none twice."""
        all_mentions = [
            *self._by_name(title, abstract),
            *self._by_title(title),
            *self._by_initials(title),
        ]
        return list({mention.text: mention for mention in reversed(all_mentions)}.values())[::-1]

    def _by_name(self, title: str, abstract: str) -> Iterator[Mention]:
        own = [
            name
            for name in parse_title(title).own
            if _is_long_enough(name) and not is_part_of_name(name, title)
        ]
        for name in own:
            span = ("title", name.start, name.end)
            name_text = self._words_by_key.get(name.key, name.name_text)
            yield from self._match_numbers(name.key, name_text, title, span)
        known_keys = {name.key for name in own}
        for name in self._names:
            introduced = _introduced(name, abstract)
            if name.key not in known_keys and introduced is not None:
                yield from self._match_numbers(name.key, name.name_text, abstract, introduced)

    def _match_numbers(
        self, key: str, name_text: str, text: str, span: tuple[str, int, int]
    ) -> Iterator[Mention]:
        """Yield how the sentence has a name of a paper, whose number must be that of the sentence.

        "ISO 9001" names neither "ISO 14040" nor what is by ISO; "ISO" names no standard. Nor does
        "NPR-B" name what is called "NPR-A" or "NPR".
        """
        where, start, end = span
        own_number = _find_number(text, start, end)
        for here, behind in self._places.get(key, ()):
            letter = _KIND.match(self._sentence, behind)
            if letter and not _names_kind(text, text[start:end], letter[0][1:]):
                continue
            number = _find_number(self._sentence, here, behind)
            if own_number and number and _is_one_number(own_number["number"], number["number"]):
                numbered = self._sentence[here : number.end()]
                yield Mention("name", numbered, ((where, start, own_number.end()),))
                return
            if not own_number and not number:
                yield Mention("name", name_text + (letter[0] if letter else ""), (span,))
                return

    def _by_title(self, title: str) -> Iterator[Mention]:
        theirs = _words(title)
        length, here, there = _longest_run(self._words, theirs)
        title_parts = parse_title(title)
        run = " ".join(word.plain for word in theirs[there : there + length])
        head = len(_words(_SUBTITLE.split(title, maxsplit=1)[0]))
        least = min(len(theirs), head if there == 0 and head > 1 else len(theirs))
        whole = length == len(theirs) > 1 or (run and run == title_parts.head)
        if not whole and length < max(_LEAST_QUOTED, _WHOLE_SHARE * least):
            return
        if there + length not in {head, len(theirs)} and self._is_continued(here + length):
            return
        first = self._words[here].start
        is_in_compound = _COMPOUND.match(self._sentence, max(first - 2, 0), first)
        if is_in_compound and (there > 0 or length <= _LEAST_QUOTED):
            return  # "three-dimensional turbulence" of "Two-dimensional turbulence"
        if not any(title_parts.telling[there : there + length]):
            return
        end = self._words[here + length - 1].end
        if self._sentence[end : end + 1] == ")" and "(" in self._sentence[first:end]:
            end += 1
        span = ("title", theirs[there].start, theirs[there + length - 1].end)
        is_whole = there == 0 and length in {head, len(theirs)}
        is_written = is_whole and is_written_as_title(self._sentence, first, end)
        yield Mention("title", self._sentence[first:end], (span,), is_written)

    def _is_continued(self, place: int) -> bool:
        """Tell whether a word here belongs to those before it, as in the title of another paper."""
        if not 0 < place < len(self._words):
            return False
        word = self._words[place]
        between = self._sentence[self._words[place - 1].end : word.start]
        return between in {" ", *_HYPHENS} and any(parse_title(word.plain).telling)

    def _by_initials(self, title: str) -> Iterator[Mention]:
        initials = parse_title(title).main_initials
        for key, word in self._words_by_key.items():
            short = key.lower()
            if (
                len(short) >= _LEAST_ACRONYM
                and key.isalpha()
                and key.isupper()
                and short in initials
                and len(short) >= _LEAST_SHARE * len(initials)
            ):
                yield Mention("initials", word, (("title", 0, len(title)),))


def _is_long_enough(name: MethodName) -> bool:
    """Tell whether a name may mean one paper: "RS" means many, "T5" and "C++" may not."""
    return len(name.key) >= _LEAST_ACRONYM or not name.key.isalpha()


def _is_one_number(one: str, other: str) -> bool:
    """Tell whether numbers are one, or one is that of a part of the other: "13849-1"."""
    shorter, longer = sorted((one, other), key=len)
    return re.match(rf"{re.escape(shorter)}(?!\d)", longer) is not None


def _find_number(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the number of a standard behind a name that stands in capitals; a year is none."""
    match = _NUMBER.match(text, end) if text[start:end].isupper() else None
    if match is None or _YEAR.fullmatch(match["number"]):
        return None
    return match if sum(map(str.isdigit, match["number"])) >= _LEAST_NUMBER else None


def _names_kind(text: str, name: str, kind: str) -> bool:
    return re.search(rf"{re.escape(name)}\)?[-‐‑]{kind}(?![^\W_])", text) is not None


def _introduced(name: MethodName, abstract: str) -> tuple[str, int, int] | None:
    start = find_introduction(name.name_text, abstract)
    if start < 0:
        return None
    return "abstract", start, start + len(name.name_text)


def _words(text: str) -> list[_Word]:
    return [_Word(plain(m[0]), m.start(), m.end()) for m in _WORD.finditer(text)]


def _longest_run(ours: Sequence[_Word], theirs: Sequence[_Word]) -> tuple[int, int, int]:
    """Return the length of the longest run of words both have, and where it begins in each."""
    positions: dict[str, list[int]] = {}
    for at, word in enumerate(ours):
        positions.setdefault(word.plain, []).append(at)
    best = (0, 0, 0)
    runs: dict[int, int] = {}
    for there, word in enumerate(theirs):
        runs = {at: runs.get(at - 1, 0) + 1 for at in positions.get(word.plain, ())}
        for at, length in runs.items():
            if length > best[0]:
                best = (length, at - length + 1, there - length + 1)
    return best
