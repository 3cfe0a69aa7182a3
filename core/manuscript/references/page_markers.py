"""Markers made of names and pages, as MLA has them: "(Lind 12)", "(“Stone” 45; Berg and Dam 41)".

No year tells them from other brackets, so a name or a title must be that of an entry, and they are
looked for only in documents that cite so. Pages alone, "(33-35)", cite the work of the author whom
the sentence names before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from core.base.records import Marker
from core.manuscript.references.author_names import family_key
from core.manuscript.references.reference_index import ReferenceIndex

_BRACKET = re.compile(r"\((?P<inside>[^()]{1,300})\)")
_CUE = re.compile(
    r"(?:(?:qtd\.|quoted)\s+in|see(?:\s+also)?|cf\.|e\.\s?g\.,?|esp\.|also|and|but\s+see"
    r"|zit\.\s+n(?:ach|\.))\s+",
    re.IGNORECASE,
)
_PAGE = r"(?:\d{1,4}[a-z]?|[ivxlc]{1,7})(?:\s?[–—-]\s?(?:\d{1,4}[a-z]?|[ivxlc]{1,7}))?"
_LOCATOR = re.compile(
    rf"(?:^|[\s,]\s*)(?:(?:pp?|pars?|chs?|vols?|secs?|lines?|act|canto|bk)\b\.?\s*)?"
    rf"(?:\d{{1,2}}:\s?)?{_PAGE}(?:,\s?(?:{_PAGE}))*\Z"
)
_QUOTED = re.compile(r"[“\"‘](?P<title>[^”\"’]{2,80})[,.]?[”\"’]")
_AND = re.compile(r"\s*(?:,\s*and|,|\band\b|&|\bund\b|\bet(?!\s+al)\b|\by\b)\s+")
_OTHERS = re.compile(r",?\s+(?:et\s+al\.?|and\s+others|u\.\s?a\.)\Z")
_ARTICLE = re.compile(r"(?:the|a|an|der|die|das|le|la|les|el|los)\s+", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"[^\W\d_][\w’'-]*")
_CAPITAL = re.compile(r"[“\"‘]|[^\W\d_a-z]\w")
_YEAR = re.compile(r"(?:1[5-9]|20)\d{2}")


def page_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    """Return the markers of a sentence that name works by author or title, and pages."""
    markers = []
    for match in _BRACKET.finditer(text):
        pieces = [piece.strip() for piece in match["inside"].split(";")]
        works = [_find_work(piece, text[: match.start()], index) for piece in pieces]
        references = dict.fromkeys(work for work in works if work is not None)
        unresolved = [piece for piece, work in zip(pieces, works, strict=True) if work is None]
        if references:
            markers.append(
                Marker(match.start(), match.end(), match[0], tuple(references), tuple(unresolved))
            )
    return markers


def names_works(marker: Marker) -> bool:
    """Tell whether a marker has names or titles, not pages alone."""
    return _CAPITAL.search(marker.text) is not None


def _find_work(piece: str, before: str, index: ReferenceIndex) -> int | None:
    """Return the entry that a piece of a bracket cites; ``None`` if it cites none for certain."""
    cue = _CUE.match(piece)
    piece = piece[cue.end() :] if cue else piece
    locator = _LOCATOR.search(piece)
    name = piece[: locator.start()].strip(" ,") if locator else piece
    if name:
        works = _find_works(name, index, has_locator=locator is not None)
    else:
        works = [] if _YEAR.fullmatch(piece) else _find_preceding_works(before, index)
    if len(works) > 1:
        works_before = _find_preceding_works(before, index)
        works = [at for at in works if at in works_before]
    return works[0] if len(works) == 1 else None


def _find_works(name: str, index: ReferenceIndex, *, has_locator: bool) -> list[int]:
    """Return the entries that authors, a title or both may mean."""
    everything = range(len(index.references))
    quoted = _QUOTED.search(name)
    if quoted is not None:
        authors = name[: quoted.start()].strip(" ,")
        return _titled(
            quoted["title"], _list_works(authors, index) if authors else everything, index
        )
    works = _list_works(name, index)
    authors, comma, title = name.rpartition(",")
    if not works and comma:
        works = _titled(title, _list_works(authors.strip(), index), index)
    if not works and has_locator and name[:1].isupper():
        works = _titled(name, everything, index)
    return works


def _list_works(names: str, index: ReferenceIndex) -> list[int]:
    """Return the entries of the authors that are named: all of two, the first of more."""
    et_al = _OTHERS.search(names)
    families = _AND.split(names[: et_al.start()] if et_al else names)
    works = index.list_works(families[0])
    if et_al:
        return [at for at in works if len(index.references[at].authors) != 2] or list(works)
    further = [family_key(family) for family in families[1:]]
    fitting = [
        at
        for at in works
        if all(
            any(name in family_key(author) for author in index.references[at].authors[1:])
            for name in further
        )
    ]
    alone = [at for at in fitting if len(index.references[at].authors) == len(families)]
    return alone or fitting


def _titled(title: str, works: Sequence[int], index: ReferenceIndex) -> list[int]:
    """Return those of some entries whose title begins so; if none does, that hold the words."""
    words = _words(title)
    if not words or len("".join(words)) < 3:
        return []
    titles = [(at, _words(index.references[at].title)) for at in works]
    beginning = [at for at, whole in titles if whole[: len(words)] == words]
    return beginning or [
        at
        for at, whole in titles
        if any(whole[start : start + len(words)] == words for start in range(len(whole)))
    ]


@lru_cache(maxsize=4096)  # each bracket of a text is compared with every title
def _words(title: str) -> tuple[str, ...]:
    plain_title = _ARTICLE.sub("", title.strip(), count=1)
    return tuple(word.casefold() for word in _WORD.findall(plain_title))


def _find_preceding_works(before: str, index: ReferenceIndex) -> list[int]:
    """Return the entries all of whose authors, or the first of three and more, are named."""
    words = {
        family_key(word.removesuffix("’s").removesuffix("'s")) for word in _NAME.findall(before)
    }
    fitting: list[tuple[int, int]] = []
    for reference in index.references:
        families = [
            family_key(author.split()[-1]) for author in reference.authors if author.split()
        ]
        names = families if len(families) < 3 else families[:1]
        if names and words.issuperset(names):
            fitting.append((len(names), reference.index))
    most = max((count for count, _ in fitting), default=0)
    return [at for count, at in fitting if count == most]
