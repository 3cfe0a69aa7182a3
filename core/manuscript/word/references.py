"""The reference list of a Word file: from its citation fields, else from the typed list."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from core.base.identity import family_name
from core.base.records import PaperRecord, Reference
from core.manuscript.references.author_names import begins_with_name, turn_names
from core.manuscript.references.entry_details import formatted
from core.manuscript.references.entry_fields import (
    find_arxiv,
    find_doi,
    has_repeated_authors,
    parse_entry,
)
from core.manuscript.references.own_works import (
    find_end_of_list,
    find_own_works,
    is_appendix_title,
    number_own_works,
)
from core.manuscript.text.common_titles import KINDS, is_references_title
from core.manuscript.word.fields import CitedWork
from core.manuscript.word.handmade import is_list_title
from core.manuscript.word.text import WordParagraph

APPENDIX = re.compile(rf"(?:appendi|supplement|{KINDS['appendix'].lstrip('^')})", re.IGNORECASE)

_LABEL = re.compile(
    r"\s*(?:\[(?P<bracketed>[^\[\]]{1,30})\]|\(?(?P<plain>\d{1,3})(?:[.)]|\s?[-–])?(?=\s))\s*"
)
_BARE_NUMBER = re.compile(r"\s*\d{1,3}\s")
_LETTERS = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d{2}(?!\d)")
_SHORTEST, _SHORTEST_AS_HEADING = 20, 50  # letters
_LABEL_SIGNS = "0123456789()[]. "
_LONGEST_TITLE = 250
_NAME_AND_YEAR = re.compile(
    r"[^\W\d_a-z][^\d(),.]{1,60}[,.]?\s\(?(?:1[6-9]|20)\d{2}[a-z]?\)?[.,:]\s+[“\"‘]?[^\W\d_a-z]"
)
_LEAST_ENTRIES, _LONGEST_ENTRY = 3, 600
_MOST_BETWEEN = 3  # paragraphs in a row of a list that do not read like entries
_LIST_STYLE = re.compile(
    r"(?:[\w.]+[ _])?(?:bibliograph\w*|references?|literaturverzeichnis|p-bibitem)"
    r"(?:[ _](?:\d|entry|eintrag|list))?\Z"
)
_ENTRY_LABEL = re.compile(r"[\[(［]?\d{1,3}[\])］.]\s*(?=\S)")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
_LINKED = re.compile(rf"{_ADDRESS.pattern}(?:[\s,(\[][^.]{{0,40}}\d{{4}})?\W*\Z")
"""An entry that ends in an address, and perhaps in when it was read."""
_LEAST_NAMES, _IN_ORDER = 8, 0.9  # the share of names that follow the one before
_TELLING_TITLE = 25


@dataclass(slots=True)
class WordReferences:
    """The references and which of them a field's work is, if they are those of fields."""

    references: tuple[Reference, ...] = ()
    by_fields: bool = False
    index_by_key: dict[str, int] = field(default_factory=dict)

    def find_indices(self, works: Sequence[CitedWork]) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return the entries that works lead to, and the keys of those that lead to none."""
        entry_indices = [self.index_by_key.get(work.key) for work in works]
        return (
            tuple(dict.fromkeys(index for index in entry_indices if index is not None)),
            tuple(
                work.key for work, index in zip(works, entry_indices, strict=True) if index is None
            ),
        )


def from_fields(works: Sequence[CitedWork], listed: Sequence[WordParagraph]) -> WordReferences:
    """Return the list of what fields cite; ``listed`` is the list as the file shows it.

    It goes in the shown order, as far as the entries are found there, else in that of citing.
    """
    records: dict[str, PaperRecord] = {}
    for work in works:
        if work.record is not None:
            records.setdefault(work.key, work.record)
    listed_texts = [paragraph.text.strip() for paragraph in listed if paragraph.text.strip()]
    at = _places(records, listed_texts)
    order = sorted(records, key=lambda key: (at[key] is None, at[key] or 0))
    result = WordReferences(by_fields=True)
    references: list[Reference] = []
    same: dict[Hashable, int] = {}
    typed = _typed(listed_texts, {index for index in at.values() if index is not None})
    for key in order:
        record, index = records[key], at[key]
        references += _take_entries(typed, index, len(references))
        identity = _identity(record) if index is None else index
        if identity not in same:
            same[identity] = len(references)
            text = listed_texts[index] if index is not None else ""
            references.append(_reference(len(references), record, text))
        result.index_by_key[key] = same[identity]
    references += _take_entries(typed, None, len(references))
    result.references = tuple(references)
    return result


def _identity(record: PaperRecord) -> Hashable:
    """Return what tells a work from others of its title and year, as "Editorial" of two journals.

    A file may have one work several times, as from the libraries of two authors.
    """
    if record.doi:
        return record.doi.lower()
    return _letters(record.title), record.year, _first_author(record), _letters(record.venue)


def _first_author(record: PaperRecord) -> str:
    return _letters(family_name(record.authors[0])) if record.authors else ""


def _places(
    records: Mapping[str, PaperRecord], listed_texts: Sequence[str]
) -> dict[str, int | None]:
    """Return where the list shows each record: by its title, else by first author and year.

    Works of different titles, and different works of one title, do not share an entry unless
    nothing else is shown.
    """
    keys = [_letters(_without_label(text)[1]) for text in listed_texts]
    at: dict[str, int | None] = {}
    place_of: dict[Hashable, int | None] = {}
    titles_at: dict[int, str] = {}
    for key in sorted(records, key=lambda key: -len(_letters(records[key].title))):
        record, identity = records[key], _identity(records[key])
        if identity not in place_of:
            place = place_of[identity] = _find_entry(record, keys, titles_at)
            if place is not None:
                titles_at[place] = _letters(record.title)
        at[key] = place_of[identity]
    for key, record in records.items():
        name = _first_author(record)
        if at[key] is not None or not name or record.year is None:
            continue
        like = [
            index
            for index, letters in enumerate(keys)
            if letters.startswith(name) and str(record.year) in letters
        ]
        free = [index for index in like if index not in at.values()]
        at[key] = free[0] if len(free) == 1 else None
    return at


def _typed(listed_texts: Sequence[str], found_indices: Set[int]) -> dict[int, str]:
    """Return the entries that the list shows and no field makes, as they were typed by hand.

    An entry that a second list repeats is not one of them, but one that stands below itself is: the
    list has it twice. Its number in a row with those of others
    tells an entry that begins with no person's name, as that of an office.
    """
    keys = [_letters(_without_label(text)[1]) for text in listed_texts]
    found_entries = {keys[index] for index in found_indices}
    own = {
        index: text
        for index, text in enumerate(listed_texts)
        if index not in found_indices
        and (keys[index] not in found_entries or keys[index - 1 : index] == [keys[index]])
    }
    entries = {
        index: text
        for index, text in own.items()
        if _YEAR.search(text) and begins_with_name(_without_label(text)[1])
    }
    known_indices = {*found_indices, *entries}
    for run in _runs_of_numbers(listed_texts):
        if not known_indices.isdisjoint(run):
            entries |= {index: own[index] for index in run if index in own}
    return entries


def _runs_of_numbers(texts: Sequence[str]) -> list[range]:
    """Return the places of texts in a row whose numbers go on by one, three or more of them."""
    numbers = [_number(text) for text in texts]
    starts = [
        at
        for at, number in enumerate(numbers)
        if at == 0 or not number or number != numbers[at - 1] + 1
    ]
    runs = [range(start, end) for start, end in pairwise([*starts, len(numbers)])]
    return [run for run in runs if len(run) >= _LEAST_ENTRIES]


def _number(text: str) -> int:
    """Return the number of an entry, 0 if it has none."""
    label = _without_label(text)[0]
    return int(label) if label.isdecimal() else 0


def _take_entries(typed: dict[int, str], before: int | None, first: int) -> list[Reference]:
    """Take out the typed entries that stand before one, or all; they count from ``first``."""
    places = sorted(index for index in typed if before is None or index < before)
    return [_parsed(first + n, *_without_label(typed.pop(at))) for n, at in enumerate(places)]


def from_list(listed: Sequence[WordParagraph]) -> WordReferences:
    """Return the entries of a typed list; Word's own numbering counts as labels."""
    references: list[Reference] = []
    index_by_key: dict[str, int] = {}
    for paragraph in listed:
        label, text = _without_label(paragraph.text.strip())
        if not _is_long_enough(text, labelled=bool(label) or paragraph.numbered):
            continue
        number = str(len(references) + 1)
        if paragraph.numbered and label != number and _BARE_NUMBER.match(paragraph.text):
            label, text = "", paragraph.text.strip()  # "429 Too Many Requests", by its title
        if not label and paragraph.numbered:
            label = number
        entry = _parsed(len(references), label, text)
        if references and has_repeated_authors(text):
            entry = replace(entry, authors=references[-1].authors)
        if paragraph.key:
            index_by_key[paragraph.key] = len(references)
        references.append(entry)
    if _has_families_first(references):
        references = [replace(one, authors=turn_names(one.authors)) for one in references]
    return WordReferences(tuple(number_own_works(references)), index_by_key=index_by_key)


