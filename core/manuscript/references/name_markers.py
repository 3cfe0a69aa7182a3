"""Markers made of names and years: "(Ander et al., 2020; Holt, 2019a,b)", "Ander and Holt (1998)".

A year is found first; the authors are what stands before it. Where they begin is not written
down ("Recently, Ander and Holt (1998)"), so every beginning is tried from the left until one
leads to an entry. At the end are markers of names and pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.base.records import Marker
from core.manuscript.references.author_names import family_key
from core.manuscript.references.reference_index import (
    COMPANY,
    UNDATED,
    YEAR,
    ReferenceIndex,
)
from core.manuscript.text.languages import AND, AND_ABROAD, OTHERS_ABROAD
from core.manuscript.text.scripts import CAPITALS
from core.manuscript.text.sentences import sentence_spans

_UPPER = CAPITALS + "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"  # and scripts without capitals
_ACCENT = "´ˇ¨˜¸˙˚˘˝`¯"
_CHAR = r"[\w’'‐‑-]"
_PARTICLE = (
    r"(?:(?:[Vv]an|[Vv]on|[Vv]om|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a"
    r"|[Ll]e|[Tt]en|[Tt]er|[Ee]l|[Aa]l|[Bb]in|[Ii]bn|[Aa]f|[Zz]u|[Zz]ur|[Ss]t\.|’t|'t)[ -])*"
)
_WORD = (
    rf"(?:[{_ACCENT}]\s?)?(?:[dDO][’'])?(?:[VTWY]\s[a-z]{_CHAR}+|[{_UPPER}]{_CHAR}*)"
    rf"(?:\s?[{_ACCENT}]\s?{_CHAR}+)*\*?"
)
_INITIALS = rf"(?:[{_UPPER}]\.[\s-]?)*"
_NAME = rf"{_INITIALS}{_PARTICLE}{_WORD}(?:\s(?:[{_UPPER}]\.\s)?{_PARTICLE}{_WORD}){{0,2}}"
_OTHERS = (
    rf"(?:\s*,?\s*et\s+al\b\.?|,?\s+(?:{OTHERS_ABROAD})|(?:\s*,\s*{_NAME}){{0,6}}\s*,?\s*(?:{AND}|&"
    rf"|と|和|与|및)\s+"
    rf"(?:{_NAME}|colleagues|others|co-?workers)|(?:\s*[,;]\s*{_NAME}){{1,6}}\s*[,;]?\s*(?:et\s+al\b\.?|{OTHERS_ABROAD})"
    rf"|\s?(?:等人?|ら|외)|(?:\s*,\s*{_NAME}){{0,6}}\s*,?\s(?:a|in|{AND_ABROAD})\s{_NAME}"
    rf"|(?:\s?[/;]\s?{_NAME}){{1,6}}|(?:\s*,\s*{_NAME}){{1,9}})"
)
_WEAK_LINK = re.compile(rf"(?:[^;&]*\s(?:a|in|{AND_ABROAD})\s[^,;]+|\s*[,/;][^&]*)\Z")
"""What may stand between authors, and between much else too: a marker must lead to an entry."""
_STRONG_LINK = re.compile(
    rf"(?<!\w)(?:{OTHERS_ABROAD})|"
    rf"\bet\s+al\b|\b(?:{AND})\b|&|[等ら외와과及および]"
)
_LINK = r"(?:(?:of|for|the|and|in|on|de|&)\s){0,2}"
_BEHIND = rf"(?:,\s?(?:[{_UPPER}]\.[\s-]?)+(?=\s?et\b))?"  # Ander, F. et al.
_AUTHORS = re.compile(rf"(?P<first>{_NAME}){_BEHIND}(?P<others>{_OTHERS})?")
_ORGANISATION = re.compile(rf"(?P<first>{_WORD}(?:,?\s{_LINK}{_WORD}\.?){{1,8}})(?P<others>)")
_BEGINNING = re.compile(
    rf"(?<!\w)(?:[{_ACCENT}]\s?)?(?:[{_UPPER}]|(?:v|d|l|t|e|a|b|i|z|s|’|')\S*\s)"
)
_UNDATED = r"n\.\s?d\.(?:-?[a-z]\b)?|in press|forthcoming|to appear|submitted"
_ONE_YEAR = (
    r"(?:(?:(?<![\w.–-])|(?<=\bal\.)|(?<=\bu\.a\.)|(?<=\bu\.\sa\.))(?:(?:1[4-9]|20)\d{2}/)?"
    r"(?:1[6-9]|20)\d{2}[a-z]?(?:[,/]\s?[a-k]\b(?!\.))*(?![\w]|[–-]\d)"
    rf"|\b(?:{_UNDATED}))"
)
_YEARS = re.compile(rf"{_ONE_YEAR}(?:\s*(?:[,;]|and|&)\s*{_ONE_YEAR})*", re.IGNORECASE)
_SINGLE = re.compile(_ONE_YEAR, re.IGNORECASE)
_LOCATOR = re.compile(
    r"\s*[,:;]\s*(?:(?:pp?|vol|[Ss]ec|[Ss]ect|[Cc]h|[Cc]hap|[Ff]ig|[Tt]ab|[Tt]hm|[Tt]heorem|[Ll]emma"
    r"|[Pp]rop|[Cc]or|[Dd]ef|[Ee]q|[Aa]pp|[Aa]lg|[Rr]emark|[Ee]xample|§|see|[\d.:–-]+"
    r"|[^\W\d_]{1,9}\.?\s?(?!(?:1[5-9]|20)\d\d)\d)[^()\[\]]{0,40})"
)
"""Where in the work: "p. 12", and any short word before a number, "pág. 12", "S. 12", "с. 12"."""
_BRACKETS = re.compile(
    r"\((?P<round>(?:[^()]|\([^()]*\)){1,1500})\)|\[(?P<square>(?:[^\[\]]|\[[^\[\]]*\]){1,1500})\]"
)
_AFTER_NAMES = re.compile(r"(?:\s?[\[(][A-Z][A-Za-z]{0,7}[A-Z][\])])?(?:[’'‘′´`]s?)?[\s,:(\[]*\Z")
"""The end of "… Organization [WHO], " or "Roe’s ("."""
_CUES = (
    r"(?:[\s,;.:()\[\]–—-]|\b(?:see|also|e\.g|i\.e|cf|and|or|in|by|for|of|from|the|as|example|instance"
    r"|reviewed|following|after|work|works|among|others|inter|alia|especially|notably|but|not|most"
    r"|recently|originally|adapted|cited|with|via|both|compare|contrast|more|details)\b\.?)*"
)
_CUE = re.compile(rf"{_CUES}\Z", re.IGNORECASE)
_CUE_BEFORE = re.compile(_CUES, re.IGNORECASE)
_NOT_NAMES_TEXT = """
    In Since Until From During Before After By The This At On Of For And January February March
    April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sep
    Sept Oct Nov Dec Table Tables Figure Figures Fig Section Sections Version Spring Summer Fall
    Autumn Winter Between Around Circa Copyright ImageNet Equation Chapter Grant Award Appendix
    Algorithm Theorem Lemma Monday Tuesday Wednesday Thursday Friday Saturday Sunday
    """
_NOT_NAMES = frozenset(_NOT_NAMES_TEXT.split())
_NAMES_TOO = frozenset(["March", "May", "August", "Spring", "Summer", "Fall", "Winter", "Grant"])
"""Of those the family names, which are meant where other names follow."""
_NARROW = str.maketrans("（），、；：０１２３４５６７８９", "(),,;:0123456789")
_HAN_OTHERS = "等人?|ら|ほか|他|[和与と,・][\u3040-\u30ff\u4e00-\u9fff]{2,6}(?:等人?|ら)?"
_HAN = re.compile(rf"[\u3040-\u30ff\u4e00-\u9fff]{{1,6}}?(?P<others>{_HAN_OTHERS})?\Z")
_SPACED_OTHERS = re.compile(r"\s(?:외|등|等人?)\Z")
_LONGEST_HAN = 14
_LONG_ACRONYM = 3  # letters: "(EU; USA, 2010)"
_WINDOW = 160
_REMARK = 60
"""So many characters of a bracket may be neither name nor year before it is a remark in which
works are cited, not a citation."""


@dataclass(frozen=True, slots=True)
class _Authors:
    """Authors as printed: ``first`` alone, and the ``others_text`` after it."""

    start: int
    first: str
    others_text: str
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """Authors with their years: ``start:end`` in the text, and where they lead."""

    start: int
    end: int
    authors: _Authors
    references: tuple[int, ...]
    unresolved: tuple[str, ...]

    @property
    def is_clear(self) -> bool:
        """Say whether this is a citation even if it leads nowhere."""
        return (
            bool(self.references) or self._is_in_capitals() or _is_strong(self.authors.others_text)
        )

    def _is_in_capitals(self) -> bool:
        """Say whether names in capitals are parted as in "(LIMA; BIRCH, 2010)", no acronyms."""
        names = self.authors.text.split(";")
        are_names = all(name.isupper() and len(name.strip()) > _LONG_ACRONYM for name in names)
        return len(names) > 1 and are_names


def _is_strong(others_text: str) -> bool:
    """Say whether what stands behind the first author names others for certain."""
    is_weak = _WEAK_LINK.match(others_text) and not _STRONG_LINK.search(others_text)
    return bool(others_text) and not is_weak


def name_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    """Return the markers of a sentence that name authors and years."""
    narrow = text.translate(_NARROW)
    if narrow != text:
        return [
            replace(marker, text=text[marker.start : marker.end])
            for marker in name_markers(narrow, index)
        ]
    years = list(_YEARS.finditer(text))
    if not years:
        return []
    markers: list[Marker] = []
    brackets = [match for match in _BRACKETS.finditer(text) if _YEARS.search(match[0])]
    for match in brackets:
        markers += _nested(text, match, index) or _in_bracket(text, match, index)
    for match in years:
        if not any(bracket.start() < match.start() < bracket.end() for bracket in brackets):
            markers += _bare(text, match, index)
    return markers


def _nested(text: str, match: re.Match[str], index: ReferenceIndex) -> list[Marker]:
    """Return the citations in brackets inside a bracket that cites nothing itself."""
    inner = [
        bracket
        for bracket in _BRACKETS.finditer(text, match.start() + 1, match.end() - 1)
        if _YEARS.search(bracket[0])
    ]
    rest = list(match["round"] or match["square"])
    for bracket in inner:
        start, end = bracket.start() - match.start() - 1, bracket.end() - match.start() - 1
        rest[start:end] = " " * (end - start)
    if not inner or list(_pieces("".join(rest), index)):
        return []
    return [marker for bracket in inner for marker in _in_bracket(text, bracket, index)]


def _in_bracket(text: str, match: re.Match[str], index: ReferenceIndex) -> list[Marker]:
    inside = match["round"] or match["square"]
    years = _YEARS.match(inside.lstrip())
    if years is not None and _is_rest(inside.lstrip()[years.end() :]):
        return _narrative(text, match.start(), match.end(), years[0], index)
    pieces = list(_pieces(inside, index))
    if not _is_citation(inside, pieces):
        return []
    shift = match.start() + 1
    covered = sum(piece.end - piece.start for piece in pieces)
    if len(inside) - covered > max(_REMARK, covered):
        return [
            _marker(text, piece.start + shift, piece.end + shift, [piece])
            for piece in pieces
            if piece.references
        ]
    return [_marker(text, match.start(), match.end(), pieces)]


def _is_rest(rest: str) -> bool:
    return not rest.strip(" .") or _LOCATOR.fullmatch(rest) is not None  # "(2005.)" in Croatian


def _marker(text: str, start: int, end: int, pieces: list[_Piece]) -> Marker:
    references = [at for piece in pieces for at in piece.references]
    unresolved = [part for piece in pieces for part in piece.unresolved]
    return Marker(
        start,
        end,
        text[start:end],
        tuple(dict.fromkeys(references)),
        tuple(dict.fromkeys(unresolved)),
    )


def _is_citation(inside: str, pieces: list[_Piece]) -> bool:
    """Say whether a bracket cites: a work is found, several authors named, or it says no more."""
    if any(piece.is_clear for piece in pieces):
        return True
    return (
        len(pieces) == 1
        and pieces[0].end - pieces[0].start == len(inside.strip())
        and re.search(r",\s*\d{4}[a-z]?\Z", inside.strip()) is not None
        and pieces[0].authors.first.isalpha()
        and not pieces[0].authors.first.isupper()
    )


def _narrative(text: str, start: int, end: int, years: str, index: ReferenceIndex) -> list[Marker]:
    """Return the marker of "Ander et al. (2020)"; unresolved only if others are named."""
    choices = _find_authors(text, start)
    piece = _resolved(choices, years, start, index)
    if piece is None:
        named_choices = [
            choice for choice in choices if re.search(r"\bet\s+al\b", choice.others_text)
        ]
        if not named_choices:
            return []
        piece = _piece(named_choices[-1], years, end, index)
    return [_marker(text, piece.start, end, [piece])]


def _bare(text: str, match: re.Match[str], index: ReferenceIndex) -> list[Marker]:
    """Return the marker of "Ander et al., 2020" outside brackets, if it leads to an entry."""
    choices = [
        choice for choice in _find_authors(text, match.start()) if _is_strong(choice.others_text)
    ]
    piece = _resolved(choices, match[0], match.end(), index)
    return [] if piece is None else [_marker(text, piece.start, match.end(), [piece])]


def _pieces(inside: str, index: ReferenceIndex) -> Iterator[_Piece]:
    """Yield what a bracket cites from left to right."""
    last: _Authors | None = None
    begin = 0
    for match in _YEARS.finditer(inside):
        end = match.end() + inside.startswith(")", match.end())
        choices = _find_authors(inside, match.start(), begin)
        piece = _resolved(
            [*choices, *_as_printed(inside, begin, match.start())], match[0], end, index
        )
        if piece is None:
            again = _repeat_authors(last, inside, begin, match.start())
            clear = [choice for choice in choices if _CUE.fullmatch(inside[begin : choice.start])]
            authors = again or (clear[0] if clear else None)
            piece = _piece(authors, match[0], end, index) if authors else None
        if piece is not None:
            last = piece.authors
            begin = match.end()
            yield piece


def _as_printed(inside: str, begin: int, end: int) -> list[_Authors]:
    """Return all before a year as one name ("Shore Lab, a part of Sand Inc."), without cues."""
    cue = _CUE_BEFORE.match(inside, begin, end)
    start = cue.end() if cue else begin
    name = inside[start:end].strip(" ,;:(.")
    return [_Authors(start, name, "", name)] if name else []


def _repeat_authors(last: _Authors | None, inside: str, begin: int, end: int) -> _Authors | None:
    """Return the last authors for a year that has none of its own ("Ander, 2019; see 2020")."""
    if last is None or not _CUE.fullmatch(inside[begin:end]):
        return None
    return _Authors(end, last.first, last.others_text, last.text)


def _find_authors(text: str, end: int, begin: int = 0) -> list[_Authors]:
    """Return what may be the authors that end at ``end``, the longest first."""
    begin = max(begin, end - _WINDOW)
    window = text[begin:end]
    closing = _AFTER_NAMES.search(window)
    window = window[: closing.start()] if closing else window
    candidates = []
    for match in _BEGINNING.finditer(window):
        authors = _AUTHORS.fullmatch(window, match.start()) or _ORGANISATION.fullmatch(
            window, match.start()
        )
        if authors is not None and _could_be_names(authors["first"], authors["others"] or ""):
            first, others_text = COMPANY.sub("", authors["first"]), authors["others"] or ""
            if not others_text and (spaced := _SPACED_OTHERS.search(first)):
                first, others_text = first[: spaced.start()], spaced[0]
            candidates.append(_Authors(begin + match.start(), first, others_text, authors[0]))
    return [*candidates, *_without_spaces(window, begin)]


def _could_be_names(first: str, others_text: str) -> bool:
    """Say whether words may be authors: "Fall et al." may, "In Fall" and "March and April" not."""
    dates = _NOT_NAMES.intersection(first.split())
    if not dates:
        return True
    alone = first in _NAMES_TOO and not _NOT_NAMES.intersection(re.findall(r"\w+", others_text))
    return alone and _is_strong(others_text)


def _without_spaces(window: str, begin: int) -> list[_Authors]:
    """Return what may be Chinese or Japanese authors at the window's end: no space parts them."""
    candidates = []
    for start in range(max(0, len(window) - _LONGEST_HAN), len(window) - 1):
        authors = _HAN.match(window, start)
        if authors is not None:
            others_text = authors["others"] or ""
            first = authors[0][: len(authors[0]) - len(others_text)]
            candidates.append(_Authors(begin + start, first, others_text, authors[0]))
    return candidates


