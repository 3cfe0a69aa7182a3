"""Watched folders as the window sees them: a look every few seconds, and the list of folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QListWidget,
    QWidget,
)

from core.base.errors import EngineError
from desktop.library.importing import Importer
from desktop.ui.dialogs import ExplainedDialog, close_button
from desktop.ui.file_dialogs import choose_folder
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.widgets import hbox, push_button, while_alive

LOOK_EVERY_MS = 5_000


class Watched(Protocol):
    """The watched folders of a library."""

    def folders(self) -> list[Path]:
        """Give the folders, by path."""

    def add(self, folder: Path, *, skip_present: bool = False) -> None:
        """Watch a folder; an ``EngineError`` says why it cannot be."""

    def remove(self, folder: Path) -> None:
        """Watch it no more."""

    def ready(self) -> list[Path]:
        """Look at the folders; give the new files that have stopped growing."""

    def note_imported(self, paths: Iterable[Path]) -> None:
        """Remember that they were imported."""


class FolderWatch(QObject):
    """Imports what arrives in the watched folders of an open library.

    After an import that was cancelled or failed it rests until the folders are changed or the
    library is opened again: it would fail, or be cancelled, every few seconds.

    Signals:
        changed: the list of folders.
        failed: a folder cannot be watched (an ``EngineError``).
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(
        self, watched: Watched, importer: Importer, runner: TaskRunner, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._watched = watched
        self.importer = importer
        self._runner = runner
        self._looking: Task | None = None
        self._importing: Task | None = None
        self.folders: list[Path] = []
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._runner.run(watched.folders, self._show, owner=self)

    def add(self, folder: Path, *, skip_present: bool) -> None:
        """Watch a folder from now on."""
        self._change(lambda: self._watched.add(folder, skip_present=skip_present))

    def remove(self, folder: Path) -> None:
        """Watch a folder no more."""
        self._change(lambda: self._watched.remove(folder))

    def look(self) -> None:
        """Look for new files, unless a look or an import of them is under way."""
        if self._looking is None and self._importing is None:
            self._looking = self._runner.run(
                self._watched.ready, self._files_found, failed=self._rest, owner=self
            )

    def _change(self, work: Callable[[], None]) -> None:
        def changed() -> list[Path]:
            work()
            return self._watched.folders()

        self._runner.run(changed, self._show, failed=self.failed.emit, owner=self, write=True)

    def _show(self, folders: list[Path]) -> None:
        self.folders = folders
        if folders:
            self._timer.start()
        else:
            self._timer.stop()
        self.changed.emit()

    def _rest(self, _: EngineError) -> None:
        self._looking = None
        self._timer.stop()

    def _files_found(self, paths: list[Path]) -> None:
        self._looking = None
        if not paths:
            return
        task = self.importer.start(paths, then=lambda: self._watched.note_imported(paths))
        self._importing = task

        def ended() -> None:
            self._importing = None
            if task.state != "succeeded":
                self._timer.stop()

        task.ended.connect(while_alive(self, ended))


class WatchedFoldersDialog(ExplainedDialog):
    """The list of watched folders, to add to and to take from."""

    def __init__(self, watch: FolderWatch, parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "While this library is open, new PDFs and reference files in these folders and "
            "their subfolders are imported once they are complete."
        )
        super().__init__(parent, self.tr("Watched folders"), explanation, size=(560, 360))
        self._watch = watch
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Watched folders"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.itemSelectionChanged.connect(self._selected)
        self.only_new = QCheckBox(self.tr("Skip files already in a folder when it is added"))
        self.lay_out((self.list, 1), self.only_new, self._buttons())
        watch.changed.connect(self._show)
        watch.failed.connect(self.show_problem)
        self._show()

    def add_folder(self, folder: Path) -> None:
        """Watch a folder that was chosen."""
        self.problem.hide()
        self._watch.add(folder, skip_present=self.only_new.isChecked())

    def _buttons(self) -> QHBoxLayout:
        self.add = push_button(self.tr("Add folder…"), self._choose)
        self.remove = push_button(self.tr("Remove"), self._remove)
        return hbox(self.add, self.remove, 1, close_button(self))

    def _choose(self) -> None:
        choose_folder(self, self.tr("Watch a folder"), self.add_folder)

    def _remove(self) -> None:
        for item in self.list.selectedItems():
            self._watch.remove(Path(item.text()))

    def _show(self) -> None:
        self.list.clear()
        self.list.addItems([str(folder) for folder in self._watch.folders])
        self._selected()

    def _selected(self) -> None:
        self.remove.setEnabled(bool(self.list.selectedItems()))
