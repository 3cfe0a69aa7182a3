"""Reads documents as they are being written, and keeps what was read of the last ones."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from collections import OrderedDict
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

KEPT = 8
"""Documents kept as read; a few editors have a few files open."""

_PATIENCE_S = 3.0
"""Most documents are read sooner than the process that reads could be started again."""

_ENDINGS: dict[DocumentFormat, str] = {"latex": ".tex", "markdown": ".md", "typst": ".typ"}


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as read; ``spans`` says where each of its sentences stands in the text."""

    manuscript: Manuscript
    spans: tuple[Span | None, ...]

    def sentence_at(self, offset: int) -> int | None:
        """Return the sentence at an offset, else the last one before it."""
        before = [
            (span[0], index)
            for index, span in enumerate(self.spans)
            if span is not None and span[0] <= offset
        ]
        return max(before)[1] if before else None


class Documents:
    """Reads texts in the process that reads manuscripts. Calls may come from any thread."""

    def __init__(self, reader: GuardedReader) -> None:
        self._reader = reader
        self._kept: OrderedDict[bytes, ReadDocument] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, document: Document, job: Job) -> ReadDocument:
        """Return what a document says.

        Raises:
            FormatError: it cannot be read as what it is said to be.
            JobCancelled: a stop was asked for.
        """
        text = f"{document.format}\0{document.text}".encode("utf-8", "surrogatepass")
        key = hashlib.blake2b(text, digest_size=16).digest()
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        manuscript = self._manuscript(document, job)
        job.check()
        spans = located(document.text, [each.text for each in manuscript.sentences])
        read = ReadDocument(manuscript, tuple(spans))
        with self._lock:
            self._kept[key] = read
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return read

    def _manuscript(self, document: Document, job: Job) -> Manuscript:
        ending = _ENDINGS.get(document.format)
        if ending is None:
            return text_manuscript(document.text, split_quickly)
        with tempfile.TemporaryDirectory(prefix="cocite-") as folder:
            path = Path(folder) / f"document{ending}"
            path.write_bytes(document.text.encode("utf-8", "replace"))
            return _alone(self._reader.read(path, PatientJob(job, _PATIENCE_S)))


def _alone(manuscript: Manuscript) -> Manuscript:
    """Return a text that was read without the files beside it, which are not said to be missing.

    The file that it was read from is none that a person knows.
    """
    unread = [part for part in manuscript.unread if part.kind not in ("file", "list")]
    return replace(manuscript, unread=tuple(replace(part, file="") for part in unread))
