"""Full texts in the window: read behind everything else, reported, searched."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from core.base.jobs import Job, SilentJob
from core.base.records import PaperFile, PaperNumber
from desktop.jobs_panel import progress_words
from desktop.library.full_text_report import FullTextsDialog
from desktop.library.full_texts import JOB
from desktop.library.page import LibraryPage
from desktop.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.fake_workspace import FakeWorkspace
from tests.desktop.patience import PATIENCE_S


@pytest.fixture
def page(
    workspace: FakeWorkspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryPage]:
    for number, name in ((1, "a.pdf"), (2, "broken.pdf"), (3, "crash.pdf"), (4, "d.pdf")):
        text = workspace.attach(number, name)
        workspace.library.papers.attached[text.paper] = [PaperFile(text.path, name)]
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    yield page
    if workspace.gate is not None:
        workspace.gate.set()


def idle(runner: TaskRunner, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: runner.pending() == 0)


def read(page: LibraryPage, runner: TaskRunner, qtbot: QtBot) -> None:
    page.full_texts.catch_up()
    idle(runner, qtbot)


def details(page: LibraryPage, number: int, runner: TaskRunner, qtbot: QtBot) -> str:
    page.show_paper(PaperNumber(number))
    qtbot.waitUntil(lambda: page.details.shown is not None)
    qtbot.waitUntil(lambda: page.details.shown.paper.number == number)
    idle(runner, qtbot)
    return page.details.toPlainText()


def test_files_that_wait_are_read_as_a_job_and_what_failed_is_said(
    page: LibraryPage, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    titles: list[str] = []
    runner.started.connect(lambda task: titles.append(task.title))
    read(page, runner, qtbot)
    assert titles == [JOB]
    assert notices == ["Read 2 full texts; 2 files could not be read."]
    assert notices.action == "Show report"
    read(page, runner, qtbot)
    assert titles == [JOB], "nothing waits any more"


def test_the_details_say_where_the_reading_stands_and_try_again(
    page: LibraryPage,
    workspace: FakeWorkspace,
    runner: TaskRunner,
    qtbot: QtBot,
) -> None:
    page.full_texts._note(workspace.fulltexts.all())
    assert "Full text: waiting to be indexed" in details(page, 1, runner, qtbot)
    read(page, runner, qtbot)
    qtbot.waitUntil(lambda: "Full text: indexed" in page.details.toPlainText())
    assert "Full text: set aside. “crash.pdf” made" in details(page, 3, runner, qtbot)
    shown = details(page, 2, runner, qtbot)
    assert (
        "Full text: could not be indexed. “broken.pdf” could not be read: it is damaged. Try again"
        in shown
    )
    page.details.anchorClicked.emit(QUrl("retry:2"))
    idle(runner, qtbot)
    assert workspace.calls.count("read broken.pdf") == 2


def test_reading_steps_aside_for_an_import_and_goes_on(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    gate = threading.Event()

    def importing(job: Job) -> None:
        gate.wait(PATIENCE_S)
        job.check()

    workspace.gate = threading.Event()
    page.full_texts.catch_up()
    qtbot.waitUntil(lambda: [job.title for job in runner.jobs()] == [JOB])
    runner.start_job("Importing", importing)
    workspace.gate.set()
    reading = runner.jobs()[0]
    qtbot.waitUntil(lambda: reading.state == "running")
    assert progress_words(reading) == "waits for other jobs"
    assert "read a.pdf" not in workspace.calls
    gate.set()
    idle(runner, qtbot)
    assert "read d.pdf" in workspace.calls


class OneByOne(threading.Event):
    """A gate that lets one through each time it is opened."""

    def wait(self, timeout: float | None = None) -> bool:
        passed = super().wait(timeout)
        self.clear()
        return passed


def test_what_was_read_is_said_while_the_reading_goes_on(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    gate = workspace.gate = OneByOne()
    page.full_texts.catch_up()
    qtbot.waitUntil(lambda: [job.title for job in runner.jobs()] == [JOB])
    with qtbot.waitSignal(page.full_texts.progressed):
        gate.set()
    assert [job.title for job in runner.jobs()] == [JOB]
    assert "read" in {file.state for file in page.full_texts.files}
    assert "waiting" in {file.state for file in page.full_texts.files}
    assert page.in_texts.isEnabled()
    workspace.gate = None
    gate.set()
    idle(runner, qtbot)


def test_a_reading_that_was_stopped_is_not_begun_again_before_more_files_wait(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    workspace.gate = threading.Event()
    page.full_texts.catch_up()
    qtbot.waitUntil(lambda: [job.title for job in runner.jobs()] == [JOB])
    runner.jobs()[0].cancel()
    workspace.gate.set()
    idle(runner, qtbot)
    before = [call for call in workspace.calls if call.startswith("read ")]
    read(page, runner, qtbot)
    assert [call for call in workspace.calls if call.startswith("read ")] == before
    workspace.attach(9, "more.pdf")
    read(page, runner, qtbot)
    assert "read more.pdf" in workspace.calls


def test_a_held_job_can_be_stopped(runner: TaskRunner, qtbot: QtBot) -> None:
    stepped = threading.Event()

    def work(job: Job) -> None:
        while True:
            stepped.set()
            job.check()

    task = runner.start_job("Endless", work, write=False)
    task.hold("waits")
    assert stepped.wait(PATIENCE_S)
    task.cancel()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert task.state == "cancelled"


def test_a_library_open_for_reading_only_reads_nothing(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    workspace.library.read_only = True
    read(page, runner, qtbot)
    assert not [call for call in workspace.calls if call.startswith("read ")]


def test_the_report_lists_failures_first_and_tries_them_again(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    read(page, runner, qtbot)
    page.show_full_texts()
    dialog = page.findChild(FullTextsDialog)
    assert dialog is not None
    idle(runner, qtbot)
    model = dialog.model
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(4)]
    assert [row[0] for row in rows] == ["Failed", "Set aside", "Indexed", "Indexed"]
    assert rows[0][1].startswith("Patient Gardens")
    assert rows[0][3] == "“broken.pdf” could not be read: it is damaged."
    assert dialog.summary.text() == "1 failed, 1 set aside, 2 indexed"
    assert dialog.retry_button.text() == "Try all again"
    dialog.table.selectRow(2)
    assert not dialog.retry_button.isEnabled()
    dialog.table.selectRow(0)
    dialog.retry_button.click()
    idle(runner, qtbot)
    assert "retry [2]" in workspace.calls
    dialog.choice.setCurrentIndex(1)
    assert model.rowCount() == 1
    dialog.close()


def test_the_report_goes_with_its_library(
    workspace: FakeWorkspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    page = LibraryPage(workspace, runner, notices)
    window.setCentralWidget(page)
    window.show()
    page.show_full_texts()
    dialog = window.findChild(FullTextsDialog)
    assert dialog is not None
    assert dialog.isWindow()
    page.hide()
    assert dialog.isVisible()
    idle(runner, qtbot)
    shiboken6.delete(page)
    assert not shiboken6.isValid(dialog)


def test_texts_that_an_import_brought_can_be_searched_at_once(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    workspace.fulltexts.read(SilentJob())
    assert not page.in_texts.isEnabled()
    page.import_paths([Path("A new paper.bib")])
    qtbot.waitUntil(page.in_texts.isEnabled)


def test_words_are_looked_for_in_full_texts_and_the_passage_is_shown(
    page: LibraryPage, workspace: FakeWorkspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    assert not page.in_texts.isEnabled()
    assert page.in_texts.toolTip().startswith("No full text is indexed yet")
    read(page, runner, qtbot)
    assert page.in_texts.isEnabled()
    page.search("lanterns at dusk")
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    page.in_texts.click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert page.centre.found.text() == "2 papers for “lanterns at dusk” in full texts"
    shown = details(page, 4, runner, qtbot)
    assert "We counted lanterns at dusk each night for a whole season, and on <most>" in shown
    assert "Method · page 4" in shown
    page.centre.mode_buttons["words"].click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    page.search("")
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    assert "Found in its full text" not in details(page, 4, runner, qtbot)
