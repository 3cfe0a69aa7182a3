"""Ways to import besides the file dialog: pasted text, drops on the window, watched folders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QDateTime, QEvent, QLocale, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QPlainTextEdit,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.records import PaperNumber
from core.base.reports import FollowReport, FollowState
from core.formats.registry import pasted
from desktop.language.wording import (
    QT_TRANSLATE_NOOP,
    choose_plural,
    figure,
    in_language,
    translate,
)
from desktop.library.bib_files import BibWatch, FollowBibDialog, FollowedBibs
from desktop.library.file_formats import titles
from desktop.library.importing import (
    Importer,
    ImportResult,
    Sources,
    list_sources,
    name_sources,
    show_report,
)
from desktop.library.kept_files import FileKeeper, Kept, KeptFilesDialog
from desktop.library.watching import FolderWatch, Watched, WatchedFoldersDialog
from desktop.ui import file_dialogs
from desktop.ui.changes import LibraryChanges, LibraryUndo
from desktop.ui.dialogs import ExplainedDialog, add_accept_button, close_button
from desktop.ui.file_dialogs import ZOTERO_DATABASE, choose_folder
from desktop.ui.jobs_panel import progress_words
from desktop.ui.notify import Notify
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label, while_alive

MAX_SHOWN_CHARS = 200_000
_FEW = 20  # pasted papers, of which the first one is selected


class ImportActions(QObject):
    """What a library page offers to import with; ``why_not`` says why nothing may change, or "".

    Signals:
        papers_followed: papers came, changed or went as they did in Zotero.
        lookup_wanted: a paper is to be looked up by its DOI or arXiv id.
    """

    papers_followed = Signal()
    lookup_wanted = Signal()
    bib_watch: BibWatch | None = None
    _manuscript_endings: Collection[str] = ()
    _open_manuscript: Callable[[Path], None]

    def __init__(
        self,
        page: QWidget,
        importer: Importer,
        notify: Notify,
        undo: LibraryUndo,
        *,
        enabled: bool,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._undo = undo
        self._importer = importer
        self._notify = notify
        self.why_not = "" if enabled else self.tr("This library is open for reading only.")
        self.watch: FolderWatch | None = None
        self.paste = self._action(self.tr("Add from &text…"), "Ctrl+Shift+N", self.ask_for_text)
        self.paste.setToolTip(
            self.why_not or self.tr("Type or paste entries, DOIs, arXiv ids or references")
        )
        set_icon(self.paste, "text")
        self.by_id = self._action(self.tr("Add by &DOI or arXiv id…"), "", self.lookup_wanted.emit)
        self.by_id.setToolTip(self.why_not or self.tr("Look a paper up online, and add it"))
        set_icon(self.by_id, "search")
        self.paste_here = self._action(self.tr("&Paste papers"), "", self.paste_papers)
        self.paste_here.setShortcut(QKeySequence(QKeySequence.StandardKey.Paste))
        self.paste_here.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.paste_here.setToolTip(
            self.why_not
            or self.tr("Import what was copied: files, entries, DOIs, references as printed")
        )
        set_icon(self.paste_here, "paste")
        self._pasting = False
        importer.finished.connect(self._report)
        self.watch_folders = self._later(self.tr("&Watched folders…"), self.show_watched, "folder")
        self.zotero: ZoteroWatch | None = None
        self.follow = self._later(self.tr("Follow &Zotero…"), self.show_followed, "follow")
        self.follow_bib = self._later(self.tr("Follow a .&bib file…"), self.show_bibs, "follow")
        self.keeper: FileKeeper | None = None
        self.kept = self._later(self.tr("Files &kept in step…"), self.show_kept, "export")
        self.last = self._action(self.tr("&Report of the last import…"), "", self.show_last)
        self.last.setToolTip(
            self.why_not or self.tr("Result of each record, also from the last session")
        )
        set_icon(self.last, "text")
        self.accept_drops(page)

    def all(self) -> list[QAction]:
        """Return the actions, as a menu lists them."""
        return [
            self.paste_here,
            self.paste,
            self.by_id,
            self.watch_folders,
            self.follow,
            self.follow_bib,
            self.kept,
            self.last,
        ]

    def paste_papers(self) -> None:
        """Import what is in the clipboard."""
        mime_data: QMimeData | None = QGuiApplication.clipboard().mimeData()  # none was ever copied
        sources = [] if mime_data is None else list_sources(mime_data)
        if sources:
            self._importer.start(sources)
            self._pasting = True
        else:
            self._notify(self.tr("The clipboard contains nothing to import."))

    def pasted_paper(self, result: ImportResult) -> PaperNumber | None:
        """Return the first paper of a small paste just finished, which is to be selected."""
        pasting, self._pasting = self._pasting, False
        papers = [entry.paper for entry in result.entries if entry.paper is not None]
        return papers[0] if pasting and 0 < len(papers) <= _FEW else None

    def _report(self, result: ImportResult) -> None:
        if result.entries or result.cancelled:
            show = partial(show_report, result, self._page.window())
            message = result.sentence()
            undo = self._undo if result.added else None
            manuscript = self._find_manuscript(result)
            if manuscript is not None:
                open_file = partial(self._open_manuscript, manuscript)
                self._notify(
                    message, action=self.tr("Open as manuscript"), call=open_file, stays=True
                )
            elif self._may_follow(result):
                follow = self.tr("Keep following…")
                self._notify(
                    message,
                    action=follow,
                    call=self.show_followed,
                    stays=True,
                    until_closed=bool(result.counts.get("refused")),
                    undo=undo,
                )
            else:
                self._notify(
                    message,
                    action=self.tr("Show report"),
                    call=show,
                    stays=True,
                    until_closed=bool(result.counts.get("refused")),
                    undo=undo,
                )
            self._importer.keep(result)

    def _find_manuscript(self, result: ImportResult) -> Path | None:
        """Return the only file of an import, if it was refused and may be a manuscript."""
        if [entry.status for entry in result.entries] != ["refused"]:
            return None
        path = Path(result.entries[0].source)
        return path if path.suffix.lower() in self._manuscript_endings else None

    def _may_follow(self, result: ImportResult) -> bool:
        """Whether the import was of a Zotero that could be followed."""
        of_zotero = any(Path(entry.source).name == ZOTERO_DATABASE for entry in result.entries[:1])
        return of_zotero and self.zotero is not None and self.zotero.state.folder is None

    def show_last(self) -> None:
        """Show the report of the last import, whenever that was."""

        def show(result: ImportResult | None) -> None:
            if result is None:
                self._notify(self.tr("No import report yet"))
            else:
                show_report(result, self._page.window())

        self._importer.last(show)

    def offer_unfinished(self, ask: Callable[[str, str, Callable[[], None]], None]) -> None:
        """Ask whether to go on with an import that did not end when the library was closed."""

        def offer(sources: Sources) -> None:
            if sources:
                text = self.tr("The import of {name} was not finished.")
                again = partial(self._start, sources)
                ask(text.format(name=name_sources(sources)), self.tr("Continue import"), again)

        if not self.why_not:
            self._importer.take_unfinished(offer)

    def _start(self, sources: Sources) -> None:
        self._importer.start(sources)

    def ask_for_text(self) -> None:
        """Show the dialog for a text, with what is in the clipboard if that is text."""
        dialog = PasteDialog(QGuiApplication.clipboard().text(), self._page)
        dialog.accepted.connect(lambda: self._importer.start([dialog.text()]))
        dialog.open()

    def show_watched(self) -> None:
        """Show which folders are watched."""
        if self.watch is not None:
            dialog = WatchedFoldersDialog(self.watch, self._page)
            dialog.open()

    def start_watching(self, watched: Watched, runner: TaskRunner) -> None:
        """Begin to look for new files in the watched folders, while the page lives."""
        if not self.why_not:
            self.watch = FolderWatch(watched, self._importer, runner, self)
            self.watch_folders.setEnabled(True)

    def show_followed(self) -> None:
        """Show which folder of Zotero is followed."""
        if self.zotero is not None:
            FollowDialog(self.zotero, self._page).open()

    def start_following(
        self, followed: Callable[[], Followed], changes: LibraryChanges, runner: TaskRunner
    ) -> None:
        """Begin to follow Zotero, if the person wants it, while the page lives."""
        if not self.why_not:
            self.zotero = ZoteroWatch(followed, changes, runner, self)
            self.zotero.library_changed.connect(self.papers_followed)
            self.follow.setEnabled(True)

    def show_bibs(self) -> None:
        """Show which ``.bib`` files are followed."""
        if self.bib_watch is not None:
            FollowBibDialog(self.bib_watch, self._page).open()

    def start_following_bibs(
        self, get_bibs: Callable[[], FollowedBibs], changes: LibraryChanges, runner: TaskRunner
    ) -> None:
        """Begin to keep followed ``.bib`` files in step, while the page lives."""
        if not self.why_not:
            self.bib_watch = BibWatch(get_bibs, changes, runner, self._notify, self)
            self.bib_watch.library_changed.connect(self.papers_followed)
            self.bib_watch.failed.connect(runner.failed)
            self.follow_bib.setEnabled(True)

    def show_kept(self) -> None:
        """Show which files are kept in step."""
        if self.keeper is not None:
            KeptFilesDialog(self.keeper, self._page).open()

    def start_keeping(self, get_kept_files: Callable[[], Kept], runner: TaskRunner) -> None:
        """Begin to write the kept files when their papers change, while the page lives."""
        if not self.why_not:
            self.keeper = FileKeeper(get_kept_files, runner, self)
            self.keeper.failed.connect(runner.failed)
            self.kept.setEnabled(True)

    def accept_drops(self, widget: QWidget) -> None:
        """Import what is dropped anywhere on a widget, unless a part of it takes it first."""
        if not self.why_not:
            _Drops(widget, self._importer.start, self._notify, self)

    def offer_manuscripts(
        self, endings: Collection[str], open_manuscript: Callable[[Path], None]
    ) -> None:
        """Offer to open a refused file with one of these endings as a manuscript."""
        self._manuscript_endings, self._open_manuscript = endings, open_manuscript

    def _later(self, text: str, call: Callable[[], None], icon: str) -> QAction:
        """Return an action that is possible once the services are there."""
        action = self._action(text, "", call)
        action.setEnabled(False)
        set_icon(action, icon)
        return action

    def _action(self, text: str, keys: str, call: Callable[[], None]) -> QAction:
        action = QAction(text, self._page)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.setEnabled(not self.why_not)
        action.setToolTip(self.why_not)
        action.triggered.connect(lambda *_: call())
        return action


class _Drops(QObject):
    """Takes files, folders, addresses and texts that are dropped on a widget."""

    def __init__(
        self,
        widget: QWidget,
        take: Callable[[Sequence[Path | str]], object],
        notify: Notify,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._take = take
        self._notify = notify
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent):  # entering is one, too
            return super().eventFilter(watched, event)
        ours = event.source() is not None  # rows of our own table say nothing new
        sources = [] if ours else list_sources(event.mimeData())
        if event.type() == QEvent.Type.DragEnter and sources:
            event.acceptProposedAction()
            self._notify(self.tr("Drop to import into this library."))
            return True
        if event.type() == QEvent.Type.Drop and sources:
            event.acceptProposedAction()
            self._take(sources)
            return True
        return super().eventFilter(watched, event)


class PasteDialog(ExplainedDialog):
    """Asks for a text that names papers."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "Entries copied from a reference file ({formats}), DOIs and arXiv ids, or a list "
            "of references as it is printed. Nothing is looked up online: a DOI alone waits "
            "for its record or its PDF."
        ).format(formats=titles(pasted()))
        title = self.tr("Add papers from text")
        super().__init__(parent, title, explanation, size=(640, 420), is_reused=True)
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName(self.tr("Papers as text"))
        self.edit.setPlaceholderText(self.tr("Paste here"))
        self.edit.setTabChangesFocus(True)
        self.edit.setPlainText(text if len(text) <= MAX_SHOWN_CHARS else "")
        self.edit.selectAll()
        self.add = push_button(self.tr("Add"))
        self.buttons = add_accept_button(self, self.add, self.accept)
        self.edit.textChanged.connect(self._changed)
        self.lay_out((self.edit, 1), self.buttons)
        self._changed()

    def text(self) -> str:
        """Return what was pasted or typed."""
        return self.edit.toPlainText()

    def _changed(self) -> None:
        self.add.setEnabled(not self.edit.document().isEmpty())


