"""The history of trainings: what runs, what was paused or failed, what came of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from core.runs.records import Run
from desktop.language.engine_words import in_language
from desktop.training.rows import Row, Rows, RowsView
from desktop.training.words import day, score, state_words, time_left
from desktop.ui.confirm import confirm
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.training import Training

LOOK_EVERY_MS = 2_000


class RunsView(QWidget):
    """Lists the runs and follows them while it is visible.

    Signals:
        opened: the ``Run`` a person wants to see.
    """

    opened = Signal(object)

    def __init__(
        self, training: Training, runner: TaskRunner, notify: Notify, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._notify = training, runner, notify
        self._runs: list[Run] = []
        headings = (
            self.tr("Model"),
            self.tr("Recipe"),
            self.tr("Begun"),
            self.tr("State"),
            self.tr("R@10"),
            self.tr("R@10 of the base model"),
        )
        self.rows = Rows(headings, frozenset((4, 5)), self)
        self.table = RowsView(self.rows, self.tr("Trainings"))
        self.table.on_choice(self._follow)
        self.table.doubleClicked.connect(lambda *_: self.open_chosen())
        self._clock = QTimer(self, interval=LOOK_EVERY_MS)
        self._clock.timeout.connect(self.refresh)
        self._build()
        self._follow()

    def refresh(self) -> None:
        """Look for runs again."""
        self._runner.run(self._training.runs, self.show_runs, owner=self)

    def show_runs(self, runs: list[Run]) -> None:
        """Show the runs; the chosen one stays chosen."""
        chosen = self.chosen()
        self._runs = runs
        self.rows.show_rows([_row(run) for run in runs])
        names = [run.name for run in runs]
        if chosen is not None and chosen.name in names:
            self.table.selectRow(names.index(chosen.name))
        elif names:
            self.table.selectRow(0)
        self.empty.setVisible(not runs)
        for part in (self.table, self.open_button, self.delete_button):
            part.setVisible(bool(runs))
        self._follow()

    def chosen(self) -> Run | None:
        """Return the run of the chosen row."""
        row = self.table.row()
        return self._runs[row] if 0 <= row < len(self._runs) else None

    def open_chosen(self) -> None:
        """Show the chosen run."""
        run = self.chosen()
        if run is not None and run.state != "unreadable":
            self.opened.emit(run)

    def ask_to_delete(self) -> None:
        """Ask whether the chosen run shall be deleted."""
        run = self.chosen()
        if run is None or run.is_alive:
            return
        confirm(
            self,
            self.tr("Delete this training with its checkpoints and its model?"),
            self.tr("Its model stays, if it was installed."),
            self.tr("Delete training"),
            lambda: self.delete(run.name),
        )

    def delete(self, name: str) -> None:
        """Delete a run."""

        def report_deleted(_: None) -> None:
            self._notify(self.tr("The training was deleted."))
            self.refresh()

        self._runner.run(
            lambda: self._training.delete_run(name), report_deleted, owner=self, write=True
        )

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self._clock.start()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {
            Qt.Key.Key_Return: self.open_chosen,
            Qt.Key.Key_Enter: self.open_chosen,
            Qt.Key.Key_Delete: self.ask_to_delete,
        }
        call = keys.get(Qt.Key(event.key()))
        if call is None or not self.table.hasFocus():
            super().keyPressEvent(event)
        else:
            call()

    def _build(self) -> None:
        heading = text_label(self.tr("Trainings"), "heading")
        self.empty = text_label(
            self.tr("No trainings yet. A training creates a new model from your citations."),
            "muted",
        )
        self.open_button = push_button(self.tr("&Open"), self.open_chosen)
        self.delete_button = push_button(self.tr("&Delete…"), self.ask_to_delete)
        row = hbox(self.open_button, self.delete_button, 1)
        vbox(
            heading, self.empty, (self.table, 1), row, 0, of=self, margins=(16, 8, 16, 8), spacing=8
        )

    def _follow(self) -> None:
        run = self.chosen()
        none = self.tr("Select a training first.") if run is None else ""
        broken = "" if run is None or run.state != "unreadable" else run.message
        alive = self.tr("It is still running; pause it first.") if run and run.is_alive else ""
        self.open_button.setEnabled(not (none or broken))
        self.open_button.setToolTip(none or broken or self.tr("Curves, log and judgement"))
        self.delete_button.setEnabled(not (none or alive))
        self.delete_button.setToolTip(none or alive or self.tr("Delete it from this computer"))


def _row(run: Run) -> Row:
    time_text = time_left(run.seconds_left) if run.is_alive else ""
    state = " · ".join(part for part in (state_words(run), time_text) if part)
    recall, before = run.scores.get("recall@10"), run.before.get("recall@10")
    cells = (
        run.title or run.name,
        in_language(run.recipe_title),
        day(run.start_time),
        state,
        score(recall) if run.scores else "",
        score(before) if run.before else "",
    )
    return Row(
        cells, f"{in_language(run.message)} {in_language(run.remedy)}".strip(), bold=run.is_alive
    )
