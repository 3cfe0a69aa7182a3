"""Citation markers in running text, and the entries of the reference list they lead to.

Which styles are looked for follows from the list: numbers only where its entries are numbered,
labels only where they carry labels, names and years where they have neither. That keeps equation
numbers, intervals and years in prose from being taken for citations.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.manuscript.names import family_key
from core.records import Marker, Reference

_NUMBERS = re.compile(
    r"\[(?P<inside>\s*\d{1,3}(?:\s*(?:[,;]|[–—-])\s*\d{1,3})*\s*"
    r"(?:,\s*(?:Sec(?:tion|\.)|Ch(?:apter|ap\.|\.)|Thm\.|Theorem|Lemma|Fig(?:ure|\.)|pp?\.|§)[^\]]{1,25})?)\]"
)
_NAMES_BEFORE = re.compile(
    r"[^\W\d_a-z][\w’'-]+(?:\s+et\s+al\.|\s+(?:and|&)\s+[^\W\d_a-z][\w’'-]+)\s*\Z"
)
_PREFIXED_NUMBERS = re.compile(
    r"\[(?:see(?: also)?|cf\.|e\.g\.,?)\s+(?P<inside>\d{1,3}(?:\s*[,;–—-]\s*\d{1,3})*)\s*\]"
)
_RANGE = re.compile(r"(\d{1,3})\s*[–—-]\s*(\d{1,3})|(\d{1,3})")
_LABELS = re.compile(r"\[(?P<inside>[A-Za-z][^\[\]]{1,120})\]")
_UPPER = "A-ZÀ-ÖØ-ÞČĎĐĘĚĞĽŁŃŇŐŘŚŞŠŤŮŰŹŻŽİ"
_PARTICLE = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|della|[Dd]i|[Dd]a|dos|[Dd]u|[Ll]a|[Ll]e|[Tt]en"
    r"|[Tt]er|[Ee]l|[Aa]l|bin)[ -])*"
)
_NAME = rf"{_PARTICLE}(?:[dDO][’'])?[{_UPPER}][\w’'‐-]*(?:\s(?:[{_UPPER}][\w’'‐-]+))?"
_OTHERS = (
    rf"(?:\s*,?\s*et\s+al\.?,?"
    rf"|(?:\s*,\s*{_NAME})*\s*,?\s*(?:and|&)\s+(?:{_NAME}|colleagues|others))"
)
_ONE_YEAR = r"(?:(?:1[6-9]|20)\d{2}[a-z]?(?:[,/]\s?[a-k]\b(?!\.))*|n\.\s?d\.|in press|forthcoming)"
_YEARS = rf"{_ONE_YEAR}(?:\s*(?:[,;]|and|&)\s*{_ONE_YEAR})*"
_NARRATIVE = re.compile(
    rf"(?P<first>{_NAME})(?P<others>{_OTHERS})?(?:[’']s)?\s*[(\[](?P<years>{_YEARS})"
    rf"(?:\s*[,:;]\s*(?:pp?\.|Sec|Ch|Fig|Theorem|Thm|§|see)[^()]{{1,40}})?[)\]]"
)
_GROUP = re.compile(
    r"[(\[](?P<inside>[^()\[\]]*(?:\([^()]*\)[^()\[\]]*)*(?:1[6-9]|20)\d{2}[a-z]?[^()\[\]]*)[)\]]"
)
_PIECE = re.compile(rf"(?P<first>{_NAME})(?P<others>{_OTHERS})?\s*,?\s*\(?(?P<years>{_YEARS})\)?")
_YEAR = re.compile(r"(?P<year>(?:1[6-9]|20)\d{2})(?P<letters>[a-z]?(?:[,/]\s?[a-k]\b(?!\.))*)")
_NOT_NAMES_TEXT = """
    In Since Until From During Before After By The This At On Of For January February March April
    May June July August September October November December Table Figure Section Version Spring
    Summer Fall Autumn Winter Between Around Circa Copyright ImageNet Equation Chapter
    """
_NOT_NAMES = frozenset(_NOT_NAMES_TEXT.split())


@dataclass(slots=True)
class ReferenceIndex:
    """The reference list by label, by number, and by first author and year."""

    references: Sequence[Reference]
    numbers: dict[int, int] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    dated: defaultdict[tuple[str, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    letters: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, references: Sequence[Reference]) -> ReferenceIndex:
        """Return the index of a list."""
        index = cls(references)
        for reference in references:
            if reference.label.isdigit():
                index.numbers.setdefault(int(reference.label), reference.index)
            elif reference.label:
                index.labels.setdefault(_label_key(reference.label), reference.index)
            for year, letter in _years_in(reference):
                for key in _first_author_keys(reference):
                    if reference.index not in index.dated[key, year]:
                        index.dated[key, year].append(reference.index)
                if year == reference.year and letter:
                    index.letters[reference.index] = letter
        return index

    @property
    def is_numbered(self) -> bool:
        """Say whether most entries carry numbers."""
        return len(self.numbers) > 0.5 * len(self.references)

    def by_names(self, first: str, others: str, year: int, letter: str) -> int | None:
        """Return the entry that a name and year lead to; ``None`` when no single one fits."""
        found = self._candidates(first, year)
        if letter:
            exact = [at for at in found if self.letters.get(at) == letter]
            found = exact or found
        if len(found) > 1:
            found = [at for at in found if self._agrees(at, others)] or found
        if len(found) > 1 and not letter:
            plain = [at for at in found if at not in self.letters]
            found = plain or found
        return found[0] if found else None

    def _candidates(self, first: str, year: int) -> list[int]:
        words = first.split()
        for start in range(len(words)):
            found = self.dated.get((family_key("".join(words[start:])), year))
            if found:
                return list(found)
        return list(self.dated.get((family_key(words[0]), year), ()))

    def _agrees(self, at: int, others: str) -> bool:
        reference = self.references[at]
        if "al" in others.split() or "al." in others or "al.," in others:
            return len(reference.authors) != 2 and len(reference.authors) != 1
        if not others.strip():
            return len(reference.authors) == 1
        second = family_key(re.split(r"and|&|,", others)[-1])
        return any(second in family_key(author) for author in reference.authors[1:])


def find_markers(text: str, index: ReferenceIndex) -> tuple[Marker, ...]:
    """Return the markers of a sentence from left to right; they never overlap."""
    if not index.references:
        return ()
    found: list[Marker] = []
    if index.is_numbered:
        found += _number_markers(text, index)
    else:
        found += _label_markers(text, index)
        found += _name_markers(text, index)
    result: list[Marker] = []
    for marker in sorted(found, key=lambda marker: (marker.start, -marker.end)):
        if not result or marker.start >= result[-1].end:
            result.append(marker)
    return tuple(result)


def raised_marker(text: str, start: int, end: int, index: ReferenceIndex) -> Marker | None:
    """Return the marker that superscript ``start:end`` is, if its numbers are in the list."""
    shown = text[start:end]
    if not re.fullmatch(r"\d{1,3}(?:\s*[,–—-]\s*\d{1,3})*", shown):
        return None
    references = _from_numbers(shown, index)
    return Marker(start, end, shown, references) if references else None


def _number_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    found = []
    for pattern in (_NUMBERS, _PREFIXED_NUMBERS):
        for match in pattern.finditer(text):
            references = _from_numbers(match["inside"], index)
            if references:
                names = _NAMES_BEFORE.search(text, 0, match.start())
                start = names.start() if names else match.start()
                found.append(Marker(start, match.end(), text[start : match.end()], references))
    return found


def _from_numbers(inside: str, index: ReferenceIndex) -> tuple[int, ...]:
    """Return the entries of "1, 3–5"; nothing when a number leads nowhere (an interval [0, 1])."""
    numbers: list[int] = []
    shown = re.split(r"[A-Za-z§]", inside, maxsplit=1)[0]
    for low, high, single in _RANGE.findall(shown):
        if single:
            numbers.append(int(single))
        elif int(low) < int(high) < int(low) + 60:
            numbers += range(int(low), int(high) + 1)
        else:
            return ()
    if not numbers or any(number not in index.numbers for number in numbers):
        return ()
    return tuple(dict.fromkeys(index.numbers[number] for number in numbers))


def _label_key(label: str) -> str:
    return re.sub(r"\s+", "", label).casefold()


def _label_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    if not index.labels:
        return []
    found = []
    for match in _LABELS.finditer(text):
        pieces = [_label_key(piece) for piece in re.split(r"[,;]", match["inside"])]
        references = tuple(
            dict.fromkeys(index.labels[piece] for piece in pieces if piece in index.labels)
        )
        if references:
            found.append(Marker(match.start(), match.end(), match[0], references))
    return found


def _name_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    found = []
    at = 0
    while (match := _NARRATIVE.search(text, at)) is not None:
        marker = _narrative_marker(text, match, index)
        if marker is not None:
            found.append(marker)
        at = match.end() if marker is not None else match.end("first")
    for match in _GROUP.finditer(text):
        led_to = _from_group(match["inside"], index)
        if led_to is not None:
            found.append(Marker(match.start(), match.end(), match[0], led_to))
    return found


def _narrative_marker(text: str, match: re.Match[str], index: ReferenceIndex) -> Marker | None:
    """Return the marker of "Smith et al. (2020)", or ``None`` if its first word is no name."""
    start = _name_start(match, index)
    first = text[start : match.end("first")]
    others = match["others"] or ""
    if first.split()[0] in _NOT_NAMES:
        return None
    references = _from_years(first, others, match["years"], index)
    if not references and not re.match(r"\s*,?\s*et\s+al", others):
        return None
    return Marker(start, match.end(), text[start : match.end()], references)


def _name_start(match: re.Match[str], index: ReferenceIndex) -> int:
    """Return where the name begins, without a sentence's first word taken for a given name."""
    first = match["first"]
    words = first.split()
    year = _YEAR.search(match["years"])
    if len(words) < 2 or words[0][0].islower():
        return match.start("first")
    whole = year and index.dated.get((family_key("".join(words)), int(year["year"])))
    return match.start("first") if whole else match.start("first") + first.rindex(words[-1])


