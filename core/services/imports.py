"""Bringing papers into a library: files, folders and pasted texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.reports import ImportEntry, ImportReport

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime
    from core.services.fulltexts import FullTexts
    from core.services.indexing import Indexing


class Imports:
    """Imports into one library, and lets its words and citations follow."""

    def __init__(
        self, runtime: Runtime, indexing: Indexing, fulltexts: Callable[[], FullTexts]
    ) -> None:
        self._library, self._indexing, self._fulltexts = runtime.library, indexing, fulltexts

    def add(
        self,
        sources: Sequence[Path | str],
        *,
        job: Job | None = None,
        on_entry: Callable[[ImportEntry], None] | None = None,
        only: frozenset[str] = frozenset(),
    ) -> ImportReport:
        """Import files, folders and pasted texts; the words follow, also after a stop."""
        from core.library.imports.importing import import_sources  # and with it every format
        from core.manuscript.reader import GuardedReader

        job = job or SilentJob()
        try:
            with GuardedReader() as reader:  # its own: a manuscript is read meanwhile
                report = import_sources(
                    self._library, sources, parser=reader, only=only, job=job, on_entry=on_entry
                )
        except BaseException:
            self._indexing.update_words()
            raise
        self._indexing.words(job)
        self._fulltexts().follow(job)
        self._indexing.words(job)  # what full texts say of the new papers
        return report
