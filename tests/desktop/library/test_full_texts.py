"""Full texts in the window: read behind everything else, reported, searched."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from core.base.errors import PdfCrashError
from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, PaperNumber
from core.library.store.attachments import content_hash
from core.workspace import Workspace
from desktop.library.full_texts import JOB
from desktop.library.page import FullTextsDialog, LibraryPage
from desktop.ui.jobs_panel import progress_words
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.in_process import ReaderHere, write_pdf
from tests.desktop.patience import PATIENCE_S
from tests.desktop.provoked import recorded
from tests.desktop.small_library import write_record


@pytest.fixture
def reads(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Attach PDFs to the first papers; return the names of those that are being read.

    One is damaged, one ends the process that reads it.
    """
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4\nnothing else")
    attach(workspace, 1, write_pdf(tmp_path / "a.pdf", "lanterns at dusk"))
    attach(workspace, 2, tmp_path / "broken.pdf")
    attach(workspace, 3, write_pdf(tmp_path / "crash.pdf", "storms"))
    attach(workspace, 4, write_pdf(tmp_path / "d.pdf", "the last lanterns at dusk"))
    names: list[str] = []

    def begin(path: Path) -> None:
        names.append(path.name)
        if path.name == "crash.pdf":
            raise PdfCrashError("“{file}” made the reader stop.", file=path.name)

    before_reading(monkeypatch, begin)
    return names


def attach(workspace: Workspace, number: int, path: Path) -> None:
    workspace.library.papers.attach_file(PaperNumber(number), path, content_hash(path))


def before_reading(monkeypatch: pytest.MonkeyPatch, begin: Callable[[Path], None]) -> None:
    read = ReaderHere.read_manuscript

    def begun(reader: ReaderHere, path: Path, job: Job | None = None) -> Manuscript:
        begin(path)
        return read(reader, path, job)

    monkeypatch.setattr(ReaderHere, "read_manuscript", begun)


class Gate:
    """Holds every file before it is read, until it is opened for the first or for all."""

    def __init__(self) -> None:
        self.first, self.others = threading.Event(), threading.Event()
        self.reached = threading.Event()

    def wait(self, path: Path) -> None:
        self.reached.set()
        (self.first if path.name == "a.pdf" else self.others).wait(PATIENCE_S)

    def open(self) -> None:
        self.first.set()
        self.others.set()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch, reads: list[str]) -> Iterator[Gate]:
    gate = Gate()
    before_reading(monkeypatch, gate.wait)
    yield gate
    gate.open()


@pytest.fixture
def page(
    workspace: Workspace, reads: list[str], runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> LibraryPage:
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1280, 700)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    return page


def states(workspace: Workspace) -> set[str]:
    return {file.state for file in workspace.fulltexts.all()}


def idle(runner: TaskRunner, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: runner.pending() == 0)


def read(page: LibraryPage, runner: TaskRunner, qtbot: QtBot) -> None:
    page.full_texts.catch_up()
    idle(runner, qtbot)


def details(page: LibraryPage, number: int, runner: TaskRunner, qtbot: QtBot) -> str:
    page.show_paper(PaperNumber(number))
    qtbot.waitUntil(lambda: page.details.shown_details is not None)
    qtbot.waitUntil(lambda: page.details.shown_details.paper.number == number)
    idle(runner, qtbot)
    return page.details.toPlainText()


