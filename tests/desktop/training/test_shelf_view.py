"""Before another model is used.

The shelf of models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from core.base.records import PaperRecord
from core.runs.records import ShelfEntry, Switching
from core.workspace import Workspace
from desktop.training.panel import TrainingPanel
from desktop.training.shelf_view import ShelfView, described
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.provoked import answering
from tests.desktop.small_library import put_on_shelf
from tests.tiny_encoder import make_tiny_encoder

# --- asks before the library is encoded with another model, with what that takes --------------


def test_using_a_model_says_first_how_long_encoding_takes(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    put_on_shelf(workspace, "scincl-minilm")
    view = ShelfView(workspace.training, runner, notices)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.rows.rowCount() == 4)
    to_do = Switching(1297, 130.0, "Cocite small")
    answering(monkeypatch, workspace.training, "switching", to_do)
    view.table.selectRow(3)
    view.use_chosen()
    qtbot.waitUntil(lambda: bool(view.findChildren(QMessageBox)))
    (box,) = view.findChildren(QMessageBox)
    assert "1,297 papers" in box.informativeText()
    assert "about 2 min" in box.informativeText()
    assert "Until then “Cocite small” is used" in box.informativeText()
    assert workspace.shelf.in_use().manifest.name == "cocite-small"
    (use,) = (each for each in box.buttons() if "Use this model" in each.text().replace("&", ""))
    qtbot.mouseClick(use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: workspace.shelf.in_use().manifest.name == "scincl-minilm")
    qtbot.waitUntil(view.back_button.isEnabled)


# --- the list of models -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("questions", "said"),
    [(1, "1 of your citing sentence"), (4, "4 of your citing sentences")],
)
def test_it_is_said_on_how_many_sentences_a_model_was_measured(questions: int, said: str) -> None:
    entry = ShelfEntry(name="m", title="M", quality={"recall@10": 1.0}, bm25={"recall@10": 0.75})
    entry = replace(entry, questions=questions)
    assert described(entry).strip() == f"On {said}, BM25 in brackets: R@10 1.000 (0.750)."


def test_the_shelf_cuts_no_name_and_no_date_where_there_is_room(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    put_on_shelf(workspace, "scincl-minilm")
    view = ShelfView(workspace.training, runner, notices)
    qtbot.addWidget(view)
    view.resize(1280, 500)
    view.show()
    qtbot.waitUntil(lambda: view.rows.rowCount() == 4)
    header = view.table.horizontalHeader()
    for column in range(view.rows.columnCount()):
        assert header.sectionSize(column) >= view.table.sizeHintForColumn(column)
    assert header.length() == view.table.viewport().width()


def test_the_shelf_says_why_a_chosen_model_is_not_used(
    panel: TrainingPanel, opened: Workspace, qtbot: QtBot
) -> None:
    assert panel.shelf.notice.text == ""
    opened.shelf.folder.mkdir(parents=True, exist_ok=True)
    (opened.shelf.folder / "shelf.json").write_text('{"used": ["a-model-that-is-gone"]}')
    panel.shelf.refresh()
    qtbot.waitUntil(lambda: "“a-model-that-is-gone” cannot be used" in panel.shelf.notice.text)


def test_a_model_answers_in_a_place_beside_sentences_until_that_is_taken_back(
    panel: TrainingPanel, opened: Workspace, runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    opened.shelf.add(make_tiny_encoder(tmp_path / "made", name="papers", words="peat moor sand"))
    opened.indexing.load_model(in_process=True)
    list(opened.library.papers.add([PaperRecord(title="Peat of the moor")], source="test"))
    shelf = panel.shelf
    shelf.refresh()
    qtbot.waitUntil(lambda: shelf.rows.rowCount() == 4)
    names = [row.cells[0] for row in shelf.rows.rows]
    shelf.table.selectRow(names.index("Papers"))
    action = shelf.place_actions["similar"]
    action.trigger()
    qtbot.waitUntil(lambda: bool(shelf.findChildren(QMessageBox)))
    box = shelf.findChildren(QMessageBox)[-1]
    assert wording.stem("desktop.training.shelf_view:_beside still") in box.informativeText()
    assert not action.isChecked()
    next(each for each in box.buttons() if each.text() == "&Use this model").click()

    qtbot.waitUntil(lambda: [row.cells[1] for row in shelf.rows.rows] == used(names, "Papers"))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert opened.shelf.list_places("papers") == ("similar",)
    assert [place.serves for place in opened.indexing.status().places] == [True]
    assert action.isChecked()
    assert not shelf.remove_button.isEnabled()

    action.trigger()
    qtbot.waitUntil(lambda: opened.shelf.list_places("papers") == ())
    qtbot.waitUntil(shelf.remove_button.isEnabled)
    assert not action.isChecked()


def used(names: list[str], name: str) -> list[str]:
    main = {"Cocite small": "sentences", name: "similar papers"}
    return [main.get(each, "") for each in names]
