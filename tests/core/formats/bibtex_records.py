"""Read BibTeX that a test states as text."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.formats.registry import get_format


def read(text: str) -> dict[str, PaperRecord]:
    records: dict[str, PaperRecord] = {}
    for entry in get_format("bibtex").parse(text, "a.bib"):
        assert entry.record is not None, entry.problem
        records[entry.record.extra["citation_key"]] = entry.record
    return records


def read_one(fields: str) -> PaperRecord:
    (record,) = read(f"@article{{k, title={{T}}, {fields}}}").values()
    return record
