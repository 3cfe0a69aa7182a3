from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from core.library.safety import folder_risks
from core.runs.records import Run
from core.workspace import Workspace
from desktop.app.welcome_page import WelcomePage
from desktop.library.importing import ImportEntryModel
from desktop.similar.page import SimilarPage
from desktop.training.models_page import ModelsPage
from desktop.ui import file_dialogs
from desktop.ui.jobs_panel import JobModel, JobsPanel
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import ShareRole, share_words
from tests.desktop.conftest import Notices
from tests.desktop.provoked import answering, recorded
from tests.desktop.small_library import put_on_shelf

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def similar(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> SimilarPage:
    page = SimilarPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    return page


def decide(workspace: Workspace, *numbers: int) -> None:
    """Choose papers to cite for a sentence."""
    opened = workspace.manuscripts.open_text("Gardens are held together by patience.")
    for number in numbers:
        sentence = opened.manuscript.sentences[0]
        workspace.manuscripts.decide(opened, sentence, PaperNumber(number), "cite")


def seeds(page: SimilarPage) -> list[str]:
    return [str(page.seeds.index(row, 0).data()) for row in range(page.seeds.rowCount())]


def test_neighbours_can_be_walked_there_and_back(similar: SimilarPage, qtbot: QtBot) -> None:
    testers = [QAbstractItemModelTester(similar.seeds, Fatal)]
    testers += [QAbstractItemModelTester(similar.neighbours, Fatal)]
    assert not similar.back.isEnabled()
    similar.show_similar([PaperNumber(5)])
    qtbot.waitUntil(lambda: similar.neighbours.rowCount() > 0)
    first = seeds(similar)
    similar.table.setFocus()
    qtbot.keyClick(similar.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: seeds(similar) != first)
    second = seeds(similar)
    qtbot.keyClick(similar.table, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: seeds(similar) == first)
    similar.forward.trigger()
    qtbot.waitUntil(lambda: seeds(similar) == second)
    assert not similar.forward.isEnabled()


def test_less_like_this_adds_a_seed_that_can_be_removed(
    similar: SimilarPage,
    workspace: Workspace,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    asked = recorded(monkeypatch, workspace.similar, "to")
    similar.show_similar([PaperNumber(5)])
    qtbot.waitUntil(lambda: similar.neighbours.rowCount() > 0)
    unwanted = similar.neighbours.paper(0)
    similar.less.trigger()
    qtbot.waitUntil(lambda: similar.seeds.rowCount() == 2)
    assert seeds(similar)[1] == f"Unlike: {unwanted.title}"
    assert asked[-1][:2] == ((5,), (unwanted.number,))
    similar.seed_list.setCurrentIndex(similar.seeds.index(1, 0))
    similar.drop.trigger()
    qtbot.waitUntil(lambda: similar.seeds.rowCount() == 1)
    similar.seed_list.setCurrentIndex(similar.seeds.index(0, 0))
    similar.drop.trigger()
    assert notices[-1].startswith("The last starting paper cannot be removed")


def test_a_column_of_evidence_sorts_the_neighbours(similar: SimilarPage, qtbot: QtBot) -> None:
    similar.show_similar([PaperNumber(5)])
    qtbot.waitUntil(lambda: similar.neighbours.rowCount() > 0)
    similar.table.sortByColumn(5, Qt.SortOrder.DescendingOrder)
    shares = [similar.sorted.index(row, 5).data(ShareRole) for row in range(20)]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) > 2
    said = [similar.sorted.index(row, 5).data(Qt.ItemDataRole.ToolTipRole) for row in range(20)]
    assert said[0] == "strong (1.00)"
    assert said[-1] == "none (0.00)"


def test_shares_are_named() -> None:
    assert [share_words(share) for share in (0.0, 0.1, 0.4, 0.9)] == [
        "none",
        "weak",
        "plausible",
        "strong",
    ]


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
    assert notices == ["“SciNCL MiniLM” is in use now."]
    before = len(indexed)
    page.index_vectors()
    qtbot.waitUntil(lambda: len(indexed) > before)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    page.show_status(workspace.indexing.status())
    assert page.model_state.text() == "scincl-minilm — ready"
    page.show_status(replace(workspace.indexing.status(), precision="int8"))
    fastest = "computes with 8-bit integers (fastest here)"
    assert page.model_state.text() == f"scincl-minilm — ready, {fastest}"
    assert page.vectors_state.text() == "up to date, 120 papers"
    assert page.choices_state.text() == "3 of your decisions will be used in the next training"


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
    qtbot.waitUntil(lambda: runner.pending() == 0)
    answering(monkeypatch, workspace.training, "runs", [replace(run, state="finished")])
    page.watch.look()
    qtbot.waitUntil(lambda: bool(notices))
    assert notices == ["The training of “SciNCL MiniLM” has ended: finished."]
    assert callable(notices.call)
    with qtbot.waitSignal(page.run_wanted):
        notices.call()
    assert page.panel.stack.currentWidget() is page.panel.run_view


def test_a_training_that_was_stopped_and_kept_is_not_said_to_be_done(
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    page, jobs = ModelsPage(workspace, runner, notices), JobsPanel(JobModel(runner))
    for widget in (page, jobs):
        qtbot.addWidget(widget)
    run = Run(name="1", folder=Path("1"), state="running", title="SciNCL MiniLM")
    for ended_at, said in ((40, "stopped, best state kept"), (0, "done")):
        answering(monkeypatch, workspace.training, "runs", [run])
        page.watch.look()
        qtbot.waitUntil(lambda: runner.pending() == 0)
        over = replace(run, state="finished", ended_at=ended_at, steps=90)
        answering(monkeypatch, workspace.training, "runs", [over])
        page.watch.look()
        qtbot.waitUntil(lambda: runner.pending() == 0)
        assert jobs.table.model().index(0, 2).data() == said


def test_the_first_start_proposes_a_folder_and_warns_of_bad_ones(
    runner: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> None:
    page = WelcomePage(runner, folder_risks.warning_about, [tmp_path])
    qtbot.addWidget(page)
    page.show()
    assert page.folder() == file_dialogs.suggested_folder()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert not page.warning.isVisible()
    page.path.setFocus()
    page.path.selectAll()
    qtbot.keyClicks(page.path, str(tmp_path / "Dropbox" / "papers"))
    qtbot.waitUntil(page.warning.isVisible)
    assert "cloud service" in page.warning.text()
    (tmp_path / "library.db").touch()
    page.set_folder(tmp_path)
    qtbot.waitUntil(lambda: page.open_button.text() == "Open this library")
    assert not page.warning.isVisible()
    with qtbot.waitSignal(page.library_chosen) as blocker:
        qtbot.keyClick(page.path, Qt.Key.Key_Return)
    assert blocker.args == [tmp_path]


def test_the_model_of_an_import_report_keeps_the_rules_of_qt(qapp: QApplication) -> None:
    model = ImportEntryModel()
    tester = QAbstractItemModelTester(model, Fatal)
    model.show_rows(())
    assert tester.model() is model
