"""Entries in the forms of national standards, which say by signs what is what.

GOST: "Иванов, И. И. Название [Текст] / И. И. Иванов, П. П. Петров // Журнал. — 2010. — Т. 5."
GB/T 7714: "张三, 李四. 题名[J]. 刊名, 2010, 5(3): 1-10." Entries of Chinese, Japanese and Korean
without such a sign have their title in quotes, else between the names and what it stands in.
"""

from __future__ import annotations

import re

from core.manuscript.text.scripts import HANGUL, SPACELESS, closed_up

_KIND = re.compile(
    r"\s*\[(?P<kind>(?:[JMCDPSRNGAZ]|EB|DB|CP|DS)(?:/(?:OL|CD|DK|MT))?)\]\s*[.,，．。:：]?\s*"
)
_TEXT = re.compile(
    r"\s*\[(?:Текст|Электронный ресурс|Text|Electronic resource)\]\s*", re.IGNORECASE
)
_PARTED = re.compile(r"\s+//\s+")
_RESPONSIBLE = re.compile(r"\s+/\s+(?=\S)")
_BOOK = re.compile(r"\s/\s.{3,200}?\.\s+[–—]\s")
_VOLUME = re.compile(r"[.,]\s+(?=\d{4}\b|[ТСВ]\.|№|V\.|P\.|Vol\b|Вып\b)")
_LAST_NAME = re.compile(r"[^\W\d_]{2,}\s[A-Z]{1,2}\Z")
_DASH = re.compile(r"[.,]?\s+[–—-]\s+")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d{2}|20[0-4]\d)(?!\d)")
_FAMILY_FIRST = re.compile(
    r"(?P<names>(?:[А-ЯЁA-Z][\w’'-]+,?\s+(?:[А-ЯЁA-Z][а-яё]?\.[\s-]?){1,3}(?:,\s*|\s+(?:и|and)\s+)?)+"
    r"(?:(?:и др\.|et al\.)\s*|d[ae]?\.?\s+)?)(?=\S)"
)
_SORT = re.compile(
    r"\s+:\s+(?:tech\.\s?rep|phd thesis|master\S* thesis|дис\b|автореф|учеб|моногр|сб\b|пер\.).*\Z",
    re.IGNORECASE,
)
"""What kind of work it is, behind the title."""
_OTHERS = re.compile(r"\s*\[?(?:и др|et al)\.?\]?", re.IGNORECASE)
_EAST_ASIAN = re.compile(f"[{SPACELESS}{HANGUL}]")
_LETTERS = re.compile(rf"[{SPACELESS}{HANGUL}]|[^\W\d_]")
_QUOTED = re.compile(r"[“「『‘《〈\"](?P<title>[^”」』’》〉\"]{2,200})[”」』’》〉\"]")
_DATED = re.compile(r"\(?(?P<year>(?:1[5-9]|20)\d{2})[a-z年]?\)?\s*[.,．，。:]?\s*")
_WIDE = str.maketrans({"．": ". ", "，": ", ", "。": ". ", "：": ": ", "；": "; ", "（": " (",
                       "）": ") ", "、": ", ", "［": "[", "］": "]", "　": " "})  # fmt: skip
_AND_OTHERS = re.compile(r"[,\s]*(?:等|외|ほか|他|et al)\.?\s*(?:\d+인)?\Z")
_LEAST_SHARE = 0.3


def cut_national(text: str) -> dict[str, str] | None:
    """Return the parts of an entry, as ``cut_entry`` does; ``None`` if it has no such form."""
    if _PARTED.search(text) or _TEXT.search(text) or _BOOK.search(text):
        return _gost(text)
    plain = text.translate(_WIDE)
    kind = _KIND.search(plain)
    if kind is not None:
        return _gbt(plain, kind)
    letters = _LETTERS.findall(text)
    own = sum(_EAST_ASIAN.match(letter) is not None for letter in letters)
    return _east_asian(plain) if letters and own >= _LEAST_SHARE * len(letters) else None


