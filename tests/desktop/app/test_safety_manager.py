"""A library that does not open offers what can take its place; an open one is kept safe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from core.base.errors import LibraryBusyError, LibraryCorruptError
from core.base.records import PaperRecord
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety.restoring import Recovery
from desktop.app.main_window import MainWindow
from desktop.app.safety_manager import EVERY_MS, RestoreDialog, SafetyManager
from desktop.ui.tasks import TaskRunner
from tests import wording

DAMAGED = LibraryCorruptError("The database is damaged: it is not an SQLite file.")


class Desk:
    """A safety desk with a window, and the libraries it was asked to open."""

    def __init__(self, qtbot: QtBot, tmp_path: Path) -> None:
        self.runner = TaskRunner()
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(self.runner, state)
        qtbot.addWidget(self.window)
        self.opened: list[tuple[Path, bool]] = []
        self.safety = SafetyManager(self.runner, self.window, Recovery, self._open)

    def _open(self, folder: Path, *, write: bool = True) -> None:
        self.opened.append((folder, write))

    def dialogs(self) -> list[RestoreDialog]:
        return [each for each in self.window.findChildren(RestoreDialog) if each.isVisible()]


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(qtbot, tmp_path)
    desk.window.show()
    yield desk
    desk.runner.close()


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A library with a backup of one paper, sidecars of two, and a damaged database."""
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as library:
        list(library.papers.add([PaperRecord(title="Olives")], source="test"))
        library.safekeeping.back_up()
        list(library.papers.add([PaperRecord(title="Tulips")], source="test"))
        library.safekeeping.keep()
    (folder / DATABASE).write_bytes(b"damaged" * 999)
    return folder


def count(folder: Path) -> int:
    with Library.open(folder) as library:
        return library.papers.count()


def test_at_most_ten_minutes_of_work_are_in_no_copy() -> None:
    assert EVERY_MS <= 10 * 60 * 1000


@pytest.mark.parametrize(("row", "papers"), [(1, 1), (0, 2)], ids=["backup", "records"])
def test_what_is_chosen_takes_the_place_of_a_damaged_database(
    desk: Desk, qtbot: QtBot, damaged: Path, row: int, papers: int
) -> None:
    desk.safety.not_opened(damaged, DAMAGED)
    qtbot.waitUntil(lambda: bool(desk.dialogs()))
    (dialog,) = desk.dialogs()
    told = [dialog.list.item(place).text() for place in range(dialog.list.count())]
    assert len(told) == 2
    assert "2 papers" in told[0]
    assert "(the newest)" in told[0]
    assert "entered by then" in told[0]
    assert "created again" in told[0]
    assert "1 paper" in told[1]
    assert "Complete backup" in told[1]
    assert wording.stem("desktop.app.safety_manager:_words Later") in told[1]
    assert dialog.list.currentRow() == 0
    dialog.list.setCurrentRow(row)
    dialog.restore_button.click()
    qtbot.waitUntil(lambda: bool(desk.opened))
    assert desk.opened == [(damaged, True)]
    assert count(damaged) == papers
    assert len(list((damaged / "kept-aside").iterdir())) == 1


def test_a_damaged_backup_is_shown_and_cannot_be_chosen(
    desk: Desk, qtbot: QtBot, damaged: Path
) -> None:
    (backup,) = (damaged / "backups").glob("*.db")
    backup.write_bytes(b"damaged too" * 999)
    desk.safety.not_opened(damaged, DAMAGED)
    qtbot.waitUntil(lambda: bool(desk.dialogs()))
    (dialog,) = desk.dialogs()
    assert "cannot be read" in dialog.list.item(1).text()
    assert dialog.list.currentRow() == 0
    dialog.list.clearSelection()
    assert not dialog.restore_button.isEnabled()
    assert isinstance(dialog, QDialog)


def test_without_anything_to_restore_only_the_failure_is_told(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    desk.safety.not_opened(tmp_path, DAMAGED)
    qtbot.waitUntil(lambda: desk.runner.pending() == 0)
    assert desk.dialogs() == []
    assert "damaged" in desk.window.news.message.text()


def test_a_library_in_use_is_offered_for_reading(desk: Desk, tmp_path: Path) -> None:
    desk.safety.not_opened(tmp_path, LibraryBusyError("In use."))
    desk.window.news.action_button.click()
    assert desk.opened == [(tmp_path, False)]


def test_an_open_library_is_kept_safe_until_it_is_closed(
    desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.app.safety_manager.FIRST_AFTER_MS", 1)
    with Library.open(tmp_path / "library", create=True) as library:
        desk.safety.watch(lambda: library.safekeeping)
        qtbot.waitUntil(lambda: len(library.safekeeping.backups()) == 1, timeout=20_000)
        qtbot.waitUntil(desk.safety.findChildren(QTimer)[0].isActive)
        desk.safety.watch(None)
        assert not desk.safety.findChildren(QTimer)[0].isActive()
        qtbot.waitUntil(lambda: desk.runner.pending() == 0)


def test_what_was_long_in_the_trash_is_deleted_when_a_time_was_chosen(
    qtbot: QtBot, tmp_path: Path
) -> None:
    class Safe:
        asked: list[int] = []  # noqa: RUF012 - one for the one object

        def keep(self, _job: object) -> None:
            pass

        def empty_trash(self, days: int) -> int:
            self.asked.append(days)
            return 2

    days = 0
    runner = TaskRunner()
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(runner, state)
    qtbot.addWidget(window)
    safety = SafetyManager(runner, window, Recovery, lambda *_, **__: None, lambda: days)
    safety.watch(Safe)
    safety._keep()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert not Safe.asked
    days = 30
    with qtbot.waitSignal(safety.trash_emptied):
        safety._keep()
    assert Safe.asked == [30]
    message = window.news.message.text()
    assert message == wording.fill("desktop.app.safety_manager:_emptied", 2, 30)
    runner.close()
