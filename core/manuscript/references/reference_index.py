"""Looks up the entries of a reference list by number, by label, or by first author and year."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.base.identity import DOI_START
from core.base.records import Reference
from core.manuscript.references.author_names import family_key, is_organisation
from core.manuscript.references.entry_fields import ACCESSED
from core.manuscript.references.entry_forms import put_year_first
from core.manuscript.text.languages import AND, AND_ABROAD, OTHERS_ABROAD
from core.manuscript.text.scripts import is_east_asian

UNDATED = 0
"""The year of an entry without one, and of "n.d.", "in press" and the like."""

YEAR = re.compile(
    r"(?<![\w.–-])(?P<year>(?:1[6-9]|20)\d{2})(?P<letters>[a-z]?(?:[,/]\s?[a-k]\b(?!\.))*)"
    r"(?![\w]|[–-]\d)"
)
COMPANY = re.compile(r",?\s(?:Inc|Ltd|LLC|GmbH|Corp|Co)\b\.?")
_ADDRESS = re.compile(rf"https?://\S+|{DOI_START}\S+|\barXiv:\S+", re.IGNORECASE)
_NOT_OUT_YET = re.compile(
    r"\b(?:n\.\s?d\.|(?:in press|forthcoming|to appear|submitted)\b)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_AND_OTHERS = re.compile(
    r"\bet\s+al\b|\bcolleagues\b|\bothers\b|\bи\s+др\b|[等ら他외등]|ほか"
    rf"|(?<!\w)(?:{OTHERS_ABROAD})"
)
_AND = re.compile(rf"\b(?:{AND}|a|in|{AND_ABROAD})\b|[&,;/和与と・및]")
_BESIDE = dict.fromkeys(map(ord, "´ˇ¨˜¸˙˚˘˝˛`¯"))
_LONGEST_NAME, _LEAST_INITIALS = 12, 3
_LONGEST_AUTHORS = 80  # characters, where an entry has no title


_SHORT_NAME = re.compile(
    r"(?P<name>(?:[A-Z][\w’'-]*,? (?:(?:of|for|the|and|on|in|de|&) ){0,2}){1,9}?)"
    r"[\[(](?P<short>[A-Z][A-Za-z]{0,7}[A-Z])(?:[\])]|[,;]\s(?:1[6-9]|20)\d\d|[,;]\sn\.\s?d\.)"
)


_OPENING_SHORT = re.compile(
    r"(?:[A-Z][^()\[\]\d.;:]{9,160})\s[\[(](?P<short>[A-Z][A-Za-z-]{0,9}[A-Z])[\])][.,]?\s"
)
"""An organisation at the head of an entry, its short name behind it."""


@dataclass(slots=True)
class ReferenceIndex:
    """The reference list by label, by number, and by first author and year.

    ``dated`` holds what the authors of an entry lead to, ``opening`` what its first words do,
    which is asked only where authors lead nowhere. ``round_numbers`` and ``by_name`` say that this
    document cites by "(12)" and, though its list is numbered, by name and year; ``by_page`` that it
    cites by name and page.
    """

    references: Sequence[Reference]
    numbers: dict[int, int] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    dated: defaultdict[tuple[str, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    opening: defaultdict[tuple[str, int], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    works_by_author: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    letters: dict[int, str] = field(default_factory=dict)
    round_numbers: bool = False
    by_name: bool = False
    by_page: bool = False

    @classmethod
    def of(cls, references: Sequence[Reference]) -> ReferenceIndex:
        """Return the index of a list."""
        index = cls(references)
        for reference in references:
            if reference.label.isdecimal():
                index.numbers.setdefault(int(reference.label), reference.index)
            if reference.label:
                index.labels.setdefault(label_key(reference.label), reference.index)
            for name in _author_keys(reference):
                index.works_by_author[name].append(reference.index)
            for year, letter in _list_years(reference):
                _enter(index.dated, _author_keys(reference), year, reference.index)
                _enter(index.opening, _opening_keys(reference), year, reference.index)
                if letter:
                    index.letters.setdefault(reference.index, letter)
        return index

    def add_short_names(self, short_names: Mapping[str, str]) -> None:
        """Let the short names of organisations, "WHO", lead where the long ones do."""
        years = {year for _, year in self.dated}
        for short, name in short_names.items():
            if _key(short) not in self.works_by_author:
                self.works_by_author[_key(short)] = list(self.works_by_author.get(_key(name), ()))
            for year in years:
                positions = self.dated.get((_key(name), year))
                if positions and (_key(short), year) not in self.dated:
                    self.dated[_key(short), year] = list(positions)

    def list_works(self, name: str) -> list[int]:
        """Return the entries whose first author has this family name, or is this organisation."""
        return list(self.works_by_author.get(_key(COMPANY.sub("", name)), ()))

    @property
    def is_numbered(self) -> bool:
        """Say whether most entries carry numbers."""
        return len(self.numbers) > 0.5 * len(self.references)

    def by_names(self, first: str, others_text: str, year: int, letter: str) -> int | None:
        """Return the entry that a name and year lead to; ``None`` when none fits."""
        key = _key(first), year
        positions = self.dated.get(key) or self.opening.get(key) or self._list_undated(first)
        if len(positions) > 1:
            positions = [at for at in positions if self.agrees(at, others_text)] or positions
            positions = [at for at in positions if self._is_whole(at, others_text)] or positions
        lettered = [at for at in positions if at in self.letters]
        if letter and lettered:
            positions = [at for at in lettered if self.letters[at] == letter]
        elif letter and len(positions) > 1:  # the list prints no letters: they follow its order
            positions = positions[ord(letter) - ord("a") :]
        else:
            positions = [at for at in positions if at not in lettered] or positions
        return positions[0] if positions else None

    def _list_undated(self, first: str) -> list[int]:
        """Return the only work of an author if its entry has no year, as web pages often have."""
        works = self.works_by_author.get(_key(first), [])
        undated = self.dated.get((_key(first), UNDATED), [])
        is_clear = len(works) == 1 and works == undated
        return works if is_clear and self.references[works[0]].year is None else []

    def agrees(self, at: int, others_text: str) -> bool:
        """Say whether an entry has the further authors that a marker names, or some at all."""
        authors = self.references[at].authors
        et_al = _AND_OTHERS.search(others_text)
        if et_al:
            listed = filter(None, map(_key, _AND.split(others_text[: et_al.start()])))
            further = list(map(_key, authors[1:]))
            return (len(authors) not in (1, 2) or self._prints_others(at)) and all(
                any(name in author for author in further) for name in listed
            )
        if not others_text.strip():
            return len(authors) == 1 and not self._prints_others(at)
        second = _key(_AND.split(others_text)[-1])
        return any(second in _key(author) for author in authors[1:])

    def _is_whole(self, at: int, others_text: str) -> bool:
        """Say whether an entry has as many authors as a marker that names all of them."""
        if _AND_OTHERS.search(others_text):
            return True
        names = [name for name in _AND.split(others_text) if name.strip()]
        return len(self.references[at].authors) == 1 + len(names)

    def _prints_others(self, at: int) -> bool:
        """Say whether an entry itself leaves authors out: "Roe, K. et al. (2004) Waves"."""
        reference = self.references[at]
        title_start = reference.text.find(reference.title) if reference.title else -1
        names_end = title_start if title_start > 0 else _LONGEST_AUTHORS
        return _AND_OTHERS.search(reference.text, 0, names_end) is not None


def find_short_names(text: str) -> dict[str, str]:
    """Return the long names of organisations by the short ones that stand in brackets behind."""
    short_names = {}
    for match in _SHORT_NAME.finditer(text):
        capitals = "".join(char for char in match["short"] if char.isupper())
        words = match["name"].split()
        starts = [at for at, word in enumerate(words) if word[0].isupper()]
        for start in starts:
            initials = [word[0] for word in words[start:] if word[0].isupper()]
            if "".join(initials) == capitals and len(capitals) > 1:
                short_names[match["short"]] = " ".join(words[start:])
    return short_names


def _key(name: str) -> str:
    """Return a name for comparing, also one whose accents stand beside its letters."""
    return family_key(name.translate(_BESIDE))


def label_key(label: str) -> str:
    """Return a label for comparing: "[BOT+ 04]" and "[BOT+04]" are one."""
    return re.sub(r"[\s+*]+", "", label).casefold()


def _enter(
    table: defaultdict[tuple[str, int], list[int]], keys: Iterable[str], year: int, at: int
) -> None:
    for key in keys:
        if key and at not in table[key, year]:
            table[key, year].append(at)


def _list_years(reference: Reference) -> list[tuple[int, str]]:
    """Return the years an entry may be cited by: its own, or where none was read, any in it."""
    text = put_year_first(_ADDRESS.sub(" ", reference.text))
    year_pairs = [(int(match["year"]), match["letters"][:1]) for match in YEAR.finditer(text)]
    own = [pair for pair in year_pairs if pair[0] == reference.year]
    if own:
        year_pairs = [max(own, key=lambda pair: pair[1])]
    elif reference.year:
        year_pairs = [(reference.year, "")]
    is_dated = reference.year is not None or YEAR.search(ACCESSED.sub(" ", text))
    return (
        year_pairs if is_dated and not _NOT_OUT_YET.search(text) else [*year_pairs, (UNDATED, "")]
    )


def _author_keys(reference: Reference) -> set[str]:
    """Return the forms the first author's name may be cited in: "Berg", "van der Berg", all."""
    if not reference.authors:
        return set()
    words = COMPANY.sub("", reference.authors[0]).split()
    if not words:
        return set()
    keys = [_key(word) for word in words]
    given_names = re.split(r"[-‐]", "-".join(words[:-1]))
    initials = "".join(map(_key, (name[:1] for name in given_names)))  # "H.-D. Roe"
    return {initials + keys[-1], *("".join(keys[start:]) for start in range(len(keys)))}


def _initials(organisation: str) -> str:
    """Return what an organisation may be called: "who"; "" for fewer than three letters."""
    initials = "".join(word[0] for word in organisation.split() if word[0].isupper())
    return initials.casefold() if len(initials) >= _LEAST_INITIALS else ""


def _opening_keys(reference: Reference) -> set[str]:
    """Return what the entry's first words may be cited as, in case its authors were misread."""
    words = _WORD.findall(reference.text.removeprefix("The ")[:200])[:_LONGEST_NAME]
    first = reference.authors[0] if reference.authors else ""
    whole = first if " " not in first and is_east_asian(first) else ""
    families = {_key(whole[:length]) for length in (1, 2, 3)}
    short = _OPENING_SHORT.match(reference.text)
    shorts = (
        {_key(short["short"])} if short else {_initials(first)} if is_organisation(first) else set()
    )
    title = _key(reference.title)  # a work of nobody is cited by its title
    return families | shorts | {title} | set(itertools.accumulate(_key(word) for word in words))
