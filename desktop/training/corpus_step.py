"""Step 1 of a new training: what to learn from, and whether that is enough, said plainly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.base.errors import EngineError
from core.base.jobs import Job
from core.runs.records import ENOUGH_HELD_OUT, CorpusChecked
from desktop.language.wording import QT_TRANSLATE_NOOP, figure, in_language, translate
from desktop.training.words import level_look, level_words
from desktop.ui.file_dialogs import choose_folder
from desktop.ui.notice import Notice
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look, set_tone
from desktop.ui.widgets import hbox, push_button, text_label, vbox, while_alive

if TYPE_CHECKING:
    from core.services.training import Training

SETTLED_MS = 1_000
"""How long changes of the library must pause before it is looked at again."""
_TONES: dict[Outlook, str] = {"good": "good", "doubtful": "gap", "none": "gap"}


class CorpusStep(QWidget):
    """Asks for the corpus and shows what it is good for.

    Signals:
        changed: another corpus was checked, or none is.
        ended: a check is over, whatever came of it.
    """

    changed = Signal()
    ended = Signal()

    def __init__(
        self, training: Training, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._training, self._runner = training, runner
        self._task: Task | None = None
        self.checked: CorpusChecked | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._settling.timeout.connect(self._recheck)
        self._build()
        self._follow()

    def why_not(self) -> str:
        """Return why one cannot go on; "" if one can."""
        if self._task is not None:
            return self.tr("Wait until the corpus is checked.")
        if self.checked is None:
            return self.tr("Check the training data first.")
        if self.outlook() == "none":
            return self.tr("There is too little to learn from.")
        return ""

    def outlook(self) -> Outlook | None:
        """Return whether a training makes sense, ``None`` before that is known."""
        return None if self.checked is None else advice(self.checked).outlook

    def check(self) -> None:
        """Make the corpus, if it is the library's, and check it in the background."""
        own, folder = self.own.isChecked(), Path(self.folder.text().strip())
        self.checked = None
        self.notice.clear()

        def work(job: Job) -> CorpusChecked:
            runs = self._training
            corpus = runs.library_corpus(job) if own else folder
            job.report(0, 0, self.tr("Checking the corpus"))
            return runs.check(corpus, job)

        title = self.tr("Checking the training data")
        self.cancel()
        task = self._runner.start_job(
            title,
            work,
            lambda checked: self._show(task, checked),
            failed=self._failed,
            owner=self,
            write=False,
        )
        self._task = task
        task.ended.connect(while_alive(self, lambda: self._ended(task)))
        self._follow()

    def follow_library(self) -> None:
        """Check again, if the library was checked: it is another now."""
        if self.own.isChecked() and (self.checked is not None or self._task is not None):
            self._settling.start()

    def _recheck(self) -> None:
        """Check again what is in front; the next beginning does so anyway."""
        if self.isVisible() and self.own.isChecked():
            self.check()

    def cancel(self) -> None:
        """Stop checking."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            self._follow()

    def focus_first(self) -> None:
        """Put the focus where one begins."""
        (self.own if self.own.isChecked() else self.other).setFocus()

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        title = text_label(self.tr("Training data"), "title")
        self.check_button = QPushButton(self.tr("&Check"))
        self.check_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.check_button.clicked.connect(lambda *_: self.check())
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        row = hbox(self.check_button, (self.progress, 1), 0)
        self.notice = Notice("trouble")
        layout = vbox(title, self._sources(), row, of=self, margins=0, spacing=8)
        self.advice = text_label(wrap=True)
        layout.addWidget(self.advice)
        layout.addWidget(self._make_findings())
        layout.addStretch(1)
        self.notice.float_over(self)

    def _sources(self) -> QVBoxLayout:
        self.own = QRadioButton(self.tr("My &library, with its papers, full texts and citations"))
        self.own.setChecked(True)
        self.other = QRadioButton(self.tr("A corpus &folder"))
        group = QButtonGroup(self)
        group.addButton(self.own)
        group.addButton(self.other)
        self.own.toggled.connect(self._chosen)
        self.folder = QLineEdit()
        self.folder.setAccessibleName(self.tr("Corpus folder"))
        self.folder.setPlaceholderText(self.tr("Corpus folder (papers, fulltexts and edges)"))
        self.folder.textEdited.connect(self._forget)
        self.folder.returnPressed.connect(self._return_pressed)
        self.browse = push_button(self.tr("Choose…"), self._choose)
        folder_row = hbox((self.folder, 1), self.browse, margins=(24, 0, 0, 0))
        return vbox(self.own, self.other, folder_row)

    def _make_findings(self) -> QFrame:
        self.findings = QFrame()
        set_look(self.findings, "card")
        self._grid = QGridLayout(self.findings)
        self._grid.setContentsMargins(16, 16, 16, 16)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        return self.findings

    def _choose(self) -> None:
        title = self.tr("Choose a corpus folder")
        choose_folder(self, title, lambda folder: self.set_folder(str(folder)))

    def set_folder(self, folder: str) -> None:
        """Learn from a corpus folder."""
        self.other.setChecked(True)
        self.folder.setText(folder)
        self._forget()

    def _return_pressed(self) -> None:
        if self.check_button.isEnabled():
            self.check()

    # --- what follows an answer or a choice -----------------------------------------------

    def _chosen(self) -> None:
        self.cancel()
        self._forget()
        if self.other.isChecked():
            self.folder.setFocus()

    def _forget(self) -> None:
        self.checked = None
        self.notice.clear()
        self._follow()

    def _show(self, task: Task, checked: CorpusChecked) -> None:
        if task is not self._task:
            return  # something else was chosen meanwhile
        self.checked = checked
        corpus_advice = advice(checked)
        self.advice.setText(corpus_advice.sentence)
        set_look(self.advice, "heading")
        set_tone(self.advice, _TONES[corpus_advice.outlook])
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for row, finding in enumerate(checked.findings):
            level = text_label(level_words(finding.level), level_look(finding.level))
            sentence = text_label(in_language(finding.sentence), wrap=True)
            self._grid.addWidget(level, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(sentence, row, 1)

    def _failed(self, error: EngineError) -> None:
        self.notice.say_error(error)

    def _ended(self, task: Task) -> None:
        if task is not self._task:
            return
        self._task = None
        self._follow()
        self.ended.emit()

    def _follow(self) -> None:
        busy, own = self._task is not None, self.own.isChecked()
        for widget in (self.folder, self.browse):
            widget.setEnabled(not own and not busy)
        ready = own or bool(self.folder.text().strip())
        self.check_button.setEnabled(ready and not busy)
        hint = "" if ready else self.tr("Name a folder first.")
        self.check_button.setToolTip(hint or self.tr("Check the training data"))
        self.progress.setVisible(busy)
        for part in (self.advice, self.findings):
            part.setVisible(self.checked is not None)
        self.changed.emit()


# --- what can be done with what there is to learn from, in one sentence -----------------

Outlook = Literal["good", "doubtful", "none"]


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether a training makes sense, and the sentence that says so."""

    outlook: Outlook
    sentence: str


