"""The files of papers: showing a PDF in a tab or its folder, adding and removing it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from core.base.errors import EngineError
from core.base.library_records import PaperFile
from core.base.records import Paper, PaperNumber
from desktop.library.paper_details import PaperDetails
from desktop.pages.pdf_tabs import PdfTabs
from desktop.ui.changes import LibraryChanges
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.notify import Notify
from desktop.ui.opening import open_file
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace
    from desktop.pages.pdf_tab import PdfTab
    from desktop.pages.pdf_text import PagePoint

STORED_AFTER_MS = 2_000
"""How long after one stops scrolling the position in a PDF is kept."""


class PaperFiles(QObject):
    """What can be done with the files of the papers of one library."""

    def __init__(
        self,
        tabs: PdfTabs,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        changes: LibraryChanges,
    ) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._workspace = workspace
        self._opened: weakref.WeakKeyDictionary[PdfTab, tuple[PaperNumber, int]] = (
            weakref.WeakKeyDictionary()
        )
        name = hashlib.sha256(str(workspace.library.folder).encode()).hexdigest()[:16]
        self._key = f"open/{name}/pdfs"
        self._papers = workspace.library.papers
        self._read_only = workspace.library.read_only
        self._runner = runner
        self._notify = notify
        self._changes = changes
        self._settings: QSettings | None = None
        self._soon = QTimer(self, singleShot=True, interval=STORED_AFTER_MS)
        self._soon.timeout.connect(self._store)
        tabs.shown_changed.connect(self._soon.start)
        changes.changed.connect(self._name_tabs)

    def open(self, number: PaperNumber, index: int = 0, *, page: int = 0, words: str = "") -> None:
        """Show a file of a paper in a tab, at a page, with words marked in it."""

        def show(answer: tuple[Paper, list[PaperFile]]) -> None:
            paper, files = answer
            if index >= len(files):
                self._say_there_is_none(paper)
            elif files[index].path.suffix.lower() != ".pdf":
                open_file(files[index].path)
            else:
                tab = self._tabs.open(files[index].path, paper.title)
                self._take(tab, number, index, files[index])
                if page or words:
                    tab.reveal(page, words)

        self._with_files(number, show)

    def save_open(self, settings: QSettings) -> None:
        """Keep which PDFs are open at the end, and where one stands in each."""
        self._settings = settings
        self._store()
        self._settings = None
        self._soon.stop()

    def _store(self) -> None:
        if self._settings is None:
            return
        front = self._tabs.current_tab()
        open_tabs = [
            [*self._opened[tab], *tab.standing()[0], tab.standing()[1], tab is front]
            for tab in self._tabs.tabs()
            if tab in self._opened
        ]
        self._settings.setValue(self._key, json.dumps(open_tabs))

    def restore_open(self, settings: QSettings) -> None:
        """Open the PDFs again that were open; those that are gone stay away.

        From now on what is open is kept a little after each change, so that no end loses it.
        """
        from desktop.pages.pdf_text import PagePoint

        self._settings = settings
        try:
            stored_tabs = json.loads(str(settings.value(self._key, "[]")))
            for number, index, page, x, y, zoom, front in stored_tabs:
                self._reopen_file(PaperNumber(number), index, PagePoint(page, x, y), zoom, front)
        except (TypeError, ValueError):
            return

    def _reopen_file(
        self, number: PaperNumber, index: int, at: PagePoint, zoom: float | None, front: bool
    ) -> None:
        def show(answer: tuple[Paper, list[PaperFile]]) -> None:
            paper, files = answer
            if index < len(files) and files[index].path.is_file():
                tab = self._tabs.open(files[index].path, paper.title, front=front)
                self._take(tab, number, index, files[index])
                tab.set_start_point(at, zoom)

        self._with_files(number, show, failed=lambda _: None)

    def follow(self, details: PaperDetails, words: Callable[[], str]) -> None:
        """Answer the links of the details; ``words`` are those that are searched in full texts."""

        def with_file(act: Callable[[PaperNumber, PaperFile], object]) -> Callable[[int], None]:
            def answer(index: int) -> None:
                current_details = details.shown_details
                if current_details is not None and index < len(current_details.files):
                    act(current_details.paper.number, current_details.files[index])

            return answer

        def open_file(index: int) -> None:
            if details.shown_details is not None:
                self.open(details.shown_details.paper.number, index)

        def open_passage(index: int) -> None:
            passage_details = details.shown_details
            if passage_details is not None and index < len(passage_details.passages):
                self.open(
                    passage_details.paper.number,
                    page=passage_details.passages[index].page,
                    words=words(),
                )

        details.file_opened.connect(open_file)
        details.passage_opened.connect(open_passage)
        details.file_shown.connect(with_file(lambda _, file: self.show_in_folder(file)))
        details.file_removed.connect(with_file(self.remove))

    def show_in_folder(self, file: PaperFile) -> None:
        """Show where a file lies."""
        if file.path.exists():
            reveal(file.path)
        else:
            self._notify(self.tr("“{0}” no longer exists.").format(file.path))

    def choose(self, number: PaperNumber, parent: QWidget) -> None:
        """Ask for PDFs to attach to a paper."""
        dialog = file_dialog(parent, self.tr("Add PDFs to the paper"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilter(self.tr("PDF files (*.pdf)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(lambda names: self.add(number, [Path(name) for name in names]))
        dialog.open()

    def add(self, number: PaperNumber, paths: Sequence[Path]) -> None:
        """Attach copies of PDFs to a paper."""
        for path in paths:
            self._changes.attach(number, path)

    def remove(self, number: PaperNumber, file: PaperFile) -> None:
        """Let a file no longer belong to a paper."""
        self._changes.detach(number, file)
        self._notify(
            self.tr("“{0}” no longer belongs to the paper.").format(file.path.name),
            undo=self._changes.undo,
        )

    def _take(self, tab: PdfTab, number: PaperNumber, index: int, file: PaperFile) -> None:
        """Let a PDF that was just opened be highlighted, and be kept open over the next start."""
        if tab not in self._opened:
            for scroll_bar in (tab.canvas.verticalScrollBar(), tab.canvas.horizontalScrollBar()):
                scroll_bar.valueChanged.connect(self._soon.start)
            tab.canvas.zoomed.connect(self._soon.start)
        self._opened[tab] = (number, index)
        self._soon.start()
        if not tab.has_side:
            from desktop.library.annotating import Annotating, FileAnnotations

            undo, workspace = self._changes.undo, self._workspace
            marked = FileAnnotations(number, file, workspace, self._runner, undo, tab)
            Annotating(tab, marked, workspace.reader, self._runner, self._notify)

            def show_labels(labels: tuple[str, ...]) -> None:
                if labels:
                    tab.show_page_labels(labels)

            texts = workspace.library.fulltexts
            self._runner.run(lambda: texts.page_labels(file.sha256), show_labels, owner=tab)

    def _name_tabs(self) -> None:
        """Let the tabs be named as their papers are now."""
        for tab in self._tabs.tabs():
            if tab in self._opened:
                name = partial(self._name_tab, tab)
                self._with_files(self._opened[tab][0], name, failed=lambda _: None)

    def _name_tab(self, tab: PdfTab, answer: tuple[Paper, list[PaperFile]]) -> None:
        self._tabs.name(tab, answer[0].title)

    def _with_files(
        self,
        number: PaperNumber,
        show: Callable[[tuple[Paper, list[PaperFile]]], None],
        failed: Callable[[EngineError], None] | None = None,
    ) -> None:
        papers = self._papers
        self._runner.run(
            lambda: (papers.get(number), list(papers.files(number))),
            show,
            failed=failed,
            owner=self,
        )

    def _say_there_is_none(self, paper: Paper) -> None:
        message = self.tr("“{0}” has no PDF.").format(paper.title)
        if self._read_only:
            self._notify(message)
        else:
            call = partial(self.choose, paper.number, self._tabs)
            self._notify(message, action=self.tr("Add a PDF…"), call=call)


def reveal(path: Path) -> None:
    """Show a file in the system's file manager, selected where that can be asked for."""
    if sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", str(path)])
    elif sys.platform == "darwin":
        subprocess.Popen(["open", "-R", str(path)])
    else:
        open_file(path.parent)
