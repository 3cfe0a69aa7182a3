"""Reads documents of other programs as they are being written, and keeps the last ones."""

from __future__ import annotations

import hashlib
import re
import tempfile
import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.jobs import Job, PatientJob
from core.base.records import Manuscript
from core.manuscript.text.locating import Span, located
from core.manuscript.text.sentences import split_quickly
from core.programs.requests import Document, DocumentFormat
from core.recommend.manuscripts import text_manuscript

if TYPE_CHECKING:
    from core.manuscript.reader import GuardedReader
    from core.manuscript.rereading import TypedManuscript

KEPT = 8
"""Documents kept as read; a few editors have a few files open."""

_MARK = "\ufeff"
_TICK_S = 0.05
_PATIENCE_S = 3.0
"""Most documents are read sooner than the process that reads could be started again."""

_ENDINGS: dict[DocumentFormat, str] = {
    "latex": ".tex",
    "markdown": ".md",
    "typst": ".typ",
    "org": ".org",
    "rst": ".rst",
}


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as read; ``spans`` says where each of its sentences stands in the text."""

    manuscript: Manuscript
    spans: tuple[Span | None, ...]

    def find_sentence(self, offset: int) -> int | None:
        """Return the sentence at an offset, else the last one before it."""
        before = [
            (span[0], index)
            for index, span in enumerate(self.spans)
            if span is not None and span[0] <= offset
        ]
        return max(before)[1] if before else None


class Documents:
    """Reads texts in the process that reads manuscripts. Calls may come from any thread.

    A text that is like one read before is read by the paragraphs that changed, where these can be
    read by themselves.
    """

    def __init__(self, reader: GuardedReader) -> None:
        self._reader = reader
        self._documents: OrderedDict[bytes, ReadDocument] = OrderedDict()
        self._typed: OrderedDict[int, TypedManuscript] = OrderedDict()
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def read_document(self, document: Document, job: Job) -> ReadDocument:
        """Return what a document says.

        Raises:
            FormatError: it cannot be read as what it is said to be.
            JobCancelled: a stop was asked for.
        """
        text = f"{document.format}\0{document.text}".encode("utf-8", "surrogatepass")
        key = hashlib.blake2b(text, digest_size=16).digest()
        kept_document = self._find_kept(key)
        if kept_document is not None:
            return kept_document
        while not self._turn.acquire(timeout=_TICK_S):
            job.check()
        try:
            new_document = self._find_kept(key) or self._read_document(document, job)
        finally:
            self._turn.release()
        with self._lock:
            self._documents[key] = new_document
            if len(self._documents) > KEPT:
                self._documents.popitem(last=False)
        return new_document

    def _find_kept(self, key: bytes) -> ReadDocument | None:
        with self._lock:
            document = self._documents.get(key)
            if document is not None:
                self._documents.move_to_end(key)
            return document

    def _read_document(self, document: Document, job: Job) -> ReadDocument:
        job.check()
        ending = _ENDINGS.get(document.format)
        if ending is None:
            manuscript = text_manuscript(document.text, split_quickly)
            spans = located(document.text, [sentence.text for sentence in manuscript.sentences])
            return ReadDocument(manuscript, tuple(spans))
        typed = self._read_typed(document.text, ending, job)
        job.check()
        return ReadDocument(_alone(typed.manuscript), _restore_places(typed.spans, document.text))

    def _read_typed(self, text: str, ending: str, job: Job) -> TypedManuscript:
        with tempfile.TemporaryDirectory(prefix="cocite-") as folder:
            own = Path(folder) / "text"  # beside it nothing is that a text could name
            own.mkdir()
            path = own / f"document{ending}"
            path.write_bytes(text.removeprefix(_MARK).encode("utf-8", "replace"))
            typed = self._reader.read_typed(path, self._typed, PatientJob(job, _PATIENCE_S))
        self._typed[typed.number] = typed
        if len(self._typed) > KEPT:
            self._typed.popitem(last=False)
        return typed


def _restore_places(spans: Sequence[Span | None], text: str) -> tuple[Span | None, ...]:
    """Return places of a text as it was read, in the text as the editor has it.

    A text is read without a byte order mark, and with one sign at each end of a line.
    """
    mark = len(text) - len(text.removeprefix(_MARK))
    ends = [match.start() - number for number, match in enumerate(re.finditer("\r\n", text))]
    if not mark and not ends:
        return tuple(spans)
    return tuple(
        span
        and (
            span[0] + mark + bisect_left(ends, span[0] + mark),
            span[1] + mark + bisect_left(ends, span[1] + mark),
        )
        for span in spans
    )


def _alone(manuscript: Manuscript) -> Manuscript:
    """Return a text that was read without the files beside it, which are not said to be missing.

    The file that it was read from is none that a person knows.
    """
    unread = [part for part in manuscript.unread if part.kind not in ("file", "list")]
    return replace(manuscript, unread=tuple(replace(part, file="") for part in unread))
