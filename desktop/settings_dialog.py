"""The settings dialog (Ctrl+,)."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from core.settings import Settings
from desktop.theme import set_look

_THEMES = {"system": "As the system", "light": "Light", "dark": "Dark"}


class SettingsDialog(QDialog):
    """Shows the settings and hands back changed ones.

    Signals:
        saved: the new ``Settings``.
        library_wanted: the person wants another library.
    """

    saved = Signal(object)
    library_wanted = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setMinimumWidth(560)
        self._settings = settings
        self.theme = QComboBox()
        for choice, words in _THEMES.items():
            self.theme.addItem(words, choice)
        self.theme.setCurrentIndex(list(_THEMES).index(settings.theme))
        self.breadth = QSlider(Qt.Orientation.Horizontal)
        self.breadth.setRange(0, 100)
        self.breadth.setValue(round(settings.breadth * 100))
        self.breadth.setAccessibleName("Context of a recommendation")
        self.forget = QPushButton("Forget recent libraries")
        self.forget.setEnabled(bool(settings.recent_libraries))
        self.forget.clicked.connect(self._forget)
        form = QFormLayout()
        form.setSpacing(16)
        form.addRow("Library", self._library_row())
        form.addRow("&Theme", self.theme)
        context = QLabel("Conte&xt")
        context.setBuddy(self.breadth)
        form.addRow(context, self._breadth_row())
        form.addRow("", _left(self.forget))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(24)
        layout.addLayout(form)
        layout.addWidget(self._buttons())

    def save(self) -> None:
        """Hand the settings back and close."""
        changed = self._settings.changed(
            theme=self.theme.currentData(), breadth=self.breadth.value() / 100
        )
        self.saved.emit(changed)
        self.accept()

    def _library_row(self) -> QHBoxLayout:
        folder = self._settings.library
        name = QLabel(str(folder) if folder else "none")
        name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        name.setWordWrap(True)
        other = QPushButton("Open another…")
        other.clicked.connect(self._other_library)
        row = QHBoxLayout()
        row.addWidget(name, 1)
        row.addWidget(other)
        return row

    def _breadth_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for part in (QLabel("this sentence"), self.breadth, QLabel("whole manuscript")):
            if isinstance(part, QLabel):
                set_look(part, "muted")
            row.addWidget(part, int(part is self.breadth))
        return row

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        save = buttons.addButton("Save settings", QDialogButtonBox.ButtonRole.AcceptRole)
        set_look(save, "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.save)
        buttons.rejected.connect(self.reject)
        return buttons

    def _forget(self) -> None:
        self._settings = self._settings.changed(recent_libraries=())
        self.forget.setEnabled(False)

    def _other_library(self) -> None:
        self.reject()
        self.library_wanted.emit()


def _left(button: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(button)
    row.addStretch(1)
    return row