def _resolved(
    choices: list[_Authors], years: str, end: int, index: ReferenceIndex
) -> _Piece | None:
    """Return the first choice that leads to an entry."""
    pieces = (_piece(authors, years, end, index) for authors in choices)
    return next((piece for piece in pieces if piece.references), None)


def _split_years(authors: _Authors, years: str, index: ReferenceIndex) -> Iterator[str]:
    """Yield each year; of "1910/1999", a work printed again, those that an entry has."""
    for printed in _SINGLE.findall(years):
        first, _, later = printed.partition("/")
        if not later[:4].isdigit():
            yield printed
            continue
        listed = [
            year
            for year in (first, later)
            if index.by_names(authors.first, authors.others_text, int(year[:4]), year[4:5])
            is not None
        ]
        yield from listed or [later]


def _piece(authors: _Authors, years: str, end: int, index: ReferenceIndex) -> _Piece:
    references: list[int] = []
    unresolved: list[str] = []
    for year in _split_years(authors, years, index):
        dated = YEAR.match(year)
        number = int(dated["year"]) if dated else UNDATED
        letters = re.findall(r"[a-z]", dated["letters"]) if dated else []
        for letter in letters or [""]:
            entry = index.by_names(authors.first, authors.others_text, number, letter)
            if entry is None or not _is_meant(authors, entry, index):
                unresolved.append(
                    f"{authors.text}, {number}{letter}" if dated else f"{authors.text}, {year}"
                )
            else:
                references.append(entry)
    return _Piece(authors.start, end, authors, tuple(references), tuple(unresolved))


