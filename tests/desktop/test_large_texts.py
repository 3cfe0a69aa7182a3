"""What is read and how much of it, where a person has texts of twice the size."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core.base.jobs import Job
from core.base.records import Status
from core.workspace import Workspace
from desktop.app.main_window import MainWindow, StatusLine
from desktop.help.crash import CrashDialog
from desktop.help.log_viewer import LogViewer
from desktop.library.page import LibraryPage
from desktop.ui.jobs_panel import JobsLine
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from tests.desktop.conftest import Notices

TITLE = "Importing Vaswani et al. 2017 Attention is all you need final version.pdf"


pytestmark = pytest.mark.usefixtures("large_texts")


def test_texts_in_letters_of_one_width_have_the_size_of_all_texts(
    runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    crash, viewer = CrashDialog("a report"), LogViewer(tmp_path / "cocite.log", runner)
    texts: tuple[QPlainTextEdit, ...] = (crash.report, viewer.text)
    for dialog in (crash, viewer):
        qtbot.addWidget(dialog)
        dialog.show()
    for percent in (200, 100):
        theme().scale_text(percent)
        size = QApplication.font().pointSizeF()
        assert [text.font().pointSizeF() for text in texts] == [size, size]


def test_texts_grow_in_a_window_that_was_not_shown_yet(
    runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    theme().scale_text(100)
    window = MainWindow(runner, QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    theme().scale_text(200)
    window.show()
    size = QApplication.font().pointSizeF()
    parts = (window.menuBar(), window.page_bar, window.search, window.jobs_line.button)
    assert [part.font().pointSizeF() for part in parts] == [size] * len(parts)


def test_the_names_of_sections_and_the_years_keep_their_room(
    workspace: Workspace, runner: TaskRunner, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    """Also if widths were kept when texts were small."""
    theme().scale_text(100)
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    pages = []
    for percent in (100, 200):
        theme().scale_text(percent)
        page = LibraryPage(workspace, runner, notices)
        qtbot.addWidget(page)
        page.resize(1280, 600)
        page.restore_state(state)
        page.show()
        page.refresh()
        qtbot.waitUntil(lambda page=page: page.model.rowCount() == 120)
        qtbot.waitUntil(lambda: runner.pending() == 0)
        pages.append(page)
        page.save_state(state)
    large = pages[-1]
    letters = large.fontMetrics()
    assert large.sidebar.width() >= letters.horizontalAdvance("Recently added") + 40
    with_count = letters.horizontalAdvance("Not indexed  6,749")
    assert large.sidebar.width() >= with_count + 2 * letters.height(), "beside the icon"
    assert large.table.columnWidth(2) >= letters.horizontalAdvance("2024") + 16


def test_the_sidebar_is_as_narrow_as_before_when_texts_are_small_again(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    theme().scale_text(100)
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1280, 600)
    page.show()
    widths = []
    for percent in (100, 200, 100):
        theme().scale_text(percent)
        qtbot.waitUntil(lambda: page.sidebar.width() >= page.sidebar.minimumWidth())
        widths.append(page.sidebar.width())
    assert widths[0] == widths[2] < widths[1]


def test_widths_that_a_person_set_grow_with_the_texts(
    workspace: Workspace, runner: TaskRunner, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    theme().scale_text(100)
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.table.setColumnWidth(3, 90)
    page.save_state(state)
    state.setValue("library/widths-chosen", True)
    theme().scale_text(200)
    again = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(again)
    again.restore_state(state)
    assert 165 <= again.table.columnWidth(3) <= 195


def test_the_status_bar_keeps_the_number_of_papers_and_how_far_a_job_is(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    window, line, jobs = QMainWindow(), StatusLine(), JobsLine(runner)
    qtbot.addWidget(window)
    window.statusBar().addWidget(line)
    window.statusBar().addPermanentWidget(jobs)
    window.resize(1280, 720)
    window.show()
    line.show_status(
        Status(
            papers=12408,
            words="building",
            vectors=(5120, 12408),
            model_state="loading",
            model="Cocite small, learned from my library",
        )
    )
    line.say_of_page("148 gaps · 23 papers to cite")
    go = threading.Event()

    def work(job: Job) -> None:
        job.report(132, 4000, "file")
        go.wait(20)

    runner.start_job(TITLE, work)
    qtbot.waitUntil(lambda: "132 of 4,000" in jobs.words.text())
    QApplication.sendPostedEvents()
    for whole in (line.papers, jobs.words, jobs.button):
        qtbot.waitUntil(lambda whole=whole: whole.width() >= whole.sizeHint().width())
        right = whole.mapTo(window, whole.rect().topRight()).x()
        assert right < window.width()
    assert jobs.title.width() < jobs.title.sizeHint().width()
    assert jobs.title.toolTip().startswith(f"{TITLE}:\n132 of 4,000")
    assert line.indexes.toolTip().startswith(line.indexes.text())
    assert line.page.toolTip() == line.page.text()
    go.set()
    qtbot.waitUntil(lambda: jobs.title.text() == "")
    assert jobs.title.toolTip() == ""


def test_the_messages_of_the_log_are_in_sight(
    runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    viewer = LogViewer(tmp_path / "cocite.log", runner)
    qtbot.addWidget(viewer)
    viewer.show()
    assert viewer.table.horizontalScrollBar().maximum() == 0
    letter = viewer.table.fontMetrics().averageCharWidth()
    assert viewer.table.horizontalHeader().sectionSize(3) >= 11 * letter
