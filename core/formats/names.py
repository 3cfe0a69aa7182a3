"""People's names: what the formats write, and "Given Family" as our records hold it.

"Given Family" does not say where the family name begins. A guess does for most names (the last
word, with particles such as "van" before it); where a source says otherwise, the record's
``extra["family_names"]`` maps the display form to the family name, so that an export gives back
what came in. A family name that is the whole display form marks an organisation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bibtexparser.middlewares.names import parse_single_name_into_parts

from core.formats import latex
from core.formats.fields import clean, without_tags

FAMILY_NAMES = "family_names"  # the key in extra

_SUFFIX = re.compile(r"(?:(?i:jr|sr)\.?|I{2,3}|IV|VI{1,3})")
"""A single letter is an initial rather than a numeral, and "Xi" and "Vi" are family names."""
_BETWEEN_NAMES = re.compile(r"\\.|[{}]|(?<=\s)and(?=\s)", re.I | re.S)
_EXTENDED = re.compile(r"\s*(family|given|prefix|suffix)(?:-i)?\s*=\s*", re.I)
OTHERS = {"others", "et al", "et al."}


@dataclass(frozen=True, slots=True)
class Name:
    """A name in its parts; the family name holds its particles, the suffix is "Jr." or "III"."""

    given_name: str
    family: str
    suffix: str = ""

    @property
    def display(self) -> str:
        """The name as our records hold it: "Given Family Suffix"."""
        return " ".join(part for part in (self.given_name, self.family, self.suffix) if part)


def from_bibtex(field: str) -> tuple[list[Name], bool]:
    """Return the names of an author field as BibTeX writes it, and whether it ends "and others".

    The field is split while its braces stand, so that "{Barnes and Noble}" stays one name.
    """
    names = []
    has_others = False
    for name_text in _split(field):
        if clean(name_text).lower() in OTHERS:
            has_others = True
        elif (name := _one_bibtex_name(name_text)).display:
            names.append(name)
    return names, has_others


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


def _one_bibtex_name(name_text: str) -> Name:
    stripped = name_text.strip()
    if _EXTENDED.match(stripped):
        return _extended_name(stripped)
    parts = parse_single_name_into_parts(stripped, strict=False)
    family, given_name, suffix = (
        latex.decode(" ".join(words))
        for words in ([*parts.von, *parts.last], parts.first, parts.jr)
    )
    return Name(given_name, family, suffix) if family else Name("", given_name, suffix)


def _extended_name(name_text: str) -> Name:
    """Return a name in biblatex's form "family=Hoof, given=Jan, prefix=van"."""
    parts = {}
    for part in name_text.split(","):
        key, _, value = part.partition("=")
        parts[key.strip().lower()] = latex.decode(value.strip().strip('"'))
    family = clean(f"{parts.get('prefix', '')} {parts.get('family', '')}")
    return Name(parts.get("given", ""), family, parts.get("suffix", ""))


def from_comma_form(name_text: str) -> Name:
    """Return a name written "Family, Given, Suffix" (RIS).

    Without a comma its parts are a guess; nothing behind the comma marks an organisation.
    """
    family, *other_parts = (clean(part) for part in name_text.split(",", 2))
    if not other_parts:
        return split_name(family)
    if not family:
        return split_name(" ".join(other_parts))
    return Name(other_parts[0], family, other_parts[1] if len(other_parts) > 1 else "")


def split_name(display: str, families: Mapping[str, str] | None = None) -> Name:
    """Return the parts of a display form, as ``families`` tells or else by guess."""
    family_name = (families or {}).get(display)
    words = display.split()
    if family_name is None:
        return _guess(words)
    suffix = ""
    if not display.endswith(family_name) and len(words) > 1:
        suffix = words[-1]
        display = display[: -len(suffix)].rstrip()
    if not display.endswith(family_name):  # edited since it was read
        return _guess(words)
    return Name(display[: len(display) - len(family_name)].rstrip(), family_name, suffix)


def _guess(words: list[str]) -> Name:
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    start = next(
        (index for index, word in enumerate(words[1:-1], start=1) if word[0].islower()),
        len(words) - 1,
    )
    return Name(" ".join(words[:start]), " ".join(words[start:]), suffix)


def from_csl(person: object) -> Name:
    """Return a name of CSL-JSON; it is empty if it is none."""
    if isinstance(person, str):
        return split_name(clean(person)) if clean(person) else Name("", "")
    if not isinstance(person, dict):
        return Name("", "")
    parts = ("literal", "family", "given", "suffix", "dropping-particle", "non-dropping-particle")
    literal, family, given_name, suffix, *particles = (
        without_tags(str(person[part])) if isinstance(person.get(part), str | int) else ""
        for part in parts
    )
    if literal:
        return Name("", literal)
    return Name(given_name, clean(" ".join([*particles, family])), suffix)


def families_worth_keeping(names: Iterable[Name]) -> dict[str, Any]:
    """Return what to put into ``extra`` for the names whose family name a guess would miss."""
    missed = {name.display: name.family for name in names if split_name(name.display) != name}
    return {FAMILY_NAMES: missed} if missed else {}


def get_family_names(extra: Mapping[str, Any]) -> Mapping[str, str]:
    """Return what ``families_worth_keeping`` put there."""
    family_names = extra.get(FAMILY_NAMES)
    if not isinstance(family_names, dict):
        return {}
    return {
        name: family for name, family in family_names.items() if isinstance(family, str) and family
    }
