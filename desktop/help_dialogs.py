"""The two dialogs of the Help menu."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from desktop.theme import set_look

SHORTCUTS = (
    ("Pages", (("Library, Manuscript, Similar, Models", "Alt+1 … Alt+4"), ("Jobs", "Alt+Shift+J"))),
    (
        "Library",
        (
            ("Import files", "Ctrl+I"),
            ("Import a folder", "Ctrl+Shift+I"),
            ("Search", "Ctrl+F or /"),
            ("Clear the search", "Esc"),
            ("Find similar papers", "Ctrl+Shift+S"),
            ("Edit details", "Ctrl+E"),
            ("Copy cite command", "Ctrl+K"),
            ("Export", "Ctrl+Shift+E"),
            ("Move to Trash", "Del"),
            ("Undo, redo", "Ctrl+Z, Ctrl+Shift+Z"),
        ),
    ),
    (
        "Manuscript",
        (
            ("Open a manuscript", "Ctrl+O"),
            ("Recommend for text", "Ctrl+Shift+R"),
            ("For the whole manuscript", "Ctrl+Shift+M"),
            ("Previous, next gap", "Alt+Up, Alt+Down"),
            ("Not needed here, or needed after all", "Alt+N"),
        ),
    ),
    ("Similar", (("Back, forward", "Alt+Left, Alt+Right"), ("Less like this", "Ctrl+Shift+L"))),
    ("Program", (("Settings", "Ctrl+,"), ("This list", "F1"), ("Quit", "Ctrl+Q"))),
)


class ShortcutsDialog(QDialog):
    """Every shortcut, by page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(48)
        grid.setVerticalSpacing(4)
        for title, shortcuts in SHORTCUTS:
            heading = QLabel(title)
            set_look(heading, "heading")
            row = grid.rowCount()
            grid.addWidget(heading, row, 0, 1, 2, Qt.AlignmentFlag.AlignBottom)
            grid.setRowMinimumHeight(row, 32)
            for what, keys in shortcuts:
                row += 1
                grid.addWidget(QLabel(what), row, 0)
                shown = QLabel(keys)
                set_look(shown, "muted")
                grid.addWidget(shown, row, 1)
        _finish(self, grid)


class AboutDialog(QDialog):
    """What this program is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Cocite")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(400)
        title = QLabel(f"Cocite {_version()}")
        set_look(title, "title")
        text = QLabel(
            "A literature assistant: a manuscript in, recommended papers from your own library "
            "out. Nothing leaves this computer.\n\nFree software under the GNU Affero General "
            "Public License, version 3 or later."
        )
        text.setWordWrap(True)
        grid = QGridLayout()
        grid.setVerticalSpacing(16)
        grid.addWidget(title, 0, 0)
        grid.addWidget(text, 1, 0)
        _finish(self, grid)


def _finish(dialog: QDialog, content: QGridLayout) -> None:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(24, 16, 16, 16)
    layout.setSpacing(16)
    layout.addLayout(content)
    layout.addWidget(buttons)


def _version() -> str:
    try:
        return metadata.version("cocite")
    except metadata.PackageNotFoundError:
        return "from source"
