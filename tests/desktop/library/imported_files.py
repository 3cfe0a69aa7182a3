"""Files that are imported through the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from core.base.jobs import Job
from core.base.reports import ImportEntry, ImportReport
from core.library.imports.importing import import_sources
from core.library.library import Library

BOOK = "@book{a, title={Walks on graphs}, year=2001}"


class Engine:
    """A real library that reads reference files."""

    def __init__(self, folder: Path) -> None:
        self.library = Library.open(folder, write=True, create=True)
        self.imports = self

    def add(
        self,
        sources: Sequence[Path | str],
        *,
        job: Job,
        on_entry: Callable[[ImportEntry], None] | None = None,
    ) -> ImportReport:
        return import_sources(self.library, sources, parser=None, job=job, on_entry=on_entry)
