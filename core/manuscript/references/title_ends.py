"""Where the title of an entry begins and ends, where the labels of its words are off by some.

In lists whose fields end with a stop, a title goes on up to one: over places, years and the
authors of species ("Ocimum basilicum L. from Corsica. J Reed"). It begins behind one, too. Names
before a title and a publisher behind it are no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.manuscript.references.author_names import begins_with_name, is_organisation, says_body

_ENDS_WITH_STOPS = (".", ")", ":", "]", "?", "!")
_STOP = re.compile(r"[.?!](?=[)\]”\"]?\s+\S)")
SHORTENED = re.compile(
    r"(?:\b(?:[A-Z]|sp|spp|var|subsp|subs|ssp|cv|f|ex|et|al|vs|cf|no|nr|vol|pp|St|Dr|approx|ca|mod|resp|bzw"
    r"|Linn|Mart"
    r"|Benth|Lam|Mill|Willd|Rech|Boiss|Bge|Spreng|Hook|DC|Webb|Laur|Cunn|Gómez-Laur|fil|Proc|Natl|Acad"
    r"|Sci|Int|Am|Trans|Adv|Appl|Phys|Chem|Biol|Med|Res|Rev|Lett|Eng|Soc|Mater|Nat|Can|Eur)"
    r"|(?<![^\W_])[^\W\d_])\Z"
)
"""A word before a stop that ends no sentence."""
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
        if is_before_venue or not SHORTENED.search(text, ahead, stop.start()):
            yield stop.start()


# --- title checks -----------------------------------------------------------------------
#
# What the labels of an entry make of its title and authors, checked against what entries say.

_LAST_NAMES = re.compile(
    r"(?:(?:[a-z]+\s)?[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+)?\s[A-Z]{1,3}(?:,\s|:\s+(?=[A-Z])))+(?<=:\s)"
)
_BOOK_TITLE = re.compile(r"[.?!]\s+In:?\s+(?=[A-Z]).*\b(?:eds?|editors?)\b.*\Z")
_PUBLISHED_BY = re.compile(
    r"(?<=[.?!])\s+(?:Institute of Electrical|Association for Comput|Society for \w+|Royal Society"
    r"|American \w+ (?:Society|Association)|Springer\b|Elsevier\b|(?:John )?Wiley\b|SAGE\b"
    r"|Lecture Notes in|(?:\w+ )?University Press|MIT Press|Public Library of Science|PeerJ\b"
    r"|Nature Publishing|Frontiers Media|Informa UK|Cold Spring Harbor).*\Z"
)
_MEDIUM = re.compile(
    r"[.,]?\s*[\[(](?:data ?set|online|internet|(?:computer )?software|web ?(?:page|site))[\])]"
    r"(?!\s[a-z]{2}).*\Z",
    re.IGNORECASE,
)
_BODY = (
    r"(?:(?:ISO|IEC|IEEE|ANSI|ASHRAE|ASTM|DIN|BS|NF|EN|JIS|GB|CEN|ETSI|SAE|NIST|FIPS|IETF|RFC"
    r"|ITU-[TR]|BSI|PAS)"
    r"(?:/(?:[A-Z]{1,6}))*\s*)+"
)
_NUMBER = r"(?:Std\.?|Standard|Recommendation|Rec\.|PUB|SP|RFC)?\s*(?:[A-Z]{1,2}[ .]?)?\d[\w.:/–-]*"
_STANDARD = re.compile(rf"{_BODY}{_NUMBER}")
_STANDARD_FIRST = re.compile(rf"{_STANDARD.pattern}[.,:]\s+(?=\w)")
_STANDARD_LAST = re.compile(rf"[.,]\s+(?:{_STANDARD.pattern}|W3C Recommendation\b)[^.]{{0,40}}\Z")
_DATED_TITLE = re.compile(r"\A\s*\(\d{4}\)\s*")
_PRINTED_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_PAIRS = {"(": ")", "[": "]", "“": "”", "‘‘": "’’", "„": "“"}
_BEHIND_CLOSED = re.compile(r"(?<=[^\W\d_]{2})[.?!](?=\s|\Z)|,\s+(?=[A-Z])")
_CAPITALS = re.compile(r"(?:(?:of|for|and|the|on|de|für|et)\s+|[A-Z][\w.’'-]*\s*|\d{1,4}\s*){1,7}")
_SMALL_FIRST = re.compile(r"(?:An?|The|On|For|Of)\s")
_BRACKETED = re.compile(r"\s*\([A-Z0-9]{2,8}\)")
_NAME = r"(?:[A-Z]\.[\s-]?){1,3}(?:(?:van|von|de[nr]?|di|da|la)\s){0,2}[A-Z][\w’'-]+"
_NAMES_BEHIND = re.compile(
    rf"(?<=\w[\w”\"’)])\s*[.,?!/]\s+(?P<names>{_NAME}(?:(?:,?\s+(?:and|&)\s+|,\s+){_NAME})*)"
    r"(?=\s*[.,(]|\s+et\s+al\b|\s*\Z)"
)
_LONGEST_REST = 120
_YEAR_AT_END = re.compile(r"\((?:19|20)\d\d[a-z]?\)\.?\Z")


def check_title(parts: dict[str, str], text: str = "") -> dict[str, str]:
    """Return the parts, the title without names before it and a book or publisher behind it.

    "Roe A, Li W: Walks" is two names and a title; "Walks. In: Roe A (ed)" a title and its book.
    ``text`` is the entry, in which a title that ends inside of brackets goes on.
    """
    parts = _without_standard(parts, text)
    title = parts.get("title", "")
    names = _LAST_NAMES.match(title)
    if names and parts.get("author"):
        parts = {**parts, "author": f"{parts['author'].rstrip(' ,')}, {names[0].rstrip(' :')}"}
        title = title[names.end() :]
    elif behind := _BOOK_TITLE.search(title) or _PUBLISHED_BY.search(title):
        title = title[: behind.start()].rstrip(" .")
    title = strip_publisher(_closed(title, text))
    if not parts.get("author") and not parts.get("editor"):
        parts, title = _with_organisation(parts, title, text)
    if not parts.get("author") or (not title and not begins_with_name(text)):
        parts, title = _with_names_behind(parts, title, text)
    for unwanted in (_MEDIUM, _STANDARD_LAST):
        behind = unwanted.search(title)
        if behind and behind.start() > 2:
            title = title[: behind.start()]
    return {**parts, "title": title} if title else parts


_UPPER = r"[^\W\d_a-zß-öø-ÿ]"
_PERSON = (
    rf"(?:(?:van|von|de[lnr]?|di|da|la|le|ten?|ter)\s){{0,2}}{_UPPER}[\w’'-]+(?:\s{_UPPER}[\w’'-]+)?"
    rf"\s{_UPPER}{{1,3}}(?:\sJr)?"
)
_PEOPLE = (
    rf"(?:{_PERSON}(?:,\s{_PERSON})*(?:,?\set\sal)?"
    rf"|{_UPPER}[\w’'-]+,(?:\s{_UPPER}\.)+(?:;\s{_UPPER}[\w’'-]+,(?:\s{_UPPER}\.)+)*)"
)
_EDITORS = (
    r",?\s\(?(?:eds?|editors?|éds?|éditeurs?|Hrsg|Hg|dirs?|coords?|orgs?|red)\b\.?\)?[.,:]?\s"
)
_SHORT_TITLE = r"(?P<title>(?![Ii]n:)[^.?!:;]{2,250}(?::\s[^.?!:;]{2,150})?[?!]?)\.?\s"
_EDITED = (
    re.compile(
        rf"(?P<author>{_PEOPLE})(?:\.|(?<=\.))\s{_SHORT_TITLE}(?:[IE]n|Dans|Em|W):\s(?P<editor>{_PEOPLE})"
        rf"\.?{_EDITORS}(?P<venue>{_UPPER}[^.;]{{2,200}})[.;]\s.*?(?P<date>(?:19|20)\d\d)\b.*"
    ),
    re.compile(
        rf"(?P<author>{_PEOPLE})\.?{_EDITORS}{_SHORT_TITLE}(?:\d+[a-z.]*\s[a-zé]+\.\s)?"
        r"[^.;:]{2,60}:\s[^.;:]{2,80}[;,]\s(?P<date>(?:19|20)\d\d)\b.*"
    ),
)


def cut_edited(text: str) -> dict[str, str]:
    """Return the fields of "Roe A. Falls. In: Li W, editor. Walks. Ely: Reed; 1999.", or none.

    A title of one word looks like a name between the names before and behind it. So does that of
    the book alone: "Li W, editor. Walks. Ely: Reed; 1999.".
    """
    match = next(filter(None, (form.fullmatch(text) for form in _EDITED)), None)
    return match.groupdict() if match else {}


def _without_standard(parts: dict[str, str], text: str) -> dict[str, str]:
    """Take the number of a standard before a title for neither name nor title."""
    number, title = _STANDARD.match(text), parts.get("title", "")
    if number is None:
        ahead = _STANDARD_FIRST.match(title)
        return {**parts, "title": title[ahead.end() :]} if ahead else parts
    end = text.find(title) + len(title)
    if end - len(title) < number.end():
        title = _DATED_TITLE.sub("", text[number.end() : end]).lstrip(" .,:–—-")
    printed = _PRINTED_YEAR.search(text, number.end())
    dated = {"date": printed[0]} if printed else {}
    own = {name: value for name, value in parts.items() if not number[0].startswith(value[:6])}
    return {**own, "title": title, **dated}


def strip_publisher(title: str) -> str:
    """Return a title without the organisation that stands behind it as a sentence of its own."""
    ahead, _, last = title.rpartition(". ")
    plain = _BRACKETED.sub("", last)
    is_publisher = (
        is_organisation(plain) and _CAPITALS.fullmatch(plain) and not _SMALL_FIRST.match(plain)
    )
    return ahead if is_publisher and " " in ahead and len(plain.split()) > 2 else title


def _closed(title: str, text: str) -> str:
    """Return a title that ends within brackets or quotes up to the stop behind their end."""
    at = text.find(title) if title else -1
    if at < 0:
        return title
    end = at + len(title)
    for opening, closing in _PAIRS.items():
        if title.count(opening) <= title.count(closing):
            continue
        closed = text.find(closing, end - 1, end + _LONGEST_REST)
        if closed < 0 or re.search(r"\d{4}", text[end:closed]):
            continue
        rest = closed + len(closing)
        stop = _BEHIND_CLOSED.search(text, rest, rest + _LONGEST_REST)
        shortened = text[closed - 1] == "."  # "(Linn.) Sweet": the label ended at a full stop
        joined = re.match(r"\s+\w" if shortened else r"\s+[a-z(]", text[rest:])
        return text[at : stop.start() if stop and joined else rest]
    return title


def _with_organisation(parts: dict[str, str], title: str, text: str) -> tuple[dict[str, str], str]:
    """Take an organisation that begins the entry for its author: "World Bank. Prices of rice"."""
    head, stop, _ = (text or title).partition(". ")
    body, colon, _ = head.partition(": ")
    if colon and says_body(body) and _YEAR_AT_END.search(text):
        head, stop = body, colon
    own = title[len(head) :].lstrip(" .:") if title.startswith(head) else title
    one = " " not in head and head[:1].isupper() and len(head) > 2
    online = "url" in parts or "doi" in parts
    telling = is_organisation(head) or (one and (online or head.isupper()))
    capital = own[:1].isupper() or own[:1].isdigit()
    if not (stop and telling and capital and _CAPITALS.fullmatch(head)) or begins_with_name(own):
        return parts, title
    return {"author": head, **parts}, own


def _with_names_behind(parts: dict[str, str], title: str, text: str) -> tuple[dict[str, str], str]:
    """Take the names behind a title that begins the entry: "Walks. A. Roe, W. Li. Springer"."""
    at = text.find(title)  # 0 of what was taken for names alone
    names_match = _NAMES_BEHIND.search(text, at) if 0 <= at < 2 else None
    if names_match is None or names_match.start() > at + len(title or parts.get("author", "")):
        return parts, title
    return {**parts, "author": names_match["names"]}, text[at : names_match.start()]
