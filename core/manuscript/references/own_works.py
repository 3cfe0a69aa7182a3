"""What stands behind a list of references and is none: an appendix, own works, the list again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise, zip_longest

from core.base.identity import family_name, title_key
from core.base.records import Reference
from core.manuscript.references.author_names import begins_with_name
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.text.common_titles import KINDS

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
_APPENDIX = re.compile(
    r"(?:appendix|appendices|supplementary (?:materials?|information|data)"
    rf"|{KINDS['appendix'].lstrip('^')})"
    r"(?:(?-i:\s?(?:[A-ZА-ЯΑ-Ω]|[IVX]{1,5}|(?:[A-Z]\.?)?\d{1,2}|[一二三四五六七八九十])))?"
    r"(?:\s?[:：.–—-](?:\s|(?<=：)).{2,}|[.:：]?\Z)",
    re.IGNORECASE | re.S,
)
"""The title of an appendix whose look is that of the text: "Anhang B: Fragebogen"."""
_TRACE = re.compile(
    r"(?<![\d.,])\d{4}(?!\d)|\d年|https?://|www\.|\bdoi\b|arxiv|\bisbn\b"
    r"|\b(?:pp?|vol|no|nr|s|с|стр|т)\.\s?\d|\b(?:n|s|o)\.\s?[adj]\.|\b(?:in press|forthcoming)\b",
    re.IGNORECASE,
)
"""What most entries have somewhere: a year, an address, pages, or that there is no year."""
_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d{2}(?!\d)")
_LONGEST_ENTRY = 600
_LEAST_RUN, _MOST_TRACES_BEHIND, _MOST_ENTRIES_BEHIND = 8, 0.1, 1
_FIRST_BEHIND = 8  # paragraphs below the title of an appendix that say what is in it
_NEXT_NUMBERS = 3
_LONGEST_TAIL = 4  # lines of an entry that somebody broke by hand


def is_appendix_title(text: str) -> bool:
    """Say whether a line reads as the title of an appendix, also without the look of one."""
    return _APPENDIX.match(" ".join(text.split())) is not None


def find_end_of_list(texts: Sequence[str], *, style_flags: Sequence[bool] = ()) -> int | None:
    """Return where in a typed list an appendix or other text begins; ``None`` if nowhere.

    It has a title and hardly any entries below, or many paragraphs in a row have no trace of one.
    ``style_flags`` say which paragraphs have the style of entries. Where entries follow all the
    same, the list goes on.
    """
    traces = _find_traces(texts, style_flags)
    first = next((at for at, has_trace in enumerate(traces) if has_trace), len(texts))
    for at in range(first + 1, len(texts)):
        if is_appendix_title(texts[at]) and not _are_entries(texts[at + 1 :]):
            return at
    longest = at = 0
    for has_trace, group in groupby(traces):
        length = len(list(group))
        is_run = not has_trace and at > first and length >= max(_LEAST_RUN, 2 * longest + 1)
        has_few = sum(traces[at:]) <= _MOST_TRACES_BEHIND * len(traces[at:])
        if is_run and has_few and _count_entries(texts[at:]) <= _MOST_ENTRIES_BEHIND:
            return _behind_tail(texts, at)
        longest = longest if has_trace else max(longest, length)
        at += length
    return None


def _find_traces(texts: Sequence[str], style_flags: Sequence[bool]) -> list[bool]:
    """Say of each paragraph whether something in it is as in an entry, or its number the next."""
    traces: list[bool] = []
    last_number = 0
    for text, is_styled in zip_longest(texts, style_flags[: len(texts)], fillvalue=False):
        plain = str(text).strip()
        number = _number(plain)
        is_next = last_number < number <= last_number + _NEXT_NUMBERS
        last_number = number if is_next else last_number
        has_trace = _TRACE.search(plain) or begins_with_name(_without_label(plain))
        traces.append(bool(is_styled or (len(plain) <= _LONGEST_ENTRY and (is_next or has_trace))))
    return traces


def _are_entries(texts: Sequence[str]) -> bool:
    """Say whether half of the next paragraphs read like entries."""
    following = [text for text in texts if text.strip()][:_FIRST_BEHIND]
    return bool(following) and 2 * _count_entries(following) >= len(following)


def _count_entries(texts: Sequence[str]) -> int:
    """Return how many paragraphs begin with a name or a number and have a year."""
    return sum(
        len(text) <= _LONGEST_ENTRY
        and bool(_YEAR.search(text))
        and bool(_LABEL.match(text) or begins_with_name(text))
        for text in map(str.strip, texts)
    )


def _behind_tail(texts: Sequence[str], at: int) -> int:
    """Return the first paragraph that does not go on with an entry which was broken by hand."""
    for end in range(at, min(at + _LONGEST_TAIL, len(texts))):
        first = texts[end].strip()[:1]
        if not (first.islower() or first.isdecimal()):
            return end
    return at


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


def _without_label(text: str) -> str:
    label = _LABEL.match(text)
    return text[label.end() :] if label else text


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
        families.update(set(parse_entry(_without_label(text.strip())).families))
    most = max(families.values(), default=0)
    return len(texts) >= _LEAST_OWN and most >= _SHARED * len(texts)
