"""What Zotero knows of an item, as its database and its RDF export both tell it, as an entry.

Fields bear Zotero's own names here; in ``extra`` what BibTeX has too bears its name there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from core.formats import names
from core.formats.entries import Entry
from core.formats.fields import (
    arxiv_in,
    arxiv_of,
    clean,
    distinct,
    doi_in_url,
    doi_of,
    without_tags,
    year_of,
)
from core.formats.tagged import Values
from core.records import PaperRecord

NOT_PAPERS = frozenset({"attachment", "note", "annotation"})

_TITLES = ("title", "caseName", "nameOfAct", "subject", "shortTitle")
_VENUES = (
    *("publicationTitle", "proceedingsTitle", "bookTitle", "encyclopediaTitle"),
    *("dictionaryTitle", "conferenceName", "repository", "websiteTitle", "blogTitle"),
    *("forumTitle", "programTitle", "university", "institution"),
)
_EXTRA_NAMES = {
    "issue": "number",
    "ISSN": "issn",
    "ISBN": "isbn",
    "place": "address",
    "shortTitle": "shorttitle",
    "journalAbbreviation": "shortjournal",
    "numPages": "pagetotal",
    "numberOfVolumes": "volumes",
    "reportNumber": "number",
    "extra": "note",
    "date": "date",
    "proceedingsTitle": "booktitle",
    "bookTitle": "booktitle",
    "institution": "institution",
    "university": "school",
    "conferenceName": "eventtitle",
}
_TYPES = {
    "journalArticle": "article",
    "magazineArticle": "article",
    "newspaperArticle": "article",
    "book": "book",
    "bookSection": "incollection",
    "encyclopediaArticle": "inreference",
    "dictionaryEntry": "inreference",
    "conferencePaper": "inproceedings",
    "thesis": "phdthesis",
    "report": "techreport",
    "manuscript": "unpublished",
    "patent": "patent",
    "webpage": "online",
    "blogPost": "online",
    "forumPost": "online",
    "computerProgram": "software",
    "dataset": "dataset",
    "preprint": "misc",
    "document": "misc",
}
# What people and plug-ins write into "Extra", one a line.
_SAID_IN_EXTRA = re.compile(
    r"^\s*(?P<name>citation key|bibtex|doi|arxiv|pmid|pmcid)\s*:\s*(?P<value>\S.*?)\s*$",
    re.I | re.M,
)


@dataclass(frozen=True, slots=True)
class Creator:
    """A person or, with ``given`` empty and ``whole``, an organisation, in some role."""

    role: str
    given: str
    family: str
    whole: bool = False

    def name(self) -> names.Name:
        """Return the name in its parts."""
        if self.whole:
            return names.Name("", clean(self.family))
        return names.Name(clean(self.given), clean(self.family))


@dataclass(slots=True)
class Item:
    """An item as Zotero holds it; ``automatic`` are the tags that a catalogue gave it."""

    place: str
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
        said = _said_in_extra(value for name, value in self.fields if name == "extra")
        values = Values(self.fields)
        title = values.first(*_TITLES)
        if not title:
            return Entry(self.place, None, "the item has no title")
        return Entry(
            self.place,
            self._record(title, values, said),
            attachments=distinct(self.attachments),
            collections=distinct([clean(name) for name in self.collections]),
            tags=distinct([clean(tag) for tag in self.tags]),
        )

    def _record(self, title: str, values: Values, said: dict[str, str]) -> PaperRecord:
        people = self._people("author") or self._people(*_MAKERS)
        editors = self._people("editor")
        venue = values.first(*_VENUES)
        url = values.first("url")
        year = year_of(*values.look("date"))
        values.drop(str(year), "date")
        doi = _doi(values) or doi_of(said.get("doi", "")) or doi_in_url(url)
        number = values.look("archiveID", "archiveLocation")
        return PaperRecord(
            title=title,
            abstract=values.first("abstractNote"),
            authors=distinct([person.display for person in people]),
            year=year,
            venue=venue,
            doi=doi,
            arxiv=arxiv_of(said.get("arxiv", "")) or arxiv_in(doi, url, venue, *number),
            url=url,
            keywords=distinct([clean(tag) for tag in (*self.automatic, *self.tags)]),
            extra=self._about(values, said, editors)
            | values.rest(_EXTRA_NAMES)
            | names.families_worth_keeping([*people, *editors]),
        )

    def _people(self, *roles: str) -> list[names.Name]:
        found = [each.name() for each in self.creators if each.role in roles]
        return [name for name in found if name.display]

    def _about(
        self, values: Values, said: dict[str, str], editors: list[names.Name]
    ) -> dict[str, Any]:
        about: dict[str, Any] = {"type": _TYPES.get(self.kind, self.kind)}
        if key := values.first("citationKey") or said.get("citation key") or said.get("bibtex"):
            about["citation_key"] = key
        about |= {name: said[name] for name in ("pmid", "pmcid") if name in said}
        if editors:
            about["editor"] = [editor.display for editor in editors]
        if pages := values.first("pages"):
            about["pages"] = re.sub(r"\s*[-–—]+\s*", "–", pages)
        if notes := [text for note in self.notes if (text := without_tags(note))]:
            about["zotero_notes"] = notes
        for role in sorted({each.role for each in self.creators} - {"author", "editor"}):
            about.setdefault(role, [person.display for person in self._people(role)])
        return about


_MAKERS = ("inventor", "programmer", "artist", "director", "presenter", "podcaster", "performer")


def _said_in_extra(texts: Iterable[str]) -> dict[str, str]:
    return {
        match["name"].lower(): match["value"]
        for text in texts
        for match in _SAID_IN_EXTRA.finditer(text)
    }


def _doi(values: Values) -> str:
    for text in values.look("DOI"):
        if doi := doi_of(text):
            values.drop(text, "DOI")
            return doi
    return ""
