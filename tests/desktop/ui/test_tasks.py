from __future__ import annotations

import sys
import threading

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.jobs import Job, JobCancelled
from desktop.ui.tasks import Task, TaskRunner
from tests.desktop.patience import PATIENCE_S
from tests.job_contract import assert_is_a_job


class _Receiver(QObject):
    """Takes answers."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[object] = []

    def take(self, answer: object) -> None:
        self.taken.append(answer)


def flush_deletions() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_work_runs_elsewhere_and_its_answer_arrives_on_the_window_thread(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    threads: list[object] = []

    def work() -> int:
        threads.append(threading.current_thread())
        return 42

    answers: list[int] = []

    def done(answer: int) -> None:
        answers.append(answer)
        assert QThread.currentThread() is runner.thread()

    task = runner.run(work, done)
    with qtbot.waitSignal(task.ended):
        pass
    assert answers == [42]
    assert threads != [threading.main_thread()]


def test_a_thousand_tasks_leave_none_behind(runner: TaskRunner, qtbot: QtBot) -> None:
    answers: list[int] = []
    for number in range(1000):
        runner.run(lambda number=number: number, answers.append, write=number % 2 == 0)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    flush_deletions()
    assert sorted(answers) == list(range(1000))
    assert runner.findChildren(Task) == []


def test_writes_keep_their_order(runner: TaskRunner, qtbot: QtBot) -> None:
    order: list[int] = []
    for number in range(50):
        runner.run(lambda number=number: order.append(number), write=True)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert order == list(range(50))


def test_no_callback_runs_once_its_owner_is_gone(runner: TaskRunner, qtbot: QtBot) -> None:
    owner = QObject()
    gate = threading.Event()
    called: list[object] = []
    task = runner.run(lambda: gate.wait(PATIENCE_S), called.append, owner=owner)
    shiboken6.delete(owner)
    with qtbot.waitSignal(task.ended):
        gate.set()
    assert called == []


def test_no_method_of_an_object_that_is_gone_is_called(runner: TaskRunner, qtbot: QtBot) -> None:
    owner, receiver = QObject(), _Receiver()
    gate = threading.Event()
    task = runner.run(lambda: gate.wait(PATIENCE_S), receiver.take, owner=owner)
    shiboken6.delete(receiver)
    with qtbot.waitSignal(task.ended):
        gate.set()
    assert receiver.taken == []


def test_a_cancelled_call_drops_its_answer(runner: TaskRunner, qtbot: QtBot) -> None:
    gate = threading.Event()
    called: list[object] = []
    task = runner.run(lambda: gate.wait(PATIENCE_S), called.append)
    task.cancel()
    with qtbot.waitSignal(task.ended):
        gate.set()
    assert called == []


def test_cancelling_what_ended_long_ago_does_no_harm(runner: TaskRunner, qtbot: QtBot) -> None:
    task = runner.run(lambda: None)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    flush_deletions()
    assert not shiboken6.isValid(task)
    task.cancel()


def test_the_runner_says_when_nothing_is_left(runner: TaskRunner, qtbot: QtBot) -> None:
    with qtbot.waitSignal(runner.idle):
        runner.run(lambda: None)
        runner.start_job("a job", lambda _job: None)
    assert runner.pending() == 0


def test_an_expected_failure_goes_to_the_quiet_bar_unless_asked_for(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    def work() -> None:
        raise FormatError("“a.bib” could not be read: no entries.")

    with qtbot.waitSignal(runner.failed) as blocker:
        runner.run(work)
    assert str(blocker.args[0]) == "“a.bib” could not be read: no entries."

    seen: list[str] = []
    with qtbot.assertNotEmitted(runner.failed):
        task = runner.run(work, failed=lambda error: seen.append(error.remedy))
        with qtbot.waitSignal(task.ended):
            pass
    assert seen == [FormatError.default_remedy]


def test_a_bug_reaches_the_crash_hook(
    runner: TaskRunner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: seen.append(kind))
    task = runner.run(lambda: 1 // 0)
    with qtbot.waitSignal(task.ended):
        pass
    assert seen == [ZeroDivisionError]


def test_a_bug_in_a_callback_does_not_keep_the_others_waiting(
    runner: TaskRunner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: seen.append(kind))
    answers: list[int] = []
    runner.run(lambda: 0, lambda zero: answers.append(1 // zero))
    runner.run(lambda: 7, answers.append)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert answers == [7]
    assert seen == [ZeroDivisionError]


def test_a_job_reports_progress_and_stops_when_cancelled(runner: TaskRunner, qtbot: QtBot) -> None:
    step = threading.Event()

    def work(job: Job) -> None:
        while True:
            job.check()
            job.report(3, 10, "three")
            step.wait(0.01)

    ended: list[Task] = []
    runner.ended.connect(ended.append)
    with qtbot.waitSignal(runner.started):
        task = runner.start_job("Counting", work)
    assert runner.jobs() == [task]
    qtbot.waitUntil(lambda: task.done_count == 3)
    assert (task.state, task.total, task.note) == ("running", 10, "three")
    with qtbot.waitSignal(task.ended):
        task.cancel()
    assert task.state == "cancelled"
    assert runner.jobs() == []
    assert len(ended) == 1


def test_how_a_cancelled_job_fails_is_no_news(runner: TaskRunner, qtbot: QtBot) -> None:
    gate = threading.Event()

    def work(_job: Job) -> None:
        gate.wait(PATIENCE_S)
        raise FormatError("the model it waited for is gone")

    task = runner.start_job("Encoding", work)
    task.cancel()
    with qtbot.assertNotEmitted(runner.failed), qtbot.waitSignal(task.ended):
        gate.set()
    assert task.state == "cancelled"


def test_writing_jobs_wait_for_each_other_and_quick_calls_do_not(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    gate = threading.Event()
    order: list[str] = []
    runner.start_job("first", lambda _job: gate.wait(PATIENCE_S), lambda _: order.append("first"))
    runner.start_job("second", lambda _job: None, lambda _: order.append("second"))
    runner.run(lambda: None, lambda _: order.append("read"))
    runner.run(lambda: None, lambda _: order.append("write"), write=True)
    qtbot.waitUntil(lambda: len(order) == 2)
    assert set(order) == {"read", "write"}
    gate.set()
    qtbot.waitUntil(lambda: len(order) == 4)
    assert order[2:] == ["first", "second"]


def test_closing_stops_jobs_and_runs_no_callback(qapp: QCoreApplication) -> None:
    runner = TaskRunner()
    tick = threading.Event()
    stopped: list[bool] = []

    def work(job: Job) -> None:
        try:
            while True:
                job.check()
                tick.wait(0.005)
        except JobCancelled:
            stopped.append(True)
            raise

    runner.start_job("endless", work, lambda _: stopped.append(False))
    runner.close()
    assert stopped in ([], [True])  # it may not have begun
    assert runner.pending() == 0


def test_closing_carries_out_every_quick_write_and_tells_only_the_log(
    qapp: QCoreApplication, caplog: pytest.LogCaptureFixture
) -> None:
    runner = TaskRunner()
    begun, gate = threading.Event(), threading.Event()
    written: list[str] = []
    told: list[object] = []

    def first() -> None:
        begun.set()
        gate.wait(PATIENCE_S)
        written.append("first")

    def refused() -> None:
        raise FormatError("the disk is full")

    runner.run(first, told.append, write=True)
    runner.run(refused, failed=told.append, write=True)
    runner.run(lambda: written.append("last"), told.append, write=True)
    begun.wait(PATIENCE_S)
    runner.cancel_all()
    gate.set()
    runner.close()
    QCoreApplication.processEvents()
    assert written == ["first", "last"]
    assert told == []
    assert "the disk is full" in caplog.text
    assert runner.pending() == 0


def test_what_is_asked_for_after_closing_is_not_done(qapp: QCoreApplication) -> None:
    runner = TaskRunner()
    runner.close()
    done: list[object] = []
    task = runner.run(lambda: done.append(1), done.append)
    job = runner.start_job("late", lambda _job: done.append(2))
    QCoreApplication.processEvents()
    assert (task.state, job.state) == ("cancelled", "cancelled")
    assert done == []
    assert runner.pending() == 0


def test_what_a_person_waits_for_waits_for_no_other_work(runner: TaskRunner, qtbot: QtBot) -> None:
    go_on = threading.Event()

    def long(_job: Job) -> None:
        assert go_on.wait(PATIENCE_S)

    for number in range(6):
        runner.start_job(f"index {number}", long, write=False)
        runner.run(lambda: go_on.wait(PATIENCE_S))
        runner.start_background_job(f"ahead {number}", long)
    found: list[str] = []
    runner.run(lambda: "suggestions", found.append, first=True)
    runner.start_first("Reading a manuscript", lambda _: "manuscript", found.append)
    qtbot.waitUntil(lambda: sorted(found) == ["manuscript", "suggestions"])
    go_on.set()


def test_what_the_window_hands_to_long_work_is_a_job(runner: TaskRunner, qtbot: QtBot) -> None:
    checked: list[bool] = []

    def work(job: Job) -> None:
        assert_is_a_job(job, task.cancel)
        checked.append(True)

    task = Task("", runner)
    runner.run(lambda: work(task.progress))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert checked
