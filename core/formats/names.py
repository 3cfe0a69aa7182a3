"""People's names: what the formats write, and "Given Family" as our records hold it.

"Given Family" does not say where the family name begins. A guess does for most names (the last
word, with particles such as "van" before it); where a source says otherwise, the record's
``extra["family_names"]`` maps the display form to the family name, so that an export gives back
what came in. A family name that is the whole display form marks an organisation. Names in Chinese,
Japanese and Korean letters begin with the family name, without a space behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bibtexparser.middlewares.names import parse_single_name_into_parts

from core.base.cited_names import FAMILY_NAMES, divide_cjk_name, is_cjk_name, join_cjk_name
from core.formats import latex
from core.formats.fields import clean, without_tags
from core.formats.name_lists import (
    FAMILY_THEN_INITIALS,
    OTHERS,
    SUFFIX,
    is_given_first,
    is_organisation,
    is_shortened,
    put_comma,
    split_people,
)

_BETWEEN_NAMES = re.compile(r"\\.|[{}]|(?<=\s)and(?=\s)", re.I | re.S)
_BETWEEN_PARTS = re.compile(r",(?=\s*[A-Za-z-]+\s*=)")
_EXTENDED = re.compile(
    r"\s*(?:family|given|prefix|suffix|id|useprefix|nosort\w*|hash|sorting\w*|unique\w*)(?:-i)?\s*=",
    re.I,
)
"""The beginning of a name in biblatex's form, or of an option for all names of the field."""


_FOOTNOTE = re.compile(
    r"\\(?:thanks|footnote(?:mark)?|orcid\w*)\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}", re.I
)
_AFFILIATION_MARK = re.compile(
    r"\$\s*\^\{?[\d,*\s]{1,9}\}?\s*\$|\\textsuperscript\s*\{[\d,*\s]{1,9}\}"
    r"|\$\^\{?\s*\\(?:dagger|ddagger|ast|star)\s*\}?\$"
)
_AND_COMMAND = re.compile(r"\s*\\and(?![A-Za-z])\s*", re.I)
_UNSPACED_AND = re.compile(r"(?<=\b[^\W\d_]\.)and\s+")
_YEAR_OF_LIFE = r"(?:(?:ca?|approximately)\.? ?)?\d{3,4}\??"
_LIFE = re.compile(
    rf"\s*,\s*((?:{_YEAR_OF_LIFE}\s?[-–]{{1,2}}\s?(?:{_YEAR_OF_LIFE})?"
    rf"|(?:b|d|fl|born|died|active)\.? ?{_YEAR_OF_LIFE})\.?)\s*\Z"
)
"""When a person lived, as libraries write it behind the name: "Roe, Ann, 1850-1910"."""
LIFE_DATES = "life_dates"
"""Where ``extra`` says when people lived, if a source does: "Ann Roe, 1850-1910; …"."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its parts; the family name holds its particles, the suffix is "Jr." or "III".

    ``life`` says when the person lived, which is no part of the name.
    """

    given_name: str
    family: str
    suffix: str = ""
    life: str = field(default="", compare=False)

    @property
    def display(self) -> str:
        """The name as our records hold it: "Given Family Suffix"."""
        if not self.suffix and is_cjk_name(self.family) and is_cjk_name(self.given_name):
            return join_cjk_name(self.family, self.given_name)
        return " ".join(part for part in (self.given_name, self.family, self.suffix) if part)


def from_bibtex(field: str) -> tuple[list[Name], bool]:
    """Return the names of an author field as BibTeX writes it, and whether it ends "and others".

    The field is split while its braces stand, so that "{Barnes and Noble}" stays one name.
    """
    names = []
    has_others = False
    field = _without_marks(latex.decode_accents(field))
    name_texts = [name for part in _split(field) for name in split_people(part)]
    if len(name_texts) > 1 and all(map(is_shortened, map(str.strip, name_texts))):
        name_texts = [put_comma(name_text.strip()) for name_text in name_texts]
    given_first = any(map(is_given_first, map(str.strip, name_texts)))
    for name_text in name_texts:
        if clean(name_text).lower() in OTHERS:
            has_others = True
        elif (name := _one_bibtex_name(name_text, given_first=given_first)).display:
            names.append(name)
    return names, has_others


def _without_marks(field: str) -> str:
    """Return an author field without what points from names to notes and affiliations."""
    field = _FOOTNOTE.sub("", field)
    field = _AND_COMMAND.sub(" and ", field)
    return _UNSPACED_AND.sub(" and ", _AFFILIATION_MARK.sub("", field))


