"""The verdict on how well a manuscript was read, and what may be concluded from it.

Serious is what changes conclusions about the whole manuscript: an included file that was not
found or a lost reference list, whatever their size; from ``SERIOUS_CHARACTERS`` on (about fifteen
sentences, a page or so of which a person would speak) or ``SERIOUS_SHARE`` of the text. A real
article of ten pages leaves up to two per cent of its characters in running heads cut through by
figures, equations and the like, of which nobody would speak. Everything else is minor.

Whether one entry is cited, or one sentence listed, a single lost sentence can decide: findings that
rest on something being absent are kept back from ``_LEAST_LOST`` characters on.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA
from typing_extensions import TypedDict

from core.base.findings import Finding
from core.base.identity import family_name, plain, split_into_words
from core.base.messages import Message
from core.base.records import Manuscript, Reference, UnreadKind, UnreadPart
from core.manuscript.text.extractor import (
    EXTRACTOR,
    LATEX_EXTRACTOR,
    NAMES_ITS_BIBLIOGRAPHY,
    ODT_EXTRACTOR,
    WORD_EXTRACTOR,
)
from core.manuscript.text.scripts import unsupported_script
from core.recommend.gaps import knows_language

UnreadLevel = Literal["nothing", "minor", "serious"]

SERIOUS_CHARACTERS = 2_000
SERIOUS_SHARE = 0.03
_LEAST_LOST = 80  # characters: a sentence with a citation
_LEAST_CITATIONS = 5  # commands that were not understood, from which on they are serious
_ALWAYS_LOSE_TEXT = frozenset(("file", "citation", "note"))
_SEARCHING_NOTES = (WORD_EXTRACTOR, ODT_EXTRACTOR, LATEX_EXTRACTOR)
_BIBLIOGRAPHY = re.compile(r"\.(?:bib|bbl|json|ya?ml|ris|enw|nbib)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadingVerdict:
    """How much of a manuscript was not read, in one sentence with its consequence.

    ``loses_text`` says that sentences or citations are missing: the list of gaps is incomplete.
    ``loses_citations`` says that what is missing may cite: nothing may be called never cited.
    ``loses_list`` says that entries are missing: nothing may be called not listed, nor if the
    ``list_is_unnamed``, which may be that of another manuscript, nor if the ``list_may_continue``:
    what stands behind a generated list may be more of it.
    ``text`` is "" if nothing was lost.
    """

    level: UnreadLevel
    text: str = ""
    parts: tuple[UnreadPart, ...] = ()
    loses_text: bool = False
    loses_list: bool = False
    loses_citations: bool = False

    @property
    def list_is_unnamed(self) -> bool:
        """Say whether the works were read from a file that the manuscript does not name."""
        return any(part.kind == "unnamed" for part in self.parts)

    @property
    def list_may_continue(self) -> bool:
        """Say whether a list behind the reference list may be a part of it."""
        return any(part.kind == "behind" for part in self.parts)

    @property
    def lines(self) -> list[str]:
        """What is said of each part, behind the place where it starts."""
        return [part_text(part) for part in self.parts]

    @property
    def is_serious(self) -> bool:
        """Say whether the manuscript as a whole cannot be judged."""
        return self.level == "serious"


def judge_reading(manuscript: Manuscript) -> ReadingVerdict:
    """Return the verdict on the parts of a manuscript that were not read, the gravest first."""
    parts = sorted(manuscript.unread, key=_weight, reverse=True)
    if not parts:
        return ReadingVerdict("nothing")
    of_list = [part for part in parts if _is_of_list(part)]
    of_text = [part for part in parts if not _is_of_list(part)]
    loses_text = _lose_text(of_text)
    may_cite = [part for part in of_text if part.kind != "note"]
    return ReadingVerdict(
        "serious" if _is_serious(manuscript, of_text, of_list) else "minor",
        _sentence(parts, loses_text=loses_text, loses_list=bool(of_list)),
        tuple(parts),
        loses_text=loses_text,
        loses_list=bool(of_list),
        loses_citations=_lose_text(may_cite if _searches_notes(manuscript) else of_text),
    )


def part_text(part: UnreadPart) -> str:
    """Return what is said of a part, behind the place where it starts."""
    if not part.file:
        return part.text
    place = Message("{file}", file=part.file)
    if part.line is not None:
        place = Message("{file}, line {line}", file=part.file, line=part.line)
    return Message("{place}: {what}", place=place, what=part.text)


class UnreadLine(TypedDict):
    """A part of a document that was not read; lines and pages count from 1."""

    kind: UnreadKind
    text: str
    file: str
    line: int | None
    page: int | None
    characters: int


class ReadingState(TypedDict):
    """How much of a document was not read, and what follows."""

    level: UnreadLevel
    text: str
    parts: list[UnreadLine]


def reading_json(verdict: ReadingVerdict) -> ReadingState:
    """Return the verdict as other programs get it, each part with its place."""
    return {
        "level": verdict.level,
        "text": str(verdict.text),
        "parts": [
            {
                "kind": part.kind,
                "text": str(part.text),
                "file": part.file,
                "line": part.line,
                "page": part.page,
                "characters": part.characters,
            }
            for part in verdict.parts
        ],
    }


def _is_serious(
    manuscript: Manuscript,
    of_text: Sequence[UnreadPart],
    of_list: Sequence[UnreadPart],
) -> bool:
    listed = sum(len(entry.text) for entry in manuscript.references)
    missing = sum(part.characters for part in of_list)
    if any(not part.characters for part in of_list) or missing > SERIOUS_SHARE * listed:
        return True
    if any(part.kind == "file" for part in of_text):
        return True
    if sum(part.kind == "citation" for part in of_text) >= _LEAST_CITATIONS:
        return True
    lost = sum(part.characters for part in of_text)
    share = lost / manuscript.source_characters if manuscript.source_characters else 0.0
    return lost >= SERIOUS_CHARACTERS or share >= SERIOUS_SHARE


def _lose_text(parts: Sequence[UnreadPart]) -> bool:
    lost = sum(part.characters for part in parts)
    return lost >= _LEAST_LOST or any(part.kind in _ALWAYS_LOSE_TEXT for part in parts)


def _searches_notes(manuscript: Manuscript) -> bool:
    """Say whether the entries that a note may cite are perhaps cited: all its words were sought."""
    return manuscript.extractor.startswith(_SEARCHING_NOTES)


def _is_of_list(part: UnreadPart) -> bool:
    """Say whether entries of the reference list are lost with a part."""
    if part.kind == "list":
        return True
    return part.kind == "file" and _BIBLIOGRAPHY.search(str(part.text)) is not None


def _weight(part: UnreadPart) -> tuple[bool, bool, int]:
    """Return what puts the gravest part first: lists and files, then the longest."""
    return part.kind in ("file", "list", "behind"), part.kind != "unnamed", part.characters


def _sentence(parts: Sequence[UnreadPart], *, loses_text: bool, loses_list: bool) -> str:
    summary = part_text(parts[0])
    count = sum(part.kind != "unnamed" for part in parts[1:])
    if count == 1:
        summary = Message("{what} Another part was not read either.", what=summary)
    elif count:
        summary = Message(
            "{what} {count} other parts were not read either.", what=summary, count=count
        )
    if loses_text and loses_list:
        effect = Message(
            "Findings and gaps do not cover this part, and the citations cannot be checked "
            "against the reference list."
        )
    elif loses_list:
        effect = Message("The citations cannot be compared with the reference list.")
    elif parts[0].kind in ("unnamed", "behind"):
        effect = Message("Citations without an entry are not reported.")
    else:
        effect = Message("Findings and gaps do not cover this part.")
    return Message("{what} {effect}", what=summary, effect=effect)


# --- what cannot be checked --------------------------------------------------------------------
#
# What an audit cannot check, because the manuscript was read with doubts, said in its place.
#
# An entry that nothing in the file can mean was not lost with its citation. So a list is in doubt
# only where hardly any of its entries is found cited, and an entry where its number or its names
# stand in the file in a way that was not read as a citation.

_LEAST_ENTRIES = 10
_LEAST_ORDER, _IN_ORDER = 8, 0.75
_BY_NAME = 0.9
_LINES_OF_ENTRY = 2.5  # times the height of a line, in which an entry has room
_PDF = EXTRACTOR.split(" ")[0]
_LEAST_CITED = 0.25
_MOST_UNCITED_NUMBERS, _LEAST_UNCITED_NUMBERS = 0.1, 3
_LEAST_ASTRAY = 8
_MOST_ASTRAY = 0.25
_MOST_LOST = 0.001
_LOST = "\ufffd"
_DAMAGED = re.compile(r"[^\W\d_][~^|<>£§¢¬]{1,3}[^\W\d_]")
_MOST_DAMAGED = 0.1
_MARK = re.compile(r"(?:\[?\d+[\].]?\s*)?(?P<mark>[*∗⁎＊†‡#]+)\s*[^\W\d_]")
_LEAST_MARKED = 3  # entries with a mark, from which on it has a meaning
_NOTE_KEY = re.compile(r"Note\d+")  # of a footnote in a list that REVTeX wrote
_SCRIPTS = {
    "Arabic": Message("Arabic"),
    "Hebrew": Message("Hebrew"),
    "Thai": Message("Thai"),
    "Devanagari": Message("Devanagari"),
    "Bengali": Message("Bengali"),
    "Armenian": Message("Armenian"),
    "Georgian": Message("Georgian"),
}


def cited_entries(manuscript: Manuscript) -> set[int]:
    """Return the entries that sentences cite."""
    return {
        reference
        for sentence in manuscript.sentences
        for marker in sentence.markers
        for reference in marker.references
    }


def doubtful_lists(manuscript: Manuscript) -> set[int]:
    """Return the numbers of the lists so little cited that markers must have been missed.

    Numbers are lost sooner than names, raised ones above all: a list by numbers is cited from 1 to
    its end, so a few that no sentence cites were lost. A source file tells its citations itself.
    In a scan names have lost their letters.
    """
    in_text = cited_entries(manuscript)
    cited = in_text | set(manuscript.cited_beside)
    tells_citations = manuscript.extractor in NAMES_ITS_BIBLIOGRAPHY
    list_numbers = set()
    for number in {entry.list_number for entry in manuscript.references}:
        own = [entry for entry in manuscript.references if entry.list_number == number]
        count = sum(entry.index in cited for entry in own)
        numbered = 2 * sum(entry.label.isdigit() for entry in own) > len(own)
        least = _LEAST_CITED
        if numbered and not tells_citations:
            open_numbers = sum(entry.index not in in_text for entry in own)
            most = max(_LEAST_UNCITED_NUMBERS - 1, _MOST_UNCITED_NUMBERS * len(own))
            least = 1.0 if open_numbers > most else least
            count = min(count, len(own) - 1) if open_numbers > most else count
        is_known = len(own) >= _LEAST_ENTRIES and count > 0
        if is_known and (count < least * len(own) or _are_damaged(own)):
            list_numbers.add(number)
    return list_numbers


def list_uncited(manuscript: Manuscript) -> list[Reference]:
    """Return the entries without a marker, of well-read lists that some marker leads to.

    What a class writes among the entries, as footnotes, is none of them.
    """
    cited = cited_entries(manuscript)
    used = {entry.list_number for entry in manuscript.references if entry.index in cited}
    used -= doubtful_lists(manuscript)
    return [
        entry
        for entry in manuscript.references
        if entry.list_number in used
        and entry.index not in cited
        and not _NOTE_KEY.fullmatch(entry.key)
    ]


def find_lost_in_order(manuscript: Manuscript) -> set[int]:
    """Return the entries of PDFs whose citation was lost: later ones of the order are cited.

    A list numbered in the order of citation has no number that nothing cites.
    """
    if not reads_pdf(manuscript):
        return set()
    first_cited: dict[int, int] = {}
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            for reference in marker.references:
                first_cited.setdefault(reference, len(first_cited))
    lost = set()
    for number in {entry.list_number for entry in manuscript.references}:
        own = [entry for entry in manuscript.references if entry.list_number == number]
        order = [first_cited[entry.index] for entry in own if entry.index in first_cited]
        ascending = sum(one < two for one, two in pairwise(order))
        is_numbered = 2 * sum(entry.label.isdigit() for entry in own) > len(own)
        if is_numbered and len(order) >= _LEAST_ORDER and ascending >= _IN_ORDER * len(order):
            last = max(entry.index for entry in own if entry.index in first_cited)
            lost |= {
                entry.index
                for entry in own
                if entry.index not in first_cited and entry.index < last
            }
    return lost


def find_marked(manuscript: Manuscript) -> dict[int, str]:
    """Return the marks of the entries that begin with one while others of their list do not.

    "*Smith, J. (2010)" stands for a work that a review includes, whether its text cites it or not.
    """
    marks: dict[int, str] = {}
    for number in {entry.list_number for entry in manuscript.references}:
        own = [entry for entry in manuscript.references if entry.list_number == number]
        matches = {entry.index: _MARK.match(entry.text) for entry in own}
        marked = {index: match["mark"] for index, match in matches.items() if match}
        if _LEAST_MARKED <= len(marked) < len(own):
            marks |= marked
    return marks


def reads_pdf(manuscript: Manuscript) -> bool:
    """Say whether a manuscript was read from a PDF, where markers and entries may be lost."""
    return manuscript.extractor.startswith(_PDF)


def is_list_doubtful(manuscript: Manuscript) -> bool:
    """Say whether so many markers lead nowhere that entries must have been missed."""
    markers = [marker for sentence in manuscript.sentences for marker in sentence.markers]
    astray = sum(bool(marker.unresolved) for marker in markers)
    is_often = astray >= _LEAST_ASTRAY and astray > _MOST_ASTRAY * len(markers)
    is_damaged = astray > 0 and _are_damaged(manuscript.references)
    return bool(manuscript.references) and (is_often or is_damaged)


def _are_damaged(entries: Sequence[Reference]) -> bool:
    """Whether signs took the place of letters in many entries, as in a scan: "Ol~ver"."""
    return sum(_DAMAGED.search(one.text) is not None for one in entries) > _MOST_DAMAGED * len(
        entries
    )


def is_beyond_list(part: str, manuscript: Manuscript) -> bool:
    """Whether a number lies behind the last one of a list of which the end was perhaps not read.

    That is so in PDFs, and where an entry without a number stands in the list.
    """
    references = manuscript.references
    labels = [entry.label for entry in references if entry.label.isdigit()]
    if not part.isdigit() or not labels:
        return False
    is_whole = reads_pdf(manuscript) and references[-1].label != labels[-1]
    may_go_on = reads_pdf(manuscript) or any(lacks_number(one, manuscript) for one in references)
    return may_go_on and not is_whole and int(part) > int(labels[-1])


def lacks_number(entry: Reference, manuscript: Manuscript) -> bool:
    """Whether an entry has no number in a list of numbers: a part of another, or misread."""
    labels = [one.label for one in manuscript.references if one.list_number == entry.list_number]
    return not entry.label and 2 * sum(map(str.isdigit, labels)) > len(labels)


def could_not_check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for each thing that the reading leaves in doubt, the gravest first."""
    yield from _not_read(manuscript)
    script = unsupported_script(_texts(manuscript))
    if script:
        yield _finding(
            Message(
                "The text is in {script} script, which is not supported: sentences and citations "
                "may have been missed.",
                script=_SCRIPTS.get(script, script),
            )
        )
    if not manuscript.sentences:
        yield _finding(
            Message(
                "No sentence was found in the text: it may be a scan, or in a script or layout "
                "that cannot be read yet."
            )
        )
        return
    if not knows_language(manuscript):
        yield _finding(
            Message(
                "The text is not in English, and gaps are recognised by English words: most "
                "sentences that need a citation are not found."
            )
        )
    if is_list_doubtful(manuscript):
        yield _finding(
            Message(
                "Many citations lead to no entry of the reference list as it was read. Parts of "
                "the list may have been missed, so they are not listed here."
            )
        )
    cited = cited_entries(manuscript) | set(manuscript.cited_beside)
    for number in sorted(doubtful_lists(manuscript)):
        own = [entry for entry in manuscript.references if entry.list_number == number]
        yield _finding(
            Message(
                "Citations were found for only {cited} of {entries} entries. Some may have been "
                "missed, so entries that are never cited are not listed.",
                cited=sum(entry.index in cited for entry in own),
                entries=len(own),
            )
        )
    if not cited and len(manuscript.references) >= _LEAST_ENTRIES:
        yield _finding(
            Message(
                "No citation was found in the text, though the reference list has {entries} "
                "entries.",
                entries=len(manuscript.references),
            )
        )
    texts = _texts(manuscript)
    lost = sum(text.count(_LOST) for text in texts)
    if lost > _MOST_LOST * sum(map(len, texts)):
        yield _finding(
            Message(
                "The PDF does not define {count} of its characters; words that contain them "
                "cannot be found.",
                count=lost,
            )
        )


