"""One entry of a reference list taken apart: authors, title, year, venue, DOI, arXiv id, URL.

The labeller says which field each word belongs to; numbers that have a form of their own (DOI,
arXiv id, web address, year) are found by it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from urllib.parse import unquote

from core.manuscript.references.author_names import Names, begins_with_name, split_names
from core.manuscript.references.entry_forms import (
    cut_joined_names,
    cut_nameless,
    cut_untitled,
    drop_alias,
    find_year_behind,
    part_year_from_title,
    put_group_first,
    put_year_first,
    repair_title,
)
from core.manuscript.references.title_ends import (
    check_title,
    complete_title,
    cut_edited,
    strip_publisher,
)
from core.manuscript.references.tokens import ADDRESS, DOI, Word, features, split_words
from core.manuscript.text.scripts import CAPITALS, HANGUL, SMALL, SPACELESS, closed_up

# --- entries in the forms of national standards, which say by signs what is what --------
#
# GOST: "Иванов, И. И. Название [Текст] / И. И. Иванов, П. П. Петров // Журнал. — 2010. — Т. 5."
# GB/T 7714: "张三, 李四. 题名[J]. 刊名, 2010, 5(3): 1-10." Entries of Chinese, Japanese and Korean
# without such a sign have their title in quotes, else between the names and what it stands in.

_KIND_SIGN = re.compile(
    r"\s*\[(?P<kind>(?:[JMCDPSRNGAZ]|EB|DB|CP|DS)(?:/\s?(?:OL|CD|DK|MT))?)\]\s*[.,，．。:：]?\s*"
)
_TEXT = re.compile(
    r"\s*\[(?:Текст|Электронный ресурс|Text|Electronic resource)\]\s*", re.IGNORECASE
)
_PARTED = re.compile(r"\s+//\s+")
_RESPONSIBLE = re.compile(r"\s+/\s+(?=\S)")
_BOOK = re.compile(r"\s/\s.{3,200}?\.\s+[–—]\s")
_EDITED = re.compile(r"(?:под|за|отв|упоряд|гл|сост|ред|[Ee]d(?:s|ited)?)\b")
_BOOK_PLACE = re.compile(r"\.\s+(?:[–—]\s|(?=URL\b|https?:|DOI\b|Режим доступа))")
_VOLUME = re.compile(r"[.,]\s+(?=\d{4}\b|[ТСВ]\.|№|V\.|P\.|Vol\b|Вып\b)")
_LAST_NAME = re.compile(r"[^\W\d_]{2,}(?:[\s-][^\W\d_a-zß-öø-ÿ]{1,2}){1,4}\Z")
_DASH = re.compile(r"[.,]?\s+[–—-]\s+")
_PLAIN_YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d{2}|20[0-4]\d)(?!\d)")
_FAMILY_FIRST = re.compile(
    rf"(?P<names>(?:(?:(?:van|von|de[nr]?|der|di|da|la)\s){{0,2}}[{CAPITALS}][\w’'-]+,?\s+"
    rf"(?:[{CAPITALS}][{SMALL}]?\.[\s-]?){{1,3}}(?:(?:van|von|de)(?:\s(?:der|den|la))?)?"
    r"(?:,\s*|\s+(?:и|and)\s+)?)+"
    r"(?:\[?(?:и др|та ін|et al)\.\]?\s*|d[ae]?\.?\s+)?)(?=\S)"
)
_FULL_NAME = rf"[{CAPITALS}][\w’'-]+(?:\s[{CAPITALS}][\w’'-]+){{1,3}}"
_FULL_NAMES = re.compile(
    rf"(?P<names>{_FULL_NAME}(?:(?:,|,?\s(?:and|и))\s{_FULL_NAME})+)\.\s+(?=\S)"
)
"""Two names or more with given names: "Ann Oak, Bea Elm and Cid Ash. "."""
_SORT = re.compile(
    r"\s+:\s+(?:tech\.\s?rep|phd thesis|master\S* thesis|дис\b|автореф|учеб|моногр|сб\b|пер\.).*\Z",
    re.IGNORECASE,
)
"""What kind of work it is, behind the title."""
_OTHERS = re.compile(r"\s*\[?(?:и др|та ін|et al)\.?\]?", re.IGNORECASE)
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
    kind = _KIND_SIGN.search(plain)
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
    ahead = _FAMILY_FIRST.match(own) or _FULL_NAMES.match(own)
    title = own[ahead.end() :] if ahead else own
    behind = head[responsible_match.end() :] if responsible_match else ""
    by_editors = _EDITED.match(behind) is not None
    if not rest:  # a book: names, then place and year
        behind, rest = [*_BOOK_PLACE.split(behind, maxsplit=1), ""][:2]
    signed = "" if by_editors else _OTHERS.sub("", behind.partition(";")[0].strip(" ."))
    authors = signed or (ahead["names"] if ahead else "")
    if authors:
        parts["author"] = authors
    parts["title"] = _SORT.sub("", title).strip(" .,;:")
    years = _PLAIN_YEAR.findall(_DASH.sub(" — ", ACCESSED.sub("", rest)))
    years = years or _PLAIN_YEAR.findall(ACCESSED.sub("", text))
    venue = _VOLUME.split(_DASH.split(_RESPONSIBLE.split(rest)[0])[0])[0].strip(" .,—–")
    if " // " in text and venue:
        parts["venue"] = venue
    if years:
        parts["date"] = years[0]
    return parts if len(parts["title"]) > 2 else None


def _gbt(text: str, kind: re.Match[str]) -> dict[str, str] | None:
    """Cut before the sign of the kind: names, a stop, the title; behind it where it appeared."""
    head, rest = text[: kind.start()].strip(), text[kind.end() :].strip()
    ahead = _DATED_NAMES.match(head)
    cut = ahead.end() if ahead else _name_end(head)
    names = ahead["names"] if ahead else head[:cut]
    parts = {"author": _names(names), "title": closed_up(head[cut:].strip(" .,;:"))}
    venue = re.split(r"[,.]\s|//", rest.lstrip("/ "))[0]
    if venue and not _PLAIN_YEAR.match(venue):
        parts["venue"] = venue.strip(" .,")
    years = [ahead["year"]] if ahead else _PLAIN_YEAR.findall(rest)
    if years:
        parts["date"] = years[0]
    if not parts["author"]:
        del parts["author"]
    return parts if parts["title"] else None


_DATED_NAMES = re.compile(
    r"(?P<names>[^.\d]{2,200}(?:\bal\.)?),\s?(?P<year>(?:1[5-9]|20)\d{2})[a-z]?\.\s*(?=\S)"
)
"""Names with the year behind them: "OAK A, ELM B, 2019b. "."""


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
    years = _PLAIN_YEAR.findall(text)
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
    return dict(filter(itemgetter(1), parts.items()))


_DOI = re.compile(DOI)
_ADDRESS_BEHIND = re.compile(r"(?:\.?(?:URL(?:https?)?|https?):?.*|#[a-z][a-z-]{3,}\W*)\Z")
_ARXIV = re.compile(
    r"(?:arxiv[:\s.]*(?:preprint\s+)?(?:arxiv[:\s]*)?(?:abs/)?|arxiv\.org/(?:abs|pdf)/|\babs/)"
    r"(?P<id>\d{4}\.\s?\d{4,5}(?!\d)|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_BARE_ARXIV = re.compile(
    r"(?<![\w/.-])(?:(?P<old>(?:astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math-ph|math|nlin"
    r"|nucl-(?:ex|th)|physics|quant-ph|q-bio|cs)(?:\.[A-Z]{2})?/\d{7})(?!\d)"
    r"|(?P<new>\d{4}\.\d{4,5})(?:v\d+)?\s*\[[a-z-]+(?:\.[A-Za-z-]{2,})?\])"
)
"""As physicists list preprints: "hep-ph/0301001", "1207.7235 [hep-ex]"."""
_YEAR = re.compile(r"(?<!\d)(?P<year>1[5-9]\d{2}|20[0-4]\d)(?P<letter>[a-z]\b)?(?!\d)")
_PRINTED_DATE = re.compile(r"\((?P<year>1[5-9]\d{2}|20[0-4]\d)(?:[-/.]\d\d?){0,2}\)")
_PLACE = re.compile(r"\d|https?:|www\.|\bdoi\b", re.IGNORECASE)
_BESIDE_DATE = ("volume", "note", "publisher", "editor", "venue")
_NO_YEAR = re.compile(r"\b\d{4}\.\d{4,5}|(?<![\d-])\d{1,5}\s?[–—-]+\s?\d{1,5}(?![\d-])")
_SPAN = re.compile(r"\b\d{4}\s+(?:to|until|bis|à|hasta|até)\s+\d{4}\b")
_PAGE_BEFORE = re.compile(r"\A(?:\d+\s?[–—-]+\s?)?\d+,\s+(?=\d{4}\b)")
"""The end of the pages, where the year stands behind them: "1619, 2005"."""
_SAME_AUTHORS = re.compile(r"\s*(?:[—―_]{2,}|[–-]{3,}|(?:—|--)\s*[.,(“]|[,.]\s+(?=[A-ZÀ-Þ“]))")
_IN = re.compile(
    r"\A(?:in\b|i:|dans\b:?|en:|em:|w:|v:|u:|içinde\b|teoksessa\b|în:|у:|στο:):?\s+(?=\S)",
    re.IGNORECASE,
)
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-\s+(?=[a-z])(?!(?:and|or|und|oder|et|to)\b)")
_SEEN = (
    r"(?:\b(?:accessed|retrieved|visited|viewed|cited|last access|consult[ée]+|abgerufen|besucht"
    r"|(?:letzter )?zugriff|zugegriffen|aufgerufen|acesso em|acessado em|acedido em|visitado"
    r"|recuperado"
    r"|consultad[oa]|consult|visitato|accesso|geraadpleegd|dostęp|pristup(?:ljeno)?|dostopano"
    r"|viitattu|hämtad|hentet|besøgt|besøkt|läst|letöltve|elérés|megtekintve|letöltés|megtekintés"
    r"|accesat|diakses|truy cập|erişim"
    r"|erişildi|ανάκτηση|πρόσβαση|дата (?:обр(?:ащения)?|звернення|доступ[ау])|дата перегляду)\b"
    r"|\bcit\.\s?(?=\d)|参照|引用日期|访问日期|閲覧|アクセス日|접속일|검색일)"
)
_ACCESSED_BEFORE = re.compile(rf"{_SEEN}[^;()\[\]]{{0,24}}\Z", re.IGNORECASE)
ACCESSED = re.compile(rf"{_SEEN}[^()\[\]]*(?=[)\]])|{_SEEN}.*", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(r"[A-Za-z]-\Z")
"""The beginning of a report's number, which may hold a year: "REED-2010-002"."""
_SUBTITLE = re.compile(r"(?:(?:\.\s[IVX]{2,4})?:\s|/)[^?!“”\"]{3,120}?(?=\.\s|[?!]\s|\.?\Z)")
_OPENED = re.compile(r"[“„«\"]\s*\Z")
_CLOSED = re.compile(
    r"(?<=[,.?!])[”“»\"]|[”“»\"](?=[,.]|\s+(?:(?:In|in:|[Dd]ans|[Ee]n)\b|in\s+[A-Z“]|[(\[]))"
)
_KIND = re.compile(
    r"\s*(?:\((?:Version\s|v\d)[^()]*\)?|\[(?:[A-Z](?:/[A-Z]{2})?|[^\][]*(?:software|code|report|data|thesis"
    r"|dissertation|video|film|online)\b[^\][]{0,20})\]?)\Z",
    re.IGNORECASE,
)
_GUILLEMETS = re.compile(r"\(\((?=\S)([^()]*(?:\([^()]*\)[^()]*)*)\)\)")
"""What TeX's oldest fonts print for "«" and "»"."""
_MOST_WORDS, _LONGEST = 400, 4000
_PART_A = re.compile(
    r"(?:[^()\d]{0,80}\b(?:see|e\.g\.|reviews?|examples?|leading references)\b[^()\d]{0,20})?"
    r"[(\[]?a[)\]]\s+(?=[A-Z“])"
)
_PART_B = re.compile(r"[;.]?\s*[(\[]?\bb[)\]]\s+(?=[A-Z“])|\s\(b\)\s")
_FAMILY = r"(?:(?:van|von|de|der|den|di|da|la|le)\s)*[A-ZÀ-Þ][\w’'-]+(?:\s[A-ZÀ-Þ][\w’'-]+)?"
_SHORT_TITLE = re.compile(
    rf"(?P<names>{_FAMILY}\s[A-Z]{{1,3}}(?:,\s{_FAMILY}\s[A-Z]{{1,3}})*(?:,\set\sal)?)\.\s"
    r"(?P<title>[A-ZÀ-Þ][^.?!\[]{2,60}?)(?:\s\[[^\[\]]{3,40}\])?[.?!]\s"
    r"(?:In:?\s|[A-Z][\w ]{2,60}[.;]?\s?\d{4}|[A-Z][^.:;]{1,40}:\s[^:;]{2,60};\s?\d{4})"
)