def _is_meant(authors: _Authors, entry: int, index: ReferenceIndex) -> bool:
    """Say whether a name that is a word, too, means an author: "Grant and Loan Act" does not."""
    return authors.first not in _NAMES_TOO or index.agrees(entry, authors.others_text)


# --- page markers -----------------------------------------------------------------------
#
# Markers made of names and pages, as MLA has them: "(Lind 12)", "(“Stone” 45; Berg and Dam 41)".
#
# No year tells them from other brackets, so a name or a title must be that of an entry, and they
# are looked for only in documents that cite so. Pages alone, "(33-35)", cite the work of the only
# author whom the sentence names before; if it names nobody, the work that was cited last.

_PARENTHESIS = re.compile(r"\((?P<inside>[^()]{1,300})\)")
_PAGE_CUE = re.compile(
    r"(?:(?:qtd\.|quoted)\s+in|see(?:\s+also)?|cf\.|e\.\s?g\.,?|esp\.|also|and|but\s+see"
    r"|zit\.\s+n(?:ach|\.))\s+",
    re.IGNORECASE,
)
_ONE_PAGE = r"(?:\d{1,4}[a-z]?|[ivxlc]{1,7})"
_PAGE = rf"(?:\d{{1,2}}(?:\.\d{{1,3}}){{1,2}}|{_ONE_PAGE})(?:\s?[–—-]\s?{_ONE_PAGE})?"
_PAGE_LOCATOR = re.compile(
    rf"(?:^|[\s,]\s*)(?:(?:pp?|pars?|chs?|vols?|secs?|lines?|act|canto|bk)\b\.?\s*)?"
    rf"(?:(?:\d{{1,2}}:\s?)?{_PAGE}(?:,\s?(?:{_PAGE}))*|n\.\s?p(?:ag)?\.)\Z"
)
_QUOTED = re.compile(r"[“\"‘](?P<title>[^”\"’]{2,80})[,.]?[”\"’]")
_AND = re.compile(r"\s*(?:,\s*and|,|\band\b|&|\bund\b|\bet(?!\s+al)\b|\by\b)\s+")
_FURTHER = re.compile(r",?\s+(?:et\s+al\.?|and\s+others|u\.\s?a\.)\Z")
_INITIAL = re.compile(r"[^\W\d_a-z]\.\s(?:[^\W\d_a-z]\.\s)*")
_ARTICLE = re.compile(r"(?:the|a|an|der|die|das|le|la|les|el|los)\s+", re.IGNORECASE)
_TITLE_WORD = re.compile(r"\w+")
_NAME_OR_AND = re.compile(r"[^\W\d_][\w’'-]*|&")
_AND_WORDS = frozenset(("and", "&", "und", "et", "y"))
_NEAR = 5  # words from one author to the next
_CAPITAL = re.compile(r"[“\"‘]|[^\W\d_a-z]\w")
_THING = re.compile(
    r"(?:fig(?:ure)?s?|tab(?:le|elle)?s?|eqn?s?|equations?|abb(?:ildung)?|chapters?|sections?"
    r"|append(?:ix|ices)|appx)\b",
    re.IGNORECASE,
)
"""A part of the own text, which a bracket may name beside works: "(Lind 12; see fig. 1)"."""
_NO_PAGES = re.compile(r"(?:1[5-9]|20)\d{2}|\d+(?:\.\d+)+")
"""A year, a numbered section."""
_PAGES_OF_ENTRY = re.compile(
    r"(?:\bpp?\.\s?|[\d)]:\s?)(?P<low>\d{1,4})[–-](?P<high>\d{1,4})(?![\w-])"
)


