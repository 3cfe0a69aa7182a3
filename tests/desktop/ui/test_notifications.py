from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import FormatError
from core.base.jobs import Job
from core.workspace import Workspace
from desktop.ui.changes import LibraryChanges
from desktop.ui.jobs_panel import JobModel, JobsPanel
from desktop.ui.message_list import MessageModel
from desktop.ui.notifications import NotificationBar
from desktop.ui.opening import open_address, open_file
from desktop.ui.tasks import TaskRunner
from desktop.ui.undo import LibraryUndo
from desktop.ui.widgets import plain_tip


def test_what_was_said_is_kept_with_what_to_do(qtbot: QtBot) -> None:
    bar = NotificationBar()
    qtbot.addWidget(bar)
    bar.show_news("Moved 3 papers to the Trash.")
    bar.show_error(FormatError("“a.bib” could not be read.", remedy="Mend it."))
    first, second = bar.history.rows
    assert (first.text, first.remedy, first.is_failure) == (
        "“a.bib” could not be read.",
        "Mend it.",
        True,
    )
    assert (second.text, second.is_failure) == ("Moved 3 papers to the Trash.", False)


def test_an_offer_to_undo_goes_with_the_action_that_it_was_about(
    workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    papers, changes = workspace.library.papers, LibraryChanges(workspace, runner)
    bar, undo, numbers = NotificationBar(), changes.undo, papers.numbers()
    qtbot.addWidget(bar)
    for number in numbers[:2]:
        changes.trash([number])
    bar.show_news("Moved 1 paper to the Trash.", undo=undo)
    assert (bar.action_button.text(), bar.isHidden()) == ("Undo", False)
    undo.undo()  # by Ctrl+Z
    assert bar.isHidden()
    bar.show_news("Deleted.", undo=undo)
    changes.trash([numbers[2]])  # which the button would take back now
    assert bar.isHidden()
    bar.show_news("Deleted.", undo=undo)
    bar.show_news("Something else was said.")
    undo.undo()
    assert not bar.isHidden()
    bar.show_news("Deleted.", undo=undo)
    bar.action_button.click()
    assert bar.isHidden()
    qtbot.waitUntil(lambda: papers.numbers() == numbers)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    bar.show_news("Deleted.", undo=undo)
    changes.deleteLater()  # another library is opened
    qtbot.waitUntil(bar.isHidden)


@pytest.mark.parametrize("step_comes_first", [True, False])
def test_a_message_about_a_step_goes_once_it_is_undone(
    workspace: Workspace, runner: TaskRunner, qtbot: QtBot, *, step_comes_first: bool
) -> None:
    bar, undo = NotificationBar(), LibraryUndo(workspace, runner)
    qtbot.addWidget(bar)
    if step_comes_first:
        undo.note_change()
    bar.show_news("Import finished: 6 added.", action="Show report", call=bar.hide, step_on=undo)
    if not step_comes_first:
        undo.note_change()
    assert (bar.action_button.text(), bar.isHidden()) == ("Show report", False)
    undo.note_change()
    undo.moved.emit(-1)
    assert not bar.isHidden(), "another action was undone"
    undo.moved.emit(-1)
    undo.moved.emit(-1)
    assert bar.isHidden()
    bar.show_news("Import finished: 1 added.", step_on=undo)
    bar.show_news("Something else was said.")
    undo.moved.emit(-1)
    assert not bar.isHidden()


def test_only_the_last_messages_are_kept(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.ui.message_list.KEPT", 5)
    model = MessageModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for number in range(8):
        model.add(str(number), is_failure=False)
    assert [message.text for message in model.rows] == ["7", "6", "5", "4", "3"]
    assert tester.model() is model


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


def test_what_no_program_opens_is_said(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = QWidget()
    bar = NotificationBar(window)
    qtbot.addWidget(window)
    window.show()
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: url.scheme() == "https")
    open_address(QUrl("https://example.org"))
    assert bar.message.text() == ""
    open_file(tmp_path / "chapter.tex")
    assert bar.message.text() == "No program was found that opens “chapter.tex”."
    assert bar.remedy.text()


def test_a_tool_tip_is_broken_where_it_would_be_wider_than_a_screen() -> None:
    assert plain_tip("short & plain") == "short & plain"
    assert plain_tip("long " * 40).startswith("<span")
    assert plain_tip("long & " * 40).count("&amp;") == 40


def test_a_question_stays_until_it_is_answered(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.ui.notifications.NEWS_LASTS_MS", 1)
    answers: list[str] = []
    bar = NotificationBar()
    qtbot.addWidget(bar)
    bar.show_question("Not finished.", "Continue", lambda: answers.append("yes"))
    qtbot.wait(50)
    assert bar.isVisibleTo(None)
    assert bar.action_button.text() == "Continue"
    bar.action_button.click()
    assert answers == ["yes"]
    assert bar.isHidden()
