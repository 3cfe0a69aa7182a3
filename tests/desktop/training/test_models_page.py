"""The page of the models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.base.errors import DiskFullError
from core.base.jobs import SilentJob
from core.base.records import PaperNumber, Status
from core.runs.reading import INSTALLED
from core.runs.records import Run
from core.workspace import Workspace
from desktop.training.models_page import ModelsPage
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.provoked import answering, recorded
from tests.desktop.small_library import put_on_shelf


@pytest.mark.usefixtures("large_texts")
def test_the_list_of_models_needs_no_more_than_a_small_screen(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    page = ModelsPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.show_status(
        Status(
            papers=12408,
            words="ready",
            vectors=(5120, 12408),
            model_state="ready",
            model="Cocite small, learned from my library in the winter of the year",
            precision="int8",
        )
    )
    assert page.minimumSizeHint().width() <= 1280


def decide(workspace: Workspace, *numbers: int) -> None:
    """Choose papers to cite for a sentence."""
    opened = workspace.manuscripts.open_text("Gardens are held together by patience.")
    for number in numbers:
        sentence = opened.manuscript.sentences[0]
        workspace.manuscripts.decide(opened, sentence, PaperNumber(number), "cite")


def test_the_models_page_says_what_answers(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    indexed = recorded(monkeypatch, workspace.indexing, "vectors")
    put_on_shelf(workspace, "scincl-minilm", side="queries")
    decide(workspace, 1, 2, 3)
    page = ModelsPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.refresh()
    shelf = page.panel.shelf
    qtbot.waitUntil(lambda: shelf.rows.rowCount() == 4)
    shelf.table.selectRow(3)
    with qtbot.waitSignal(page.state_changed):
        qtbot.mouseClick(shelf.use_button, Qt.MouseButton.LeftButton)
    assert notices == [
        wording.fill("desktop.training.judge_view:report_used", model="SciNCL MiniLM")
    ]
    before = len(indexed)
    page.index_vectors()
    qtbot.waitUntil(lambda: len(indexed) > before)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    page.show_status(workspace.indexing.status())
    assert page.model_state.text() == "scincl-minilm — ready"
    page.show_status(replace(workspace.indexing.status(), precision="int8"))
    fastest = wording.fill("desktop.training.models_page:_PRECISIONS integers")
    assert page.model_state.text() == f"scincl-minilm — ready, {fastest}"
    assert page.vectors_state.text() == wording.fill(
        "desktop.training.models_page:show_status", n=120
    )
    assert page.choices_state.text() == wording.fill(
        "desktop.training.models_page:_show_choices", n=3
    )


def test_what_a_training_would_bring_is_said_before_it_is_asked_for(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    page = ModelsPage(workspace, runner, notices)
    qtbot.addWidget(page)
    assert page.forecast_state.isHidden()
    page.refresh()
    qtbot.waitUntil(lambda: not page.forecast_state.isHidden())
    assert page.forecast_state.text() == str(workspace.training.forecast_gain())
    assert 0.7 < workspace.library.citations.share_with_abstract() < 0.9
    qtbot.waitUntil(lambda: runner.pending() == 0)


def test_decisions_made_since_are_counted_when_the_models_page_is_turned_to(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    decide(workspace, 1, 2, 3)
    page = ModelsPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.refresh()
    qtbot.waitUntil(lambda: page.choices_state.text().startswith("3 "))
    decide(workspace, 4)
    page.show()
    qtbot.waitUntil(lambda: page.choices_state.text().startswith("4 "))
    qtbot.waitUntil(lambda: runner.pending() == 0)


def test_the_end_of_a_training_is_said_on_every_page(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    page = ModelsPage(workspace, runner, notices)
    qtbot.addWidget(page)
    run = Run(name="1", folder=Path("1"), state="running", title="SciNCL MiniLM")
    answering(monkeypatch, workspace.training, "runs", [run])
    page.watch.look()
    qtbot.waitUntil(lambda: page.watch.alive() == [run])
    answering(monkeypatch, workspace.training, "runs", [replace(run, state="stopping")])
    page.watch.look()
    qtbot.waitUntil(lambda: page.watch.alive() == [])  # nobody is asked about it on leaving
    assert not notices
    answering(monkeypatch, workspace.training, "runs", [replace(run, state="finished")])
    page.watch.look()
    qtbot.waitUntil(lambda: bool(notices))
    assert notices == [
        wording.fill(
            "desktop.training.models_page:_run_ended", model="SciNCL MiniLM", state="finished"
        )
    ]
    assert callable(notices.call)
    with qtbot.waitSignal(page.run_wanted):
        notices.call()
    assert page.panel.stack.currentWidget() is page.panel.run_view


def test_the_model_of_a_finished_training_is_installed_by_itself(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    put_on_shelf(workspace, "scincl-minilm")
    runs = workspace.shelf.folder.parent / "runs"
    folder = runs / "one"
    folder.mkdir(parents=True)
    model = (workspace.shelf.folder / "scincl-minilm").rename(folder / "model")
    page = ModelsPage(workspace, runner, notices)
    qtbot.addWidget(page)
    run = Run(name="one", folder=folder, state="running", model=model)
    answering(monkeypatch, workspace.training, "runs", [run])
    page.watch.look()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    over = replace(run, state="finished")
    answering(monkeypatch, workspace.training, "runs", [over])
    monkeypatch.setattr(type(workspace.training._folders), "get", lambda *_: over)
    with qtbot.waitSignal(page.panel.shelf_changed):
        page.watch.look()
    names = [entry.name for entry in workspace.training.shelf().models]
    assert "scincl-minilm" in names
    assert workspace.training.install_run("one", SilentJob()) == "scincl-minilm"

    # A second window sees the end of the training when the model was deleted already.
    workspace.shelf.remove("scincl-minilm")
    workspace.training.install_run("one", SilentJob(), once=True)
    assert "scincl-minilm" not in [entry.name for entry in workspace.training.shelf().models]
    workspace.training.install_run("one", SilentJob())
    assert "scincl-minilm" in [entry.name for entry in workspace.training.shelf().models]
    assert model.is_dir()

    # A disk without room for the mark keeps no model from use.
    (folder / INSTALLED).unlink()
    monkeypatch.setattr("core.services.training.replace_text", Mock(side_effect=DiskFullError("")))
    assert workspace.training.install_run("one", SilentJob()) == "scincl-minilm"
