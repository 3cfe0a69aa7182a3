"""Reads waiting full texts: several readers in parallel, one writer, a file at a time.

Each file is stored as soon as it is read, in one transaction; a stop, a kill or a full disk costs
only the files under way. A file that kills its reader or exceeds its limits is set aside.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.base.errors import PdfCrashError, PdfError, PdfLimitError, PdfUnreadableError
from core.base.jobs import Job, JobCancelled
from core.base.library_records import FullTextState
from core.base.records import Manuscript, PaperNumber
from core.base.reports import FullTextReport, Refusal
from core.library.imports.pdf_import import ManuscriptReader
from core.library.store.fulltexts import FullTextStore, WaitingFile
from core.manuscript.references.linking import Linker

_TICK = 0.1
_Outcome = tuple[WaitingFile, Manuscript | BaseException]


def read_waiting(
    store: FullTextStore,
    papers: Sequence[PaperNumber] | None,
    readers: Sequence[ManuscriptReader],
    linker: Linker,
    job: Job,
) -> FullTextReport:
    """Read what waits, of these papers or of all, and return what became of it."""
    report = FullTextReport()
    tried: set[str] = set()
    while files := [
        waiting_file for waiting_file in store.waiting(papers) if waiting_file.sha256 not in tried
    ]:
        files = list({waiting_file.sha256: waiting_file for waiting_file in files}.values())
        total = len(tried) + len(files)
        with _outcomes(files, readers) as outcomes:
            for file, outcome in outcomes(job):
                if isinstance(outcome, Manuscript):
                    links = linker.link(outcome.references)
                    store.store(file.sha256, outcome, links, settled=True)
                    report.read += 1
                else:
                    _refuse(store, report, file, outcome)
                tried.add(file.sha256)
                job.report(len(tried), total, file.path.name)
    return report


def _refuse(
    store: FullTextStore, report: FullTextReport, file: WaitingFile, failure: BaseException
) -> None:
    """Record why a file could not be read; whatever is not of the file's own making is raised."""
    if not isinstance(failure, PdfError):
        raise failure
    state: FullTextState = "failed"
    if isinstance(failure, (PdfCrashError, PdfLimitError)):
        state = "set aside"
        report.set_aside += 1
    else:
        report.failed += 1
    store.note_failure(file.sha256, state, failure.message)
    report.refused.append(Refusal(str(file.path), "", failure.message, failure.remedy))


class _Stopper:
    """The job of a reader: silent, and stopped together with all others."""

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def check(self) -> None:
        """Stop when the others do."""
        if self.stopped.is_set():
            raise JobCancelled


@contextmanager
def _outcomes(
    files: Sequence[WaitingFile], readers: Sequence[ManuscriptReader]
) -> Iterator[Callable[[Job], Iterator[_Outcome]]]:
    """Read files on a thread for each reader; leaving the block ends them, done or not."""
    waiting: queue.SimpleQueue[WaitingFile] = queue.SimpleQueue()
    for file in files:
        waiting.put(file)
    outcome_queue: queue.Queue[_Outcome] = queue.Queue(maxsize=len(readers))  # memory stays flat
    stopper = _Stopper()
    threads = [
        threading.Thread(
            target=_read_files,
            args=(waiting, outcome_queue, manuscript_reader, stopper),
            name="full texts",
        )
        for manuscript_reader in readers
    ]

    def outcomes(job: Job) -> Iterator[_Outcome]:
        for _ in files:
            yield _next(outcome_queue, job)

    for thread in threads:
        thread.start()
    try:
        yield outcomes
    finally:
        stopper.stopped.set()
        while any(thread.is_alive() for thread in threads):
            _drain(outcome_queue)
            for thread in threads:
                thread.join(_TICK)


def _read_files(
    waiting: queue.SimpleQueue[WaitingFile],
    outcome_queue: queue.Queue[_Outcome],
    reader: ManuscriptReader,
    stopper: _Stopper,
) -> None:
    while not stopper.stopped.is_set():
        try:
            file = waiting.get_nowait()
        except queue.Empty:
            return
        try:
            outcome: Manuscript | BaseException = _read_manuscript(reader, file.path, stopper)
        except JobCancelled:
            return
        except Exception as error:  # noqa: BLE001 - carried to the thread that asked
            outcome = error
        outcome_queue.put((file, outcome))


def _read_manuscript(reader: ManuscriptReader, path: Path, stopper: _Stopper) -> Manuscript:
    try:
        there = path.is_file()
    except OSError:  # its drive is gone
        there = False
    if not there:
        raise PdfUnreadableError(
            "“{file}” is no longer in “{parent}”.",
            file=path.name,
            parent=path.parent,
            remedy="Put it back there and try again.",
        )
    return reader.read_manuscript(path, stopper)


def _next(outcome_queue: queue.Queue[_Outcome], job: Job) -> _Outcome:
    while True:
        job.check()
        try:
            outcome = outcome_queue.get(timeout=_TICK)
        except queue.Empty:
            continue
        job.check()  # held while it waited: nothing is stored before it may go on
        return outcome


def _drain(outcome_queue: queue.Queue[_Outcome]) -> None:
    try:
        while True:
            outcome_queue.get_nowait()
    except queue.Empty:
        return