def _from_group(inside: str, index: ReferenceIndex) -> tuple[int, ...] | None:
    """Return the entries of "Smith et al., 2020; Li and Wu, 2019a"; ``None`` for no citation."""
    references: list[int] = []
    sure = False
    at = 0
    while (match := _PIECE.search(inside, at)) is not None:
        at = match.end("first")
        first, others = match["first"], match["others"] or ""
        if first.split()[0] in _NOT_NAMES:
            continue
        found = _from_years(first, others, match["years"], index)
        if found or not others.startswith(","):
            at = match.end()
            sure = sure or bool(found) or bool(others)
            references += found
    return tuple(dict.fromkeys(references)) if sure else None


def _from_years(first: str, others: str, years: str, index: ReferenceIndex) -> tuple[int, ...]:
    found: list[int] = []
    for match in _YEAR.finditer(years):
        letters = re.findall(r"[a-z]", match["letters"]) or [""]
        for letter in letters:
            entry = index.by_names(first, others, int(match["year"]), letter)
            if entry is not None:
                found.append(entry)
    return tuple(dict.fromkeys(found))


def _years_in(reference: Reference) -> list[tuple[int, str]]:
    """Return the years an entry may be cited by, its own first."""
    found = [
        (int(match["year"]), match["letters"][:1])
        for match in _YEAR.finditer(re.sub(r"https?://\S+|10\.\d{4,}/\S+", " ", reference.text))
    ]
    own = [pair for pair in found if pair[0] == reference.year]
    if own:
        return [max(own, key=lambda pair: pair[1])]
    return [(reference.year, "")] if reference.year else found


def _first_author_keys(reference: Reference) -> set[str]:
    """Return the forms the first author's family name may be cited in."""
    keys: set[str] = set()
    if reference.authors:
        words = reference.authors[0].split()
        for start in range(len(words)):
            if start > 0 or len(words) == 1:
                keys.add(family_key("".join(words[start:])))
        keys.add(family_key(reference.authors[0]))
    else:
        opening = re.match(r"[\w’'-]+", reference.text)
        keys.add(family_key(opening[0]) if opening else "")
    return {key for key in keys if key}