_Run = tuple[str, list[Word]]


@dataclass(frozen=True, slots=True)
class Fields:
    """What an entry says; what could not be told is empty."""

    authors: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    title: str = ""
    year: int | None = None
    letter: str = ""
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""


def parse_entry(text: str) -> Fields:
    """Return the fields of an entry, whose label was taken off before.

    Of a compound entry, "For reviews, see: (a) …. (b) …", the fields are those of its first part.
    Names and title stand in the first ``_LONGEST`` letters; ids and addresses anywhere.
    """
    plain = _GUILLEMETS.sub(r"“\1”", " ".join(text.split()).lstrip(".,;: "))
    text = put_year_first(drop_alias(_first_part(plain)))
    ids = {"doi": find_doi(text), "arxiv": find_arxiv(text), "url": find_url(text)}
    text = text[:_LONGEST]
    ahead = cut_untitled(text) or cut_joined_names(text) or cut_nameless(text) or cut_edited(text)
    parts = ahead or cut_national(text)
    if not parts:
        parts = complete_title(check_title(put_group_first(cut_entry(text), text), text), text)
        parts = _part_names_from_title(parts, text)
    parts = _with_plain_title(parts, text)
    names = _read_names(parts)
    year, letter = find_year(parts)
    return Fields(
        authors=names.names,
        families=names.families,
        title=parts.get("title", ""),
        year=year,
        letter=letter,
        venue=_IN.sub("", parts.get("venue", "")),
        **ids,
    )


