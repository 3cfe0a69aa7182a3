"""Choose the paper that an entry is: the likeliest first, or what one types."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from core.base.records import Paper
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.manuscript.reference_words import likeness
from desktop.suggestions.model import byline
from desktop.ui.native_icons import let_clear
from desktop.ui.tasks import Task
from desktop.ui.widgets import plain_tip, text_label, vbox

_PAUSE_MS = 120
_ROWS = 4
_APART = 2
_NUMBER = Qt.ItemDataRole.UserRole


class LinkPicker(QWidget):
    """A field and a list. Down goes into the list, Return chooses, Escape leaves.

    Signals:
        picked(int): the number of the paper chosen.
        left: the person does not want to choose.
    """

    picked = Signal(int)
    closed = Signal()

    def __init__(self, references: ReferenceLinks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._references = references
        self._reference = 0
        self._asking: Task | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search your library"))
        self.field.setAccessibleName(self.tr("Search your library for the paper of this entry"))
        let_clear(self.field)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Papers that may be this entry"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(_APART)
        self.list.installEventFilter(self)
        self.list.itemClicked.connect(self._pick)
        self.note = text_label("", "muted", wrap=True)
        column = vbox(of=self, margins=0, spacing=4)
        for part in (self.field, self.note, self.list):
            column.addWidget(part)
        self._typing = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._typing.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _: self._typing.start())

    def show_reference(self, reference: int) -> None:
        """Offer papers for an entry."""
        self._reference = reference
        self.field.clear()
        self._typing.stop()
        self.list.clear()
        self.show()
        self.field.setFocus()
        self._ask()

    def _ask(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        typed = self.field.text().strip()
        self.note.setText(self.tr("Looking…"))

        def show(candidates: list[tuple[Paper, float | None]]) -> None:
            self._asking = None
            self._show(candidates, typed)

        self._asking = self._references.candidates(self._reference, typed, show)

    def _show(self, candidates: list[tuple[Paper, float | None]], typed: str) -> None:
        self.list.clear()
        for paper, share in candidates:
            likeness_text = likeness(share)
            line = " · ".join(filter(None, (likeness_text, byline(paper))))
            item = QListWidgetItem(f"{paper.title}\n{line}")
            item.setData(_NUMBER, paper.number)
            item.setToolTip(plain_tip(paper.title))
            self.list.addItem(item)
        if candidates:
            self.note.setText("" if typed else self.tr("Most likely papers in your library:"))
            self.list.setCurrentRow(0)
        else:
            nothing = (
                self.tr("No paper matches “{typed}”. Type a title or an author.").format(
                    typed=typed
                )
                if typed
                else self.tr("No similar paper. Type a title or an author.")
            )
            self.note.setText(nothing)
        self.note.setVisible(bool(self.note.text()))
        row = self.list.sizeHintForRow(0) + 2 * _APART if candidates else 0
        self.list.setFixedHeight(row * min(len(candidates), _ROWS) + 4)
        self.list.setVisible(bool(candidates))

    def _pick(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.picked.emit(item.data(_NUMBER))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and self._acted(watched, event)
        ):
            return True
        return super().eventFilter(watched, event)

    def _acted(self, watched: QObject, event: QKeyEvent) -> bool:
        """Do what a key stands for; ``False`` for keys that mean nothing here."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.list.currentItem())
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif watched is self.field and event.key() == Qt.Key.Key_Down and self.list.count():
            self.list.setFocus()
        else:
            return False
        return True
