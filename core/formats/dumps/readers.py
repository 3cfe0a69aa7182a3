"""What each published form is called and how its files are told and read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core.base.errors import FormatError
from core.formats.dumps import json_forms, tables, tokens
from core.formats.dumps.tables import parse_row
from core.formats.dumps.works import Said

Layout = Literal["lines", "document", "rows", "table", "parquet"]
"""Objects of JSON a line; one JSON document; rows that are filtered by bytes, or all parsed."""

_DOCUMENT = re.compile(rb'\s*(?:\[|\{\s*"(?:items|results|meta|status|message|data)"\s*:)')
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Form:
    """A published form. ``order`` says when its files are read: what teaches ids comes first."""

    name: str
    title: str
    parse_object: Callable[[Mapping[str, Any]], list[Said]]  # Any: JSON
    tokens: tokens.Tokens
    order: int = 0


OPENALEX = Form("openalex", "OpenAlex", json_forms.openalex, tokens.openalex)
CROSSREF = Form("crossref", "Crossref", json_forms.crossref, tokens.crossref)
PAPERS = Form("s2", "Semantic Scholar", json_forms.semantic_scholar, tokens.semantic_scholar)
CITATIONS = Form(
    "s2-citations", "Semantic Scholar", json_forms.semantic_scholar, tokens.citations, order=2
)
META = Form("opencitations-meta", "OpenCitations", tables.meta, tokens.row, order=1)
INDEX = Form("opencitations", "OpenCitations", tables.index, tokens.row, order=2)
RETRACTION_WATCH = Form("retraction-watch", "Retraction Watch", tables.retraction_watch, tokens.row)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a file is: its form, how it is laid out, and the names of its columns."""

    form: Form
    layout: Layout
    columns: tuple[str, ...] = ()


def detect_kind(head: bytes) -> Kind | None:
    """Return what a file of citation data is, by its beginning; ``None`` if it is none."""
    head = head.removeprefix(_MARK)
    if head.startswith(b"PAR1"):
        return Kind(OPENALEX, "parquet")  # which columns it has says the form
    if head.lstrip()[:1] in (b"{", b"["):
        return _json_kind(head)
    first = head.partition(b"\n")[0]
    columns = tuple(field.strip() for field in parse_row(first.removesuffix(b"\r")) or ())
    form = find_form(columns)
    if form is None or form not in (META, INDEX, RETRACTION_WATCH):
        return None
    layout: Layout = "table" if form is RETRACTION_WATCH else "rows"
    return Kind(form, layout, columns)


def unknown(name: str) -> FormatError:
    """Return the error for a file that is no citation data."""
    return FormatError(
        "“{file}” is not a known kind of citation data.",
        file=name,
        remedy="Give it works of OpenAlex or Crossref, a data set of Semantic Scholar, tables of "
        "OpenCitations, or Retraction Watch's list.",
    )


def find_form(names: tuple[str, ...]) -> Form | None:
    """Return the form whose objects or rows have these names."""
    available_names = set(names)
    for needed, form in (
        ({"RetractionNature", "OriginalPaperDOI"}, RETRACTION_WATCH),
        ({"citingcorpusid", "citedcorpusid"}, CITATIONS),
        ({"corpusid"}, PAPERS),
        ({"citing", "cited"}, INDEX),
        ({"id", "title", "pub_date"}, META),
        ({"DOI"}, CROSSREF),
        ({"id", "referenced_works"}, OPENALEX),
    ):
        if needed <= available_names:
            return form
    return None


def _json_kind(head: bytes) -> Kind | None:
    line, end, _ = head.partition(b"\n")
    if _DOCUMENT.match(head):
        form = _form_by_bytes(head)
        return Kind(form, "document") if form else None
    try:
        names = tuple(json.loads(line)) if end or len(line) < len(head) else ()
    except ValueError:
        names = ()
    form = find_form(names) or _form_by_bytes(line if end else head)
    if form is None:
        form = _form_by_bytes(head)
        return Kind(form, "document") if form else None
    return Kind(form, "lines")


def _form_by_bytes(head: bytes) -> Form | None:
    """Return the form of JSON of which only the beginning is there, or which is laid out."""
    for mark, form in (
        (b'"citingcorpusid"', CITATIONS),
        (b'"corpusid"', PAPERS),
        (b"openalex.org/", OPENALEX),
        (b'"DOI"', CROSSREF),
    ):
        if mark in head:
            return form
    return None
