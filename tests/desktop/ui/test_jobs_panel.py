"""The panel of jobs and messages."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.jobs import Job
from core.runs.records import Run
from core.workspace import Workspace
from desktop.app.main_window import MainWindow
from desktop.training.models_page import Elsewhere, ModelsPage
from desktop.ui.jobs_panel import JobModel, JobsLine, JobsPanel, duration, progress_words
from desktop.ui.notifications import MessageModel, NotificationBar
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.page_window import press
from tests.desktop.provoked import answering


@pytest.fixture
def panel(runner: TaskRunner, qtbot: QtBot) -> JobsPanel:
    panel = JobsPanel(JobModel(runner), MessageModel())
    qtbot.addWidget(panel)
    panel.resize(900, 200)
    panel.show()
    return panel


def test_a_job_that_failed_says_why_and_can_be_copied(
    panel: JobsPanel, runner: TaskRunner, qtbot: QtBot
) -> None:
    def work(_job: Job) -> None:
        raise FormatError("“a.bib” could not be read.", remedy="Mend line 12.")

    task = runner.start_job("Importing a.bib", work)
    with qtbot.waitSignal(task.ended):
        pass
    model = panel.table.model()
    assert model.index(0, 2).data() == "failed"
    assert model.index(0, 3).data() == "“a.bib” could not be read. Mend line 12."
    qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == "Importing a.bib  failed  “a.bib” could not be read. Mend line 12."


def test_messages_have_a_page_of_their_own_in_the_panel(panel: JobsPanel, qtbot: QtBot) -> None:
    assert not panel.copy_button.isEnabled()
    messages = panel.messages.model()
    assert isinstance(messages, MessageModel)
    messages.add("First.", is_failure=False)
    messages.add("Second.", "Do this.", is_failure=True)
    panel.tabs.setFocus()
    qtbot.keyClick(panel.tabs, Qt.Key.Key_Right)
    assert panel.messages.isVisible()
    assert not panel.cancel_button.isVisible()
    panel.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.partition("  ")[2] for line in lines] == ["Second. Do this.", "First."]
    panel.messages.selectRow(1)
    panel.copy()
    assert QGuiApplication.clipboard().text().endswith("First.")


def test_a_panel_that_is_opened_again_begins_with_what_runs(
    panel: JobsPanel, runner: TaskRunner, qtbot: QtBot
) -> None:
    """The row that was chosen moves down with its job, under all that came since."""

    def run(title: str) -> None:
        with qtbot.waitSignal(runner.start_job(title, lambda _: None).ended):
            pass

    run("Loading")
    panel.focus_list()
    for number in range(20):
        run(f"Job {number}")
    panel.hide()
    gate = threading.Event()
    running = runner.start_job("Importing", lambda _: gate.wait(9))
    panel.show()
    panel.focus_list()
    assert panel.table.currentIndex().data() == "Importing"
    assert panel.table.verticalScrollBar().value() == 0
    with qtbot.waitSignal(running.ended):
        gate.set()


def test_a_report_stays_reachable_from_its_job_and_its_message(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    shown: list[str] = []
    bar = NotificationBar()
    qtbot.addWidget(bar)
    panel = JobsPanel(JobModel(runner), bar.history)
    qtbot.addWidget(panel)
    panel.show()

    def done(_: object) -> None:
        task.report = lambda: shown.append("job")
        bar.show_news("Imported.", action="Show", call=lambda: shown.append("news"), stays=True)

    task = runner.start_job("Importing", lambda job: job.check(), done)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    bar.show_news("Moved.", action="Undo", call=lambda: shown.append("undone"))
    panel.table.selectRow(0)
    assert panel.report_button.isEnabled()
    panel.report_button.click()
    panel.tabs.setCurrentIndex(1)
    panel.messages.selectRow(0)
    assert not panel.report_button.isEnabled()  # what could be undone then is none
    panel.messages.selectRow(1)
    panel.report_button.click()
    assert shown == ["job", "news"]


def test_work_done_elsewhere_stands_among_the_jobs_and_is_not_stopped_with_them(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    stopped: list[str] = []
    panel = JobsPanel(JobModel(runner))
    line = JobsLine(runner)
    for widget in (panel, line):
        qtbot.addWidget(widget)
    task = Elsewhere("Training “Peat”", lambda: stopped.append("peat"), runner)
    runner.follow(task)
    task.remaining_seconds = 600
    task.progress.report(3, 12, "steps of the training")
    qtbot.waitUntil(lambda: "3 of 12" in line.words.text())
    assert "10 min left" in line.words.text(), "as whoever follows it says"
    assert panel.table.model().index(0, 0).data() == "Training “Peat”"
    assert runner.jobs() == []  # nothing that the language or another library has to wait for
    runner.cancel_all()
    assert stopped == []
    panel.table.selectRow(0)
    panel.cancel_button.click()
    panel.cancel_button.click()
    assert stopped == ["peat"]
    assert line.words.text() == "stopping…"
    runner.settle(task, "cancelled")
    assert line.words.text() == ""
    assert panel.table.model().index(0, 2).data() == "stopped"
    other = Elsewhere("Training “Moor”", lambda: None, runner)
    runner.follow(other)
    runner.settle(other, "running")  # another library is opened: it goes on
    assert panel.table.model().rowCount() == 1


def test_a_job_whose_steps_are_done_is_finishing(runner: TaskRunner, qtbot: QtBot) -> None:
    go_on, end = threading.Event(), threading.Event()

    def work(job: Job) -> None:
        job.report(7, 8)
        assert go_on.wait(20)
        job.report(8, 8)
        assert end.wait(20)

    task = runner.start_job("Importing", work)
    qtbot.waitUntil(lambda: progress_words(task).startswith("7 of 8"))
    go_on.set()
    qtbot.waitUntil(lambda: progress_words(task) == "finishing…")
    end.set()
    qtbot.waitUntil(lambda: progress_words(task) == "done")


def test_quick_writing_that_takes_long_is_shown_without_a_way_to_cancel_it(
    panel: JobsPanel, runner: TaskRunner, qtbot: QtBot
) -> None:
    go_on, line = threading.Event(), JobsLine(runner)
    qtbot.addWidget(line)
    line.show()
    runner.start_job("Preparing suggestions", lambda _: go_on.wait(10))
    runner.write_titled("Redoing: Imported fens.bib", lambda: go_on.wait(10))
    qtbot.waitUntil(lambda: line.title.text().startswith("2 jobs: Redoing"))
    assert not line.cancel_button.isVisible()
    panel.table.selectRow(1)
    assert not panel.cancel_button.isEnabled()
    go_on.set()
    qtbot.waitUntil(lambda: line.title.text() == "")


def test_the_jobs_panel_shows_a_job_and_cancels_it(
    window: MainWindow, runner: TaskRunner, qtbot: QtBot
) -> None:
    step = threading.Event()

    def work(job: Job) -> None:
        while True:
            job.check()
            job.report(132, 400, "a.pdf")
            step.wait(0.01)

    task = runner.start_job("Importing 400 files", work)
    press(qtbot, window, Qt.Key.Key_J, "Alt", "Shift")
    assert window.jobs_panel.isVisible()
    model = window.jobs_panel.table.model()
    qtbot.waitUntil(lambda: str(model.index(0, 2).data()).startswith("132 of 400"))
    assert model.index(0, 0).data() == "Importing 400 files"
    assert window.jobs_line.title.text() == "Importing 400 files:"
    assert "132 of 400" in window.jobs_line.words.text()
    with qtbot.waitSignal(task.ended):
        qtbot.mouseClick(window.jobs_panel.cancel_button, Qt.MouseButton.LeftButton)
    assert model.index(0, 2).data() == "stopped"
    assert window.jobs_line.words.text() == ""
    assert not window.jobs_panel.cancel_button.isEnabled()


def test_the_job_model_keeps_the_rules_of_qt(runner: TaskRunner, qtbot: QtBot) -> None:
    model = JobModel(runner)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for number in range(30):
        runner.start_job(str(number), lambda job: job.report(1, 2), write=number % 2 == 0)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert model.rowCount() == 20
    assert tester.model() is model


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (42.4, "42 s"), (600.0, "10 min"), (9000.0, "2.5 h")],
)
def test_durations_are_coarse(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_a_training_that_was_stopped_and_kept_is_not_said_to_be_done(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    page, jobs = ModelsPage(workspace, runner, notices), JobsPanel(JobModel(runner))
    for widget in (page, jobs):
        qtbot.addWidget(widget)
    run = Run(name="1", folder=Path("1"), state="running", title="SciNCL MiniLM")
    for ended_at, said in ((40, "stopped, best state kept"), (0, "done")):
        answering(monkeypatch, workspace.training, "runs", [run])
        page.watch.look()
        qtbot.waitUntil(lambda: runner.pending() == 0)
        over = replace(run, state="finished", ended_at=ended_at, steps=90)
        answering(monkeypatch, workspace.training, "runs", [over])
        page.watch.look()
        qtbot.waitUntil(lambda: runner.pending() == 0)
        assert jobs.table.model().index(0, 2).data() == said
