"""The full texts of an open library: reading what waits, linking, searching passages."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence

from core.base.jobs import Job
from core.base.records import FullTextPassage, PaperNumber
from core.base.reports import FullTextReport
from core.library.imports.fulltext_reading import read_waiting
from core.library.imports.relinking import link_new_papers, link_unsettled
from core.library.indexes.passages import PassageIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.reader import GuardedReader
from core.manuscript.references.linking import Linker
from core.recommend.manuscripts import papers_like

_READERS = 2
"""Children that read side by side: as many as keep two cores busy; each may take a gigabyte."""


class FullTexts:
    """What ``Workspace`` knows of full texts. One thread at a time reads or follows."""

    def __init__(self, library: Library, words: WordIndex) -> None:
        self._library = library
        self._linker = Linker(library.papers, papers_like(library, words))
        self._index = PassageIndex(
            library.folder / "passages", library.identity, write=not library.read_only
        )
        self._turn = threading.Lock()

    def read(self, job: Job, papers: Sequence[PaperNumber] | None) -> FullTextReport:
        """Read the files that wait, with readers of their own; what is read by a stop stays."""
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

    def search(
        self, text: str, *, limit: int, papers: Sequence[PaperNumber] | None
    ) -> list[FullTextPassage]:
        """Return the passages nearest to a text in words, of these papers or of all."""
        behind = self._index.revision < self._library.fulltexts.revision()
        if behind and self._turn.acquire(blocking=False):  # else whoever has it follows in time
            try:
                self._index.follow(self._library.fulltexts)
            finally:
                self._turn.release()
        allowed = None if papers is None else frozenset(papers)
        hits = self._index.search(text, limit=limit, allowed=allowed)
        found = self._library.fulltexts.passages(sorted({number for number, _ in hits}))
        return [
            found[number][place] for number, place in hits if place < len(found.get(number, ()))
        ]
