"""Libraries with backups."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.library.library import Library


def add(library: Library, *titles: str) -> None:
    list(library.papers.add([PaperRecord(title=title) for title in titles], source="test"))
