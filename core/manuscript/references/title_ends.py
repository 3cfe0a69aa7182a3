"""Where the title of an entry begins and ends, where the labels of its words are off by some.

In lists whose fields end with a stop, a title goes on up to one: over places, years and the
authors of species ("Ocimum basilicum L. from Corsica. J Reed"). It begins behind one, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_ENDS_WITH_STOPS = (".", ")", ":", "]", "?", "!")
_STOP = re.compile(r"[.?!](?=[)\]”\"]?\s+\S)")
_SHORTENED = re.compile(
    r"(?:\b(?:[A-Z]|sp|spp|var|subsp|subs|ssp|cv|f|ex|et|al|vs|cf|no|nr|vol|pp|St|Dr|approx|ca|Linn|Mart"
    r"|Benth|Lam|Mill|Willd|Rech|Boiss|Bge|Spreng|Hook|DC|Webb|Laur|Cunn|Gómez-Laur|fil|Proc|Natl|Acad"
    r"|Sci|Int|Am|Trans|Adv|Appl|Phys|Chem|Biol|Med|Res|Rev|Lett|Eng|Soc|Mater|Nat|Can|Eur)"
    r"|(?<![^\W_])[^\W\d_])\Z"
)
_SPECIES_AUTHOR = re.compile(
    r"\b(?:[A-Z]|Linn|Mart|Benth|Lam|Mill|Willd|Rech|Boiss|Bge|Spreng|Hook|Webb|sp|spp|subsp|subs|ssp"
    r"|var|Cunn|Vahl|Jacq|Thunb|Roxb|willd)\Z"
)
_GOES_ON = re.compile(
    r"\.(?:,\s|\s+(?:(?!(?:in|pp?|vol|no|ed|eds|doi|https?|www|arXiv|eLife|mBio|bioRxiv|medRxiv|npj|iScience"
    r"|mSystems|mSphere|e?pub|accessed|available|cited|retrieved|trans|et al|und|hrsg|s|v|n|p)\b)"
    r"[a-zß-öø-ÿ]|Ex\s|\([A-Z][a-z]+(?:aceae|eae)?\)[.\s]))"
)
_NO_TITLE = re.compile(
    r"\d\s*[(:;]\s*\d|(?<!\d)\d{1,3}\s*[–-]\s*\d|\A\s*\d+\Z|\A\s(?:19|20)\d\d|\A,\s(?!USA?\Z|UK\Z)[A-Z]{2,6}\Z"
    r"|\b(?:vols?|trans|translated|edited|pp?|https?|doi|edn?|eds|ed|edition|editors?|press|in:"
    r"|available|accessed|retrieved|thesis|dissertation|publish\w*|university|report|isbn)\b|\bIn\s[A-Z]"
    r"|;\s*(?:19|20)\d\d",
    re.IGNORECASE,
)
_VENUE_BEHIND = re.compile(
    r"[.?!][)\]”\"]?\s+(?!(?:Available|Retrieved|Accessed|Disponible|Online|URL|DOI)\b)(?P<venue>[A-ZÀ-Þ][^\d]{1,110}?)[\s(,;.]*(?:19|20)?\d"
)
_PLAIN_VENUE_BEHIND = re.compile(r",\s[A-ZÀ-Þ][^.\d]{4,60}\.\s[A-Z][^.\d]{2,60}(?:[.;]\s?|\s)\(?\d")
"""A place behind a title, then a journal whose name has no stops in it."""
_INITIALS_FIRST = re.compile(r"\W*[A-Z]\.")
_INSIDE = re.compile(r",?\s+[^\W_(]|,?\s\((?![^)]*\)\.?(?:\s|\Z))")
"""A title was left in the middle of a sentence, but for what stands in brackets at its end."""
_PART_NUMBER = re.compile(r"\s\(\d{1,2}\)(?=\.\s[A-ZÀ-Þ])")
_LONGEST = 220
_LONGEST_BEGINNING = 40
_WORD_AHEAD = re.compile(
    r"(?:\A|(?<=[.:;)]\s))(?P<words>[A-ZÀ-Þ][^\W\d_]{2,}(?:\s[a-z]{3,}){0,2}\s)\Z"
)
_NUMBER_AHEAD = re.compile(r"(?<=[.:;)]\s)(?P<words>\d{1,4}\s)\Z")
_NAME_AHEAD = re.compile(r"(?<=[.]\s)(?P<words>[A-Z][\w/-]*(?:\s[A-Z][\w-]*){0,2}:\s)\Z")
_GLUED = re.compile(r"(?<=\s)(?P<words>\([A-Z]\)-)\Z")
_BEHIND_SPECIES = re.compile(
    r"(?P<title>.*\b[A-Z][a-z]*\.?\s[a-z]{3,}\s(?:L|Linn|Mill|Lam)\.\)?)\.?\s+(?P<tail>[A-Z].*)\Z"
)
_BOOK_BEHIND = re.compile(r"[.?!]\s+In\s+(?=[A-Z])(?!(?:Vitro|Vivo|Situ|Silico|Vacuo|Utero)\b)")
_TITLE_AHEAD = re.compile(r"\.\s+(?P<title>[A-ZÀ-Þ][^\W\d_]{3,}[^.\d]{0,80})[.?!]\s+\Z")
_JOURNAL_BEHIND = re.compile(
    r",\s(?:\d{1,4}(?:\.\d{1,3})?,\s)?(?P<venue>(?:[A-Z][\w&-]*\.?)(?:\s(?:[A-Z][\w&-]*\.?|of|and|&|the|in)){0,6})\Z"
)
_SMALL = frozenset(("of", "and", "the", "for", "in", "&", "de", "do", "da"))


def complete_title(parts: Mapping[str, str], text: str) -> dict[str, str]:
    """Return the fields of an entry with the whole title, and no more than that."""
    title = parts.get("title", "")
    start = text.find(title) if title else -1
    if start < 0:
        return dict(parts)
    if title.startswith("In ") and (ahead := _TITLE_AHEAD.search(text, 0, start)):
        return {**parts, "title": ahead["title"], "venue": title.removeprefix("In ")}
    parts, title = _without_venue(parts, title, text[start + len(title) :])
    start, end = _beginning(text, start), start + len(title)
    end = _ending(parts, text, start, end)
    return {**parts, "title": text[start:end]}


def _without_venue(
    parts: Mapping[str, str], title: str, rest: str
) -> tuple[Mapping[str, str], str]:
    """Take off a book or a journal that the title ran into."""
    if book := _BOOK_BEHIND.search(title):
        return {**parts, "venue": title[book.end() :]}, title[: book.start()]
    species = _BEHIND_SPECIES.match(title)
    if species and all(word[0].isupper() or word in _SMALL for word in species["tail"].split()):
        venue = f"{species['tail']} {parts.get('venue', '')}".strip()
        return {**parts, "venue": venue}, species["title"]
    journal = _JOURNAL_BEHIND.search(title)
    if journal and not parts.get("venue") and re.match(r"\s*\((?:19|20)\d\d\)\s*\w*\d", rest):
        return {**parts, "venue": journal["venue"]}, title[: journal.start()]
    return parts, title


def _beginning(text: str, start: int) -> int:
    """Return where the title begins: behind a stop, not within a sentence."""
    is_shifted = _INITIALS_FIRST.match(text) is not None  # "D. Oak Walks": the name goes on
    number = _NUMBER_AHEAD.search(text, max(0, start - _LONGEST_BEGINNING), start)
    if number and text[start].islower():  # "24 hours by the sea"
        return number.start()
    for form in (_GLUED,) if is_shifted else (_GLUED, _NAME_AHEAD, _WORD_AHEAD):
        ahead = form.search(text, max(0, start - _LONGEST_BEGINNING), start)
        if ahead and ahead.start() > 0:
            return ahead.start("words")
    return start


def _ending(parts: Mapping[str, str], text: str, start: int, end: int) -> int:
    """Return where the title ends: at the stop before the journal."""
    rest, venue = text[end:], parts.get("venue", "").removeprefix("In ")
    number = _PART_NUMBER.match(text, end)
    if number or not text[:start].rstrip().endswith(_ENDS_WITH_STOPS):
        return number.end() if number else end
    is_species = _SPECIES_AUTHOR.search(text, max(start, end - 12), end) is not None
    if not _INSIDE.match(rest) and not (is_species and _GOES_ON.match(rest)):
        return end
    is_venue = bool(venue) and rest.startswith(",") and rest.lstrip(" ,").startswith(venue)
    if is_venue and not _PLAIN_VENUE_BEHIND.match(rest):
        return end
    stop = next(_stops(text, end, venue.split(" ")[0]), end)
    is_title = not _NO_TITLE.search(text[end:stop]) and _VENUE_BEHIND.match(text, stop)
    return stop + (text[stop] in "?!") if is_title else end


def _stops(text: str, end: int, venue: str) -> Iterator[int]:
    """Yield the stops behind ``end`` that end a sentence; so does any before the ``venue``."""
    for stop in _STOP.finditer(text, end + 1, min(len(text), end + _LONGEST)):
        behind = text[stop.end() :].lstrip(' )]”"')
        is_before_venue = len(venue) > 1 and behind.startswith(venue)
        ahead = max(0, stop.start() - 12)
        if is_before_venue or not _SHORTENED.search(text, ahead, stop.start()):
            yield stop.start()
