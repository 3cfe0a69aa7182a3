"""Where a paper appeared, as its first page prints it in head or foot, or as its metadata says.

Only what stands in a form that journals and proceedings use is taken; what is doubtful is left
out. The names are those of CSL, and ``venue``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from core.base.identity import DOI_START
from core.manuscript.pdf.front import SMALL_WORDS, abbreviates
from core.manuscript.pdf.lines import Line, Page
from core.manuscript.text.thesis_covers import COVER_SHEET, KIND

_HEAD, _FOOT, _PROCEEDINGS = 0.13, 0.87, 0.82  # shares of the page's height
_LABELLED_HEAD, _LABELLED_FOOT = 0.2, 0.8  # a label says what it is a little further inside too
_MARGIN = 0.06  # in which no list of references is set
_LARGEST_XMP = 200_000
_DASH = "[-–—−]"
_PLACES = rf"(?P<first>[A-Z]?\d+)\s*(?:{_DASH}|e(?=\d))\s*(?P<last>[A-Z]?\d+)"
_SHORT = r"(?P<venue>[A-Z][A-Za-z&'’-]*(?: [A-Z&][A-Za-z&'’-]*| (?:of|and|for|in|on|the)){0,9})"
_SHORT_OR_3 = _SHORT.replace("[A-Z]", r"(?:\d )?[A-Z]", 1)  # "3 Biotech"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_NUMBERS = r"(?P<volume>\d{1,4})(?:\s?\((?P<issue>\d{1,3}(?:[-–]\d{1,3})?)\))?"
_MONTH = r"(?:[A-Z][a-z]{2,8} )?"
_DATE_OF_ISSUE = re.compile(
    rf"\bVol(?:ume)?\.? ?\d{{1,4}},? (?:No|Number|Issue)\.? ?\d{{1,3}},? {_MONTH}{_YEAR}"
)
_LINE = rf"(?:^|\n){_SHORT}"
_NUMBER = r"(?P<number>\d{1,7})"
_PROCEEDINGS_OF = r"(?P<venue>Proceedings of (?:the )?[^\n]{8,140}?)"
_RESCIENCE = (
    r"(?P<venue>ReScience(?: [CX])?) (?P<volume>\d+)\.(?P<issue>\d+)(?: \(#(?P<number>\d+)\))?"
)
_NEURIPS = r"(?P<venue>\d+(?:st|nd|rd|th) Conference on Neural Information Processing Systems)"
_PLOS = r"(?P<venue>P[Ll][Oo]S [A-Z][A-Za-z]+(?: [A-Z][a-z]+){0,3})"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:^|\n){_SHORT_OR_3} \({_YEAR}\) {_NUMBERS}\s?:\s?{_PLACES}",
        rf"{_LINE},? {_NUMBERS} \({_YEAR}\) {_PLACES}",
        rf"{_LINE},? {_YEAR}; ?{_NUMBERS} ?: ?{_PLACES}",
        rf"{_LINE}, {_MONTH}{_YEAR}, {_NUMBERS}[,:] ?{_PLACES}",
        rf"{_LINE}, {_YEAR}, (?P<volume>\d{{1,4}}), \([^()\n]{{1,20}}\) {_PLACES}",
        rf"{_LINE} {_YEAR}, {_NUMBERS}, {_NUMBER}[;.]",
        rf"(?:^|\n)[^\n]{{3,40}} et al\.:? {_SHORT} \({_YEAR}\) {_NUMBERS}:{_NUMBER}(?![\d–-])",
        rf"(?:^|\n){_RESCIENCE} – [^\n]*{_YEAR}",
        rf"{_LINE} \| (?:[^\n]*\| )?Volume (?P<volume>\d+) \| Article {_NUMBER}",
        rf"\. {_SHORT}, {_NUMBERS}, {_NUMBER}\. ?https?: ?//(?:dx\.)?doi",
        rf"(?:^|\n)(?:Hindawi )?{_SHORT}\sVolume (?P<volume>(?:19|20)\d\d), Article ID {_NUMBER},",
        rf"{_PROCEEDINGS_OF}, pages {_PLACES}",
        rf"{_PROCEEDINGS_OF},(?: [A-Z][\w. ]+,){{0,4}} {_YEAR}\. JMLR: W&CP volume (?P<volume>\d+)",
        rf"(?:^|\n){_NEURIPS} \((?:NIPS|NeurIPS) {_YEAR}\)",
    )
)
_ROWS = tuple(
    re.compile(rf"{form}\s?[|.;]?\s?(?:doi: ?|https://doi\.org/){DOI_START}\S+")
    for form in (
        rf"{_SHORT} {_YEAR}, {_NUMBERS}:{_NUMBER}",
        rf"{_SHORT} {_YEAR}; ?{_NUMBERS} ?: ?{_PLACES}",
    )
)
"""A row that holds nothing else but the DOI, wherever it stands on the page."""
_CITATION = re.compile(
    r"\W{0,3}(?:Citation|(?:How )?[Tt]o [Cc]ite(?: this (?:article|paper))?|Please cite(?: this)?"
    r"|Cite (?:this|as)\b|CITATION|Reference(?: to this paper)?:)"
    r"|.{0,80}\bHow to cite this"
)
_NAME = r"[a-z]?[A-Z][\w&'’-]*\.?"
_VENUE = rf"(?P<venue>(?:\d )?{_NAME}(?: (?:{_NAME}|of|and|for|in|on|the|&)){{0,11}})"
_BEFORE = r"(?:^|\n|\bet al\.?:? |[.?!”,] |\| |: |\(|\b10\.\d{4,9}/\S{1,60} )"
_DATED = rf"\(?{_YEAR}\)?(?:,? [A-Z][a-z]{{2,8}}\.?(?: \d{{1,2}})?)?"
_ISSUE = r"(?:\s?\(\s?(?P<issue>\d{1,3}(?:[-–/]\d{1,3})?|[Ss]uppl\.? ?\d*)\s?\))"
_EXTENT = rf"(?:{_PLACES}|(?P<number>[A-Za-z]{{0,4}}\d{{1,9}}))(?![\d/])"
_VOLUME_NUMBER, _E_NUMBER = r"(?P<volume>\d{1,4})", r"(?P<number>e\d+)"
_NO_YEAR = r"(?!(?:19|20)\d\d\b)"
_BARE_ISSUE, _BARE_NUMBER = r"(?P<issue>\d{1,3})", r"(?P<number>[A-Z]?\d{1,4})"
_ISSUE_NUMBER = r"(?:Issue|No\.?|Iss\.?) (?P<issue>\d{1,3})"
_NO = r"(?:[Nn][Oo]\.?|[Ii]ss(?:ue|\.)|NUMBER)"
_VOL = r"[Vv](?:OL|ol)(?:\.|UME|ume)?"
_ANY_ISSUE = rf"(?:, {_NO} {_BARE_ISSUE}|{_ISSUE.replace('issue', 'issue_too')})"
_MONTH_NAMES = r"[A-Z][a-z]{2,8}(?:[-–][A-Z][a-z]{2,8})?"
_PAGES_AHEAD = r"(?:pp?\.? ?)?"
_PRINTED = tuple(
    re.compile(form)
    for form in (
        rf"{_BEFORE}{_VENUE},? {_DATED} ?[;:,] ?{_VOLUME_NUMBER}:{_BARE_ISSUE} ?\({_E_NUMBER}\)",
        (
            rf"{_BEFORE}{_VENUE},? {_DATED} ?[;:,] ?{_NO_YEAR}{_VOLUME_NUMBER}"
            rf"(?:{_ISSUE}\s?[:,]?\s?|\s?[:,]\s?|\s){_EXTENT}"
        ),
        rf"{_BEFORE}{_VENUE},? \({_YEAR}\)\s?{_VOLUME_NUMBER}{_ISSUE}?\s?[:,]\s?{_EXTENT}",
        rf"{_BEFORE}{_VENUE},? {_VOLUME_NUMBER}{_ISSUE}\s?[:,]\s?{_EXTENT}",
        (
            rf"{_BEFORE}{_VENUE},? {_VOLUME_NUMBER}{_ISSUE}?\s?[:,]\s?{_EXTENT}"
            rf"(?:[, ]*\(|, ){_YEAR}(?!\d)"
        ),
        rf"{_BEFORE}{_VENUE}\W+{_YEAR}\W+Vol(?:ume)?\.? {_VOLUME_NUMBER}\W+{_ISSUE_NUMBER}",
        rf"{_BEFORE}{_VENUE},? Vol\.? {_VOLUME_NUMBER}, {_ISSUE_NUMBER}, {_MONTH}{_YEAR}",
        rf"{_BEFORE}{_VENUE},? {_YEAR} ?; ?{_VOLUME_NUMBER}{_ISSUE}(?![\d:])",
        rf"{_BEFORE}{_VENUE},? {_VOLUME_NUMBER}{_ISSUE}?, {_YEAR}, {_PAGES_AHEAD}{_EXTENT}",
        rf"{_BEFORE}{_VENUE},? {_VOLUME_NUMBER}, {_PLACES}, {_YEAR}\b",
        rf"{_BEFORE}{_VENUE},? {_VOLUME_NUMBER}{_ISSUE}? \({_YEAR}\)[,:]? {_PAGES_AHEAD}{_EXTENT}",
        rf"{_BEFORE}{_VENUE},?\s{_YEAR}, {_VOL} {_VOLUME_NUMBER}{_ANY_ISSUE}?,? {_EXTENT}",
        rf"(?:^|\n){_VENUE}\s{_VOL} {_VOLUME_NUMBER}{_ANY_ISSUE}? ?: ?{_PLACES}",
        rf"{_BEFORE}{_VENUE} ?\| ?(?:\({_YEAR}\) ?)?{_VOLUME_NUMBER}:{_EXTENT}(?= ?\|)",
        (
            rf"{_BEFORE}{_VENUE} ?\| ?(?:{_MONTH_NAMES}(?: \d{{1,2}},)? {_YEAR} ?\| ?)?"
            rf"{_VOL} {_VOLUME_NUMBER}(?: ?\| ?{_NO} {_BARE_ISSUE})?(?: ?\| ?{_PLACES})?(?![\w.])"
        ),
        rf"{_BEFORE}{_VENUE},? {_VOLUME_NUMBER}{_ISSUE}\. pp?\. ?{_PLACES}",
        rf"{_BEFORE}{_VENUE} {_VOLUME_NUMBER}:{_E_NUMBER} (?=https?:|DOI|doi)",
        (
            rf"[Tt]o cite this article: [^\n]{{4,200}}? {_YEAR} {_VENUE} {_VOLUME_NUMBER}{_ISSUE}?"
            rf" {_EXTENT}"
        ),
        (
            r"\bSource: (?P<venue>[A-Z][^\n]{2,120}?)(?: \(\d{4}-\d{4}\))?,"
            rf" Vol\. {_VOLUME_NUMBER}(?:, No\. {_BARE_ISSUE})?[^()\n]{{0,60}}"
            rf" \((?:[^()]{{0,20}} )?{_YEAR}\), pp?\. ?{_PLACES}"
        ),
        rf", {_VENUE}, {_VOLUME_NUMBER}:{_BARE_ISSUE}, {_PLACES}, (?=(?i:doi)\b)",
        rf"{_BEFORE}{_VENUE}, {_VOLUME_NUMBER}:{_BARE_NUMBER} \(\d{{1,3}} ?pp\), {_YEAR}\b",
        (
            r"[.?!] (?P<venue>[A-Z][\w&’'-]*\.?(?: [\w&’'-]+\.?){0,7})"
            rf" {_VOLUME_NUMBER}{_ISSUE}?\s?[:,]\s?{_EXTENT}"
            r"\.? \(?(?=https?:|(?i:doi)\b)"
        ),
    )
)
"""Forms in which journals print where an article stands, on its first page or over the next."""
_NO_JOURNAL = re.compile(
    r"(?:\d{1,2} )?(?:Published|Received|Accepted|Revised|Available|Volume|Vol|Copyright|Citation"
    r"|Table|Figure|Fig|Page|Pages|Article|Research|Original|The|January|February|March|April|May"
    r"|June|July|August|September|October|November|December|Version|Protocol|Tel|Fax|ISSN)"
    r"\b(?:[-–][A-Z][a-z]{2,8})?\.?\Z"
)
_NAME_WITH_COMMA = re.compile(r"(?:[A-Z]\w+,? |and |of ){2,9}[A-Z]\w+")
_CITED = tuple(
    re.compile(form)
    for form in (
        rf"[.?!] {_PLOS} {_NUMBERS}: ?(?P<number>e\d+)\.",
        rf"[.?!] {_SHORT} {_YEAR}, {_NUMBERS}, {_NUMBER}\. ?(?:https?:|doi)",
    )
)
_LONGEST_CITATION = 700
_DOI_AHEAD = re.compile(r"\b(?:doi|DOI)\b|10\.\d{4,9}/")
_LEAST_OF_A_VENUE = 4
_MASTHEAD = 0.25
_VOLUME = re.compile(
    r"\b(?:Vol(?:ume)?|VOL(?:UME)?)[.:]?\s?(?P<volume>\d{1,4})(?!\d)"
    r"(?:(?:[\s,.;:/–-]{0,3}\b(?:No|NO|Nr|Iss|ISS|Issue|ISSUE|Number|NUMBER)[.:]?\s?|\s?\()"
    r"(?P<issue>\d{1,3}(?:[-–/]\d{1,3})?)(?!\d)\)?)?"
)
_PAGES = re.compile(rf"\b(?:pp?|[Pp]ages?|PP)\b[.:]*\s?{_PLACES}")
_BEFORE_VOLUME = re.compile(rf"{_SHORT}(?: \([A-Z]{{2,10}}\))?")
_NO_VENUE = re.compile(r"(?:See|In|Cf|From|To appear|Submitted|Published|Appeared)\b")
_MEETING = re.compile(
    r"(?:(?:19|20)\d\d )?(?:[\w/-]+ ){0,5}(?:Conference|Workshop|Symposium|Congress) on \S.{5,120}"
)
_ISSN = re.compile(
    r"\bISSN(?:-L)?(?: ?\([A-Za-z -]{3,12}\))?:?\s*(\d{4}-\d{3}[\dX])"
    r"|(?<![\d-])(\d{4}-\d{3}[\dX])(?=\s?(?:/\s?(?:\d\d\b|©)|©))"
)
_BARE_ISSN = re.compile(r"(?<!\d)(\d{4}-\d{3}[\dX])\s*\Z")
_ISBN = re.compile(
    r"\bISBN(?:-1[03])?:?\s*(97[89][- ]?(?:\d[- ]?){9}\d)"
    r"|(?<![\d-])(97[89]-\d{1,5}-\d{1,7}-\d{1,7}-\d)(?=\s?/\s?\d\d)"
)
_PUBLISHERS = "|".join(
    map(
        re.escape,
        (
            *("Association for Computational Linguistics", "Association for Computing Machinery"),
            *("Association for the Advancement of Artificial Intelligence", "BioMed Central"),
            *("Cambridge University Press", "Elsevier", "IEEE", "John Wiley & Sons", "MDPI"),
            *("Oxford University Press", "Public Library of Science", "SAGE Publications"),
            *("Springer Nature", "Springer-Verlag", "Taylor & Francis", "Wiley Periodicals"),
            *("American Chemical Society", "BMJ Publishing Group", "Dove Medical Press"),
            *("Frontiers Media", "Hindawi Publishing Corporation", "Hindawi Limited"),
            *("Nature Publishing Group", "Royal Society of Chemistry"),
        ),
    )
)
_KIND_BEHIND = re.compile(
    r" (?:(?:Original|Research|Review|Short|Brief|Case|Data|Technical) )"
    r"(?:Article|Report|Paper|Communication|Note)\Z",
    re.IGNORECASE,
)
_A_PUBLISHER = re.compile(_PUBLISHERS)
_PUBLISHER = re.compile(
    r"(?:(?:©|c⃝|⃝c|\([cC]\)|Copyright(?: ©)?),? ?(?:19|20)\d\d[,.]? (?:by )?|[Pp]ublished by |"
    rf"[Ll]icensee )(?:[Tt]he )?({_PUBLISHERS})\b"
)
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


def find_imprint(
    pages: Sequence[Page], metadata: Mapping[str, str], year: int | None
) -> dict[str, str]:
    """Return what is told of journal or proceedings, ``{}`` where nothing is sure.

    What names another year than that of the paper is the imprint of something else. The heads and
    feet of the pages behind the first are asked where that says nothing.
    """
    fields = _find_fields(pages[0], metadata, year, pages[1:])
    fields.pop("year", None)
    return fields


def find_imprint_year(pages: Sequence[Page], metadata: Mapping[str, str]) -> int | None:
    """Return the year that is printed with the volume, ``None`` where none is."""
    year = _find_fields(pages[0], metadata, None, pages[1:]).get("year")
    dates = (_DATE_OF_ISSUE.search(text) for text in _edges(pages[0]))
    year = year or next((match["year"] for match in dates if match), None)
    return int(year) if year else None


def leave_out_lines(
    pages: Sequence[Page], listed: Collection[str], other_lines: Collection[str]
) -> list[Page]:
    """Return the pages without lines that tell of other papers.

    ``listed`` are those of reference lists; ``other_lines``, with those of the running text, are
    left out behind the first page.
    """
    kept_pages = []
    for at, page in enumerate(pages):
        left_out = other_lines if at else listed
        top, bottom = _MARGIN * page.height, (1 - _MARGIN) * page.height
        lines = [
            line
            for line in page.lines
            if line.text not in left_out or line.y1 < top or line.y0 > bottom
        ]
        kept_pages.append(replace(page, lines=lines))
    return kept_pages


def _find_fields(
    page: Page, metadata: Mapping[str, str], year: int | None, following: Sequence[Page]
) -> dict[str, str]:
    """Return the fields of the imprint, with its year."""
    imprint_fields = _by_form(page, metadata, year) or _in_rows(page, year)
    printed_fields = _printed(page, following, year)
    if not imprint_fields.get("venue"):
        imprint_fields = imprint_fields | printed_fields
    elif printed_fields and printed_fields["volume"] == imprint_fields.get("volume"):
        imprint_fields = printed_fields | imprint_fields
    if "venue" in imprint_fields:
        venue = _spell_out(imprint_fields["venue"], page, following)
        imprint_fields = imprint_fields | {"venue": venue}
    imprint_fields |= _prism(metadata.get("xmp", ""))
    numbers = _numbers(page, is_imprint_known=bool(imprint_fields))
    if "ISBN" in numbers and "venue" not in imprint_fields:
        imprint_fields |= _meeting(page, year)
    imprint_fields = numbers | imprint_fields
    return _publisher(page) | imprint_fields if imprint_fields else {}


def _by_form(page: Page, metadata: Mapping[str, str], year: int | None) -> dict[str, str]:
    tried = (
        *((text, _FORMS) for text in (*_edges(page), metadata.get("subject", ""))),
        *((text, _CITED) for text in _citations(page)),
    )
    for text, forms in tried:
        for form in forms:
            match = form.search(text)
            if match and _fits(match, year):
                return _format_fields(match.groupdict())
    return {}


def _printed(page: Page, following: Sequence[Page], year: int | None) -> dict[str, str]:
    """Return what a line in one of the forms of journals says, in a head, a foot or a citation."""
    fields: dict[str, str] = {}
    for text in _list_texts(page, following):
        for form in _PRINTED:
            for match in form.finditer(text):
                venue = _clean_venue(match["venue"])
                if not venue or not _fits(match, year):
                    continue
                found_fields = _format_fields({**match.groupdict(), "venue": venue})
                if not fields or found_fields["volume"] == fields["volume"]:
                    fields = found_fields | fields
    if "page" in fields:
        fields.pop("number", None)
    if fields and "issue" not in fields:
        fields |= _read_issue(fields["volume"], [page, *following])
    return fields


def _list_texts(page: Page, following: Sequence[Page]) -> list[str]:
    """Return the citations, heads and feet, rows with a DOI, and all of a cover."""
    texts = [*_citations(page), *_edges(page)]
    texts += [row for row in _rows(page, 0.0, 1.0) if _DOI_AHEAD.search(row)]
    texts += [text for other in following for text in _edges(other)]
    if _is_cover(page):
        texts.append(" ".join(" ".join(line.text for line in page.lines).split()))
    return texts


def _is_cover(page: Page) -> bool:
    return any(COVER_SHEET.search(line.text) for line in page.lines)


def _read_issue(volume: str, pages: Sequence[Page]) -> dict[str, str]:
    """Return the issue behind the volume in the heads and feet: "Shore Physics 26(12)"."""
    form = re.compile(rf"[A-Za-z.] {volume}\s?\((\d{{1,3}})\)(?![\w:])")
    for page in pages:
        for text in _edges(page):
            if match := form.search(text):
                return {"issue": match[1]}
    return {}


def _clean_venue(text: str) -> str:
    """Return the name of a journal without the end of a title before it, "" if it is none."""
    text = _KIND_BEHIND.sub("", text)
    words = text.split()
    if len(words) > 1 and words[: len(words) // 2] == words[len(words) // 2 :]:
        text = " ".join(words[: len(words) // 2])  # the name and the line that begins with it
    parts = re.split(r"(?<=[a-z]{3}[.?!]) ", text)
    abbreviated = len(parts) > 1 and all(part.endswith(".") for part in text.split()[:-1])
    venue = (text if abbreviated else parts[-1]).strip(" .,:")
    letters = sum(map(str.isalpha, venue))
    is_other = _NO_JOURNAL.match(venue) or KIND.fullmatch(venue) or _A_PUBLISHER.fullmatch(venue)
    return "" if letters < _LEAST_OF_A_VENUE or is_other else venue


def _spell_out(venue: str, page: Page, following: Sequence[Page]) -> str:
    """Return the whole name of a journal where the page prints it, else the name as it is."""
    for line in page.lines:
        if line.text.endswith(f", {venue}") and _NAME_WITH_COMMA.fullmatch(line.text):
            return line.text
    lines = [
        line.text
        for one in (page, *following)
        for line in one.lines
        if line.y1 < _MASTHEAD * one.height or line.y0 > _LABELLED_FOOT * one.height
    ]
    for text in lines:
        name = re.split(r"\s[|●•–—]\s|,|;|\s\(|\s\d", " ".join(text.split()))[0]
        if abbreviates(venue, name):
            name = _lower_capitals(name, venue)
            return name.rstrip(" .") if len(name) > len(venue) else venue
    return venue


def _lower_capitals(name: str, short: str) -> str:
    """Return a name that is printed in capitals as its short form writes it."""
    if not name.isupper() or short.isupper():
        return name
    shorts = iter(word.rstrip(".") for word in short.split() if word not in SMALL_WORDS)
    words = []
    for word in name.split():
        if word.casefold() in SMALL_WORDS:
            words.append(word.casefold())
            continue
        start = next(shorts)
        words.append(start if len(start) == len(word) else start + word[len(start) :].lower())
    return " ".join(words)


def _in_rows(page: Page, year: int | None) -> dict[str, str]:
    """Return what rows with labels say, and what one that gives the DOI adds of the same volume."""
    labelled = _labelled(page, year)
    for row in _rows(page, 0.0, 1.0):
        match = next(filter(None, (form.fullmatch(row) for form in _ROWS)), None)
        if match and _fits(match, year):
            row_fields = _format_fields(match.groupdict())
            if not labelled or row_fields["volume"] == labelled["volume"]:
                return row_fields | labelled
    return labelled


def _labelled(page: Page, year: int | None) -> dict[str, str]:
    """Return volume with issue or pages from the row that names them so."""
    for row in _labelled_rows(page):
        match = _VOLUME.search(row)
        pages = _PAGES.search(row, match.end()) if match else None
        if not match or not (match["issue"] or pages):
            continue
        before = row[: match.start()].rstrip(" ,.;:|")
        venue = _BEFORE_VOLUME.fullmatch(before)
        if (before and not venue) or _NO_VENUE.match(before) or not _near(row, year):
            continue
        if pages and not _ascends(pages["first"], pages["last"]):
            continue
        match_groups = match.groupdict() | (pages.groupdict() if pages else {})
        fields = _format_fields(match_groups | {"venue": venue["venue"] if venue else None})
        if venue and match["issue"] and not pages and (first := _page_beside(page, before)):
            fields["page"] = first
        return fields
    return {}


def _page_beside(page: Page, before: str) -> str:
    """Return the number of the page on the height of a row that begins with a journal."""
    head = next(
        (line for line in page.lines if " ".join(line.text.split()).startswith(before)), None
    )
    numbers = [
        line.text.strip()
        for line in page.lines
        if head and abs(line.baseline - head.baseline) < 1 and line.text.strip().isdecimal()
    ]
    return numbers[0] if len(numbers) == 1 and head and head.y1 < _HEAD * page.height else ""


def _near(row: str, year: int | None) -> bool:
    """Whether a row names no year, or one that can be the paper's."""
    years = [int(year_text) for year_text in re.findall(r"\b(?:19|20)\d\d\b", row)]
    return year is None or not years or any(abs(year_text - year) <= 1 for year_text in years)


