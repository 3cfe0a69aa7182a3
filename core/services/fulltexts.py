"""The full texts of an open library: reading what waits, linking, searching passages."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.library_records import FullText, FullTextPassage
from core.base.records import PaperNumber
from core.base.reports import FullTextReport
from core.library.imports.fulltext_reading import read_waiting
from core.library.imports.relinking import link_new_papers, link_unsettled
from core.library.indexes.passages import PassageIndex
from core.manuscript.reader import GuardedReader
from core.manuscript.references.linking import Linker
from core.recommend.manuscripts import papers_like

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime
    from core.services.indexing import Indexing

_READERS = 2
"""Children that read side by side: as many as keep two cores busy; each may take a gigabyte."""


class FullTexts:
    """Reads attached files, links their references, finds passages. One thread at a time reads."""

    def __init__(self, runtime: Runtime, indexing: Indexing) -> None:
        self._runtime, self._indexing = runtime, indexing
        self._library = library = runtime.library
        self._linker = Linker(library.papers, papers_like(library, runtime.indexes.words))
        self._index = PassageIndex(
            library.folder / "passages", library.identity, write=not library.read_only
        )
        self._turn = threading.Lock()

    def all(self) -> list[FullText]:
        """Return where each attached PDF stands."""
        return self._library.fulltexts.all()

    def any_written(self) -> bool:
        """Tell whether there are notes or annotations, which are searched like full texts."""
        return self._library.fulltexts.is_anything_written()

    def retry(self, numbers: Sequence[PaperNumber]) -> None:
        """Let the PDFs of papers that failed, or were set aside, wait to be read again."""
        self._library.fulltexts.retry(numbers)

    def read_files(self, job: Job, papers: Sequence[PaperNumber] | None = None) -> FullTextReport:
        """Read the attached PDFs that wait, of these or of all; a stop keeps what was read."""
        self._indexing.words(job)
        try:
            return self._read_files(job, papers)
        finally:
            if not self._runtime.stopped:  # else they follow at the next start
                self.follow(SilentJob())
            self._indexing.update_words()
            self._runtime.answering.answers.forget()

    def _read_files(self, job: Job, papers: Sequence[PaperNumber] | None) -> FullTextReport:
        with self._turn, contextlib.ExitStack() as stack:
            readers = [stack.enter_context(GuardedReader(behind=True)) for _ in range(_READERS)]
            return read_waiting(self._library.fulltexts, papers, readers, self._linker, job)

    def follow(self, job: Job) -> None:
        """Link references to papers that came since, and bring the passages in step."""
        with self._turn:
            if not self._library.read_only:
                link_new_papers(self._library, Linker(self._library.papers), job)
                link_unsettled(self._library, self._linker, job)
            self._index.follow(self._library.fulltexts, job)

    def follow_if_free(self, job: Job) -> None:
        """Follow as ``follow`` does, unless files are being read: then it follows after them."""
        if self._turn.acquire(blocking=False):
            self._turn.release()
            self.follow(job)

    def search(
        self, text: str, *, limit: int = 20, papers: Sequence[PaperNumber] | None = None
    ) -> list[FullTextPassage]:
        """Find paragraphs of full texts by the words of a text, best first."""
        behind = self._index.revision < self._library.fulltexts.revision()
        if behind and self._turn.acquire(blocking=False):  # else whoever has it follows in time
            try:
                self._index.follow(self._library.fulltexts)
            finally:
                self._turn.release()
        allowed = None if papers is None else frozenset(papers)
        hits = self._index.search(text, limit=limit, allowed=allowed)
        passages = self._library.fulltexts.passages(sorted({number for number, _ in hits}))
        return [
            passages[number][index]
            for number, index in hits
            if index < len(passages.get(number, ()))
        ]
