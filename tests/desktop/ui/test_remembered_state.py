"""Sizes of dialogs, panes and windows, as they were left."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import (
    QByteArray,
    QDataStream,
    QIODevice,
    QRect,
    QSettings,
    QSize,
    Qt,
)
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHeaderView,
    QLabel,
    QSplitter,
)
from pytestqt.qtbot import QtBot

from desktop.app.main_window import MainWindow
from desktop.ui.remembered_state import (
    _store,
    read_columns,
    remember_panes,
    resize_with_text,
    restore_columns,
    store_columns,
)
from desktop.ui.tasks import TaskRunner


class _Dialog(QDialog):
    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        resize_with_text(self, width, height)


def test_a_dialog_opens_in_the_size_it_was_given_last(qtbot: QtBot) -> None:
    first = _Dialog(300, 200)
    qtbot.addWidget(first)
    first.show()
    assert first.size() == QSize(300, 200)
    first.resize(420, 260)
    first.close()
    again = _Dialog(300, 200)
    qtbot.addWidget(again)
    assert again.size() == QSize(420, 260)


def test_a_dialog_saved_on_a_large_screen_fits_a_small_one(qtbot: QtBot) -> None:
    kept_size = QSize(5000, 4000)
    _store[0].setValue("dialogs/_Dialog", kept_size)
    dialog = _Dialog(300, 200)
    qtbot.addWidget(dialog)
    room = dialog.screen().availableSize()
    assert dialog.width() < room.width()
    assert dialog.height() < room.height()


def test_panes_come_back_as_they_were_left(qtbot: QtBot) -> None:
    def make() -> QSplitter:
        splitter = QSplitter()
        qtbot.addWidget(splitter)
        for _ in range(2):
            splitter.addWidget(QLabel("pane"))
        splitter.resize(600, 100)
        splitter.setSizes([300, 300])
        remember_panes(splitter, "test")
        splitter.show()
        return splitter

    first = make()
    first.moveSplitter(150, 1)
    assert make().sizes()[0] == first.sizes()[0] != 300


def _geometry(frame: QRect, screen_width: int) -> QByteArray:
    """Return what ``QWidget.saveGeometry`` keeps of a window on a screen."""
    data = QByteArray()
    stream = QDataStream(data, QIODevice.OpenModeFlag.WriteOnly)
    stream.setVersion(QDataStream.Version.Qt_4_0)
    stream.writeUInt32(0x1D9D0CB)
    for number in (3, 0):
        stream.writeUInt16(number)
    for _ in range(2):
        stream << frame
    stream.writeInt32(0)
    for flag in (0, 0):
        stream.writeUInt8(flag)
    stream.writeInt32(screen_width)
    stream << frame
    return data


@pytest.mark.parametrize("screen_width", [0, 5120])
@pytest.mark.parametrize(
    "frame", [QRect(100, 100, 4000, 3000), QRect(6000, 2000, 900, 600), QRect(-5000, 0, 900, 600)]
)
def test_a_window_left_on_a_screen_that_is_gone_comes_back_on_this_one(
    frame: QRect, screen_width: int, runner: TaskRunner, kept: QSettings, qtbot: QtBot
) -> None:
    kept.setValue("window/geometry", _geometry(frame, screen_width or 800))
    window = MainWindow(runner, kept)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    assert window.screen().availableGeometry().contains(window.geometry())


def test_a_window_is_no_larger_than_a_small_screen_and_shows_all_of_its_bar(
    runner: TaskRunner, kept: QSettings, qtbot: QtBot
) -> None:
    window = MainWindow(runner, kept)
    qtbot.addWidget(window)
    window.resize(640, 324)
    window.show()
    QApplication.processEvents()
    assert (window.width(), window.height()) == (640, 324)
    field = window.search.geometry()
    assert not field.intersects(window.page_bar.geometry())
    assert window.rect().contains(field.translated(window.search.parentWidget().pos()))


def test_the_jobs_are_open_and_as_high_as_they_were_left(
    runner: TaskRunner, kept: QSettings, qtbot: QtBot
) -> None:
    def opened() -> MainWindow:
        window = MainWindow(runner, kept)
        qtbot.addWidget(window)
        window.resize(780, 700)
        window.show()
        QApplication.processEvents()
        return window

    window = opened()
    assert not window.jobs_panel.isVisible()
    window.toggle_jobs()
    QApplication.processEvents()
    parts = window.jobs_panel.parentWidget()
    assert isinstance(parts, QSplitter)
    usual = window.jobs_panel.height()
    parts.moveSplitter(parts.height() - usual - 80, 1)
    left = window.jobs_panel.height()
    assert left > usual + 40
    window.close()
    again = opened()
    assert again.jobs_panel.isVisible()
    assert abs(again.jobs_panel.height() - left) <= 2
    again.toggle_jobs()
    again.close()
    assert not opened().jobs_panel.isVisible()


BEFORE = ("Title", "Authors", "Year", "Note", "Missing")


def header(names: tuple[str, ...], qtbot: QtBot) -> QHeaderView:
    view = QHeaderView(Qt.Orientation.Horizontal)
    qtbot.addWidget(view)
    view.setModel(QStandardItemModel(0, len(names), view))
    return view


def arranged(view: QHeaderView, names: tuple[str, ...]) -> list[str]:
    return [names[view.logicalIndex(place)] for place in range(len(names))]


@pytest.fixture
def settings(tmp_path: Path, qtbot: QtBot) -> QSettings:
    """The state of a table with widths of its own, the year in front and the note hidden."""
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    view = header(BEFORE, qtbot)
    for section in range(len(BEFORE)):
        view.resizeSection(section, 60 + 10 * section)
    view.moveSection(2, 0)
    view.hideSection(3)
    store_columns(view, BEFORE, settings, "columns")
    settings.sync()
    return QSettings(settings.fileName(), QSettings.Format.IniFormat)


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (BEFORE, ["Year", "Title", "Authors", "Note", "Missing"]),
        (
            ("Title", "Authors", "Year", "Venue", "Note", "Missing"),
            ["Year", "Venue", "Title", "Authors", "Note", "Missing"],
        ),
        (("Stars", *BEFORE), ["Stars", "Year", "Title", "Authors", "Note", "Missing"]),
        (("Title", "Year", "Note", "Missing"), ["Year", "Title", "Note", "Missing"]),
        (("Note", "Year", "New", "Newer"), ["Year", "New", "Newer", "Note"]),
    ],
    ids=["the same", "one more", "one more in front", "one less", "others"],
)
def test_columns_come_back_by_their_names(
    settings: QSettings, names: tuple[str, ...], order: list[str], qtbot: QtBot
) -> None:
    view = header(names, qtbot)
    usual = view.sectionSize(0)
    stored = read_columns(settings, "columns")
    assert stored is not None
    assert restore_columns(view, names, *stored)
    assert arranged(view, names) == order
    assert [view.isSectionHidden(section) for section in range(len(names))] == [
        name == "Note" for name in names
    ]
    view.showSection(names.index("Note"))
    widths = {name: 60 + 10 * section for section, name in enumerate(BEFORE)}
    for section, name in enumerate(names):
        assert view.sectionSize(section) == widths.get(name, usual), name


def test_a_state_that_cannot_be_read_changes_nothing(qtbot: QtBot) -> None:
    view = header(("Title", "Stars"), qtbot)
    before = view.saveState()
    assert not restore_columns(view, ("Title", "Stars"), BEFORE, QByteArray(b"damaged"))
    assert view.saveState() == before


def test_nothing_is_read_where_nothing_was_stored(tmp_path: Path) -> None:
    empty = QSettings(str(tmp_path / "empty.ini"), QSettings.Format.IniFormat)
    assert read_columns(empty, "columns") is None
