"""A short list of files and folders that were chosen, each of which can be taken off again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop.ui.theme import GRID
from desktop.ui.widgets import hbox, push_button

_ROWS = 3


class ChosenFiles(QWidget):
    """Lists files and folders; hidden while there is none.

    Signals:
        changed: files came or went.
    """

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths: list[Path] = []
        self._names = QStringListModel(self)
        self.list = QListView()
        self.list.setAccessibleName(name)
        self.list.setModel(self._names)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.remove_button = push_button(
            self.tr("Remove"), lambda *_: self.remove_selected(), look="quiet"
        )
        remove = QAction(self.remove_button.text(), self.list)
        remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        remove.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        remove.triggered.connect(lambda *_: self.remove_selected())
        self.list.addAction(remove)
        row = hbox((self.list, 1), of=self, margins=0, spacing=GRID)
        row.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignTop)
        self._show()

    def paths(self) -> list[Path]:
        """Return what was chosen, in the order in which it was."""
        return list(self._paths)

    def add(self, paths: Iterable[Path]) -> None:
        """Choose more; what is listed already is not listed twice."""
        self._paths = list(dict.fromkeys((*self._paths, *paths)))
        self._show()

    def remove_selected(self) -> None:
        """Take the selected ones off the list."""
        rows = {index.row() for index in self.list.selectionModel().selectedRows()}
        self._paths = [path for row, path in enumerate(self._paths) if row not in rows]
        self._show()

    def _show(self) -> None:
        self._names.setStringList([str(path) for path in self._paths])
        line = self.list.fontMetrics().height() + GRID
        self.list.setFixedHeight(GRID + line * max(1, min(_ROWS, len(self._paths))))
        self.setVisible(bool(self._paths))
        self.list.setCurrentIndex(self._names.index(len(self._paths) - 1))
        self.changed.emit()
