"""Small parts of the similar page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListView, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from core.records import OpenManuscript
from desktop.theme import colors, set_look

if TYPE_CHECKING:
    from desktop.manuscript.page import ManuscriptPage


def opened_in(page: ManuscriptPage) -> OpenManuscript | None:
    """Return the manuscript in front, once it is read."""
    tab = page.current_tab()
    return tab.session.opened if tab is not None and tab.session is not None else None


def enable(action: QAction, why_not: str) -> None:
    """Disable an action for a reason that its tool tip says; "" enables it."""
    action.setEnabled(not why_not)
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(why_not or (f"{action.text()} ({keys})" if keys else action.text()))


class SeedList(QListView):
    """The seeds; while there is none, a sentence says what stands here."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Seed papers"))
        self.setAccessibleDescription(self._hint())
        self.setWordWrap(True)
        self.setSpacing(4)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _hint(self) -> str:
        return self.tr(
            "No seed yet. Papers whose neighbours you look for stand here; those that you want "
            "less of, too."
        )

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model() is not None and not self.model().rowCount():
            room = self.viewport().rect().adjusted(16, 12, -16, -12)
            flags = int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
            with QPainter(self.viewport()) as painter:
                painter.setPen(colors().muted)
                painter.drawText(room, flags, self._hint())


def top(title: str, *buttons: QPushButton) -> QHBoxLayout:
    """Return a heading with buttons at its right."""
    label = QLabel(title)
    set_look(label, "heading")
    row = QHBoxLayout()
    row.setContentsMargins(16, 8, 8, 8)
    row.addWidget(label)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row


def column(head: QHBoxLayout, *parts: QWidget) -> QWidget:
    """Return a head over parts, of which the first takes the room."""
    box = QWidget()
    layout = QVBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(head)
    for part in parts:
        layout.addWidget(part, int(part is parts[0]))
    return box


def button(action: QAction, *, icon_only: bool = False) -> QPushButton:
    """Return a quiet button that follows an action."""
    made = QPushButton("" if icon_only else action.text())
    made.setAccessibleName(action.text())
    set_look(made, "quiet")
    made.clicked.connect(action.trigger)

    def follow() -> None:
        made.setEnabled(action.isEnabled())
        made.setIcon(action.icon())
        made.setToolTip(action.toolTip())

    action.changed.connect(follow)
    follow()
    return made
