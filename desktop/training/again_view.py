"""Training the model in use again with what was added: how much that is, and one button."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from core.runs.records import Added
from desktop.language.engine_words import in_language
from desktop.language.wording import choose_plural, figure
from desktop.training.corpus_step import SETTLED_MS
from desktop.training.words import date_words
from desktop.ui.lifetime import while_alive
from desktop.ui.notice import Notice
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look, set_tone
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.training import Training


class AgainView(QWidget):
    """Looks for what is new to the model in use, says it, and starts the training.

    Signals:
        started: the name of a run that began.
        left: the person does not want to train now.
    """

    started = Signal(str)
    closed = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._task: Task | None = None
        self._starting = False
        self.added: Added | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settling.timeout.connect(self._restart)
        self._build()
        self._follow()

    def begin(self) -> None:
        """Look for what is new."""
        self.leave_off()
        self.added = None
        self.notice.clear()
        task = self._runner.start_job(
            self.tr("Counting what is new"),
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

    def leave_off(self) -> None:
        """Stop looking."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def leave(self) -> None:
        """Stop what is going on and leave."""
        self.leave_off()
        self.closed.emit()

    def start(self) -> None:
        """Start the training."""
        added = self.added
        if added is None or self._starting:
            return
        self._starting = True
        self._follow()

        def started(name: str) -> None:
            self._starting = False
            self.started.emit(name)

        def failed(error: EngineError) -> None:
            self._starting = False
            self.notice.say_error(error)
            self._follow()

        self._runner.run(
            lambda: self._training.start_update_run(added),
            started,
            failed=failed,
            owner=self,
            write=True,
        )

    def _restart(self) -> None:
        if self.isVisible() and not self._starting:
            self.begin()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        self.title = text_label(self.tr("Train again with what was added"), "title", wrap=True)
        self.busy = text_label(self.tr("Counting what is new…"), "muted")
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
        self.notice = Notice("trouble")
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
            amount=amount_text, date=date_words(added.since[:10])
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
            why = self.tr("Counting what is new…") if busy else self.tr("No figures yet")
        elif added.why_not:
            why = self.tr("There is too little to learn from.")
        self.start_button.setEnabled(not why)
        self.start_button.setToolTip(why)


def _doubts(added: Added) -> Iterator[str]:
    if added.why_not:
        yield added.why_not
    yield from added.shortfalls
