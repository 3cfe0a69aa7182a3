"""The hands of a scripted person: what one sees, points at, types and waits for.

Whatever a person does is a generator of waits: a number of milliseconds, or an ``Until``. The
program goes on meanwhile in its own event loop.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import shiboken6
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from desktop.app.open_pages import Pages
from desktop.manuscript.tab import ManuscriptTab
from tests.rehearsal.watch import unasked

if TYPE_CHECKING:
    from desktop.app.application import Application

PATIENCE_S = 240.0
DIALOG_PATIENCE_S = 30.0
FEW = 8
W = TypeVar("W", bound=QWidget)


class CannotNow(Exception):
    """What was wanted cannot be done in the state the program is in."""


@dataclass(frozen=True)
class Until:
    """Wait for a condition; that it does not come is a finding, unless it is only ``hoped``."""

    condition: Callable[[], object]
    what: str
    patience_s: float = PATIENCE_S
    hoped: bool = False


Steps = Iterator[int | Until]
T = TypeVar("T")
Answer = Generator[int | Until, None, T]
"""Steps that bring something."""


@dataclass(frozen=True)
class World:
    """What lies on the disk for the person to use."""

    batches: Sequence[Path]
    bib: Path
    manuscripts: Sequence[Path]
    entries: Sequence[str]
    dois: Sequence[str]
    titles: Sequence[str]
    libraries: Sequence[Path]
    scratch: Path


class Person:
    """Knows the program only as far as it can be seen."""

    def __init__(self, program: Application, world: World) -> None:
        self.program, self.world = program, world
        self.window = program.window
        self.random = random.Random(0)
        self.said: list[str] = []

    # --- looking ------------------------------------------------------------------------------

    @property
    def pages(self) -> Pages:
        """The pages of the open library."""
        self.need(self.window.pages)
        assert self.window.pages is not None
        return self.window.pages

    @property
    def tab(self) -> ManuscriptTab:
        """The manuscript in front, once it is read."""
        tab = self.pages.manuscript.current_tab()
        self.need(tab is not None and tab.session is not None and tab.panel is not None)
        assert tab is not None
        return tab

    def need(self, condition: object) -> None:
        """Give up what was begun unless this holds."""
        if not condition:
            raise CannotNow

    def idle(self) -> bool:
        """Whether nothing runs any more."""
        return self.program.runner.pending() == 0

    def settled(self) -> Steps:
        """Wait until nothing runs, and what starts a moment later has ended, too."""
        for _ in range(3):
            yield Until(self.idle, "the program comes to rest")
            yield 60

    def wanted(self) -> list[str]:
        """Return what a person would rather do now: there is nothing to work with otherwise."""
        pages = self.window.pages
        if pages is None:
            return []
        empty = pages.library.model.rowCount() < FEW and not self.window.search.text()
        fill = ["import_folder", "import_bib"] if empty else []
        return fill + ["open_manuscript"] * (pages.manuscript.tabs.count() == 0)

    # --- hands --------------------------------------------------------------------------------

    def press(self, button: QAbstractButton) -> Steps:
        """Click a button that can be pressed."""
        self.need(shiboken6.isValid(button) and button.isVisible() and button.isEnabled())
        self.said.append(f"“{button.text() or button.accessibleName()}”")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        yield 20

    def turn_to(self, page: int) -> Steps:
        """Click the name of a page."""
        self.need(self.window.pages)
        bar = self.window.page_bar
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(page).center())
        yield 20

    def type_into(self, field: QLineEdit | QPlainTextEdit, text: str) -> Steps:
        """Replace what a field holds."""
        self.need(field.isVisible() and field.isEnabled() and not field.isReadOnly())
        field.setFocus()
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        if len(text) < 80:
            QTest.keyClicks(field, text)
        elif isinstance(field, QLineEdit):
            field.insert(text)
        else:
            field.insertPlainText(text)
        yield 10

    def keys(self, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> Steps:
        """Press a key where the focus is."""
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)
        yield 20

    def click_row(self, view: QAbstractItemView, row: int, *, more: bool = False) -> Steps:
        """Click a row of a table or list; ``more`` adds it to what is chosen."""
        model = view.model()
        self.need(view.isVisible() and 0 <= row < model.rowCount())
        index = model.index(row, 0)
        view.scrollTo(index)
        yield 10
        self.need(index.isValid() and row < model.rowCount())
        place = view.visualRect(model.index(row, 0)).center()
        held = Qt.KeyboardModifier.ControlModifier if more else Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, place)
        yield 10

    def choose_rows(self, view: QAbstractItemView, count: int) -> Steps:
        """Choose some rows by chance."""
        rows = view.model().rowCount()
        self.need(view.isVisible() and rows >= count)
        for place, row in enumerate(self.random.sample(range(rows), count)):
            yield from self.click_row(view, row, more=place > 0)
        yield 120

    def choose_index(self, view: QAbstractItemView, index: QModelIndex) -> Steps:
        """Click an entry of a tree."""
        self.need(view.isVisible() and index.isValid())
        view.scrollTo(index)
        place = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        view.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        yield 10

    # --- dialogs and menus --------------------------------------------------------------------

    def shown(self, kind: type[W]) -> W | None:
        """Return the window of a kind that is on the screen."""
        found = [each for each in unasked(self.window) if isinstance(each, kind)]
        return found[-1] if found else None

    def opened(self, kind: type[QWidget] = QDialog) -> Steps:
        """Wait for a dialog or menu that was asked for; some are not shown, for a good reason."""
        yield Until(
            lambda: self.shown(kind), f"{kind.__name__} opens", DIALOG_PATIENCE_S, hoped=True
        )
        self.need(self.shown(kind))

    def close_all(self) -> Steps:
        """Close what the last action opened, as Esc does."""
        until = time.monotonic() + DIALOG_PATIENCE_S
        while (left := unasked(self.window)) and time.monotonic() < until:
            top = left[-1]
            QTest.keyClick(top, Qt.Key.Key_Escape)
            yield 20
            if shiboken6.isValid(top) and top.isVisible():
                top.close()
                yield 20

    def pick(self, menu: QMenu, *, but: Sequence[str] = ()) -> Steps:
        """Choose one of the entries of a menu, and of its sub-menus, by chance."""
        choices = [
            action
            for action in menu.actions()
            if action.isEnabled() and not action.isSeparator() and action.text() not in but
        ]
        self.need(choices)
        action = self.random.choice(choices)
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from self.pick(inner)
        else:
            self.said.append(f"“{action.text()}”")
            action.trigger()
        if shiboken6.isValid(menu):
            menu.close()
        yield 20

    # --- drops --------------------------------------------------------------------------------

    @staticmethod
    def middle(widget: QWidget) -> QPoint:
        """Return the middle of a widget."""
        return widget.rect().center()
