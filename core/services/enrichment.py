"""Citation data from elsewhere, added to a library and taken back: nothing is sent anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.library_records import OutsideSource
from core.base.reports import EnrichReport

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime
    from core.services.indexing import Indexing


class Enrichment:
    """Adds citation data to one library, and lets what is made of its papers follow."""

    def __init__(self, runtime: Runtime, indexing: Indexing) -> None:
        self._library, self._indexing = runtime.library, indexing

    def add(self, paths: Sequence[Path], job: Job | None = None) -> EnrichReport:
        """Read dumps for what they say of the library's papers; see ``enriching.enrich``.

        Stopped, the same call goes on where it was.
        """
        from core.library.enrichment.enriching import enrich  # and with it every form

        job = job or SilentJob()
        try:
            report = enrich(self._library, paths, job)
        except BaseException:
            self._indexing.update_words()
            raise
        self._indexing.words(job)
        return report

    def sources(self) -> list[OutsideSource]:
        """Return what was added, the latest first."""
        return self._library.outside.sources()

    def remove(self, source: int, job: Job | None = None) -> None:
        """Take back all that a source told."""
        self._library.outside.remove(source)
        self._indexing.words(job or SilentJob())