def _has_families_first(references: Sequence[Reference]) -> bool:
    """Say whether entries print "Oak Ann" for Ann Oak: by their first words they are in order."""
    names = [
        one.authors[0].split()
        for one in references
        if one.authors and one.text.startswith(one.authors[0])
    ]
    names = [words for words in names if len(words) == 2]
    orders = [[_letters(words[at]) for words in names] for at in (0, 1)]
    first, last = (sum(a <= b for a, b in pairwise(order)) for order in orders)
    return len(names) >= _LEAST_NAMES and first >= _IN_ORDER * (len(names) - 1) > last


def _is_long_enough(text: str, *, labelled: bool) -> bool:
    """Say whether a paragraph of the list is an entry.

    A short one has a year or the number of a paper, and a label, a name, or one word as a name:
    "Maxis, 2008. Spore."
    """
    if sum(map(str.isalpha, text)) >= _SHORTEST or (labelled and _ADDRESS.fullmatch(text)):
        return True
    is_known = bool(_YEAR.search(text) or find_doi(text) or find_arxiv(text))
    has_name = begins_with_name(text) or _NAME_AND_YEAR.match(text) is not None
    return is_known and (labelled or has_name)


def split_own_works(
    listed: Sequence[WordParagraph],
) -> tuple[list[WordParagraph], list[WordParagraph]]:
    """Part a typed list from what the authors published themselves, listed behind it."""
    first = find_own_works([paragraph.text for paragraph in listed])
    if first is None or any(paragraph.in_list for paragraph in listed):
        return list(listed), []
    return list(listed[:first]), list(listed[first:])


