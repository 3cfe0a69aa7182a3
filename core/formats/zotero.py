"""A Zotero item, read from its database or its RDF export, as an entry.

Fields bear Zotero's own names here; in ``extra`` what CSL has a variable for bears its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.base import items
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.formats import dates, names
from core.formats.entries import Entry
from core.formats.fields import (
    clean,
    distinct,
    doi_in_url,
    extract_arxiv,
    extract_doi,
    extract_year,
    find_named_arxiv,
    list_names,
    note_without_tags,
)
from core.formats.tagged import Values
from core.formats.untitled import with_made_up_title
from core.formats.variables import drop_extra_lines, read_extra_lines, tidied

NOT_PAPERS = frozenset({"attachment", "note", "annotation"})

_TITLES = ("title", "caseName", "nameOfAct", "subject", "shortTitle")
_VENUES = (
    *("publicationTitle", "proceedingsTitle", "bookTitle", "encyclopediaTitle"),
    *("dictionaryTitle", "conferenceName", "repository", "websiteTitle", "blogTitle"),
    *("forumTitle", "programTitle", "reporter", "code"),
)
_VARIABLES = {
    "issue": "issue",
    "pages": "page",
    "place": "publisher-place",
    "university": "publisher",
    "institution": "publisher",
    "company": "publisher",
    "label": "publisher",
    "distributor": "publisher",
    "studio": "publisher",
    "organization": "publisher",
    "publisher": "publisher",
    "series": "collection-title",
    "seriesTitle": "collection-title",
    "seriesNumber": "collection-number",
    "bookTitle": "booktitle",
    "proceedingsTitle": "booktitle",
    "conferenceName": "event-title",
    "reportNumber": "number",
    "patentNumber": "number",
    "documentNumber": "number",
    "number": "number",
    "billNumber": "number",
    "docketNumber": "number",
    "publicLawNumber": "number",
    "episodeNumber": "number",
    "identifier": "number",
    "archiveID": "number",
    "reportType": "genre",
    "thesisType": "genre",
    "manuscriptType": "genre",
    "letterType": "genre",
    "presentationType": "genre",
    "websiteType": "genre",
    "postType": "genre",
    "mapType": "genre",
    "genre": "genre",
    "type": "genre",
    "type_of_work": "genre",
    "shortTitle": "title-short",
    "journalAbbreviation": "container-title-short",
    "numPages": "number-of-pages",
    "numberOfVolumes": "number-of-volumes",
    "versionNumber": "version",
    "accessDate": "accessed",
    "filingDate": "submitted",
    "reporterVolume": "volume",
    "codeVolume": "volume",
    "firstPage": "page",
    "codePages": "page",
    "codeNumber": "volume",
    "history": "references",
    "applicationNumber": "call-number",
    "originalDate": "original-date",
    "libraryCatalog": "source",
    "callNumber": "call-number",
    "archive": "archive",
    "archiveLocation": "archive_location",
    "issuingAuthority": "authority",
    "court": "authority",
    "legislativeBody": "authority",
    "legalStatus": "status",
    "country": "jurisdiction",
    "format": "medium",
    "system": "medium",
    "artworkMedium": "medium",
    "artworkSize": "dimensions",
    "meetingName": "event-title",
    "rights": "license",
    "extra": "note",
}
_NOTE_START = 80
"""Characters by which a note is known."""
_PLACE_OF_EVENT = frozenset(("paper-conference", "speech"))
_TYPES = {
    "journalArticle": "article-journal",
    "magazineArticle": "article-magazine",
    "newspaperArticle": "article-newspaper",
    "book": "book",
    "bookSection": "chapter",
    "encyclopediaArticle": "entry-encyclopedia",
    "dictionaryEntry": "entry-dictionary",
    "conferencePaper": "paper-conference",
    "thesis": "thesis",
    "report": "report",
    "manuscript": "manuscript",
    "patent": "patent",
    "standard": "standard",
    "webpage": "webpage",
    "blogPost": "post-weblog",
    "forumPost": "post",
    "computerProgram": "software",
    "dataset": "dataset",
    "preprint": "preprint",
    "document": "document",
    "presentation": "speech",
    "film": "motion_picture",
    "videoRecording": "motion_picture",
    "audioRecording": "song",
    "tvBroadcast": "broadcast",
    "radioBroadcast": "broadcast",
    "podcast": "broadcast",
    "case": "legal_case",
    "statute": "legislation",
    "bill": "bill",
    "hearing": "hearing",
    "interview": "interview",
    "letter": "personal_communication",
    "email": "personal_communication",
    "map": "map",
    "artwork": "graphic",
}
_ROLES = {
    "editor": "editor",
    "translator": "translator",
    "seriesEditor": "collection-editor",
    "bookAuthor": "container-author",
    "reviewedAuthor": "reviewed-author",
    "recipient": "recipient",
    "interviewer": "interviewer",
    "director": "director",
    "producer": "producer",
    "scriptwriter": "script-writer",
    "composer": "composer",
    "performer": "performer",
    "contributor": "contributor",
}


@dataclass(frozen=True, slots=True)
class Creator:
    """A person or, with ``given_name`` empty and ``whole``, an organisation, in some role."""

    role: str
    given_name: str
    family: str
    whole: bool = False

    def name(self) -> names.Name:
        """Return the name in its parts."""
        if self.whole:
            return names.Name("", clean(self.family))
        return names.from_parts(clean(self.given_name), clean(self.family))


@dataclass(slots=True)
class Item:
    """An item as Zotero holds it; ``automatic`` are the tags that a catalogue gave it."""

    location: str
    kind: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    creators: list[Creator] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    automatic: list[str] = field(default_factory=list)
    collections: list[str] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def entry(self) -> Entry:
        """Return the entry that the item is."""
        extra = "\n".join(value for name, value in self.fields if name == "extra")
        extra_values = read_extra_lines(extra)
        values = Values(self._drop_doubled(extra_values))
        title = values.first(*_TITLES)
        record = with_made_up_title(self._record(title, values, extra_values))
        if record is None:
            return Entry(self.location, None, Message("the item has no title"))
        return Entry(
            self.location,
            record,
            attachments=distinct(self.attachments),
            collections=distinct([clean(name) for name in self.collections]),
            tags=distinct([clean(tag) for tag in self.tags]),
        )

    def refusal(self) -> Entry:
        """Return the entry of a file or a note that belongs to no record, with what names it."""
        notes = note_without_tags("".join(self.notes)).partition("\n")[0]
        name = next((clean(value) for label, value in self.fields if label == "title"), "")
        if self.kind == "note":
            start = notes if len(notes) <= _NOTE_START else f"{notes[: _NOTE_START - 1].rstrip()}…"
            problem = Message("a note without a record: “{start}”", start=start)
        elif name:
            problem = Message(
                "a file without a record, “{file}”; import the file itself", file=name
            )
        else:
            problem = Message("a file without a record; import the file itself")
        return Entry(self.location, None, problem)

    def _drop_doubled(self, extra_values: dict[str, str]) -> list[tuple[str, str]]:
        """Return the fields, "Extra" without the lines that get fields of their own."""
        stated = {name: value for name, value in self.fields if name in ("DOI", "citationKey")}
        doi = extract_doi(stated.get("DOI", "")) or extract_doi(extra_values.get("doi", ""))
        key = stated.get("citationKey") or extra_values.get("citation key", "")
        values = {
            **{name: extra_values.get(name, "") for name in ("pmid", "pmcid")},
            "doi": doi,
            "arxiv": extract_arxiv(extra_values.get("arxiv", "")),
            "citation key": key,
            "bibtex": key or extra_values.get("bibtex", ""),
        }
        return [
            (name, drop_extra_lines(value, values) if name == "extra" else value)
            for name, value in self.fields
        ]

    def _record(self, title: str, values: Values, extra_values: dict[str, str]) -> PaperRecord:
        authors = self._people("author")
        people = authors or self._people(*_MAKERS)
        venue = values.first(*_VENUES)
        url = values.first("url")
        stated = values.take("date", "issueDate", "dateDecided", "dateEnacted")
        year = extract_year(*stated)
        doi = _doi(values) or extract_doi(extra_values.get("doi", "")) or doi_in_url(url)
        number = values.look("archiveID", "archiveLocation")
        arxiv = extract_arxiv(extra_values.get("arxiv", "")) or find_named_arxiv(
            doi, url, venue, *number
        )
        if arxiv:
            values.drop(f"arXiv:{arxiv}", "archiveID")
        roles = {_ROLES.get(creator.role, creator.role): creator.role for creator in self.creators}
        other_people = {
            variable: self._people(role)
            for variable, role in sorted(roles.items())
            if role != "author" and (authors or role not in _MAKERS)
        }
        return PaperRecord(
            title=title,
            abstract=values.first("abstractNote"),
            authors=list_names([person.display for person in people]),
            year=year,
            venue=venue,
            doi=doi,
            arxiv=arxiv,
            url=url,
            keywords=distinct([clean(tag) for tag in (*self.automatic, *self.tags)]),
            extra=self._about(values, extra_values)
            | {
                name: [creator.display for creator in role_people]
                for name, role_people in other_people.items()
                if role_people
            }
            | dates.issued(year, *stated)
            | dates.read_status(year, *stated)
            | self._convert_variables(values)
            | names.extra_of_names(
                [*people, *(one for role_people in other_people.values() for one in role_people)]
            ),
        )

    def _people(self, *roles: str) -> list[names.Name]:
        creator_names = [creator.name() for creator in self.creators if creator.role in roles]
        return [name for name in creator_names if name.display]

    def _about(self, values: Values, extra_values: dict[str, str]) -> dict[str, Any]:
        known_type = _TYPES.get(self.kind)
        about: dict[str, Any] = (
            {items.TYPE: known_type} if known_type else {items.SOURCE_TYPE: self.kind}
        )
        if (
            key := values.first("citationKey")
            or extra_values.get("citation key")
            or extra_values.get("bibtex")
        ):
            about["citation_key"] = key
        about |= {
            name.upper(): extra_values[name] for name in ("pmid", "pmcid") if name in extra_values
        }
        if notes := [text for note in self.notes if (text := note_without_tags(note))]:
            about["annote"] = "\n\n".join(notes)
        return about

    def _convert_variables(self, values: Values) -> dict[str, Any]:
        """Return what is left by the names of CSL."""
        meanings = dict(_VARIABLES)
        if _TYPES.get(self.kind) in _PLACE_OF_EVENT:
            meanings["place"] = "publisher-place" if values.look("publisher") else "event-place"
        return tidied(values.rest(meanings))


# --- papers as items of Zotero -----------------------------------------------------------------

_KINDS = {csl_type: kind for kind, csl_type in reversed(_TYPES.items())}
_KINDS |= {"broadcast": "tvBroadcast", "pamphlet": "document", "review": "journalArticle"}
_VENUE_FIELDS = {
    "conferencePaper": "proceedingsTitle",
    "bookSection": "bookTitle",
    "encyclopediaArticle": "encyclopediaTitle",
    "dictionaryEntry": "dictionaryTitle",
    "preprint": "repository",
    "dataset": "repository",
    "webpage": "websiteTitle",
    "blogPost": "blogTitle",
    "forumPost": "forumTitle",
}
_PUBLISHER_FIELDS = {"thesis": "university", "report": "institution", "computerProgram": "company"}
_WRITTEN = {
    "volume": "volume",
    "issue": "issue",
    "page": "pages",
    "edition": "edition",
    "ISBN": "ISBN",
    "ISSN": "ISSN",
    "language": "language",
    "section": "section",
    "publisher-place": "place",
    "collection-title": "series",
    "genre": "type",
    "collection-number": "seriesNumber",
    "number": "number",
    "version": "versionNumber",
    "event-title": "conferenceName",
    "number-of-pages": "numPages",
    "note": "extra",
    "title-short": "shortTitle",
    "container-title-short": "journalAbbreviation",
    "archive": "archive",
    "archive_location": "archiveLocation",
    "accessed": "accessDate",
    "call-number": "callNumber",
    "source": "libraryCatalog",
    "medium": "format",
    "license": "rights",
}
_CREATORS = {role: creator for creator, role in _ROLES.items()}


def convert_paper_to_item(paper: Paper) -> dict[str, Any]:  # Any: JSON values
    """Return a paper as the JSON of an item of Zotero; what Zotero has no field for is left out."""
    kind = _KINDS.get(items.get_item_type(paper), "document")
    families = names.get_family_names(paper.extra)
    creators = [_creator(name, "author", families) for name in paper.authors]
    for role in items.NAMES & paper.extra.keys():
        creators += [
            _creator(name, _CREATORS.get(role, "contributor"), families)
            for name in items.get_people(paper.extra, role)
        ]
    values = {
        "title": items.stated_title(paper),
        "abstractNote": paper.abstract,
        "date": items.get_publication_date(paper),
        _VENUE_FIELDS.get(kind, "publicationTitle"): paper.venue,
        "DOI": paper.doi,
        "url": paper.url,
        "archiveID": f"arXiv:{paper.arxiv}" if paper.arxiv else "",
        _PUBLISHER_FIELDS.get(kind, "publisher"): items.get_field_text(paper.extra, "publisher"),
    }
    values |= {
        field_name: items.get_field_text(paper.extra, variable)
        for variable, field_name in _WRITTEN.items()
    }
    return {
        "itemType": kind,
        "citationKey": paper.citation_key,
        **{name: value for name, value in values.items() if value},
        "creators": creators,
        "tags": [{"tag": keyword} for keyword in paper.keywords],
    }


def _creator(display: str, role: str, families: Mapping[str, str]) -> dict[str, str]:
    name = names.split_name(clean(display), families)
    if not name.given_name:
        return {"creatorType": role, "name": name.family}
    family = f"{name.family}, {name.suffix}" if name.suffix else name.family
    return {"creatorType": role, "firstName": name.given_name, "lastName": family}


_MAKERS = ("inventor", "programmer", "artist", "director", "presenter", "podcaster", "performer")


def _doi(values: Values) -> str:
    for text in values.look("DOI"):
        if doi := extract_doi(text):
            values.drop(text, "DOI")
            return doi
    return ""
