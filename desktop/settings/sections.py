"""The sections General, Library, Recommendation and Appearance."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QCoreApplication, QStringListModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QLineEdit,
    QListView,
    QWidget,
)

from core.base.errors import EngineError
from core.base.records import PLAUSIBLE, STRONG
from desktop.language.languages import LANGUAGES
from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.settings.rows import Choice, Row, Section, Widgets, side_by_side
from desktop.settings.store import SettingsStore
from desktop.ui.file_dialogs import file_dialog
from desktop.ui.form_fields import DropDown
from desktop.ui.opening import open_file
from desktop.ui.widgets import push_button, text_label, vbox

# --- rows with a field of their own -----------------------------------------------------
#
# Fields that the type of a setting does not tell: the language, the style of references, keys.

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


def make_language_choice(store: SettingsStore) -> Choice:
    """Return the choice among the languages, each called by its own name."""
    system = QCoreApplication.translate("General", "Same as the system")
    return Choice(store, "language", [("system", system), *LANGUAGES.items()])


class KeyPattern(QWidget):
    """The pattern of citation keys of the open library; what is no pattern is said below it."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self._keys, self._runner = store.citation_keys, store.runner
        self._stored = ""
        self.edit = QLineEdit()
        self.edit.setAccessibleName(self.tr("Pattern of citation keys"))
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


# --- the sections ------------------------------------------------------------------------


class General(Section):
    """Language, start-up, suggestions and citations."""

    heading = QT_TRANSLATE_NOOP("General", "General")
    widgets: ClassVar[Widgets] = {"language": make_language_choice, "citation style": CslStyle}

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(store)
        self.head()
        self.end()


class Library(Section):
    """The folder in use, its keys and its Trash, and the folders used before.

    Signals:
        library_wanted: the person wants to choose another library.
        library_chosen: a ``Path`` of a library to open.
    """

    library_wanted = Signal()
    library_chosen = Signal(object)
    heading = QT_TRANSLATE_NOOP("Library", "Library")

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(store)
        self.head()
        self.folder = text_label(wrap=True)
        self.folder.setMinimumWidth(24 * self.folder.fontMetrics().averageCharWidth())
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        other = push_button(self.tr("Open another…"), self.library_wanted, icon="library")
        self.show_button = push_button(self.tr("Show folder"), self._show_folder, icon="folder")
        self.add(
            Row(
                self.tr("Folder"),
                side_by_side(self.folder, other, self.show_button),
                self.tr(
                    "This folder holds the whole library: the database, copies of imported PDFs, "
                    "and indexes that are rebuilt when they are missing."
                ),
                stretch=True,
                words=self.tr("path place database"),
            )
        )
        self.backups = push_button(self.tr("Show backups"), self._show_backups, icon="folder")
        self.add(
            Row(
                self.tr("Backups"),
                self.backups,
                self.tr(
                    "Copies of the database are in the folder “backups” of the library; each is "
                    "checked when it is made. The newest three are kept, one for each of the "
                    "last seven days and one for each of the last four weeks."
                ),
                words=self.tr("backup restore copy interval"),
            )
        )
        self._add_keys(store)
        self.add_declared("trash_days")
        self.recent = QListView()
        self.recent.setModel(QStringListModel(self.recent))
        self.recent.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.recent.activated.connect(
            lambda index: self.library_chosen.emit(self.store.now.recent_libraries[index.row()])
        )
        self.add(
            Row(
                self.tr("&Recent libraries"),
                self.recent,
                self.tr("Enter or a double click opens one."),
                stretch=True,
            )
        )
        self.end()
        store.changed.connect(self._follow)
        self._follow(frozenset())

    def _add_keys(self, store: SettingsStore) -> None:
        self.key_pattern = KeyPattern(store)
        self.add(
            Row(
                self.tr("Citation &keys"),
                self.key_pattern,
                self.tr(
                    "How keys of new papers are made, such as [auth][year][title] or "
                    "[Authors2][shortyear]. There are [auth], [authors], [year], [shortyear], "
                    "[title] and [venue]; a number says how many letters or words. Keys that a "
                    "file brings are kept, and no key of the library changes."
                ),
                stretch=True,
                words=self.tr("citation key pattern bibtex"),
            )
        )

    def _follow(self, _names: frozenset[str]) -> None:
        folder = self.store.now.library
        self.folder.setText(str(folder) if folder else self.tr("No library is open."))
        for button in (self.show_button, self.backups):
            button.setEnabled(folder is not None)
            button.setToolTip("" if folder else self.tr("Open a library first."))
        model = self.recent.model()
        assert isinstance(model, QStringListModel)
        names = [str(path) for path in self.store.now.recent_libraries]
        if names != model.stringList():
            model.setStringList(names)
        line = self.recent.fontMetrics().height() + 4
        self.recent.setFixedHeight(line * max(2, min(6, len(names))) + 4)

    def _show_folder(self) -> None:
        if self.store.now.library is not None:
            open_folder(self.store.now.library)

    def _show_backups(self) -> None:
        """Show the folder of backups, or that of the library while there is none."""
        if self.store.now.library is not None:
            backups = self.store.now.library / "backups"
            open_folder(backups if backups.is_dir() else backups.parent)


class Recommendation(Section):
    """What is asked with, and what counts."""

    heading = QT_TRANSLATE_NOOP("Recommendation", "Recommendation")

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(store)
        self.head()
        self.add_declared("breadth")
        self.add_declared("gap_threshold")
        self.add(
            Row(
                self.tr("Strength of suggestions"),
                self._strengths(),
                self._strengths_meaning(),
                stretch=True,
            )
        )
        self.end()

    def _strengths(self) -> QWidget:
        return text_label(
            self.tr("strong from {0} %,  plausible from {1} %,  weak below").format(
                round(STRONG * 100), round(PLAUSIBLE * 100)
            ),
            wrap=True,
        )

    def _strengths_meaning(self) -> str:
        return self.tr(
            "The probability that an author would cite the paper here. On other manuscripts "
            "at least seven in ten strong suggestions were cited and about four in ten plausible "
            "ones. These limits cannot be changed."
        )


class Appearance(Section):
    """Theme, sizes and rows."""

    heading = QT_TRANSLATE_NOOP("Appearance", "Appearance")

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(store)
        self.head()
        self.end()


def open_folder(folder: Path) -> None:
    """Show a folder in the system's file manager."""
    open_file(folder)