def end_typed_lists(
    paragraphs: Sequence[WordParagraph], is_heading: Callable[[WordParagraph], bool]
) -> Iterator[WordParagraph]:
    """Yield the first paragraph behind each typed list that goes on without a heading.

    Titles of appendices there become headings, though they look like the text.
    """
    headings = [
        at for at, one in enumerate(paragraphs) if is_heading(one) and not is_entry_as_heading(one)
    ]
    for start, end in pairwise([*headings, len(paragraphs)]):
        if not is_list_title(paragraphs[start].text):
            continue
        listed = [one for one in paragraphs[start + 1 : end] if one.text.strip()]
        first = _find_end_of_typed_list(listed)
        if first is None:
            continue
        for one in listed[first:]:
            if is_appendix_title(one.text) and len(one.text) <= _LONGEST_TITLE:
                one.outline = paragraphs[start].outline or 0
        yield listed[first]


def _find_end_of_typed_list(listed: Sequence[WordParagraph]) -> int | None:
    """Return where a typed list is over, ``None`` if at its last paragraph."""
    if any(paragraph.in_list for paragraph in listed):
        return None
    is_numbered = sum(one.numbered for one in listed[:_LEAST_ENTRIES]) > 1
    style_flags = [is_styled_entry(one) or (is_numbered and one.numbered) for one in listed]
    return find_end_of_list([one.text for one in listed], style_flags=style_flags)