def _meeting(page: Page, year: int | None) -> dict[str, str]:
    """Return the conference that is named above the title."""
    for line in page.lines:
        text = " ".join(line.text.split())
        if line.y1 < _HEAD * page.height and _MEETING.fullmatch(text) and _near(text, year):
            return {"venue": text, "type": "paper-conference"}
    return {}


def _fits(match: re.Match[str], year: int | None) -> bool:
    match_groups = match.groupdict()
    if (
        match_groups.get("first")
        and match_groups.get("last")
        and not _ascends(match_groups["first"], match_groups["last"])
    ):
        return False
    return (
        year is None or not match_groups.get("year") or abs(int(match_groups["year"]) - year) <= 1
    )


def _ascends(first: str, last: str) -> bool:
    numbers = [int(re.sub(r"\D", "", text)) for text in (first, last)]
    return numbers[0] <= numbers[1] < numbers[0] + 500


def _format_fields(match_groups: Mapping[str, str | None]) -> dict[str, str]:
    names = ("venue", "volume", "issue", "number", "year")
    fields = {name: text for name in names if (text := match_groups.get(name))}
    if issue := match_groups.get("issue_too"):
        fields["issue"] = issue
    if match_groups.get("first"):
        fields["page"] = f"{match_groups['first']}–{match_groups['last']}"
    meeting = re.search(r"^Proceedings of|\bConference on", fields.get("venue", ""))
    return fields | {"type": "paper-conference" if meeting else "article-journal"}