def _split(field: str) -> list[str]:
    r"""Return what stands between the "and"s that are not in braces.

    WORKAROUND bibtexparser 2.1: its own function cuts the accent off a name that begins with one
    ("Roe and \'Eluard"); until that is mended.
    """
    field = f" {field} "
    starts, ends, depth = [0], [], 0
    for mark in _BETWEEN_NAMES.finditer(field):
        if mark[0] in "{}":
            depth = depth + 1 if mark[0] == "{" else max(0, depth - 1)
        elif depth == 0 and mark[0][0] != "\\":
            ends.append(mark.start())
            starts.append(mark.end())
    return [field[start:end] for start, end in zip(starts, [*ends, len(field)], strict=True)]


def _one_bibtex_name(name_text: str, *, given_first: bool) -> Name:
    """Return a name; ``given_first`` if another one of the field begins with the given name."""
    if life := _LIFE.search(name_text):
        name = _divide_bibtex_name(name_text[: life.start()].strip(), given_first)
        return replace(name, life=latex.decode(life[1]))
    return _divide_bibtex_name(name_text.strip(), given_first)


def _divide_bibtex_name(stripped: str, given_first: bool) -> Name:
    if _EXTENDED.match(stripped):
        return _extended_name(stripped)
    is_protected = "{" in stripped
    if "," not in stripped and not is_protected:
        whole = latex.decode(stripped)
        turned = FAMILY_THEN_INITIALS.fullmatch(whole)
        if turned and not (given_first and whole.count(".") == 1):  # "Ann B."
            return Name(turned[2].strip(), turned[1].strip())
        is_last_suffix = SUFFIX.fullmatch(whole.rpartition(" ")[2])
        if is_cjk_name(whole) or is_organisation(whole) or is_last_suffix:
            return split_name(whole)
    parts = parse_single_name_into_parts(stripped, strict=False)
    family, given_name, suffix = (
        latex.decode(" ".join(words))
        for words in ([*parts.von, *parts.last], parts.first, parts.jr)
    )
    name = Name(given_name, family, suffix) if family else Name("", given_name, suffix)
    return name if is_protected else _separate_suffix(name)


def _separate_suffix(name: Name) -> Name:
    """Return a name with its suffix in its place: "Jr." stands behind either of the others."""
    if SUFFIX.fullmatch(name.given_name) and name.suffix:  # "King, Martin Luther, Jr."
        return Name(name.suffix, name.family, name.given_name)
    parts = (name.family, name.given_name)  # "0001, Ann Roe" of DBLP is turned round
    whole, suffix = reversed(parts) if name.family.isdecimal() else parts
    if SUFFIX.fullmatch(suffix) and " " in whole:  # "Martin Luther King, Jr."
        return replace(split_name(whole), suffix=suffix)
    for part in ("family", "given_name"):
        *words, last = getattr(name, part).split() or [""]
        if words and not name.suffix and name.given_name and SUFFIX.fullmatch(last):
            return replace(name, suffix=last, **{part: " ".join(words)})
    return name


def _extended_name(name_text: str) -> Name:
    """Return a name in biblatex's form "family=Hoof, given=Jan, prefix=van"."""
    parts = {}
    for part in _BETWEEN_PARTS.split(name_text):
        key, _, value = part.partition("=")
        parts[key.strip().lower()] = latex.decode(value.strip().strip('"'))
    family = clean(f"{parts.get('prefix', '')} {parts.get('family', '')}")
    return Name(parts.get("given", ""), family, parts.get("suffix", ""))


def from_comma_form(name_text: str) -> Name:
    """Return a name written "Family, Given, Suffix" (RIS).

    Without a comma its parts are a guess; nothing behind the comma marks an organisation.
    """
    if life := _LIFE.search(name_text):
        return replace(from_comma_form(name_text[: life.start()]), life=life[1])
    family, *other_parts = (clean(part) for part in name_text.split(",", 2))
    if not other_parts and is_shortened(family) and not is_organisation(family):
        family, *other_parts = put_comma(family).split(", ")
    if not other_parts:
        initials_last = FAMILY_THEN_INITIALS.fullmatch(family)
        return (
            Name(initials_last[2].strip(), initials_last[1].strip())
            if initials_last
            else split_name(family)
        )
    if not family:
        return split_name(" ".join(other_parts))
    suffix = other_parts[1] if len(other_parts) > 1 else ""
    return _separate_suffix(Name(other_parts[0], family, suffix))


