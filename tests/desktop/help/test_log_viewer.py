from __future__ import annotations

import logging
import logging.handlers
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from core.base import logs
from desktop.help import log_viewer
from desktop.help.log_viewer import LogEntry, LogModel, LogViewer
from desktop.ui.tasks import TaskRunner


@pytest.fixture
def written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Path:
    """A log as the program writes it."""
    caplog.set_level(logging.INFO)
    path = tmp_path / "logs" / "cocite.log"
    monkeypatch.setattr(logs, "log_file", lambda: path)
    root = logging.getLogger()
    level, before = root.level, list(root.handlers)
    logs.start_log()
    speaker = logging.getLogger("core.library")
    speaker.info("Opened “Thesis”")
    speaker.warning("The card is missing")
    speaker.error("A bug:\n  first line\nsecond line")
    for handler in [one for one in root.handlers if one not in before]:
        handler.close()
        root.removeHandler(handler)
    root.setLevel(level)
    return path


def test_the_log_is_read_as_it_was_written(written: Path) -> None:
    entries = log_viewer.last_entries(written)
    assert [(entry.level_name, entry.source, entry.text) for entry in entries] == [
        ("INFO", "core.library", "Opened “Thesis”"),
        ("WARNING", "core.library", "The card is missing"),
        ("ERROR", "core.library", "A bug:\n  first line\nsecond line"),
    ]


def test_half_an_entry_at_the_beginning_is_left_out(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = written.stat().st_size
    monkeypatch.setattr(log_viewer, "MOST_BYTES", size - 10)
    assert len(log_viewer.last_entries(written)) == 2


def test_no_log_has_no_entries(tmp_path: Path) -> None:
    assert log_viewer.last_entries(tmp_path / "none.log") == []


def test_clearing_empties_the_open_log_and_removes_older_ones(tmp_path: Path) -> None:
    path = tmp_path / "cocite.log"
    handler = logging.handlers.RotatingFileHandler(path, encoding="utf-8")
    speaker = logging.getLogger("a speaker of its own")
    speaker.propagate = False
    speaker.addHandler(handler)
    speaker.error("before")
    (tmp_path / "cocite.log.1").write_text("older", encoding="utf-8")
    log_viewer.clear(path)
    speaker.error("after")
    speaker.removeHandler(handler)
    handler.close()
    assert path.read_text(encoding="utf-8") == "after\n"
    assert [file.name for file in tmp_path.iterdir()] == ["cocite.log"]


def test_the_viewer_shows_filters_follows_and_copies(
    written: Path, runner: TaskRunner, qtbot: QtBot
) -> None:
    viewer = LogViewer(written, runner)
    qtbot.addWidget(viewer)
    viewer.show()
    qtbot.waitUntil(lambda: viewer.model.rowCount() == 3)
    assert viewer.count.text() == "3 entries"
    viewer.level.setCurrentIndex(1)
    assert [entry.level for entry in viewer.model.rows] == [logging.WARNING, logging.ERROR]
    qtbot.keyClicks(viewer.filter, "bug second")
    assert viewer.model.rowCount() == 1
    viewer.table.selectRow(0)
    assert viewer.text.toPlainText() == "A bug:\n  first line\nsecond line"
    viewer.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.endswith("ERROR core.library: A bug:\n  first line\nsecond line")
    viewer.filter.clear()
    with written.open("a", encoding="utf-8") as file:
        file.write("2026-11-22 10:00:00,000 ERROR core.x: later\n")
    viewer.look()
    qtbot.waitUntil(lambda: viewer.model.rowCount() == 3)
    assert viewer.model.rows[-1].text == "later"


def lines(first: int, last: int) -> str:
    return "".join(
        f"2026-11-22 12:{n // 60:02d}:{n % 60:02d},000 INFO core.library: entry {n}\n"
        for n in range(first, last)
    )


def test_what_one_reads_stays_while_the_log_grows_beyond_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runner: TaskRunner, qtbot: QtBot
) -> None:
    log = tmp_path / "cocite.log"
    log.write_text(lines(100, 300))
    monkeypatch.setattr(log_viewer, "MOST_BYTES", log.stat().st_size)
    viewer = LogViewer(log, runner)
    qtbot.addWidget(viewer)
    viewer.show()
    qtbot.waitUntil(lambda: viewer.model.rowCount() == 200)
    viewer.table.selectRow(60)
    bar = viewer.table.verticalScrollBar()
    bar.setValue(57)

    def grow(first: int, last: int) -> None:
        with log.open("a") as file:
            file.write(lines(first, last))
        viewer.look()
        qtbot.waitUntil(lambda: viewer.model.rows[-1].text == f"entry {last - 1}")

    def chosen() -> list[int]:
        return [index.row() for index in viewer.table.selectionModel().selectedRows()]

    grow(300, 310)
    assert viewer.model.rows[0].text == "entry 110"
    assert (chosen(), bar.value()) == ([50], 47)
    assert viewer.text.toPlainText() == "entry 160"

    grow(310, 400)
    assert chosen() == []
    assert not viewer.table.currentIndex().isValid()
    assert viewer.text.toPlainText() == ""


def test_a_filter_keeps_the_chosen_entry_or_its_text_goes_with_it(
    tmp_path: Path, runner: TaskRunner, qtbot: QtBot
) -> None:
    log = tmp_path / "cocite.log"
    log.write_text(lines(100, 200))
    viewer = LogViewer(log, runner)
    qtbot.addWidget(viewer)
    viewer.show()
    qtbot.waitUntil(lambda: viewer.model.rowCount() == 100)
    viewer.table.selectRow(77)
    viewer.filter.setText("17")
    assert [index.row() for index in viewer.table.selectionModel().selectedRows()] == [8]
    assert viewer.text.toPlainText() == "entry 177"
    viewer.filter.setText("nothing like that")
    assert viewer.text.toPlainText() == ""
    viewer.filter.clear()
    assert viewer.model.rowCount() == 100
    assert viewer.text.toPlainText() == ""


def test_the_model_of_the_log_keeps_the_rules_of_qt(qtbot: QtBot) -> None:
    model = LogModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    entries = [LogEntry(f"t{n}", 20 + 10 * (n % 2), "core", f"text {n}") for n in range(5)]
    model.show(entries[:2])
    model.show(entries)
    assert model.rowCount() == 5
    model.show(entries[2:])
    assert [entry.text for entry in model.rows] == ["text 2", "text 3", "text 4"]
    model.show(entries)
    assert model.rowCount() == 5
    model.show_only(30, ["text"])
    assert [entry.text for entry in model.rows] == ["text 1", "text 3"]
    model.show(entries[2:])
    assert [entry.text for entry in model.rows] == ["text 3"]
    model.show([])
    assert model.rowCount() == 0
    assert tester.model() is model