def _first_part(text: str) -> str:
    """Return the first work of an entry that holds several, else the text as it is."""
    first = _PART_A.match(text)
    if first is None:
        return text
    second = _PART_B.search(text, first.end())
    return text[first.end() : second.start() if second else len(text)].rstrip(" ;")


def _part_names_from_title(parts: dict[str, str], text: str) -> dict[str, str]:
    """Return the fields with a short title that was taken for a part of the names before it."""
    printed = _SHORT_TITLE.match(text)
    names = parts.get("author", "")
    if printed is None or len(names) <= len(printed["names"]) + 1:
        return parts
    return parts | {"author": printed["names"], "title": printed["title"]}


def _with_plain_title(parts: dict[str, str], text: str) -> dict[str, str]:
    """Return the fields, the title without names before it, and kind or year behind it."""
    parts = repair_title(parts, text)
    if "title" in parts:
        parts["title"] = strip_publisher(parts["title"])
    if find_year(parts)[0] is None and parts.get("title"):
        title, year = part_year_from_title(parts["title"])
        year = year or find_year_behind(title, ACCESSED.sub("", text))
        parts = parts | ({"title": title, "date": year} if year else {})
    return parts


def has_repeated_authors(text: str) -> bool:
    """Say whether a dash stands for the authors of the entry before: "———. 1983. Walks.".

    A drawn line is none of the text: ". Walks. 1983.".
    """
    same = _SAME_AUTHORS.match(text)
    return same is not None and not (same[0][0] == "." and begins_with_name(text[same.end() :]))


