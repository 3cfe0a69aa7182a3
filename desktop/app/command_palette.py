"""The command palette (Ctrl+Shift+P): every action by name, found by a few letters of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSettings,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from rapidfuzz import fuzz
from typing_extensions import override

from desktop.language.wording import search_words, searchable
from desktop.ui.actions import Actions, Entry, group_words, keys_words
from desktop.ui.row_table import RowModel
from desktop.ui.theme import GRID, colors, set_look
from desktop.ui.widgets import text_label, vbox

RECENT = 12
_LEAST = 55.0
_ROOT = QModelIndex()
_KEY = "palette/recent"
EntryRole = Qt.ItemDataRole.UserRole


def recent_commands(state: QSettings) -> list[str]:
    """Return the names of the actions used last from the palette, the latest first."""
    stored_value = state.value(_KEY, [])
    names = stored_value if isinstance(stored_value, list) else [stored_value]
    return [str(name) for name in names if name]


def forget_commands(state: QSettings) -> None:
    """Forget what was used last."""
    state.remove(_KEY)


def ranked(text: str, entries: Sequence[Entry], recent: Sequence[str]) -> list[Entry]:
    """Return the actions that resemble ``text``, best first; without text all, the recent first.

    Words that begin words of a name count more than letters found anywhere; rapidfuzz forgives
    what is mistyped. Equal ones: recent first, then in the order of the menus.
    """
    ranks = {name: rank for rank, name in enumerate(recent)}
    words = search_words(text)
    scored_entries = []
    for order, entry in enumerate(entries):
        score = _likeness(words, entry) if words else 100.0
        if score >= _LEAST:
            late = ranks.get(entry.name, len(ranks))
            scored_entries.append((-round(score), late, order, entry))
    return [entry for *_, entry in sorted(scored_entries, key=lambda one: one[:3])]


def _likeness(words: Sequence[str], entry: Entry) -> float:
    name_words = searchable(entry.text).split()
    name = " ".join(search_words(entry.text))
    of_all = [*name_words, *searchable(group_words(entry.group)).split()]
    if all(any(other.startswith(word) for other in of_all) for word in words):
        in_name = all(any(other.startswith(word) for other in name_words) for word in words)
        return (120.0 if in_name else 110.0) + (10.0 if name.startswith(words[0]) else 0.0)
    other_words = searchable(entry.synonyms).split()
    if all(
        any(candidate_word.startswith(word) for candidate_word in (*of_all, *other_words))
        for word in words
    ):
        return 106.0
    typed_text = " ".join(words)
    if typed_text in name:
        return 105.0
    return max(
        fuzz.ratio(typed_text, name),
        fuzz.token_sort_ratio(typed_text, name),
        _by_words(words, of_all),
    )


def _by_words(words: Sequence[str], name_words: Sequence[str]) -> float:
    """Return how well the worst of the words is found among the others, cut to its length."""
    best = [
        max(fuzz.ratio(word, other[: len(word) + 1]) for other in name_words) if name_words else 0.0
        for word in words
    ]
    return min(best) - 15.0  # a name of the same words as a whole is the better find


class CommandModel(RowModel[Entry]):
    """The actions that are shown. ``EntryRole`` gives the ``Entry`` of a row."""

    @override
    def cell(self, entry: Entry, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (entry.text, group_words(entry.group), keys_words(entry.keys), entry.why_not)
            return ", ".join(part for part in parts if part)
        role_values: dict[int, object] = {
            EntryRole: entry,
            Qt.ItemDataRole.DisplayRole: entry.text,
            Qt.ItemDataRole.ToolTipRole: entry.why_not,
        }
        return role_values.get(role)


class _Painter(QStyledItemDelegate):
    """Paints name and page on the left, keys or the reason why not on the right."""

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, option.fontMetrics.height() + 12)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        entry = index.data(EntryRole)
        assert isinstance(entry, Entry)
        tokens, metrics = colors(), option.fontMetrics
        chosen = option.state & QStyle.StateFlag.State_Selected
        painter.fillRect(option.rect, tokens.selection if chosen else tokens.surface)
        room = option.rect.adjusted(2 * GRID, 0, -2 * GRID, 0)
        left_align, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        why_not = entry.why_not
        note = why_not or keys_words(entry.keys)
        painter.setPen(tokens.muted if why_not else tokens.text)
        most = room.width() * 3 // 5
        name = metrics.elidedText(entry.text, Qt.TextElideMode.ElideRight, most)
        name_width = metrics.horizontalAdvance(name)
        painter.drawText(room, left_align | middle, name)
        painter.setPen(tokens.muted)
        rest = QRect(room.adjusted(name_width + 2 * GRID, 0, 0, 0))
        page = group_words(entry.group)
        painter.drawText(rest, left_align | middle, page)
        rest.adjust(metrics.horizontalAdvance(page) + 2 * GRID, 0, 0, 0)
        note = metrics.elidedText(note, Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, right | middle, note)


class CommandPalette(QDialog):
    """A field and the actions that resemble what is typed. Keys alone are enough.

    Signals:
        chosen: the ``Entry`` to carry out; the palette is gone by then.
    """

    chosen = Signal(object)

    def __init__(self, actions: Actions, state: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setWindowTitle(self.tr("Commands"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._state = state
        self._entries = [entry for entry in actions.all() if entry.action.isVisible()]
        self._recent = recent_commands(state)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Type a command"))
        self.field.setAccessibleName(self.tr("Search commands"))
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.model = CommandModel(self)
        self.list = self._make_list()
        self.note = text_label(wrap=True)
        self.note.setContentsMargins(GRID, 0, GRID, 0)
        set_look(self.note, "muted")
        self._lay_out()
        self._search("")
        self.list.selectionModel().currentChanged.connect(lambda *_: self._explain())

    def _make_list(self) -> QListView:
        view = QListView()
        view.setAccessibleName(self.tr("Commands"))
        view.setModel(self.model)
        view.setUniformItemSizes(True)
        view.setItemDelegate(_Painter(view))
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field hands the arrows on
        view.clicked.connect(lambda _: self.take())
        return view

    def _lay_out(self) -> None:
        card = QFrame()
        set_look(card, "card")
        vbox(card, of=self, margins=0)
        column = vbox(of=card, margins=GRID, spacing=GRID)
        for part in (self.field, self.list, self.note):
            column.addWidget(part, int(part is self.list))

    def open_over(self, window: QWidget) -> None:
        """Show at the top of a window, as wide as suits it."""
        width = min(720, window.width() - 4 * GRID)
        self.resize(width, min(448, window.height() - 12 * GRID))
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - width) // 2, corner.y() + 6 * GRID)
        self.show()
        self.field.setFocus()

    def take(self) -> None:
        """Carry out the chosen action, or say why that cannot be done."""
        entry = self.list.currentIndex().data(EntryRole)
        if not isinstance(entry, Entry):
            return
        if entry.why_not:
            self._explain()
            return
        names = [entry.name, *(name for name in self._recent if name != entry.name)]
        self._state.setValue(_KEY, names[:RECENT])
        self.close()
        self.chosen.emit(entry)

    def _search(self, text: str) -> None:
        self.model.show_rows(ranked(text, self._entries, self._recent))
        self.list.setCurrentIndex(self.model.index(0, 0))
        self._explain()

    def _explain(self) -> None:
        entry = self.list.currentIndex().data(EntryRole)
        if not isinstance(entry, Entry):
            self.note.setText(self.tr("No matching command"))
            return
        why = entry.why_not
        self.note.setText(why if why else self.tr("Enter runs the command, Esc closes the list."))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.take()
            return True
        steps = {
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_PageDown: 8,
            Qt.Key.Key_PageUp: -8,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self.model.rowCount():
            return False
        row = self.list.currentIndex().row() + step
        last = self.model.rowCount() - 1
        if abs(step) == 1:
            row = row % (last + 1)
        self.list.setCurrentIndex(self.model.index(max(0, min(last, row)), 0))
        return True
