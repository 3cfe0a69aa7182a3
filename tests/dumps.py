"""Small dumps with made-up works, each in the form that its service publishes."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

# fmt: off
RETRACTION_WATCH = [
    "Record ID", "Title", "Subject", "Institution", "Journal", "Publisher", "Country", "Author",
    "URLS", "ArticleType", "RetractionDate", "RetractionDOI", "RetractionPubMedID",
    "OriginalPaperDate", "OriginalPaperDOI", "OriginalPaperPubMedID", "RetractionNature", "Reason",
    "Paywalled", "Notes",
]
INDEX = ["oci", "citing", "cited", "creation", "timespan", "journal_sc", "author_sc"]
META = [
    "id", "title", "author", "issue", "volume", "venue", "page", "pub_date", "type", "publisher",
    "editor",
]
# fmt: on


def openalex(  # what differs from work to work
    number: int,
    doi: str | None = None,
    *,
    title: str = "",
    cites: Iterable[int] = (),
    abstract: str = "",
    pmid: int | None = None,
    arxiv: str = "",
    retracted: bool = False,
) -> dict[str, Any]:
    """Return a work of OpenAlex."""
    address = f"https://openalex.org/W{number}"
    ids = {"openalex": address}
    if doi:
        ids["doi"] = f"https://doi.org/{doi}"
    if pmid:
        ids["pmid"] = f"https://pubmed.ncbi.nlm.nih.gov/{pmid}"
    page = f"http://arxiv.org/abs/{arxiv}" if arxiv else f"https://doi.org/{doi}"
    places: dict[str, list[int]] = {}
    for place, word in enumerate(abstract.split()):
        places.setdefault(word, []).append(place)
    return {
        "id": address,
        "doi": f"https://doi.org/{doi}" if doi else None,
        "title": title,
        "display_name": title,
        "publication_year": 2001,
        "ids": ids,
        "primary_location": {"landing_page_url": page},
        "locations": [{"landing_page_url": page}],
        "authorships": [{"author": {"id": "https://openalex.org/A5", "display_name": "Ann Roe"}}],
        "is_retracted": retracted,
        "referenced_works": [f"https://openalex.org/W{each}" for each in cites],
        "abstract_inverted_index": places or None,
    }


def crossref(
    doi: str, *, title: str = "", cites: Iterable[str] = (), abstract: str = "", **more: object
) -> dict[str, Any]:
    """Return a work of Crossref."""
    work: dict[str, Any] = {
        "DOI": doi,
        "type": "journal-article",
        "title": [title] if title else [],
        "reference": [
            {"key": f"ref{n}", "DOI": each, "doi-asserted-by": "crossref"}
            for n, each in enumerate(cites)
        ]
        + [{"key": "last", "unstructured": "Roe, A. A report without a DOI."}],
    }
    if abstract:
        work["abstract"] = f"<jats:title>Abstract</jats:title><jats:p>{abstract}</jats:p>"
    return {**work, **more}


def update(doi: str, kind: str, source: str, date: Sequence[int]) -> dict[str, Any]:
    """Return what stands in "update-to" or "updated-by" of a work of Crossref."""
    return {
        "DOI": doi,
        "type": kind,
        "source": source,
        "label": kind.capitalize(),
        "updated": {"date-parts": [list(date)], "date-time": "x", "timestamp": 1},
    }


def semantic_scholar(
    number: int, *, title: str = "", doi: str | None = None, arxiv: str | None = None
) -> dict[str, Any]:
    """Return a line of Semantic Scholar's papers."""
    ids = {"ACL": None, "DBLP": "x", "ArXiv": arxiv, "MAG": "9", "CorpusId": str(number)}
    return {
        "corpusid": number,
        "externalids": {**ids, "PubMed": None, "DOI": doi},
        "url": f"https://www.semanticscholar.org/paper/{number}",
        "title": title,
        "authors": [{"authorId": "7", "name": "Ann Roe"}],
    }


def cited(citing: int, other: int) -> dict[str, Any]:
    """Return a line of Semantic Scholar's citations."""
    return {
        "citationid": 1,
        "citingcorpusid": citing,
        "citedcorpusid": other,
        "isinfluential": False,
        "contexts": ["as was shown [1]"],
        "intents": None,
    }


def retraction(nature: str = "Retraction", **given: str) -> dict[str, str]:
    """Return a row of Retraction Watch's list."""
    usual = {
        **dict.fromkeys(RETRACTION_WATCH, ""),
        "Record ID": "1",
        "RetractionDate": "6/25/2021 0:00",
        "RetractionDOI": "10.55555/notice",
        "RetractionPubMedID": "0",
        "OriginalPaperPubMedID": "0",
        "RetractionNature": nature,
        "Reason": "+Concerns/Issues About Data;+Investigation by Journal/Publisher;",
    }
    return {**usual, **given}


def write_lines(path: Path, values: Iterable[Any]) -> Path:
    """Write JSON Lines, packed if the name says so; a text among the values stands as it is."""
    lines = (value if isinstance(value, str) else json.dumps(value) for value in values)
    return write_bytes(path, "".join(f"{line}\n" for line in lines).encode())


def write_table(
    path: Path, columns: Sequence[str], rows: Iterable[Any], *, end: str = "\r\n"
) -> Path:
    """Write a table; a row is fields, fields by name, or a text that stands as it is."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=end)
    writer.writerow(columns)
    for row in rows:
        if isinstance(row, str):
            text.write(row + end)
        else:
            writer.writerow([row[c] for c in columns] if isinstance(row, dict) else row)
    return write_bytes(path, text.getvalue().encode())


def write_bytes(path: Path, content: bytes) -> Path:
    """Write a file, packed if the name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path
