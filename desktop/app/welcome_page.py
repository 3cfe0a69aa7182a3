"""What a person sees when no library is open: the first three steps, and the libraries before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.formats.registry import imported, of_ending
from desktop.language.wording import translate
from desktop.library.file_formats import import_filters, titles
from desktop.manuscript.file_kinds import OPENABLE, PAGELESS
from desktop.ui import file_dialogs
from desktop.ui.accessible_roles import set_rich_tip
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label, vbox

TYPING_PAUSE_MS = 200
_WIDTH = 640
_INDENT = 3 * GRID


class WelcomePage(QScrollArea):
    """Chooses or makes a library, what to import into it, and a manuscript to begin with.

    Signals:
        library_chosen: a ``Path``; the library is made if the folder holds none. What
            ``sources()`` and ``manuscript`` say then is to be imported and opened in it.
        recent_chosen: a ``Path`` of a library that was open before; where it is gone, none is made.
        sample_wanted: the person wants to look around first.

    ``warning_about`` says why a library should not lie in a folder, "" if nothing speaks against
    it; it may take long and is called on a worker thread.
    """

    library_chosen = Signal(object)
    recent_chosen = Signal(object)
    sample_wanted = Signal()

    def __init__(
        self,
        runner: TaskRunner,
        warning_about: Callable[[Path], str] = lambda _: "",
        recent: Sequence[Path] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._warning_about = warning_about
        self._request: Task | None = None
        self._recent = list(recent)
        self._exists = False
        self.manuscript: Path | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._look_at_folder)
        self._build()
        self.setFocusProxy(self.open_button)
        self.setAcceptDrops(True)
        self._look_at_folder()

    def folder(self) -> Path:
        """Return the folder that is typed or chosen."""
        return Path(self.path.text().strip()).expanduser()

    def set_folder(self, folder: Path) -> None:
        """Propose another folder."""
        self.path.setText(str(folder))
        self._look_at_folder()

    def sources(self) -> list[Path]:
        """Return the files and folders that are to be imported."""
        return self.files.paths()

    def choose_manuscript(self, path: Path | None) -> None:
        """Take a manuscript to open once the library is there, or none."""
        self.manuscript = path
        none = self.tr("None yet")
        self.manuscript_name.setText(none if path is None else path.name)
        set_rich_tip(self.manuscript_name, "" if path is None else plain_tip(str(path)))

    def open_chosen(self) -> None:
        """Open the library of the folder, or make one in it."""
        if self.path.text().strip():
            self.library_chosen.emit(self.folder())

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        card = QFrame()
        set_look(card, "card")
        card.setFixedWidth(max(_WIDTH, 88 * self.fontMetrics().averageCharWidth()))
        inside = vbox(of=card, margins=(4 * GRID, 3 * GRID, 4 * GRID, 3 * GRID), spacing=2 * GRID)
        self._add_head(inside)
        inside.addLayout(self._folder_step())
        inside.addLayout(self._import_step())
        inside.addLayout(self._manuscript_step())
        inside.addSpacing(GRID)
        self._add_buttons(inside)
        self._add_recent(inside)
        holder = QWidget()
        layout = QVBoxLayout(holder)
        centred = QHBoxLayout()  # an alignment instead would cut off texts that wrap
        centred.addStretch(1)
        centred.addWidget(card)
        centred.addStretch(1)
        layout.addSpacing(GRID)
        layout.addLayout(centred)
        layout.addStretch(1)  # below alone: what is chosen must not move what stands above it
        self.setWidget(holder)

    def _add_head(self, layout: QVBoxLayout) -> None:
        title = text_label(self.tr("Welcome to Cocite"), "title")
        text = text_label(
            self.tr(
                "Cocite reads your manuscript and recommends papers from your own library for each "
                "sentence that needs a citation. Nothing leaves this computer."
            ),
            wrap=True,
        )
        layout.addWidget(title)
        layout.addWidget(text)

    def _step(
        self, number: int, name: str, explanation: str, *parts: QWidget | QHBoxLayout
    ) -> QVBoxLayout:
        """Return a step: its number and name, a sentence on it, and what one does it with."""
        heading = text_label(f"{number}   {name}", "heading")
        step = vbox(heading, spacing=GRID)
        rest = vbox(margins=(_INDENT, 0, 0, 0), spacing=GRID)
        if explanation:
            label = text_label(explanation, "muted", wrap=True)
            rest.addWidget(label)
        for part in parts:
            if isinstance(part, QWidget):
                rest.addWidget(part)
            else:
                rest.addLayout(part)
        step.addLayout(rest)
        first = next((part for part in parts if isinstance(part, QLineEdit)), None)
        if first is not None:
            heading.setBuddy(first)
        return step

    def _folder_step(self) -> QVBoxLayout:
        self.path = QLineEdit(str(file_dialogs.suggested_folder()))
        self.path.textEdited.connect(lambda _: self._pause.start())
        self.path.returnPressed.connect(self.open_chosen)
        self.path.setAccessibleName(self.tr("Library folder"))
        row = hbox((self.path, 1), push_button(self.tr("Choose…"), self._choose, icon="folder"))
        self.warning = text_label("", "warning", wrap=True)
        self.warning.hide()
        return self._step(1, self.tr("Choose a folder for your library"), "", row, self.warning)

    def _import_step(self) -> QVBoxLayout:
        self.files = ChosenFiles(self.tr("What to import"))
        size_policy = self.files.sizePolicy()
        size_policy.setRetainSizeWhenHidden(True)
        self.files.setSizePolicy(size_policy)
        self.files.changed.connect(self._name_button)
        self.add_files = push_button(self.tr("Add files…"), self._ask_files, icon="import")
        self.add_folder = push_button(self.tr("Add a folder…"), self._ask_folder, icon="folder")
        self.add_zotero = push_button(self.tr("Add Zotero…"), self._ask_zotero, icon="library")
        self.add_zotero.setToolTip(self.tr("Zotero's database, zotero.sqlite; it is only read"))
        row = QHBoxLayout()
        for button in (self.add_files, self.add_folder, self.add_zotero):
            row.addWidget(button)
        row.addStretch(1)
        explanation = self.tr(
            "Files or folders in any of these formats: {formats}. Drop them here, or leave this "
            "for later."
        ).format(formats=titles(imported()))
        return self._step(2, self.tr("Import your papers"), explanation, row, self.files)

    def _manuscript_step(self) -> QVBoxLayout:
        self.manuscript_button = push_button(
            self.tr("Choose a manuscript…"), self._ask_manuscript, icon="manuscript"
        )
        self.manuscript_name = text_label("", "muted")
        row = hbox(self.manuscript_button, (self.manuscript_name, 1))
        self.choose_manuscript(None)
        explanation = self.tr(
            "The file of a paper that you write or review: PDF, Word, LibreOffice, LaTeX, Markdown "
            "or Typst."
        )
        return self._step(3, self.tr("Open a manuscript"), explanation, row)

    def _add_buttons(self, layout: QVBoxLayout) -> None:
        self.open_button = push_button("", self.open_chosen, look="primary")
        self._name_button()
        self.sample_button = push_button(
            self.tr("Try the sample"),
            self.sample_wanted,
            tip=self.tr("Opens a small library and a manuscript made for trying out"),
        )
        row = hbox(self.open_button, self.sample_button, 1)
        layout.addLayout(row)

    def _add_recent(self, layout: QVBoxLayout) -> None:
        self.recent = QListView()
        self.recent.setAccessibleName(self.tr("Recent libraries"))
        self.recent.setModel(QStringListModel([str(path) for path in self._recent], self.recent))
        self.recent.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        row_height = self.recent.fontMetrics().height() + 8
        self.recent.setFixedHeight(8 + row_height * min(4, max(1, len(self._recent))))
        self.recent.activated.connect(self._open_recent)
        self.recent.clicked.connect(self._recent_clicked)
        if self._recent:
            label = text_label(self.tr("Recent libraries"), "heading")
            layout.addWidget(label)
            layout.addWidget(self.recent)
        else:
            self.recent.setParent(self)
            self.recent.hide()

    # --- answers to the person ------------------------------------------------------------

    def _open_recent(self, index: QModelIndex) -> None:
        self.recent_chosen.emit(self._recent[index.row()])

    def _recent_clicked(self, index: QModelIndex) -> None:
        # Where one click activates, it is told of twice.
        activates = QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick
        if not self.recent.style().styleHint(activates, None, self.recent):
            self._open_recent(index)

    def _choose(self) -> None:
        title = self.tr("Choose a folder for the library")
        dialog = self._dialog(title, QFileDialog.FileMode.Directory)
        dialog.setDirectory(str(self.folder().parent))
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda path: self.set_folder(Path(path)))
        dialog.open()

    def _ask_files(self) -> None:
        title = self.tr("Import into the library")
        dialog = self._dialog(title, QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(import_filters())
        dialog.setOption(QFileDialog.Option.HideNameFilterDetails)
        dialog.filesSelected.connect(lambda names: self.files.add([Path(name) for name in names]))
        dialog.open()

    def _ask_folder(self) -> None:
        title = self.tr("Import a folder into the library")
        dialog = self._dialog(title, QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda name: self.files.add([Path(name)]))
        dialog.open()

    def _ask_zotero(self) -> None:
        """Take the database of Zotero from where it puts it, else ask for it."""
        database_path = file_dialogs.zotero_database()
        if database_path is not None and database_path not in self.sources():
            self.files.add([database_path])
            return
        title = self.tr("Choose the database of Zotero")
        dialog = self._dialog(title, QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter("Zotero (zotero.sqlite *.rdf)")
        dialog.fileSelected.connect(lambda name: self.files.add([Path(name)]))
        dialog.open()

    def _ask_manuscript(self) -> None:
        title = self.tr("Choose a manuscript")
        dialog = self._dialog(title, QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(translate("ManuscriptPage", OPENABLE))
        dialog.fileSelected.connect(lambda name: self.choose_manuscript(Path(name)))
        dialog.open()

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> QFileDialog:
        dialog = file_dialog(self, title)
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def _name_button(self) -> None:
        """Let the button say what it will do."""
        button_texts = {
            (False, False): self.tr("Create a library here"),
            (False, True): self.tr("Create a library and import"),
            (True, False): self.tr("Open this library"),
            (True, True): self.tr("Open this library and import"),
        }
        self.open_button.setText(button_texts[self._exists, bool(self.sources())])

    def _look_at_folder(self) -> None:
        if self._request is not None:
            self._request.cancel()
        folder = self.folder()

        def work() -> tuple[str, bool]:
            return self._warning_about(folder), (folder / "library.db").is_file()

        def show(answer: tuple[str, bool]) -> None:
            self._request = None
            warning, self._exists = answer
            self.warning.setText(warning)
            self.warning.setVisible(bool(warning))
            self._name_button()

        self._request = self._runner.run(work, show, owner=self)

    # --- dropping files -------------------------------------------------------------------

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        urls = event.mimeData().urls()
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        manuscripts = [path for path in paths if _is_manuscript(path)]
        if len(manuscripts) == 1:
            self.choose_manuscript(manuscripts[0])
            paths.remove(manuscripts[0])
        self.files.add(paths)
        event.acceptProposedAction()


def _is_manuscript(path: Path) -> bool:
    """Tell a file that can be opened and not be imported."""
    return path.suffix.lower() in PAGELESS and of_ending(path) is None


# --- the list of files chosen for import ------------------------------------------------
#
# A short list of files and folders that were chosen, each of which can be taken off again.

_ROWS = 3


class ChosenFiles(QWidget):
    """Lists files and folders; hidden while there is none.

    Signals:
        changed: files came or went.
    """

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paths: list[Path] = []
        self._names = QStringListModel(self)
        self.list = QListView()
        self.list.setAccessibleName(name)
        self.list.setModel(self._names)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.remove_button = push_button(
            self.tr("Remove"), lambda *_: self.remove_selected(), look="quiet"
        )
        remove = QAction(self.remove_button.text(), self.list)
        remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        remove.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        remove.triggered.connect(lambda *_: self.remove_selected())
        self.list.addAction(remove)
        row = hbox((self.list, 1), of=self, margins=0, spacing=GRID)
        row.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignTop)
        self._show()

    def paths(self) -> list[Path]:
        """Return what was chosen, in the order in which it was."""
        return list(self._paths)

    def add(self, paths: Iterable[Path]) -> None:
        """Choose more; what is listed already is not listed twice."""
        self._paths = list(dict.fromkeys((*self._paths, *paths)))
        self._show()

    def remove_selected(self) -> None:
        """Take the selected ones off the list."""
        rows = {index.row() for index in self.list.selectionModel().selectedRows()}
        self._paths = [path for row, path in enumerate(self._paths) if row not in rows]
        self._show()

    def _show(self) -> None:
        self._names.setStringList([str(path) for path in self._paths])
        line = self.list.fontMetrics().height() + GRID
        self.list.setFixedHeight(GRID + line * max(1, min(_ROWS, len(self._paths))))
        self.setVisible(bool(self._paths))
        self.list.setCurrentIndex(self._names.index(len(self._paths) - 1))
        self.changed.emit()
