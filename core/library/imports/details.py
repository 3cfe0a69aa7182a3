"""Details of papers, read from their PDFs, that the library lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import PdfError, UsageError
from core.base.identity import doi_key, identity_key
from core.base.items import TYPE, get_item_type
from core.base.jobs import Job
from core.base.records import Paper, PaperNumber, PaperRecord
from core.base.reports import DetailsReport, Refusal
from core.library.imports.pdf_import import ManuscriptReader, build_record
from core.library.library import Library
from core.library.store.editing import check_edit
from core.library.store.merging import Draft
from core.library.store.sameness import contradict, titles_disagree
from core.library.store.traits import make_traits

_FIELDS = tuple(name for name in PaperRecord.__dataclass_fields__ if name not in ("id", "source"))


def read_details(
    library: Library, reader: ManuscriptReader, numbers: Sequence[PaperNumber], job: Job
) -> DetailsReport:
    """Read the PDFs of papers again for what is empty in their records; nothing is changed."""
    report = DetailsReport()
    records_by_paper: dict[PaperNumber, list[PaperRecord]] = {}
    for done_count, paper in enumerate(library.papers.get_many(numbers)):
        job.check()
        job.report(done_count, len(numbers), paper.title)
        files = library.papers.files(paper.number)
        report.without += not files
        for file in files:
            try:
                manuscript = reader.read_manuscript(file.path, job)
            except PdfError as error:
                report.refused.append(Refusal(file.path.name, "", error.message, error.remedy))
                continue
            records_by_paper.setdefault(paper.number, []).append(
                build_record(manuscript, file.path)
            )
    for paper in library.papers.get_many(
        list(records_by_paper)
    ):  # as they are now: reading took a while
        own = [
            record for record in records_by_paper[paper.number] if describes_paper(paper, record)
        ]
        report.of_others += not own
        fields = missing(library, paper, own)
        if fields:
            report.details.append((paper, fields))
    return report


def describes_paper(paper: Paper, record: PaperRecord) -> bool:
    """Whether a record, as of a PDF, is of this paper, and not of another."""
    known_traits = make_traits(paper, {*map(identity_key, paper.ids), doi_key(paper.doi)} - {""})
    read_traits = make_traits(record, {doi_key(record.doi)} - {""})
    return not titles_disagree(known_traits, read_traits) and not contradict(
        known_traits, read_traits
    )


def missing(
    library: Library, paper: Paper, records: Sequence[PaperRecord]
) -> dict[str, Any]:  # Any: values of record fields
    """Return what is empty in a paper and that records of it say, as far as it can be stored."""
    draft = Draft.of_paper(paper, {}, trashed=False)
    for record in records:
        draft.take(_fitting(draft.record, record), {})
    fields = {
        name: value
        for name in _FIELDS
        if (value := getattr(draft.record, name)) != getattr(paper, name)
    }
    try:
        check_edit(library.database, paper.number, fields)
    except UsageError:  # what it is known by belongs to another paper already
        fields.pop("doi", None)
        fields.pop("arxiv", None)
    return fields


def _fitting(known_record: PaperRecord, read_record: PaperRecord) -> PaperRecord:
    """Leave out where it appeared, if that is not where the paper is said to have appeared."""
    years = (
        known_record.year is not None
        and read_record.year is not None
        and abs(known_record.year - read_record.year) > 1
    )
    has_type = TYPE in known_record.extra or known_record.venue
    kinds = (
        has_type
        and TYPE in read_record.extra
        and get_item_type(known_record) != get_item_type(read_record)
    )
    if years or kinds:
        return replace(read_record, venue="", extra={})
    return read_record