def _prism(xmp: str) -> dict[str, str]:
    """Return what publishers write into a PDF's metadata: PRISM."""
    prism_values: dict[str, str] = {}
    for name, text in _PRISM.findall(xmp[:_LARGEST_XMP]):
        prism_values.setdefault(name, text)
    fields = {
        field_name: prism_values[name]
        for name, field_name in _OF_PRISM.items()
        if prism_values.get(name)
    }
    first, last = prism_values.get("startingPage", ""), prism_values.get("endingPage", "")
    if first:
        fields["page"] = f"{first}–{last}" if last and last != first else first
    if "venue" not in fields:
        return {}
    if not _clean_venue(fields["venue"]):  # the publisher, or signs without letters
        del fields["venue"]
    kind = {"journal": "article-journal", "book": "chapter"}.get(
        prism_values.get("aggregationType", "")
    )
    return fields | ({"type": kind} if kind else {})


def _numbers(page: Page, *, is_imprint_known: bool) -> dict[str, str]:
    """Return ISSN and ISBN, whose check digits are right."""
    serial_numbers: dict[str, str] = {}
    for row in _labelled_rows(page):
        for match in _ISSN.finditer(row):
            if _weighed(match[1] or match[2], range(8, 0, -1), 11):
                serial_numbers.setdefault("ISSN", match[1] or match[2])
        for match in _ISBN.finditer(row):
            if _weighed(match[1] or match[2], (1, 3) * 6 + (1,), 10):
                serial_numbers.setdefault("ISBN", match[1] or match[2])
    for text in _edges(page) if is_imprint_known and "ISSN" not in serial_numbers else ():
        bare = _BARE_ISSN.search(text)
        if bare and _weighed(bare[1], range(8, 0, -1), 11):
            serial_numbers["ISSN"] = bare[1]
    return serial_numbers