def is_entry_as_heading(paragraph: WordParagraph) -> bool:
    """Say whether what a style or its look makes a heading is an entry of the list above it."""
    text = paragraph.text.strip()
    is_named = begins_with_name(text.lstrip(_LABEL_SIGNS)) and reads_like_entry(paragraph)
    return is_named and len(text) >= _SHORTEST_AS_HEADING and not APPENDIX.match(text)


def locate_works(works: Sequence[CitedWork], references: Sequence[Reference]) -> dict[str, int]:
    """Return the entries of a typed list that show works, by the key of each work."""
    records = {work.key: work.record for work in works if work.record is not None}
    places = _places(records, [entry.text for entry in references])
    return {key: place for key, place in places.items() if place is not None}


def is_styled_entry(paragraph: WordParagraph) -> bool:
    """Say whether the style of a paragraph is that of a reference list."""
    is_entry = _LIST_STYLE.match(paragraph.style) and paragraph.outline is None
    return bool(is_entry) and not is_references_title(paragraph.text.strip().rstrip(".:"))


def reads_like_entry(paragraph: WordParagraph) -> bool:
    """Say whether a paragraph names authors or has a label, and a year."""
    text = paragraph.text.strip()
    label = _ENTRY_LABEL.match(text)
    bare = text[label.end() :] if label else text
    if paragraph.cites or len(text) > _LONGEST_ENTRY or not _YEAR.search(text):
        return False
    return bool(bare) and (
        label is not None or begins_with_name(bare) or has_repeated_authors(bare)
    )


def split_lines(listed: Sequence[WordParagraph]) -> list[WordParagraph]:
    """Part the paragraphs of a list in which several entries are lines of one paragraph.

    What does not read like an entry belongs to the one above it, as does an address alone.
    """
    entries: list[WordParagraph] = []
    for paragraph in listed:
        if entries and _ADDRESS.fullmatch(paragraph.text.strip()):
            text = f"{entries[-1].text.rstrip()} {paragraph.text.strip()}"
            entries[-1] = replace(entries[-1], text=text)
        else:
            entries += _split_paragraph(paragraph)
    return entries


def _split_paragraph(paragraph: WordParagraph) -> list[WordParagraph]:
    edges = [0, *paragraph.breaks, len(paragraph.text)]
    lines = [
        replace(paragraph, text=text, cites=[], raised=[], breaks=[])
        for start, end in pairwise(edges)
        if (text := paragraph.text[start:end].strip())
    ]
    openings = [reads_like_entry(line) for line in lines]
    if sum(openings) < _LEAST_ENTRIES or 3 * sum(openings) < 2 * len(lines) or not openings[0]:
        return [paragraph]
    entries: list[WordParagraph] = []
    for line, is_first in zip(lines, openings, strict=True):
        if is_first:
            entries.append(line)
        else:
            entries[-1].text += f" {line.text}"
    return entries


def find_unheaded_list(paragraphs: Sequence[WordParagraph]) -> list[int]:
    """Return which paragraphs are a list that no heading begins: numbered ones, or the last."""
    if numbered := _find_numbered_lists(paragraphs):
        return numbered
    first, entries = len(paragraphs), 0
    for at in reversed(range(len(paragraphs))):
        if reads_like_entry(paragraphs[at]):
            first, entries = at, entries + 1
        elif first - at > _MOST_BETWEEN or len(paragraphs[at].text) > _LONGEST_ENTRY:
            break
    places = range(first, len(paragraphs))
    is_list = entries >= _LEAST_ENTRIES and 3 * entries >= 2 * len(places)
    return list(places) if is_list else []


