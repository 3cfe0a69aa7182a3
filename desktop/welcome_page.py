"""What a person sees when no library is open: three steps, the first of them here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop import folders
from desktop.tasks import Task, TaskRunner
from desktop.theme import set_icon, set_look

TYPING_PAUSE_MS = 200


class WelcomePage(QWidget):
    """Chooses or makes a library.

    Signals:
        library_chosen: a ``Path``; the library is made if the folder holds none.
        sample_wanted: the person wants to look around first.

    ``warning_about`` says why a library should not lie in a folder, "" if nothing speaks against
    it; it may take long and is called on a worker thread.
    """

    library_chosen = Signal(object)
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
        self._asked: Task | None = None
        self._recent = list(recent)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._look_at_folder)
        card = QFrame()
        set_look(card, "card")
        card.setFixedWidth(624)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(32, 32, 32, 32)
        inside.setSpacing(16)
        self._add_head(inside)
        self._add_choice(inside)
        self._add_recent(inside)
        layout = QVBoxLayout(self)
        centred = QHBoxLayout()  # an alignment instead would cut off texts that wrap
        centred.addStretch(1)
        centred.addWidget(card)
        centred.addStretch(1)
        layout.addStretch(1)
        layout.addLayout(centred)
        layout.addStretch(2)
        self.setFocusProxy(self.open_button)
        self._look_at_folder()

    def folder(self) -> Path:
        """Return the folder that is typed or chosen."""
        return Path(self.path.text().strip()).expanduser()

    def set_folder(self, folder: Path) -> None:
        """Propose another folder."""
        self.path.setText(str(folder))
        self._look_at_folder()

    def open_chosen(self) -> None:
        """Open the library of the folder, or make one in it."""
        if self.path.text().strip():
            self.library_chosen.emit(self.folder())

    def _add_head(self, layout: QVBoxLayout) -> None:
        title = QLabel(self.tr("Welcome to Cocite"))
        set_look(title, "title")
        text = QLabel(
            self.tr(
                "Cocite reads your manuscript and recommends papers from your own library for each "
                "sentence that needs a citation. Nothing leaves this computer.\n\n"
                "1.  Choose a folder for your library.\n"
                "2.  Import your papers: PDFs, or a .bib, .ris or CSL-JSON file.\n"
                "3.  Open a manuscript, or try the sample first."
            )
        )
        text.setWordWrap(True)
        layout.addWidget(title)
        layout.addWidget(text)

    def _add_choice(self, layout: QVBoxLayout) -> None:
        label = QLabel(self.tr("&Library folder"))
        set_look(label, "heading")
        self.path = QLineEdit(str(folders.suggested_folder()))
        self.path.textEdited.connect(lambda _: self._pause.start())
        self.path.returnPressed.connect(self.open_chosen)
        label.setBuddy(self.path)
        self.path.setAccessibleName(self.tr("Library folder"))
        choose = QPushButton(self.tr("Choose…"))
        set_icon(choose, "folder")
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.path, 1)
        row.addWidget(choose)
        self.warning = QLabel()
        self.warning.setWordWrap(True)
        set_look(self.warning, "warning")
        self.open_button = QPushButton(self.tr("Make a library here"))
        set_look(self.open_button, "primary")
        self.open_button.clicked.connect(self.open_chosen)
        self.sample_button = QPushButton(self.tr("Try the sample"))
        self.sample_button.setToolTip(
            self.tr("Opens a small library and a manuscript made for trying out")
        )
        self.sample_button.clicked.connect(self.sample_wanted)
        steps = QHBoxLayout()
        steps.addWidget(self.open_button)
        steps.addWidget(self.sample_button)
        steps.addStretch(1)
        layout.addWidget(label)
        layout.addLayout(row)
        layout.addWidget(self.warning)
        layout.addLayout(steps)

    def _add_recent(self, layout: QVBoxLayout) -> None:
        self.recent = QListView()
        self.recent.setAccessibleName(self.tr("Recent libraries"))
        self.recent.setModel(QStringListModel([str(path) for path in self._recent], self.recent))
        self.recent.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        row_height = self.recent.fontMetrics().height() + 8
        self.recent.setFixedHeight(8 + row_height * min(4, max(1, len(self._recent))))
        self.recent.activated.connect(self._open_recent)
        self.recent.clicked.connect(self._open_recent)
        if self._recent:
            label = QLabel(self.tr("Recent libraries"))
            set_look(label, "heading")
            layout.addWidget(label)
            layout.addWidget(self.recent)
        else:
            self.recent.setParent(self)
            self.recent.hide()

    def _open_recent(self, index: QModelIndex) -> None:
        self.library_chosen.emit(self._recent[index.row()])

    def _choose(self) -> None:
        dialog = QFileDialog(
            self, self.tr("Choose a folder for the library"), str(self.folder().parent)
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def chosen(path: str) -> None:
            self.path.setText(path)
            self._look_at_folder()

        dialog.fileSelected.connect(chosen)
        dialog.open()

    def _look_at_folder(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
        folder = self.folder()

        def work() -> tuple[str, bool]:
            return self._warning_about(folder), (folder / "library.db").is_file()

        def show(answer: tuple[str, bool]) -> None:
            self._asked = None
            warning, exists = answer
            self.warning.setText(warning)
            self.warning.setVisible(bool(warning))
            self.open_button.setText(
                self.tr("Open this library") if exists else self.tr("Make a library here")
            )

        self._asked = self._runner.run(work, show, owner=self)