def write_comma_form(name: Name) -> str:
    """Return "Family, Given, Suffix"; the comma stays where only the family name is known."""
    given_part = f", {name.given_name}" if name.given_name else ","
    return f"{name.family}{given_part}{f', {name.suffix}' if name.suffix else ''}"


def write_people(people: Iterable[str], extra: Mapping[str, Any]) -> str:
    """Return people as they are shown, or with the family name first where that is no guess."""
    families = get_family_names(extra)
    texts = []
    for person in map(clean, people):
        name = split_name(person, families)
        comma_form = write_comma_form(name)
        is_guessed = from_field(person) == [name]
        is_read = from_field(comma_form) == [name]
        texts.append(comma_form if is_read and not is_guessed else person)
    return "; ".join(texts)


def note_others(role: str, fields: Iterable[str]) -> dict[str, bool]:
    """Return what to put into ``extra`` where the people of a role end in "et al."."""
    has_others = any(
        name.strip().lower() in OTHERS for field in fields for name in split_people(field)
    )
    return {f"{role}_and_others": True} if has_others else {}


def from_field(field: str) -> list[Name]:
    """Return the names of a field of "Family, Given", which may hold several."""
    return [
        name
        for text in split_people(field)
        if (name := from_comma_form(text)).display and name.display.lower() not in OTHERS
    ]


def split_name(display: str, families: Mapping[str, str] | None = None) -> Name:
    """Return the parts of a display form, as ``families`` tells or else by guess."""
    family_name = (families or {}).get(display)
    words = display.split()
    if is_cjk_name(display):
        return _divide_cjk(display, family_name)
    if family_name is None:
        return _guess(words)
    suffix = ""
    if not display.endswith(family_name) and len(words) > 1:
        suffix = words[-1]
        display = display[: -len(suffix)].rstrip()
    is_edited = not display.endswith(family_name)  # since it was read
    return (
        _guess(words)
        if is_edited
        else Name(display[: len(display) - len(family_name)].rstrip(), family_name, suffix)
    )


def _divide_cjk(display: str, family_name: str | None) -> Name:
    if family_name and display.startswith(family_name):
        return Name(display[len(family_name) :].strip(), family_name)
    family, given_name = divide_cjk_name(display)
    return Name(given_name, family)


def _guess(words: list[str]) -> Name:
    if is_organisation(" ".join(words)):
        return Name("", " ".join(words))
    suffix = words.pop() if len(words) > 2 and SUFFIX.fullmatch(words[-1]) else ""
    start = next(
        (index for index, word in enumerate(words[1:-1], start=1) if word[0].islower()),
        len(words) - 1,
    )
    return Name(" ".join(words[:start]), " ".join(words[start:]), suffix)


def from_parts(given_name: str, family: str, suffix: str = "") -> Name:
    """Return a name whose parts are known; library catalogues put life dates behind the given."""
    if life := _LIFE.search(f", {given_name}"):
        given_name = given_name[: max(0, life.start() - len(", "))]
    return Name(given_name, family, suffix, life[1] if life else "")


def from_csl(person: object) -> Name:
    """Return a name of CSL-JSON; it is empty if it is none."""
    if isinstance(person, str):
        return split_name(clean(person))
    if not isinstance(person, dict):
        return Name("", "")
    parts = ("literal", "family", "given", "suffix", "dropping-particle", "non-dropping-particle")
    literal, family, given_name, suffix, *particles = (
        without_tags(str(person[part])) if isinstance(person.get(part), str | int) else ""
        for part in parts
    )
    if literal:
        return Name("", literal)
    return from_parts(given_name, clean(" ".join([*particles, family])), suffix)


def extra_of_names(names: Iterable[Name]) -> dict[str, Any]:
    """Return what to put into ``extra``: family names that a guess would miss, and life dates."""
    people = list(names)
    missed = {name.display: name.family for name in people if split_name(name.display) != name}
    dated = dict.fromkeys(f"{name.display}, {name.life}" for name in people if name.life)
    families = {FAMILY_NAMES: missed} if missed else {}
    return families | ({LIFE_DATES: "; ".join(dated)} if dated else {})


def get_family_names(extra: Mapping[str, Any]) -> Mapping[str, str]:
    """Return what ``extra_of_names`` put there."""
    family_names = extra.get(FAMILY_NAMES)
    if not isinstance(family_names, dict):
        return {}
    return {
        name: family for name, family in family_names.items() if isinstance(family, str) and family
    }
