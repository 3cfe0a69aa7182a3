"""Tables of references: of Zotero, Scopus, Web of Science, and any whose columns are named."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.base import items
from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import PaperRecord
from core.formats import dates, item_types, names, remainder, variables
from core.formats.entries import Entry, at_line
from core.formats.fields import distinct, doi_in_url, extract_year, find_named_arxiv, list_names
from core.formats.tagged import Values
from core.formats.untitled import with_made_up_title
from core.formats.wos import convert_values
from core.formats.zotero import Creator, Item

_WOS = frozenset(("PT", "AU", "TI", "SO"))
_ZOTERO = frozenset(("Key", "Item Type", "Author", "Title"))
_ZOTERO_PEOPLE = {
    "Author": "author",
    "Editor": "editor",
    "Series Editor": "seriesEditor",
    "Translator": "translator",
    "Contributor": "contributor",
    "Book Author": "bookAuthor",
    "Reviewed Author": "reviewedAuthor",
    "Recipient": "recipient",
    "Interviewer": "interviewer",
    "Composer": "composer",
    "Director": "director",
    "Inventor": "inventor",
    "Programmer": "programmer",
}
_ZOTERO_NOT_FIELDS = frozenset(
    (
        *("Key", "Item Type", "Publication Year", "File Attachments", "Link Attachments", "Notes"),
        *("Manual Tags", "Automatic Tags", "Date Added", "Date Modified"),
    )
)
_ZOTERO_NAMES = {
    "Url": "url",
    "DOI": "DOI",
    "ISBN": "ISBN",
    "ISSN": "ISSN",
    "Publication Title": "publicationTitle",
}
_PAGES = (
    ("page start", "page end"),
    ("start page", "end page"),
    ("biblio.first page", "biblio.last page"),
)
# What columns are called, in small letters and without low lines; the first with a value counts.
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "title": ("title", "document title", "article title", "titel", "paper title", "display name"),
    "authors": (
        *("author full names", "authors", "author", "author(s)", "author/s", "autoren", "creators"),
        "authorships.author.display name",
    ),
    "year": (
        *("year", "publication year", "pub year", "jahr", "date", "publication date"),
        "date published",
    ),
    "venue": (
        *("source title", "venue", "journal", "publication title", "booktitle", "journal title"),
        *("journal name", "primary location.source.display name", "source"),
    ),
    "doi": ("doi",),
    "url": ("url", "link", "link attachments", "external url"),
    "abstract": ("abstract", "abstract note"),
    "type": ("type", "document type", "item type", "entry type", "publication type"),
    "key": ("citation key", "bibtex key"),
}
_VARIABLES = {
    "volume": "volume",
    "issue": "issue",
    "issue number": "issue",
    "biblio.volume": "volume",
    "biblio.issue": "issue",
    "number": "number",
    "art. no.": "number",
    "article number": "number",
    "publisher": "publisher",
    "publisher-place": "publisher-place",
    "issn": "ISSN",
    "issns": "ISSN",
    "primary location.source.issn l": "ISSN",
    "isbn": "ISBN",
    "pubmed id": "PMID",
    "pmid": "PMID",
    "pmcid": "PMCID",
    "language": "language",
    "language of original document": "language",
    "abbreviated source title": "container-title-short",
    "edition": "edition",
    "note": "note",
    "conference name": "event-title",
    "conference location": "event-place",
    "collection-title": "collection-title",
}
_DATES = ("date", "publication date", "date published")
_KEYWORDS = ("keywords", "author keywords", "index keywords", "tags", "manual tags", "mesh terms")
_TYPES = {
    "article": "article-journal",
    "review": "article-journal",
    "conference paper": "paper-conference",
    "book chapter": "chapter",
    "book": "book",
    "journal article": "article-journal",
    "thesis": "thesis",
    "report": "report",
}
_DATABASES = re.compile(
    r"scopus|web of (?:science|knowledge)|wos|(?:science|social sciences) citation index|isi"
    r"|pub ?med|medline|embase|crossref|openalex|semantic scholar|google scholar|dimensions|lens"
    r"|ieee ?xplore|acm(?: digital library)?|science ?direct|proquest|ebsco\w*|cinahl|psycinfo"
    r"|cochrane(?: library| central)?|dblp|eric|jstor|econlit|springer ?link|inspec|cnki|scielo",
    re.I,
)
"""What a column "Source" names where it says from which database a row is."""
_AUTHOR_ID = re.compile(r"\s*\(\d{6,}\)")
_NO_AUTHORS = ("[No author name available]", "[No author full names available]")
_EMPTY = frozenset(("", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL"))
"""What stands in cells without a value: for R, people, Excel, pandas and databases."""
_LONGEST_CELL = 1_000_000


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each row of a table with its columns' names on top.

    Raises:
        FormatError: no column is a title.
    """
    text = text.lstrip("\ufeff")
    if not text.strip():
        return
    first = text.partition("\n")[0]
    delimiter = max("\t;,", key=first.count)
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        header = [cell.strip() for cell in next(reader)]
        lower = set(map(_plain, header))
        if not lower & {*_COLUMNS["title"], "ti"}:
            raise FormatError(
                "“{file}” is a table without a column for titles.",
                file=name,
                remedy="Name the columns in its first row: Title, Authors, Year.",
            )
        line = 2
        for row in reader:
            if any(cell.strip() for cell in row):
                yield _entry(name_cells(header, row), at_line(line), frozenset(header))
            line = reader.line_num + 1
    except csv.Error as error:
        problem = Message("the rest of the table cannot be read ({reason})", reason=error)
        yield Entry(at_line(reader.line_num), None, problem)


