"""Which entries a document may cite in a way that was not read as a citation.

An entry that no marker leads to is uncited only if nothing in the whole file, tables and captions
with it, could mean it: neither its number where the document puts numbers, nor its first author
with its year or without any. What is found here is no citation, only a reason not to speak.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from statistics import median

from core.base.records import Manuscript, Reference
from core.manuscript.references.reference_index import ReferenceIndex

_BESIDE = dict.fromkeys(map(ord, "´ˇ¨˜¸˙˚˘˝˛`¯"))
_DIVIDED = re.compile(r"(?<=[^\W\d_])[-‐]\n(?=[^\W\d_])")
_SQUARE = re.compile(r"\[(?P<open>[^\[\]]{1,150})|(?P<shut>\d[\d,;\s–—−‐e-]{0,60})\]")
_ROUND = re.compile(r"\((?P<inside>\s*\d{1,3}(?:\s*[,;–—−‐-]\s*\d{1,3})*\s*)\)")
_BEHIND = re.compile(r"(?<=[^\W\d_]|[.,;:)\]”’\"'])\d{1,3}(?:\s*[,;–—−‐-]\s*\d{1,3})*(?!\w)")
_BARE = re.compile(r"(?<![\w.])\d{1,3}(?:\s*[,;–—−‐-]\s*\d{1,3})*(?![\w%]|\.\d)")
_RANGE = re.compile(r"(?P<low>\d{1,4})(?:\s*[–—−‐e-]\s*(?P<high>\d{1,4}))?")
_LONGEST_RANGE = 60
_LONG_ENTRY, _MOST_ENTRY = 500, 3  # characters, and times as long as the others of its list

_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d{2}(?!\d)")
_NAME = re.compile(r"[^\W\d_][\w’'‐-]+")
_WORD = re.compile(r"\w+")
_LEAST_TITLE_WORDS, _MOST_TITLE_WORDS, _LEAST_TITLE = 4, 6, 20  # words, and letters
_COMPOUND = re.compile(r"[-‐]")
_OPENING = re.compile(
    r"\W*(?P<name>[^\W\d_][\w’'‐-]+)(?:,|\.\s|\s+[A-Z]{1,3}\b|\.?\s+et\b|\s+(?:&|and|und|et)\b)"
)
_FULL_NAME = re.compile(
    r"\W*[^\W\d_a-z][\w’'‐-]+\s+(?:[^\W\d_a-z]\.\s*)*(?P<name>[^\W\d_a-z][\w’'‐-]+)"
    r"(?:,|\.(?=\s)|\s+(?:&|and)\b)"
)
_PHRASE = re.compile(
    r"\W*(?:The\s+)?(?P<phrase>(?:[^\W\d_]{2,}|[^\W\d_]\s+[^\W\d_]{2,})\s+[^\W\d_]{2,})"
)
_QUOTED_TITLE = re.compile(r"\W*(?P<title>[^\W\d_]{4,})\s*[—–:.,(-]")
_SHORTEST_FAMILY = 4  # letters, in capitals
_BEGINNING = 200  # letters of an entry, in which an organisation and its acronym stand
_ACRONYM = re.compile(r"(?<![\w.])[A-Z][A-Z-]{1,11}[A-Z](?!\w|,\s+[A-Z]\b)")
_SMALL = r"(?:(?:of|for|the|and|on|in|de|du|des|del|da|do)\s+)*"
_ORGANISATION = re.compile(rf"[A-Z][\w’'‐-]+(?:,?\s+{_SMALL}[A-Z][\w’'‐-]+){{2,}}")
_REACH = 100  # letters between a name and the year of its citation, also where a cell lies between
_CITES_YEAR = re.compile(
    r"(?:[’']s?)?(?P<others>,?\s*et\s+al\.?|,?\s+(?:and|&|und)\s+(?P<second>[^\W\d_a-z][\w’'‐-]+))?"
    r",?\s*[(\[]?(?P<year>(?:1[6-9]|20)\d{2})(?!\d)"
)
_NEXT_SENTENCE = re.compile(r"(?<!\bal)[.;]\s+(?=[^\W\d_a-z])")
_WITH_OTHERS = re.compile(r"(?:[’']s?)?(?:,?\s*et\s+al\b|\s+(?:and|&|und)\s+[^\W\d_a-z])")
_GIVEN = re.compile(
    r"(?<!\S)(?P<given>[^\W\d_a-z][\w’'‐-]*|[^\W\d_a-z]\.)\s+(?:(?:[a-z]{1,3}|[A-Z]\.)\s+)*\Z"
)
_NOT_GIVEN_TEXT = """
    In The By As See For And Following From Both While Since When If Although Recently However Like
    After Before To Of With Via Also Here There Then Thus Unlike Later Our Where Whereas Similarly
    """
_NOT_GIVEN = frozenset(_NOT_GIVEN_TEXT.split())


def perhaps_cited(
    index: ReferenceIndex, lines: Sequence[str], entry_indices: Iterable[int], *, bare: bool
) -> set[int]:
    """Return those of the entries ``entry_indices`` that something in ``lines`` may mean.

    ``lines`` are all of the document but its lists; ``bare`` says that it cites by numbers
    without brackets.
    """
    entries = [index.references[at] for at in entry_indices]
    more_lines = _text_in_entries(index.references)
    text = _plain(_DIVIDED.sub("", "\n".join([*lines, *more_lines])))
    if index.is_numbered:
        numbers = _numbers(text, index, bare=bare)
        found_indices = {entry.index for entry in entries if entry.label in numbers}
        if not index.by_name:
            return found_indices
    else:
        found_indices = {
            entry.index for entry in entries if entry.label and f"[{entry.label}" in text
        }
    folded_text = f" {_fold(text)} "
    return found_indices | {
        entry.index
        for entry in entries
        if _is_named(entry, text)
        or _has_another_year(entry, text, index.references)
        or _is_named_in_full(entry, folded_text)
    }


def find_perhaps_named(
    manuscript: Manuscript, texts: Iterable[str], *, by_commands: bool
) -> tuple[int, ...]:
    """Return the entries that nothing cites, and that its sentences or ``texts`` may name.

    In the sentences of a document that cites ``by_commands``, a name without a year is none of a
    citation: "the Reed-Oak bound".
    """
    cited = set(manuscript.cited_beside)
    cited |= {at for one in manuscript.sentences for mark in one.markers for at in mark.references}
    uncited = [entry.index for entry in manuscript.references if entry.index not in cited]
    if not uncited:
        return ()
    index = ReferenceIndex.of([replace(one, label="") for one in manuscript.references])
    sentences = [one.text for one in manuscript.sentences]
    with_years = [text for text in sentences if _YEAR.search(text)]
    lines = [*(with_years if by_commands else sentences), *texts]
    return tuple(sorted(perhaps_cited(index, lines, uncited, bare=False)))


def _text_in_entries(references: Sequence[Reference]) -> list[str]:
    """Return what long entries hold behind their beginning: captions at the end of a list."""
    if not references:
        return []
    usual = median(len(entry.text) for entry in references)
    return [
        entry.text[int(2 * usual) :]
        for entry in references
        if len(entry.text) > max(_LONG_ENTRY, _MOST_ENTRY * usual)
    ]


def _plain(text: str) -> str:
    """Return a text without accents, each blank one space."""
    letters = unicodedata.normalize("NFKD", text.translate(_BESIDE))
    return " ".join(
        "".join(character for character in letters if not unicodedata.combining(character)).split()
    )


# --- numbers that may cite ----------------------------------------------------------------------


def _numbers(text: str, index: ReferenceIndex, *, bare: bool) -> Set[str]:
    """Return the numbers that stand where citations may."""
    groups = [match["open"] or match["shut"] for match in _SQUARE.finditer(text)]
    if index.round_numbers or bare or index.by_name:
        groups += [match["inside"] for match in _ROUND.finditer(text)]
    if bare:
        groups += [match[0] for sign in (_BEHIND, _BARE) for match in sign.finditer(text)]
    number_texts: set[str] = set()
    for group in groups:
        for match in _RANGE.finditer(group):
            low, high = int(match["low"]), int(match["high"] or match["low"])
            last = high if low <= high < low + _LONGEST_RANGE else low
            number_texts.update(map(str, (*range(low, last + 1), high)))
    return number_texts


# --- names of authors that may cite -------------------------------------------------------------


def _is_named(entry: Reference, text: str) -> bool:
    """Say whether a text names an entry: its first author, or the words it begins with."""
    years = {str(entry.year), *_YEAR.findall(entry.text)} if entry.year else set()
    if not entry.authors and not entry.year:
        return True  # it may be cited by any word of it
    phrase = _PHRASE.match(_plain(entry.text))
    if phrase and re.search(rf"\b{re.escape(phrase['phrase'])}\b", text, re.IGNORECASE):
        return True
    title = None if entry.authors else _QUOTED_TITLE.match(_plain(entry.text))
    if title and re.search(rf"[“\"‘]{re.escape(title['title'])}[,.]?[”\"’]", text, re.IGNORECASE):
        return True
    names = _names(entry) | _acronyms(entry)
    if not entry.authors:  # an organisation may stand behind the title
        names |= {match[0] for match in _ORGANISATION.finditer(_plain(entry.text))}
    return any(_is_meant(name, years, text) for name in names)


def _has_another_year(entry: Reference, text: str, references: Sequence[Reference]) -> bool:
    """Say whether a text cites the first author with a year of no entry, perhaps a wrong one."""
    for name in _names(entry):
        by_name = [_plain(other.text) for other in references if name in _plain(other.text)]
        for match in re.finditer(rf"(?<!\w)(?<!and )(?<!& ){re.escape(name)}(?!\w)", text):
            cited = _CITES_YEAR.match(text, match.end())
            if cited is None or any(cited["year"] in other for other in by_name):
                continue
            if cited["second"]:
                is_by_them = cited["second"] in _plain(entry.text)
            else:
                is_by_them = not cited["others"] or len(entry.authors) != 1
            if is_by_them:
                return True
    return False


def _is_named_in_full(entry: Reference, folded_text: str) -> bool:
    """Say whether a text has the whole name of the first author, or the title of an entry.

    Footnotes cite so: "see Ann Ander", "P. Ander, A handbook". A short title stands behind a name.
    """
    names = _NAME.findall(_plain(entry.authors[0])) if entry.authors else []
    given_names = [name for name in names[:-1] if not name.isupper()]
    phrases = [f"{_fold(name)} {_fold(names[-1])}" for name in given_names]
    words = _fold(_plain(entry.title)).split()
    opening = " ".join(words[:_MOST_TITLE_WORDS])
    if len(words) >= _LEAST_TITLE_WORDS and len(opening) >= _LEAST_TITLE:
        phrases.append(opening)
    elif len(words) > 1:
        phrases += [f"{_fold(name)} {opening}" for name in _names(entry)]
    return any(f" {phrase} " in folded_text for phrase in phrases)


def _fold(text: str) -> str:
    """Return the words of a plain text in small letters, a blank between them."""
    return " ".join(_WORD.findall(text.casefold()))


def _acronyms(entry: Reference) -> set[str]:
    """Return the capitals that an organisation may be cited by: printed, or its initials."""
    opening = _plain(entry.text[:_BEGINNING])
    acronyms = set(_ACRONYM.findall(opening))
    organisation = _ORGANISATION.match(opening)
    if organisation:
        words = _NAME.findall(organisation[0])
        acronyms.add("".join(word[0] for word in words if word[0].isupper()))
    return {acronym for acronym in acronyms if len(acronym) > 1}


def _names(entry: Reference) -> set[str]:
    """Return what the first author may be called: the last of the names read, those printed.

    Half of a compound name is one too.
    """
    family_names: set[str] = set()
    if entry.authors:
        words = _NAME.findall(entry.authors[0])
        family_names.update([word for word in words if not _is_initials(word)][-1:])
    opening = _OPENING.match(entry.text)
    if opening:
        family_names.add(opening["name"])
    full_name = _FULL_NAME.match(entry.text)  # its last word, also where another was read
    if full_name:
        family_names.add(full_name["name"])
    in_capitals = {name.title() for name in family_names if name.isupper()}
    parts = {part for name in family_names for part in _COMPOUND.split(name) if len(part) > 3}
    return {_plain(name) for name in family_names | in_capitals | parts}


def _is_initials(word: str) -> bool:
    return word.isupper() and len(word) < _SHORTEST_FAMILY


def _is_meant(name: str, years: Set[str], text: str) -> bool:
    """Say whether a name stands with one of the years, or as one cites without a year."""
    # Also where blanks were lost: "andAnder(1998)", "AnderandHolt(1998)".
    alone = rf"(?:(?<!\w)|(?<=[a-z])(?=[A-Z])){re.escape(name)}(?:(?!\w)|(?=and[A-Z]))"
    for match in re.finditer(alone, text):
        after = text[match.end() : match.end() + _REACH]
        if not years or any(year in years for year in _YEAR.findall(after)):
            return True
        given_match = _GIVEN.search(text, max(0, match.start() - 40), match.start())
        person = given_match is not None and given_match["given"] not in _NOT_GIVEN
        own = _YEAR.search(_NEXT_SENTENCE.split(after, maxsplit=1)[0])
        if own is None and (not person or _WITH_OTHERS.match(after)):
            return True
    return False
