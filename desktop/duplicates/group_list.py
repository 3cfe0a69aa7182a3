"""The groups to decide about: a list with a title and the reasons for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from core.base.records import PaperNumber
from desktop.language.engine_words import in_language
from desktop.ui.row_table import RowModel
from desktop.ui.theme import colors

if TYPE_CHECKING:
    from core.library.duplicates.pairs import DuplicateGroup

ReasonRole = Qt.ItemDataRole.UserRole + 1
KindRole = Qt.ItemDataRole.UserRole + 2
SureRole = Qt.ItemDataRole.UserRole + 3
_ROOT = QModelIndex()
_MARGIN = 12
_GAP = 4


class GroupModel(RowModel["DuplicateGroup"]):
    """The groups that are still open, in the order of the engine: sure ones first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: Mapping[PaperNumber, str] = {}

    def show_groups(
        self, groups: Sequence[DuplicateGroup], titles: Mapping[PaperNumber, str]
    ) -> None:
        """Replace all rows; ``titles`` hold the first paper of each group."""
        self._titles = titles
        self.show_rows(groups)

    @override
    def cell(self, group: DuplicateGroup, column: int, role: int) -> object:
        title = self._titles.get(group.papers[0], "")
        reasons = reason_words(group)
        texts = {
            Qt.ItemDataRole.DisplayRole: title,
            Qt.ItemDataRole.ToolTipRole: f"{title}\n{reasons}",
            Qt.ItemDataRole.AccessibleTextRole: f"{kind_words(group)}: {title}. {reasons}",
            ReasonRole: reasons,
            KindRole: kind_words(group),
            SureRole: group.sure,
        }
        return texts.get(role)


def kind_words(group: DuplicateGroup) -> str:
    """Return in a few words what a group is and how sure that is."""
    if group.kind == "version":
        words = QCoreApplication.translate("Duplicates", "{0} versions")
    elif group.sure:
        words = QCoreApplication.translate("Duplicates", "{0} papers, certain")
    else:
        words = QCoreApplication.translate("Duplicates", "{0} papers to review")
    return words.format(len(group.papers))


def reason_words(group: DuplicateGroup) -> str:
    """Return what speaks for a group and against, in the language of the window."""
    return " · ".join(map(in_language, group.reasons))


class GroupDelegate(QStyledItemDelegate):
    """Draws a group: its title, what it is, and the reasons."""

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        tones = colors()
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, tones.selection if selected else tones.surface)
        painter.setPen(tones.border)
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        box = option.rect.adjusted(_MARGIN, _MARGIN - _GAP, -_MARGIN, 0)
        line = QRect(box.left(), box.top(), box.width(), option.fontMetrics.height())
        kind_tone = tones.good if index.data(SureRole) else tones.muted
        bold = option.font
        bold.setWeight(bold.Weight.DemiBold)
        for text, tone, font in (
            (str(index.data()), tones.text, bold),
            (str(index.data(KindRole)), kind_tone, None),
            (str(index.data(ReasonRole)), tones.muted, None),
        ):
            if font is None:
                bold.setWeight(bold.Weight.Normal)
            painter.setFont(bold)
            painter.setPen(tone)
            metrics = painter.fontMetrics()
            elided_text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, elided_text)
            line.translate(0, line.height() + _GAP)
        if selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tones.accent)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(240, 3 * (option.fontMetrics.height() + _GAP) + 2 * (_MARGIN - _GAP))
