"""What the colours on the map mean; one can pick a colour out, or hide it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QWidget
from typing_extensions import override

_LETTERS = 24
_SWATCH = 12
_SCALE = 3


class Legend(QListWidget):
    """A list of colours. A click picks out what has one, its box hides it.

    Signals:
        changed: another entry is picked out, or others are hidden.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Legend"))
        self.setIconSize(QSize(_SWATCH, _SWATCH))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setSpacing(1)
        self.itemSelectionChanged.connect(self.changed)
        self.itemChanged.connect(lambda _: self.changed.emit())
        self._pressed = -1

    def show_entries(self, entries: Sequence[tuple[QColor, str]], *, keep: bool) -> None:
        """Replace all entries; with ``keep``, what is picked out and hidden stays so."""
        picked, hidden = (self.picked(), self.hidden()) if keep else (-1, frozenset[int]())
        self.blockSignals(True)
        self.clear()
        for index, (color, text) in enumerate(entries):
            item = QListWidgetItem(_swatch(color), text, self)
            item.setToolTip(
                self.tr("{name}: click to highlight, clear the box to hide").format(name=text)
            )
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            is_shown = index not in hidden
            item.setCheckState(Qt.CheckState.Checked if is_shown else Qt.CheckState.Unchecked)
        if 0 <= picked < self.count():
            self.setCurrentRow(picked)
        self.blockSignals(False)
        self.setAccessibleDescription(", ".join(text for _, text in entries))

    def picked(self) -> int:
        """Return the entry that is picked out, -1 for none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def hidden(self) -> frozenset[int]:
        """Return the entries that are hidden."""
        return frozenset(
            row
            for row in range(self.count())
            if self.item(row).checkState() == Qt.CheckState.Unchecked
        )

    def texts(self) -> list[str]:
        """Return what the entries say."""
        return [self.item(row).text() for row in range(self.count())]

    def show_all(self) -> None:
        """Hide nothing and pick nothing out."""
        self._check(range(self.count()))
        self.clearSelection()

    def show_only(self, row: int) -> None:
        """Hide all other entries."""
        self._check((row,))

    def _check(self, shown_rows: Sequence[int]) -> None:
        self.blockSignals(True)
        for row in range(self.count()):
            state = Qt.CheckState.Checked if row in shown_rows else Qt.CheckState.Unchecked
            self.item(row).setCheckState(state)
        self.blockSignals(False)
        self.changed.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_LETTERS * self.fontMetrics().averageCharWidth() + 48, 160)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self.picked() >= 0 or self.hidden()):
            self.show_all()
            return
        super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: object) -> None:
        self._pressed = self.picked()
        super().mousePressEvent(event)  # type: ignore[arg-type]

    @override
    def mouseReleaseEvent(self, event: object) -> None:
        super().mouseReleaseEvent(event)  # type: ignore[arg-type]
        if self._pressed >= 0 and self._pressed == self.picked():
            self.clearSelection()  # a second click puts it back
            self.setCurrentRow(-1)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        row = self.currentRow()
        if row >= 0:
            only = menu.addAction(self.tr("Show only this"))
            only.triggered.connect(lambda: self.show_only(row))
        every = menu.addAction(self.tr("Show all"))
        every.triggered.connect(self.show_all)
        menu.popup(event.globalPos() + QPoint(1, 1))


def _swatch(color: QColor) -> QIcon:
    picture = QPixmap(_SCALE * _SWATCH, _SCALE * _SWATCH)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(picture.rect().adjusted(2, 2, -2, -2))
    return QIcon(picture)
