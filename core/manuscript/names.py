"""Author lists: where they end, and each name as "Given Family"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚ"
_LETTER = r"[^\W\d_]"
_PARTICLE = (
    r"(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|el|al|bin|ibn|af|zu|zur|st\.|St\.|"
    r"Van|Von|De|Di|Da|Du|La|Le|Del|Den|Der|Ten|Ter|El|Al|Mac|Mc|d[’']|D[’']|O[’']|vanden|’t|'t)"
)
_FAMILY = rf"(?:{_PARTICLE}[ -]?)*[{_UPPER}]{_LETTER}*(?:[’'`‐-]{_LETTER}+)*"
_FAMILIES = rf"{_FAMILY}(?:\s(?!and\b|et\b|&){_FAMILY}){{0,2}}"
_INITIALS = rf"[{_UPPER}]{_LETTER}{{0,2}}\.(?:[ ‐-]?[{_UPPER}]{_LETTER}?\.)*"
_BARE_INITIALS = rf"[{_UPPER}]{{1,3}}(?![{_UPPER}a-z.])"
_GIVEN = (
    rf"[{_UPPER}]{_LETTER}+(?:[‐-]{_LETTER}+)?\.?"
    rf"(?:\s(?:[{_UPPER}]\.?(?:[ ‐-]?[{_UPPER}]\.)*|[{_UPPER}]{_LETTER}+))?"
)
_SUFFIX = r"(?:,?\s+(?:Jr|Sr|II|III|IV)\b\.?)?"

_FAMILY_FIRST = re.compile(
    rf"(?P<family>{_FAMILIES}){_SUFFIX},\s+(?P<given>{_INITIALS}|{_GIVEN}(?=[,.;:&(]|\s(?:and|&|\()))"
)
_INITIALS_FIRST = re.compile(
    rf"(?P<given>{_INITIALS}(?:\s?{_INITIALS})*)\s*(?P<family>{_FAMILIES}){_SUFFIX}"
)
_GIVEN_FIRST = re.compile(
    rf"(?P<given>[{_UPPER}]{_LETTER}*[’']?{_LETTER}*(?:[‐-]{_LETTER}+)*\.?"
    rf"(?:\s(?:[{_UPPER}]\.(?:[‐-]?[{_UPPER}]\.)*|[{_UPPER}]{_LETTER}+(?:[‐-]{_LETTER}+)?))*?)"
    rf"\s(?P<family>{_FAMILY}){_SUFFIX}(?=\s*(?:[,.;:(&\"“]|and\b|et\b|\Z))"
)
_FAMILY_BARE = re.compile(rf"(?P<family>{_FAMILIES})\s(?P<given>{_BARE_INITIALS})")
_SEPARATOR = re.compile(
    r"\s*(?:[,;]\s*(?:and\s+|&\s*|…\s*|\.\.\.\s*)?|\s+(?:and|und|et)\s+(?!al)|\s*&\s*|…\s*)"
)
_ET_AL = re.compile(r"[\s,;]*(?:(?:and|&)\s+)?(?:et\s+al\b\.?|others\b\.?)")
_ROLE = re.compile(r"[\s,]*\(?(?:Eds?|eds?|Editors?|editors?)\b\.?\)?")
_BEFORE_YEAR = re.compile(r"(?P<who>[^(]{2,120}?)[.,]?\s*\((?:1[6-9]|20)\d{2}[a-z]?[),]")
_ORDERS = (_FAMILY_FIRST, _INITIALS_FIRST, _FAMILY_BARE, _GIVEN_FIRST)


@dataclass(frozen=True, slots=True)
class Names:
    """Names in order, the family names alone, and where in the text the list ends."""

    names: tuple[str, ...]
    families: tuple[str, ...]
    end: int


def read_names(text: str) -> Names:
    """Return the author list that the text begins with; without one, all empty and an end of 0."""
    first = _first_name(text)
    if first is None:
        return _organisation(text)
    order, match = first
    found = [match]
    end = match.end()
    while True:
        separator = _SEPARATOR.match(text, end)
        if separator is None:
            break
        following = _next_name(text, separator.end(), order)
        if following is None:
            break
        found.append(following)
        end = following.end()
    for tail in (_ET_AL, _ROLE):
        closing = tail.match(text, end)
        end = closing.end() if closing else end
    names = tuple(_spaced(f"{match['given']} {match['family']}") for match in found)
    return Names(names, tuple(_spaced(match["family"]) for match in found), end)


def family_key(name: str) -> str:
    """Return a family name for comparing: no accents, no case, letters only."""
    plain = unicodedata.normalize("NFKD", name.replace("ø", "o").replace("ł", "l"))
    return "".join(char for char in plain.casefold() if char.isalpha())


def _first_name(text: str) -> tuple[re.Pattern[str], re.Match[str]] | None:
    for order in _ORDERS:
        match = order.match(text)
        if match is not None and _is_followed_by_list(text, match, order):
            return order, match
    return None


def _is_followed_by_list(text: str, match: re.Match[str], order: re.Pattern[str]) -> bool:
    """Refuse a title that begins like a name ("Deep Learning. MIT Press")."""
    if order is _FAMILY_FIRST or order is _INITIALS_FIRST:
        return True
    after = text[match.end() :]
    return bool(re.match(r"\s*(?:[,;&(.:]|and\b|et\s+al)", after))


def _next_name(text: str, at: int, order: re.Pattern[str]) -> re.Match[str] | None:
    """Return the next name, in the first one's order or in that which lists may change to."""
    match = order.match(text, at)
    if match is None and order is _FAMILY_FIRST:
        match = _INITIALS_FIRST.match(text, at) or (
            _GIVEN_FIRST.match(text, at) if _before_and(text, at) else None
        )
    if match is None and order is _GIVEN_FIRST:
        match = _INITIALS_FIRST.match(text, at)
    if match is None and order is _INITIALS_FIRST and _before_and(text, at):
        match = _GIVEN_FIRST.match(text, at)
    return match


def _before_and(text: str, at: int) -> bool:
    return bool(re.search(r"(?:and|&|,)\s*\Z", text[:at]))


def _organisation(text: str) -> Names:
    match = _BEFORE_YEAR.match(text)
    if match is None or len(match["who"].split()) > 8:
        return Names((), (), 0)
    who = _spaced(match["who"]).strip(" .,")
    return Names((who,), (who,), match.end("who"))


def _spaced(name: str) -> str:
    return re.sub(r"\s+", " ", name).strip()
