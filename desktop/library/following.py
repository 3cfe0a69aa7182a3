"""Following Zotero as the window does it: a look every few seconds, and the dialog that says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QWidget,
)

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.reports import FollowReport, FollowState
from desktop.language.engine_words import in_language
from desktop.language.wording import QT_TRANSLATE_NOOP, choose_plural, figure, translate
from desktop.ui import folder_names
from desktop.ui.changes import LibraryChanges
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.jobs_panel import progress_words
from desktop.ui.lifetime import while_alive
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label, vbox

LOOK_EVERY_MS = 3_000
AGAIN_AFTER_MS = 60_000
"""When it is tried again after something that should not happen, such as a full disk."""
_NOTES = 6


class Followed(Protocol):
    """The following of one library; each call blocks."""

    def state(self) -> FollowState:
        """Say where it stands."""

    def start(self, folder: Path) -> FollowState:
        """Follow a folder; an ``EngineError`` says why it cannot be."""

    def pause(self, *, paused: bool = True) -> FollowState:
        """Rest, or go on."""

    def use_base(self, base: Path | None) -> FollowState:
        """Look for linked files under this folder."""

    def stop(self) -> FollowState:
        """Follow no more."""

    def is_due(self) -> bool:
        """Tell whether there is something to look at. Quick."""

    def look(self, job: Job, *, confirmed: bool = False) -> FollowReport:
        """Take what is new, changed and gone."""


class ZoteroWatch(QObject):
    """Follows Zotero while a library is open, if the person wants it. A cancelled look pauses it.

    ``followed`` makes the service, which takes a moment: on a worker thread, when first needed.

    Signals:
        changed: ``state`` or ``task`` is another now.
        library_changed: papers came, changed or went.
        failed: a folder cannot be followed (an ``EngineError``).
    """

    changed = Signal()
    library_changed = Signal()
    failed = Signal(object)

    def __init__(
        self,
        followed: Callable[[], Followed],
        changes: LibraryChanges,
        runner: TaskRunner,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._followed, self._changes, self._runner = followed, changes, runner
        self._asking: Task | None = None
        self.task: Task | None = None
        self.state = FollowState()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self._runner.run(lambda: followed().state(), self._show, owner=self)

    @property
    def is_following(self) -> bool:
        """Whether a folder is followed now."""
        return self.state.folder is not None and not self.state.paused

    def start(self, folder: Path) -> None:
        """Follow a folder from now on."""
        self._change(lambda: self._followed().start(folder))

    def pause(self, *, paused: bool) -> None:
        """Rest, or go on."""
        self._timer.setInterval(LOOK_EVERY_MS)
        if paused and self.task is not None:
            self.task.cancel()
        self._change(lambda: self._followed().pause(paused=paused))

    def use_base(self, base: Path) -> None:
        """Look for linked files under a folder."""
        self._change(lambda: self._followed().use_base(base))

    def stop(self) -> None:
        """Follow no more; what was taken stays."""
        if self.task is not None:
            self.task.cancel()
        self._change(lambda: self._followed().stop())

    def look(self) -> None:
        """Ask whether anything changed, and take it, unless that is under way."""
        if self._asking is None and self.task is None and self.is_following:
            self._asking = self._runner.run(
                lambda: self._followed().is_due(), self._take_if_due, failed=self._rest, owner=self
            )

    def take(self, *, confirmed: bool = False) -> None:
        """Take what changed, also what is gone if it was ``confirmed`` that so much is."""
        if self.task is not None:
            return

        def work(job: Job) -> FollowReport:
            return self._followed().look(job, confirmed=confirmed)

        task = self._runner.start_job(
            self.tr("Following Zotero"), work, self._apply_report, owner=self, write=False
        )
        self.task = task

        def ended() -> None:
            self.task = None
            went_well = task.state == "succeeded"
            self._timer.setInterval(LOOK_EVERY_MS if went_well else AGAIN_AFTER_MS)
            if task.state == "cancelled" and self.is_following:
                self.pause(paused=True)
            else:
                self._runner.run(lambda: self._followed().state(), self._show, owner=self)

        task.ended.connect(while_alive(self, ended))
        task.progressed.connect(self.changed)
        self.changed.emit()

    def _change(self, work: Callable[[], FollowState]) -> None:
        self._runner.run(work, self._show, failed=self.failed.emit, owner=self, write=True)

    def _show(self, state: FollowState) -> None:
        begins = not self._timer.isActive()
        self.state = state
        if self.is_following:
            self._timer.start()
            if begins:
                self.look()
        else:
            self._timer.stop()
        self.changed.emit()

    def _rest(self, error: EngineError) -> None:
        self._asking = None
        self._timer.setInterval(AGAIN_AFTER_MS)
        self.failed.emit(error)

    def _take_if_due(self, due: bool) -> None:
        self._asking = None
        if due:
            self.take()

    def _apply_report(self, report: FollowReport) -> None:
        if report.trashed:
            self._changes.note_action()
        if report.touched:
            self.library_changed.emit()


class FollowDialog(QDialog):
    """Says which folder of Zotero is followed and what came of it; begins, pauses and stops it."""

    def __init__(self, watch: ZoteroWatch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watch = watch
        self.setWindowTitle(self.tr("Follow Zotero"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 600, 380)
        intro_label = text_label(
            self.tr(
                "While this library is open, what you add, change or delete in Zotero follows "
                "here within seconds: papers, collections, notes and annotations, also of group "
                "libraries. Zotero's files are only read, its PDFs used where they lie. What you "
                "edited here stays."
            ),
            "muted",
            wrap=True,
        )
        self.folder = text_label("", wrap=True)
        self.keep = QCheckBox(self.tr("Keep following this folder"))
        self.keep.clicked.connect(self._toggled)
        self.status_label = text_label("", wrap=True)
        self.notes = text_label("", "muted", wrap=True)
        self.confirm = push_button(
            self.tr("Move them to the Trash"), lambda: self._watch.take(confirmed=True)
        )
        self._chosen: Path | None = None
        vbox(
            intro_label,
            hbox((self.folder, 1), self._choose_button()),
            self.keep,
            self.status_label,
            self.notes,
            hbox(self.confirm, 1),
            1,
            self._buttons(),
            of=self,
            margins=16,
            spacing=12,
        )
        watch.changed.connect(self._show)
        watch.failed.connect(self._complain)
        if watch.state.folder is None:
            database_path = folder_names.zotero_database()
            self._chosen = None if database_path is None else database_path.parent
        self._show()

    def choose(self, folder: Path) -> None:
        """Follow a folder that was chosen."""
        self._chosen = folder
        self._watch.start(folder)

    def _choose_button(self) -> QWidget:
        self.choose_button = push_button(self.tr("Choose…"), self._ask, icon="folder")
        return self.choose_button

    def _buttons(self) -> QHBoxLayout:
        self.stop = push_button(self.tr("Stop following"), self._watch.stop)
        self.stop.setToolTip(self.tr("Papers, collections and files are not changed"))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        self.base = push_button(self.tr("Folder of linked files…"), self._ask_base)
        return hbox(self.stop, self.base, 1, close)

    def _ask(self) -> None:
        dialog = file_dialog(self, self.tr("Choose the data folder of Zotero"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.choose(Path(name)))
        dialog.open()

    def _ask_base(self) -> None:
        dialog = file_dialog(self, self.tr("Choose the folder that linked files lie in"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self._watch.use_base(Path(name)))
        dialog.open()

    def _toggled(self, on: bool) -> None:
        if self._watch.state.folder is not None:
            self._watch.pause(paused=not on)
        elif self._chosen is not None:
            self._watch.start(self._chosen)

    def _show(self) -> None:
        state = self._watch.state
        folder = state.folder or self._chosen
        none = self.tr(
            "Zotero was not found in its usual place. Choose the folder that holds its database, "
            "zotero.sqlite."
        )
        self.folder.setText(none if folder is None else str(folder))
        self.keep.setChecked(self._watch.is_following)
        self.keep.setEnabled(folder is not None)
        self.keep.setToolTip("" if folder is not None else self.tr("Choose a folder first."))
        self.stop.setEnabled(state.folder is not None)
        self.base.setEnabled(state.folder is not None)
        self.base.setToolTip(
            plain_tip(str(state.base))
            if state.base is not None
            else self.tr("Needed where Zotero's settings are on another computer")
        )
        set_look(self.status_label, "warning" if state.problem else "")
        self.status_label.setText(self._words(state))
        self.notes.setText("\n".join(in_language(note) for note in state.notes[:_NOTES]))
        self.notes.setVisible(bool(state.notes))
        self.confirm.setVisible(bool(state.held) and self._watch.task is None)

    def _words(self, state: FollowState) -> str:
        if self._watch.task is not None:
            return self.tr("Reading Zotero: {0}").format(progress_words(self._watch.task))
        if state.problem:
            return in_language(state.problem)
        if state.folder is None:
            return ""
        words = [self.tr("Paused.")] if state.paused else []
        if state.looked_at:
            words.append(followed_words(state))
        return " ".join(words) or self.tr("Nothing imported yet")

    def _complain(self, error: EngineError) -> None:
        set_look(self.status_label, "warning")
        self.status_label.setText(f"{error} {error.remedy}".strip())


def followed_words(state: FollowState) -> str:
    """Return when something came from Zotero last, and how much: "Followed 10:32, 3 changed."."""
    moment = QDateTime.fromString(state.looked_at, Qt.DateFormat.ISODate).toLocalTime()
    today = moment.date() == QDateTime.currentDateTime().date()
    shown_moment = moment.time() if today else moment
    when = QLocale().toString(shown_moment, QLocale.FormatType.ShortFormat)
    parts = [
        translate("FollowDialog", text).format(figure(count))
        for text, count in (
            (QT_TRANSLATE_NOOP("FollowDialog", "{0} added"), state.added),
            (QT_TRANSLATE_NOOP("FollowDialog", "{0} changed"), state.changed),
            (QT_TRANSLATE_NOOP("FollowDialog", "{0} in the Trash"), state.trashed),
        )
        if count
    ]
    sentence = translate("FollowDialog", "Followed {0}: {1}.").format(
        when, ", ".join(parts) or translate("FollowDialog", "nothing new")
    )
    if state.kept:
        kept_text = translate(
            "FollowDialog", "%Ln field(s) stayed as you edited them.", "", state.kept
        )
        sentence += " " + choose_plural(kept_text, state.kept)
    return sentence
