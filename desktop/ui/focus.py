"""Puts the keyboard focus where one works, moves it between panes; Return presses a button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QSplitter, QToolButton, QWidget
from typing_extensions import override

_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SPACE = Qt.Key.Key_Space


@runtime_checkable
class WithParts(Protocol):
    """A page or pane on whose parts one works, rather than on itself."""

    def part_in_front(self) -> QWidget:
        """Return the part that takes the focus."""


def focus_part(part: QWidget) -> bool:
    """Give the focus to a part of the window, or to what Tab reaches first inside it, if anything.

    A focus proxy would do, but Tab passes by all that lies before the proxy of a container.
    """
    tab = Qt.FocusPolicy.TabFocus
    for widget in (part, *part.findChildren(QWidget)):
        if widget.focusPolicy() & tab == tab and widget.isVisible() and widget.isEnabled():
            widget.setFocus()
            return True
    return False


def focus_next_pane(parts: Sequence[QWidget], step: int = 1) -> None:
    """Give the focus to the next pane of some parts of a window, or the one before (``step`` -1).

    It returns to what had the focus there last. A pane in which nothing can have it is passed by.
    """
    panes = [pane for part in parts for pane in _list_panes(part)]
    focus = QApplication.focusWidget()
    here = next(
        (at for at, pane in enumerate(panes) if focus is not None and pane.isAncestorOf(focus)),
        None,
    )
    first = 0 if step > 0 else len(panes) - 1
    start = first if here is None else here + step
    for at in range(len(panes)):
        pane = panes[(start + step * at) % len(panes)]
        part = pane.part_in_front() if isinstance(pane, WithParts) else pane
        last: QWidget | None = pane.focusWidget()
        # What only surrounds the part got the focus from something that was hidden.
        if last and last.isVisible() and last.isEnabled() and not last.isAncestorOf(part):
            last.setFocus()
            return
        if focus_part(part) or focus_part(pane):
            return


def _list_panes(part: QWidget) -> Iterator[QWidget]:
    """Yield the panes that can be seen: what splitters part, in the order in which it stands."""
    if not part.isVisible() or part.size().isEmpty():
        return
    if isinstance(part, QSplitter):
        for at in range(part.count()):
            pane = part.widget(at)
            if pane is not None:
                yield from _list_panes(pane)
        return
    splitters = [one for one in part.findChildren(QSplitter) if one.isVisible()]
    inner = [
        one
        for one in splitters
        if not any(other is not one and other.isAncestorOf(one) for other in splitters)
    ]
    for splitter in inner:
        yield from _list_panes(splitter)
    if not inner:
        yield part


class ButtonKeys(QObject):
    """Gives Return and Space to the button that has the focus, before anyone else gets them.

    Outside dialogs most systems let only Space press a button; what a button leaves goes to the
    widget that it is part of, and Return means something else there.
    """

    def watch_focus(self, application: QApplication) -> None:
        """Serve every button of the program, from when it has the focus."""
        application.focusChanged.connect(self._watch)

    def _watch(self, _before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, QPushButton | QToolButton):
            now.installEventFilter(self)  # once, however often it is asked for

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return (
            isinstance(event, QKeyEvent)
            and isinstance(watched, QPushButton | QToolButton)
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            and _is_for_button(watched, event)
        )


def _is_for_button(button: QPushButton | QToolButton, event: QKeyEvent) -> bool:
    """Press the button if the key is Return; tell whether nobody else is to get the event."""
    if event.type() == QEvent.Type.ShortcutOverride and event.key() in (*_RETURN, _SPACE):
        event.accept()  # an action may have the same key
        return True
    if event.type() == QEvent.Type.KeyPress and event.key() in _RETURN:
        if not event.isAutoRepeat():
            button.click()
        return True
    return False
