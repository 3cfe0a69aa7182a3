"""The list of messages."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from desktop.ui.message_list import MessageModel


def test_only_the_last_messages_are_kept(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.ui.message_list.KEPT", 5)
    model = MessageModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for number in range(8):
        model.add(str(number), is_failure=False)
    assert [message.text for message in model.rows] == ["7", "6", "5", "4", "3"]
    assert tester.model() is model
