"""Files that are read for their full texts."""

from __future__ import annotations

from core.base.records import (
    PaperNumber,
    PaperRecord,
)
from core.library.library import Library


def states(library: Library) -> dict[str, str]:
    return {each.path.stem: each.state for each in library.fulltexts.all()}


def add(library: Library, *records: PaperRecord) -> list[PaperNumber]:
    numbers = [outcome.number for outcome in library.papers.add(records, source="test")]
    assert None not in numbers
    return [number for number in numbers if number is not None]
