"""What the map pane shows beside the map: that it is being drawn, and what a lasso holds."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QPushButton,
    QWidget,
)

from desktop.language.wording import figure
from desktop.ui.empty_state import EmptyState
from desktop.ui.tasks import Task
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox


class DrawingState(QWidget):
    """Says how far the drawing of the map is.

    Signals:
        stop_wanted: the drawing is to end.
    """

    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calm = self.tr("You can keep working.")
        busy = EmptyState(self.tr("Drawing the map"), self._calm)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(self.tr("Progress of the map"))
        self.progress.setTextVisible(False)
        self.progress.setMaximum(0)
        self.stop_button = busy.add_step(self.tr("Stop"), self.stop_wanted.emit)
        self.doing = busy.explanation
        column = vbox(self.progress, margins=(96, 0, 96, 24))
        vbox((busy, 1), column, of=self)

    def follow(self, task: Task) -> None:
        """Show how far a drawing is."""
        self.progress.setMaximum(task.total)
        self.progress.setValue(task.done_count)
        if task.note:
            self.doing.setText(f"{self._calm}\n{task.note}")


class TakenBar(QFrame):
    """A strip that says how many papers are chosen, and what can be done with them.

    Signals:
        collect_wanted, similar_wanted, clear_wanted: a button was pressed.
    """

    collect_wanted = Signal()
    similar_wanted = Signal()
    clear_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "news")
        self.label = text_label()
        self.collect_button = QPushButton(self.tr("Add to collection…"))
        self.like_button = QPushButton(self.tr("Find similar"))
        clear = push_button(self.tr("Clear"), look="quiet")
        row = hbox((self.label, 1), of=self, margins=(12, 4, 8, 4))
        for button, signal in (
            (self.collect_button, self.collect_wanted),
            (self.like_button, self.similar_wanted),
            (clear, self.clear_wanted),
        ):
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
            row.addWidget(button)
        self.hide()

    def show_count(self, count: int) -> None:
        """Say how many papers are chosen; the strip goes when there are none."""
        self.setVisible(count > 0)
        text = self.tr("1 paper chosen") if count == 1 else self.tr("{count} papers chosen")
        self.label.setText(text.format(count=figure(count)))
