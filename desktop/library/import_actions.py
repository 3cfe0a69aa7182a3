"""Ways to import besides the file dialog: pasted text, drops on the window, watched folders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QWidget,
)
from typing_extensions import override

from core.base.records import PaperNumber
from core.formats.registry import pasted
from desktop.library.file_formats import titles
from desktop.library.following import FollowDialog, Followed, ZoteroWatch
from desktop.library.import_result import ImportResult
from desktop.library.importing import Importer, list_sources, name_sources, show_report
from desktop.library.kept_files import FileKeeper, Kept, KeptFilesDialog
from desktop.library.unfinished_imports import Sources
from desktop.library.watching import FolderWatch, Watched, WatchedFoldersDialog
from desktop.ui.changes import LibraryChanges
from desktop.ui.folder_names import ZOTERO_DATABASE
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import set_icon
from desktop.ui.undo import LibraryUndo
from desktop.ui.widgets import text_label, vbox

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
            if self._may_follow(result):
                follow = self.tr("Keep following…")
                self._notify(
                    message, action=follow, call=self.show_followed, stays=True, step_on=undo
                )
            else:
                self._notify(
                    message,
                    action=self.tr("Show report"),
                    call=show,
                    stays=True,
                    step_on=undo,
                )
            self._importer.keep(result)

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


class PasteDialog(QDialog):
    """Asks for a text that names papers."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Add papers from text"))
        resize_with_text(self, 640, 420)
        explanation = text_label(
            self.tr(
                "Entries copied from a reference file ({formats}), DOIs and arXiv ids, or a list "
                "of references as it is printed. Nothing is looked up online: a DOI alone waits "
                "for its record or its PDF."
            ).format(formats=titles(pasted())),
            "muted",
            wrap=True,
        )
        self.edit = QPlainTextEdit()
        self.edit.setAccessibleName(self.tr("Papers as text"))
        self.edit.setPlaceholderText(self.tr("Paste here"))
        self.edit.setTabChangesFocus(True)
        self.edit.setPlainText(text if len(text) <= MAX_SHOWN_CHARS else "")
        self.edit.selectAll()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add = self.buttons.addButton(self.tr("Add"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.edit.textChanged.connect(self._changed)
        vbox(explanation, (self.edit, 1), self.buttons, of=self, margins=16, spacing=12)
        self._changed()

    def text(self) -> str:
        """Return what was pasted or typed."""
        return self.edit.toPlainText()

    def _changed(self) -> None:
        self.add.setEnabled(not self.edit.document().isEmpty())
