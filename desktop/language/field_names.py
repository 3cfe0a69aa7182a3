"""The names that people have for types of papers and for their fields."""

from __future__ import annotations

from core.base import items
from desktop.language.wording import QT_TRANSLATE_NOOP, translate

_TYPES = {
    "article-journal": QT_TRANSLATE_NOOP("Fields", "Journal article"),
    "paper-conference": QT_TRANSLATE_NOOP("Fields", "Conference paper"),
    "book": QT_TRANSLATE_NOOP("Fields", "Book"),
    "chapter": QT_TRANSLATE_NOOP("Fields", "Book chapter"),
    "thesis": QT_TRANSLATE_NOOP("Fields", "Thesis"),
    "report": QT_TRANSLATE_NOOP("Fields", "Report"),
    "preprint": QT_TRANSLATE_NOOP("Fields", "Preprint"),
    "webpage": QT_TRANSLATE_NOOP("Fields", "Web page"),
    "dataset": QT_TRANSLATE_NOOP("Fields", "Dataset"),
    "software": QT_TRANSLATE_NOOP("Fields", "Software"),
    "patent": QT_TRANSLATE_NOOP("Fields", "Patent"),
    "standard": QT_TRANSLATE_NOOP("Fields", "Standard"),
    "article-magazine": QT_TRANSLATE_NOOP("Fields", "Magazine article"),
    "article-newspaper": QT_TRANSLATE_NOOP("Fields", "Newspaper article"),
    "entry-encyclopedia": QT_TRANSLATE_NOOP("Fields", "Encyclopedia entry"),
    "entry-dictionary": QT_TRANSLATE_NOOP("Fields", "Dictionary entry"),
    "manuscript": QT_TRANSLATE_NOOP("Fields", "Manuscript"),
    "pamphlet": QT_TRANSLATE_NOOP("Fields", "Booklet"),
    "speech": QT_TRANSLATE_NOOP("Fields", "Talk"),
    "post-weblog": QT_TRANSLATE_NOOP("Fields", "Blog post"),
    "post": QT_TRANSLATE_NOOP("Fields", "Forum post"),
    "review": QT_TRANSLATE_NOOP("Fields", "Review"),
    "periodical": QT_TRANSLATE_NOOP("Fields", "Journal issue"),
    "legal_case": QT_TRANSLATE_NOOP("Fields", "Legal case"),
    "legislation": QT_TRANSLATE_NOOP("Fields", "Legislation"),
    "bill": QT_TRANSLATE_NOOP("Fields", "Bill"),
    "hearing": QT_TRANSLATE_NOOP("Fields", "Hearing"),
    "interview": QT_TRANSLATE_NOOP("Fields", "Interview"),
    "personal_communication": QT_TRANSLATE_NOOP("Fields", "Personal communication"),
    "motion_picture": QT_TRANSLATE_NOOP("Fields", "Film"),
    "broadcast": QT_TRANSLATE_NOOP("Fields", "Broadcast"),
    "song": QT_TRANSLATE_NOOP("Fields", "Sound recording"),
    "performance": QT_TRANSLATE_NOOP("Fields", "Performance"),
    "graphic": QT_TRANSLATE_NOOP("Fields", "Image"),
    "map": QT_TRANSLATE_NOOP("Fields", "Map"),
    "document": QT_TRANSLATE_NOOP("Fields", "Document"),
}
_CONTAINERS = {
    "article-journal": QT_TRANSLATE_NOOP("Fields", "Journal"),
    "article-magazine": QT_TRANSLATE_NOOP("Fields", "Magazine"),
    "article-newspaper": QT_TRANSLATE_NOOP("Fields", "Newspaper"),
    "review": QT_TRANSLATE_NOOP("Fields", "Journal"),
    "periodical": QT_TRANSLATE_NOOP("Fields", "Journal"),
    "paper-conference": QT_TRANSLATE_NOOP("Fields", "Proceedings"),
    "chapter": QT_TRANSLATE_NOOP("Fields", "Book"),
    "entry-encyclopedia": QT_TRANSLATE_NOOP("Fields", "Encyclopedia"),
    "entry-dictionary": QT_TRANSLATE_NOOP("Fields", "Dictionary"),
    "preprint": QT_TRANSLATE_NOOP("Fields", "Repository"),
    "dataset": QT_TRANSLATE_NOOP("Fields", "Repository"),
    "webpage": QT_TRANSLATE_NOOP("Fields", "Website"),
    "post-weblog": QT_TRANSLATE_NOOP("Fields", "Blog"),
    "post": QT_TRANSLATE_NOOP("Fields", "Forum"),
}
_FIELDS = {
    "volume": QT_TRANSLATE_NOOP("Fields", "Volume"),
    "issue": QT_TRANSLATE_NOOP("Fields", "Issue"),
    "page": QT_TRANSLATE_NOOP("Fields", "Pages"),
    "number": QT_TRANSLATE_NOOP("Fields", "Number"),
    "edition": QT_TRANSLATE_NOOP("Fields", "Edition"),
    "publisher": QT_TRANSLATE_NOOP("Fields", "Publisher"),
    "publisher-place": QT_TRANSLATE_NOOP("Fields", "Place"),
    "ISBN": "ISBN",
    "ISSN": "ISSN",
    "collection-title": QT_TRANSLATE_NOOP("Fields", "Series"),
    "collection-number": QT_TRANSLATE_NOOP("Fields", "Number in series"),
    "chapter-number": QT_TRANSLATE_NOOP("Fields", "Chapter"),
    "number-of-pages": QT_TRANSLATE_NOOP("Fields", "Number of pages"),
    "number-of-volumes": QT_TRANSLATE_NOOP("Fields", "Number of volumes"),
    "event-title": QT_TRANSLATE_NOOP("Fields", "Conference"),
    "event-place": QT_TRANSLATE_NOOP("Fields", "Held in"),
    "event-date": QT_TRANSLATE_NOOP("Fields", "Held on"),
    "genre": QT_TRANSLATE_NOOP("Fields", "Kind"),
    "medium": QT_TRANSLATE_NOOP("Fields", "Medium"),
    "version": QT_TRANSLATE_NOOP("Fields", "Version"),
    "language": QT_TRANSLATE_NOOP("Fields", "Language"),
    "note": QT_TRANSLATE_NOOP("Fields", "Note"),
    "annote": QT_TRANSLATE_NOOP("Fields", "Annotation"),
    "status": QT_TRANSLATE_NOOP("Fields", "Status"),
    "title-short": QT_TRANSLATE_NOOP("Fields", "Short title"),
    "container-title-short": QT_TRANSLATE_NOOP("Fields", "Abbreviated"),
    "PMID": "PMID",
    "PMCID": "PMCID",
    "archive": QT_TRANSLATE_NOOP("Fields", "Archive"),
    "archive_location": QT_TRANSLATE_NOOP("Fields", "Location in archive"),
    "source": QT_TRANSLATE_NOOP("Fields", "Catalogue"),
    "call-number": QT_TRANSLATE_NOOP("Fields", "Call number"),
    "section": QT_TRANSLATE_NOOP("Fields", "Section"),
    "authority": QT_TRANSLATE_NOOP("Fields", "Authority"),
    "jurisdiction": QT_TRANSLATE_NOOP("Fields", "Jurisdiction"),
    "dimensions": QT_TRANSLATE_NOOP("Fields", "Size"),
    "scale": QT_TRANSLATE_NOOP("Fields", "Scale"),
    "original-title": QT_TRANSLATE_NOOP("Fields", "Original title"),
    "original-date": QT_TRANSLATE_NOOP("Fields", "First published"),
    "original-publisher": QT_TRANSLATE_NOOP("Fields", "First publisher"),
    "original-publisher-place": QT_TRANSLATE_NOOP("Fields", "First place"),
    "part-number": QT_TRANSLATE_NOOP("Fields", "Part"),
    "reviewed-title": QT_TRANSLATE_NOOP("Fields", "Work reviewed"),
    "accessed": QT_TRANSLATE_NOOP("Fields", "Accessed"),
    "submitted": QT_TRANSLATE_NOOP("Fields", "Submitted on"),
    "editor": QT_TRANSLATE_NOOP("Fields", "Editors"),
    "translator": QT_TRANSLATE_NOOP("Fields", "Translators"),
    "collection-editor": QT_TRANSLATE_NOOP("Fields", "Editors of series"),
    "container-author": QT_TRANSLATE_NOOP("Fields", "Authors of book"),
    "reviewed-author": QT_TRANSLATE_NOOP("Fields", "Authors reviewed"),
    "interviewer": QT_TRANSLATE_NOOP("Fields", "Interviewers"),
    "recipient": QT_TRANSLATE_NOOP("Fields", "Recipients"),
    "director": QT_TRANSLATE_NOOP("Fields", "Directors"),
    "composer": QT_TRANSLATE_NOOP("Fields", "Composers"),
    "performer": QT_TRANSLATE_NOOP("Fields", "Performers"),
    "contributor": QT_TRANSLATE_NOOP("Fields", "Contributors"),
}
_OF_A_TYPE = {
    ("thesis", "publisher"): QT_TRANSLATE_NOOP("Fields", "University"),
    ("report", "publisher"): QT_TRANSLATE_NOOP("Fields", "Institution"),
    ("patent", "publisher"): QT_TRANSLATE_NOOP("Fields", "Assignee"),
    ("article-journal", "number"): QT_TRANSLATE_NOOP("Fields", "Article number"),
    ("speech", "event-title"): QT_TRANSLATE_NOOP("Fields", "Event"),
}


def type_name(kind: str) -> str:
    """Return the name of a type; one that has none is called as CSL calls it."""
    return translate("Fields", _TYPES[kind]) if kind in _TYPES else kind


def container_name(kind: str) -> str:
    """Return what a paper of a type stands in."""
    name = _CONTAINERS.get(kind, QT_TRANSLATE_NOOP("Fields", "Venue"))
    return translate("Fields", name)


def field_name(variable: str, kind: str) -> str:
    """Return the name of a field of a type; one that has none is called as CSL calls it."""
    name = _OF_A_TYPE.get((kind, variable)) or _FIELDS.get(variable)
    return translate("Fields", name) if name else variable


assert set(_TYPES) == set(items.FIELDS)
