"""What runs in the background: the model of the jobs, their panel, and a line that sums up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import QT_TRANSLATE_NOOP, figure, translate
from desktop.ui.notifications import MessageModel, MessageTable
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import GRID, colors, set_icon, set_look
from desktop.ui.widgets import ShareBar, ShareRole, hbox, push_button, text_label, vbox
from desktop.ui.wrapping import ElidedLabel

ENDED_KEPT = 20

_ROOT = QModelIndex()
_STATES = {
    "waiting": QT_TRANSLATE_NOOP("JobsPanel", "waiting for its turn"),
    "succeeded": QT_TRANSLATE_NOOP("JobsPanel", "done"),
    "failed": QT_TRANSLATE_NOOP("JobsPanel", "failed"),
    "cancelled": QT_TRANSLATE_NOOP("JobsPanel", "stopped"),
}


def _choose_job(jobs: Sequence[Task]) -> Task:
    """Return the job that the line is about: what a person waits for, else what runs."""
    running = [job for job in jobs if job.state == "running"]
    return next((job for job in running if not job.can_cancel), [*running, jobs[0]][0])


_LEAST_SPEED = 0.1
"""Slower work is said by the time it takes, and not as "0.0 a second"."""


def progress_words(task: Task) -> str:
    """Return count, speed and time left of a job, as far as they are known."""
    if task.state != "running":
        return task.outcome or translate("JobsPanel", _STATES[task.state])
    if task.stop_requested:
        return translate("JobsPanel", "stopping…")
    if task.hold_reason:
        return task.hold_reason
    is_finishing = bool(task.total) and task.done_count >= task.total
    words = [_count_words(task), *([] if is_finishing else _pace_words(task))]
    return " · ".join(words)


def _count_words(task: Task) -> str:
    """Return how far a job is; when all is done, it still writes what that brought."""
    if task.total and task.done_count >= task.total:
        return translate("JobsPanel", "finishing…")
    if task.total:
        return translate("JobsPanel", "{done} of {total}").format(
            done=figure(task.done_count), total=figure(task.total)
        )
    return figure(task.done_count) if task.done_count else translate("JobsPanel", "running")


def _pace_words(task: Task) -> list[str]:
    """Return the speed of a job and the time left, as far as they are known."""
    words = []
    speed = task.per_second()
    if speed is not None and speed >= _LEAST_SPEED:
        speed_text = figure(speed, 0 if speed >= 10 else 1)
        words.append(translate("JobsPanel", "{speed} per second").format(speed=speed_text))
    remaining_seconds = task.seconds_left()
    if remaining_seconds is not None:
        words.append(translate("JobsPanel", "{time} left").format(time=duration(remaining_seconds)))
    return words


def duration(seconds: float) -> str:
    """Return a length of time in words, coarse on purpose."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    return f"{figure(seconds / 3600, 1)} h"


class _Ended:
    """A row of a job that is over; its task no longer exists."""

    def __init__(self, task: Task) -> None:
        self.title = task.title
        self.words = progress_words(task)
        self.error = task.error
        self.report = task.report

    @property
    def why(self) -> str:
        """What failed and what to do about it, "" if nothing did."""
        return "" if self.error is None else f"{self.error} {self.error.remedy}".rstrip()


