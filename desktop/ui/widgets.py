"""Labels, buttons, actions, rows and columns in one expression each; boxes and menus."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, SignalInstance
from PySide6.QtGui import QAction, QIcon, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QInputDialog,
    QKeySequenceEdit,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QMenuBar,
    QMessageBox,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from desktop.language.wording import translate
from desktop.ui.theme import colors, set_icon, set_look, theme

# --- labels, buttons, actions, rows and columns -----------------------------------------------


Item = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""What stands in a box: a widget or layout, also with its stretch, or the stretch of a gap."""
Margins = int | tuple[int, int, int, int]
"""Around a box, in pixels: one number, or left, top, right, bottom."""
Box = TypeVar("Box", bound=QBoxLayout)


def vbox(
    *items: Item,
    of: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return items one below the other; ``of`` is the widget that they fill."""
    return _filled(QVBoxLayout(), items, of, margins, spacing)


def hbox(
    *items: Item,
    of: QWidget | None = None,
    margins: Margins | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return items side by side; ``of`` is the widget that they fill."""
    return _filled(QHBoxLayout(), items, of, margins, spacing)


def _filled(
    box: Box,
    items: tuple[Item, ...],
    of: QWidget | None,
    margins: Margins | None,
    spacing: int | None,
) -> Box:
    if of is not None:
        of.setLayout(box)
    if margins is not None:
        box.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        box.setSpacing(spacing)
    for item in items:
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, int):
            box.addStretch(part)
        elif isinstance(part, QWidget):
            box.addWidget(part, stretch)
        else:
            box.addLayout(part, stretch)
    return box


def text_label(text: str = "", look: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label in one of the looks of the style sheet; markup in its text is shown as it is.

    What papers and files say is somebody else's text: Qt would take some of it for HTML.
    """
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if look:
        set_look(label, look)
    return label


_LONGEST_TIP_LINE = 120
"""Letters of a line that a tool tip is not broken at."""


def plain_tip(text: str) -> str:
    """Return a text as a tool tip that shows it as it is, where Qt could take it for HTML.

    Of a plain text Qt breaks no line, be it wider than the screen: a long one becomes HTML.
    """
    is_long = any(len(line) > _LONGEST_TIP_LINE for line in text.splitlines())
    if "<" in text or is_long:
        return f"<span style='white-space:pre-wrap'>{escape(text)}</span>"
    return text


def push_button(
    text: str,
    call: Callable[..., object] | SignalInstance | None = None,
    *,
    icon: str = "",
    look: str = "",
    tip: str = "",
) -> QPushButton:
    """Return a button with a text that calls when it is clicked."""
    button = QPushButton(text)
    if icon:
        set_icon(button, icon)
    if look:
        set_look(button, look)
    button.setToolTip(tip)
    if call is not None:
        button.clicked.connect(call)
    return button


def icon_button(icon: str, tip: str, call: Callable[[], object] | None = None) -> QToolButton:
    """Return a button without a text; ``tip`` may end in its keys, in brackets."""
    button = QToolButton()
    button.setToolTip(tip)
    button.setAccessibleName(tip.partition(" (")[0])
    set_icon(button, icon)
    if call is not None:
        button.clicked.connect(lambda *_: call())
    return button


def page_action(
    owner: QObject, text: str, icon: str, keys: str, call: Callable[[], object]
) -> QAction:
    """Return an action that answers to its keys within the widgets that have it, as a page does."""
    action = QAction(text, owner)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    action.triggered.connect(lambda *_: call())
    set_icon(action, icon)
    if isinstance(owner, QWidget):
        owner.addAction(action)
    return action


def enable(action: QAction, why_not: str) -> None:
    """Disable an action for a reason that its tool tip says; "" enables it."""
    action.setEnabled(not why_not)
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(why_not or (f"{action.text()} ({keys})" if keys else action.text()))


def action_button(
    action: QAction, look: str = "", *, icon: bool = False, text: bool = True
) -> QPushButton:
    """Return a button that does what an action does, and follows it.

    With an icon the text stays as it is made: a narrow bar may take it away.
    """
    button = push_button(action.text() if text else "", action.trigger, look=look)
    button.setAccessibleName(action.text() if icon else "")

    def follow() -> None:
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip())
        if icon:
            button.setIcon(action.icon())
        else:
            button.setText(action.text())

    action.changed.connect(follow)
    follow()
    return button


# --- a short bar in a cell: progress, or how much two papers have in common -------------

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


# --- our icons where Qt would draw its own, which are black in the dark too -------------------


_BOX_ICON = 32


def let_clear(field: QLineEdit | QKeySequenceEdit) -> None:
    """Give a field the button that empties it."""
    field.setClearButtonEnabled(True)
    action = field.findChild(QAction, "_q_qlineeditclearaction")
    if isinstance(action, QAction):
        set_icon(action, "close")
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(translate("Field", "Clear"))


class _IconOfBox(QObject):
    """Lets a box have an icon as buttons have one, which follows the theme; lives with the box."""

    def __init__(self, box: QMessageBox) -> None:
        super().__init__(box)
        self._box = box

    def setIcon(self, icon: QIcon) -> None:
        """Show an icon, as large as the texts are."""
        self._box.setIconPixmap(icon.pixmap(round(_BOX_ICON * theme().text_percent / 100)))


def message_box(parent: QWidget, name: str, text: str, explanation: str) -> QMessageBox:
    """Return a box that shows an icon of ours, with a button for Esc: Cancel.

    The caller adds further buttons and opens it; it is gone when it is answered.
    """
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    set_icon(_IconOfBox(box), name)
    box.setText(text)
    box.setInformativeText(explanation)
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    cancel.setIcon(QIcon())
    box.setEscapeButton(cancel)
    return box


# --- questions before what cannot be undone; the button names what it does --------------------


def confirm(
    parent: QWidget, question: str, explanation: str, action: str, call: Callable[[], None]
) -> QMessageBox:
    """Ask, and do ``call`` when the button named ``action`` is pressed; Esc does nothing."""
    box = message_box(parent, "warning", question, explanation)
    button = box.addButton(action, QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    button.clicked.connect(call)
    box.open()
    return box


def ask_name(
    parent: QWidget,
    title: str,
    label: str,
    call: Callable[[str], None],
    *,
    name: str = "",
    action: str = "",
) -> QInputDialog:
    """Ask for a name and call with it, unless it is empty; the button says ``action``."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(name)
    dialog.setOkButtonText(action or title)

    def chosen(text: str) -> None:
        if text.strip():
            call(text.strip())

    dialog.textValueSelected.connect(chosen)
    dialog.open()
    return dialog


# --- what must go when an object of Qt is gone ------------------------------------------------
#
# Calls about it, and what Python keeps of it.
#
# Qt drops a connection to a method of an object that is gone, but not one to a function: a job that
# ends, or is cancelled, after its page was closed would call into a widget that is no more.


def while_alive(owner: QObject, call: Callable[[], object]) -> Callable[[], None]:
    """Return what makes a call as long as its owner is there, to be connected to a signal."""

    def guarded() -> None:
        if shiboken6.isValid(owner):
            call()

    return guarded


def make_menu(parent: QMenuBar | QMenu, title: str) -> QMenu:
    """Return a new menu in a bar or another menu.

    Of one that ``addMenu`` makes, PySide keeps the Python side when it is deleted: the menus of a
    window, made anew with each language and library, were thousands after some hours.
    """
    menu = QMenu(title, parent)
    parent.addAction(menu.menuAction())
    return menu