def page_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    """Return the markers of a paragraph that name works by author or title, and pages."""
    markers: list[Marker] = []
    for match in _PARENTHESIS.finditer(text):
        if _is_enumerated(match["inside"], text):
            continue
        pieces = [piece.strip() for piece in match["inside"].split(";")]
        works = [_find_work(piece, text[: match.start()], markers, index) for piece in pieces]
        references = dict.fromkeys(work for work in works if work is not None)
        unresolved = [
            piece
            for piece, work in zip(pieces, works, strict=True)
            if work is None and _may_name_work(piece)
        ]
        if references:
            markers.append(
                Marker(match.start(), match.end(), match[0], tuple(references), tuple(unresolved))
            )
    return markers


def _may_name_work(piece: str) -> bool:
    cue = _PAGE_CUE.match(piece)
    name = piece[cue.end() :] if cue else piece
    return _CAPITAL.search(name) is not None and not _THING.match(name)


def _is_enumerated(inside: str, text: str) -> bool:
    """Say whether a number in brackets is one of several that count: "(1) sand, (2) mud"."""
    is_small = inside.isdecimal() and len(inside) == 1
    return is_small and "(1)" in text and "(2)" in text


def names_works(marker: Marker) -> bool:
    """Tell whether a marker has names or titles, not pages alone."""
    return _CAPITAL.search(marker.text) is not None


