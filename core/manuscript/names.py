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
_FAMILY = rf"(?:{_PARTICLE}[ -]?)*[{_UPPER}](?:[’']?{_LETTER})+(?:[’'`‐-]{_LETTER}+)*"
_FAMILIES = rf"{_FAMILY}(?:\s(?!and\b|et\b|&|[{_UPPER}]{{1,3}}\b){_FAMILY}){{0,2}}"
_INITIALS = rf"[{_UPPER}]{_LETTER}{{0,2}}\.(?:[ ‐-]?[{_UPPER}]{_LETTER}?\.)*"
_BARE_INITIALS = rf"[{_UPPER}](?:[ -]?[{_UPPER}]){{0,2}}(?![{_UPPER}a-z])"
_GIVEN = (
    rf"[{_UPPER}]{_LETTER}+(?:[‐-]{_LETTER}+)?\.?"
    rf"(?:\s(?:[{_UPPER}]\.?(?:[ ‐-]?[{_UPPER}]\.)*|[{_UPPER}]{_LETTER}+))?"
)
_SUFFIX = r"(?:,?\s+(?:Jr|Sr|II|III|IV)\b\.?)?"

_TAIL = (
    r"(?P<tail>(?:\s(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|zu|el|al|Le|La|De|Du)"
    r"\b(?!,\s[A-Z]\.)){1,3}(?=[.,;:&(]|\s(?:and|&|\()|\s*\Z))?"
)
_FAMILY_FIRST = re.compile(
    rf"(?P<family>{_FAMILIES}){_SUFFIX},\s*"
    rf"(?P<given>{_INITIALS}|(?<=\s){_GIVEN}(?=[,.;:&(]|\s(?:and|&|\()))(?:{_TAIL}){_SUFFIX}"
)
_INITIALS_FIRST = re.compile(
    rf"(?P<given>{_INITIALS}(?:\s?{_INITIALS})*)\s*(?P<family>{_FAMILIES}){_SUFFIX}"
)
_GIVEN_FIRST = re.compile(
    rf"(?P<given>[{_UPPER}]{_LETTER}*[’']?{_LETTER}*(?:[‐-]{_LETTER}+)*\.?"
    rf"(?:\s(?:[{_UPPER}]\b\.?(?:[‐-]?[{_UPPER}]\.)*|[{_UPPER}]{_LETTER}+(?:[‐-]{_LETTER}+)?))*?)"
    rf"\s(?P<family>{_FAMILY}){_SUFFIX}(?=\s*(?:[,.;:(&\"“]|and\b|et\b|\Z))"
)
_FAMILY_BARE = re.compile(rf"(?P<family>{_FAMILIES})\s(?P<given>{_BARE_INITIALS})")
_FAMILY_DOTTED = re.compile(rf"(?P<family>{_FAMILIES})\s(?P<given>{_INITIALS})(?=[,;:&]|\s)")
_ODD_NAME = re.compile(r"[^,;&(‘“\"'][^,;&(]*")
_SEPARATOR = re.compile(
    r"\s*(?:[,;]\s*(?:and\s+|und\s+|et\s+(?!al)|&\s*|…\s*|\.\.\.\s*)?|\s+(?:and|und|et)\s+(?!al)|\s*&\s*|…\s*)"
)
_ET_AL = re.compile(r"[\s,;]*(?:(?:and|&)\s+)?(?:et\s+al\b\.?|others\b\.?)")
_ROLE = re.compile(r"[\s,]*\(?(?:Eds?|eds?|Editors?|editors?)\b\.?\)?")
_YEAR = re.compile(r"[.,]?\s*[(\[](?:(?:1[6-9]|20)\d{2}[a-z]?|n\.\s?d\.)(?:,[^()]{0,25})?[)\]]")
_SENTENCE = re.compile(r"[a-z]{3,}\.\s+[A-Z]|[“‘\"]|(?:\b(?!and\b|others\b|team\b)[a-z]{2,}\s+){3}")
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_ORDERS = (_FAMILY_FIRST, _INITIALS_FIRST, _FAMILY_BARE, _GIVEN_FIRST, _FAMILY_DOTTED)


@dataclass(frozen=True, slots=True)
class Names:
    """Names in order, the family names alone, and where in the text the list ends."""

    names: tuple[str, ...]
    families: tuple[str, ...]
    end: int


