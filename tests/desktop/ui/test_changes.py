"""Undo in the window.

Changes that can be undone, also after a restart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.workspace import Workspace
from desktop.app.main_window import MANUSCRIPT, MainWindow
from desktop.ui.changes import MANY_PAPERS, LibraryChanges, UndoAction
from desktop.ui.tasks import TaskRunner
from tests.desktop.page_window import pages_of, press
from tests.desktop.provoked import held

# --- undo and redo for the whole window: what the history of the library can take back --------


def test_undo_takes_the_last_action_back_whatever_page_is_in_front(
    window: MainWindow, qtbot: QtBot
) -> None:
    library = pages_of(window).library
    library.table.selectRow(0)
    library.table.setFocus()
    qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: library.model.rowCount() == 119)
    window.show_page(MANUSCRIPT)
    press(qtbot, window, Qt.Key.Key_Z, "Control")
    qtbot.waitUntil(lambda: library.model.rowCount() == 120)
    assert window.news.message.text().startswith("Undone: Moved “")
    library.changes.undo.redo()
    qtbot.waitUntil(lambda: library.model.rowCount() == 119)
    assert window.news.message.text().startswith("Redone: Moved “")


def test_what_undo_would_do_is_no_wider_than_a_menu(window: MainWindow, qtbot: QtBot) -> None:
    undo = pages_of(window).library.changes.undo
    entry = UndoAction(undo, window)
    pages_of(window).library.changes.add_collection("Wet & dry " * 12)
    qtbot.waitUntil(lambda: entry.text() != "Undo" and undo.undo_text != "")
    assert len(undo.undo_text) > 100
    assert entry.text().startswith("Undo: Created the collection “Wet && dry")
    assert entry.text().endswith("…")
    assert len(entry.text()) < 80


def test_a_key_pressed_once_too_often_asks_before_an_import_goes_to_the_trash(
    window: MainWindow, workspace: Workspace, qtbot: QtBot
) -> None:
    library, store = pages_of(window).library, workspace.library
    before = len(store.papers.numbers())
    new = [PaperRecord(title=f"New on fens, part {part}") for part in range(MANY_PAPERS + 1)]
    with store.database.action(Message("Imported 11 papers from {name}", name="fens.bib")):
        list(store.papers.add(new, source="fens.bib"))
    library.changes.note_action()
    library.changes.add_collection("Fens")
    qtbot.waitUntil(lambda: "Fens" in library.changes.undo.undo_text)
    window.show_page(MANUSCRIPT)
    for _ in range(3):  # faster than the library answers
        press(qtbot, window, Qt.Key.Key_Z, "Control")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None)
    (box,) = window.findChildren(QMessageBox)
    assert box.text() == "Undo “Imported 11 papers from fens.bib”?"
    assert box.informativeText().startswith(f"{MANY_PAPERS + 1} papers")
    assert len(store.papers.numbers()) == before + MANY_PAPERS + 1
    (button,) = [one for one in box.buttons() if one.text() == "Undo"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(store.papers.numbers()) == before)


def test_an_undo_that_another_change_overtakes_takes_that_change_back(
    window: MainWindow, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    library, store = pages_of(window).library, workspace.library
    new = [PaperRecord(title=f"New on fens, part {part}") for part in range(MANY_PAPERS + 1)]
    list(store.papers.add(new, source="fens.bib"))
    before = len(store.papers.numbers())
    library.changes.note_action()
    next_actions = held(monkeypatch, store.history, "next_actions")
    library.changes.undo.undo_or_ask()
    qtbot.waitUntil(lambda: bool(next_actions.calls))
    library.changes.add_collection("Fens")
    next_actions.let_go()
    qtbot.waitUntil(lambda: window.news.message.text().startswith("Undone: Created"))
    assert window.findChild(QMessageBox) is None
    assert len(store.papers.numbers()) == before


# --- what a person changes in the library; each change can be undone (Ctrl+Z names it) --------


def test_undo_takes_back_what_was_done_before_the_start(
    qtbot: QtBot, workspace: Workspace, runner: TaskRunner
) -> None:
    papers = workspace.library.papers
    number = PaperNumber(papers.numbers()[0])
    papers.trash([number])
    changes = LibraryChanges(workspace, runner)
    changes.undo.refresh()
    qtbot.waitUntil(lambda: changes.undo.undo_text != "")
    with qtbot.waitSignal(changes.changed):
        changes.undo.undo()
    assert number in papers.numbers()
    with qtbot.waitSignal(changes.changed):
        changes.undo.redo()
    assert number not in papers.numbers()


def test_filling_in_details_of_several_papers_is_one_action(
    qtbot: QtBot, workspace: Workspace, runner: TaskRunner
) -> None:
    papers = workspace.library.papers
    found = [(paper, {"url": "https://example.org"}) for paper in papers.get_many(papers.numbers())]
    assert len(found) > 1
    done = len(workspace.library.history.all())
    changes = LibraryChanges(workspace, runner)
    with qtbot.waitSignal(changes.changed):
        changes.fill_in(found)
    assert {paper.url for paper in papers.get_many(papers.numbers())} == {"https://example.org"}
    assert len(workspace.library.history.all()) == done + 1
    with qtbot.waitSignal(changes.changed):
        changes.undo.undo()
    assert papers.get_many(papers.numbers()) == [paper for paper, _ in found]
