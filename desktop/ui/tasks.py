"""The only module with threads: runs engine calls on workers.

Every callback runs on the thread of the window, one after another and for a few milliseconds at a
time; none runs once its owner is gone. An expected failure goes to ``failed``, else to the quiet
bar; a bug goes to ``sys.excepthook``, which is the crash dialog.

There are six lanes: what a person asks of a manuscript and waits for (two at a time), other quick
calls that read (two at a time), quick calls that write (one at a time, in order), jobs that write
(one at a time), jobs that only read (four at a time, of which two may take hours: encoding and
reading full texts) and work done ahead (one at a time). Quick writing does not wait for a job that
writes: the engine puts both in order, batch by batch. It is what a person did, a note or a
decision, and is carried out even at the end.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from core.base.errors import EngineError
from core.base.jobs import Job, JobCancelled
from desktop.language.wording import in_language, translated

logger = logging.getLogger(__name__)

T = TypeVar("T")
State = Literal["waiting", "running", "succeeded", "failed", "cancelled"]

PROGRESS_EVERY_MS = 100
DELIVERY_SLICE_S = 0.008
SHOWN_AFTER_MS = 1_000
"""Work done ahead, and writing with a title, that take longer are shown among the jobs."""
HELD_TICK_S = 0.2
"""How soon a held job notices that it is to stop."""


class _Progress:
    """The job of one task. Written on a worker thread, read on the window's; touches no widget."""

    def __init__(self) -> None:
        self.state: tuple[int, int, str] = (0, 0, "")
        self.stop_requested = False
        self.free = threading.Event()
        self.free.set()

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        self.state = (steps_done, total, note)

    def check(self) -> None:
        while not self.stop_requested and not self.free.wait(HELD_TICK_S):
            pass
        if self.stop_requested:
            raise JobCancelled


class Task(QObject):
    """A call on its way. Lives until shortly after ``ended``.

    Signals:
        progressed: ``done``, ``total``, ``note`` or ``state`` changed.
        ended: the callback, if any, has run; ``state`` says how it went.

    ``report`` may be set to what shows the outcome in full, ``outcome`` to words for its end.
    """

    progressed = Signal()
    ended = Signal()

    def __init__(self, title: str, parent: QObject) -> None:
        super().__init__(parent)
        self.title = title
        self.state: State = "waiting"
        self.done_count = 0
        self.total = 0
        self.note = ""
        self.hold_reason = ""
        self.error: EngineError | None = None
        self.report: Callable[[], None] | None = None
        self.outcome = ""
        self.writes = False
        self.can_cancel = True
        self.started_at: float | None = None
        self.stop_requested = False
        self.progress = _Progress()
        self._first: tuple[float, int] | None = None

    def cancel(self) -> None:
        """Ask a job to stop, or drop the answer of a quick call. Its callback will not run.

        Harmless when the task has ended, even long ago.
        """
        self.stop_requested = True
        self.progress.stop_requested = True
        if shiboken6.isValid(self):
            self.progressed.emit()

    def hold(self, why: str) -> None:
        """Let a job pause at its next step, for a reason shown; "" lets it go on."""
        if why == self.hold_reason:
            return
        self.hold_reason = why
        if why:
            self.progress.free.clear()
        else:
            self.progress.free.set()
        self.progressed.emit()

    def per_second(self) -> float | None:
        """Return the speed since the first report, ``None`` while there is none to speak of."""
        if self._first is None:
            return None
        elapsed = time.monotonic() - self._first[0]
        steps = self.done_count - self._first[1]
        return steps / elapsed if elapsed >= 0.5 and steps > 0 else None

    def seconds_left(self) -> float | None:
        """Return an estimate, ``None`` while the total or the speed is unknown."""
        speed = self.per_second()
        if not speed or not self.total:
            return None
        return max(0.0, (self.total - self.done_count) / speed)

    def refresh(self) -> None:
        """Take over what the work reported since the last time."""
        done_count, total, note = self.progress.state
        state = done_count, total, in_language(note)
        running = self.state == "waiting" and self.started_at is not None
        if running:
            self.state = "running"
        if state != (self.done_count, self.total, self.note):
            if self._first is None or state[0] < self.done_count:
                self._first = (time.monotonic(), state[0])
            self.done_count, self.total, self.note = state
            running = True
        if running:
            self.progressed.emit()


@dataclass(eq=False, slots=True)
class _Call:
    """What a worker thread needs to know of a task, and what it hands back."""

    task: Task
    work: Callable[[], Any]  # Any: results are of the caller's type, see ``TaskRunner.run``
    on_done: Callable[[Any], None] | None
    failed: Callable[[EngineError], None] | None
    owner: QObject | None
    is_write: bool = False
    result: Any = None
    error: Exception | None = None

    def carry_out(self) -> None:
        try:
            self.task.progress.check()
            self.task.started_at = time.monotonic()
            self.result = self.work()
        except Exception as error:  # noqa: BLE001 - carried to the window's thread, not swallowed
            self.error = error

    def is_wanted(self) -> bool:
        """Tell whether the owner, and the object whose method is the callback, still live."""
        bound = getattr(self.on_done, "__self__", None)
        objects = (self.owner, bound if isinstance(bound, QObject) else None)
        return all(receiver is None or shiboken6.isValid(receiver) for receiver in objects)