def _gost(text: str) -> dict[str, str] | None:
    """Cut at "//", behind which stands what it appeared in, and at "/", behind which the names."""
    head, _, rest = text.partition(" // ")
    parts: dict[str, str] = {}
    responsible_match = _RESPONSIBLE.search(head)
    own = _TEXT.sub(" ", head[: responsible_match.start()] if responsible_match else head).strip()
    if not rest and responsible_match is None:
        return None
    ahead = _FAMILY_FIRST.match(own)
    title = own[ahead.end() :] if ahead else own
    behind = head[responsible_match.end() :] if responsible_match else ""
    if not rest:  # a book: names, then place and year
        behind, rest = [*re.split(r"\.\s+[–—]\s", behind, maxsplit=1), ""][:2]
    authors = _OTHERS.sub("", behind.partition(";")[0].strip(" .")) or (
        ahead["names"] if ahead else ""
    )
    if authors:
        parts["author"] = authors
    parts["title"] = _SORT.sub("", title).strip(" .,;:")
    years = _YEAR.findall(_DASH.sub(" — ", rest)) or _YEAR.findall(text)
    venue = _VOLUME.split(_DASH.split(_RESPONSIBLE.split(rest)[0])[0])[0].strip(" .,—–")
    if " // " in text and venue:
        parts["venue"] = venue
    if years:
        parts["date"] = years[0]
    return parts if len(parts["title"]) > 2 else None


def _gbt(text: str, kind: re.Match[str]) -> dict[str, str] | None:
    """Cut before the sign of the kind: names, a stop, the title; behind it where it appeared."""
    head, rest = text[: kind.start()].strip(), text[kind.end() :].strip()
    cut = _name_end(head)
    parts = {"author": _names(head[:cut]), "title": closed_up(head[cut:].strip(" .,;:"))}
    venue = re.split(r"[,.]\s|//", rest.lstrip("/ "))[0]
    if venue and not _YEAR.match(venue):
        parts["venue"] = venue.strip(" .,")
    years = _YEAR.findall(rest)
    if years:
        parts["date"] = years[0]
    if not parts["author"]:
        del parts["author"]
    return parts if parts["title"] else None


def _name_end(head: str) -> int:
    """Return where the names end: at the first stop that is not that of an initial."""
    for stop in re.finditer(r"\.\s*", head):
        word = re.search(r"[^\W\d_]+\Z", head[: stop.start()])
        east = word is not None and _EAST_ASIAN.search(word[0])
        last_name_match = "." not in head[: stop.start()] and _LAST_NAME.search(
            head[: stop.start()]
        )
        if (
            word is None
            or east
            or last_name_match
            or len(word[0]) > 2
            or word[0].casefold() == "al"
        ):
            return stop.end() if stop.end() < len(head) else 0
    return 0


def _names(text: str) -> str:
    return re.sub(r"\s+", " ", _AND_OTHERS.sub("", text.strip(" .,")))


def _east_asian(text: str) -> dict[str, str] | None:
    """Cut at quotes, else at a year in parentheses, else at stops."""
    quoted = _QUOTED.search(text)
    years = _YEAR.findall(text)
    dated = {"date": years[-1]} if years else {}
    if quoted is not None and quoted.start() > 0:
        rest = text[quoted.end() :].strip(" .,")
        ahead = _DATED.search(text, 0, quoted.start())
        names = text[: ahead.start() if ahead else quoted.start()]
        venue = re.split(r"[,.]\s|\s?\(|第|제\s?\d", rest)[0].strip(" .,")
        if ahead:
            dated = {"date": ahead["year"]}
        return _without_empty(
            {
                "author": _names(names),
                "title": quoted["title"].strip(" .,"),
                "venue": venue,
                **dated,
            }
        )
    ahead = re.search(r"\((?P<year>(?:1[5-9]|20)\d{2})\)\s*[.,]?\s*", text)
    if ahead is not None and 0 < ahead.start() < 80 and text[ahead.end() :].strip():
        title, venue = [*re.split(r"\.\s+", text[ahead.end() :], maxsplit=1), ""][:2]
        return _without_empty(
            {
                "author": _names(text[: ahead.start()]),
                "date": ahead["year"],
                "title": closed_up(title.strip(" .,")),
                "venue": re.split(r"[,.]\s|\s?\(", venue)[0].strip(" .,"),
            }
        )
    pieces = [piece.strip() for piece in re.split(r"[.:]\s+", text) if piece.strip(" .,")]
    if len(pieces) < 2 or not _EAST_ASIAN.search(text):
        return None
    return _without_empty(
        {
            "author": _names(pieces[0]),
            "title": closed_up(pieces[1].strip(" .,")),
            "venue": re.split(r",\s", pieces[2])[0] if len(pieces) > 2 else "",
            **dated,
        }
    )


def _without_empty(parts: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in parts.items() if value}
