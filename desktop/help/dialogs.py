"""The dialogs of the Help menu: every shortcut, and what the program is made of."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import (
    QModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QWidget,
)
from typing_extensions import override

from desktop.help.licences import Distribution, distributions, licence_texts, version
from desktop.ui.accessible_roles import Role, set_accessible_role
from desktop.ui.actions import Actions, Entry, group_words, keys_words
from desktop.ui.dialogs import close_button
from desktop.ui.remembered_state import remember_panes, resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import let_clear, text_label, vbox

_ROOT = QModelIndex()


class ShortcutsDialog(QDialog):
    """Every action that has keys, by page, as they are now.

    Signals:
        change_wanted: the person wants to choose other keys.
    """

    change_wanted = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 640, 600)
        inside = QFrame()
        set_look(inside, "surface")
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(3 * GRID, GRID, 3 * GRID, 3 * GRID)
        self._grid.setHorizontalSpacing(6 * GRID)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        with_keys = sorted((e for e in actions.all() if e.keys), key=lambda entry: entry.group)
        for group, entries in groupby(with_keys, key=lambda entry: entry.group):
            self._add_group(group, list(entries))
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAccessibleName(self.tr("Shortcuts"))
        set_accessible_role(scroll, Role.Pane)
        buttons = close_button(self)
        change = buttons.addButton(
            self.tr("Change shortcuts…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        change.clicked.connect(self.change_wanted)
        change.clicked.connect(self.close)
        buttons.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        vbox((scroll, 1), buttons, of=self, margins=0)

    def _add_group(self, group: str, entries: list[Entry]) -> None:
        heading = text_label(group_words(group), "heading")
        row = self._grid.rowCount()
        self._grid.addWidget(heading, row, 0, 1, 2, Qt.AlignmentFlag.AlignBottom)
        self._grid.setRowMinimumHeight(row, 4 * GRID)
        for entry in entries:
            row += 1
            name = text_label(entry.title, wrap=True)
            self._grid.addWidget(name, row, 0)
            keys_label = text_label(keys_words(entry.keys), "muted")
            self._grid.addWidget(keys_label, row, 1)


class AboutDialog(QDialog):
    """What this program is, and the licence of everything it is made of."""

    def __init__(self, runner: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Cocite"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 760, 520)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.licences = LicencesPane(runner)
        self.tabs.addTab(self._about(), self.tr("About"))
        self.tabs.addTab(self.licences, self.tr("Licences"))
        self.tabs.currentChanged.connect(lambda _: self.licences.fill())
        vbox(
            (self.tabs, 1),
            close_button(self),
            of=self,
            margins=(2 * GRID, GRID, 2 * GRID, 2 * GRID),
            spacing=2 * GRID,
        )

    def _about(self) -> QWidget:
        page = QWidget()
        title = text_label(f"Cocite {version('cocite')}", "title")
        text = text_label(
            self.tr(
                "A literature assistant: it reads your manuscript and recommends papers from "
                "your own library. Nothing leaves this computer.\n\nFree software under the GNU "
                "Affero General Public License, version 3 or later, without any warranty. "
                "“Licences” lists the packages it uses and their licences."
            ),
            wrap=True,
        )
        vbox(title, text, 1, of=page, margins=(GRID, 2 * GRID, GRID, GRID), spacing=2 * GRID)
        return page


class LicenceModel(RowModel[Distribution]):
    """One row a distribution, by name."""

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("Package"), self.tr("Version"), self.tr("Licence")

    @override
    def cell(self, one: Distribution, column: int, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return (one.name, one.version, one.licence or self.tr("see its text"))[column]
        return None


class LicencesPane(QWidget):
    """The distributions and the text of the licence of the chosen one."""

    def __init__(self, runner: TaskRunner) -> None:
        super().__init__()
        self._runner = runner
        self._request: Task | None = None
        self._reading: Task | None = None
        self.model = LicenceModel(self)
        self.filter_model = QSortFilterProxyModel(self)
        self.filter_model.setSourceModel(self.model)
        self.filter_model.setFilterKeyColumn(-1)
        self.filter_model.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Search packages and licences"))
        self.filter.setAccessibleName(self.tr("Search packages and licences"))
        let_clear(self.filter)
        self.filter.textChanged.connect(self.filter_model.setFilterFixedString)
        self.table = self._make_table()
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Text of the licence"))
        self.text.setPlaceholderText(self.tr("Choose a package to read its licence."))
        splitter = QSplitter()
        splitter.setHandleWidth(1)
        splitter.addWidget(self.table)
        splitter.addWidget(self.text)
        splitter.setSizes([420, 300])
        remember_panes(splitter, "licences")
        vbox(self.filter, (splitter, 1), of=self, margins=(0, GRID, 0, 0))

    def fill(self) -> None:
        """Look up what is installed, once."""
        if self.model.rowCount() == 0 and self._request is None:
            self._request = self._runner.run(distributions, self._show, owner=self)

    def _show(self, rows: list[Distribution]) -> None:
        self._request = None
        self.model.show_rows(rows)
        self.filter_model.sort(0)
        self.table.selectRow(0)

    def _make_table(self) -> RowTable:
        table = RowTable(self.filter_model, self.tr("Packages"), letters=(20, 10))
        table.selectionModel().currentChanged.connect(lambda index, _: self._show_licence(index))
        return table

    def _show_licence(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        name = self.model.rows[self.filter_model.mapToSource(index).row()].name
        nothing = self.tr("The package contains no licence text.")
        if self._reading is not None:
            self._reading.cancel()  # a late text would stand beside another name
        self._reading = self._runner.run(
            lambda: licence_texts(name),
            lambda text: self.text.setPlainText(text or nothing),
            owner=self,
        )
