"""What an import came to, and one that was cut off.

Imports in the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.base.reports import ImportReport
from desktop.library.import_actions import ImportActions
from desktop.library.importing import (
    NAME,
    UNFINISHED_NAME,
    ImportEntryModel,
    Importer,
    ImportReportDialog,
    ImportResult,
    add_import,
    take_unfinished,
)
from desktop.ui.changes import LibraryUndo
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library.imported_files import BOOK, Engine
from tests.desktop.other_pages import Fatal

# --- how an import ended, counted and in one sentence -----------------------------------------


def test_an_import_that_a_close_cut_off_is_offered_once(
    actions: ImportActions, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    sources = [tmp_path / "a.bib", BOOK]
    (tmp_path / "a.bib").write_text(BOOK.replace("{a,", "{b,").replace("Walks", "Runs"))
    add_import(engine.library.folder, "cut off", sources)
    questions: list[tuple[str, str, Callable[[], None]]] = []
    actions.offer_unfinished(lambda *question: questions.append(question))
    qtbot.waitUntil(lambda: bool(questions))
    text, action, call = questions[0]
    assert (text, action) == (
        wording.fill("desktop.library.import_actions:offer", name="a.bib and 1 more"),
        "Continue import",
    )
    call()
    qtbot.waitUntil(lambda: engine.library.papers.count() == 2)
    qtbot.waitUntil(lambda: not (engine.library.folder / UNFINISHED_NAME).exists())
    assert take_unfinished(engine.library.folder) == ()
    assert len(questions) == 1


def test_an_import_is_noted_while_it_runs_and_not_offered_meanwhile(
    actions: ImportActions, engine: Engine, qtbot: QtBot
) -> None:
    go_on = threading.Event()
    add = engine.add

    def wait_and_add(*args: object, **more: object) -> ImportReport:
        go_on.wait(10)
        return add(*args, **more)  # type: ignore[arg-type]

    engine.add = wait_and_add  # type: ignore[method-assign, assignment]
    actions._importer.start([BOOK])
    qtbot.waitUntil((engine.library.folder / UNFINISHED_NAME).exists)
    asked: list[object] = []
    actions._importer.take_unfinished(asked.append)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [()]
    assert (engine.library.folder / UNFINISHED_NAME).exists()
    go_on.set()
    qtbot.waitUntil(lambda: not (engine.library.folder / UNFINISHED_NAME).exists())


def test_a_damaged_note_of_imports_is_none(tmp_path: Path) -> None:
    for text in ("", "[1]", '{"a": 3}', '{"a": [{"path": 7}]}'):
        (tmp_path / UNFINISHED_NAME).write_text(text)
        assert take_unfinished(tmp_path) == ()


# --- runs an import as a job, then lists what became of each record ---------------------------


@pytest.mark.parametrize("form", ["file", "address", "text"])
def test_drops_are_imported(
    actions: ImportActions,
    engine: Engine,
    runner: TaskRunner,
    tmp_path: Path,
    form: str,
    qtbot: QtBot,
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions.accept_drops(window)
    assert window.acceptDrops()
    source = tmp_path / "a.bib"
    source.write_text(BOOK, encoding="utf-8")
    data = QMimeData()
    if form == "text":
        data.setText(BOOK)
    else:
        web = QUrl("https://arxiv.org/abs/1706.03762")
        data.setUrls([QUrl.fromLocalFile(str(source)) if form == "file" else web])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, drop)
    qtbot.waitUntil(lambda: engine.library.papers.count() == 1 and runner.pending() == 0)


def test_one_pasted_id_is_answered_in_a_sentence(
    actions: ImportActions, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("10.1038/nature14539")
    actions.paste_here.trigger()
    qtbot.waitUntil(lambda: bool(notices) and runner.pending() == 0)
    assert notices[-1].startswith("Added: “10.1038/nature14539”; only the id is known")
    actions.paste_here.trigger()
    qtbot.waitUntil(lambda: len(notices) == 2 and runner.pending() == 0)
    assert notices[-1] == "Already there: “10.1038/nature14539”."


def test_the_report_of_an_import_can_be_shown_at_the_next_start(
    actions: ImportActions, engine: Engine, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    actions.last.trigger()
    qtbot.waitUntil(lambda: bool(notices))
    assert notices == [wording.fill("desktop.library.import_actions:show")]
    results: list[ImportResult] = []
    actions._importer.finished.connect(results.append)
    actions._importer.start([BOOK + "\n@book{half"])
    qtbot.waitUntil(lambda: bool(results) and runner.pending() == 0)

    page = QWidget()  # of the next start
    qtbot.addWidget(page)
    importer = Importer(engine, runner, page)  # type: ignore[arg-type]
    again = ImportActions(page, importer, notices, LibraryUndo(engine, runner, page), enabled=True)
    again.last.trigger()
    qtbot.waitUntil(lambda: bool(page.findChildren(ImportReportDialog)))
    dialog = page.findChildren(ImportReportDialog)[0]
    assert dialog._result == results[0]
    assert dialog._result.counts["added"] == len(dialog._result.added) == 1
    dialog.close()
    (engine.library.folder / NAME).write_text("{half", encoding="utf-8")
    again.last.trigger()
    qtbot.waitUntil(lambda: notices[-1].startswith("No import report"))


def test_the_model_of_an_import_report_keeps_the_rules_of_qt(qapp: QApplication) -> None:
    model = ImportEntryModel()
    tester = QAbstractItemModelTester(model, Fatal)
    model.show_rows(())
    assert tester.model() is model
