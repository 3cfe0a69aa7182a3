"""Folders that are watched."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.library.import_actions import ImportActions
from desktop.library.watching import FolderWatch, WatchedFoldersDialog
from desktop.ui.tasks import TaskRunner
from tests.desktop.library.imported_files import BOOK, Engine


def test_what_arrives_in_a_watched_folder_is_imported_once(
    actions: ImportActions, engine: Engine, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    arrivals = tmp_path / "arrivals"
    arrivals.mkdir()
    watch = actions.watch
    assert isinstance(watch, FolderWatch)
    dialog = WatchedFoldersDialog(watch)
    qtbot.addWidget(dialog)
    dialog.add_folder(tmp_path / "nowhere")
    qtbot.waitUntil(lambda: "not a folder" in dialog.problem.text())
    dialog.add_folder(arrivals)
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    (arrivals / "a.bib").write_text(BOOK, encoding="utf-8")
    entries: list[object] = []
    watch.importer.finished.connect(entries.append)
    for _ in range(4):
        qtbot.waitUntil(lambda: runner.pending() == 0)
        watch.look()
    qtbot.waitUntil(lambda: engine.library.papers.count() == 1 and runner.pending() == 0)
    assert len(entries) == 1
    dialog.list.setCurrentRow(0)
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.list.count() == 0)
