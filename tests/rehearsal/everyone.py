"""All a person can do, in one class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QHeaderView,
    QMenu,
)

from tests.rehearsal.elsewhere import Elsewhere
from tests.rehearsal.in_library import InLibrary
from tests.rehearsal.in_manuscripts import InManuscripts
from tests.rehearsal.person import Steps, Until, World

KEYS = (
    *(Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Tab),
    *(Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_PageDown, Qt.Key.Key_Escape, Qt.Key.Key_F2, Qt.Key.Key_F5),
    *(Qt.Key.Key_Menu, Qt.Key.Key_A, Qt.Key.Key_X, Qt.Key.Key_Slash),
)
WITH_CONTROL = (
    *(Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Z, Qt.Key.Key_Y),
    *(Qt.Key.Key_F, Qt.Key.Key_E, Qt.Key.Key_K, Qt.Key.Key_M, Qt.Key.Key_L, Qt.Key.Key_D),
    *(Qt.Key.Key_Return, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0),
)


class Everyone(InLibrary, InManuscripts, Elsewhere):
    """A person who uses all of the program."""

    def change_mind(self) -> Steps:
        """Open another library, and go back before it is there."""
        workspace = self.program.workspace
        self.need(workspace)
        assert workspace is not None
        here = workspace.library.folder
        others = [folder for folder in self.world.libraries if folder != here]
        self.need(others)
        self.window.library_chosen.emit(self.random.choice(others))
        yield self.random.choice((0, 20, 100, 400))
        self.window.library_chosen.emit(here)
        yield 100
        yield Until(
            lambda: (
                (w := self.program.workspace) is not None
                and w.library.folder == here
                and self.window.pages is not None
            ),
            "the library is there again",
        )

    def press_anything(self) -> Steps:
        """Press any button in sight, and answer what it asks."""
        possible = [
            one
            for one in self.window.findChildren(QAbstractButton)
            if one.isVisible() and one.isEnabled() and one.window() is self.window
        ]
        self.need(possible)
        yield from self.press(self.random.choice(possible))
        yield from self.answer_dialogs()

    def press_keys(self) -> Steps:
        """Press keys wherever the focus is."""
        for _ in range(self.random.randint(2, 8)):
            if self.random.random() < 0.4:
                key, held = self.random.choice(WITH_CONTROL), Qt.KeyboardModifier.ControlModifier
            else:
                key, held = self.random.choice(KEYS), Qt.KeyboardModifier.NoModifier
            self.said.append(f"{'Ctrl+' * bool(held.value)}{key.name.removeprefix('Key_')}")
            yield from self.keys(key, held)
        yield from self.answer_dialogs()

    def ask_for_a_menu(self) -> Steps:
        """Click any list or table with the right button, and choose from what comes."""
        views = [one for one in self.window.findChildren(QAbstractScrollArea) if one.isVisible()]
        self.need(views)
        view = self.random.choice(views)
        area = view.viewport().rect()
        place = QPoint(
            self.random.randrange(max(1, area.width())),
            self.random.randrange(max(1, min(area.height(), 300))),
        )
        self.said.append(type(view).__name__)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        yield 30
        self.need(shiboken6.isValid(view) and view.isVisible())
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place)
        )
        QTimer.singleShot(0, view, lambda: QApplication.sendEvent(view.viewport(), event))
        yield 150
        menu = self.shown(QMenu)
        if menu is not None:
            yield from self.pick(menu)
            yield from self.answer_dialogs()

    def double_click_anything(self) -> Steps:
        """Click anything twice."""
        found = self.window.findChildren(QAbstractItemView)
        views = [one for one in found if one.isVisible() and not isinstance(one, QHeaderView)]
        self.need(views)
        view = self.random.choice(views)
        rows = view.model().rowCount() if view.model() is not None else 0
        self.need(rows)
        index = view.model().index(self.random.randrange(rows), 0)
        view.scrollTo(index)
        self.said.append(type(view).__name__)
        place = view.visualRect(index).center()
        for click in (QTest.mouseClick, QTest.mouseDClick):
            click(
                view.viewport(),
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
                place,
            )
        yield from self.answer_dialogs()

    def another_library(self) -> Steps:
        """Open another library, or the first one again."""
        self.need(self.program.workspace)
        here = self.program.workspace.library.folder if self.program.workspace else None
        others = [folder for folder in self.world.libraries if folder != here]
        self.need(others)
        chosen = self.random.choice(others)
        QTimer.singleShot(0, lambda: self.window.library_chosen.emit(chosen))
        yield 200
        yield Until(
            lambda: self.program.workspace is not None and self.window.pages is not None,
            "another library opens",
        )


def world_of(values: dict[str, Any]) -> World:
    """Return a world from what was written of it."""
    made = dict(values)
    for name in ("batches", "manuscripts", "libraries"):
        made[name] = [Path(one) for one in made[name]]
    for name in ("bib", "scratch"):
        made[name] = Path(made[name])
    return World(**made)
