"""The section Shortcuts: a table of every action and its keys, which can be changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import QT_TRANSLATE_NOOP, holds_words, searchable
from desktop.settings.rows import Section
from desktop.settings.store import SettingsStore
from desktop.ui.actions import Actions, Entry, chosen_keys, group_words, keys_text, keys_words
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.theme import GRID
from desktop.ui.widgets import let_clear, push_button, text_label, vbox

_ROOT = QModelIndex()


class ShortcutModel(RowModel[Entry]):
    """One row an action, in the order of the menus; keys the person chose are bold."""

    def __init__(
        self, actions: Actions, store: SettingsStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store, self._actions = store, actions
        self.rows = list(actions.all())
        # A method, not a lambda: the actions outlive the settings, and Qt forgets only methods.
        actions.changed.connect(self._show_actions)

    def _show_actions(self) -> None:
        self.show_rows(self._actions.all())

    def entry(self, row: int) -> Entry:
        """Return the action of a row."""
        return self.rows[row]

    def keys(self, row: int) -> tuple[QKeySequence, ...]:
        """Return the keys of a row, as the settings have them."""
        return chosen_keys(self._store.now.shortcuts, self.rows[row])

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("Action"), self.tr("Where"), self.tr("Keys")

    @override
    def cell(self, entry: Entry, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            keys = keys_words(chosen_keys(self._store.now.shortcuts, entry))
            return (entry.title, group_words(entry.group), keys)[column]
        own = entry.name in self._store.now.shortcuts
        if role == Qt.ItemDataRole.FontRole and own and column == 2:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ToolTipRole and own:
            default = keys_words(entry.default) or self.tr("none")
            return self.tr("Chosen by you; by default {0}").format(default)
        return None


class Filtered(QSortFilterProxyModel):
    """The rows in which all searched words occur."""

    def __init__(self, source: ShortcutModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self.setSourceModel(source)

    def show_only(self, words: Sequence[str]) -> None:
        """Leave out the rows that lack one of these words, as ``search_words`` gives them."""
        self._words = tuple(words)
        self.setFilterFixedString(" ".join(words))  # makes the rows be asked for anew

    @override
    def filterAcceptsRow(
        self, source_row: int, source_parent: QModelIndex | QPersistentModelIndex
    ) -> bool:
        model = self.sourceModel()
        cells = (str(model.index(source_row, column).data()) for column in range(3))
        return holds_words(searchable(*cells), self._words)


class Shortcuts(Section):
    """The editor of shortcuts."""

    heading = QT_TRANSLATE_NOOP("Shortcuts", "Shortcuts")

    def __init__(self, store: SettingsStore, actions: Actions) -> None:
        super().__init__(store)
        self._actions = actions
        self.head(
            self.tr(
                "Choose an action and press its new keys. Actions of a page answer while the page "
                "is in front; those of the library are listed while one is open."
            ),
        )
        self.model = ShortcutModel(actions, store, self)
        self.filter_model = Filtered(self.model, self)
        self.table = self._make_table()
        self.editor = _KeysEditor()
        self.editor.chosen.connect(self._choose)
        self.editor.tried.connect(self._name_rivals)
        self.editor.reset_wanted.connect(self._reset)
        self.declared["shortcuts"] = self.table
        self.add_wide(self.table, 1)
        self.add_wide(self.editor)
        self.end(filled=True)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._follow())
        self.filter_model.modelReset.connect(self._follow)
        self._follow()

    @override
    def mark_matches(self, words: Sequence[str]) -> int:
        self.filter_model.show_only(words)
        return self.filter_model.rowCount() if words else 0

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):  # not before: each widget around it would have them measured anew
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    @override
    def enter(self) -> None:
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        self.table.setFocus(Qt.FocusReason.TabFocusReason)

    def current(self) -> Entry | None:
        """Return the chosen action."""
        index = self.filter_model.mapToSource(self.table.currentIndex())
        return self.model.entry(index.row()) if index.isValid() else None

    def choose_action(self, name: str) -> None:
        """Choose an action by its name."""
        for row in range(self.model.rowCount()):
            if self.model.entry(row).name == name:
                index = self.filter_model.mapFromSource(self.model.index(row, 0))
                self.table.selectRow(index.row())

    def _make_table(self) -> RowTable:
        table = RowTable(self.filter_model, self.tr("Actions and their keys"))
        table.setMinimumHeight(9 * table.fontMetrics().height())
        header = table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(0)  # the rows in sight
        table.activated.connect(lambda _: self.editor.edit.setFocus())
        return table

    def _follow(self) -> None:
        entry = self.current()
        changed = entry is not None and entry.name in self.store.now.shortcuts
        self.editor.show_entry(entry, changed=changed)

    def _name_rivals(self, keys: QKeySequence) -> None:
        entry = self.current()
        if entry is not None:
            self.editor.show_rivals(self._actions.rivals(entry.name, keys))

    def _choose(self, keys: QKeySequence) -> None:
        """Give keys to the chosen action, and take them from those that have them."""
        entry = self.current()
        if entry is None:
            return
        chosen = dict(self.store.now.shortcuts)
        for rival in self._actions.rivals(entry.name, keys) if not keys.isEmpty() else ():
            rest = [own for own in rival.keys if own != keys]
            chosen[rival.name] = keys_text(rest)
        chosen[entry.name] = "" if keys.isEmpty() else keys_text((keys,))
        self._keep(chosen, entry.name)

    def _reset(self) -> None:
        entry = self.current()
        if entry is not None:
            kept_shortcuts = {k: v for k, v in self.store.now.shortcuts.items() if k != entry.name}
            self._keep(kept_shortcuts, entry.name)

    def _keep(self, chosen: dict[str, str], name: str) -> None:
        self.store.change(shortcuts=chosen)
        self.choose_action(name)
        self.table.setFocus()


class _KeysEditor(QWidget):
    """The line below the table in which new keys are pressed.

    Signals:
        tried: other keys (a ``QKeySequence``) stand in the field.
        chosen: these keys are to be taken; an empty sequence for none.
        reset_wanted: the action is to have its own keys again.
    """

    tried = Signal(QKeySequence)
    chosen = Signal(QKeySequence)
    reset_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = text_label()
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        let_clear(self.edit)
        self.edit.setMinimumWidth(14 * self.edit.fontMetrics().averageCharWidth())
        for part in (self.edit, *self.edit.findChildren(QLineEdit)):
            part.setAccessibleName(self.tr("New shortcut"))
        self.set_button = push_button(self.tr("Use this shortcut"), look="primary")
        self.none_button = QPushButton(self.tr("No shortcut"))
        self.reset_button = QPushButton(self.tr("Default"))
        self.warning = text_label("", "warning", wrap=True)
        self._lay_out()
        self.edit.keySequenceChanged.connect(self._tried)
        self.set_button.clicked.connect(lambda: self.chosen.emit(self.edit.keySequence()))
        self.none_button.clicked.connect(lambda: self.chosen.emit(QKeySequence()))
        self.reset_button.clicked.connect(self.reset_wanted)

    def _lay_out(self) -> None:
        take, leave = QHBoxLayout(), QHBoxLayout()
        take.addWidget(self.edit, 1)
        take.addWidget(self.set_button)
        leave.addWidget(self.none_button)
        leave.addWidget(self.reset_button)
        leave.addStretch(1)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(GRID)
        self._line.addLayout(take, 1)
        self._line.addLayout(leave)
        vbox(
            self.title,
            self._line,
            self.warning,
            of=self,
            margins=(GRID, GRID, GRID, 0),
            spacing=GRID,
        )

    def arrange(self, *, narrow: bool) -> None:
        """Put the buttons that take keys away below the field where there is little room."""
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(down if narrow else right)

    def show_entry(self, entry: Entry | None, *, changed: bool) -> None:
        """Turn to another action."""
        self.edit.clear()
        name = self.tr("Choose an action above.") if entry is None else entry.title
        self.title.setText(
            name if entry is None else self.tr("New shortcut for “{0}”").format(entry.title)
        )
        why = self.tr("Choose an action first.") if entry is None else ""
        self.edit.setEnabled(entry is not None)
        _judge(self.none_button, why or ("" if entry and entry.keys else self.tr("None")))
        _judge(self.reset_button, why or ("" if changed else self.tr("It has a custom shortcut.")))
        self._tried(QKeySequence())

    def show_rivals(self, rivals: Sequence[Entry]) -> None:
        """Name the actions that have these keys."""
        names = ", ".join(
            self.tr("“{0}” ({1})").format(rival.title, group_words(rival.group)) for rival in rivals
        )
        self.warning.setText(
            self.tr("This shortcut belongs to {0}; using it here removes it there.").format(names)
            if rivals
            else ""
        )
        self.warning.setVisible(bool(rivals))

    def _tried(self, keys: QKeySequence) -> None:
        _judge(self.set_button, self.tr("Press a shortcut first.") if keys.isEmpty() else "")
        self.show_rivals(())
        if not keys.isEmpty():
            self.tried.emit(keys)


def _judge(button: QPushButton, why_not: str) -> None:
    button.setEnabled(not why_not)
    button.setToolTip(why_not)
