"""The dialog about a bug, over whatever is open."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.help import crash
from desktop.help.crash import CrashDialog


@pytest.fixture
def window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> QWidget:
    """A window over which bugs are shown, besides being logged."""
    del caplog
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    crash.show_over(window)
    return window


def fail() -> None:
    error = ZeroDivisionError("division by zero")
    sys.excepthook(type(error), error, error.__traceback__)


def the_dialog(over: QWidget) -> CrashDialog:
    (dialog,) = (each for each in over.findChildren(CrashDialog) if each.parentWidget() is over)
    assert dialog.isVisible()
    return dialog


def copies(dialog: CrashDialog) -> bool:
    """Click on the button through the window, as a mouse does: what is blocked gets nothing."""
    QGuiApplication.clipboard().clear()
    button = next(each for each in dialog.findChildren(QPushButton) if "Copy" in each.text())
    place = button.mapTo(dialog, button.rect().center())
    handle = dialog.windowHandle()
    assert handle is not None
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    return QGuiApplication.clipboard().text() == dialog.report.toPlainText()


def test_a_report_can_be_copied_and_closed_while_another_dialog_is_open(
    window: QWidget, qtbot: QtBot
) -> None:
    other = QDialog(window)
    other.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    other.open()
    qtbot.waitExposed(other)
    fail()
    dialog = the_dialog(other)
    qtbot.waitExposed(dialog)
    assert copies(dialog)

    with qtbot.waitSignal(other.destroyed):
        other.reject()
    assert the_dialog(window) is dialog
    assert copies(dialog)


def test_a_report_that_is_shown_comes_over_a_dialog_opened_later(
    window: QWidget, qtbot: QtBot
) -> None:
    fail()
    dialog = the_dialog(window)
    qtbot.waitExposed(dialog)
    assert copies(dialog)
    other = QDialog(window)
    other.open()
    qtbot.waitExposed(other)
    assert not copies(dialog)
    fail()
    assert the_dialog(other) is dialog
    assert dialog.report.toPlainText().count("ZeroDivisionError") == 2
    assert copies(dialog)