# --- following Zotero -------------------------------------------------------------------
#
# Following Zotero as the window does it: a look every few seconds, and the dialog that says so.

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


class FollowDialog(ExplainedDialog):
    """Says which folder of Zotero is followed and what came of it; begins, pauses and stops it."""

    def __init__(self, watch: ZoteroWatch, parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "While this library is open, what you add, change or delete in Zotero follows "
            "here within seconds: papers, collections, notes and annotations, also of group "
            "libraries. Zotero's files are only read, its PDFs used where they lie. What you "
            "edited here stays."
        )
        super().__init__(parent, self.tr("Follow Zotero"), explanation, size=(600, 380))
        self._watch = watch
        self.folder = text_label("", wrap=True)
        self.keep = QCheckBox(self.tr("Keep following this folder"))
        self.keep.clicked.connect(self._toggled)
        self.status_label = text_label("", wrap=True)
        self.notes = text_label("", "muted", wrap=True)
        self.confirm = push_button(
            self.tr("Move them to the Trash"), lambda: self._watch.take(confirmed=True)
        )
        self._chosen: Path | None = None
        self.choose_button = push_button(self.tr("Choose…"), self._ask, icon="folder")
        self.lay_out(
            hbox((self.folder, 1), self.choose_button),
            self.keep,
            self.status_label,
            self.notes,
            hbox(self.confirm, 1),
            1,
            self._buttons(),
        )
        watch.changed.connect(self._show)
        watch.failed.connect(self.show_problem)
        if watch.state.folder is None:
            database_path = file_dialogs.zotero_database()
            self._chosen = None if database_path is None else database_path.parent
        self._show()

    def choose(self, folder: Path) -> None:
        """Follow a folder that was chosen."""
        self._chosen = folder
        self._watch.start(folder)

    def _buttons(self) -> QHBoxLayout:
        self.stop = push_button(self.tr("Stop following"), self._watch.stop)
        self.stop.setToolTip(self.tr("Papers, collections and files are not changed"))
        self.base = push_button(self.tr("Folder of linked files…"), self._ask_base)
        return hbox(self.stop, self.base, 1, close_button(self))

    def _ask(self) -> None:
        choose_folder(self, self.tr("Choose the data folder of Zotero"), self.choose)

    def _ask_base(self) -> None:
        choose_folder(self, self.tr("Choose the folder of the linked files"), self._watch.use_base)

    def _toggled(self, on: bool) -> None:
        if self._watch.state.folder is not None:
            self._watch.pause(paused=not on)
        elif self._chosen is not None:
            self._watch.start(self._chosen)

    def _show(self) -> None:
        self.problem.hide()
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
