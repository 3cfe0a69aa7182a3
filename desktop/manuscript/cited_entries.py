"""Under a sentence that cites: the entries its markers lead to, and which the library has."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget
from typing_extensions import override

from core.base.records import Sentence
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.manuscript.reference_words import heading, is_found
from desktop.ui.theme import colors, theme
from desktop.ui.widgets import plain_tip

_ROWS = 3
_ENTRY = Qt.ItemDataRole.UserRole


class CitedEntries(QListWidget):
    """A short list; more than a few entries are scrolled. Return or a click opens one.

    Signals:
        entry_chosen(int): the person wants to see this entry.
    """

    entry_chosen = Signal(int)

    def __init__(self, references: ReferenceLinks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._references = references
        self._sentence: Sentence | None = None
        self.setAccessibleName(self.tr("Entries that the sentence cites"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        references.changed.connect(self._fill)
        theme().changed.connect(self._fill)
        self.hide()

    def show_sentence(self, sentence: Sentence | None) -> None:
        """Turn to another sentence; without entries the list hides."""
        self._sentence = sentence
        self._fill()
        self.setVisible(self.count() > 0)

    def _fill(self) -> None:
        self.clear()
        for marker in self._sentence.markers if self._sentence is not None else ():
            for index in dict.fromkeys(marker.references):
                self._add_entry(index)
            for part in marker.unresolved:
                self._add(
                    self.tr("“{part}” is not in the reference list").format(part=part),
                    None,
                    troubled=True,
                )
        self._fit()

    def _add_entry(self, index: int) -> None:
        entry = self._references.entries[index]
        is_linked = is_found(self._references.links.get(index))
        library_text = self.tr("in your library") if is_linked else self.tr("not in your library")
        self._add(
            f"{'✓' if is_linked else '○'}  {heading(entry)}",
            index,
            tip=f"{entry.text}\n{library_text}",
        )
        self.item(self.count() - 1).setData(
            Qt.ItemDataRole.AccessibleTextRole, f"{heading(entry)}, {library_text}"
        )

    def _add(self, text: str, index: int | None, *, tip: str = "", troubled: bool = False) -> None:
        item = QListWidgetItem(text)
        item.setData(_ENTRY, index)
        item.setToolTip(plain_tip(tip or text))
        if troubled:
            item.setForeground(colors().gap)
        self.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        index = item.data(_ENTRY)
        if isinstance(index, int):
            self.entry_chosen.emit(index)

    def _fit(self) -> None:
        row = self.sizeHintForRow(0) if self.count() else self.fontMetrics().height()
        self.setFixedHeight(row * min(max(self.count(), 1), _ROWS) + 4)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, self.height())