def test_files_that_wait_are_read_as_a_job_and_what_failed_is_said(
    page: LibraryPage, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    titles: list[str] = []
    runner.started.connect(lambda task: titles.append(task.title))
    read(page, runner, qtbot)
    assert titles == [JOB]
    assert notices == [
        "Read 2 full texts" + wording.fill("desktop.library.full_texts:_say could", n=2) + "."
    ]
    assert notices.action == "Show report"
    read(page, runner, qtbot)
    assert titles == [JOB], "nothing waits any more"


def test_the_details_say_where_the_reading_stands_and_try_again(
    page: LibraryPage,
    workspace: Workspace,
    reads: list[str],
    runner: TaskRunner,
    qtbot: QtBot,
) -> None:
    page.full_texts._note(workspace.fulltexts.all())
    assert wording.fill("desktop.papers.words:_state waiting") in details(page, 1, runner, qtbot)
    read(page, runner, qtbot)
    qtbot.waitUntil(lambda: "Full text: indexed" in page.details.toPlainText())
    assert wording.fill("desktop.papers.words:_state aside", "“crash.pdf” made") in details(
        page, 3, runner, qtbot
    )
    shown = details(page, 2, runner, qtbot)
    assert (
        wording.fill(
            "desktop.papers.words:_state could",
            "“broken.pdf” is damaged: it cannot be opened. Try again",
        )
        in shown
    )
    page.details.anchorClicked.emit(QUrl("retry:2"))
    idle(runner, qtbot)
    assert reads.count("broken.pdf") == 2


def test_reading_steps_aside_for_an_import_and_goes_on(
    page: LibraryPage,
    workspace: Workspace,
    gate: Gate,
    reads: list[str],
    runner: TaskRunner,
    qtbot: QtBot,
) -> None:
    imported = threading.Event()

    def importing(job: Job) -> None:
        imported.wait(PATIENCE_S)
        job.check()

    page.full_texts.catch_up()
    qtbot.waitUntil(gate.reached.is_set)
    runner.start_job("Importing", importing)
    gate.open()
    reading = runner.jobs()[0]
    qtbot.waitUntil(lambda: reading.state == "running" and len(reads) == 4)
    assert progress_words(reading) == wording.fill("desktop.library.full_texts:_make_way")
    assert states(workspace) == {"waiting"}, "what was under way is not stored meanwhile"
    imported.set()
    idle(runner, qtbot)
    assert states(workspace) == {"read", "failed", "set aside"}


def test_what_was_read_is_said_while_the_reading_goes_on(
    page: LibraryPage, gate: Gate, runner: TaskRunner, qtbot: QtBot
) -> None:
    page.full_texts.catch_up()
    qtbot.waitUntil(lambda: [job.title for job in runner.jobs()] == [JOB])
    with qtbot.waitSignal(page.full_texts.progressed):
        gate.first.set()
    assert [job.title for job in runner.jobs()] == [JOB]
    assert "read" in {file.state for file in page.full_texts.files}
    assert "waiting" in {file.state for file in page.full_texts.files}
    assert page.centre.mode_buttons["full text"].isEnabled()
    gate.open()
    idle(runner, qtbot)


def test_a_reading_that_was_stopped_is_not_begun_again_before_more_files_wait(
    page: LibraryPage,
    workspace: Workspace,
    gate: Gate,
    reads: list[str],
    runner: TaskRunner,
    qtbot: QtBot,
) -> None:
    page.full_texts.catch_up()
    qtbot.waitUntil(lambda: [job.title for job in runner.jobs()] == [JOB])
    runner.jobs()[0].cancel()
    gate.open()
    idle(runner, qtbot)
    before = list(reads)
    read(page, runner, qtbot)
    assert reads == before
    attach(workspace, 9, write_pdf(workspace.library.folder.parent / "more.pdf", "more"))
    read(page, runner, qtbot)
    assert "more.pdf" in reads


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
    workspace: Workspace, reads: list[str], runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    workspace.close()
    reopened = Workspace(workspace.library.folder, workspace.shelf, write=False)
    page = LibraryPage(reopened, runner, notices)
    qtbot.addWidget(page)
    read(page, runner, qtbot)
    assert states(reopened) == {"waiting"}
    assert not reads
    runner.close()
    reopened.close()


def test_the_report_lists_failures_first_and_tries_them_again(
    page: LibraryPage,
    workspace: Workspace,
    runner: TaskRunner,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    retried = recorded(monkeypatch, workspace.fulltexts, "retry")
    read(page, runner, qtbot)
    page.show_full_texts()
    dialog = page.findChild(FullTextsDialog)
    assert dialog is not None
    idle(runner, qtbot)
    model = dialog.model
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(4)]
    assert [row[0] for row in rows] == ["Failed", "Set aside", "Indexed", "Indexed"]
    assert rows[0][1].startswith("Patient Gardens")
    assert (
        rows[0][3]
        == "“broken.pdf” is damaged: " + wording.fill("core.manuscript.pdf.extract:_opened") + "."
    )
    assert dialog.summary.text() == "1 failed, 1 set aside, 2 indexed"
    assert dialog.retry_button.text() == "Try all again"
    dialog.table.selectRow(2)
    assert not dialog.retry_button.isEnabled()
    dialog.table.selectRow(0)
    dialog.retry_button.click()
    idle(runner, qtbot)
    assert retried == [([2],)]
    dialog.choice.setCurrentIndex(1)
    assert model.rowCount() == 1
    dialog.close()


def test_the_report_goes_with_its_library(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
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
    page: LibraryPage, workspace: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    workspace.fulltexts.read_files(SilentJob())
    assert not page.centre.mode_buttons["full text"].isEnabled()
    page.import_paths([write_record(tmp_path, "A new paper")])
    qtbot.waitUntil(page.centre.mode_buttons["full text"].isEnabled)


def test_words_are_looked_for_in_full_texts_and_the_passage_is_shown(
    page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    assert not page.centre.mode_buttons["full text"].isEnabled()
    assert (
        page.centre.mode_buttons["full text"]
        .toolTip()
        .startswith(wording.stem("desktop.library.browser:allow_full_texts wait"))
    )
    read(page, runner, qtbot)
    assert page.centre.mode_buttons["full text"].isEnabled()
    page.search("lanterns at dusk counted")
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    page.centre.mode_buttons["full text"].click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert page.centre.count.text() == wording.fill(
        "desktop.library.browser:_found_words full", "2 papers", "lanterns at dusk counted"
    )
    shown = details(page, 4, runner, qtbot)
    assert "We counted the last lanterns at dusk each night for a whole season" in shown
    assert "and on <most>" in shown
    assert "Method · page 2" in shown
    page.centre.mode_buttons["words"].click()
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    page.search("")
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    assert wording.fill("desktop.papers.words:_passages Found") not in details(
        page, 4, runner, qtbot
    )
