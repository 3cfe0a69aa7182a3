"""What the labels of an entry make of its title and authors, checked against what entries say."""

from __future__ import annotations

import re

from core.manuscript.references.author_names import begins_with_name, is_organisation

_LAST_NAMES = re.compile(
    r"(?:(?:[a-z]+\s)?[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+)?\s[A-Z]{1,3}(?:,\s|:\s+(?=[A-Z])))+(?<=:\s)"
)
_BOOK = re.compile(r"[.?!]\s+In:?\s+(?=[A-Z]).*\b(?:eds?|editors?)\b.*\Z")
_PUBLISHED_BY = re.compile(
    r"(?<=[.?!])\s+(?:Institute of Electrical|Association for Comput|Society for \w+|Royal Society"
    r"|American \w+ (?:Society|Association)|Springer\b|Elsevier\b|(?:John )?Wiley\b|SAGE\b"
    r"|Lecture Notes in|(?:\w+ )?University Press|MIT Press|Public Library of Science|PeerJ\b"
    r"|Nature Publishing|Frontiers Media|Informa UK|Cold Spring Harbor).*\Z"
)
_MEDIUM = re.compile(
    r"[.,]?\s*[\[(](?:data ?set|online|internet|(?:computer )?software|web ?(?:page|site))[\])]"
    r".*\Z",
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
_DATED = re.compile(r"\A\s*\(\d{4}\)\s*")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_PAIRS = {"(": ")", "[": "]", "“": "”", "‘‘": "’’", "„": "“"}
_STOP = re.compile(r"(?<=[^\W\d_]{2})[.?!](?=\s|\Z)|,\s+(?=[A-Z])")
_CAPITALS = re.compile(r"(?:(?:of|for|and|the|on|de|für|et)\s+|[A-Z][\w.’'-]*\s*|\d{1,4}\s*){1,7}")
_SMALL_FIRST = re.compile(r"(?:An?|The|On|For|Of)\s")
_BRACKETED = re.compile(r"\s*\([A-Z0-9]{2,8}\)")
_NAME = r"(?:[A-Z]\.[\s-]?){1,3}(?:(?:van|von|de[nr]?|di|da|la)\s){0,2}[A-Z][\w’'-]+"
_NAMES_BEHIND = re.compile(
    rf"(?<=\w[\w”\"’)])\s*[.,?!/]\s+(?P<names>{_NAME}(?:(?:,?\s+(?:and|&)\s+|,\s+){_NAME})*)"
    r"(?=\s*[.,(]|\s+et\s+al\b|\s*\Z)"
)
_LONGEST_REST = 120


def checked_title(parts: dict[str, str], text: str = "") -> dict[str, str]:
    """Return the parts, what a title has of names before it, of book or publisher behind it, gone.

    "Roe A, Li W: Walks" is two names and a title; "Walks. In: Roe A (ed)" a title and its book.
    ``text`` is the entry, in which a title that ends inside of brackets goes on.
    """
    parts = _without_standard(parts, text)
    title = parts.get("title", "")
    names = _LAST_NAMES.match(title)
    if names and parts.get("author"):
        parts = {**parts, "author": f"{parts['author'].rstrip(' ,')}, {names[0].rstrip(' :')}"}
        title = title[names.end() :]
    elif behind := _BOOK.search(title) or _PUBLISHED_BY.search(title):
        title = title[: behind.start()].rstrip(" .")
    title = _without_publisher(_closed(title, text))
    if not parts.get("author") and not parts.get("editor"):
        parts, title = _with_organisation(parts, title, text)
    if not parts.get("author"):
        parts, title = _with_names_behind(parts, title, text)
    for unwanted in (_MEDIUM, _STANDARD_LAST):
        behind = unwanted.search(title)
        if behind and behind.start() > 2:
            title = title[: behind.start()]
    return {**parts, "title": title} if title else parts


def _without_standard(parts: dict[str, str], text: str) -> dict[str, str]:
    """Take the number of a standard before a title for neither name nor title."""
    number, title = _STANDARD.match(text), parts.get("title", "")
    if number is None:
        ahead = _STANDARD_FIRST.match(title)
        return {**parts, "title": title[ahead.end() :]} if ahead else parts
    title_position = text.find(title)
    if title_position < number.end():
        title = _DATED.sub("", text[number.end() : title_position + len(title)]).lstrip(" .,:–—-")
    printed = _YEAR.search(text, number.end())
    dated = {"date": printed[0]} if printed else {}
    own = {name: value for name, value in parts.items() if not number[0].startswith(value[:6])}
    return {**own, "title": title, **dated}


def _without_publisher(title: str) -> str:
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
        stop = _STOP.search(text, rest, rest + _LONGEST_REST)
        shortened = text[closed - 1] == "."  # "(Linn.) Sweet": the label ended at a full stop
        joined = re.match(r"\s+\w" if shortened else r"\s+[a-z(]", text[rest:])
        return text[at : stop.start() if stop and joined else rest]
    return title


def _with_organisation(parts: dict[str, str], title: str, text: str) -> tuple[dict[str, str], str]:
    """Take an organisation that begins the entry for its author: "World Bank. Prices of rice"."""
    head, stop, _ = (text or title).partition(". ")
    own = title[len(head) :].lstrip(" .") if title.startswith(head) else title
    one = " " not in head and head[:1].isupper() and len(head) > 2
    online = "url" in parts or "doi" in parts
    telling = is_organisation(head) or (one and (online or head.isupper()))
    capital = own[:1].isupper() or own[:1].isdigit()
    if not (stop and telling and capital and _CAPITALS.fullmatch(head)) or begins_with_name(own):
        return parts, title
    return {"author": head, **parts}, own


def _with_names_behind(parts: dict[str, str], title: str, text: str) -> tuple[dict[str, str], str]:
    """Take the names behind a title that begins the entry: "Walks. A. Roe, W. Li. Springer"."""
    at = text.find(title) if title else -1
    names_match = _NAMES_BEHIND.search(text, at) if 0 <= at < 2 else None
    if names_match is None or names_match.start() > at + len(title):
        return parts, title
    return {**parts, "author": names_match["names"]}, text[at : names_match.start()]
