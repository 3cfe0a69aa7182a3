"""Files kept in step with collections and lists to cite, and the dialog that says which."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from core.base.errors import EngineError
from core.base.jobs import Job
from core.base.library_records import KeptFile
from core.formats import registry
from desktop.language.wording import in_language, translate
from desktop.ui.dialogs import ExplainedDialog, close_button
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.form_fields import DropDown
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label

LOOK_EVERY_MS = 4_000
AGAIN_AFTER_MS = 60_000
"""When it is tried again after something that should not happen, such as a library that is full."""
_FORMATS = [known_format for known_format in registry.FORMATS if known_format.cited_from]
_SHARED_KINDS = frozenset({"bibtex", "biblatex"})
"""Formats of files that others may write too: only entries of the kept papers are changed."""

Source = tuple[str, int, str]


class Kept(Protocol):
    """The kept files of a library; each call blocks."""

    def all(self) -> list[KeptFile]:
        """Give the files, by path."""

    def sources(self) -> list[Source]:
        """Give what a file can be kept in step with."""

    def keep(self, path: Path, kind: str, *, collection: int = 0, manuscript: int = 0) -> None:
        """Keep a file in step; an ``EngineError`` says why it cannot be."""

    def let_go(self, path: Path) -> None:
        """Keep it no longer."""

    def is_due(self) -> bool:
        """Tell whether one may have to be written. Quick."""

    def follow(self) -> list[Path]:
        """Write those that should say something else."""

    def overwrite(self, path: Path) -> Path | None:
        """Write one that somebody edited; give the copy of what they wrote."""


class FileKeeper(QObject):
    """Lets the kept files follow while a library is open.

    ``kept`` makes the service, on a worker thread, when first needed.

    Signals:
        changed: ``files`` or ``sources`` are others now.
        failed: what was asked for could not be done (an ``EngineError``).
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(
        self, get_kept_files: Callable[[], Kept], runner: TaskRunner, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._get_kept_files, self._runner = get_kept_files, runner
        self._asking: Task | None = None
        self.files: list[KeptFile] = []
        self.sources: list[Source] = []
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        self.load()

    def load(self) -> None:
        """Ask which files there are, and what others could be kept in step with."""
        self._runner.run(self._loaded, self._show, owner=self)

    def keep(self, path: Path, kind: str, source: Source) -> None:
        """Keep a file in step from now on."""
        of, number, _ = source
        collection, manuscript = (number, 0) if of == "collection" else (0, number)
        self._change(
            lambda: self._get_kept_files().keep(
                path, kind, collection=collection, manuscript=manuscript
            )
        )

    def let_go(self, path: Path) -> None:
        """Keep a file no longer; it stays as it is."""
        self._change(lambda: self._get_kept_files().let_go(path))

    def overwrite(self, path: Path) -> None:
        """Write a file that somebody edited; a copy keeps what they wrote."""
        self._change(lambda: self._get_kept_files().overwrite(path))

    def look(self) -> None:
        """Write what should say something else, unless that is under way."""
        if self._asking is None and self.files:
            self._asking = self._runner.run(
                lambda: self._get_kept_files().is_due(),
                self._follow_if_due,
                failed=self._rest,
                owner=self,
            )

    def _follow_if_due(self, due: bool) -> None:
        self._asking = None
        if due:

            def work(_: Job) -> tuple[list[KeptFile], list[Source]]:
                self._get_kept_files().follow()
                return self._loaded()

            self._asking = self._runner.start_background_job(
                self.tr("Writing kept files"), work, self._followed, failed=self._rest, owner=self
            )

    def _followed(self, new_state: tuple[list[KeptFile], list[Source]]) -> None:
        self._asking = None
        self._timer.setInterval(LOOK_EVERY_MS)
        self._show(new_state)

    def _rest(self, error: EngineError) -> None:
        self._asking = None
        self._timer.setInterval(AGAIN_AFTER_MS)
        self.failed.emit(error)

    def _change(self, work: Callable[[], object]) -> None:
        def changed() -> tuple[list[KeptFile], list[Source]]:
            work()
            self._get_kept_files().follow()
            return self._loaded()

        self._runner.run(changed, self._show, failed=self.failed.emit, owner=self, write=True)

    def _loaded(self) -> tuple[list[KeptFile], list[Source]]:
        return self._get_kept_files().all(), self._get_kept_files().sources()

    def _show(self, new_state: tuple[list[KeptFile], list[Source]]) -> None:
        news = new_state != (self.files, self.sources)
        self.files, self.sources = new_state
        if self.files:
            self._timer.start()
        else:
            self._timer.stop()
        if news:
            self.changed.emit()


class KeptFilesDialog(ExplainedDialog):
    """The list of kept files, to add to and to take from."""

    def __init__(self, keeper: FileKeeper, parent: QWidget | None = None) -> None:
        explanation = self.tr(
            "While this library is open, these bibliographies are rewritten whenever their "
            "papers change. A file that somebody else edited is never changed without asking."
        )
        super().__init__(parent, self.tr("Files kept in step"), explanation, size=(620, 420))
        self._keeper = keeper
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Files kept in step"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemSelectionChanged.connect(self._selected)
        self.nothing = text_label(
            self.tr(
                "No file is kept yet. Choose a collection, or the papers to cite in a manuscript, "
                "and then the file that should hold them."
            ),
            "muted",
            wrap=True,
        )
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.source = DropDown()
        self.source.setAccessibleName(self.tr("Contents of the new file"))
        self.add = push_button(self.tr("Keep in a file…"), self._choose)
        source_row = hbox((self.source, 1), self.add)
        self.lay_out((self.list, 1), (self.nothing, 1), source_row, self._buttons())
        keeper.changed.connect(self._show)
        keeper.failed.connect(self.show_problem)
        self._show()
        keeper.load()

    def keep(self, path: Path, kind: str) -> None:
        """Keep a file in step with what is chosen."""
        self.problem.hide()
        source = self.source.currentData()
        if source is not None:
            self._keeper.keep(path, kind, tuple(source))

    def _buttons(self) -> QHBoxLayout:
        self.let_go = push_button(self.tr("Stop updating"), self._let_go)
        self.let_go.setToolTip(self.tr("The file is not changed"))
        self.overwrite = push_button("", self._overwrite)
        return hbox(self.let_go, self.overwrite, 1, close_button(self))

    def _choose(self) -> None:
        dialog = file_dialog(self, self.tr("Keep in a file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # it is not overwritten unasked
        kinds = {
            f"{file_format.title} (*{file_format.endings[0]})": file_format
            for file_format in _FORMATS
        }
        dialog.setNameFilters(list(kinds))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def chosen(name: str) -> None:
            kind = kinds[dialog.selectedNameFilter()]
            path = Path(name)
            self.keep(path if path.suffix else path.with_suffix(kind.endings[0]), kind.name)

        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _file(self) -> KeptFile | None:
        row = self.list.currentRow()
        files = self._keeper.files
        return files[row] if self.list.selectedItems() and 0 <= row < len(files) else None

    def _let_go(self) -> None:
        if (file := self._file()) is not None:
            self._keeper.let_go(file.path)

    def _overwrite(self) -> None:
        if (file := self._file()) is not None:
            self._keeper.overwrite(file.path)

    def _show(self) -> None:
        row = self.list.currentRow()
        self.list.clear()
        for file in self._keeper.files:
            item = QListWidgetItem(f"{file.path}\n{kept_words(file)}")
            item.setToolTip(plain_tip(str(file.path)))
            self.list.addItem(item)
        self.list.setVisible(bool(self._keeper.files))
        self.nothing.setVisible(not self._keeper.files)
        if 0 <= row < self.list.count():
            self.list.setCurrentRow(row)
        before = self.source.currentData()
        self.source.clear()
        for source in self._keeper.sources:
            name = source[2]
            label = name if source[0] == "collection" else self.tr("To cite in “{0}”").format(name)
            self.source.addItem(label, source)
        if before is not None and tuple(before) in self._keeper.sources:
            self.source.setCurrentIndex(self._keeper.sources.index(tuple(before)))
        self.add.setEnabled(self.source.count() > 0)
        self.add.setToolTip(
            ""
            if self.source.count()
            else self.tr("Create a collection first, or choose papers to cite.")
        )
        self._selected()

    def _selected(self) -> None:
        file = self._file()
        self.let_go.setEnabled(file is not None)
        self.overwrite.setEnabled(file is not None and file.edited)
        if file is None or file.kind in _SHARED_KINDS:
            self.overwrite.setText(self.tr("Update entries in the edited file"))
            self.overwrite.setToolTip(
                self.tr(
                    "Entries of these papers are added or changed; everything else in the file "
                    "stays. A copy beside it keeps the file as it is now."
                )
            )
        else:
            self.overwrite.setText(self.tr("Replace the edited file"))
            self.overwrite.setToolTip(self.tr("A copy beside it keeps the file as it is now"))


def kept_words(file: KeptFile) -> str:
    """Return what a kept file holds, and how it stands."""
    source_name = file.name
    if file.of_manuscript:
        source_name = translate("KeptFilesDialog", "To cite in “{0}”").format(source_name)
    state = in_language(file.problem) or (
        translate("KeptFilesDialog", "in step")
        if file.written_at
        else translate("KeptFilesDialog", "not written yet")
    )
    return f"{source_name} · {state}"
