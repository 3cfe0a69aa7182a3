from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from desktop.app.library_dialog import LibraryDialog
from desktop.app.main_window import MainWindow
from desktop.ui.tasks import TaskRunner
from tests import wording


def warning_about(folder: Path) -> str:
    return "It is synchronised." if "Dropbox" in folder.parts else ""


@pytest.fixture
def window(runner: TaskRunner, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = MainWindow(runner, QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    window.warning_about = warning_about
    window.show()
    return window


@pytest.fixture
def dialog(window: MainWindow, tmp_path: Path) -> LibraryDialog:
    window.choose_library()
    found = window.findChild(LibraryDialog)
    assert isinstance(found, LibraryDialog)
    found.parent_folder.setText(str(tmp_path))
    return found


def test_a_typed_name_makes_a_library(
    window: MainWindow, dialog: LibraryDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.name.setText("Thesis papers")
    qtbot.waitUntil(lambda: "A new library" in dialog.message.text())
    assert dialog.take_button.text() == "Create library"
    assert not dialog.warning.isVisible()
    with qtbot.waitSignal(window.library_chosen) as chosen:
        dialog.take_button.click()
    assert chosen.args == [tmp_path / "Thesis papers"]


def test_a_library_that_is_there_is_opened(
    dialog: LibraryDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "library.db").touch()
    dialog.show_folder(tmp_path / "old")
    qtbot.waitUntil(lambda: dialog.take_button.text() == "Open library")
    assert wording.stem("desktop.app.library_dialog:show contains") in dialog.message.text()


def test_a_folder_that_is_synchronised_is_warned_of(
    dialog: LibraryDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.parent_folder.setText(str(tmp_path / "Dropbox"))
    qtbot.waitUntil(dialog.warning.isVisible)
    assert dialog.warning.text() == "It is synchronised."
    assert dialog.take_button.isEnabled()


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", "what?"])
def test_what_is_no_name_makes_nothing(dialog: LibraryDialog, name: str) -> None:
    dialog.name.setText(name)
    assert dialog.folder() is None
    assert not dialog.take_button.isEnabled()
    assert dialog.message.text()
