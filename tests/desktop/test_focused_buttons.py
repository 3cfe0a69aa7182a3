"""On every page and dialog: keys act on the button that has the focus, the wheel on no field."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QPushButton,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

import desktop
from tests.desktop.snapshots.states import STATES
from tests.desktop.snapshots.studio import Studio

KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
VALUED = (QComboBox, QAbstractSpinBox, QSlider)


@pytest.fixture(params=STATES, ids=lambda state: state.name)
def studio(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Studio]:
    """A window in the state of a page or dialog, which has the focus."""
    studio = Studio(1280, 720)
    request.param.build(studio)
    studio.settle()
    studio.shown.activateWindow()
    QTest.qWaitForWindowActive(studio.shown)
    yield studio
    studio.close()


class Witness(QObject):
    """Sees what comes of a key: which button is clicked, which action is carried out, and which
    widgets get the key behind the button.
    """

    def __init__(self, button: QAbstractButton, roots: set[QWidget]) -> None:
        super().__init__()
        self.clicks = 0
        self.other: list[str] = []
        self._button = button
        for root in roots:
            for each in root.findChildren(QAbstractButton):
                each.blockSignals(each is not button)
            for action in root.findChildren(QAction):
                action.blockSignals(True)
        part = button.parentWidget()
        while part is not None:
            part.installEventFilter(self)
            part = part.parentWidget()
        _cut_off(button)
        button.clicked.connect(self._count)

    def _count(self) -> None:
        self.clicks += 1

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.other.append(type(watched).__name__)
            return True
        return False


def _cut_off(button: QAbstractButton) -> None:
    """Let a click do nothing."""
    if isinstance(button, QPushButton | QToolButton):
        button.setMenu(None)  # type: ignore[arg-type]
    with warnings.catch_warnings(), contextlib.suppress(RuntimeError):
        warnings.simplefilter("ignore")
        for signal in (button.pressed, button.released, button.clicked, button.toggled):
            with contextlib.suppress(RuntimeError):
                signal.disconnect()


def _buttons(root: QWidget) -> list[QPushButton | QToolButton]:
    """Return the buttons that Tab reaches."""
    tab = Qt.FocusPolicy.TabFocus
    return [
        each
        for each in root.findChildren(QAbstractButton)
        if isinstance(each, QPushButton | QToolButton)
        and each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & tab == tab
    ]


def test_keys_act_on_the_focused_button_alone_and_the_wheel_on_no_field(studio: Studio) -> None:
    # The buttons come last: they are cut off from what they do.
    assert list_changes_by_the_wheel(studio) == []
    assert list_keys_that_go_elsewhere(studio) == []


def list_keys_that_go_elsewhere(studio: Studio) -> list[tuple[str, str, int, list[str]]]:
    roots = {studio.window, studio.shown}
    wrong = []
    for button in _buttons(studio.shown):
        button.setFocus(Qt.FocusReason.TabFocusReason)
        assert QApplication.focusWidget() is button
        name = button.accessibleName() or button.text() or button.toolTip()
        witness = Witness(button, roots)
        for key in KEYS:
            witness.clicks, witness.other = 0, []
            QTest.keyClick(studio.shown.windowHandle(), key)
            if (witness.clicks, witness.other) != (1, []):
                wrong.append((name, key.name, witness.clicks, witness.other))
    return wrong


def list_changes_by_the_wheel(studio: Studio) -> list[str]:
    changed = []
    fields = [
        field
        for kind in VALUED
        for field in studio.shown.findChildren(kind)
        if field.window() is studio.shown.window()
    ]
    for field in fields:
        before = _value(field)
        for focused in (False, True):
            if focused and field.isVisible():
                field.setFocus()
            for turn in (-120, 120):
                _turn_wheel(field, turn)
                if _value(field) != before:
                    changed.append(f"{field.accessibleName()} ({type(field).__name__})")
    return changed


def test_no_module_makes_a_field_that_the_wheel_changes() -> None:
    plain = re.compile(r"\bQ(ComboBox|FontComboBox|(Double)?SpinBox|Slider|Dial|\w*TimeEdit)\(")
    root = Path(desktop.__path__[0])
    lines = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in root.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if plain.search(line) and not line.startswith("class ")
    ]
    assert lines == []


def _value(field: QWidget) -> object:
    if isinstance(field, QComboBox):
        return field.currentIndex(), field.currentText()
    if isinstance(field, QSpinBox | QSlider):
        return field.value()
    assert isinstance(field, QAbstractSpinBox)
    return field.text()


def _turn_wheel(field: QWidget, turn: int) -> None:
    middle = QPointF(field.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(field.mapToGlobal(middle)),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, event)
