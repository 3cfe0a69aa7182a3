"""Types of papers and the fields of each, in the vocabulary of CSL.

``PaperRecord.extra`` holds, under the names of CSL's variables, what is told of a paper beyond its
fields: texts, people as lists of "Given Family", dates as ISO 8601 ("2016-05", "2016-05-12",
"2016-05/2016-06") or, where they cannot be, as text. Its ``type`` is a type of CSL; what CSL calls
"article" is "preprint" here, for "article" is a journal article to everyone else. Under any other
name stands what CSL has no variable for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.base.records import PaperRecord

TYPE = "type"
SOURCE_TYPE = "source_type"
"""Key of what the source itself calls the type, where CSL makes fewer distinctions ("mvbook")."""

INCOMPLETE = "incomplete"
"""Key of what marks a title made up by Cocite; a stated title replaces it."""
MADE_UP = "made up"
"""Under it: the title was made of who wrote it, when and where. Else it is the name of a file."""

NAMES = frozenset(
    (
        *("editor", "translator", "collection-editor", "container-author", "editorial-director"),
        *("chair", "compiler", "composer", "contributor", "curator", "director", "guest", "host"),
        *("executive-producer", "illustrator", "interviewer", "narrator", "organizer", "performer"),
        *("original-author", "producer", "recipient", "reviewed-author", "script-writer"),
        *("series-creator", "editor-translator"),
    )
)
DATES = frozenset(
    ("issued", "accessed", "event-date", "original-date", "submitted", "available-date")
)
TEXTS = frozenset(
    (
        *("volume", "issue", "page", "number", "edition", "publisher", "publisher-place", "ISBN"),
        *("ISSN", "collection-title", "collection-number", "chapter-number", "number-of-pages"),
        *("number-of-volumes", "event-title", "event-place", "genre", "medium", "version"),
        *("language", "note", "annote", "status", "title-short", "container-title-short", "PMID"),
        *("PMCID", "archive", "archive_location", "archive_collection", "archive-place", "source"),
        *("call-number", "section", "authority", "jurisdiction", "division", "dimensions", "scale"),
        *("original-title", "original-publisher", "original-publisher-place", "part-number"),
        *("part-title", "page-first", "license", "printing-number", "references", "reviewed-title"),
        *("reviewed-genre", "supplement-number", "volume-title", "volume-title-short"),
        *("citation-label", "first-reference-note-number", "year-suffix"),
    )
)
VARIABLES = NAMES | DATES | TEXTS

_EVERY = ("language", "note")
_WEB = ("genre", "version", "accessed", *_EVERY)
_LAW = ("authority", "jurisdiction", "number", "volume", "page", "section", "status", *_EVERY)
_BOOK = ("publisher", "publisher-place", "ISBN")
_ENTRY = ("editor", "volume", "edition", "page", *_BOOK, "accessed", *_EVERY)
_SHOWN = ("genre", "medium", "event-title", "event-place", "publisher", "publisher-place", *_EVERY)
FIELDS: Mapping[str, tuple[str, ...]] = {
    "article-journal": (
        *("volume", "issue", "page", "number", "container-title-short", "ISSN", "publisher"),
        *_EVERY,
    ),
    "paper-conference": (
        *("editor", "event-title", "event-place", "volume", "page", "collection-title"),
        *("collection-number", *_BOOK, *_EVERY),
    ),
    "book": (
        *("editor", "translator", "edition", "volume", "number-of-volumes", "collection-title"),
        *("collection-number", *_BOOK, "number-of-pages", *_EVERY),
    ),
    "chapter": (
        *("editor", "translator", "edition", "volume", "chapter-number", "page"),
        *("collection-title", "collection-number", *_BOOK, *_EVERY),
    ),
    "thesis": ("genre", "publisher", "publisher-place", "number-of-pages", *_EVERY),
    "report": (
        *("genre", "number", "publisher", "publisher-place", "page", "collection-title"),
        *_EVERY,
    ),
    "preprint": ("genre", "number", "version", "accessed", *_EVERY),
    "webpage": _WEB,
    "dataset": ("version", "publisher", "publisher-place", "number", "medium", *_WEB[2:]),
    "software": ("version", "publisher", "publisher-place", "medium", *_WEB[2:]),
    "patent": (
        *("number", "authority", "jurisdiction", "publisher", "submitted", "status", "page"),
        *_EVERY,
    ),
    "standard": ("number", "authority", "publisher", "publisher-place", "version", "page", *_EVERY),
    "article-magazine": ("volume", "issue", "page", "ISSN", "publisher", *_EVERY),
    "article-newspaper": ("edition", "section", "page", "publisher-place", "ISSN", *_EVERY),
    "entry-encyclopedia": _ENTRY,
    "entry-dictionary": _ENTRY,
    "manuscript": ("genre", "publisher-place", "archive", "archive_location", *_EVERY),
    "pamphlet": ("genre", "publisher", "publisher-place", "number-of-pages", *_EVERY),
    "speech": ("genre", "event-title", "event-place", "medium", *_EVERY),
    "post-weblog": _WEB,
    "post": _WEB,
    "review": ("reviewed-title", "reviewed-author", "volume", "issue", "page", "ISSN", *_EVERY),
    "periodical": ("editor", "volume", "issue", "publisher", "publisher-place", "ISSN", *_EVERY),
    "legal_case": _LAW,
    "legislation": _LAW,
    "bill": _LAW,
    "hearing": _LAW,
    "interview": ("interviewer", *_SHOWN),
    "personal_communication": ("recipient", "genre", *_EVERY),
    "motion_picture": ("director", *_SHOWN),
    "broadcast": ("director", "number", *_SHOWN),
    "song": ("composer", "performer", *_SHOWN),
    "performance": ("performer", *_SHOWN),
    "graphic": ("medium", "dimensions", "archive", "archive_location", *_EVERY),
    "map": ("scale", "edition", *_SHOWN),
    "document": ("genre", "number", "publisher", "publisher-place", "accessed", *_EVERY),
}
"""What is told of each type, in the order in which it is asked for; ``venue`` goes before."""

WITHOUT_CONTAINER = frozenset(
    ("book", "thesis", "report", "patent", "standard", "software", "manuscript", "pamphlet")
)
"""Types that stand in no journal, proceedings, book or web site."""

_CONFERENCE = re.compile(
    r"\b(?:proceedings|proc\.|conference|conf\.|workshop|symposium|meeting of|congress|"
    r"advances in neural information processing|lecture notes)|"
    r"^(?:ACL|EMNLP|NAACL|EACL|COLING|ICML|ICLR|NeurIPS|NIPS|CVPR|ICCV|ECCV|AAAI|IJCAI|SIGIR|KDD|"
    r"WWW|WSDM|CIKM|ECIR|JCDL|CHI|LREC|INTERSPEECH|ICASSP|AISTATS|UAI|COLT)\b",
    re.I,
)
_UNSPECIFIED_DIGIT = re.compile("[XxUu]")
_PREPRINT = re.compile(r"\b(?:arxiv|biorxiv|medrxiv|preprint)\b|^CoRR$", re.I)


def get_item_type(record: PaperRecord) -> str:
    """Return the type of a paper: the one that is told, else what its venue says."""
    stated_type = record.extra.get(TYPE)
    return (
        stated_type if isinstance(stated_type, str) and stated_type in FIELDS else _by_venue(record)
    )


def stated_title(record: PaperRecord) -> str:
    """Return the title of a paper, "" if Cocite made it up because the source had none."""
    return "" if record.extra.get(INCOMPLETE) == MADE_UP else record.title


def is_preprint(record: PaperRecord) -> bool:
    """Whether venue or arXiv id say that a paper of no told kind is a preprint."""
    return bool(_PREPRINT.search(record.venue) or (record.arxiv and not record.venue))


def get_field_text(extra: Mapping[str, Any], variable: str) -> str:
    """Return a field as a text on one line: people and lists between semicolons, else ""."""
    value = extra.get(variable)
    if isinstance(value, list):
        return "; ".join(part for part in value if isinstance(part, str))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value)


def get_people(extra: Mapping[str, Any], variable: str) -> tuple[str, ...]:
    """Return the people in a role."""
    value = extra.get(variable)
    people = value if isinstance(value, list) else [value]
    return tuple(person for person in people if isinstance(person, str) and person)


def write_year(year: int) -> str:
    """Return a year as ISO 8601 has it: "0986", "-0043"."""
    return f"{year:04}" if year >= 0 else f"{year:05}"


def get_publication_date(record: PaperRecord) -> str:
    """Return when a paper came out, as far as it is known: the day, the month, the year, ""."""
    year = "" if record.year is None else write_year(record.year)
    issued = get_field_text(record.extra, "issued")
    is_of_year = bool(issued) and (year in issued or year == _UNSPECIFIED_DIGIT.sub("0", issued))
    return issued if is_of_year else year


def _by_venue(record: PaperRecord) -> str:
    if is_preprint(record):
        return "preprint"
    if not record.venue:
        return "document"
    return "paper-conference" if _CONFERENCE.search(record.venue) else "article-journal"
