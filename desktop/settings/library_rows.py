"""Fields of settings that belong to papers: keys, formatted references, what stays in the Trash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from core.base.errors import EngineError
from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.settings.store import SettingsStore
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.form_fields import DropDown
from desktop.ui.widgets import text_label, vbox

STYLES = {
    "author-date": QT_TRANSLATE_NOOP("CslStyle", "Author and date"),
    "numbered": QT_TRANSLATE_NOOP("CslStyle", "Numbered"),
    "author-title": QT_TRANSLATE_NOOP("CslStyle", "Author and title"),
    "apa": "APA, 7th edition",
    "chicago-author-date": "Chicago (author-date)",
    "chicago-notes": "Chicago (notes and bibliography)",
    "mla": "MLA, 9th edition",
    "vancouver": "Vancouver (NLM)",
    "ama": "AMA, 11th edition",
    "nature": "Nature",
    "ieee": "IEEE",
    "acs": "ACS",
    "aps": "APS",
    "harvard-cite-them-right": "Harvard (Cite Them Right)",
    "din-1505-2": "DIN 1505-2",
    "iso-690": "ISO 690 (author-date)",
    "gb-t-7714-numeric": "GB/T 7714 (numeric)",
    "gb-t-7714-author-date": "GB/T 7714 (author-date)",
}
"""The citation styles that come with Cocite."""
_LEAST_LETTERS = 14


class KeyPattern(QWidget):
    """The pattern of citation keys of the open library; what is no pattern is said below it."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self._keys, self._runner = store.citation_keys, store.runner
        self._stored = ""
        self.edit = QLineEdit()
        self.edit.setEnabled(False)
        self.edit.setMinimumWidth(_LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        self.edit.editingFinished.connect(self._take)
        self.problem = text_label("", "bad", wrap=True)
        self.problem.hide()
        vbox(self.edit, self.problem, of=self, margins=0, spacing=4)
        self.setFocusProxy(self.edit)
        if self._keys is None:
            self.edit.setPlaceholderText(self.tr("Open a library first."))
            self.edit.setToolTip(self.edit.placeholderText())
        else:
            self._runner.run(self._keys.pattern, self._show, owner=self)

    def _show(self, pattern: str) -> None:
        self._stored = pattern
        self.edit.setText(pattern)
        self.edit.setEnabled(True)

    def _take(self) -> None:
        keys, pattern = self._keys, self.edit.text()
        if keys is None or pattern.strip() == self._stored:
            self.problem.hide()
            return

        def accept_pattern(_: None) -> None:
            self._stored = pattern.strip()
            self.problem.hide()

        def refused(error: EngineError) -> None:
            self.problem.setText(f"{error} {error.remedy}".strip())
            self.problem.show()

        self._runner.run(
            lambda: keys.set_pattern(pattern),
            accept_pattern,
            failed=refused,
            owner=self,
            write=True,
        )


class CslStyle(DropDown):
    """The style of formatted references: one that comes with Cocite, or a ``.csl`` file."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self._store = store
        self.setMinimumWidth(_LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        self._follow(frozenset(("csl_style",)))
        self.activated.connect(lambda _: self._chosen())
        store.changed.connect(self._follow)

    def _follow(self, names: frozenset[str]) -> None:
        if "csl_style" not in names:
            return
        now = self._store.now.csl_style
        self.clear()
        for style, name in STYLES.items():
            self.addItem(QCoreApplication.translate("CslStyle", name), style)
        if now not in STYLES:
            self.addItem(Path(now).name, now)
            self.setItemData(self.count() - 1, now, Qt.ItemDataRole.ToolTipRole)
        self.addItem(self.tr("From a .csl file…"), None)
        self.setCurrentIndex(self.findData(now))

    def _chosen(self) -> None:
        style = self.currentData()
        if style is not None:
            self._store.change(csl_style=style)
            return
        self.setCurrentIndex(self.findData(self._store.now.csl_style))
        dialog = file_dialog(self, self.tr("Choose a citation style"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Citation styles (*.csl)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self._store.change(csl_style=path))
        dialog.open()
