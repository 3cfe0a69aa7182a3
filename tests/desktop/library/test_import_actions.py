"""Pasted text, drops and watched folders, with a real library behind them."""

from __future__ import annotations

import threading
from pathlib import Path

import shiboken6
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.library.import_actions import ImportActions, PasteDialog
from desktop.library.importing import (
    Importer,
    ImportResult,
    list_sources,
)
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library.imported_files import BOOK, Engine


def test_pasted_text_is_imported(
    actions: ImportActions, engine: Engine, runner: TaskRunner, qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText(BOOK)
    actions.paste.trigger()
    dialog = actions.parent().findChild(PasteDialog)
    assert isinstance(dialog, PasteDialog)
    assert dialog.text() == BOOK
    dialog.edit.clear()
    assert not dialog.add.isEnabled()
    dialog.edit.setPlainText(BOOK)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: engine.library.papers.count() == 1 and runner.pending() == 0)


def test_text_can_be_typed_when_nothing_was_ever_copied(actions: ImportActions) -> None:
    QGuiApplication.clipboard().clear()
    actions.paste.trigger()
    dialog = actions.parent().findChild(PasteDialog)
    assert isinstance(dialog, PasteDialog)
    assert dialog.text() == ""


def test_an_import_that_outlives_its_page_ends_in_silence(
    actions: ImportActions, engine: Engine, runner: TaskRunner, qtbot: QtBot
) -> None:
    page = QWidget()
    importer = Importer(engine, runner, page)  # type: ignore[arg-type]  # all that it asks for
    gate = threading.Event()
    runner.start_job("before it", lambda _: gate.wait(30))
    importer.start([BOOK]).cancel()
    shiboken6.delete(page)
    gate.set()
    qtbot.waitUntil(lambda: runner.pending() == 0)


def test_an_empty_drop_brings_nothing() -> None:
    assert list_sources(QMimeData()) == []


MIXED = f"""10.1038/nature14539

{BOOK}

J. Doe and A. Roe. Lamps of the northern coast. Journal of Lights, 12(3):4-9, 2004.
"""


def test_pasting_into_the_table_answers_each_piece(
    actions: ImportActions,
    engine: Engine,
    runner: TaskRunner,
    notices: Notices,
    qtbot: QtBot,
) -> None:
    QGuiApplication.clipboard().setText(MIXED)
    results: list[ImportResult] = []
    actions._importer.finished.connect(results.append)
    actions.paste_here.trigger()
    qtbot.waitUntil(lambda: bool(results) and runner.pending() == 0)
    assert engine.library.papers.count() == 3
    by_title = {entry.title: entry for entry in results[0].entries}
    assert by_title["Walks on graphs"].reason == ""
    assert (
        wording.stem("core.library.imports.pasting:_WAITS")
        in by_title["10.1038/nature14539"].reason
    )
    assert "Lamps of the northern coast" in by_title
    assert notices[-1] == "Import finished: 3 added."
    assert notices.stays
    assert actions.pasted_paper(results[0]) == results[0].entries[0].paper
    assert actions.pasted_paper(results[0]) is None  # once


def test_pasted_paths_are_files(tmp_path: Path) -> None:
    one, other = tmp_path / "a b.bib", tmp_path / "c.ris"
    one.touch()
    other.touch()
    data = QMimeData()
    data.setText(f"{one}\n{QUrl.fromLocalFile(str(other)).toString()}\n10.1038/nature14539")
    assert list_sources(data) == [one, other, "10.1038/nature14539"]
    data.setText(f"{tmp_path}/no such file.bib")
    assert list_sources(data) == [f"{tmp_path}/no such file.bib"]


def test_an_empty_clipboard_is_said_to_be_so(actions: ImportActions, notices: Notices) -> None:
    QGuiApplication.clipboard().clear()
    actions.paste_here.trigger()
    assert notices == [wording.fill("desktop.library.import_actions:paste_papers")]
