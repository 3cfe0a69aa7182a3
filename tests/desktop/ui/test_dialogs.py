"""Dialogs with an explanation: what they show, when they go, and what their buttons do."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from core.base.errors import UsageError
from desktop.ui.dialogs import ExplainedDialog, add_accept_button, close_button
from desktop.ui.widgets import push_button


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def shown_dialog(parent: QWidget, *, is_reused: bool = False) -> ExplainedDialog:
    dialog = ExplainedDialog(
        parent, "Peat", "Peat is <b>wet</b>.", size=(300, 200), is_reused=is_reused
    )
    dialog.lay_out((QListWidget(), 1), close_button(dialog))
    dialog.show()
    return dialog


def test_markup_in_an_explanation_is_shown_as_it_is(parent: QWidget) -> None:
    dialog = shown_dialog(parent)
    assert dialog.windowTitle() == "Peat"
    assert dialog.explanation.text() == "Peat is <b>wet</b>."
    assert dialog.explanation.textFormat().name == "PlainText"


def test_a_problem_is_shown_above_the_buttons_until_it_is_hidden(parent: QWidget) -> None:
    dialog = shown_dialog(parent)
    assert not dialog.problem.isVisible()
    dialog.show_problem(UsageError("No {x}.", x="peat", remedy="Dig."))
    assert dialog.problem.isVisible()
    assert dialog.problem.text() == "No peat. Dig."
    layout = dialog.layout()
    assert layout is not None
    assert layout.indexOf(dialog.problem) == layout.count() - 2


@pytest.mark.parametrize("is_reused", [False, True])
def test_a_closed_dialog_is_deleted_unless_it_is_shown_again(
    qtbot: QtBot, parent: QWidget, *, is_reused: bool
) -> None:
    dialog = shown_dialog(parent, is_reused=is_reused)
    removed: list[str] = []
    dialog.destroyed.connect(lambda: removed.append("dialog"))
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    buttons.button(QDialogButtonBox.StandardButton.Close).click()
    qtbot.wait(1)
    assert removed == ([] if is_reused else ["dialog"])


def test_one_button_calls_and_the_other_one_cancels(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    calls: list[str] = []
    button = push_button("Dig")
    box = add_accept_button(dialog, button, lambda: calls.append("dug"))
    button.click()
    assert calls == ["dug"]
    with qtbot.waitSignal(dialog.rejected, timeout=1_000):
        box.button(QDialogButtonBox.StandardButton.Cancel).click()
    assert calls == ["dug"]
