"""Small parts of the similar page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.records import OpenManuscript
from desktop.flow import FlowLayout
from desktop.language.wording import translate
from desktop.theme import set_icon, set_look

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


def action_maker(page: QWidget) -> Callable[[str, str, str, Callable[[], None]], QAction]:
    """Return what makes the actions of a page: text, icon, keys, and what they do."""

    def make(text: str, icon: str, keys: str, call: Callable[[], None]) -> QAction:
        action = QAction(text, page)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda *_: call())
        set_icon(action, icon)
        page.addAction(action)
        return action

    return make


def menu_place(view: QAbstractItemView, event: QContextMenuEvent) -> QPoint:
    """Return where the menu of a row opens: at the mouse, or at the row for the Menu key."""
    event.accept()
    if event.reason() == QContextMenuEvent.Reason.Mouse:
        return event.globalPos()
    row = view.visualRect(view.currentIndex()).intersected(view.viewport().rect())
    return view.viewport().mapToGlobal(row.bottomLeft() + QPoint(24, 0))


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


def why_column(why: QWidget, *rows: Sequence[QAction]) -> QWidget:
    """Return a pane over buttons for what can be done with the paper it shows."""
    box = QWidget()
    buttons = QWidget()
    flow = FlowLayout()
    flow.setContentsMargins(8, 0, 8, 8)
    buttons.setLayout(flow)
    for action in (action for row in rows for action in row):
        flow.addWidget(button(action))
    layout = QVBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(top(translate("SimilarPage", "This paper")))
    layout.addWidget(why, 1)
    layout.addWidget(buttons)
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