def _weighed(number: str, weights: Sequence[int], divisor: int) -> bool:
    digits = [10 if sign == "X" else int(sign) for sign in number if sign.isalnum()]
    return sum(w * d for w, d in zip(weights, digits, strict=True)) % divisor == 0


def _publisher(page: Page) -> dict[str, str]:
    for row in _labelled_rows(page):
        match = _PUBLISHER.search(row)
        if match:
            return {"publisher": match[1]}
    return {}


def _labelled_rows(page: Page) -> Iterator[str]:
    yield from _rows(page, 0.0, _LABELLED_HEAD)
    yield from _rows(page, _LABELLED_FOOT, 1.0)


def _rows(page: Page, top: float, bottom: float) -> Iterator[str]:
    """Yield what stands on one height, from left to right, without numbers of pages."""
    lines = sorted(page.lines, key=lambda line: (round(line.baseline), line.x0))
    for _, row in groupby(lines, key=lambda line: round(line.baseline)):
        texts = [
            line.text
            for line in row
            if line.y0 >= top * page.height
            and line.y1 <= bottom * page.height
            and not line.text.strip().isdecimal()
        ]
        if texts:
            yield " ".join(" ".join(dict.fromkeys(texts)).split())


def _citations(page: Page) -> Iterator[str]:
    """Yield how the page asks to be cited, from its label on."""
    lines = sorted(page.lines, key=lambda line: line.baseline)
    for at, line in enumerate(lines):
        if _CITATION.match(line.text.strip()):
            yield _column(lines[at:], line)[:_LONGEST_CITATION]


