"""Training the model in use again with what was added, from the button to the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.models.shelf import Shelf
from core.workspace import Workspace
from desktop.training.panel import AgainView, TrainingPanel
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.small_library import put_on_shelf

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(opened: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> TrainingPanel:
    panel = TrainingPanel(opened.training, runner, notices)
    qtbot.addWidget(panel)
    panel.resize(1200, 760)
    panel.show()
    panel.refresh()
    qtbot.waitUntil(lambda: panel.shelf.rows.rowCount() == 3)
    return panel


def view_of(panel: TrainingPanel, qtbot: QtBot) -> AgainView:
    qtbot.mouseClick(panel.shelf.again_button, LEFT)
    view = panel.again
    assert view is not None
    assert not view.start_button.isEnabled()
    qtbot.waitUntil(lambda: view.added is not None and view.cancel_button.isVisible())
    return view


def test_what_is_new_is_said_and_learned_in_a_run_with_a_name_of_its_own(
    panel: TrainingPanel,
    opened: Workspace,
    corpus: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opened.training, "library_corpus", lambda _: corpus)
    view = view_of(panel, qtbot)
    assert view.title.text() == wording.fill("desktop.training.panel:_show", model="Cocite small")
    assert view.amount.text() == "312 new citing sentences and 41 decisions new since 12 May 2026"
    assert wording.fill("desktop.training.panel:_about", known="1,204") in view.about.text()
    qtbot.waitUntil(view.start_button.isEnabled)
    qtbot.waitUntil(view.start_button.hasFocus)
    QTest.keyClick(view.start_button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: panel.run_view is not None and panel.run_view.run is not None)
    [run] = opened.training.runs()
    assert (run.recipe, run.model_name) == ("cocite", "cocite-small-again")
    assert run.base in ("cocite-small", "minilm")  # as asked, or as the small trainer says
    qtbot.waitUntil(lambda: opened.training.runs()[0].state == "finished")


def test_too_little_is_said_and_cannot_be_started(panel: TrainingPanel, qtbot: QtBot) -> None:
    view = view_of(panel, qtbot)  # the library is empty: nothing is held out
    qtbot.waitUntil(lambda: not view.progress.isVisible())
    assert not view.start_button.isEnabled()
    assert view.start_button.toolTip() == wording.fill(
        "desktop.training.corpus_step:why_not little"
    )
    assert view.amount.isVisible()
    assert not view.about.isVisible()  # it would promise what cannot be started
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert panel.stack.currentWidget() is panel.overview


def test_a_model_of_another_recipe_is_not_offered(
    panel: TrainingPanel, opened: Workspace, qtbot: QtBot
) -> None:
    assert panel.shelf.again_button.isEnabled()
    put_on_shelf(opened, "scincl-minilm")
    Shelf(opened.shelf.folder).use("scincl-minilm")
    panel.refresh()
    qtbot.waitUntil(lambda: not panel.shelf.again_button.isEnabled())
    assert (
        wording.stem("desktop.training.shelf_view:_follow further")
        in panel.shelf.again_button.toolTip()
    )
