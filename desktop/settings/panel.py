"""The settings dialog (Ctrl+,): sections on the left, their rows on the right, a search above.

It is not modal and has no “Save”: what is chosen counts at once. A section is built when it is
first asked for, and otherwise one after another while nothing else is to be done: built and styled
all at once, they hold the window up for 0.3 s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLineEdit,
    QListView,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import QT_TRANSLATE_NOOP, holds_words, search_words, searchable
from desktop.settings.privacy import Privacy
from desktop.settings.rows import Section
from desktop.settings.sections import Appearance, General, Library, Recommendation
from desktop.settings.shortcuts import Shortcuts
from desktop.settings.store import SettingsStore
from desktop.ui.actions import Actions
from desktop.ui.theme import GRID
from desktop.ui.widgets import hbox, let_clear, text_label, vbox

# --- the section with models and trainings ----------------------------------------------
#
# The section Models & training: the panel of ``desktop.training``, made when first looked at.


class Training(Section):
    """Holds the panel that ``make`` gives; without one, no library is open."""

    heading = QT_TRANSLATE_NOOP("Training", "Models & training")

    def __init__(self, store: SettingsStore, make: Callable[[], QWidget] | None) -> None:
        super().__init__(store)
        self._make = make
        self.panel: QWidget | None = None
        self.head()
        if make is None:
            self.say(self.tr("Open a library first: models learn from its papers."))
            self.end()

    def show_panel(self) -> None:
        """Make the panel, if it can be made and is not there yet."""
        if self.panel is None and self._make is not None:
            self.panel = self._make()
            self.add_wide(self.panel, 1)

    @override
    def mark_matches(self, words: Sequence[str]) -> int:
        keywords = self.tr(
            "models training recipes devices GPU CUDA runs judge compare quality installed import "
            "export delete encoder reranker"
        )
        return int(bool(words) and holds_words(searchable(self.title, keywords), words))

    @override
    def enter(self) -> None:
        if self.panel is not None:
            self.panel.setFocus()


AnySection = TypeVar("AnySection", bound=Section)

_SECTIONS: tuple[type[Section], ...] = (
    General,
    Library,
    Recommendation,
    Training,
    Appearance,
    Shortcuts,
    Privacy,
)


class SettingsPanel(QDialog):
    """Shows the settings of a store. ``training`` makes the panel of models, see ``Training``.

    Signals:
        section_made: a ``Section`` is there to be connected.
    """

    section_made = Signal(object)

    def __init__(
        self,
        store: SettingsStore,
        actions: Actions,
        training: Callable[[], QWidget] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumSize(640, 420)
        letter = self.fontMetrics().averageCharWidth()
        room = self.screen().availableSize() - QSize(6 * GRID, 10 * GRID)
        self.resize(QSize(max(920, 128 * letter), max(620, 80 * letter)).boundedTo(room))
        self._store, self._actions, self._make_training = store, actions, training
        self._sections: dict[type[Section], Section] = {}
        self._unplaced: list[Section] = []
        self._build()
        self.list.setCurrentIndex(self._names.index(0, 0))
        self.list.selectionModel().currentChanged.connect(self._turn)
        self.search.setFocus()

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections, all of them built."""
        return tuple(self._section(kind) for kind in _SECTIONS)

    @property
    def general(self) -> General:
        """The section on language and start."""
        return self._section(General)

    @property
    def library(self) -> Library:
        """The section on the library and its folder."""
        return self._section(Library)

    @property
    def training(self) -> Training:
        """The section that holds the panel of models."""
        return self._section(Training)

    @property
    def shortcuts(self) -> Shortcuts:
        """The section where keys are chosen."""
        return self._section(Shortcuts)

    @property
    def privacy(self) -> Privacy:
        """The section on what is sent and what is remembered."""
        return self._section(Privacy)

    def show_section(self, title: str) -> None:
        """Turn to the section of this title."""
        for row, kind in enumerate(_SECTIONS):
            if kind.translated_heading() == title:
                self.list.setCurrentIndex(self._names.index(row, 0))
                self._turn(self.list.currentIndex())  # the first one may not be built yet

    def current(self) -> Section:
        """Return the section in front."""
        return self._section(_SECTIONS[self.list.currentIndex().row()])

    def _section(self, kind: type[AnySection]) -> AnySection:
        section = self._sections.get(kind)
        if section is None:
            section = self._sections[kind] = self._new(kind)
            self._unplaced.append(section)
            self.section_made.emit(section)
        assert isinstance(section, kind)
        return section

    def _new(self, kind: type[Section]) -> Section:
        if kind is Training:
            return Training(self._store, self._make_training)
        return Shortcuts(self._store, self._actions) if kind is Shortcuts else kind(self._store)

    # --- building the widgets -------------------------------------------------------------

    def _build(self) -> None:
        self.stack = QStackedWidget()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._close = buttons.button(QDialogButtonBox.StandardButton.Close)
        self._close.setText(self.tr("Close"))
        self._close.setAutoDefault(False)
        buttons.rejected.connect(self.close)
        buttons.setContentsMargins(GRID, GRID, 2 * GRID, GRID)
        right = vbox((self.stack, 1), buttons, spacing=0)
        hbox(self._side(), (right, 1), of=self, margins=0, spacing=0)
        QShortcut(QKeySequence.StandardKey.Find, self, self._focus_search)

    def _side(self) -> QFrame:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search in settings"))
        self.search.setAccessibleName(self.tr("Search in settings"))
        let_clear(self.search)
        self.search.textChanged.connect(self._find)
        self.no_match = text_label("", "muted", wrap=True)
        self.no_match.hide()
        self.list = self._make_list()
        side = QFrame()
        side.setFixedWidth(max(216, self.fontMetrics().averageCharWidth() * 22))
        column = vbox(of=side, margins=(2 * GRID, 2 * GRID, GRID, 2 * GRID), spacing=GRID)
        for part in (self.search, self.no_match, self.list):
            column.addWidget(part, int(part is self.list))
        return side

    def _make_list(self) -> QListView:
        self._names = _Names(self)
        for kind in _SECTIONS:
            item = QStandardItem(kind.translated_heading())
            item.setEditable(False)
            self._names.appendRow(item)
        view = QListView()
        view.setAccessibleName(self.tr("Sections"))
        view.setModel(self._names)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.activated.connect(lambda _: self.current().enter())
        return view

    # --- answers to the person ------------------------------------------------------------

    def _turn(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        section = self._section(_SECTIONS[index.row()])
        self._place(section)
        if isinstance(section, Training):
            section.show_panel()
        self.stack.setCurrentWidget(section)

    def _place(self, section: Section) -> None:
        if section in self._unplaced:
            self._unplaced.remove(section)
            self.stack.addWidget(section)
            # What is placed last is the last for the Tab key too, and that should be Close.
            last = self.previousInFocusChain()
            assert last is not None  # the chain is a ring
            QWidget.setTabOrder(last, self._close)

    def _place_next(self) -> None:
        """Build a section that is not there yet, or put one that is into the panel."""
        missing = next((kind for kind in _SECTIONS if kind not in self._sections), None)
        if self._unplaced:
            self._place(self._unplaced[0])
        elif missing is not None:
            self._section(missing)
        else:
            return
        QTimer.singleShot(0, self, self._place_next)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._place_next)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        for section in self._unplaced:
            section.deleteLater()

    def _find(self, text: str) -> None:
        """Mark what matches, count it in the list of sections, and turn to the first match.

        A section whose own name matches is found too.
        """
        words = search_words(text)
        counts = [section.mark_matches(words) for section in self.sections]
        matches = []
        for row, (section, count) in enumerate(zip(self.sections, counts, strict=True)):
            item = self._names.item(row)
            item.setText(f"{section.title}  ({count})" if count else section.title)
            matches.append(count > 0 or holds_words(searchable(section.title), words))
            item.setEnabled(matches[-1])
        nothing = self.tr("No matching setting")
        self.no_match.setText(nothing)
        self.no_match.setVisible(not any(matches))
        here = self.list.currentIndex().row()
        best = counts if any(counts) else matches
        if words and any(best) and not best[here]:
            first = next(row for row, match in enumerate(best) if match)
            self.list.setCurrentIndex(self._names.index(first, 0))

    def _focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        searching = self.search.hasFocus()
        if searching and event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif searching and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.current().enter()
        elif searching and event.key() == Qt.Key.Key_Down:
            self.list.setFocus()
        else:
            super().keyPressEvent(event)


class _Names(QStandardItemModel):
    """The names of the sections, in rows as high as a finger or a mouse needs."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)

    @override
    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # type: ignore[override]
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, 36)
        return super().data(index, role)
