"""The panel "Models & training", for the Models page and for the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QProgressBar, QSplitter, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from core.runs.records import Added, Run
from desktop.language.wording import choose_plural, figure, in_language
from desktop.training.corpus_step import SETTLED_MS
from desktop.training.judge_view import JudgeView
from desktop.training.rows import Row, Rows, RowsView
from desktop.training.run_view import RunView
from desktop.training.shelf_view import ShelfView
from desktop.training.wizard import NewTraining, StartView
from desktop.training.words import date_words, day, score, size, state_words, time_left
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import remember_panes
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look, set_tone
from desktop.ui.widgets import confirm, hbox, push_button, text_label, vbox, while_alive

if TYPE_CHECKING:
    from core.services.training import Training


class TrainingPanel(QWidget):
    """Shelf and trainings; a new training, a run, or a judgement takes their place.

    Signals:
        state_changed: another model is in use, or its vectors are there.
        shelf_changed: a model came or went, or was measured.
        overview_shown: whether shelf and trainings are in front now.
        run_started: a training was begun.
    """

    state_changed = Signal()
    shelf_changed = Signal()
    overview_shown = Signal(bool)
    run_started = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, notify: Notify, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner, self._notify = training, runner, notify
        self.shelf = ShelfView(training, runner, notify)
        self.runs = RunsView(training, runner, notify)
        self.overview = QSplitter(Qt.Orientation.Vertical)
        self.overview.setChildrenCollapsible(False)
        self.overview.addWidget(self.shelf)
        self.overview.addWidget(self.runs)
        self.overview.setStretchFactor(0, 3)
        self.overview.setStretchFactor(1, 2)
        remember_panes(self.overview, "models")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.overview)
        vbox(self.stack, of=self, margins=0)
        self.setFocusProxy(self.shelf.table)
        self.stack.currentChanged.connect(
            lambda _: self.overview_shown.emit(self.stack.currentWidget() is self.overview)
        )
        self.again: AgainView | None = None
        self.wizard: NewTraining | None = None
        self.run_view: RunView | None = None
        self.judge_view: JudgeView | None = None
        self.shelf.train_wanted.connect(self.train)
        self.shelf.again_wanted.connect(self.open_update_view)
        self.shelf.state_changed.connect(self.state_changed)
        self.shelf.shelf_changed.connect(self.shelf_changed)
        self.runs.opened.connect(self.open_run)

    def refresh(self) -> None:
        """Ask for shelf and trainings again."""
        self.shelf.refresh()
        self.runs.refresh()
        if self.wizard is not None:
            self.wizard.refresh_models()

    def follow_library(self) -> None:
        """Count again what can be learned from the library, where that is shown."""
        if self.wizard is not None:
            self.wizard.corpus.follow_library()
        if self.again is not None:
            self.again.follow_library()

    def show_overview(self) -> None:
        """Turn to shelf and trainings."""
        self.stack.setCurrentWidget(self.overview)
        self.refresh()
        self.shelf.table.setFocus()

    def train(self) -> None:
        """Begin to ask for a new training; what was typed before is still there."""
        if self.wizard is None:
            self.wizard = NewTraining(self._training, self._runner)
            self.wizard.started.connect(self.show_run)
            self.wizard.started.connect(lambda _: self.run_started.emit())
            self.wizard.closed.connect(self.show_overview)
            self.stack.addWidget(self.wizard)
        self.stack.setCurrentWidget(self.wizard)
        self.wizard.begin()

    def open_update_view(self) -> None:
        """Say what is new to the model in use, and offer to train it again with that."""
        if self.again is None:
            self.again = AgainView(self._training, self._runner)
            self.again.started.connect(self.show_run)
            self.again.started.connect(lambda _: self.run_started.emit())
            self.again.closed.connect(self.show_overview)
            self.stack.addWidget(self.again)
        self.stack.setCurrentWidget(self.again)
        self.again.begin()

    def open_run(self, run: Run) -> None:
        """Show a run, or the judgement of one that was judged."""
        if run.model is not None and run.judged:
            self.judge(run)
        else:
            self.show_run(run.name)

    def show_run(self, name: str) -> None:
        """Show a run as it goes."""
        if self.run_view is None:
            self.run_view = RunView(self._training, self._runner)
            self.run_view.closed.connect(self.show_overview)
            self.run_view.judge_wanted.connect(self.judge)
            self.run_view.retry_wanted.connect(self.train)
            self.stack.addWidget(self.run_view)
        self.stack.setCurrentWidget(self.run_view)
        self.run_view.follow(name)
        self.run_view.left_button.setFocus()

    def judge(self, run: Run) -> None:
        """Judge the model of a run."""
        if self.judge_view is None:
            self.judge_view = JudgeView(self._training, self._runner, self._notify)
            self.judge_view.closed.connect(self.show_overview)
            self.judge_view.state_changed.connect(self.state_changed)
            self.stack.addWidget(self.judge_view)
        self.stack.setCurrentWidget(self.judge_view)
        self.judge_view.show_run(run)
        self.judge_view.left_button.setFocus()


# --- the list of runs -------------------------------------------------------------------
#
# The history of trainings: what runs, what was paused or failed, what came of the others.

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
            self.tr("Started"),
            self.tr("State"),
            self.tr("R@10"),
            self.tr("R@10 of the base model"),
            self.tr("Size"),
        )
        self.rows = Rows(headings, frozenset((4, 5, 6)), self)
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
            self.tr(
                "This frees {size}. If its model was installed, the installed copy stays."
            ).format(size=size(run.size)),
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
        size(run.size) if run.size else "",
    )
    return Row(
        cells, f"{in_language(run.message)} {in_language(run.remedy)}".strip(), bold=run.is_alive
    )


# --- training on what is new ------------------------------------------------------------
#
# Training the model in use again with what was added: how much that is, and one button.


class AgainView(StartView):
    """Looks for what is new to the model in use, says it, and starts the training."""

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(training, runner, parent)
        self._task: Task | None = None
        self.added: Added | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settling.timeout.connect(self._restart)
        self._build()
        self._follow()

    def begin(self) -> None:
        """Look for what is new."""
        self.stop_tasks()
        self.added = None
        self.notice.clear()
        task = self._runner.start_job(
            self.tr("Counting new training data"),
            self._training.added,
            lambda added: self._show(task, added),
            failed=self.notice.say_error,
            owner=self,
            write=False,
        )
        self._task = task
        task.ended.connect(while_alive(self, lambda: self._ended(task)))
        self._follow()
        self.cancel_button.setFocus()

    def follow_library(self) -> None:
        """Look again, if what was found is in front: the library is another now."""
        if self.isVisible() and not self._starting:
            self._settling.start()

    @override
    def stop_tasks(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def start(self) -> None:
        """Start the training."""
        added = self.added
        if added is not None and not self._starting:
            self._start_run(lambda: self._training.start_update_run(added))

    def _restart(self) -> None:
        if self.isVisible() and not self._starting:
            self.begin()

    def _build(self) -> None:
        self.title = text_label(self.tr("Train again with what was added"), "title", wrap=True)
        self.busy = text_label(self.tr("Counting new training data…"), "muted")
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.amount = text_label("", "heading", wrap=True)
        self.about = text_label("", wrap=True)
        self._doubt_box = QVBoxLayout()
        self._doubt_box.setSpacing(8)
        self.cancel_button = push_button(self.tr("Cancel"), self.leave)
        self.start_button = push_button(self.tr("&Start training"), self.start)
        self.start_button.setDefault(True)
        set_look(self.start_button, "primary")
        vbox(
            self.title,
            self.busy,
            self.progress,
            self.amount,
            self.about,
            self._doubt_box,
            1,
            hbox(1, self.cancel_button, self.start_button),
            of=self,
            margins=16,
            spacing=16,
        )
        self.notice.float_over(self)

    def _show(self, task: Task, added: Added) -> None:
        if task is not self._task:
            return
        self.added = added
        self.title.setText(
            self.tr("Train “{model}” again with what was added").format(model=added.title)
        )
        self.amount.setText(self._amount(added))
        self.about.setText(self._about(added))
        while (item := self._doubt_box.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for sentence in _doubts(added):
            label = text_label(in_language(sentence), wrap=True)
            set_tone(label, "gap")
            self._doubt_box.addWidget(label)

    def _amount(self, added: Added) -> str:
        sentences = choose_plural(
            self.tr("%Ln new citing sentence(s)", "", added.sentences), added.sentences
        )
        decisions = choose_plural(self.tr("%Ln decision(s)", "", added.decisions), added.decisions)
        amount_text = self.tr("{sentences} and {decisions}").format(
            sentences=sentences, decisions=decisions
        )
        if not added.since:
            return amount_text
        return self.tr("{amount} new since {date}").format(
            amount=amount_text, date=date_words(added.since)
        )

    def _about(self, added: Added) -> str:
        """Say what the training will do with it."""
        begins = self.tr(
            "The training starts from “{model}” and learns from these. Decisions are the papers"
            " that you chose for sentences of your manuscripts, or refused for them."
        ).format(model=added.title)
        keeps = self.tr(
            "To keep what it has learned, the model also repeats some of the {known} sentences "
            "it was trained on. Afterwards you see the results for the new and the old sentences."
        ).format(known=figure(added.known_sentences))
        return f"{begins} {keeps}" if added.known_sentences else begins

    def _ended(self, task: Task) -> None:
        if task is not self._task:
            return
        self._task = None
        self._follow()
        (self.start_button if self.start_button.isEnabled() else self.cancel_button).setFocus()

    @override
    def _follow(self) -> None:
        busy, added = self._task is not None, self.added
        for part in (self.busy, self.progress):
            part.setVisible(busy)
        self.amount.setVisible(added is not None)
        self.about.setVisible(added is not None and not added.why_not)
        why = ""
        if self._starting:
            why = self.tr("Starting the training…")
        elif added is None:
            why = self.tr("Counting new training data…") if busy else self.tr("No figures yet")
        elif added.why_not:
            why = self.tr("There is too little to learn from.")
        self.start_button.setEnabled(not why)
        self.start_button.setToolTip(why)


def _doubts(added: Added) -> Iterator[str]:
    if added.why_not:
        yield added.why_not
    yield from added.shortfalls