def read_names(text: str) -> Names:
    """Return the author list that the text begins with; without one, all empty and an end of 0."""
    limit = _list_limit(text)
    order, match = _first_name(text) or (_FAMILY_FIRST, None)
    if match is None:
        return _organisation(text, limit)
    found = [(_as_given_family(match), _spaced(match["family"]))]
    end = match.end()
    in_full = len(match["given"].split()[0].rstrip(".")) > 2
    while (separator := _SEPARATOR.match(text, end)) is not None:
        following = _next_name(text, separator.end(), order, in_full=in_full)
        if following is not None:
            found.append((_as_given_family(following), _spaced(following["family"])))
            end = following.end()
            continue
        odd = _ODD_NAME.match(text, separator.end())
        if odd is None or odd.end() > limit:
            break
        end = odd.end()
        name = _spaced(odd[0].removeprefix("and ")).strip(" .")
        if name and not re.match(r"…|\.\.|others|et al|Jr\b", name):
            found.append((name, name))
    for tail in (_ET_AL, _ROLE):
        closing = tail.match(text, end)
        end = closing.end() if closing else end
    return Names(tuple(name for name, _ in found), tuple(family for _, family in found), end)


def _list_limit(text: str) -> int:
    """Return where "(2020)" ends the list; 0 where no year follows the names in brackets."""
    year = _YEAR.search(text)
    if year is None or year.start() > 2500 or _SENTENCE.search(text[: year.start()]):
        return 0
    return year.start()


def _as_given_family(match: re.Match[str]) -> str:
    tail = match.groupdict().get("tail") or ""
    return _spaced(f"{match['given']}{tail} {match['family']}")


def family_key(name: str) -> str:
    """Return a family name for comparing: no accents, no case, letters only."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_STROKES))
    return "".join(char for char in plain if char.isalpha())


def _first_name(text: str) -> tuple[re.Pattern[str], re.Match[str]] | None:
    for order in _ORDERS:
        match = order.match(text)
        if match is not None and _is_followed_by_list(text, match, order):
            return (
                (_GIVEN_FIRST, given) if (given := _turned_round(text, match)) else (order, match)
            )
    return None


def _turned_round(text: str, match: re.Match[str]) -> re.Match[str] | None:
    """Return the first name of "Ryan Kiros, Yukun Zhu, …", which is no family name Ryan Kiros."""
    if match.re is not _FAMILY_FIRST or len(match["given"].split()[0].rstrip(".")) < 3:
        return None
    given = _GIVEN_FIRST.match(text)
    first = match["family"].split()[0]
    return given if given and " " in match["family"] and first[0].isupper() else None


def _is_followed_by_list(text: str, match: re.Match[str], order: re.Pattern[str]) -> bool:
    """Refuse a title that begins like a name ("Deep Learning. MIT Press")."""
    if order is _FAMILY_FIRST or order is _INITIALS_FIRST:
        return True
    if order is _FAMILY_BARE and text.startswith(".", match.end()):
        return False  # "Michael J. Carey"
    after = text[match.end() :]
    return bool(re.match(r"\s*(?:[,;&(.:]|and\b|et\s+al)", after))


def _next_name(
    text: str, at: int, order: re.Pattern[str], *, in_full: bool
) -> re.Match[str] | None:
    """Return the next name, in the first one's order or in that which lists may change to."""
    match = order.match(text, at)
    if match is None and order is _FAMILY_FIRST:
        match = _INITIALS_FIRST.match(text, at) or (
            _GIVEN_FIRST.match(text, at) if _before_and(text, at) or in_full else None
        )
    if match is None and order is _GIVEN_FIRST:
        match = _INITIALS_FIRST.match(text, at)
    if match is None and order is _INITIALS_FIRST and _before_and(text, at):
        match = _GIVEN_FIRST.match(text, at)
    return match


def _before_and(text: str, at: int) -> bool:
    return bool(re.search(r"(?:and|und|et|&)\s*\Z", text[:at]))


def _organisation(text: str, limit: int) -> Names:
    who = _spaced(text[:limit]).strip(" .,")
    if not who or len(who.split()) > 12:
        return Names((), (), 0)
    return Names((who,), (who,), limit)


def _spaced(name: str) -> str:
    return re.sub(r"\s+", " ", name).strip()