def parse_titled(title: str, rows: Sequence[str]) -> Fields | None:
    """Return the fields of an entry whose title is set apart, the rest in the rows below it.

    Names fill the rows before the one that says where and when; ``None`` where no row is left.
    """
    if not rows:
        return None
    rest = " ".join(rows)
    ahead = next((at for at, row in enumerate(rows) if _PLACE.search(row)), len(rows))
    names = split_names(" ".join(rows[:ahead]))
    placed = " ".join(rows[ahead:])
    dated = _PRINTED_DATE.search(placed)
    return Fields(
        authors=names.names,
        families=names.families,
        title=_joined(title).strip(" .,;:"),
        year=int(dated["year"]) if dated else find_year({"date": ADDRESS.sub(" ", placed)})[0],
        venue=_joined(placed[: dated.start()]).strip(" ,;") if dated else "",
        doi=find_doi(rest),
        arxiv=find_arxiv(rest),
        url=find_url(rest),
    )


def cut_entry(text: str, labeller: Labeller | None = None) -> dict[str, str]:
    """Return what the entry has under the name of each field, in the order printed.

    A field that is found in several places is taken from the first, a title from the longest
    that does not begin with "In", as what it stands in does, or stands behind editors.
    """
    words = split_words(text)[:_MOST_WORDS]
    labels = (labeller or shipped()).label(text, words)
    runs = [
        (name, [word for _, word in run])
        for name, run in groupby(zip(labels, words, strict=True), key=itemgetter(0))
    ]
    field_texts: dict[str, str] = {}
    for name, run in _with_authors(runs):
        start = run[0].start
        piece = _cut_title(text, run) if name == "title" else _cut_text(text, run)
        if (
            name == "date"
            and _NUMBER_BEFORE.search(text, 0, start)
            and text[run[0].end :][:1] == "-"
        ):
            continue
        if name == "date" and _ACCESSED_BEFORE.search(text, max(0, start - 40), start):
            piece = piece.partition(")")[2]
        known_text = field_texts.get(name, "")
        is_longer = len(piece) > len(known_text) and "editor" not in field_texts
        if (
            not known_text
            or (name == "title" and is_longer and not _IN.match(piece))
            or (name == "date" and not _YEAR.search(known_text))
        ):
            field_texts[name] = piece
    return field_texts