def _column(lines: Sequence[Line], first: Line) -> str:
    """Return what stands over or under a line, as text that runs on."""
    texts = [line.text for line in lines if line.x0 < first.x1 and line.x1 > first.x0]
    return " ".join(" ".join(texts).split())


def _edges(page: Page) -> Iterator[str]:
    """Yield the text of the head and of the foot, a line each, and as one that runs on."""
    lines = sorted(page.lines, key=lambda line: (round(line.baseline), line.x0))
    head = [line.text for line in lines if line.y1 < _HEAD * page.height]
    foot = [line.text for line in lines if line.y0 > _FOOT * page.height]
    for texts, top, bottom in ((head, 0.0, _HEAD), (foot, _FOOT, 1.0)):
        yield "\n".join(" ".join(text.split()) for text in texts)
        yield "\n".join(_rows(page, top, bottom))
        yield " ".join(" ".join(text for text in texts if not text.strip().isdecimal()).split())
    yield from _head_blocks(line for line in lines if line.y1 < _HEAD * page.height)
    for at, line in enumerate(lines):
        if line.y0 > _PROCEEDINGS * page.height and line.text.startswith("Proceedings of "):
            yield _ORDINAL.sub("", _HYPHEN.sub("", _column(lines[at:], line)))


def _head_blocks(lines: Iterable[Line]) -> Iterator[str]:
    """Yield the lines of a head that begin or end at one edge, each block for itself."""
    blocks: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for line in lines:
        text = " ".join(line.text.split())
        blocks["left", round(line.x0 / 2)].append(text)
        blocks["right", round(line.x1 / 2)].append(text)
    for texts in blocks.values():
        if len(texts) > 1:
            yield "\n".join(texts)