class JobModel(RowModel[Task]):
    """The running jobs, oldest first, then the last ones that ended."""

    def __init__(self, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ended: list[_Ended] = []
        runner.started.connect(self._started)
        runner.ended.connect(self._over)

    def task(self, row: int) -> Task | None:
        """Return the job of a row, ``None`` if it has ended."""
        return self.rows[row] if 0 <= row < len(self.rows) else None

    def report(self, row: int) -> Callable[[], None] | None:
        """Return what shows the outcome of a job that ended, ``None`` if nothing does."""
        index = row - len(self.rows)
        return self._ended[index].report if 0 <= index < len(self._ended) else None

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else super().rowCount() + len(self._ended)

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("Job"), self.tr("Progress"), self.tr("State"), self.tr("Now")

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's variants
        task = self.task(index.row())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._texts(index.row())[index.column()]
        if role == ShareRole and task is not None and index.column() == 1:
            return task.done_count / task.total if task.total else 0.0
        if role == Qt.ItemDataRole.ForegroundRole and task is None:
            failed = self._ended[index.row() - len(self.rows)].error is not None
            return colors().bad if failed and index.column() >= 2 else colors().muted
        return None

    def line(self, row: int) -> str:
        """Return a row as it is copied."""
        return "  ".join(text for text in self._texts(row) if text)

    def _texts(self, row: int) -> tuple[str, str, str, str]:
        task = self.task(row)
        if task is not None:
            return (task.title, "", progress_words(task), task.note)
        ended = self._ended[row - len(self.rows)]
        return (ended.title, "", ended.words, ended.why)

    def _started(self, task: Task) -> None:
        row = len(self.rows)
        self.beginInsertRows(_ROOT, row, row)
        self.rows.append(task)
        self.endInsertRows()
        task.progressed.connect(self._progressed)

    def _progressed(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _over(self, task: Task) -> None:
        row = self.rows.index(task)
        task.progressed.disconnect(self._progressed)
        self.beginRemoveRows(_ROOT, row, row)
        del self.rows[row]
        self.endRemoveRows()
        if task.state == "running":
            return  # it goes on, but nobody follows it any more
        row = len(self.rows)
        self.beginInsertRows(_ROOT, row, row)
        self._ended.insert(0, _Ended(task))
        self.endInsertRows()
        if len(self._ended) > ENDED_KEPT:
            last = self.rowCount() - 1
            self.beginRemoveRows(_ROOT, last, last)
            self._ended.pop()
            self.endRemoveRows()


class JobsPanel(QFrame):
    """The list of jobs, with a button that stops the chosen one, and the messages so far."""

    def __init__(
        self, model: JobModel, messages: MessageModel | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        set_look(self, "panel")
        self._model = model
        self.table = self._make_table()
        self.messages = MessageTable(messages or MessageModel(self))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.messages)
        vbox(self._head(), self._stack, of=self, margins=0, spacing=0)
        for view in (self.table, self.messages):
            view.activated.connect(lambda _: self.show_report())
            view.selectionModel().currentChanged.connect(lambda *_: self._follow())
        for rows in (model.rowsInserted, model.rowsRemoved):
            rows.connect(self._choose_one)
        for rows in (self.messages.model().rowsInserted, self.messages.model().rowsRemoved):
            rows.connect(self._follow)
        self.tabs.currentChanged.connect(self._turn)
        self._choose_one()

    def _head(self) -> QHBoxLayout:
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(self.tr("Jobs or messages"))
        self.tabs.setDrawBase(False)
        self.tabs.addTab(self.tr("Jobs"))
        self.tabs.addTab(self.tr("Messages"))
        self.cancel_button = push_button(self.tr("Cancel job"), self.cancel_chosen, icon="cancel")
        self.report_button = push_button(self.tr("Show report"), self.show_report, icon="text")
        self.copy_button = push_button(self.tr("Copy"), self.copy, icon="copy")
        self.close_button = QPushButton()
        self.close_button.setAccessibleName(self.tr("Hide the jobs"))
        self.close_button.setToolTip(self.tr("Hide the jobs (Alt+Shift+J)"))
        set_look(self.close_button, "quiet")
        set_icon(self.close_button, "close")
        self.close_button.clicked.connect(self.hide)
        top = hbox(self.tabs, 1, margins=(8, 4, 8, 4), spacing=GRID)
        for button in (
            self.report_button,
            self.cancel_button,
            self.copy_button,
            self.close_button,
        ):
            top.addWidget(button)
        return top

    @override
    def sizeHint(self) -> QSize:
        return QSize(640, max(200, 8 * self.fontMetrics().height()))

    def focus_list(self) -> None:
        """Put the focus on the list in front, on what goes on or came last."""
        on_jobs = self._stack.currentWidget() is self.table
        shown_list = self.table if on_jobs else self.messages
        shown_list.setCurrentIndex(shown_list.model().index(0, 0))  # a row moves down with its job
        shown_list.setFocus()

    def copy(self) -> None:
        """Put what the list in front says on the clipboard: the chosen row, else all."""
        if self._stack.currentWidget() is self.messages:
            self.messages.copy()
            return
        chosen = self.table.currentIndex().row()
        rows = [chosen] if chosen >= 0 else range(self._model.rowCount())
        QGuiApplication.clipboard().setText("\n".join(self._model.line(row) for row in rows))

    def _turn(self, page: int) -> None:
        self._stack.setCurrentIndex(page)
        self._follow()

    def show_report(self) -> None:
        """Show what became of the chosen job, or what the chosen message is about."""
        call = self._report()
        if call is not None:
            call()

    def _report(self) -> Callable[[], None] | None:
        if self._stack.currentWidget() is self.messages:
            return self.messages.report()
        return self._model.report(self.table.currentIndex().row())

    def cancel_chosen(self) -> None:
        """Stop the chosen job."""
        task = self._model.task(self.table.currentIndex().row())
        if task is not None:
            task.cancel()

    def _make_table(self) -> RowTable:
        table = RowTable(self._model, self.tr("Jobs"), letters=(44, 28, 48))
        table.setItemDelegateForColumn(1, ShareBar(table))
        table.horizontalHeader().hide()
        return table

    def _choose_one(self) -> None:
        if self._model.rowCount() and not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        self._follow()

    def _follow(self) -> None:
        on_jobs = self._stack.currentWidget() is self.table
        task = self._model.task(self.table.currentIndex().row()) if on_jobs else None
        self.cancel_button.setVisible(on_jobs)
        self.cancel_button.setEnabled(task is not None and task.can_cancel)
        why = "" if task is not None else self.tr("Choose a running job first.")
        if task is not None and not task.can_cancel:
            why = self.tr("This cannot be cancelled. Undo it when it has ended.")
        self.cancel_button.setToolTip(
            why or self.tr("Cancel the selected job; finished parts are kept")
        )
        reported = self._report() is not None
        self.report_button.setEnabled(reported)
        why = self.tr("Choose a job or a message that has a report, such as an import.")
        self.report_button.setToolTip("" if reported else why)
        rows = self._model.rowCount() if on_jobs else self.messages.model().rowCount()
        self.copy_button.setEnabled(rows > 0)
        self.copy_button.setToolTip("" if rows else self.tr("Nothing to copy"))


class JobsLine(QWidget):
    """One line for the status bar: what runs, how far it is, and a button for the panel.

    Signals:
        panel_wanted: the button was pressed.
    """

    panel_wanted = Signal()

    def __init__(self, runner: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.title, self.words = ElidedLabel(), text_label()
        for label in (self.title, self.words):
            set_look(label, "muted")
        self.cancel_button = QPushButton()
        self.cancel_button.setAccessibleName(self.tr("Cancel the running job"))
        set_look(self.cancel_button, "quiet")
        set_icon(self.cancel_button, "cancel")
        self.cancel_button.clicked.connect(self._cancel)
        self.button = push_button(
            self.tr("Jobs"),
            self.panel_wanted,
            icon="jobs",
            look="quiet",
            tip=self.tr("Show or hide the jobs (Alt+Shift+J)"),
        )
        hbox(
            self.title,
            self.words,
            self.cancel_button,
            self.button,
            of=self,
            margins=(0, 0, 8, 0),
            spacing=4,
        )
        runner.started.connect(self._started)
        runner.ended.connect(self._handle_ended_task)
        self._show()

    def _started(self, task: Task) -> None:
        task.progressed.connect(self._show)
        self._show()

    def _handle_ended_task(self, _ended: Task) -> None:
        self._show()

    def _show(self) -> None:
        jobs = self._runner.list_shown_jobs()
        if not jobs:
            self.cancel_button.hide()
            self._say("", "")
            return
        first = _choose_job(jobs)
        self.cancel_button.setVisible(first.can_cancel)
        several = self.tr("{count} jobs:").format(count=len(jobs)) if len(jobs) > 1 else ""
        self._say(f"{several} {first.title}:".strip(), progress_words(first))
        self.cancel_button.setToolTip(self.tr("Cancel: {title}").format(title=first.title))

    def _say(self, title: str, words: str) -> None:
        self.title.say(title, words)
        self.words.setText(words)

    def _cancel(self) -> None:
        jobs = self._runner.list_shown_jobs()
        if jobs:
            _choose_job(jobs).cancel()
