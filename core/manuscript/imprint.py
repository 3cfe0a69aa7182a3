"""Where a paper appeared, as its first page prints it in head or foot, or as its metadata says.

Only what stands in a form that journals and proceedings use is taken; what is doubtful is left
out. The names are those of CSL, and ``venue``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.manuscript.lines import Page

_HEAD, _FOOT, _PROCEEDINGS = 0.13, 0.87, 0.82  # shares of the page's height
_LARGEST_XMP = 200_000
_DASH = "[-–—]"
_PLACES = rf"(?P<first>[A-Z]?\d+)\s*(?:{_DASH}|e(?=\d))\s*(?P<last>[A-Z]?\d+)"
_SHORT = r"(?P<venue>[A-Z][A-Za-z&'’-]*(?: [A-Z&][A-Za-z&'’-]*| (?:of|and|for|in|the)){0,9})"
_SHORT_OR_3 = _SHORT.replace("[A-Z]", r"(?:\d )?[A-Z]", 1)  # "3 Biotech"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NUMBERS = r"(?P<volume>\d{1,4})(?:\s?\((?P<issue>\d{1,3}(?:[-–]\d{1,3})?)\))?"
_MONTH = r"(?:[A-Z][a-z]{2,8} )?"
_LINE = rf"(?:^|\n){_SHORT}"
_NUMBER = r"(?P<number>\d{1,7})"
_PROCEEDINGS_OF = r"(?P<venue>Proceedings of the [^\n]{10,140}?)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:^|\n){_SHORT_OR_3} \({_YEAR}\) {_NUMBERS}\s?:\s?{_PLACES}",
        rf"{_LINE},? {_NUMBERS} \({_YEAR}\) {_PLACES}",
        rf"{_LINE}, {_MONTH}{_YEAR}, {_NUMBERS}[,:] ?{_PLACES}",
        rf"{_LINE} {_YEAR}, {_NUMBERS}, {_NUMBER}[;.]",
        rf"{_LINE} \| (?:[^\n]*\| )?Volume (?P<volume>\d+) \| Article {_NUMBER}",
        rf"\. {_SHORT}, {_NUMBERS}, {_NUMBER}\. ?https?://(?:dx\.)?doi",
        rf"(?:^|\n)(?:Hindawi )?{_SHORT} Volume (?P<volume>(?:19|20)\d\d), Article ID {_NUMBER},",
        rf"{_LINE} Vol\. ?(?P<volume>\d+)[.,] ?No\. ?(?P<issue>\d+)[.,] ?pp?[.:]+ ?{_PLACES}",
        rf"{_PROCEEDINGS_OF}, pages {_PLACES}",
        rf"{_PROCEEDINGS_OF},(?: [A-Z][\w. ]+,){{0,4}} {_YEAR}\. JMLR: W&CP volume (?P<volume>\d+)",
    )
)
_ISSN = re.compile(r"(?<!\d)(\d{4}-\d{3}[\dX])(?=\s?[/©]|\s*\Z)|\bISSN:?\s*(\d{4}-\d{3}[\dX])")
_PRISM = re.compile(r"<prism:(\w+)(?:\s[^>]*)?>\s*([^<]{1,200}?)\s*</prism:\w+>")
_OF_PRISM = {
    "publicationName": "venue",
    "volume": "volume",
    "number": "issue",
    "issn": "ISSN",
    "isbn": "ISBN",
}
_HYPHEN = re.compile(r"(?<=[a-z])- (?=[a-z])")
_ORDINAL = re.compile(r"(?<=\d) (?=(?:st|nd|rd|th)\b)")


def find_imprint(page: Page, metadata: Mapping[str, str], year: int | None) -> dict[str, str]:
    """Return what is told of journal or proceedings, ``{}`` where nothing is sure.

    What names another year than that of the paper is the imprint of something else.
    """
    stated = _prism(metadata.get("xmp", ""))
    for text in (*_edges(page), metadata.get("subject", "")):
        for form in _FORMS:
            match = form.search(text)
            if match and _fits(match, year):
                return _issn(page) | _said(match) | stated
    return _issn(page) | stated if stated else {}


def _fits(match: re.Match[str], year: int | None) -> bool:
    said = match.groupdict()
    if said.get("first") and said.get("last") and not _ascends(said["first"], said["last"]):
        return False
    return year is None or not said.get("year") or abs(int(said["year"]) - year) <= 1


def _ascends(first: str, last: str) -> bool:
    numbers = [int(re.sub(r"\D", "", text)) for text in (first, last)]
    return numbers[0] <= numbers[1] < numbers[0] + 500


def _said(match: re.Match[str]) -> dict[str, str]:
    said = {name: text for name, text in match.groupdict().items() if text}
    found: dict[str, str] = {
        name: said[name] for name in ("venue", "volume", "issue", "number") if name in said
    }
    if "first" in said:
        found["page"] = f"{said['first']}–{said['last']}"
    meeting = found["venue"].startswith("Proceedings of")
    return found | {"type": "paper-conference" if meeting else "article-journal"}


def _prism(xmp: str) -> dict[str, str]:
    """Return what publishers write into a PDF's metadata: PRISM."""
    told: dict[str, str] = {}
    for name, text in _PRISM.findall(xmp[:_LARGEST_XMP]):
        told.setdefault(name, text)
    found = {known: told[name] for name, known in _OF_PRISM.items() if told.get(name)}
    first, last = told.get("startingPage", ""), told.get("endingPage", "")
    if first:
        found["page"] = f"{first}–{last}" if last and last != first else first
    if "venue" not in found:
        return {}
    kind = {"journal": "article-journal", "book": "chapter"}.get(told.get("aggregationType", ""))
    return found | ({"type": kind} if kind else {})


def _issn(page: Page) -> dict[str, str]:
    for text in _edges(page):
        for match in _ISSN.finditer(text):
            issn = match[1] or match[2]
            digits = [10 if sign == "X" else int(sign) for sign in issn.replace("-", "")]
            if sum(w * d for w, d in zip(range(8, 0, -1), digits, strict=True)) % 11 == 0:
                return {"ISSN": issn}
    return {}


def _edges(page: Page) -> Iterator[str]:
    """Yield the text of the head and of the foot, a line each, and as one that runs on."""
    lines = sorted(page.lines, key=lambda line: (round(line.baseline), line.x0))
    head = [line.text for line in lines if line.y1 < _HEAD * page.height]
    foot = [line.text for line in lines if line.y0 > _FOOT * page.height]
    for texts in (head, foot):
        yield "\n".join(" ".join(text.split()) for text in texts)
        yield " ".join(" ".join(texts).split())
    for at, line in enumerate(lines):
        if line.y0 > _PROCEEDINGS * page.height and line.text.startswith("Proceedings of the"):
            column = [each for each in lines[at:] if each.x0 < line.x1 and each.x1 > line.x0]
            text = " ".join(" ".join(each.text for each in column).split())
            yield _ORDINAL.sub("", _HYPHEN.sub("", text))