# --- when it was received and accepted, and under which licence --------------------------------

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = (
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?\.? (?P<month>[A-Za-z]{3,9})\.?,? (?P<year>(?:19|20)\d\d)"
    r"|(?P<month2>[A-Z][a-z]{2,8})\.? (?P<day2>\d{1,2})(?:st|nd|rd|th)?,? (?P<year2>(?:19|20)\d\d)"
    r"|(?P<iso>(?:19|20)\d\d-[01]\d-[0-3]\d))(?!\d)"
)
_HISTORY = tuple(
    (
        name,
        re.compile(
            rf"\b{word}(?: (?:on|date|for publication|in original form))?\s?[:;]?\s?{_DATE}",
            re.IGNORECASE,
        ),
    )
    for name, word in (("submitted", "(?:received|submitted)"), ("accepted", "accepted"))
)
_LICENCE = re.compile(
    r"creativecommons\.org/ ?(?:licenses/(?P<terms>by(?:-(?:nc|nd|sa)){0,2})"
    r"|publicdomain/(?P<zero>zero))"
    r"/ ?(?P<version>\d\.\d)"
    r"|\bCC[ -](?P<printed>BY(?:-(?:NC|ND|SA)){0,2})"
    r"(?:[ -](?P<number>\d\.\d))?\b"
    r"|Creative ?Commons (?P<spelled>Attribution"
    r"(?:[ –-](?:Non-? ?Commercial|No-? ?Deriv\w*|Share-? ?Alike)){0,2})"
    r"(?:[ ,]+(?:International |Generic |Unported )?(?:License|licence)?"
    r"[ ,(]*(?P<spelled_version>\d\.\d))?",
    re.IGNORECASE,
)
_LAST_PAGES, _LONGEST_MONTH = 2, 31