def _with_authors(runs: list[_Run]) -> list[_Run]:
    """Return the runs, the first as authors where a date and a title follow: an organisation."""
    names = [name for name, _ in runs]
    organised = "author" not in names and names[1:3] == ["date", "title"] and names[0] != "editor"
    if organised and runs[2][1][0].text.casefold() != "in":
        return [("author", runs[0][1]), *runs[1:]]
    return runs


def find_year(parts: Mapping[str, str]) -> tuple[int | None, str]:
    """Return the year among the parts of an entry and the letter behind it.

    A year may have run into what stands beside it ("2010;126:12", "May2017"); pages and the number
    of a preprint there are none.
    """
    dated = _PAGE_BEFORE.sub("", _SPAN.sub(" ", ACCESSED.sub("", parts.get("date", ""))))
    other_texts = (ACCESSED.sub("", parts.get(name, "")) for name in _BESIDE_DATE)
    beside = (_NO_YEAR.sub(" ", part) for part in other_texts)
    match = next(filter(None, map(_YEAR.search, (dated, *beside))), None)
    return (int(match["year"]), match["letter"] or "") if match else (None, "")


def find_doi(text: str) -> str:
    """Return the first DOI in the text, in lower case, or ""."""
    whole = re.sub(r"\b10\s?\.\s?(\d{4,9})\s?/", r"10.\1/", text)
    match = _DOI.search(re.sub(r"(doi\.org/10\.\d+/)\s+", r"\1", whole))
    if match is None:
        return ""
    doi = _ADDRESS_BEHIND.sub("", match[0]).rstrip(".,;:'’")
    while doi.endswith((")", "]")) and doi.count("(") + doi.count("[") < (
        doi.count(")") + doi.count("]")
    ):
        doi = doi[:-1].rstrip(".,;:")
    return unquote(doi).lower()


def complete_doi(doi: str, text: str) -> str:
    """Return a DOI with what stands behind a line's end, if it has no figures or a hyphen last."""
    doi = doi.partition("/-/")[0]  # what is behind it is a supplement
    is_open = doi.endswith("-")
    if not doi or (any(map(str.isdigit, doi.partition("/")[2])) and not is_open):
        return doi
    start = re.escape(doi)
    within, behind = r"[./-][\w.()/-]*\d", r"[./-]\s{1,3}(?!(?:19|20)\d\d\b)\d[\w.()/-]*\b"
    for rest in (r"\s{1,3}[\w.()/-]*\d",) if is_open else (within, behind):
        if match := re.search(start + rest, text, re.IGNORECASE):
            return re.sub(r"\s", "", match[0]).lower()
    return doi


