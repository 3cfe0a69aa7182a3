"""Signals that a sentence means a certain paper: its title, its names, its people.

Every signal is a column over the candidates; where there is nothing to compare it is NaN, never 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.library.identity import family_name, words_of
from core.library.words import index_terms
from core.recommend.names import Name, Title, keys_of, names_in, title_of, tokens

_LEAST_ACRONYM = 3
_INTRODUCES = (
    r"(?:introduc|propos|present|develop|describ|releas|construct|creat|call|nam|term|dub|coin)"
    r"(?:e|es|ed|ing|s|bed)?\b[^.]{0,90}?\b"
)
_UNKNOWN = math.nan
_REMEMBERED = 32_768


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperText:
    """What of a candidate is compared; unknown text is "", an unknown year ``None``."""

    title: str
    abstract: str
    authors: tuple[str, ...]
    year: int | None


@dataclass(frozen=True, slots=True)
class _Named:
    """A name of the sentence, how rare it is, and what finds it in an abstract."""

    name: Name
    rarity: float
    whole: re.Pattern[str]
    introduced: re.Pattern[str]


class _Sentence:
    """A sentence taken apart once for all candidates."""

    def __init__(self, sentence: str, wider: str, rarity: Callable[[str], float]) -> None:
        self._rarity: dict[str, float] = {}
        self._ask = rarity
        words = words_of(sentence)
        self.terms = frozenset(index_terms(sentence))
        self.wider_terms = self.terms | frozenset(index_terms(wider))
        self.joined = f" {' '.join(words)} "
        self.wider_joined = f" {' '.join(words_of(wider))} "
        self.keys = _keys(sentence)
        self.wider_keys = _keys(wider)
        self.names = [self._named(name) for name in names_in(sentence)]
        self.unversioned = {name.name.unversioned for name in self.names} - {""}
        self.places: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            self.places.setdefault(word, []).append(place)
        self.acronyms = _acronyms(sentence)
        self.initials = "".join(word[0] for word in words)
        self.capitalised = frozenset(
            word
            for token, _, _ in tokens(sentence)
            if token[0].isupper()
            for word in words_of(token)
        )

    def rarity(self, term: str) -> float:
        """Return how rare a term is, asked for once."""
        found = self._rarity.get(term)
        if found is None:
            found = self._rarity[term] = self._ask(term)
        return found

    def rarity_of(self, text: str) -> float:
        """Return the rarity of the rarest term of a text."""
        return max(map(self.rarity, index_terms(text)), default=0.0)

    def _named(self, name: Name) -> _Named:
        written = re.escape(name.written)
        whole = re.compile(rf"(?<![^\W_]){written}(?:s|['’]s)?(?![^\W_])")
        return _Named(
            name,
            self.rarity_of(name.written),
            whole,
            re.compile(rf"{_INTRODUCES}{written}(?:s)?\b|\(\s*{written}s?\s*\)"),
        )


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
    asked = _Sentence(sentence, wider, rarity)
    rows = [_row(asked, paper) for paper in papers]
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
    "spelled_out",
    "family_named",
)


def _row(asked: _Sentence, paper: PaperText) -> tuple[float, ...]:
    title = title_of(paper.title)
    run = longest_run(title, asked.places)
    return (
        *_title_shares(asked, title),
        float(run),
        run / len(title.words) if title.words else _UNKNOWN,
        *_own_names(asked, title),
        *_sentence_names(asked, paper, title),
        *_acronym(asked, title),
        _family_named(asked, paper),
    )


def _title_shares(asked: _Sentence, title: Title) -> tuple[float, float]:
    narrow = wide = total = 0.0
    for term in title.terms:
        weight = asked.rarity(term)
        total += weight
        if term in asked.wider_terms:
            wide += weight
            if term in asked.terms:
                narrow += weight
    return (narrow / total, wide / total) if total > 0 else (_UNKNOWN, _UNKNOWN)


def longest_run(title: Title, places: Mapping[str, Sequence[int]]) -> int:
    """Return how many words of a title, one after the other, stand so in a sentence.

    ``places`` says where each word of the sentence stands. A run begins and ends with a word that
    is no stop word, else "of the" would count.
    """
    best = 0
    runs: dict[int, int] = {}
    for word, telling in zip(title.words, title.telling, strict=True):
        found = places.get(word)
        if not found:
            runs = {}
            continue
        runs = {
            place: runs.get(place - 1, 0) + 1 for place in found if telling or place - 1 in runs
        }
        if telling and runs:
            best = max(best, *runs.values())
    return best


def _own_names(asked: _Sentence, title: Title) -> tuple[float, float, float]:
    if not title.own and not title.head:
        return _UNKNOWN, _UNKNOWN, _UNKNOWN
    narrow = wide = other = 0.0
    for name in title.own:
        if name.key in asked.keys:
            narrow = max(narrow, asked.rarity_of(name.written))
        elif name.key in asked.wider_keys:
            wide = max(wide, asked.rarity_of(name.written))
        if name.key in asked.unversioned or name.unversioned in asked.keys:
            other = max(other, asked.rarity_of(name.written))
    if title.head and f" {title.head} " in asked.joined:
        narrow = max(narrow, asked.rarity_of(title.head))
    elif title.head and f" {title.head} " in asked.wider_joined:
        wide = max(wide, asked.rarity_of(title.head))
    return narrow, wide, other


def _sentence_names(
    asked: _Sentence, paper: PaperText, title: Title
) -> tuple[float, float, float, float]:
    if not asked.names:
        return _UNKNOWN, _UNKNOWN, _UNKNOWN, _UNKNOWN
    in_title = found = rarest = introduces = total = 0.0
    for named in asked.names:
        total += named.rarity
        written = named.name.written
        if written in paper.title and named.whole.search(paper.title):
            in_title = max(in_title, named.rarity)
        elif written not in paper.abstract or not named.whole.search(paper.abstract):
            continue
        found += named.rarity
        rarest = max(rarest, named.rarity)
        if named.name.key in title.own_keys or named.introduced.search(paper.abstract):
            introduces = max(introduces, named.rarity)
    if not found and not paper.abstract:
        return in_title, _UNKNOWN, _UNKNOWN, _UNKNOWN
    return in_title, found / total if total else 0.0, rarest, introduces


def _acronym(asked: _Sentence, title: Title) -> tuple[float, float]:
    """Return the share of the title that an acronym of the sentence stands for, and the reverse."""
    length = len(title.main_initials)
    if length < 2:
        return _UNKNOWN, _UNKNOWN
    stands = max(
        (
            len(acronym) / max(length, len(acronym))
            for acronym in asked.acronyms
            if acronym in title.main_initials or acronym in title.initials
        ),
        default=0.0,
    )
    spelled = 0.0
    for name in title.names:
        short = name.written.lower()
        if len(short) >= _LEAST_ACRONYM and name.written.isupper() and short in asked.initials:
            spelled = max(spelled, asked.rarity_of(name.written))
    return stands, spelled


def _family_named(asked: _Sentence, paper: PaperText) -> float:
    if not paper.authors:
        return _UNKNOWN
    return float(any(name in asked.capitalised for name in _families(paper.authors)))


# --- people -----------------------------------------------------------------------------------

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
    for place, authors in enumerate(cited_authors):
        for person in _people(tuple(authors)):
            cited.setdefault(person, []).append(place)
    rows = []
    for paper in papers:
        people = _people(paper.authors)
        shared: dict[int, int] = {}
        for person in people:
            for place in cited.get(person, ()):
                shared[place] = shared.get(place, 0) + 1
        known = bool(people and cited)
        rows.append(
            (
                float(len(people & own)) if people and own else _UNKNOWN,
                float(max(shared.values(), default=0)) if known else _UNKNOWN,
                float(len(shared)) if known else _UNKNOWN,
            )
        )
    return _columns(PEOPLE, rows)


@lru_cache(maxsize=_REMEMBERED)
def _people(authors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(filter(None, map(_person, authors)))


def _person(author: str) -> str:
    family = family_name(author)
    before, comma, after = author.partition(",")
    given = words_of(after if comma and family_name(before) == family else author)
    return f"{family} {given[0][0]}" if family and given else family


@lru_cache(maxsize=_REMEMBERED)
def _families(authors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for name in map(family_name, authors) if len(name) > 2)


# --- both -------------------------------------------------------------------------------------


def _keys(text: str) -> frozenset[str]:
    return frozenset(key for written, _, _ in tokens(text) for key in keys_of(written))


def _acronyms(sentence: str) -> list[str]:
    """Return the words in capitals, small, without the "s" of a plural."""
    found = (word[:-1] if word.endswith("s") else word for word, _, _ in tokens(sentence))
    return [
        word.lower()
        for word in dict.fromkeys(found)
        if len(word) >= _LEAST_ACRONYM and word.isalpha() and word.isupper()
    ]


def _columns(
    names: Sequence[str], rows: Iterable[Sequence[float]]
) -> dict[str, NDArray[np.float32]]:
    table = np.array(list(rows), dtype=np.float32).reshape(-1, len(names))
    return {name: np.ascontiguousarray(table[:, place]) for place, name in enumerate(names)}
