"""A short bar in a cell: progress, or how much two papers have in common."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from desktop.language.wording import translate
from desktop.ui.theme import colors

ShareRole = Qt.ItemDataRole.UserRole + 40

WIDEST = 160


def share_words(share: float) -> str:
    """Return what a share of 0..1 means."""
    if share >= 0.66:
        return translate("ShareBar", "strong")
    if share >= 0.33:
        return translate("ShareBar", "plausible")
    return translate("ShareBar", "weak") if share > 0 else translate("ShareBar", "none")


class ShareBar(QStyledItemDelegate):
    """Paints the ``ShareRole`` (0..1) of a cell; a cell without one stays empty."""

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        share = index.data(ShareRole)
        if share is None:
            return
        cell = QRectF(option.rect)
        width = min(WIDEST, cell.width() - 16)
        box = QRectF(cell.left() + 8, cell.center().y() - 3, width, 6)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors().border)
        painter.drawRoundedRect(box, 3, 3)
        if share > 0:
            painter.setBrush(colors().accent)
            box.setWidth(max(6.0, width * min(1.0, share)))
            painter.drawRoundedRect(box, 3, 3)
        painter.restore()
