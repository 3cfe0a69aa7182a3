"""Turning to another library, and closing one."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.records import PaperRecord
from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.app.application import Application, Start
from tests import wording
from tests.desktop.app.conftest import Engine, wait_for_papers
from tests.desktop.patience import PATIENCE_S
from tests.desktop.provoked import held


def test_closing_before_the_other_pages_are_there_closes_the_library(
    program: Application, engine: Engine, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: window.library is not None and window.library.model.rowCount() == 120)
    opening = threading.Timer(0.1, gate.set)
    opening.start()
    window.close()
    opening.join()
    assert engine.opened[0].ended[-1] == "close"
    assert window.pages is None


def test_another_library_may_be_chosen_before_the_pages_of_the_first_are_there(
    program: Application, engine: Engine, tmp_path: Path, gate: threading.Event, qtbot: QtBot
) -> None:
    window = program.window
    program.start(Start(folder=tmp_path / "papers"))
    qtbot.waitUntil(lambda: window.library is not None and window.library.model.rowCount() == 120)
    program.open_library(tmp_path / "others", create=True)
    gate.set()
    qtbot.waitUntil(lambda: window.windowTitle() == "others – Cocite")
    wait_for_papers(program, qtbot)
    assert [each.library.folder.name for each in engine.opened] == ["papers", "others"]
    assert "close" in engine.opened[0].ended


def test_closing_does_not_wait_for_a_model(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    workspace = engine.opened[0]
    search = held(monkeypatch, workspace.papers, "search")
    workspace.on_stop = search.let_go
    assert program.window.pages is not None
    program.window.pages.library.search("lanterns")
    qtbot.waitUntil(lambda: search.calls == [("lanterns",)])
    program.window.close()  # waits for the search, which ends when the workspace stops
    assert workspace.ended[0] == "stop"
    assert workspace.ended[-1] == "close"


def test_what_was_typed_just_before_closing_is_stored_behind_another_write(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    assert program.window.pages is not None
    library = program.window.pages.library
    library.table.select_only(5)
    qtbot.waitUntil(lambda: library.details.shown_details is not None)
    (number,) = library.selected_numbers()
    begun = threading.Event()
    gate = threading.Event()
    engine.opened[0].on_stop = gate.set

    def other() -> None:
        begun.set()
        gate.wait(PATIENCE_S)

    program.runner.run(other, write=True)
    begun.wait(PATIENCE_S)
    library.pane.note.setPlainText("Compare with the gardens.")
    program.window.close()
    with closing(Workspace(tmp_path / "one", Shelf(tmp_path / "models"), write=False)) as again:
        assert again.papers.notes.get(number) == "Compare with the gardens."


def test_what_was_entered_last_is_written_beside_the_database_when_the_library_closes(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    (workspace,) = engine.opened
    list(workspace.library.papers.add([PaperRecord(title="Lanterns at noon")], source="test"))
    program.window.close()
    written = sorted((tmp_path / "one" / "sidecars" / "papers").glob("*.jsonl"))
    assert any("Lanterns at noon" in path.read_text("utf-8") for path in written)


def test_a_library_closes_also_when_nothing_can_be_written_beside_it(
    program: Application,
    engine: Engine,
    tmp_path: Path,
    qtbot: QtBot,
    caplog: pytest.LogCaptureFixture,
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    (tmp_path / "one" / "sidecars").write_text("a file where the folder would be")
    program.window.close()
    assert engine.opened[0].ended[-1] == "close"
    assert "records beside the database" in caplog.text


def test_another_library_closes_the_one_before(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    program.window.library_chosen.emit(tmp_path / "two")
    qtbot.waitUntil(lambda: len(engine.opened) == 2)
    wait_for_papers(program, qtbot)
    assert engine.opened[0].ended[-1] == "close"
    assert engine.opened[1].ended == []
    assert [path.name for path in program.settings.recent_libraries] == ["two", "one"]


def test_no_library_is_made_where_a_recent_one_was(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot
) -> None:
    program.start(Start(folder=tmp_path / "one"))
    wait_for_papers(program, qtbot)
    program.window.recent_library_chosen.emit(tmp_path / "gone")
    message = program.window.news.message
    qtbot.waitUntil(
        lambda: (
            wording.fill("core.library.library:_require_database exist", folder=tmp_path / "gone")
            in message.text()
        )
    )
    assert engine.asked[-1] == ("gone", True, False)
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("pause_ms", [0, 30])
def test_a_person_may_change_their_mind_before_a_library_is_open(
    program: Application, engine: Engine, tmp_path: Path, qtbot: QtBot, pause_ms: int
) -> None:
    program.open_library(tmp_path / "one", create=True)
    wait_for_papers(program, qtbot)
    for name in ("two", "one", "two", "one"):
        program.open_library(tmp_path / name, create=True)
        qtbot.wait(pause_ms)
    wait_for_papers(program, qtbot)
    assert program.window.windowTitle() == "one – Cocite"
    assert program.window.news.isHidden()
    still_open = [each for each in engine.opened if "close" not in each.ended]
    assert still_open == [program.workspace]
