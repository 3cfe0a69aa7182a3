"""Reads manuscripts in a child process with limits of time and memory.

The child is started ahead of need (its libraries take a second to import) and replaced after a
crash, a limit, a cancellation or some number of files. A bad file costs only itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.children import ChildProcess, module_command
from core.base.errors import (
    DiskFullError,
    EngineError,
    FormatError,
    LibraryError,
    LibraryReadOnlyError,
    PdfCrashError,
    PdfEncryptedError,
    PdfError,
    PdfLimitError,
    PdfScanError,
    PdfUnreadableError,
    PdfWithoutTextError,
)
from core.base.jobs import Job, SilentJob
from core.base.library_records import Annotation
from core.base.messages import Message
from core.base.records import Manuscript, Rect
from core.manuscript.sources import (
    MOST_PAGES,
    damage_error,
    limit_error,
    time_factor,
    too_much_memory,
)
from core.manuscript.text.extractor import EXTRACTOR
from core.manuscript.text.remarks import Marked, Remark
from core.manuscript.text.serial import from_json

if TYPE_CHECKING:
    from core.manuscript.rereading import TypedManuscript

__all__ = ["EXTRACTOR", "GuardedReader", "ReaderUnavailable"]

logger = logging.getLogger(__name__)

_KINDS: dict[str, type[EngineError]] = {
    kind.__name__: kind
    for kind in (
        FormatError,
        PdfError,
        PdfEncryptedError,
        PdfLimitError,
        PdfUnreadableError,
        PdfScanError,
        PdfWithoutTextError,
        DiskFullError,
        LibraryError,
        LibraryReadOnlyError,
    )
}
_START_SECONDS = 120
_TICK = 0.05
_WAITING = 10  # times its processor time a file may take, while other programs have the processor
_FILES_PER_CHILD = 100
_PAGE_SECONDS = 120  # of processor time that the recognition of one page may take
_RECOGNITION_MB = 4096


class ReaderUnavailable(RuntimeError):
    """The parser does not even start: whatever file it is asked for."""


class GuardedReader:
    """Reads one manuscript at a time in a child process. Safe to call from any thread.

    Args of the constructor: ``seconds`` is the most processor time a file may take (a child that
    waits for other programs is given ``_WAITING`` times as long), ``memory_mb`` the most memory the
    child may take for it, ``max_pages`` the most pages. One that reads ``behind`` leaves
    the processor to what a person waits for. ``command`` replaces the child by another program that
    speaks its lines.
    """

    EXTRACTOR = EXTRACTOR

    def __init__(
        self,
        *,
        seconds: float = 60,
        memory_mb: int = 1024,
        max_pages: int = MOST_PAGES,
        files_per_child: int = _FILES_PER_CHILD,
        behind: bool = False,
        command: Sequence[str] | None = None,
    ) -> None:
        self._seconds = seconds
        self._memory_mb = memory_mb
        self._max_pages = max_pages
        self._files_per_child = files_per_child
        self._behind = behind
        self._command = list(command or _child_command(memory_mb))
        self._turn = threading.Lock()
        self._child: ChildProcess | None = None
        self._closed = False

    def start(self) -> None:
        """Start the child if there is none; returns at once, the child loads by itself."""
        with self._turn:
            self._ready_child()

    def read_manuscript(
        self, path: Path, job: Job | None = None, *, beginning: bool = False
    ) -> Manuscript:
        """Return the manuscript as read; of a long PDF the first pages, if they are enough.

        What was read of them alone has the extractor ``BEGINNING_EXTRACTOR``.

        Raises:
            PdfError: a PDF yields no text.
            FormatError: a LaTeX or Word file cannot be read.
            JobCancelled: a stop was asked for.
        """
        request = {"path": str(path.absolute()), "beginning": beginning}
        answer = self._answer(request, path, job or SilentJob())
        return from_json(answer["manuscript"])

    def read_typed(
        self, path: Path, bases: Mapping[int, TypedManuscript], job: Job | None = None
    ) -> TypedManuscript:
        """Return a text that is being written, read by what changed since one of the ``bases``.

        The file is in a folder of its own, where the child writes another one.

        Raises:
            FormatError: it cannot be read.
            JobCancelled: a stop was asked for.
        """
        from core.manuscript.rereading import typed_from_json  # reads LaTeX, which takes a while

        request = {"path": str(path.absolute()), "typed": list(bases)}
        return typed_from_json(self._answer(request, path, job or SilentJob()), bases)

    def recognise(self, path: Path, job: Job | None = None) -> Manuscript:
        """Return the manuscript of a PDF whose pages are scans, their text recognised.

        A child of its own does it, with more memory; the job is told how many pages are done.

        Raises:
            PdfError: a PDF yields no text, or text recognition is not installed.
            JobCancelled: a stop was asked for.
        """
        with GuardedReader(
            seconds=_PAGE_SECONDS, memory_mb=_RECOGNITION_MB, max_pages=self._max_pages
        ) as reader:
            return reader.recognised(path, job or SilentJob())

    def recognised(self, path: Path, job: Job) -> Manuscript:
        """Recognise and read in the child of this reader."""
        request = {"path": str(path.absolute()), "recognise": True}
        return from_json(self._answer(request, path, job)["manuscript"])

    def annotate(
        self,
        path: Path,
        target: Path,
        annotations: Sequence[Annotation],
        job: Job | None = None,
    ) -> None:
        """Write a copy of a PDF with annotations in it.

        Raises:
            PdfError: the PDF cannot be read, or the copy cannot be written.
            JobCancelled: a stop was asked for.
        """
        request = {
            "path": str(path.absolute()),
            "target": str(target.absolute()),
            "annotations": [asdict(annotation) for annotation in annotations],
        }
        self._answer(request, path, job or SilentJob())

    def mark(
        self, path: Path, target: Path, remarks: Sequence[Remark], job: Job | None = None
    ) -> Marked:
        """Write a copy of a manuscript with remarks at its sentences.

        Raises:
            FormatError: it cannot be read, or remarks cannot be written into such a file.
            LibraryError: the copy cannot be written; what lay there is as it was.
            JobCancelled: a stop was asked for.
        """
        request = {
            "path": str(path.absolute()),
            "target": str(target.absolute()),
            "remarks": [asdict(remark) for remark in remarks],
        }
        answer = self._answer(request, path, job or SilentJob())
        files = tuple(map(Path, answer["files"]))
        return Marked(files, tuple(answer["missed"]), len(remarks))

    def shown_places(
        self,
        path: Path,
        places: Sequence[tuple[int, float, float, float, float]],
        job: Job | None = None,
    ) -> list[Rect | None]:
        """Return places in a PDF's own coordinates (page, box; origin bottom left) as displayed.

        A place on no page of the file is ``None``.

        Raises:
            PdfError: the PDF cannot be read.
            JobCancelled: a stop was asked for.
        """
        request = {"path": str(path.absolute()), "places": list(places)}
        answer = self._answer(request, path, job or SilentJob())
        return [None if place is None else Rect(*place) for place in answer["places"]]

    def _answer(self, request: dict[str, Any], path: Path, job: Job) -> dict[str, Any]:
        while not self._turn.acquire(timeout=_TICK):
            job.check()
        try:
            job.check()
            child = self._ready_child()
            answer = self._ask(child, request, path, job)
        finally:
            self._turn.release()
        if "error" in answer:
            error = answer["error"]
            raise _KINDS.get(error["kind"], PdfError).unpacked(error)
        if "bug" in answer:
            logger.error("The parser failed on “%s”\n%s", path.name, answer["bug"])
            raise damage_error(path, Message("is damaged"))
        return answer

    def close(self) -> None:
        """End the child. The reader cannot be used afterwards."""
        with self._turn:
            self._closed = True
            self._drop_child()

    def __enter__(self) -> GuardedReader:
        """Return the reader itself; leaving the block closes it."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the reader."""
        self.close()

    def _ready_child(self) -> ChildProcess:
        if self._closed:
            raise ValueError("this reader was closed")
        if self._child is None or not self._child.is_alive():
            self._drop_child()
            self._child = self._new_child()
        return self._child

    def _new_child(self) -> ChildProcess:
        return ChildProcess(self._command, "pdf child", behind=self._behind)

    def _drop_child(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _ask(
        self, child: ChildProcess, request: dict[str, Any], path: Path, job: Job
    ) -> dict[str, Any]:
        """Return the child's answer; whatever goes wrong, no broken child is left behind."""
        try:
            if not child.ready:
                self._await(child, path, job, seconds=_START_SECONDS)
                child.ready, child.base_mb = True, child.memory_mb()
            limits = {"max_pages": self._max_pages, "seconds": self._seconds * _WAITING}
            child.send(request | limits)
            answer = self._await(child, path, job, seconds=self._seconds)
        except BaseException:
            self._drop_child()
            raise
        child.files += "base" not in answer  # for what changed, hardly anything is read
        if child.files >= self._files_per_child or answer.get("exhausted") or "bug" in answer:
            self._drop_child()
            self._child = self._new_child()
        return answer

    def _await(
        self, child: ChildProcess, path: Path, job: Job, *, seconds: float
    ) -> dict[str, Any]:
        """Return the answer; the pages told of have the time of a file, those of a long one more.

        For when all are read, they are still to be put together.
        """
        allowed = seconds
        while True:
            answer = self._next(child, path, job, allowed)
            if "progress" not in answer:
                return answer
            pages_done, total = answer["progress"]
            job.report(pages_done, total)
            allowed = seconds * time_factor(total)

    def _next(self, child: ChildProcess, path: Path, job: Job, seconds: float) -> dict[str, Any]:
        deadline = time.monotonic() + seconds * (_WAITING if child.ready else 1)
        used = child.cpu_seconds()

        def watch() -> None:
            job.check()
            over = child.ready and child.cpu_seconds() - used > seconds
            if over or time.monotonic() > deadline:
                limit_text = Message(
                    "took longer than {seconds:g} seconds to read", seconds=seconds
                )
                raise limit_error(path, limit_text)
            self._watch(child, path)

        answer = child.answer(watch)
        if answer is None:
            raise self._death(child, path)
        return answer

    def _watch(self, child: ChildProcess, path: Path) -> None:
        if child.ready and child.memory_mb() > self._memory_mb + child.base_mb:
            raise limit_error(path, too_much_memory(self._memory_mb))

    def _death(self, child: ChildProcess, path: Path) -> EngineError:
        code = child.process.wait()
        logger.info("The parser ended with %s on a file", code)
        if not child.ready:
            raise ReaderUnavailable(f"the parser could not start (exit code {code})")
        error = damage_error(path, Message("is damaged and crashed the reader"))
        if isinstance(error, PdfUnreadableError):
            return PdfCrashError(error.message, remedy=error.remedy)
        return error


def _child_command(memory_mb: int) -> list[str]:
    return module_command("core.manuscript.child", "--memory-mb", str(memory_mb))
