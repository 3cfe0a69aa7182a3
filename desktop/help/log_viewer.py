"""The log viewer: the last entries of the log, by level and words, to read and to copy."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    Qt,
    QTimer,
)
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import choose_plural
from desktop.ui.form_fields import DropDown
from desktop.ui.opening import open_file
from desktop.ui.remembered_state import remember_panes, resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import GRID, colors, use_fixed_width
from desktop.ui.widgets import hbox, let_clear, push_button, text_label, vbox

# --- reading the log file ---------------------------------------------------------------
#
# Reads the log that ``core.base.logs`` writes: its last entries with time, level and text.

MOST_BYTES = 500_000
"""Read from the end of the log; some thousand entries."""

_HEAD = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:,\d+)? ([A-Z]+) ([\w.]+): (.*)")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry; ``text`` may have several lines. ``level`` is one of ``logging``'s numbers."""

    at: str
    level: int
    source: str
    text: str

    @property
    def level_name(self) -> str:
        """The level as it stands in the file."""
        return logging.getLevelName(self.level)

    def line(self) -> str:
        """Return the entry as it stands in the file."""
        return f"{self.at} {self.level_name} {self.source}: {self.text}"


def last_entries(path: Path) -> list[LogEntry]:
    """Return the last entries of the log, oldest first; none if there is no log."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - MOST_BYTES))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return parsed(text.splitlines())


def parsed(lines: Iterable[str]) -> list[LogEntry]:
    """Return the entries of some lines; what stands before the first whole one is left out."""
    entries: list[tuple[str, int, str, list[str]]] = []
    levels = logging.getLevelNamesMapping()
    for line in lines:
        head = _HEAD.fullmatch(line)
        if head is not None:
            at, level, source, text = head.groups()
            entries.append((at, levels.get(level, logging.INFO), source, [text]))
        elif entries:
            entries[-1][3].append(line)
    return [LogEntry(at, level, source, "\n".join(text)) for at, level, source, text in entries]


def clear(path: Path) -> None:
    """Empty the log in place, for it is open, and remove the older ones that rolled over."""
    try:
        with path.open("r+b") as file:
            file.truncate(0)
        for older in path.parent.glob(f"{path.name}.*"):
            older.unlink(missing_ok=True)
    except OSError as error:
        logging.getLogger(__name__).warning("The log could not be cleared: %s", error.strerror)


LOOK_EVERY_MS = 2_000
_ROOT = QModelIndex()


class LogModel(RowModel[LogEntry]):
    """The entries that are shown, oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[LogEntry] = []
        self._least = logging.NOTSET
        self._words: tuple[str, ...] = ()

    def show(self, entries: list[LogEntry]) -> None:
        """Show other entries: drop the first rows that are gone, add the new ones to the rest."""
        dropped_count = _count_dropped(self._all, entries)
        new = entries[len(self._all) - dropped_count :]
        self._drop(sum(self._is_wanted(entry) for entry in self._all[:dropped_count]))
        self._append([entry for entry in new if self._is_wanted(entry)])
        self._all = entries

    def show_only(self, least: int, words: Sequence[str]) -> None:
        """Leave out what is below a level or lacks one of the words, in lower case."""
        self._least, self._words = least, tuple(words)
        self._filter()

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("Time"), self.tr("Level"), self.tr("From"), self.tr("Message")

    @override
    def cell(self, entry: LogEntry, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            first = entry.text.partition("\n")[0]
            return (entry.at, entry.level_name.capitalize(), entry.source, first)[column]
        if role == Qt.ItemDataRole.ForegroundRole and column == 1:
            if entry.level >= logging.ERROR:
                return colors().bad
            return colors().warn if entry.level >= logging.WARNING else colors().muted
        return None

    def _is_wanted(self, entry: LogEntry) -> bool:
        text = f"{entry.source} {entry.text}".casefold()
        return entry.level >= self._least and all(word in text for word in self._words)

    def _filter(self) -> None:
        self.show_rows(entry for entry in self._all if self._is_wanted(entry))

    def _drop(self, rows: int) -> None:
        if rows:
            self.beginRemoveRows(_ROOT, 0, rows - 1)
            del self.rows[:rows]
            self.endRemoveRows()

    def _append(self, new: Sequence[LogEntry]) -> None:
        if new:
            self.beginInsertRows(_ROOT, len(self.rows), len(self.rows) + len(new) - 1)
            self.rows.extend(new)
            self.endInsertRows()


def _count_dropped(old: Sequence[LogEntry], new: Sequence[LogEntry]) -> int:
    """Return how many of the first old entries are gone; the others are the first new ones."""
    for dropped_count, entry in enumerate(old):
        if new and entry == new[0] and old[dropped_count:] == new[: len(old) - dropped_count]:
            return dropped_count
    return len(old)


class LogViewer(QDialog):
    """Follows the log while it is shown. Not modal."""

    def __init__(self, path: Path, runner: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Log"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 920, 560)
        self._path, self._runner = path, runner
        self._request: Task | None = None
        self._chosen: LogEntry | None = None
        self.model = LogModel(self)
        self.level = DropDown()
        self.level.setAccessibleName(self.tr("Minimum level"))
        for least, name in (
            (logging.NOTSET, self.tr("Everything")),
            (logging.WARNING, self.tr("Warnings and errors")),
            (logging.ERROR, self.tr("Errors")),
        ):
            self.level.addItem(name, least)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Search in the log"))
        self.filter.setAccessibleName(self.tr("Search in the log"))
        let_clear(self.filter)
        self.level.currentIndexChanged.connect(lambda _: self._choose())
        self.filter.textChanged.connect(lambda _: self._choose())
        self.table = self._make_table()
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Chosen entry"))
        use_fixed_width(self.text)
        self.text.setPlaceholderText(self.tr("Choose an entry to read all of it."))
        self.count = text_label("", "muted")
        self._lay_out()
        self.model.rowsRemoved.connect(self._scroll_along)
        self._clock = QTimer(self, interval=LOOK_EVERY_MS)
        self._clock.timeout.connect(self.look)

    def look(self) -> None:
        """Read what the log holds now."""
        if self._request is None:
            path = self._path
            self._request = self._runner.run(lambda: last_entries(path), self._show, owner=self)

    def copy(self) -> None:
        """Put the chosen entries on the clipboard, all that are shown if none is chosen."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        entries = [self.model.rows[row] for row in rows] or self.model.rows
        QGuiApplication.clipboard().setText("\n".join(entry.line() for entry in entries))

    def open_folder(self) -> None:
        """Show where the log lies."""
        open_file(self._path.parent)

    def _make_table(self) -> RowTable:
        name = self.tr("Entries of the log")
        table = RowTable(self.model, name, letters=(22, 10, 22), several=True)
        table.selectionModel().currentChanged.connect(lambda index, _: self._show_entry(index))
        return table

    def _lay_out(self) -> None:
        head = hbox(self.level, (self.filter, 1), spacing=GRID)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setHandleWidth(1)
        split.addWidget(self.table)
        split.addWidget(self.text)
        split.setSizes([360, 120])
        remember_panes(split, "log")
        self.copy_button = push_button(
            self.tr("Copy"),
            self.copy,
            icon="copy",
            tip=self.tr("Copies the chosen entries, or all that are shown"),
        )
        self.folder_button = push_button(self.tr("Open folder"), self.open_folder, icon="folder")
        close = push_button(self.tr("Close"), self.close)
        foot = hbox((self.count, 1), spacing=GRID)
        for button in (self.copy_button, self.folder_button, close):
            button.setAutoDefault(False)
            foot.addWidget(button)
        vbox(head, (split, 1), foot, of=self, margins=2 * GRID, spacing=GRID)

    def _choose(self) -> None:
        least, words = self.level.currentData(), self.filter.text().casefold().split()
        self._change_rows(lambda: self.model.show_only(least, words))

    def _show(self, entries: list[LogEntry]) -> None:
        self._request = None
        self._change_rows(lambda: self.model.show(entries))

    def _change_rows(self, change: Callable[[], None]) -> None:
        """Change the rows; the entry that is read stays chosen as long as it is among them."""
        chosen, bar = self._chosen, self.table.verticalScrollBar()
        at_end = bar.value() == bar.maximum()
        change()
        if not self.table.selectionModel().hasSelection():
            if chosen in self.model.rows:
                self.table.selectRow(self.model.rows.index(chosen))
            else:
                self.table.setCurrentIndex(QModelIndex())
                self._show_entry(QModelIndex())
        if at_end and self._chosen is None:
            self.table.scrollToBottom()
        self._count()

    def _count(self) -> None:
        entries = self.model.rowCount()
        self.count.setText(choose_plural(self.tr("%Ln entr(y|ies)", "", entries), entries))

    def _scroll_along(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Leave the rows in sight where they are when rows above them are gone."""
        bar = self.table.verticalScrollBar()
        bar.setValue(bar.value() - (last - first + 1))

    def _show_entry(self, index: QModelIndex) -> None:
        self._chosen = self.model.rows[index.row()] if index.isValid() else None
        self.text.setPlainText("" if self._chosen is None else self._chosen.text)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()
        self._clock.start()