def find_history(pages: Sequence[Page]) -> dict[str, str]:
    """Return when the paper was submitted and accepted, and its licence, as far as printed.

    Both stand on the first page or on the last ones.
    """
    numbers = dict.fromkeys((0, *range(len(pages))[-_LAST_PAGES:]))
    texts = [
        " ".join(" ".join(line.text for line in pages[number].lines).split()) for number in numbers
    ]
    history: dict[str, str] = {}
    for name, form in _HISTORY:
        match = next(filter(None, map(form.search, texts)), None)
        if date := _write_date(match) if match else "":
            history[name] = date
    licences = [licence for text in texts for licence in _licences(text)]
    return history | ({"license": max(licences, key=len)} if licences else {})


def _write_date(match: re.Match[str]) -> str:
    """Return a printed date as ISO 8601, "" if it is none."""
    if match["iso"]:
        return match["iso"]
    month = (match["month"] or match["month2"])[:3].casefold()
    day, year = int(match["day"] or match["day2"]), match["year"] or match["year2"]
    if month not in _MONTHS or not 0 < day <= _LONGEST_MONTH:
        return ""
    return f"{year}-{_MONTHS.index(month) + 1:02}-{day:02}"


def _licences(text: str) -> Iterator[str]:
    """Yield the Creative Commons licences that a text names, as "CC BY-NC 4.0"."""
    for match in _LICENCE.finditer(text):
        if match["zero"]:
            yield "CC0 1.0"
            continue
        terms = (match["terms"] or match["printed"] or _shorten(match["spelled"])).upper()
        version = match["version"] or match["number"] or match["spelled_version"]
        yield f"CC {terms} {version}" if version else f"CC {terms}"


def _shorten(spelled: str) -> str:
    text = re.sub(r"[^a-z]", "", spelled.casefold())
    parts = (("noncommercial", "nc"), ("noderiv", "nd"), ("sharealike", "sa"))
    return "-".join(["by", *(short for word, short in parts if word in text)])
