"""Sizes that a person gave to dialogs, panes and columns, kept with the state of the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QDialog, QHeaderView, QSplitter

from desktop.ui.theme import GRID, theme

_store: list[QSettings] = []


def set_store(settings: QSettings) -> None:
    """Keep sizes there from now on."""
    _store[:] = [settings]


def remember_panes(splitter: QSplitter, name: str) -> None:
    """Give the panes of a splitter the sizes they had, and keep those they get by hand."""
    key = f"panes/{name}"
    stored_state = _store[0].value(key) if _store else None
    if isinstance(stored_state, QByteArray):
        splitter.restoreState(stored_state)

    def keep() -> None:
        if _store:
            _store[0].setValue(key, splitter.saveState())

    splitter.splitterMoved.connect(keep)


def keep_text(name: str, text: str) -> None:
    """Keep what a person chose last."""
    if _store:
        _store[0].setValue(name, text)


def kept_text(name: str) -> str:
    """Return what ``keep_text`` kept, or ""."""
    text = _store[0].value(name, "", str) if _store else ""
    return text if isinstance(text, str) else ""


def keep_length(name: str, length: int) -> None:
    """Keep the height or width of a pane whose splitter changes with what is shown in it."""
    if _store:
        _store[0].setValue(f"lengths/{name}", length)


def kept_length(name: str) -> int:
    """Return what ``keep_length`` kept, or 0."""
    stored_length = _store[0].value(f"lengths/{name}", 0, int) if _store else 0
    return stored_length if isinstance(stored_length, int) else 0


def resize_with_text(dialog: QDialog, width: int, height: int) -> None:
    """Give a dialog the size a person gave it last, or one in pixels that grows with the texts.

    It is never larger than the screen.
    """
    room = dialog.screen().availableSize() - QSize(6 * GRID, 10 * GRID)
    usual = QSize(width, height) * (theme().text_percent / 100)
    key = f"dialogs/{type(dialog).__name__}"
    stored_size = _store[0].value(key) if _store else None
    wanted_size = stored_size if isinstance(stored_size, QSize) else usual
    dialog.resize(wanted_size.boundedTo(room))
    initial_size = dialog.size()

    def keep() -> None:
        if _store and dialog.size() != initial_size and not dialog.isMaximized():
            _store[0].setValue(key, dialog.size())

    # No event filter in Python: it is still asked while the dialog is taken apart, and what
    # PySide then knows of the dialog outlives it.
    dialog.finished.connect(keep)


# --- the columns of a table -------------------------------------------------------------
#
# Widths, order and choice of columns, kept by the names of these: a later version may have others.


def store_columns(header: QHeaderView, names: Sequence[str], settings: QSettings, key: str) -> None:
    """Store widths, order and choice of columns; ``names`` are theirs, in the model's order."""
    settings.setValue(f"{key}/names", "\n".join(names))
    settings.setValue(f"{key}/state", header.saveState())


def read_columns(settings: QSettings, key: str) -> tuple[tuple[str, ...], QByteArray] | None:
    """Return what ``store_columns`` stored: the names of that time, and Qt's state of them."""
    names, state = settings.value(f"{key}/names"), settings.value(f"{key}/state")
    if isinstance(names, str) and isinstance(state, QByteArray):
        return tuple(names.split("\n")), state
    return None


def restore_columns(
    header: QHeaderView, names: Sequence[str], stored_names: Sequence[str], state: QByteArray
) -> bool:
    """Bring columns back by their names, and return whether the state could be read.

    Columns that are new keep their width and stand behind the one that is before them in ``names``.
    """
    if tuple(names) == tuple(stored_names):
        return header.restoreState(state)
    model = QStandardItemModel(0, len(stored_names))
    stored_header = QHeaderView(Qt.Orientation.Horizontal)
    stored_header.setModel(model)
    if not stored_header.restoreState(state):
        return False
    order = [stored_names[stored_header.logicalIndex(place)] for place in range(len(stored_names))]
    order = [name for name in order if name in names]
    for section, name in enumerate(names):
        if name in stored_names:
            stored_section = stored_names.index(name)
            is_hidden = stored_header.isSectionHidden(stored_section)
            stored_header.showSection(stored_section)  # a hidden one has no width
            header.resizeSection(section, stored_header.sectionSize(stored_section))
            header.setSectionHidden(section, is_hidden)
        else:
            order.insert(order.index(names[section - 1]) + 1 if section else 0, name)
    for place, name in enumerate(order):
        header.moveSection(header.visualIndex(names.index(name)), place)
    return True