def _not_read(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield what the reader lost, and what is therefore not said."""
    reading = judge_reading(manuscript)
    if reading.text:
        yield _finding(reading.text)
    if reading.loses_citations and manuscript.references:
        yield _finding(
            Message(
                "Entries that are never cited are not listed: the parts that were not read may "
                "cite them."
            )
        )


def _texts(manuscript: Manuscript) -> list[str]:
    texts = [sentence.text for sentence in manuscript.sentences]
    texts += [entry.text for entry in manuscript.references]
    return texts or [manuscript.title, manuscript.abstract]


def _finding(text: str) -> Finding:
    return Finding(kind="could not check", text=text)


# --- citations without an entry, and the entries that they may mean -------------------------------
#
# A citation that leads nowhere and an entry that nothing cites are often one work, of which the
# name or the year was mistyped in one place. So neither is asserted where they may be.

_CITED_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]+(?:[-‐][^\W\d_]+)*")
_AT_SECOND_HAND = re.compile(
    r"[a-z]?\)?[,;:]?\s*\(?(?:(?:as\s+)?(?:cited|quoted)\s+(?:in|by)|apud|zit(?:iert|\.)\s+nach"
    r"|cit(?:é|ée|ado|ada|ato|ata)\s+(?:par|por|en|em|da|in)|citerad\s+i)\b",
    re.IGNORECASE,
)
_CITED_YEAR = re.compile(r"(?:1[6-9]|20)\d{2}")
_PARTS = re.compile(r"[-‐]")
_SAME_NAME = 85.0  # two names so alike may be one misspelled: Miller and Milller
_LEAST_NAME = 4  # letters; of shorter names many are alike
_INITIALS = r",?\s(?:[A-Z]\.?[\s-]?){1,3}(?:,|\.\s|\s?(?:&|and)\s)"
_NEXT_AUTHOR = rf"\s?[^\W\d_a-z][\w’'‐-]+{_INITIALS}"
_ENTRY = 4  # sentences that an entry may have where it was read as text
_REACH = 60  # letters before a year, in which the names of its citation stand
_LEAST_SLIP = 6  # letters of a name in which one wrong or two exchanged are a slip


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The entries that a citation may mean, and what ``differs``: nothing, or a slip in it."""

    entries: tuple[int, ...]
    differs: Literal["", "spelling", "year"] = ""


def find_astray(manuscript: Manuscript) -> dict[str, list[int]]:
    """Return what is cited and leads nowhere, with the sentences where.

    Of what is cited at second hand, "Roe, 2005, as cited in Li, 2010", no entry is expected.
    """
    sentences_by_part: defaultdict[str, list[int]] = defaultdict(list)
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            for part in marker.unresolved:
                year = _CITED_YEAR.search(part)
                behind = sentence.text[marker.start :].partition(year[0])[2] if year else ""
                if not _AT_SECOND_HAND.match(behind):
                    sentences_by_part[part].append(sentence.index)
    return sentences_by_part


def match_by_name(manuscript: Manuscript) -> dict[str, NameMatch]:
    """Return the entries that citations without one, as "Roe et al., 2005", may mean.

    A name behind the beginning may be that of an entry that was not told from the one before.
    """
    astray = find_astray(manuscript)
    if not astray:
        return {}
    cited = cited_entries(manuscript)
    entries = [_NamedEntry.of(entry) for entry in manuscript.references]
    matches: dict[str, NameMatch] = {}
    for part in astray:
        names = [plain(name) for name in _CITED_NAME.findall(part)]
        year = _CITED_YEAR.search(part)
        if not names:
            continue
        of_year = [one for one in entries if year and year[0] in one.text]
        same = [one.index for one in of_year if _PARTS.split(names[0])[0] in one.words]
        alike = [one.index for one in of_year if _is_misspelled(names, one)]
        of_other_years = [
            one.index
            for one in entries
            if not (year and (one.index in cited or year[0] in one.text))
            and _is_by_them(names, one)
        ]
        if same or alike or of_other_years:
            differs: Literal["", "spelling", "year"] = (
                "" if same else "spelling" if alike else "year"
            )
            matches[part] = NameMatch(tuple(same or alike or of_other_years), differs)
    return matches


def find_listed_in_text(manuscript: Manuscript, parts: Iterable[str]) -> set[str]:
    """Return the citations by whose author an entry was read as text: "Roe J, Li P. … 2005".

    Its year may be lost where two authors with their initials begin a sentence.
    """
    texts = [sentence.text for sentence in manuscript.sentences]
    listed_parts: set[str] = set()
    for part in parts:
        name, year = _CITED_NAME.search(part), _CITED_YEAR.search(part)
        if not name or not year:
            continue
        author = re.compile(rf"(?<!\w){re.escape(name[0])}{_INITIALS}(?P<next>{_NEXT_AUTHOR})?")
        for at, text in enumerate(texts):
            match = author.search(text)
            rest = " ".join([text[match.end() :], *texts[at + 1 : at + _ENTRY]]) if match else ""
            if match and (year[0] in rest or (match["next"] and match.start() == 0)):
                listed_parts.add(part)
    return listed_parts


def find_lost_at_breaks(manuscript: Manuscript, parts: Iterable[str]) -> set[str]:
    """Return the citations whose entry would stand where a column of the list was not read whole.

    The list must be in the order of names.
    """
    gaps = [
        gap
        for number in {entry.list_number for entry in manuscript.references}
        for gap in _list_breaks(
            [entry for entry in manuscript.references if entry.list_number == number]
        )
    ]
    lost: set[str] = set()
    for part in parts:
        name = plain(match[0]) if (match := _CITED_NAME.search(part)) else ""
        if name and any(before <= name <= after for before, after in gaps):
            lost.add(part)
    return lost


def _list_breaks(entries: Sequence[Reference]) -> Iterator[tuple[str, str]]:
    """Yield the family names around each end of a column that has room for another entry."""
    families = [(plain(_first_family(entry)), entry.rects) for entry in entries if entry.rects]
    ascending = sum(one[0] <= two[0] for one, two in pairwise(families))
    if len(families) < _LEAST_ORDER or ascending < _BY_NAME * (len(families) - 1):
        return
    top = min(rect.y0 for _, rects in families for rect in rects)
    bottom = max(rect.y1 for _, rects in families for rect in rects)
    for (before, rects), (after, next_rects) in pairwise(families):
        last, first = rects[-1], next_rects[0]
        room = _LINES_OF_ENTRY * (last.y1 - last.y0)
        is_break = first.page != last.page or first.y0 < last.y0
        if is_break and (last.y1 + room < bottom or first.y0 > top + room):
            yield before, after


def find_nearly_named(manuscript: Manuscript) -> set[int]:
    """Return the entries of whose first author nearly the name stands before their year.

    A name of an entry of that year that is cited is no slip: "Chen" is not "Cheng" then.
    """
    names_by_year: defaultdict[int | None, set[str]] = defaultdict(set)
    for sentence in manuscript.sentences:
        for year in _CITED_YEAR.finditer(sentence.text):
            before = sentence.text[max(0, year.start() - _REACH) : year.start()]
            names_by_year[int(year[0])].update(map(plain, _CITED_NAME.findall(before)))
    cited = cited_entries(manuscript)
    uncited = [one for one in manuscript.references if one.index not in cited]
    for entry in manuscript.references:
        if entry.index in cited:
            names_by_year[entry.year or 0].difference_update(split_into_words(entry.text))
    nearly_named: set[int] = set()
    for entry in uncited:
        family, names = _first_family(entry), names_by_year[entry.year or 0]
        if any(_are_spellings(name, family) for name in names):
            nearly_named.add(entry.index)
    return nearly_named


@dataclass(frozen=True, slots=True)
class _NamedEntry:
    """An entry with its words and the family name of its first author, both plain."""

    index: int
    text: str
    words: frozenset[str]
    family: str

    @classmethod
    def of(cls, entry: Reference) -> _NamedEntry:
        text = f"{entry.label} {entry.text}"  # "[USP 2009] University of …"
        return cls(entry.index, text, frozenset(split_into_words(text)), _first_family(entry))


def _is_misspelled(names: Sequence[str], entry: _NamedEntry) -> bool:
    """Whether an entry is by an author of nearly the first name, or by another of the names."""
    is_slip = len(names[0]) >= _LEAST_NAME and _are_spellings(names[0], entry.family)
    return is_slip or any(_has_name(name, entry.words) for name in names[1:])


def _is_by_them(names: Sequence[str], entry: _NamedEntry) -> bool:
    """Whether an entry is by the first of the names, and by another of them if there is one."""
    is_first = names[0] == entry.family or bool(
        {*_PARTS.split(names[0])} & {*_PARTS.split(entry.family)}
    )
    return is_first and (len(names) == 1 or any(_has_name(name, entry.words) for name in names[1:]))


def _has_name(name: str, words: frozenset[str]) -> bool:
    return words.issuperset(_PARTS.split(name))


def _first_family(entry: Reference) -> str:
    """Return the family name of the first author, of a compound all parts."""
    if not entry.authors:
        return next(iter(split_into_words(entry.text)), "")
    family = family_name(entry.authors[0])
    names = map(plain, _CITED_NAME.findall(entry.authors[0]))
    return next((name for name in names if _PARTS.split(name)[-1] == family), family)


def _are_spellings(name: str, other: str) -> bool:
    """Whether one name may be the other misspelled: Miller and Milller, Author and Auhtor.

    Names that begin otherwise are others: Parker and Barker. Letters may stand in another order.
    """
    may_slip = name[:1] == other[:1] and min(len(name), len(other)) >= _LEAST_SLIP
    is_slip = may_slip and (OSA.distance(name, other) <= 1 or sorted(name) == sorted(other))
    return is_slip or fuzz.ratio(name, other) >= _SAME_NAME
