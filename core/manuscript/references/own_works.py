"""What stands behind a list of references and is none: the authors' own works, the list again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from core.base.identity import family_name, title_key
from core.base.records import Reference
from core.manuscript.references.entry_fields import parse_entry

_LEAST_LISTED, _LEAST_OWN = 5, 3  # entries of a list by names, and of an author's works behind it
_LEAST_NUMBERED = 3
_LEAST_AGAIN, _AGAIN = 3, 0.9
_IN_ORDER = 0.9
_SHARED = 0.9
_LABEL = re.compile(r"[\[［【〔(]?(?P<label>\d{1,3})[\]］】〕.)]\s*(?=\S)")
_TITLE = re.compile(
    r"(?:(?:\d{1,2}(?:\.\d{1,2})?|[A-Z]|[IVX]{1,5})[.)]?\s+)?(?:"
    r"(?:list of )?(?:(?:my|own|selected|peer-reviewed|the authors?['’]s?|authors?['’]s?|author) )*"
    r"(?:publications?|papers)(?: list)?"
    r"(?: (?:by|of|from) (?:the |this )?(?:authors?|candidate|thesis|dissertation|applicant))?"
    r"|(?:liste (?:der )?)?(?:(?:eigene[rn]?|meine|ausgewählte) )?"
    r"(?:veröffentlichung(?:en)?|publikation(?:en)?)"
    r"(?:s?(?:liste|verzeichnis))?(?: (?:des autors|der autorin|des verfassers|der verfasserin))?"
    r"|liste (?:de|des) (?:mes )?publications|publications (?:de l['’]auteure?|personnelles)"
    r"|(?:lista de )?publicaciones(?: propias| del autor| de la autora)?"
    r"|(?:lista de )?publicações(?: do autor| da autora)?"
    r"|(?:elenco delle )?pubblicazioni(?: dell['’]autor[ei]| dell['’]autrice)?"
    r")[.:]?",
    re.IGNORECASE,
)


_SUBJECT = re.compile(
    r"(?:publications?|papers|veröffentlichung(?:en)?|publikation(?:en)?|publicaciones|publicações"
    r"|pubblicazioni)[.:]?",
    re.IGNORECASE,
)
"""A title that may as well be that of some of the references."""


def names_own_works(text: str) -> bool:
    """Say whether a line is the title of what the authors published themselves."""
    return _TITLE.fullmatch(" ".join(text.split())) is not None


def find_own_works(texts: Sequence[str]) -> int | None:
    """Return where in a typed list the authors' own works begin; ``None`` if nowhere.

    A line is their title, or the numbers start again at 1 and one author is in all that follow.
    """
    for at, text in enumerate(texts[1:], start=1):
        title = " ".join(text.split())
        is_certain = not _SUBJECT.fullmatch(title) or _share_an_author(texts[at + 1 :])
        if _TITLE.fullmatch(title) and is_certain:
            return at
    restart = _find_restart([_number(text) for text in texts])
    if restart is not None and _share_an_author(texts[restart:]):
        return restart
    return None


def number_own_works(entries: list[Reference]) -> list[Reference]:
    """Give works of one author behind a list without labels a list number of their own.

    The list goes by names and begins again with an author who is in all entries that follow. They
    may be cited all the same, so they stay entries. So does a list that is printed once more.
    """
    start = _find_repeated_list(entries)
    if start is not None:
        return [*entries[:start], *map(_renumber, entries[start:])]
    names = [[family_name(author) for author in entry.authors] for entry in entries]
    first_names = [families[0] if families else "" for families in names]
    if any(entry.label for entry in entries):
        return entries
    for at in range(_LEAST_LISTED, len(entries) - _LEAST_OWN + 1):
        if not "" < first_names[at] < first_names[at - 1]:
            continue
        above = [name for name in first_names[:at] if name]
        in_order = sum(before <= after for before, after in pairwise(above))
        shared = set.intersection(*map(set, names[at:])) - {""}
        usual = {name for name in shared if 2 * sum(name in one for one in names[:at]) > at}
        if in_order >= _IN_ORDER * (len(above) - 1) and shared - usual:
            return [*entries[:at], *map(_renumber, entries[at:])]
    return entries


def _renumber(entry: Reference) -> Reference:
    return replace(entry, list_number=entry.list_number + 1)


def _find_repeated_list(entries: Sequence[Reference]) -> int | None:
    """Return where the whole list begins once more, perhaps in other letters; else ``None``."""
    count = len(entries)
    keys = [title_key(entry.text) for entry in entries]
    for at in range(max(_LEAST_AGAIN, (count + 1) // 2), int(count / (1 + _AGAIN)) + 1):
        pairs = zip(range(count - at), range(at, count), strict=True)
        equal = sum(
            _is_same_entry(entries[one], entries[other], keys[one], keys[other])
            for one, other in pairs
        )
        if equal >= _AGAIN * (count - at):
            return at
    return None


def _is_same_entry(one: Reference, other: Reference, key: str, other_key: str) -> bool:
    """Say whether two entries are the same to the letter, or have the same number and year."""
    is_counted = one.label.isdigit() and one.label == other.label
    return key == other_key or (is_counted and one.year is not None and one.year == other.year)


def _number(text: str) -> int:
    label = _LABEL.match(text.strip())
    return int(label["label"]) if label else 0


def _find_restart(numbers: Sequence[int]) -> int | None:
    """Return where a second 1 begins a list: behind 1, 2, 3 … and before 2 and 3."""
    count = 0
    for at, number in enumerate(numbers):
        following = list(numbers[at + 1 : at + _LEAST_NUMBERED])
        if number == 1 and count >= _LEAST_NUMBERED and following == [2, 3]:
            return at
        count += number == count + 1
    return None


def _share_an_author(texts: Sequence[str]) -> bool:
    """Say whether an author is in all entries but at most one in ten, whose names are not read."""
    families: Counter[str] = Counter()
    for text in texts:
        label = _LABEL.match(text.strip())
        bare_text = text.strip()[label.end() :] if label else text
        families.update(set(parse_entry(bare_text).families))
    most = max(families.values(), default=0)
    return len(texts) >= _LEAST_OWN and most >= _SHARED * len(texts)