def _find_work(
    piece: str, before: str, markers: Sequence[Marker], index: ReferenceIndex
) -> int | None:
    """Return the entry that a piece of a bracket cites; ``None`` if it cites none for certain."""
    cue = _PAGE_CUE.match(piece)
    piece = piece[cue.end() :] if cue else piece
    locator = _PAGE_LOCATOR.search(piece)
    name = piece[: locator.start()].strip(" ,") if locator else piece
    if not name:
        works = [] if _NO_PAGES.fullmatch(piece) else _find_preceding_works(before, markers, index)
        works = [at for at in works if _may_have_page(index.references[at].text, piece)]
        return works[0] if len(works) == 1 else None
    works = _find_works(name, index, has_locator=locator is not None)
    if len(works) > 1:
        works = _choose_titled(works, before[_find_sentence(before) :], index)
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
    et_al = _FURTHER.search(names)
    families = _AND.split(names[: et_al.start()] if et_al else names)
    initial = _INITIAL.match(families[0])
    works = index.list_works(families[0][initial.end() :] if initial else families[0])
    if initial:
        works = [at for at in works if index.references[at].authors[0].startswith(initial[0][0])]
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
    return tuple(word.casefold() for word in _TITLE_WORD.findall(plain_title))


def _find_preceding_works(
    before: str, markers: Sequence[Marker], index: ReferenceIndex
) -> list[int]:
    """Return the entries that pages alone may cite: of whom or what was named last.

    Authors count who are named in the sentence behind its last citation. Where it names none and
    no title, the work cited last in the paragraph goes on.
    """
    sentence = _find_sentence(before)
    last = markers[-1] if markers else None
    cited = set(last.references) if last else set()
    start = max(sentence, last.end if last and names_works(last) else 0)
    since = before[start:]
    authors = _named_authors(since, index)
    if len(authors) == 1:
        works = authors[0]
        return works if len(works) == 1 else _choose_titled(works, since, index)
    everything = range(len(index.references))
    titled = set(_choose_titled(everything, before[last.end if last else 0 :], index))
    earlier = _named_authors(before[min(sentence, last.end if last else 0) : start], index)
    is_clear = not authors and titled <= cited and all(cited & set(works) for works in earlier)
    return list(cited) if is_clear else []