def find_arxiv(text: str) -> str:
    """Return the first arXiv id in the text, without version, or ""."""
    match = _ARXIV.search(text)
    if match:
        return re.sub(r"\s", "", match["id"])
    bare = _BARE_ARXIV.search(text)
    return bare["old"] or bare["new"] if bare else ""


def find_url(text: str) -> str:
    """Return the first web address in the text that is not that of its DOI, or ""."""
    for match in ADDRESS.finditer(text):
        url = re.sub(r"\s", "", match[0]).rstrip(".,;:)]’'")
        if "doi.org/10." not in url:
            return url
    return ""


def _read_names(parts: Mapping[str, str]) -> Names:
    """Return the authors, or the editors of a book that begins with them."""
    ahead = list(parts)[: list(parts).index("title")] if "title" in parts else list(parts)
    roles = [name for name in parts if name == "author" or (name == "editor" and name in ahead[:2])]
    return split_names(_BARE_ARXIV.sub("", ", ".join(parts[name] for name in roles)))


def _cut_title(text: str, words: Sequence[Word]) -> str:
    """Return a title with the subtitle that the labels leave out, without its version or kind.

    A title that stands in quotes ends with them.
    """
    closed = _OPENED.search(text, 0, words[0].start) and _CLOSED.search(
        text, words[0].end, words[-1].end
    )
    if closed:
        words = [word for word in words if word.end <= closed.start()]
    title = _cut_text(text, words)
    subtitle = None if closed else _SUBTITLE.match(text, words[-1].end)
    if subtitle:
        title += _joined(subtitle[0])
    while kind := _KIND.search(title):
        title = title[: kind.start()]
    return title


def _cut_text(text: str, words: Sequence[Word]) -> str:
    """Return what is printed from the first word to the last, with the signs that belong to it."""
    start, end = words[0].start, words[-1].end
    while end < len(text) and text[end] in "+#*?!%":
        end += 1
    inside = text[start:end]
    if text[end : end + 1] in (")", "]") and inside.count("(") + inside.count("[") > (
        inside.count(")") + inside.count("]")
    ):
        end += 1
    elif text[start - 1 : start] in ("(", "[") and inside.count(")") > inside.count("("):
        start -= 1
    return _joined(text[start:end])


def _joined(text: str) -> str:
    return re.sub(r"\s+", " ", _BROKEN_WORD.sub("", text))


# --- the model that labels the words of an entry ----------------------------------------
#
# The labeller of reference entries, a CRF. The only module that imports pycrfsuite.

_BEGIN = "begin "
_BEGUN = frozenset({"title", "venue"})
"""Fields whose first word is a label of its own: how they begin says most about where they do."""


@dataclass(frozen=True, slots=True)
class LabelledEntry:
    """An entry with the field of each of its words, "" where that is not known."""

    text: str
    words: Sequence[Word]
    labels: Sequence[str]


class Labeller:
    """Says of each word of an entry which field it belongs to. May be asked by any thread."""

    def __init__(self, weights: bytes) -> None:
        from pycrfsuite import Tagger

        self._weights = weights  # the tagger reads them where they are
        self._tagger = Tagger()
        self._tagger.open_inmemory(weights)
        self._lock = threading.Lock()

    def label(self, entry: str, words: Sequence[Word]) -> list[str]:
        """Return the name of a field for each word."""
        if not words:
            return []
        rows = features(entry, words)
        with self._lock:
            labels: list[str] = self._tagger.tag(rows)
        return [label.removeprefix(_BEGIN) for label in labels]


@cache
def shipped() -> Labeller:
    """Return the labeller that comes with the program."""
    return Labeller(files("resources").joinpath("references", "labeller.crfsuite").read_bytes())


def fit(examples: Iterable[LabelledEntry], target: Path, algorithm: str, **settings: float) -> None:
    """Fit weights to examples and write them to a file."""
    from pycrfsuite import Trainer

    trainer = Trainer(algorithm=algorithm, verbose=False)
    trainer.set_params(settings)
    for example in examples:
        trainer.append(features(example.text, example.words), _marked(example.labels))
    trainer.train(str(target))


def _marked(labels: Sequence[str]) -> list[str]:
    return [
        _BEGIN + label if label in _BEGUN and label != before else label
        for before, label in pairwise(["", *labels])
    ]
