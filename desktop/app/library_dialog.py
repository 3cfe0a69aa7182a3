"""Asks which library to open, or by what name and where to make one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from desktop.ui import file_dialogs
from desktop.ui.file_dialogs import choose_folder
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox

TYPING_PAUSE_MS = 200
_NOT_IN_NAMES = '/\\:*?"<>|'


class LibraryDialog(QDialog):
    """A name and a folder; says whether there is a library, and why it had better not be there.

    Signals:
        chosen: the ``Path`` of a library to open, or to make.

    ``warning_about`` may take long and is called on a worker thread.
    """

    chosen = Signal(object)

    def __init__(
        self,
        runner: TaskRunner,
        warning_about: Callable[[Path], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open or create a library"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 560, 240)
        self._runner, self._warning_about = runner, warning_about
        self._request: Task | None = None
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        suggested = file_dialogs.suggested_folder()
        self.name, self.parent_folder = QLineEdit(suggested.name), QLineEdit(str(suggested.parent))
        self.message, self.warning = text_label(), text_label()
        for label, look in ((self.message, "muted"), (self.warning, "warning")):
            label.setWordWrap(True)
            set_look(label, look)
        self._lay_out()
        for field in (self.name, self.parent_folder):
            field.textChanged.connect(self._typed)
        self._typed()
        self.name.selectAll()
        self.name.setFocus()

    def folder(self) -> Path | None:
        """Return the folder that name and parent folder make, ``None`` if they make none."""
        name, parent = self.name.text().strip(), self.parent_folder.text().strip()
        if not name or not parent or set(name) & set(_NOT_IN_NAMES) or name.strip(".") == "":
            return None
        return Path(parent).expanduser() / name

    def show_folder(self, folder: Path) -> None:
        """Show a folder that was chosen as name and parent folder."""
        self.name.setText(folder.name)
        self.parent_folder.setText(str(folder.parent))

    def _lay_out(self) -> None:
        browse = push_button(
            self.tr("Browse…"),
            self._choose_parent,
            tip=self.tr("Choose the folder of the library"),
        )
        row = hbox((self.parent_folder, 1), browse)
        form = QFormLayout()
        form.setSpacing(GRID)
        form.addRow(self.tr("&Name"), self.name)
        form.addRow(self.tr("&Folder"), row)
        label = form.labelForField(row)
        if isinstance(label, QLabel):
            label.setBuddy(self.parent_folder)
        self.name.setAccessibleName(self.tr("Name of the library"))
        self.parent_folder.setAccessibleName(self.tr("Folder of the library"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.take_button = buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        set_look(self.take_button, "primary")
        other = buttons.addButton(self.tr("Open existing…"), QDialogButtonBox.ButtonRole.ActionRole)
        other.clicked.connect(self._choose_library)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        vbox(
            form,
            self.message,
            self.warning,
            1,
            buttons,
            of=self,
            margins=2 * GRID,
            spacing=2 * GRID,
        )

    def _typed(self) -> None:
        folder = self.folder()
        self.take_button.setEnabled(folder is not None)
        self.take_button.setText(self.tr("Create library"))
        self.warning.hide()
        bad = sorted(set(self.name.text()) & set(_NOT_IN_NAMES))
        if bad:
            self.message.setText(self.tr("A name cannot hold {0}").format(" ".join(bad)))
        elif folder is None:
            self.message.setText(self.tr("Type a name and choose a folder."))
        else:
            self._pause.start()

    def _look(self) -> None:
        if self._request is not None:
            self._request.cancel()
        folder = self.folder()
        if folder is None:
            return

        def work() -> tuple[str, bool]:
            return self._warning_about(folder), (folder / "library.db").is_file()

        def show(answer: tuple[str, bool]) -> None:
            self._request = None
            warning, exists = answer
            there = self.tr("“{0}” already contains a library.")
            new = self.tr("A new library will be created in “{0}”.")
            self.message.setText((there if exists else new).format(folder))
            self.take_button.setText(
                self.tr("Open library") if exists else self.tr("Create library")
            )
            self.warning.setText(warning)
            self.warning.setVisible(bool(warning))

        self._request = self._runner.run(work, show, owner=self)

    def _take(self) -> None:
        folder = self.folder()
        if folder is not None:
            self.accept()
            self.chosen.emit(folder)

    def _choose_parent(self) -> None:
        self._ask_folder(
            self.tr("Choose a folder for the library"),
            lambda folder: self.parent_folder.setText(str(folder)),
        )

    def _choose_library(self) -> None:
        self._ask_folder(self.tr("Open a library"), self.show_folder)

    def _ask_folder(self, title: str, call: Callable[[Path], object]) -> None:
        choose_folder(self, title, call, self.parent_folder.text())