_SENTENCES: dict[str, tuple[Outlook, str]] = {
    "nothing": (
        "none",
        QT_TRANSLATE_NOOP(
            "Advice",
            "There is too little here to train a model. Import PDFs of papers that cite one "
            "another, wait until their full texts are read, and try again.",
        ),
    ),
    "unjudged": (
        "doubtful",
        QT_TRANSLATE_NOOP(
            "Advice",
            "You can train, but nothing here can tell whether it helped: no held-out sentence"
            " cites a paper with an abstract.",
        ),
    ),
    "few": (
        "doubtful",
        QT_TRANSLATE_NOOP(
            "Advice",
            "You can train, but there are too few citations to tell whether it helped"
            " (held-out sentences: {count}; needed: {needed}).",
        ),
    ),
    "little": (
        "good",
        QT_TRANSLATE_NOOP(
            "Advice",
            "You can train, and judge the result. There is little to learn from: expect a small "
            "gain, or none.",
        ),
    ),
    "enough": (
        "good",
        QT_TRANSLATE_NOOP(
            "Advice", "You can train: there is enough to learn from, and to judge the result."
        ),
    ),
}


def advice(checked: CorpusChecked) -> Advice:
    """Return what a corpus allows, the worst matter first."""
    question_count = {finding.subject: finding.count for finding in checked.findings}.get(
        "dev contexts", 0
    )
    levels = set(checked.recipes.values())
    if levels <= {"missing"}:
        case = "nothing"
    elif question_count < ENOUGH_HELD_OUT:
        case = "few" if question_count else "unjudged"
    else:
        case = "enough" if "enough" in levels else "little"
    outlook, sentence = _SENTENCES[case]
    text_template = translate("Advice", sentence)
    return Advice(
        outlook, text_template.format(count=figure(question_count), needed=figure(ENOUGH_HELD_OUT))
    )