def _find_numbered_lists(paragraphs: Sequence[WordParagraph]) -> list[int]:
    """Return which paragraphs are a list without a heading, by numbers that go on from 1.

    It may be in several parts, as that of the methods is in some journals. Numbered text is none:
    most entries have a year, and many of them begin with a name; or most have a web address.
    """
    places: list[int] = []
    number, at = 1, 0
    while at < len(paragraphs):
        run = _run_of_numbers(paragraphs, at, number)
        entries = split_lines([paragraphs[one] for one in run])
        if len(entries) >= _LEAST_ENTRIES and _read_like_entries(entries):
            places += run
            number += len(entries)
        at = run[-1] + 1 if run else at + 1
    return places


def _run_of_numbers(paragraphs: Sequence[WordParagraph], first: int, number: int) -> list[int]:
    """Return the paragraphs from ``first`` on whose numbers are those from ``number`` on.

    An address alone goes on with the entry above it.
    """
    run: list[int] = []
    for at in range(first, len(paragraphs)):
        text = paragraphs[at].text.strip()
        if _number(text) == number:
            number += 1
        elif not run or not _ADDRESS.fullmatch(text):
            break
        run.append(at)
    return run


def _read_like_entries(paragraphs: Sequence[WordParagraph]) -> bool:
    texts = [_without_label(one.text.strip())[1] for one in paragraphs]
    dated = sum(bool(_YEAR.search(text)) and len(text) <= _LONGEST_ENTRY for text in texts)
    with_name = sum(map(begins_with_name, texts))
    linked = sum(bool(_LINKED.search(text)) and len(text) <= _LONGEST_ENTRY for text in texts)
    is_dated = 3 * dated >= 2 * len(texts) and 2 * with_name >= len(texts)
    return is_dated or 5 * linked >= 4 * len(texts)


def _parsed(index: int, label: str, text: str) -> Reference:
    fields = parse_entry(text)
    return Reference(
        index=index, label=label, text=text, authors=fields.authors, title=fields.title,
        year=fields.year, venue=fields.venue, doi=fields.doi, arxiv=fields.arxiv, url=fields.url,
    )  # fmt: skip


def _reference(index: int, record: PaperRecord, listed_text: str) -> Reference:
    label, text = _without_label(listed_text)
    return Reference(
        index=index, label=label, text=text or formatted(record), authors=record.authors,
        title=record.title, year=record.year, venue=record.venue, doi=record.doi.lower(),
        arxiv=record.arxiv, url=record.url,
    )  # fmt: skip


def _without_label(text: str) -> tuple[str, str]:
    match = _LABEL.match(text)
    if match is None:
        return "", text
    return match["bracketed"] or match["plain"], text[match.end() :]


def _find_entry(
    record: PaperRecord, keys: Sequence[str], titles_at: Mapping[int, str]
) -> int | None:
    """Return the entry that shows the title of a record and agrees with it best.

    A short title is part of others, so that author or year must be shown with it.
    """
    title = _letters(record.title)
    name, year = _first_author(record), "" if record.year is None else str(record.year)

    def agreement(at: int) -> tuple[bool, ...]:
        stated = (name, year, _letters(record.venue))
        return tuple(bool(part) and part in keys[at] for part in stated)

    fitting = [
        at
        for at, letters in enumerate(keys)
        if title and title in letters and titles_at.get(at, title) == title
    ]
    if len(title) < _TELLING_TITLE and (name or year):
        fitting = [at for at in fitting if any(agreement(at)[:2])]
    free = [at for at in fitting if at not in titles_at]
    return max(fitting, key=lambda at: (sum(agreement(at)), at in free, -at), default=None)


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text.casefold()))
