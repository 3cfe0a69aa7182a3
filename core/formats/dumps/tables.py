"""Rows of comma-separated tables, of which a damaged line costs only itself."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from core.base.notices import Notice, NoticeKind
from core.formats.dumps.works import (
    Said,
    Work,
    arxiv_key,
    distinct_keys,
    get_text,
    iso_date,
    make_doi_key,
    openalex_key,
    pmid_key,
)

_MOST_LINES = 40  # that one row may go over


def parse_row(text: bytes) -> list[str] | None:
    """Return the fields of one row, which may go over several lines; ``None`` if it is none."""
    try:
        rows = list(csv.reader(io.StringIO(text.decode("utf-8", "replace"), ""), strict=True))
    except csv.Error:
        return None
    return rows[0] if len(rows) == 1 else None


def parse_rows(lines: Iterable[bytes], width: int) -> Iterator[tuple[int, list[str] | None]]:
    """Yield each row with the number of lines it takes; ``None`` for one that cannot be read.

    Where several lines together make no whole row either, only the first of them is given up. A
    row may have one field more than there are names: an empty last one.
    """
    source = iter(lines)
    waiting: list[bytes] = []  # lines that were looked at and belong to no row yet
    while True:
        if not waiting:
            line = next(source, None)
            if line is None:
                return
            waiting = [line]
        row, line_count = _first_row(waiting, source)
        if row is not None and not width <= len(row) <= width + 1:
            row = None
        if row is not None or any(line.strip() for line in waiting[:line_count]):
            yield line_count, row
        waiting = waiting[line_count:]


def _first_row(waiting: list[bytes], source: Iterator[bytes]) -> tuple[list[str] | None, int]:
    """Return the row that begins with the first line, and how many lines it takes.

    What had to be read for it is added to ``waiting``.
    """
    for line_count in range(1, _MOST_LINES):
        if line_count > len(waiting):
            line = next(source, None)
            if line is None:
                break
            waiting.append(line)
        row = parse_row(b"\n".join(waiting[:line_count]).removesuffix(b"\r"))
        if row is not None:
            return row, line_count
    return None, 1


# --- csv forms --------------------------------------------------------------------------
#
# Citations, ids and retractions as OpenCitations and Retraction Watch publish them: tables.

_NATURES: dict[str, NoticeKind] = {
    "retraction": "retracted",
    "expression of concern": "concern",
    "correction": "corrected",
    "reinstatement": "reinstated",
}
_READERS = {"doi": make_doi_key, "pmid": pmid_key, "openalex": openalex_key, "arxiv": arxiv_key}
_MOST_REASON = 400


def index(row: Mapping[str, str]) -> list[Said]:
    """Return the citation of a row of OpenCitations' index (COCI, POCI, or the joint one)."""
    citing, cited = parse_keys(row.get("citing", "")), parse_keys(row.get("cited", ""))
    return [(citing, cited)] if citing and cited else []


def meta(row: Mapping[str, str]) -> list[Said]:
    """Return the work of a row of OpenCitations Meta, which says what ids a work has."""
    return [Work(ids=parse_keys(row.get("id", "")), title=get_text(row.get("title")))]


def retraction_watch(row: Mapping[str, str]) -> list[Said]:
    """Return the work that a row of Retraction Watch's list is about, by DOI and by PubMed id."""
    kind = _NATURES.get(row.get("RetractionNature", "").strip().lower())
    keys = distinct_keys(
        (
            make_doi_key(row.get("OriginalPaperDOI", "")),
            pmid_key(row.get("OriginalPaperPubMedID", "")),
        )
    )
    if kind is None or not keys:
        return []
    reasons = (part.strip().lstrip("+").strip() for part in row.get("Reason", "").split(";"))
    notice = Notice(
        kind=kind,
        by="retraction-watch",
        date=iso_date(row.get("RetractionDate", "")),
        reason="; ".join(part for part in reasons if part)[:_MOST_REASON],
        doi=make_doi_key(row.get("RetractionDOI", "")).removeprefix("doi:"),
    )
    return [Work(ids=keys, title=get_text(row.get("Title", "")), notices=(notice,))]


def parse_keys(text: str) -> tuple[str, ...]:
    """Return the keys in "omid:br/061 doi:10.1/a pmid:7", or of one DOI or PubMed id alone."""
    keys = []
    for part in text.split():
        scheme, colon, rest = part.partition(":")
        if colon and scheme in _READERS:
            keys.append(_READERS[scheme](rest))
        elif part.startswith(("omid:", "br/")):
            keys.append(f"omid:{part.removeprefix('omid:')}")
        elif part.isdecimal():
            keys.append(pmid_key(part))
        else:
            keys.append(make_doi_key(part))
    return distinct_keys(keys)
