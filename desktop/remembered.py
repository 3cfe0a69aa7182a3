"""Sizes that a person gave to dialogs and panes, kept with the state of the window."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QObject, QSettings, QSize
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

from desktop.theme import GRID, theme

_store: list[QSettings] = []


def remember_in(settings: QSettings) -> None:
    """Keep sizes there from now on."""
    _store[:] = [settings]


def remember_panes(splitter: QSplitter, name: str) -> None:
    """Give the panes of a splitter the sizes they had, and keep those they get by hand."""
    key = f"panes/{name}"
    kept = _store[0].value(key) if _store else None
    if isinstance(kept, QByteArray):
        splitter.restoreState(kept)

    def keep() -> None:
        if _store:
            _store[0].setValue(key, splitter.saveState())

    splitter.splitterMoved.connect(keep)


def resize_with_text(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog the size a person gave it last, or one in pixels that grows with the texts.

    It is never larger than the screen.
    """
    room = dialog.screen().availableSize() - QSize(6 * GRID, 10 * GRID)
    usual = QSize(width, height) * (theme().text_percent / 100)
    key = f"dialogs/{type(dialog).__name__}"
    kept = _store[0].value(key) if _store else None
    wanted = kept if isinstance(kept, QSize) else usual
    dialog.resize(wanted.boundedTo(room))
    _Keeper(dialog, key, dialog.size())


class _Keeper(QObject):
    """Keeps the size of a dialog when it goes, if a person changed it."""

    def __init__(self, dialog: QWidget, key: str, given: QSize) -> None:
        super().__init__(dialog)
        self._key, self._given = key, given
        dialog.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Hide or not isinstance(watched, QWidget) or not _store:
            return False
        if watched.size() != self._given and not watched.isMaximized():
            _store[0].setValue(self._key, watched.size())
        return False