def name_cells(header: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row that say anything, by their columns."""
    cells = {column: cell.strip() for column, cell in zip(header, row, strict=False)}
    return {column: cell for column, cell in cells.items() if cell not in _EMPTY}


def _entry(cells: Mapping[str, str], location: str, header: frozenset[str]) -> Entry:
    if header >= _ZOTERO:
        return _zotero_item(cells, location).entry()
    if header >= _WOS:
        people = ("AU", "AF", "BA", "BF", "BE", "CA")
        pairs = [
            (name.lower(), value)
            for name, text in cells.items()
            for value in (text.split(";") if name in people else [text])
        ]
        record = convert_values(Values(pairs))
    else:
        record = with_made_up_title(convert_cells(cells))
    return Entry(location, record, "" if record else Message("the record has no title"))


def convert_cells(cells: Mapping[str, str]) -> PaperRecord:
    """Return the record that the cells of a row state, by the names of their columns."""
    lower = {_plain(name): _unguarded(text) for name, text in cells.items()}
    values = {
        field: next((lower[name] for name in columns if lower.get(name)), "")
        for field, columns in _COLUMNS.items()
    }
    database = lower.get("source", "")
    if database == values["venue"]:  # no other column says where it appeared
        is_database = _DATABASES.fullmatch(database)
        values["venue"], database = ("", database) if is_database else (database, "")
    people = _read_people(values["authors"])
    date = next((lower[name] for name in _DATES if lower.get(name)), values["year"])
    year = extract_year(values["year"])
    url = values["url"]
    extra: dict[str, Any] = _about(values["type"])
    if values["key"]:
        extra["citation_key"] = values["key"]
    ranges = ("–".join(filter(None, map(lower.get, ends))) for ends in _PAGES)
    if pages := next(filter(None, ranges), "") or lower.get("pages", "") or lower.get("page", ""):
        extra["page"] = variables.pages(pages)
    extra |= dates.issued(year, date) | dates.read_status(year, date)
    extra |= variables.tidied(
        {variable: lower[name] for name, variable in _VARIABLES.items() if lower.get(name)}
    )
    extra |= {"source": database} if database else {}
    editors = _read_people(lower.get("editor") or lower.get("editors") or "")
    if editors:
        extra["editor"] = [editor.display for editor in editors]
    keywords = [word.strip() for name in _KEYWORDS for word in lower.get(name, "").split(";")]
    doi = Values([("doi", values["doi"])]).take_doi("doi") or doi_in_url(url)
    record = PaperRecord(
        title=" ".join(values["title"].split()),
        abstract="" if values["abstract"] == "[No abstract available]" else values["abstract"],
        authors=list_names([person.display for person in people]),
        year=year,
        venue=values["venue"],
        doi=doi,
        arxiv=lower.get("arxiv", "") or find_named_arxiv(doi, url, values["venue"]),
        url=url,
        keywords=distinct(keywords),
        extra=extra
        | names.note_others("author", [values["authors"]])
        | names.extra_of_names([*people, *editors]),
    )
    is_own = "citation_key" in cells  # other programs have such a column for other things
    lines = remainder.read_lines(lower.get("extra", "")) if is_own else {}
    return remainder.restore(record, lines)


def _plain(column: str) -> str:
    return column.strip().lower().replace("_", " ")


def _about(kind: str) -> dict[str, Any]:
    known_type = _TYPES.get(kind.lower())
    return {items.TYPE: known_type} if known_type else item_types.about(kind) if kind else {}


def _unguarded(text: str) -> str:
    """Return a cell without the apostrophe that keeps spreadsheets from taking it for a formula."""
    return text[1:] if re.match(r"'+[=+\-@\t\r]", text) else text


def _read_people(text: str) -> list[names.Name]:
    bare = "" if text in _NO_AUTHORS else _AUTHOR_ID.sub("", text)
    return names.from_field(bare) if bare else []


def _zotero_item(cells: Mapping[str, str], location: str) -> Item:
    creators = [
        Creator(role, name.given_name, name.family, whole=not name.given_name)
        for column, role in _ZOTERO_PEOPLE.items()
        for text in cells.get(column, "").split("; ")
        if text
        for name in [names.from_comma_form(text)]
    ]
    fields = []
    for column, text in cells.items():
        if column not in _ZOTERO_NOT_FIELDS and column not in _ZOTERO_PEOPLE:
            words = column.split()
            camel = "".join([words[0].lower(), *(word.title() for word in words[1:])])
            fields.append((_ZOTERO_NAMES.get(column, camel), text))
    if "Date" not in cells and cells.get("Publication Year"):
        fields.append(("date", cells["Publication Year"]))
    return Item(
        location,
        cells.get("Item Type", ""),
        fields=fields,
        creators=creators,
        tags=cells.get("Manual Tags", "").split("; "),
        automatic=cells.get("Automatic Tags", "").split("; "),
        attachments=[p for p in cells.get("File Attachments", "").split("; ") if p],
        notes=[cells["Notes"]] if cells.get("Notes") else [],
    )
