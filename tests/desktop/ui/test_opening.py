"""Files that another program opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.notifications import NotificationBar
from desktop.ui.opening import open_address, open_file


def test_what_no_program_opens_is_said(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = QWidget()
    bar = NotificationBar(window)
    qtbot.addWidget(window)
    window.show()
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: url.scheme() == "https")
    open_address(QUrl("https://example.org"))
    assert bar.message.text() == ""
    open_file(tmp_path / "chapter.tex")
    assert bar.message.text() == "No program was found that opens “chapter.tex”."
    assert bar.remedy.text()