class TaskRunner(QObject):
    """Runs calls on worker threads and brings their answers to the window's thread.

    Signals:
        started: a job (a ``Task``) was accepted; quick calls are not announced.
        ended: a job came to its end, whatever that was.
        failed: an expected failure nobody asked for (an ``EngineError``): for the quiet bar.
        idle: no call and no job is left.
    """

    started = Signal(Task)
    ended = Signal(Task)
    failed = Signal(object)
    idle = Signal()
    _posted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._first = ThreadPoolExecutor(2, "first")
        self._readers = ThreadPoolExecutor(2, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")
        self._reading_jobs = ThreadPoolExecutor(4, "reading-job")
        self._writing_jobs = ThreadPoolExecutor(1, "writing-job")
        self._ahead = ThreadPoolExecutor(1, "ahead")
        self._closed = False
        self._calls: dict[Task, _Call] = {}
        self._jobs: list[Task] = []
        self._elsewhere: list[Task] = []
        self._answers: deque[_Call] = deque()
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._clock = QTimer(self)
        self._clock.setInterval(PROGRESS_EVERY_MS)
        self._clock.timeout.connect(self._refresh_jobs)

    def run(
        self,
        work: Callable[[], T],
        on_done: Callable[[T], None] | None = None,
        *,
        failed: Callable[[EngineError], None] | None = None,
        owner: QObject | None = None,
        write: bool = False,
        first: bool = False,
    ) -> Task:
        """Make a quick call; one that goes ``first`` waits for no call of another kind.

        Cancelling the task drops its answer, and the call too if it has not begun. What writes is
        carried out even when everything is cancelled.
        """
        call = self._call("", lambda _: work(), on_done, failed, owner)
        call.is_write = write
        self._submit(call, self._first if first else self._writer if write else self._readers)
        return call.task

    def write_titled(
        self,
        title: str,
        work: Callable[[], T],
        on_done: Callable[[T], None] | None = None,
        *,
        failed: Callable[[EngineError], None] | None = None,
        owner: QObject | None = None,
    ) -> Task:
        """Make a quick call that writes and is shown among the jobs where it takes long."""
        call = self._call(title, lambda _: work(), on_done, failed, owner)
        call.is_write = True
        call.task.can_cancel = False
        self._submit(call, self._writer)
        self._show_if_long(call.task)
        return call.task

    def start_job(
        self,
        title: str,
        work: Callable[[Job], T],
        on_done: Callable[[T], None] | None = None,
        *,
        failed: Callable[[EngineError], None] | None = None,
        owner: QObject | None = None,
        write: bool = True,
    ) -> Task:
        """Start long work that is shown with progress and can be cancelled.

        A job that writes waits for the one before it. What must not wait behind an import passes
        ``write=False``; the engine keeps its short writing safe.
        """
        call = self._call(title, work, on_done, failed, owner)
        call.task.writes = write
        return self._start(call, self._writing_jobs if write else self._reading_jobs)

    def start_first(
        self,
        title: str,
        work: Callable[[Job], T],
        on_done: Callable[[T], None] | None = None,
        *,
        failed: Callable[[EngineError], None] | None = None,
        owner: QObject | None = None,
    ) -> Task:
        """Start a job that a person waits for, such as reading a manuscript: behind no other job.

        The engine keeps its short writing safe.
        """
        return self._start(self._call(title, work, on_done, failed, owner), self._first)

    def _call(
        self,
        title: str,
        work: Callable[[Job], T],
        on_done: Callable[[T], None] | None,
        failed: Callable[[EngineError], None] | None,
        owner: QObject | None,
    ) -> _Call:
        task = Task(title, self)
        return _Call(task, lambda: work(task.progress), on_done, failed, owner)

    def _start(self, call: _Call, lane: ThreadPoolExecutor) -> Task:
        if not self._closed:
            self._jobs.append(call.task)
        self._submit(call, lane)
        if not self._closed:
            self.started.emit(call.task)
            self._clock.start()
        return call.task

    def start_background_job(
        self,
        title: str,
        work: Callable[[Job], T],
        on_done: Callable[[T], None] | None = None,
        *,
        failed: Callable[[EngineError], None] | None = None,
        owner: QObject | None = None,
    ) -> Task:
        """Start a job that only reads and that nobody waits for; a short one is never shown."""
        call = self._call(title, work, on_done, failed, owner)
        self._submit(call, self._ahead)
        self._show_if_long(call.task)
        return call.task

    def _show_if_long(self, task: Task) -> None:
        if not self._closed:
            show_timer = QTimer(task, singleShot=True, interval=SHOWN_AFTER_MS)
            show_timer.timeout.connect(lambda: self._show_background_job(task))
            show_timer.start()

    def _show_background_job(self, task: Task) -> None:
        if task in self._calls and not self._closed:
            self._jobs.append(task)
            self.started.emit(task)
            self._clock.start()

    def jobs(self) -> list[Task]:
        """Return the jobs that have not ended, oldest first."""
        return list(self._jobs)

    def list_shown_jobs(self) -> list[Task]:
        """Return the jobs that have not ended, and what goes on elsewhere."""
        return [*self._jobs, *self._elsewhere]

    def follow(self, task: Task) -> None:
        """Show work that another program does among the jobs, until ``settle`` is called."""
        if not self._closed:
            self._elsewhere.append(task)
            self.started.emit(task)
            self._clock.start()

    def settle(self, task: Task, state: State, error: EngineError | None = None) -> None:
        """Say how such work came to its end; "running" if it only is not followed any more."""
        if self._closed or task not in self._elsewhere:
            return
        task.state, task.error = state, error
        self._elsewhere.remove(task)
        self.ended.emit(task)
        task.ended.emit()
        task.deleteLater()

    def pending(self) -> int:
        """Return how many calls and jobs have not ended."""
        return len(self._calls)

    def cancel_all(self) -> None:
        """Cancel every job and every call that reads. No callback of any runs any more."""
        for call in self._calls.values():
            if not call.is_write:
                call.task.cancel()
            call.on_done = call.failed = None

    def close(self) -> None:
        """Cancel everything; wait for what cannot be interrupted and for all quick writing.

        No callback runs after it, and what is asked for later is not done.
        """
        self._closed = True
        self.cancel_all()
        jobs = (self._reading_jobs, self._writing_jobs, self._ahead)
        cancelled = (self._first, self._readers, *jobs)
        for pool in cancelled:
            pool.shutdown(wait=False, cancel_futures=True)
        for pool in (self._writer, *cancelled):
            pool.shutdown(wait=True)
        for call in self._calls.values():
            if call.is_write and call.error is not None:
                logger.error("Not written at the end of the program: %s", call.error)
        self._clock.stop()
        self._answers.clear()
        self._calls.clear()
        self._jobs.clear()
        self._elsewhere.clear()

    def _submit(self, call: _Call, pool: ThreadPoolExecutor) -> None:
        if self._closed:  # a timer of a page that is about to go
            call.task.state = "cancelled"
            return
        self._calls[call.task] = call
        future = pool.submit(call.carry_out)
        future.add_done_callback(lambda ended: self._post(call, ended))

    def _post(self, call: _Call, ended: Future[None]) -> None:
        """Hand an answer over; runs on the worker thread."""
        if ended.cancelled():
            return
        self._answers.append(call)
        self._posted.emit()

    @Slot()  # a worker emits what calls it: Qt must know it from the start, not add it meanwhile
    def _deliver(self) -> None:
        """Run callbacks, but not for so long that the window would notice."""
        until = time.monotonic() + DELIVERY_SLICE_S
        while self._answers:
            if time.monotonic() > until:
                self._posted.emit()
                return
            self._settle(self._answers.popleft())

    def _settle(self, call: _Call) -> None:
        task = call.task
        self._calls.pop(task, None)
        is_job = task in self._jobs
        try:
            self._answer(call, is_job=is_job)
        except Exception:  # noqa: BLE001 - a bug in a callback must not keep the others waiting
            sys.excepthook(*sys.exc_info())
        finally:
            if is_job:
                self._jobs.remove(task)
                self.ended.emit(task)
                if not self.list_shown_jobs():
                    self._clock.stop()
            task.ended.emit()
            task.deleteLater()
            if not self._calls:
                self.idle.emit()

    def _answer(self, call: _Call, *, is_job: bool) -> None:
        task, error = call.task, call.error
        task.refresh()
        if isinstance(error, JobCancelled) or (task.stop_requested and not is_job):
            task.state = "cancelled"
        elif isinstance(error, EngineError) and task.stop_requested:
            task.state = "cancelled"  # how it failed on its way to the end is no news
        elif isinstance(error, EngineError):
            task.state, task.error = "failed", translated(error)
            if call.is_wanted():
                (call.failed or self.failed.emit)(error)
        elif error is not None:
            task.state = "failed"
            sys.excepthook(type(error), error, error.__traceback__)
        else:
            task.state = "succeeded"
            if call.on_done is not None and call.is_wanted():
                call.on_done(call.result)

    def _refresh_jobs(self) -> None:
        for task in self.list_shown_jobs():
            task.refresh()