def _find_sentence(text: str) -> int:
    """Return where the last sentence of a text begins."""
    return max((start for start, _ in sentence_spans(text)), default=0)


def _choose_titled(works: Iterable[int], text: str, index: ReferenceIndex) -> list[int]:
    """Return those of some entries whose title, at least up to a colon, a text names."""
    words = _words(text)
    titles = [(at, _words(re.split(r"[:.?!]", index.references[at].title)[0])) for at in works]
    return [
        at
        for at, title in titles
        if title and any(words[i : i + len(title)] == title for i in range(len(words)))
    ]


def _may_have_page(entry: str, piece: str) -> bool:
    """Say whether an entry has a page, as far as it tells on which pages it is."""
    page = re.search(r"\d+", piece)
    ranges = [
        (int(match["low"]), int(match["low"][: -len(match["high"])] + match["high"]))
        for match in _PAGES_OF_ENTRY.finditer(entry)
    ]
    return not page or not ranges or any(low <= int(page[0]) <= high for low, high in ranges)


def _named_authors(text: str, index: ReferenceIndex) -> list[list[int]]:
    """Return the entries of each author named outside brackets, or of all authors of a work."""
    spaced = _PARENTHESIS.sub(" ", text)
    names = [word.removesuffix("’s").removesuffix("'s") for word in _NAME_OR_AND.findall(spaced)]
    places = {family_key(name): at for at, name in enumerate(names) if not name[0].islower()}
    works_by_names: dict[tuple[str, ...], list[int]] = {}
    for reference in index.references:
        last_names = [author.split()[-1] for author in reference.authors if author.split()]
        families = tuple(map(family_key, last_names[: 1 if len(last_names) > 2 else 2]))
        if families and all(map(places.__contains__, families)):
            between = names[places[families[0]] : places[families[-1]]]
            if len(families) < 2 or (len(between) < _NEAR and _AND_WORDS.intersection(between)):
                works_by_names.setdefault(families, []).append(reference.index)
    joint = {name for families in works_by_names if len(families) > 1 for name in families}
    return [
        works
        for families, works in works_by_names.items()
        if len(families) > 1 or families[0] not in joint
    ]
